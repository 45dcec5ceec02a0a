"""Events: a closed set of frozen kinds, one for each row of the notation.

Bodies hold names, cards, words and whole numbers (amounts in the evening's smallest unit). A name
is always spelled as it was declared. How a saying is written is the notation's business.
"""

from collections.abc import Callable, Mapping
from typing import Any, get_args

import msgspec

from ledger.core.cards import Card

FIRST_VERSION = 1
VOCABULARY = 5
"""The newest version of this vocabulary. A recorded event carries the lowest version that can say it."""

LIFTS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""For each older version that wrote some events otherwise: a function that lifts a body to the next version."""


class Event(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True, gc=False):
    """Something said at the table.

    It holds plain values, so the garbage collector does not track it.
    """


class OpenEvening(Event, frozen=True, tag="evening"):
    """Opens the log; `counter` is what a counter is worth, in the smallest unit."""

    title: str
    on: str | None = None
    at: str | None = None
    money: str = "counters"
    counter: int | None = None
    bank: str | None = None
    """How counters are bought, `cash` or `credit`; None if that was not said."""


class SeatPlayers(Event, frozen=True, tag="players"):
    """Seats the players, each to the left of the one before."""

    players: tuple[str, ...]


class Joins(Event, frozen=True, tag="joins", rename={"replaces": "for"}):
    """A player sits down: left of `after`, last, or in another's place; or gets a shorter name."""

    player: str
    after: str | None = None
    short: str | None = None
    """A shorter name for sayings; the log records the player's full name."""
    replaces: str | None = None
    """The player who leaves, and whose place, side and score the newcomer takes over."""


class Leaves(Event, frozen=True, tag="leaves"):
    """A player leaves the table, and keeps the balance."""

    player: str


class Buys(Event, frozen=True, tag="buys"):
    """Counters bought from the bank of the evening.

    `paid` is given if the buyer does not follow the terms of the evening.
    """

    player: str
    amount: int
    paid: bool | None = None


class Cashes(Event, frozen=True, tag="cashes"):
    """Counters sold back to the bank of the evening.

    `paid` is given if the seller does not follow the terms of the evening.
    """

    player: str
    amount: int
    paid: bool | None = None


class Count(Event, frozen=True, tag="count"):
    """The counters in front of some players, by counting."""

    counted: tuple[tuple[str, int], ...]


class Pays(Event, frozen=True, tag="pays"):
    """A debt paid outside the game."""

    player: str
    payee: str
    amount: int


Shares = tuple[tuple[str, int], ...]
"""A whole number for each of some names."""


class Cost(Event, frozen=True, tag="cost"):
    """A common cost, and who paid it; it moves what is owed, and no counters.

    `shares` has a whole number for each sharer; if it is empty, everyone seated has an equal share.
    """

    amount: int
    what: str
    paid: Shares
    shares: Shares = ()


class Note(Event, frozen=True, tag="note"):
    """A remark for whoever reads the log."""

    text: str


class Close(Event, frozen=True, tag="close"):
    """The evening is over.

    `short` tells who bears a shortage or excess of the counts: split, or banker.
    """

    short: str | None = None


class Reopen(Event, frozen=True, tag="reopen"):
    """Takes a close back."""

    why: str


class Undo(Event, frozen=True, tag="undo"):
    """Take back the newest event that still counts."""


class Void(Event, frozen=True, tag="void"):
    """An event is no longer in effect."""

    number: int
    why: str


class Amend(Event, frozen=True, tag="amend"):
    """Let an event count as another saying."""

    number: int
    why: str
    saying: "AnyEvent"


class Insert(Event, frozen=True, tag="insert"):
    """Add a saying in effect just before an event."""

    number: int
    why: str
    saying: "AnyEvent"


class Begin(Event, frozen=True, tag="game"):
    """A game begins. The log keeps options as they were said; the game's own sheet reads them."""

    game: str
    options: tuple[tuple[str, str], ...] = ()
    players: tuple[str, ...] = ()


