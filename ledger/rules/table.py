"""The table as the rules see it: the seats, the dealer, the pools and the known hands.

`Table.pay` is the only way that counters move. All amounts are in the smallest unit of the evening.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum

from ledger.core.books import Account, Books, Pool, Posting
from ledger.core.cards import Card
from ledger.core.money import Money, shares


class Seats:
    """The places round the table, clockwise; a player who leaves keeps his place."""

    def __init__(self, ring: Iterable[str] = (), present: Iterable[str] = ()) -> None:
        self.ring: list[str] = list(ring)
        self.present: set[str] = set(present)
        self.vacated: int | None = None
        """The place of the ring that the last dealer dealt from, kept when that dealer sits elsewhere now."""
        self.changes = 0
        """The number of changes of the seats; an order cached at an earlier number is out of date."""
        self.seated = self._seated()
        """Everyone at the table, from the first player on."""

    def add(self, player: str, after: str | None = None) -> None:
        """Seat a player on the left of `after`, or in the last place."""
        if player in self.ring:
            self._vacate(player)
        place = len(self.ring) if after is None else self.ring.index(after) + 1
        if self.vacated is not None and after is not None and place <= self.vacated:
            self.vacated += 1
        comes_last = place == len(self.ring) and player not in self.present
        self.ring.insert(place, player)
        self.present.add(player)
        self.changes += 1
        self.seated = (*self.seated, player) if comes_last else self._seated()

    def _vacate(self, player: str) -> None:
        """Take a player's place out of the ring of places."""
        place = self.ring.index(player)
        if self.vacated is not None and place < self.vacated:
            self.vacated -= 1
        del self.ring[place]

    def remove(self, player: str) -> None:
        """Take a player from the table; the seats remember the player's place."""
        self.present.discard(player)
        self._changed()

    def _changed(self) -> None:
        self.changes += 1
        self.seated = self._seated()

    def _seated(self) -> tuple[str, ...]:
        return tuple(player for player in self.ring if player in self.present)

    def after(self, player: str) -> list[str]:
        """Return every place in order from the left of a player, his own last."""
        place = self.ring.index(player) + 1
        return self.ring[place:] + self.ring[:place]


