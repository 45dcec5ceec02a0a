"""A log without a person: a pseudonym replaces the person's names, and nothing else differs."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from ledger.core import events
from ledger.core.events import Alias, AnyEvent, RecordedEvent
from ledger.core.names import folded, key_of
from ledger.log.book import NO_NAMES

FREE_TEXT = frozenset(("title", "at", "text", "why"))
"""The fields of events that people wrote as they liked."""
OF_ANOTHER_BOOK = re.compile(
    r"\b(seal|head) (?:[A-Z2-7]{13}(?: [A-Z2-7]{13}){3}(?: [A-Z2-7])?|[A-Z2-7]{13}|[0-9a-f]{13})\b"
)
"""How a merge names the log that it took from: by a digest, which shows whose log it was."""
NO_DIGEST = r"\1 not copied"


class Pseudonyms:
    """The pseudonyms of the names in one log, and of the words of those names in its texts."""

    def __init__(
        self,
        names: Mapping[str, str],
        others: Iterable[str] = (),
        decide: Callable[[str], str] = str,
        shorts: Mapping[str, str] = {},
    ) -> None:
        """Take the pseudonym of each name; the names of `others` stay, whatever words they have.

        `shorts` are names that were only said for a while. `decide` is given every text that people wrote, and
        returns it as it is to be.
        """
        self._names = {key_of(name): pseudonym for name, pseudonym in names.items()}
        self._short = {key_of(name): pseudonym for name, pseudonym in shorts.items()}
        self._decide = decide
        mine = {**names, **shorts}
        keys = {*self._names, *self._short}
        self._others = [name for name in others if key_of(name) not in keys]
        self._pseudonyms = {folded(name)[0]: pseudonym for name, pseudonym in mine.items()}
        self._words = _whole_words([*mine, *self._others] if mine else [])
        self._other_words = _whole_words(self._others)
        self.texts: Counter[str] = Counter()
        """For each pseudonym, the number of texts that have it now."""

    def name(self, name: str) -> str:
        """Return the pseudonym of a name, or the name itself if it has none."""
        return self._names.get(key_of(name), name)

    @property
    def names(self) -> list[str]:
        """Return every name that has a pseudonym, as it is compared."""
        return [*self._names, *self._short]

    def without_others(self, text: str) -> str:
        """Return a text without the names of others in it."""
        return _replaced(text, self._other_words, lambda word: " ")

    def _written(self, text: str, used: set[str] | None = None) -> str:
        def pseudonym(word: str) -> str | None:
            if (stands_for := self._pseudonyms.get(" ".join(word.split()))) is not None and used is not None:
                used.add(stands_for)
            return stands_for

        return self._decide(_replaced(text, self._words, pseudonym))

    def text(self, text: str) -> str:
        """Return a text with pseudonyms in place of the names; count the texts that differ."""
        used: set[str] = set()
        written = self._written(text, used)
        self.texts.update(used)
        return written

    def recorded(self, recorded: RecordedEvent) -> RecordedEvent:
        """Return the recorded event without the names."""
        by = self._written(recorded.said_by)
        pinned: Any = self._pinned(recorded.pinned)
        return msgspec.structs.replace(recorded, event=self._event(recorded.event), said_by=by, pinned=pinned)

    def without_digests(self, recorded: RecordedEvent) -> RecordedEvent:
        """Return an event whose texts no longer name a log by its digest."""
        fields = {
            field: OF_ANOTHER_BOOK.sub(NO_DIGEST, text)
            for field in FREE_TEXT
            if isinstance(text := getattr(recorded.event, field, None), str)
        }
        return msgspec.structs.replace(recorded, event=msgspec.structs.replace(recorded.event, **fields))

    def _event(self, event: AnyEvent) -> AnyEvent:
        body = msgspec.json.decode(events.encode(event))
        return events.decode(msgspec.json.encode(self._body(body, event)))

    def _body(self, body: dict[str, Any], event: Any) -> dict[str, Any]:
        """Return the plain body of an event; for a correction, its saying too."""
        written: dict[str, Any] = {}
        for field, value in body.items():
            if field in FREE_TEXT or (field == "what" and body["kind"] == events.Cost.__struct_config__.tag):
                written[field] = value if value is None else self.text(value)
            elif field == "saying":
                written[field] = self._body(value, event.saying)
            elif field in NO_NAMES:
                written[field] = value
            elif field == "short" and value is not None:
                written[field] = self._short.get(key_of(value), self.name(value))
            else:
                written[field] = self._respelled(value)
        if isinstance(event, Alias) and event.evenings:  # the name is his at these evenings alone, or another's there
            theirs = self.name(event.person)
            written["name"] = theirs if theirs != event.person else event.name
        return written

    def _respelled(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.name(value)
        return [self._respelled(member) for member in value] if isinstance(value, list) else value

    def _pinned(self, pinned: Any) -> Any:
        if not isinstance(pinned, Mapping):
            return pinned
        return dict(sorted((self.name(name), self._pinned(value)) for name, value in pinned.items()))


def _whole_words(names: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern of whole names in a folded text, the longest first."""
    spellings = sorted({folded(name)[0] for name in names}, key=len, reverse=True)
    words = "|".join(r"\s+".join(map(re.escape, spelling.split())) for spelling in spellings)
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)" if words else r"(?!)")


def _replaced(text: str, words: re.Pattern[str], instead: Callable[[str], str | None]) -> str:
    """Return a text with other words in place of those of a pattern of folded texts.

    A word stays for which there is no other.
    """
    spelling, places = folded(text)
    parts, end = list[str](), 0
    for word in words.finditer(spelling):
        if (other := instead(word[0])) is not None:
            parts += [text[end : places[word.start()]], other]
            end = places[word.end()]
    return "".join([*parts, text[end:]])


def differing_texts(before: Any, after: Any, name: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Yield each text of plain values with its counterpart in other values of the same shape.

    `name` gives the counterpart of a key that is a name. Raises ValueError if the values differ in anything but texts
    and names.
    """
    if isinstance(before, str) and isinstance(after, str):
        if before != after:
            yield before, after
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for one, other in zip(before, after, strict=True):
            yield from differing_texts(one, other, name)
    elif isinstance(before, dict) and isinstance(after, dict) and {name(key) for key in before} == after.keys():
        for key, value in before.items():
            yield from differing_texts(value, after[name(key)], name)
    elif before != after or type(before) is not type(after):
        raise ValueError(f"{before!r} is {after!r}")
