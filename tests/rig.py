"""Shared by the tests of the games: evenings from text, and random evenings with checked invariants."""

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from ledger.api.table import replay_answer
from ledger.core.books import Pool
from ledger.core.events import Deal, Event, Insert, Joins, Leaves, OpenEvening, RecordedEvent, Undo, Void
from ledger.core.refusals import Refusal
from ledger.evening.fold import Evening
from ledger.games.language import Reader, write
from ledger.games.registry import game_named
from ledger.interchange.script import RefusedLine, replay_script, write_for
from ledger.log.replay import Replay
from ledger.projections.offers import expecting
from ledger.projections.summary import EveningSummary, carried, summary
from ledger.testing.random_evenings import (
    NAMES,
    RandomChooser,
    begin_evening,
    candidates,
    random_options,
    random_saying,
    say_something,
)

EXAMPLES = settings.default.max_examples
"""The number of examples per property: 34, and more with `pytest --thorough` or `pytest --hundreds N`."""
TIMES = max(1, EXAMPLES // 100)
"""How many times more long evenings are played than in an ordinary run."""
SELDOM = pytest.mark.thorough
"""Marks tests for the thorough run only."""
EVENINGS = Path(__file__).parent / "evenings"


def tries(number: int) -> int:
    """Scale a number of tries, given for 100 examples, to this run."""
    return max(1, number * EXAMPLES // 100)


def asked_for(variable: str, many: int) -> range:
    """Return the seeds to try: `many`, or those that an environment variable names (`200`, or `77-78`)."""
    first, _, last = os.environ.get(variable, str(many)).rpartition("-")
    return range(int(first or 0), int(last))


def one_in(number: int, values: Sequence) -> list:
    """Return every nth value of a parameter for an ordinary run, and all of them for a thorough run."""
    return [
        value if place % number == 0 else pytest.param(*(value if isinstance(value, tuple) else [value]), marks=SELDOM)
        for place, value in enumerate(values)
    ]


def play(players: str, script: str, money: str = "") -> Evening:
    """Replay a script, indented or not, after an opening for these players."""
    lines = "\n".join(line.strip() for line in script.strip().splitlines())
    return replay_script(f'evening "A test" {money}\nplayers {players}\n{lines}\n', "test").evening


def balances(evening: Evening) -> dict[str, int]:
    """Return the balances other than zero."""
    return {player: balance for player, balance in evening.books.balances.items() if balance}


def pools(evening: Evening) -> dict[str, int]:
    """Return the pools that are not empty, with their amounts."""
    return {name: held for name, held in evening.books.pools.items() if held}


def carry(evening: Evening) -> dict:
    """Return what the open game carries over, as programs see it."""
    (carried,) = summary(evening).carry.values()
    return carried


def refused(players: str, script: str, *fragments: str, money: str = "") -> RefusedLine:
    """Check that the last saying of a script is refused with these words."""
    lines = [line.strip() for line in script.strip().splitlines()]
    with pytest.raises(RefusedLine) as caught:
        play(players, script, money)
    assert caught.value.line == len(lines) + 2, f"refused too early: {caught.value}"
    for fragment in fragments:
        assert fragment in caught.value.message
    return caught.value


CHANCES = st.integers(0, 2**32 - 1).map(RandomChooser)
"""One draw gives all the random choices of a saying; a draw for each choice would be too slow."""


def as_golden(total: EveningSummary) -> dict:
    """Return what an evening comes to as the golden files have it."""
    answer = msgspec.to_builtins(replay_answer(total, 0, ""))
    return {key: value for key, value in answer.items() if key not in ("unit", "counter", "events", "head")}


def fingerprint(evening: Evening) -> dict:
    """Return all observable state of an evening, but for payments, which follow from what is owed."""
    game = evening.game
    table = game.table if game else None
    return {
        "opening": evening.opening,
        "money": evening.money,
        "seats": [list(evening.seats.ring), evening.seats.seated],
        "balances": dict(evening.books.balances),
        "pools": pools(evening),
        "owed": evening.owed(),
        "closed": evening.closed,
        "expecting": expecting(evening),
        "asks": game.turn.asks if game else None,
        "hands": {player: list(hand) for player, hand in table.hands.items()} if table else None,
        "played": dict(table.played) if table else None,
        "carry": [repr(game.deal.carry), carried(evening), table.multiplier] if game else None,
        "dealer": [table.dealer, table.next_from, table.deals, sorted(table.paid)] if table else None,
        "postings": list(evening.books.postings),
        "events": len(evening.effective),
        "findings": evening.findings,
    }


def check_conservation(evening: Evening) -> None:
    books = evening.books
    assert sum(books.balances.values()) + sum(books.pools.values()) == 0
    assert all(held > 0 for held in books.pools.values()), books.pools
    again: dict = {}
    for posting in books.postings:
        assert posting.amount > 0
        assert posting.why
        again[posting.payer] = again.get(posting.payer, 0) - posting.amount
        again[posting.payee] = again.get(posting.payee, 0) + posting.amount
    for player, balance in books.balances.items():
        assert again.get(player, 0) == balance
    for pool, held in books.pools.items():
        assert again.get(Pool(pool), 0) == held


def check_copy(evening: Evening, seen: dict) -> None:
    """Check that a copy from the last pause, with the deal in hand replayed, is the same; it has no older postings."""
    resumed = fingerprint(evening.copy())
    assert all(resumed[key] == seen[key] for key in seen if key not in ("postings", "events", "findings"))


def check_replay(evening: Evening) -> None:
    """Check that a replay gives the same evening."""
    again = Evening()
    again.apply_all(evening.effective)
    seen = fingerprint(evening)
    assert fingerprint(again) == seen
    check_copy(evening, seen)


def check_saying(event: Event, evening: Evening) -> None:
    """Check that an event, written and read again, is the same."""
    reader = Reader(evening.money, evening.books.balances, evening.game.game.name if evening.game else None)
    assert reader.read(write(event, evening.money)) == event


def random_evening(
    game: str, chooser, most_players: int = 6, fewest_players: int = 2, given: Sequence[tuple[str, str]] = ()
) -> Evening | None:
    """Return an evening with random players and options, or None if the game refuses the combination.

    `given` are options that the evening has in any case.
    """
    rules = game_named(game)
    low, high = max(rules.players[0], fewest_players), rules.players[1]
    opening = OpenEvening("Random") if chooser.number(0, 2) else OpenEvening("Random", None, None, "lsd", 4)
    try:
        number = chooser.number(low, min(high or most_players, most_players))
        options = [*given, *(option for option in random_options(rules, chooser) if option[0] not in dict(given))]
        return begin_evening(game, number, options, opening)
    except Refusal:
        return None


def machine_for(
    game: str,
    steps: int = 25,
    examples: int = 100,
    most_players: int = 6,
    fewest_players: int = 2,
    given: Sequence[tuple[str, str]] = (),
):
    """Return a test case that plays random evenings of a game, with interruptions and corrections.

    After every event the books are checked, and the deal in hand is replayed from the pause before it; the
    whole evening is replayed when it is over. Returns the test case for pytest to collect.
    """

    class RandomEvening(RuleBasedStateMachine):
        @initialize(chooser=CHANCES)
        def begin(self, chooser):
            evening = random_evening(game, chooser, most_players, fewest_players, given)
            self.log = Replay(write_for)
            self.numbers = 0
            self.seen = fingerprint(self.evening)
            if evening is None:
                evening = begin_evening(game, max(fewest_players, game_named(game).players[0]), given)
            for counted in evening.effective:
                self.record(counted.event)

        @property
        def evening(self) -> Evening:
            return self.log.evening

        def record(self, event: Event) -> bool:
            """Record an event and check the result; return False if it is refused and nothing has changed."""
            try:
                self.log.add([RecordedEvent(self.numbers + 1, event)])
            except Refusal as refusal:
                assert fingerprint(self.evening) == self.seen, "a refused saying left something changed"
                assert refusal.sentence
                return False
            self.numbers += 1
            self.seen = fingerprint(self.evening)
            check_saying(event, self.evening)
            check_conservation(self.evening)
            check_copy(self.evening, self.seen)
            return True

        @rule(chooser=CHANCES)
        def say(self, chooser):
            self.say_at_random(chooser, interruptions=False)

        @rule(chooser=CHANCES)
        def say_again(self, chooser):
            self.say_at_random(chooser, interruptions=False)

        @rule(chooser=CHANCES)
        def say_around(self, chooser):
            self.say_at_random(chooser, interruptions=True)

        def say_at_random(self, chooser, interruptions: bool) -> None:
            for _ in range(4 if self.evening.game else 0):
                may = chooser.choose(candidates(self.evening, chooser, interruptions))
                event = random_saying(may, chooser, self.evening)
                if event is not None and self.record(event):
                    return

        @precondition(lambda self: self.numbers > 3)
        @rule(chooser=CHANCES)
        def put_right(self, chooser):
            number = chooser.number(3, self.numbers)
            self.record(chooser.choose((Undo(), Void(number, "said in error"))))

        @precondition(lambda self: self.numbers > 3 and self.evening.game)
        @rule(chooser=CHANCES)
        def insert(self, chooser):
            counted = self.evening.effective[-1]
            may = chooser.choose(candidates(self.evening, chooser, True))
            event = random_saying(may, chooser, self.evening)
            if event is not None and counted.number > 3:
                self.record(Insert(counted.number, "forgotten", event))

        @rule(chooser=CHANCES)
        def come_and_go(self, chooser):
            seated = self.evening.seats.seated
            if seated and chooser.number(0, 1):
                self.record(Leaves(chooser.choose(seated)))
            else:
                self.record(Joins(chooser.choose(NAMES[:most_players])))

        def teardown(self):
            if hasattr(self, "log"):
                check_replay(self.evening)

    RandomEvening.__name__ = f"RandomEvening_{game}"
    case = RandomEvening.TestCase
    case.settings = settings(
        max_examples=tries(examples),
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    return case


def words_of_random_evenings(game: str, deals: int, seeds: Sequence[int]) -> set[str]:
    """Return the words of random evenings of a game; for events without a word, their kind."""
    from ledger.testing.random_evenings import simulate

    evenings = [simulate(game, deals, 4, RandomChooser(seed)) for seed in seeds]
    return {getattr(event, "word", None) or type(event).__name__ for events in evenings for event in events}


def play_many(
    game: str,
    deals: int,
    seeds: Sequence[int],
    most_players: int = 6,
    fewest_players: int = 2,
    given: Sequence[tuple[str, str]] = (),
) -> int:
    """Play long random evenings, one for each seed, and return the number of deals."""
    dealt = 0
    for seed in range(seeds[0], seeds[0] + len(seeds) * TIMES):
        chooser = RandomChooser(seed)
        evening = random_evening(game, chooser, most_players, fewest_players, given)
        if evening is None:
            continue
        quiet = begun = 0
        while quiet < 5 and begun < deals:
            between = evening.game.turn.pause  # where a game may be over, and no more than penalties fit
            outcome = say_something(evening, chooser, len(evening.effective) + 1, interruptions=not between)
            quiet = quiet + 1 if outcome is None else 0
            if outcome is not None:
                check_saying(outcome.event, evening)
                begun += isinstance(outcome.event, Deal)
                if outcome.postings:
                    check_conservation(evening)
        check_conservation(evening)
        dealt += begun
        again = Evening()
        again.apply_all(evening.effective)
        assert fingerprint(again) == fingerprint(evening)
        over = evening.game.turn.pause and evening.game.table.deals
        assert quiet < 5 or over, f"nothing fits any more at {game}: {evening.game.turn.asks}"
    return dealt
