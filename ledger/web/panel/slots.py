"""Read forms and slots: fixed words, beginnings, and the player whom a form is about."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec.structs import replace

from ledger.core.names import name as written
from ledger.language.forms import joined
from ledger.language.slots import (
    Amount,
    AnySlot,
    Cards,
    Form,
    Group,
    Literal,
    Number,
    Player,
    Players,
    Several,
    Slots,
    Text,
    Word,
    stands_anywhere,
)

MOST_BEGINNINGS = 6
"""The greatest number of forms into which a form is split by its first words."""
STILL_TO_SAY = {Cards: "cards", Number: "how many", Amount: "a sum", Text: "in words", Player: "who"}
"""The name of an empty slot on a button."""
SO_MANY = {Cards: ("one card", "cards"), Players: ("one", "several")}
"""How it names one of them, or several, where nothing else is filled in."""


def outs(slot: Word | Cards) -> list[tuple[str, str]]:
    """Return the choices of a slot that cannot be made just now, each with its reason."""
    return [(str(choice), reason) for choice, reason in slot.out.items()]


def says_nothing_more(slot: AnySlot) -> bool:
    """Return whether the slot is optional and has a single possible amount."""
    return slot.optional and isinstance(slot, Amount) and slot.low == slot.high


def only_word(slot: AnySlot) -> str:
    """Return the only word that a slot can say; empty if there is a choice."""
    words = slot.says()
    return words[0] if len(words) == 1 else ""


def is_a_choice(slot: AnySlot) -> bool:
    """Return whether a slot leaves a choice or has to be filled in."""
    return not only_word(slot)


def fixed_words(slots: Sequence[AnySlot]) -> list[str]:
    """Return the words of the slots that leave no choice."""
    return [only_word(slot) for slot in slots if not is_a_choice(slot)]


def beginning(slots: Sequence[AnySlot]) -> list[str]:
    """Return the fixed words with which a form begins; none where it begins with one of several."""
    words: list[str] = []
    for slot in slots:
        if word := only_word(slot):
            words.append(word)
        elif words or slot.says():
            break
    return words


def word_of_group(slots: Sequence[AnySlot]) -> list[str]:
    """Return the word with which a first part begins, such as `aces` of `aces=N`; else none."""
    match slots:
        case [Group(optional=False, repeat=False) as group, *_] if word := only_word(group.slots[0]):
            return [word]
    return []


def beginnings(slots: Sequence[AnySlot]) -> list[tuple[list[str], list[AnySlot]]]:
    """Split a form by the words with which it may begin, each with the slots that follow."""
    begins: list[list[str]] = [[]]
    rest = list(slots)
    while rest and (words := rest[0].says()):
        slot = rest[0]
        if slot.optional or slot.repeat or len(begins) * len(words) > MOST_BEGINNINGS:
            break
        begins = [[*begin, word] for begin in begins for word in words]
        rest.pop(0)
    return [(begin, rest) for begin in begins]


def verbs_of(form: Form) -> list[str]:
    """Return the verbs with which the sayings of a form begin, after the player."""
    for slot in form.slots:
        if words := slot.says():
            return list(words) if isinstance(slot, Word) else [words[0].partition(" ")[0]]
    return []


def verbs_in(forms: Iterable[Form]) -> dict[str, tuple[int, int]]:
    """Return the places of the verbs in a turn, those out among them: of the form, and in it."""
    verbs: dict[str, tuple[int, int]] = {}
    for place, form in enumerate(forms):
        families = (slot.family() for slot in form.slots[:1] if isinstance(slot, Word))
        verbs |= {verb: (place, at) for family in families for at, verb in enumerate(family) if verb not in verbs}
        for verb in verbs_of(form):
            verbs.setdefault(verb, (place, 0))
    return verbs


def words_in(forms: Iterable[Form]) -> Iterator[str]:
    """Return all words of a turn, in their order."""
    return (word for form in forms for slot in form.slots for part in slot.parts() or (slot,) for word in _family(part))


def _family(slot: AnySlot) -> Sequence[str]:
    """Return the words of a slot, those among them that cannot be said just now."""
    return slot.family() if isinstance(slot, Word) else slot.says()


def joins_by(optional: AnySlot, slots: Sequence[AnySlot]) -> str:
    """Return how a button names an optional part of a form."""
    for slot in optional.parts() or (optional,):
        if word := only_word(slot):
            return word
    if not isinstance(optional, Cards):
        return ""
    return "more" if any(isinstance(slot, Cards) for slot in slots if slot is not optional) else "card"


def still_to_say(rest: Sequence[AnySlot]) -> str:
    """Return in a word or two what the rest of a form asks for."""
    fixed = fixed_words(rest)
    for slot in rest:
        texts = fixed_words(slot.parts())
        if texts and whose(slot):
            fixed.append(f"{whose(slot)} {joined(texts)}")
    if fixed:
        return " ".join(fixed)
    if len(rest) == 1 and isinstance(last := rest[0], Several):
        return SO_MANY[type(last)][last.high > 1]
    return ", ".join(dict.fromkeys(STILL_TO_SAY[type(slot)] for slot in rest if type(slot) in STILL_TO_SAY))


# The player whom a form is about


def concerns(form: Form, player: str) -> bool:
    """Return whether a player says a form, or the form is about the player."""
    return player in form.who or (not form.who and any(takes_name(slot, player) for slot in form.slots[:3]))


def takes_name(slot: AnySlot, player: str) -> bool:
    """Return whether a slot takes this player's name, itself or in a group."""
    if isinstance(slot, Group):
        return (slot.low or 1) == 1 and any(takes_name(part, player) for part in slot.slots)
    return isinstance(slot, Player) and player in slot.among


