"""Resolving: what a typed saying stands for, by what may be said just then.

The rules are tried in one order, and none of them by saying it: a saying fits where an offered form makes it. The
first rule whose saying fits is followed; where none fits, the first whose saying can be read, to be refused for its own
reason. What nothing reads is refused with what is missing.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from ledger.core.events import AnyEvent, Begin, Deal
from ledger.core.money import Money, MoneyError
from ledger.core.names import key_of, name
from ledger.core.patterns import Pattern
from ledger.core.refusals import Code, Refusal, Remedy, RemedyKind, listed, nearest
from ledger.games.language import vocabulary_of, write
from ledger.games.registry import game_names, is_known
from ledger.language.grammar import KEYWORDS, VERBS, canonical
from ledger.language.lexer import clipped
from ledger.language.other_words import (
    TURN,
    Filled,
    Meaning,
    command_asked,
    in_figures,
    in_other_words,
    lines_meant,
    without_full_stop,
)
from ledger.language.shorthand import SHORT, Match, PerhapsAPlayer, Shorthand
from ledger.language.slots import Amount, Player, options_in
from ledger.language.terse import terse_saying
from ledger.language.tokens import (
    DEALINGS,
    EVERYBODY,
    JOINTS,
    OTHERS,
    Token,
    as_of_all,
    sayings_in,
    split_for_several,
    tokens_of,
    tricks_in,
)
from ledger.language.walk import makes
from ledger.language.words import SMALL_WORDS
from ledger.log.commands import CommandBatch
from ledger.projections.offers import offers

REDO = ("redo", "r")
"""The words that are typed for a redo."""
PAIR = Pattern(r"(?<![^\W\d])([^\W\d]+)([0-9]{1,3})")
"""A name and a number written as one word, as in `c2 d1`."""
IN_PAIRS = ("tricks", "left", "count")
"""The possible meanings of names and numbers alone, in the order in which they are tried."""
AT_THE_BANK = ("buys", "cashes", "pays")
ARTICLE, WITH, DEALER = "a", "with", "dealer"
MOST_WORDS = 8
"""The number of words above which a saying is taken as it is written."""
MOST_WORDS_OF_A_GAME = 4
GAME = Pattern(r"^game\s+", re.IGNORECASE)
WITHOUT_A_COLON = Pattern(r'((?:amend|insert)\s+[0-9]{1,9}\s+"[^"]+")\s+([^\s:].*)', re.IGNORECASE | re.DOTALL)
CORRECTION = Pattern(r'((?:amend|insert)\s+([0-9]{1,9})\s+"(?:[^"\\]|\\.)*"\s*:\s*)(.+)', re.IGNORECASE | re.DOTALL)
TURN_UP = Pattern(r"\bturn up\b", re.IGNORECASE)
JOINS = VERBS["joins"][0].word
PASSES = VERBS["passes"][0].word
SHORTEST_GAME = 4
"""The least number of letters of a game's name: `pope` is Pope Joan."""
SHORTEST_NAME = 2
"""The least number of letters of a newcomer's name: a single letter of nobody is taken for a slip."""


class Resolved(NamedTuple):
    """What a typed saying stands for: one saying in full, or several that are resolved in turn."""

    sayings: tuple[str, ...]
    is_full: bool = False
    spoken: frozenset[str] = frozenset()
    """Who has said the last of several sayings about everybody."""


