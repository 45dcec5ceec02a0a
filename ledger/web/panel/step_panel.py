"""One question at a time, for a turn of many words: the walk over its forms as places.

The parts of a saying that are chosen stand above, each with the way back to its question. The next part has at most
nine places; what is typed or chosen from a pad is filled in on a sheet, as everywhere else.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, product
from urllib.parse import urlencode

from ledger.core.cards import SUIT_NAMES
from ledger.core.names import name as written
from ledger.language.forms import joined
from ledger.language.slots import Cards, Form, Slots
from ledger.language.vocabulary import Vocabulary
from ledger.language.walk import Step, Walk
from ledger.web.panel.buttons import SheetButton
from ledger.web.panel.fields import SUIT_SIGNS
from ledger.web.panel.layout import Layout, Speech
from ledger.web.panel.questions import Wording, question_of
from ledger.web.panel.rows import in_place
from ledger.web.panel.slots import still_to_say
from ledger.web.sentences import people_write, said

MOST_PLACES = 9
"""The number of places on a screen; more wordings than these are asked for one question at a time."""
MOST_KEYS = 100
"""The number of texts from which a part is filled in, and has no places."""
WHO, WHICH, HOW = "who", "which", "how"
SIGN_OF = {name: (suit, SUIT_SIGNS[suit]) for suit, name in SUIT_NAMES.items()}
"""The suit and its sign, by the suit's name."""


@dataclass(frozen=True)
class SoFar:
    """What was chosen: the player, the texts after the name, and texts kept if they fit."""

    who: str = ""
    texts: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    begun: bool = False
    """Whether somebody has chosen anything; else the usual answer's first word is chosen already."""

    @property
    def query(self) -> str:
        """Return these steps in an address."""
        pairs = [("seat", self.who)] if self.who else []
        pairs += [("so", text) for text in self.texts or ("",)] + [("kept", text) for text in self.kept]
        return urlencode(pairs)

    @property
    def saying(self) -> str:
        """Return the saying so far."""
        return joined([written(self.who), *self.texts] if self.who else self.texts)


@dataclass(frozen=True)
class SaidPart:
    """A part of the sentence: chosen, with the way `back` to its question, asked, or to come."""

    label: str
    back: str = ""
    asked: bool = False
    said: bool = False
    """Whether it stands there because it was said before."""


@dataclass(frozen=True)
class StepPlace:
    """A place of the next part: it leads to the next question, or writes what it says."""

    label: str
    says: str
    leads: str = ""
    writes: bool = False
    chosen: bool = False
    seldom: bool = False
    note: str = ""
    whole: bool = False
    """Whether it is the whole saying of nobody in particular."""

    @property
    def sign(self) -> tuple[str, str]:
        """Return the suit that the place names, and its sign; empty for any other."""
        return SIGN_OF.get(self.label, ("", ""))


@dataclass
class StepPanel:
    """A question: what was chosen, what may be next, and the saying as it would be written."""

    asks: str
    parts: list[SaidPart]
    places: list[StepPlace]
    more: list[StepPlace] = field(default_factory=list)
    sheets: list[SheetButton] = field(default_factory=list)
    """What is filled in: a sheet each."""
    saying: str = ""
    """The saying, once it is whole."""
    label: str = ""
    note: str = ""
    """What the saying would move; else what is still to come."""

    @property
    def across(self) -> int:
        """Return how many places stand side by side."""
        number = sum(not place.whole for place in self.places) + len(self.sheets) + bool(self.more)
        return 2 if number in (2, 4) else min(number, 3)


def wordings(slots: Slots) -> Iterator[tuple[str, ...]]:
    """Return the ways to word a form, whatever names, numbers, sums and cards are in it."""
    each = list[list[tuple[str, ...]]]()
    for slot in slots:
        words: list[tuple[str, ...]] = [()]
        if slot.parts() and not slot.repeat:
            words = list(islice(wordings(slot.parts()), MOST_PLACES + 1))
        elif not slot.repeat:
            words = [(word,) for word in dict.fromkeys("" if word.isdigit() else word for word in slot.says())] or [()]
        each.append([(), *words] if slot.optional else words)
    return (tuple(word for words in wording for word in words) for wording in product(*each))


