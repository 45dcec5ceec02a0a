"""What is answered to programs, declared: by the commands with `--json`, and by the interface of the server.

A refusal, and a misuse, is an object with `error`. Keys are only ever added: who reads an answer passes over those that
he does not know. Amounts are whole numbers of `unit`.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType, field

Amount = Annotated[int, Meta(description="In the smallest unit of the money: `unit`.")]
Number = Annotated[int, Meta(description="The number of an event in its evening, from 1.", ge=0)]
EveningId = Annotated[int, Meta(description="The number of the evening in its database.", ge=1)]
Digest = Annotated[str, Meta(description="SHA-256, in hexadecimal.", pattern="^[0-9a-f]{64}$")]
Day = Annotated[str, Meta(description="A day, as 1898-12-26.")]
Time = Annotated[str, Meta(description="A time in UTC, as 1898-12-26T21:14:05.123Z; empty where none was recorded.")]
By = Annotated[str, Meta(description="The recorder's name.")]
Saying = Annotated[str, Meta(description="In the notation's own words.")]
Cite = Annotated[str, Meta(description="The page, as `[8]`, or the rule, as `R53`; empty where none is cited.")]
MoneyCode = Annotated[str, Meta(description="`counters`, `lsd`, or a code of ISO 4217.")]
Unit = Annotated[str, Meta(description="The smallest unit of the money: `counter`, `farthing`, or as `0.01 GBP`.")]
CounterValue = Annotated[
    int | None, Meta(description="What a counter is worth, in the smallest unit; null: it has no value.")
]


class InMoney(msgspec.Struct, kw_only=True):
    """The money of an evening: what the amounts beside it are in."""

    money: MoneyCode
    unit: Unit
    counter: CounterValue


class ExpectingAnswer(msgspec.Struct, kw_only=True):
    """Who is to speak now, and what may be said. `forms` and `around` are not in every answer."""

    who: list[str]
    may: list[str]
    forms: list[dict[str, Any]] | UnsetType = UNSET
    around: list[dict[str, Any]] | UnsetType = UNSET


class DealOverAnswer(msgspec.Struct, kw_only=True):
    """A deal that was over with a saying; `silent`: nobody has said how it came out."""

    deal: int
    event: int
    silent: bool
    changes: Annotated[dict[str, int], Meta(description="What each has won or lost in it, in the smallest unit.")]
    leaves: list[str]


class ErrorAnswer(msgspec.Struct, kw_only=True):
    """Why something was refused."""

    line: Annotated[int | None, Meta(description="The line of a file, or of what was said; null where there is none.")]
    code: Annotated[str, Meta(description="Which guard refused: a word that is never used for another meaning.")]
    message: Annotated[str, Meta(description="What is refused, and why; a person is told it on standard error.")]
    remedy: Annotated[str, Meta(description="What to do or to say instead; may be empty. `message` does not hold it.")]


class RefusalAnswer(msgspec.Struct, kw_only=True):
    """A refusal (the exit code is 1) or a misuse (2): nothing was written."""

    error: ErrorAnswer
    file: str | UnsetType = UNSET
    expecting: ExpectingAnswer | UnsetType = UNSET


class FindingAnswer(msgspec.Struct, kw_only=True):
    """Something in an evening that does not agree."""

    code: str
    event: Number
    message: str


class TransferAnswer(msgspec.Struct, kw_only=True):
    """A payment that should be made."""

    payer: str = field(name="from")
    payee: str = field(name="to")
    amount: Amount


class PostingAnswer(TransferAnswer, kw_only=True):
    """A movement of counters between two accounts, players or pools."""

    event: Number
    why: str
    cite: Cite


class SummaryAnswer(InMoney, kw_only=True):
    """What an evening comes to."""

    title: str
    players: list[str]
    events: Annotated[int, Meta(description="How many events were recorded.")]
    balances: Annotated[dict[str, int], Meta(description="Won (+) or lost (−) at play, of every player.")]
    pools: Annotated[dict[str, int], Meta(description="Those that are not empty.")]
    multiplier: int
    carry: Annotated[dict[str, dict[str, Any]], Meta(description="What the open game carries to its next deal.")]
    owed: Annotated[dict[str, int], Meta(description="Still to receive (+) or to pay (−); they sum to nothing.")]
    transfers: list[TransferAnswer]
    expecting: ExpectingAnswer
    findings: list[FindingAnswer]
    head: Digest


class ReplayAnswer(SummaryAnswer, kw_only=True):
    """An evening from a file."""

    file: str | UnsetType = UNSET


class TableAnswer(SummaryAnswer, kw_only=True):
    """How the evening stands."""

    evening: EveningId
    in_front: Annotated[dict[str, int], Meta(description="The counters in front of each.")]
    closed: bool


class CorrectionAnswer(msgspec.Struct, kw_only=True):
    """What a correction has made of an event: no longer counting, counting again, or counting otherwise."""

    event: Number
    was: Annotated[str, Meta(description="As what it counted before; empty where it did not count.")]
    now: Annotated[str, Meta(description="As what it counts now; empty where it does not count.")]


class SayingAnswer(msgspec.Struct, kw_only=True):
    """A saying that was recorded, and what came of it."""

    number: Number
    saying: Saying
    assumed: Annotated[str, Meta(description="What was taken as said before it; empty where nothing was.")]
    postings: list[PostingAnswer]
    changes: Annotated[dict[str, int], Meta(description="What a correction has changed in the balances.")]
    owed_changes: Annotated[dict[str, int], Meta(description="What a correction has changed in what is owed.")]
    corrected: Annotated[list[CorrectionAnswer], Meta(description="Which events a correction makes count otherwise.")]
    remarks: list[str]
    over: DealOverAnswer | None
    findings: list[FindingAnswer]


class OpenAnswer(InMoney, kw_only=True):
    """An evening that was opened."""

    evening: EveningId
    said: list[SayingAnswer]
    asks: Annotated[str, Meta(description="What is awaited, as a clause; empty where no game is open.")]
    expecting: ExpectingAnswer


class RecordAnswer(OpenAnswer, kw_only=True):
    """What a saying meant, and what is awaited after it."""

    written: Annotated[bool, Meta(description="False where it was only tried (`--dry-run`).")]
    again: (
        Annotated[bool, Meta(description="There, and true, where it was recorded before under its key.")] | UnsetType
    ) = UNSET


class StruckAnswer(msgspec.Struct, kw_only=True):
    """By what a saying was taken away."""

    by_event: Number
    why: str
    said_at: Time
    said_by: By


class LogRow(msgspec.Struct, kw_only=True):
    """A saying of the log."""

    number: Number
    said_at: Time
    said_by: By
    saying: Saying
    remark: str
    counts: bool
    struck: StruckAnswer | None
    assumed: str | UnsetType = UNSET


class LogAnswer(InMoney, kw_only=True):
    """The sayings of an evening."""

    evening: EveningId
    log: list[LogRow]


class PaymentMade(TransferAnswer, kw_only=True):
    """A debt that was paid."""

    event: Number
    evening: EveningId | UnsetType = UNSET


class SettlementAnswer(InMoney, kw_only=True):
    """Who pays whom."""

    evening: EveningId
    owed: dict[str, int]
    transfers: list[TransferAnswer]
    fewest: Annotated[bool, Meta(description="Whether it is known that there are no fewer payments.")]
    over: Annotated[int, Meta(description="By how many at most these are more than the fewest.")]
    rest: Annotated[dict[str, int], Meta(description="What no coin pays.")]
    paid: list[PaymentMade]


class MoneySettlement(InMoney, kw_only=True):
    """Who pays whom of several evenings in one money; `refused` and `error` stand where it cannot be settled so."""

    evenings: list[EveningId]
    owed: dict[str, int] | UnsetType = UNSET
    transfers: list[TransferAnswer] | UnsetType = UNSET
    fewest: bool | UnsetType = UNSET
    over: int | UnsetType = UNSET
    rest: dict[str, int] | UnsetType = UNSET
    paid: list[PaymentMade] | UnsetType = UNSET
    refused: str | UnsetType = UNSET
    error: ErrorAnswer | UnsetType = UNSET


class SettlementsAnswer(msgspec.Struct, kw_only=True):
    """Who pays whom of several evenings, each money by itself."""

    since: Day
    until: Day | None
    moneys: list[MoneySettlement]
    checked: Annotated[bool, Meta(description="Whether every log was seen to be what was recorded.")]


class AccountLine(msgspec.Struct, kw_only=True):
    """A movement, as the account that is explained sees it: what came in (+) or went out (−)."""

    deal: int
    game: str
    event: Number
    saying: Saying
    other: Annotated[str, Meta(description="The other account.")]
    why: str
    cite: Cite
    amount: Amount
    balance: Amount


class PaidLine(msgspec.Struct, kw_only=True):
    """Something paid outside play."""

    event: Number
    saying: Saying
    amount: Amount
    owed: Amount


class ExplanationAnswer(InMoney, kw_only=True):
    """Every movement behind the figure of an account."""

    evening: EveningId
    account: str
    lines: list[AccountLine]
    balance: Amount
    paid: list[PaidLine]


class BetweenAnswer(InMoney, kw_only=True):
    """What moved directly between two, and who pays whom of them: payments are the fewest, and no debts between two."""

    evening: EveningId
    account: str
    other: str
    lines: Annotated[list[AccountLine], Meta(description="What moved directly between them, as `account` sees it.")]
    balance: Annotated[int, Meta(description="What that comes to for `account`, in the smallest unit.")]
    balances: Annotated[dict[str, int], Meta(description="What each of the two has won or lost on the whole.")]
    owed: Annotated[dict[str, int], Meta(description="What each of the two is still to receive (+) or to pay (−).")]
    transfer: Annotated[TransferAnswer | None, Meta(description="What one pays the other to settle; null: nothing.")]
    paid: list[PaymentMade]


class MovementRow(PostingAnswer, kw_only=True):
    """A movement, with its deal and the saying that caused it."""

    deal: int
    saying: Saying


class MovementsAnswer(InMoney, kw_only=True):
    """Every movement, of the whole evening, of a deal or of an event."""

    evening: EveningId
    movements: list[MovementRow]


class PlayerCount(msgspec.Struct, kw_only=True):
    """What a player had by counting and by the log."""

    player: str
    counted: Amount
    by_log: Amount
    agreed: Annotated[int | None, Meta(description="The event of his last count that agreed.")]
    deals: Annotated[list[int], Meta(description="The deals since then that moved counters of his.")]
    difference: Amount


class CountAnswer(InMoney, kw_only=True):
    """Where a count goes wrong."""

    evening: EveningId
    event: Number
    counted: list[PlayerCount]


class CurveAnswer(InMoney, kw_only=True):
    """Everybody's counters after each event that moved any."""

    evening: EveningId
    events: list[Number]
    courses: dict[str, list[int]]


