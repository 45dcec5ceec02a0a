"""Check everything again from the first event."""

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import zip_longest
from typing import Annotated

from typer import BadParameter, Exit, Option

from ledger.api.audit import AuditAnswer, ClubAuditAnswer, audit_answer
from ledger.audit import AuditFinding, AuditReport, SinceSeal, examine
from ledger.audit.club_checks import examine_club
from ledger.cli import wording
from ledger.cli.command import command
from ledger.cli.output import NOT_THESE_RULES, UNSOUND, Output
from ledger.cli.text_table import columns
from ledger.core.money import Shown
from ledger.core.refusals import Code, things
from ledger.games.language import write
from ledger.interchange.files import read_kept_seal
from ledger.recorder import Recorder
from ledger.store import CLUB
from ledger.store.evidence import evenings_there
from ledger.store.inspection import inspect
from ledger.store.places import open_unchanged

MOST_LISTED = 20
"""No more sayings than this are listed of those that came after a seal."""


@command(
    answers=(AuditAnswer,),
    examples=(
        ("audit", "the current evening"),
        ("audit --all", "every evening of the database"),
        ("audit --seal seal.txt", "the evening against a seal that was kept"),
    ),
)
def run(
    output: Output,
    every: Annotated[bool, Option("--all", help="Check every evening of the database.")] = False,
    of_club: Annotated[bool, Option("--club", help="Check the club's log.")] = False,
    seal: Annotated[
        str | None, Option(metavar="SEAL", help="A seal that was kept: its text, or a file that holds it.")
    ] = None,
) -> None:
    """Check an evening from its first event on. Nothing is ever written.

    It exits with 1 where a count does not come out, or something else that was said at the table does not agree, and
    with 3 where the log is not what was recorded, cannot be replayed, or is not guarded as it should be.
    """
    if every and seal is not None:
        raise BadParameter("--all is for every evening, and a seal for one: say them by themselves")
    kept_seal = read_kept_seal(seal) if seal is not None else None
    recorder = Recorder(open_unchanged(output.database))
    chosen = evenings_there(recorder.store.database) if every else []
    chosen = chosen if every or of_club else [recorder.evening(output.evening)]
    schema = [AuditFinding(fault.code, None, fault.wrong, fault.remedy) for fault in inspect(recorder.store.database)]
    recorder.store.close()
    club = examine_club(output.database, kept_seal) if every or of_club else None
    examined = _examine_all(output, chosen) if every else {}
    if not (every or of_club):
        examined = {chosen[0]: examine(output.database, chosen[0], kept_seal)}
    findings: list[tuple[int | None, AuditFinding]] = [(None, finding) for finding in schema]
    findings += [(evening, finding) for evening in chosen for finding in examined[evening].findings]
    findings += [(CLUB, finding) for finding in (club[1] if club else ())]
    since = examined[chosen[0]].since if kept_seal is not None and chosen else None
    reports = {evening: examined[evening] for evening in chosen}
    of_no_evening = [(evening or None, finding) for evening, finding in findings]
    answer = audit_answer(reports, of_no_evening, since)
    if club is not None or of_club:
        answer.club = ClubAuditAnswer(events=club[0] if club else 0)
    lines = [_line(evening, finding) for evening, finding in findings]
    lines += answer.remarks
    if since is not None:
        lines += _since(since)
    counts = [
        *([things(len(chosen), "evening")] if every else []),
        things(answer.events, "event"),
        things(answer.deals, "deal"),
        *([f"the club's log of {things(club[0], 'event')}"] if club is not None else []),
    ]
    if findings:
        lines.append(f"{things(len(findings), 'thing')} found: {', '.join(counts)}")
    else:
        lines.append(f"nothing is wrong: {', '.join(counts)}, every counter accounted for")
    output.answer(answer, lines)
    if findings:
        raise Exit(_exit_code([finding for _, finding in findings]))


NOT_REPLAYED = (Code.RULES_MISSING.value, Code.RULES_BROKEN.value)
"""The codes of a log that is sound, as far as it can be seen without its rules."""


def _exit_code(findings: Sequence[AuditFinding]) -> int:
    """Return 1 for a sound log, 4 where its rules are not here, 3 for a changed one."""
    others = [finding for finding in findings if not finding.in_play]
    if not others:
        return 1
    return NOT_THESE_RULES if all(finding.code in NOT_REPLAYED for finding in others) else UNSOUND


def _since(since: SinceSeal) -> list[str]:
    """Return lines of what came after the seal, with who paid whom then and who does now."""
    if not since.sayings:
        return ["what was sealed is there, unchanged, and nothing has been recorded since"]
    lines = [f"what was sealed is there, unchanged; {things(len(since.sayings), 'event')} since:"]
    listed = since.sayings if len(since.sayings) <= MOST_LISTED else since.sayings[: MOST_LISTED - 1]
    lines += [f"  {said.number}  {write(said.event, Shown.of(since.money))}" for said in listed]
    if len(listed) < len(since.sayings):
        lines.append(f"  … and {len(since.sayings) - len(listed):,} more: card-ledger log --as-recorded shows them")
    then, now = (wording.payments(since.money, paid) for paid in (since.then, since.now))
    if then == now:
        return [*lines, "who pays whom is as it was when it was sealed"]
    rows = [[before, after] for before, after in zip_longest(then, now, fillvalue="")]
    return [*lines, *columns(["as it was sealed", "now"], rows)]


def _examine_all(output: Output, evenings: list[int]) -> dict[int, AuditReport]:
    """Audit many evenings on all cores; a terminal is shown how far it has come."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        waiting = {pool.submit(examine, output.database, evening): evening for evening in evenings}
        finished = output.watch(as_completed(waiting), "auditing", len(evenings))
        return {waiting[report]: report.result() for report in finished}


def _line(evening: int | None, finding: AuditFinding) -> str:
    where = "the database" if evening is None else f"evening {evening}" if evening else "the club"
    where += f", event {finding.event}" if finding.event is not None else ""
    return f"{where}: {finding.code}: {finding.wrong}.\n  {finding.remedy}"
