"""The grammar: one row for each saying.

Whatever reads, writes, completes or offers a saying takes it from its row.

To add a saying, add its event, its row here, and its handler. A word that a game has of its own becomes a row by
`declaration`, one that begins without a player by `announcement`.
"""

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache
from typing import Any

import msgspec

from ledger.core import events
from ledger.core.books import BANK
from ledger.core.events import AnyEvent, Event
from ledger.core.money import Money
from ledger.core.names import name
from ledger.core.refusals import Refusal, Remedy, RemedyKind
from ledger.language import of_the_club
from ledger.language.irregular import (
    AMOUNT_AND_CARDS,
    ANNOUNCED,
    BOARD,
    CARDS_LEFT,
    COST,
    DECLARED,
    DRAWN,
    EVENT_NUMBER,
    HALF,
    LINES,
    NEW_NAMES,
    NUMBER_OF_CARDS,
    OPTIONS,
    PAID,
    POINTS,
    REASON_FOR,
    SHARERS,
    SHARES,
    SHORT,
    SHORT_NAME,
    TERMS,
    TITLE,
    Payee,
    announced,
    exactly,
    numbers,
    pairs,
    qualified,
)
from ledger.language.phrase import REASON, Phrase
from ledger.language.slots import (
    Alternatives,
    Amount,
    Cards,
    Group,
    Literal,
    Number,
    Player,
    Players,
    Saying,
    Slot,
    Text,
    Word,
    read_slots,
    row_forms,
)
from ledger.language.vocabulary import Announcement, Arguments, Belongings, Collect
from ledger.language.words import CARDS_BOUGHT, MANY, SMALL_WORDS, WAYS_TO_END


class By(Enum):
    """Whether a saying begins with the name of a player, or with its word."""

    NOBODY = "it begins with its word"
    PLAYER = "a player at the table"
    PERSON = "a player, also one who has left"
    PERSON_OR_BANK = "a player, also one who has left, or the bank of the evening"


class Row(msgspec.Struct, frozen=True):
    """One saying: how it begins, its word, the slots after it, and the event that it makes."""

    kind: type[Event]
    word: str
    slots: tuple[Slot, ...]
    by: By
    other: tuple[str, ...] = ()
    """Other forms of the word."""
    short: tuple[str, ...] = ()
    """What may be typed for the word besides a beginning of it."""
    fixed: Mapping[str, Any] = {}
    """The fields of the event that the word fills."""
    any_time: bool = False
    """Whether the saying is possible whenever the evening is open."""
    careful: bool = False
    """Whether the saying takes something away: it is not read from a beginning that may be a player's name."""
    form_text: str = ""
    """The form, if it is not made of the slots."""

    @property
    def form(self) -> str:
        """Return the form of the saying; capitals stand for what is filled in."""
        if self.form_text:
            return self.form_text
        start = self.word if self.by is By.NOBODY else f"A {self.word}"
        texts = [f"{start} {text}" if text else start for text in row_forms(self.slots)]
        return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])}, or {texts[-1]}"

    def read(self, phrase: Phrase, **before: str) -> AnyEvent:
        """Read what follows the word to the end; `before` are the fields of what preceded it.

        Raises Refusal, with the form for a remedy if it has no other.
        """
        fields = {**self.fixed, **before}
        phrase.one_sum = phrase.sure_of_sums(self.kind)
        try:
            read_slots(self.slots, phrase, fields)
            phrase.end()
        except Refusal as refusal:
            refusal.instead = refusal.instead or Remedy(RemedyKind.FORM, self.form)
            raise
        event: Any = self.kind(**fields)
        return event  # type: ignore[no-any-return]

    def write(self, event: Any, money: Money, collect: Collect) -> str:
        """Write an event of the row's kind."""
        word = self.word or event.word
        text = word if self.by is By.NOBODY else f"{name(event.player)} {word}"
        for slot in self.slots:
            if part := slot.write(event, money, collect):
                text += f" {part}"
        return text

    def makes(self, event: Any) -> bool:
        """Return whether an event of the row's kind has what follows the row's word."""
        return any(getattr(event, field) not in (None, ()) for field in self.slots[0].fields())


