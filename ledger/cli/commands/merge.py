"""Put into an evening what another book of it has right."""

import re
import sys
from collections.abc import Sequence
from shlex import quote
from typing import Annotated

from typer import Argument, BadParameter, Option

from ledger.api.comparison import MergeAnswer, merge_answer
from ledger.cli import wording
from ledger.cli.books import is_file, read_book
from ledger.cli.command import command
from ledger.cli.options import WritingOptions
from ledger.cli.output import NOT_WRITTEN, Output
from ledger.core.refusals import Code, Refusal, printable
from ledger.log.book import book_of
from ledger.log.comparison import compared
from ledger.projections.settlement import settlement
from ledger.recorder import Session
from ledger.recorder.merging import decided, merging

NOTHING_DIFFERS = "nothing differs"
TAKE = re.compile(r"(all|[1-9][0-9]{0,8})=([AB])", re.IGNORECASE)


@command(
    answers=(MergeAnswer,),
    examples=(
        ("merge 1 bobs-book.evening --take all=B --dry-run", "what it would change"),
        ("merge 1 bobs-book.evening --fuller", "and where no money differs, the telling that says more"),
    ),
)
def run(
    output: Output,
    writing: WritingOptions,
    a: Annotated[str, Argument(metavar="A", help="The evening that is written to, by its number, title or day.")],
    b: Annotated[str, Argument(metavar="B", help="The other book: an evening, or a file. It is never written to.")],
    takes: Annotated[
        list[str] | None,
        Option(
            "--take",
            metavar="N=A|B,…",
            help="Which book is right in each difference that compare prints; "
            "all=B decides all but debts that one book has.",
        ),
    ] = None,
    fuller: Annotated[
        bool, Option("--fuller", help="Take B's telling of deals that are the same where it says more.")
    ] = False,
) -> None:
    """Put into evening A what book B has right, difference by difference.

    Nothing is chosen by itself: the differences have the numbers that `compare A B` prints. They are written as
    corrections, all together; a closed evening is reopened for them and closed again.
    """
    decisions = _takes(takes or ())
    if is_file(a):
        remedy = f"card-ledger import {quote(a)}"
        raise Refusal(Code.CORRECTION, f"{printable(a)} is a file: merge writes into an evening", remedy)
    recorder = output.reader() if writing.dry_run else output.recorder()
    session = recorder.open_session(recorder.evening(a))
    ours = book_of(f"evening {session.id}", session.replay)
    comparison = compared(ours, read_book(output, b, ours))
    taken = decided(comparison, decisions)
    book = comparison.b.cited()
    if not (events := merging(comparison, taken, fuller)):
        unchanged = [NOTHING_DIFFERS, *_payments(session)]
        output.answer(lambda: merge_answer(session, session.answer(), taken, book, written=False), unchanged)
        return
    result = session.propose_events(events)
    changes = [*wording.recorded(session.evening, result), *_payments(session)]
    asks = sys.stdin.isatty() and not (writing.dry_run or writing.yes or output.json)
    if asks and not output.confirmed(changes):
        session.forget()
        print(NOT_WRITTEN)
        return
    lines = [*changes, NOT_WRITTEN]
    if not writing.dry_run:
        lines = [*wording.numbered(result.said), *_payments(session)]
        result = session.write()
    output.answer(lambda: merge_answer(session, result, taken, book, written=not writing.dry_run), lines)


def _takes(takes: Sequence[str]) -> list[tuple[str, str]]:
    """Return what is taken from which book, as it is said: a number or `all`, and `A` or `B`."""
    decisions = []
    for take in filter(None, ",".join(takes).split(",")):
        if (match := TAKE.fullmatch(take.strip())) is None:
            raise BadParameter(f"{printable(take, 40)!r}: say --take 1=B, or several: --take 1=B,2=A or all=B")
        decisions.append((match[1].lower(), match[2].upper()))
    return decisions


def _payments(session: Session) -> list[str]:
    return wording.payments(session.evening.money, settlement(session.evening).transfers)
