"""A turn: who is to speak, what may be said, what is refused just now and why, and what is assumed of the silent.

One value checks what is said, words the refusal, fills the prompt, draws the phone's buttons and drives random
evenings. A rule yields a question, which makes the turn, and is sent the event that answers it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, final

import msgspec

from ledger.cards import Card, in_order, so_many
from ledger.events import Draws, Event, Passes, Says, Sells, Shows, Split, Wins
from ledger.forms import (
    USUAL_STEPS,
    Amount,
    Cards,
    Chooser,
    Form,
    Number,
    Player,
    Players,
    Said,
    Slots,
    Word,
    amounts_text,
    texts,
)
from ledger.money import Money
from ledger.notation.writing import name
from ledger.refusals import listed

Check = Callable[[Any], str | None]
"""Looks at an event and says what is wrong with it, or None."""
OfSort = Callable[[Any], bool]
"""Whether an event of the right kind is of this sort at all."""
SlotsFor = Callable[[str], Slots | list[Slots] | None]
"""What follows the name of this player (or of nobody) as slots, or None where he cannot say it just now.

There may be several ways of saying it, the most common first.
"""
Example = Callable[[Chooser], Event | None]
"""Makes up a saying of one sort where its form cannot know enough, or None where there is none just now."""


@cache
def _said_on(on: str | None) -> OfSort:
    """Whether an event is said on this; of the same thing the same form, by which sorts are compared."""
    return lambda event: getattr(event, "on", None) == on


def _draws_cards(event: Any) -> bool:
    return bool(event.cards) and not event.discards and event.discarded is None


def _has_numbers(event: Any) -> bool:
    return bool(event.numbers) and not event.cards


class May(msgspec.Struct, frozen=True):
    """One sort of saying that a turn takes.

    `who` may say it (nobody: it begins without a player), by one of the `words`, where there are any. `form` tells
    whether an event is of this sort at all, `check` what is wrong with one that is; without them any is, and nothing.
    `slots` are made when somebody looks, for each who may say it. `usual` marks the one answer that is far the most
    frequent.
    """

    kind: type[Event]
    who: tuple[str, ...]
    example: Example | None = None
    form: OfSort | None = None
    check: Check | None = None
    slots: SlotsFor | None = None
    usual: bool = False
    words: tuple[str, ...] | None = None

    def forms(self) -> list[Form]:
        """The forms of this sort: one for all of those who may say the same."""
        if self.slots is None:
            return []
        found: list[tuple[Slots, list[str]]] = []
        for player in self.who or ("",):
            ways = self.slots(player)
            for slots in ways if isinstance(ways, list) else [] if ways is None else [ways]:
                same = next((names for known, names in found if known == slots), None)
                if same is None:
                    found.append((slots, [player] if player else []))
                else:
                    same.append(player)
        return [Form(tuple(names), slots, usual=self.usual) for slots, names in found]


class Refused(msgspec.Struct, frozen=True):
    """One sort of saying that is refused just now: `check` says why, or nothing where it does not concern this one.

    It belongs to its turn and to none behind it, and is neither put to a person nor made up.
    """

    kind: type[Event]
    who: tuple[str, ...]
    form: OfSort | None = None
    check: Check | None = None
    words: tuple[str, ...] | None = None
    why: str | None = None


Sort = May | Refused
"""One sort of saying, that may be said or is refused."""


def is_of(sort: Sort, event: Any) -> bool:
    """Whether an event of the kind of a sort is of the sort, by who says it, by its word and by its form."""
    if sort.who and getattr(event, "player", None) not in sort.who:
        return False
    if sort.words is not None and event.word not in sort.words:
        return False
    return sort.form is None or sort.form(event)


def takes_all_of(earlier: Sort, later: Sort) -> bool:
    """Whether every event of one sort is of an earlier one too, as far as the sorts themselves tell."""
    if earlier.kind is not later.kind or earlier.words not in (None, later.words):
        return False
    if earlier.form is not None and earlier.form is not later.form:
        return False
    return not earlier.who or bool(later.who and set(later.who) <= set(earlier.who))


@final
class Later(msgspec.Struct, frozen=True):
    """Sorts made only when such a thing is said, or somebody looks.

    They are of some kinds, of some players (or of anybody), and said by some words (or by any).
    """

    kinds: tuple[type[Event], ...]
    make: Callable[[], Iterable[Sort]]
    who: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    def awaits(self, event: Event) -> bool:
        """Whether an event may be of one of these sorts."""
        if type(event) not in self.kinds or (self.who and getattr(event, "player", None) not in self.who):
            return False
        return not self.words or getattr(event, "word", None) in self.words


class Verdict(msgspec.Struct, frozen=True):
    """What a turn makes of an event."""

    concerns: bool
    """Whether it is of a sort that the turn takes or refuses."""
    wrong: str | None = None
    """Why it is refused; None for what fits, and for what does not concern the turn."""


FITS, UNKNOWN = Verdict(True), Verdict(False)


class Turn(msgspec.Struct, frozen=True):
    """What is asked now.

    `clause` says it, for the refusal: "it is Dan's turn to call, and Cat has called 3"; or makes that when somebody
    wants to know. `says` are the sorts that may be said and those that are refused, in the order in which their
    reasons are given. `default` is what is assumed if the turn is passed over; None: it must be answered. In a `pause`
    no deal is in hand.
    """

    clause: str | Callable[[], str]
    says: tuple[Sort | Later, ...]
    who: tuple[str, ...] = ()
    default: Event | None = None
    pause: bool = False

    @property
    def asks(self) -> str:
        """What is asked, as a clause."""
        return self.clause if isinstance(self.clause, str) else self.clause()

    @property
    def sorts(self) -> tuple[Sort, ...]:
        """All the sorts that may be said or are refused."""
        return tuple(made(self.says))

    @property
    def may(self) -> tuple[May, ...]:
        """What may be said."""
        return tuple(one for one in self.sorts if isinstance(one, May))

    @property
    def refused(self) -> tuple[Refused, ...]:
        """What is refused just now, with its reason."""
        return tuple(one for one in self.sorts if isinstance(one, Refused))

    def judge(self, event: Event) -> Verdict:
        """Tell whether the event is of a sort that this turn takes or refuses, and what is wrong with it."""
        wrong: str | None = None
        kind = type(event)
        for one in self.says:
            sorts: Iterable[Sort]
            if type(one) is not Later:
                sorts = (one,)
            elif kind in one.kinds and one.awaits(event):
                sorts = one.make()
            else:
                continue
            for sort in sorts:
                if sort.kind is not kind or not is_of(sort, event):
                    continue
                found = None if sort.check is None else sort.check(event)
                if type(sort) is Refused:
                    found = found or sort.why
                elif found is None:
                    return FITS
                wrong = wrong or found
        return UNKNOWN if wrong is None else Verdict(True, wrong)

    def forms(self) -> list[Form]:
        """The forms of everything that may be said."""
        return [form for may in self.may for form in may.forms()]

    def texts(self, money: Money) -> list[str]:
        """Everything that may be said, as it is put to a person, each once for all who are asked."""
        speakers: dict[str, dict[str, None]] = {}
        for may in self.may:
            for form in may.forms():
                for text in texts(form.slots, money):
                    speakers.setdefault(text, {}).update(dict.fromkeys(form.who))
        return [put for text, who in speakers.items() for put in self._by_whom(text, tuple(who))]

    def _by_whom(self, text: str, who: tuple[str, ...]) -> list[str]:
        """A text; where none of those who may say it is asked, with the name of each."""
        asked = {*who} & {*self.who} if self.who else len(who) > 1
        return [text] if asked or not who else [f"{name(one)} {text}" for one in who]

    def words(self, money: Money) -> list[str]:
        """The words with which what may be said begins, or goes on after who says it."""
        return [text.split()[0] for form in self.forms() for text in texts(form.slots, money)]

    def remedy(self, money: Money) -> str:
        """The line that says what may be said instead, and by whom."""
        said = self.texts(money)
        whom = self.who[0] if len(self.who) == 1 else "They"
        return f"{whom} may say: {', '.join(said)}" if said else ""


def made(says: Iterable[Sort | Later]) -> Iterator[Sort]:
    """The sorts of a turn, those that are made later made now."""
    for one in says:
        if isinstance(one, Later):
            for sort in one.make():
                assert sort.kind in one.kinds, f"a sort of {sort.kind.__name__} is not awaited"
                assert not one.who or {*sort.who} <= {*one.who}, f"nothing is awaited of {sort.who}"
                assert not one.words or {*(sort.words or (None,))} <= {*one.words}, f"{sort.words} is not awaited"
                yield sort
        else:
            yield one


Question = Callable[[], Turn | None]
"""Makes the turn as things stand; asked again after something was said around it. None: nothing is left to ask."""


def some(who: str | Iterable[str]) -> tuple[str, ...]:
    """One player or several, as a tuple."""
    return (who,) if isinstance(who, str) else tuple(who)


def sorted_out(cards: Iterable[Card], fault: Callable[[Card], str | None]) -> tuple[tuple[Card, ...], dict[Card, str]]:
    """Part cards into those that may be, in a fixed order, and those that cannot be, each with its reason."""
    faults = {card: fault(card) for card in in_order(cards)}
    return (
        tuple(card for card, reason in faults.items() if reason is None),
        {card: reason for card, reason in faults.items() if reason is not None},
    )


def pick_cards(chooser: Chooser, among: Iterable[Card], count: int) -> tuple[Card, ...]:
    """Pick so many different cards; fewer where there are not enough."""
    left = sorted(among, key=str)
    picked: list[Card] = []
    while left and len(picked) < count:
        picked.append(left.pop(chooser.number(0, len(left) - 1)))
    return tuple(picked)


def refused(may: Sort) -> Refused:
    """The same sort, refused just now for what its check finds wrong with it."""
    return Refused(may.kind, may.who, may.form, may.check, may.words)


def if_now(now: bool, mays: Iterable[May]) -> Iterable[Sort]:
    """These sorts, or, where they cannot be said now, the same refused for what their checks find."""
    return mays if now else map(refused, mays)


def not_now(kind: type[Event], why: str, *words: str, who: str | Iterable[str] = ()) -> Refused:
    """A sort of saying that cannot be said now (of this kind, or one of these words of it), and is told why."""
    return Refused(kind, some(who), words=words or None, why=why)


# What may be said: one function a sort. Each takes who may say it, and a further check if need be.


def passing(who: str | Iterable[str], check: Check | None = None, usual: bool = False) -> May:
    """`A passes`."""

    def slots(player: str) -> Slots | None:
        return None if check and check(Passes(player)) else (Word(("passes",), shown="pass"),)

    return May(Passes, some(who), check=check, slots=slots, usual=usual)


def word(
    who: str | Iterable[str],
    *words: str,
    check: Check | None = None,
    out: Callable[[], dict[str, str]] = dict,
    usual: bool = False,
) -> May:
    """`A WORD`: one of these words, with nothing after it.

    `out` gives the words of the same family that are of no sort just now, each with its reason: they keep their
    place on a page.
    """

    def wrong(event: Says) -> str | None:
        if event.amount is not None or event.cards or event.numbers or event.players:
            return f"nothing is said after {event.word}"
        return check(event) if check else None

    def slots(player: str) -> Slots | None:
        faults = {one: check(Says(player, one)) if check else None for one in words}
        allowed = tuple(one for one, fault in faults.items() if fault is None)
        unsaid = {one: fault for one, fault in faults.items() if fault is not None}
        return (Word(allowed, unsaid | out()),) if allowed else None

    return May(Says, some(who), check=wrong, slots=slots, usual=usual, words=words)


class Amounts(msgspec.Struct, frozen=True):
    """A range of amounts in the smallest unit of a money. Any of them is taken; whole counters are offered."""

    low: int
    high: int | None
    money: Money

    def wrong(self, amount: int) -> str | None:
        """What is wrong with an amount."""
        if amount < self.low:
            return f"{self.money.show(amount)} is too little: the least is {self.money.show(self.low)}"
        if self.high is not None and amount > self.high:
            return f"{self.money.show(amount)} is too much: the most is {self.money.show(self.high)}"
        return None

    @property
    def offered(self) -> tuple[int, int | None, int]:
        """The least and the most that are offered, and the step: whole counters, where there are any in the range."""
        unit = self.money.counter or 1
        low = -(-self.low // unit) * unit
        high = None if self.high is None else self.high // unit * unit
        if high is not None and low > high:
            return self.low, self.high, 1
        return low, high, unit

    def text(self) -> str:
        """The range that is offered, in words."""
        low, high, _ = self.offered
        return amounts_text(low, high, self.money)

    def slot(self, *usual: int, shown: str | None = "", optional: bool = False) -> Amount:
        """The range as a slot; the usual amounts are the smallest few counters where none are given."""
        low, high, step = self.offered
        commonly = usual or tuple(dict.fromkeys((low, *(step * number for number in USUAL_STEPS))))
        fit = tuple(one for one in commonly if one >= low and (high is None or one <= high))
        return Amount(low, high, fit[:4], step, shown=shown, optional=optional)


def amount(
    kind: type[Event],
    who: str | Iterable[str],
    verb: str,
    amounts: Amounts,
    check: Check | None = None,
    **fixed: Any,
) -> May:
    """`A VERB AMOUNT`, of a kind that has an amount; `fixed` are its other fields (on, word)."""
    said_on = fixed.get("on")

    def wrong(event: Any) -> str | None:
        if event.amount is None:
            return f"{verb} takes an amount: {amounts.text()}"
        return amounts.wrong(event.amount) or (check(event) if check else None)

    def slots(player: str) -> Slots:
        on = (Said("on"), Said(said_on)) if said_on else ()
        return (Word((verb,)), amounts.slot(), *on)

    words = _words_of(kind, verb)
    return May(kind, some(who), form=_said_on(said_on), check=wrong, slots=slots, words=words)


def cards(
    kind: type[Event],
    who: str | Iterable[str],
    verb: str,
    count: tuple[int, int],
    among: Callable[[], Iterable[Card]],
    check: Check | None = None,
    example: Example | None = None,
) -> May:
    """`A VERB CARD …`, of a kind that has cards: from so many to so many different ones.

    `among` gives the cards it may be, as far as is known; what is not allowed is for `check`, which is asked of
    each card by itself where one card is said.
    """
    low, high = count
    extra = {"word": verb} if kind is Says else {}

    def wrong(event: Any) -> str | None:
        number = len(event.cards)
        if not low <= number <= high:
            wanted = f"{low}" if low == high else f"{low} to {high}"
            return f"{verb} takes {so_many(wanted)}, not {number}"
        return twice(event.cards) or (check(event) if check else None)

    def slots(player: str) -> Slots | None:
        known, out = in_order(among()), dict[Card, str]()
        if high == 1 and check:
            known, out = sorted_out(known, lambda card: check(kind(player=player, cards=(card,), **extra)))
        if len(known) < low or high == 0:
            return None
        return (Word((verb,)), Cards(low, min(high, len(known)), known, out))

    form = _draws_cards if kind is Draws else None
    words = _words_of(kind, verb)
    return May(kind, some(who), example=example, form=form, check=wrong, slots=slots, words=words)


def _words_of(kind: type[Event], verb: str) -> tuple[str, ...] | None:
    """The words by which a sort is known from others of its kind: only what is said by a word of a game has one."""
    return (verb,) if kind is Says else None


def number(
    kind: type[Event],
    who: str | Iterable[str],
    verb: str,
    low: int,
    high: int,
    check: Check | None = None,
    shown: str = "",
    slots: SlotsFor | None = None,
) -> May:
    """`A VERB N`, of a kind that has numbers: one number from low to high; `slots` where it is said otherwise.

    `shown` is how the number is put to a person, where its range says nothing to him.
    """
    extra = {"word": verb} if kind is Says else {}

    def wrong(event: Any) -> str | None:
        if len(event.numbers) != 1 or not low <= event.numbers[0] <= high:
            said = " ".join(map(str, event.numbers)) or "nothing"
            return f"{verb} takes one number from {low} to {high}, not {said}"
        return check(event) if check else None

    def fitting(player: str) -> Slots | None:
        right = [one for one in range(low, high + 1) if not wrong(kind(player=player, numbers=(one,), **extra))]
        return (Word((verb,)), Number(right[0], right[-1], shown=shown)) if right else None

    form = None if kind is Says else _has_numbers
    return May(kind, some(who), form=form, check=wrong, slots=slots or fitting, words=_words_of(kind, verb))


def wins(
    who: str | Iterable[str],
    *whats: str | None,
    check: Check | None = None,
    marks: bool = False,
    usual: bool = False,
) -> May:
    """`A wins`, or `A wins WHAT`; with no `whats`, only the bare word."""
    allowed = whats or (None,)

    def wrong(event: Wins) -> str | None:
        if event.what not in allowed or (event.marks and not marks):
            words = [f"wins {what}" if what else "wins" for what in allowed]
            return f"it is not known here what {event.player} would win; say {listed(words, 'or')}"
        return check(event) if check else None

    def slots(player: str) -> Slots | None:
        right = [what for what in allowed if not (check and check(Wins(player, what)))]
        named = tuple(what for what in right if what)
        if not right:
            return None
        return (Word(("wins",)), Word(named, optional=None in right)) if named else (Word(("wins",)),)

    return May(Wins, some(who), check=wrong, slots=slots, usual=usual)


def split(who: Sequence[str], least: int = 2, check: Check | None = None) -> May:
    """`split A B …`: so many players at the least, each once."""
    names = tuple(who)

    def wrong(event: Split) -> str | None:
        for player in event.players:
            if player not in names:
                return f"{player} has no part in this"
        if len(event.players) < least:
            return f"split takes {least} players at the least"
        return check(event) if check else None

    def slots(player: str) -> Slots | None:
        if len(names) < least:
            return None
        return (Said("split"), Players(least, len(names), names))

    return May(Split, (), check=wrong, slots=slots)


def sale(
    who: str | Iterable[str],
    thing: str,
    buyers: Sequence[str],
    amounts: Amounts,
    check: Check | None = None,
) -> May:
    """`A sells THING to B for AMOUNT`."""

    def wrong(event: Sells) -> str | None:
        if event.buyer == event.player:
            return f"{event.player} cannot sell to himself"
        if event.buyer not in buyers:
            return f"{event.buyer} does not play in this deal"
        return amounts.wrong(event.amount) or (check(event) if check else None)

    def slots(player: str) -> Slots | None:
        price = amounts.slot(shown="AMOUNT")
        right = tuple(
            buyer
            for buyer in buyers
            if buyer != player and not (check and check(Sells(player, thing, buyer, price.low)))
        )
        if not right:
            return None
        return (Word(("sells",)), Said(thing), Said("to"), Player(right), Said("for"), price)

    return May(Sells, some(who), form=lambda event: event.thing == thing, check=wrong, slots=slots)


def shows(
    who: str | Iterable[str],
    count: tuple[int, int],
    among: Callable[[], Iterable[Card]],
    check: Check | None = None,
) -> May:
    """`A shows CARD …`."""
    return cards(Shows, who, "shows", count, among, check)


def twice(cards: Iterable[Card]) -> str | None:
    """Say which card is there twice, if one is."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            return f"{card} is said twice"
        seen.add(card)
    return None