def about(form: Form, player: str) -> Form:
    """Fill this player's name into a form that is about somebody."""
    if form.who:
        return form
    slots = list(form.slots)
    place = next(place for place, slot in enumerate(slots) if takes_name(slot, player))
    named = slots[place]
    group = named.parts() or (named,)
    slots[place : place + 1] = [Literal(written(player)) if takes_name(slot, player) else slot for slot in group]
    return replace(form, slots=tuple(slots))


def whose(slot: AnySlot) -> str:
    """Return the player of a group that stands in any order; empty for other slots."""
    if stands_anywhere(slot) and not slot.repeat:
        first = slot.parts()[0]
        if isinstance(first, Player) and len(first.among) == 1:
            return first.among[0]
    return ""


# One form as several, several slots as one


Mark = tuple[int, str, str]
"""Words that may be added to one player's group: the group's place, the player and the words."""


Sayings = list[list[str]]
"""The sayings of some slots, as words."""


def marked(
    forms: Iterable[Form], spread: Callable[[Slots], Sayings | None]
) -> list[tuple[Form, list[Mark], list[Sayings | None]]]:
    """Join forms that differ only in words at the end of one player's group.

    They are joined if each is one saying, or too many for `spread`. Each joined form comes with its marks and the
    sayings that have them; a mark of nobody, without words, stands for the form without them.
    """
    together: list[tuple[Form, Form, list[Mark], list[Sayings | None]]] = []
    for form in forms:
        if not any(map(whose, form.slots)):
            together.append((form, form, [], []))
            continue
        sayings, (bare, mark) = spread(form.slots), _without_mark(form)
        if sayings is not None and len(sayings) != 1:
            bare, mark = form, None
        same = next((same for same in together if same[0] == bare), None)
        if same is None:
            together.append(same := (bare, form, [], []))
        _, _, marks, alike = same
        marks.append(mark or (0, "nobody", ""))
        alike.append(sayings)
    return [(bare, marks, alike) if len(marks) > 1 else (first, [], alike) for bare, first, marks, alike in together]


def _without_mark(form: Form) -> tuple[Form, Mark | None]:
    """Return a form without the fixed words at the end of a player's group, and these words."""
    for place, slot in enumerate(form.slots, start=1):
        marks = slot.parts()[2:] if whose(slot) else ()
        words = fixed_words(marks)
        if words and len(words) == len(marks):
            bare = (*form.slots[: place - 1], replace(slot, slots=slot.parts()[:2]), *form.slots[place:])
            return replace(form, slots=bare), (place, whose(slot), " ".join(words))
    return form, None


def one_or_several(form: Form) -> list[Form]:
    """Split a form that ends in one or more cards or players into one and several."""
    *before, last = form.slots or (Literal(""),)
    if not isinstance(last, Several) or last.optional or last.repeat:
        return [form]
    if last.low != 1 or last.high == 1 or any(map(is_a_choice, before)):
        return [form]
    lasts = [replace(last, high=1)] + ([replace(last, low=2)] if len(last.among) > 1 else [])
    return [replace(form, slots=(*before, slot)) for slot in lasts]


def one_pad(slots: Slots | Sequence[AnySlot]) -> list[AnySlot]:
    """Join a card and the cards after it to one slot, where both take the same cards."""
    pads: list[AnySlot] = []
    for slot in slots:
        before = pads[-1] if pads else None
        if not isinstance(slot, Cards) or not isinstance(before, Cards) or slot.optional or before.high != 1:
            pads.append(slot)
        elif len(before.among) == 1:
            pads[-1:] = [Literal(str(before.among[0])), slot]
        elif {*before.among} == {*slot.among}:
            pads[-1] = replace(slot, low=before.low + slot.low, high=before.high + slot.high)
        else:
            pads.append(slot)
    return pads
