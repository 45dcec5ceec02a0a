"""The hands of an evening that were told bet by bet, as tables of a PHH file."""

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from datetime import date

import msgspec

from ledger.core.books import Posting
from ledger.core.cards import Card
from ledger.core.events import Announces, Bets, Deal, Holds, Passes, Raises, Says, Shows, Wins
from ledger.core.money import Money
from ledger.evening.fold import Evening
from ledger.evening.snapshots import DealOver, Outcome
from ledger.games.families.betting.cards import CARDS_OF_STREET, WORDS_OF_STREETS
from ledger.games.families.betting.deal import BettingDeal

UNSEEN = "??"
OF_A_CURRENCY = 3
"""The number of letters of a currency's code; `counters` is none."""


class PhhHands:
    """Every hand that was told bet by bet, a table each; remarks say why others are missing."""

    def __init__(self) -> None:
        self.written = 0
        """The number of hands that were written."""

    def movements(self, outcomes: Iterable[Outcome], evening: Evening, day: str) -> Iterator[str]:
        """Yield the table of each hand in the next outcomes."""
        beside, hand = Evening(), None
        for outcome, effective in zip(outcomes, evening.effective, strict=False):
            beside.apply(effective)
            deal = beside.game.deal if beside.game else None
            if hand is not None:
                hand.take(outcome)
                if outcome.over is not None:
                    yield self._table(hand, outcome.over, outcome.postings, evening, day)
                if deal is not hand.deal:
                    hand = None
            if isinstance(outcome.event, Deal) and isinstance(deal, BettingDeal):
                hand = HandActions(deal, evening.money)

    def before(self, evening: Evening, day: str) -> Iterator[str]:
        """Yield the beginning of the file."""
        title = evening.opening.title if evening.opening else ""
        yield f"# {' '.join(title.split())}: the hands of Hold'em and Omaha that were told bet by bet\n"

    def _table(
        self, hand: "HandActions", over: DealOver, postings: Sequence[Posting], evening: Evening, day: str
    ) -> str:
        """Return the table of a hand, or the remark that it is left out."""
        if why := hand.left_out():
            return f"# deal {over.deal} is left out: {why}\n"
        self.written += 1
        opening = evening.opening
        values = hand.values(over, postings) | {"hand": over.deal}
        if opening is not None:
            values["event"] = _text(opening.title)
            if opening.at is not None:
                values["venue"] = _text(opening.at)
        if len(evening.money.code) == OF_A_CURRENCY and evening.money.code.isupper():
            values["currency"] = _text(evening.money.code)
        played = date.fromisoformat(day)
        values |= {"year": played.year, "month": played.month, "day": played.day}
        lines = "".join(f"{key} = {value}\n" for key, value in values.items())
        return f"\n[{self.written}]\n{lines}"


