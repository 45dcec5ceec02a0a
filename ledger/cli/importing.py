"""`card-ledger import`: evenings from files into the database."""

from pathlib import PurePath
from typing import Annotated

import typer

from ledger.cli.face import Face
from ledger.interchange.files import read_text, replay_file
from ledger.log.replay import Replay
from ledger.views.projections import in_money

app = typer.Typer(add_completion=False)


@app.command("import")
def import_files(
    ctx: typer.Context,
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Scripts of sayings, .jsonl files, or .csv ledgers of PokerNow."),
    ],
    money: Annotated[
        str | None, typer.Option(metavar="MONEY", help="What a .csv ledger is in, as USD. [default: counters]")
    ] = None,
    cents: Annotated[bool, typer.Option("--cents", help="With --money: its amounts are cents, or pence.")] = False,
) -> None:
    """Import evenings from files, each all or none; the last becomes the current one.

    A .jsonl file brings the times and names of its recording with it; a script is recorded now.
    """
    face: Face = ctx.obj
    if (money is not None or cents) and not all(_is_ledger(name) for name in files):
        raise typer.BadParameter("--money and --cents are for .csv ledgers: a script says its money itself")
    replays = [(name, *_read(name, money or "counters", cents)) for name in files]
    recorder = face.recorder(begins=True)
    for name, replay, remarks in replays:
        number = recorder.keep(replay)
        events = len(replay.recorded)
        data = {"file": name, "evening": number, **in_money(replay.evening.money), "events": events}
        if _is_ledger(name):
            data["remarks"] = list(remarks)
        face.answer(data, [f"{name} is evening {number}, with {events} events", *(f"  {one}" for one in remarks)])


def _is_ledger(name: str) -> bool:
    return name.lower().endswith(".csv")


def _read(name: str, money: str, cents: bool) -> tuple[Replay, tuple[str, ...]]:
    if not _is_ledger(name):
        return replay_file(name), ()
    from ledger.interchange.pokernow import script_of_ledger
    from ledger.interchange.script import replay_script

    imported = script_of_ledger(read_text(name), name, f"PokerNow {PurePath(name).stem}", money, cents)
    return replay_script(imported.script, name), imported.remarks
