"""Shorthand: a typed line spelled out as full sayings, by what may be said just now.

Names and words may be said by their beginning, names by their initials too; the name is left out where one player
is asked; names are joined by commas or `and`; `all` stands for everybody; the last text needs no quotes. What is
recorded and printed is the full notation, and scripts and files are read in nothing else.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from ledger.core.cards import read_card
from ledger.core.money import Money
from ledger.core.names import initials, key_of, name, quoted
from ledger.core.refusals import Code, Refusal, listed, skeleton
from ledger.language.forms import GLUED, joined
from ledger.language.grammar import KEYWORDS, OTHER_FORMS, TABLE, VERBS
from ledger.language.lexer import clipped
from ledger.language.other_words import WORDS
from ledger.language.phrase import INTEGER
from ledger.language.slots import (
    AnySlot,
    Cards,
    Form,
    Group,
    Literal,
    Number,
    Option,
    Player,
    Players,
    Saying,
    Several,
    Slots,
    Word,
    options_in,
    stands_anywhere,
)
from ledger.language.tokens import EVERYBODY, JOINTS, Token, tokens_of
from ledger.language.vocabulary import Vocabulary
from ledger.language.walk import Repetition, Step, Walk

SHORT = {short: row.word for row in TABLE for short in row.short}
"""What may be typed for a word besides its beginnings."""
MOST_SHOWN = 6
"""The greatest number of possible sayings that a refusal names."""
OF_THEIR_OWN = frozenset(word for row in WORDS for word in row.split("|") if " " not in word)
"""Words that mean something by themselves, and so are no beginnings of others."""
COURT_CARDS = {"a": "ace", "k": "king", "q": "queen", "j": "knave", "jack": "knave", "kn": "knave"}
"""What may be typed for a court card and for the ace."""
TAKING_AWAY = tuple(row.word for row in TABLE if row.careful)
"""Words that begin a saying that takes something away; they are not read from a beginning that may be a player's
name."""
BY_WORDS = 3
"""The rank of a reading by its first word alone: after every reading by a form."""
SHORTEST = 2
"""The number of letters up to which a beginning may have been meant for another word."""
MOST_STEPS = 5_000
"""The greatest number of steps in which a line is read; a line that needs more may mean too much."""
MOST_TOKENS = 200
"""The greatest number of words of a line that is expanded."""


class Reading(NamedTuple):
    """A reading of the beginning of a line."""

    at: int
    """The number of words of the line that the reading takes."""
    parts: tuple[str, ...] = ()
    """The full words that the reading means."""
    doubts: int = 0
    """What in the reading is not offered: an amount out of range, an impossible card, a text without quotes."""
    shortened: int = 0
    """The number of words that are said by their beginnings."""
    hasty: bool = False
    """Whether the saying has to be clear, and begins with what may be a player's name."""
    unnamed: bool = False
    """Whether the saying is of the player who is asked, and the line does not begin with the name."""

    def then(self, other: "Reading") -> "Reading":
        """Return this reading with another after it."""
        doubts, shortened = self.doubts + other.doubts, self.shortened + other.shortened
        parts, hasty = self.parts + other.parts, self.hasty or other.hasty
        return Reading(other.at, parts, doubts, shortened, hasty, self.unnamed or other.unnamed)


class PerhapsAPlayer(Refusal):
    """A line that begins with what may be a player, or is a saying that has to be clear.

    Such a saying takes something away, or has a text of its own. `sayings` are those of the line if it is a player's:
    one for each possible player; `clear` is the other saying.
    """

    def __init__(self, beginning: str, clear: str, whose: Sequence[str], rest: str) -> None:
        self.clear, word = clear, clear.split()[0]
        self.sayings = [f"{player} {SHORT.get(rest.lower(), rest)}" for player in whose] if rest else []
        if whose:
            listing = [*whose[:MOST_SHOWN], *(["others"] if len(whose) > MOST_SHOWN else []), word]
            sentence, remedy = f"{clipped(beginning)} may be {listed(listing, 'or')}", f"Say {word} in full"
        else:
            sentence = f"{clipped(beginning)} may be {word}, and {clipped(rest)} may be meant for a player"
            remedy = f"Say {word} in full, or who says {clipped(rest)}"
        super().__init__(Code.UNKNOWN_WORD, sentence, remedy, at=1)

    def because(self, why: str) -> Refusal:
        """Return the same refusal, with the reason why the line cannot be the player's."""
        return Refusal(self.code, f"{self.sentence}. {why[:1].upper()}{why[1:]}", self.remedy, self.at)

    def or_else(self, of_the_player: str) -> Refusal:
        """Return a question which of the two is meant, if both can stand."""
        return Refusal(self.code, self.sentence, f"Say {of_the_player}, or {self.clear}", self.at)


