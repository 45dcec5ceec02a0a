"""Count the keys that evenings take at the prompt: `python -m tests.tools.keystrokes [GAME …]`.

It counts the deals of golden evenings that name no card but the turn-up, or all deals if there are none of these, and
evenings of sixty sayings that are made up with as many of each kind. Every saying is typed once in its shortest form
and once in full. Enter is a key. The reason of a misdeal, which may be left out, is.
"""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from ledger.core.events import (
    Begin,
    Buys,
    Cashes,
    Count,
    Deal,
    DealEvent,
    EffectiveEvent,
    Event,
    Joins,
    Leaves,
    Misdeal,
    Pays,
    PlayEvent,
    Says,
)
from ledger.core.refusals import Refusal
from ledger.games.language import write
from ledger.games.registry import GAMES, game_named
from ledger.interchange.script import replay_script
from ledger.language.shorthand import Shorthand
from ledger.language.terse import terse_saying
from ledger.testing.random_evenings import begin_evening, candidates, random_saying
from ledger.testing.walks import RandomWalk, WalkPlace, shorthand_of
from tests.helpers.environments import golden_evening

ENTER = 1
MADE_UP = 60
"""So many sayings has an evening that is made up."""
INSTEAD = {"knave": "j"}
"""The shortest word for another, where that is no beginning of it."""
TRIES = 60
"""So many sayings are made up at a turn, to choose from."""
INTERRUPTING = ("Penalty", "Misdeal")
"""Kinds of sayings that a deal needs none of: they are said no oftener than in the golden evening."""
TABLE_WORK = (Joins, Leaves, Buys, Cashes, Count, Pays)


class Typed(NamedTuple):
    """A saying in full and in its shortest form."""

    full: str
    short: str
    cards: bool
    kind: str
    """What is said, and by which word."""


@cache
def deals_of(game: str) -> list[list[Typed]]:
    """Return the deals of a game's golden evening, or its games where nothing is dealt, each as a list of sayings."""
    script = golden_evening(game)
    deals: list[list[Typed]] = []
    for place, event in places(script.read_text(encoding="utf-8")):
        if isinstance(event, Deal) or (isinstance(event, Begin) and game_named(event.game).without_deals):
            deals.append([])
        if deals and isinstance(event, PlayEvent | DealEvent):
            deals[-1].append(typed(place, event))
    by_outcome = [deal for deal in deals if not any(saying.cards for saying in deal)]
    return by_outcome or deals


def table_work_in(script: str) -> list[Typed]:
    """Return what is said in an evening of who comes and goes, and of counters bought, counted and paid."""
    return [typed(place, event) for place, event in places(script) if isinstance(event, TABLE_WORK)]


def told_in(script: str) -> dict[str, list[Typed]]:
    """Return what is said in the games of an evening without naming a card, by the game."""
    told: dict[str, list[Typed]] = {}
    for place, event in places(script):
        game = place.evening.game
        if game is not None and isinstance(event, PlayEvent | DealEvent) and not names_cards(event):
            told.setdefault(game.game.name, []).append(typed(place, event))
    return told


def made_up(game: str, players: int = 4, seed: int = 1) -> list[Typed]:
    """Return an evening of a game that is made up, with as many of each kind of saying as its golden evening has."""
    shares = Counter(saying.kind for deal in deals_of(game) for saying in deal)
    walk, told = RandomWalk(game, seed), list[Typed]()
    walk.evening = begin_evening(game, players)
    while len(told) < MADE_UP:
        place, so_far = walk.here(), Counter(saying.kind for saying in told)
        possible = possible_at(place, shares)
        if not possible and game_named(game).without_deals:  # all is shared: the next begins
            walk.evening = begin_evening(game, players)
            continue
        assert possible, f"nothing goes on after {told[-1].full}"
        missing = {kind: shares[kind] * (len(told) + 1) / shares.total() - so_far[kind] for kind in possible}
        goes_on = [kind for kind in possible if not kind.startswith(INTERRUPTING) or missing[kind] > 0]
        kind = max(goes_on or possible, key=missing.__getitem__)
        told.append(typed(place, possible[kind]))
        walk.evening.apply(EffectiveEvent(place.newest + 1, possible[kind]))
    return told


