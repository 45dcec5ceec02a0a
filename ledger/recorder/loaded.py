"""An evening as it was taken up from the store, and as it has gone on since; and what is written beside it."""

from ledger.evening.fold import Evening
from ledger.log.commands import Sayings
from ledger.projections.course import BEGINNING, Following, Kept
from ledger.projections.keeping import checkpoint_of
from ledger.store import Derived
from ledger.store.checkpoints import begins_a_stretch
from ledger.store.derivation import derived

HELD = 2_000
"""When a sitting holds so many events it forgets what is long over: they take about 2 MB."""
DEBTS_AN_EVENT = 32
"""To keep so many debts paid in a checkpoint costs about as much as to tell an event."""


class TakenUp:
    """An evening that is being recorded, as far as it was read and told: where it began, and where the log ends."""

    def __init__(self, sayings: Sayings, number: int, head: str, base: Kept | None, replayed: bool) -> None:
        """`base` is what was kept of the evening where it is told from; None: it is told from its beginning."""
        self.sayings = sayings
        self.number = number
        """The number of the newest event in the log."""
        self.head = head
        """Its digest."""
        self.replayed = replayed
        """Whether nothing was believed that is kept beside the log: it was read from its first event."""
        self.stands = True
        """Whether what is kept beside the log was of use, as far as was seen; if not, it is made anew at the next
        writing."""
        self.kept_at = -1
        """At which place of the evening the newest checkpoint was taken; −1 where that is not known."""
        self.kept_after: int | None = None
        """After which event it was made; None where that is not known."""
        self.begin_from(base)
        self.posted = self._posted()
        """How many movements of counters are written."""

    def begin_from(self, base: Kept | None) -> None:
        """Note where the evening is told from, which a correction may have moved back."""
        self.base = base
        self._following = Following(base)
        self._marked = [base.since if base else BEGINNING]
        """The newest pause that was kept by then, and those that were kept since, in their order."""

    @property
    def evening(self) -> Evening:
        """The evening as it stands."""
        return self.sayings.evening

    @property
    def _posted_before(self) -> int:
        """How many movements of counters had been written where the evening is told from."""
        return self.base.postings if self.base else 0

    def _posted(self) -> int:
        return self._posted_before + len(self.evening.books.postings)

    @property
    def holds_more_than_it_needs(self) -> bool:
        """Whether so much is held that is long over that it is no dearer to take the evening up anew."""
        held, in_hand = len(self.evening.counted), len(self.evening.counted) - self.evening.boundary.events
        return held >= max(HELD, 2 * in_hand)

    # What is written beside what was told

    def derived(self) -> Derived:
        """What is written beside what was told: as little as may be; after a correction, what may not be as before."""
        evening, before = self.evening, self._posted_before
        if retold := [one.retold for one in self.sayings.told if one.retold is not None]:
            events, after = (min(getattr(one.since, name) for one in retold) for name in ("events", "postings"))
            self._following.back(events, after)
            after, marked = min(before + after, self.posted), min(one.first for one in retold) - 1
            while self._marked[-1].number > marked:
                self._marked.pop()
            return derived(evening, evening.books.postings[after - before :], after, self._checkpoint(), marked)
        moved_on = evening.boundary.events != self.kept_at
        kept = self._checkpoint() if moved_on and self._checkpoint_is_due() else None
        return derived(evening, evening.books.postings[self.posted - before :], self.posted, kept)

    def write_down(self, head: str, beside: Derived) -> None:
        """Note that what was told is written, with this beside it: the log ends with it, and with the digest `head`."""
        self.number, self.head = self.sayings.told[-1].recorded.number, head
        self.sayings.told = []
        if (kept := beside.kept) is not None:
            self.kept_at, self.kept_after = self.evening.boundary.events, self.number
            if begins_a_stretch(kept, self.number):
                self._marked.append(kept.pause_after(self.number))
        self.posted = self._posted()

    def _checkpoint_is_due(self) -> bool:
        """Whether so much was said since the newest checkpoint that another, with the debts it holds, is no dearer.

        Of an evening that is closed there is always one after its newest event, for whoever asks about many evenings.
        """
        if self.kept_after is None or self.evening.closed:
            return True
        return self.sayings.number - self.kept_after > self._following.more_than(self._marked[-1]) // DEBTS_AN_EVENT

    def _checkpoint(self) -> Kept:
        return checkpoint_of(self.evening, self.sayings.reader.names, self.base, self._following, self._marked[-1])
