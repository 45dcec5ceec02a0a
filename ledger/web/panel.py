"""What lies under the thumb: from the forms of a turn to buttons and fields, knowing no game.

A saying that needs nothing more is a button that says it whole; what needs more is a form whose fields are the slots in
their order. What is sent is put together again in that order by `saying_of`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby, product
from types import MappingProxyType
from typing import Any, TypeVar

from ledger.cards import RANK_NAMES, RANKS, SUIT_NAMES
from ledger.money import Money
from ledger.notation.writing import quoted
from ledger.web.words import name_word

Form = Mapping[str, Any]
Slot = Mapping[str, Any]

CLOSE = (":", "+", "=", ",")
"""Fixed words that are written without spaces around them."""
MOST_BUTTONS = 12
"""Up to so many numbers are a button each."""
MOST_NUMBERS = 24
"""Up to so many numbers are a button each where nothing stands beside them: no more room than the keypad takes."""
MOST_SPREAD = 40
"""A form that comes to no more sayings than these is shown as a button each."""
MOST_AT_ONCE = 8
"""So many words of one form are shown without opening it."""
MOST_BEGINNINGS = 6
"""A form may be parted by its first words into so many."""
MOST_SPREAD_CARDS = 4
"""Up to so many cards are a button each, where one is wanted."""
MOST_FLAT = 16
"""Up to so many cards stand beside one another; of more, the suit is chosen first."""
MOST_APART = 6
"""Up to so many openings are not put together, though they begin alike."""
MOST_OPTIONAL = 3
"""Of a form with more parts than these that may be left out, all are shown in one sheet."""
LONGEST_WORD, LONGEST_IN_A_ROW = 8, 22
"""A longer word does not fit a button of which four stand in a row, and a longer label none that has a neighbour."""
COLUMNS = 12
"""The columns of a row of buttons."""
FEW = 7
"""Up to so many buttons are as large as there is room for."""
MANY_ALIKE = 3
"""So many buttons that begin alike stand together."""
MOST_SECTIONS, MOST_BESIDE = 2, 4
"""The names of those who may say something are shown at once for so many sayings, beside so many others."""
FIXED, WORD, TEXT, OPTION = "h", "w", "t", "o"
"""How the name of a field begins, by what becomes of its value."""
SLOT = re.compile(
    r"(?P<group>(?:g\d+\.\d+\.)*)(?P<name>(?P<sort>[hwto])\d+)(?:\.(?P<option>[\w-]+))?(?P<exact>\+)?", re.ASCII
)
"""The name of a field: the group it belongs to, its sort and place, an option's name, and a mark on an exact sum."""
SUITS = ("S", "H", "D", "C")
SUIT_SIGNS = {"S": "♠\ufe0e", "H": "♥\ufe0e", "D": "♦\ufe0e", "C": "♣\ufe0e", "": "★"}


@dataclass(frozen=True)
class Ready:
    """A saying that needs nothing more: what is said, and what stands on its button."""

    saying: str
    label: str
    note: str = ""


@dataclass(frozen=True)
class Off:
    """What cannot be said just now, and why; with what it would begin."""

    label: str
    reason: str
    begin: str = ""


@dataclass
class Opening:
    """A saying that needs more: what stands on the button that opens it, and the fields, or the buttons, within."""

    id: str
    label: str
    title: str
    fields: list[dict[str, Any]] = field(default_factory=list)
    ready: list[Ready] = field(default_factory=list)
    inner: list["Opening"] = field(default_factory=list)
    """Several sayings that begin alike."""
    assumes: str = ""
    people: bool = False
    """Whether its buttons are the names of those who may say it."""
    short: str = ""
    """What tells it from others that begin alike."""
    usual: bool = False
    """Whether it is by far the most frequent answer, though it needs more."""

    @property
    def suits(self) -> list[dict[str, Any]]:
        """The suits that may be chosen already by the button that opens it."""
        fields = [each for one in self.fields for each in (one["rows"][0]["fields"] if one.get("once") else [one])]
        cards = next((one for one in fields if one["field"] == "cards" and one["required"]), None)
        return [] if cards is None or cards["flat"] else list(cards["suits"])

    @property
    def keys(self) -> bool:
        """Whether what is filled in last has a keypad, in whose last row it is sent."""
        return bool(self.fields) and _ends_in_keys(self.fields[-1])


Button = Ready | Off | Opening


@dataclass(frozen=True)
class Placed:
    """A button in its row: what stands on it, and how many of the row's columns it takes."""

    one: Button
    label: str
    columns: int = COLUMNS
    begin: str = ""
    """The word that stands above it, and is read aloud before its own."""

    @property
    def whole(self) -> bool:
        """Whether it takes a row by itself."""
        return len(self.label) > LONGEST_IN_A_ROW or (isinstance(self.one, Opening) and bool(self.one.suits))


@dataclass(frozen=True)
class Choices:
    """Buttons beside one another, in rows that are filled to their ends; all may begin with one word."""

    begin: str
    placed: list[Placed]

    @property
    def rows(self) -> int:
        """How many rows they fill."""
        return sum(one.columns for one in self.placed) // COLUMNS

    @property
    def runs(self) -> list[tuple[bool, list[Placed]]]:
        """Those that open something, and those that say it, as they follow one another."""
        by_sort = groupby(self.placed, key=lambda each: isinstance(each.one, Opening))
        return [(opens, list(several)) for opens, several in by_sort]


