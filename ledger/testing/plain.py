"""A plain table: seats, dealer, balances and pools, as an evening is read again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ledger.core.cards import Card
from ledger.core.events import AnyEvent, Begin, Deal, End, Joins, Leaves, Misdeal, OpenEvening, Penalty, SeatPlayers
from ledger.core.money import Money

CHAIR = "an empty chair"
"""The name of the place of the last dealer, who sits elsewhere now."""
ACE_HIGH = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


class Entry(NamedTuple):
    """An event, and whether it was only assumed of a player who was passed over."""

    event: AnyEvent
    assumed: bool = False
    over: bool = False
    """Whether the event ended the deal in hand."""


@dataclass
class Dealt:
    """A deal from `deal` to its end, or to the misdeal that made it void."""

    dealer: str
    """Who deals."""
    players: list[str]
    """The players of the deal from the dealer's left, the dealer last."""
    entries: list[Entry] = field(default_factory=list)
    """The events of the deal in order, `deal` first."""

    @property
    def sayings(self) -> list[AnyEvent]:
        """Return the events of the deal, assumed ones as well, `deal` first."""
        return [entry.event for entry in self.entries]

    def of(self, kind: type, player: str | None = None, word: str | None = None) -> list[Any]:
        """Return the events of a kind, of one player or all, with one word or any."""
        return [
            event
            for event in self.sayings
            if isinstance(event, kind)
            and player in (None, getattr(event, "player", None))
            and word in (None, getattr(event, "word", None))
        ]


