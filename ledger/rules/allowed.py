"""Make the sayings that a turn allows or refuses: one function for each kind of saying.

Most of them take the players who may say it, and a check by the game.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

import msgspec

from ledger.core.cards import Card, in_order, so_many
from ledger.core.events import Announces, Draws, Event, Passes, Says, Sells, Shows, Split, Takes, Wins
from ledger.core.money import Money
from ledger.core.refusals import listed
from ledger.language.slots import (
    Amount,
    Cards,
    Chooser,
    Group,
    Literal,
    Number,
    Player,
    Players,
    Slots,
    Word,
    amounts_text,
)
from ledger.language.vocabulary import Qualifier
from ledger.language.words import MANY
from ledger.rules.turns import Allowed, Check, Disallowed, Example, Matches, Permission, SlotsFor

USUAL_STEPS = (1, 2, 3, 5, 10)
"""The usual steps between the amounts that are offered, in counters."""


def passing(who: str | Iterable[str], check: Check | None = None, usual: bool = False) -> Allowed:
    """`A passes`."""

    def slots(player: str) -> Slots | None:
        return None if check and check(Passes(player)) else (Word(("passes",), shown="pass"),)

    return Allowed(Passes, some(who), check=check, slots=slots, usual=usual)


def word(
    who: str | Iterable[str],
    *words: str,
    check: Check | None = None,
    out: Callable[[], dict[str, str]] = dict,
    usual: bool = False,
) -> Allowed:
    """`A WORD`: one of these words, with nothing after it.

    `out` returns the words of the same family that cannot be said now, each with its reason; if it names the others
    too, in their order, with an empty reason, each word keeps its place on a page.
    """

    def wrong(event: Says) -> str | None:
        if event.amount is not None or event.cards or event.numbers or event.players or event.qualifiers:
            return f"nothing is said after {event.word}"
        return check(event) if check else None

    def slots(player: str) -> Slots | None:
        faults = {said: check(Says(player, said)) if check else None for said in words}
        family = Word.of_family(out() | faults)
        return (family,) if family.words else None

    return Allowed(Says, some(who), check=wrong, slots=slots, usual=usual, words=words)


def declaration(
    who: str | Iterable[str],
    verb: str,
    *qualifiers: Qualifier,
    check: Check | None = None,
    slots: SlotsFor | None = None,
    usual: bool = False,
) -> Allowed:
    """`A WORD QUALIFIER …`: a word, and any of these qualifiers after it.

    `check` finds what does not go together; `slots` then makes the form of what does.
    """
    known = {qualifier.word: qualifier for qualifier in qualifiers}

    def wrong(event: Says) -> str | None:
        for qualifier, number in event.qualifiers:
            if qualifier not in known:
                return f"{qualifier} is not said with {verb} now"
            low, high = known[qualifier].low, known[qualifier].high
            if number is not None and low is not None and not low <= number <= (number if high is None else high):
                return f"{qualifier} takes a number {f'of {low} or more' if high is None else f'from {low} to {high}'}"
        return check(event) if check else None

    def widest(player: str) -> Slots:
        return (Word((verb,)), *map(_qualifying, qualifiers))

    return Allowed(Says, some(who), check=wrong, slots=slots or widest, usual=usual, words=(verb,))


def _qualifying(qualifier: Qualifier) -> Group:
    number = () if qualifier.low is None else (Number(qualifier.low, qualifier.high or MANY),)
    return Group((Literal(qualifier.word), *number), optional=True, any_order=True)


def announcement(
    word: str,
    slots: Callable[[], Slots | list[Slots] | None] = tuple,
    check: Check | None = None,
    usual: bool = False,
    example: Example | None = None,
) -> Allowed:
    """`WORD …`: a saying that begins without a player.

    `slots` returns what follows the word, None where it cannot be said.
    """

    def form(player: str) -> list[Slots] | None:
        following = slots()
        if following is None:
            return None
        return [(Literal(word), *ending) for ending in (following if isinstance(following, list) else [following])]

    return Allowed(Announces, (), example=example, check=check, slots=form, usual=usual, words=(word,))


class AmountRange(msgspec.Struct, frozen=True):
    """A range of amounts in the smallest unit; all are taken, whole counters are offered."""

    low: int
    """The least amount."""
    high: int | None
    """The greatest amount; None without a limit."""
    money: Money
    """The money of the evening, which writes the amounts."""

    def wrong(self, amount: int) -> str | None:
        """Return what is wrong with an amount, or None."""
        if amount < self.low:
            return f"{self.money.show(amount)} is too little: the least is {self.money.show(self.low)}"
        if self.high is not None and amount > self.high:
            return f"{self.money.show(amount)} is too much: the most is {self.money.show(self.high)}"
        return None

    @property
    def offered(self) -> tuple[int, int | None, int]:
        """Return the least and the greatest amount offered, and the step.

        They are whole counters, where there are any in the range.
        """
        unit = self.money.counter or 1
        low = -(-self.low // unit) * unit
        high = None if self.high is None else self.high // unit * unit
        if high is not None and low > high:
            return self.low, self.high, 1
        return low, high, unit

    def text(self) -> str:
        """Return the range that is offered, in words."""
        low, high, _ = self.offered
        return amounts_text(low, high, self.money)

    def slot(
        self, *usual: int, called: tuple[tuple[int, str], ...] = (), shown: str | None = "", optional: bool = False
    ) -> Amount:
        """Return the range as a slot; the usual amounts are a few counters where none are given.

        A least of one cent or farthing is a sum that nobody says, and comes last.
        """
        low, high, unit = self.offered
        step = max(unit, self.money.step)
        few = [step * number for number in USUAL_STEPS]
        commonly = usual or ([*few, low] if low == 1 < step else [low, *few])
        whole = dict.fromkeys(amount - (amount - low) % unit for amount in commonly)
        fit = tuple(amount for amount in whole if amount >= low and (high is None or amount <= high))
        return Amount(low, high, fit[:4], unit, called=called, shown=shown, optional=optional)


def amount(
    kind: type[Event],
    who: str | Iterable[str],
    verb: str,
    amounts: AmountRange,
    check: Check | None = None,
    **fixed: Any,
) -> Allowed:
    """`A VERB AMOUNT`, of a kind that has an amount; `fixed` has its other fields (on, word)."""
    thing = fixed.get("on")

    def wrong(event: Any) -> str | None:
        if event.amount is None:
            return f"{verb} takes an amount: {amounts.text()}"
        return amounts.wrong(event.amount) or (check(event) if check else None)

    def slots(player: str) -> Slots:
        on = (Literal("on"), Literal(thing)) if thing else ()
        return (Word((verb,)), amounts.slot(), *on)

    words = _words_of(kind, verb)
    return Allowed(kind, some(who), matches=_said_on(thing), check=wrong, slots=slots, words=words)


def cards(
    kind: type[Event],
    who: str | Iterable[str],
    verb: str,
    count: tuple[int, int],
    among: Callable[[], Iterable[Card]],
    check: Check | None = None,
    example: Example | None = None,
) -> Allowed:
    """`A VERB CARD …`, of a kind that has cards: from so many to so many different cards.

    `among` returns the cards that are possible, as far as is known. Where a single card is said, each possible card
    goes through `check`, and only cards that pass are offered.
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
    return Allowed(kind, some(who), example=example, matches=form, check=wrong, slots=slots, words=words)


