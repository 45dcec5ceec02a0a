"""Lay out the forms of a turn on a panel: as buttons that say them, or open a sheet."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from msgspec.structs import replace as replaced

from ledger.core.money import Money
from ledger.core.names import name as written
from ledger.language.forms import joined
from ledger.language.slots import (
    Amount,
    AnySlot,
    Cards,
    Form,
    Group,
    Literal,
    Option,
    Player,
    Word,
)
from ledger.language.vocabulary import NO_WORDS, Vocabulary
from ledger.web.panel.buttons import DisabledButton, SayingButton, SheetButton
from ledger.web.panel.field_maker import MOST_BUTTONS, Describe, FieldMaker, mark_field, player_field, several_at_once
from ledger.web.panel.fields import Field, HiddenField, OutCard, asked_of_each
from ledger.web.panel.panel import Panel
from ledger.web.panel.rows import MOST_AT_ONCE, in_place
from ledger.web.panel.slots import (
    about,
    beginning,
    beginnings,
    concerns,
    fixed_words,
    is_a_choice,
    joins_by,
    marked,
    one_or_several,
    one_pad,
    outs,
    says_nothing_more,
    still_to_say,
)
from ledger.web.words import without_quotes

MOST_SPREAD = 40
"""The number of sayings up to which a form is shown as a button for each."""
MOST_SPREAD_CARDS = 4
"""The number of cards up to which each has a button, if one card is wanted."""
MOST_APART = 6
"""The number of sheets up to which those that begin alike stay apart."""
LONGEST_EITHER = 22
"""The length up to which the label of a sheet names the words in it."""
MOST_OPTIONAL = 3
"""The number of optional parts above which all are shown in one sheet."""


@dataclass(frozen=True)
class Speech:
    """The speakers of a form, what it assumes, and the key that identifies its sheets."""

    players: Sequence[str]
    key: str
    assumes: str = ""
    ends: bool = False
    """Whether the saying ends a game or the evening, or takes a player away."""
    named: bool = False
    """Whether the name of the only player is on the buttons."""

    @property
    def names(self) -> list[str]:
        """Return the names at the beginning of the form; an empty one if it begins without a name."""
        return [written(player) for player in self.players] or [""]

    @property
    def name(self) -> str:
        """Return the name of the only player; empty for none or several."""
        return self.names[0] if len(self.names) == 1 else ""

    def keyed(self, mark: str) -> "Speech":
        """Return the same for another sheet."""
        return replace(self, key=f"{self.key}{mark}")

    def button(self, words: Sequence[str], label: str, note: str = "") -> SayingButton:
        """Return the button that says these words."""
        return SayingButton(joined([self.name, *words]), label, note, self.ends, verb_of(words))


class Layout:
    """Makes panels of forms, for one evening."""

    def __init__(
        self,
        money: Money,
        describe: Describe = lambda game, option: ("", "", ""),
        order: Sequence[str] = (),
        pack: Callable[[], Mapping[str, OutCard]] = dict,
        in_words: Callable[[str], str] = str,
        moves: Callable[[str], str] = lambda saying: "",
        vocabulary: Vocabulary = NO_WORDS,
    ) -> None:
        """`in_words` returns a saying as people say it, and `moves` what it would move."""
        self.money = money
        self.in_words = in_words
        self.moves = moves
        self.vocabulary = vocabulary
        self.order = {word: place for place, word in enumerate(order)}
        """Words in the order that they have elsewhere on the page."""
        self.maker = FieldMaker(money, describe, pack)

    def panel(self, forms: Iterable[Form], player: str | None, mark: str = "f") -> Panel:
        """Return what a player may say; with no player, what anybody may: first what and then who."""
        panel = Panel(order=self.order)
        split = [part for form in forms for part in one_or_several(form)]
        several = len({form.who for form in split if form.who}) > 1
        by_saying: dict[str, Speech] | None = {} if player is None and several else None
        for place, (form, marks) in enumerate(marked(split, lambda form: self._spread(form.slots) is None)):
            if player is not None and form.who and player not in form.who:
                continue
            players = (player,) if player is not None and form.who else form.who
            named = player is None and len(players) == 1
            panel.assumes = panel.assumes or form.assumes
            drawn = len(panel.sheets)
            self._put(panel, form, Speech(players, f"{mark}{place}", form.assumes, form.ends, named), by_saying)
            for sheet in panel.sheets[drawn:] if marks else ():
                sheet.fields.append(mark_field(marks))
            if place == 0:
                panel.sheets_first = bool(panel.sheets) and not panel.usual and not panel.ready
        for number, (words, speech) in enumerate((by_saying or {}).items()):
            if speech.name:
                panel.ready.append(speech.button([words], joined([speech.name, words])))
            else:
                panel.sheets.append(self._who(replace(speech, key=f"{mark}w{number}"), words))
        panel.sheets = _together(panel.sheets)
        panel.ready = _each_once(panel)
        for sheet in panel.sheets:
            if sheet.ends and not sheet.fields:  # what ends something is said whole
                sheet.ready = [replace(button, label=self.in_words(button.saying)) for button in sheet.ready]
        ending = [button for button in panel.ready if isinstance(button, SayingButton) and button.ends]
        panel.ready = [button for button in panel.ready if button not in ending]
        panel.sheets += [self._asked_twice(button, f"{mark}z{place}") for place, button in enumerate(ending)]
        panel.ready = [self._without_its_speaker(button) for button in panel.ready]
        return panel

    def _without_its_speaker(self, button: SayingButton | DisabledButton) -> SayingButton | DisabledButton:
        """Return a button without the speaker's name, if people say it of nobody."""
        if not isinstance(button, SayingButton) or button.label != button.saying or " " not in button.label:
            return button
        words, name = self.in_words(button.saying), button.label.partition(" ")[0]
        return button if words.startswith(name) or not button.label[0].isupper() else replace(button, label=words)

    def _asked_twice(self, button: SayingButton, key: str) -> SheetButton:
        """Return the sheet of a saying that ends something, which takes two taps."""
        words = self.in_words(button.saying)
        note = self.moves(button.saying) if button.note else ""
        ready = [replace(button, label=words, note=note)]
        return SheetButton(key, f"{button.label}…", f"{words}?", ready=ready, ends=True, begin=button.verb)

    def about_player(self, forms: Iterable[Form], player: str, mark: str = "b") -> Panel:
        """Return what may be said of a player apart from the turn, by first words."""
        panel = self.panel([about(form, player) for form in forms if concerns(form, player)], player, mark)
        name, grouped = written(player), Panel()
        by_word: dict[str, list[SayingButton | SheetButton]] = {}
        for button in (*panel.usual, *panel.ready, *panel.sheets):
            if not isinstance(button, DisabledButton):
                words = button.label.removesuffix("…").removeprefix(f"{name} ").split(" ")
                by_word.setdefault(words[0], []).append(button)
        for number, (word, buttons) in enumerate(by_word.items()):
            first = buttons[0]
            if len(buttons) > 1:
                grouped.sheets.append(_sheet_of(buttons, f"{mark}o{number}", word, player))
            elif isinstance(first, SayingButton):
                grouped.ready.append(first)
            else:
                first.label = f"{word}…"
                grouped.sheets.append(first)
        return grouped

    def _put(self, panel: Panel, form: Form, speech: Speech, by_saying: dict[str, Speech] | None) -> None:
        """Put a form on a panel, or collect it `by_saying` where not all may say the same."""
        slots = [slot for slot in form.slots if not says_nothing_more(slot)]
        least = [slot for slot in slots if not slot.optional]
        off = _disabled(slots)
        panel.ready += off if len(off) <= MOST_AT_ONCE else []
        spread = self._spread(least)
        if spread is None:
            sheets = list(self._each_variant(slots, speech))
            if len(sheets) == 1:
                sheets[0].usual = form.usual
            panel.sheets += sheets
            return
        if len(least) < len(slots) and any(isinstance(slot, Option) for slot in slots):
            for sheet in self._sheets(slots, speech):
                sheet.ready = [
                    SayingButton(
                        joined(words), joined([*words, "as the book has it"]), ends=speech.ends, verb=verb_of(words)
                    )
                    for words in spread
                ]
                panel.sheets.append(sheet)
            return
        if by_saying is not None and speech.players and not form.usual:
            for words in map(joined, spread):
                known = by_saying.setdefault(words, replace(speech, players=()))
                by_saying[words] = replace(known, players=tuple(dict.fromkeys((*known.players, *speech.players))))
        elif len(speech.players) > 1:
            panel.sheets += [self._who(speech.keyed(f"w{n}"), joined(words)) for n, words in enumerate(spread)]
        else:
            self._put_ready(panel, spread, least, form.usual, speech)
        if len(least) < len(slots):
            panel.sheets += self._with_one_more(slots, speech.keyed("m"))

    def _each_variant(self, slots: list[AnySlot], speech: Speech) -> Iterator[SheetButton]:
        """Return a sheet for the necessary parts only, and one for each optional part."""
        optional = [slot for slot in slots if slot.optional and not (slot.repeat and several_at_once(slot))]
        only_who = len(optional) == 1 and isinstance(optional[0], Player)
        wide = only_who or len(optional) > MOST_OPTIONAL or any(isinstance(slot, Option) for slot in slots)
        if not optional or wide:
            yield from self._sheets(slots, speech)
            return
        yield from self._sheets([slot for slot in slots if slot not in optional], speech)
        for place, slot in enumerate(optional):
            yield from self._sheets(_needed(slot, slots), speech.keyed(f"v{place}"), joins_by(slot, slots))

    def _with_one_more(self, slots: list[AnySlot], speech: Speech) -> Iterator[SheetButton]:
        """Return sheets for a form with one of its optional parts: of buttons, or of fields."""
        optional = [slot for slot in slots if slot.optional]
        if len(optional) > MOST_OPTIONAL:
            yield from self._sheets(slots, speech)
            return
        sheets: list[SheetButton] = []
        for place, slot in enumerate(optional):
            wanted = _needed(slot, slots)
            shortest = [part for part in wanted if not part.optional]
            spread = self._spread(shortest) if len(speech.names) == 1 else None
            begin = beginning(wanted)
            if 0 < len(spread or ()) <= MOST_BUTTONS and (len(optional) == 1 or place < len(optional) - 1 or sheets):
                buttons = [_shortened(speech.button(words, joined(words)), begin, True) for words in spread or ()]
                label = _either(begin, buttons, [part for part in shortest if is_a_choice(part)])
                yield self._sheet(speech.keyed(f"r{place}"), label, begin, buttons)
            else:
                sheets += self._sheets(wanted, speech.keyed(f"v{place}"), joins_by(slot, slots))
        yield from sheets

    def _put_ready(
        self, panel: Panel, spread: list[list[str]], slots: list[AnySlot], usual: bool, speech: Speech
    ) -> None:
        """Put the few sayings of a form on the panel, or on a sheet of its own."""
        name = speech.name if speech.named else ""
        buttons = [speech.button(words, joined([name, *words]), speech.assumes) for words in spread]
        choices = [slot for slot in slots if is_a_choice(slot)]
        begin = beginning(slots)
        if usual and len(choices) <= 1:
            shortened = (_shortened(button, begin, len(buttons) > 1) for button in buttons)
            panel.usual += in_place(shortened, self.order, lambda button: written(button.label))
            panel.caption = begin if len(buttons) > 1 else ""
        elif (
            not choices
            or len(buttons) == 1
            or (len(choices) == 1 and choices[0].says() and len(buttons) <= MOST_AT_ONCE)
        ):
            panel.ready += [
                replace(said, label=self.in_words(said.saying)) if len(said.label) > LONGEST_EITHER else said
                for said in buttons
            ]
        else:
            several = [_shortened(button, begin, True) for button in buttons]
            label = _either(begin, several, choices)
            panel.sheets.append(self._sheet(speech, label, begin, several))

    @staticmethod
    def _sheet(speech: Speech, label: str, begin: str, ready: list[SayingButton]) -> SheetButton:
        title = joined([speech.name, begin])
        return SheetButton(
            speech.key, label, title, ready=ready, assumes=speech.assumes, ends=speech.ends, begin=begin,
            speaker=label_of(speech.name),
        )  # fmt: skip

    def _sheets(self, slots: list[AnySlot], speech: Speech, joins: str = "") -> Iterator[SheetButton]:
        """Return a sheet for each beginning of a form; `joins` names its added optional part."""
        for number, (begin, rest) in enumerate(beginnings(slots)):
            label = joined(begin) or beginning(slots)
            if joins and joins not in begin:
                then = bool(rest) and isinstance(rest[0], Cards) and joins != "card"
                label = f"{label} and {joins}" if then else f"{label} {joins}"
            fields: list[Field] = []
            if len(speech.players) > 1:
                fields.append(player_field(speech.players, "w0"))
            elif speech.name:
                fields.append(HiddenField(name="w0", value=speech.name))
            game = begin[0].removeprefix("game ") if begin and begin[0].startswith("game ") else ""
            fields += self.maker.fields_of([*map(Literal, begin), *one_pad(rest)], game=game)
            sheet = self._sheet(speech.keyed(f"b{number}"), f"{game or label}…", label, [])
            sheet.ready = [] if speech.ends else self._usual_amounts(speech, begin, rest)
            for field in fields:
                field.at_once = bool(sheet.ready)
            sheet.fields, sheet.short = fields, still_to_say(rest)
            sheet.asks = next((asked for field in fields if (asked := asked_of_each(field))), "")
            yield sheet

    def rest_of(self, who: str, begin: Sequence[str], rest: Sequence[AnySlot], key: str, label: str) -> SheetButton:
        """Return the sheet on which the rest of a saying is filled in, after how it begins."""
        speech = Speech([who] if who else [], key)
        fields: list[Field] = [HiddenField(name="w0", value=speech.name)] if who else []
        fields += self.maker.fields_of([*map(Literal, begin), *one_pad(rest)])
        sheet = self._sheet(speech, f"{label}…", joined(begin), [])
        sheet.fields, sheet.asks = fields, next(filter(None, map(asked_of_each, fields)), "")
        return sheet

    def _spread(self, slots: Sequence[AnySlot]) -> list[list[str]] | None:
        """Return every saying of the slots, as words; None if there are too many."""
        choices: list[list[list[str]]] = []
        number = 1
        for slot in slots:
            of_slot = self._choices(slot)
            if of_slot is None:
                return None
            choices.append(of_slot)
            number *= len(of_slot)
        if number > MOST_SPREAD:
            return None
        return [[word for part in parts for word in part] for parts in product(*choices)]

    def _choices(self, slot: AnySlot) -> list[list[str]] | None:
        """Return all choices of a slot, as words; None if there are too many."""
        if slot.repeat:
            return None
        if isinstance(slot, Group):
            return self._spread([part for part in slot.slots if not says_nothing_more(part)])
        words = slot.every(self.money)
        if words is None or (isinstance(slot, Cards) and len(words) > MOST_SPREAD_CARDS):
            return None
        return [[word] for word in words]

    def _usual_amounts(self, speech: Speech, begin: list[str], rest: Sequence[AnySlot]) -> list[SayingButton]:
        """Return buttons for the usual amounts, if nothing but the amount is wanted."""
        if len(speech.names) != 1 or len(rest) != 1 or not isinstance(amount := rest[0], Amount):
            return []
        return [speech.button([*begin, self.money.write(usual)], self.money.show(usual)) for usual in amount.usual]

    def _who(self, speech: Speech, words: str) -> SheetButton:
        """Return names for one saying: first what, then who."""
        spoken = self.in_words(joined([speech.names[0], words]))
        name = label_of(speech.names[0])
        rest = spoken.removeprefix(f"{name} ") if spoken.startswith(f"{name} ") else words
        title = f"Who {'' if rest.partition(' ')[0].endswith('s') else 'says '}{rest}?"
        if speech.ends:  # a name chooses, and the button below says it
            names = in_place(speech.players, self.order, written)
            fields = [player_field(names, "w0"), HiddenField(name="h1", value=words)]
            return SheetButton(speech.key, f"{words}…", title, fields, asks=title, ends=True, begin=words)
        ready = [
            SayingButton(joined([name, words]), label_of(name), verb=verb_of([words]))
            for name in in_place(speech.names, self.order, str)
        ]
        return SheetButton(speech.key, f"{words}…", title, ready=ready, people=True, begin=words)


