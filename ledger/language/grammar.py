"""The grammar: one row for each saying.

Whatever reads, writes, completes or offers a saying takes it from its row.

To add a saying, add its event, its row here, and its handler. A word that a game has of its own becomes a row by
`declaration`, one that begins without a player by `announcement`.
"""

from collections.abc import Mapping
from enum import Enum
from functools import cache, cached_property
from itertools import product
from operator import methodcaller
from typing import TYPE_CHECKING, Any

import msgspec

from ledger.core import events
from ledger.core.books import BANK
from ledger.core.events import AnyEvent, Event
from ledger.core.names import name
from ledger.core.refusals import Refusal, Remedy, RemedyKind
from ledger.language import of_the_club
from ledger.language.arguments import (
    amount,
    amounts,
    cards,
    counts,
    event_number,
    exactly,
    new_name,
    new_names,
    number,
    numbers,
    one_number,
    one_of,
    one_player,
    payee,
    player,
    players,
    reason,
    signed_amounts,
    text,
    word,
    words,
)
from ledger.language.irregular import (
    AMOUNT_AND_CARDS,
    ANNOUNCED,
    BOARD,
    CARDS_LEFT,
    DECLARED,
    DRAWN,
    HALF,
    LINES,
    NUMBER_OF_CARDS,
    OPTIONS,
    PAID,
    PAYERS,
    POINTS,
    REASON_FOR,
    SHARERS,
    SHARES,
    SHORT,
    TERMS,
    TO,
    WHAT,
    announced,
    qualified,
)
from ledger.language.parts import (
    Argument,
    Given,
    Part,
    Parts,
    Read,
    Write,
    as_parts,
    as_slots,
    either,
    maybe,
    reading_of,
    writing_of,
)
from ledger.language.slots import AnySlot, Literal, Saying, Slots, Word
from ledger.language.vocabulary import Announcement, Arguments, Belongings
from ledger.language.words import CARDS_BOUGHT, SMALL_WORDS, WAYS_TO_END

if TYPE_CHECKING:
    from ledger.language.phrase import Phrase


class By(Enum):
    """Whether a saying begins with the name of a player, or with its word."""

    NOBODY = "it begins with its word"
    PLAYER = "a player at the table"
    PERSON = "a player, also one who has left"
    PERSON_OR_BANK = "a player, also one who has left, or the bank of the evening"


class Row(msgspec.Struct, frozen=True, dict=True):
    """One saying: how it begins, its word, the parts after it, and the event that it makes."""

    kind: type[Event]
    word: str
    parts: Parts
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
    """The form, if it is not made of the parts."""

    @property
    def form(self) -> str:
        """Return the form of the saying; capitals stand for what is filled in."""
        if self.form_text:
            return self.form_text
        start = self.word if self.by is By.NOBODY else f"A {self.word}"
        texts = [
            " ".join((start, *filter(None, parts))) for parts in product(*(part.form_texts() for part in self.parts))
        ]
        return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])}, or {texts[-1]}"

    def read(self, phrase: "Phrase", **before: str) -> AnyEvent:
        """Read what follows the word to the end; `before` are the fields of what preceded it.

        Raises Refusal, with the form for a remedy if it has no other.
        """
        fields = {**self.fixed, **before}
        phrase.one_sum = phrase.sure_of_sums(self.kind)
        try:
            self._reading(phrase, fields)
            phrase.end()
        except Refusal as refusal:
            refusal.instead = refusal.instead or Remedy(RemedyKind.FORM, self.form)
            raise
        event: Any = self.kind(**fields)
        return event  # type: ignore[no-any-return]

    @cached_property
    def write(self) -> Write:
        """Return a function that writes an event of the row's kind."""
        if self.by is By.NOBODY and not self.word:
            start: Write = lambda event, money, collect: event.word  # noqa: E731
        elif self.by is By.NOBODY:
            start = lambda event, money, collect: self.word  # noqa: E731
        elif self.word:
            start = lambda event, money, collect: f"{name(event.player)} {self.word}"  # noqa: E731
        else:
            start = lambda event, money, collect: f"{name(event.player)} {event.word}"  # noqa: E731
        return writing_of([start, *(part.writing() for part in self.parts)])

    @cached_property
    def _first(self) -> tuple[str, ...]:
        return tuple(argument.field for argument in self.parts[0].arguments())

    @cached_property
    def _reading(self) -> Read:
        return reading_of(self.parts)

    def makes(self, event: Any) -> bool:
        """Return whether an event of the row's kind has what follows the row's word."""
        for field in self._first:
            value = getattr(event, field)
            if value is not None and value != ():
                return True
        return False

    def slots(self, given: Given) -> Slots:
        """Return the slots of an offered form: its word, unless it is given, and its parts."""
        own: AnySlot = Literal(self.word) if self.by is By.NOBODY else Word((self.word,))
        return (*as_slots(given.get("word", own)), *(slot for part in self.parts for slot in part.slots(given)))


