"""The money of every game, written a second time and plainly, to compare with the rules over random evenings.

The rules ask turn by turn; a second writing reads a whole deal when it is over, and assumes that all its sayings are
valid. It is written from the handbook, and shares with the rules only the events, the cards and the reading of amounts.
"""

from importlib import import_module

from ledger.testing.plain import PlainGame


def plainly(game: str) -> type[PlainGame]:
    """Return the second writing of a game."""
    return import_module(f"tests.games.plain.{game.replace('-', '_')}").Plain
