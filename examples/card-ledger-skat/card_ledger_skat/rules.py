"""Skat, after the International Skat Order [ISkO]: 3 or 4 players, 32 cards, one soloist against two.

It is recorded by outcome; the auction and the cards are not. With four players the dealer sits out [1.1.1].

Options: `stake` and `per` (so many list points are worth one stake), `scoring` (`simple` or `seeger-fabian`), `kontra`,
`bock`, `ramsch`, and `kitty`, an amount that the soloist pays for each game lost.

Who plays. `A CONTRACT [QUALIFIER …]`, once, or `A passes`; silent players pass.
  diamonds, hearts, spades, clubs, grand   `hand`, `schneider`, `schwarz`, `ouvert`, `bid N`
  null                                     `hand`, `ouvert`, `bid N`
`schneider` and `schwarz` are announced with `hand` only. At a suit or at grand `schwarz` includes `schneider`, and
`ouvert` includes all [5.2.5]-[5.2.6]: what it includes need not be said, and with it too is said after `hand` only.
The bid is the last of the auction: a value that some game can have [3.3.1].

With `kontra=on` an opponent says `B kontra`, and then the soloist `A re`; each doubles the value of the game.

The outcome. `A made with N [schneider|schwarz]`, `A made without N`, `A failed with N`, `A failed without N`; at null
`A made` or `A failed`. N are the tops: unbroken trumps from the jack of clubs [2.4.1]. `schwarz` includes `schneider`,
and is said alone. `bid N` may be said here too.

All pass. The deal is passed in. With `ramsch=on` then `ramsch A N B N C N`, the card points, together 120; `virgin`
is no trick. The one with the most loses them, doubled if another is a virgin; who takes every trick wins 120.

With `bock=on`, `bock` between two deals adds a round in which everything counts double.

The value is the base value (9, 10, 11, 12, grand 24) times the tops, and 1 for the game, and 1 for each of hand,
schneider, schneider announced, schwarz, schwarz announced and ouvert [5.1]-[5.2]. Null is 23, hand 35, ouvert 46,
ouvert hand 59. A game whose value is below the bid is lost; it counts the least multiple of its base value that
reaches the bid [5.4].

Money. Every player has an entry on the list [5.5], and after each deal each pays each the difference, times `stake`,
by `per`. Made: the soloist has the value; failed: he loses it twice [5.3]. By `seeger-fabian` besides 50 won or lost,
and 40 to each other player when he fails, 30 with four at the table [SkWO]. Kontra, re and bock double the value,
never the 50, 40 or 30.

A misdeal is dealt again by the same dealer [3.2]. A newcomer's list is 0; who leaves takes no entry with him.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import trunc
from typing import Any

from ledger.rules import (
    Allowed,
    Card,
    DealInHand,
    Game,
    Options,
    Permission,
    Play,
    Pool,
    Qualifier,
    SubPlay,
    Tile,
    Turn,
    announcement,
    declaration,
    disallow,
    listed,
    option,
    pack_of,
    passing,
    word,
)
from ledger.rules.events import Announces, Event, Says, Silence
from ledger.rules.slots import Group, Literal, Number, Player, Slots, Word

from .values import BIDS, Contract, least_reaching, most_tops
from .words import ANNOUNCED, BASE_VALUES, BID, HAND, OUVERT, RESULT, VOCABULARY

__all__ = ["GAME", "RULES_API", "VOCABULARY"]

RULES_API = 1
EACH_HAS = "How many card points has each?"
CARD_POINTS = 120
LEVELS = (None, "schneider", "schwarz")


@dataclass(frozen=True)
class SkatOptions(Options):
    """The house rules of Skat."""

    stake: int = option.amount(1, "what `per` list points are worth")
    per: int = option.number(1, 1, 10, "so many list points are worth one stake", among=(1, 2, 4, 10))
    scoring: str = option.choice(
        "simple", ("simple", "seeger-fabian"), "game points only, or with 50, 40 and 30", "[5.3]"
    )
    kontra: bool = option.flag("an opponent may double, and the soloist double again")
    bock: bool = option.flag("rounds in which everything counts double")
    ramsch: bool = option.flag("when all pass, Ramsch is played")
    kitty: int | None = option.amount(None, "what the soloist pays for each game lost")


@dataclass(frozen=True)
class SkatCarry:
    """The list, what each two players differ by, and the deals of bock rounds still to come."""

    points: tuple[tuple[str, int], ...] = ()
    differences: tuple[tuple[tuple[str, str], int], ...] = ()
    bock: int = 0

    def without(self, player: str) -> "SkatCarry":
        """Return the list without a player who has left."""
        return replace(
            self,
            points=tuple(entry for entry in self.points if entry[0] != player),
            differences=tuple(entry for entry in self.differences if player not in entry[0]),
        )


class SkatDeal(DealInHand[SkatOptions, SkatCarry]):
    """A deal of Skat."""

    def prepare(self) -> None:
        """Begin with nobody passed and nothing doubled."""
        self.passed: tuple[str, ...] = ()
        self.doubled: tuple[str, ...] = ()

    def play(self) -> Play[SkatCarry]:
        """Play the deal: who plays, the outcome, and what each pays each."""
        yield from self.opening(extra=self.may_bock)
        called = yield from self.calling()
        if isinstance(called, Announces):
            self.settle(*self.ramsch_entries(dict(called.entries)))
        elif called is not None:
            contract = Contract.of(called)
            outcome = yield from self.outcome(contract)
            self.settle(*self.game_entries(contract, outcome))
        return replace(self.carry, bock=max(0, self.carry.bock - 1))

    # The pause

    def may_bock(self) -> Iterable[Permission]:
        """`bock`, between two deals."""
        if self.options.bock:
            return (announcement("bock"),)
        return (disallow(Announces, "bock rounds are played with bock=on only", "bock"),)

    def before_deal(self, event: Event) -> None:
        """Add a bock round: as many deals as there are players."""
        self.carry = replace(self.carry, bock=self.carry.bock + len(self.table.players))

    # Who plays

    @property
    def active(self) -> tuple[str, ...]:
        """Return the three who have cards: with four players the dealer sits out."""
        players = self.table.round()
        return players[:3]

    def calling(self) -> SubPlay:
        """Ask who plays; return the contract, `ramsch`, or None for a deal that is passed in."""
        while True:
            event = yield self.caller
            if isinstance(event, Says | Announces):
                return event
            if isinstance(event, Silence):
                return None
            self.passed = (*self.passed, event.player)
            if len(self.passed) == len(self.active) and not self.options.ramsch:
                return None

    def caller(self) -> Turn:
        """Ask for a contract, a pass or `ramsch`."""
        waiting = tuple(player for player in self.active if player not in self.passed)
        contracts = [self.may_declare(waiting, contract) for contract in (*BASE_VALUES, "null")] if waiting else []
        passes = [passing(waiting)] if waiting else []
        gone = [disallow(Says, "a player who has passed cannot play this deal", who=self.passed)] if self.passed else []
        return Turn(
            says=(*contracts, *passes, *gone, self.may_ramsch()),
            who=waiting,
            act="play",
            statement="it is not said who plays" if waiting else "all have passed: it is not said how the Ramsch ended",
            default=None if self.options.ramsch else Silence(),
        )

    def may_declare(self, waiting: tuple[str, ...], contract: str) -> Allowed:
        """`A CONTRACT [QUALIFIER …]`."""
        bids = Group((Literal("bid"), Word(tuple(map(str, BIDS)))), optional=True, shown=None)
        hand, ouvert, schwarz = _maybe("hand"), _maybe("ouvert"), _maybe("schwarz")

        def slots(player: str) -> list[Slots]:
            alone = (Word((contract,), shown=f"{contract} [hand] [ouvert] [bid N]"), hand, ouvert, bids)
            if contract == "null":
                return [alone]
            announced = {"schneider": (schwarz,), "schwarz": ()}
            return [alone, *(from_hand(level, *others) for level, others in announced.items())]

        def from_hand(level: str, *others: Group) -> Slots:
            first = Word((contract,), shown=f"{contract} hand {level} …")
            return (first, Literal("hand", shown=None), Literal(level, shown=None), *others, ouvert, bids)

        def wrong(event: Says) -> str | None:
            said = dict(event.qualifiers)
            if ("schneider" in said or "schwarz" in said) and "hand" not in said:
                return "schneider and schwarz are announced at hand games only: say hand too"
            return _wrong_bid(said)

        known = (HAND, OUVERT, BID) if contract == "null" else ANNOUNCED
        return declaration(waiting, contract, *known, check=wrong, slots=slots)

    def may_ramsch(self) -> Permission:
        """`ramsch A N B N C N`."""
        if not self.options.ramsch:
            return disallow(Announces, "Ramsch is played with ramsch=on only", "ramsch")
        active = self.active

        def wrong(event: Announces) -> str | None:
            names = [name for name, _ in event.entries]
            if sorted(names) != sorted(active):
                return f"ramsch has the card points of {listed(list(active))}, each once"
            points = [points for _, points in event.entries if isinstance(points, int)]
            if not points or sum(points) != CARD_POINTS:
                return f"the card points of a Ramsch are {CARD_POINTS} together, not {sum(points)}"
            return None

        def slots() -> Slots:
            entry = (Player(active), Number(0, CARD_POINTS, asks=EACH_HAS, or_words=("virgin",)))
            return (Group(entry, repeat=True, low=3, total=(CARD_POINTS, CARD_POINTS), shown="NAME N …"),)

        return announcement("ramsch", slots, wrong)

    # The outcome

    def outcome(self, contract: Contract) -> SubPlay:
        """Ask how the game ended, after `kontra` and `re`; return the outcome."""

        def question() -> Turn:
            soloist = contract.soloist
            results = [self.may_result(contract, result) for result in ("made", "failed")]
            return Turn(
                says=(*results, *self.may_double(soloist)),
                who=(soloist,),
                statement=f"it is not said whether {soloist} has made {contract.title}",
            )

        while True:
            event = yield question
            if event.word in ("made", "failed"):
                return event
            self.doubled = (*self.doubled, event.word)

    def may_double(self, soloist: str) -> Iterable[Permission]:
        """`B kontra` by an opponent, then `A re` by the soloist; each once."""
        opponents = tuple(player for player in self.active if player != soloist)
        if not self.options.kontra:
            return (disallow(Says, "kontra is played with kontra=on only", "kontra", "re"),)
        if "kontra" not in self.doubled:
            return word(opponents, "kontra"), disallow(Says, "re answers kontra, which nobody has said", "re")
        twice = disallow(Says, "kontra has been said already", "kontra")
        return (twice,) if "re" in self.doubled else (twice, word(soloist, "re"))

    def may_result(self, contract: Contract, result: str) -> Allowed:
        """`A made …`, `A failed …`."""
        null = contract.name == "null"
        known: tuple[Qualifier, ...] = (BID,) if null else RESULT
        if contract.bid is not None:
            known = tuple(qualifier for qualifier in known if qualifier is not BID)
        made = result == "made"

        def wrong(event: Says) -> str | None:
            said = dict(event.qualifiers)
            if fault := _wrong_bid(said) or (None if null else _wrong_tops(contract.name, said)):
                return fault
            value, bid = self.value(contract, said), contract.bid or said.get("bid")
            if made and bid is not None and value < bid:
                return f"{contract.title} is worth {value}, and the bid was {bid}: it is overbid, and has failed"
            return None

        def ending(value: int) -> Slots:
            bids = tuple(str(bid) for bid in BIDS if not made or bid <= value)
            if contract.bid is not None or not bids:
                return ()
            return (Group((Literal("bid"), Word(bids)), optional=True, shown=None),)

        def slots(player: str) -> list[Slots] | None:
            if null:
                return (
                    [(Word((result,)), *ending(contract.base))]
                    if not made or contract.is_reached_by(contract.base)
                    else None
                )
            forms: list[Slots] = []
            for tops in ("with", "without"):
                for level in LEVELS:
                    levels = (Literal(level),) if level else ()
                    values = {
                        number: contract.base * contract.multiplier(number, level)
                        for number in range(1, most_tops(contract.name) + 1)
                    }
                    right = [number for number, value in values.items() if not made or contract.is_reached_by(value)]
                    if right:
                        bids = ending(values[right[0]])
                        shown = f"{right[0]} to {right[-1]}{' [bid N]' if bids and not level else ''}"
                        numbers = Number(right[0], right[-1], shown=shown)
                        forms.append((Word((result,)), Literal(tops), numbers, *levels, *bids))
            return forms or None

        return declaration(contract.soloist, result, *known, check=wrong, slots=slots, usual=made)

    # The list

    @property
    def factor(self) -> int:
        """Return by how much everything is multiplied: kontra, re and bock."""
        return 2 ** (len(self.doubled) + bool(self.carry.bock))

    def value(self, contract: Contract, said: Mapping[str, int | None]) -> int:
        """Return the value of a game as it was played."""
        if contract.name == "null":
            return contract.base
        return contract.base * contract.multiplier(_tops(said), _level(said))

    def game_entries(self, contract: Contract, event: Says) -> tuple[dict[str, int], str, str]:
        """Return the entries of a game, the reason and the paragraph; a game that failed pays the kitty."""
        said, soloist = dict(event.qualifiers), contract.soloist
        value, bid = self.value(contract, said), contract.bid or said.get("bid")
        why = self.reason(contract, said, value)
        seeger = self.options.scoring == "seeger-fabian"
        entries = dict.fromkeys(self.table.players, 0)
        if event.word == "made":
            entries[soloist] = value * self.factor + 50 * seeger
            return entries, why, "[SkWO]" if seeger else "[5.3]"
        if bid is not None and value < bid:
            value = least_reaching(contract.base, bid)
            why = f"{why}, overbid at {bid}: {value}"
        if seeger:
            entries = dict.fromkeys(entries, 40 if len(entries) == 3 else 30)
        entries[soloist] = -2 * value * self.factor - 50 * seeger
        if self.options.kitty:
            self.table.pay(soloist, self.table.pool("kitty"), self.options.kitty, "a game lost", "house")
        return entries, f"{why}, failed", "[SkWO]" if seeger else "[5.3]"

    def reason(self, contract: Contract, said: Mapping[str, int | None], value: int) -> str:
        """Return game and multiplier: ``clubs hand, with 2: 4 × 12 = 48``."""
        if contract.name == "null":
            return f"{contract.title}: {value}"
        side = "with" if "with" in said else "without"
        return f"{contract.title}, {side} {_tops(said)}: {value // contract.base} × {contract.base} = {value}"

    def ramsch_entries(self, points: Mapping[str, int | str]) -> tuple[dict[str, int], str, str]:
        """Return the entries of a Ramsch, the reason and its source."""
        entries = dict.fromkeys(self.table.players, 0)
        taken = {player: number for player, number in points.items() if isinstance(number, int)}
        if len(taken) == 1:
            (player,) = taken
            entries[player] = CARD_POINTS * self.factor
            return entries, "a march at Ramsch", "house"
        most = max(taken.values())
        doubled = 2 if len(taken) < len(points) else 1
        entries |= {player: -most * doubled * self.factor for player, number in taken.items() if number == most}
        return entries, f"Ramsch: {most} card points", "house"

    def settle(self, entries: Mapping[str, int], why: str, cite: str) -> None:
        """Write the entries on the list; each pays each the difference [5.5]."""
        points, differences = dict(self.carry.points), dict(self.carry.differences)
        order = [player for player in self.table.round() if player in entries]
        for player in order:
            points[player] = points.get(player, 0) + entries[player]
        for pair in combinations(sorted(order), 2):
            first, second = pair
            before = differences.get(pair, 0)
            after = differences[pair] = before + entries[first] - entries[second]
            due = self.worth(after) - self.worth(before)
            self.table.pay(second, first, max(due, 0), why, cite)
            self.table.pay(first, second, max(-due, 0), why, cite)
        self.carry = replace(self.carry, points=tuple(points.items()), differences=tuple(differences.items()))

    def worth(self, difference: int) -> int:
        """Return what a difference on the list is worth, without a fraction of the smallest unit."""
        return trunc(Fraction(difference * self.options.stake, self.options.per))

    # Coming, going, and what is carried

    def main_pool(self) -> Pool:
        """Return the kitty."""
        return self.table.pool("kitty")

    def newcomer_plays(self) -> bool:
        """Return whether a fourth place is free."""
        return len(self.table.players) < 4

    def left(self, player: str) -> SkatCarry:
        """Return the list without the player who has left."""
        return self.carry.without(player)

    def carried(self) -> dict[str, Any]:
        """Return the list points, and the deals of bock rounds still to come."""
        points = dict(self.carry.points)
        listed_points = {"points": {player: points.get(player, 0) for player in self.table.players}}
        return {**listed_points, "bock": self.carry.bock} if self.options.bock else listed_points

    def tiles(self) -> tuple[Tile, ...]:
        """Return what list points are worth, and whether all counts double."""
        points = "A point" if self.options.per == 1 else f"{self.options.per} points"
        bock = bool(self.carry.bock)
        return Tile(points, self.table.show(self.options.stake)), Tile("Stakes", "double" if bock else "single", bock)

    def remains(self) -> tuple[str, ...]:
        """Return in words what a deal leaves: the kitty, and bock deals."""
        bock = (f"{self.carry.bock} deals of bock are still to come",) if self.carry.bock else ()
        return (*super().remains(), *bock)


def _maybe(name: str) -> Group:
    return Group((Literal(name),), optional=True, shown=None)


def _wrong_bid(said: Mapping[str, int | None]) -> str | None:
    bid = said.get("bid")
    return None if bid is None or bid in BIDS else f"no game has the value {bid}: it cannot be bid"


def _wrong_tops(contract: str, said: Mapping[str, int | None]) -> str | None:
    """Return what is wrong with the tops and levels of an outcome, or None."""
    if "with" in said and "without" in said:
        return "the tops are with or without, not both"
    if "with" not in said and "without" not in said:
        return "the tops are not said: say with N, or without N"
    if _tops(said) > most_tops(contract):
        return f"{contract} has {most_tops(contract)} tops at most, not {_tops(said)}"
    if "schneider" in said and "schwarz" in said:
        return "schwarz includes schneider: say schwarz alone"
    return None


def _tops(said: Mapping[str, int | None]) -> int:
    return sum(said.get(side) or 0 for side in ("with", "without"))


def _level(said: Mapping[str, int | None]) -> str | None:
    return next((level for level in ("schwarz", "schneider") if level in said), None)


class Skat(Game[SkatOptions, SkatCarry]):
    """Skat."""

    name = "skat"
    title = "Skat"
    options = SkatOptions
    carry = SkatCarry
    deal = SkatDeal
    players = (3, 4)

    def pack(self, options: SkatOptions) -> frozenset[Card]:
        """Return the 32 cards."""
        return pack_of(32)


GAME = Skat()