class SayingWithin(Saying, frozen=True):
    """The saying within a correction."""

    def write(self, event: Any, money: Money, collect: Collect) -> str:
        """Write the saying."""
        return row_of(event.saying).write(event.saying, money, collect)


def keyword(kind: type[Event], word: str, *slots: Slot | str, **marks: Any) -> Row:
    """Return the row of a saying that begins with its word."""
    return Row(kind, word, _with_small_words(slots), By.NOBODY, **marks)


def verb(kind: type[Event], word: str, *slots: Slot | str, by: By = By.PLAYER, **marks: Any) -> Row:
    """Return the row of a saying that begins with the name of a player."""
    return Row(kind, word, _with_small_words(slots), by, **marks)


def _with_small_words(slots: Iterable[Slot | str]) -> tuple[Slot, ...]:
    return tuple(Literal(slot) if isinstance(slot, str) else slot for slot in slots)


def maybe(*slots: Slot | str) -> Slot:
    """Return a slot that may be left out, and the small words before it, if it has any."""
    group: Any = _with_small_words(slots)
    return Group(group, optional=True) if len(group) > 1 else msgspec.structs.replace(group[0], optional=True)


def either(*branches: Slot | tuple[Slot, ...], **marks: Any) -> Alternatives:
    """Return branches of one slot or of several, of which the next word chooses one."""
    several = tuple(branch if isinstance(branch, tuple) else (branch,) for branch in branches)
    return Alternatives(several, **marks)


def amount(*usual: int) -> Amount:
    """Return an amount; `usual` are the amounts commonly said, in counters."""
    return Amount(0, None, usual, field="amount")


def number(field: str) -> Number:
    """Return a whole number."""
    return Number(0, MANY, field=field)


def cards(field: str = "cards") -> Cards:
    """Return cards to the end or to a small word, at least one."""
    return Cards(1, MANY, (), field=field)


def player(field: str = "player", form: str = "A") -> Player:
    """Return the name of a player."""
    return Player((), field=field, form=form)


def word(field: str, expected: str, form: str, **marks: Any) -> Word:
    """Return a word of a game."""
    return Word((), field=field, expected=expected, form=form, **marks)


def text(field: str, expected: str, asks: str, **marks: Any) -> Text:
    """Return a text in double quotes."""
    return Text(field=field, expected=expected, asks=asks, **marks)


WHY = text("why", REASON, "why", form='"WHY"')
SAYING = SayingWithin(field="saying")
BUYING = "A buys AMOUNT [paid|owing], or A buys N cards"
ON_WHAT = maybe("on", word("on", "what the amount is put on", "WHAT"))
CARDS_OR_NUMBERS = either(cards(), numbers(), expected="a number or a card")

