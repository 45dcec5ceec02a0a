"""`card-ledger seal`: a text that the players keep, by which the log can be held to what it was."""

import sys
from io import BytesIO, StringIO
from pathlib import Path
from typing import Annotated, Any

import segno
import typer

from ledger.cli.face import Face
from ledger.cli.letters import Styled, prints
from ledger.events import Recorded
from ledger.interchange.files import write_file
from ledger.log.seals import prove, seal_of, write_proof
from ledger.refusals import Code, Refusal
from ledger.views.projections import in_money

app = typer.Typer(add_completion=False)


@app.command()
def seal(
    ctx: typer.Context,
    qr: Annotated[
        bool | None,
        typer.Option("--qr/--no-qr", help="Draw the seal as a QR code too. [default: at a terminal]"),
    ] = None,
    image: Annotated[
        Path | None, typer.Option("--image", metavar="FILE", help="Write the QR code to a .png or .svg file.")
    ] = None,
    event: Annotated[
        int | None, typer.Option("--prove", metavar="N", help="Prove that event N is in the sealed evening.")
    ] = None,
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE", help="Where the proof is written.")] = None,
) -> None:
    """Print the seal of the log as it stands: three lines, short enough to send in a message."""
    face: Face = ctx.obj
    recorder = face.reader()
    evening = recorder.evening(face.evening)
    replay = recorder.replay(evening)
    recorded, title = replay.recorded, replay.evening.opening
    assert title is not None, "an evening in the store has been opened"
    about = {"evening": evening, **in_money(replay.evening.money)}
    if event is not None:
        _prove(face, about, title.title, recorded, event, to)
        return
    sealed = seal_of(title.title, recorded)
    text = sealed.text()
    lines = [text]
    if (sys.stdout.isatty() and prints("▀")) if qr is None else qr:
        lines.append(_drawn(_code(text)))
    if image is not None:
        _write_image(_code(text), image)
        lines.append(f"The QR code is in {image}")
    face.answer({**about, "title": sealed.title, "events": sealed.events, "root": sealed.root, "seal": text}, lines)


def _prove(
    face: Face, about: dict[str, Any], title: str, recorded: list[Recorded], event: int, to: Path | None
) -> None:
    proof = prove(title, recorded, event)
    path = to or Path(f"event-{event}.proof")
    write_file(path, write_proof(proof))
    face.answer({**about, "proof": str(path), "event": event, "seal": proof.seal.text()}, [f"The proof is in {path}"])


def _code(text: str) -> segno.QRCode:
    return segno.make(text, error="m")


def _drawn(code: segno.QRCode) -> str:
    """The code in half blocks of a terminal."""
    drawn = StringIO()
    code.terminal(drawn, compact=True)
    return Styled(drawn.getvalue().rstrip("\n"))


def _write_image(code: segno.QRCode, path: Path) -> None:
    kind = path.suffix.lower().removeprefix(".")
    if kind not in ("png", "svg"):
        raise Refusal(Code.FILE, f"{path} is neither a .png nor a .svg file", "Name the file so")
    drawn = BytesIO()
    code.save(drawn, kind=kind, scale=6)
    write_file(path, drawn.getvalue())
