"""The API: the commands as JSON, described by OpenAPI.

Every answer is what the command of the same name prints with `--json`, and of the same declared shape.
"""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, HTTPException, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse
from msgspec import UNSET, UnsetType
from msgspec.structs import asdict
from pydantic import BaseModel, Field

from ledger.api.evenings import EveningsAnswer, evenings_answer
from ledger.api.explanation import ExplanationAnswer, explanation_answer
from ledger.api.forms import expecting_with_forms
from ledger.api.log import LogAnswer, LogRow, log_answer, log_row
from ledger.api.recording import record_answer
from ledger.api.refusals import refusal_answer
from ledger.api.serving import NotPostedAnswer, OpenedAnswer, PostedAnswer
from ledger.api.settlement import SettlementAnswer, settlement_answer
from ledger.api.table import TableAnswer, table_answer
from ledger.core.events import RecordedEvent
from ledger.core.names import name as written
from ledger.core.names import quoted
from ledger.core.refusals import Refusal, RefusedLine
from ledger.interchange.script import script_of
from ledger.log.replay import Replay
from ledger.projections.explanation import explain, payments, player_named
from ledger.projections.log_rows import as_recorded, in_effect
from ledger.projections.settlement import settlement as settle
from ledger.recorder import Recorder, Session
from ledger.recorder.settled import settled_with_others
from ledger.store.keys import LONGEST_KEY
from ledger.web.answers import OF_AN_EVENING, WRITING, JsonAnswer, described
from ledger.web.hub import Crowded, Rejected
from ledger.web.requests import Number, hub_of, name_of, reading, recording

LONGEST_SAYING = 4000

router = APIRouter(prefix="/api")

STREAMED = (
    'Server-sent events: `data: {"newest": 57, "head": "9f2c…"}`, the number and the digest of the newest event. '
    "A lower number, or another digest of the same one: the log is another one than before."
)


SHAPES = (
    OpenedAnswer,
    EveningsAnswer,
    ExplanationAnswer,
    LogAnswer,
    NotPostedAnswer,
    PostedAnswer,
    SettlementAnswer,
    TableAnswer,
)
"""The shapes of its answers."""


class NewEvening(BaseModel):
    """A new evening."""

    title: str = Field(max_length=400, description="What the evening is called.")
    players: Annotated[list[Annotated[str, Field(max_length=400)]], Field(max_length=200)] | str = Field(
        default=[],
        description="Who sits at the table, each to the left of the one before: a list, or the names parted by spaces.",
    )
    money: str | None = Field(default=None, max_length=40, description="counters, lsd, or a currency such as GBP.")
    counter: str | None = Field(default=None, max_length=40, description="What one counter is worth.")
    bank: Literal["cash", "credit"] = Field(default="credit", description="How counters are bought of the bank.")
    on: str | None = Field(default=None, max_length=40, description="When it is played: 1898-12-26.")
    at: str | None = Field(default=None, max_length=400, description="Where.")


class NewSaying(BaseModel):
    """A saying, as it is typed at the prompt."""

    saying: str = Field(max_length=LONGEST_SAYING, description="What was said, in the notation.")
    key: str | None = Field(
        default=None,
        min_length=1,
        max_length=LONGEST_KEY,
        description="A key of its own: said again with the same key, it is recorded once.",
    )
    seen: int | None = Field(
        default=None, ge=0, lt=2**53, description="The number of the newest event that the speaker has seen."
    )
    head: str = Field(default="", max_length=64, description="The digest of that event, or how it begins.")
    yes: bool = Field(default=False, description="Write a payment though it is more than is owed.")
    follows: bool = Field(default=False, description="Refuse it if anything was recorded since that event.")


def _there(request: Request, number: Number) -> int:
    """Return the number of an existing evening; answer 404 where there is none."""
    with hub_of(request).readers.held() as lane:
        if not lane.store.has(number):
            raise HTTPException(404, f"there is no evening {number}")
    return number


There = Annotated[int, Depends(_there)]
"""An existing evening's number, looked up in a thread because the look-up waits for the hub."""


def opening_sayings(new: NewEvening) -> list[str]:
    """Return the sayings that open an evening."""
    parts = [
        f"evening {quoted(new.title)}",
        f"on {new.on}" if new.on else "",
        f"at {quoted(new.at)}" if new.at else "",
        f"money={new.money}" if new.money else "",
        f"counter={new.counter}" if new.counter else "",
        f"bank={new.bank}",
    ]
    sayings = [" ".join(part for part in parts if part)]
    if isinstance(new.players, str) and new.players.strip():
        sayings.append(f"players {new.players}")
    elif new.players:
        sayings.append(" ".join(["players", *map(written, new.players)]))
    return sayings


@router.get("/evenings", response_class=JsonAnswer, responses=described(EveningsAnswer))
def evenings(request: Request) -> Response:
    """Answer with the list of evenings."""
    with hub_of(request).readers.held() as lane:
        return JsonAnswer(evenings_answer(Recorder(lane.store, name_of(request))))


