"""Completion: every continuation of a line that is being typed, as the forms offer it.

The words typed so far may be shortened, as in `ledger.language.shorthand`; what may stand next is given in full.
Amounts are in the smallest unit.
"""

from collections.abc import Sequence
from contextlib import suppress

import msgspec

from ledger.core.names import name
from ledger.core.refusals import Refusal
from ledger.language.shorthand import Match, Reading, Shorthand, TooManyWays
from ledger.language.slots import Form
from ledger.language.tokens import Token, tokens_of
from ledger.language.walk import Walk

MOST_STEPS = 2_000
"""The greatest number of steps in which a line is followed, because a key is waiting."""


class Continuation(msgspec.Struct, frozen=True):
    """A continuation: its text, its place in the line, and the form it belongs to."""

    text: str
    start: int
    form: Form
    ends: bool
    """Whether the saying may end with the continuation."""


def continuations(shorthand: Shorthand, line: str) -> list[Continuation]:
    """Return everything that may stand next in a line, or complete its last word, each once.

    If the names of the line can be put together in too many ways, it returns those found by then.
    """
    before, start = _typed(line)
    beginning = line[start:].lower().lstrip('"')
    continuations: dict[str, Continuation] = {}
    typed = _TypedLine(shorthand, line, before)
    with suppress(TooManyWays):  # who says the line is refused, and told which name is not clear
        typed.follow_all()
    for text, form, may_end in typed.next:
        if text.lower().lstrip('"').startswith(beginning):
            known = continuations.get(text)
            ends = may_end and not text.endswith("=")
            if known is None or (ends and not known.ends):
                continuations[text] = Continuation(text, start, form if known is None else known.form, ends)
    return list(continuations.values())


def _typed(line: str) -> tuple[list[Token], int]:
    """Return the finished words of a line, and the place where its last word begins."""
    try:
        tokens = tokens_of(line)
    except Refusal as refusal:  # a quote is not closed: all that follows it is one word
        start = (refusal.at or 1) - 1
        return tokens_of(line[:start]), start
    if tokens and not line[-1].isspace():
        return tokens[:-1], tokens[-1].start
    return tokens, len(line)


class _TypedLine:
    """The words of a line, followed through the forms."""

    def __init__(self, shorthand: Shorthand, line: str, tokens: Sequence[Token]) -> None:
        self.short = shorthand
        self.tokens = tokens
        self.match = Match(shorthand, line, tokens, MOST_STEPS)
        self.next: list[tuple[str, Form, bool]] = []
        """The continuations: their forms, and whether the saying may end with each."""

    def follow_all(self) -> None:
        """Follow all forms; a player who is asked may be left out in those of the turn.

        Raises TooManyWays.
        """
        for form in self.short.forms:
            self.follow(form)
            if form.who and len(self.short.asked) == 1 and self.short.asked[0] in form.who and not form.assumes:
                self.walk_on(form, Walk(form.slots, self.short.money), 0)
        for form in self.short.around:
            self.follow(form)

    def follow(self, form: Form) -> None:
        """Follow a form from the name of its player, if it has one."""
        if form.who and not self.tokens:
            self.next += [(name(player), form, False) for player in form.who]
            return
        for at in [named.at for named in self.match.name_at(0, form.who)] if form.who else [0]:
            self.walk_on(form, Walk(form.slots, self.short.money), at)

    def walk_on(self, form: Form, walk: Walk, at: int) -> None:
        """Follow a walk from a place in the line to its end."""
        for step in walk.steps():
            if at == len(self.tokens):
                self.next += [(text, form, ends) for text, ends in step.endings()]
                continue
            for reading in self.match.once(step.slot.alone(), Reading(at), last=False):
                if not reading.doubts and step.may_be(reading.parts[0]):
                    self.walk_on(form, step.after(reading.parts[0]), reading.at)
