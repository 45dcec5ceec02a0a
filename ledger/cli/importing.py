"""`card-ledger import`: evenings from files into the database."""

from typing import Annotated

import typer

from ledger.cli.face import Face
from ledger.interchange.files import replay_file

app = typer.Typer(add_completion=False)


@app.command("import")
def import_files(
    ctx: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Scripts of sayings, or .jsonl files.")],
) -> None:
    """Import evenings from files, each all or none; the last becomes the current one.

    A .jsonl file brings the times and names of its recording with it; a script is recorded now.
    """
    face: Face = ctx.obj
    replays = [(name, replay_file(name)) for name in files]
    recorder = face.recorder()
    for name, replay in replays:
        number = recorder.keep(replay)
        events = len(replay.recorded)
        data = {"file": name, "evening": number, "events": events}
        face.answer(data, [f"{name} is evening {number}, with {events} events"])
