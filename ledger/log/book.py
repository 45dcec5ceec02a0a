"""A book: one telling of an evening, as a row of its deals and the sayings between them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from ledger.core.books import Posting
from ledger.core.events import (
    AnyEvent,
    Begin,
    Buys,
    Cashes,
    Close,
    Cost,
    Deal,
    EffectiveEvent,
    End,
    Joins,
    Leaves,
    Misdeal,
    Pays,
    Penalty,
    RecordedEvent,
    Result,
    kind_of,
)
from ledger.core.money import Money
from ledger.core.names import key_of
from ledger.core.refusals import Refusal
from ledger.evening.fold import Evening
from ledger.evening.game_in_hand import changes_of
from ledger.evening.snapshots import Outcome
from ledger.games.registry import game_named
from ledger.log.digests import head
from ledger.log.replay import Replay
from ledger.log.seals import Seal, seal_of

DEAL = "deal"
AS_SPELLED: Mapping[str, str] = {}
NO_ITEM = frozenset(("evening", "players", "note", "count", "close", "reopen"))
"""The kinds that never move anything that is compared."""
OF_MONEY = frozenset(("buys", "cashes", "pays", "cost"))
"""The kinds that are items of their own even while a deal is in hand."""
ALONE = OF_MONEY | {"game", "joins", "leaves", "end"}
"""The kinds that are items by themselves."""
NO_NAMES = frozenset(
    (
        "kind",
        "why",
        "text",
        "title",
        "on",
        "at",
        "word",
        "how",
        "what",
        "board",
        "options",
        "offence",
        "change",
        "method",
    )
)
"""The fields of events in which a text is not a name, even if it looks like one."""


class BookItem(msgspec.Struct, frozen=True):
    """A deal with all its sayings, or one saying that moves money or seats."""

    kind: str
    """`deal`, or the kind of the event."""
    game: str
    """The open game; empty if none is open."""
    deal: int | None
    """The number of the deal in its evening; None for another item."""
    net: dict[str, int]
    """What the item moved to each player and pool, in the smallest unit, without zeros."""
    events: tuple[EffectiveEvent, ...]
    end: int
    """The number of events in effect up to the end of the item."""
    carried: bytes = b""
    """The carry after the deal, as JSON; empty for a deal that has not ended, and for another item."""

    @property
    def key(self) -> object:
        """Return what equal items have in common: the money and the carry of a deal, or a saying."""
        if self.kind == DEAL:
            return DEAL, self.game, frozenset(self.net.items()), self.carried
        return self.kind, self.events[0].event

    def may_pair(self, other: "BookItem") -> bool:
        """Return whether the two can be one thing told twice: deals of one game, or one saying."""
        return self.kind == other.kind and self._told_of == other._told_of

    @property
    def _told_of(self) -> object:
        """Return what two tellings of one deal or saying have in common, whatever its amounts."""
        if self.kind == DEAL:
            return self.game
        match self.events[0].event:
            case Pays(player=player, payee=payee):
                return player, payee
            case Cost(what=what, paid=paid):
                return key_of(what), frozenset(player for player, _ in paid)
            case Buys(player=player) | Cashes(player=player) | Joins(player=player) | Leaves(player=player):
                return player
            case Begin(game=game):
                return game
            case Result() | End():
                return ()
        return self.events[0].event


class Book(msgspec.Struct, frozen=True):
    """One telling of an evening, ready to be compared; names are spelled as in the other book."""

    name: str
    """The file, or the evening of the database, from which the book was read."""
    title: str
    on: str | None
    money: Money
    people: tuple[str, ...]
    recorded: Sequence[RecordedEvent]
    by_pins: bool
    items: tuple[BookItem, ...]
    owed: dict[str, int]
    deals: int
    dealers: dict[int, str]
    """The dealer of each deal, by the deal's number."""
    closed: Close | None
    """The event that closed the evening; None while it is open."""
    seal: Seal | None
    """The seal; None for a script, which nobody has recorded yet."""
    head: str

    def dealer_of(self, item: BookItem) -> str | None:
        """Return who deals a deal; None for another item."""
        return self.dealers.get(item.deal or 0) if item.kind == DEAL else None

    def cited(self, whole: bool = False) -> str:
        """Return the name of the book in reasons of corrections: the title, and a seal or a head.

        The name has the beginning of the title and of the seal; the `whole` seal has all groups of letters. A script
        has no seal.
        """
        if self.seal is None:
            return f"{self.title}, head {self.head[:13]}"
        letters = self.seal.text().splitlines()[-1]
        return f"{self.title}, seal {letters if whole else letters.split()[0]}"


