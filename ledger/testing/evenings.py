"""Evenings from text, random evenings, and what has to hold after every event of them."""

from collections.abc import Sequence
from typing import Any, cast

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from ledger.api.table import replay_answer
from ledger.core.books import Pool
from ledger.core.events import AnyEvent, Deal, Event, Insert, Joins, Leaves, OpenEvening, RecordedEvent, Undo, Void
from ledger.core.refusals import Code, Refusal
from ledger.evening.fold import Evening
from ledger.games.language import Reader, write
from ledger.games.registry import game_named
from ledger.interchange.script import RefusedLine, replay_script
from ledger.log.digests import BEFORE_THE_FIRST
from ledger.log.replay import Replay
from ledger.projections import summary as summaries
from ledger.projections.offers import expecting
from ledger.testing.random_evenings import (
    NAMES,
    RandomChooser,
    begin_again,
    begin_evening,
    candidates,
    random_options,
    random_saying,
    say_something,
)

EXAMPLES = settings().max_examples
"""The number of examples per property: 34, and more with `pytest --thorough` or `pytest --hundreds N`."""
TIMES = max(1, EXAMPLES // 100)
"""The factor for the number of long evenings, compared with an ordinary run."""


def tries(number: int) -> int:
    """Scale a number of tries, given for 100 examples, to this run."""
    return max(1, number * EXAMPLES // 100)


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


def carried(evening: Evening) -> dict[str, Any]:
    """Return what the open game carries over, as programs see it."""
    (values,) = summaries.summary(evening).carry.values()
    return dict(values)


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


def as_golden(total: summaries.EveningSummary) -> dict[str, Any]:
    """Return the result of an evening in the form of the golden files."""
    answer = msgspec.to_builtins(replay_answer(total, 0, BEFORE_THE_FIRST))
    return {key: value for key, value in answer.items() if key not in ("unit", "counter", "events", "head")}


def fingerprint(evening: Evening) -> dict[str, Any]:
    """Return all observable state of an evening, without the payments."""
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
        "carry": [repr(game.deal.carry), summaries.carried(evening), table.multiplier] if game and table else None,
        "dealer": [table.dealer, table.next_from, table.deals, sorted(table.paid)] if table else None,
        "postings": list(evening.books.postings),
        "events": len(evening.effective),
        "findings": evening.findings,
    }


def check_conservation(evening: Evening) -> None:
    """Check that balances and pools sum to zero, and equal the sums of the postings."""
    books = evening.books
    assert sum(books.balances.values()) + sum(books.pools.values()) == 0
    assert all(held > 0 for held in books.pools.values()), books.pools
    again: dict[Any, int] = {}
    for posting in books.postings:
        assert posting.amount > 0
        assert posting.why
        again[posting.payer] = again.get(posting.payer, 0) - posting.amount
        again[posting.payee] = again.get(posting.payee, 0) + posting.amount
    for player, balance in books.balances.items():
        assert again.get(player, 0) == balance
    for pool, held in books.pools.items():
        assert again.get(Pool(pool), 0) == held


def check_copy(evening: Evening, seen: dict[str, Any]) -> None:
    """Check that a copy from the last pause, with the deal in hand replayed, is the same."""
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
    reader = Reader(evening.money, evening.books.balances, evening.game.registered if evening.game else None)
    assert reader.read(write(event, evening.money)) == event


def random_evening(
    game: str,
    chooser: RandomChooser,
    most_players: int = 6,
    fewest_players: int = 2,
    given: Sequence[tuple[str, str]] = (),
) -> Evening | None:
    """Return an evening with random players and options; None if these cannot stand together.

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


class RandomEvening(RuleBasedStateMachine):
    """A random evening of a game, with interruptions, corrections, joins and leaves."""

    game: str
    most_players = 6
    fewest_players = 2
    given: Sequence[tuple[str, str]] = ()

    @initialize(chooser=CHANCES)
    def begin(self, chooser: RandomChooser) -> None:
        """Begin with random players and options."""
        evening = random_evening(self.game, chooser, self.most_players, self.fewest_players, self.given)
        self.log = Replay()
        self.numbers = 0
        self.seen = fingerprint(self.evening)
        if evening is None:
            evening = begin_evening(self.game, max(self.fewest_players, game_named(self.game).players[0]), self.given)
        for effective in evening.effective:
            self.record(effective.event)

    @property
    def evening(self) -> Evening:
        """Return the evening as it stands."""
        return self.log.evening

    def record(self, event: Event) -> bool:
        """Record an event and check the result; return False if it is refused."""
        try:
            self.log.add([RecordedEvent(self.numbers + 1, cast(AnyEvent, event))])
        except Refusal as refusal:
            if refusal.code is Code.RULES_BROKEN:  # it names the line of the rules
                raise
            says_why, unchanged = bool(refusal.sentence), fingerprint(self.evening) == self.seen
            assert says_why, "a refusal says what is wrong: give the turn a statement"
            assert unchanged, "a refused saying left something changed"
            return False
        self.numbers += 1
        self.seen = fingerprint(self.evening)
        check_saying(event, self.evening)
        check_conservation(self.evening)
        check_copy(self.evening, self.seen)
        return True

    @rule(chooser=CHANCES)
    def say(self, chooser: RandomChooser) -> None:
        """Say something that the turn asks for."""
        self.say_at_random(chooser, interruptions=False)

    @rule(chooser=CHANCES)
    def say_again(self, chooser: RandomChooser) -> None:
        """Say something more that the turn asks for."""
        self.say_at_random(chooser, interruptions=False)

    @rule(chooser=CHANCES)
    def say_around(self, chooser: RandomChooser) -> None:
        """Say something, or a penalty, a hand, a misdeal."""
        self.say_at_random(chooser, interruptions=True)

    def say_at_random(self, chooser: RandomChooser, interruptions: bool) -> None:
        """Record one of a few random sayings that fits."""
        for _ in range(4 if self.evening.game else 0):
            may = chooser.choose(candidates(self.evening, chooser, interruptions))
            event = random_saying(may, chooser, self.evening)
            if event is not None and self.record(event):
                return

    @precondition(lambda self: self.numbers > 3)
    @rule(chooser=CHANCES)
    def put_right(self, chooser: RandomChooser) -> None:
        """Take something back."""
        number = chooser.number(3, self.numbers)
        self.record(chooser.choose((Undo(), Void(number, "said in error"))))

    @precondition(lambda self: self.numbers > 3 and self.evening.game is not None)
    @rule(chooser=CHANCES)
    def insert(self, chooser: RandomChooser) -> None:
        """Insert a saying that was forgotten."""
        effective = self.evening.effective[-1]
        may = chooser.choose(candidates(self.evening, chooser, True))
        event = random_saying(may, chooser, self.evening)
        if event is not None and effective.number > 3:
            self.record(Insert(effective.number, "forgotten", event))

    @rule(chooser=CHANCES)
    def come_and_go(self, chooser: RandomChooser) -> None:
        """Let somebody join or leave."""
        seated = self.evening.seats.seated
        if seated and chooser.number(0, 1):
            self.record(Leaves(chooser.choose(seated)))
        else:
            leaver = chooser.choose((None, None, *seated))
            self.record(Joins(chooser.choose(NAMES[: self.most_players + 1]), replaces=leaver))

    def teardown(self) -> None:
        """Replay the whole evening, as it stands and as it was recorded."""
        if hasattr(self, "log"):
            check_replay(self.evening)
            whole = Replay()
            whole.add_whole(self.log.recorded)
            assert fingerprint(whole.evening) == self.seen, "the log gives another evening with its corrections first"
            assert whole.changed == self.log.changed


def machine_for(
    game: str,
    steps: int = 25,
    examples: int = 100,
    most_players: int = 6,
    fewest_players: int = 2,
    given: Sequence[tuple[str, str]] = (),
) -> Any:
    """Return a test case of random evenings, with interruptions and corrections.

    After every event the books are checked, and the deal in hand is replayed from the pause before it; the
    whole evening is replayed when it is over. Returns the test case for pytest to collect.
    """
    machine: Any = type(
        f"RandomEvening_{game}",
        (RandomEvening,),
        {"game": game, "most_players": most_players, "fewest_players": fewest_players, "given": given},
    )
    case = machine.TestCase
    case.settings = settings(
        max_examples=tries(examples),
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    return case


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
        assert evening.game is not None, "it has begun"
        quiet = begun = 0
        while evening.game and quiet < 5 and begun < deals:
            if evening.game.table.over:
                begin_again(evening)
            between = evening.game.turn.pause  # where a game may be over, and no more than penalties fit
            outcome = say_something(evening, chooser, len(evening.effective) + 1, interruptions=not between)
            quiet = quiet + 1 if outcome is None else 0
            if outcome is not None:
                check_saying(outcome.event, evening)
                begun += game_named(game).without_deals or isinstance(outcome.event, Deal)
                if outcome.postings:
                    check_conservation(evening)
        check_conservation(evening)
        dealt += begun
        again = Evening()
        again.apply_all(evening.effective)
        assert fingerprint(again) == fingerprint(evening)
        over = evening.game is None or (evening.game.turn.pause and begun)
        assert quiet < 5 or over, f"nothing fits any more at {game}: {expecting(evening)}"
    return dealt