class SayingResolver:
    """A typed saying that is being resolved, with what may be said just now."""

    def __init__(self, batch: CommandBatch, saying: str, short: Shorthand, spoken: frozenset[str]) -> None:
        self.batch, self.short, self.spoken = batch, short, spoken
        self.saying = saying if batch.reads(saying) else self._as_written(saying)
        self.tokens = tokens_of(self.saying)
        self.match = Match(short, self.saying, self.tokens)
        self.phrases = short.vocabulary.phrases
        game = batch.evening.game
        self.in_a_deal = game is not None and not game.turn.pause

    def resolve(self) -> Resolved:
        """Return what the saying stands for.

        Raises Refusal if that is not clear, or cannot be written.
        """
        if self._reads(self.saying):
            event = self.batch.event_of(self.saying)
            begun = event.game if isinstance(event, Begin) else ""
            return self._begun(begun, self.saying) if begun else self._full(self._as_the_turn_takes_it(self.saying))
        for rule in RULES:
            if (resolved := rule.follow(self)) is not None:
                return resolved
        self._see_speaker()
        return self._full(self.with_names())

    def _reads(self, saying: str) -> bool:
        """Return whether a saying can be read, and begins no game by a name that none has."""
        event = self.batch.event_of(saying)
        return event is not None and not _begins_no_game(event)

    def fits(self, saying: str) -> bool:
        """Return whether an offered form makes a saying that can be read."""
        if (event := self.batch.event_of(saying)) is None:
            return False
        in_full = write(event, self.short.money)
        return any(makes(form, in_full, self.short.money) for form in (*self.short.forms, *self.short.around))

    # In full, and shortened

    @staticmethod
    def _full(saying: str) -> Resolved:
        return Resolved((saying,), is_full=True)

    def _as_written(self, saying: str) -> str:
        """Return a saying with the signs that it leaves out: `sits out` is `sits-out`."""
        saying = as_of_all(saying, self.short.names)
        if '"' in saying:
            match = WITHOUT_A_COLON.fullmatch(saying)
            return f"{match[1]}: {match[2]}" if match else saying
        written = {word for form in self.short.forms for slot in form.slots for word in getattr(slot, "words", ())}
        vocabulary = self.short.vocabulary
        saying = in_figures(saying, self.short.money, self.short.names, vocabulary.phrases)
        saying = TURN_UP.sub("turn-up", saying)
        first, game = saying.split()[0].lower(), self.batch.evening.game
        if first == DEALER and DEALER not in map(key_of, self.short.names) and game and not game.turn.pause:
            saying = f"{name(game.deal.dealer)}{saying[len(DEALER) :]}"
        for word in sorted({*written, *vocabulary.words, *vocabulary.other_forms}, key=len, reverse=True):
            if "-" in word:
                parts = re.escape(word.replace("-", " ")).removesuffix("s")
                saying = re.sub(rf"\b{parts}s?\b", word, saying, flags=re.IGNORECASE)
        return saying

    def shortened(self) -> Resolved | None:
        """Return the saying of a line of beginnings, as the turn takes it."""
        saying = self._spelled_out(self.saying)
        if not self._reads(saying):
            return None
        if not self.fits(saying) and (several := self._each_in_turn()):
            return Resolved(tuple(several))
        return self._full(self._as_the_turn_takes_it(saying))

    def _spelled_out(self, saying: str) -> str:
        """Return the full saying of a short one.

        Raises Refusal if it may be another player's.
        """
        try:
            spelled = self.short.spelled_out(saying)
        except PerhapsAPlayer as perhaps:
            if len(perhaps.sayings) != 1:
                raise
            (of_the_player,) = perhaps.sayings
            of_the_player = self.short.spelled_out(of_the_player)
            if not self.fits(of_the_player):
                raise perhaps.because(self._why_not(of_the_player)) from None
            if self.fits(perhaps.clear):
                raise perhaps.or_else(of_the_player) from None
            return of_the_player
        self._see_no_player(spelled)
        return spelled

    def _why_not(self, saying: str) -> str:
        game = self.batch.evening.game
        return game.turn.asks if game is not None else f"{saying} does not fit"

    def _see_no_player(self, spelled: str) -> None:
        """Raise Refusal if what is read as said at the bank may name a second player."""
        words = spelled.split()
        if len(self.tokens) < 3 or len(words) < 2 or words[1] not in AT_THE_BANK:
            return
        second = self.tokens[1]
        meant = [] if canonical(second.plain) == words[1] else self.match.candidates(second)
        sales = ({Player, Amount} <= {*map(type, form.slots)} for form in self.short.forms if form.who)
        if meant and any(sales):
            sentence = f"{clipped(self.saying)}: {second.text} may be {listed([*map(name, meant), words[1]], 'or')}"
            raise Refusal(Code.UNKNOWN_WORD, sentence, f"Say {spelled}, or in full what is said of {name(meant[0])}")

    def _as_the_turn_takes_it(self, saying: str) -> str:
        """Return a readable saying in the words in which it fits.

        The verb may have been left out, `Bob 3` for `Bob stakes 3`, or other words used, `Dan 21` for `Dan vingt-un`.
        """
        if not self.in_a_deal or len(saying.split()) > MOST_WORDS or self.fits(saying):
            return saying
        terse = terse_saying(self.short, saying, of_the_turn=True)
        if terse is not None and self.fits(terse):
            return terse
        texts = dict.fromkeys((self.saying, saying))
        return next((meant for text in texts for meant in self._other_words(text) if self.fits(meant)), saying)

    def _other_words(self, saying: str) -> Iterator[str]:
        """Yield a saying in other words, spelled out, also with what they leave out."""
        for text in in_other_words(saying, self.phrases):
            spelled = text if self.batch.reads(text) else self.short.spelled_out(text)
            yield spelled
            if not self.batch.reads(spelled) and (terse := terse_saying(self.short, text)) is not None:
                yield terse

    def in_words(self) -> Resolved | None:
        """Return the saying in the words of the game, if it fits so."""
        fitting = (meant for meant in self._other_words(self.saying) if self.fits(meant))
        return next(map(self._full, fitting), None)

    def in_words_that_do_not_fit(self) -> Resolved | None:
        """Return the saying in the words of the game, to be refused for its own reason."""
        readable = (meant for meant in self._other_words(self.saying) if self.batch.reads(meant))
        return next(map(self._full, readable), None)

    def left_out(self) -> Resolved | None:
        """Return the saying of a line that leaves out words that the turn settles: `ct`, `b a k`."""
        saying = terse_saying(self.short, self.saying)
        return None if saying is None else self._full(saying)

    def with_names(self) -> str:
        """Return the saying with every name in full that begins as only one player's does."""
        text, parts, at = self.saying, [], 0
        for place, token in enumerate(self.tokens):
            meant = self._meant(token) if place or token.plain not in KEYWORDS else []
            following = self.tokens[place + 1] if place + 1 < len(self.tokens) else None
            if place and token.plain == ARTICLE and following is not None and self._is_a_thing(following):
                continue
            if len(meant) == 1 and not token.quoted:
                parts += [text[at : token.start], name(meant[0])]
                at = token.end
        return "".join([*parts, text[at:]])

    def _is_a_thing(self, token: Token) -> bool:
        """Return whether a word after `a` cannot follow a name."""
        return token.plain.isalpha() and token.plain not in {*SMALL_WORDS, *JOINTS} and not self._meant(token)

    def _meant(self, token: Token) -> list[str]:
        """Return the players that a word may mean; none for a word of a saying."""
        if exact := self.match.names.get(key_of(token.text)):
            return [exact]
        known = canonical(token.plain) in {*VERBS, *KEYWORDS} or token.plain in self.short.vocabulary.words
        return [] if token.quoted or known else self.match.candidates(token)

    # Rows of other words

    def of_a_row(self) -> Resolved | None:
        """Return what a row of the tables says that the line means.

        Raises Refusal with the question that a row asks.
        """
        for meaning in lines_meant(self._with_quoted_names(), self, self.phrases):
            if meaning.question:
                raise self._asked(meaning)
            alternatives = [tuple(sayings_in(text)) for text in meaning.sayings]
            return Resolved(next((text for text in alternatives if self.fits(text[0])), alternatives[0]))
        return None

    def _asked(self, meaning: Meaning) -> Refusal:
        """Return the question of a row, with the line to type or to fill in."""
        form = meaning.sayings[0]
        is_whole = all(map(self.batch.reads, sayings_in(form))) and BLANK.search(form) is None
        remedy = Remedy(RemedyKind.LINE if is_whole else RemedyKind.BLANK, form)
        sentence = f"{self.saying}: {meaning.question[:1].lower()}{meaning.question[1:]}"
        return Refusal(Code.UNREADABLE, sentence, remedy if form else "")

    def _with_quoted_names(self) -> str:
        saying = self.saying
        for player in self.match.names.values():
            if " " in player:
                saying = re.sub(rf"(?<![\w\"]){re.escape(player)}(?![\w\"])", name(player), saying, flags=re.IGNORECASE)
        return saying

    def player(self, typed: str) -> str | None:
        """Return the name of the one player whom a word means; None for nobody or several."""
        (token, *others) = tokens_of(typed)
        meant = [] if others else self._meant(token)
        return name(meant[0]) if len(meant) == 1 else None

    def everybody(self) -> list[str]:
        """Return the names of all of whom something may be said in a line of each."""
        groups = (slot for form in self.short.forms if not form.who for slot in form.slots if slot.parts())
        everybody = (group.players() for group in groups)
        players = next(filter(None, everybody), ())
        return [name(player) for player in players]

    def amount(self, typed: str) -> str:
        """Return an amount as the evening's money writes it; any other text as it was typed."""
        money = self.short.money
        return money.write(_amount(money, typed)) if money.looks_like_amount(typed) else typed

    def other(self, capital: str, filled: Filled, after: str) -> str:
        """Return the value of a capital that the line does not fill in; `after` follows it."""
        found = OTHERWISE.get(capital)
        return capital if found is None else found(self, filled, after)

    # Games

    def begins_game(self) -> Resolved | None:
        """Return the saying that begins the game that is named. Raises Refusal while one is open."""
        said = re.sub(r",(?=\s|$)", "", GAME.sub("", self.saying))
        words = said.replace("'", "").replace("’", "").split()
        for size in range(min(len(words), MOST_WORDS_OF_A_GAME), 0, -1):
            called = _game_called("-".join(words[:size]).lower())
            if called:
                begun = " ".join(["game", called, *self._options(called, said.split()[size:])])
                return None if begun == self.saying else self._begun(called, begun)
        return None

    def _options(self, called: str, words: list[str]) -> list[str]:
        """Return options as they are written: `small 1` is `small=1`."""
        games = (form for form in (*self.short.forms, *self.short.around) if form.begins() == (f"game {called}",))
        known = {option.name for form in games for option in options_in(form.slots)}
        phrases = vocabulary_of(called).phrases
        together = lines_meant(" ".join(["game", called, *words]), self, phrases, {})
        waiting = next((meaning.sayings[0].split()[2:] for meaning in together), words)
        options: list[str] = []
        while waiting:
            word, *waiting = waiting
            if word.lower() == WITH and not (waiting and waiting[0].lower().replace("-", "_") in known):
                return [*options, word, *waiting]
            if word.lower() == WITH:
                continue
            if (option := word.lower().replace("-", "_")) in known and waiting:
                word, *waiting = f"{option}={waiting[0]}", *waiting[1:]
            if known and "=" not in word:
                remedy = f"Say them as {next(iter(known))}=… is said; its options are {listed(sorted(known))}"
                raise Refusal(Code.UNREADABLE, f"{self.saying}: {word} is no option of {called}", remedy)
            options.append(word)
        return options

    def _begun(self, called: str, begun: str) -> Resolved:
        if (game := self.batch.evening.game) is None:
            return self._full(begun)
        again = called == game.game.name and not re.search(r"[=\d]", begun)
        remedy = "Say deal for the next deal" if again else f"Say end first, and then {begun}"
        raise Refusal(Code.NOT_NOW, f"{self.saying}: {game.game.title} is being played", remedy)

    # Several

    def of_everybody(self) -> Resolved | None:
        """Return what the next player who is asked says, and the rest of it again: `all pass`.

        The others, and all who fold, are those who have not spoken in this deal: `others pass`.
        """
        first, *words = self.saying.split(maxsplit=1)
        if first.lower() not in (EVERYBODY, OTHERS) or not words or key_of(first) in self.match.names:
            return None
        if first.lower() == EVERYBODY and words[0].split()[0].lower() in DEALINGS:
            return Resolved(tuple(f"{name(player)} {words[0]}" for player in self.short.seated))
        if row := None if self.spoken else self.of_a_row():
            return row
        words = [words[0].removesuffix(" each")]
        spoken = self.spoken
        if first.lower() == OTHERS or SHORT.get(words[0].lower()) == PASSES:
            spoken |= _spoken(self.batch)
            self._see_somebody_else(spoken)
        player = _next_asked(self.batch, spoken)
        if player is None:
            of_each = [] if self.spoken else [f"{name(player)} {words[0]}" for player in self.short.seated]
            return Resolved(tuple(of_each))
        saying = f"{name(player)} {words[0]}"
        meant = SayingResolver(self.batch, saying, self.short, frozenset()).resolve()
        if meant.is_full and self.fits(meant.sayings[0]):
            return Resolved((*meant.sayings, f"{first} {words[0]}"), spoken=spoken | {player})
        return Resolved(() if self.spoken else meant.sayings)

    def _see_somebody_else(self, spoken: frozenset[str]) -> None:
        """Raise Refusal if all who are asked have spoken."""
        game = self.batch.evening.game
        if game is not None and not self.spoken and not game.turn.pause and not set(game.turn.who) - spoken:
            sentence = f"{self.saying}: who is asked has spoken in this deal already: {game.turn.asks}"
            raise Refusal(Code.NOT_NOW, sentence, game.turn.instead(self.short.money))

    def tricks(self) -> Resolved | None:
        """Return tricks that are said one after another."""
        tricks = tricks_in(self.saying, self.short.names)
        return Resolved(tuple(tricks)) if len(tricks) > 1 else None

    def of_several(self) -> Resolved | None:
        """Return what is said of each of several players: `a, b and c stand`, `a stakes 2, b 1`."""
        players: list[str] = []
        for token in self.tokens:
            if token.plain in JOINTS and players:
                continue
            meant = self._meant(token)
            if len(meant) != 1 or meant[0] in players:
                if len(players) < 2:
                    break
                rest = self.saying[token.start :]
                return Resolved(tuple(f"{name(player)} {rest}" for player in self._by_turn(players)))
            players += meant
        return self._between_commas()

    def _by_turn(self, players: list[str]) -> list[str]:
        """Return players in the order in which they are asked, from the first who is."""
        seated, asked = list(self.short.seated), self.short.asked
        if not asked or not set(players) <= set(seated) or asked[0] not in seated:
            return players
        first = seated.index(asked[0])
        return [player for player in seated[first:] + seated[:first] if player in players]

    def _between_commas(self) -> Resolved | None:
        """Return the parts between commas, each with the player or the verb that it leaves out."""
        parts = [part.removeprefix("and ").split() for part in re.split(r"\s*,\s*", self.saying) if part]
        if len(parts) < 2 or '"' in self.saying:
            return None
        sayings, who, verb = [" ".join(parts[0])], parts[0][0], parts[0][1:2]
        for words in parts[1:]:
            does = self.match.canonical(words[0].lower())
            if does in {*VERBS, *self.short.vocabulary.words} and (self.player(who) or verb == [JOINS]):
                sayings.append(f"{who} {' '.join(words)}")
            elif self.player(words[0]) is None or len(words) == 1:
                return None
            elif len(words) == 2 and words[1][0].isdigit() and verb:
                sayings.append(f"{words[0]} {verb[0]} {words[1]}")
            else:
                sayings.append(" ".join(words))
            who = words[0] if self.player(words[0]) else who
        return Resolved(tuple(sayings))

    def in_pairs(self) -> Resolved | None:
        """Return what names and numbers alone mean: `c 2 d 1`, or `c2 d1`.

        If tricks or cards left are asked for, it is these; between deals it is a count, and otherwise what each says.
        """
        pairs = PAIR.sub(r"\1 \2 ", self.saying).replace(",", " ").split()
        if len(pairs) < 2 or len(pairs) % 2 or not all(number.isdigit() for number in pairs[1::2]):
            return None
        if not all(token[0].isalpha() for token in pairs[::2]):
            return None
        for word in IN_PAIRS[:-1] if self.in_a_deal or len(pairs) == 2 else IN_PAIRS:
            spelled = self.short.spelled_out(f"{word} {' '.join(pairs)}")
            if self.fits(spelled):
                return self._full(spelled)
        if asked := next((word for word in IN_PAIRS if self.in_a_deal and word in self.short.words), ""):
            return self._full(self.short.spelled_out(f"{asked} {' '.join(pairs)}"))  # refused for its own reason
        each = zip(pairs[::2], pairs[1::2], strict=True)
        sayings = [f"{who} {number}" for who, number in each]
        return Resolved(tuple(sayings)) if self.in_a_deal and len(pairs) > 2 else None

    def in_turn(self) -> Resolved | None:
        """Return what those who are asked in turn say: `draws 3 pat 1`."""
        return Resolved(tuple(several)) if (several := self._each_in_turn()) else None

    def _each_in_turn(self) -> list[str]:
        return split_for_several(self.saying, self.short.vocabulary.words)

    # Who says it

    def of_who_is_asked(self) -> Resolved | None:
        """Return a line that begins with what a player does, as a saying of the player who is asked."""
        verb = self.match.canonical(self.tokens[0].plain) if self.tokens else ""
        doings = {*VERBS, *self.short.vocabulary.words} - {*KEYWORDS}
        if verb not in doings or len(self.short.asked) != 1:
            return None
        return Resolved((f"{name(self.short.asked[0])} {self.saying}",))

    def _see_speaker(self) -> None:
        """Raise Refusal if the speaker is unclear, or is somebody who is not here."""
        if command := command_asked(self.saying):
            answer = f"card-ledger {'table' if command == TURN else command}"
            raise Refusal(Code.UNREADABLE, f"{clipped(self.saying)}: this asks, and records nothing", answer)
        verb = self.match.canonical(self.tokens[0].plain) if self.tokens else ""
        several = self.short.asked or self.short.seated
        if verb in {*VERBS, *self.short.vocabulary.words} - {*KEYWORDS} and several:
            who = next((form.who[0] for form in self.short.forms if form.who and verb in form.begins()), "")
            who = who or several[0]
            sentence = f"{clipped(self.saying)}: it is not said of whom"
            raise Refusal(Code.UNREADABLE, sentence, f"Say the name first, as in {name(who)} {self.saying}")
        self._see_that_he_is_here()

    def _see_that_he_is_here(self) -> None:
        """Raise Refusal, with how to join, if somebody acts who is not here."""
        if len(self.tokens) < 2 or self.tokens[0].plain in KEYWORDS or self._meant(self.tokens[0]):
            return
        who, does = self.tokens[0].text, canonical(self.tokens[1].plain)
        doings = {*VERBS, *self.short.vocabulary.words, *map(canonical, self.short.words)}
        everybody = list(self.match.names.values())
        if does not in doings or len(who) < SHORTEST_NAME or not who[0].isalpha() or nearest(who, everybody):
            return
        when = " once the deal is over" if self.in_a_deal else ""
        there = f"The players are {listed(list(map(name, everybody)))}"
        new = name(f"{who[0].upper()}{who[1:]}" if who.islower() else who)
        sentence = f"{clipped(self.saying)}: {clipped(new)} is not at the table"
        raise Refusal(Code.UNKNOWN_PLAYER, sentence, f"Say {new} joins for somebody new{when}. {there}")