class SayingSince(msgspec.Struct, kw_only=True):
    """A saying that came after a seal."""

    number: Number
    saying: Saying


class SinceSealAnswer(InMoney, kw_only=True):
    """What has come after a seal that holds: `then` is who paid whom when it was sealed, `now` who pays whom now."""

    said: list[SayingSince]
    then: list[TransferAnswer]
    now: list[TransferAnswer]


class AuditFindingAnswer(msgspec.Struct, kw_only=True):
    """Something that an audit found."""

    evening: Annotated[int | None, Meta(description="null: it is about the database, and no evening by itself.")]
    code: str
    event: int | None
    wrong: str
    remedy: str


class AuditAnswer(msgspec.Struct, kw_only=True):
    """Everything that an audit found."""

    evenings: list[int]
    findings: list[AuditFindingAnswer]
    events: Annotated[int, Meta(description="How many events were looked at.")]
    deals: int
    since: SinceSealAnswer | UnsetType = UNSET


class ProofAnswer(msgspec.Struct, kw_only=True):
    """Whether a proof holds."""

    proved: bool
    event: Number
    body: dict[str, Any]
    seal: str
    wrong: str | None


class GrowthAnswer(msgspec.Struct, kw_only=True):
    """Whether a proof holds that a later seal goes on from an earlier one."""

    proved: bool
    earlier: str = field(name="from")
    seal: str
    wrong: str | None


