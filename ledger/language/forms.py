"""Forms as text for people."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise, product

import msgspec

from ledger.core.money import Money
from ledger.language.slots import AnySlot, Form, Slot, Slots

GLUED = (":", "+", "=", ",")
"""Signs that are written without spaces around them."""
TO = "to"
MOST_ENDINGS = 2
"""The greatest number of endings that stand in brackets behind a text."""
LONG_RUN = 6
"""The number of consecutive numbers from which they are shown as a range."""

# As text


def texts(slots: Slots, money: Money) -> list[str]:
    """Return the texts that show slots: ``wins``, ``wins flush``, ``raises 1d to 5s``.

    After `to` a range is told by `between`: ``raises to between 1d and 5s``.
    """
    parts = [_shown(slot, money) for slot in slots]
    for place, (before, slot) in enumerate(pairwise(slots), 1):
        if before.says() == (TO,) and not (slot.shown or slot.optional or slot.repeat):
            parts[place] = list(slot.after_to(money))
    return list(dict.fromkeys(joined(texts_of_slots) for texts_of_slots in product(*parts)))


def _shown(slot: AnySlot, money: Money) -> list[str]:
    """Return the texts that show a slot; also an empty one if it may be left out."""
    if slot.shown is None:
        return [""]
    if parts := slot.parts():
        texts_of_slot = [slot.shown] if slot.shown else texts(parts, money)
        texts_of_slot = [f"{text} …" for text in texts_of_slot] if slot.repeat and not slot.shown else texts_of_slot
    else:
        texts_of_slot = [slot.shown] if slot.shown else _words_of(slot, money)
    return ["", *texts_of_slot] if slot.optional else texts_of_slot


def whole_and_open(slots: Slots, money: Money) -> tuple[list[str], list[str]]:
    """Return the texts of slots in the words of the notation, and those to be filled in.

    What may be left out and is to be filled in stands in one text, with everything else of its kind.
    """
    of_slots = [_as_said(slot, money) for slot in slots]
    whole = [[text for text, is_whole in texts_of_slot if is_whole] for texts_of_slot in of_slots]
    to_fill = [[text for text, is_whole in texts_of_slot if not is_whole] for texts_of_slot in of_slots]
    if all(whole):
        pairs = zip(to_fill, whole, strict=True)
        most = [(*open_texts, *whole_texts)[:1] for open_texts, whole_texts in pairs]
        return _joined(whole), _joined(most) if any(to_fill) else []
    pairs = zip(whole, to_fill, strict=True)
    return [], _joined(whole_texts or open_texts for whole_texts, open_texts in pairs)


def _joined(texts_of_slots: Iterable[Iterable[str]]) -> list[str]:
    """Return every text that is put together from one text of each slot."""
    return list(dict.fromkeys(joined(parts) for parts in product(*texts_of_slots)))


def _as_said(slot: AnySlot, money: Money) -> list[tuple[str, bool]]:
    """Return the texts of a slot, each with whether nothing in it is to be filled in."""
    fixed = slot.says()
    if slot.shown is None and slot.optional:
        return [("", True)]
    if slot.shown is None:
        slot = msgspec.structs.replace(slot, shown="")
    if fixed and not slot.repeat:
        texts_of_slot = [(text, True) for text in fixed]
    elif slot.parts() or slot.repeat or slot.shown:
        texts_of_slot = [(text, False) for text in _shown(slot, money) if text]
    else:
        every = slot.every(money) or ()
        texts_of_slot = [(text, text in every) for text in slot.in_words(money)]
    return [("", True), *texts_of_slot] if slot.optional else texts_of_slot


def _words_of(slot: Slot, money: Money) -> list[str]:
    words = slot.in_words(money)
    return [f"{text} …" for text in words] if slot.repeat and not slot.says() else list(words)


def speakers_of(forms: Iterable[Form], money: Money) -> dict[str, tuple[str, ...]]:
    """Return the texts of forms, each with who may say it."""
    speakers: dict[str, tuple[str, ...]] = {}
    for form in forms:
        for text in texts(form.slots, money):
            speakers[text] = tuple(dict.fromkeys((*speakers.get(text, ()), *form.who)))
    return speakers


def by_speakers(speakers: Mapping[str, tuple[str, ...]]) -> list[tuple[tuple[str, ...], list[str]]]:
    """Return texts together that the same players may say."""
    together: dict[frozenset[str], tuple[tuple[str, ...], list[str]]] = {}
    for text, who in speakers.items():
        together.setdefault(frozenset(who), (who, []))[1].append(text)
    return list(together.values())


def enumerated(allowed: Sequence[str]) -> str:
    """Return texts with commas between; many numbers as a range: ``stands, 2 to 20, over``.

    What may follow a text stands in brackets behind it: ``bomb 5 [2]``.
    """
    return ", ".join(in_runs(_with_endings(allowed)))


def _with_endings(allowed: Sequence[str]) -> list[str]:
    """Return texts; what only goes on another one stands in brackets behind that."""
    whole: dict[str, str] = {}
    told = set[str]()
    for begun in allowed:
        after = [text.removeprefix(begun) for text in allowed if text.startswith(f"{begun} ")]
        single = [end for end in after if not any(end.startswith(f"{other} ") for other in after)]
        if 0 < len(single) <= MOST_ENDINGS:
            told.update(begun + end for end in after)
            whole[begun] = begun + "".join(f" [{end.strip()}]" for end in single)
    return [whole.get(text, text) for text in allowed if text not in told]


def in_runs(allowed: Sequence[str]) -> list[str]:
    """Return texts, with a range for many consecutive numbers."""
    shown: list[str] = []
    at = 0
    while at < len(allowed):
        run = 1
        while allowed[at].isdigit() and allowed[at + run : at + run + 1] == [str(int(allowed[at]) + run)]:
            run += 1
        shown += [f"{allowed[at]} to {allowed[at + run - 1]}"] if run >= LONG_RUN else allowed[at : at + run]
        at += run
    return shown


def game_begun(words: Sequence[str]) -> str:
    """Return the name of the game that a saying of these words begins; empty if it begins none."""
    verb, _, game = words[0].partition(" ") if words else ("", "", "")
    return game if verb == "game" else ""


def joined(parts: Iterable[str]) -> str:
    """Join the parts of a saying with spaces, except around signs that take none."""
    text, close = "", True
    for part in parts:
        if part:
            text += part if close or part in GLUED else f" {part}"
            close = part in GLUED
    return text