def _disabled(slots: Sequence[AnySlot]) -> list[DisabledButton]:
    """Return the words of slots that cannot be said just now."""
    return [
        DisabledButton(word, reason, joined(fixed_words(slots[:place])))
        for place, slot in enumerate(slots)
        if isinstance(slot, Word)
        for word, reason in outs(slot)
    ]


def _needed(optional: AnySlot, slots: Sequence[AnySlot]) -> list[AnySlot]:
    """Return slots, with one that was optional needed now.

    In a group without necessary choices the words stand for themselves, because they are always said.
    """
    needed: list[AnySlot] = []
    for slot in slots:
        if slot is not optional:
            needed.append(slot)
        elif (
            isinstance(slot, Group)
            and not slot.repeat
            and all(part.optional or not is_a_choice(part) for part in slot.slots)
        ):
            needed += slot.slots
        else:
            needed.append(replaced(slot, optional=False))
    return needed


def _sheet_of(buttons: Sequence[SayingButton | SheetButton], key: str, word: str, player: str) -> SheetButton:
    """Put buttons that begin with one word on a sheet."""
    sheet = SheetButton(key, f"{word}…", f"{player}: {word}", ends=any(one.ends for one in buttons), begin=word)
    for button in buttons:
        short = rest_of_label(button, word, written(player))
        if isinstance(button, SayingButton):
            sheet.ready.append(replace(button, label=short))
        else:
            button.label, button.short = f"{short}…", short
            sheet.inner.append(button)
    return sheet


