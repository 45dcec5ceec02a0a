"""A turn: who is to speak, everything they may say, and what is assumed of the silent.

One value checks what is said, words the refusal, fills the prompt, draws the phone's buttons and
drives random evenings. A rule yields a turn and is sent the event that answers it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from ledger.cards import Card
from ledger.events import Bets, Draws, Event, Passes, Says, Sells, Shows, Split, Wins
from ledger.refusals import listed

T = TypeVar("T")
Check = Callable[[Any], str | None]
"""Looks at an event and says what is wrong with it, or None."""


class Chooser(Protocol):
    """Where random evenings get their chances from; nothing here makes any."""

    def choose(self, options: Sequence[T]) -> T:
        """Pick one of these."""

    def number(self, low: int, high: int) -> int:
        """Pick a whole number from low to high, both included."""


Example = Callable[[Chooser], Event | None]
"""Makes up a saying of one sort, or None where there is none just now."""


def never_said(chooser: Chooser) -> None:
    """Make nothing up: a sort of saying with this example is there only to explain why it is refused."""


def _nothing_wrong(event: Any) -> str | None:
    return None


def _any_form(event: Any) -> bool:
    return True


@dataclass(frozen=True)
class May:
    """One sort of saying that a turn takes.

    `who` may say it (nobody: it begins without a player). `form` tells whether an event is of this
    sort at all, `check` what is wrong with one that is. `text` puts it to a person.
    """

    kind: type[Event]
    who: tuple[str, ...]
    text: tuple[str, ...]
    example: Example
    form: Callable[[Any], bool] = _any_form
    check: Check = _nothing_wrong

    def is_of_this_sort(self, event: Event) -> bool:
        """Whether the event is of this sort, said by one who may."""
        if type(event) is not self.kind:
            return False
        if self.who and getattr(event, "player", None) not in self.who:
            return False
        return self.form(event)


@dataclass(frozen=True)
class Turn:
    """What is asked now.

    `asks` is a clause for the refusal: "it is Dan's turn to call, and Cat has called 3". `default`
    is what is assumed if the turn is passed over; None: it must be answered. In a `pause` no deal is
    in hand. `fresh` marks a turn that is asked anew after something was said around it.
    """

    asks: str
    may: tuple[May, ...]
    who: tuple[str, ...] = ()
    default: Event | None = None
    pause: bool = False
    fresh: bool = False

    def find(self, event: Event) -> tuple[bool, str | None]:
        """Tell whether the event is of a sort that this turn takes, and what is wrong with it."""
        wrong: str | None = None
        for may in self.may:
            if may.is_of_this_sort(event):
                found = may.check(event)
                if found is None:
                    return True, None
                wrong = wrong or found
        return wrong is not None, wrong

    def texts(self) -> list[str]:
        """Everything that may be said, as it is put to a person, each once."""
        return list(dict.fromkeys(text for may in self.may for text in may.text))

    def remedy(self) -> str:
        """The line that says what may be said instead."""
        if not self.texts():
            return ""
        whom = "He" if len(self.who) == 1 else "They"
        return f"{whom} may say: {', '.join(self.texts())}"


def some(who: str | Iterable[str]) -> tuple[str, ...]:
    """One player or several, as a tuple."""
    return (who,) if isinstance(who, str) else tuple(who)


def pick_cards(chooser: Chooser, among: Iterable[Card], count: int) -> tuple[Card, ...]:
    """Pick so many different cards; fewer where there are not enough."""
    left = sorted(among, key=str)
    picked: list[Card] = []
    while left and len(picked) < count:
        picked.append(left.pop(chooser.number(0, len(left) - 1)))
    return tuple(picked)


def unoffered(may: May) -> May:
    """The same sort, but neither put to a person nor made up: it is there to explain why it is refused now."""
    return May(may.kind, may.who, (), never_said, may.form, may.check)


def not_now(kind: type[Event], why: str, *words: str, who: str | Iterable[str] = ()) -> May:
    """A sort of saying that cannot be said now (of this kind, or one of these words of it), and is told why.

    It belongs to this turn and to none behind it, and is neither put to a person nor made up.
    """
    return May(kind, some(who), (), never_said, lambda event: not words or event.word in words, lambda event: why)


# What may be said: one function a sort. Each takes who may say it, and a further check if need be.


def passing(who: str | Iterable[str], check: Check = _nothing_wrong) -> May:
    """`A passes`."""
    names = some(who)
    return May(Passes, names, ("pass",), lambda c: Passes(c.choose(names)), check=check)


def word(who: str | Iterable[str], *words: str, check: Check = _nothing_wrong) -> May:
    """`A WORD`: one of these words, with nothing after it."""
    names = some(who)

    def wrong(event: Says) -> str | None:
        if event.amount is not None or event.cards or event.numbers or event.players:
            return f"nothing is said after {event.word}"
        return check(event)

    return May(
        Says,
        names,
        words,
        lambda c: Says(c.choose(names), c.choose(words)) if words else None,
        form=lambda event: event.word in words,
        check=wrong,
    )


@dataclass(frozen=True)
class Amounts:
    """A range of amounts in the smallest unit; `show` writes one in the evening's money."""

    low: int
    high: int | None
    show: Callable[[int], str]

    def wrong(self, amount: int) -> str | None:
        """What is wrong with an amount."""
        if amount < self.low:
            return f"{self.show(amount)} is too little: the least is {self.show(self.low)}"
        if self.high is not None and amount > self.high:
            return f"{self.show(amount)} is too much: the most is {self.show(self.high)}"
        return None

    def text(self) -> str:
        """The range in words."""
        if self.high is None:
            return f"{self.show(self.low)} or more"
        if self.low == self.high:
            return self.show(self.low)
        return f"{self.show(self.low)} to {self.show(self.high)}"

    def example(self, chooser: Chooser) -> int:
        """Make an amount up."""
        return chooser.number(self.low, self.low + 12 if self.high is None else self.high)


