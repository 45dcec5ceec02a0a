"""What an evening has come to in each game, and which debts were paid: kept as it goes on, with what it stands at.

So a question about many evenings replays none of them. Amounts are in the smallest unit.
"""

from collections.abc import Iterable, Iterator

import msgspec

from ledger.core.books import BANK
from ledger.core.events import Begin, Close, Pays, Reopen
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Checkpoint, Finding, Outcome

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


class Pause(msgspec.Struct, frozen=True):
    """A pause that is kept: after which event, and how much had been found and paid by then. 0: the beginning."""

    number: int = 0
    findings: int = 0
    paid: int = 0

    @property
    def leaves_out(self) -> bool:
        """Whether anything had been found or paid by then, which is left out of what is kept later."""
        return bool(self.findings or self.paid)


BEGINNING = Pause()


class Kept(msgspec.Struct, frozen=True):
    """What is kept of an evening at a pause, so that it can be taken up without what came before.

    What was found, and which debts were paid, before an earlier pause that is kept is left out: it is kept there. So
    what is kept is of one size, however long the evening.
    """

    checkpoint: Checkpoint
    names: tuple[str, ...]
    """Every name declared so far."""
    findings: tuple[Finding, ...]
    """What was found since that earlier pause, before the events that the checkpoint still holds."""
    postings: int
    """How many movements of counters there were before them."""
    course: Course
    """How the evening had gone by then; the debts are those that were paid since that earlier pause."""
    since: Pause = BEGINNING
    """The earlier pause."""

    def pause_after(self, number: int) -> Pause:
        """The pause at which it is kept, after the event of that number."""
        since = self.since
        return Pause(number, since.findings + len(self.findings), since.paid + len(self.course.paid))

    def leaving_out(self, pause: Pause) -> "Kept":
        """The same with what was found and paid before a later pause left out."""
        findings = self.findings[pause.findings - self.since.findings :]
        paid = self.course.paid[pause.paid - self.since.paid :]
        course = msgspec.structs.replace(self.course, paid=paid)
        return msgspec.structs.replace(self, findings=findings, course=course, since=pause)

    def with_earlier(self, findings: Iterable[Finding], paid: Iterable[Paid]) -> "Kept":
        """The same with all that was found and paid before it."""
        course = msgspec.structs.replace(self.course, paid=(*paid, *self.course.paid))
        return msgspec.structs.replace(self, findings=(*findings, *self.findings), course=course, since=BEGINNING)


class _Mark(msgspec.Struct, frozen=True):
    """Where an evening was looked at: after so many events and postings, so much found and so many debts paid."""

    events: int
    postings: int
    within: int
    """How many of the postings are those of the event that comes next."""
    found: int
    paid: int
    game: str
    games: dict[str, dict[str, int]]


class Following:
    """Follows an evening on its course: what was passed once is not looked at again."""

    def __init__(self, before: Kept | None = None) -> None:
        """Begin where an evening was taken up, with what was kept of it there; None from its beginning."""
        course = before.course if before else Course()
        self._since = before.since if before else BEGINNING
        self._found = list(before.findings) if before else []
        self._paid = list(course.paid)
        """What was found, and paid, since then, that included which is kept there."""
        self._marks = [_Mark(0, 0, 0, len(self._found), len(self._paid), course.game, course.games)]

    def more_than(self, pause: Pause) -> int:
        """How much was found and paid after a pause, up to where it was last looked at."""
        since = self._since
        return len(self._found) - (pause.findings - since.findings) + len(self._paid) - (pause.paid - since.paid)

    def findings(self, pause: Pause) -> tuple[Finding, ...]:
        """What was found after a pause, up to where it was last looked at."""
        return tuple(self._found[pause.findings - self._since.findings :])

    def course(self, pause: Pause) -> Course:
        """How it had gone where it was last looked at, with the debts that were paid after a pause."""
        mark = self._marks[-1]
        return Course(mark.game, mark.games, tuple(self._paid[pause.paid - self._since.paid :]))

    def back(self, events: int, postings: int) -> None:
        """Go back to where corrections have left everything as it was: so many events, and so many postings."""
        while len(self._marks) > 1 and (self._marks[-1].events > events or self._marks[-1].postings > postings):
            self._marks.pop()
        del self._found[self._marks[-1].found :]
        del self._paid[self._marks[-1].paid :]

    def to(self, evening: Evening, events: int, postings: int) -> None:
        """Follow it to where so many events had been told, and so many postings made, since it was taken up.

        An event may make postings before a place and after it: it ends a deal, and begins the next.
        """
        while (seen := self._marks[-1]).events + STEP < events:
            self._step(evening, seen.events + STEP, None)
        if (seen.events, seen.postings) != (events, postings):
            self._step(evening, events, postings)

    def _step(self, evening: Evening, events: int, postings: int | None) -> None:
        """Follow it so many events, and the next as far as so many postings; None: to where the last event ends."""
        mark = self._marks[-1]
        games = {game: dict(amounts) for game, amounts in mark.games.items()}
        game, made, within = mark.game, mark.postings, mark.within
        for game, outcome in in_games(evening.outcomes[mark.events : events], mark.game):
            if outcome.postings:
                _win_and_lose(games, game, outcome, within, len(outcome.postings))
                made, within = made + len(outcome.postings) - within, 0
        if postings is not None and made < postings:
            ((begun, outcome),) = in_games(evening.outcomes[events : events + 1], game)
            _win_and_lose(games, begun, outcome, within, within + postings - made)
            made, within = postings, within + postings - made
        self._found += evening.findings_from(mark.events, events)
        self._paid += [Paid(one.number, one.event.player, one.event.payee, one.event.amount)
                       for one in evening.counted[mark.events : events] if isinstance(one.event, Pays)]  # fmt: skip
        self._marks.append(_Mark(events, made, within, len(self._found), len(self._paid), game, games))


def _win_and_lose(games: dict[str, dict[str, int]], game: str, outcome: Outcome, start: int, stop: int) -> None:
    """Add up what some of the postings of an event moved, in the game in which they were made."""
    if start == stop:
        return
    of_game = games.setdefault(AT_THE_CLOSE if isinstance(outcome.event, Close | Reopen) else game, {})
    for posting in outcome.postings[start:stop]:
        payer, payee, amount = posting.payer, posting.payee, posting.amount
        if type(payer) is str and payer != BANK:
            of_game[payer] = of_game.get(payer, 0) - amount
        if type(payee) is str and payee != BANK:
            of_game[payee] = of_game.get(payee, 0) + amount


def in_games(outcomes: Iterable[Outcome], game: str = "") -> Iterator[tuple[str, Outcome]]:
    """What became of each event, with the game that was played then or before it.

    Before the first that begins it is `game`: the one before them, or empty.
    """
    for outcome in outcomes:
        if isinstance(outcome.event, Begin):
            game = outcome.event.game
        yield game, outcome


def course_of(evening: Evening, before: Kept | None = None) -> Course:
    """The course of an evening to its end, with what was kept of it `before`, where it was taken up."""
    following = Following(before)
    following.to(evening, len(evening.outcomes), len(evening.books.postings))
    return following.course(before.since if before else BEGINNING)