# What a line leaves to be found out


def _held(resolver: SayingResolver, filled: Filled, after: str) -> str:
    """Return the counters in front of the player who is named last."""
    held = resolver.batch.evening.in_front(_unquoted(filled.values["A"][-1]))
    return resolver.short.money.write(max(held, 0))


def _stack(resolver: SayingResolver, filled: Filled, after: str) -> str:
    """Return what lay in front of the player before the deal in hand."""
    batch = resolver.batch
    deals = [effective.number for effective in batch.evening.effective if isinstance(effective.event, Deal)]
    evening = batch.replay.before(deals[-1]) if resolver.in_a_deal else batch.evening
    return resolver.short.money.write(max(evening.in_front(_unquoted(filled.values["A"][-1])), 0))


def _amount(money: Money, text: str) -> int:
    try:
        return money.read(text)
    except MoneyError as error:
        raise Refusal(Code.BAD_AMOUNT, str(error)) from error


def _greatest(resolver: SayingResolver, filled: Filled, after: str) -> str:
    """Return the greatest of the amounts of several players."""
    money = resolver.short.money
    return money.write(max(_amount(money, once.values["AMOUNT"][0]) for once in filled.each))


def _who_may(resolver: SayingResolver, filled: Filled, after: str) -> str:
    """Return the first player who is offered what follows; `NAME` if nobody is."""
    wanted, buyer = after.split()[:2], _unquoted(filled.values["A"][0])
    who = dict.fromkeys(
        player
        for form in resolver.short.forms
        for player in form.who
        if player != buyer and [text for slot in form.slots[:2] for text in slot.says()][:2] == wanted
    )
    return name(next(iter(who))) if who else "NAME"


