"""What an evening has come to in each game, and which debts were paid: kept as it goes on, with what it stands at.

So a question about many evenings replays none of them. Amounts are in the smallest unit.
"""

from collections.abc import Iterable, Iterator

import msgspec

from ledger.books import BANK
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Checkpoint, Finding, Outcome
from ledger.events import Begin, Close, Pays, Reopen

AT_THE_CLOSE = "close"
"""Stands for a game where counters were booked at the close of an evening, and in no game."""


STEP = 64
"""After so many events, where an evening is followed over more of them at once, it can be gone back to."""


class Paid(msgspec.Struct, frozen=True):
    """A debt that was paid."""

    event: int
    payer: str
    payee: str
    amount: int


class Course(msgspec.Struct, frozen=True):
    """How an evening has gone so far: from its beginning to where somebody has looked."""

    game: str = ""
    """The game that was begun last; empty before the first."""
    games: dict[str, dict[str, int]] = {}
    """What each player has won (+) or lost (−) in each game, in the order in which counters first moved there."""
    paid: tuple[Paid, ...] = ()


class Kept(msgspec.Struct, frozen=True):
    """What a checkpoint keeps of an evening, so that it can be taken up without what came before."""

    checkpoint: Checkpoint
    names: tuple[str, ...]
    """Every name declared so far."""
    findings: tuple[Finding, ...]
    """What was found before the events that the checkpoint still holds."""
    postings: int
    """How many movements of counters there were before them."""
    course: Course
    """How the evening had gone by then."""


class _Mark(msgspec.Struct, frozen=True):
    """Where an evening was looked at: after so many events and postings, and so many debts paid."""

    events: int
    postings: int
    within: int
    """How many of the postings are those of the event that comes next."""
    paid: int
    game: str
    games: dict[str, dict[str, int]]


class Following:
    """Follows an evening on its course: what was passed once is not looked at again."""

    def __init__(self, course: Course | None = None) -> None:
        """Begin where an evening was taken up, with the course that it had had before; None from its beginning."""
        course = course or Course()
        self._paid = list(course.paid)
        self._marks = [_Mark(0, 0, 0, len(self._paid), course.game, course.games)]

    @property
    def paid(self) -> int:
        """How many debts had been paid where it was last looked at."""
        return len(self._paid)

    @property
    def course(self) -> Course:
        """How it had gone where it was last looked at."""
        mark = self._marks[-1]
        return Course(mark.game, mark.games, tuple(self._paid))

    def back(self, events: int, postings: int) -> None:
        """Go back to where corrections have left everything as it was: so many events, and so many postings."""
        while len(self._marks) > 1 and (self._marks[-1].events > events or self._marks[-1].postings > postings):
            self._marks.pop()
        del self._paid[self._marks[-1].paid :]

    def to(self, evening: Evening, events: int, postings: int) -> Course:
        """The course of an evening when so many events had been told, and so many postings made, since it was taken up.

        An event may make postings before a place and after it: it ends a deal, and begins the next.
        """
        while (seen := self._marks[-1]).events + STEP < events:
            self._step(evening, seen.events + STEP, None)
        if (seen.events, seen.postings) != (events, postings):
            self._step(evening, events, postings)
        return self.course

    def _step(self, evening: Evening, events: int, postings: int | None) -> None:
        """Follow it so many events, and the next as far as so many postings; None: to where the last event ends."""
        mark = self._marks[-1]
        games = {game: dict(amounts) for game, amounts in mark.games.items()}
        game, made, within = mark.game, mark.postings, mark.within
        for game, outcome in in_games(evening.outcomes[mark.events : events], mark.game):
            _win_and_lose(games, game, outcome, within, len(outcome.postings))
            made, within = made + len(outcome.postings) - within, 0
        if postings is not None and made < postings:
            ((begun, outcome),) = in_games(evening.outcomes[events : events + 1], game)
            _win_and_lose(games, begun, outcome, within, within + postings - made)
            made, within = postings, within + postings - made
        self._paid += [Paid(one.number, one.event.player, one.event.payee, one.event.amount)
                       for one in evening.counted[mark.events : events] if isinstance(one.event, Pays)]  # fmt: skip
        self._marks.append(_Mark(events, made, within, len(self._paid), game, games))


def _win_and_lose(games: dict[str, dict[str, int]], game: str, outcome: Outcome, start: int, stop: int) -> None:
    """Add up what some of the postings of an event moved, in the game in which they were made."""
    if start == stop:
        return
    of_game = games.setdefault(AT_THE_CLOSE if isinstance(outcome.event, Close | Reopen) else game, {})
    for posting in outcome.postings[start:stop]:
        for account, amount in ((posting.payer, -posting.amount), (posting.payee, posting.amount)):
            if isinstance(account, str) and account != BANK:
                of_game[account] = of_game.get(account, 0) + amount


def in_games(outcomes: Iterable[Outcome], game: str = "") -> Iterator[tuple[str, Outcome]]:
    """What became of each event, with the game that was played then or before it.

    Before the first that begins it is `game`: the one before them, or empty.
    """
    for outcome in outcomes:
        if isinstance(outcome.event, Begin):
            game = outcome.event.game
        yield game, outcome


def course_of(evening: Evening, before: Course | None = None) -> Course:
    """The whole course of an evening that was taken up with a course before it."""
    return Following(before).to(evening, len(evening.outcomes), len(evening.books.postings))
