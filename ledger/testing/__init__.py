"""The test kit: random evenings of every game."""
