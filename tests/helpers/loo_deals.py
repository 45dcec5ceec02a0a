"""Shared by the tests of Loo: a full deal of four players, and its balances."""

from tests.helpers.rig import play

FOUR = "Ann Bob Cat Dan"
FULL = "game loo\ndeal Ann\nCat wins\ndeal\n"
"""Bob deals a full deal to four players; the pool holds 12."""
FIRST = {"Ann": -6, "Bob": -6, "Cat": 3, "Dan": -3}
"""The balances before this deal."""
IRISH = "form=irish"
FIVE = "form=five-card"


def since(evening):
    """Return what each player has won or lost since then."""
    return {
        player: balance - FIRST[player]
        for player, balance in evening.books.balances.items()
        if balance != FIRST[player]
    }


def full(script: str, options: str = "", turn_up: str = "", players: str = FOUR):
    """Play a full deal by Bob with a pool of 12, after a single that Cat won."""
    return play(players, f"game loo {options}\ndeal Ann\nCat wins\ndeal {turn_up}\n{script}")
