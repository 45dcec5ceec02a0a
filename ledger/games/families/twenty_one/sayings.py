"""What may be said of a hand of twenty-one: cards, points, divisions and outcomes."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from ledger.games.families.twenty_one.cards import SeenCards
from ledger.games.families.twenty_one.points import TWENTY_ONE, Hand, Seat
from ledger.rules import Allowed, AmountRange, Card, Chooser, Permission, pick_cards, so_many, wins, word
from ledger.rules.events import Draws, Event, Says, Shows, Wins
from ledger.rules.slots import Cards, Slots, Word

CardsWrong = Callable[[tuple[Card, ...]], str | None]
"""A function that returns which of some cards cannot come now."""
Unseen = Callable[[], Mapping[Card, int]]
"""A function that returns the cards that may still come, and how often each."""


MOST_AT_ONCE = 9
"""The greatest number of cards in one saying; a hand of more would have gone over 21 before."""

OUTCOMES = ("wins", "loses", "ties")
"""The outcomes of a hand against a dealer whose points were not said."""


def number_of(event: Says) -> int:
    """Return the points that were said; a vingt-un is 21."""
    return TWENTY_ONE if event.word == "vingt-un" else int(event.word)


def among(left: Mapping[Card, int], low: int, high: int) -> Cards:
    """Return a slot for `low` to `high` of the cards left; of several packs one may come again."""
    return Cards(low, high, tuple(left), often={card: times for card, times in left.items() if times > 1})


def cards_drawn(player: str, unseen: Unseen, wrong: CardsWrong) -> Allowed:
    """Return `A draws CARD …`: cards given at once are all kept [67]."""

    def example(chooser: Chooser) -> Draws | None:
        cards = pick_cards(chooser, unseen(), chooser.choose((1, 1, 1, 2)))
        return Draws(player, cards=cards) if cards else None

    def slots(who: str) -> Slots | None:
        left = unseen()
        return (Word(("draws",)), among(left, 1, min(MOST_AT_ONCE, sum(left.values())))) if left else None

    return Allowed(
        Draws,
        (player,),
        example=example,
        matches=lambda event: bool(event.cards) and not event.discards and event.discarded is None,
        check=lambda event: wrong(event.cards),
        slots=slots,
    )


def cards_shown(hand: Hand, cards: SeenCards, number: int | None = None, wrong: CardsWrong | None = None) -> Allowed:
    """Return `A shows CARD …`: so many cards, or all of a hand that were not named."""

    def count() -> tuple[int, int]:
        if number is not None:
            return number, number
        return hand.unnamed, hand.unnamed if hand.has_drawn else len(cards.pack)

    def check(event: Shows) -> str | None:
        (low, high), shown = count(), len(event.cards)
        if not low <= shown <= high:
            wanted = f"{low}" if low == high else f"{low} or more"
            return f"{hand.player} has {so_many(wanted)} to show, not {shown}"
        return (wrong or cards.wrong)(event.cards)

    def slots(player: str) -> Slots | None:
        low, high = count()
        left = cards.unseen()
        most = min(high, low + MOST_AT_ONCE, sum(left.values()))
        return (Word(("shows",)), among(left, low, most)) if 0 < low <= most else None

    return Allowed(Shows, (hand.player,), check=check, slots=slots)


def points_said(hand: Hand, over: bool = True) -> tuple[Permission, ...]:
    """Return `A 18` and `A vingt-un` (or `21`), and with `over` also `A over`."""

    def slots(player: str) -> Slots | None:
        words = {str(points): points for points in range(hand.fewest, TWENTY_ONE)} | {"vingt-un": TWENTY_ONE}
        family = Word.of_family({name: hand.wrong_points(points) for name, points in words.items()})
        return (family,) if family.words else None

    points = Allowed(
        Says,
        (hand.player,),
        matches=lambda event: event.word.isdigit() or event.word == "vingt-un",
        check=lambda event: hand.wrong_points(number_of(event)),
        slots=slots,
    )
    return (points, word(hand.player, "over", check=lambda event: hand.wrong_over())) if over else (points,)


def divides(seat: Seat, amounts: AmountRange | None, unseen: Unseen, wrong: CardsWrong, since: int = 0) -> Allowed:
    """Return `A divides AMOUNT [CARD CARD]`; the dealer has no `amounts` and says none."""
    player = seat.player

    def check(event: Says) -> str | None:
        if problem := seat.cannot_divide(since):
            return problem
        if amounts is None and event.amount is not None:
            return "the dealer stakes nothing, and divides without an amount"
        if amounts is not None and event.amount is None:
            return f"divides takes what is staked on the second card: {amounts.text()}"
        too_much = amounts and event.amount is not None and amounts.wrong(event.amount)
        return too_much or wrong(event.cards)

    def slots(who: str) -> Slots | None:
        if seat.cannot_divide(since):
            return None
        pair = msgspec.structs.replace(among(unseen(), 2, 2), optional=True, shown=None)
        return (Word(("divides",)), amounts.slot(), pair) if amounts else (Word(("divides",)), pair)

    return Allowed(Says, (player,), check=check, slots=slots, words=("divides",))


def settles_by_outcome(hand: Hand, mine: Hand, standing: Sequence[Hand]) -> tuple[Permission, ...]:
    """Return `A wins`, `A loses` and `A ties`, against a dealer whose points were not said."""

    def check(event: Event) -> str | None:
        return wrong_outcome(hand, outcome(event), mine, standing)

    return (wins(hand.player, check=check), word(hand.player, "loses", "ties", check=check))


def outcome(event: Event) -> str:
    """Return the outcome that was said, or an empty string."""
    return "wins" if isinstance(event, Wins) else event.word if isinstance(event, Says) else ""


def wrong_outcome(hand: Hand, result: str, mine: Hand, standing: Sequence[Hand]) -> str | None:
    """Return a sentence if no dealer's points allow this outcome and all earlier ones, or None."""
    low, high = (mine.reach()[0], TWENTY_ONE - 1) if mine.points is None else (mine.points, mine.points)
    for other in standing:
        each_said = result if other is hand else other.outcome
        if other.points is None or other.points == TWENTY_ONE or each_said is None:
            continue
        if each_said == "wins":
            high = min(high, other.points - 1)
        else:
            low = max(low, other.points)
            high = min(high, other.points) if each_said == "ties" else high
    if low > high:
        return f"{result} cannot be for {hand.player}, by the points that are known"
    return None


def rejects(player: str, unseen: Unseen, wrong: Callable[[Says], str | None]) -> Allowed:
    """Return `A rejects [CARD]`, one of two cards given at once."""

    def slots(who: str) -> Slots:
        return (Word(("rejects",)), Cards(1, 1, tuple(unseen()), optional=True, shown=None))

    return Allowed(Says, (player,), check=wrong, slots=slots, words=("rejects",))
