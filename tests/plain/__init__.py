"""Every game's money written a second time, plainly, for comparison with its rules over random evenings.

What stands here reads a deal when it is over, all at once, where the rules ask for it turn by turn; it takes it for
granted that what was said was rightly said. It is written from the handbook, and shares nothing with the rules but
the vocabulary, the cards, and how an amount is read.
"""

from importlib import import_module

from tests.plain.table import PlainGame


def plainly(game: str) -> type[PlainGame]:
    """The second writing of a game."""
    return import_module(f"tests.plain.{game.replace('-', '_')}").Plain
