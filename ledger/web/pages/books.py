"""The page of two books of one evening: the differences, and what is taken from the other."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request, Response
from fastapi.responses import RedirectResponse

from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.interchange.jsonl import replay_lines
from ledger.interchange.script import replay_script
from ledger.log.book import Book, book_of
from ledger.log.comparison import BookComparison, compared
from ledger.log.replay import Replay
from ledger.recorder import Recorder, Session
from ledger.recorder.merging import called_as, decided, merging
from ledger.web import books_view
from ledger.web.hub import Hub, Lane
from ledger.web.pages.rendering import page
from ledger.web.requests import FormFields, Number, hub_of, name_of, reading, records

router = APIRouter(include_in_schema=False)

FILE = "the file"
"""The name of a book that was sent as a text."""


@router.get("/evenings/{number}/compare")
def compare(
    request: Request, number: Number, other: Annotated[int | None, Query(alias="with", ge=1, lt=2**31)] = None
) -> Response:
    """Ask which other book to compare, or answer with the comparison."""
    return _compared(request, number, other, "")


@router.post("/evenings/{number}/compare")
def decide(request: Request, number: Number, fields: FormFields) -> Response:
    """Answer with how an evening compares with a text, what decisions change, or write them."""
    values = dict(fields)
    other = int(values["with"]) if values.get("with", "").isdecimal() and len(values["with"]) < 10 else None
    text = values.get("text", "").replace("\r\n", "\n")
    takes = [(name.removeprefix("take-"), book) for name, book in fields if name.startswith("take-")]
    if values.get("write") != "1":
        return _compared(request, number, other, text, takes)
    if not records(request):
        raise HTTPException(403, "this link only watches")
    hub = hub_of(request)
    try:
        hub.correct(number, name_of(request), lambda session: _events(hub.recorders, session, other, text, takes))
    except KeyError as error:
        raise HTTPException(404, f"there is no evening {number}") from error
    except (Refusal, RefusedLine) as refusal:
        return _compared(request, number, other, text, takes, refusal)
    return RedirectResponse(f"/evenings/{number}/log", 303)


def _events(
    lane: Lane, session: Session, other: int | None, text: str, takes: Sequence[tuple[str, str]]
) -> Sequence[Any]:
    comparison = _comparison(lane, session.id, session.replay, other, text)
    return merging(comparison, decided(comparison, takes))


def _comparison(lane: Lane, number: int, replay: Replay, other: int | None, text: str) -> BookComparison:
    """Compare an evening with another, or with a text.

    Raises Refusal if they are no books of one evening, and RefusedLine if the text does not fit.
    """
    book = book_of(f"evening {number}", replay)
    return compared(book, _other_book(lane, book, other, text))


def _other_book(lane: Lane, book: Book, other: int | None, text: str) -> Book:
    club = Recorder(lane.store).club().club
    if other is not None:
        try:
            replay = lane.live_evening(other).replay
        except KeyError as error:
            raise Refusal(Code.NOT_NOW, f"there is no evening {other}") from error
        return book_of(f"evening {other}", replay, False, called_as(book, replay.evening.books.people(), club))
    is_script = not text.lstrip().startswith("{")
    replay = replay_script(text, FILE) if is_script else replay_lines(text, FILE)
    if not replay.number:
        raise Refusal(Code.FILE, "nothing is said in it", "Take a script, or what export --format jsonl gives")
    return book_of(FILE, replay, is_script, called_as(book, replay.evening.books.people(), club))


def _compared(
    request: Request,
    number: int,
    other: int | None,
    text: str,
    takes: Sequence[tuple[str, str]] = (),
    refusal: Refusal | RefusedLine | None = None,
) -> Response:
    """Answer with the comparison, and the effect of the decisions so far."""
    if not records(request):
        raise HTTPException(403, "this link only watches")
    values: dict[str, Any] = {"other": other, "text": text, "comparison": None, "takes": dict(takes), "effect": None}
    with reading(request, number) as live:
        hub: Hub = hub_of(request)
        try:
            if other is not None or text.strip():
                comparison = _comparison(hub.readers, number, live.replay, other, text)
                values["comparison"] = books_view.comparison(comparison)
                if takes:
                    values["effect"] = books_view.effect(live, comparison, takes)
        except (Refusal, RefusedLine) as error:
            refusal = refusal or error
        with hub.readers.held() as lane:
            values["evenings"] = books_view.others(lane.store.evenings(), number)
        if refusal is not None:
            why = refusal.refusal if isinstance(refusal, RefusedLine) else refusal
            values["alert"] = {"heading": "These are not compared", "text": why.message}
        opening = live.evening.opening
        values |= {"title": opening.title if opening else "", "number": number, "seen": live.number, "head": live.head}
    status = 409 if refusal is not None else 200
    return page(request, "compare.html", status, heading="Two books", up=f"/evenings/{number}/log",
                up_name="all sayings", **values)  # fmt: skip
