"""What people say at a table in other words than the notation, rewritten in its words.

Only what a person has typed is read so, and only where it reads as nothing else.
"""

import re
from collections.abc import Callable, Iterator

from ledger.core.cards import read_card
from ledger.core.events import Deal
from ledger.core.names import key_of, name
from ledger.core.refusals import Code, Refusal, RefusedLine, listed, nearest
from ledger.games.registry import is_known
from ledger.language.grammar import KEYWORDS, VERBS, canonical
from ledger.language.lexer import clipped
from ledger.language.shorthand import Match, Shorthand
from ledger.language.slots import Amount, Form, Option, Player, Word
from ledger.language.terse import terse_saying
from ledger.language.tokens import EVERYBODY, JOINTS, OTHERS, Token, split_for_several, tokens_of
from ledger.language.words import SMALL_WORDS
from ledger.log.commands import CommandBatch

Read = Callable[[CommandBatch, str], str]
"""Returns the full saying that a short one stands for, as things stand in a batch."""

INSTEAD = {
    "next": "deal",
    "next deal": "deal",
    "next hand": "deal",
    **dict.fromkeys(("end game", "end the game", "game over"), "end"),
    **dict.fromkeys(
        (
            "undo that",
            "undo it",
            "undo last",
            "undo the last",
            "take back",
            "take that back",
            "take it back",
            "oops",
            "scratch that",
            "cancel that",
            "cancel",
            "go back",
        ),
        "undo",
    ),
}
"""Sayings that are said by another word."""
CALLED = {
    "hold-em": "holdem",
    "texas-holdem": "holdem",
    "texas-hold-em": "holdem",
    "napoleon": "nap",
    "twenty-one": "vingt-un",
    "casino": "cassino",
    "pope": "pope-joan",
    "spoil-5": "spoil-five",
    "lotto": "loto",
    "speculate": "speculation",
}
"""Other names of games."""
ARTICLE = "a"
NO_PART = (*SMALL_WORDS, ARTICLE, "an", "the")
"""Words that are no part of a word of several."""
AT_THE_BANK = ("buys", "cashes", "pays")
FOLDS = "folds"
DEALER, TURN_UP = "dealer", re.compile(r"\bturn up\b", re.IGNORECASE)
MOST_WORDS_OF_A_GAME = 4
GAME, WITH, BOTH_BLINDS = re.compile(r"^game\s+", re.IGNORECASE), "with", ("small", "big")
BLINDS = re.compile(r"(?:blinds?\s*=?\s*|^)([^\s/=]*\d[^\s/]*)(?:\s*[/-]\s*|\s+)([^\s=]*\d\S*)\s", re.IGNORECASE)
"""Both blinds at once: `blinds 1/2`, or `1/2` where the options begin."""
TRICK_WON = re.compile(r"(\S+)\s+(?:wins|won|takes|took|gets|got)\s+(?:the\s+|a\s+)?trick", re.IGNORECASE)
FINED_FOR = re.compile(r"fine[sd]?\s+(\S+)\s+([^\s\"]*\d[^\s\"]*)\s+(?:for\s+)?([^\"]+)", re.IGNORECASE)
ALL_COUNT = re.compile(r"all\s+(?:count|have|has)\s+(\S+)", re.IGNORECASE)
KNOCKED_OUT = re.compile(r"(\S+)\s+(?:is\s+)?(?:knocked\s+)?out\s+by\s+(\S+)", re.IGNORECASE)
CASHES_OUT = re.compile(r"(\S+)\s+cash(?:es)?(?:\s+out)?", re.IGNORECASE)
MEANT = {
    **dict.fromkeys(("has a", "has an"), ("",)),
    "21": ("vingt-un",),
    **dict.fromkeys(("bingo", "house"), ("full",)),
    "trick to": ("trick",),
    "straight flush": ("sequence-flush",), "full house": ("full",), "straight": ("sequence",),
    **dict.fromkeys(("three of a kind", "trips"), ("threes",)),
    **dict.fromkeys(("four of a kind", "quads"), ("fours",)),
    **dict.fromkeys(("the most", "most", "the", "it", "is", "goes", "cassino", "casino"), ("",)),
    **dict.fromkeys(("get", "gets"), ("takes",)),
    **dict.fromkeys(("with a", "with an", "with", "by", "more", "another"), ("",)),
    **dict.fromkeys(("see", "sees", "limps", "limp", "completes"), ("calls",)),
    **dict.fromkeys(("rebuys", "rebuy", "reloads", "tops up", "top up"), ("buys",)),
    **dict.fromkeys(("shoves", "shove", "jams"), ("all-in",)),
    **dict.fromkeys(("check", "checks"), ("stands", "passes")),
    **dict.fromkeys(("fold", "folds", "muck", "mucks"), ("folds", "passes")),
    **dict.fromkeys(("stick", "sticks", "stay", "stays"), ("stands",)),
    **dict.fromkeys(("hit", "hits", "twist", "twists"), ("draws 1",)),
    **dict.fromkeys(("plays", "play", "in"), ("stands",)),
    **dict.fromkeys(("bids", "bid", "says", "say"), ("",)),
    **dict.fromkeys(("lost", "loses"), ("failed", "over")),
    **dict.fromkeys(("won", "makes it", "made it"), ("made", "wins")),
    **dict.fromkeys(("gave", "gives", "paid"), ("pays",)),
    **dict.fromkeys(("miz", "mis"), ("misery",)),
    **dict.fromkeys(("bust", "busts", "busted", "knocked out"), ("over", "out")),
    **{word: (str(number),) for number, word in enumerate(("one", "two", "three", "four", "five"), 1)},
    "stands pat": ("pat",), "splits": ("divides",), "misere": ("misery",), "big": ("great",), "small": ("little",),
}  # fmt: skip
"""What may be meant by a word that does not fit as it stands: the first of these that does."""
IN_PAIRS = ("tricks", "left", "count")
"""What may be meant by names and numbers alone, in the order in which it is tried."""
PAIR = re.compile(r"(?<![^\W\d])([^\W\d]+)([0-9]{1,3})")
"""A name and a number written as one word, as in `c2 d1`."""
WITHOUT_A_COLON = re.compile(r'((?:amend|insert)\s+[0-9]{1,9}\s+"[^"]+")\s+([^\s:].*)', re.IGNORECASE | re.DOTALL)
STRUCK_WITHOUT_A_REASON = re.compile(r"(?:void|undo)\s+([0-9]{1,9})", re.IGNORECASE)
WITHOUT_A_REASON = re.compile(r'(amend|insert)\s+([0-9]+)\s+([^":]+)', re.IGNORECASE)
FINED = re.compile(r"(?:penalty|fine|fines|fined)\s+([^\s\"]+)\s+([^\s\"]*[0-9¼½¾][^\s\"]*)", re.IGNORECASE)
ALL_IN = re.compile(r"(?:(\S+)\s+)?all[\s-]?in", re.IGNORECASE)
BUYS_FROM = re.compile(
    r"(\S+)\s+buys\s+(?:(?:the|a)\s+)?(trump|turn-up|cards?|it)(?:\s+(?:from|of)\s+(\S+))?\s+(?:for|at)\s+(\S+)",
    re.IGNORECASE,
)
CORRECTION = re.compile(r'((?:amend|insert)\s+([0-9]{1,9})\s+"(?:[^"\\]|\\.)*"\s*:\s*)(.+)', re.IGNORECASE | re.DOTALL)
SHORTEST_NAME = 2
"""A single letter that is nobody's is taken for a slip, not for a newcomer."""
MOST_SAYINGS = 60
"""No more is said for everybody than this."""


