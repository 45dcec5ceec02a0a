"""The audit: everything checked again from the first event, by independent checks over the whole log.

Each check gives all that it finds. An audit goes by the database as it is, and never writes.
"""

from collections.abc import Callable, Iterable, Iterator

import msgspec

from ledger import events
from ledger.books import Account, Pool
from ledger.events import Amend, Begin, Insert, Recorded
from ledger.games.language import Reader
from ledger.games.registry import GAMES, OLDER_EDITIONS, game_named
from ledger.log.digests import BEFORE_THE_FIRST, digest
from ledger.log.replay import Refused, Replay, reader_of
from ledger.log.seals import Seal, broken_seal
from ledger.refusals import Code, Refusal, printable
from ledger.store.derivation import checkpoint_of
from ledger.store.evidence import Evidence, StoredEvent, gather
from ledger.store.log import CHECKPOINT_FORM, Kept, Stored, kept_body, posting_row
from ledger.store.places import open_unchanged


class AuditFinding(msgspec.Struct, frozen=True):
    """Something that is not as it should be: which check found it, at which event, what is wrong, what to do."""

    code: str
    event: int | None
    wrong: str
    remedy: str


class Case(msgspec.Struct, frozen=True):
    """An evening that is audited: what is stored, and what can be read and replayed of it."""

    id: int
    evidence: Evidence
    recorded: tuple[Recorded | None, ...]
    """Each stored event as it is read; None where it cannot be."""
    replay: Replay | None
    """The log replayed; None where it cannot be."""
    refused: Refused | None
    """Why the log cannot be replayed, and at which event."""
    seal: Seal | None


RESTORE = "Take the log from an export or a copy of the database that was kept"
DERIVED = "It is derived: delete it and record or open the evening again, and it is made anew"


def audit(evidence: Evidence, evening: int, seal: Seal | None = None) -> list[AuditFinding]:
    """Audit an evening by what the database says of it, and by a seal that was kept, if there is one."""
    case = _case(evidence, evening, seal)
    return [finding for check in CHECKS for finding in check(case)]


def audit_stored(url: str | None, evening: int, seal: Seal | None = None) -> list[AuditFinding]:
    """Audit an evening of a database. Raises Refusal where the database cannot be read."""
    store = open_unchanged(url)
    try:
        return audit(gather(store.database, evening), evening, seal)
    finally:
        store.close()


def _case(evidence: Evidence, evening: int, seal: Seal | None) -> Case:
    recorded = tuple(_read(stored) for stored in evidence.events)
    whole = [one for one in recorded if one is not None]
    if len(whole) < len(recorded) or [one.number for one in whole] != list(range(1, len(whole) + 1)):
        return Case(evening, evidence, recorded, None, None, seal)
    return Case(evening, evidence, recorded, *_replayed(whole), seal)


def _replayed(whole: list[Recorded]) -> tuple[Replay | None, Refused | None]:
    """Replay a log that may hold anything; gives the replay, or why there is none."""
    replay, names = Replay(), Reader()
    learning: Recorded | None = None
    try:
        for learning in whole:
            names.learn(learning.event)
        learning = None
        replay.add(whole)
    except Refused as refused:
        return None, refused
    except Exception as error:  # what somebody has put there by hand no rule is written for
        sentence = f"no saying gives such an event ({type(error).__name__}: {printable(str(error), 80)})"
        return None, Refused(learning or whole[len(replay.recorded)], Refusal(Code.STORE, sentence))
    return replay, None


def _read(stored: StoredEvent) -> Recorded | None:
    try:
        event = events.decode(stored.body, stored.version)
        pinned = msgspec.json.decode(stored.pinned, type=dict[str, int])
        return Recorded(stored.number, event, stored.said_at, stored.said_by, stored.version, pinned)
    except (ValueError, TypeError, RecursionError):
        return None


# The checks, each independent of the others