class HandActions:
    """The actions of one hand, as they are said."""

    def __init__(self, deal: BettingDeal, money: Money) -> None:  # type: ignore[type-arg]
        self.deal = deal
        self.money = money
        self.stacks = deal.stacks
        self.rounds = deepcopy(deal.streets.betting)
        """The betting up to the last act that was taken."""
        self.order = self.rounds.order
        self.acts: list[str | int] = []
        """The acts in their order; a number is a street that began, 1 for the flop."""
        self.held: dict[str, tuple[Card, ...]] = {}
        self.mucked: set[str] = set()
        self.straddle = 0
        self.why = "" if deal.carry.bomb is None else "it is a bomb pot"
        """Why the hand is left out; empty if it is not."""

    # What is said

    def take(self, outcome: Outcome) -> None:
        """Take an event of the deal, with the defaults that were assumed before it."""
        for event in () if self.why else (*outcome.answered, outcome.event):
            match event:
                case Holds(player=player, cards=cards) | Shows(player=player, cards=cards):
                    self.held[player] = cards
                case Says(word="straddles"):
                    self.rounds = deepcopy(self.deal.streets.betting)
                    self.straddle = self.rounds.level
                case Says(word="posts"):
                    self.why = "somebody posts, which PHH does not know"
                case Announces(word="in"):
                    self.why = "it is told by what each put in"
                case Announces(word="chop" | "runs" as word):
                    self.why = "the blinds chop" if word == "chop" else "there are several boards"
                case Wins() if not self.acts and len(self.rounds.left) == len(self.order):
                    self.why = "it is told only who won"
                case Passes() | Bets() | Raises() | Says(word="checks" | "calls" | "folds" | "all-in"):
                    self._act(event)

    def _act(self, event: Passes | Bets | Raises | Says) -> None:
        """Take an act of the betting; once that is over, who passes claims nothing."""
        rounds, player = self.rounds, event.player
        self._begin_streets()
        if rounds.to_act() is None:
            self.mucked.add(player)
            return
        before = rounds.level
        match event:
            case Bets(amount=amount) | Raises(amount=amount, to=True):
                rounds.raise_to(player, amount)
            case Raises(amount=amount):
                rounds.raise_to(player, rounds.level + amount)
            case Says(word="all-in", amount=amount):
                rounds.go_all_in(player, amount or rounds.reach(player) or 0)
            case Passes() if not rounds.owes(player):
                rounds.call(player)
            case Passes() | Says(word="folds"):
                rounds.fold(player)
            case _:
                rounds.call(player)
        called = "cc" if player in rounds.left else "f"
        act = f"cbr {self._amount(rounds.level)}" if rounds.level > before else called
        self.acts.append(f"p{self.order.index(player) + 1} {act}")

    def _begin_streets(self) -> None:
        rounds = self.rounds
        while rounds.to_act() is None and not rounds.over and len(rounds.able) > 1:
            rounds.next_street()
            self.acts.append(rounds.street)

    # What is written

    def left_out(self) -> str:
        """Return why the hand cannot be written as PHH; empty where it can."""
        forced = self.deal.streets.forced
        if self.why:
            return self.why
        if self.stacks is None:
            return "it is not known what each had in front"
        if not self._variant():
            return "PHH has no name for this game"
        places = {self.big_at: forced.places.big}
        if forced.small:
            places[1 - self.big_at] = forced.small
        if any(self.order[at] != player for at, player in places.items()) or forced.places.button != self.order[-1]:
            return "its blinds are not on the left of its button"
        return ""

    @property
    def big_at(self) -> int:
        """Return the place of the big blind."""
        return 0 if len(self.order) == 2 else 1

    def _variant(self) -> str:
        options = self.deal.options
        omaha = self.deal.game.prefix == "omaha"
        eight, cards = getattr(options, "eight", False), self.deal.own_cards
        kinds = {
            (False, "no", False, 2): "NT",
            (False, "fixed", False, 2): "FT",
            (True, "pot", False, 4): "PO",
            (True, "fixed", True, 4): "FO/8",
        }
        return kinds.get((omaha, options.limit, eight, cards), "")

    def values(self, over: DealOver, postings: Sequence[Posting]) -> dict[str, object]:
        """Return the values of the hand, by its keys."""
        options, stacks = self.deal.options, self.stacks or {}
        finish = [stacks[player] + over.changes.get(player, 0) for player in self.order]
        small, big = options.bet, 2 * options.bet
        bets = {"small_bet": small, "big_bet": big} if options.limit == "fixed" else {"min_bet": options.big}
        return {
            "variant": _text(self._variant()),
            "ante_trimming_status": "true" if options.ante_by == "all" else "false",
            "antes": self._amounts(self._antes()),
            "blinds_or_straddles": self._amounts(self._blinds()),
            **{key: self._amount(amount) for key, amount in bets.items()},
            "starting_stacks": self._amounts([stacks[player] for player in self.order]),
            "actions": _list(self._actions(postings)),
            "players": _list(self.order),
            "finishing_stacks": self._amounts(finish),
        }

    def _antes(self) -> list[int]:
        options, number = self.deal.options, len(self.order)
        if options.ante_by == "all":
            return [options.ante] * number
        laid = [0] * number
        laid[self.big_at if options.ante_by == "big" else -1] = options.ante
        return laid[::-1] if number == 2 else laid

    def _blinds(self) -> list[int]:
        options, forced, number = self.deal.options, self.deal.streets.forced, len(self.order)
        laid = [0] * number
        laid[self.big_at] = options.big
        if forced.small:
            laid[1 - self.big_at] = options.big if forced.places.small_is_big else options.small
        if forced.straddler:
            laid[self.order.index(forced.straddler)] = self.straddle
        return laid[::-1] if number == 2 else laid

    def _actions(self, postings: Sequence[Posting]) -> Iterator[str]:
        """Yield the cards dealt, the acts and the streets.

        Streets without bets come after the hands are shown.
        """
        own = self.deal.own_cards
        for place, player in enumerate(self.order, start=1):
            yield f"d dh p{place} {_cards(self.held.get(player, ()), own)}"
        self._begin_streets()
        for act in self.acts:
            yield self._board(act) if isinstance(act, int) else act
        left = self.rounds.left
        if len(left) < 2:
            return
        took = {posting.payee for posting in postings if posting.why not in ("uncalled", "raked")}
        for place, player in enumerate(self.order, start=1):
            if player in self.held and player not in self.mucked and player in left:
                yield f"p{place} sm {_cards(self.held[player], own)}"
            elif player in left:
                yield f"p{place} sm{' -' if player in took else ''}"
        for street in range(self.rounds.street + 1, len(WORDS_OF_STREETS) + 1):
            yield self._board(street)

    def _board(self, street: int) -> str:
        word = WORDS_OF_STREETS[street - 1]
        return f"d db {_cards(self.deal.streets.board.streets.get(word, ()), CARDS_OF_STREET[word])}"

    def _amount(self, amount: int) -> str:
        text = self.money.exact(amount)
        return text.rstrip("0").removesuffix(".") if "." in text else text

    def _amounts(self, amounts: Iterable[int]) -> str:
        return f"[{', '.join(map(self._amount, amounts))}]"


def _cards(cards: Sequence[Card], number: int) -> str:
    known = "".join(f"{card.rank.replace('10', 'T')}{card.suit.lower()}" for card in cards)
    return known or UNSEEN * number


def _text(text: str) -> str:
    """Return a text in TOML's form, which is that of JSON."""
    return msgspec.json.encode(text).decode()


def _list(texts: Iterable[str]) -> str:
    return f"[{', '.join(map(_text, texts))}]"