def _correction(resolver: SayingResolver, filled: Filled, after: str) -> str:
    """Return the correction of the newest event with a figure; empty if there is none."""
    now, was = filled.values["FIGURE"]
    players, deals, money = filled.values.get("A"), filled.values.get("N"), resolver.short.money
    deal = 0
    saying = ""
    for effective in resolver.batch.evening.effective:
        deal += isinstance(effective.event, Deal)
        text = write(effective.event, money)
        of_whom = rf"(\b{re.escape(players[0])}\b.*?)" if players else "()"
        corrected = re.sub(rf"{of_whom}(?<![\w.]){re.escape(was)}(?![\w.])", rf"\g<1>{now}", text, flags=re.IGNORECASE)
        if corrected != text and (deals is None or deal == int(deals[0])):
            saying = f"amend {effective.number} {WHY}: {corrected}"
    return saying


def _most(resolver: SayingResolver, filled: Filled, after: str) -> str:
    """Return the most that the named player, or the one who is asked, may put in."""
    players = [_unquoted(player) for player in filled.values.get("A", ())] or [*resolver.short.asked[:1]]
    most = [
        f"{name(players[0])} {form.begins()[0]} {resolver.short.money.show(amount.high or 0)}"
        for form in resolver.short.forms
        if players and players[0] in form.who and len(form.slots) == 2 and form.begins()
        for amount in form.slots[1:]
        if isinstance(amount, Amount) and (amount.high or 0) > amount.low
    ]
    return f"{listed(most, 'or')} at the most" if most else ""


