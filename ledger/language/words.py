"""Words of the notation that are not rows of the grammar."""

CARDS_BOUGHT = "cards-bought"
"""The word of the event that is said ``A buys N cards``."""

MANY = 10**9 - 1
"""A number greater than any whole number that is read, and than the words of any line."""
WHOLE_NUMBER = "a whole number"

SMALL_WORDS = ("with", "after", "to", "for", "on", "at", "takes", "draws", "turn-up")

WAYS_TO_BEAR = {"split": "all who are seated bear it", "banker": "the bank of the evening bears it"}
"""How a shortage or an excess at the close is borne, in words."""

WAYS_TO_END = ("divide", "draw", "leave")

HALVES = ("high", "low")
"""The halves of a pot that is parted between the best hand and the best low hand."""
BOARDS = ("first", "second", "third")
"""Boards that are dealt for the same pot."""