class Table:
    """The table of one game, from the beginning of the game to its end."""

    def __init__(self, seats: Seats, books: Books, money: Money, game: str, players: Iterable[str]) -> None:
        self.seats = seats
        self.books = books
        self.money = money
        """The money of the evening, which reads and writes amounts."""
        self.game = game
        self._playing: set[str] = set(players)
        self._players: tuple[str, ...] = ()
        self._rounds: dict[str | None, tuple[str, ...]] = {}
        self._worked_out = -1
        """The number of changes of the seats at which the players and their order were last cached; −1: never."""
        self.dealer: str | None = None
        """The dealer of the deal in hand, or of the last one; None before the first."""
        self.deals = 0
        """The number of deals begun, without misdeals."""
        self.deals_by: dict[str, int] = {}
        """The number of deals that each player has dealt to the end."""
        self.next_from: str | None = None
        """The player who deals next, where a rule has given him the deal."""
        self.paid: set[tuple[str, str]] = set()
        """The payments made for the deal (player and due), which are not made again after a misdeal."""
        self.multiplier = 1
        self.over = ""
        """The sentence by which a rule has ended the game; empty while it goes on."""
        self.hands: dict[str, list[Card]] = {}
        """The hands that were said, of the deal in hand."""
        self.played: dict[Card, str] = {}
        """The cards that were seen in the deal in hand, and who had each."""
        self.fined: list[tuple[str, str]] = []
        """The offences of the deal in hand, each with its player."""
        self.turned_up: tuple[Card, ...] = ()
        self.assumed = False
        """Whether the default answered the last turn."""
        self.deal_began = 0
        """The number of postings before the deal in hand."""
        self.remarks: list[str] = []
        """The remarks of the rules on the event in hand, which the confirmation repeats."""
        self.findings: list[str] = []
        """Irregularities that the event in hand has proved; they are reported, and nobody is fined for them."""

    # Places

    @property
    def players(self) -> tuple[str, ...]:
        """Return the players of the game who are seated, in the order of the seats."""
        if self._worked_out != self.seats.changes:
            self._players = tuple(player for player in self.seats.seated if player in self._playing)
            self._rounds, self._worked_out = {}, self.seats.changes
        return self._players

    @property
    def playing(self) -> frozenset[str]:
        """Return the players of the game, seated or not."""
        return frozenset(self._playing)

    def add_players(self, *players: str) -> None:
        """Add players to the game."""
        self._playing.update(players)
        self._worked_out = -1

    def remove_player(self, player: str) -> None:
        """Take a player out of the game."""
        self._playing.discard(player)
        self._worked_out = -1

    def replace_player(self, player: str, newcomer: str) -> None:
        """Let a newcomer play for a player, whose turn to deal and paid dues are the newcomer's."""
        self.remove_player(player)
        self.add_players(newcomer)
        self.dealer = newcomer if self.dealer == player else self.dealer
        self.next_from = newcomer if self.next_from == player else self.next_from
        self.paid = {(newcomer if payer == player else payer, due) for payer, due in self.paid}

    def left_of(self, player: str, among: Iterable[str] | None = None) -> str:
        """Return the first player to the left of this one, or of this one's old place."""
        order = self.round(among, dealer=player)
        assert order, f"nobody sits on the left of {player}"
        return order[0]

    def round(self, among: Iterable[str] | None = None, dealer: str | None = None) -> tuple[str, ...]:
        """Return the players (or these) in order from the dealer's left, the dealer last."""
        start = dealer or self.dealer
        if among is not None:
            return self._in_order(set(among), start)
        if self._worked_out != self.seats.changes or start not in self._rounds:
            self._rounds[start] = self._in_order(set(self.players), start)
        return self._rounds[start]

    def _in_order(self, wanted: set[str], start: str | None) -> tuple[str, ...]:
        """Return these players in order from the left of one, that one last; or by their seats."""
        if start is None:
            return tuple([player for player in self.seats.ring if player in wanted])
        return tuple([place for place in self.seats.after(start) if place in wanted])

    def others(self, *players: str, among: Iterable[str] | None = None) -> tuple[str, ...]:
        """Return the players (or those of `among`) without these, from the dealer's left."""
        return tuple([player for player in self.round(among) if player not in players])

    @property
    def eldest(self) -> str:
        """Return the eldest hand: the player on the dealer's left."""
        return self.round()[0]

    def due_dealer(self) -> str | None:
        """Return who is to deal next by the order of the seats; None before a game's first deal."""
        players = self.players
        if not players:
            return None
        if self.next_from is not None:
            return self.next_from if self.next_from in players else self.left_of(self.next_from)
        if self.dealer is None:
            return None
        vacated = self.seats.vacated
        if vacated is None:
            return self.left_of(self.dealer)
        ring = self.seats.ring
        return next(player for player in (*ring[vacated:], *ring[:vacated]) if player in players)

    def dealer_unless_said(self) -> str:
        """Return who deals if nobody is named; the first player before the first deal."""
        return self.due_dealer() or self.players[0]

    def deal_goes_to(self, player: str) -> None:
        """Give the next deal to this player; if he leaves, to the player on his left."""
        self.next_from = player

    def keeps_turn_to_deal(self, player: str, moves: bool) -> None:
        """Keep the next deal where it is, even if the last dealer comes back to another seat."""
        if moves and player == self.dealer and self.next_from is None and self.seats.vacated is None:
            self.seats.vacated = self.seats.ring.index(player)

    # Counters

    def pool(self, name: str = "pool") -> Pool:
        """Return a pool of this game by its short name."""
        return Pool(f"{self.game}.{name}")

    def holding(self, name: str = "pool") -> int:
        """Return the amount in a pool of this game."""
        return self.books.holding(self.pool(name))

    def in_front(self, player: str) -> int | None:
        """Return the counters in front of a player; None if the player has bought none this evening."""
        return self.books.in_front(player) if player in self.books.bought else None

    def emptied(self) -> tuple[str, ...]:
        """Return the players whose cashing shows that they have no counters left.

        These players have cashed more than the log says they had, or have left the table after cashing.
        """
        books, present = self.books, self.seats.present
        ahead = {player for player, excess in books.overdrawn.items() if excess and books.in_front(player) < 0}
        gone = {player for player, cashed in books.cashed_last.items() if cashed and player not in present}
        return tuple(player for player in books.balances if player in ahead | gone)

    def pay(self, payer: Account, payee: Account, amount: int, why: str, cite: str = "", stays: bool = False) -> None:
        """Move counters from one account to another. This is the only way they move.

        The posting carries the reason `why` and the page or rule `cite`. A payment that `stays` is not taken back if
        the deal is void. An amount of 0, or one from an account to itself, moves nothing and posts nothing.
        """
        if payer != payee:
            self.books.transfer(payer, payee, amount, why, cite, stays)

    def pay_in(
        self,
        player: str,
        pool: Pool,
        amount: int,
        why: str,
        cite: str = "",
        due: Enum | None = None,
        dealers: bool = False,
    ) -> None:
        """Pay into a pool for the deal: the payment stays at a misdeal and is not made twice.

        `due` names which of the game's dues is paid. With `dealers` the due is paid once a deal, whoever deals.
        """
        if self.falls_due(due or why, player, dealers):
            self.books.transfer(player, pool, amount, why, cite, stays=True)

    def falls_due(self, due: Enum | str, player: str, dealers: bool = False) -> bool:
        """Return whether a player has still to pay this due for the deal, and note it as paid."""
        paid = (player, due if isinstance(due, str) else due._name_)
        if paid in self.paid or (dealers and self.has_paid(due)):
            return False
        self.paid.add(paid)
        return True

    def has_paid(self, due: Enum | str, player: str | None = None) -> bool:
        """Return whether a player (or anybody) has paid this due for the deal, or before a misdeal."""
        key = due if isinstance(due, str) else due._name_
        if player is not None:
            return (player, key) in self.paid
        return any(paid == key for _, paid in self.paid)

    def odd_unit(self, total: int) -> int:
        """Return the unit in which an odd rest is given away: a counter, or the smallest unit."""
        counter = self.money.counter
        return counter if counter and total % counter == 0 else 1

    def share(self, source: Account, sharers: Sequence[str], total: int, why: str, cite: str = "") -> dict[str, int]:
        """Share a sum out of an account as equally as possible, and return each part.

        The odd counters go one each to the sharers in the order given.
        """
        parts = shares(total, sharers, self.odd_unit(total))
        for player, part in parts.items():
            self.pay(source, player, part, why, cite)
        return parts

    def take_pool(
        self, winners: Sequence[str], why: str, cite: str = "", name: str = "pool", total: int | None = None
    ) -> dict[str, int]:
        """Share a pool (or `total` of it) among its winners, from the dealer's left.

        Returns each part.
        """
        amount = self.holding(name) if total is None else total
        return self.share(self.pool(name), self.round(winners), amount, why, cite)

    def deal_postings(self) -> list[Posting]:
        """Return the postings of the deal in hand."""
        return self.books.postings[self.deal_began :]

    def take_back(self, why: str, cite: str = "", which: Callable[[Posting], bool] | None = None) -> None:
        """Take back the postings of the deal in hand by opposite ones, the newest first.

        Payments into a pool for the deal and penalties stay; `which` chooses among the others.
        """
        for posting in reversed(self.deal_postings()):
            if not posting.stays and (which is None or which(posting)):
                self.pay(posting.payee, posting.payer, posting.amount, f"{why}: {posting.why}", cite, stays=True)

    # What is known

    def fined_for(self, player: str, *offences: str) -> bool:
        """Return whether a player was fined for one of these offences in the deal in hand."""
        return bool(self.fined) and any((player, offence) in self.fined for offence in offences)

    def known_elsewhere(self, card: Card, player: str) -> str | None:
        """Return another player who is known to hold a card, or None."""
        for other, hand in self.hands.items():
            if other != player and card in hand:
                return other
        return None

    def remark(self, text: str) -> None:
        """Report something to the recorder, without moving a counter."""
        self.remarks.append(text)

    def finding(self, text: str) -> None:
        """Report a proved irregularity; the audit reports it too."""
        self.findings.append(text)

    def show(self, amount: int) -> str:
        """Return an amount as people write it."""
        return self.money.show(amount)
