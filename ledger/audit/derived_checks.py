"""Check that the totals and the list of evenings are what a replay of the log gives."""

from ledger.audit.finding import DERIVED, RESTORE
from ledger.audit.run import ReplayCheck
from ledger.evening.fold import Evening
from ledger.projections.totals import are_known, decoded, encoded, rules_of, totals_of, without_times
from ledger.store import StoredTotals


class TotalsAsReplayed(ReplayCheck):
    """Check that the totals, if there are any, are of the newest event and equal a replay."""

    named = "counted as replayed"

    def compare(self, evening: Evening) -> None:
        """Compare the totals with the replay to the letter."""
        run = self.run
        stored = run.evidence.totals
        if stored is None or stored.number > run.events:
            return  # those of a later event are found as the last trace of it
        told = decoded(stored.body)
        replayed = totals_of(evening, run.recorded, listed=told is None or not (told.debts or told.costs))
        if told is not None and not told.changed:
            replayed = without_times(replayed)  # it was made before times were told
        totals = StoredTotals(rules_of(evening), encoded(replayed))
        if not are_known(stored.rules) or (run.differs is not None and not run.holds):
            # they were made by other rules, and answer nothing
            totals = StoredTotals(stored.rules, stored.body)
        if (stored.rules, stored.body) != (totals.rules, totals.body):
            self.find("totals", stored.number, "the totals are not what a replay gives", DERIVED)
        elif (stored.number, stored.digest) != (run.events, totals.bound_to(run.head)):
            self.find("totals", stored.number, "the totals are not bound to the newest event of this log", DERIVED)


class ListedAsReplayed(ReplayCheck):
    """Check that the list of evenings says of this evening what its log says."""

    named = "listed as replayed"

    def compare(self, evening: Evening) -> None:
        """Compare the list with the end of the log."""
        opening, evidence = evening.opening, self.run.evidence
        if opening is None:
            return
        if not evidence.listed:
            self.find("struck", 1, "the evening has been struck off the list of evenings", RESTORE)
        elif (opening.title, opening.on, evening.closed) != (evidence.title, evidence.played_on, evidence.closed):
            self.find("evening", 1, "the list of evenings does not agree with the log", DERIVED)
