"""Copy a database without a person: a pseudonym replaces the person's names in every log."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ledger.club.people import ClubPayment, ClubState
from ledger.core.books import BANK
from ledger.core.events import Alias, Joins, Note, PayeeChanges, RecordedEvent, Repaired, version_of
from ledger.core.fields import EveningId
from ledger.core.names import key_of, quoted
from ledger.core.refusals import Code, Refusal, listed, printable, things
from ledger.evening.fold import Evening
from ledger.log.book import NO_NAMES
from ledger.log.digests import canonical
from ledger.log.name_traces import NameTraces
from ledger.log.pseudonyms import FREE_TEXT, Pseudonyms, differing_texts
from ledger.projections.accounts import people, person_named_here
from ledger.projections.club import club_of
from ledger.recorder.club_log import DERIVED
from ledger.recorder.recorder import Recorder
from ledger.store import CLUB
from ledger.store.copying import Copied, carry_keys
from ledger.store.generated import statements as sql
from ledger.store.payees import changing_payees, keep_payees, payees

COPIED = "copied without a person"


class PersonLeftOut(msgspec.Struct, frozen=True):
    """A person who is left out: the pseudonym, the evenings, and the number of texts with it."""

    pseudonym: str
    evenings: tuple[EveningId, ...]
    free_text: Annotated[int, Meta(description="In how many titles, places, notes and reasons the name stood.")]


class _Person(msgspec.Struct, frozen=True):
    """A person who is left out, with all names."""

    person: str
    pseudonym: str
    names: tuple[str, ...]


class _Undecided:
    """The texts that may still name a person; another text may be put in place of each."""

    def __init__(self, instead: Mapping[int, str]) -> None:
        self._instead = instead
        self._numbers: dict[tuple[int, str], int] = {}
        """The number of each text in each log."""
        self.open: list[str] = []
        """The texts for which nothing is said, each with its number and place."""

    def decide(self, where: int, traces: NameTraces, text: str) -> str:
        """Return a text as it is to be in a log, or in what lies beside the logs."""
        if not traces.in_text(text):
            return text
        if (where, text) not in self._numbers:
            number = self._numbers[where, text] = len(self._numbers) + 1
            if number not in self._instead:
                self.open.append(f"{number} in {_log(where)}: {quoted(printable(text, 60))}")
        return self._instead.get(self._numbers[where, text], text)

    def see(self) -> None:
        """Raise Refusal if a text is undecided, or nothing was to be decided by a number."""
        if strange := [number for number in self._instead if number > len(self._numbers)]:
            raise Refusal(Code.STORE, f"there is no text {strange[0]} to be replaced", "Nothing was written")
        if self.open:
            several = things(len(self.open), "text")
            sentence = f"{several} may name somebody who is left out: {'; '.join(self.open)}"
            remedy = 'Nothing was written: say --note N="TEXT" for each, the text that is to stand there'
            raise Refusal(Code.STORE, sentence, remedy)


def copy_without(
    source: Recorder, target: Recorder, named: Sequence[str], with_payees: bool, instead: Mapping[int, str]
) -> tuple[Copied, list[PersonLeftOut]]:
    """Copy every log to an empty database, with pseudonyms for some persons.

    All logs are written, or none. `instead` has texts for those that may name one of them. Raises Refusal if a person
    is not known, if TO is not empty, if it cannot be decided whether a text names one of them, and if the copy turns
    out to differ in anything but names.
    """
    there = target.store
    if there.evenings() or there.has(CLUB):
        sentence = f"there is a log in {there.database.name} already"
        raise Refusal(Code.STORE, sentence, "Name an empty database: a copy without a person is made as a whole")
    with source.store.database.transaction(writing=False), changing_payees(there):
        copy = _Copy(source, target, named, instead)
        copied, left_out = copy.write(), copy.left_out()
        if with_payees:
            copy.write_payees()
        copy.undecided.see()
        copy.see()
    there.database.number_on()
    return copied, left_out


class _Copy:
    """One run of copying, from a database to another."""

    def __init__(self, source: Recorder, target: Recorder, named: Sequence[str], instead: Mapping[int, str]) -> None:
        self._source, self._target, self.undecided = source, target, _Undecided(instead)
        self._texts_instead = set(instead.values())
        self.club = source.club().club
        self._sat = {
            listed.id: _sat(source.live(listed.id, by_rules=False).evening) for listed in source.store.evenings()
        }
        self._known = {name for names in self._sat.values() for name in names}
        self._known |= {name for person in self.club.persons.values() for name in person.names}
        self.persons = self._left_out(named)
        self._changed: dict[int, Pseudonyms] = {}
        self._at: dict[str, list[int]] = {person.person: [] for person in self.persons}

    def _left_out(self, named: Sequence[str]) -> list[_Person]:
        """Return who is left out, each with a pseudonym that is nobody's name."""
        rows = people(self._source.played_since(by_rules=False), self.club)
        wanted = dict.fromkeys(person_named_here(rows, name) for name in named)
        taken, persons, number = {key_of(name) for name in self._known}, list[_Person](), 1
        for person in wanted:
            while key_of(f"Player-{number}") in taken:
                number += 1
            persons.append(_Person(person, f"Player-{number}", tuple(self.club.names_of(person))))
            number += 1
        return persons

    def _pseudonyms(self, evening: int) -> Pseudonyms:
        """Return the names that are left out at an evening; for the club's log, all of them."""
        stand_for = {person.person: person.pseudonym for person in self.persons}
        names = {name: person.pseudonym for person in self.persons for name in person.names}
        if evening == CLUB:
            return self._deciding(CLUB, names, {})
        for name, person in self.club.persons_at(evening, self._sat[evening]).items():
            if (pseudonym := stand_for.get(person)) is not None:
                names[name] = pseudonym
                self._at[person].append(evening)
            else:
                names = {other: pseudonym for other, pseudonym in names.items() if key_of(other) != key_of(name)}
        whose = {key_of(name): pseudonym for name, pseudonym in names.items()}
        shorts = {
            short: whose[key_of(player)]
            for stored in self._source.log(evening)
            for player, short in _shorts(stored.recorded.event)
            if key_of(player) in whose and key_of(short) not in whose
        }
        return self._deciding(evening, names, shorts)

    def _deciding(self, log: int, names: Mapping[str, str], shorts: Mapping[str, str]) -> Pseudonyms:
        """Return pseudonyms that ask what cannot be decided of a text of a log."""
        traces = NameTraces([*names, *shorts])

        def decide(text: str) -> str:
            written = pseudonyms.without_others(text)
            return text if not traces.in_text(written) else self.undecided.decide(log, traces, text)

        pseudonyms = Pseudonyms(names, self._known, decide, shorts)
        return pseudonyms

    def write(self) -> Copied:
        """Write every log."""
        events = 0
        listed = [evening.id for evening in self._source.store.evenings()]
        everywhere = NameTraces(name for person in self.persons for name in person.names)
        for evening in (*([CLUB] if self._source.store.has(CLUB) else []), *listed):
            pseudonyms = self._changed[evening] = self._pseudonyms(evening)
            before = [_unbound(stored.recorded, pseudonyms) for stored in self._source.log(evening)]
            after = [pseudonyms.recorded(recorded) for recorded in before]
            if changed := after != before:
                after = [pseudonyms.without_digests(recorded) for recorded in after]
                after += [self._note(len(after) + 1, pseudonyms)] if evening != CLUB else []
            self._append(evening, after)
            if not changed:
                carry_keys(self._source.store, self._target.store, evening, lambda key: not everywhere.in_text(key))
            events += len(after)
        for recorder, evening in self._source.store.database.rows(sql.ALL_CURRENT):
            if not everywhere.in_text(recorder):
                self._target.store.choose(recorder, evening)
        return Copied(len(listed), events, events)

    def write_payees(self) -> None:
        """Write how the others are paid; who is left out may be named there too."""
        his = {person.person for person in self.persons}
        traces = NameTraces(name for person in self.persons for name in person.names)
        others = [payee for payee in payees(self._source.store) if self.club.person(payee.person) not in his]
        for payee in others:
            for text in (payee.method.value, payee.method.holder):
                if traces.in_text(text):
                    sentence = f"how {payee.person} is paid ({payee.method.method}) may name somebody who is left out"
                    remedy = (
                        f"Nothing was written: say --without-payees, or change it: card-ledger payee {payee.person}"
                    )
                    raise Refusal(Code.STORE, sentence, remedy)
        keep_payees(self._target.store, others)

    def _append(self, evening: int, recorded: Sequence[RecordedEvent]) -> None:
        """Write one log, and the data that follow from it."""
        store = self._target.store
        if evening == CLUB:
            store.begin_club()
        else:
            row = {"id": evening, "title": "", "played_on": None, "closed": False}
            store.database.write(sql.COPY_EVENING, [row])
        store.append(evening, recorded, DERIVED)
        if evening != CLUB:
            store.derive(evening, self._target.live(evening, by_rules=False).derived())

    def _note(self, number: int, pseudonyms: Pseudonyms) -> RecordedEvent:
        note = Note(COPIED)
        at, by = self._target.stamp()
        return pseudonyms.recorded(RecordedEvent(number, note, at, by, version_of(note)))

    def left_out(self) -> list[PersonLeftOut]:
        """Return the result for each person who is left out."""
        texts = sum((pseudonyms.texts for pseudonyms in self._changed.values()), Counter[str]())
        return [
            PersonLeftOut(person.pseudonym, tuple(self._at[person.person]), texts[person.pseudonym])
            for person in self.persons
        ]

    # What is held before it is done

    def see(self) -> None:
        """Check that only names differ, that everybody owes the same, and that no name is left.

        Raises Refusal if one of these checks fails.
        """
        for evening, pseudonyms in self._changed.items():
            before = [_unbound(stored.recorded, pseudonyms) for stored in self._source.log(evening)]
            self._target.store.see_whole_chain(evening)
            after = [stored.recorded for stored in self._target.log(evening)]
            self._see_events(evening, before, after, pseudonyms)
            if evening == CLUB:
                self._see_club(before, after, pseudonyms)
            else:
                ours = self._source.live(evening, by_rules=False).evening
                theirs = self._target.live(evening, by_rules=False).evening
                if _figures(ours, pseudonyms) != _figures(theirs, None):
                    raise _wrong(evening, "its figures are others")

    def _see_events(
        self, evening: int, before: Sequence[RecordedEvent], after: Sequence[RecordedEvent], pseudonyms: Pseudonyms
    ) -> None:
        added = after[len(before) :]
        if any(not isinstance(event.event, Note) or event.event.text != COPIED for event in added) or len(added) > 1:
            raise _wrong(evening, "its events are not those of the other")
        if len(after) < len(before) or (evening != CLUB and bool(added) is (list(before) == list(after))):
            raise _wrong(evening, "its events are not those of the other")
        stand_ins = [person.pseudonym for person in self.persons]
        allowed = (*stand_ins, "not copied", *self._texts_instead)
        for old, new in zip(before, after, strict=False):
            try:
                texts = list(differing_texts(_plain(old), _plain(new), pseudonyms.name))
            except ValueError as error:
                raise _wrong(evening, f"event {old.number} differs: {error}") from error
            if any(not any(name in text for name in allowed) for _, text in texts):
                raise _wrong(evening, f"event {old.number} differs in more than names")
        traces = NameTraces(pseudonyms.names)
        for new in after:
            texts_of_it = map(pseudonyms.without_others, _texts(_plain(new)["recorded"]))
            if any(map(traces.in_text, texts_of_it)) and not _is_anothers(new):
                raise _wrong(evening, f"a name is left in event {new.number}")

    def _anothers_once(self) -> Refusal:
        """Return why no copy is possible: names of different persons would become one."""
        whose = listed([person.person for person in self.persons])
        sentence = f"a name of {whose} was another's once, and the club's log would not hold with one name for all"
        return Refusal(Code.STORE, sentence, "Nothing was written")

    def _see_club(
        self, before: Sequence[RecordedEvent], after: Sequence[RecordedEvent], pseudonyms: Pseudonyms
    ) -> None:
        ours = club_of(before)[1]
        try:
            theirs = club_of(after)[1]
        except Refusal as refusal:
            raise self._anothers_once() from refusal
        stand_ins = {person.person: person.pseudonym for person in self.persons}
        for evening, sat in self._sat.items():
            called = {name: self._changed[evening].name(name) for name in sat}
            was, now = ours.persons_at(evening, sat), theirs.persons_at(evening, called.values())
            if any(stand_ins.get(was[name], was[name]) != now[called[name]] for name in sat):
                raise self._anothers_once()
        if _payments(ours, pseudonyms) != _payments(theirs, None):
            raise _wrong(CLUB, "its payments are others")