def rest_of_label(button: SayingButton | SheetButton, word: str, name: str) -> str:
    """Return a label without the word with which several begin, and without the name."""
    rest = button.label.removesuffix("…").removeprefix(f"{name} ").removeprefix(word).strip()
    rest = rest.removeprefix(name).strip()
    return rest or (button.short if isinstance(button, SheetButton) else word) or word


def _shortened(button: SayingButton, begin: str, several: bool) -> SayingButton:
    """Shorten the label of a button, among several that begin alike, to how it goes on."""
    label = label_of(button.label.removeprefix(begin).strip()) if several else button.label
    return replace(button, label=label or button.label)


def _either(begin: str, buttons: Sequence[SayingButton], choices: Sequence[AnySlot]) -> str:
    """Return the label of a sheet: how its buttons begin, and their words if short."""
    either = f"{begin} {' or '.join(button.label for button in buttons)}"
    words = len(buttons) > 1 and len(choices) == 1 and bool(choices[0].says())
    return f"{either if words and len(either) <= LONGEST_EITHER else begin}…"


def verb_of(words: Sequence[str]) -> str:
    """Return the word with which words begin; empty without any."""
    return words[0].partition(" ")[0] if words else ""


def label_of(word: str) -> str:
    """Return a name as people read it."""
    return without_quotes(word) if word[:1] == '"' and word[-1:] == '"' else word


