"""A second writing of a game's money, compared with its rules over random evenings.

`python -m ledger.testing.second_writings hearts plain:PlainHearts 3` plays the evening of the seed 3 again, in the
folder of the tests, and prints where the two differ.
"""

import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from ledger.core import events
from ledger.core.cards import RANKS, Card, in_order
from ledger.core.refusals import Code, Refusal
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Outcome
from ledger.games.language import write
from ledger.games.registry import fault_of
from ledger.testing.evenings import balances, carried, pools, random_evening
from ledger.testing.plain import Entry, PlainGame
from ledger.testing.random_evenings import NAMES, RandomChooser, random_saying, say_something
from ledger.testing.walks import so_far

SAYINGS, AT_LENGTH = 60, 180
"""The number of sayings of an evening; and of every fifth, in which deals are long and seldom void."""
OUTCOMES = (events.Wins, events.PoolWins, events.Split, events.Tricks, events.Left)


class CardByCard(RandomChooser):
    """Says an outcome only if nothing else is possible: deals are played to their end."""

    def choose(self, options: Sequence[Any]) -> Any:
        """Return one of these options."""
        return super().choose(
            [option for option in options if getattr(option, "kind", None) not in OUTCOMES] or options
        )


def random_entries(game: str, plain: type[PlainGame], seed: int) -> tuple[Evening, list[Entry]] | None:
    """Return a random evening and all its events; None if its last deal does not end.

    Sometimes a game is ended and begun again with some of the players; no deal is in hand at the end.
    """
    chooser = CardByCard(seed) if seed % 3 == 2 else RandomChooser(seed)
    combinations = plain.combinations
    evening = None
    while evening is None:  # options may be drawn that do not go together
        evening = random_evening(game, chooser, given=chooser.choose(combinations) if combinations else ())
    entries = [Entry(effective.event) for effective in evening.effective]
    begun = evening.effective[-1].event
    if getattr(plain, "buys", False) and chooser.number(0, 3):
        for player in evening.seats.seated:
            entries += apply(evening, events.Buys(player, chooser.choose((3, 10, 25, 60, 200))))
    sayings, quiet = chooser.choose((*[(SAYINGS, 1)] * 4, (AT_LENGTH, 10)))
    for _ in range(sayings):
        pause = evening.game.turn.pause
        event = around_play(evening, chooser) if chooser.number(1, 3 if pause else 40 * quiet) == 1 else None
        added = apply(evening, event) if event else say(evening, chooser, quiet)
        if not added and event is None:  # nothing more was found to be said
            added = apply(evening, breaking_off(evening, chooser))
        entries += added
        if isinstance(chooser, CardByCard) and evening.game and isinstance(evening.effective[-1].event, events.Deal):
            entries += hands(evening, chooser)
        if evening.game is None:
            entries += apply(evening, events.Begin(game, begun.options, some_of(evening.seats.seated, chooser)))
            if evening.game is None:
                return evening, entries
    for _ in range(SAYINGS):
        if evening.game is None or evening.game.turn.pause:
            return evening, entries
        entries += apply(evening, breaking_off(evening, chooser)) or say(evening, chooser, quiet, dealing=False)
    return None


def breaking_off(evening: Evening, chooser: RandomChooser) -> events.AnyEvent:
    """Return an event that ends the game, or makes the deal void."""
    return ending(evening, chooser) if evening.game.turn.pause or chooser.number(0, 1) else events.Misdeal("enough")


def apply(evening: Evening, event: events.AnyEvent) -> list[Entry]:
    """Apply an event and return all events that it caused; an empty list if it is refused."""
    pause = evening.game is None or evening.game.turn.pause
    try:
        return entries_of(evening, pause, evening.apply(events.EffectiveEvent(len(evening.effective) + 1, event)))
    except Refusal as refusal:
        if refusal.code is Code.RULES_BROKEN:  # it names the line of the rules
            raise
        return []