WHY, BLANK = '"WHY"', Pattern(r'"?\b(?:WHY|NAME|AMOUNT|SAYING|CHIPS)\b"?')
"""What has still to be filled in."""
TABLES = 'open "Table 2" --players "A B C …", and season open TITLE --from DATE --to DATE for both'
OTHERWISE: dict[str, Callable[[SayingResolver, Filled, str], str]] = {
    "HELD": _held,
    "STACK": _stack,
    "GREATEST": _greatest,
    "OTHER": lambda resolver, filled, after: "NAME",
    "B": _who_may,
    "CORRECTION": _correction,
    "REST": lambda resolver, filled, after: "",
    "WHY": lambda resolver, filled, after: WHY,
    "MOST": _most,
    "TABLES": lambda resolver, filled, after: TABLES,
}
"""The texts for capitals that a line does not fill in."""


def _unquoted(player: str) -> str:
    return player.strip('"')


def _begins_no_game(event: AnyEvent) -> bool:
    """Return whether an event would begin a game by a name that none has."""
    return isinstance(event, Begin) and not is_known(event.game)


def _game_called(text: str) -> str:
    """Return the game that a text names or begins to name; empty for none."""
    if is_known(text):
        return text
    begun = [game for game in game_names() if len(text) >= SHORTEST_GAME and game.startswith(f"{text}-")]
    return begun[0] if len(begun) == 1 else ""


