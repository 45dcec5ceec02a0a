"""Words in place of grammar: labels made once of what is said, and questions of sheets."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ledger.core.refusals import listed
from ledger.language.forms import TO, joined
from ledger.language.own_words import own_said
from ledger.language.vocabulary import Vocabulary
from ledger.web.panel.buttons import SayingButton, SheetButton
from ledger.web.panel.panel import Panel
from ledger.web.sentences import in_a_word, people_write, said

ONE_OF = "says"
"""Stands for the word with which sayings begin, where it is one of many."""


@dataclass(frozen=True)
class Wording:
    """Makes the labels and questions of a panel in a game's words; `speaker` is not named on it."""

    in_words: Callable[[str], str]
    words: Vocabulary
    speaker: str | None = None

    def label(self, texts: Sequence[str]) -> str:
        """Return these words of the notation as a button has them."""
        verb, *rest = texts = [*texts] or [ONE_OF]
        if whole := self._whole(texts):
            return whole
        if rest and (goes_on := self._label(f"{verb} …")):
            return f"{goes_on} {listed([self.word(text) for text in rest])}"
        return f"{people_write(verb)} {self.rest(texts)}".strip()

    def word(self, text: str) -> str:
        """Return one word of the notation as a button has it."""
        return in_a_word(self.words, text)

    def _label(self, texts: str) -> str:
        return said(self.words, texts).label or own_said(texts).label

    def put_on(self, panel: Panel) -> Panel:
        """Make the labels and the questions of a panel."""
        panel.ready = [self.button(button) if isinstance(button, SayingButton) else button for button in panel.ready]
        panel.usual = [self.button(button) for button in panel.usual]
        for sheet in panel.sheets:
            self._sheet(sheet)
        return panel

    def button(self, button: SayingButton) -> SayingButton:
        """Return a button with its label."""
        if button.label:
            return button
        if button.above and not button.ends:
            return replace(button, label=self._in_a_row(button.words[button.above :]))
        label = self.in_words(button.saying)
        if button.only:
            return replace(button, label=label, rest=self.rest(button.words))
        if self.speaker is None or button.saying == joined(button.words):
            return replace(button, label=label)
        label = label if button.ends else label.removeprefix(f"{self.speaker} ")
        return replace(button, label=label, rest=self.rest(button.words))

    def rest(self, texts: Sequence[str]) -> str:
        """Return what follows the first of some words, as a button has it."""
        return "" if len(texts) > 1 and self._whole(texts) else self._in_a_row(texts[1:])

    def _whole(self, texts: Sequence[str]) -> str:
        """Return the label of these words together, if there is one."""
        return self._label(" ".join(texts[:-1] if texts[1:] and texts[-1] == TO else texts))

    def _in_a_row(self, texts: Iterable[str]) -> str:
        return people_write(joined(map(self.word, texts)))

    def _sheet(self, sheet: SheetButton) -> None:
        """Make the label and the question of a sheet, and of all that is on it."""
        sheet.ready = [self.button(button) for button in sheet.ready]
        names = sheet.words
        sheet.rest = self.rest(names)
        if not sheet.label:
            if sheet.either:
                names = (*names, " or ".join(map(self.word, sheet.either)))
            sheet.label = f"{self.label(names)}…"
        if not sheet.asks and not sheet.people:
            sheet.asks = question_of(self.words, sheet.begin or (ONE_OF,), sheet.speaker)
        for inner in sheet.inner:
            self._sheet(inner)


def question_of(words: Vocabulary, verbs: Sequence[str], player: str = "") -> str:
    """Return what the game, else the language, asks of a player or anybody, by a saying's words."""
    for verb in (" ".join(verbs[:2]), *verbs[:1]):
        asks = said(words, verb).question or words.questions.get(verb) or own_said(verb).question
        if asks:
            of_one, of_anybody = (asks, asks) if isinstance(asks, str) else asks
            return of_one.format(player=player) if player else of_anybody
    return ""
