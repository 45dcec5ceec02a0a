"""Record a payment between two persons over many evenings."""

import sys
from typing import Annotated

from typer import Argument, Exit, Option

from ledger.api.club import PayAnswer, pay_answer
from ledger.cli import wording
from ledger.cli.command import command
from ledger.cli.options import Key, WritingOptions
from ledger.cli.output import NOT_WRITTEN, Output
from ledger.core.refusals import Code, Refusal
from ledger.projections.accounts import plain_money
from ledger.recorder.paying import YES, after, payment_of, propose, sent_before


@command(
    answers=(PayAnswer,),
    examples=(
        ("pay Dan Bob 1.50", "Dan has paid Bob, and the oldest debts are cleared first"),
        ("pay Dan Bob", "what the plan of settle --all says"),
        ("pay Dan Bob 1.50 for 1 2", "for these evenings"),
    ),
)
def run(
    output: Output,
    writing: WritingOptions,
    words: Annotated[list[str], Argument(metavar="A B [AMOUNT] [for EVENING...]", help="Who pays whom.")],
    on: Annotated[str | None, Option(metavar="DATE", help="The day on which it was paid. [default: today]")] = None,
    key: Key = None,
) -> None:
    """Record a payment between two persons over many evenings.

    Without AMOUNT it is that line of settle --all. It stands in the club's log, and clears the oldest debts first. A
    payment that is more than is owed is asked about first; elsewhere than at a terminal say --yes to write it all the
    same.
    """
    place = next((at for at, word in enumerate(words) if at > 1 and word == "for"), len(words))
    terms, named = words[:place], words[place + 1 :]
    if not 2 <= len(terms) <= 3 or (place < len(words) and not named):
        output.misused("say who pays whom: pay A B [AMOUNT] [for EVENING ...]")
    recorder = output.reader() if writing.dry_run else output.recorder()
    evenings = [recorder.evening(evening) for evening in named]
    played, log = recorder.played_since(by_rules=False), recorder.club()
    named_two, amount_text = (terms[0], terms[1]), terms[2] if len(terms) > 2 else None
    recorded = () if key is None else sent_before(log, played, named_two, amount_text, key)
    before = wording.said_before(recorded[0].undone_by) if recorded else []
    if not recorded:
        proposed = propose(played, log.club, named_two, amount_text, evenings, on)
        if proposed.odd and not (writing.yes or writing.dry_run):
            _ask(output, proposed.odd)
        recorded = log.try_out(proposed.sayings) if writing.dry_run else log.record(proposed.sayings, key)
    club = log.tried if writing.dry_run else log.club
    payment = payment_of(log, recorded[0].number, club)
    owed = after(played, club, payment)
    money = plain_money(payment.money)
    clauses = []
    for name, amount in owed.items():
        usual = "owes" if name == payment.payer else "is owed"
        if amount:
            usual = "still owes" if amount < 0 and name == payment.payer else "owes" if amount < 0 else "is owed"
        clauses.append(f"{name} {usual} {money.show(abs(amount)) if amount else 'nothing more'}")
    lines = [*before, *wording.numbered(recorded), f"   {'; '.join(clauses)}"]
    lines += [NOT_WRITTEN] if writing.dry_run else []
    output.answer(pay_answer(recorded, payment, owed, written=not writing.dry_run), lines)


def _ask(output: Output, odd: str) -> None:
    """Ask whether a payment is written that is more than is owed.

    Raises Refusal where nobody can be asked.
    """
    if not sys.stdin.isatty() or output.json:
        raise Refusal(Code.RULE, odd, YES)
    if not output.confirmed([], f"{odd}. Write it?"):
        print(NOT_WRITTEN)
        raise Exit(0)
