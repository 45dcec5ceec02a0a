"""The stops games: cards in sequence, until one is not there."""
