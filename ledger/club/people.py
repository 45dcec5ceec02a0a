"""The club: persons, the payments between them, and seasons.

A person plays over many evenings; a name is the word that a table used. A name that belongs to no person stands for
itself. Names are compared as a whole, without regard to case. The names in a payment stay as they were said: today's
persons decide who they are.
"""

from collections.abc import Iterable, Sequence

import msgspec

from ledger.core import events
from ledger.core.events import EffectiveEvent
from ledger.core.names import key_of
from ledger.core.refusals import Code, Refusal


class PersonOfClub(msgspec.Struct):
    """A person: the name to show, and all names of the person, this one first."""

    name: str
    names: list[str]


class ClubPayment(msgspec.Struct, frozen=True):
    """A payment over many evenings, by its number in the club's log; in the smallest unit."""

    event: int
    payer: str
    payee: str
    amount: int
    money: str
    evenings: tuple[int, ...]
    on: str
    """The day that was said, or the day of recording."""
    at: str = ""
    """The time of recording."""


class Season(msgspec.Struct):
    """A season: the event that opened it, its rules, later handicaps, and whether it is over."""

    event: int
    rules: events.OpenSeason
    ended: bool = False
    handicaps: list[events.ChangeHandicap] = []
    """In the order in which they were said."""

    @property
    def handicaps_said(self) -> list[tuple[str, events.Shares]]:
        """Return all handicaps, each with the day from which they hold."""
        handicaps = [
            (self.rules.first, self.rules.handicap),
            *((change.first, change.handicap) for change in self.handicaps),
        ]
        return [(first, handicap) for first, handicap in handicaps if handicap]