class SealAnswer(InMoney, kw_only=True):
    """The seal of an evening; `from` and `proof` where it was proved to go on from an earlier seal."""

    evening: EveningId
    title: str
    events: int
    root: str
    seal: str
    earlier: str | UnsetType = field(name="from", default=UNSET)
    proof: Annotated[str, Meta(description="The file that it is in.")] | UnsetType = UNSET


class WrittenProofAnswer(InMoney, kw_only=True):
    """A proof that was written."""

    evening: EveningId
    proof: Annotated[str, Meta(description="The file that it is in.")]
    event: Number
    seal: str


class BooksAnswer(msgspec.Struct, kw_only=True):
    """The books as they would be."""

    balances: dict[str, int]
    pools: dict[str, int]


class StoppedAnswer(msgspec.Struct, kw_only=True):
    """The first saying that no longer fits."""

    event: Number
    saying: Saying
    why: str


class WhatifAnswer(InMoney, kw_only=True):
    """The evening under other rules."""

    evening: EveningId
    options: list[str]
    balances: dict[str, int]
    pools: dict[str, int]
    would_be: BooksAnswer
    differences: dict[str, int]
    stopped: StoppedAnswer | None


class EveningRow(msgspec.Struct, kw_only=True):
    """An evening of the database."""

    id: EveningId
    title: str
    on: Day | None
    events: int
    closed: bool
    newest_at: Time
    current: bool


class EveningsAnswer(msgspec.Struct, kw_only=True):
    """The evenings of the database."""

    evenings: list[EveningRow]
    current: int | None


class UseAnswer(msgspec.Struct, kw_only=True):
    """The evening that is the current one now."""

    current: EveningId


