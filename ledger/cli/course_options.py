"""The options of a command that draws everybody's course: in characters, or in a file."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Option

from ledger.cli.chart import EVENTS, draw_chart
from ledger.cli.encoding import clean
from ledger.cli.text_table import room
from ledger.core.money import Money
from ledger.projections.explanation import Curve

TICKS = "event; a small tick is a deal"
"""What the numbers are below a picture of an evening."""
WON = "won or lost"
"""What is drawn, unless something else is."""


@dataclass(frozen=True)
class DrawingOptions:
    """Where everybody's course is drawn."""

    chart: Annotated[bool, Option("--chart", help="Draw everybody's course in characters.")] = False
    plot: Annotated[Path | None, Option(metavar="FILE", help="Draw it in a .png, .svg or .pdf file.")] = None

    @property
    def said(self) -> bool:
        """Return whether something is to be drawn."""
        return self.chart or self.plot is not None

    def draw(self, title: str, money: Money, through: Curve, counts: str = EVENTS, beside: str = WON) -> list[str]:
        """Draw everybody's course where it is wanted, and return the lines to be printed."""
        drawn = draw_chart(money, through, room(), counts) if self.chart else []
        if self.plot is None:
            return drawn
        from ledger.cli.picture import Lettering, write_picture  # slow to import, and seldom wanted

        below = TICKS if counts == EVENTS else counts
        if letters := write_picture(Lettering(title, money, below, beside), through, self.plot):
            remark = f"no font here has {' '.join(letters)}: boxes stand for them in {self.plot}"
            print(clean(remark), file=sys.stderr)
        return [*drawn, f"The plot is in {self.plot}"]