def say(evening: Evening, chooser: RandomChooser, quiet: int, dealing: bool = True) -> list[Entry]:
    """Apply a random saying that is asked for, and return all events that it caused."""
    pause, around = evening.game.turn.pause, chooser.number(1, 3 * quiet) == 1
    outcome = say_something(evening, chooser, len(evening.effective) + 1, around, dealing)
    return entries_of(evening, pause, outcome) if outcome else []


def hands(evening: Evening, chooser: RandomChooser) -> list[Entry]:
    """Apply some or all hands of a deal that has begun, if hands may be said."""
    entries: list[Entry] = []
    for _ in range(chooser.choose((0, 0, 3, 12))):
        known = [may for may in evening.game.deal.interruptions() if may.kind is events.Holds]
        event = random_saying(known[0], chooser, evening) if known else None
        entries += apply(evening, event) if event else []
    return entries


def entries_of(evening: Evening, pause: bool, outcome: Outcome) -> list[Entry]:
    """Return the events of an outcome: assumed ones first, and which of them ended a deal."""
    follows = isinstance(outcome.event, events.Deal | events.End) or evening.last_pause.events < len(evening.effective)
    before = outcome.over is not None and not pause and bool(outcome.answered) and follows
    over = outcome.over is not None and (
        not before or (isinstance(outcome.event, events.Deal) and outcome.over.deal == evening.books.deal)
    )
    assumed = [
        Entry(cast(events.AnyEvent, event), True, before and event is outcome.answered[-1])
        for event in outcome.answered
    ]
    return [*assumed, Entry(outcome.event, False, over)]


def around_play(evening: Evening, chooser: RandomChooser) -> events.AnyEvent:
    """Return an event that seats or removes a player, makes the deal void, or ends the game."""
    if not evening.game.turn.pause and chooser.number(0, 1):
        return events.Misdeal("a card was faced")
    if chooser.number(1, 10) == 1:
        return ending(evening, chooser)
    seated = evening.seats.seated
    if len(seated) > 2 and chooser.number(0, 1):
        return events.Leaves(chooser.choose(seated))
    if chooser.number(1, 4) == 1:
        return events.Joins(chooser.choose(NAMES[:8]), replaces=chooser.choose(seated))
    return events.Joins(chooser.choose(NAMES[:8]), chooser.choose((None, chooser.choose(seated))))


def ending(evening: Evening, chooser: RandomChooser) -> events.End:
    """Return a random end of the game; players who draw equal cards draw again."""
    how = chooser.choose((None, "divide", "draw", "leave"))
    if how != "draw":
        return events.End(how)
    game = evening.game
    draws = dict[str, tuple[Card, ...]](dict.fromkeys(game.deal.sharers(), ()))
    again, ranks = list(draws), [*RANKS[1:], RANKS[0]]
    while again and (len(again) > 1 or not draws[again[0]]):
        pack = in_order(game.deal.pack - {Card.JOKER})
        for player in again:
            card = chooser.choose(pack)
            draws[player] += (card,)
            pack = tuple(other for other in pack if other is not card)
        lowest = min(ranks.index(draws[player][-1].rank) for player in again)
        again = [player for player in again if ranks.index(draws[player][-1].rank) == lowest]
    return events.End(how, tuple(draws.items()))


def some_of(seated: Sequence[str], chooser: RandomChooser) -> tuple[str, ...]:
    """Return the players of a new game: all at the table, or some of them."""
    if chooser.number(0, 1):
        return ()
    return tuple(player for player in seated if chooser.number(0, 3))


def compare(game: str, plain: type[PlainGame], seeds: Iterable[int]) -> int:
    """Compare random evenings with a second writing; return how many were compared."""
    compared = 0
    for seed in seeds:
        random = random_entries(game, plain, seed)
        if random is None:
            continue
        difference = difference_of(*random, plain)
        assert not difference, f"{difference}\n\n{_command(game, plain, seed)}"
        compared += 1
    return compared