@router.post(
    "/evenings", status_code=201, response_class=JsonAnswer, responses=described(OpenedAnswer, *WRITING, status=201)
)
def open_evening(request: Request, new: NewEvening) -> Response:
    """Open a new evening."""
    try:
        number = hub_of(request).open(opening_sayings(new), name_of(request))
    except (Refusal, RefusedLine) as refusal:
        return JsonAnswer(refusal_answer(refusal), Rejected(refusal, ()).status)
    return JsonAnswer(OpenedAnswer(evening=number), 201)


@router.get("/evenings/{number}", response_class=JsonAnswer, responses=described(TableAnswer, *OF_AN_EVENING))
def table(request: Request, number: Number) -> Response:
    """Answer how things stand, as `card-ledger table --json`."""
    with reading(request, number) as live:
        return JsonAnswer(table_answer(Session(Recorder(live.store, name_of(request)), live)))


@router.post(
    "/evenings/{number}/sayings",
    response_class=JsonAnswer,
    responses=described(PostedAnswer, *OF_AN_EVENING, *WRITING, refused=NotPostedAnswer),
)
def say(request: Request, number: Number, new: NewSaying) -> Response:
    """Record a saying, as `card-ledger record --json`."""
    with recording(request, number, by_rules=False) as live:
        replay = live.replay
        try:
            accepted = hub_of(request).record(
                number, [new.saying], name_of(request), new.key, new.seen, new.head, new.yes, follows=new.follows
            )
        except Rejected as rejected:
            session = rejected.session
            refusal = refusal_answer(
                rejected.refusal,
                expecting=expecting_with_forms(session) if session else None,
            )
            meanwhile = rows_of(replay, rejected.meanwhile)
            return JsonAnswer(NotPostedAnswer(**asdict(refusal), meanwhile=meanwhile), rejected.status)
        recorded = record_answer(accepted.session, accepted.answer)
        answer = PostedAnswer(**asdict(recorded), meanwhile=rows_of(replay, accepted.meanwhile))
    return JsonAnswer(answer)


def rows_of(replay: Replay, events: tuple[RecordedEvent, ...]) -> list[LogRow] | UnsetType:
    """Return these events as rows of the log, or UNSET if there are none."""
    numbers = {recorded.number for recorded in events}
    sayings = as_recorded(replay.effective, replay.evening.money)
    return [log_row(saying) for saying in sayings if saying.number in numbers] if numbers else UNSET


@router.get("/evenings/{number}/log", response_class=JsonAnswer, responses=described(LogAnswer, *OF_AN_EVENING))
def log(request: Request, number: Number, recorded: Annotated[bool, Query(alias="as-recorded")] = False) -> Response:
    """Answer with the sayings in effect, or as they were recorded."""
    with reading(request, number, by_rules=False) as live:
        replay = live.replay
        money = replay.evening.money
        sayings = as_recorded(replay.effective, money) if recorded else in_effect(replay, money)
        return JsonAnswer(log_answer(number, money, sayings))


@router.get(
    "/evenings/{number}/settlement", response_class=JsonAnswer, responses=described(SettlementAnswer, *OF_AN_EVENING)
)
def settlement(request: Request, number: Number) -> Response:
    """Answer who pays whom."""
    with reading(request, number) as live:
        evening, recorder = live.evening, Recorder(live.store, name_of(request), known=hub_of(request).known)
        shared = settled_with_others(recorder, number, evening.money.code)
        return JsonAnswer(settlement_answer(live, settle(evening), shared))


@router.get(
    "/evenings/{number}/explanation", response_class=JsonAnswer, responses=described(ExplanationAnswer, *OF_AN_EVENING)
)
def explanation(request: Request, number: Number, player: Annotated[str, Query(max_length=400)]) -> Response:
    """Answer with every movement behind a player's balance."""
    with reading(request, number) as live:
        evening = live.evening
        try:
            account = player_named(evening, player)
            lines = explain(evening, account)
            paid = payments(evening, account)
        except Refusal as refusal:
            return JsonAnswer(refusal_answer(refusal), 422)
        return JsonAnswer(explanation_answer(number, evening.money, account, lines, paid))


@router.get(
    "/evenings/{number}/script",
    response_class=PlainTextResponse,
    responses=described(("text/plain", "The evening as a script."), *OF_AN_EVENING),
)
def script(request: Request, number: Number) -> Response:
    """Answer with the evening as a script, which reads back as the same evening."""
    with reading(request, number, by_rules=False) as live:
        replay = live.replay
        return PlainTextResponse(script_of(replay.recorded))


@router.get(
    "/evenings/{number}/stream",
    response_class=StreamingResponse,
    responses=described(("text/event-stream", STREAMED), *OF_AN_EVENING, 503),
)
async def follow(request: Request, number: There) -> Response:
    """Stream the newest event: now, with each new one, and every two seconds."""
    try:
        stream = await hub_of(request).stream(number)
    except Crowded as error:
        raise HTTPException(503, "too many pages are open already", {"Retry-After": "5"}) from error
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(
        stream.messages(request.scope["is_allowed"]), media_type="text/event-stream", headers=headers
    )