class Deal(Event, frozen=True, tag="deal"):
    """A deal begins, with what is turned up."""

    dealer: str | None = None
    turn_up: tuple[Card, ...] = ()


class Holds(Event, frozen=True, tag="holds"):
    """The hand a player was dealt, all of it."""

    player: str
    cards: tuple[Card, ...]


class Misdeal(Event, frozen=True, tag="misdeal"):
    """The deal in hand is void."""

    why: str | None = None


class Penalty(Event, frozen=True, tag="penalty"):
    """An irregularity: an offence from the sheet's list, or an amount and why."""

    player: str
    offence: str | None = None
    amount: int | None = None
    why: str | None = None


class End(Event, frozen=True, tag="end"):
    """The game is over. `how` is divide, draw or leave; `draws` are the cards drawn by each."""

    how: str | None = None
    draws: tuple[tuple[str, tuple[Card, ...]], ...] = ()


class Passes(Event, frozen=True, tag="passes"):
    """A player declines."""

    player: str


class Says(Event, frozen=True, tag="says"):
    """A declaration by a word of the game's sheet (``Cat 3``, ``Dan nap``, ``Bob snip Ann``).

    `word` is the sheet's own; the field for each kind of argument has what follows the word.
    """

    player: str
    word: str
    amount: int | None = None
    cards: tuple[Card, ...] = ()
    numbers: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    qualifiers: tuple[tuple[str, int | None], ...] = ()
    """Words that qualify the declaration, in the order of the sheet; each with its number, or None."""


class Announces(Event, frozen=True, tag="announces"):
    """A saying of the game's sheet that begins without a player (``flop 2C 7D 9H``)."""

    word: str
    entries: tuple[tuple[str, int | str], ...] = ()
    """For each of several players, a number or a word in its place."""
    amounts: tuple[tuple[str, int], ...] = ()
    """An amount for each of several players."""
    amount: int | None = None
    numbers: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()


class Bets(Event, frozen=True, tag="bets"):
    """Counters put down, on something named or not. `word` is bets or stakes, as it was said."""

    player: str
    amount: int
    on: str | None = None
    word: str = "bets"


class Raises(Event, frozen=True, tag="raises"):
    """A player makes good and adds `amount`, or makes the bet come to `to`."""

    player: str
    amount: int
    to: bool | None = None


class Plays(Event, frozen=True, tag="plays"):
    """Cards played or turned face up, and the cards that they take."""

    player: str
    cards: tuple[Card, ...]
    takes: tuple[Card, ...] = ()


class Draws(Event, frozen=True, tag="draws"):
    """Cards drawn, exchanged or thrown out, counted or named; at Loto the knobs drawn.

    `numbers` is the count of cards drawn, or the knobs; `discarded` the count thrown out.
    """

    player: str
    numbers: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    discarded: int | None = None


class Shows(Event, frozen=True, tag="shows"):
    """Cards laid face up for what they are worth."""

    player: str
    cards: tuple[Card, ...]


class Sells(Event, frozen=True, tag="sells"):
    """A sale between two players."""

    player: str
    thing: str
    buyer: str
    amount: int


class Trick(Event, frozen=True, tag="trick"):
    """The next trick: who won it, or its cards in the order of play from the leader on."""

    player: str | None = None
    cards: tuple[Card, ...] = ()


class Tricks(Event, frozen=True, tag="tricks"):
    """The tricks of each player in a deal; with no numbers, the tricks said before are all."""

    counts: tuple[tuple[str, int], ...] = ()


class Takes(Event, frozen=True, tag="takes"):
    """What a player has won on the way, an amount out of a pool, or what the others then held."""

    player: str
    things: tuple[str, ...] = ()
    amount: int | None = None
    counts: tuple[tuple[str, int], ...] = ()


class Out(Event, frozen=True, tag="out"):
    """A player has no card, or no stake, left."""

    player: str


