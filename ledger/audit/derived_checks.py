"""What is checked of all that lies beside the log: that it is what a replay gives, to the letter."""

from ledger.audit.finding import DERIVED, RESTORE
from ledger.audit.run import Case, OfReplay
from ledger.core.money import Money
from ledger.core.refusals import printable
from ledger.evening.fold import Evening
from ledger.projections.course import Kept
from ledger.projections.keeping import pauses
from ledger.projections.passing import Part
from ledger.store.checkpoints import CHECKPOINT_FORM, StoredCheckpoint, kept_body, read_since
from ledger.store.database import Row
from ledger.store.rows import posting_row


class WrittenBesideAsReplayed(OfReplay):
    """The stored movements of counters are those that the replay makes."""

    named = "written beside as replayed"

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self._stored = iter(case.evidence.postings)
        self._place = self._wrong = 0
        self._first = ""
        self._event: int | None = None
        """What is said of the first that is wrong, and the event of which it should be."""

    def passes(self, part: Part) -> None:
        """Hold the next rows to what the replay makes."""
        for posting in part.postings:
            wanted = tuple(posting_row(self.case.id, self._place + 1, posting).values())
            self._compare(wanted, next(self._stored, None), posting.event)

    def compare(self, evening: Evening) -> None:
        """Say which are not as replayed, those included that the replay does not make."""
        for found in self._stored:
            self._compare(None, found, None)
        if self._wrong:
            others = self._wrong - 1
            more = f"; {others} more {'are' if others > 1 else 'is'} not as replayed" if others else ""
            self.find("posting", self._event, self._first + more, DERIVED)

    def _compare(self, wanted: Row | None, found: Row | None, event: int | None) -> None:
        self._place += 1
        if wanted == found:
            return
        if not self._wrong:
            money = self.case.passage.evening.money
            self._first = (
                f"movement {self._place} is {_shown(found, money)}, and the replay gives {_shown(wanted, money)}"
            )
            self._event = event
        self._wrong += 1


def _shown(row: Row | None, money: Money) -> str:
    """A row of the movements, in words."""
    if row is None:
        return "not there"
    amount = money.show(row[7]) if isinstance(row[7], int) else printable(str(row[7]), 40)
    return printable(f"{row[3]} to {row[5]}: {amount}, {row[8]}", 160)


class KeptAsReplayed(OfReplay):
    """The checkpoint is what a replay up to its event gives, to the letter, and bound to that event."""

    named = "kept as replayed"

    def compare(self, evening: Evening) -> None:
        """Hold it to what was kept on the way."""
        case, stored = self.case, self.case.evidence.checkpoint
        if stored is None or stored.number > case.events or stored.form < CHECKPOINT_FORM:
            return  # one that was made after the end is found as such, and one of an older form is not believed
        if stored.form != CHECKPOINT_FORM or stored.number < 1 or case.kept is None:
            wrong: str | None = f"the checkpoint is after event {stored.number}, in form {stored.form}"
        else:
            wrong = _not_as_kept("checkpoint", case, stored, case.kept)
        if wrong:
            self.find("checkpoint", stored.number, wrong, DERIVED)


class MarkedAsReplayed(OfReplay):
    """Every pause on the way that is kept is what a replay gives there, and no correction reaches before it."""

    named = "marked as replayed"

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self._of: dict[int, list[StoredCheckpoint]] = {}
        for mark in case.evidence.marks:
            self._of.setdefault(mark.number, []).append(mark)
        self._waiting = sorted(self._of, reverse=True)
        self._wrong: dict[StoredCheckpoint, str | None] = {}
        """What is wrong with each mark, None: nothing; one that is not here is none that a replay gives."""

    def passes(self, part: Part) -> None:
        """Hold the marks in it to what is kept there."""
        numbers = []
        while self._waiting and self._waiting[-1] <= part.number:
            numbers.append(self._waiting.pop())
        for number, kept in pauses(part.replay, numbers, part.before):
            for mark in self._of[number]:
                self._wrong[mark] = _not_as_kept("mark", self.case, mark, kept)
                if mark.form == CHECKPOINT_FORM:
                    self.case.pauses[number] = kept.pause_after(number)

    def compare(self, evening: Evening) -> None:
        """Say of each what is wrong with it."""
        for mark in self.case.evidence.marks:
            if mark.form < CHECKPOINT_FORM or mark.number > self.case.events:
                continue
            none = f"the mark after event {mark.number} is none from which the evening can be taken up"
            wrong = self._wrong.get(mark, none) if mark.form == CHECKPOINT_FORM else none
            if wrong:
                self.find("checkpoint", mark.number, wrong, DERIVED)


def _not_as_kept(named: str, case: Case, stored: StoredCheckpoint, kept: Kept) -> str | None:
    """What is wrong with a checkpoint, or a mark, as it is stored, by what is kept in a replay; None: nothing.

    Which mark before it has what it leaves out it says itself; where nothing is left out, that mark may be gone.
    """
    since = read_since(stored.body)
    if not 0 <= since.number <= stored.number or (since.leaves_out and since.number not in case.pauses):
        return f"the {named} leaves out what is kept after event {since.number}, and nothing is kept there"
    as_stored = kept.leaving_out(case.pauses.get(since.number, since))
    right = kept_body(as_stored, stored.number, case.digests[stored.number])
    if stored.body == right:
        return None
    if stored.body.partition(" ")[2] == right.partition(" ")[2]:
        return f"the {named} was made over another log, or changed: it is not bound to this one"
    return f"the {named} is not what a replay gives"


class ListedAsReplayed(OfReplay):
    """What the list of evenings says of it is what its log says."""

    named = "listed as replayed"

    def compare(self, evening: Evening) -> None:
        """Hold the list to the end of the log."""
        opening, evidence = evening.opening, self.case.evidence
        if opening is None:
            return
        if not evidence.listed:
            self.find("struck", 1, "the evening has been struck off the list of evenings", RESTORE)
        elif (opening.title, opening.on, evening.closed) != (evidence.title, evidence.played_on, evidence.closed):
            self.find("evening", 1, "the list of evenings does not agree with the log", DERIVED)