@dataclass(frozen=True)
class Shorthand:
    """What short sayings are read by: the offered forms, who is asked, and who is at the table."""

    forms: Sequence[Form]
    """The forms of the turn and of those behind its defaults, which come before all others."""
    around: Sequence[Form]
    """The forms around the turn, about the evening, and for corrections."""
    asked: Sequence[str]
    seated: Sequence[str]
    """Who is at the table; a beginning of their names is taken for them first."""
    names: Sequence[str]
    """Everybody who may be named, including who has left."""
    money: Money
    vocabulary: Vocabulary
    called: Mapping[str, str] = field(default_factory=dict)
    """The shorter names of players, each with the player."""
    words: Sequence[str] = ()
    """The words that may begin a player's saying now, even without a form."""

    def see_clear(self, beginning: str, word: str) -> None:
        """Raise PerhapsAPlayer if the beginning of a word is also a player's."""
        match = Match(self, beginning, tokens_of(beginning))
        if match.candidates(match.tokens[0]):
            raise match.perhaps_a_player(word)

    def spelled_out(self, line: str) -> str:
        """Return the full saying of a short line; return a line that fits no form as it is.

        Raises Refusal if the line may mean several things, and names them. Raises PerhapsAPlayer if the line begins
        with what may be a player, and is otherwise a saying that has to be clear.
        """
        tokens = tokens_of(line)
        if not tokens or len(tokens) > MOST_TOKENS:
            return line
        match = Match(self, line, tokens)
        best = _best(match.readings())
        sayings = list(dict.fromkeys(joined(reading.parts) for reading in best))
        if best and all(reading.hasty for reading in best):
            raise match.perhaps_a_player(joined(best[0].parts))
        if len(sayings) > 1:
            listing = listed([*sayings[:MOST_SHOWN], *(["others"] if len(sayings) > MOST_SHOWN else [])], "or")
            sentence = f"{clipped(line)} is short for more than one saying"
            raise Refusal(Code.UNKNOWN_WORD, sentence, f"It may be {listing}", at=1)
        return sayings[0] if sayings else match.with_name()


def _best(readings: Iterable[tuple[int, Reading]]) -> list[Reading]:
    """Return the best readings: those without doubts, in full, of the turn, with a name.

    Of several such readings, those with the fewest short words: `b made with 1` is not `made without 1`.
    """
    ranked = [
        ((reading.doubts, reading.shortened > 0, rank, reading.unnamed, reading.shortened), reading)
        for rank, reading in readings
    ]
    first = min((rank for rank, _ in ranked), default=None)
    return [reading for rank, reading in ranked if rank == first]


class TooManyWays(Refusal):
    """A line may mean too much to be tried; the refusal names what is not clear in it."""


