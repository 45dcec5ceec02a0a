"""The fields of what has to be filled in or chosen: one for each slot, by names that put the saying together again."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Any

from ledger.core.cards import RANK_NAMES, RANKS, SUIT_NAMES
from ledger.core.money import Money
from ledger.language.writer import name as written
from ledger.web.panel.slots import Slot, outs, whose

MOST_BUTTONS = 12
"""Up to so many numbers are a button each."""
MOST_NUMBERS = 24
"""Up to so many numbers are a button each where nothing stands beside them: no more room than the keypad takes."""
MOST_FLAT = 16
"""Up to so many cards stand beside one another; of more, the suit is chosen first."""
SUITS = ("S", "H", "D", "C")
SUIT_SIGNS = {"S": "♠\ufe0e", "H": "♥\ufe0e", "D": "♦\ufe0e", "C": "♣\ufe0e", "": "★"}

Describe = Callable[[str, str], tuple[str, str]]
"""Says of a game's option what it means, with its page, and what it is unless it is said."""


class Fields:
    """Makes fields of slots, for one evening."""

    def __init__(self, money: Money, describe: Describe, pack: Mapping[str, str]) -> None:
        """`pack` has the cards of the game, each with the reason why it cannot be chosen where it is not offered."""
        self.money = money
        self.describe = describe
        self.pack = pack

    def of(self, slots: Iterable[Slot], path: str = "", game: str = "") -> list[dict[str, Any]]:
        """The fields of slots, in their order; their names begin with `path`."""
        fields = []
        for of_somebody, several in groupby(enumerate(slots, start=1), lambda each: whose(each[1]) is not None):
            if of_somebody:
                fields.append(self._list(list(several), path, game))
            else:
                fields += [self._field(slot, path, place, game) for place, slot in several]
        return fields

    def _field(self, slot: Slot, path: str, place: int, game: str) -> dict[str, Any]:
        kind = slot.get("slot")
        if slot.get("repeat") and (several := several_at_once(slot)):
            return several | {"name": f"{path}w{place}", "required": not slot.get("optional"), "at_once": False}
        if slot.get("repeat") or kind is None:
            return self._group(slot, f"{path}g{place}.", game)
        if kind == "said" and slot.get("optional"):
            return self._group({"slots": [{**slot, "optional": False}], "optional": True}, f"{path}g{place}.", game)
        if kind == "said":
            return {"field": "hidden", "name": f"{path}h{place}", "value": str(slot["text"])}
        more = {"name": f"{path}w{place}", "required": not slot.get("optional"), "at_once": False}
        more["asks"] = slot.get("asks", "")
        makers: dict[str, Callable[[Slot], dict[str, Any]]] = {
            "word": _words, "player": lambda one: players_field(one["among"], "", one=True),
            "players": lambda one: players_field(one["among"], "", one=False)
            | {"low": one["low"], "high": one["high"]},
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
            row = self.of(slots, f"{path}0.", game) if needed else self._row("", slots, f"{path}0.", game)["fields"]
            for before, one in pairwise(row):
                if before["field"] == "hidden" and one["field"] == "cards":
                    one["asks"] = one["asks"] or before["value"]
            return {"field": "group", "rows": [{"label": "", "fields": row}], "once": True}
        signed = any(one.get("slot") == "amount" and one["low"] < 0 for one in slots)
        more = {"once": False, "total": slot.get("total"), "keys": keys_of(self.money, signed),
                "low": slot.get("low") or 1, "required": not slot.get("optional")}  # fmt: skip
        people = next((one for one in slots if one.get("slot") == "player"), None)
        rows = []
        if people is not None:
            for number, player in enumerate(people["among"]):
                fixed = [{"slot": "said", "text": written(player)} if one is people else one for one in slots]
                rows.append(self._row(player, fixed, f"{path}{number}.", game))
                for one in rows[-1]["fields"]:
                    one["in_a_row"] = True
        elif len(slots) > 1 and slots[0].get("slot") == "word" and not slots[0].get("often"):
            for number, word in enumerate(slots[0]["words"]):
                fixed = [{"slot": "said", "text": str(word)}, *slots[1:]]
                rows.append(self._row(str(word), fixed, f"{path}{number}.", game))
        else:
            rows = [self._row("", slots, f"{path}{number}.", game) for number in range(min(slot.get("high") or 6, 12))]
            for row in rows:
                for one in row["fields"]:
                    one["in_a_row"] = "g" in path[:-1].rpartition(".")[0]
        return {"field": "group", "rows": rows, **more}

    def _list(self, several: Sequence[tuple[int, Slot]], path: str, game: str) -> dict[str, Any]:
        """What is said of one player after another, in whatever order: a row for each."""
        rows, needed = [], 0
        for place, slot in several:
            player, inside = whose(slot) or "", f"{path}g{place}.0."
            parts = [{"slot": "said", "text": written(player)}, *slot["slots"][1:]]
            if slot.get("optional"):
                rows.append(self._row(player, parts, inside, game))
            else:
                rows.append({"label": player, "fields": self.of(parts, inside, game)})
                needed += 1
        return {"field": "group", "rows": rows, "once": False, "total": None, "keys": keys_of(self.money, False),
                "low": needed or 1, "required": needed > 0}  # fmt: skip

    def _row(self, label: str, slots: Sequence[Slot], path: str, game: str) -> dict[str, Any]:
        optional = [{**one, "optional": True} if one.get("slot") != "said" else one for one in slots]
        fields = self.of(optional, path, game)
        if fields and not label and all(one["field"] == "hidden" for one in fields):
            last = fields[-1]
            fields[-1] = {"field": "may", "name": last["name"].replace("h", "w"), "value": last["value"],
                          "label": last["value"]}  # fmt: skip
        return {"label": label, "fields": fields}


# Fields of one sort


def _words(slot: Slot) -> dict[str, Any]:
    options = [{"value": word, "label": word} for word in slot["words"]]
    return {"field": "radio", "options": options, "off": outs(slot)}


def players_field(among: Sequence[str], name: str, one: bool) -> dict[str, Any]:
    """The names of players, of whom one is chosen, or several are."""
    options = [{"value": written(player), "label": player} for player in among]
    return {"field": "radio" if one else "check", "name": name, "options": options, "off": [], "required": True,
            "low": 1, "high": len(among), "people": True}  # fmt: skip


def _number(slot: Slot, most: int) -> dict[str, Any]:
    low, high = slot["low"], slot.get("high")
    if high is not None and high - low < most:
        options = [{"value": str(number), "label": str(number)} for number in range(low, high + 1)]
        return {"field": "radio", "options": options, "off": [], "numbers": True}
    return {"field": "number", "low": low, "high": high}


def several_at_once(slot: Slot) -> dict[str, Any] | None:
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


def ends_in_keys(field: Mapping[str, Any]) -> bool:
    """Whether a field, or the last of a group, is filled in by a keypad."""
    if field["field"] != "group":
        return field["field"] in ("amount", "number")
    inside = field["rows"][0]["fields"] if field["rows"] else []
    if field["once"]:
        return bool(inside) and ends_in_keys(inside[-1])
    return any(one["field"] in ("amount", "number") for one in inside)
