"""A picture of everybody's counters, by Matplotlib; imported only where one is asked for, for it is slow to load."""

import logging
import os
import warnings
from io import BytesIO
from typing import TYPE_CHECKING

from platformdirs import user_cache_path

from ledger.evening.fold import Evening
from ledger.refusals import Code, Refusal
from ledger.views.explanation import Course

if TYPE_CHECKING:
    from matplotlib.axes import Axes

os.environ.setdefault("MPLCONFIGDIR", str(user_cache_path("card-ledger") / "matplotlib"))
logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it tells of its cache of fonts, which is no matter of ours


STEPS_OF_LSD = (4, 12, 24, 48, 96, 240, 480, 960, 2400, 4800, 9600)
"""What the lines across may be apart, in farthings: a penny, threepence, sixpence, a shilling, up to ten pounds."""
MOST_LINES = 10


def picture(evening: Evening, through: Course, kind: str) -> bytes:
    """Draw a step line for each player, event by event; `kind` is png, svg or pdf.

    Raises Refusal where Matplotlib is not installed, or something that it needs.
    """
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        sentence = f"a picture is drawn by Matplotlib, which is not installed here: {error.name}"
        remedy = 'Install it: pip install "card-ledger[plot]". explain --chart draws the same in characters'
        raise Refusal(Code.FILE, sentence, remedy) from error

    figure = Figure(figsize=(10, 6), layout="constrained")
    axes = figure.subplots()
    _draw(axes, evening, through)
    drawn = BytesIO()
    with warnings.catch_warnings(action="ignore"):  # a letter that no font has is drawn as a box
        figure.savefig(drawn, format=kind, dpi=150)
    return drawn.getvalue()


def _draw(axes: "Axes", evening: Evening, through: Course) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator, MultipleLocator

    events, courses = through
    lines = [axes.step(events, balances, where="post")[0] for balances in courses.values()]
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set_title(evening.opening.title if evening.opening else "", parse_math=False)
    axes.set_xlabel("event")
    axes.set_ylabel("won or lost")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    low, high = axes.get_ylim()
    steps = (step for step in STEPS_OF_LSD if (high - low) / step < MOST_LINES)
    step = next(steps, None) if evening.money.code == "lsd" else None
    axes.yaxis.set_major_locator(MultipleLocator(step) if step else MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda balance, _: evening.money.show(round(balance))))
    legend = axes.legend(lines, [f" {player}" for player in courses], loc="upper left", bbox_to_anchor=(1, 1))
    for text in legend.get_texts():
        text.set_parse_math(False)
