"""Rows set under their headings: at a terminal within its width, elsewhere as wide as they are."""

import os
import shutil
import sys
from collections.abc import Iterator, Sequence

from ledger.cli.letters import Styled, as_printed, width_of
from ledger.refusals import printable

GAP = "  "
NARROWEST = 16
"""A word that is longer than this may be parted where there is no room."""
BOLD, STRUCK, PLAIN = "\x1b[1m", "\x1b[9m", "\x1b[0m"

Widths = Sequence[int]


class Struck(str):
    """The text of a cell that is struck through: in a terminal by a line, elsewhere between tildes."""


def room() -> int:
    """How many places a line has: those of the terminal, or 80."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 80


def columns(headings: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> list[str]:
    """Set rows under their headings; these columns stand to the right.

    At a terminal no line is longer than it is wide: texts go on below, and where there is no room even for that each
    row is written as a line that does. Figures are never parted.
    """
    terminal = sys.stdout.isatty()
    styled = terminal and os.environ.get("TERM", "dumb") != "dumb"
    table = [[_shown(cell, styled) for cell in row] for row in rows]
    natural = [max(map(width_of, each)) for each in zip(headings, *table, strict=True)]
    fits = not terminal or sum(natural) + len(GAP) * (len(natural) - 1) <= room()
    widths: Widths | None = natural if fits else _fitted(headings, table, natural, right, room())
    if widths is None:
        return [line for row in table for line in _flowing(row, room(), styled)]
    if not terminal:
        return [_on_one_line(row, widths, right) for row in (headings, *table)]
    lines = list(_set(headings, widths, right, styled=False))
    rule = GAP.join("─" * width for width in widths)
    lines = [*([Styled(f"{BOLD}{line}{PLAIN}") for line in lines] if styled else lines), rule]
    return lines + [line for row in table for line in _set(row, widths, right, styled)]


def _shown(cell: str, styled: bool) -> str:
    """A cell with nothing in it that a terminal would obey, struck through where it is."""
    text = as_printed(printable(cell))
    if not isinstance(cell, Struck):
        return text
    return Struck(text) if styled else f"~~{text}~~"


def _fitted(
    headings: Sequence[str], rows: Sequence[Sequence[str]], natural: Widths, right: Sequence[int], room: int
) -> Widths | None:
    """How wide each column may be, so that all have room and no word is parted; None where there is too little."""
    least = []
    for place, cells in enumerate(zip(headings, *rows, strict=True)):
        words = (word for cell in cells for word in cell.split())
        longest = max(map(width_of, words), default=0)
        least.append(natural[place] if place in right else min(longest, max(NARROWEST, width_of(headings[place]))))
    spare = room - sum(least) - len(GAP) * (len(least) - 1)
    if spare < 0:
        return None
    widths = list(least)
    while spare and (wanting := [place for place in range(len(widths)) if widths[place] < natural[place]]):
        narrow = min(wanting, key=lambda place: widths[place])
        widths[narrow] += 1
        spare -= 1
    return widths


def _on_one_line(row: Sequence[str], widths: Widths, right: Sequence[int]) -> str:
    """Set a row in columns that are as wide as their widest cell."""
    cells = []
    for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
        padding = " " * (width - width_of(cell))
        cells.append(padding + cell if place in right else cell + padding)
    return GAP.join(cells).rstrip()


def _set(row: Sequence[str], widths: Widths, right: Sequence[int], styled: bool) -> Iterator[str]:
    """Set a row in its columns, in as many lines as its longest cell takes."""
    cells = [wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
    for number in range(max(map(len, cells), default=0)):
        line, ink = "", ""
        for place, cell in enumerate(cells):
            text = cell[number] if number < len(cell) else ""
            padding = " " * (widths[place] - width_of(text))
            struck = f"{STRUCK}{text}{PLAIN}" if styled and isinstance(row[place], Struck) and text else text
            line += (padding + struck if place in right else struck + padding) + GAP
            ink += text
        line = line.rstrip()
        yield Styled(line) if styled else line


def _flowing(row: Sequence[str], room: int, styled: bool) -> Iterator[str]:
    """Write a row as a line that goes on below, set in."""
    cells = (f"~~{cell}~~" if styled and isinstance(cell, Struck) else cell for cell in row)
    lines = wrapped(" | ".join(cell.strip() for cell in cells if cell.strip()), max(room - len(GAP), 1))
    yield from (f"{GAP if number else ''}{line}" for number, line in enumerate(lines))


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines of this width at most, parted between words where that can be."""
    if width_of(text) <= width:
        return [text]
    lines: list[str] = []
    for word in (part for whole in text.split() for part in _parted(whole, width)):
        if lines and width_of(lines[-1]) + 1 + width_of(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _parted(word: str, width: int) -> Iterator[str]:
    """A word, parted where it is longer than a line."""
    part = ""
    for letter in word:
        if part and width_of(part + letter) > width:
            yield part
            part = ""
        part += letter
    yield part
