"""Evenings from files, on their way into a database: each is laid aside, with what is to stand beside its log."""

from collections.abc import Iterator

import msgspec

from ledger.core.events import RecordedEvent
from ledger.core.money import Money
from ledger.interchange.importing import Lines, Tell, Told, told_from
from ledger.interchange.spool import Aside
from ledger.log.digests import digest_of_events
from ledger.projections.passing import Part, Passage
from ledger.store import Derived
from ledger.store.derivation import Anew

_encoder = msgspec.json.Encoder()
_event = msgspec.json.Decoder(RecordedEvent)
_derived = msgspec.json.Decoder(Derived)


class Incoming:
    """An evening that was told from a file and is to be kept; no more of it is held than its newest part."""

    def __init__(self, tell: Tell, lines: Lines, source: str) -> None:
        """Tell it from its lines. Raises RefusedLine at the first that does not fit."""
        self._events, self._beside = Aside(), Aside()
        self._anew = Anew()
        told = told_from(tell, lines, source, self._begin, self._take)
        self.events = told.number
        """How many events it has."""
        self._end(told)

    def _begin(self, forgets: bool) -> Passage:
        self._events.clear()
        self._beside.clear()
        self._anew = Anew()
        return Passage(self._pass_by, forgets)

    def _take(self, recorded: RecordedEvent) -> None:
        self._events.append(f"{_encoder.encode(recorded).decode()}\n")

    def _pass_by(self, part: Part) -> None:
        for derived in self._anew.of(part):
            self._lay_beside(derived)

    def _lay_beside(self, derived: Derived) -> None:
        self._beside.append(f"{_encoder.encode(derived).decode()}\n")

    def _end(self, told: Told) -> None:
        evening = told.passage.evening
        self.money: Money = evening.money
        self.title = evening.opening.title if evening.opening else ""
        """What it is called; nothing where nothing is said in it."""
        if self.events:
            told.passage.finish()
            self._lay_beside(self._anew.at_the_end(told.passage))

    @property
    def recorded(self) -> Iterator[RecordedEvent]:
        """Its events; a script has neither times nor names with them."""
        return map(_event.decode, self._events)

    @property
    def beside(self) -> Iterator[Derived]:
        """What is to stand beside its log, part by part."""
        return map(_derived.decode, self._beside)

    @property
    def sayings(self) -> str:
        """The digest of what is said in it."""
        return digest_of_events(self.recorded)

    def close(self) -> None:
        """Let go of what was laid aside."""
        self._events.close()
        self._beside.close()
