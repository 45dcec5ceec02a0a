"""`card-ledger audit`: everything checked again from the first event."""

import os
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from ledger.audit import AuditFinding, audit_stored
from ledger.cli.face import Face
from ledger.events import encode
from ledger.interchange.files import read_text
from ledger.log.seals import Proof, Seal, broken_proof, read_proof, read_seal
from ledger.recorder import Recorder
from ledger.refusals import Refusal, printable
from ledger.store.evidence import evenings_there
from ledger.store.places import open_unchanged

app = typer.Typer(add_completion=False)


@app.command()
def audit(
    ctx: typer.Context,
    every: Annotated[bool, typer.Option("--all", help="Every evening of the database.")] = False,
    seal: Annotated[
        str | None, typer.Option(metavar="SEAL", help="A seal that was kept: its text, or a file that holds it.")
    ] = None,
    proof: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Check a proof that `seal --prove` wrote; no database is read.")
    ] = None,
) -> None:
    """Check an evening from its first event on; exit with 1 if anything is found. Nothing is ever written."""
    face: Face = ctx.obj
    if every and (seal is not None or proof is not None):
        raise typer.BadParameter("--all is for every evening, and a seal or a proof for one: say them by themselves")
    kept = _seal(seal) if seal is not None else None
    if proof is not None:
        _check_proof(face, proof, kept)
        return
    recorder = Recorder(open_unchanged(face.database))
    chosen = evenings_there(recorder.store.database) if every else [recorder.evening(face.evening)]
    recorder.store.close()
    found = _audit_all(face, chosen) if every else {chosen[0]: audit_stored(face.database, chosen[0], kept)}
    rows = [{"evening": evening, **_plain(finding)} for evening in chosen for finding in found[evening]]
    lines = [_line(evening, finding) for evening in chosen for finding in found[evening]]
    checked = f"{len(chosen)} evening{'s' if len(chosen) != 1 else ''} audited"
    face.answer({"evenings": chosen, "findings": rows}, [*lines, f"{checked}: {len(rows) or 'nothing'} found"])
    if rows:
        raise typer.Exit(1)


def _seal(said: str) -> Seal:
    """Read a seal that was said, or the file that holds it."""
    if "\n" in said or said.lstrip().startswith("Card Ledger seal"):
        return read_seal(said)
    return read_seal(read_text(said))


def _check_proof(face: Face, path: Path, kept: Seal | None) -> None:
    proof = read_proof(read_text(str(path)).encode())
    broken = broken_proof(proof, kept)
    recorded, seal = proof.recorded, proof.seal
    lines = [broken] if broken else _proved(proof, kept)
    body = msgspec.to_builtins(recorded.event)
    data = {"proved": broken is None, "event": recorded.number, "body": body, "seal": seal.text(), "wrong": broken}
    face.answer(data, lines)
    if broken:
        raise typer.Exit(1)


def _proved(proof: Proof, kept: Seal | None) -> list[str]:
    """Say what is proved; and, where no seal was given that was kept, with which it must be compared."""
    recorded, seal = proof.recorded, proof.seal
    lines = [
        f"proved: event {recorded.number} of the {seal.events} sealed in {printable(seal.title)}",
        f"  {encode(recorded.event).decode()}",
        f"  recorded by {printable(recorded.said_by)}, {printable(recorded.said_at)}",
    ]
    if kept is None:
        lines += ["It is proved for this seal: compare it with the one that you kept", seal.text()]
    return lines


def _audit_all(face: Face, evenings: list[int]) -> dict[int, list[AuditFinding]]:
    """Audit many evenings on all cores; a terminal is shown how far it has come."""
    from rich.console import Console
    from rich.progress import Progress

    found: dict[int, list[AuditFinding]] = {}
    console = Console(stderr=True)
    with ProcessPoolExecutor(os.cpu_count()) as pool, Progress(console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("auditing", total=len(evenings))
        waiting = {pool.submit(audit_stored, face.database, evening): evening for evening in evenings}
        for done in as_completed(waiting):
            try:
                found[waiting[done]] = done.result()
            except Refusal as refusal:
                found[waiting[done]] = [AuditFinding("store", None, refusal.sentence, refusal.remedy)]
            bar.advance(task)
    return found


def _plain(finding: AuditFinding) -> dict[str, object]:
    return {"code": finding.code, "event": finding.event, "wrong": finding.wrong, "remedy": finding.remedy}


def _line(evening: int, finding: AuditFinding) -> str:
    where = f"evening {evening}" + (f", event {finding.event}" if finding.event is not None else "")
    return f"{where}: {finding.code}: {finding.wrong}.\n  {finding.remedy}"
