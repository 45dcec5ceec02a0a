"""Count the taps that golden evenings take on the page: `python -m tests.tools.taps [--each] [GAME …]`.

The golden evening of each game is recorded in the system's Chromium with the fewest taps. `--each` prints every saying
that takes more than three. Corrections, which are made on the page of the log, are not counted.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from ledger.games.registry import GAMES
from tests.helpers.page_driver import Hand, at_most, browsing
from tests.helpers.serving import served
from tests.web.test_page_evenings import open_with, sayings_in

FEW = 3
"""The most taps of a saying, apart from the cards, keys and names of a longer one."""


def touched(games: list[str], folder: Path) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    """Yield each game with the sayings of its golden evening and their taps."""
    with served(folder) as server, browsing(server) as page, server.client() as client:
        for game in games:
            sayings = [saying for saying in sayings_in(game) if saying != "close"]
            number = open_with(client, sayings)
            page.goto(f"{server.base}/evenings/{number}")
            hand = Hand(page, number)
            touches = [(saying, hand.say(saying)) for saying in sayings[2:]]
            yield game, [(saying, touch.taps) for saying, touch in touches if not touch.typed]


def main(arguments: list[str]) -> None:
    """Print the table."""
    every_saying = "--each" in arguments
    games = [argument for argument in arguments if argument != "--each"] or list(GAMES)
    print("| game | sayings | 1 tap | 2 | 3 | 4 | 5 | more | longer than at most |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    total: Counter[str] = Counter()
    with TemporaryDirectory() as folder:
        for game, touches in touched(games, Path(folder)):
            counts = Counter(str(taps) if taps <= 5 else "more" for _, taps in touches)
            counts["sayings"], counts["over"] = len(touches), sum(taps > at_most(saying) for saying, taps in touches)
            total += counts
            print(row(game, counts), flush=True)
            for saying, taps in touches:
                if every_saying and taps > FEW:
                    print(f"    {taps} of {at_most(saying)}  {saying}")
    print(row("all", total))


def row(game: str, counts: Counter[str]) -> str:
    """Return a line of the table."""
    columns = ("sayings", "1", "2", "3", "4", "5", "more", "over")
    return f"| {game} | {' | '.join(str(counts[column]) for column in columns)} |"


if __name__ == "__main__":
    main(sys.argv[1:])