TABLE = (
    # The evening
    keyword(events.OpenEvening, "evening", TITLE, TERMS),
    keyword(events.SeatPlayers, "players", NEW_NAMES),
    verb(
        events.Joins,
        "joins",
        maybe("after", player("after", "B")),
        maybe("for", player("replaces", "B")),
        maybe("as", SHORT_NAME),
        other=("join",),
    ),
    verb(events.Leaves, "leaves", other=("leave",)),
    verb(
        events.Buys,
        "buys",
        amount(1, 2, 5, 10),
        maybe(PAID),
        by=By.PERSON,
        any_time=True,
        other=("buy",),
        form_text=BUYING,
    ),
    verb(events.Says, "buys", NUMBER_OF_CARDS, fixed={"word": CARDS_BOUGHT}, form_text=BUYING),
    verb(events.Cashes, "cashes", amount(1, 2, 5, 10), maybe(PAID), by=By.PERSON, any_time=True, other=("cash",)),
    keyword(events.Count, "count", pairs("counted", Amount(0, None)), any_time=True),
    verb(
        events.Pays,
        "pays",
        Payee((), field="payee", form="B"),
        amount(1, 2, 5, 10),
        by=By.PERSON_OR_BANK,
        any_time=True,
        other=("pay",),
        form_text="A pays B AMOUNT, either of whom may be the bank",
    ),
    keyword(
        events.Cost,
        "cost",
        COST,
        maybe("for", SHARES),
        any_time=True,
        form_text="cost AMOUNT WHAT A paid [for B [N] C [N] …], or cost AMOUNT WHAT A AMOUNT B AMOUNT paid [for …]",
    ),
    keyword(events.Note, "note", text("text", "the note", "what is to be noted"), any_time=True),
    keyword(
        events.Close, "close", maybe(SHORT), careful=True, form_text="close, close short=split, or close short=banker"
    ),
    keyword(events.Reopen, "reopen", WHY, careful=True),
    # Corrections
    keyword(events.Undo, "undo", short=("u",), careful=True),
    keyword(events.Void, "void", EVENT_NUMBER, WHY, careful=True),
    keyword(events.Amend, "amend", EVENT_NUMBER, REASON_FOR, SAYING, careful=True),
    keyword(events.Insert, "insert", EVENT_NUMBER, REASON_FOR, SAYING, careful=True),
    # A game
    keyword(
        events.Begin,
        "game",
        word("game", "the name of a game", "NAME"),
        OPTIONS,
        maybe("with", Players(1, MANY, (), field="players", form="A B C …")),
    ),
    keyword(events.Deal, "deal", maybe(player("dealer")), maybe("turn-up", cards("turn_up"))),
    keyword(events.Misdeal, "misdeal", maybe(WHY), careful=True),
    keyword(
        events.Penalty,
        "penalty",
        player(),
        either(
            (word("offence", "an offence or an amount", "OFFENCE"), maybe(amount())),
            (amount(), WHY),
            optional=True,  # the game says which offences it has
        ),
        careful=True,
    ),
    keyword(
        events.End,
        "end",
        either(
            Word(WAYS_TO_END, field="how", expected="a way to end"),
            (exactly("how", "draw", "draw"), DRAWN),
            optional=True,
        ),
        careful=True,
        form_text="end, end divide, end leave, or end draw A:CARD B:CARD …",
    ),
    # Play
    verb(events.Passes, "passes", other=("pass",), short=("p", "fold", "folds", "muck", "mucks")),
    verb(events.Says, "calls", fixed={"word": "calls"}, other=("call",), form_text="A calls CALL, or A calls alone"),
    verb(events.Bets, "bets", amount(), ON_WHAT, fixed={"word": "bets"}, other=("bet",)),
    verb(events.Bets, "stakes", amount(), ON_WHAT, fixed={"word": "stakes"}, other=("stake",)),
    verb(events.Raises, "raises", maybe(exactly("to", "to", True)), amount(), other=("raise",)),
    verb(events.Plays, "plays", cards(), maybe("takes", cards("takes")), other=("play",)),
    verb(
        events.Draws,
        "discards",
        either(cards("discards"), number("discarded")),
        maybe("draws", CARDS_OR_NUMBERS),
        other=("discard",),
        form_text="A discards CARD … [draws CARD …], or A discards N",
    ),
    verb(events.Draws, "draws", CARDS_OR_NUMBERS, other=("draw",), form_text="A draws N, or A draws CARD …"),
    verb(events.Shows, "shows", cards(), other=("show",)),
    verb(events.Holds, "holds", cards(), other=("hold",)),
    verb(
        events.Sells,
        "sells",
        word("thing", "what is sold", "THING"),
        "to",
        player("buyer", "B"),
        "for",
        amount(),
        other=("sell",),
    ),
    keyword(events.Trick, "trick", either(player(), Cards(1, MANY, (), field="cards", form="CARD CARD …"))),
    keyword(
        events.Tricks, "tricks", maybe(pairs("counts", Number(0, MANY))), form_text="tricks A N B N …, or tricks alone"
    ),
    verb(
        events.Takes,
        "takes",
        either(
            word("things", "a thing to take", "THING …", repeat=True),
            amount(),
            *((exactly("things", pot, (pot,)), maybe(amount())) for pot in ("kitty", "house")),
            (exactly("things", "pope", ("pope",)), maybe(pairs("counts", Number(0, MANY)))),
        ),
        other=("take",),
        form_text="A takes THING …, A takes AMOUNT, A takes kitty|house [AMOUNT], or A takes pope B N C N …",
    ),
    verb(events.Out, "out"),
    keyword(
        events.Left,
        "left",
        CARDS_LEFT,
        form_text="left A N B N …, with +pope or +spin after the number of who holds it",
    ),
    verb(
        events.Wins,
        "wins",
        either((word("what", "what is won", "WHAT"), maybe(BOARD)), BOARD, LINES, optional=True),
        other=("win",),
        form_text="A wins [WHAT] [BOARD]",
    ),
    keyword(events.Split, "split", SHARERS, maybe(HALF), maybe(BOARD), form_text="split A B … [HALF] [BOARD]"),
    verb(
        events.Scores,
        "scores",
        either(POINTS, number("points")),
        other=("score",),
        form_text="A scores N, or A scores NAME[=N] …",
    ),
    keyword(events.PoolWins, "pool", "wins"),
    keyword(events.Spare, "spare", cards()),
    keyword(events.Result, "result", pairs("amounts", Amount(-MANY, None), "A +AMOUNT B -AMOUNT …")),
)
"""Every saying that is the same at all games."""