def _spoken(batch: CommandBatch) -> frozenset[str]:
    """Return who has said anything in the deal in hand."""
    spoken = set[str]()
    for effective in reversed(batch.evening.effective):
        if isinstance(effective.event, Deal):
            break
        spoken.add(getattr(effective.event, "player", ""))
    return frozenset(spoken)


def _next_asked(batch: CommandBatch, spoken: frozenset[str]) -> str | None:
    """Return who is asked next and has not spoken yet; None if nobody is."""
    game = batch.evening.game
    if game is None or (game.turn.pause and spoken):
        return None
    return next((player for player in game.turn.who if player not in spoken), None)


def see_one_kind_of_sum(saying: str, batch: CommandBatch) -> None:
    """Raise Refusal where sums of several players are counters and money in one saying."""
    tokens, money = tokens_of(saying), batch.evening.money
    figures = [token.text.isdigit() for token in tokens if token.text[:1].isdigit()]
    if all(figures) or not any(figures):
        return
    match = Match(shorthand_of(batch), saying, tokens)
    sums = [after.text for before, after in pairwise(tokens) if after.text[:1].isdigit() and match.candidates(before)]
    unclear = [text for text in sums if text.isdigit() and money.two_sums(text)]
    if unclear and any(not text.isdigit() for text in sums):
        counters = re.sub(r"(?<![\w.,])(\d+)(?![\w.,])", lambda found: money.write(money.read(found[1])), saying)
        sentence = f"{saying}: counters and money in one saying: {money.two_sums(unclear[0])}"
        raise Refusal(Code.BAD_AMOUNT, sentence, Remedy(RemedyKind.LINE, counters))