def has_many_words(forms: Iterable[Form], speaker: str | None) -> bool:
    """Return whether a turn has more wordings than fit on a screen."""
    known: set[tuple[str, ...]] = set()
    for form in forms:
        if speaker is None or not form.who or speaker in form.who:
            known.update(islice(wordings(form.slots), MOST_PLACES + 1))
    return len(known) > MOST_PLACES


@dataclass(frozen=True)
class Point:
    """A point in one of the forms."""

    form: Form
    walk: Walk

    def after(self, text: str) -> "list[Point]":
        """Return the points once a text is said."""
        steps = (step for step in self.walk.steps() if step.slot.takes(text, self.walk.money) and step.may_be(text))
        return [replace(self, walk=step.after(text)) for step in steps]


def _is_filled_in(step: Step) -> bool:
    """Return whether a step is filled in on a sheet: it has many texts, or is repeated."""
    texts = step.slot.every(step.walk.money)
    return texts is None or step.again is not None or isinstance(step.slot, Cards) or len(texts) > MOST_KEYS


class Asking:
    """Asks for the parts of one of these sayings, one at a time."""

    def __init__(self, forms: Sequence[Form], layout: Layout, act: str, heading: str, last: str = "") -> None:
        """`act` is the act of the turn; `heading` its question, if the game has none.

        `last` is what the speaker said before in this deal.
        """
        self.forms = forms
        self.layout = layout
        self.words: Vocabulary = layout.vocabulary
        self.wording = Wording(layout.in_words, layout.vocabulary)
        self.act, self.heading, self.last = act, heading, last

    # The walk

    def points(self, who: str, texts: Sequence[str]) -> list[Point]:
        """Return the points of all forms at which a saying stands after these texts."""
        found = [
            Point(form, Walk(form.slots, self.layout.money))
            for form in self.forms
            if (who in form.who if who else not form.who)
        ]
        for text in texts:
            found = [after for point in found for after in point.after(text)]
        return found

    def fitting(self, who: str, wanted: Iterable[str]) -> tuple[str, ...]:
        """Return the texts that fit after one another."""
        texts: tuple[str, ...] = ()
        for text in wanted:
            if text and self.points(who, (*texts, text)):
                texts = (*texts, text)
        return texts

    def _with_kept(self, steps: SoFar) -> SoFar:
        """Return the steps with what is kept, where it fits."""
        texts = self.fitting(steps.who, (*steps.texts, *steps.kept))
        return replace(steps, texts=texts, kept=(), begun=True)

    def choices(self, points: Sequence[Point]) -> dict[str, list[Point]]:
        """Return what may come next, each text with the points after it."""
        choices: dict[str, list[Point]] = {}
        for point in points:
            for step in reversed(point.walk.steps()):  # in the order of the form
                for text in () if _is_filled_in(step) else step.texts():
                    choices.setdefault(text, []).append(replace(point, walk=step.after(text)))
        return {text: choices[text] for text in in_place(choices, self._order(points), str)}

    def _order(self, points: Sequence[Point]) -> dict[str, int]:
        """Return the order of the qualifiers of the word that was said, as the game has it."""
        belongs = self.words.words.get(points[0].walk.said[0]) if points and points[0].walk.said else None
        return {one.word: place for place, one in enumerate(belongs)} if isinstance(belongs, tuple) else {}

    # The panel

    def panel(self, steps: SoFar) -> StepPanel:
        """Return the question that comes next; what was chosen and fits no more is left out."""
        steps = replace(steps, texts=self.fitting(steps.who, steps.texts))
        speakers = in_place({player: 0 for form in self.forms for player in form.who}, self.layout.order, written)
        if not steps.who and not steps.texts and speakers:
            return self._who(speakers, steps)
        usual = self._usual(steps)
        whole = usual is not None and any(point.walk.settled for point in self.points(usual.who, usual.texts))
        if usual is not None and not whole:
            beside = self.choices(self.points(steps.who, steps.texts))
            if len(beside) < MOST_PLACES // 2:  # the word that is chosen already keeps its place beside the others
                others = [replace(place, chosen=place.says == usual.saying) for place in self._places(steps, beside)]
                panel = self._question(usual, MOST_PLACES - len(others))
                panel.places[:0] = others
                return panel
        panel = self._question(steps)
        if steps.who and not steps.texts and len(speakers) == 1:
            panel.places += self._places(SoFar(), self.choices(self.points("", ())))
        if usual is not None and whole:
            panel.saying, panel.label = usual.saying, self.layout.in_words(usual.saying)
            panel.places = [place for place in panel.places if place.leads or place.says != usual.saying]
            panel.note = self.layout.moves(usual.saying)
        return panel

    def _usual(self, steps: SoFar) -> SoFar | None:
        """Return the first word of the usual answer as chosen, if nothing was chosen yet."""
        if steps.begun or steps.texts:
            return None
        usual = [form for form in self.forms if form.usual and (steps.who in form.who or not steps.who)]
        words = {word for form in usual for word in form.begins()}
        return replace(steps, texts=(words.pop(),)) if len(words) == 1 else None

    def _who(self, speakers: Sequence[str], steps: SoFar) -> StepPanel:
        """Return the first question, who says it, with what nobody in particular says beside it."""
        names = [
            StepPlace(player, written(player), self._with_kept(replace(steps, who=player)).query) for player in speakers
        ]
        others = self._places(SoFar(), self.choices(self.points("", ())))
        asks = self._asked("", ()) or self.heading
        parts = [SaidPart(f"{WHO}?", asked=True), SaidPart(f"{WHICH}?"), SaidPart(f"{HOW}?")]
        places, more = _shown([*names, *others])
        return StepPanel(asks, parts, places, more, label="…", note=f"{WHO} is still to be said")

    def _question(self, steps: SoFar, most: int = MOST_PLACES) -> StepPanel:
        """Return the question after these steps."""
        points = self.points(steps.who, steps.texts)
        settled = any(point.walk.settled for point in points)
        choices = self.choices(points)
        sheets = self._sheets(steps, points)
        most -= len(sheets)
        places, more = _shown(self._places(steps, choices, most), most)
        missing = WHICH if not steps.texts else HOW
        if choices and all(text.isdigit() for text in choices):
            missing = "how many"
        asks = self._asked(steps.who, steps.texts) or (
            (self.heading or f"What does {steps.who} say?")
            if steps.who and not steps.texts
            else f"{people_write(steps.saying)}: {HOW}?"
        )
        parts = self._parts(steps)
        if choices or sheets:
            parts.append(SaidPart(f"{missing}?", asked=True))
        if steps.kept:
            parts.append(SaidPart(self._label(steps.kept), said=True))
        elif not steps.texts:
            parts.append(SaidPart(f"{HOW}?"))
        panel = StepPanel(asks, parts, places, more, sheets)
        if settled:
            panel.saying = self._with_kept(steps).saying
            panel.label, panel.note = self.layout.in_words(panel.saying), self.layout.moves(panel.saying)
        else:
            panel.label, panel.note = f"{people_write(steps.saying)} …", f"{missing} is still to be said"
        return panel

    def _asked(self, who: str, texts: Sequence[str]) -> str:
        """Return what the game asks of a player, or of anybody: by the word said, else by the act."""
        return question_of(self.words, texts[:1] or (self.act,), who)

    def _parts(self, steps: SoFar) -> list[SaidPart]:
        """Return the parts that are chosen; a number belongs to the word before it."""
        anybody = len({player for form in self.forms for player in form.who}) > 1
        back = SoFar(kept=steps.texts).query if anybody else ""
        parts = [SaidPart(steps.who, back)] if steps.who else []
        if steps.who and self.last:
            parts.append(SaidPart(self.last, said=True))
        for first, last in _runs(steps.texts):
            before = replace(steps, texts=steps.texts[:first], kept=steps.texts[last:])
            label = self._label(steps.texts[first:last], first)
            parts.append(SaidPart(label, before.query))
        return parts

    def _label(self, texts: Sequence[str], after: int = 1) -> str:
        """Return how people say these texts, which come `after` so many others."""
        return " ".join(map(self.wording.word, texts)) if after else self.wording.label(texts)

    def _places(self, steps: SoFar, choices: dict[str, list[Point]], most: int = MOST_PLACES) -> list[StepPlace]:
        """Return a place for each text; if only a number follows, one for each of the lowest."""
        numbers = {text: self._numbers(after) for text, after in choices.items()}
        often = [text for text in choices if not said(self.words, text).seldom] or [*choices]
        several = [text for text in often if numbers[text]]
        room = (most - 1 - (len(choices) - len(several))) // len(several) if several else 0
        if room < 2:
            several = []
        places: list[StepPlace] = []
        rest: list[StepPlace] = []
        for text, after in choices.items():
            if text not in several:
                places.append(self._place(steps, (text,), after))
                continue
            each = [self._place(steps, (text, number), points) for number, points in numbers[text].items()]
            places += each[:room]
            rest += [replace(place, seldom=True) for place in each[room:]]
        return [*places, *rest]

    def _numbers(self, points: Sequence[Point]) -> dict[str, list[Point]]:
        """Return the numbers that have to come next; empty if anything else may."""
        choices = self.choices(points)
        only = bool(choices) and all(text.isdigit() for text in choices)
        return choices if only and not any(point.walk.settled for point in points) else {}

    def _place(self, steps: SoFar, texts: tuple[str, ...], points: Sequence[Point]) -> StepPlace:
        """Return the place of these texts; it writes the saying if nothing more can be said.

        A saying of nobody is written as soon as it is whole.
        """
        after = self._with_kept(replace(steps, texts=(*steps.texts, *texts)))
        whole = not steps.who and any(point.walk.settled for point in points)
        ends = whole or all(not point.walk.steps() for point in points)
        label = self._label(texts, len(steps.texts))
        if whole:
            label = self.layout.in_words(after.saying)
        elif ends and not (steps.texts or said(self.words, texts[0]).label):
            label = self.layout.in_words(after.saying).removeprefix(f"{steps.who} ")
        seldom = said(self.words, texts[0]).seldom
        note = self.layout.moves(after.saying) if whole else ""
        return StepPlace(label, after.saying, "" if ends else after.query, ends, seldom=seldom, note=note, whole=whole)

    def _sheets(self, steps: SoFar, points: Sequence[Point]) -> list[SheetButton]:
        """Return the sheets on which the rest of a saying is filled in."""
        sheets: list[SheetButton] = []
        for number, point in enumerate(points):
            if any(map(_is_filled_in, point.walk.steps())):
                label = still_to_say(point.walk.left) or HOW
                speech = Speech([steps.who] if steps.who else [], f"step{number}")
                sheets.append(self.layout.rest_of(speech, steps.texts, point.walk.left, f"{label}…"))
        return sheets


def _shown(places: Sequence[StepPlace], most: int = MOST_PLACES) -> tuple[list[StepPlace], list[StepPlace]]:
    """Return the places of the screen, and those behind "more…", with the seldom ones last."""
    often = [place for place in places if not place.seldom]
    ordered = [*often, *(place for place in places if place.seldom)]
    if len(ordered) <= most:
        return ordered, []
    return ordered[: most - 1], ordered[most - 1 :]


def _runs(texts: Sequence[str]) -> list[tuple[int, int]]:
    """Return where the texts of each part begin and end: a word, and a number after it."""
    begins = [place for place, text in enumerate(texts) if not place or not text.isdigit()]
    return list(zip(begins, [*begins, len(texts)][1:], strict=True))