def amount(
    kind: type[Event],
    who: str | Iterable[str],
    verb: str,
    amounts: Amounts,
    check: Check = _nothing_wrong,
    **fixed: Any,
) -> May:
    """`A VERB AMOUNT`, of a kind that has an amount; `fixed` are its other fields (on, word)."""
    names = some(who)
    said_on = fixed.get("on")

    def form(event: Any) -> bool:
        same_word = kind is not Says or event.word == verb
        return same_word and getattr(event, "on", None) == said_on

    def wrong(event: Any) -> str | None:
        if event.amount is None:
            return f"{verb} takes an amount: {amounts.text()}"
        return amounts.wrong(event.amount) or check(event)

    def example(chooser: Chooser) -> Event:
        extra = {"word": verb} if kind in (Says, Bets) else {}
        return kind(player=chooser.choose(names), amount=amounts.example(chooser), **extra, **fixed)

    on = f" on {said_on}" if said_on else ""
    return May(kind, names, (f"{verb} {amounts.text()}{on}",), example, form=form, check=wrong)


def cards(
    kind: type[Event],
    who: str | Iterable[str],
    verb: str,
    count: tuple[int, int],
    among: Callable[[], Iterable[Card]],
    check: Check = _nothing_wrong,
    example: Example | None = None,
) -> May:
    """`A VERB CARD …`, of a kind that has cards: from so many to so many different ones.

    `among` gives the cards it may be, for random evenings; what is not allowed is for `check`.
    """
    names = some(who)
    low, high = count

    def form(event: Any) -> bool:
        if kind is Says:
            return bool(event.word == verb)
        if kind is Draws:
            return bool(event.cards) and not event.discards and event.discarded is None
        return True

    def wrong(event: Any) -> str | None:
        number = len(event.cards)
        if not low <= number <= high:
            wanted = f"{low}" if low == high else f"{low} to {high}"
            return f"{verb} takes {wanted} card{'s' if wanted != '1' else ''}, not {number}"
        return twice(event.cards) or check(event)

    def made_up(chooser: Chooser) -> Event | None:
        chosen = pick_cards(chooser, among(), chooser.number(low, high))
        if not low <= len(chosen) <= high:
            return None
        extra = {"word": verb} if kind is Says else {}
        return kind(player=chooser.choose(names), cards=chosen, **extra)

    text = f"{verb} CARD" if high == 1 else f"{verb} CARD …"
    return May(kind, names, (text,), example or made_up, form=form, check=wrong)


