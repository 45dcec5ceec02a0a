"""A turn: who acts, what they may say, and what is assumed if they say nothing.

The turn checks each saying and words its refusal. It also fills the prompt, draws the buttons of the page and drives
the random evenings. A rule yields a question, which makes the turn, and is sent the event that answers it.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any, final

import msgspec

from ledger.core.events import End, Event
from ledger.core.money import Money
from ledger.core.names import name
from ledger.core.refusals import Remedy, RemedyKind, listed
from ledger.language.forms import by_speakers, enumerated, speakers_of, texts
from ledger.language.slots import Chooser, Form, Slots

Check = Callable[[Any], str | None]
"""Return what is wrong with an event, or None."""
Matches = Callable[[Any], bool]
"""Return whether an event of the right kind is this saying."""
SlotsFor = Callable[[str], Slots | list[Slots] | None]
"""Return the slots that follow a player's name ("" for nobody); None if the player cannot say it now.

A list has several forms of the saying, the most common first.
"""
Example = Callable[[Chooser], Event | None]
"""Make up an example of a saying whose form is not enough to make one; None where there is none now."""


class Allowed(msgspec.Struct, frozen=True):
    """A saying that a turn takes.

    The players of `who` may say it; an empty `who` means that it begins without a player. An event is this saying if
    it is of this `kind`, has one of `words` (where there are any) and `matches`; `check` finds what is wrong with the
    event. `slots` makes the form for a player when somebody asks for it. `usual` marks the most frequent answer.
    """

    kind: type[Event]
    who: tuple[str, ...]
    example: Example | None = None
    """Makes up an example, where the form alone does not give one."""
    matches: Matches | None = None
    check: Check | None = None
    slots: SlotsFor | None = None
    usual: bool = False
    words: tuple[str, ...] | None = None

    def forms(self) -> list[Form]:
        """Return the forms of this saying: one for all players who may say the same."""
        if self.slots is None:
            return []
        alike: list[tuple[Slots, list[str]]] = []
        for player in self.who or ("",):
            made = self.slots(player)
            for slots in made if isinstance(made, list) else [] if made is None else [made]:
                names = next((names for known, names in alike if known == slots), None)
                if names is None:
                    alike.append((slots, [player] if player else []))
                else:
                    names.append(player)
        ends = self.kind is End
        return [Form(tuple(names), slots, usual=self.usual, ends=ends) for slots, names in alike]


class Disallowed(msgspec.Struct, frozen=True):
    """A saying that a turn refuses now; `check` or `why` gives the reason.

    Where `check` finds nothing wrong, the event is not this saying. The turns behind this one do not get the event.
    Nobody is offered the saying, and no example of it is made up.
    """

    kind: type[Event]
    """The kind of event that is refused."""
    who: tuple[str, ...]
    """The players of whom it is refused; empty: of all."""
    matches: Matches | None = None
    """Tells which events of the kind are meant; None: all."""
    check: Check | None = None
    words: tuple[str, ...] | None = None
    """The words that are meant; None: all."""
    why: str | None = None


Permission = Allowed | Disallowed
"""A saying that is allowed or disallowed."""


def concerns(permission: Permission, event: Any) -> bool:
    """Return whether an event of the right kind is this saying, by its player, word and fields."""
    if permission.who and getattr(event, "player", None) not in permission.who:
        return False
    if permission.words is not None and event.word not in permission.words:
        return False
    return permission.matches is None or permission.matches(event)


def covers(earlier: Permission, later: Permission) -> bool:
    """Return whether every event of one permission certainly belongs to an earlier one."""
    if earlier.kind is not later.kind or earlier.words not in (None, later.words):
        return False
    if earlier.matches is not None and earlier.matches is not later.matches:
        return False
    return not earlier.who or bool(later.who and set(later.who) <= set(earlier.who))


@final
class Lazy(msgspec.Struct, frozen=True):
    """Permissions that are made only when an event may concern them, or somebody asks."""

    kinds: tuple[type[Event], ...]
    """The kinds of event that the permissions are of."""
    make: Callable[[], Iterable[Permission]]
    """Makes the permissions."""
    who: tuple[str, ...] = ()
    """The players whom they concern; empty: all."""
    words: tuple[str, ...] = ()
    """The words that they concern; empty: all."""

    def awaits(self, event: Event) -> bool:
        """Return whether one of these permissions may concern an event of their kinds."""
        if self.who and getattr(event, "player", None) not in self.who:
            return False
        return not self.words or getattr(event, "word", None) in self.words


class Verdict(msgspec.Struct, frozen=True):
    """The judgement of a turn on an event."""

    concerns: bool
    """Whether the turn allows or disallows such an event."""
    wrong: str | None = None
    """Why the event is refused; None if it fits, or does not concern the turn."""


MOST_NAMED = 2
"""The greatest number of players named before a saying that only they may say."""

FITS, UNKNOWN = Verdict(True), Verdict(False)


Clause = str | Callable[[], str]
"""A clause of a sentence, or a function that makes it when somebody reads it."""


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """Who acts now, which act is wanted, how things stand, and what may be said.

    `says` has the allowed and the refused sayings, in the order in which their reasons are given. `default` is
    assumed if the turn is passed over; without one the turn must be answered. In a `pause` no deal is in hand.

    The words are data, and `asks` makes the sentence from them. With an `act`, the player of `who` is to act:
    "STATEMENT: it is WHO's turn to ACT DETAIL, and STATE". Without an act, or if several may act, the sentence is
    "STATEMENT, and STATE". The
    `act` is a verb, with its object where that is short: "call", "turn a card". The `detail` is the rest of the
    phrase: "what he has". The word `joint` joins the state to what precedes it.
    """

    says: tuple[Permission | Lazy, ...]
    who: tuple[str, ...] = ()
    act: str = ""
    detail: Clause = ""
    statement: Clause = ""
    """What is so, as a sentence without its stop, or a function that makes it."""
    state: Clause = ""
    """How things stand, or a function that says it."""
    joint: str = ", and "
    default: Event | None = None
    pause: bool = False
    guard: AbstractContextManager[None] | None = None
    """What the rules are kept within while they say what may be said; set by whoever asks them."""

    @property
    def asks(self) -> str:
        """Return the sentence of the turn: whose turn it is, and how things stand."""
        state, wanted = read(self.state), self.wanted
        return f"{wanted}{self.joint}{state}" if state else wanted

    @property
    def names_who_acts(self) -> bool:
        """Return whether the sentence names who is to act: one, or several without a statement."""
        return bool(self.act) and (len(self.who) == 1 or not read(self.statement))

    @property
    def wanted(self) -> str:
        """Return the sentence of the turn up to its state."""
        statement = read(self.statement)
        if not self.names_who_acts:
            return statement or (f"it is for {listed(list(self.who), 'or')} to speak" if self.who else "")
        if len(self.who) > 1:
            return f"it is for {listed(list(self.who), 'or')} to {self.whole_act}"
        turn = f"it is {self.who[0]}'s turn to {self.whole_act}"
        return f"{statement}: {turn}" if statement else turn

    @property
    def clauses(self) -> tuple[str, str]:
        """Return the statement and the state, both made."""
        return read(self.statement), read(self.state)

    @property
    def whole_act(self) -> str:
        """Return the act with its detail: "say what he has"."""
        return f"{self.act} {detail}" if (detail := read(self.detail)) else self.act

    @property
    def permissions(self) -> tuple[Permission, ...]:
        """Return every permission, allowed or disallowed."""
        return tuple(permissions_of(self.says))

    @property
    def allowed(self) -> tuple[Allowed, ...]:
        """Return every allowed saying."""
        return tuple(permission for permission in self.permissions if isinstance(permission, Allowed))

    def judge(self, event: Event) -> Verdict:
        """Return whether this turn allows or disallows such an event, and what is wrong with it."""
        wrong: str | None = None
        kind = type(event)
        for saying in self.says:
            permissions: Iterable[Permission]
            if type(saying) is not Lazy:
                permissions = (saying,)
            elif kind in saying.kinds and saying.awaits(event):
                permissions = saying.make()
            else:
                continue
            for permission in permissions:
                if permission.kind is not kind or not concerns(permission, event):
                    continue
                fault = None if permission.check is None else permission.check(event)
                if type(permission) is Disallowed:
                    fault = fault or permission.why
                elif fault is None:
                    return FITS
                wrong = wrong or fault
        return UNKNOWN if wrong is None else Verdict(True, wrong)

    def forms(self) -> list[Form]:
        """Return the forms of every allowed saying."""
        with self.guard or nullcontext():
            return [form for allowed in self.allowed for form in allowed.forms()]

    def texts(self, money: Money) -> list[str]:
        """Return every allowed saying as text for a person, each text once."""
        sayable = self._sayable(money).items()
        return [f"{name(player)} {text}" if player else text for text, who in sayable for player in who or ("",)]

    def texts_by_speaker(self, money: Money) -> list[tuple[tuple[str, ...], list[str]]]:
        """Return the allowed texts by speakers; first the texts that everyone asked may say."""
        groups: list[tuple[tuple[str, ...], list[str]]] = []
        for who, allowed in by_speakers(self._sayable(money)):
            groups.insert(len(groups) if who else 0, (who or self.who, allowed))
        return groups

    def _sayable(self, money: Money) -> dict[str, tuple[str, ...]]:
        """Return each allowed saying as text, with its speakers unless everyone asked may say it."""
        sayable = speakers_of(self.forms(), money)
        for text, who in sayable.items():
            for_all = {*who} >= {*self.who} if self.who else len(who) > 1
            if for_all or (len(who) > MOST_NAMED and {*who} & {*self.who}):
                sayable[text] = ()
        return sayable

    def words(self, money: Money) -> list[str]:
        """Return the first word after the speaker's name of every allowed saying."""
        return [text.split()[0] for form in self.forms() for text in texts(form.slots, money)]

    def instead(self, money: Money, before: str = "") -> Remedy:
        """Return what may be said instead, and by whom, as a remedy."""
        return Remedy(RemedyKind.TURN, self.remedy(money), self.who, before)

    def remedy(self, money: Money) -> str:
        """Return the line that says what may be said instead, and by whom."""
        asked = self.who[0] if len(self.who) == 1 else "They" if self.who else "Anybody"
        clauses = [
            f"{asked if who == self.who else listed(list(map(name, who)))}{': ' if number else ' may say: '}"
            + enumerated(allowed)
            for number, (who, allowed) in enumerate(self.texts_by_speaker(money))
        ]
        return "; ".join(clauses)


def read(clause: Clause) -> str:
    """Return a clause, made now if it is lazy."""
    return clause if isinstance(clause, str) else clause()


def permissions_of(says: Iterable[Permission | Lazy]) -> Iterator[Permission]:
    """Yield permissions, and make the lazy ones."""
    for saying in says:
        if isinstance(saying, Lazy):
            for permission in saying.make():
                kind, who, words = permission.kind, {*permission.who}, permission.words or (None,)
                assert kind in saying.kinds, f"a permission of {kind.__name__} is not awaited"
                assert not saying.who or who <= {*saying.who}, f"nothing is awaited of {permission.who}"
                assert not saying.words or {*words} <= {*saying.words}, f"{permission.words} is not awaited"
                yield permission
        else:
            yield saying


Question = Callable[[], Turn | None]
"""A function that makes the turn as things stand, also after an interruption; None if nothing is left to ask."""
