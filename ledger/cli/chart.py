"""Everybody's counters through the evening, drawn in characters for a terminal."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import count
from string import ascii_letters

from ledger.cli.encoding import as_printed
from ledger.cli.text_table import packed, wrapped
from ledger.core.money import Money
from ledger.projections.explanation import Curve

ROWS = 20
"""The approximate number of rows of a chart."""
EVENTS = "event"
"""What the numbers below a chart of an evening count; below that of a season they count evenings."""
NICE = (1, 2, 5)
STEPS_OF_LSD = (4, 8, 12, 24, 48, 96, 240, 480, 960, 2400, 4800, 9600)
"""What ticks may be apart in lsd, in farthings: a penny, twopence, threepence, sixpence, up to ten pounds."""


def steps(money: Money) -> Iterator[int]:
    """Yield the distances that ticks may have, in the smallest unit, the least first.

    Each is a whole number of counters.
    """
    counter = money.counter or 1
    if money.code == "lsd":
        yield from (step for step in STEPS_OF_LSD if step % counter == 0)
    least = max(counter, STEPS_OF_LSD[-1]) if money.code == "lsd" else counter
    for power in count():
        yield from (-(-least // counter) * counter * nice * 10**power for nice in NICE)


def draw_chart(money: Money, through: Curve, width: int, counts: str = EVENTS) -> list[str]:
    """Return the lines of a chart of everybody's counters, no wider than `width`.

    `counts` names what the numbers below it count. A row is a whole number of counters. Each player has a letter; a
    star stands for several players.
    """
    events, courses = through.events, through.balances
    if not events or not courses:
        return ["no counter has moved"]
    low = min(0, *(min(balances) for balances in courses.values()))
    high = max(0, *(max(balances) for balances in courses.values()))
    step = next(step for step in steps(money) if -(-high // step) - low // step < ROWS)
    levels = range(-(-high // step), low // step - 1, -1)
    ticks = [as_printed(money.show(level * step)) for level in levels]
    margin = max(map(len, ticks))
    places = _places(events, max(width - margin - 2, 8))
    marks = _marks(list(courses))
    grid = {level: ["─" if level == 0 else " "] * len(places) for level in levels}
    for mark, balances in zip(marks, courses.values(), strict=True):
        _trace(grid, mark, [_nearest(balances[place], step) for place in places])
    lines = [f"{tick:>{margin}} ┤{''.join(grid[level])}".rstrip() for tick, level in zip(ticks, levels, strict=True)]
    numbers = [events[place] for place in places]
    lines += _below(through, margin, numbers, counts)
    legend = [
        as_printed(f"{mark} {player} {money.show(balances[-1])}")
        for mark, (player, balances) in zip(marks, courses.items(), strict=True)
    ]
    legend += ["' a deal"] if counts == EVENTS else []
    return [*lines, "", *(part for line in packed(legend, width, "  ") for part in wrapped(line, width))]


def _places(events: Sequence[int], width: int) -> list[int]:
    """Return the place of the event whose balances each column shows.

    If all events fit, each takes the same number of columns.
    """
    if len(events) <= width:
        columns = max(min(width // len(events), 4), 1)
        return [place for place in range(len(events)) for _ in range(columns)]
    return [column * (len(events) - 1) // (width - 1) for column in range(width)]


def _nearest(balance: int, step: int) -> int:
    """Return the row nearest to a balance."""
    return (2 * balance + step) // (2 * step)


def _trace(grid: dict[int, list[str]], mark: str, rows: Sequence[int]) -> None:
    """Draw a player's counters: a letter at each balance, a line where it rises or falls."""
    before = rows[0]
    for column, row in enumerate(rows):
        for between in range(min(before, row) + 1, max(before, row)):
            if grid[between][column] in " ─":
                grid[between][column] = "│"
        there = grid[row][column]
        grid[row][column] = mark if there in " ─│" else "*"
        before = row


def _below(through: Curve, margin: int, numbers: Sequence[int], counts: str) -> list[str]:
    """Return the lines below the columns: where deals begin, the games, the numbers."""
    blank = " " * (margin + 2)
    deals, games, events = ([" "] * len(numbers) for _ in range(3))
    for number in through.deals:
        deals[_column(numbers, number)] = "'"
    for number, game in through.games:
        _write(games, _column(numbers, number), game)
    for column in range(0, len(numbers), max(len(str(numbers[-1])) + 4, 8)):
        _write(events, column, str(numbers[column]))
    lines = ["".join(letters).rstrip() for letters in (deals, games, events)]
    above = [f"{blank}{line}" for line in lines[:2]] if counts == EVENTS else []
    return [*above, f"{counts:>{margin}}  {lines[2]}"]


def _column(numbers: Sequence[int], number: int) -> int:
    return min(bisect_left(numbers, number), len(numbers) - 1)


def _write(line: list[str], column: int, text: str) -> None:
    """Write a text into a line from a column on, if it fits and touches no text before it."""
    if column + len(text) <= len(line) and not "".join(line[max(column - 1, 0) : column + len(text)]).strip():
        line[column : column + len(text)] = text


def _marks(players: list[str]) -> list[str]:
    """Return a mark for each player: a free letter of the name, else of the alphabet, or a star."""
    marks: list[str] = []
    for player in players:
        free = (letter for letter in player + ascii_letters if letter.isalnum() and letter not in marks)
        marks.append(next(free, "*"))
    return marks
