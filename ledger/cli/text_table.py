"""Tables in text: fitted to the width of a terminal, or as wide as their cells elsewhere."""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TextIO

from ledger.cli.encoding import Styled, as_printed, clean, width_of
from ledger.core.refusals import printable
from ledger.projections.cells import ROW, Report, ReportTable, Struck, text_of

GAP = "  "
WIDE = 50
"""The places that a wide column has before the others have more than they need."""
NARROWEST = 16
"""The length of a word from which it may be split for want of room."""
BOLD, STRUCK, PLAIN = "\x1b[1m", "\x1b[9m", "\x1b[0m"
ELSEWHERE = 80
"""The width of a line without a terminal."""
FURTHER_IN = 2
"""The indent of the rest of a line that is wider than the terminal."""

Widths = Sequence[int]


def room(stream: TextIO | None = None) -> int:
    """Return how many places a line of the stream has: those of the terminal, or 80.

    The stream is standard output if no other is named.
    """
    out = stream or sys.stdout
    if not out.isatty():
        return ELSEWHERE
    if "COLUMNS" not in os.environ and out is not sys.stdout:  # what is asked below is asked of standard output
        with suppress(OSError):
            return os.get_terminal_size(out.fileno()).columns or ELSEWHERE
    import shutil  # slow to import, and needed only at a terminal

    return shutil.get_terminal_size().columns


def columns(
    headings: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[int] = (), wide: int | None = None
) -> list[str]:
    """Return the lines of a table whose columns are as wide as their cells.

    Those in `right` are aligned right; the `wide` one has room before the others. At a terminal no line is wider than
    it: texts are wrapped, and where there is no room even for that each row is written as a line that is wrapped.
    Figures are never split.
    """
    terminal = sys.stdout.isatty()
    styled = terminal and os.environ.get("TERM", "dumb") != "dumb"
    cells: list[Sequence[str]] = []
    natural: list[int] = []
    for heading, column in zip(headings, list(zip(*rows, strict=True)) or [()] * len(headings), strict=True):
        plain = _is_plain(column)  # most are, and are measured fast
        cells.append(column if plain else [_printed_cell(cell, styled) for cell in column])
        natural.append(max([width_of(heading), *map(len if plain else width_of, cells[-1])]))
    printed = list(zip(*cells, strict=True))
    fits = not terminal or sum(natural) + len(GAP) * (len(natural) - 1) <= room()
    widths = natural if fits else _fitted(headings, printed, natural, right, wide)
    if widths is None:
        return [line for row in [headings, *printed] for line in _flowing(row, room(), styled)]
    head = [Styled(f"{BOLD}{line}{PLAIN}") if styled else line for line in _set(headings, widths, right, styled=False)]
    rule = [GAP.join("─" * width for width in widths)] if terminal else []
    return [*head, *rule, *(line for row in printed for line in _set(row, widths, right, styled))]


def _fitted(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    natural: Widths,
    right: Sequence[int],
    wide: int | None,
) -> Widths | None:
    """Return the width of each column so that all fit and no word is split.

    Returns None if there is too little room.
    """
    widths = [
        natural[place]
        if place in right
        else min(max(map(_longest_word, column)), max(NARROWEST, width_of(headings[place])))
        for place, column in enumerate(zip(headings, *rows, strict=True))
    ]
    spare = room() - sum(widths) - len(GAP) * (len(widths) - 1)
    if spare < 0:
        return None
    while spare and (wanting := [place for place in range(len(widths)) if widths[place] < natural[place]]):
        narrow = min(wanting, key=lambda place: (place != wide or widths[place] >= WIDE, widths[place]))
        widths[narrow] += 1
        spare -= 1
    return widths


def table_lines(table: ReportTable) -> list[str]:
    """Return a table in lines; none if it has neither rows nor lines."""
    if not (table.rows or table.lines):
        return []
    rows = [list(map(text_of, row)) for row in table.rows]
    set_in_columns = columns(table.headings, rows, table.right, table.wide) if rows else []
    return [*([clean(table.heading)] if table.heading else []), *set_in_columns, *table.lines]


