"""Everybody's counters through the evening, drawn: in characters for a terminal, and as a picture."""

from pathlib import Path
from string import ascii_letters

from ledger.evening.fold import Evening
from ledger.money import Money
from ledger.refusals import Code, Refusal
from ledger.views.explanation import Course

PICTURES = (".png", ".svg", ".pdf")
"""The kinds of picture that can be written, by how a file's name ends."""


def chart(money: Money, through: Course) -> list[str]:
    """Draw the counters of all in characters, line by line."""
    from plotille import Figure

    events, courses = through
    if not events:
        return ["no counter has moved"]
    figure = Figure()
    figure.width, figure.height = 80, 20
    figure.x_label, figure.y_label = "event", money.code
    figure.set_x_limits(events[0], max(events[-1], events[0] + 1))
    figure.x_ticks_fkt = lambda event, _: str(round(event))
    figure.y_ticks_fkt = lambda balance, _: f"{money.show(round(balance)):>10}"
    figure.with_colors = False
    for mark, (player, balances) in zip(_marks(list(courses)), courses.items(), strict=True):
        figure.plot(events, balances, label=player, marker=mark)
    return str(figure.show(legend=True)).splitlines()


def _marks(players: list[str]) -> list[str]:
    """A mark for each player that nobody else has: the first letter of his name that is free, or any."""
    marks: list[str] = []
    for player in players:
        free = (letter for letter in player + ascii_letters if letter.isalnum() and letter not in marks)
        marks.append(next(free, "*"))
    return marks


def plot(evening: Evening, through: Course, path: Path) -> None:
    """Write a picture of the counters of all. Raises Refusal for a file of another kind, and where it cannot be."""
    kind = path.suffix.lower()
    if kind not in PICTURES:
        raise Refusal(Code.FILE, f"{path} is no picture", f"Name the file {', '.join(PICTURES[:-1])} or {PICTURES[-1]}")
    from ledger.cli.picture import picture
    from ledger.interchange.files import write_file

    write_file(path, picture(evening, through, kind.removeprefix(".")))