def _unbound(recorded: RecordedEvent, pseudonyms: Pseudonyms) -> RecordedEvent:
    """Return an event without the digest of what is not copied.

    That is: his ways to be paid, and what was moved apart.
    """
    event: Any = recorded.event
    his = isinstance(event, PayeeChanges) and pseudonyms.name(event.person) != event.person
    return msgspec.structs.replace(recorded, pinned={}) if his or isinstance(event, Repaired) else recorded


def _is_anothers(recorded: RecordedEvent) -> bool:
    """Return whether an event says that a name is another person's at some evenings."""
    return isinstance(recorded.event, Alias) and bool(recorded.event.evenings)


def _sat(evening: Evening) -> list[str]:
    return [name for name in evening.books.people() if name != BANK]


def _figures(evening: Evening, pseudonyms: Pseudonyms | None) -> list[list[tuple[str, int]]]:
    """Return balances, pools and what is owed, by the names as they are in the copy."""
    figures = evening.books.balances, evening.books.pools, evening.owed()
    name = pseudonyms.name if pseudonyms else str
    return [[(name(who), amount) for who, amount in of_all.items()] for of_all in figures]


def _payments(club: ClubState, pseudonyms: Pseudonyms | None) -> list[ClubPayment]:
    name = pseudonyms.name if pseudonyms else str
    replace = msgspec.structs.replace
    return [replace(paid, payer=name(paid.payer), payee=name(paid.payee)) for paid in club.payments]


def _plain(recorded: RecordedEvent) -> Any:
    return msgspec.json.decode(canonical(recorded))


def _shorts(event: Any) -> Iterator[tuple[str, str]]:
    """Yield a player with a shorter name that an event says, or a correction in it."""
    event = getattr(event, "saying", event)
    if isinstance(event, Joins) and event.short is not None:
        yield event.player, event.short


def _texts(plain: Any, field: str = "") -> Iterator[str]:
    """Yield every text in plain values that may have a name, the names of a mapping too."""
    if isinstance(plain, str) and (field not in NO_NAMES or field in (*FREE_TEXT, "what")):
        yield plain
    elif isinstance(plain, list):
        for member in plain:
            yield from _texts(member, field)
    elif isinstance(plain, dict):
        for key, value in plain.items():
            if field == "pinned":
                yield key
            yield from _texts(value, "pinned" if key == "pinned" or field == "pinned" else key)


def _log(evening: int) -> str:
    return f"evening {evening}" if evening else "the club's log"


def _wrong(evening: int, why: str) -> Refusal:
    sentence = f"the copy of {_log(evening)} is not the same but for names: {why}"
    return Refusal(Code.STORE, sentence, "Nothing was written")
