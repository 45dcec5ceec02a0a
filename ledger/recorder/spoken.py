"""What people say at a table in other words than the notation, rewritten in its words.

Only what a person has typed is read so, and only where it reads as nothing else.
"""

import re
from collections.abc import Callable

from ledger.core.cards import read_card
from ledger.core.names import key_of, name
from ledger.core.refusals import Code, Refusal, RefusedLine, listed
from ledger.games.registry import is_known
from ledger.language.grammar import KEYWORDS, VERBS, canonical
from ledger.language.shorthand import Match, Shorthand
from ledger.language.slots import Amount, Word
from ledger.language.terse import terse_saying
from ledger.language.tokens import EVERYBODY, JOINTS, Token, split_for_several, tokens_of
from ledger.log.commands import CommandBatch

Read = Callable[[CommandBatch, str], str]
"""Returns the full saying that a short one stands for, as things stand in a batch."""

INSTEAD = {"next": "deal"}
"""Sayings that are said by another word."""
CALLED = {
    "hold-em": "holdem",
    "texas-holdem": "holdem",
    "texas-hold-em": "holdem",
    "napoleon": "nap",
    "twenty-one": "vingt-un",
}
"""Other names of games."""
MOST_WORDS_OF_A_GAME = 4
MEANT = {
    **dict.fromkeys(("the", "it", "is", "goes", "cassino"), ("",)),
    **dict.fromkeys(("get", "gets"), ("takes",)),
    **dict.fromkeys(("see", "sees"), ("calls",)),
    **dict.fromkeys(("check", "checks"), ("stands", "passes")),
    **dict.fromkeys(("stick", "sticks", "stay", "stays"), ("stands",)),
    **dict.fromkeys(("bust", "busts"), ("over",)),
    **{word: (str(number),) for number, word in enumerate(("one", "two", "three", "four", "five"), 1)},
    "stands pat": ("pat",), "splits": ("divides",), "misere": ("misery",), "big": ("great",), "small": ("little",),
}  # fmt: skip
"""What may be meant by a word that does not fit as it stands: the first of these that does."""
IN_PAIRS = ("tricks", "left", "count")
"""What may be meant by names and numbers alone, in the order in which it is tried."""
PAIR = re.compile(r"(?<![^\W\d])([^\W\d]+)([0-9]{1,3})")
"""A name and a number written as one word, as in `c2 d1`."""
WITHOUT_A_REASON = re.compile(r'(amend|insert)\s+([0-9]+)\s+([^":]+)', re.IGNORECASE)
FINED = re.compile(r"penalty\s+([^\s\"]+)\s+([^\s\"]*[0-9¼½¾][^\s\"]*)", re.IGNORECASE)
ALL_IN = re.compile(r"(?:(\S+)\s+)?all[\s-]?in", re.IGNORECASE)
BUYS_FROM = re.compile(
    r"(\S+)\s+buys\s+(?:(?:the|a)\s+)?(trump|turn-up|cards?|it)(?:\s+(?:from|of)\s+(\S+))?\s+(?:for|at)\s+(\S+)",
    re.IGNORECASE,
)
CORRECTION = re.compile(r'((?:amend|insert)\s+([0-9]{1,9})\s+"(?:[^"\\]|\\.)*"\s*:\s*)(.+)', re.IGNORECASE | re.DOTALL)
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
        if words[0] == "deal" and len(words) == 2 and read_card(words[1]) is not None:
            return [f"deal turn-up {words[1]}"]
        self._see_reason()
        return (
            self._sale()
            or self._all_in()
            or self._of_everybody(read, trial)
            or self._of_several()
            or self._joined_by_hyphens()
            or self._terse()
            or self._in_pairs(read, trial)
            or self.by_other_words(read, trial)
            or self._of_who_is_asked()
        )

    def with_names(self) -> str:
        """Return the saying with every name in full that begins as only one player's does."""
        text, parts, at = self.saying, [], 0
        for place, token in enumerate(self.tokens):
            meant = self._meant(token) if place or token.plain not in KEYWORDS else []
            if len(meant) == 1 and not token.quoted:
                parts += [text[at : token.start], name(meant[0])]
                at = token.end
        return "".join([*parts, text[at:]])

    def _meant(self, token: Token) -> list[str]:
        """Return the players that a word may mean; none for a word of a saying."""
        if exact := self._match.names.get(key_of(token.text)):
            return [exact]
        known = canonical(token.plain) in {*VERBS, *KEYWORDS} or token.plain in self.short.vocabulary.words
        return [] if token.quoted or known else self._match.candidates(token)

    def _game(self) -> list[str]:
        """Return the saying that begins the game that is named. Raises Refusal while one is open."""
        words = self.saying.replace("'", "").replace("’", "").split()
        for size in range(min(len(words), MOST_WORDS_OF_A_GAME), 0, -1):
            written = "-".join(words[:size]).lower()
            called = CALLED.get(written, written)
            if is_known(called):
                return self._begun(called, " ".join([called, *self.saying.split()[size:]]))
        return []

    def _begun(self, called: str, told: str) -> list[str]:
        if (game := self.batch.evening.game) is None:
            return [f"game {told}"]
        remedy = "Say deal for the next deal" if called == game.game.name else f"Say end first, and then game {told}"
        raise Refusal(Code.NOT_NOW, f"{self.saying}: {game.game.title} is being played", remedy)

    # What is said of several

    def _of_everybody(self, read: Read, trial: Callable[[], CommandBatch]) -> list[str]:
        """Return what is said by each who is asked in turn: `all pass`."""
        first, *rest = self.saying.split(maxsplit=1)
        if first.lower() != EVERYBODY or not rest or key_of(EVERYBODY) in self._match.names:
            return []
        rest = [rest[0].removesuffix(" each")]
        batch, sayings, said = trial(), list[str](), set[str]()
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

    def _joined_by_hyphens(self) -> list[str]:
        """Return the saying with the hyphens that the game writes: `two pair` is `two-pairs`."""
        written = {word for form in self.short.forms for slot in form.slots for word in getattr(slot, "words", ())}
        saying = self.saying
        for word in sorted(written | {*self.short.vocabulary.words}, key=len, reverse=True):
            if "-" in word:
                parts = re.escape(word.replace("-", " ")).removesuffix("s")
                saying = re.sub(rf"\b{parts}s?\b", word, saying, flags=re.IGNORECASE)
        return [saying] if saying != self.saying else []

    def _terse(self) -> list[str]:
        """Return what is meant where words that the turn settles are left out: `ct`, `b a k`."""
        saying = terse_saying(self.short, self.saying)
        return [] if saying is None else [saying]

    def by_other_words(self, read: Read, trial: Callable[[], CommandBatch]) -> list[str]:
        """Return the saying in words of the game where it has others, if it could stand so."""
        known = _other_words(self.saying)
        if not known or any(token.quoted for token in self.tokens):
            return []
        for choice in range(max(len(MEANT[word]) for word in known)):
            saying = self.saying
            for word in known:
                saying = re.sub(
                    rf"\b{word}\b", MEANT[word][min(choice, len(MEANT[word]) - 1)], saying, flags=re.IGNORECASE
                )
            if spelled := self._standing(" ".join(saying.split()), read, trial):
                return [spelled]
        return []

    def _standing(self, saying: str, read: Read, trial: Callable[[], CommandBatch]) -> str:
        """Return a saying in full if it could stand; else an empty text."""
        try:
            spelled = read(trial(), saying)
            spelled = spelled if self.batch.reads(spelled) else terse_saying(self.short, saying) or spelled
            trial().say(1, spelled)
        except (Refusal, RefusedLine):
            return ""
        return spelled

    def _of_who_is_asked(self) -> list[str]:
        """Return what begins with what a player does as said by the one who is asked."""
        verb = canonical(self.tokens[0].plain) if self.tokens else ""
        if verb not in VERBS or verb in KEYWORDS or len(self.short.asked) != 1 or split_for_several(self.saying):
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
        if match := WITHOUT_A_REASON.fullmatch(self.saying):
            word, number, saying = match.groups()
            raise Refusal(
                Code.UNREADABLE,
                f"{self.saying}: the reason is missing",
                f'Say {word.lower()} {number} "WHY": {saying.strip()}',
            )


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
    return bool(_other_words(saying))


def _other_words(saying: str) -> list[str]:
    return [word for word in MEANT if re.search(rf"\b{word}\b", saying, re.IGNORECASE)]


def corrected(saying: str) -> tuple[str, int, str] | None:
    """Return what corrects, its event, and what is said instead: of `amend 5 "why": c 3`."""
    if match := CORRECTION.fullmatch(saying):
        return match[1], int(match[2]), match[3]
    return None