class ClubState:
    """Persons, payments and seasons."""

    def __init__(self) -> None:
        self.persons: dict[str, PersonOfClub] = {}
        """Every person, by the key of the person's name."""
        self._whose: dict[str, str] = {}
        """For the key of each name, the key of its person."""
        self._whose_at: dict[tuple[int, str], str] = {}
        """For a name at a single evening, the key of its person there, which overrides the general one."""
        self._payments: list[ClubPayment] = []
        self.seasons: dict[str, Season] = {}

    def apply(self, effective: EffectiveEvent, at: str) -> None:
        """Apply one more event, recorded at a time. Raises Refusal if it does not fit."""
        match effective.event:
            case events.Person():
                self._adds(effective.event)
            case events.Alias():
                self._calls(effective.event)
            case events.Merge():
                self._merges(effective.event)
            case events.SplitName():
                self._splits(effective.event)
            case events.PaysTogether() as paid:
                if self.person(paid.player) == self.person(paid.payee) and paid.player != paid.payee:
                    raise Refusal(Code.PLAYERS, f"{paid.player} and {paid.payee} are one person")
                payment = ClubPayment(
                    effective.number,
                    paid.player,
                    paid.payee,
                    paid.amount,
                    paid.money,
                    paid.evenings,
                    paid.on or at[:10],
                    at,
                )
                self._payments.append(payment)
            case events.OpenSeason() as rules:
                self._opens(effective.number, rules)
            case events.ChangeHandicap() as change:
                self._changes_handicap(change)
            case events.EndSeason(title=title):
                self._not_ended(title).ended = True

    def see_said(self, event: object) -> None:
        """Raise Refusal if a saying would change nothing.

        A log may have such sayings: in a copy without a person, all names of that person are one.
        """
        match event:
            case events.Person(name=name) if key_of(name) in self.persons:
                raise self._twice(key_of(name))
            case events.Alias(name=name, person=person, evenings=()) if key_of(name) == key_of(person):
                raise Refusal(Code.TWICE, f"{name} is a name of {self.person(person)} already")
            case events.Merge(name=name, person=person) | events.PaysTogether(player=name, payee=person) if key_of(
                name
            ) == key_of(person):
                raise Refusal(Code.PLAYERS, f"{name} and {person} are one person")
            case events.SplitName(name=name) if len(self.names_of(self.person(name))) == 1:
                raise Refusal(Code.PLAYERS, f"{name} has no other name than this")

    # Persons

    def _adds(self, event: events.Person) -> None:
        key = key_of(event.name)
        if key in self.persons:
            if any(key_of(name) != key for name in event.names):
                raise self._twice(key)
            return
        for name in (event.name, *event.names):
            self._see_free(name, event.name)
        self._begin(event.name)
        for name in event.names:
            self._gives(name, key)

    def _twice(self, key: str) -> Refusal:
        return Refusal(Code.TWICE, f"{self.persons[key].name} is a person already")

    def _begin(self, name: str) -> str:
        """Make a person of a name that stands for itself; return the key of the name's person."""
        key = key_of(name)
        if key not in self._whose:
            self.persons[key] = PersonOfClub(name, [name])
            self._whose[key] = key
        return self._whose[key]

    def _gives(self, name: str, person: str) -> None:
        if key_of(name) not in self._whose:
            self._whose[key_of(name)] = person
            self.persons[person].names.append(name)

    def _see_free(self, name: str, whose: str, other_than: str = "") -> None:
        """Raise Refusal if a name belongs to another person than the one with this key."""
        person = self._whose.get(key_of(name))
        if person is None or person == other_than:
            return
        owner = self.persons[person].name
        remedy = f"Say card-ledger person merge {whose} {owner}, or person split {name} first"
        raise Refusal(Code.BAD_NAME, f"{name} is a name of {owner}", remedy)

    def _calls(self, event: events.Alias) -> None:
        if not event.evenings:
            self._see_free(event.name, event.person, self._whose.get(key_of(event.person), ""))
        person = self._begin(event.person)
        if event.evenings:
            self._whose_at |= {(evening, key_of(event.name)): person for evening in event.evenings}
        elif key_of(event.name) == key_of(event.person):
            return
        elif key_of(event.name) in self._whose:
            raise Refusal(Code.TWICE, f"{event.name} is a name of {self.persons[person].name} already")
        else:
            self._gives(event.name, person)

    def _merges(self, event: events.Merge) -> None:
        person, other = (self._whose.get(key_of(name)) for name in (event.person, event.name))
        if key_of(event.name) == key_of(event.person):
            return
        if person is not None and person == other:
            raise Refusal(Code.PLAYERS, f"{event.name} and {event.person} are one person")
        person, other = self._begin(event.person), self._begin(event.name)
        self.persons[person].names += self.persons[other].names
        del self.persons[other]
        self._whose = {name: person if key == other else key for name, key in self._whose.items()}
        self._whose_at = {at: person if key == other else key for at, key in self._whose_at.items()}

    def _splits(self, event: events.SplitName) -> None:
        key = key_of(event.name)
        person = self._whose.get(key)
        if person is None or len(self.persons[person].names) == 1:
            return
        split = self.persons.pop(person)
        del self._whose[key]
        left = [name for name in split.names if key_of(name) != key]
        called = split.name if key_of(split.name) != key else left[0]
        now = key_of(called)
        self.persons[now] = PersonOfClub(called, left)
        self._whose |= {key_of(name): now for name in left}
        self._whose_at = {
            at: now if whose == person else whose
            for at, whose in self._whose_at.items()
            if not (whose == person and at[1] == key)
        }

    def person(self, name: str) -> str:
        """Return who a name is over all evenings: the person's name, or the name itself."""
        key = self._whose.get(key_of(name))
        return name if key is None else self.persons[key].name

    def persons_at(self, evening: int, sat: Iterable[str]) -> dict[str, str]:
        """Return who each player of an evening is; two players are never one person there."""
        names = list(sat)
        whose = {name: self._whose_at.get((evening, key_of(name)), self._whose.get(key_of(name))) for name in names}
        first: dict[str, str] = {}
        for name in sorted(names, key=lambda name: whose[name] != key_of(name)):  # his own name goes first
            if (key := whose[name]) is not None:
                first.setdefault(key, name)
        return {
            name: self.persons[key].name if (key := whose[name]) is not None and first[key] == name else name
            for name in names
        }

    def at_one_table(self, evening: int, sat: Iterable[str]) -> tuple[str, str] | None:
        """Return two names of one person who sat at the same evening; None if there are none."""
        first: dict[str, str] = {}
        for name in sat:
            key = self._whose_at.get((evening, key_of(name)), self._whose.get(key_of(name)))
            if key is not None and (other := first.setdefault(key, name)) != name:
                return other, name
        return None

    def names_of(self, person: str) -> list[str]:
        """Return all names of a person, the main one first; a name that stands for itself alone."""
        key = self._whose.get(key_of(person))
        return [person] if key is None else list(self.persons[key].names)

    # Payments

    @property
    def payments(self) -> tuple[ClubPayment, ...]:
        """Return the payments in the order of recording, between the persons of today."""
        replace = msgspec.structs.replace
        return tuple(
            replace(payment, payer=self.person(payment.payer), payee=self.person(payment.payee))
            for payment in self._payments
        )

    # Seasons

    def _opens(self, number: int, rules: events.OpenSeason) -> None:
        if key_of(rules.title) in self.seasons:
            raise Refusal(Code.TWICE, f"{self.season(rules.title).rules.title} is a season already")
        self.see_rules(rules)
        self.seasons[key_of(rules.title)] = Season(number, rules)

    def see_rules(self, rules: events.OpenSeason) -> None:
        """Raise Refusal if no season can have these rules."""
        wrong = ""
        if rules.last < rules.first:
            wrong = f"{rules.title} ends on {rules.last}, before it begins on {rules.first}"
        elif list(rules.points) != sorted(rules.points, reverse=True):
            wrong = "points do not rise: the first place has most"
        elif rules.best == 0:
            wrong = "the best 0 evenings are none"
        if wrong:
            raise Refusal(Code.OPTIONS, wrong)

    def _changes_handicap(self, change: events.ChangeHandicap) -> None:
        season = self._not_ended(change.title)
        rules = season.rules
        if not rules.first <= change.first <= rules.last:
            sentence = f"{change.first} is no day of {rules.title}: it goes from {rules.first} to {rules.last}"
            raise Refusal(Code.OPTIONS, sentence)
        season.handicaps.append(change)

    def _not_ended(self, title: str) -> Season:
        season = self.season(title)
        if season.ended:
            raise Refusal(Code.TWICE, f"{season.rules.title} has ended already")
        return season

    def season(self, title: str | None = None) -> Season:
        """Return the season of a title, or the newest. Raises Refusal if there is none."""
        if not self.seasons:
            remedy = "Say card-ledger season open TITLE --from DATE --to DATE"
            raise Refusal(Code.NOT_NOW, "there is no season yet", remedy)
        if title is None:
            return max(self.seasons.values(), key=lambda season: season.event)
        if (season := self.seasons.get(key_of(title))) is None:
            remedy = "card-ledger season list names those there are"
            raise Refusal(Code.NOT_NOW, f"there is no season {title}", remedy)
        return season


def folded(effective: Sequence[tuple[EffectiveEvent, str]]) -> ClubState:
    """Return the club of events in effect, each with the time of recording.

    Raises Refusal if an event does not fit those before it.
    """
    club = ClubState()
    for event, at in effective:
        club.apply(event, at)
    return club