def book_of(name: str, replay: Replay, script: bool = False, called: Mapping[str, str] = AS_SPELLED) -> Book:
    """Return the book of an evening that was replayed.

    `called` gives other spellings of its names. A `script` has not been recorded yet, and has no seal.
    """
    evening, opening = replay.evening, replay.evening.opening
    assert opening is not None, "a replay of nothing is no book"
    close = next((effective.event for effective in reversed(evening.effective) if type(effective.event) is Close), None)
    return Book(
        name,
        opening.title,
        opening.on,
        evening.money,
        tuple(called.get(person, person) for person in evening.books.people()),
        tuple(replay.recorded),
        evening.by_pins,
        tuple(items_of(evening, called)),
        {called.get(player, player): amount for player, amount in evening.owed().items()},
        evening.books.deal,
        {deal: called.get(dealer, dealer) for deal, dealer in _dealers(evening).items()},
        close if evening.closed and isinstance(close, Close) else None,
        None if script else seal_of(opening.title, replay.recorded),
        head(replay.recorded),
    )


def spellings(people: Iterable[str], others: Iterable[str]) -> dict[str, str]:
    """Return the names of `others` that these people spell otherwise, each with their spelling."""
    known = {key_of(person): person for person in people}
    return {other: known[key_of(other)] for other in others if known.get(key_of(other), other) != other}


def items_of(evening: Evening, called: Mapping[str, str] = AS_SPELLED) -> list[BookItem]:
    """Return the items of an evening in order, with names spelled as in `called`."""
    items = _Items(called)
    for place, outcome in enumerate(evening.outcomes, start=1):
        items.add(outcome, place)
    items.finish()
    if not called:
        return items.items
    return [
        msgspec.structs.replace(
            item,
            net={called.get(account, account): amount for account, amount in item.net.items()},
            events=tuple(
                msgspec.structs.replace(effective, event=renamed(effective.event, called)) for effective in item.events
            ),
        )
        for item in items.items
    ]


