"""A picture of everybody's counters, drawn by Matplotlib.

This module is imported only when a picture is asked for, because Matplotlib loads slowly.
"""

import logging
import os
import warnings
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_cache_path

from ledger.cli.chart import steps
from ledger.core.money import Money
from ledger.core.refusals import Code, Refusal
from ledger.interchange.files import write_file
from ledger.projections.explanation import Curve

if TYPE_CHECKING:
    from matplotlib.axes import Axes

os.environ.setdefault("MPLCONFIGDIR", str(user_cache_path("card-ledger") / "matplotlib"))
logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it tells of its cache of fonts, which is no matter of ours


PICTURES = (".png", ".svg", ".pdf")
"""The kinds of picture that can be written, by the endings of file names."""

MOST_LINES = 10

USUAL_FONT = "DejaVu Sans"
"""The font that Matplotlib brings with it."""


@dataclass(frozen=True)
class Lettering:
    """The texts on a picture, and the money of its amounts."""

    title: str
    money: Money
    below: str
    beside: str


def write_picture(lettering: Lettering, through: Curve, path: Path) -> str:
    """Write a picture of everybody's counters; return the letters that no font here has.

    Raises Refusal for a file of another kind, and if it cannot be written.
    """
    kind = path.suffix.lower()
    if kind not in PICTURES:
        raise Refusal(Code.FILE, f"{path} is no picture", f"Name the file {', '.join(PICTURES[:-1])} or {PICTURES[-1]}")
    drawn, undrawn = picture(lettering, through, kind.removeprefix("."))
    write_file(path, drawn)
    return undrawn


def picture(lettering: Lettering, through: Curve, kind: str) -> tuple[bytes, str]:
    """Draw a step line for each player, event by event; `kind` is png, svg or pdf.

    Return the picture, and the letters of names and title that no font here has and that are drawn as boxes. Raises
    Refusal where Matplotlib, or something that it needs, is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        sentence = f"a picture is drawn by Matplotlib, which is not installed here: {error.name}"
        remedy = 'Install it: pip install "card-ledger[plot]". --chart draws the same in characters'
        raise Refusal(Code.FILE, sentence, remedy) from error

    from matplotlib import rc_context

    fonts, undrawn = _written_in("".join((lettering.title, *through.balances)))
    drawn = BytesIO()
    with rc_context({"font.family": fonts}):
        figure = Figure(figsize=(10, 6), layout="constrained")
        _draw(figure.subplots(), lettering, through)
        with warnings.catch_warnings(action="ignore"):  # a letter that no font has is told of by `undrawn`
            figure.savefig(drawn, format=kind, dpi=150)
    return drawn.getvalue(), undrawn


def _written_in(text: str) -> tuple[list[str], str]:
    """Return the fonts that draw a text, and the letters of it that no font here has.

    Other fonts are searched only for letters that the usual font lacks.
    """
    from matplotlib.font_manager import FontProperties, findfont, fontManager, get_font

    def lacking(letters: str, file: str) -> str:
        known = get_font(file).get_charmap()
        return "".join(letter for letter in letters if ord(letter) not in known)

    fonts = [USUAL_FONT]
    wanted = lacking("".join(dict.fromkeys("".join(text.split()))), findfont(FontProperties(family=USUAL_FONT)))
    for entry in fontManager.ttflist if wanted else ():
        try:
            rest = lacking(wanted, entry.fname)
        except (OSError, RuntimeError):  # it is no longer there, or is none that can be read
            continue
        if rest != wanted:
            fonts.append(entry.name)
            wanted = rest
        if not wanted:
            break
    return fonts, wanted


def _draw(axes: "Axes", lettering: Lettering, through: Curve) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator, MultipleLocator

    courses = through.balances
    lines = [axes.step(through.events, balances, where="post")[0] for balances in courses.values()]
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set_title(lettering.title, parse_math=False)
    axes.set_xlabel(lettering.below)
    axes.set_ylabel(lettering.beside)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    low, high = axes.get_ylim()
    step = next(step for step in steps(lettering.money) if (high - low) / step < MOST_LINES)
    axes.yaxis.set_major_locator(MultipleLocator(step))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda balance, _: lettering.money.show(round(balance))))
    axes.set_xticks(through.deals, minor=True)
    axes.tick_params(axis="x", which="minor", length=3, color="grey")
    for number, game in through.games:
        axes.axvline(number, color="grey", linewidth=0.8, linestyle=":")
        axes.annotate(
            game, (number, 1), xycoords=("data", "axes fraction"), xytext=(3, -3), textcoords="offset points",
            va="top", fontsize="small", color="grey",
        )  # fmt: skip
    legend = axes.legend(lines, [f" {player}" for player in courses], loc="upper left", bbox_to_anchor=(1, 1))
    for text in legend.get_texts():
        text.set_parse_math(False)