class Spoken:
    """A typed saying that is none of the notation, beside what may be said just now."""

    def __init__(self, saying: str, batch: CommandBatch, short: Shorthand) -> None:
        self.saying, self.batch, self.short = saying, batch, short
        self.tokens = tokens_of(saying)
        self._match = Match(short, saying, self.tokens)

    def in_other_words(self, read: Read, trial: Callable[[], CommandBatch]) -> list[str]:
        """Return the sayings that it stands for; an empty list if it is none of these.

        `trial` makes a copy of the evening as it then stands. Raises Refusal, with what to say, where it is clear what
        was meant and it cannot be written so.
        """
        words = self.saying.lower().split()
        if not words:
            return []
        if (instead := INSTEAD.get(" ".join(words))) is not None:
            return [instead]
        if game := self._game():
            return game
        if match := FINED_FOR.fullmatch(self.saying):
            return [f'penalty {match[1]} {match[2]} "{match[3]}"']
        if match := ALL_COUNT.fullmatch(self.saying):
            return [f"count all {match[1]}"]
        if match := KNOCKED_OUT.fullmatch(self.saying):
            return [f"{match[2]} knocks-out {match[1]}"]
        if words[0] == "deal" and len(words) == 2 and read_card(words[1]) is not None:
            return [f"deal turn-up {words[1]}"]
        self._see_reason()
        return (
            self._sale()
            or self._all_in()
            or self._of_everybody(read, trial)
            or self._of_several()
            or self.by_other_words(read, trial)
            or self._terse()
            or self._in_pairs(read, trial)
            or self._in_words_joined()
            or self._of_who_is_asked()
            or self._in_words_of_the_game()
            or self._cashes_out()
            or self._of_nobody_named()
            or self._of_nobody_here()
        )

    def see_no_player(self, spelled: str) -> None:
        """Raise Refusal where what is read as said at the bank may name a second player."""
        words = spelled.split()
        if len(self.tokens) < 3 or len(words) < 2 or words[1] not in AT_THE_BANK:
            return
        second = self.tokens[1]
        meant = [] if canonical(second.plain) == words[1] else self._match.candidates(second)
        if meant and any(_is_to_a_player(form) for form in self.short.forms):
            sentence = f"{clipped(self.saying)}: {second.text} may be {listed([*map(name, meant), words[1]], 'or')}"
            raise Refusal(Code.UNKNOWN_WORD, sentence, f"Say {spelled}, or in full what is said of {name(meant[0])}")

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
        """Return whether a word after `a` is none that may stand after a name."""
        return token.plain.isalpha() and token.plain not in {*SMALL_WORDS, *JOINTS} and not self._meant(token)

    def _meant(self, token: Token) -> list[str]:
        """Return the players that a word may mean; none for a word of a saying."""
        if exact := self._match.names.get(key_of(token.text)):
            return [exact]
        known = canonical(token.plain) in {*VERBS, *KEYWORDS} or token.plain in self.short.vocabulary.words
        return [] if token.quoted or known else self._match.candidates(token)

    def _game(self) -> list[str]:
        """Return the saying that begins the game that is named. Raises Refusal while one is open."""
        said = GAME.sub("", self.saying)
        words = said.replace("'", "").replace("’", "").split()
        for size in range(min(len(words), MOST_WORDS_OF_A_GAME), 0, -1):
            written = "-".join(words[:size]).lower()
            called = CALLED.get(written, written)
            if is_known(called):
                told = " ".join([called, *self._options(called, said.split()[size:])])
                return [] if self.saying == f"game {told}" else self._begun(called, told)
        return []

    def _options(self, called: str, words: list[str]) -> list[str]:
        """Return options as they are written: `small 1` is `small=1`, `blinds 1/2` are two."""
        games = (form for form in (*self.short.forms, *self.short.around) if _begins_game(form, called))
        known = {slot.name for form in games for slot in form.slots if isinstance(slot, Option)}
        options: list[str] = []
        rest = BLINDS.sub(r"small=\1 big=\2 ", f"{' '.join(words)} ") if set(BOTH_BLINDS) <= known else " ".join(words)
        waiting = rest.split()
        while waiting:
            word, *waiting = waiting
            if word.lower() == WITH:
                return [*options, word, *waiting]
            if (option := word.lower().replace("-", "_")) in known and waiting:
                word, *waiting = f"{option}={waiting[0]}", *waiting[1:]
            if known and "=" not in word:
                remedy = f"Say them as {next(iter(known))}=… is said; its options are {listed(sorted(known))}"
                raise Refusal(Code.UNREADABLE, f"{self.saying}: {word} is no option of {called}", remedy)
            options.append(word)
        return options

    def _begun(self, called: str, told: str) -> list[str]:
        if (game := self.batch.evening.game) is None:
            return [f"game {told}"]
        again = called == game.game.name and not re.search(r"[=\d]", told)
        remedy = "Say deal for the next deal" if again else f"Say end first, and then game {told}"
        raise Refusal(Code.NOT_NOW, f"{self.saying}: {game.game.title} is being played", remedy)

    # What is said of several

    def _of_everybody(self, read: Read, trial: Callable[[], CommandBatch]) -> list[str]:
        """Return what is said by each who is asked in turn: `all pass`.

        The others, and all who fold, are those who have not spoken in this deal: `others pass`.
        """
        first, *rest = self.saying.split(maxsplit=1)
        if first.lower() not in (EVERYBODY, OTHERS) or not rest or key_of(first) in self._match.names:
            return []
        rest = [rest[0].removesuffix(" each")]
        batch, sayings, said = trial(), list[str](), set[str]()
        is_of_others = first.lower() == OTHERS or self._match.canonical(rest[0].lower()) == FOLDS
        if is_of_others and (game := batch.evening.game) is not None:
            said = _spoken(batch)
            if not game.turn.pause and not set(game.turn.who) - said:
                sentence = f"{self.saying}: who is asked has spoken in this deal already: {game.turn.asks}"
                raise Refusal(Code.NOT_NOW, sentence, game.turn.remedy(self.short.money))
        if player := _next_asked(batch, said):
            wordings = (rest[0], *(saying.split(maxsplit=1)[-1] for saying in self._with_other_words()))
            rest = [words for words in wordings if self._standing(f"{name(player)} {words}", read, trial)][:1] or rest
        while (player := _next_asked(batch, said)) and len(sayings) < MOST_SAYINGS:
            saying = f"{name(player)} {rest[0]}"
            try:
                batch.say(1, read(batch, saying))
            except (Refusal, RefusedLine):
                if not sayings:
                    raise
                break
            sayings.append(saying)
            said.add(player)
        return sayings or [f"{name(player)} {rest[0]}" for player in self.short.seated]

    def _of_several(self) -> list[str]:
        """Return what is said of each of several players: `a, b and c stand`."""
        players: list[str] = []
        for token in self.tokens:
            if token.plain in JOINTS and players:
                continue
            meant = self._meant(token)
            if len(meant) != 1 or meant[0] in players:
                rest = self.saying[token.start :]
                ordered = self._in_turn(players)
                return [f"{name(player)} {rest}" for player in ordered] if len(players) > 1 else []
            players += meant
        return []

    def _in_turn(self, players: list[str]) -> list[str]:
        """Return players in the order in which they are asked, from the first who is."""
        seated, asked = list(self.short.seated), self.short.asked
        if not asked or not set(players) <= set(seated) or asked[0] not in seated:
            return players
        first = seated.index(asked[0])
        return [player for player in seated[first:] + seated[:first] if player in players]

    def _in_pairs(self, read: Read, trial: Callable[[], CommandBatch]) -> list[str]:
        """Return what names and numbers alone mean: `c 2 d 1`, or `c2 d1`.

        Where tricks or cards left are asked it is these; between deals a count, and else what each of them says.
        """
        pairs = PAIR.sub(r"\1 \2 ", self.saying).replace(",", " ").split()
        if len(pairs) < 2 or len(pairs) % 2 or not all(number.isdigit() for number in pairs[1::2]):
            return []
        if not all(token[0].isalpha() for token in pairs[::2]):
            return []
        game = self.batch.evening.game
        in_a_deal = game is not None and not game.turn.pause
        for word in IN_PAIRS[:-1] if in_a_deal or len(pairs) == 2 else IN_PAIRS:
            saying = f"{word} {' '.join(pairs)}"
            try:
                trial().say(1, read(trial(), saying))
            except (Refusal, RefusedLine):
                continue
            return [saying]
        if asked := next((word for word in IN_PAIRS if in_a_deal and word in self.short.words), ""):
            return [f"{asked} {' '.join(pairs)}"]  # refused with the reason of what was meant
        each = zip(pairs[::2], pairs[1::2], strict=True)
        return [f"{who} {number}" for who, number in each] if in_a_deal and len(pairs) > 2 else []

    def with_hyphens(self) -> str:
        """Return the saying with the hyphens that the game writes: `two pair` is `two-pairs`."""
        vocabulary = self.short.vocabulary
        written = {word for form in self.short.forms for slot in form.slots for word in getattr(slot, "words", ())}
        saying = TURN_UP.sub("turn-up", self.saying)
        game, first = self.batch.evening.game, self.tokens[0].plain if self.tokens else ""
        if first == DEALER and DEALER not in self._match.names and game is not None and not game.turn.pause:
            saying = f"{name(game.deal.dealer)}{saying[len(DEALER) :]}"
        for word in sorted({*written, *vocabulary.words, *vocabulary.other_forms}, key=len, reverse=True):
            if "-" in word:
                parts = re.escape(word.replace("-", " ")).removesuffix("s")
                saying = re.sub(rf"\b{parts}s?\b", word, saying, flags=re.IGNORECASE)
        return saying

    def _terse(self) -> list[str]:
        """Return what is meant where words that the turn settles are left out: `ct`, `b a k`."""
        saying = terse_saying(self.short, self.saying)
        return [] if saying is None else [saying]

    def by_other_words(self, read: Read, trial: Callable[[], CommandBatch]) -> list[str]:
        """Return the saying in words of the game where it has others, if it could stand so."""
        if (match := TRICK_WON.fullmatch(self.saying)) and (trick := self._standing(f"trick {match[1]}", read, trial)):
            return [trick]
        sayings = (self._standing(saying, read, trial) for saying in self._with_other_words())
        return [saying for saying in sayings if saying][:1]

    def _with_other_words(self) -> Iterator[str]:
        """Yield the saying with the words that may be meant by those in it."""
        known = _other_words(self.saying)
        if any(token.quoted for token in self.tokens):
            return
        for choice in range(max((len(MEANT[word]) for word in known), default=0)):
            saying = self.saying
            for word in known:
                meant = MEANT[word][min(choice, len(MEANT[word]) - 1)]
                saying = re.sub(rf"\b{word}\b", meant, saying, flags=re.IGNORECASE)
            yield " ".join(saying.split())

    def _standing(self, saying: str, read: Read, trial: Callable[[], CommandBatch]) -> str:
        """Return a saying in full if it could stand; else an empty text."""
        try:
            spelled = read(trial(), saying)
            spelled = spelled if self.batch.reads(spelled) else terse_saying(self.short, saying) or spelled
            trial().say(1, spelled)
        except (Refusal, RefusedLine):
            return ""
        return spelled

    def _in_words_joined(self) -> list[str]:
        """Return the saying with its last words as one, if it reads so: `c wins two-pair`."""
        words = self.saying.split()
        for size in range(2, len(words) - 1):
            if all(word.isalpha() and word not in NO_PART for word in words[-size:]):
                saying = self.short.spelled_out(" ".join([*words[:-size], "-".join(words[-size:])]))
                if self.batch.reads(saying):
                    return [saying]
        return []

    def _of_nobody_named(self) -> list[str]:
        """Return what nobody is named for as somebody's, to be refused for itself.

        Raises Refusal where it may be said, and several may have said it.
        """
        verb = self._match.canonical(self.tokens[0].plain) if self.tokens else ""
        several = self.short.asked or self.short.seated
        if verb in KEYWORDS or verb not in {*VERBS, *self.short.vocabulary.words} or not several:
            return []
        if split_for_several(self.saying):
            return []
        who = next((form.who[0] for form in self.short.forms if form.who and verb in form.begins()), "")
        if not who or len(several) == 1:
            return [f"{name(several[0])} {self.saying}"]
        sentence = f"{clipped(self.saying)}: it is not said of whom"
        raise Refusal(Code.UNREADABLE, sentence, f"Say the name first, as in {name(who)} {self.saying}")

    def _cashes_out(self) -> list[str]:
        """Raise Refusal, with how much there is, where it is not said how much is cashed."""
        match = CASHES_OUT.fullmatch(self.saying)
        meant = self._meant(self.tokens[0]) if match else []
        if len(meant) != 1:
            return []
        held = max(self.batch.evening.in_front(meant[0]), 0)
        all_of_it = f"{name(meant[0])} cashes {self.short.money.write(held)}"
        sentence = f"{self.saying}: it is not said how much"
        raise Refusal(Code.UNREADABLE, sentence, f"Say {all_of_it}, which is all by the log, or what is counted")

    def _in_words_of_the_game(self) -> list[str]:
        """Return what is said by a word of other tables; it cannot stand, and is so refused."""
        for saying in self._with_other_words():
            who = [*self._meant(self.tokens[0])] or [*self.short.asked]
            is_named = bool(self._meant(self.tokens[0]))
            does = self._match.canonical("".join(saying.split()[is_named : is_named + 1]).lower())
            if len(who) == 1 and does in {*self.short.vocabulary.words, *VERBS} - {*KEYWORDS}:
                whole = f"{name(who[0])} {' '.join(saying.split()[is_named:])}"
                if self.batch.reads(spelled := self.short.spelled_out(whole)):
                    return [spelled]
        return []

    def _of_nobody_here(self) -> list[str]:
        """Raise Refusal, with how to join, where somebody does something who is not here."""
        if len(self.tokens) < 2 or self.tokens[0].plain in KEYWORDS or self._meant(self.tokens[0]):
            return []
        who, does = self.tokens[0].text, canonical(self.tokens[1].plain)
        doings = {*VERBS, *self.short.vocabulary.words, *map(canonical, self.short.words)}
        everybody = list(self._match.names.values())
        if does not in doings or len(who) < SHORTEST_NAME or not who[0].isalpha() or nearest(who, everybody):
            return []
        game = self.batch.evening.game
        when = " once the deal is over" if game is not None and not game.turn.pause else ""
        there = f"The players are {listed(list(map(name, everybody)))}"
        new = name(_as_a_name(who))
        sentence = f"{clipped(self.saying)}: {clipped(new)} is not at the table"
        raise Refusal(Code.UNKNOWN_PLAYER, sentence, f"Say {new} joins for somebody new{when}. {there}")

    def _of_who_is_asked(self) -> list[str]:
        """Return what begins with what a player does as said by the one who is asked."""
        verb = canonical(self.tokens[0].plain) if self.tokens else ""
        if (
            verb not in {*VERBS, *self.short.vocabulary.words}
            or verb in KEYWORDS
            or len(self.short.asked) != 1
            or split_for_several(self.saying)
        ):
            return []
        return [f"{name(self.short.asked[0])} {self.saying}"]

    def _sale(self) -> list[str]:
        """Return the sale, as said by the seller.

        Raises Refusal where he is not named.
        """
        match = BUYS_FROM.fullmatch(self.saying)
        if match is None:
            return []
        buyer, thing, seller, amount = match.groups()
        thing = "trump" if thing.lower() == "it" else thing.lower()
        if seller:
            return [f"{seller} sells {thing} to {buyer} for {amount}"]
        meant = self._meant(self.tokens[0])
        buyer = name(meant[0]) if len(meant) == 1 else buyer
        sellers = _sellers(self.short, self.batch)
        holder = name(sellers[0]) if len(sellers) == 1 else "NAME"
        remedy = f"Say {holder} sells {thing} to {buyer} for {amount}"
        raise Refusal(Code.UNREADABLE, f"{self.saying}: the one who has a card sells it", remedy)

    def _all_in(self) -> list[str]:
        """Return an all-in with the name of who says it.

        Raises Refusal at a game that has none, with what may be put in at the most.
        """
        match = ALL_IN.fullmatch(self.saying)
        if match is None:
            return []
        meant = self._meant(self.tokens[0]) if match[1] else [*self.short.asked[:1]]
        if "all-in" in self.short.vocabulary.words:
            return [f"{name(meant[0])} all-in"] if len(meant) == 1 else []
        most = [
            f"{name(meant[0])} {verb.words[0]} {self.short.money.show(amount.high or 0)}"
            for form in self.short.forms
            if meant and meant[0] in form.who and len(form.slots) == 2
            for verb, amount in [form.slots]
            if isinstance(verb, Word) and isinstance(amount, Amount) and (amount.high or 0) > amount.low
        ]
        if most:
            sentence = f"{self.saying}: an all-in is said by what is put in"
            raise Refusal(Code.UNREADABLE, sentence, f"Say {listed(most, 'or')} at the most")
        return []

    # What cannot be written so

    def _see_reason(self) -> None:
        if match := FINED.fullmatch(self.saying):
            meant = self._meant(self.tokens[1])
            whose = name(meant[0]) if len(meant) == 1 else match[1]
            remedy = f'Say penalty {whose} {match[2]} "WHY"'
            raise Refusal(Code.UNREADABLE, f"{self.saying}: the reason is missing", remedy)
        if match := STRUCK_WITHOUT_A_REASON.fullmatch(self.saying):
            sentence = f"{self.saying}: the reason is missing"
            raise Refusal(Code.UNREADABLE, sentence, f'Say void {match[1]} "WHY"')
        if match := WITHOUT_A_REASON.fullmatch(self.saying):
            word, number, saying = match.groups()
            raise Refusal(
                Code.UNREADABLE,
                f"{self.saying}: the reason is missing",
                f'Say {word.lower()} {number} "WHY": {saying.strip()}',
            )


