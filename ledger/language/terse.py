"""Terse lines, `ct` or `agla4s3`: words that the turn settles are left out, others joined.

A line is read so only if it is nothing else, and only as a saying that is possible now. The verb of a player may be
left out, and joining words (`to`, `for`, `on`, `turn-up`); a name, a word and a figure need no space between them.
Sayings that take something away, or have a text, are never terse.
"""

import re
from collections.abc import Iterator, Sequence

from ledger.core.cards import read_card
from ledger.core.names import name
from ledger.core.refusals import Code, Refusal, listed
from ledger.language.forms import GLUED, joined
from ledger.language.lexer import clipped
from ledger.language.shorthand import MOST_SHOWN, MOST_TOKENS, TAKING_AWAY, Match, Reading, Shorthand
from ledger.language.slots import Form, Slots
from ledger.language.tokens import Token, tokens_of
from ledger.language.walk import Step

JOINING = {"to", "for", "on", "turn-up", *GLUED}
"""The words of a saying that may be left out."""
LEFT_OUT = 100
"""The number of shortened words that a missing word counts as, so that lines with fewer missing words come first."""
CARDS = re.compile(r"(?:(?:10|[2-9ajqk])[shdc]){2,}", re.IGNORECASE)
CARD = re.compile(r"(?:10|[2-9ajqk])[shdc]", re.IGNORECASE)
LETTERS_OR_FIGURES = re.compile(r"[^\W\d_]+|\d+\.\d+|\d+[¼½¾]?|[^\w\s]")
MOST_LETTERS = 4
"""The greatest number of letters that are read as joined initials."""


def terse_saying(short: Shorthand, line: str, of_the_turn: bool = False) -> str | None:
    """Return the full saying of a terse line; None if it is none.

    With `of_the_turn` it is one of the turn and behind its defaults, and none around it. Raises Refusal, with the
    possible meanings, if there are several.
    """
    typed = tokens_of(line)
    if not typed or len(typed) > MOST_TOKENS or any(token.quoted for token in typed):
        return None
    apart = [piece for token in typed for piece in _apart(token)]
    single = [letter for token in apart for letter in _letters(token)]
    for forms in (short.forms,) if of_the_turn else (short.forms, short.around):
        for tokens in (typed, apart, single):
            if sayings := _read(short, line, tokens, forms):
                if len(sayings) > 1:
                    sentence = f"{clipped(line)} is short for more than one saying"
                    raise Refusal(Code.UNKNOWN_WORD, sentence, f"It may be {listed(sayings[:MOST_SHOWN], 'or')}", at=1)
                return sayings[0]
    return None


def _read(short: Shorthand, line: str, tokens: Sequence[Token], forms: Sequence[Form]) -> list[str]:
    """Return the sayings of these forms that leave out the fewest words, preferably no name."""
    match = TerseMatch(short, line, tokens)
    readings = [
        reading
        for form in forms
        if not _has_to_be_clear(form.slots)
        for reading in match.of_form(form, anybody=forms is short.forms)
        if reading.at == len(tokens) and not reading.doubts and not reading.hasty
    ]
    ranked = [((reading.shortened // LEFT_OUT, reading.unnamed), joined(reading.parts)) for reading in readings]
    first = min((rank for rank, _ in ranked), default=None)
    return list(dict.fromkeys(saying for rank, saying in ranked if rank == first))


def _apart(token: Token) -> Iterator[Token]:
    """Yield the letters, figures and cards of a joined text; a card stays whole."""
    if read_card(token.plain) is not None:
        yield token
        return
    pieces = CARD if CARDS.fullmatch(token.text) else LETTERS_OR_FIGURES
    for piece in pieces.finditer(token.text):
        yield Token(piece.group(), False, token.start + piece.start(), token.start + piece.end())


def _letters(token: Token) -> Iterator[Token]:
    """Yield each letter of a few that may be initials."""
    if not token.text.isalpha() or len(token.text) > MOST_LETTERS:
        yield token
        return
    for place, letter in enumerate(token.text):
        yield Token(letter, False, token.start + place, token.start + place + 1)


def _has_to_be_clear(slots: Slots) -> bool:
    """Return whether a saying has a text of its own, or takes something away."""
    return any(
        slot.free or not set(TAKING_AWAY).isdisjoint(slot.says()) or _has_to_be_clear(slot.parts()) for slot in slots
    )


class TerseMatch(Match):
    """The words of a line, matched with forms whose words may be left out."""

    def of_form(self, form: Form, anybody: bool) -> Iterator[Reading]:
        """Yield readings of the line as this form, of the turn also without its verb."""
        yield from super().of_form(form, anybody)
        verb = form.begins()
        if anybody and form.who and len(verb) == 1 and len(form.slots) > 1:
            for named in self.name_at(0, form.who):
                yield from self.slots(form.slots[1:], named.then(Reading(named.at, verb, shortened=LEFT_OUT)))
            if len(self.short.asked) == 1 and self.short.asked[0] in form.who:
                left_out = Reading(0, (name(self.short.asked[0]), *verb), shortened=2 * LEFT_OUT, unnamed=True)
                yield from self.slots(form.slots[1:], left_out)

    def said(self, step: Step, before: Reading) -> Iterator[Reading]:
        """Yield readings of a step; a word that joins may be left out."""
        yield from super().said(step, before)
        words = step.slot.says()
        if len(words) == 1 and words[0] in JOINING and not step.slot.optional:
            yield before.then(Reading(before.at, words, shortened=1 if words[0] in GLUED else LEFT_OUT))