class SayingWithin(Argument, frozen=True):
    """The saying within a correction."""

    def writing(self) -> Write:
        """Return a function that writes the saying."""
        return lambda event, money, collect: row_of(event.saying).write(event.saying, money, collect)


def keyword(kind: type[Event], word: str, *parts: Part | str, **marks: Any) -> Row:
    """Return the row of a saying that begins with its word."""
    return Row(kind, word, as_parts(parts), By.NOBODY, **marks)


def verb(kind: type[Event], word: str, *parts: Part | str, by: By = By.PLAYER, **marks: Any) -> Row:
    """Return the row of a saying that begins with the name of a player."""
    return Row(kind, word, as_parts(parts), by, **marks)


SAYING = SayingWithin("saying", methodcaller("saying"), str, Saying(), "SAYING")
BUYING = "A buys AMOUNT [paid|owing], or A buys N cards"

TABLE = (
    # The evening
    keyword(
        events.OpenEvening, "evening", text("title", "the title", "what it is called", '"TITLE"', last=False), TERMS
    ),
    keyword(events.SeatPlayers, "players", new_names("players", "who sits down")),
    verb(
        events.Joins,
        "joins",
        maybe("after", player("after", "B", "on whose left")),
        maybe("for", player("replaces", "B", "in whose place")),
        maybe("as", new_name("short", "a shorter name", "called for short")),
        other=("join",),
    ),
    verb(events.Leaves, "leaves", other=("leave",)),
    verb(
        events.Buys,
        "buys",
        amount(usual=(1, 2, 5, 10)),
        maybe(PAID),
        by=By.PERSON,
        any_time=True,
        other=("buy",),
        form_text=BUYING,
    ),
    verb(events.Says, "buys", NUMBER_OF_CARDS, fixed={"word": CARDS_BOUGHT}, form_text=BUYING),
    verb(
        events.Cashes, "cashes", amount(usual=(1, 2, 5, 10)), maybe(PAID), by=By.PERSON, any_time=True, other=("cash",)
    ),
    keyword(events.Count, "count", amounts("counted"), any_time=True),
    verb(
        events.Pays,
        "pays",
        payee("payee"),
        amount(usual=(1, 2, 5, 10)),
        by=By.PERSON_OR_BANK,
        any_time=True,
        other=("pay",),
        form_text="A pays B AMOUNT, either of whom may be the bank",
    ),
    keyword(
        events.Cost,
        "cost",
        amount(),
        WHAT,
        PAYERS,
        maybe("for", SHARES),
        any_time=True,
        form_text="cost AMOUNT WHAT A paid [for B [N] C [N] …], or cost AMOUNT WHAT A AMOUNT B AMOUNT paid [for …]",
    ),
    keyword(events.Note, "note", text("text", "the note", "what is to be noted"), any_time=True),
    keyword(
        events.Close, "close", maybe(SHORT), careful=True, form_text="close, close short=split, or close short=banker"
    ),
    keyword(events.Reopen, "reopen", reason(), careful=True),
    # Corrections
    keyword(events.Undo, "undo", short=("u",), careful=True),
    keyword(events.Void, "void", event_number(), reason(), careful=True),
    keyword(events.Amend, "amend", event_number(), REASON_FOR, SAYING, careful=True),
    keyword(events.Insert, "insert", event_number(), REASON_FOR, SAYING, careful=True),
    # A game
    keyword(
        events.Begin,
        "game",
        word("game", "the name of a game", "NAME"),
        OPTIONS,
        maybe("with", players(capitals="A B C …")),
    ),
    keyword(events.Deal, "deal", maybe(player("dealer")), maybe("turn-up", cards("turn_up"))),
    keyword(events.Misdeal, "misdeal", maybe(reason()), careful=True),
    keyword(
        events.Penalty,
        "penalty",
        player(),
        either(
            (word("offence", "an offence or an amount", "OFFENCE"), maybe(amount())),
            (amount(), reason()),
            optional=True,  # the game says which offences it has
        ),
        careful=True,
    ),
    keyword(
        events.End,
        "end",
        either(one_of("how", WAYS_TO_END, "a way to end"), (exactly("how", "draw"), DRAWN), optional=True),
        careful=True,
        form_text="end, end divide, end leave, or end draw A:CARD B:CARD …",
    ),
    # Play
    verb(events.Passes, "passes", other=("pass",), short=("p", "fold", "folds", "muck", "mucks")),
    verb(events.Says, "calls", fixed={"word": "calls"}, other=("call",), form_text="A calls CALL, or A calls alone"),
    verb(
        events.Bets,
        "bets",
        amount(),
        maybe("on", word("on", "what the amount is put on", "WHAT")),
        fixed={"word": "bets"},
        other=("bet",),
    ),
    verb(
        events.Bets,
        "stakes",
        amount(),
        maybe("on", word("on", "what the amount is put on", "WHAT")),
        fixed={"word": "stakes"},
        other=("stake",),
    ),
    verb(events.Raises, "raises", maybe(TO), amount(), other=("raise",)),
    verb(events.Plays, "plays", cards(until="takes"), maybe("takes", cards("takes")), other=("play",)),
    verb(
        events.Draws,
        "discards",
        either(cards("discards", until="draws"), number("discarded")),
        maybe("draws", either(numbers(), cards(), otherwise=1, expected="a number or a card")),
        other=("discard",),
        form_text="A discards CARD … [draws CARD …], or A discards N",
    ),
    verb(
        events.Draws,
        "draws",
        either(numbers(capitals="N"), cards(), otherwise=1, expected="a number or a card"),
        other=("draw",),
    ),
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
    keyword(events.Trick, "trick", either(player(), cards(capitals="CARD CARD …"))),
    keyword(events.Tricks, "tricks", maybe(counts()), form_text="tricks A N B N …, or tricks alone"),
    verb(
        events.Takes,
        "takes",
        either(
            words("things", "a thing to take", "THING …"),
            amount(),
            (exactly("things", "kitty", several=True), maybe(amount())),
            (exactly("things", "house", several=True), maybe(amount())),
            (exactly("things", "pope", several=True), maybe(counts(capitals="B N C N …"))),
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
        either(number("points"), POINTS, otherwise=1),
        other=("score",),
    ),
    keyword(events.PoolWins, "pool", "wins"),
    keyword(events.Spare, "spare", cards()),
    keyword(events.Result, "result", signed_amounts("amounts")),
)
"""Every saying that is the same at all games."""

CLUB = (
    keyword(events.Club, "club"),
    keyword(events.Person, "person", of_the_club.person("name", "NAME"), maybe("known", of_the_club.KNOWN_AS)),
    keyword(
        events.Alias,
        "alias",
        of_the_club.person("name", "NAME"),
        "of",
        of_the_club.person("person", "PERSON"),
        maybe("at", of_the_club.evenings()),
    ),
    keyword(
        events.Merge, "merge", of_the_club.person("name", "NAME"), "into", of_the_club.person("person", "PERSON")
    ),
    keyword(events.SplitName, "split", of_the_club.person("name", "NAME")),
    verb(
        events.PaysTogether,
        "pays",
        of_the_club.person("payee", "B"),
        of_the_club.SUM,
        "for",
        of_the_club.evenings(until="on"),
        maybe("on", of_the_club.DAY),
    ),
    keyword(
        events.OpenSeason, "season", text("title", "the title", "what it is called", '"TITLE"', last=False),
        of_the_club.RULES,
    ),
    keyword(
        events.ChangeHandicap, "season", text("title", "the title", "what it is called", '"TITLE"', last=False),
        "handicap", of_the_club.HANDICAP, "from", of_the_club.FROM_DAY,
    ),
    keyword(
        events.EndSeason, "season", text("title", "the title", "what it is called", '"TITLE"', last=False), "ends"
    ),
    keyword(
        events.PayeeChanges, "payee", "of", of_the_club.person("person", "PERSON"), of_the_club.CHANGE
    ),
    keyword(
        events.Repaired, "repair", "of", of_the_club.LOG, "from", number("first"), "to", number("last"), reason()
    ),
)  # fmt: skip
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

DECLARATIONS: dict[Arguments, Parts] = {
    Arguments.ALONE: (),
    Arguments.AMOUNT: (amount(),),
    Arguments.MAYBE_AMOUNT: (maybe(amount()),),
    Arguments.CARD: (cards(number=1),),
    Arguments.MAYBE_CARD: (maybe(cards(number=1)),),
    Arguments.MAYBE_CARDS: (maybe(cards()),),
    Arguments.MAYBE_TWO_CARDS: (maybe(cards(number=2)),),
    Arguments.AMOUNT_AND_CARDS: (AMOUNT_AND_CARDS,),
    Arguments.NUMBER: (one_number(),),
    Arguments.MAYBE_NUMBER: (maybe(one_number()),),
    Arguments.NUMBERS: (numbers(),),
    Arguments.MAYBE_PLAYER: (maybe(one_player()),),
    Arguments.PLAYERS: (players(capitals="B …"),),
    Arguments.WITH_PLAYERS: (maybe("with", players(capitals="B …")),),
    Arguments.PLAYER_AND_AMOUNT: (one_player(), amount()),
}
"""The parts that a declaration may have, for rows of games' words."""

NUMBER_CALLED = Row(events.Says, "", (), By.PLAYER, form_text="A N")
"""A number called."""
DECLARED_ROW = Row(events.Says, "", (DECLARED,), By.PLAYER)
"""The row of any declaration, whose event tells its word."""
ANNOUNCED_ROW = Row(events.Announces, "", (ANNOUNCED,), By.NOBODY)
"""The row of any announcement, whose event tells its word."""


@cache
def declaration(word: str, belongings: Belongings) -> Row:
    """Return the row of a word of a game."""
    parts = DECLARATIONS[belongings] if isinstance(belongings, Arguments) else (qualified(belongings),)
    return Row(events.Says, word, parts, By.PLAYER, fixed={"word": word})


@cache
def announcement(word: str, spec: Announcement) -> Row:
    """Return the row of a game's saying without a player."""
    return Row(events.Announces, word, (announced(spec),), By.NOBODY, fixed={"word": word})


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


def slots_of(kind: type[Event], verb: str = "", **given: AnySlot | Slots) -> Slots:
    """Return the slots of a saying; the slots in `given` replace the fields that they fill.

    `verb` names the row of a kind that is said in several texts. `word` is the slot of the saying's own word.
    """
    rows = ROWS[kind]
    return next((row for row in rows if row.word == verb), rows[-1]).slots(given)
