"""Check the play: counters come from nowhere and stay nowhere, and counts agree."""

from itertools import groupby

from ledger.audit.run import ReplayCheck
from ledger.core.books import Account, Pool
from ledger.evening.fold import Evening
from ledger.projections.reconciliation import reconcile


class Conserved(ReplayCheck):
    """After every event the balances and pools sum to nothing, and no pool owes."""

    named = "conserved"

    def compare(self, evening: Evening) -> None:
        """Add up what was moved, event by event."""
        accounts: dict[Account, int] = {}
        for event, postings in groupby(evening.books.postings, key=lambda posting: posting.event):
            for posting in postings:
                accounts[posting.payer] = accounts.get(posting.payer, 0) - posting.amount
                accounts[posting.payee] = accounts.get(posting.payee, 0) + posting.amount
            owing = [(pool, held) for pool, held in accounts.items() if held < 0 and isinstance(pool, Pool)]
            if sum(accounts.values()) or owing:
                held = f"{owing[0][0]} would hold {evening.money.show(owing[0][1])}" if owing else ""
                wrong = held or "counters come from nowhere"
                self.find("conservation", event, wrong, "Report it: it is a fault of the program")
                return


class AgreedInPlay(ReplayCheck):
    """Counts and closes agree with the replay, and no irregularity was proved in play."""

    named = "agreed in play"

    def compare(self, evening: Evening) -> None:
        """Say what does not agree still."""
        remedies = {
            "count": "card-ledger explain --count {event} gives the places to look",
            "close": "Compare the editions of the rules, and see what was corrected after the close",
            "irregularity": "It is reported and never fined: correct the log if it was said in error",
        }
        for finding in reconcile(evening):
            remedy = remedies[finding.code].format(event=finding.event)
            self.find(finding.code, finding.event, finding.message, remedy)


class LeftInNoPool(ReplayCheck):
    """When no game is open nothing lies in a pool."""

    named = "left in no pool"

    def compare(self, evening: Evening) -> None:
        """Look into the pools."""
        for name, held in evening.books.pools.items() if evening.game is None else ():
            wrong = f"{evening.money.show(held)} lies in {name}, and no game is open"
            self.find("pool", self.run.events, wrong, "Begin that game again, and say end divide or end draw")
