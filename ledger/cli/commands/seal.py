"""Print a text to keep, by which the log can be proved."""

import sys
from pathlib import Path
from typing import Annotated

import segno
from typer import Option

from ledger.api.club import ClubSealAnswer
from ledger.api.fields import in_money
from ledger.api.seals import SealAnswer, sealed_games
from ledger.cli.command import command
from ledger.cli.encoding import Styled, prints
from ledger.cli.output import Output
from ledger.interchange.codes import drawn, write_image
from ledger.log.seals import CLUB, seal_of


@command(
    answers=(SealAnswer, ClubSealAnswer),
    examples=(
        ("seal", "three lines, short enough for a message"),
        ("seal --image seal.png", "as a QR code in a file"),
    ),
)
def run(
    output: Output,
    qr: Annotated[
        bool | None, Option("--qr/--no-qr", help="Draw the seal as a QR code too. [default: at a terminal]")
    ] = None,
    image: Annotated[Path | None, Option(metavar="FILE", help="Write the QR code to a .png or .svg file.")] = None,
    by_rules: Annotated[bool, Option("--long", help="Print by which rules each game was played, too.")] = False,
    club: Annotated[bool, Option("--club", help="The seal of the club's log.")] = False,
) -> None:
    """Print the seal of the log as it stands: three lines, short enough to send in a message.

    `audit --seal SEAL` says whether the log still begins with what was sealed.
    """
    if club:
        sealed = seal_of(CLUB, output.reader().club().recorded)
        text = sealed.text()
        of_club = ClubSealAnswer(title=sealed.title, events=sealed.events, root=sealed.digest, seal=text)
        output.answer(of_club, [text, *_with_code(text, qr, image)])
        return
    recorder = output.reader()
    number = recorder.evening(output.evening)
    with recorder.store.database.transaction(writing=False):
        replay = recorder.live(number, by_rules=False).replay
        evening, recorded = replay.evening, replay.recorded
        opening, money = evening.opening, in_money(evening.money)
        assert opening is not None, "an evening in the store has been opened"
        sealed = seal_of(opening.title, recorded)
    text = sealed.text()
    games = sealed_games(recorded)
    answer = SealAnswer(
        evening=number,
        **money,
        title=sealed.title,
        events=sealed.events,
        root=sealed.digest,
        seal=text,
        games=games,
    )
    played = [f"{game.game}: edition {game.edition}, {game.distribution}, rules {game.rules[:8]}…" for game in games]
    output.answer(answer, [text, *(played if by_rules else ()), *_with_code(text, qr, image)])


def _with_code(text: str, qr: bool | None, image: Path | None) -> list[str]:
    """Return the code of a seal if it is to be drawn; write it to a file if one is named."""
    draws = (sys.stdout.isatty() and prints("▀")) if qr is None else qr
    if not draws and image is None:
        return []
    code = segno.make_qr(text, error="m")
    lines: list[str] = [Styled(drawn(code))] if draws else []
    if image is not None:
        write_image(code, image)
        lines.append(f"The QR code is in {image}")
    return lines