def difference_of(evening: Evening, entries: Sequence[Entry], plain: type[PlainGame]) -> str:
    """Return the first deal in which a second writing differs, and its money; else empty."""
    reckoned, again, fault = plain(), Evening(), ""
    unread = iter(entries)
    pause, before = 0, dict[str, int]()
    for number, effective in enumerate(evening.effective, 1):
        again.apply(effective)
        try:
            for entry in unread:
                reckoned.hear(entry)
                if not entry.assumed:
                    break
        except Exception as error:  # a second writing may fail in any way: it is shown where
            fault = f"the second writing fails: {fault_of(error, plain.__module__)}"
        within = again.game is not None and not again.game.turn.pause
        if within and not fault:
            continue
        rules, second = balances(again) | pools(again), reckoned.balances() | reckoned.pools()
        plain_counts = reckoned.carried() if again.game and not fault else None
        counts = carried(again) if plain_counts is not None else None
        if fault or rules != second or counts != plain_counts:
            what = "counts" if rules == second else "money"
            differs = fault or f"the rules and {plain.__name__} come to different {what}"
            at = f"{differs} by the end of deal {again.books.deal}, at: {write(effective.event, again.money)}"
            rows = _moves(again, before, rules, second) + _counts(counts or {}, plain_counts or {})
            unread_counts = rules != second and again.game and plain_counts is None and carried(again)
            hint = ["", f"Counts were not compared: give {plain.__name__} a method `carried`."] if unread_counts else []
            return "\n".join((at, "", *_deal_since(again, pause, rows), *hint, "", "The evening:", "", so_far(again)))
        pause, before = number, rules
    return ""


def _deal_since(evening: Evening, pause: int, rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Yield what was said since a pause, what it came to, and what the rules paid."""
    yield "What was said:"
    yield from (f"  {write(saying.event, evening.money)}" for saying in evening.effective[pause:])
    yield ""
    yield from _table(rows)
    paid = [posting for posting in evening.books.postings if posting.event > pause]
    yield from ("", "What the rules paid, and why:") if paid else ()
    for posting in paid:
        yield f"  {posting.payer} pays {posting.payee} {evening.money.show(posting.amount)}: {posting.why}"


def _moves(
    evening: Evening, before: Mapping[str, int], rules: Mapping[str, int], second: Mapping[str, int]
) -> list[tuple[str, ...]]:
    """Return what each player and pool has got since both were equal, by either."""
    show = evening.money.show_change
    return [
        (name, *(show(after.get(name, 0) - before.get(name, 0)) for after in (rules, second)))
        for name in dict.fromkeys((*before, *rules, *second))
    ]


def _counts(rules: Mapping[str, Any], second: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Return what is carried to the next deal, value by value."""
    flat = [
        {
            f"{name} {key}".rstrip(): str(count)
            for name, value in counts.items()
            for key, count in (value.items() if isinstance(value, Mapping) else (("", value),))
        }
        for counts in (rules, second)
    ]
    return [(name, *(counts.get(name, "") for counts in flat)) for name in dict.fromkeys((*flat[0], *flat[1]))]


def _table(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """Return rows in lines, those that differ marked."""
    rows = [("", "rules", "second writing"), *rows]
    width = max(len(name) for name, *_ in rows)
    return [
        f"{name:{width}}  {one:>12}  {other:>14}  {'differs' if name and one != other else ''}".rstrip()
        for name, one, other in rows
    ]


def _command(game: str, plain: type[PlainGame], seed: int) -> str:
    """Return how to play an evening again."""
    folder = Path(inspect.getfile(plain)).parent
    return f"cd {folder} && python -m ledger.testing.second_writings {game} {plain.__module__}:{plain.__name__} {seed}"


def main(arguments: Sequence[str]) -> int:
    """Play a random evening again, and print where its second writing differs."""
    game, plain, seed = arguments
    module, _, name = plain.partition(":")
    sys.path.insert(0, "")
    random = random_entries(game, getattr(import_module(module), name), int(seed))
    difference = difference_of(*random, getattr(import_module(module), name)) if random else ""
    print(difference or "both come to the same")
    return 1 if difference else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