class PlainGame:
    """A second writing: it reads an evening; each game says what its deals come to."""

    game: str
    """The name of the game, and the prefix of its pools."""
    main_pool = "pool"
    """The pool of penalties that the sheet does not name."""
    combinations: tuple[tuple[tuple[str, str], ...], ...] = ()
    """Combinations of options to try, because chance would seldom choose them together."""
    bare_end = "leave"
    """What a bare `end` does with the pools; without it they have to be empty."""

    def __init__(self) -> None:
        self.ring: list[str] = []
        self.seated: set[str] = set()
        self.playing: set[str] = set()
        self.has: dict[str, int] = {}
        self.pool: dict[str, int] = {}
        self.options: dict[str, str] = {}
        self.money = Money("counters", 1)
        self.dealer: str | None = None
        self.next_from: str | None = None
        """The next dealer, if the deal does not pass to the left."""
        self.paid: set[tuple[str, str]] = set()
        """Who has paid what for this deal, or for a void deal before it."""
        self.dealt: Dealt | None = None

    # What a game says

    def begin(self) -> None:
        """Begin the game: read its options."""

    def deal(self, dealt: Dealt) -> None:
        """Settle a finished deal, with its penalties."""
        raise NotImplementedError

    def misdeal(self, dealt: Dealt) -> None:
        """Settle a void deal: the payments that stay, and penalties."""
        raise NotImplementedError

    def before_deal(self, event: AnyEvent) -> None:
        """Read an event between two deals, usually a penalty."""
        if isinstance(event, Penalty):
            self.penalty(event, None)

    def penalty(self, event: Penalty, dealt: Dealt | None) -> None:
        """Pay a penalty into the main pool; a game with offences says what they cost."""
        assert event.offence is None
        assert event.amount is not None
        self.put(event.player, self.main_pool, event.amount)

    def penalties(self, dealt: Dealt) -> None:
        """Pay every penalty of a deal, in order."""
        for event in dealt.of(Penalty):
            self.penalty(event, dealt)

    def end(self, event: End) -> None:
        """End the game: leave the pools, divide them, or draw for them."""
        how, sharers = event.how or self.bare_end, self.sharers()
        if how == "divide":
            self.divide(sum(self.pool.values()), sharers, list(self.pool))
        elif how == "draw":
            self.divide(sum(self.pool.values()), [lowest_drawn(event.draws, sharers)], list(self.pool))

    def sharers(self) -> list[str]:
        """Return who shares the rest: the players from the last dealer's left."""
        return self.from_left_of(self.dealer, self.players())

    def joined(self, player: str) -> None:
        """Let a newcomer, or a player who comes back, play from the next deal."""
        self.playing.add(player)

    def left(self, player: str) -> None:
        """Take out a player who has left."""
        self.playing.discard(player)

    def replaced(self, player: str, newcomer: str) -> None:
        """Let a newcomer play in the place of a player: as one who leaves, and one who joins."""
        self.left(player)
        self.joined(newcomer)

    def take_place(self, player: str, newcomer: str) -> None:
        """Let a newcomer go on in the place of a player, with his turn to deal."""
        self.playing = self.playing - {player} | {newcomer}
        self.dealer = newcomer if self.dealer == player else self.dealer
        self.next_from = newcomer if self.next_from == player else self.next_from
        self.paid = {(newcomer if payer == player else payer, due) for payer, due in self.paid}

    # Options, as they were said

    def amount(self, name: str, default: int | None = None) -> int | None:
        """Return an option that is an amount, in the smallest unit; the default is in counters."""
        text = self.options.get(name)
        if text is None:
            return None if default is None else self.money.counters(default)
        return None if text == "off" else self.money.read(text)

    def number(self, name: str, default: int | None = None) -> int | None:
        """Return an option that is a number."""
        text = self.options.get(name)
        return default if text is None else None if text == "off" else int(text)

    def flag(self, name: str, default: bool = False) -> bool:
        """Return whether an option is on."""
        return self.options[name] == "on" if name in self.options else default

    def word(self, name: str, default: str = "") -> str:
        """Return an option that is a word."""
        return self.options.get(name, default)

    # Places

    def players(self) -> list[str]:
        """Return the players in the order of the seats."""
        return [player for player in self.ring if player in self.seated and player in self.playing]

    def from_left_of(self, player: str | None, among: Iterable[str]) -> list[str]:
        """Return players in order from the left of this one, who is last."""
        place = self.ring.index(player) + 1 if player else 0
        among = set(among)
        return [other for other in self.ring[place:] + self.ring[:place] if other in among]

    def from_seat(self, player: str, among: Iterable[str]) -> list[str]:
        """Return players in order from this one, who is first."""
        return [player, *(other for other in self.from_left_of(player, among) if other != player)]

    # Counters

    def put(self, player: str, pool: str, amount: int) -> None:
        """Pay into a pool."""
        self.has[player] -= amount
        self.pool[pool] = self.pool.get(pool, 0) + amount

    def pay(self, player: str, payee: str, amount: int) -> None:
        """Pay another player."""
        self.has[player] -= amount
        self.has[payee] += amount

    def take(self, player: str, pool: str, amount: int | None = None) -> int:
        """Pay a pool, or a part of it, to a player, and return the amount."""
        held = self.pool.get(pool, 0)
        taken = held if amount is None else amount
        assert taken <= held
        self.pool[pool] = held - taken
        self.has[player] += taken
        return taken

    def divide(self, total: int, sharers: Sequence[str], pools: Sequence[str]) -> None:
        """Share a sum out of pools; odd counters go to the first sharers."""
        if not total:
            return
        left = {pool: self.pool.get(pool, 0) for pool in pools}
        for player, due in zip(sharers, self.shared(total, len(sharers)), strict=True):
            for pool in pools:
                part = min(due, left[pool])
                self.take(player, pool, part)
                left[pool] -= part
                due -= part  # noqa: PLW2901 - what is still due

    def shared(self, total: int, parts: int) -> list[int]:
        """Return a sum in equal parts; odd counters go to the first parts."""
        counter = self.money.counter
        unit = counter if counter and total % counter == 0 else 1
        part, odd = divmod(total // unit, parts)
        return [unit * (part + (place < odd)) for place in range(parts)]

    def once(self, due: str, player: str, dealers: bool = False) -> bool:
        """Return whether a player still has to pay this for the deal; with `dealers`, once a deal."""
        if any(paid == due and (dealers or player == payer) for payer, paid in self.paid):
            return False
        self.paid.add((player, due))
        return True

    def pay_in(self, due: str, players: Iterable[str], pool: str, amount: int, dealers: bool = False) -> None:
        """Pay an amount for the deal into a pool, from each of these who has not paid it yet."""
        for player in players:
            if self.once(due, player, dealers):
                self.put(player, pool, amount)

    # An evening read again

    def read(self, entries: Iterable[Entry]) -> None:
        """Read an evening of this game."""
        for entry in entries:
            self.hear(entry)

    def hear(self, entry: Entry) -> None:  # noqa: C901 - one case for each kind of event
        """Read an event; settle a deal that it ends."""
        match entry.event:
            case OpenEvening() as opening:
                self.money = Money.recorded(opening.money, opening.counter)
            case SeatPlayers(players):
                self.ring, self.seated = list(players), set(players)
                self.has = dict.fromkeys(players, 0)
            case Begin() as begun:
                self.options = dict(begun.options)
                self.playing = set(begun.players or self.players_seated())
                self.dealer = self.next_from = None
                self.paid.clear()
                self.begin()
            case Joins(player, after, replaces=leaver):
                after = leaver or after
                if player not in self.seated or after:
                    if player == self.dealer and self.next_from is None and CHAIR not in self.ring:
                        self.ring[self.ring.index(player)] = CHAIR  # the deal goes on from where he dealt
                    if player in self.ring:
                        self.ring.remove(player)
                    self.ring.insert(self.ring.index(after) + 1 if after else len(self.ring), player)
                self.seated.add(player)
                self.has.setdefault(player, 0)
                if leaver:
                    self.seated.discard(leaver)
                if leaver in self.playing:
                    self.replaced(leaver, player)
                elif not leaver:
                    self.joined(player)
            case Leaves(player):
                self.seated.discard(player)
                if player in self.playing:
                    self.left(player)
            case Deal() as deal:
                self.dealer = deal.dealer or self.due_dealer()
                self.next_from = None
                self.ring = [other for other in self.ring if other != CHAIR]
                self.dealt = Dealt(self.dealer, self.from_left_of(self.dealer, self.players()), [entry])
            case Misdeal() | Penalty(offence="misdeal") if self.dealt is not None:
                dealt, self.dealt = self.dealt, None
                dealt.entries.append(entry)
                self.next_from = dealt.dealer
                self.misdeal(dealt)
            case End() as end:
                if self.dealt is not None:
                    dealt, self.dealt = self.dealt, None
                    self.misdeal(dealt)
                self.end(end)
            case _ if self.dealt is not None:
                self.dealt.entries.append(entry)
            case _:
                self.before_deal(entry.event)
        if entry.over:
            finished, self.dealt = self.dealt, None
            assert finished is not None
            self.deal(finished)
            self.paid.clear()

    def players_seated(self) -> list[str]:
        """Return everyone at the table."""
        return [player for player in self.ring if player in self.seated]

    def due_dealer(self) -> str:
        """Return the next dealer: on the left of the last, or of a player who was to deal and left."""
        if self.next_from in self.players():
            return self.next_from
        place = CHAIR if CHAIR in self.ring else self.dealer
        return self.from_left_of(self.next_from or place, self.players())[0]

    # What it comes to

    def balances(self) -> dict[str, int]:
        """Return what each has won or lost."""
        return {player: amount for player, amount in self.has.items() if amount}

    def pools(self) -> dict[str, int]:
        """Return the amount in each pool."""
        return {f"{self.game}.{pool}": held for pool, held in self.pool.items() if held}

    def carried(self) -> dict[str, Any] | None:
        """Return what a deal leaves, as `carried` of the rules does; None if that is not compared."""
        return None


def lowest_drawn(draws: Sequence[tuple[str, tuple[Card, ...]]], players: Sequence[str]) -> str:
    """Return who drew the lowest card, ace highest; equals draw again."""
    drawn = dict(draws)
    again, turn = list(players), 0
    while len(again) > 1:
        lowest = min(ACE_HIGH.index(drawn[player][turn].rank) for player in again)
        again = [player for player in again if ACE_HIGH.index(drawn[player][turn].rank) == lowest]
        turn += 1
    return again[0]


def winner_of(trick: Sequence[Card], trump: str | None) -> int:
    """Return the place in a trick of the highest trump, else of the highest of the suit led."""

    def worth(place: int) -> tuple[bool, bool, int]:
        card = trick[place]
        return card.suit == trump, card.suit == trick[0].suit, ACE_HIGH.index(card.rank)

    return max(range(len(trick)), key=worth)
