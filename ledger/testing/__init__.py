"""The test kit: random legal evenings of every game."""