def _each_once(panel: Panel) -> list[SayingButton | DisabledButton]:
    """Return the buttons of a panel, each once; a word that somebody may say is enabled."""
    offered = {sheet.label.removesuffix("…").rpartition(" ")[2] for sheet in panel.sheets}
    sayings = (button for button in (*panel.ready, *panel.usual) if isinstance(button, SayingButton))
    offered |= {button.label.rpartition(" ")[2] for button in sayings}
    once: dict[str, SayingButton | DisabledButton] = {}
    for button in panel.ready:
        if isinstance(button, SayingButton) or button.label not in offered:
            once.setdefault(button.saying if isinstance(button, SayingButton) else button.label, button)
    return list(once.values())


def _together(sheets: Sequence[SheetButton]) -> list[SheetButton]:
    """Put sheets that begin alike under one button if there are many; else tell them apart."""
    by_label: dict[str, list[SheetButton]] = {}
    for sheet in sheets:
        by_label.setdefault(sheet.label, []).append(sheet)
    together: list[SheetButton] = []
    for alike in by_label.values():
        apart = len(sheets) <= MOST_APART and len({sheet.short for sheet in alike}) == len(alike)
        if len(alike) == 1:
            together += alike
        elif apart and all(sheet.fields for sheet in alike):
            for sheet in alike[1:]:
                sheet.label = f"{sheet.label.removesuffix('…')} {sheet.short}…"
            together += alike
        else:
            together.append(_merged(alike))
    return together