def numbers_without_gaps(case: Case) -> Iterator[AuditFinding]:
    """Events are numbered from 1, and none is missing."""
    expected = 1
    for stored in case.evidence.events:
        if stored.number != expected:
            wrong = f"event {expected} is missing: {stored.number} stands in its place"
            yield AuditFinding("number", expected, wrong, RESTORE)
        expected = stored.number + 1
    if not case.evidence.events:
        yield AuditFinding("number", 1, "the evening has no events", RESTORE)


def written_as_recorded(case: Case) -> Iterator[AuditFinding]:
    """Every field of an event is what the program writes, to the letter."""
    for stored, recorded in zip(case.evidence.events, case.recorded, strict=True):
        if recorded is None:
            yield AuditFinding("unreadable", stored.number, "what is stored is no event", RESTORE)
            continue
        pinned = msgspec.json.encode(recorded.pinned).decode()
        written = (events.kind_of(recorded.event), events.encode(recorded.event).decode(), pinned)
        if recorded.version == events.VOCABULARY and written != (stored.kind, stored.body, stored.pinned):
            yield AuditFinding("altered", stored.number, "it is not as the program writes an event", RESTORE)


def digests_recomputed(case: Case) -> Iterator[AuditFinding]:
    """Every digest is that of the stored event after the digest stored before it."""
    before = BEFORE_THE_FIRST
    for stored, recorded in zip(case.evidence.events, case.recorded, strict=True):
        if recorded is not None and _digest(before, recorded) != stored.digest:
            wrong = "its digest does not bind what is stored to the event before it"
            yield AuditFinding("digest", stored.number, wrong, RESTORE)
        before = stored.digest


def _digest(before: str, recorded: Recorded) -> str:
    try:
        return digest(before, recorded)
    except ValueError:
        return ""


def editions_known(case: Case) -> Iterator[AuditFinding]:
    """Every game was begun under an edition of its rules that is known here."""
    for recorded in case.recorded:
        event = recorded.event if recorded else None
        saying = event.saying if isinstance(event, Amend | Insert) else event
        if recorded is None or not isinstance(saying, Begin) or saying.game not in GAMES:
            continue
        today, pinned = game_named(saying.game).edition, recorded.pinned.get("edition")
        if pinned != today and (saying.game, pinned) not in OLDER_EDITIONS:
            under = "under no edition that is said" if pinned is None else f"under edition {pinned}"
            wrong = f"{saying.game} was begun {under} of its rules, and edition {today} is known here"
            yield AuditFinding(
                "edition", recorded.number, wrong, "Settle it with the card-ledger that it was played by"
            )


def replayed(case: Case) -> Iterator[AuditFinding]:
    """The rules, in the edition the games were begun under, accept every event."""
    if case.refused is not None:
        refused = case.refused
        yield AuditFinding("replay", refused.recorded.number, f"it cannot be replayed: {refused.sentence}", RESTORE)


def conserved(case: Case) -> Iterator[AuditFinding]:
    """After every event the balances and pools sum to nothing, and no pool owes."""
    accounts: dict[Account, int] = {}
    for outcome in case.replay.evening.outcomes if case.replay else ():
        for posting in outcome.postings:
            accounts[posting.payer] = accounts.get(posting.payer, 0) - posting.amount
            accounts[posting.payee] = accounts.get(posting.payee, 0) + posting.amount
        if sum(accounts.values()):
            yield AuditFinding("conservation", outcome.number, "balances and pools do not sum to nothing", "Report it")
        for account, held in accounts.items():
            if isinstance(account, Pool) and held < 0:
                yield AuditFinding("conservation", outcome.number, f"{account} would hold {held}", "Report it")


def postings_as_replayed(case: Case) -> Iterator[AuditFinding]:
    """The stored movements of counters are those that the replay makes."""
    if case.replay is None:
        return
    made = case.replay.evening.books.postings
    rows = [tuple(posting_row(case.id, place, posting).values()) for place, posting in enumerate(made, start=1)]
    stored = case.evidence.postings
    for place in range(max(len(rows), len(stored))):
        wanted = rows[place] if place < len(rows) else None
        found = stored[place] if place < len(stored) else None
        if wanted != found:
            event = made[place].event if wanted else None
            wrong = f"movement {place + 1} is {_shown(found)}, and the replay gives {_shown(wanted)}"
            yield AuditFinding("posting", event, wrong, DERIVED)