def number(
    kind: type[Event],
    who: str | Iterable[str],
    verb: str,
    low: int,
    high: int,
    check: Check | None = None,
    shown: str = "",
    slots: SlotsFor | None = None,
    step: int = 1,
    values: tuple[int, ...] = (),
) -> Allowed:
    """`A VERB N`, of a kind that has numbers: one number from low to high, or one of `values`.

    From low to high every `step`-th is taken. `slots` makes the whole form, its verb too, where the form has more than
    a single number. `shown` replaces the range in texts for people. Raises ValueError when the form that `slots` makes
    does not begin with the verb.
    """
    extra = {"word": verb} if kind is Says else {}
    known = Number(low, high, shown=shown, step=step, values=values)

    def wrong(event: Any) -> str | None:
        if len(event.numbers) != 1 or event.numbers[0] not in known.numbers():
            numbers = " ".join(map(str, event.numbers)) or "nothing"
            steps = f" in steps of {step}" if step > 1 else ""
            within = f"of {listed(list(map(str, values)), 'or')}" if values else f"from {low} to {high}{steps}"
            return f"{verb} takes one number {within}, not {numbers}"
        return check(event) if check else None

    def fitting(player: str) -> Slots | None:
        right = [value for value in known.numbers() if not wrong(kind(player=player, numbers=(value,), **extra))]
        return (Word((verb,)), msgspec.structs.replace(known, low=right[0], high=right[-1])) if right else None

    form = None if kind is Says else _has_numbers
    making = fitting if slots is None else _begun_by(verb, slots)
    return Allowed(kind, some(who), matches=form, check=wrong, slots=making, words=_words_of(kind, verb))


def _begun_by(verb: str, slots: SlotsFor) -> SlotsFor:
    """Return the same maker of forms, which sees that each begins with the verb."""

    def checked(player: str) -> Slots | list[Slots] | None:
        made = slots(player)
        for form in made if isinstance(made, list) else [] if made is None else [made]:
            if not form or verb not in form[0].says():
                begins = f"{type(form[0]).__name__}(…)" if form else "nothing"
                raise ValueError(f'the slots of number("{verb}") begin with {begins}: begin with Word(("{verb}",))')
        return made

    return checked


def wins(
    who: str | Iterable[str],
    *whats: str | None,
    check: Check | None = None,
    marks: bool = False,
    usual: bool = False,
) -> Allowed:
    """`A wins`, or `A wins WHAT`; with no `whats`, only the bare word."""
    allowed = whats or (None,)

    def wrong(event: Wins) -> str | None:
        if event.what not in allowed or event.board or (event.marks and not marks):
            words = [f"wins {prize}" if prize else "wins" for prize in allowed]
            return f"it is not known here what {event.player} would win; say {listed(words, 'or')}"
        return check(event) if check else None

    def slots(player: str) -> Slots | None:
        right = [prize for prize in allowed if not (check and check(Wins(player, prize)))]
        named = tuple(prize for prize in right if prize)
        if not right:
            return None
        return (Word(("wins",)), Word(named, optional=None in right)) if named else (Word(("wins",)),)

    return Allowed(Wins, some(who), check=wrong, slots=slots, usual=usual)


