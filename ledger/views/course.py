"""What an evening has come to in each game, and which debts were paid: kept beside its log as it goes on.

So a question about many evenings replays none of them. Amounts are in the smallest unit.
"""

import msgspec

from ledger.books import BANK
from ledger.evening.fold import Evening
from ledger.events import Begin, Close, Pays

AT_THE_CLOSE = "close"
"""Stands for a game where counters were booked at the close of an evening, and in no game."""


MARKS = 50
"""To so many places can be gone back; further, it is followed from its beginning again."""


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


class Following:
    """Follows an evening on its course: what was passed once is not looked at again."""

    def __init__(self, course: Course | None = None) -> None:
        """Begin where an evening was taken up, with the course that it had had before; None from its beginning."""
        self._marks = [(0, 0, course or Course())]

    @property
    def course(self) -> Course:
        """How it had gone where it was last looked at."""
        return self._marks[-1][2]

    def back(self, postings: int) -> None:
        """Go back to where fewer postings had been made than these, which corrections have left as they were."""
        while len(self._marks) > 1 and self._marks[-1][1] >= postings:
            self._marks.pop()

    def to(self, evening: Evening, events: int, postings: int) -> Course:
        """The course of an evening when so many events had been told, and so many postings made, since it was taken up.

        An event may make postings before a place and after it: it ends a deal, and begins the next.
        """
        seen, made, course = self._marks[-1]
        games = {game: dict(amounts) for game, amounts in course.games.items()}
        game, place = course.game, seen
        for posting in evening.books.postings[made:postings]:
            while evening.outcomes[place].number != posting.event:
                game = _begun(evening, place, game)
                place += 1
            of_game = games.setdefault(_begun(evening, place, game), {})
            for account, amount in ((posting.payer, -posting.amount), (posting.payee, posting.amount)):
                if isinstance(account, str) and account != BANK:
                    of_game[account] = of_game.get(account, 0) + amount
        for told in range(place, events):
            game = _begun(evening, told, game)
        paid = [Paid(one.number, one.event.player, one.event.payee, one.event.amount)
                for one in evening.counted[seen:events] if isinstance(one.event, Pays)]  # fmt: skip
        self._marks.append((events, postings, Course(game, games, (*course.paid, *paid))))
        del self._marks[1:-MARKS]
        return self.course


def _begun(evening: Evening, place: int, game: str) -> str:
    """The game in which counters move with the event at that place, where it was that game before it."""
    event = evening.outcomes[place].event
    return event.game if isinstance(event, Begin) else AT_THE_CLOSE if isinstance(event, Close) else game


def course_of(evening: Evening, before: Course | None = None) -> Course:
    """The whole course of an evening that was taken up with a course before it."""
    return Following(before).to(evening, len(evening.outcomes), len(evening.books.postings))