def _as_a_name(word: str) -> str:
    """Return a name that is typed in small letters as it is written."""
    return f"{word[0].upper()}{word[1:]}" if word.islower() else word


def _spoken(batch: CommandBatch) -> set[str]:
    """Return who has said anything in the deal in hand."""
    spoken = set[str]()
    for effective in reversed(batch.evening.effective):
        if isinstance(effective.event, Deal):
            break
        spoken.add(getattr(effective.event, "player", ""))
    return spoken


def _is_to_a_player(form: Form) -> bool:
    """Return whether a form says something of another player, with an amount: a sale."""
    kinds = {type(slot) for slot in form.slots}
    return bool(form.who) and {Player, Amount} <= kinds


def _begins_game(form: Form, called: str) -> bool:
    return form.begins() == (f"game {called}",)


def _next_asked(batch: CommandBatch, said: set[str]) -> str | None:
    """Return who is asked next and has not said it yet; None where nobody is."""
    game = batch.evening.game
    if game is None or (game.turn.pause and said):
        return None
    return next((player for player in game.turn.who if player not in said), None)


def _sellers(short: Shorthand, batch: CommandBatch) -> list[str]:
    """Return who may sell a card just now; the one alone of whom the turn says that he holds it."""
    sellers = list(
        dict.fromkeys(
            player
            for form in short.forms
            for player in form.who
            if any("sells" in getattr(slot, "words", (getattr(slot, "text", ""),)) for slot in form.slots[:1])
        )
    )
    asks = f" {batch.evening.game.turn.asks}" if batch.evening.game else ""
    return [player for player in sellers if f" {player} holds" in asks] or sellers


def in_pairs(saying: str, word: str) -> str:
    """Return names and numbers alone with the word of such pairs: `tricks c 1 d 2`."""
    pairs = PAIR.sub(r"\1 \2 ", saying).replace(",", " ").split()
    are_pairs = len(pairs) % 2 == 0 and all(number.isdigit() for number in pairs[1::2])
    return f"{word} {' '.join(pairs)}" if word in IN_PAIRS and pairs and are_pairs else saying


def has_other_words(saying: str) -> bool:
    """Return whether a saying has words in which people mean others."""
    return bool(_other_words(saying)) or TRICK_WON.fullmatch(saying) is not None


def _other_words(saying: str) -> list[str]:
    return [word for word in MEANT if re.search(rf"\b{word}\b", saying, re.IGNORECASE)]


def with_colon(saying: str) -> str:
    """Return a correction with the colon after its reason, if it is left out."""
    match = WITHOUT_A_COLON.fullmatch(saying)
    return f"{match[1]}: {match[2]}" if match else saying


def corrected(saying: str) -> tuple[str, int, str] | None:
    """Return what corrects, its event, and what is said instead: of `amend 5 "why": c 3`."""
    if match := CORRECTION.fullmatch(saying):
        return match[1], int(match[2]), match[3]
    return None
