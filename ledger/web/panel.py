"""What lies under the thumb: from the forms of a turn to buttons and fields, knowing no game.

A saying that needs nothing more is a button that says it whole; what needs more is a form whose fields are the slots in
their order. What is sent is put together again in that order by `saying_of`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

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
MOST_SPREAD = 40
"""A form that comes to no more sayings than these is shown as a button each."""
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
    """What cannot be said just now, and why."""

    label: str
    reason: str


@dataclass
class Opening:
    """A saying that needs more: what stands on the button that opens it, and the fields, or the buttons within."""

    id: str
    label: str
    title: str
    fields: list[dict[str, Any]] = field(default_factory=list)
    ready: list[Ready] = field(default_factory=list)
    assumes: str = ""
    code: str = ""
    """The notation's word that begins it, by which a group of the drawer finds it."""


@dataclass
class Panel:
    """Everything that may be said by one player, or by anybody."""

    usual: list[Ready] = field(default_factory=list)
    ready: list[Ready | Off] = field(default_factory=list)
    openings: list[Opening] = field(default_factory=list)
    assumes: str = ""

    @property
    def alone(self) -> Opening | None:
        """The one form that is open because there is nothing else to say."""
        return self.openings[0] if len(self.openings) == 1 and not self.usual and not self.ready else None


def panel_of(forms: Iterable[Form], player: str | None, money: Money, seats: Sequence[str]) -> Panel:
    """What a player may say; with no player, what anybody may, first what and then who."""
    panel = Panel()
    for place, form in enumerate(forms):
        who = list(form["who"])
        if player is not None and who and player not in who:
            continue
        speakers = [player] if player is not None and who else who
        panel.assumes = panel.assumes or str(form.get("assumes") or "")
        _put(panel, form, speakers, money, seats, f"f{place}")
    return panel


def _put(panel: Panel, form: Form, speakers: list[str], money: Money, seats: Sequence[str], key: str) -> None:
    slots = list(form["slots"])
    spread = _spread(slots, money)
    usual = bool(form.get("usual"))
    names = [name_word(name) for name in speakers] or [""]
    assumes = str(form.get("assumes") or "")
    off = [Off(word, reason) for slot in slots if slot.get("slot") == "word" for word, reason in outs(slot)]
    if spread is not None and len(names) == 1:
        readies = [Ready(_joined([names[0], *words]), _label(words), assumes) for words in spread]
        chosen = _several(slots)
        if usual:
            panel.usual += readies
            panel.ready += off
        elif chosen <= 1 and (len(readies) <= 6 and not _asks_whom(slots)):
            panel.ready += [*off, *readies]
        else:
            label = _beginning(slots)
            title = _joined([names[0], label])
            panel.openings.append(
                Opening(key, f"{label}…", title, ready=_labelled_last(readies, slots), assumes=assumes, code=label)
            )
        return
    if spread is not None and len(names) * len(spread) <= MOST_SPREAD * 4:
        # nobody in particular is asked: first what, then who
        for number, words in enumerate(spread):
            label = _label(words)
            ready = [Ready(_joined([name, *words]), without_quotes(name)) for name in names]
            panel.openings.append(Opening(f"{key}w{number}", f"{label}…", f"Who {label}?", ready=ready, code=label))
        panel.ready += off
        return
    for number, (begin, rest) in enumerate(_beginnings(slots)):
        label = _label(begin) or "…"
        fields: list[dict[str, Any]] = []
        if len(names) > 1:
            fields.append(_players(speakers, "w0", one=True))
        fields += fields_of([*({"slot": "said", "text": word} for word in begin), *rest], money, seats)
        if names[0] and len(names) == 1:
            fields.insert(0, {"field": "hidden", "name": "w0", "value": names[0]})
        usual_amounts = _said_at_once(names, begin, rest, money)
        title = _joined([names[0] if len(names) == 1 else "", label])
        panel.openings.append(
            Opening(f"{key}b{number}", f"{label}…", title, fields, usual_amounts, assumes, begin[0] if begin else "")
        )


def outs(slot: Slot) -> list[tuple[str, str]]:
    """What of a slot cannot be chosen just now, each with its reason."""
    out = slot.get("out") or {}
    if isinstance(out, Mapping):
        return [(str(what), str(why)) for what, why in out.items()]
    return [tuple(map(str, each)) if not isinstance(each, Mapping) else _pair(each) for each in out]  # type: ignore[misc]


def _pair(each: Mapping[str, Any]) -> tuple[str, str]:
    values = list(each.values())
    return str(values[0]), str(values[-1])


def _spread(slots: Sequence[Slot], money: Money) -> list[list[str]] | None:
    """Every saying that a form comes to, as its words; None where they are many, or not to be counted."""
    choices: list[list[list[str]]] = []
    for slot in slots:
        found = _choices(slot, money)
        if found is None:
            return None
        choices.append([*found, []] if slot.get("optional") else found)
    number = 1
    for each in choices:
        number *= len(each)
    if number > MOST_SPREAD or sum(len(each) > 1 for each in choices) > 2:
        return None
    return [[word for part in parts for word in part] for parts in product(*choices)]