CLUB = (
    keyword(events.Club, "club"),
    keyword(events.Person, "person", of_the_club.person("name", "NAME"), maybe("known", "as", of_the_club.KNOWN_AS)),
    keyword(
        events.Alias,
        "alias",
        of_the_club.person("name", "NAME"),
        "of",
        of_the_club.person("person", "PERSON"),
        maybe("at", of_the_club.evenings()),
    ),
    keyword(events.Merge, "merge", of_the_club.person("name", "NAME"), "into", of_the_club.person("person", "PERSON")),
    keyword(events.SplitName, "split", of_the_club.person("name", "NAME")),
    verb(
        events.PaysTogether,
        "pays",
        of_the_club.person("payee", "B"),
        of_the_club.SUM,
        "for",
        of_the_club.evenings(("on",)),
        maybe("on", of_the_club.DAY),
    ),
    keyword(events.OpenSeason, "season", TITLE, of_the_club.RULES),
    keyword(events.ChangeHandicap, "season", TITLE, "handicap", of_the_club.HANDICAP, "from", of_the_club.FROM_DAY),
    keyword(events.EndSeason, "season", TITLE, "ends"),
    keyword(events.PayeeChanges, "payee", "of", of_the_club.person("person", "PERSON"), of_the_club.CHANGE),
    keyword(events.Repaired, "repair", "of", of_the_club.LOG, "from", number("first"), "to", number("last"), WHY),
)
"""The sayings that only the club's log has."""

KEYWORDS = {row.word: row for row in TABLE if row.by is By.NOBODY}
"""The sayings that begin with their word."""
VERBS = {verb.word: tuple(row for row in TABLE if row.word == verb.word) for verb in TABLE if verb.by is not By.NOBODY}
"""The verbs of players, each with its row."""
OTHER_FORMS = {form: row.word for row in TABLE for form in row.other}
"""Other forms of a word, each with the form that the sheets use."""
YIELDING = frozenset({"cost"})
"""Words that begin a saying only if no player has that name, because older logs may have such players."""
RESERVED = (frozenset(KEYWORDS) - YIELDING) | frozenset(SMALL_WORDS) | {BANK}
"""The names that no player can have: the words that begin a saying, the small words, and the evening's bank."""
NO_NEW_NAMES = YIELDING | {"paid"}
"""Words of sayings without a player: old logs may have them as names, new players may not."""
CORRECTIONS = tuple(row.word for row in TABLE if row.kind in events.CORRECTIONS)
"""The words that begin a correction."""


def canonical(word: str) -> str:
    """Return the notation's own form of one of its words in small letters."""
    return OTHER_FORMS.get(word, word)


