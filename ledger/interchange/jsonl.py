"""JSON lines: a log with everything that was recorded, one event per line.

Each line is an object with `number`, `version` (of the vocabulary), `body` (the event), `pinned` (data recorded with
the event and not said, in the order in which the digest is taken over them), `said_at` (UTC), `said_by` and `digest`,
which binds it to the lines before it.
"""

from collections.abc import Iterable, Iterator

import msgspec

from ledger.core import events
from ledger.core.events import VOCABULARY, AnyEvent, RecordedEvent
from ledger.core.refusals import Code, Refusal, RefusedLine, printable
from ledger.games.language import Reader, write
from ledger.interchange.script import replayed_from
from ledger.log.commands import CommandBatch
from ledger.log.digests import BEFORE_THE_FIRST, digest
from ledger.log.replay import Replay
from ledger.log.times import wrong_time

LONGEST = 100_000
"""The greatest number of characters in a line."""


class JsonLine(msgspec.Struct, forbid_unknown_fields=True):
    """One line."""

    number: int
    body: msgspec.Raw
    version: int = VOCABULARY
    pinned: dict[str, int | str | dict[str, int]] = {}
    said_at: str = ""
    said_by: str = ""
    digest: str = ""


_encoder = msgspec.json.Encoder()
UNBOUND = "not every event has a digest, so nothing shows that it is what was recorded."
"""The remark on a file whose events are not all bound to those before them."""
_in_order = msgspec.json.Encoder(order="deterministic")
_decoder = msgspec.json.Decoder(JsonLine)


def lines_of(stored: Iterable[tuple[RecordedEvent, str]]) -> Iterator[str]:
    """Write a log, each event with its digest, line by line: reading them gives the same log."""
    for recorded, digest_text in stored:
        row = {
            "number": recorded.number,
            "said_at": recorded.said_at,
            "said_by": recorded.said_by,
            "version": recorded.version,
            "body": msgspec.Raw(events.encode(recorded.event)),
            "pinned": msgspec.Raw(_in_order.encode(recorded.pinned)),
            "digest": digest_text,
        }
        yield _encoder.encode(row).decode() + "\n"


def replay_lines(text: str, source: str) -> Replay:
    """Replay a log from its lines.

    Raises RefusedLine at the first line that is no event, was changed, or does not fit.
    """
    return replayed_from(apply_lines, text, source)


def apply_lines(lines: Iterable[str], batch: CommandBatch) -> None:
    """Apply events line by line.

    Raises RefusedLine at the first line that is no event, was changed, or does not fit.
    """
    head, before = BEFORE_THE_FIRST, ""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            recorded, given = read_line(line, batch.number + 1)
            head = bound(head, recorded, given)
            if wrong := wrong_time(recorded.said_at, before):
                raise Refusal(Code.FILE, printable(wrong, 160), "A time is said in UTC, as 1898-12-26T21:14:05.123Z")
            before = recorded.said_at
            saying = _saying(recorded.event, batch.reader)
        except Refusal as refusal:
            batch.finish()
            raise RefusedLine(batch.source, number, line, refusal) from refusal
        batch.apply(number, saying, recorded.event, recorded)
        batch.applied.clear()
    batch.finish()


def read_line(line: str, number: int) -> tuple[RecordedEvent, str]:
    """Read a line as the event of this number, and its digest."""
    if len(line) > LONGEST:
        raise Refusal(Code.FILE, f"the line has {len(line)} characters, and {LONGEST} are the most")
    try:
        row = _decoder.decode(line)
        event = events.decode(bytes(row.body), row.version)
    except (ValueError, RecursionError) as error:
        raise Refusal(Code.FILE, f"this is no event: {error}") from error
    if row.number != number:
        raise Refusal(Code.FILE, f"event {number} is expected, and this is event {row.number}")
    for text in (row.said_at, row.said_by):
        if text != printable(text):
            raise Refusal(Code.FILE, "a name or a time has characters in it that nobody can type")
    return RecordedEvent(number, event, row.said_at, row.said_by, row.version, row.pinned), row.digest


def is_bound(text: str) -> bool:
    """Return whether every event of JSON lines, which were read before, has a digest."""
    return all(_decoder.decode(line).digest for line in text.splitlines() if line.strip())


def bound(head: str, recorded: RecordedEvent, given: str) -> str:
    """Check a digest, if there is one, and return the right one."""
    right = digest(head, recorded)
    if given and given != right:
        raise Refusal(Code.UNSOUND, "this event, or one before it, is not what was recorded: its digest does not agree")
    return right


def _saying(event: AnyEvent, reader: Reader) -> str:
    """Write an event as its saying. Raises Refusal for an event that no saying can make."""
    try:
        saying = write(event, reader.money)
        given = reader.read(saying)
        if given is None or events.encode(given) != events.encode(event):
            raise Refusal(Code.FILE, f"no saying gives this event: {saying}")
    except (ValueError, KeyError, IndexError) as error:
        raise Refusal(Code.FILE, f"no saying gives this event: {error}") from error
    return saying