def _choices(slot: Slot, money: Money) -> list[list[str]] | None:
    kind = slot.get("slot")
    if slot.get("repeat") or kind is None:
        return None
    if kind == "said":
        return [str(slot["text"]).split(" ")] if '"' not in str(slot["text"]) else [[str(slot["text"])]]
    if kind == "word":
        return [[word] for word in slot["words"]]
    if kind == "player":
        return [[name_word(name)] for name in slot["among"]]
    if kind == "number" and slot["high"] - slot["low"] < MOST_BUTTONS:
        return [[str(number)] for number in range(slot["low"], slot["high"] + 1)]
    if kind == "amount" and slot["low"] == slot.get("high"):
        return [[money.write(slot["low"])]]
    return None


def _several(slots: Iterable[Slot]) -> int:
    """How many of the slots leave a choice."""
    return sum(slot.get("slot") != "said" and not (slot.get("slot") == "word" and len(slot["words"]) == 1)
               for slot in slots)  # fmt: skip


def _asks_whom(slots: Iterable[Slot]) -> bool:
    return any(slot.get("slot") in ("player", "number") for slot in slots)


def _labelled_last(readies: Sequence[Ready], slots: Sequence[Slot]) -> list[Ready]:
    """Buttons within a form that has said already how they begin."""
    begin = _beginning(slots)
    return [
        Ready(each.saying, without_quotes(each.label.removeprefix(begin).strip()) or each.label, each.note)
        for each in readies
    ]


def _beginning(slots: Sequence[Slot]) -> str:
    """The fixed words with which a form begins."""
    words: list[str] = []
    for slot in slots:
        if slot.get("slot") == "said":
            words.append(str(slot["text"]))
        elif slot.get("slot") == "word" and len(slot["words"]) == 1:
            words.append(str(slot["words"][0]))
        else:
            break
    if words:
        return _joined(words)
    first = slots[0] if slots else {}
    return " or ".join(first["words"]) if first.get("slot") == "word" else "says"


def _beginnings(slots: Sequence[Slot]) -> list[tuple[list[str], list[Slot]]]:
    """A form parted by the words with which it may begin, each with what follows."""
    begins: list[list[str]] = [[]]
    rest = list(slots)
    while (
        rest and rest[0].get("slot") in ("said", "word") and not rest[0].get("optional") and not rest[0].get("repeat")
    ):
        slot = rest[0]
        words = [str(slot["text"])] if slot["slot"] == "said" else [str(word) for word in slot["words"]]
        if len(words) > 1 and len(begins) * len(words) > 6:
            break
        begins = [[*begin, word] for begin in begins for word in words]
        rest.pop(0)
    return [(begin, rest) for begin in begins]


def _said_at_once(names: list[str], begin: list[str], rest: Sequence[Slot], money: Money) -> list[Ready]:
    """The usual amounts, where nothing but the amount is wanted."""
    wanted = [slot for slot in rest if not slot.get("optional")]
    if len(names) != 1 or len(wanted) != 1 or wanted[0].get("slot") != "amount" or rest[0] is not wanted[0]:
        return []
    return [
        Ready(_joined([names[0], *begin, money.write(amount)]), money.show(amount))
        for amount in wanted[0].get("usual") or ()
    ]


def _label(words: Iterable[str]) -> str:
    return _joined(list(words))


def without_quotes(word: str) -> str:
    """A name as people read it."""
    return word[1:-1].replace('\\"', '"').replace("\\\\", "\\") if word.startswith('"') and word.endswith('"') else word


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


# Fields


def fields_of(slots: Iterable[Slot], money: Money, seats: Sequence[str], path: str = "") -> list[dict[str, Any]]:
    """The fields of slots, in their order; their names begin with `path`."""
    fields: list[dict[str, Any]] = []
    for place, slot in enumerate(slots, start=1):
        fields.append(_field(slot, money, seats, path, place))
    return fields


def _field(slot: Slot, money: Money, seats: Sequence[str], path: str, place: int) -> dict[str, Any]:
    kind, name = slot.get("slot"), f"{path}w{place}"
    more = {"name": name, "required": not slot.get("optional"), "path": path}
    if slot.get("repeat") or kind is None:
        return _group(slot, money, seats, f"{path}g{place}.")
    if kind == "said":
        return {"field": "hidden", "name": f"{path}h{place}", "value": str(slot["text"])}
    if kind == "word":
        options = [{"value": word, "label": word} for word in slot["words"]]
        return {"field": "radio", "options": options, "off": outs(slot), **more}
    if kind == "player":
        return _players(slot["among"], name, one=True) | more
    if kind == "players":
        return _players(slot["among"], name, one=False) | more | {"low": slot["low"], "high": slot["high"]}
    if kind == "number":
        return _number(slot) | more
    if kind == "amount":
        return _amount(slot, money) | more
    if kind == "cards":
        return _cards(slot) | more
    if kind == "option":
        return _option(slot, money) | more | {"name": f"{path}o{place}.{slot['name']}"}
    if kind == "text":
        return {"field": "text", **more, "name": f"{path}t{place}"}
    return {"field": "line", **more}