def _merged(sheets: list[SheetButton]) -> SheetButton:
    """Put sheets of the same label on one."""
    first, label, ends = sheets[0], sheets[0].label, any(sheet.ends for sheet in sheets)
    speaker = first.speaker if len({sheet.speaker for sheet in sheets}) == 1 else ""
    asks = first.title if first.people else ""
    ready = [button for sheet in sheets if not sheet.fields for button in sheet.ready]
    inner = [sheet for sheet in sheets if sheet.fields]
    if len(inner) == 1 and not inner[0].ready:
        fields = inner[0].fields
        return SheetButton(
            first.id,
            label,
            first.title,
            fields,
            ready,
            assumes=first.assumes,
            ends=ends,
            begin=first.begin,
            speaker=speaker,
            asks=asks,
        )
    alike = len({sheet.title for sheet in inner}) < len(inner)
    if alike and not ready and not inner[0].ready and not inner[0].short and all(sheet.short for sheet in inner[1:]):
        for sheet in inner[1:]:
            sheet.label = f"{sheet.short}…"
        return SheetButton(
            first.id,
            label,
            first.title,
            first.fields,
            [],
            inner[1:],
            first.assumes,
            ends=ends,
            begin=first.begin,
            speaker=speaker,
            asks=asks,
        )
    for sheet in inner:
        sheet.label = f"{(sheet.short if alike else '') or sheet.title}…"
    return SheetButton(
        f"{first.id}i",
        label,
        label.removesuffix("…"),
        [],
        ready,
        inner,
        first.assumes,
        ends=ends,
        begin=first.begin,
        speaker=speaker,
        asks=asks,
    )