COUNTERS, MONEY = "c", "m"
"""What bare numbers are in an evening, by the answer of who records it."""


class BareNumber(Refusal):
    """A bare number may be counters or money, and nobody has said which it is this evening."""


def with_clear_sums(saying: str, batch: CommandBatch, bare_numbers: str, spoken: frozenset[str]) -> str:
    """Return a typed saying whose bare numbers are what `bare_numbers` says: counters or money.

    Raises BareNumber where that is not said yet. In lsd, and where a counter is one major unit, they are counters.
    """
    money = batch.evening.money
    if money.code == "lsd" or bare_numbers == COUNTERS:
        return saying
    saying = without_full_stop(saying, batch.reader.names)
    if '"' not in saying and not batch.reads(saying):
        saying = in_figures(saying, money, batch.reader.names, batch.reader.words.in_hand().phrases)
    in_full = Money(money.code, None)
    for token in reversed(tokens_of(saying)):
        if token.quoted or not token.text.isdecimal() or not money.two_sums(token.text):
            continue
        counters, sum_in_full = money.read(token.text), in_full.read(token.text)
        if not _means_the_same(batch, saying, token, money.write(counters), spoken):
            continue  # it counts tricks or cards
        if not bare_numbers:
            several = "counter" if int(token.text) == 1 else "counters"
            either = f"{token.text} {several} ({money.show(counters)}) or {money.show(sum_in_full)}"
            raise BareNumber(Code.BAD_AMOUNT, f"{token.text} is {either}: {COUNTERS} or {MONEY}?")
        saying = f"{saying[: token.start]}{money.write(sum_in_full)}{saying[token.end :]}"
    return saying


