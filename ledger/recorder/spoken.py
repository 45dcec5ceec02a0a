"""What people say at a table in other words than the notation, rewritten in its words.

Only what a person has typed is read so, and only where it reads as nothing else.
"""

import re
from collections.abc import Callable

from ledger.core.cards import read_card
from ledger.core.refusals import Code, Refusal, RefusedLine, listed
from ledger.games.registry import is_known
from ledger.language.grammar import KEYWORDS, VERBS, canonical
from ledger.language.names import key_of, name
from ledger.language.shorthand import Match, Shorthand
from ledger.language.slots import Amount, Word
from ledger.language.terse import terse_saying
from ledger.language.tokens import EVERYBODY, JOINTS, Token, tokens_of
from ledger.log.commands import CommandBatch

Read = Callable[[CommandBatch, str], str]
"""Returns the full saying that a short one stands for, as things stand in a batch."""

INSTEAD = {"next": "deal"}
"""Sayings that are said by another word."""
IN_PAIRS = ("tricks", "left", "count")
"""What may be meant by names and numbers alone, in the order in which it is tried."""
PAIR = re.compile(r"(?<![^\W\d])([^\W\d]+)([0-9]{1,3})")
"""A name and a number written as one word, as in `c2 d1`."""
WITHOUT_A_REASON = re.compile(r'(amend|insert)\s+([0-9]+)\s+([^":]+)', re.IGNORECASE)
FINED = re.compile(r"penalty\s+([^\s\"]+)\s+([^\s\"]*[0-9¼½¾][^\s\"]*)", re.IGNORECASE)
ALL_IN = re.compile(r"(?:(\S+)\s+)?all[\s-]?in", re.IGNORECASE)
BUYS_FROM = re.compile(r"(\S+)\s+buys\s+(?:the\s+)?(trump|turn-up|cards?)\s+(?:for|at)\s+(\S+)", re.IGNORECASE)
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
        if is_known(words[0]):
            return self._game()
        if words[0] == "deal" and len(words) == 2 and read_card(words[1]) is not None:
            return [f"deal turn-up {words[1]}"]
        self._see_reason()
        self._see_sale()
        self._see_all_in()
        return (
            self._of_everybody(read, trial)
            or self._of_several()
            or self._joined_by_hyphens()
            or self._terse()
            or self._in_pairs(read, trial)
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
        if (game := self.batch.evening.game) is None:
            return [f"game {self.saying}"]
        begun = self.saying.lower().split()[0] == game.game.name
        remedy = "Say deal for the next deal" if begun else f"Say end first, and then game {self.saying}"
        raise Refusal(Code.NOT_NOW, f"{self.saying}: {game.game.title} is being played", remedy)

    # What is said of several

    def _of_everybody(self, read: Read, trial: Callable[[], CommandBatch]) -> list[str]:
        """Return what is said by each who is asked in turn: `all pass`."""
        first, *rest = self.saying.split(maxsplit=1)
        if first.lower() != EVERYBODY or not rest or key_of(EVERYBODY) in self._match.names:
            return []
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
        return sayings

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
        """Return what names and numbers alone mean: `c 2 d 1`, or `c2 d1`, where tricks are asked."""
        pairs = PAIR.sub(r"\1 \2 ", self.saying).replace(",", " ").split()
        if len(pairs) < 2 or len(pairs) % 2 or not all(number.isdigit() for number in pairs[1::2]):
            return []
        if not all(token[0].isalpha() for token in pairs[::2]):
            return []
        for word in IN_PAIRS if len(pairs) > 2 else IN_PAIRS[:-1]:
            saying = f"{word} {' '.join(pairs)}"
            try:
                trial().say(1, read(trial(), saying))
            except (Refusal, RefusedLine):
                continue
            return [saying]
        return []

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

    def _see_all_in(self) -> None:
        """Raise Refusal for an all-in at a game that has none, with what may be put in at the most."""
        match = ALL_IN.fullmatch(self.saying)
        if not match or any(part in self.short.vocabulary.words for part in ("all-in", "all in")):
            return
        meant = self._meant(self.tokens[0]) if match[1] else [*self.short.asked[:1]]
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

    def _see_sale(self) -> None:
        if match := BUYS_FROM.fullmatch(self.saying):
            buyer, _, amount = match.groups()
            meant = self._meant(self.tokens[0])
            buyer = name(meant[0]) if len(meant) == 1 else buyer
            sellers = _sellers(self.short)
            seller = name(sellers[0]) if len(sellers) == 1 else "NAME"
            raise Refusal(
                Code.UNREADABLE,
                f"{self.saying}: the one who has a card sells it",
                f"Say {seller} sells trump to {buyer} for {amount}",
            )


def _next_asked(batch: CommandBatch, said: set[str]) -> str | None:
    """Return who is asked next and has not said it yet; None where nobody is."""
    game = batch.evening.game
    if game is None or (game.turn.pause and said):
        return None
    return next((player for player in game.turn.who if player not in said), None)


def _sellers(short: Shorthand) -> list[str]:
    """Return who may sell a card just now."""
    return list(
        dict.fromkeys(
            player
            for form in short.forms
            for player in form.who
            if any("sells" in getattr(slot, "words", (getattr(slot, "text", ""),)) for slot in form.slots[:1])
        )
    )


def corrected(saying: str) -> tuple[str, int, str] | None:
    """Return what corrects, its event, and what is said instead: of `amend 5 "why": c 3`."""
    if match := CORRECTION.fullmatch(saying):
        return match[1], int(match[2]), match[3]
    return None
