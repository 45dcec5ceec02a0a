"""Lay out the forms of a turn on a panel: as buttons that say them, or open a sheet."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from msgspec.structs import replace as replaced

from ledger.core.money import Money
from ledger.core.names import name as written
from ledger.language.forms import game_begun, joined
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
from ledger.web.panel.field_maker import (
    MOST_BUTTONS,
    Describe,
    FieldMaker,
    asks_whose,
    mark_field,
    player_field,
    several_at_once,
)
from ledger.web.panel.fields import Field, HiddenField, OutCard, asked_of_each
from ledger.web.panel.panel import Panel
from ledger.web.panel.questions import Wording
from ledger.web.panel.rows import MOST_AT_ONCE, in_place
from ledger.web.panel.slots import (
    Mark,
    Sayings,
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
    verbs_of,
    word_of_group,
)
from ledger.web.sentences import NUMBER, people_write, said

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
    wide: bool = False
    """Whether all optional parts are shown in one sheet: this form, or one with its verb, has many."""

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

    def button(self, words: Sequence[str], above: int = 0, label: str = "") -> SayingButton:
        """Return the button that says these words, the first of which may stand above it."""
        above = above if above < len(words) else 0
        return SayingButton(joined([self.name, *words]), label, "", self.ends, tuple(words), above)


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
        self.maker = FieldMaker(money, describe, pack, vocabulary)

    def panel(self, forms: Iterable[Form], player: str | None, mark: str = "f") -> Panel:
        """Return what a player may say; with no player, what anybody may: first what and then who."""
        return Wording(self.in_words, self.vocabulary, player).put_on(self._laid_out(forms, player, mark))

    def _laid_out(self, forms: Iterable[Form], player: str | None, mark: str) -> Panel:
        """Return a panel without the labels that are made of what its buttons say."""
        panel = Panel(turn=[*forms], order=self.order)
        split = [part for form in panel.turn for part in one_or_several(form)]
        several = len({form.who for form in split if form.who}) > 1
        by_saying: dict[tuple[str, ...], Speech] | None = {} if player is None and several else None
        wide = {verb for form in split if _is_wide(form.slots) for verb in verbs_of(form)}
        for place, (form, marks, sayings) in enumerate(marked(split, self._spread)):
            if player is not None and form.who and player not in form.who:
                continue
            players = (player,) if player is not None and form.who else form.who
            panel.assumes = panel.assumes or form.assumes
            speech = Speech(players, f"{mark}{place}", form.assumes, form.ends, not wide.isdisjoint(verbs_of(form)))
            if marks and all(sayings):
                self._put_marked(panel, speech, marks, sayings)
                continue
            drawn = len(panel.sheets)
            self._put(panel, form, speech, by_saying)
            for sheet in panel.sheets[drawn:] if marks else ():
                sheet.fields.append(mark_field(marks))
        for number, (words, speech) in enumerate((by_saying or {}).items()):
            if speech.name:
                panel.ready.append(replace(speech.button(words), only=people_write(speech.name)))
            else:
                panel.sheets.append(self._who(replace(speech, key=f"{mark}w{number}"), words))
        panel.sheets = sorted(_together(panel.sheets), key=lambda sheet: bool(sheet.adds))
        panel.ready = _each_once(panel)
        ending = [button for button in panel.ready if isinstance(button, SayingButton) and button.ends]
        panel.ready = [button for button in panel.ready if button not in ending]
        panel.sheets += [self._asked_twice(button, f"{mark}z{place}") for place, button in enumerate(ending)]
        return panel

    def _asked_twice(self, button: SayingButton, key: str) -> SheetButton:
        """Return the sheet of a saying that ends something, which takes two taps."""
        note = self.moves(button.saying) if button.note else ""
        asks = f"{self.in_words(button.saying)}?"
        return SheetButton(key, "", asks, ready=[replace(button, note=note)], asks=asks, ends=True, begin=button.words)

    def about_player(self, forms: Iterable[Form], player: str, mark: str = "b") -> Panel:
        """Return what may be said of a player apart from the turn, by first words."""
        of_player = [about(form, player) for form in forms if concerns(form, player)]
        panel = self._laid_out(of_player, player, mark)
        name, grouped = written(player), Panel()
        by_word: dict[str, list[SayingButton | SheetButton]] = {}
        for button in (*panel.usual, *panel.ready, *panel.sheets):
            if not isinstance(button, DisabledButton):
                by_word.setdefault(button.verb, []).append(button)
        wording = Wording(self.in_words, NO_WORDS, player)
        for number, (word, buttons) in enumerate(by_word.items()):
            first = buttons[0]
            if len(buttons) > 1:
                title = f"{people_write(name)}: {word}"
                sheet = one_sheet(buttons, f"{mark}o{number}", word, title, wording, name)
                sheet.ends = any(button.ends for button in buttons)
                grouped.sheets.append(sheet)
            elif isinstance(first, SayingButton):
                grouped.ready.append(first)
            else:
                first.label = f"{wording.label([word])}…"
                grouped.sheets.append(first)
        return wording.put_on(grouped)

    def _put(self, panel: Panel, form: Form, speech: Speech, by_saying: dict[tuple[str, ...], Speech] | None) -> None:
        """Put a form on a panel, or collect it `by_saying` where not all may say the same."""
        slots = [slot for slot in form.slots if not says_nothing_more(slot)]
        least = [slot for slot in slots if not slot.optional]
        off = self._disabled(slots)
        panel.ready += off if len(off) <= MOST_AT_ONCE else []
        spread = self._spread(least)
        if spread is None:
            sheets = list(self._each_variant(slots, speech))
            if len(sheets) == 1:
                sheets[0].usual = form.usual
            panel.sheets += sheets
            return
        whole = any(isinstance(slot, Option) for slot in slots) or (speech.wide and len(spread) > 1)
        if len(least) < len(slots) and whole:
            panel.sheets += self._sheets(slots, speech)
            return
        if by_saying is not None and speech.players and not form.usual:
            for words in map(tuple, spread):
                known = by_saying.setdefault(words, replace(speech, players=()))
                by_saying[words] = replace(known, players=tuple(dict.fromkeys((*known.players, *speech.players))))
        elif len(speech.players) > 1:
            panel.sheets += [self._who(speech.keyed(f"w{n}"), tuple(words)) for n, words in enumerate(spread)]
        else:
            self._put_ready(panel, spread, least, form.usual, speech)
        if len(least) < len(slots):
            panel.sheets += self._with_one_more(slots, speech.keyed("m"))

    def _each_variant(self, slots: list[AnySlot], speech: Speech) -> Iterator[SheetButton]:
        """Return a sheet for the necessary parts only, and one for each optional part."""
        optional = [slot for slot in slots if slot.optional and not (slot.repeat and several_at_once(slot))]
        only_who = len(optional) == 1 and isinstance(optional[0], Player)
        wide = only_who or speech.wide or any(isinstance(slot, Option) for slot in slots)
        if not optional or wide:
            yield from self._sheets(slots, speech)
            return
        yield from self._sheets([slot for slot in slots if slot not in optional], speech)
        for place, slot in enumerate(optional):
            yield from self._sheets(_needed(slot, slots), speech.keyed(f"v{place}"), joins_by(slot, slots))

    def _with_one_more(self, slots: list[AnySlot], speech: Speech) -> Iterator[SheetButton]:
        """Return sheets for a form with one of its optional parts: of buttons, or of fields."""
        optional = [slot for slot in slots if slot.optional]
        if speech.wide:
            yield from self._sheets(slots, speech)
            return
        sheets: list[SheetButton] = []
        for place, slot in enumerate(optional):
            wanted = _needed(slot, slots)
            shortest = [part for part in wanted if not part.optional]
            spread = self._spread(shortest) if len(speech.names) == 1 else None
            begin = beginning(wanted)
            if 0 < len(spread or ()) <= MOST_BUTTONS and (len(optional) == 1 or place < len(optional) - 1 or sheets):
                buttons = [speech.button(words, len(begin)) for words in spread or ()]
                sheet = self._sheet(speech.keyed(f"r{place}"), begin, buttons)
                sheet.either = _either(begin, buttons, [part for part in shortest if is_a_choice(part)])
                yield sheet
            else:
                sheets += self._sheets(wanted, speech.keyed(f"v{place}"), joins_by(slot, slots))
        yield from sheets

    def _put_ready(self, panel: Panel, spread: Sayings, slots: list[AnySlot], usual: bool, speech: Speech) -> None:
        """Put the few sayings of a form on the panel, or on a sheet of its own."""
        choices, begin = [slot for slot in slots if is_a_choice(slot)], beginning(slots)
        above = len(begin) if len(spread) > 1 else 0
        if usual and len(choices) <= 1:
            buttons = [speech.button(words, above) for words in spread]
            panel.usual += in_place(buttons, self.order, lambda button: joined(button.words[button.above :]))
            panel.caption = joined(begin) if len(buttons) > 1 else ""
        elif (
            not choices or len(spread) == 1 or (len(choices) == 1 and choices[0].says() and len(spread) <= MOST_AT_ONCE)
        ):
            amount = slots[-1] if isinstance(slots[-1], Amount) and len(spread) == 1 else None
            panel.ready += [
                replace(
                    speech.button(words, label=joined([*words[:-1], self.money.show(amount.low)]) if amount else ""),
                    note=speech.assumes,
                )
                for words in spread
            ]
        else:
            sheet = self._sheet(speech, begin, [speech.button(words, above) for words in spread])
            sheet.either = _either(begin, sheet.ready, choices)
            panel.sheets.append(sheet)

    @staticmethod
    def _put_marked(panel: Panel, speech: Speech, marks: Sequence[Mark], sayings: Sequence[Sayings | None]) -> None:
        """Put forms that differ in a mark on the panel; without it is the usual answer."""
        for (_, player, mark), spread in zip(marks, sayings, strict=True):
            for words in spread or ():
                button = speech.button(words)
                if mark:
                    panel.ready.append(replace(button, label=player, rest=player, under=asks_whose(marks)))
                else:
                    panel.usual.append(button)

    @staticmethod
    def _sheet(speech: Speech, begin: Sequence[str], ready: list[SayingButton], label: str = "") -> SheetButton:
        return SheetButton(
            speech.key, label, joined([speech.name, *begin]), ready=ready, assumes=speech.assumes, ends=speech.ends,
            begin=tuple(begin), speaker=people_write(speech.name),
        )  # fmt: skip

    def _sheets(self, slots: list[AnySlot], speech: Speech, joins: str = "") -> Iterator[SheetButton]:
        """Return a sheet for each beginning of a form; `joins` names its added optional part."""
        for number, (begin, rest) in enumerate(beginnings(slots)):
            begins, adds = [*(begin or beginning(slots)), *word_of_group(rest)], tuple[str, ...]()
            if joins and joins not in begins:
                then = bool(rest) and isinstance(rest[0], Cards) and joins != "card"
                adds = ("and", joins) if then else (joins,)
            game = game_begun(begin)
            sheet = self.rest_of(speech.keyed(f"b{number}"), begin, rest, f"{game}…" if game else "", game)
            sheet.begin, sheet.title, sheet.adds = tuple(begins), joined([speech.name, *begins, *adds]), adds
            sheet.ready = [] if speech.ends else self._usual_amounts(speech, begin, rest)
            for field in sheet.fields:
                field.at_once = bool(sheet.ready)
            sheet.short, sheet.fixed = still_to_say(rest), tuple(fixed_words(rest))
            yield sheet

    def rest_of(
        self, speech: Speech, begin: Sequence[str], rest: Sequence[AnySlot], label: str, game: str = ""
    ) -> SheetButton:
        """Return the sheet on which the rest of a saying is filled in, after how it begins."""
        fields: list[Field] = []
        if len(speech.players) > 1:
            fields.append(player_field(in_place(speech.players, self.order, written), "w0"))
        elif speech.name:
            fields.append(HiddenField(name="w0", value=speech.name))
        fields += self.maker.fields_of([*map(Literal, begin), *one_pad(rest)], game=game)
        sheet = self._sheet(speech, begin, [], label)
        sheet.fields, sheet.asks = fields, next(filter(None, map(asked_of_each, fields)), "")
        return sheet

    def _spread(self, slots: Sequence[AnySlot]) -> Sayings | None:
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

    def _choices(self, slot: AnySlot) -> Sayings | None:
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
        called = dict(amount.called)
        return [
            replace(
                speech.button([*begin, self.money.write(each)], label=self.money.show(each)),
                called=called.get(each, ""),
            )
            for each in amount.usual
        ]

    def _who(self, speech: Speech, words: tuple[str, ...]) -> SheetButton:
        """Return names for one saying: first what, then who."""
        name = people_write(speech.names[0])
        spoken, rest = self.in_words(joined([speech.names[0], *words])), joined(words)
        of_somebody = spoken.removeprefix(f"{name} ")
        if of_somebody == spoken:
            of_somebody = rest
        label = "" if of_somebody == rest else f"{of_somebody}…"
        title = f"Who {'' if of_somebody.partition(' ')[0].endswith('s') else 'says '}{of_somebody}?"
        if speech.ends:  # a name chooses, and the button below says it
            names = in_place(speech.players, self.order, written)
            fields = [player_field(names, "w0"), HiddenField(name="h1", value=rest)]
            return SheetButton(speech.key, label, title, fields, asks=title, ends=True, begin=words)
        ready = [
            replace(speech, players=(player,)).button(words, label=player)
            for player in in_place(speech.players, self.order, written)
        ]
        return SheetButton(speech.key, label, title, ready=ready, people=True, begin=words)

    def _disabled(self, slots: Sequence[AnySlot]) -> list[DisabledButton]:
        """Return the words of slots that cannot be said just now, but numbers that are said seldom."""
        no_numbers = said(self.vocabulary, NUMBER).seldom
        return [
            DisabledButton(word, reason, tuple(fixed_words(slots[:place])), said(self.vocabulary, word).label)
            for place, slot in enumerate(slots)
            if isinstance(slot, Word)
            for word, reason in outs(slot)
            if not (no_numbers and word.isdigit())
        ]


def _is_wide(slots: Sequence[AnySlot]) -> bool:
    """Return whether a form has so many optional parts that all are shown in one sheet."""
    return sum(slot.optional for slot in slots) > MOST_OPTIONAL


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


def one_sheet(
    buttons: Sequence[SayingButton | SheetButton], key: str, word: str, title: str, wording: Wording, name: str = ""
) -> SheetButton:
    """Put buttons that begin with one word on a sheet; `name` is the player whom they are about."""
    sheet = SheetButton(key, f"{word}…", title, begin=(word,))
    for button in buttons:
        if isinstance(button, SayingButton):
            sheet.ready.append(button)
        elif button.ends and not button.fields:
            sheet.ready += button.ready
        else:
            words = [*button.words]
            if words[1:2] == [name]:
                words.pop(1)
            button.label = f"{wording.rest(words) or button.short or button.verb}…"
            sheet.inner.append(button)
    return sheet


def _either(begin: Sequence[str], buttons: Sequence[SayingButton], choices: Sequence[AnySlot]) -> tuple[str, ...]:
    """Return the words of a sheet's buttons where its label has room for them."""
    words = tuple(" ".join(button.words[button.above :]) for button in buttons)
    if len(words) < 2 or len(choices) != 1 or not choices[0].says():
        return ()
    return words if len(joined([*begin, " or ".join(words)])) <= LONGEST_EITHER else ()