def _means_the_same(batch: CommandBatch, saying: str, token: Token, text: str, spoken: frozenset[str]) -> bool:
    """Return whether a saying means the same with another text in the place of a number."""
    with_text = f"{saying[: token.start]}{text}{saying[token.end :]}"
    try:
        meant, otherwise = (resolve(batch, line, spoken).sayings for line in (saying, with_text))
    except Refusal:
        return False
    number = re.compile(rf"(?<![\w.,]){token.text}(?![\w.,])")
    as_events = [(batch.event_of(line), batch.event_of(other)) for line, other in zip(meant, otherwise, strict=False)]
    are_read = [event is not None and event == other for event, other in as_events]
    in_parts = [
        number.sub(text, line) == number.sub(text, other) for line, other in zip(meant, otherwise, strict=False)
    ]
    return len(meant) == len(otherwise) and any(are_read) and all(map(max, are_read, in_parts))


class Rule(NamedTuple):
    """One way to read a line that reads as nothing before it."""

    says: str
    follow: Callable[[SayingResolver], Resolved | None]


RULES = (
    Rule("`all pass`, `others fold`: each who is asked says it, one after another", SayingResolver.of_everybody),
    Rule("`t c b 2`: tricks, one after another", SayingResolver.tricks),
    Rule("`c 3`, `d`: a name or a word by its beginning, who is asked may be left out", SayingResolver.shortened),
    Rule("a row of the tables below", SayingResolver.of_a_row),
    Rule("`nap stake 2`: a game by its name, and its options", SayingResolver.begins_game),
    Rule("`a, b and c stand`, `a stakes 2, b 1`: what several say", SayingResolver.of_several),
    Rule("words of the tables below within a line", SayingResolver.in_words),
    Rule("`ct`, `b a k`: without the words that the turn settles, and without spaces", SayingResolver.left_out),
    Rule("`c 2 d 1`: tricks, cards left or a count; else what each says", SayingResolver.in_pairs),
    Rule("`draws 3 pat 1`: those who are asked, in turn", SayingResolver.in_turn),
    Rule("`pass`: who is asked says it", SayingResolver.of_who_is_asked),
    Rule("words of the tables that can be read and do not fit, to be refused", SayingResolver.in_words_that_do_not_fit),
)
"""The ways to read a line, in their order: the first that gives a saying is followed."""


# By what short sayings are read


def shorthand_of(batch: CommandBatch, shared: bool = False, before: int | None = None) -> Shorthand:
    """Return what short sayings are read by, as things stand, or stood `before` an event.

    `shared` is as in `offers`.
    """
    evening, number, vocabulary = batch.evening, batch.number, batch.reader.words.in_hand
    if before is not None:
        evening, number, vocabulary = batch.replay.before(before), before - 1, batch.reader.words.at(before)
    offered = offers(evening, number, shared)
    asked, words = (evening.game.turn.who, evening.game.turn.words(evening.money)) if evening.game else ((), [])
    seated, known = evening.seats.seated, batch.reader.names
    return Shorthand(
        offered.forms, offered.around, asked, seated, known, evening.money, vocabulary(), evening.called, words
    )


def resolve(batch: CommandBatch, saying: str, spoken: frozenset[str] = frozenset()) -> Resolved:
    """Return what a typed saying stands for, as things stand in a batch.

    The saying within a correction is resolved as things stood before its event. Raises Refusal if a saying may mean
    several things, or its meaning cannot be written.
    """
    saying = without_full_stop(saying, batch.reader.names)
    if saying.lower() in REDO:
        if saying.lower() != REDO[0]:
            shorthand_of(batch).see_clear(saying, REDO[0])
        return Resolved((batch.redo(),), is_full=True)
    event = batch.event_of(saying)
    if (event is not None and batch.takes(event) and not _begins_no_game(event)) or not tokens_of(saying):
        return Resolved((saying,), is_full=True)
    resolver = SayingResolver(batch, saying, shorthand_of(batch), spoken)
    match = CORRECTION.fullmatch(resolver.saying)
    if match is not None and not batch.reads(resolver.saying) and batch.replay.outcome(int(match[2])) is not None:
        then = SayingResolver(batch, match[3], shorthand_of(batch, before=int(match[2])), frozenset())
        meant = then.resolve()
        if meant.is_full:
            return Resolved((f"{match[1]}{meant.sayings[0]}",), is_full=True)
    return resolver.resolve()