def forms_of(word: str) -> tuple[str, ...]:
    """Return all forms of a word."""
    return (word, *(form for form, main in OTHER_FORMS.items() if main == word))


# Words of games

_ONE_CARD, _TWO_CARDS = Cards(1, 1, (), field="cards", form="CARD"), Cards(2, 2, (), field="cards", form="CARD CARD")
_ONE_NUMBER = msgspec.structs.replace(numbers(), high=1, form="N")
_ONE_PLAYER, _PLAYERS = (Players(1, high, (), field="players", form=form) for high, form in ((1, "B"), (MANY, "B …")))
DECLARATIONS: dict[Arguments, tuple[Slot, ...]] = {
    Arguments.ALONE: (),
    Arguments.AMOUNT: (amount(),),
    Arguments.MAYBE_AMOUNT: (maybe(amount()),),
    Arguments.CARD: (_ONE_CARD,),
    Arguments.MAYBE_CARD: (maybe(_ONE_CARD),),
    Arguments.MAYBE_CARDS: (maybe(cards()),),
    Arguments.MAYBE_TWO_CARDS: (maybe(_TWO_CARDS),),
    Arguments.AMOUNT_AND_CARDS: (AMOUNT_AND_CARDS,),
    Arguments.NUMBER: (_ONE_NUMBER,),
    Arguments.MAYBE_NUMBER: (maybe(_ONE_NUMBER),),
    Arguments.NUMBERS: (numbers(),),
    Arguments.MAYBE_PLAYER: (maybe(_ONE_PLAYER),),
    Arguments.PLAYERS: (_PLAYERS,),
    Arguments.WITH_PLAYERS: (maybe("with", _PLAYERS),),
    Arguments.PLAYER_AND_AMOUNT: (_ONE_PLAYER, amount()),
}
"""The slots that a declaration may have, for rows of games' words."""

NUMBER_CALLED = Row(events.Says, "", (), By.PLAYER, form_text="A N")
"""A number called."""
DECLARED_ROW = Row(events.Says, "", DECLARED, By.PLAYER)
"""The row of any declaration, whose event tells its word."""
ANNOUNCED_ROW = Row(events.Announces, "", ANNOUNCED, By.NOBODY)
"""The row of any announcement, whose event tells its word."""


@cache
def declaration(word: str, belongings: Belongings) -> Row:
    """Return the row of a word of a game."""
    slots = DECLARATIONS[belongings] if isinstance(belongings, Arguments) else (qualified(belongings),)
    return Row(events.Says, word, slots, By.PLAYER, fixed={"word": word})


@cache
def announcement(word: str, spec: Announcement) -> Row:
    """Return the row of a game's saying without a player."""
    return Row(events.Announces, word, announced(spec), By.NOBODY, fixed={"word": word})


def _by_kind() -> dict[type[Event], tuple[Row, ...]]:
    rows: dict[type[Event], tuple[Row, ...]] = {}
    for row in (*TABLE, *CLUB, DECLARED_ROW, ANNOUNCED_ROW):
        rows[row.kind] = (*rows.get(row.kind, ()), row)
    return rows


ROWS = _by_kind()
"""The texts in which each kind of event is said, the most general last."""
BY_WORD = {
    kind: {row.fixed["word"]: row for row in rows if "word" in row.fixed}
    for kind, rows in ROWS.items()
    if "word" in kind.__struct_fields__
}
"""The texts of those kinds of event that hold their word, by that word."""


def row_of(event: Any) -> Row:
    """Return the row by which an event is said.

    Raises KeyError for an event that is never said, as silence is.
    """
    rows = ROWS[type(event)]
    if len(rows) == 1:
        return rows[0]
    if by_word := BY_WORD.get(type(event)):
        return by_word.get(event.word, rows[-1])
    return next((row for row in rows[:-1] if row.makes(event)), rows[-1])


def write(event: Any, money: Money, collect: Collect) -> str:
    """Write an event as a saying, with the money of the evening and the words of the games.

    It reads back as that event. Raises KeyError for an event that is never said, as silence is.
    """
    return row_of(event).write(event, money, collect)
