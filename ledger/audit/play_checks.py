"""Check the play: counters come from nowhere and stay nowhere, and counts agree."""

from itertools import groupby

from ledger.audit.run import ReplayCheck
from ledger.core.books import Account, Pool
from ledger.core.money import Shown
from ledger.core.refusals import listed
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Finding
from ledger.games.language import write
from ledger.projections.reconciliation import reconcile


class Conserved(ReplayCheck):
    """Check that after every event the balances and pools sum to zero, and no pool owes."""

    named = "conserved"

    def compare(self, evening: Evening) -> None:
        """Add up the movements, event by event."""
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
    """Check that counts and closes agree with the replay, and play proved no irregularity."""

    named = "agreed in play"

    def compare(self, evening: Evening) -> None:
        """Report what still disagrees."""
        remedies = {
            "count": "card-ledger explain --count {event} gives the places to look",
            "close": 'Say reopen "WHY", and close again if everybody agrees',
            "irregularity": "It is reported and never fined: correct the log if it was said in error",
        }
        corrected: dict[tuple[int, ...], list[Finding]] = {}
        for finding in reconcile(evening):
            if finding.code == "close" and self._by_other_rules(finding):
                continue  # which is found by itself
            if finding.code == "close" and (causes := self._corrected_since(finding)):
                corrected.setdefault((finding.event, *causes), []).append(finding)
                continue
            remedy = remedies[finding.code].format(event=finding.event)
            self.find(finding.code, finding.event, finding.message, remedy)
        for (_, *causes), findings in corrected.items():
            self._find_corrected(findings, causes)

    def _by_other_rules(self, finding: Finding) -> bool:
        """Return whether the rules have changed: balances at a close differ without a correction."""
        return any(difference.event == finding.event for difference in self.run.replay.unexplained(corrected=True))

    def _corrected_since(self, finding: Finding) -> list[int]:
        """Return the corrections after a close that changed the balance of a player."""
        replay = self.run.replay
        causes = replay.effective.corrections_since(finding.event)
        theirs = [cause for cause in causes if finding.player in replay.changed.get(cause, (finding.player,))]
        return theirs or causes

    def _find_corrected(self, findings: list[Finding], causes: list[int]) -> None:
        """Report once what the same corrections changed for several players."""
        recorded = self.run.replay.recorded
        named = [f"event {cause}, {write(recorded[cause - 1].event, Shown.of(self.run.money))}" for cause in causes]
        void = f'void {causes[0]} "WHY"' if len(causes) == 1 else 'void N "WHY" for each'
        right = f'If that is right, say reopen "WHY", and close again; if not, {void}'
        changed = "; ".join(finding.message for finding in findings)
        self.find(findings[0].code, findings[0].event, f"{changed}: {listed(named)}, changed it", right)


class LeftInNoPool(ReplayCheck):
    """Check that nothing lies in a pool when no game is open."""

    named = "left in no pool"

    def compare(self, evening: Evening) -> None:
        """Look into the pools."""
        for name, held in evening.books.pools.items() if evening.game is None else ():
            wrong = f"{evening.money.show(held)} lies in {name}, and no game is open"
            self.find("pool", self.run.events, wrong, "Begin that game again, and say end divide or end draw")
