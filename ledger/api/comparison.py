"""Two books of one evening compared, and merged, as programs get them."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct, field

from ledger.api.fields import InMoney, NumberedSaying, answer, in_money
from ledger.api.log import numbered
from ledger.api.recording import RecordAnswer, record_answer
from ledger.api.table import Owed, TransferAnswer
from ledger.core.fields import Day, HexDigest
from ledger.log.book import Book, BookItem
from ledger.log.comparison import BookComparison, ComparedItem
from ledger.projections.settlement import settlement
from ledger.recorder import RecordResult, Session

Net = Annotated[dict[str, int], Meta(description="Won (+) or lost (−) by each player and pool, without noughts.")]
DealNumber = Annotated[int | None, Meta(description="The number of a deal in its book; null for none.")]


class BookAnswer(Struct, kw_only=True):
    """One book of an evening."""

    name: Annotated[str, Meta(description="The file, or the evening.")]
    title: str
    on: Day | None
    events: int
    deals: int
    seal: Annotated[str | None, Meta(description="Three lines; null for a script, which nobody has recorded yet.")]
    head: HexDigest


class DealersAnswer(Struct, kw_only=True):
    """Who deals in each book; null if nobody does."""

    a: str | None
    b: str | None


class NetsAnswer(Struct, kw_only=True):
    """What an item moves in each book."""

    a: Net
    b: Net


class TellingsAnswer(Struct, kw_only=True):
    """The sayings of an item in each book, from the first to the last in which they differ."""

    a: list[NumberedSaying]
    b: list[NumberedSaying]


class BookItemAnswer(Struct, kw_only=True):
    """A deal, or a saying that moves money or seats between deals, in both books."""

    item: Annotated[str, Meta(description="`deal`, or the kind of the saying.")]
    standing: Annotated[
        str,
        Meta(
            description="`same`, `differs`, `follows`, `only-a` or `only-b`.",
            pattern="^(same|differs|follows|only-[ab])$",
        ),
    ] = field(name="is")
    difference: Annotated[
        int | None, Meta(description="Its number among the differences, or that of the one it follows from.")
    ]
    a: DealNumber
    b: DealNumber
    game: str
    dealer: DealersAnswer
    net: NetsAnswer
    sayings: TellingsAnswer
    fuller: Annotated[str | None, Meta(description="Which book tells more of a deal that is the same: `a` or `b`.")]


class ComparisonAnswer(InMoney, kw_only=True):
    """Two books of one evening, side by side."""

    a: BookAnswer
    b: BookAnswer
    same: Annotated[bool, Meta(description="Whether the money is the same.")]
    first: Annotated[int | None, Meta(description="The deal of difference 1, of A, or of B where only B has it.")]
    items: list[BookItemAnswer]
    gains: Annotated[dict[str, int], Meta(description="What B owes each more (+) or less (−) than A, without noughts.")]


class MergeAnswer(RecordAnswer, kw_only=True):
    """What was taken from another book, and what is owed then."""

    taken: Annotated[dict[str, str], Meta(description="For each difference, by its number, the book that is right.")]
    book: Annotated[str, Meta(description="The other book, as the reasons of the corrections name it.")] = field(
        name="with"
    )
    owed: Owed
    transfers: list[TransferAnswer]


def comparison_answer(comparison: BookComparison) -> ComparisonAnswer:
    """Return two books side by side."""
    first = comparison.differences.get(1)
    return answer(
        comparison,
        ComparisonAnswer,
        **in_money(comparison.a.money),
        a=_book(comparison.a),
        b=_book(comparison.b),
        first=None if first is None else (first.a or first.b or _NOTHING).deal,
        items=[_item(item, comparison) for item in comparison.items],
    )


def merge_answer(
    session: Session, result: RecordResult, taken: Mapping[int, str], book: str, written: bool
) -> MergeAnswer:
    """Return what was taken from another book, or only tried, and what is owed then."""
    recorded = record_answer(session, result, written)
    return answer(
        recorded,
        MergeAnswer,
        taken={str(number): side for number, side in sorted(taken.items())},
        book=book,
        owed=session.evening.owed(),
        transfers=settlement(session.evening).transfers,
    )


def _book(book: Book) -> BookAnswer:
    return answer(book, BookAnswer, events=len(book.recorded), seal=book.seal.text() if book.seal else None)


_NOTHING = BookItem("", "", None, {}, (), 0)


def _item(compared: ComparedItem, comparison: BookComparison) -> BookItemAnswer:
    a, b = compared.a or _NOTHING, compared.b or _NOTHING
    there = a if compared.a else b
    money = comparison.a.money
    return BookItemAnswer(
        item=there.kind,
        standing=compared.standing,
        difference=compared.difference,
        a=a.deal,
        b=b.deal,
        game=there.game,
        dealer=DealersAnswer(a=comparison.a.dealer_of(a), b=comparison.b.dealer_of(b)),
        net=NetsAnswer(a=a.net, b=b.net),
        sayings=TellingsAnswer(a=numbered(compared.tellings[0], money), b=numbered(compared.tellings[1], money)),
        fuller=compared.fuller or None,
    )
