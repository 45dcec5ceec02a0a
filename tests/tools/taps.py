"""Count the taps that golden evenings take on the page: `python -m tests.tools.taps [--each] [GAME …]`.

The golden evening of each game is recorded in the system's Chromium with the fewest taps. `--each` prints every saying
that takes more than three. Corrections, which are made on the page of the log, are not counted.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory

from ledger.games.registry import GAMES
from tests.helpers.page_driver import Hand, at_most, browsing
from tests.helpers.serving import served
from tests.web.test_page_evenings import open_with, sayings_in

FEW = 3
"""The most taps of a saying, apart from the cards, keys and names of a longer one."""
WINS = re.compile(r"^\S+ wins|^split ")
"""Who takes a pot, which the sheet of a deal told at once asks as well."""


def touched(games: list[str], folder: Path) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    """Yield each game with the sayings of its golden evening and their taps."""
    with served(folder) as server, browsing(server) as page, server.client() as client:
        for game in games:
            sayings = [saying for saying in sayings_in(game) if saying != "close"]
            number = open_with(client, sayings)
            page.goto(f"{server.base}/evenings/{number}")
            yield game, list(said_by(Hand(page, number), sayings[2:]))


def said_by(hand: Hand, sayings: list[str]) -> Iterator[tuple[str, int]]:
    """Yield each saying that is offered with its taps; a deal that is told at once is one, with who won it."""
    while sayings:
        saying, *sayings = sayings
        if saying.startswith("in "):
            won = [*takewhile(WINS.search, sayings)]
            sayings = sayings[len(won) :]
            yield "; ".join([saying, *won]), hand.tell_at_once(saying, *won)
        elif not (touch := hand.say(saying)).typed:
            yield saying, touch.taps


def allowed(said: str) -> int:
    """Return the most taps of a saying, or of several on one sheet."""
    return sum(map(at_most, said.split("; ")))


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
            counts["sayings"], counts["over"] = len(touches), sum(taps > allowed(saying) for saying, taps in touches)
            total += counts
            print(row(game, counts), flush=True)
            for saying, taps in touches:
                if every_saying and taps > FEW:
                    print(f"    {taps} of {allowed(saying)}  {saying}")
    print(row("all", total))


def row(game: str, counts: Counter[str]) -> str:
    """Return a line of the table."""
    columns = ("sayings", "1", "2", "3", "4", "5", "more", "over")
    return f"| {game} | {' | '.join(str(counts[column]) for column in columns)} |"


if __name__ == "__main__":
    main(sys.argv[1:])
