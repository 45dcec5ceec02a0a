"""What the tests of Loo share: a full deal of four players, and what it changes."""

from tests.rig import play

FOUR = "Ann Bob Cat Dan"
FULL = "game loo\ndeal Ann\nCat wins\ndeal\n"
"""Bob deals a full deal of four players, and 12 lie in the pool."""
FIRST = {"Ann": -6, "Bob": -6, "Cat": 3, "Dan": -3}
"""What was paid and won until then."""
IRISH = "form=irish"
FIVE = "form=five-card"


def since(evening):
    """What each has won and lost since the pool of 12 lay there."""
    return {
        player: balance - FIRST[player]
        for player, balance in evening.books.balances.items()
        if balance != FIRST[player]
    }


def full(script: str, options: str = "", turn_up: str = "", players: str = FOUR):
    """A full deal by Bob, the pool 12, after a single that Cat won."""
    return play(players, f"game loo {options}\ndeal Ann\nCat wins\ndeal {turn_up}\n{script}")