class Left(Event, frozen=True, tag="left"):
    """The cards that the others have left; a mark names who still holds a certain card."""

    counts: tuple[tuple[str, int], ...]
    marks: tuple[tuple[str, str], ...] = ()


class Wins(Event, frozen=True, tag="wins"):
    """A player takes the stakes; `marks` are lines counted (``ambo=2``)."""

    player: str
    what: str | None = None
    marks: tuple[tuple[str, int], ...] = ()
    board: str | None = None
    """The board that is won, where there are several."""


class Split(Event, frozen=True, tag="split"):
    """Players take the stakes in equal parts, or a half of them, or those of a board."""

    players: tuple[str, ...]
    what: str | None = None
    board: str | None = None


class Scores(Event, frozen=True, tag="scores"):
    """Points counted, as a number or by their names; a name without a number has None."""

    player: str
    points: int | None = None
    marks: tuple[tuple[str, int | None], ...] = ()


class PoolWins(Event, frozen=True, tag="pool-wins"):
    """The pool keeps the stakes."""


class Spare(Event, frozen=True, tag="spare"):
    """The cards of the spare hand, turned up."""

    cards: tuple[Card, ...]


class Result(Event, frozen=True, tag="result"):
    """What each player has won (+) or lost (−); the sum is 0."""

    amounts: tuple[tuple[str, int], ...]


# The club's log


class Club(Event, frozen=True, tag="club"):
    """Opens the club's log; the program writes it with the club's first act."""


class Person(Event, frozen=True, tag="person"):
    """A person over many evenings, with the other names of that person."""

    name: str
    names: tuple[str, ...] = ()


class Alias(Event, frozen=True, tag="alias"):
    """One more name of a person, at every evening or at some."""

    name: str
    person: str
    evenings: tuple[int, ...] = ()


class Merge(Event, frozen=True, tag="merge"):
    """A person is the same as another one, who gets all the names."""

    name: str
    person: str


class SplitName(Event, frozen=True, tag="split-name"):
    """A name is taken from its person and stands for itself again."""

    name: str


class PaysTogether(Event, frozen=True, tag="pays-together"):
    """A payment over many evenings, with the evenings whose open debts it clears."""

    player: str
    payee: str
    amount: int
    money: str
    evenings: tuple[int, ...]
    on: str | None = None


class OpenSeason(Event, frozen=True, tag="season"):
    """A season and its rules; `points` of the places from the first, or none: it goes by net."""

    title: str
    first: str
    last: str
    points: tuple[int, ...] = ()
    best: int | None = None
    at_least: int | None = None
    players: tuple[str, ...] = ()
    game: str | None = None
    money: str | None = None
    handicap: Shares = ()
    """For persons, what is added at each evening: points, or counters where the season goes by net."""


class ChangeHandicap(Event, frozen=True, tag="season-handicap"):
    """From a day on, some persons have other handicaps in a season."""

    title: str
    handicap: Shares
    first: str


class EndSeason(Event, frozen=True, tag="season-ends"):
    """A season is over."""

    title: str


class PayeeChanges(Event, frozen=True, tag="payee"):
    """How a person is paid was set, changed or forgotten; a digest of what is kept is pinned.

    The program writes it with the change itself, and nothing takes it back.
    """

    person: str
    change: str
    method: str


class Repaired(Event, frozen=True, tag="repair"):
    """Events that nobody could read were moved out of a log; evening 0 is the club.

    The program writes it with the move itself, and nothing takes it back.
    """

    evening: int
    first: int
    last: int
    why: str


class Silence(Event, frozen=True, tag="silence"):
    """The default of a turn at which nothing was said; it is never recorded."""


