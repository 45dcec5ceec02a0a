"""What is checked of the play: that counters come from nowhere and stay nowhere, and that all agreed."""

from ledger.audit.run import Case, OfReplay
from ledger.core.books import Account, Pool
from ledger.evening.fold import Evening
from ledger.projections.passing import Part
from ledger.projections.reconciliation import Counts, outstanding


class Conserved(OfReplay):
    """After every event the balances and pools sum to nothing, and no pool owes."""

    named = "conserved"

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self._accounts: dict[Account, int] = {}
        self._event = 0

    def passes(self, part: Part) -> None:
        """Add up what was moved."""
        accounts = self._accounts
        for posting in part.postings:
            if posting.event != self._event:
                self._see()
                self._event = posting.event
            accounts[posting.payer] = accounts.get(posting.payer, 0) - posting.amount
            accounts[posting.payee] = accounts.get(posting.payee, 0) + posting.amount

    def compare(self, evening: Evening) -> None:
        """See that it is so after the last."""
        self._see()

    def _see(self) -> None:
        """See that it is so after an event."""
        if self.findings:
            return
        owing = [(pool, held) for pool, held in self._accounts.items() if held < 0 and isinstance(pool, Pool)]
        if sum(self._accounts.values()) or owing:
            held = f"{owing[0][0]} would hold {self.case.passage.evening.money.show(owing[0][1])}" if owing else ""
            wrong = held or "counters come from nowhere"
            self.find("conservation", self._event, wrong, "Report it: it is a fault of the program")


class AgreedInPlay(OfReplay):
    """Counts, a close that the replay does not bear out, and irregularities that were proved in play."""

    named = "agreed in play"

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self._counts = Counts()

    def passes(self, part: Part) -> None:
        """Note what was counted, and closed."""
        self._counts.see(part.counted)

    def compare(self, evening: Evening) -> None:
        """Say what does not agree still."""
        remedies = {
            "count": "card-ledger explain --count {event} gives the places to look",
            "close": "Compare the editions of the rules, and see what was corrected after the close",
            "irregularity": "It is reported and never fined: correct the log if it was said in error",
        }
        for finding in outstanding(evening, self.case.passage.found_before, self._counts):
            remedy = remedies[finding.code].format(event=finding.event)
            self.find(finding.code, finding.event, finding.message, remedy)


class LeftInNoPool(OfReplay):
    """When no game is open nothing lies in a pool."""

    named = "left in no pool"

    def compare(self, evening: Evening) -> None:
        """Look into the pools."""
        for name, held in evening.books.pools.items() if evening.game is None else ():
            wrong = f"{evening.money.show(held)} lies in {name}, and no game is open"
            self.find("pool", self.case.events, wrong, "Begin that game again, and say end divide or end draw")
