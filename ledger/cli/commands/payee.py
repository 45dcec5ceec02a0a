"""Keep how somebody is paid: account, address or link."""

from typing import Annotated

from typer import Argument, BadParameter, Option

from ledger.api.payees import PayeeAnswer, payee_answer
from ledger.cli import completion, wording
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.core.books import PayeeWay
from ledger.core.refusals import listed, printable
from ledger.language.of_the_club import person_name
from ledger.language.payees import WAYS, read_way
from ledger.projections.accounts import people, person_named_here
from ledger.recorder.payees import Payees


@command(
    answers=(PayeeAnswer,),
    examples=(
        ('payee Ann --iban "DE02 1203 0000 0000 2020 51" --holder "Ann Miller"', "by bank, in euros"),
        ("payee Ann --paypal annm", "and by PayPal.Me"),
        ("payee Ann", "how Ann is paid"),
        ("payee Ann --forget", "delete all of it"),
    ),
)
def run(
    output: Output,
    person: Annotated[str, Argument(metavar="PERSON", autocompletion=completion.players, help="Who is paid.")],
    methods: Annotated[
        list[str] | None, Argument(metavar="[WAY]...", help="With --forget: only these, as iban or link.")
    ] = None,
    iban: Annotated[str | None, Option(metavar="IBAN", help="An account in the euro area.")] = None,
    bic: Annotated[str, Option(metavar="BIC", help="With --iban: the bank.")] = "",
    holder: Annotated[str, Option(metavar="NAME", help="In whose name it is. [default: PERSON]")] = "",
    upi: Annotated[str | None, Option(metavar="ADDRESS", help="A UPI address, as ann@bank.")] = None,
    swish: Annotated[str | None, Option(metavar="NUMBER", help="A Swish number.")] = None,
    paypal: Annotated[str | None, Option(metavar="NAME", help="A name of PayPal.Me.")] = None,
    link: Annotated[
        str | None,
        Option(
            metavar="TEMPLATE", help="A link; what stands in braces in it, as amount, currency or note, is filled in."
        ),
    ] = None,
    forget: Annotated[bool, Option("--forget", help="Delete what is kept.")] = False,
) -> None:
    """Keep how somebody is paid, beside the logs.

    It is in no digest, seal or export, and is deleted at once. Whoever has the database, or the record
    link of the page, can see it.
    """
    methods = methods or []
    given = {"iban": iban, "upi": upi, "swish": swish, "paypal": paypal, "link": link}
    new = [_read(method, value, holder, bic) for method, value in given.items() if value is not None]
    if forget and new:
        raise BadParameter("--forget deletes; say what is kept by itself")
    if methods and not forget:
        output.misused(f"Say --forget {' '.join(methods)} to delete these")
    if strange := [method for method in methods if method not in WAYS]:
        raise BadParameter(f"{printable(strange[0], 40)!r} is none of {', '.join(WAYS)}")
    if (bic or holder) and not new:
        raise BadParameter("--holder and --bic go with the account: --iban IBAN --holder NAME")
    recorder = output.recorder() if new or forget else output.reader()
    club = recorder.club()
    rows = people(recorder.totals_listed(), club.club)
    name = person_named_here(rows, person)
    stored = Payees(recorder.store, club)
    lines: list[str] = []
    if new:
        if not any(row.known for row in rows if row.person == name):
            lines += wording.numbered(club.record([f"person {person_name(name)}"]))
        stored.keep(name, new)
    elif forget:
        deleted = stored.forget(name, methods)
        lines.append(f"deleted: {listed(deleted)}" if deleted else f"nothing was kept of {name}")
    there = stored.methods_of(name)
    lines += [_line(method) for method in there.values()] or ([] if forget else [f"{name} has said no way to be paid"])
    output.answer(payee_answer(name, there.values()), lines)


def _read(method: str, value: str, holder: str, bic: str) -> PayeeWay:
    return read_way(method, value, holder, bic if method == "iban" else "")


def _line(method: PayeeWay) -> str:
    return ", ".join(filter(None, (f"{method.method}  {method.value}", method.holder, method.bic)))