def _shown(row: tuple[object, ...] | None) -> str:
    """A row of the movements, in words."""
    if row is None:
        return "not there"
    payer, payee, amount, why = row[3], row[5], row[7], row[8]
    return f"{payer} to {payee}: {amount}, {why}"


def checkpoint_as_replayed(case: Case) -> Iterator[AuditFinding]:
    """The checkpoint is what a replay up to its event gives, to the letter."""
    stored = case.evidence.checkpoint
    if stored is None or case.replay is None:
        return
    if stored.form != CHECKPOINT_FORM or not 0 < stored.number <= len(case.recorded):
        wrong = f"the checkpoint is after event {stored.number}, in form {stored.form}"
        yield AuditFinding("checkpoint", stored.number, wrong, DERIVED)
    elif kept_body(_kept_at(case.replay, stored.number), _stored_at(case, stored.number)) != stored.body:
        yield AuditFinding("checkpoint", stored.number, "the checkpoint is not what a replay gives", DERIVED)


def _stored_at(case: Case, number: int) -> Stored:
    """The event that a checkpoint is bound to."""
    recorded = case.recorded[number - 1]
    assert recorded is not None, "what was replayed was read"
    return Stored(recorded, case.evidence.events[number - 1].digest)


def _kept_at(whole: Replay, number: int) -> Kept:
    """The checkpoint that a replay up to an event gives."""
    replay = whole
    if number < len(whole.recorded):
        replay = Replay()
        replay.add(whole.recorded[:number])
    return checkpoint_of(replay.evening, reader_of(replay.recorded).names)


def described_as_replayed(case: Case) -> Iterator[AuditFinding]:
    """What the list of evenings says of it is what its log says."""
    opening = case.replay.evening.opening if case.replay else None
    if case.replay is None or opening is None:
        return
    said = (opening.title, opening.on, case.replay.evening.closed)
    evidence = case.evidence
    if said != (evidence.title, evidence.played_on, evidence.closed):
        yield AuditFinding("evening", 1, "the list of evenings does not agree with the log", DERIVED)


def found_in_play(case: Case) -> Iterator[AuditFinding]:
    """Counts, a close that the replay does not bear out, and irregularities that were proved in play."""
    remedies = {
        "count": "card-ledger explain --count {event} gives the places to look",
        "close": "Compare the editions of the rules, and see what was corrected after the close",
        "irregularity": "It is reported and never fined: correct the log if it was said in error",
    }
    for finding in case.replay.evening.findings if case.replay else ():
        remedy = remedies[finding.code].format(event=finding.event)
        yield AuditFinding(finding.code, finding.event, finding.message, remedy)


def pools_left_over(case: Case) -> Iterator[AuditFinding]:
    """When no game is open nothing lies in a pool."""
    if case.replay is None or case.replay.evening.game is not None:
        return
    evening = case.replay.evening
    for name, held in evening.books.pools.items():
        wrong = f"{evening.money.show(held)} lies in {name}, and no game is open"
        yield AuditFinding("pool", len(case.recorded), wrong, "Begin that game again, and say end divide or end draw")


def sealed(case: Case) -> Iterator[AuditFinding]:
    """What was sealed is still there, unchanged."""
    if case.seal is None:
        return
    readable = [one for one in case.recorded if one is not None]
    if broken := broken_seal(case.seal, readable):
        yield AuditFinding("seal", None, broken, RESTORE)


Check = Callable[[Case], Iterable[AuditFinding]]
CHECKS: tuple[Check, ...] = (
    numbers_without_gaps,
    written_as_recorded,
    digests_recomputed,
    editions_known,
    replayed,
    conserved,
    postings_as_replayed,
    checkpoint_as_replayed,
    described_as_replayed,
    found_in_play,
    pools_left_over,
    sealed,
)
"""Everything that is checked, in the order in which it is reported."""