class Match:
    """The words of a line, matched with the offered forms."""

    def __init__(self, shorthand: Shorthand, line: str, tokens: Sequence[Token], most_steps: int = MOST_STEPS) -> None:
        self.line = line
        self.tokens = tokens
        self.short, self.money = shorthand, shorthand.money
        short = {key_of(player): whose for player, whose in shorthand.called.items()}
        self.names = short | {key_of(player): player for player in shorthand.names}
        self.steps, self.most_steps = 0, most_steps
        self.meant: dict[str, list[str]] = {}
        """The players whose names each word may begin, once they were looked up."""
        vocabulary = shorthand.vocabulary
        self.announcements = {part for word in vocabulary.announcements for part in word.split()}
        self.known = {*KEYWORDS, *VERBS, *vocabulary.words, *self.announcements}

    def readings(self) -> Iterator[tuple[int, Reading]]:
        """Yield every reading of the whole line as a form: of the turn, around it, or any game's."""
        seated, is_read = tuple(self.short.seated), False
        for rank, forms in enumerate(
            (self.short.forms, self.short.around, _of_the_notation(seated), self.by_words(seated))
        ):
            if rank == BY_WORDS and is_read:
                break
            named = rank == 1 or (rank == BY_WORDS and bool(self.candidates(self.tokens[0])))
            for form in forms:
                for reading in self.of_form(form, anybody=not named):
                    if reading.at == len(self.tokens):
                        is_read = True
                        yield rank, reading

    def by_words(self, seated: tuple[str, ...]) -> tuple[Form, ...]:
        """Return forms of players' sayings by their first word, with the rest as it stands."""
        words = tuple(dict.fromkeys(self.canonical(word) for word in self.short.words))
        known = tuple(word for word in words if word in self.known and word not in KEYWORDS)
        return (Form(seated, (Word(words=known), Saying(optional=True))),) if known else ()

    def of_form(self, form: Form, anybody: bool) -> Iterator[Reading]:
        """Yield readings of the line as this form, with the speaker or, if one is asked, without."""
        if not form.who:
            if self.may_begin(form, 0):
                yield from self.slots(form.slots, Reading(0, hasty=self.is_hasty(form)))
            return
        for named in self.name_at(0, form.who):
            if self.may_begin(form, named.at):
                yield from self.slots(form.slots, named)
        if anybody and len(self.short.asked) == 1 and self.short.asked[0] in form.who and self.may_begin(form, 0):
            yield from self.slots(form.slots, Reading(0, (name(self.short.asked[0]),), unnamed=True))

    def may_begin(self, form: Form, at: int) -> bool:
        """Return whether the first word of a form may stand here, or be left out before a card."""
        words = form.begins()
        if not words or form.slots[0].optional or self.is_card(at):
            return True
        return next(self.words(self.past_joint(at) if at else at, words), None) is not None

    # What has to be clear

    def is_hasty(self, form: Form) -> bool:
        """Return whether the line may be a player's, and is otherwise a saying that has to be clear.

        Return True if the first word begins the saying's word and a player's name too. Return True as well if it has
        one or two letters, and what follows is what a player may say and no text in quotes.
        """
        first, word = self.plain(0), _first_word(form)
        if not (first and word != first and word.startswith(first)):
            return False
        if word not in TAKING_AWAY and not any(slot.free for slot in form.slots):
            return False
        is_short = len(first) <= SHORTEST and len(form.slots) > 1 and form.slots[1].free
        return bool(self.candidates(self.tokens[0])) or (
            is_short and bool(self.short.seated) and self.is_for_a_player(1)
        )

    def is_for_a_player(self, at: int) -> bool:
        """Return whether a word here may be something that a player does: a figure, a card, a call."""
        text = self.plain(at)
        if not text:
            return False
        doings = {*VERBS, *SHORT, *self.short.vocabulary.words, *map(self.canonical, self.short.words)}
        return (
            self.canonical(text) in doings
            or INTEGER.fullmatch(text) is not None
            or self.is_card(at)
            or self.money.looks_like_amount(text)
        )

    def perhaps_a_player(self, clear: str) -> PerhapsAPlayer:
        """Return the refusal of a line that may begin with a player, or be this saying."""
        first = self.tokens[0]
        rest = self.line[self.tokens[1].start : self.tokens[-1].end] if len(self.tokens) > 1 else ""
        return PerhapsAPlayer(first.text, clear, [name(player) for player in self.candidates(first)], rest)

    def with_name(self) -> str:
        """Return the line as it stands, except for the name that it begins with."""
        first = self.tokens[0]
        readings = {reading.at: reading for reading in self.name_at(0, tuple(self.names.values()))}
        if len(readings) != 1 or first.plain in self.known or len(self.tokens) < 2:
            return self.line
        (at, reading), *_ = readings.items()
        if at == len(self.tokens):
            return self.line
        return f"{reading.parts[0]} {self.line[self.tokens[at].start :]}"

    # Slots

    def slots(self, slots: Slots, before: Reading) -> Iterator[Reading]:
        """Yield readings of slots, one after another."""
        yield from self.walk_on(Walk(slots, self.money, lenient=True), before)

    def walk_on(self, walk: Walk, before: Reading) -> Iterator[Reading]:
        """Yield readings of what is left of a walk, to each place where it is settled.

        The longest come first. Raises TooManyWays where the line may mean too much to be tried.
        """
        self.step()
        together = self.at_once(walk.left, before) if walk.left else None
        if together is not None:
            readings, rest = together
            for reading in readings:
                yield from self.slots(rest, reading)
            return
        if before.at < len(self.tokens):
            for step in walk.steps():
                for reading in self.said(step, before):
                    yield from self.walk_on(step.after_all(reading.parts[len(before.parts) :]), reading)
            yield from self.of_repeated(walk.left, before)
        if walk.settled:
            yield before

    def said(self, step: Step, before: Reading) -> Iterator[Reading]:
        """Yield readings of a step; a fixed word before a card may be left out."""
        slot, at = step.slot, before.at
        if isinstance(slot, Several):
            yield from self.said_of_several(slot, step, before)
        elif isinstance(slot, Literal) and self.is_card(at) and step.rest and isinstance(step.rest[0], Cards):
            yield before.then(Reading(at, (slot.text,), shortened=1))
        else:
            yield from self.once(slot, before, last=not step.rest and step.again is None)

    def said_of_several(self, slot: Several, step: Step, before: Reading) -> Iterator[Reading]:
        """Yield readings of one of several cards or players, or of all the players."""
        if isinstance(slot, Players) and self.is_everybody(before.at) and slot.low <= len(slot.among) <= slot.high:
            yield before.then(Reading(before.at + 1, tuple(map(name, slot.among))))
            return
        for reading in self.once(step.slot.alone(), before, last=False):
            text = reading.parts[-1]
            if isinstance(slot, Cards):
                yield reading if step.may_be(text) else reading._replace(doubts=reading.doubts + 1)
            elif text not in step.walk.said or slot.takes(text, self.money):
                yield reading

    def at_once(self, left: Slots, before: Reading) -> tuple[Iterator[Reading], Slots] | None:
        """Return readings of the first slots at once, and the slots after; None for one by one."""
        if options_in(left[:1]):
            options = options_in(left)
            return self.options(options, before), left[len(options) :]
        if not left[0].parts():
            return None
        left = left[isinstance(left[0], Repetition) and left[0].optional :]
        groups = list(takewhile(lambda slot: len(_of_players(slot)) == 1, left))
        if groups and (self.is_everybody(before.at) or self.is_figure(before.at)):
            return self.of_all([pair for group in groups for pair in _of_players(group)], before), left[len(groups) :]
        return None

    def of_repeated(self, left: Slots, before: Reading) -> Iterator[Reading]:
        """Yield readings of a repetition said of everybody, or of each in turn without names."""
        for place, slot in enumerate(left):
            if slot.repeat and (pairs := _of_players(slot)):
                rest = (*(left[:place] if stands_anywhere(slot) else ()), *left[place + 1 :])
                for reading in self.of_all(pairs, before):
                    yield from self.slots(rest, reading)
            if not (slot.optional or stands_anywhere(slot)):
                return

    def step(self) -> None:
        """Count a step of reading. Raises TooManyWays after too many."""
        self.steps += 1
        if self.steps > self.most_steps:
            sentence = f"{clipped(self.line)} is short for too many things"
            raise TooManyWays(Code.UNKNOWN_WORD, sentence, self.unclear() or "Say names and words in full", at=1)

    def unclear(self) -> str:
        """Return a sentence about a name that may be several people's; empty if there is none."""
        for token in self.tokens:
            players = [] if key_of(token.text) in self.names or token.quoted else self.candidates(token)
            if len(players) > 1:
                whose = [*map(name, players[:MOST_SHOWN]), *(["others"] if len(players) > MOST_SHOWN else [])]
                return f"Say in full who {clipped(token.text)} is: {listed(whose, 'or')}"
        return ""

    def of_all(self, pairs: Sequence[tuple[str, Slots]], before: Reading) -> Iterator[Reading]:
        """Yield readings of what each player has in turn, `left 3 2 4`, or all alike, `left all 3`."""
        if self.is_figure(before.at):
            reading = before
            for player, slots in pairs:
                named = reading.then(Reading(reading.at, (name(player),), shortened=1))
                reading = next(self.slots(slots, named), named)
                if reading.at == named.at:
                    return
            yield reading
        for first in self.slots(pairs[0][1], Reading(before.at + 1)) if self.is_everybody(before.at) else ():
            parts: list[str] = []
            doubts = 0
            for player, slots in pairs:
                readings = self.slots(slots, Reading(before.at + 1))
                same = next((reading for reading in readings if reading.at == first.at), None)
                if same is None:
                    return
                parts += [name(player), *same.parts]
                doubts += same.doubts
            yield before.then(Reading(first.at, tuple(parts), doubts, first.shortened))

    def is_figure(self, at: int) -> bool:
        """Return whether a number stands here, and is nobody's name."""
        return bool(INTEGER.fullmatch(self.plain(at)))

    def is_card(self, at: int) -> bool:
        """Return whether a card stands here."""
        return read_card(self.plain(at)) is not None

    def once(self, slot: AnySlot, before: Reading, last: bool) -> Iterator[Reading]:
        """Yield readings of a slot of one thing."""
        at = before.at
        if at and not (isinstance(slot, Literal) and slot.text == self.plain(at)):
            at = self.past_joint(at)
        for reading in slot.readings(self, at, last):
            yield before.then(reading)

    def plain(self, at: int) -> str:
        """Return the word at a place in small letters; empty if there is none, or it is quoted."""
        return self.tokens[at].plain if at < len(self.tokens) else ""

    # Words

    def words(self, at: int, words: Sequence[str]) -> Iterator[Reading]:
        """Yield readings of one of some texts, each of one word or several, as `game nap` is."""
        for text in words:
            parts = text.split()
            shortened = 0
            for place, part in enumerate(parts):
                how = self.says(self.plain(at + place), part)
                if how is None:
                    break
                shortened += how
            else:
                yield Reading(at + len(parts), (text,), shortened=shortened)

    def says(self, text: str, word: str) -> int | None:
        """Return 0 for this word or a form of it, 1 for its beginning, None for another word."""
        if not text:
            return None
        wanted = word.lower()
        own = self.canonical(text)
        if wanted in (text, own, COURT_CARDS.get(text)) or (own not in self.known and SHORT.get(text) == wanted):
            return 0
        if text in COURT_CARDS and wanted in COURT_CARDS.values():
            return None  # a letter of the court is that card's
        if word in GLUED or not text[0].isalpha() or text in OF_THEIR_OWN:
            return None
        if text in self.names or self.canonical(text) in self.known:
            return None
        return 1 if wanted.startswith(text) else None

    def canonical(self, text: str) -> str:
        """Return the sheets' own form of a word."""
        return OTHER_FORMS.get(text) or self.short.vocabulary.canonical(text)

    # Names

    def name_at(self, at: int, players: Sequence[str]) -> Iterator[Reading]:
        """Yield readings of the name of one of these players, and of another's who may be meant too.

        Each is a step: raises TooManyWays if unclear names can be combined in too many ways.
        """
        if at >= len(self.tokens):
            return
        token = self.tokens[at]
        if exact := self.names.get(key_of(token.text)):
            meant = {exact: (1, 0)}
        elif several := self.of_several_words(at):
            meant = {several: (len(several.split()), 0)}
        elif token.quoted:
            return
        else:
            meant = dict.fromkeys(self.candidates(token), (1, 1))
        if any(player in players for player in meant):
            for player, (tokens, shortened) in meant.items():
                self.step()
                yield Reading(at + tokens, (name(player),), shortened=shortened)

    def of_several_words(self, at: int) -> str | None:
        """Return the name of several words that stands here without quotes."""
        for key, player in self.names.items():
            parts = key.split()
            words = [key_of(token.text) for token in self.tokens[at : at + len(parts)] if not token.quoted]
            if len(parts) > 1 and words == parts and not any(part in self.names for part in parts):
                return player
        return None

    def candidates(self, token: Token) -> list[str]:
        """Return the players whom a word may mean by a beginning or initials."""
        if token.text not in self.meant:
            self.meant[token.text] = self.begin_so(token)
        return self.meant[token.text]

    def begin_so(self, token: Token) -> list[str]:
        """Return the players whose names begin with a word, or have it for their initials."""
        beginning = skeleton(token.text)
        if (
            not beginning
            or not beginning[0].isalpha()
            or {token.plain, OTHER_FORMS.get(token.plain)} & {*KEYWORDS, *VERBS, *self.announcements}
        ):
            return []
        everybody = dict.fromkeys(self.names.values())
        firsts = {player: skeleton(re.split(r"[\s\-]+", player)[0]) for player in everybody}
        if players := [player for player, first in firsts.items() if beginning in (skeleton(player), first)]:
            return players
        begun = {whose for key, whose in self.names.items() if skeleton(key).startswith(beginning)}
        players = [player for player in everybody if player in begun or initials(player) == beginning]
        return [player for player in players if player in self.short.seated] or players

    def is_everybody(self, at: int) -> bool:
        """Return whether `all` stands here, and is nobody's name."""
        return self.plain(at) == EVERYBODY and EVERYBODY not in self.names

    def past_joint(self, at: int) -> int:
        """Return the place of the next word after commas and `and`."""
        while self.plain(at) in JOINTS and self.plain(at) not in self.names:
            at += 1
        return at

    # Cards, figures, texts

    @staticmethod
    def reading(at: int, text: str, doubtful: bool) -> Reading:
        """Return the reading of one word as this text."""
        return Reading(at + 1, (text,), doubts=int(doubtful))

    def as_it_stands(self, at: int) -> Iterator[Reading]:
        """Yield the rest of the line, if there is any."""
        if at < len(self.tokens):
            blank = " " if self.plain(at - 1) == ":" else ""
            yield Reading(len(self.tokens), (f"{blank}{self.line[self.tokens[at].start :]}",))

    def text(self, at: int, last: bool) -> Iterator[Reading]:
        """Yield the reading of a text: in quotes, or to a colon or the end; or of the first word."""
        if at >= len(self.tokens):
            return
        if self.tokens[at].quoted:
            yield Reading(at + 1, (quoted(self.tokens[at].text),))
        elif last:
            yield Reading(len(self.tokens), (quoted(self.rest(at)),), doubts=1)
        elif colon := next((place for place in range(at + 1, len(self.tokens)) if self.plain(place) == ":"), None):
            yield Reading(colon, (quoted(self.rest(at, colon)),), doubts=1)
        elif at == 0:
            yield Reading(1, (name(self.tokens[0].text),), doubts=1)  # who joins

    def rest(self, at: int, before: int | None = None) -> str:
        """Return the rest of the line, or up to a later word, without quotes and comments."""
        last = len(self.tokens) if before is None else before
        return self.line[self.tokens[at].start : self.tokens[last - 1].end].replace('"', "")

    # Options

    def options(self, options: Sequence[Option], before: Reading) -> Iterator[Reading]:
        """Yield readings of options in any order, each at most once, with all that are needed."""
        known = {option.name: option for option in options}
        keys_read: list[str] = []
        at, shortened = before.at, 0
        while self.plain(at + 1) == "=":
            keys = self.beginning(self.plain(at).replace("-", "_"), known)
            if len(keys) != 1 or keys[0] in keys_read or at + 2 >= len(self.tokens):
                return
            value = self.value(known[keys[0]], self.tokens[at + 2])
            shortened += self.plain(at) != keys[0]
            keys_read.append(keys[0])
            before = before.then(Reading(at + 3, (keys[0], "=", value)))
            at += 3
        if all(option.optional or option.name in keys_read for option in options):
            yield before._replace(shortened=before.shortened + shortened)

    def beginning(self, text: str, words: Iterable[str]) -> list[str]:
        """Return the words with this beginning; a whole word only itself."""
        beginnings = [word for word in words if text and word.startswith(text)]
        return [text] if text in beginnings else beginnings

    def value(self, option: Option, token: Token) -> str:
        """Return the value of an option, in full if it is one of its words."""
        words = self.beginning(token.plain, option.words)
        return words[0] if len(words) == 1 else quoted(token.text) if token.quoted else token.text


def _of_the_notation(seated: tuple[str, ...]) -> tuple[Form, ...]:
    """Return the sayings that name players and are the same at every game."""
    numbers = Group((Player(seated), Number(0, 52)), repeat=True)
    return (
        Form((), (Literal("trick"), Player(seated))),
        Form((), (Literal("tricks"), numbers)),
        Form((), (Literal("left"), numbers)),
        Form((), (Literal("split"), Players(1, len(seated), seated))),
        Form((), (Literal("deal"), Player(seated, optional=True))),
    )


def _first_word(form: Form) -> str:
    """Return the one word that begins a saying without a player, else an empty text."""
    words = form.begins()
    return words[0].split()[0] if len(words) == 1 else ""


def _of_players(slot: AnySlot) -> list[tuple[str, Slots]]:
    """Return the players of a group that has not begun, and what is said of each."""
    begun = not slot.parts() or isinstance(slot, Repetition)
    return [] if begun else [(player, slot.parts()[1:]) for player in slot.players()]
