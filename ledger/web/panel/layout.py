"""From the forms of a turn to a panel: a button where nothing more is needed, else one that opens a sheet."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import Any

from ledger.core.money import Money
from ledger.language.forms import joined
from ledger.language.writer import name as written
from ledger.web.panel.buttons import Off, Opening, Ready
from ledger.web.panel.fields import MOST_BUTTONS, Describe, Fields, players_field, several_at_once
from ledger.web.panel.panel import Panel
from ledger.web.panel.rows import MOST_AT_ONCE, in_place
from ledger.web.panel.slots import (
    Form,
    Slot,
    about,
    beginning,
    beginnings,
    concerns,
    fixed_words,
    is_a_choice,
    joins_by,
    more_of,
    one_or_several,
    one_pad,
    outs,
    says_nothing_more,
)
from ledger.web.words import without_quotes

MOST_SPREAD = 40
"""A form that comes to no more sayings than these is shown as a button each."""
MOST_SPREAD_CARDS = 4
"""Up to so many cards are a button each, where one is wanted."""
MOST_APART = 6
"""Up to so many openings are not put together, though they begin alike."""
LONGEST_EITHER = 22
"""What opens a sheet names the words in it, where that is no longer."""
MOST_OPTIONAL = 3
"""Of a form with more parts than these that may be left out, all are shown in one sheet."""


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
        self.fields = Fields(money, describe, pack)
        self._named = False
        """Whether a form is of one player, though nobody in particular is asked: his name stands on its buttons."""
        self._whose: dict[str, list[str]] | None = None
        """What may be said, and by whom, where nobody in particular is asked and not all may say the same."""

    def panel(self, forms: Iterable[Form], player: str | None, mark: str = "f") -> Panel:
        """What a player may say; with no player, what anybody may, first what and then who."""
        panel = Panel(order=self.order)
        told = [each for form in forms for each in one_or_several(form)]
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
                panel.ready.append(Ready(joined([names[0], words]), joined([names[0], words])))
            else:
                panel.openings.append(self._who(f"{mark}w{number}", words, names))
        panel.openings = _together(panel.openings)
        panel.ready = _each_once(panel)
        return panel

    def beside(self, forms: Iterable[Form], player: str, mark: str = "b") -> Panel:
        """What may be said of a player besides his turn, under its first words."""
        own = [about(form, player) for form in forms if concerns(form, player)]
        panel = self.panel(own, player, mark)
        name, found = written(player), Panel()
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
                short = told_apart(one, word, name)
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
        slots: list[Slot] = [slot for slot in form["slots"] if not says_nothing_more(slot)]
        names = [written(name) for name in speakers] or [""]
        usual, assumes = bool(form.get("usual")), str(form.get("assumes") or "")
        least = [slot for slot in slots if not slot.get("optional")]
        off = [
            Off(word, why, joined(fixed_words(slots[:place])))
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
        wide = len(least) < len(slots) and any(slot.get("slot") == "option" for slot in slots)
        if wide:
            for opening in self._openings(slots, speakers, names, key, assumes):
                opening.ready = [Ready(joined(words), joined([*words, "as the book has it"])) for words in spread]
                panel.openings.append(opening)
            return
        if self._whose is not None and names[0] and not usual:
            for words in spread:
                known = self._whose.setdefault(joined(words), [])
                known += [name for name in names if name not in known]
        elif len(names) > 1:
            panel.openings += [self._who(f"{key}w{n}", joined(words), names) for n, words in enumerate(spread)]
        else:
            name = names[0] if self._named else ""
            readies = [Ready(joined([names[0], *words]), joined([name, *words]), assumes) for words in spread]
            self._put_ready(panel, readies, least, usual, Opening(key, "", "", assumes=assumes), names[0])
        if len(least) < len(slots):
            panel.openings += self._with_one_more(slots, speakers, names, f"{key}m", assumes)

    def _each_variant(
        self, slots: list[Slot], speakers: list[str], names: list[str], key: str, assumes: str
    ) -> Iterator[Opening]:
        """A sheet for what has to be said only, and one for each of what may be left out."""
        optional = [
            slot for slot in slots if slot.get("optional") and not (slot.get("repeat") and several_at_once(slot))
        ]
        only_who = [slot.get("slot") for slot in optional] == ["player"]
        wide = only_who or len(optional) > MOST_OPTIONAL or any(slot.get("slot") == "option" for slot in slots)
        if not optional or wide:
            yield from self._openings(slots, speakers, names, key, assumes)
            return
        yield from self._openings([slot for slot in slots if slot not in optional], speakers, names, key, assumes)
        for place, slot in enumerate(optional):
            wanted = [{**one, "optional": False} if one is slot else one for one in slots]
            yield from self._openings(wanted, speakers, names, f"{key}v{place}", assumes, joins_by(slot, slots))

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
            begin = beginning(wanted)
            readies = [Ready(joined([names[0], *words]), joined(words)) for words in spread or ()]
            if 0 < len(readies) <= MOST_BUTTONS and (len(optional) == 1 or place < len(optional) - 1 or sheets):
                title = joined([names[0], begin])
                several = [_shortened(one, begin, True) for one in readies]
                label = _either(begin, several, [one for one in shortest if is_a_choice(one)])
                yield Opening(f"{key}r{place}", label, title, [], several, assumes=assumes)
            else:
                sheets += self._openings(wanted, speakers, names, f"{key}v{place}", assumes, joins_by(slot, slots))
        yield from sheets

    def _put_ready(
        self, panel: Panel, readies: list[Ready], slots: list[Slot], usual: bool, one: Opening, name: str
    ) -> None:
        several = [slot for slot in slots if is_a_choice(slot)]
        begin = beginning(slots)
        if usual and len(several) <= 1:
            shortened = (_shortened(each, begin, len(readies) > 1) for each in readies)
            panel.usual += in_place(shortened, self.order, lambda one: written(one.label))
            panel.caption = begin if len(readies) > 1 else ""
        elif (
            not several
            or len(readies) == 1
            or (len(several) == 1 and several[0].get("slot") == "word" and len(readies) <= MOST_AT_ONCE)
        ):
            panel.ready += readies
        else:
            one.ready = [_shortened(each, begin, True) for each in readies]
            one.label, one.title = _either(begin, one.ready, several), joined([name, begin])
            panel.openings.append(one)

    def _openings(
        self, slots: list[Slot], speakers: list[str], names: list[str], key: str, assumes: str, joins: str = ""
    ) -> Iterator[Opening]:
        for number, (begin, rest) in enumerate(beginnings(slots)):
            label = joined(begin) or beginning(slots)
            if joins and joins not in begin:
                then = any(one.get("slot") == "cards" for one in rest[:1]) and joins != "card"
                label = f"{label} … {joins}" if then else f"{label} {joins}"
            fields: list[dict[str, Any]] = []
            if len(names) > 1:
                fields.append(players_field(speakers, "w0", one=True))
            elif names[0]:
                fields.append({"field": "hidden", "name": "w0", "value": names[0]})
            game = begin[0].removeprefix("game ") if begin and begin[0].startswith("game ") else ""
            fields += self.fields.of([*({"slot": "said", "text": word} for word in begin), *one_pad(rest)], game=game)
            title = joined([names[0] if len(names) == 1 else "", label])
            at_once = self._at_once(names, begin, rest)
            if at_once:
                for each in fields:
                    each["at_once"] = True
            short = more_of(rest)
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
            return self._spread([one for one in slot["slots"] if not says_nothing_more(one)])
        if kind == "said":
            return [[str(slot["text"])]]
        if kind == "word":
            return [[str(word)] for word in slot["words"]]
        if kind == "option" and slot.get("words") and not slot.get("amount") and slot.get("low") is None:
            return [[f"{slot['name']}={word}"] for word in slot["words"]]
        if kind == "player":
            return [[written(name)] for name in slot["among"]]
        if kind == "players" and slot["low"] == slot["high"] == 1:
            return [[written(name)] for name in slot["among"]]
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
            Ready(joined([names[0], *begin, self.money.write(amount)]), self.money.show(amount))
            for amount in rest[0].get("usual") or ()
        ]

    def _who(self, key: str, words: str, names: Iterable[str]) -> Opening:
        """Names for one saying: first what, then who."""
        ready = [Ready(joined([name, words]), shown(name)) for name in in_place(names, self.order, str)]
        says = "" if words.partition(" ")[0].endswith("s") else "says "
        return Opening(key, f"{words}…", f"Who {says}{words}?", [], ready, people=True)


def told_apart(one: Ready | Opening, word: str, name: str) -> str:
    """What of a label is not the word with which several begin, nor the name of him of whom they are said."""
    rest = one.label.removesuffix("…").removeprefix(f"{name} ").removeprefix(word).strip()
    rest = rest.removeprefix(name).strip()
    return rest or (one.short if isinstance(one, Opening) else word) or word


def _shortened(ready: Ready, begin: str, several: bool) -> Ready:
    """A button among others that begin alike says only how it goes on."""
    label = shown(ready.label.removeprefix(begin).strip()) if several else ready.label
    return Ready(ready.saying, label or ready.label, ready.note)


def _either(begin: str, ready: Sequence[Ready], choices: Sequence[Slot]) -> str:
    """What stands on the button that opens these: how they begin, and which words they are, where these are short."""
    either = f"{begin} {' or '.join(one.label for one in ready)}"
    words = len(ready) > 1 and [one.get("slot") for one in choices] == ["word"]
    return f"{either if words and len(either) <= LONGEST_EITHER else begin}…"


def shown(word: str) -> str:
    """A name as people read it."""
    return without_quotes(word) if word[:1] == '"' and word[-1:] == '"' else word


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