@dataclass
class Panel:
    """Everything that may be said by one player, or by anybody."""

    usual: list[Ready] = field(default_factory=list)
    ready: list[Ready | Off] = field(default_factory=list)
    openings: list[Opening] = field(default_factory=list)
    assumes: str = ""
    caption: str = ""
    """How the usual answers begin, where there are several."""
    opens_first: bool = False
    """Whether what needs more comes first, as it does in the turn."""
    order: Mapping[str, int] = field(default_factory=dict)
    """Where words stand elsewhere on the page, and so here."""

    @property
    def alone(self) -> Opening | None:
        """The one form that is open because there is nothing else to say."""
        one = self.openings[0] if len(self.openings) == 1 and not self.usual and not self.ready else None
        return None if one is None or one.people else one

    @property
    def plain_sections(self) -> list[Opening]:
        """Those of which the names are shown at once, where there is room for them: first what, then who."""
        people = [one for one in self.openings if one.people]
        room = len(people) <= MOST_SECTIONS and len(self.openings) + len(self.ready) <= MOST_BESIDE
        return people if room and len(self.usual) <= 1 else []

    @property
    def closed(self) -> list[Opening]:
        """Those that are opened by a button among others."""
        shown = bool(self.plain_sections)
        return [one for one in self.openings if not one.usual and not (shown and one.people)]

    @property
    def tight(self) -> bool:
        """Whether there are too many buttons for large ones."""
        return len(self.ready) + len(self.closed) > FEW or bool(self.plain_sections)

    @property
    def choices(self) -> list[Choices]:
        """All the buttons but the usual answers."""
        told = (*self.closed, *self.ready) if self.opens_first else (*self.ready, *self.closed)
        return self._arranged(told, self.tight)

    @property
    def small(self) -> list[Choices]:
        """All the buttons, the usual answers too, as they stand in a drawer: those that take a whole row last."""
        openings = sorted(self.openings, key=lambda one: bool(one.suits))
        return self._arranged((*self.usual, *self.ready, *openings), tight=True)

    def _arranged(self, told: Sequence[Button], tight: bool) -> list[Choices]:
        """Buttons in their rows, those together of which many begin with one word."""
        often = _frequent(told)
        parted: dict[str, list[Button]] = {}
        for one in told:
            word = _first_word(one)
            parted.setdefault(word if word in often else "", []).append(one)
        # what is most stands last, lest it hide what is under it
        groups = sorted(parted.items(), key=lambda each: len(each[1]) > MOST_AT_ONCE)
        return [self._beside_one_another(word, several, tight) for word, several in groups]

    def _beside_one_another(self, word: str, told: Sequence[Button], tight: bool) -> Choices:
        placed = [Placed(one, _label_after(word, one), begin=word) for one in told]
        if word:
            placed = _in_place(placed, self.order, lambda each: each.label.removesuffix("…"))
        long = any(len(part) > LONGEST_WORD for each in placed for part in re.split(r"[ …-]", each.label))
        return Choices(word, _in_rows(placed, 3 if long or not tight or len(told) > MOST_BUTTONS else 4))

    @property
    def usual_openings(self) -> list[Opening]:
        """Those that are opened by a button as large as the usual answer's, which they are."""
        return [one for one in self.openings if one.usual]


A = TypeVar("A")
Describe = Callable[[str, str], tuple[str, str]]
"""Says of a game's option what it means, with its page, and what it is unless it is said."""


