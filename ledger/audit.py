"""The audit: everything checked again from the first event, by independent checks over the whole log.

Each check gives all that it finds, one finding for a cause: what follows from it is counted with it. An audit goes by
the database as it is, never writes, and never fails: what cannot be checked is a finding too.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from ledger import events
from ledger.books import Account, Pool
from ledger.events import Amend, Begin, Deal, Insert, Recorded
from ledger.games.language import Reader, write
from ledger.games.registry import GAMES, OLDER_EDITIONS, game_named
from ledger.log.digests import BEFORE_THE_FIRST, digest
from ledger.log.replay import Refused, Replay, reader_of
from ledger.log.seals import Seal, broken_seal
from ledger.log.times import wrong_time
from ledger.money import Money
from ledger.refusals import Code, Refusal, printable
from ledger.store.derivation import checkpoint_of, pauses
from ledger.store.evidence import Evidence, StoredEvent, gather
from ledger.store.log import CHECKPOINT_FORM, Kept, StoredCheckpoint, is_key, kept_body, posting_row
from ledger.store.places import open_unchanged
from ledger.views.counting import outstanding
from ledger.views.projections import settlement
from ledger.views.settlement import Payment


class AuditFinding(msgspec.Struct, frozen=True):
    """Something that is not as it should be: which check found it, at which event, what is wrong, what to do."""

    code: str
    event: int | None
    wrong: str
    remedy: str

    @property
    def in_play(self) -> bool:
        """Whether it is about what was said at the table, and the log itself is sound."""
        return self.code in IN_PLAY


IN_PLAY = ("count", "close", "irregularity", "pool", "time")
"""The codes of what is found in a log that is what was recorded."""
DERIVED_CODES = ("posting", "checkpoint", "evening")
"""The codes of what is found beside the log, and is made anew from it."""


class SinceSeal(msgspec.Struct, frozen=True):
    """What has come after a seal that holds: the sayings, and who paid whom then and pays whom now."""

    sayings: tuple[tuple[int, str], ...]
    then: tuple[Payment, ...]
    now: tuple[Payment, ...]
    money: Money


class Examined(msgspec.Struct, frozen=True):
    """What an audit of an evening found, and how much was looked at."""

    findings: tuple[AuditFinding, ...]
    events: int = 0
    deals: int = 0
    since: SinceSeal | None = None
    """What has come after the seal, where there is one and it holds."""


class Case(msgspec.Struct, frozen=True):
    """An evening that is audited: what is stored, and what can be read and replayed of it."""

    id: int
    evidence: Evidence
    recorded: tuple[Recorded | None, ...]
    """Each stored event as it is read; None where it cannot be."""
    replay: Replay | None
    """The log replayed; None where it cannot be."""
    kept: Kept | None
    """The checkpoint that the replay gives where the stored one was made."""
    refused: Refused | None
    """Why the log cannot be replayed, and at which event."""
    seal: Seal | None

    @property
    def money(self) -> Money:
        """The money in which amounts are shown."""
        return self.replay.evening.money if self.replay else Money("counters", 1)


RESTORE = "Take the log from an export or a copy of the database that was kept"
LAST_TRACE = f"{RESTORE}; until then keep this database as it is, for what lies beside the log is the last trace of it"
DERIVED = "It is derived from the log: card-ledger db rebuild makes it anew"


def audit(evidence: Evidence, evening: int, seal: Seal | None = None) -> list[AuditFinding]:
    """Audit an evening by what the database says of it, and by a seal that was kept, if there is one."""
    return list(_examine(evidence, evening, seal).findings)


def audit_stored(url: str | None, evening: int, seal: Seal | None = None) -> list[AuditFinding]:
    """Audit an evening of a database. What cannot be read is found."""
    return list(examine(url, evening, seal).findings)


def examine(url: str | None, evening: int, seal: Seal | None = None) -> Examined:
    """Audit an evening of a database, and say how much was looked at. What cannot be read is found."""
    try:
        store = open_unchanged(url)
        try:
            return _examine(gather(store.database, evening), evening, seal)
        finally:
            store.close()
    except Refusal as refusal:
        return Examined((AuditFinding("store", None, refusal.sentence, refusal.remedy),))


def _examine(evidence: Evidence, evening: int, seal: Seal | None) -> Examined:
    case = _case(evidence, evening, seal)
    found = [finding for check in CHECKS for finding in _checked(check, case)]
    since = None
    if seal is not None and case.replay is not None and not any(finding.code == "seal" for finding in found):
        since = _since(seal, case.replay)
    deals = sum(isinstance(one.event, Deal) for one in case.replay.evening.counted) if case.replay else 0
    return Examined(tuple(_by_cause(found)), len(evidence.events), deals, since)


def _checked(check: "Check", case: Case) -> Iterator[AuditFinding]:
    """Everything that a check finds; where it cannot be made, that is found."""
    try:
        yield from check(case)
    except Exception as error:  # what somebody has put there by hand no check is written for
        named = check.__name__.replace("_", " ")
        wrong = f"whether the log is {named} cannot be checked ({type(error).__name__}: {printable(str(error), 80)})"
        yield AuditFinding("unreadable", None, wrong, RESTORE)


def _by_cause(found: list[AuditFinding]) -> list[AuditFinding]:
    """What was found, where the log itself was changed with all that follows from that counted beside it."""
    causes = [finding for finding in found if finding.code in CAUSES]
    following = [finding for finding in found if finding.code in (*DERIVED_CODES, "replay")]
    if not causes or not following:
        return found
    cause = causes[0]
    told = [finding.wrong for finding in following if finding.code == "replay"]
    others = sum(finding.code != "replay" for finding in following)
    told += [f"{others} more that {'follows' if others == 1 else 'follow'} from it"] if others else []
    first = msgspec.structs.replace(cause, wrong="; ".join((cause.wrong, *told)))
    return [first if finding is cause else finding for finding in found if finding not in following]


CAUSES = ("number", "unreadable", "altered", "digest", "lost")
"""The codes of changes of the log itself."""


def _since(seal: Seal, whole: Replay) -> SinceSeal:
    then = Replay()
    then.add(whole.recorded[: seal.events])
    money = whole.evening.money
    sayings = tuple((one.number, write(one.event, money)) for one in whole.recorded[seal.events :])
    before, now = settlement(then.evening), settlement(whole.evening)
    return SinceSeal(sayings, before.transfers, now.transfers, money)


def _case(evidence: Evidence, evening: int, seal: Seal | None) -> Case:
    recorded = tuple(_read(stored) for stored in evidence.events)
    whole = [one for one in recorded if one is not None]
    if len(whole) < len(recorded) or [one.number for one in whole] != list(range(1, len(whole) + 1)):
        return Case(evening, evidence, recorded, None, None, None, seal)
    kept_at = evidence.checkpoint.number if evidence.checkpoint else 0
    return Case(evening, evidence, recorded, *_replayed(whole, kept_at), seal)


def _replayed(whole: list[Recorded], kept_at: int) -> tuple[Replay | None, Kept | None, Refused | None]:
    """Replay a log that may hold anything, once; gives the replay, the checkpoint on the way, or why there is none."""
    replay, names = Replay(), Reader()
    kept: Kept | None = None
    learning: Recorded | None = None
    try:
        for learning in whole:
            names.learn(learning.event)
        learning = None
        if 0 < kept_at <= len(whole):
            kept = _kept_after(replay, whole[:kept_at])
        replay.add(whole[len(replay.recorded) :])
    except Refused as refused:
        return None, None, refused
    except Exception as error:  # what somebody has put there by hand no rule is written for
        sentence = f"no saying gives such an event ({type(error).__name__}: {printable(str(error), 80)})"
        return None, None, Refused(learning or whole[len(replay.recorded)], Refusal(Code.STORE, sentence))
    return replay, kept, None


def _kept_after(replay: Replay, recorded: list[Recorded]) -> Kept | None:
    """Tell a replay the events that a checkpoint holds, and give the checkpoint; None where it can be none there."""
    try:
        replay.add(recorded)
    except Refused:
        return None  # in the middle of corrections that only stand together
    return checkpoint_of(replay.evening, reader_of(recorded).names)


def _read(stored: StoredEvent) -> Recorded | None:
    try:
        event = events.decode(stored.body, stored.version)
        pinned = msgspec.json.decode(stored.pinned, type=dict[str, int])
        return Recorded(stored.number, event, stored.said_at, stored.said_by, stored.version, pinned)
    except (ValueError, TypeError, RecursionError):
        return None


# The checks, each independent of the others


def chained(case: Case) -> Iterator[AuditFinding]:
    """Events are numbered from 1 without gaps, each is as the program writes it, and bound to the one before it."""
    expected, before = 1, (BEFORE_THE_FIRST, "")
    for stored, recorded in zip(case.evidence.events, case.recorded, strict=True):
        number = stored.number
        right = _digest(before[0], recorded) if recorded else ""
        bound = recorded is not None and stored.digest in (right, _digest(before[1], recorded))
        if number != expected:
            wrong = f"event {expected} is missing: {number} stands in its place"
            yield AuditFinding("number", expected, wrong, RESTORE)
        elif recorded is None:
            yield AuditFinding("unreadable", number, "what is stored is no event", RESTORE)
        elif not bound:
            wrong = "it was changed, or put there: its digest does not bind it to the event before it"
            yield AuditFinding("digest", number, wrong, RESTORE)
        if recorded is not None and not _as_written(stored, recorded):
            yield AuditFinding("altered", number, "it is not as the program writes an event", RESTORE)
        before, expected = (stored.digest, right), number + 1
    if not case.evidence.events:
        yield AuditFinding("number", 1, "the evening has no events", RESTORE)


def _as_written(stored: StoredEvent, recorded: Recorded) -> bool:
    """Whether every field of an event is what the program writes, to the letter."""
    pinned = msgspec.json.encode(recorded.pinned).decode()
    written = (events.kind_of(recorded.event), events.encode(recorded.event).decode(), pinned)
    return recorded.version != events.VOCABULARY or written == (stored.kind, stored.body, stored.pinned)


def _digest(before: str, recorded: Recorded) -> str:
    try:
        return digest(before, recorded) if before else ""
    except ValueError:
        return ""


def cut_off_nowhere(case: Case) -> Iterator[AuditFinding]:
    """Nothing that lies beside the log was made after an event that there is no longer."""
    last = case.evidence.events[-1].number if case.evidence.events else 0
    made = [row[2] for row in case.evidence.postings if isinstance(row[2], int)]
    made += [row[-1] for row in case.evidence.sent if isinstance(row[-1], int)]
    made += [case.evidence.checkpoint.number] if case.evidence.checkpoint else []
    made += [mark.number for mark in case.evidence.marks]
    if last and made and max(made) > last:
        lost = f"the log ends with event {last}, and what lies beside it was made after event {max(made)}"
        yield AuditFinding("lost", last + 1, f"{lost}: events have been lost", LAST_TRACE)


def at_times_that_run_on(case: Case) -> Iterator[AuditFinding]:
    """Every event has a time that is one, and none is before the event before it by more than clocks are apart."""
    before = ""
    for recorded in case.recorded:
        if recorded is None:
            continue
        if wrong := wrong_time(recorded.said_at, before):
            remedy = "See by what clock it was recorded; who pays whom does not go by it"
            yield AuditFinding("time", recorded.number, printable(wrong, 160), remedy)
        before = recorded.said_at


def played_by_editions_known_here(case: Case) -> Iterator[AuditFinding]:
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
        owing = [(pool, held) for pool, held in accounts.items() if isinstance(pool, Pool) and held < 0]
        if sum(accounts.values()) or owing:
            wrong = (
                f"{owing[0][0]} would hold {case.money.show(owing[0][1])}" if owing else "counters come from nowhere"
            )
            yield AuditFinding("conservation", outcome.number, wrong, "Report it: it is a fault of the program")
            return


def written_beside_as_replayed(case: Case) -> Iterator[AuditFinding]:
    """The stored movements of counters are those that the replay makes."""
    if case.replay is None:
        return
    made = case.replay.evening.books.postings
    rows = [tuple(posting_row(case.id, place, posting).values()) for place, posting in enumerate(made, start=1)]
    stored = case.evidence.postings
    pairs = [
        (rows[place] if place < len(rows) else None, stored[place] if place < len(stored) else None)
        for place in range(max(len(rows), len(stored)))
    ]
    wrong = [place for place, (wanted, found) in enumerate(pairs) if wanted != found]
    if wrong:
        place = wrong[0]
        wanted, found = pairs[place]
        event = made[place].event if wanted else None
        said = f"movement {place + 1} is {_shown(found, case.money)}, and the replay gives {_shown(wanted, case.money)}"
        others = len(wrong) - 1
        more = f"; {others} more {'are' if others > 1 else 'is'} not as replayed" if others else ""
        yield AuditFinding("posting", event, said + more, DERIVED)


def _shown(row: tuple[object, ...] | None, money: Money) -> str:
    """A row of the movements, in words."""
    if row is None:
        return "not there"
    amount = money.show(row[7]) if isinstance(row[7], int) else printable(str(row[7]), 40)
    return printable(f"{row[3]} to {row[5]}: {amount}, {row[8]}", 160)


def kept_as_replayed(case: Case) -> Iterator[AuditFinding]:
    """The checkpoint is what a replay up to its event gives, to the letter, and bound to that event."""
    stored = case.evidence.checkpoint
    if stored is None or case.replay is None or stored.number > len(case.recorded) or stored.form < CHECKPOINT_FORM:
        return  # one that was made after the end is found as such, and one of an older form is not believed
    wrong = None
    if stored.form != CHECKPOINT_FORM or stored.number < 1 or case.kept is None:
        wrong = f"the checkpoint is after event {stored.number}, in form {stored.form}"
    else:
        wrong = _not_as_kept("checkpoint", case, stored, case.kept)
    if wrong:
        yield AuditFinding("checkpoint", stored.number, wrong, DERIVED)


def sent_as_recorded(case: Case) -> Iterator[AuditFinding]:
    """Every key is one, names events that are there and that one recorder said, and no event has two."""
    keyed: dict[int, str] = {}
    for row in case.evidence.sent:
        key, content, number, last = row
        wrong = _wrong_with_key(key, content, number, last, case.recorded)
        if wrong is None:
            shared = next((event for event in range(number, last + 1) if event in keyed), None)
            wrong = None if shared is None else f"event {shared} was sent under {keyed[shared]} too"
            keyed.update(dict.fromkeys(range(number, last + 1), printable(str(key), 40)))
        if wrong:
            event = number if isinstance(number, int) and 0 < number <= len(case.recorded) else None
            told = f"the key {printable(str(key), 40)} is not as it was recorded: {wrong}"
            yield AuditFinding("sent", event, told, RESTORE)


def _wrong_with_key(
    key: object, content: object, number: object, last: object, recorded: Sequence[Recorded | None]
) -> str | None:
    """What is wrong with a key, the digest of what was sent under it, and the events that it became; None: nothing."""
    if not (isinstance(key, str) and is_key(key)):
        return "nobody can have sent it"
    if not (isinstance(content, str) and re.fullmatch("[0-9a-f]{64}", content)):
        return "what was sent under it has no digest"
    if not (isinstance(number, int) and isinstance(last, int) and 0 < number <= last <= len(recorded)):
        return f"it names the events {printable(str(number), 20)} to {printable(str(last), 20)}, which are not there"
    if len({one.said_by for one in recorded[number - 1 : last] if one is not None}) > 1:
        return f"the events {number} to {last} were recorded by several"
    return None


def _not_as_kept(named: str, case: Case, stored: StoredCheckpoint, kept: Kept) -> str | None:
    """What is wrong with a checkpoint, or a mark, as it is stored, by what is kept in a replay; None: nothing."""
    right = kept_body(kept, stored.number, case.evidence.events[stored.number - 1].digest)
    if stored.body == right:
        return None
    if stored.body.partition(" ")[2] == right.partition(" ")[2]:
        return f"the {named} was made over another log, or changed: it is not bound to this one"
    return f"the {named} is not what a replay gives"


def marked_as_replayed(case: Case) -> Iterator[AuditFinding]:
    """Every pause on the way that is kept is what a replay gives there, and no correction reaches before it."""
    stored = [
        mark for mark in case.evidence.marks if mark.form >= CHECKPOINT_FORM and mark.number <= len(case.recorded)
    ]
    if case.replay is None:
        return
    kept = dict(pauses(case.replay, sorted({mark.number for mark in stored})))
    for mark in stored:
        if mark.form != CHECKPOINT_FORM or mark.number not in kept:
            wrong: str | None = f"the mark after event {mark.number} is none from which the evening can be taken up"
        else:
            wrong = _not_as_kept("mark", case, mark, kept[mark.number])
        if wrong:
            yield AuditFinding("checkpoint", mark.number, wrong, DERIVED)


def listed_as_replayed(case: Case) -> Iterator[AuditFinding]:
    """What the list of evenings says of it is what its log says."""
    opening = case.replay.evening.opening if case.replay else None
    if case.replay is None or opening is None:
        return
    said = (opening.title, opening.on, case.replay.evening.closed)
    evidence = case.evidence
    if not evidence.listed:
        yield AuditFinding("struck", 1, "the evening has been struck off the list of evenings", RESTORE)
    elif said != (evidence.title, evidence.played_on, evidence.closed):
        yield AuditFinding("evening", 1, "the list of evenings does not agree with the log", DERIVED)


def agreed_in_play(case: Case) -> Iterator[AuditFinding]:
    """Counts, a close that the replay does not bear out, and irregularities that were proved in play."""
    remedies = {
        "count": "card-ledger explain --count {event} gives the places to look",
        "close": "Compare the editions of the rules, and see what was corrected after the close",
        "irregularity": "It is reported and never fined: correct the log if it was said in error",
    }
    for finding in outstanding(case.replay.evening) if case.replay else ():
        remedy = remedies[finding.code].format(event=finding.event)
        yield AuditFinding(finding.code, finding.event, finding.message, remedy)


def left_in_no_pool(case: Case) -> Iterator[AuditFinding]:
    """When no game is open nothing lies in a pool."""
    if case.replay is None or case.replay.evening.game is not None:
        return
    evening = case.replay.evening
    for name, held in evening.books.pools.items():
        wrong = f"{evening.money.show(held)} lies in {name}, and no game is open"
        yield AuditFinding("pool", len(case.recorded), wrong, "Begin that game again, and say end divide or end draw")


def as_sealed(case: Case) -> Iterator[AuditFinding]:
    """What was sealed is still there, unchanged."""
    if case.seal is None:
        return
    readable = [one for one in case.recorded if one is not None]
    if broken := broken_seal(case.seal, readable):
        yield AuditFinding("seal", None, broken, RESTORE)


Check = Callable[[Case], Iterable[AuditFinding]]
CHECKS: tuple[Check, ...] = (
    chained,
    cut_off_nowhere,
    played_by_editions_known_here,
    replayed,
    conserved,
    written_beside_as_replayed,
    kept_as_replayed,
    sent_as_recorded,
    marked_as_replayed,
    listed_as_replayed,
    as_sealed,
    at_times_that_run_on,
    agreed_in_play,
    left_in_no_pool,
)
"""Everything that is checked, in the order in which it is reported."""