def split(who: Sequence[str], least: int = 2, check: Check | None = None) -> Allowed:
    """`split A B …`: at least so many players, each once."""
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
        return (Literal("split"), Players(least, len(names), names))

    return Allowed(Split, (), check=wrong, slots=slots)


def sale(
    who: str | Iterable[str],
    thing: str,
    buyers: Sequence[str],
    amounts: AmountRange,
    check: Check | None = None,
) -> Allowed:
    """`A sells THING to B for AMOUNT`."""

    def wrong(event: Sells) -> str | None:
        if event.buyer == event.player:
            return f"{event.player} cannot sell to themselves"
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
        return (Word(("sells",)), Literal(thing), Literal("to"), Player(right), Literal("for"), price)

    return Allowed(Sells, some(who), matches=lambda event: event.thing == thing, check=wrong, slots=slots)


def takes(
    who: str | Iterable[str], thing: str, held: int, money: Money, check: Callable[[], str | None] | None = None
) -> Allowed:
    """`A takes THING [AMOUNT]`: all that lies there, or some of it.

    `check` says why nothing may be taken.
    """

    def wrong(event: Takes) -> str | None:
        if fault := check() if check else None:
            return fault
        if not held or event.amount == 0:
            return "nothing is taken" if held else f"the {thing} has nothing"
        too_much = event.amount is not None and event.amount > held
        return f"the {thing} has {money.show(held)}, not {money.show(event.amount or 0)}" if too_much else None

    def slots(player: str) -> Slots | None:
        if not held or (check and check()):
            return None
        return (Word(("takes",)), Literal(thing), AmountRange(1, held, money).slot(optional=True, shown=None))

    return Allowed(Takes, some(who), matches=_taken_of(thing), check=wrong, slots=slots)


def shows(
    who: str | Iterable[str],
    count: tuple[int, int],
    among: Callable[[], Iterable[Card]],
    check: Check | None = None,
) -> Allowed:
    """`A shows CARD …`."""
    return cards(Shows, who, "shows", count, among, check)


# What cannot be said now


def disallowed(may: Permission) -> Disallowed:
    """Return the same saying as a refusal, with the reason that its check finds."""
    return Disallowed(may.kind, may.who, may.matches, may.check, may.words)


def allow_if(now: bool, mays: Iterable[Allowed]) -> Iterable[Permission]:
    """Return these sayings if `now`; otherwise their refusals, for what their checks find."""
    return mays if now else map(disallowed, mays)


def disallow(kind: type[Event], why: str, *words: str, who: str | Iterable[str] = ()) -> Disallowed:
    """Return a refusal of a kind of event (or of these words of it), with the reason."""
    return Disallowed(kind, some(who), words=words or None, why=why)


# By what a sort is known from others of its kind


@cache
def _said_on(on: str | None) -> Matches:
    """Return a predicate: an event is said on `on`. The same `on` gives the same predicate."""
    return lambda event: getattr(event, "on", None) == on


@cache
def _taken_of(thing: str) -> Matches:
    """Return a predicate: this is taken. The same thing gives the same predicate."""
    return lambda event: bool(event.things == (thing,))


def _draws_cards(event: Any) -> bool:
    return bool(event.cards) and not event.discards and event.discarded is None


def _has_numbers(event: Any) -> bool:
    return bool(event.numbers) and not event.cards


def _words_of(kind: type[Event], verb: str) -> tuple[str, ...] | None:
    """Return the verb as a word to match; only a word of a game has one."""
    return (verb,) if kind is Says else None


# Players and cards


def some(who: str | Iterable[str]) -> tuple[str, ...]:
    """Return one player or several as a tuple."""
    return (who,) if isinstance(who, str) else tuple(who)


def sorted_out(cards: Iterable[Card], fault: Callable[[Card], str | None]) -> tuple[tuple[Card, ...], dict[Card, str]]:
    """Return the cards without a fault, in a fixed order, and the others with their faults."""
    faults = {card: fault(card) for card in in_order(cards)}
    return (
        tuple(card for card, reason in faults.items() if reason is None),
        {card: reason for card, reason in faults.items() if reason is not None},
    )


def twice(cards: Iterable[Card]) -> str | None:
    """Return a sentence on the first card that is there twice, or None."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            return f"{card} is said twice"
        seen.add(card)
    return None


def pick_cards(chooser: Chooser, among: Iterable[Card], count: int) -> tuple[Card, ...]:
    """Pick so many different cards; fewer where there are not enough."""
    left = sorted(among, key=str)
    picked: list[Card] = []
    while left and len(picked) < count:
        picked.append(left.pop(chooser.number(0, len(left) - 1)))
    return tuple(picked)
