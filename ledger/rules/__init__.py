"""What a game, a deal and its turns are made of."""
