"""A turn: who is to speak, what may be said, what is refused just now and why, and what is assumed of the silent.

One value checks what is said, words the refusal, fills the prompt, draws the phone's buttons and drives random
evenings. A rule yields a question, which makes the turn, and is sent the event that answers it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, final

import msgspec

from ledger.core.events import End, Event
from ledger.core.money import Money
from ledger.language.examples import Chooser
from ledger.language.forms import texts
from ledger.language.names import name
from ledger.language.slots import Form, Slots

Check = Callable[[Any], str | None]
"""Looks at an event and says what is wrong with it, or None."""
OfSort = Callable[[Any], bool]
"""Whether an event of the right kind is of this sort at all."""
SlotsFor = Callable[[str], Slots | list[Slots] | None]
"""What follows the name of this player (or of nobody) as slots, or None where he cannot say it just now.

There may be several ways of saying it, the most common first.
"""
Example = Callable[[Chooser], Event | None]
"""Makes up a saying of one sort where its form cannot know enough, or None where there is none just now."""


class Allowed(msgspec.Struct, frozen=True):
    """One sort of saying that a turn takes.

    `who` may say it (nobody: it begins without a player), by one of the `words`, where there are any. `form` tells
    whether an event is of this sort at all, `check` what is wrong with one that is; without them any is, and nothing.
    `slots` are made when somebody looks, for each who may say it. `usual` marks the one answer that is far the most
    frequent.
    """

    kind: type[Event]
    who: tuple[str, ...]
    example: Example | None = None
    form: OfSort | None = None
    check: Check | None = None
    slots: SlotsFor | None = None
    usual: bool = False
    words: tuple[str, ...] | None = None

    def forms(self) -> list[Form]:
        """The forms of this sort: one for all of those who may say the same."""
        if self.slots is None:
            return []
        found: list[tuple[Slots, list[str]]] = []
        for player in self.who or ("",):
            ways = self.slots(player)
            for slots in ways if isinstance(ways, list) else [] if ways is None else [ways]:
                same = next((names for known, names in found if known == slots), None)
                if same is None:
                    found.append((slots, [player] if player else []))
                else:
                    same.append(player)
        ends = self.kind is End
        return [Form(tuple(names), slots, usual=self.usual, ends=ends) for slots, names in found]


class Disallowed(msgspec.Struct, frozen=True):
    """One sort of saying that is refused just now: `check` says why, or nothing where it does not concern this one.

    It belongs to its turn and to none behind it, and is neither put to a person nor made up.
    """

    kind: type[Event]
    who: tuple[str, ...]
    form: OfSort | None = None
    check: Check | None = None
    words: tuple[str, ...] | None = None
    why: str | None = None


Permission = Allowed | Disallowed
"""One sort of saying, that may be said or is refused."""


def is_of(sort: Permission, event: Any) -> bool:
    """Whether an event of the kind of a sort is of the sort, by who says it, by its word and by its form."""
    if sort.who and getattr(event, "player", None) not in sort.who:
        return False
    if sort.words is not None and event.word not in sort.words:
        return False
    return sort.form is None or sort.form(event)


def takes_all_of(earlier: Permission, later: Permission) -> bool:
    """Whether every event of one sort is of an earlier one too, as far as the sorts themselves tell."""
    if earlier.kind is not later.kind or earlier.words not in (None, later.words):
        return False
    if earlier.form is not None and earlier.form is not later.form:
        return False
    return not earlier.who or bool(later.who and set(later.who) <= set(earlier.who))


@final
class Lazy(msgspec.Struct, frozen=True):
    """Sorts made only when such a thing is said, or somebody looks.

    They are of some kinds, of some players (or of anybody), and said by some words (or by any).
    """

    kinds: tuple[type[Event], ...]
    make: Callable[[], Iterable[Permission]]
    who: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    def awaits(self, event: Event) -> bool:
        """Whether an event may be of one of these sorts."""
        if type(event) not in self.kinds or (self.who and getattr(event, "player", None) not in self.who):
            return False
        return not self.words or getattr(event, "word", None) in self.words


class Verdict(msgspec.Struct, frozen=True):
    """What a turn makes of an event."""

    concerns: bool
    """Whether it is of a sort that the turn takes or refuses."""
    wrong: str | None = None
    """Why it is refused; None for what fits, and for what does not concern the turn."""


FITS, UNKNOWN = Verdict(True), Verdict(False)


Clause = str | Callable[[], str]
"""A clause of a sentence; or a function that makes it, called only when somebody reads it."""


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """Who acts now, which act is wanted, how things stand, and what may be said.

    `says` are the sayings that are allowed and those that are refused, in the order in which their reasons are given.
    `default` is assumed if the turn is passed over; None: it must be answered. In a `pause` no deal is in hand.

    The words are data, and `asks` makes the sentence of them. With an `act` the first of `who` is to act:
    "STATEMENT: it is WHO's turn to ACT DETAIL, and STATE". Without one it is "STATEMENT, and STATE". The `act` is a
    verb, with its object where that is short: "call", "turn a card"; the `detail` is the rest of the phrase: "what he
    has". `joint` stands before the state.
    """

    says: tuple[Permission | Lazy, ...]
    who: tuple[str, ...] = ()
    act: str = ""
    detail: str = ""
    statement: Clause = ""
    state: Clause = ""
    joint: str = ", and "
    default: Event | None = None
    pause: bool = False

    @property
    def asks(self) -> str:
        """Return the sentence of the turn, without a full stop: whose turn it is, and how things stand."""
        state, wanted = read(self.state), self.wanted
        return f"{wanted}{self.joint}{state}" if state else wanted

    @property
    def wanted(self) -> str:
        """Return the sentence of the turn up to the state."""
        statement = read(self.statement)
        if not self.act:
            return statement
        turn = f"it is {self.who[0]}'s turn to {self.whole_act}"
        return f"{statement}: {turn}" if statement else turn

    @property
    def whole_act(self) -> str:
        """Return the act with its detail: "say what he has"."""
        return f"{self.act} {self.detail}" if self.detail else self.act

    @property
    def sorts(self) -> tuple[Permission, ...]:
        """All the sorts that may be said or are refused."""
        return tuple(made(self.says))

    @property
    def may(self) -> tuple[Allowed, ...]:
        """What may be said."""
        return tuple(one for one in self.sorts if isinstance(one, Allowed))

    @property
    def refused(self) -> tuple[Disallowed, ...]:
        """What is refused just now, with its reason."""
        return tuple(one for one in self.sorts if isinstance(one, Disallowed))

    def judge(self, event: Event) -> Verdict:
        """Tell whether the event is of a sort that this turn takes or refuses, and what is wrong with it."""
        wrong: str | None = None
        kind = type(event)
        for one in self.says:
            sorts: Iterable[Permission]
            if type(one) is not Lazy:
                sorts = (one,)
            elif kind in one.kinds and one.awaits(event):
                sorts = one.make()
            else:
                continue
            for sort in sorts:
                if sort.kind is not kind or not is_of(sort, event):
                    continue
                found = None if sort.check is None else sort.check(event)
                if type(sort) is Disallowed:
                    found = found or sort.why
                elif found is None:
                    return FITS
                wrong = wrong or found
        return UNKNOWN if wrong is None else Verdict(True, wrong)

    def forms(self) -> list[Form]:
        """The forms of everything that may be said."""
        return [form for may in self.may for form in may.forms()]

    def texts(self, money: Money) -> list[str]:
        """Everything that may be said, as it is put to a person, each once for all who are asked."""
        speakers: dict[str, dict[str, None]] = {}
        for may in self.may:
            for form in may.forms():
                for text in texts(form.slots, money):
                    speakers.setdefault(text, {}).update(dict.fromkeys(form.who))
        return [put for text, who in speakers.items() for put in self._by_whom(text, tuple(who))]

    def _by_whom(self, text: str, who: tuple[str, ...]) -> list[str]:
        """A text; where none of those who may say it is asked, with the name of each."""
        asked = {*who} & {*self.who} if self.who else len(who) > 1
        return [text] if asked or not who else [f"{name(one)} {text}" for one in who]

    def words(self, money: Money) -> list[str]:
        """The words with which what may be said begins, or goes on after who says it."""
        return [text.split()[0] for form in self.forms() for text in texts(form.slots, money)]

    def remedy(self, money: Money) -> str:
        """The line that says what may be said instead, and by whom."""
        texts_allowed = self.texts(money)
        whom = self.who[0] if len(self.who) == 1 else "They"
        return f"{whom} may say: {', '.join(texts_allowed)}" if texts_allowed else ""


def read(clause: Clause) -> str:
    """Return a clause, made now if it is lazy."""
    return clause if isinstance(clause, str) else clause()


def made(says: Iterable[Permission | Lazy]) -> Iterator[Permission]:
    """The sorts of a turn, those that are made later made now."""
    for one in says:
        if isinstance(one, Lazy):
            for sort in one.make():
                assert sort.kind in one.kinds, f"a sort of {sort.kind.__name__} is not awaited"
                assert not one.who or {*sort.who} <= {*one.who}, f"nothing is awaited of {sort.who}"
                assert not one.words or {*(sort.words or (None,))} <= {*one.words}, f"{sort.words} is not awaited"
                yield sort
        else:
            yield one


Question = Callable[[], Turn | None]
"""Makes the turn as things stand; asked again after something was said around it. None: nothing is left to ask."""