def number(
    kind: type[Event],
    who: str | Iterable[str],
    verb: str,
    low: int,
    high: int,
    check: Check = _nothing_wrong,
    text: str | None = None,
) -> May:
    """`A VERB N`, of a kind that has numbers: one number from low to high; `text` puts it otherwise."""
    names = some(who)

    def form(event: Any) -> bool:
        if kind is Says:
            return bool(event.word == verb)
        return bool(event.numbers) and not event.cards

    def wrong(event: Any) -> str | None:
        if len(event.numbers) != 1 or not low <= event.numbers[0] <= high:
            said = " ".join(map(str, event.numbers)) or "nothing"
            return f"{verb} takes one number from {low} to {high}, not {said}"
        return check(event)

    def example(chooser: Chooser) -> Event:
        extra = {"word": verb} if kind is Says else {}
        return kind(player=chooser.choose(names), numbers=(chooser.number(low, high),), **extra)

    return May(kind, names, (text or f"{verb} {low} to {high}",), example, form=form, check=wrong)


def wins(who: str | Iterable[str], *whats: str | None, check: Check = _nothing_wrong, marks: bool = False) -> May:
    """`A wins`, or `A wins WHAT`; with no `whats`, only the bare word."""
    names = some(who)
    allowed = whats or (None,)

    def wrong(event: Wins) -> str | None:
        if event.what not in allowed or (event.marks and not marks):
            words = [f"wins {what}" if what else "wins" for what in allowed]
            return f"it is not known here what {event.player} would win; say {listed(words, 'or')}"
        return check(event)

    return May(
        Wins,
        names,
        tuple(f"wins {what}" if what else "wins" for what in allowed),
        lambda c: Wins(c.choose(names), c.choose(allowed)),
        check=wrong,
    )


def split(who: Sequence[str], least: int = 2, check: Check = _nothing_wrong) -> May:
    """`split A B …`: so many players at the least, each once."""
    names = tuple(who)

    def wrong(event: Split) -> str | None:
        for player in event.players:
            if player not in names:
                return f"{player} has no part in this"
        if len(set(event.players)) != len(event.players):
            return "a player is named twice"
        if len(event.players) < least:
            return f"split takes {least} players at the least"
        return check(event)

    def example(chooser: Chooser) -> Event | None:
        if len(names) < least:
            return None
        left = list(names)
        count = chooser.number(least, len(names))
        return Split(tuple(left.pop(chooser.number(0, len(left) - 1)) for _ in range(count)))

    return May(Split, (), ("split A B …",), example, check=wrong)


def sale(
    who: str | Iterable[str],
    thing: str,
    buyers: Sequence[str],
    amounts: Amounts,
    check: Check = _nothing_wrong,
) -> May:
    """`A sells THING to B for AMOUNT`."""
    names = some(who)

    def wrong(event: Sells) -> str | None:
        if event.buyer == event.player:
            return f"{event.player} cannot sell to himself"
        if event.buyer not in buyers:
            return f"{event.buyer} does not play in this deal"
        return amounts.wrong(event.amount) or check(event)

    def example(chooser: Chooser) -> Event:
        return Sells(chooser.choose(names), thing, chooser.choose(buyers), amounts.example(chooser))

    text = f"sells {thing} to NAME for AMOUNT"
    return May(Sells, names, (text,), example, form=lambda event: event.thing == thing, check=wrong)


def shows(
    who: str | Iterable[str],
    count: tuple[int, int],
    among: Callable[[], Iterable[Card]],
    check: Check = _nothing_wrong,
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
