"""Count the keys that golden evenings take at the prompt: `python -m tests.keystrokes [GAME …]`.

It counts the deals that name no card but the turn-up, or all deals if there are none of these. Every saying is typed
once in its shortest form and once in full. Enter is a key. The reason of a misdeal, which may be left out, is.
"""

import re
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ledger.core.events import (
    Begin,
    Buys,
    Cashes,
    Count,
    Deal,
    DealEvent,
    Event,
    Joins,
    Leaves,
    Misdeal,
    Pays,
    PlayEvent,
)
from ledger.core.refusals import Refusal
from ledger.games.language import write
from ledger.games.registry import GAMES, game_named
from ledger.interchange.script import replay_script
from ledger.language.shorthand import Shorthand
from ledger.language.terse import terse_saying
from ledger.testing.walks import Walk, WalkPlace, shorthand_of
from tests.environments import golden_evening

ENTER = 1
TABLE_WORK = (Joins, Leaves, Buys, Cashes, Count, Pays)


class Typed(NamedTuple):
    """A saying in full, its shortest form, and whether it names cards."""

    full: str
    short: str
    cards: bool


def deals_of(game: str) -> list[list[Typed]]:
    """Return the deals of a game's golden evening, or its games where nothing is dealt, each as a list of sayings."""
    script = golden_evening(game)
    deals: list[list[Typed]] = []
    for place, event in places(script.read_text(encoding="utf-8")):
        if isinstance(event, Deal) or (isinstance(event, Begin) and game_named(event.game).without_deals):
            deals.append([])
        if deals and isinstance(event, PlayEvent | DealEvent):
            full = write(Misdeal() if isinstance(event, Misdeal) else event, place.evening.money)
            named = any(getattr(event, field, ()) for field in ("cards", "discards"))
            deals[-1].append(Typed(full, shortest(place, shorthand_of(place), full), named))
    by_outcome = [deal for deal in deals if not any(saying.cards for saying in deal)]
    return by_outcome or deals


def table_work_in(script: str) -> list[Typed]:
    """Return what is said in an evening of who comes and goes, and of counters bought, counted and paid."""
    work: list[Typed] = []
    for place, event in places(script):
        if isinstance(event, TABLE_WORK):
            full = write(event, place.evening.money)
            work.append(Typed(full, shortest(place, shorthand_of(place), full), cards=False))
    return work


def places(script: str) -> Iterator[tuple[WalkPlace, Event]]:
    """Yield every place of an evening, and the saying there."""
    walk = Walk("nap", 0)
    for counted in replay_script(script, "golden").evening.effective:
        yield walk.here(), counted.event
        walk.evening.apply(counted)


def shortest(place: WalkPlace, short: Shorthand, saying: str) -> str:
    """Return the shortest form of a saying that is still understood."""

    def understood(line: str) -> bool:
        try:
            spelled = line if place.reads(line) else short.spelled_out(line)
            return (spelled if place.reads(spelled) else terse_saying(short, line)) == saying
        except Refusal:
            return False

    return joined_up(
        shortened(re.sub("([=:,])", r" \1 ", saying).split() if '"' not in saying else saying.split(" "), understood),
        understood,
    )


def shortened(words: list[str], understood: Callable[[str], bool]) -> list[str]:
    """Return words by their shortest beginnings, and without those that may be left out."""
    for at in reversed(range(len(words))):
        rest = [*words[:at], *words[at + 1 :]]
        if rest and understood(" ".join(rest)):
            words = rest
    for at, word in enumerate(words):
        for size in range(1, len(word)):
            tried = [*words[:at], word[:size].lower(), *words[at + 1 :]]
            if understood(" ".join(tried)):
                words = tried
                break
    for at in reversed(range(len(words))):
        rest = [*words[:at], *words[at + 1 :]]
        if rest and understood(" ".join(rest)):
            words = rest
    return words


def joined_up(words: list[str], understood: Callable[[str], bool]) -> str:
    """Return a line with as few spaces as it is understood without."""
    line = " ".join(words)
    for at in reversed([place for place, letter in enumerate(line) if letter in " ="]):
        tried = line[:at] + line[at + 1 :]
        if '"' not in line[:at] and understood(tried):
            line = tried
    return line


def main(games: list[str]) -> None:
    """Print the table."""
    print("| game | deals | sayings | keys a saying, in full | short | keys a deal, in full | short |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for game in games:
        deals = deals_of(game)
        sayings = [saying for deal in deals for saying in deal]
        full = sum(len(saying.full) + ENTER for saying in sayings)
        short = sum(len(saying.short) + ENTER for saying in sayings)
        averages = [f"{keys / number:.1f}" for number in (len(sayings), len(deals)) for keys in (full, short)]
        print(f"| {game} | {len(deals)} | {len(sayings)} | {' | '.join(averages)} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or list(GAMES))