class Drawer:
    """Makes a panel of forms, for one evening."""

    def __init__(
        self,
        money: Money,
        describe: Describe = lambda game, option: ("", ""),
        order: Sequence[str] = (),
        pack: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.money = money
        self.order = {word: place for place, word in enumerate(order)}
        """Words that stand in this order, as they do elsewhere on the page."""
        self.pack = pack
        """The cards of the game, each with the reason why it cannot be chosen where it is not offered."""
        self.describe = describe
        self._named = False
        """Whether a form is of one player, though nobody in particular is asked: his name stands on its buttons."""
        self._whose: dict[str, list[str]] | None = None
        """What may be said, and by whom, where nobody in particular is asked and not all may say the same."""

    def panel(self, forms: Iterable[Form], player: str | None, mark: str = "f") -> Panel:
        """What a player may say; with no player, what anybody may, first what and then who."""
        panel = Panel(order=self.order)
        told = [each for form in forms for each in _one_or_several(form)]
        several = len({tuple(form["who"]) for form in told if form["who"]}) > 1
        self._whose = {} if player is None and several else None
        for place, form in enumerate(told):
            who = list(form["who"])
            if player is not None and who and player not in who:
                continue
            speakers = [player] if player is not None and who else who
            self._named = player is None and len(speakers) == 1
            panel.assumes = panel.assumes or str(form.get("assumes") or "")
            self._put(panel, form, speakers, f"{mark}{place}")
            if place == 0:
                panel.opens_first = bool(panel.openings) and not panel.usual and not panel.ready
        for number, (words, names) in enumerate((self._whose or {}).items()):
            if len(names) == 1:
                panel.ready.append(Ready(_joined([names[0], words]), _joined([names[0], words])))
            else:
                panel.openings.append(self._who(f"{mark}w{number}", words, names))
        panel.openings = _together(panel.openings)
        panel.ready = _each_once(panel)
        return panel

    def beside(self, forms: Iterable[Form], player: str, mark: str = "b") -> Panel:
        """What may be said of a player besides his turn, under its first words."""
        own = [_about(form, player) for form in forms if _names(form, player)]
        panel = self.panel(own, player, mark)
        name, found = name_word(player), Panel()
        by_word: dict[str, list[Ready | Opening]] = {}
        for one in (*panel.usual, *panel.ready, *panel.openings):
            if not isinstance(one, Off):
                words = one.label.removesuffix("…").removeprefix(f"{name} ").split(" ")
                by_word.setdefault(words[0], []).append(one)
        for number, (word, several) in enumerate(by_word.items()):
            if len(several) == 1:
                self._put_one(found, several[0], word)
                continue
            opening = Opening(f"{mark}o{number}", f"{word}…", f"{player}: {word}")
            for one in several:
                short = _told_apart(one, word, name)
                if isinstance(one, Ready):
                    opening.ready.append(Ready(one.saying, short, one.note))
                else:
                    one.label, one.short = f"{short}…", short
                    opening.inner.append(one)
            found.openings.append(opening)
        return found

    @staticmethod
    def _put_one(panel: Panel, only: Ready | Opening, word: str) -> None:
        if isinstance(only, Ready):
            panel.ready.append(only)
        else:
            only.label = f"{word}…"
            panel.openings.append(only)

    def _put(self, panel: Panel, form: Form, speakers: list[str], key: str) -> None:
        slots: list[Slot] = [slot for slot in form["slots"] if not _says_nothing_more(slot)]
        names = [name_word(name) for name in speakers] or [""]
        usual, assumes = bool(form.get("usual")), str(form.get("assumes") or "")
        least = [slot for slot in slots if not slot.get("optional")]
        off = [
            Off(word, why, _joined(_fixed_words(slots[:place])))
            for place, slot in enumerate(slots)
            if slot.get("slot") == "word"
            for word, why in outs(slot)
        ]
        panel.ready += off if len(off) <= MOST_AT_ONCE else []
        spread = self._spread(least)
        if spread is None:
            openings = list(self._each_variant(slots, speakers, names, key, assumes))
            for one in openings if len(openings) == 1 else ():
                one.usual = usual
            panel.openings += openings
            return
        wide = any(slot.get("slot") == "option" for slot in slots)
        if wide:
            for opening in self._openings(slots, speakers, names, key, assumes):
                opening.ready = [Ready(_joined(words), _joined([*words, "as the book has it"])) for words in spread]
                panel.openings.append(opening)
            return
        if self._whose is not None and names[0] and not usual:
            for words in spread:
                known = self._whose.setdefault(_joined(words), [])
                known += [name for name in names if name not in known]
        elif len(names) > 1:
            panel.openings += [self._who(f"{key}w{n}", _joined(words), names) for n, words in enumerate(spread)]
        else:
            name = names[0] if self._named else ""
            readies = [Ready(_joined([names[0], *words]), _joined([name, *words]), assumes) for words in spread]
            self._put_ready(panel, readies, least, usual, Opening(key, "", "", assumes=assumes), names[0])
        if len(least) < len(slots):
            panel.openings += self._with_one_more(slots, speakers, names, f"{key}m", assumes)

    def _each_variant(
        self, slots: list[Slot], speakers: list[str], names: list[str], key: str, assumes: str
    ) -> Iterator[Opening]:
        """A sheet for what has to be said only, and one for each of what may be left out."""
        optional = [slot for slot in slots if slot.get("optional") and not (slot.get("repeat") and _several(slot))]
        only_who = [slot.get("slot") for slot in optional] == ["player"]
        wide = only_who or len(optional) > MOST_OPTIONAL or any(slot.get("slot") == "option" for slot in slots)
        if not optional or wide:
            yield from self._openings(slots, speakers, names, key, assumes)
            return
        yield from self._openings([slot for slot in slots if slot not in optional], speakers, names, key, assumes)
        for place, slot in enumerate(optional):
            wanted = [{**one, "optional": False} if one is slot else one for one in slots]
            yield from self._openings(wanted, speakers, names, f"{key}v{place}", assumes, _joins(slot, slots))

    def _with_one_more(
        self, slots: list[Slot], speakers: list[str], names: list[str], key: str, assumes: str
    ) -> Iterator[Opening]:
        """What may be said with more than has to be: buttons where that is one choice more, else a sheet for each."""
        optional = [slot for slot in slots if slot.get("optional")]
        if len(optional) > MOST_OPTIONAL:
            yield from self._openings(slots, speakers, names, key, assumes)
            return
        sheets: list[Opening] = []
        for place, slot in enumerate(optional):
            wanted = [{**one, "optional": False} if one is slot else one for one in slots]
            shortest = [one for one in wanted if not one.get("optional")]
            spread = self._spread(shortest) if len(names) == 1 else None
            begin = _beginning(wanted)
            readies = [Ready(_joined([names[0], *words]), _joined(words)) for words in spread or ()]
            if 0 < len(readies) <= MOST_BUTTONS and (len(optional) == 1 or place < len(optional) - 1 or sheets):
                title = _joined([names[0], begin])
                several = [_shortened(one, begin, True) for one in readies]
                yield Opening(f"{key}r{place}", f"{begin}…", title, [], several, assumes=assumes)
            else:
                sheets += self._openings(wanted, speakers, names, f"{key}v{place}", assumes, _joins(slot, slots))
        yield from sheets

    def _put_ready(
        self, panel: Panel, readies: list[Ready], slots: list[Slot], usual: bool, one: Opening, name: str
    ) -> None:
        several = [slot for slot in slots if _is_a_choice(slot)]
        begin = _beginning(slots)
        if usual and len(several) <= 1:
            shortened = (_shortened(each, begin, len(readies) > 1) for each in readies)
            panel.usual += _in_place(shortened, self.order, lambda one: name_word(one.label))
            panel.caption = begin if len(readies) > 1 else ""
        elif (
            not several
            or len(readies) == 1
            or (len(several) == 1 and several[0].get("slot") == "word" and len(readies) <= MOST_AT_ONCE)
        ):
            panel.ready += readies
        else:
            one.label, one.title = f"{begin}…", _joined([name, begin])
            one.ready = [_shortened(each, begin, True) for each in readies]
            panel.openings.append(one)

    def _openings(
        self, slots: list[Slot], speakers: list[str], names: list[str], key: str, assumes: str, joins: str = ""
    ) -> Iterator[Opening]:
        for number, (begin, rest) in enumerate(_beginnings(slots)):
            label = _joined(begin) or _beginning(slots)
            if joins and joins not in begin:
                then = any(one.get("slot") == "cards" for one in rest[:1]) and joins != "card"
                label = f"{label} … {joins}" if then else f"{label} {joins}"
            fields: list[dict[str, Any]] = []
            if len(names) > 1:
                fields.append(_players(speakers, "w0", one=True))
            elif names[0]:
                fields.append({"field": "hidden", "name": "w0", "value": names[0]})
            game = begin[0].removeprefix("game ") if begin and begin[0].startswith("game ") else ""
            fields += self.fields([*({"slot": "said", "text": word} for word in begin), *_one_pad(rest)], game=game)
            title = _joined([names[0] if len(names) == 1 else "", label])
            at_once = self._at_once(names, begin, rest)
            if at_once:
                for each in fields:
                    each["at_once"] = True
            short = _more_of(rest)
            yield Opening(f"{key}b{number}", f"{game or label}…", title, fields, at_once, assumes=assumes, short=short)

    def _spread(self, slots: Sequence[Slot]) -> list[list[str]] | None:
        """Every saying that slots come to, as its words; None where they are many, or not to be counted."""
        choices: list[list[list[str]]] = []
        number = 1
        for slot in slots:
            found = self._choices(slot)
            if found is None:
                return None
            choices.append(found)
            number *= len(found)
        if number > MOST_SPREAD:
            return None
        return [[word for part in parts for word in part] for parts in product(*choices)]

    def _choices(self, slot: Slot) -> list[list[str]] | None:
        kind = slot.get("slot")
        if slot.get("repeat"):
            return None
        if kind is None:
            return self._spread([one for one in slot["slots"] if not _says_nothing_more(one)])
        if kind == "said":
            return [[str(slot["text"])]]
        if kind == "word":
            return [[str(word)] for word in slot["words"]]
        if kind == "player":
            return [[name_word(name)] for name in slot["among"]]
        if kind == "players" and slot["low"] == slot["high"] == 1:
            return [[name_word(name)] for name in slot["among"]]
        if kind == "number" and slot["high"] - slot["low"] < MOST_BUTTONS:
            return [[str(number)] for number in range(slot["low"], slot["high"] + 1)]
        if kind == "amount" and slot["low"] == slot.get("high"):
            return [[self.money.write(slot["low"])]]
        if kind == "cards" and slot["low"] == slot["high"] == 1 and len(slot["among"]) <= MOST_SPREAD_CARDS:
            return [[str(card)] for card in slot["among"]]
        return None

    def _at_once(self, names: list[str], begin: list[str], rest: Sequence[Slot]) -> list[Ready]:
        """The usual amounts, where nothing but the amount is wanted."""
        if len(names) != 1 or len(rest) != 1 or rest[0].get("slot") != "amount":
            return []
        return [
            Ready(_joined([names[0], *begin, self.money.write(amount)]), self.money.show(amount))
            for amount in rest[0].get("usual") or ()
        ]

    def _who(self, key: str, words: str, names: Iterable[str]) -> Opening:
        """Names for one saying: first what, then who."""
        ready = [Ready(_joined([name, words]), shown(name)) for name in _in_place(names, self.order, str)]
        says = "" if words.partition(" ")[0].endswith("s") else "says "
        return Opening(key, f"{words}…", f"Who {says}{words}?", [], ready, people=True)

    # Fields

    def fields(self, slots: Iterable[Slot], path: str = "", game: str = "") -> list[dict[str, Any]]:
        """The fields of slots, in their order; their names begin with `path`."""
        fields = []
        for of_somebody, several in groupby(enumerate(slots, start=1), lambda each: _whose(each[1]) is not None):
            if of_somebody:
                fields.append(self._list(list(several), path, game))
            else:
                fields += [self._field(slot, path, place, game) for place, slot in several]
        return fields

    def _field(self, slot: Slot, path: str, place: int, game: str) -> dict[str, Any]:
        kind = slot.get("slot")
        if slot.get("repeat") and (several := _several(slot)):
            return several | {"name": f"{path}w{place}", "required": not slot.get("optional"), "at_once": False}
        if slot.get("repeat") or kind is None:
            return self._group(slot, f"{path}g{place}.", game)
        if kind == "said" and slot.get("optional"):
            return self._group({"slots": [{**slot, "optional": False}], "optional": True}, f"{path}g{place}.", game)
        if kind == "said":
            return {"field": "hidden", "name": f"{path}h{place}", "value": str(slot["text"])}
        more = {"name": f"{path}w{place}", "required": not slot.get("optional"), "at_once": False}
        makers: dict[str, Callable[[Slot], dict[str, Any]]] = {
            "word": _words, "player": lambda one: _players(one["among"], "", one=True),
            "players": lambda one: _players(one["among"], "", one=False) | {"low": one["low"], "high": one["high"]},
            "number": lambda one: _number(one, MOST_BUTTONS if path else MOST_NUMBERS),
            "amount": self._amount, "cards": self._cards,
        }  # fmt: skip
        if kind in makers:
            return makers[kind](slot) | more
        if kind == "option":
            return self._option(slot, game) | more | {"name": f"{path}o{place}.{slot['name']}"}
        if kind == "text":
            return {"field": "text", **more, "name": f"{path}t{place}"}
        return {"field": "line", **more}

    def _amount(self, slot: Slot) -> dict[str, Any]:
        money, low, high = self.money, slot["low"], slot.get("high")
        least, most = in_counters(low, high, money)
        return {
            "field": "amount",
            "usual": [{"value": money.write(one), "label": money.show(one)} for one in slot.get("usual") or ()],
            "least": money.show(low),
            "most": None if high is None else money.show(high),
            "low": least,
            "high": most,
            "keys": keys_of(money, low < 0),
            "signed": low < 0,
        }

    def _cards(self, slot: Slot) -> dict[str, Any]:
        """Cards: a few beside one another, of many all that the pack has, each in its place."""
        among, reasons = tuple(str(card) for card in slot["among"]), dict(outs(slot))
        flat = len({*among, *reasons}) <= MOST_FLAT
        if not flat:
            reasons = {card: why for card, why in {**self.pack, **reasons}.items() if card not in among}
        out = tuple(reasons.items())
        return {
            "field": "cards",
            "low": slot["low"],
            "high": slot["high"],
            "of": tuple(slot.get("of") or ()),
            "among": among,
            "out": out,
            "flat": flat,
            "suits": suits_of(among, out),
        }

    def _option(self, slot: Slot, game: str) -> dict[str, Any]:
        meaning, default = self.describe(game, slot["name"])
        low, high = slot.get("low"), slot.get("high")
        values = [str(word) for word in slot.get("words") or ()]
        labels = list(values)
        if slot.get("amount"):
            try:
                amounts = [self.money.counters(number) for number in (1, 2, 6) if number >= (low or 0)]
            except ValueError:
                amounts = []
            values += [self.money.write(one) for one in amounts]
            labels += [self.money.show(one) for one in amounts]
        elif low is not None and high is not None and high - low < MOST_BUTTONS:
            values += [str(number) for number in range(low, high + 1)]
            labels = list(values)
            low = None
        return {
            "field": "option",
            "option": str(slot["name"]).replace("_", " "),
            "options": [{"value": one, "label": label} for one, label in zip(values, labels, strict=True)],
            "default": default,
            "meaning": meaning,
            "exact": low is not None or bool(slot.get("amount")),
            "low": None if slot.get("amount") else low,
            "high": None if slot.get("amount") else high,
        }

    def _group(self, slot: Slot, path: str, game: str) -> dict[str, Any]:
        """A group: once, or a row for everybody who may be named in it, or as many rows as may be wanted."""
        slots: list[Slot] = list(slot["slots"]) if "slots" in slot else [{**slot, "repeat": False}]
        if not slot.get("repeat"):
            needed = not slot.get("optional")
            row = self.fields(slots, f"{path}0.", game) if needed else self._row("", slots, f"{path}0.", game)["fields"]
            return {"field": "group", "rows": [{"label": "", "fields": row}], "once": True}
        signed = any(one.get("slot") == "amount" and one["low"] < 0 for one in slots)
        more = {"once": False, "total": slot.get("total"), "keys": keys_of(self.money, signed),
                "low": slot.get("low") or 1, "required": not slot.get("optional")}  # fmt: skip
        people = next((one for one in slots if one.get("slot") == "player"), None)
        rows = []
        if people is not None:
            for number, player in enumerate(people["among"]):
                fixed = [{"slot": "said", "text": name_word(player)} if one is people else one for one in slots]
                rows.append(self._row(player, fixed, f"{path}{number}.", game))
        elif len(slots) > 1 and slots[0].get("slot") == "word" and not slots[0].get("often"):
            for number, word in enumerate(slots[0]["words"]):
                fixed = [{"slot": "said", "text": str(word)}, *slots[1:]]
                rows.append(self._row(str(word), fixed, f"{path}{number}.", game))
        else:
            rows = [self._row("", slots, f"{path}{number}.", game) for number in range(min(slot.get("high") or 6, 12))]
        return {"field": "group", "rows": rows, **more}

    def _list(self, several: Sequence[tuple[int, Slot]], path: str, game: str) -> dict[str, Any]:
        """What is said of one player after another, in whatever order: a row for each."""
        rows, needed = [], 0
        for place, slot in several:
            player, inside = _whose(slot) or "", f"{path}g{place}.0."
            parts = [{"slot": "said", "text": name_word(player)}, *slot["slots"][1:]]
            if slot.get("optional"):
                rows.append(self._row(player, parts, inside, game))
            else:
                rows.append({"label": player, "fields": self.fields(parts, inside, game)})
                needed += 1
        return {"field": "group", "rows": rows, "once": False, "total": None, "keys": keys_of(self.money, False),
                "low": needed or 1, "required": needed > 0}  # fmt: skip

    def _row(self, label: str, slots: Sequence[Slot], path: str, game: str) -> dict[str, Any]:
        optional = [{**one, "optional": True} if one.get("slot") != "said" else one for one in slots]
        fields = self.fields(optional, path, game)
        if fields and not label and all(one["field"] == "hidden" for one in fields):
            last = fields[-1]
            fields[-1] = {"field": "may", "name": last["name"].replace("h", "w"), "value": last["value"],
                          "label": last["value"]}  # fmt: skip
        return {"label": label, "fields": fields}


def _one_or_several(form: Form) -> list[Form]:
    """A form that ends in cards or players, one or more, as two: of the one the choice says it, the others are sent."""
    slots: list[Slot] = list(form["slots"])
    last = slots[-1] if slots else {}
    ends = last.get("slot") in ("cards", "players") and not last.get("optional") and not last.get("repeat")
    if not ends or last["low"] != 1 or last["high"] == 1 or any(map(_is_a_choice, slots[:-1])):
        return [form]
    each = ({"high": 1}, {"low": 2}) if len(last["among"]) > 1 else ({"high": 1},)
    return [{**form, "slots": [*slots[:-1], {**last, **many}]} for many in each]


def _one_pad(slots: Sequence[Slot]) -> list[Slot]:
    """A card and more cards after it as one slot, where the first may be any of the others too, or is known."""
    found: list[Slot] = []
    for slot in slots:
        before = found[-1] if found else {}
        if not slot.get("slot") == before.get("slot") == "cards" or slot.get("optional") or before.get("high") != 1:
            found.append(slot)
        elif len(before["among"]) == 1:
            found[-1:] = [{"slot": "said", "text": str(before["among"][0])}, slot]
        elif set(before["among"]) == set(slot["among"]):
            found[-1] = {**slot, "low": before["low"] + slot["low"], "high": before["high"] + slot["high"]}
        else:
            found.append(slot)
    return found


def _in_place(several: Iterable[A], order: Mapping[str, int], word: Callable[[A], str]) -> list[A]:
    """Things in the order in which their words stand elsewhere on the page, those that stand nowhere last."""
    return sorted(several, key=lambda one: order.get(word(one), len(order)))


def _first_word(one: Button) -> str:
    """The word with which a saying begins, where more follows it."""
    label = f"{one.begin} {one.label}".strip() if isinstance(one, Off) else one.label
    return label.removesuffix("…").partition(" ")[0]


def _frequent(told: Sequence[Button]) -> set[str]:
    """The words with which so many sayings begin that they are put together; none of them is a saying by itself."""
    alone = {one.label for one in told if isinstance(one, Ready)}
    counted = Counter(map(_first_word, told))
    return {
        word for word, number in counted.items() if number >= MANY_ALIKE and word not in alone and number < len(told)
    }


def _label_after(word: str, one: Button) -> str:
    """What stands on a button below the word with which it begins."""
    if not word or isinstance(one, Off):
        return one.label
    rest = one.label.removeprefix(word).removeprefix(" ")
    if rest != "…":
        return rest
    told = isinstance(one, Opening) and any(each["field"] == "text" for each in one.fields)
    return one.label if told else "several…"


def _in_rows(told: Sequence[Placed], most: int) -> list[Placed]:
    """Buttons in rows of at most so many, as even as may be; the last of a row goes on to its end."""
    placed: list[Placed] = []
    for whole, several in groupby(told, key=lambda each: each.whole):
        row = list(several)
        if whole:
            placed += row
            continue
        across = -(-len(row) // -(-len(row) // most))
        if len(row) == 4 and most < 4:
            across = 2
        over = len(row) % across
        width = COLUMNS // across
        last = COLUMNS - (over - 1) * width if over else width
        placed += [replace(each, columns=width) for each in row[:-1]] + [replace(row[-1], columns=last)]
    return placed


def _each_once(panel: Panel) -> list[Ready | Off]:
    """What is off stands once, and not at all where somebody may say it."""
    offered = {one.label.removesuffix("…").rpartition(" ")[2] for one in panel.openings}
    offered |= {one.label.rpartition(" ")[2] for one in (*panel.ready, *panel.usual) if isinstance(one, Ready)}
    once: dict[str, Ready | Off] = {}
    for one in panel.ready:
        if isinstance(one, Ready) or one.label not in offered:
            once.setdefault(one.saying if isinstance(one, Ready) else one.label, one)
    return list(once.values())


def _together(openings: Iterable[Opening]) -> list[Opening]:
    """Put those under one button that begin alike, where they are many; else tell them apart."""
    told = list(openings)
    by_label: dict[str, list[Opening]] = {}
    for one in told:
        by_label.setdefault(one.label, []).append(one)
    found: list[Opening] = []
    for several in by_label.values():
        apart = len(told) <= MOST_APART and len({one.short for one in several}) == len(several)
        if len(several) == 1:
            found += several
        elif apart and all(one.fields for one in several):
            for one in several[1:]:
                one.label = f"{one.label.removesuffix('…')} {one.short}…"
            found += several
        else:
            found.append(_merged(several))
    return found


def _merged(several: list[Opening]) -> Opening:
    first, label = several[0], several[0].label
    ready = [ready for one in several if not one.fields for ready in one.ready]
    inner = [one for one in several if one.fields]
    if len(inner) == 1:
        only = inner[0]
        if not only.ready:
            return Opening(first.id, first.label, first.title, only.fields, ready, assumes=first.assumes)
    alike = len({one.title for one in inner}) < len(inner)
    if alike and not ready and not inner[0].ready and not inner[0].short and all(one.short for one in inner[1:]):
        for one in inner[1:]:
            one.label = f"{one.short}…"
        return Opening(first.id, label, first.title, first.fields, [], inner[1:], first.assumes)
    for one in inner:
        one.label = f"{(one.short if alike else '') or one.title}…"
    return Opening(f"{first.id}i", label, label.removesuffix("…"), [], ready, inner, first.assumes)


def _names(form: Form, player: str) -> bool:
    """Whether a form is said by a player, or of him."""
    return player in form["who"] or (not form["who"] and any(_is_of(one, player) for one in form["slots"][:3]))


def _whose(slot: Slot) -> str | None:
    """Of whom a group is said that stands in any order beside others of its sort; None where it is no such group."""
    if slot.get("any_order") and not slot.get("repeat"):
        first = slot["slots"][0]
        if first.get("slot") == "player" and len(first["among"]) == 1:
            return str(first["among"][0])
    return None


def _is_of(slot: Slot, player: str) -> bool:
    """Whether a slot takes the name of this player, or a group of it does, once or more."""
    if "slots" in slot:
        return (slot.get("low") or 1) == 1 and any(_is_of(one, player) for one in slot["slots"])
    return slot.get("slot") == "player" and player in slot["among"]


def _about(form: Form, player: str) -> Form:
    """A form that is said of somebody, said of this player."""
    if form["who"]:
        return form
    slots = list(form["slots"])
    place = next(place for place, one in enumerate(slots) if _is_of(one, player))
    named: Slot = {"slot": "said", "text": name_word(player)}
    group = slots[place].get("slots") or (slots[place],)
    slots[place : place + 1] = [named if _is_of(one, player) else one for one in group]
    return {**form, "slots": slots}


def _told_apart(one: Ready | Opening, word: str, name: str) -> str:
    """What of a label is not the word with which several begin, nor the name of him of whom they are said."""
    rest = one.label.removesuffix("…").removeprefix(f"{name} ").removeprefix(word).strip()
    rest = rest.removeprefix(name).strip()
    return rest or (one.short if isinstance(one, Opening) else word) or word


def _joins(slot: Slot, slots: Sequence[Slot]) -> str:
    """How a button calls what may be left out of a form."""
    for one in slot.get("slots") or (slot,):
        if one.get("slot") == "said":
            return str(one["text"])
        if one.get("slot") == "word" and len(one["words"]) == 1:
            return str(one["words"][0])
    if slot.get("slot") != "cards":
        return ""
    return "more" if any(one.get("slot") == "cards" for one in slots if one is not slot) else "card"


def _more_of(rest: Sequence[Slot]) -> str:
    """What is still to be said, in a word or two."""
    fixed = [str(one.get("text") or one["words"][0]) for one in rest
             if one.get("slot") == "said" or (one.get("slot") == "word" and len(one["words"]) == 1)]  # fmt: skip
    fixed += [f"{_whose(one)} {_joined(said)}" for one in rest if _whose(one) and (said := _fixed_in(one))]
    if fixed:
        return " ".join(fixed)
    if [one.get("slot") for one in rest] in (["cards"], ["players"]):
        several = {"cards": ("one card", "cards"), "players": ("one", "several")}
        return several[rest[0]["slot"]][rest[0]["high"] > 1]
    kinds = {"cards": "cards", "number": "how many", "amount": "a sum", "text": "in words", "player": "who"}
    return ", ".join(dict.fromkeys(kinds[one["slot"]] for one in rest if one.get("slot") in kinds))


def _fixed_words(slots: Sequence[Slot]) -> list[str]:
    """The words that slots cannot but say."""
    return [word for slot in slots if not _is_a_choice(slot) for word in (slot.get("words") or (slot["text"],))]


def _fixed_in(slot: Slot) -> list[str]:
    """The fixed words of a group."""
    return [str(one["text"]) for one in slot["slots"] if one.get("slot") == "said"]


def _several(slot: Slot) -> dict[str, Any] | None:
    """Words or numbers that may be said several at a time; None where they are too many for a button each."""
    one = slot["slots"][0] if len(slot.get("slots") or ()) == 1 else slot
    if one.get("slot") == "word":
        words = [str(word) for word in one["words"]]
    elif one.get("slot") == "number":
        words = [str(number) for number in range(one["low"], one["high"] + 1)]
    else:
        return None
    if len(words) > 2 * MOST_BUTTONS:
        return None
    low, most = (slot.get("low") or 1, slot.get("high")) if one is not slot else (1, None)
    often = one.get("often") or {}
    options = [
        {"value": word, "label": f"another {word}" if again else word}
        for word in words
        for again in range(often.get(word, 1))
    ]
    return {"field": "check", "options": options, "off": outs(one), "low": low, "high": most or len(options)}


def outs(slot: Slot) -> list[tuple[str, str]]:
    """What of a slot cannot be chosen just now, each with its reason."""
    return [(str(what), str(why)) for what, why in (slot.get("out") or {}).items()]


def _says_nothing_more(slot: Slot) -> bool:
    """Whether a slot may be left out, and is the same amount whether it is said or not."""
    return bool(slot.get("optional")) and slot.get("slot") == "amount" and slot["low"] == slot.get("high")


def _is_a_choice(slot: Slot) -> bool:
    return slot.get("slot") != "said" and not (slot.get("slot") == "word" and len(slot["words"]) == 1)


def _shortened(ready: Ready, begin: str, several: bool) -> Ready:
    """A button among others that begin alike says only how it goes on."""
    label = shown(ready.label.removeprefix(begin).strip()) if several else ready.label
    return Ready(ready.saying, label or ready.label, ready.note)


def _beginning(slots: Sequence[Slot]) -> str:
    """The fixed words with which a form begins, or those of it that come first."""
    words: list[str] = []
    for slot in slots:
        if slot.get("slot") == "said":
            words.append(str(slot["text"]))
        elif slot.get("slot") == "word" and len(slot["words"]) == 1:
            words.append(str(slot["words"][0]))
        elif words:
            break
        elif slot.get("slot") == "word":
            words = [str(word) for word in slot["words"]]
            return " or ".join(words) if len(words) <= 3 else f"{words[0]} … {words[-1]}"
    return _joined(words) or "says"


def _beginnings(slots: Sequence[Slot]) -> list[tuple[list[str], list[Slot]]]:
    """A form parted by the words with which it may begin, each with what follows."""
    begins: list[list[str]] = [[]]
    rest = list(slots)
    while rest and rest[0].get("slot") in ("said", "word"):
        slot = rest[0]
        words = [str(slot["text"])] if slot["slot"] == "said" else [str(word) for word in slot["words"]]
        if slot.get("optional") or slot.get("repeat") or len(begins) * len(words) > MOST_BEGINNINGS:
            break
        begins = [[*begin, word] for begin in begins for word in words]
        rest.pop(0)
    return [(begin, rest) for begin in begins]


def shown(word: str) -> str:
    """A name as people read it."""
    return word[1:-1].replace('\\"', '"').replace("\\\\", "\\") if word[:1] == '"' and word[-1:] == '"' else word


def _joined(words: Iterable[str]) -> str:
    """Words as a saying: parted by spaces, but for those that are written close."""
    saying = ""
    close = True
    for word in words:
        if not word:
            continue
        saying += word if close or word in CLOSE else f" {word}"
        close = word in CLOSE
    return saying


# Fields of one sort


def _words(slot: Slot) -> dict[str, Any]:
    options = [{"value": word, "label": word} for word in slot["words"]]
    return {"field": "radio", "options": options, "off": outs(slot)}


def _players(among: Sequence[str], name: str, one: bool) -> dict[str, Any]:
    options = [{"value": name_word(player), "label": player} for player in among]
    return {"field": "radio" if one else "check", "name": name, "options": options, "off": [], "required": True,
            "low": 1, "high": len(among), "people": True}  # fmt: skip


def _number(slot: Slot, most: int) -> dict[str, Any]:
    low, high = slot["low"], slot.get("high")
    if high is not None and high - low < most:
        options = [{"value": str(number), "label": str(number)} for number in range(low, high + 1)]
        return {"field": "radio", "options": options, "off": [], "numbers": True}
    return {"field": "number", "low": low, "high": high}


def in_counters(low: int, high: int | None, money: Money) -> tuple[int | None, int | None]:
    """The range of bare whole numbers that are amounts from low to high; none where a bare number says no coin."""
    try:
        one = money.counters(1)
    except ValueError:
        return None, None
    least = -(-low // one)
    most = None if high is None else high // one
    return (None, None) if most is not None and most < least else (least, most)


def keys_of(money: Money, signed: bool) -> list[str]:
    """The keys besides the digits for an amount of this money, which is `signed` where it may be below nothing."""
    keys = [] if money.code == "counters" else ["s", "d", "½"] if money.code == "lsd" else ["."]
    return [*keys, "-"] if signed else keys


@lru_cache(maxsize=512)
def suits_of(among: tuple[str, ...], out: tuple[tuple[str, str], ...]) -> tuple[Mapping[str, Any], ...]:
    """The suits of the cards that may be chosen and of those that cannot be, each with its reason; a joker last."""
    reasons = dict(out)
    there = {*among, *reasons}
    suits = [
        {
            "suit": suit,
            "name": SUIT_NAMES.get(suit, "joker"),
            "sign": SUIT_SIGNS[suit],
            "cards": [
                {"value": card, "rank": card[:-1], "label": card_name(card), "out": reasons.get(card, "")}
                for card in (f"{rank}{suit}" for rank in RANKS)
                if card in there
            ],
        }
        for suit in SUITS
        if any(card.endswith(suit) and card != "JOKER" for card in among)
    ]
    if "JOKER" in among:
        joker = {"value": "JOKER", "rank": "joker", "label": "joker", "out": reasons.get("JOKER", "")}
        suits.append({"suit": "J", "name": "joker", "sign": SUIT_SIGNS[""], "cards": [joker]})
    return tuple(suits)


def card_name(card: str) -> str:
    """A card in words: the queen of hearts."""
    rank = card[:-1]
    return f"{RANK_NAMES.get(rank, rank)} of {SUIT_NAMES[card[-1]]}"


def _ends_in_keys(field: Mapping[str, Any]) -> bool:
    """Whether a field, or the last of a group, is filled in by a keypad."""
    if field["field"] != "group":
        return field["field"] in ("amount", "number")
    inside = field["rows"][0]["fields"] if field["rows"] else []
    if field["once"]:
        return bool(inside) and _ends_in_keys(inside[-1])
    return any(one["field"] in ("amount", "number") for one in inside)


# What is sent


def saying_of(fields: Iterable[tuple[str, str]]) -> str:
    """Put a saying together from the fields that were sent, in their order.

    A group of which nothing was chosen is left out, with its fixed words; an exact sum stands for a usual one.
    """
    said = [(SLOT.fullmatch(name), value.strip()) for name, value in fields]
    slots = [(found, value) for found, value in said if found and value]
    chosen = {found["group"] for found, _ in slots if found["sort"] != FIXED}
    exact = {found["name"] for found, _ in slots if found["exact"]}
    words: list[str] = []
    for found, value in slots:
        if (found["group"] and found["group"] not in chosen) or (found["name"] in exact and not found["exact"]):
            continue
        if found["sort"] == TEXT:
            words.append(quoted(value))
        elif found["sort"] == OPTION:
            words.append(f"{found['option']}={value}")
        else:
            words.append(value)
    return _joined(words)