def report_lines(report: Report) -> list[str]:
    """Return the facts and the tables of a report in lines, the tables parted by empty ones."""
    facts = [clean(f"{report.title}, {fact}") for fact in report.facts]
    lines = [line for table in report.tables if (of_table := table_lines(table)) for line in (*of_table, "")]
    return [*facts, *lines[:-1]]


def _longest_word(text: str) -> int:
    return max(map(width_of, text.split()), default=0)


def _is_plain(cells: Sequence[str]) -> bool:
    """Return whether cells print as they are, each letter in one place of a terminal."""
    letters = "".join(cells)
    return letters.isascii() and letters.isprintable() and set(map(type, cells)) == {str}


def _printed_cell(cell: str, styled: bool) -> str:
    """Return a cell without the controls of a terminal, marked if it is struck through."""
    if type(cell) is str and cell.isascii() and cell.isprintable():
        return cell
    text = as_printed(printable(cell))
    if not isinstance(cell, Struck):
        return text
    return Struck(text) if styled else f"~~{text}~~"


def _set(row: Sequence[str], widths: Widths, right: Sequence[int], styled: bool) -> Iterator[str]:
    """Yield the lines of a row set in its columns, as many as its longest cell takes."""
    cells = [wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
    for number in range(max(map(len, cells), default=0)):
        line = ""
        for place, cell in enumerate(cells):
            text = cell[number] if number < len(cell) else ""
            padding = " " * (widths[place] - width_of(text))
            struck = f"{STRUCK}{text}{PLAIN}" if styled and isinstance(row[place], Struck) and text else text
            line += (padding + struck if place in right else struck + padding) + GAP
        line = line.rstrip()
        yield Styled(line) if styled else line


def _flowing(row: Sequence[str], room: int, styled: bool) -> Iterator[str]:
    """Yield a row as one line, wrapped and indented where it goes on.

    A dash keeps the place of an empty cell.
    """
    cells = (f"~~{cell}~~" if styled and isinstance(cell, Struck) else cell for cell in row)
    lines = wrapped(" | ".join(cell.strip() or as_printed("–") for cell in cells), max(room - len(GAP), 1))
    yield from (f"{GAP if number else ''}{line}" for number, line in enumerate(lines))


def folded(text: str, stream: TextIO | None = None) -> str:
    """Return a text with lines wrapped to the terminal, indented where they go on."""
    return "\n".join(part for line in text.split("\n") for part in _folded(line, room(stream)))


def _folded(line: str, most: int) -> list[str]:
    if width_of(line) <= most:
        return [line]
    row = ROW.match(line)
    if row and row.end() <= most // 2:
        first, *others = wrapped(re.sub(" {2,}", " – ", line[row.end() :]), most - row.end())
        return [row[0] + first, *(" " * row.end() + part for part in others)]
    begins = " " * (len(line) - len(line.lstrip()))
    first, *others = wrapped(line, max(most - len(begins) - FURTHER_IN, 1))
    return [begins + first, *(begins + " " * FURTHER_IN + part for part in others)]


def shortened(text: str, width: int) -> str:
    """Return a text cut to a width, with an ellipsis where something is left out."""
    if width_of(text) <= width:
        return text
    sign = as_printed("…")
    while text and width_of(text) + len(sign) > width:
        text = text[:-1]
    return f"{text.rstrip()}{sign}"


def folded_for(stream: TextIO, text: str) -> str:
    """Return a text for people: folded if the stream is a terminal, else unchanged."""
    return folded(text, stream) if stream.isatty() and not isinstance(text, Styled) else text


def wrapped(text: str, width: int) -> list[str]:
    """Return a text in lines of at most this width, split between words where possible."""
    if width_of(text) <= width:
        return [text]
    return packed((part for whole in text.split() for part in _parted(whole, width)), width)


def packed(texts: Iterable[str], width: int, gap: str = " ") -> list[str]:
    """Return lines with texts side by side, as many in each as `width` allows."""
    lines: list[str] = []
    for text in texts:
        if lines and width_of(lines[-1] + gap + text) <= width:
            lines[-1] += gap + text
        else:
            lines.append(text)
    return lines


def _parted(word: str, width: int) -> Iterator[str]:
    """Yield the parts of a word, split where it is longer than a line."""
    part = ""
    for letter in word:
        if part and width_of(part + letter) > width:
            yield part
            part = ""
        part += letter
    yield part
