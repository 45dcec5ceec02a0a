"""Words of the notation that are not rows of the grammar."""

CARDS_BOUGHT = "cards-bought"
"""The word of the event that is said ``A buys N cards``."""

SMALL_WORDS = ("with", "after", "to", "for", "on", "at", "takes", "draws", "turn-up")

WAYS_TO_BEAR = {"split": "all who are seated bear it", "banker": "the bank of the evening bears it"}
"""How a shortage or an excess at the close is borne, in words."""

WAYS_TO_END = ("divide", "draw", "leave")

HALVES = ("high", "low")
"""The halves of a pot that is parted between the best hand and the best low hand."""
BOARDS = ("first", "second", "third")
"""Boards that are dealt for the same pot."""