def _each_once(panel: Panel) -> list[SayingButton | DisabledButton]:
    """Return the buttons of a panel, each once; a word that somebody may say is enabled."""
    offered = {(sheet.verb, sheet.words[-1]) for sheet in panel.sheets if sheet.words}
    sayings = (button for button in (*panel.ready, *panel.usual) if isinstance(button, SayingButton))
    offered |= {(button.verb, button.words[-1]) for button in sayings}
    once: dict[object, SayingButton | DisabledButton] = {}
    for button in panel.ready:
        if isinstance(button, SayingButton):
            once.setdefault(button.saying, button)
        elif (key := (button.verb, button.word)) not in offered:
            once.setdefault(key, button)
    return list(once.values())


def _together(sheets: Sequence[SheetButton]) -> list[SheetButton]:
    """Put sheets that begin alike under one button if there are many; else tell them apart."""
    by_words: dict[tuple[str, ...], list[SheetButton]] = {}
    for sheet in sheets:
        words = (*sheet.words, *sheet.either) or (sheet.label,)
        by_words.setdefault(words, []).append(sheet)
    together: list[SheetButton] = []
    for alike in by_words.values():
        apart = len(sheets) <= MOST_APART and len({sheet.short for sheet in alike}) == len(alike)
        if len(alike) == 1:
            together += alike
        elif apart and all(sheet.fields for sheet in alike):
            for sheet in alike:
                apart_by = sheet.fixed or (() if sheet is alike[0] else sheet.short.split())
                sheet.adds = (*sheet.adds, *apart_by)
            together += alike
        else:
            together.append(_merged(alike))
    return together


def _merged(sheets: list[SheetButton]) -> SheetButton:
    """Put sheets that begin alike on one."""
    first = sheets[0]
    one = SheetButton(
        first.id, first.label, first.title, assumes=first.assumes, ends=any(sheet.ends for sheet in sheets),
        begin=first.begin, adds=first.adds, either=first.either,
        speaker=first.speaker if len({sheet.speaker for sheet in sheets}) == 1 else "",
        asks=first.title if first.people else "",
        ready=[button for sheet in sheets if not sheet.fields for button in sheet.ready],
        inner=[sheet for sheet in sheets if sheet.fields],
    )  # fmt: skip
    alike = len({sheet.title for sheet in one.inner}) < len(one.inner)
    if len(one.inner) == 1 and not one.inner[0].ready:
        one.fields, one.inner = one.inner[0].fields, []
    elif alike and not one.ready and not one.inner[0].short and all(sheet.short for sheet in one.inner[1:]):
        one.fields, *others = one.inner[0].fields, *one.inner[1:]
        one.inner = others
    else:
        one.id, one.title = f"{first.id}i", joined(first.begin)
    for sheet in one.inner:
        sheet.label = f"{(sheet.short if alike else '') or sheet.title}…"
    return one
