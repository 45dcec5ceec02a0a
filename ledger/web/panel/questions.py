"""Words in place of grammar: the questions of a panel's sheets, and its buttons' labels."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from ledger.core.names import name as written
from ledger.core.refusals import listed
from ledger.language.vocabulary import Vocabulary
from ledger.web.panel.buttons import SayingButton, SheetButton
from ledger.web.panel.fields import Field, HiddenField
from ledger.web.panel.panel import Panel
from ledger.web.sentences import NUMBER, said

ASKS = {
    "buys": ("How many counters does {player} take?", "Who takes counters?"),
    "bets": ("How much does {player} bet?", "How much is bet?"),
    "cashes": ("How many counters does {player} give back?", "Who gives counters back?"),
    "count": ("What lies in front of {player}?", "What lies in front of each?"),
    "deal": ("Who deals next?", "Who deals next?"),
    "discards": ("What does {player} throw away?", "What is thrown away?"),
    "draws": ("What does {player} draw?", "What is drawn?"),
    "holds": ("What was dealt to {player}?", "What was dealt to whom?"),
    "joins": ("What is {player} called for short?", "Who joins, and where?"),
    "pays": ("Whom does {player} pay, and how much?", "Who pays whom?"),
    "penalty": ("What went wrong?",) * 2,
    "plays": ("What does {player} play?", "What is played?"),
    "raises": ("How much does {player} raise?", "How much is raised?"),
    "says": ("How many points has {player}?", "How many points has each?"),
    "scores": ("What has {player}?", "What has each side?"),
    "sells": ("To whom does {player} sell, and for how much?", "Who sells to whom, and for how much?"),
    "shows": ("What does {player} show?", "Who shows which cards?"),
    "spare": ("Which cards has the spare hand?",) * 2,
    "split": ("Who share?",) * 2,
    "stakes": ("What does {player} stake?", "Who stakes what?"),
    "takes": ("What does {player} take?", "Who takes several things?"),
    "trick": ("Which cards are in the trick?",) * 2,
    "wins": ("What does {player} win with?", "Who wins, and with what?"),
}
"""The question of a sheet, by the beginning of its saying: of one player, and of nobody."""
LABELS = {
    "discards": "throws away",
    "draws how many": "draws so many",
    "deal turned up": "deals, a card turned up",
    "deal turn-up": "deals, a card turned up",
    "plays and more": "plays several",
    "scores": "has several",
    "spare": "spare hand",
    "split": "they share",
    "trick": "by the cards",
    "tricks": "several tricks",
}
"""The labels of buttons that open sheets."""
WHO = re.compile(r"Who ((?:is|has|covers|takes|beats|goes) .+)\?$")
POINTS = re.compile(r"^\d+ to [\w-]+$")


def reword(panel: Panel, in_words: Callable[[str], str], words: Vocabulary, speaker: str | None = None) -> Panel:
    """Put a panel into people's words, and let each of its sheets ask its question."""
    if said(words, NUMBER).seldom:
        panel.ready = [
            button for button in panel.ready if isinstance(button, SayingButton) or not button.label.isdigit()
        ]
    panel.ready = [
        said_plainly(button, in_words, speaker) if isinstance(button, SayingButton) else button
        for button in panel.ready
    ]
    panel.usual = [said_plainly(button, in_words, speaker) for button in panel.usual]
    panel.usual = [replace(button, label=said(words, button.label).label or button.label) for button in panel.usual]
    ask(panel.sheets, in_words, words, speaker)
    once = {sheet.label: sheet for sheet in reversed(panel.sheets)}
    panel.sheets = [sheet for sheet in panel.sheets if sheet.verb != "stakes" or once[sheet.label] is sheet]
    return panel


def said_plainly(button: SayingButton, in_words: Callable[[str], str], speaker: str | None) -> SayingButton:
    """Return a button with a label in words, without the speaker's name."""
    if button.label == button.saying:
        return replace(button, label=in_words(button.saying))
    if speaker is None or button.saying != f"{written(speaker)} {button.label}":
        return button
    words = in_words(button.saying)
    return replace(button, label=words.removeprefix(f"{speaker} "))


def ask(sheets: Iterable[SheetButton], in_words: Callable[[str], str], words: Vocabulary, speaker: str | None) -> None:
    """Let sheets, and the sheets in them, ask their questions."""
    for sheet in sheets:
        if not sheet.asks and not sheet.people:
            sheet.asks = _question(sheet.begin, words, sheet.speaker)
        label, whom = sheet.label.removesuffix("…"), WHO.match(sheet.title)
        side = next((side for part in sheet.fields if (side := _side(part, words))), "")
        if sheet.people and whom and label != speaker:
            sheet.label = f"{whom[1]}…"
        elif side and sheet.verb == "stakes":
            sheet.label = f"stakes on {side}…"
        elif sheet.verb == "scores" and (scored := sheet.begin.split(" ")[1:]):
            sheet.label = f"has {listed([said(words, word).label or word for word in scored])}…"
        elif POINTS.match(label):
            sheet.label = "has so many…"
        else:
            sheet.label = f"{_label(label, words)}…"
        if not sheet.people:
            sheet.ready = [said_plainly(button, in_words, speaker) for button in sheet.ready]
        ask(sheet.inner, in_words, words, speaker)


def _label(label: str, words: Vocabulary) -> str:
    """Return what the button of a sheet says, by how its sayings begin."""
    return said(words, label.removesuffix(" to")).label or LABELS.get(label, label)


def _side(part: Field, words: Vocabulary) -> str:
    """Return how people say on what is staked, where a part of a sheet says it."""
    return said(words, part.value).label if isinstance(part, HiddenField) else ""


def _question(begin: str, words: Vocabulary, name: str) -> str:
    """Return the question of a sheet whose sayings have this beginning."""
    if POINTS.match(begin):
        return f"What has {name}?" if name else "What has each?"
    begins = begin.split(" ")
    for verbs in (" ".join(begins[:2]), begins[0]):
        asks = said(words, verbs).question or words.questions.get(verbs) or ASKS.get(verbs)
        if asks:
            of_one, of_anybody = (asks, asks) if isinstance(asks, str) else asks
            return of_one.format(player=name) if name else of_anybody
    return ""