def _players(among: Sequence[str], name: str, one: bool) -> dict[str, Any]:
    options = [{"value": name_word(player), "label": player} for player in among]
    return {"field": "radio" if one else "check", "name": name, "options": options, "off": [], "required": True,
            "low": 1, "high": len(among), "people": True}  # fmt: skip


def _number(slot: Slot) -> dict[str, Any]:
    low, high = slot["low"], slot.get("high")
    if high is not None and high - low < MOST_BUTTONS:
        options = [{"value": str(number), "label": str(number)} for number in range(low, high + 1)]
        return {"field": "radio", "options": options, "off": [], "numbers": True}
    return {"field": "number", "low": low, "high": high}


def _amount(slot: Slot, money: Money) -> dict[str, Any]:
    low, high = slot["low"], slot.get("high")
    usual = [{"value": money.write(amount), "label": money.show(amount)} for amount in slot.get("usual") or ()]
    least, most = in_counters(low, high, money)
    return {
        "field": "amount",
        "usual": usual,
        "least": money.show(low),
        "most": None if high is None else money.show(high),
        "low": least,
        "high": most,
        "step": slot.get("step"),
        "keys": keys_of(money),
    }


def in_counters(low: int, high: int | None, money: Money) -> tuple[int | None, int | None]:
    """The range of bare whole numbers that are amounts from low to high; none where a bare number says no coin."""
    try:
        one = money.counters(1)
    except ValueError:
        return None, None
    least = -(-low // one)
    most = None if high is None else high // one
    return (None, None) if most is not None and most < least else (least, most)


def keys_of(money: Money) -> list[str]:
    """The keys besides the digits with which an amount of this money is put together."""
    if money.code == "counters":
        return []
    return ["s", "d", "½"] if money.code == "lsd" else ["."]


def _option(slot: Slot, money: Money) -> dict[str, Any]:
    words = [str(word) for word in slot.get("words") or ()]
    low, high = slot.get("low"), slot.get("high")
    shown = {
        "field": "option",
        "option": str(slot["name"]).replace("_", " "),
        "options": [{"value": word, "label": word} for word in words],
        "default": slot.get("default"),
        "meaning": slot.get("meaning") or "",
        "cite": slot.get("cite") or "",
        "low": low,
        "high": high,
    }
    if low is not None and high is not None and high - low < MOST_BUTTONS:
        shown["options"] += [{"value": str(each), "label": str(each)} for each in range(low, high + 1)]  # type: ignore[operator]
        shown["low"] = None
    return shown


def _cards(slot: Slot) -> dict[str, Any]:
    reasons = dict(outs(slot))
    among = [str(card) for card in slot["among"]]
    there = set(among) | set(reasons)
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
        if any(card.endswith(suit) and card != "JOKER" for card in there)
    ]
    if "JOKER" in there:
        joker = {"value": "JOKER", "rank": "joker", "label": "joker", "out": reasons.get("JOKER", "")}
        suits.append({"suit": "J", "name": "joker", "sign": SUIT_SIGNS[""], "cards": [joker]})
    return {
        "field": "cards",
        "suits": suits,
        "low": slot["low"],
        "high": slot["high"],
        "of": list(slot.get("of") or ()),
    }


def card_name(card: str) -> str:
    """A card in words: the queen of hearts."""
    rank = card[:-1]
    return f"{RANK_NAMES.get(rank, rank)} of {SUIT_NAMES[card[-1]]}"


def _group(slot: Slot, money: Money, seats: Sequence[str], path: str) -> dict[str, Any]:
    """A group: once, or a row for everybody who may be named in it."""
    slots = list(slot["slots"]) if "slots" in slot else [{**slot, "repeat": False}]
    if not slot.get("repeat"):
        return {"field": "group", "rows": [_row("", slots, money, seats, f"{path}0.")], "once": True}
    people = next((each for each in slots if each.get("slot") == "player"), None)
    if people is not None:
        rows = []
        for number, player in enumerate(people["among"]):
            fixed = [{"slot": "said", "text": name_word(player)} if each is people else each for each in slots]
            rows.append(_row(player, fixed, money, seats, f"{path}{number}."))
        return {"field": "group", "rows": rows, "once": False, "low": slot.get("low"), "total": slot.get("total")}
    most = slot.get("high") or 6
    rows = [_row("", slots, money, seats, f"{path}{number}.") for number in range(min(most, 12))]
    return {"field": "group", "rows": rows, "once": False, "low": slot.get("low"), "total": slot.get("total")}


def _row(label: str, slots: Sequence[Slot], money: Money, seats: Sequence[str], path: str) -> dict[str, Any]:
    optional = [{**each, "optional": True} if each.get("slot") != "said" else each for each in slots]
    return {"label": label, "fields": fields_of(optional, money, seats, path)}


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