class SumAnswer(msgspec.Struct, kw_only=True):
    """What was won and lost together."""

    evenings: int
    won: Amount
    lost: Amount
    net: Amount


class ResultAnswer(msgspec.Struct, kw_only=True):
    """What one evening came to for one player."""

    evening: EveningId
    title: str
    on: Day
    amount: Amount


class StandingAnswer(SumAnswer, kw_only=True):
    """A player over many evenings."""

    player: str
    best: ResultAnswer
    worst: ResultAnswer
    games: dict[str, SumAnswer]


class MoneyStandings(InMoney, kw_only=True):
    """The players over the evenings in one money."""

    evenings: list[EveningId]
    players: list[StandingAnswer]


class StandingsAnswer(msgspec.Struct, kw_only=True):
    """The players over many evenings, each money by itself."""

    since: Day | None
    until: Day | None
    moneys: list[MoneyStandings]
    checked: Annotated[bool, Meta(description="Whether every log was seen to be what was recorded.")]


class ImportAnswer(InMoney, kw_only=True):
    """A file that was imported."""

    file: str
    evening: EveningId
    events: int
    remarks: list[str] | UnsetType = UNSET


class ExportAnswer(InMoney, kw_only=True):
    """An evening, written."""

    evening: EveningId
    format: str
    text: str


class GameRow(msgspec.Struct, kw_only=True):
    """A game."""

    name: str
    title: str
    players: Annotated[
        list[int | None], Meta(description="The fewest and the most who can play it; null: as many as there are.")
    ]


class GamesAnswer(msgspec.Struct, kw_only=True):
    """The games there are."""

    games: list[GameRow]


class OptionRow(msgspec.Struct, kw_only=True):
    """An option of a game."""

    name: str
    expects: str
    default: str
    meaning: str
    cite: Cite


class RulesAnswer(msgspec.Struct, kw_only=True):
    """A game's rules and options."""

    name: str
    title: str
    rules: str
    options: list[OptionRow]


class SimulateAnswer(InMoney, kw_only=True):
    """A random evening, as a script."""

    game: str
    players: int
    seed: int
    events: int
    text: str


class ServeAnswer(msgspec.Struct, kw_only=True):
    """The links of the page that is served; printed once it listens."""

    record: Annotated[str, Meta(description="The link by which one records.")]
    watch: Annotated[str, Meta(description="The link by which one looks on.")]


class StatusAnswer(msgspec.Struct, kw_only=True):
    """Which schema the database has."""

    database: str
    schema: str | None
    wanted: str


class UpgradeAnswer(msgspec.Struct, kw_only=True):
    """Which schema the database had, and has now."""

    database: str
    before: str | None
    schema: str


class DerivedChange(msgspec.Struct, kw_only=True):
    """Something that is derived and not as a replay gives it, or what is wrong with a log that is left as it is."""

    evening: EveningId
    code: str
    event: int | None
    wrong: str


class RebuildAnswer(msgspec.Struct, kw_only=True):
    """What was made anew from the logs."""

    evenings: list[int]
    changes: list[DerivedChange]
    left: list[DerivedChange]
    written: bool


class BackupAnswer(msgspec.Struct, kw_only=True):
    """What is in the copy that was made."""

    database: str
    file: str
    evenings: int
    events: int


class CopyAnswer(msgspec.Struct, kw_only=True):
    """What is in the database that was copied into."""

    origin: str = field(name="from")
    to: str
    evenings: int
    events: int
    written: Annotated[int, Meta(description="How many of the events were not there before.")]


class GrantsAnswer(msgspec.Struct, kw_only=True):
    """The statements that make the roles and give them their rights."""

    statements: str
    roles: list[str]


# What only the server answers


class OpenedAnswer(msgspec.Struct, kw_only=True):
    """An evening that was opened on a server."""

    evening: EveningId


class PostedAnswer(RecordAnswer, kw_only=True):
    """What a saying meant, and what others had recorded that its speaker had not seen."""

    meanwhile: list[LogRow] | UnsetType = UNSET


class NotPostedAnswer(RefusalAnswer, kw_only=True):
    """A saying that was refused, and what others had recorded that its speaker had not seen."""

    meanwhile: list[LogRow] | UnsetType = UNSET


DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_of(title: str, answers: Sequence[type[msgspec.Struct]]) -> dict[str, Any]:
    """Return the JSON Schema of an object that is one of these answers, or a refusal."""
    shapes = (*answers, RefusalAnswer)
    references, definitions = msgspec.json.schema_components(shapes, ref_template="#/$defs/{name}")
    return {"$schema": DIALECT, "title": title, "anyOf": list(references), "$defs": definitions}