class _Items:
    """Gathers the items of an evening, outcome by outcome."""

    def __init__(self, called: Mapping[str, str]) -> None:
        self._called = called
        self.items: list[BookItem] = []
        self._kind = ""
        """The kind of the item that is being gathered; empty for none."""
        self._events: list[EffectiveEvent] = []
        self._postings: list[Posting] = []
        self._end = 0
        """The number of events in effect up to the last one gathered."""
        self._game = ""
        self._without_deals = False
        """Whether the open game has no deals: its sayings are items even if they move nothing."""
        self._deal = 0
        self._began = 0
        """The number of the item's postings before the deal in hand: those of misdeals."""
        self._in_hand = self._void = False
        self._carried: dict[int, dict[str, Any]] = {}
        """What each deal that has ended leaves to the next, by the deal's number."""
        self._aside: list[tuple[Outcome, int]] = []
        """What was bought, cashed or paid during a deal, with its place: these items follow the deal."""

    def add(self, outcome: Outcome, place: int) -> None:
        """Take the next outcome, at this place, counted from 1."""
        event, kind = outcome.event, kind_of(outcome.event)
        if outcome.over is not None:
            self._carried[outcome.over.deal] = outcome.over.carried
        if isinstance(event, Deal):
            self._deals(outcome, place)
        elif kind in OF_MONEY and self._in_hand:
            self._aside.append((outcome, place))
        elif kind in ALONE:
            self._alone(outcome, self._after_the_deal(outcome), place)
        elif kind in NO_ITEM:
            return
        elif self._in_hand:
            self._take(outcome, outcome.postings, place)
            self._void = _voids(event)
            self._in_hand = outcome.over is None and not self._void
        elif self._kind == DEAL and (isinstance(event, Penalty) or not outcome.postings):
            self._take(outcome, outcome.postings, place)
        elif outcome.postings or self._without_deals:
            self._alone(outcome, outcome.postings, place)

    def _deals(self, outcome: Outcome, place: int) -> None:
        """Begin a deal; a void deal before it is part of the item."""
        own = [posting for posting in outcome.postings if posting.deal > self._deal]
        self._postings += [posting for posting in outcome.postings if posting.deal <= self._deal]
        if not self._void:
            self.finish()
        self._kind, self._began = DEAL, len(self._postings)
        self._in_hand, self._void, self._deal = True, False, self._deal + 1
        self._take(outcome, own, place)

    def _after_the_deal(self, outcome: Outcome) -> list[Posting]:
        """Give the deal that silence ended its postings of an outcome; return the other postings."""
        postings = list(outcome.postings)
        if self._in_hand and outcome.over is not None:
            while postings and changes_of(self._postings[self._began :]) != outcome.over.changes:
                self._postings.append(postings.pop(0))
        self._in_hand = False
        return postings

    def _alone(self, outcome: Outcome, postings: Iterable[Posting], place: int) -> None:
        self.finish()
        if isinstance(outcome.event, Begin):
            self._game, self._without_deals = outcome.event.game, _deals_nothing(outcome.event.game)
        self._kind = kind_of(outcome.event)
        self._take(outcome, postings, place)
        self.finish()
        if isinstance(outcome.event, End):
            self._game, self._without_deals = "", False

    def _take(self, outcome: Outcome, postings: Iterable[Posting], place: int) -> None:
        self._events.append(EffectiveEvent(outcome.number, outcome.event))
        self._postings += postings
        self._end = max(place, self._end)

    def finish(self) -> None:
        """End the item that is being gathered; the items said during it follow."""
        if self._kind:
            deal = self._deal if self._kind == DEAL else None
            events, net = tuple(self._events), _net(self._postings)
            left = self._carried.get(deal) if deal else None
            carried = _as_json(_respelled(left, self._called)) if left else b""
            self.items.append(BookItem(self._kind, self._game, deal, net, events, self._end, carried))
        self._kind, self._events, self._postings, self._void = "", [], [], False
        aside, self._aside = self._aside, []
        for outcome, place in aside:
            self._alone(outcome, outcome.postings, place)


def _deals_nothing(game: str) -> bool:
    """Return whether a game has no deals; False if its rules are not installed."""
    try:
        return game_named(game).without_deals
    except Refusal:
        return False


def _voids(event: AnyEvent) -> bool:
    """Return whether an event makes the deal in hand void."""
    return isinstance(event, Misdeal) or (isinstance(event, Penalty) and event.offence == "misdeal")


def _net(postings: Iterable[Posting]) -> dict[str, int]:
    """Return what postings move to each player and pool, without noughts."""
    net: dict[str, int] = {}
    for posting in postings:
        for account, amount in ((str(posting.payer), -posting.amount), (str(posting.payee), posting.amount)):
            net[account] = net.get(account, 0) + amount
    return {account: amount for account, amount in net.items() if amount}


def _dealers(evening: Evening) -> dict[int, str]:
    """Return the dealer of each deal, by its number, from a second fold of the evening."""
    dealers: dict[int, str] = {}
    if evening.by_pins:
        return dealers
    again = Evening()
    for effective in evening.effective:
        again.apply(effective)
        if isinstance(effective.event, Deal) and again.game is not None and again.game.table.dealer:
            dealers[again.books.deal] = again.game.table.dealer
    return dealers


def renamed(event: AnyEvent, called: Mapping[str, str]) -> AnyEvent:
    """Return the event with its names spelled as in `called`."""
    if not called:
        return event
    body = {
        field: value if field in NO_NAMES else _respelled(value, called)
        for field, value in msgspec.to_builtins(event).items()
    }
    respelled: AnyEvent = msgspec.convert(body, AnyEvent)
    return respelled


def _respelled(value: Any, called: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return called.get(value, value)
    if isinstance(value, dict):
        return {called.get(key, key): _respelled(member, called) for key, member in value.items()}
    return [_respelled(member, called) for member in value] if isinstance(value, list | tuple) else value


_as_json = msgspec.json.Encoder(order="deterministic").encode
