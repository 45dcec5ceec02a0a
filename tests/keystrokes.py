"""Count the keys that golden evenings take at the prompt: `python -m tests.keystrokes [GAME …]`.

It counts the deals that name no card but the turn-up, or all deals if there are none of these. Every saying is typed
once in its shortest form and once in full. Enter is a key.
"""

import sys
from collections.abc import Iterator
from typing import NamedTuple

from ledger.core.events import Deal, DealEvent, Event, PlayEvent
from ledger.core.refusals import Refusal
from ledger.games.language import write
from ledger.games.registry import GAMES
from ledger.interchange.script import replay_script
from ledger.language.shorthand import Shorthand
from ledger.testing.walks import Walk, WalkPlace, shorthand_of
from tests.rig import EVENINGS

ENTER = 1


class Typed(NamedTuple):
    """A saying in full, its shortest form, and whether it names cards."""

    full: str
    short: str
    cards: bool


def deals_of(game: str) -> list[list[Typed]]:
    """Return the deals of a game's golden evening, each as a list of sayings."""
    script = EVENINGS / game / "golden.evening"
    deals: list[list[Typed]] = []
    for place, event in places(script.read_text(encoding="utf-8")):
        if isinstance(event, Deal):
            deals.append([])
        if deals and isinstance(event, PlayEvent | DealEvent):
            full = write(event, place.evening.money)
            named = any(getattr(event, field, ()) for field in ("cards", "discards"))
            deals[-1].append(Typed(full, shortest(place, shorthand_of(place), full), named))
    by_outcome = [deal for deal in deals if not any(saying.cards for saying in deal)]
    return by_outcome or deals


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
            return (line if place.reads(line) else short.spelled_out(line)) == saying
        except Refusal:
            return False

    words = saying.split(" ")
    if len(words) > 1 and understood(" ".join(words[1:])):
        words = words[1:]
    for at, word in enumerate(words):
        for size in range(1, len(word)):
            tried = [*words[:at], word[:size].lower(), *words[at + 1 :]]
            if understood(" ".join(tried)):
                words = tried
                break
    return " ".join(words)


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