def possible_at(place: WalkPlace, shares: Counter[str]) -> dict[str, Event]:
    """Return a saying of each kind that may be said at a place and names no card; rather of the kinds that are told."""
    possible: dict[str, Event] = {}
    around = any(kind.startswith(INTERRUPTING) for kind in shares)
    for _ in range(TRIES):
        may = place.chooser.choose(candidates(place.evening, place.chooser, interruptions=around))
        event = random_saying(may, place.chooser, place.evening)
        if not isinstance(event, PlayEvent | DealEvent) or kind_of(event) in possible or names_cards(event):
            continue
        if place.told(event)[0] is None:
            possible[kind_of(event)] = event
    return {kind: event for kind, event in possible.items() if shares[kind]} or possible


def typed(place: WalkPlace, event: Event) -> Typed:
    """Return an event as it is typed at a place."""
    full = write(Misdeal() if isinstance(event, Misdeal) else event, place.evening.money)
    return Typed(full, shortest(place, shorthand_of(place), full), names_cards(event), kind_of(event))


def names_cards(event: Event) -> bool:
    """Return whether an event names cards, other than a turn-up."""
    return any(getattr(event, field, ()) for field in ("cards", "discards"))


def kind_of(event: Event) -> str:
    """Return what is said by an event: of a declaration its word, but for figures, and what is told with it."""
    word = event.word if isinstance(event, Says) and not event.word.isdigit() else ""
    told = [field for field in event.__struct_fields__ if field not in ("player", "word") and getattr(event, field)]
    return " ".join(filter(None, (type(event).__name__, word, *told)))


def places(script: str) -> Iterator[tuple[WalkPlace, Event]]:
    """Yield every place of an evening, and the saying there."""
    walk = RandomWalk("nap", 0)
    for counted in replay_script(script, "golden").evening.effective:
        yield walk.here(), counted.event
        walk.evening.apply(counted)


def shortest(place: WalkPlace, short: Shorthand, saying: str) -> str:
    """Return the shortest form of a saying that is still understood."""

    def understood(line: str) -> bool:
        try:
            spelled = line if place.reads(line) else short.spelled_out(line)
            if not place.reads(spelled):
                return terse_saying(short, line) == saying
            told = spelled if spelled == saying else terse_saying(short, spelled, of_the_turn=True)
            return told == saying and (spelled == saying or place.said(spelled)[0] is not None)
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
        for short in (word[:size].lower() for size in range(1, len(word))):
            tried = [*words[:at], INSTEAD.get(word, short), *words[at + 1 :]]
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
    if line.endswith('"') and understood(line.replace('"', "")):
        return line.replace('"', "")
    for at in reversed([place for place, letter in enumerate(line) if letter in " ="]):
        tried = line[:at] + line[at + 1 :]
        if '"' not in line[:at] and understood(tried):
            line = tried
    return line


def main(games: list[str]) -> None:
    """Print the table."""
    print("| game | deals | sayings | keys a saying, in full | short | keys a deal, in full | short | made up |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for game in games:
        deals = deals_of(game)
        sayings = [saying for deal in deals for saying in deal]
        full = sum(len(saying.full) + ENTER for saying in sayings)
        short = sum(len(saying.short) + ENTER for saying in sayings)
        averages = [f"{keys / number:.1f}" for number in (len(sayings), len(deals)) for keys in (full, short)]
        averages.append(f"{keys_a_saying(made_up(game)):.1f}")
        print(f"| {game} | {len(deals)} | {len(sayings)} | {' | '.join(averages)} |", flush=True)


def keys_a_saying(told: list[Typed]) -> float:
    """Return how many keys a saying takes in its shortest form, with Enter."""
    return sum(len(saying.short) + ENTER for saying in told) / len(told)


if __name__ == "__main__":
    main(sys.argv[1:] or list(GAMES))