Correction = Undo | Void | Amend | Insert
TableEvent = (
    OpenEvening | SeatPlayers | Joins | Leaves | Buys | Cashes | Count | Pays | Cost | Note
    | Close | Reopen | Begin
)  # fmt: skip
DealEvent = Deal | Holds | Misdeal | Penalty | End
PlayEvent = (
    Passes | Says | Bets | Raises | Plays | Draws | Shows | Sells | Trick | Tricks | Takes | Out | Left
    | Wins | Split | Scores | PoolWins | Spare | Result | Announces
)  # fmt: skip
ClubEvent = (
    Club | Person | Alias | Merge | SplitName | PaysTogether | OpenSeason | ChangeHandicap | EndSeason
    | PayeeChanges | Repaired
)  # fmt: skip
UNSAID = (Club, PayeeChanges, Repaired)
"""The kinds that the program itself writes, and that no correction is of."""
OF_THE_CLUB = frozenset(get_args(ClubEvent))
"""The kinds that only the club's log has."""
AnyEvent = TableEvent | Correction | DealEvent | PlayEvent
OF_A_GAME = frozenset(get_args(DealEvent | PlayEvent))
"""The kinds that are said of an open game."""
RETELLING = (Amend, Insert)
"""The corrections that hold a saying."""
CORRECTIONS = (Undo, Void, *RETELLING)
PINNING = (Deal, End, Close)
"""The kinds that pin all balances before them."""


Pinned = Mapping[str, int | str | Mapping[str, int]]
"""Data recorded with an event and never said: the rules of a `game`, or whole numbers by name."""


def balances_in(pinned: Pinned) -> dict[str, int]:
    """Return the balances that a `deal`, an `end` or a `close` pins, in the smallest unit."""
    return {name: amount for name, amount in pinned.items() if isinstance(amount, int)}


class RecordedEvent(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An event in its envelope: its number, when and by whom it was said, and its pins.

    `pinned` is recorded with the event but never said: for a `game` its rules; for a `deal`, an `end` or a `close`
    every balance before it; for a `reopen` what the close had settled.
    """

    number: int
    event: AnyEvent
    said_at: str = ""
    said_by: str = ""
    version: int = FIRST_VERSION
    pinned: Pinned = {}


class EffectiveEvent(msgspec.Struct, frozen=True, gc=False):
    """An event in effect after corrections, under the number by which it is named."""

    number: int
    event: AnyEvent
    pinned: Pinned = {}


_encoder = msgspec.json.Encoder(order="deterministic")
_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent | ClubEvent)


def kind_of(event: Event) -> str:
    """Return the name of an event's kind, as it is stored."""
    return str(event.__struct_config__.tag)


def encode(event: Event) -> bytes:
    """Return the canonical body of an event: JSON with sorted keys and no derived values."""
    return _encoder.encode(event)


def version_of(event: Event) -> int:
    """Return the lowest version of the vocabulary that can say this event."""
    match event:
        case Amend() | Insert():
            return version_of(event.saying)
        case PayeeChanges() | Repaired() | Joins(replaces=str()):
            return 5
        case ChangeHandicap() | OpenSeason(handicap=(_, *_)):
            return 4
        case Cost() | Club() | Person() | Alias() | Merge() | SplitName() | PaysTogether() | OpenSeason() | EndSeason():
            return 3
        case OpenEvening(bank=str()) | Buys(paid=bool()) | Cashes(paid=bool()) | Announces() | Raises(to=bool()):
            return 2
        case Wins(board=str()) | Split(what=str()) | Split(board=str()) | Takes(things=("house",), amount=int()):
            return 2
        case Says(qualifiers=(_, *_)):
            return 2
        case _:
            return FIRST_VERSION


def decode(body: bytes | str, version: int = VOCABULARY) -> AnyEvent:
    """Return the event of a body; an older body is upcast first.

    Raises ValueError for a body that is no event, or of a version this program does not know.
    """
    if not 0 < version <= VOCABULARY:
        raise ValueError(f"version {version} of the vocabulary is unknown here")
    if version > max(LIFTS, default=0):
        return _decoder.decode(body)
    plain = msgspec.json.decode(body)
    for step in range(version, VOCABULARY):
        plain = LIFTS[step](plain) if step in LIFTS else plain
    lifted: AnyEvent = msgspec.convert(plain, AnyEvent)
    return lifted
