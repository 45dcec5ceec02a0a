"""What is read off a form, before anything is drawn of it: its fixed words, how it begins, of whom it is said."""

from collections.abc import Mapping, Sequence
from typing import Any

from ledger.language.forms import joined
from ledger.language.writer import name as written

Form = Mapping[str, Any]
Slot = Mapping[str, Any]

MOST_BEGINNINGS = 6
"""A form may be parted by its first words into so many."""


def outs(slot: Slot) -> list[tuple[str, str]]:
    """What of a slot cannot be chosen just now, each with its reason."""
    return [(str(what), str(why)) for what, why in (slot.get("out") or {}).items()]


def says_nothing_more(slot: Slot) -> bool:
    """Whether a slot may be left out, and is the same amount whether it is said or not."""
    return bool(slot.get("optional")) and slot.get("slot") == "amount" and slot["low"] == slot.get("high")


def is_a_choice(slot: Slot) -> bool:
    """Whether a slot leaves a choice: more than one word may stand there, or what has to be filled in."""
    return slot.get("slot") != "said" and not (slot.get("slot") == "word" and len(slot["words"]) == 1)


def fixed_words(slots: Sequence[Slot]) -> list[str]:
    """The words that slots cannot but say."""
    return [word for slot in slots if not is_a_choice(slot) for word in (slot.get("words") or (slot["text"],))]


def _fixed_in(slot: Slot) -> list[str]:
    """The fixed words of a group."""
    return [str(one["text"]) for one in slot["slots"] if one.get("slot") == "said"]


def beginning(slots: Sequence[Slot]) -> str:
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
            return " or ".join(words) if len(words) <= 3 else f"{words[0]} to {words[-1]}"
    return joined(words) or "says"


def beginnings(slots: Sequence[Slot]) -> list[tuple[list[str], list[Slot]]]:
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


def joins_by(slot: Slot, slots: Sequence[Slot]) -> str:
    """How a button calls what may be left out of a form."""
    for one in slot.get("slots") or (slot,):
        if one.get("slot") == "said":
            return str(one["text"])
        if one.get("slot") == "word" and len(one["words"]) == 1:
            return str(one["words"][0])
    if slot.get("slot") != "cards":
        return ""
    return "more" if any(one.get("slot") == "cards" for one in slots if one is not slot) else "card"


def more_of(rest: Sequence[Slot]) -> str:
    """What is still to be said, in a word or two."""
    fixed = [str(one.get("text") or one["words"][0]) for one in rest
             if one.get("slot") == "said" or (one.get("slot") == "word" and len(one["words"]) == 1)]  # fmt: skip
    fixed += [f"{whose(one)} {joined(said)}" for one in rest if whose(one) and (said := _fixed_in(one))]
    if fixed:
        return " ".join(fixed)
    if [one.get("slot") for one in rest] in (["cards"], ["players"]):
        several = {"cards": ("one card", "cards"), "players": ("one", "several")}
        return several[rest[0]["slot"]][rest[0]["high"] > 1]
    kinds = {"cards": "cards", "number": "how many", "amount": "a sum", "text": "in words", "player": "who"}
    return ", ".join(dict.fromkeys(kinds[one["slot"]] for one in rest if one.get("slot") in kinds))


# Of whom it is said


def concerns(form: Form, player: str) -> bool:
    """Whether a form is said by a player, or of him."""
    return player in form["who"] or (not form["who"] and any(takes_name(one, player) for one in form["slots"][:3]))


def takes_name(slot: Slot, player: str) -> bool:
    """Whether a slot takes the name of this player, or a group of it does, once or more."""
    if "slots" in slot:
        return (slot.get("low") or 1) == 1 and any(takes_name(one, player) for one in slot["slots"])
    return slot.get("slot") == "player" and player in slot["among"]


def about(form: Form, player: str) -> Form:
    """A form that is said of somebody, said of this player."""
    if form["who"]:
        return form
    slots = list(form["slots"])
    place = next(place for place, one in enumerate(slots) if takes_name(one, player))
    named: Slot = {"slot": "said", "text": written(player)}
    group = slots[place].get("slots") or (slots[place],)
    slots[place : place + 1] = [named if takes_name(one, player) else one for one in group]
    return {**form, "slots": slots}


def whose(slot: Slot) -> str | None:
    """Of whom a group is said that stands in any order beside others of its sort; None where it is no such group."""
    if slot.get("any_order") and not slot.get("repeat"):
        first = slot["slots"][0]
        if first.get("slot") == "player" and len(first["among"]) == 1:
            return str(first["among"][0])
    return None


# One form as several, several slots as one


def one_or_several(form: Form) -> list[Form]:
    """A form that ends in cards or players, one or more, as two: of the one the choice says it, the others are sent."""
    slots: list[Slot] = list(form["slots"])
    last = slots[-1] if slots else {}
    ends = last.get("slot") in ("cards", "players") and not last.get("optional") and not last.get("repeat")
    if not ends or last["low"] != 1 or last["high"] == 1 or any(map(is_a_choice, slots[:-1])):
        return [form]
    each = ({"high": 1}, {"low": 2}) if len(last["among"]) > 1 else ({"high": 1},)
    return [{**form, "slots": [*slots[:-1], {**last, **many}]} for many in each]


def one_pad(slots: Sequence[Slot]) -> list[Slot]:
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
