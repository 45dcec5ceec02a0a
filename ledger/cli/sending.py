"""What is sent to those who settle: texts, ways to pay, and codes."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from typer import Argument, Option

from ledger.api.payees import CodeAnswer, CodesAnswer, PayeeChangeAnswer, WayAnswer
from ledger.api.table import TransferAnswer
from ledger.cli import completion
from ledger.cli.encoding import Styled
from ledger.cli.options import WithWays
from ledger.cli.output import Output
from ledger.core.books import Payment
from ledger.core.names import person_named
from ledger.core.refusals import Code, Refusal, listed, printable
from ledger.interchange.codes import drawn, payment_code, write_image
from ledger.projections.settlement import EveningSettlement
from ledger.projections.totals import totals_of
from ledger.recorder import Session
from ledger.recorder.payees import Payees
from ledger.recorder.sending import ToSend, those_of, way_lines


def payees_of(output: Output, evening: int | None = None) -> Payees:
    """Return how people are paid, by the names of one evening, or over all."""
    recorder = output.reader()
    log = recorder.club()
    if evening is None:
        return Payees(recorder.store, log)
    return Payees(recorder.store, log, lambda name: log.club.persons_at(evening, [name])[name])


def sent_of_evening(session: Session, transfers: Sequence[Payment]) -> ToSend:
    """Return what is settled of one evening."""
    return ToSend(session.evening.money, transfers, [totals_of(session.evening, session.replay.recorded)])


def text_for_all(part: ToSend) -> str:
    """Return what several evenings come to, ready to be sent."""
    lines = [f"{len(part.evenings)} evenings in {part.money.code}"]
    lines += [f"{payment.payer} pays {payment.payee} {part.money.show(payment.amount)}" for payment in part.transfers]
    return "\n".join(lines if part.transfers else [*lines, "Nobody owes anybody anything"])


def way_answers(payees: Payees, payment: Payment, part: ToSend) -> list[WayAnswer]:
    """Return the ways in which a payment can be made."""
    return [
        WayAnswer(kind=method.method, text=method.text, changed=_changed(payees, payment, method.kept))
        for method in payees.ways_to_pay(payment, part.money, part.title)
    ]


def _changed(payees: Payees, payment: Payment, kept: str) -> PayeeChangeAnswer | None:
    """Return when the way of a payment was changed last, and by whom."""
    event = payees.changed(payment.payee, kept)
    return PayeeChangeAnswer(at=event.said_at, by=event.said_by) if event else None


def codes_of(
    person: str, settled: Sequence[ToSend], payees: Payees, image: Path | None
) -> tuple[CodesAnswer, list[str]]:
    """Return the codes of all payments that a person makes.

    The name of a second file has `-2`. Raises Refusal if the person pays nobody, and if a payee has no way to be
    paid.
    """
    made = [(part, payment) for part in settled for payment in part.transfers if payment.payer == person]
    if not made:
        raise Refusal(Code.RULE, f"{person} pays nobody")
    methods = [payees.code_of(payment, part.money, part.title) for part, payment in made]
    answers: list[CodeAnswer] = []
    lines: list[str] = []
    for number, ((part, payment), method) in enumerate(zip(made, methods, strict=True), start=1):
        code = payment_code(method.text)
        file = image and (image if number == 1 else image.with_stem(f"{image.stem}-{number}"))
        lines.append(f"{payment.payer} pays {payment.payee} {part.money.show(payment.amount)}: {method.method}")
        lines.append(f"{method.kept} {payees.told(payment.payee, method.kept)}")
        if file is not None:
            write_image(code, file)
            lines.append(f"The QR code is in {file}")
        else:
            lines.append(Styled(drawn(code)))
        answers.append(
            CodeAnswer(
                payer=payment.payer,
                payee=payment.payee,
                amount=payment.amount,
                money=part.money.code,
                kind=method.method,
                text=method.text,
                changed=_changed(payees, payment, method.kept),
                image=str(file) if file else None,
            )
        )
    return CodesAnswer(payments=answers), lines


@dataclass(frozen=True)
class SendingOptions:
    """The parts of a settlement to print, and how."""

    person: Annotated[
        str | None,
        Argument(metavar="[PERSON]", autocompletion=completion.players, help="Only what concerns this player."),
    ] = None
    text: Annotated[bool, Option("--text", help="As a text to send: the part of PERSON, or all of it.")] = False
    pay: WithWays = False
    qr: Annotated[bool, Option("--qr", help="Draw a code for each payment that PERSON makes.")] = False
    image: Annotated[Path | None, Option(metavar="FILE", help="With --qr: write the code to a .png or .svg file.")] = (
        None
    )

    def payees(self, output: Output, evening: int | None = None) -> Payees | None:
        """Return how people are paid, if that is asked for, by the names of an evening."""
        return payees_of(output, evening) if self.pay or self.qr else None

    def only(self, settled: EveningSettlement, person: str | None) -> EveningSettlement:
        """Return the settlement with the payments of one person alone; all of it for None."""
        if person is None:
            return settled
        return msgspec.structs.replace(settled, transfers=those_of(person, settled.transfers))

    def below(self, payees: Payees | None, part: ToSend) -> Callable[[Payment], list[str]]:
        """Return the lines below each payment: the ways of its payee, if that is asked for."""
        return lambda payment: [f"  {line}" for line in way_lines(payees, payment, part)] if payees else []

    def add_ways(self, payees: Payees | None, transfers: Iterable[TransferAnswer], part: ToSend) -> None:
        """Put the ways of the payees into an answer, if that is asked for."""
        for transfer, payment in zip(transfers, part.transfers, strict=False):
            if payees is not None:
                transfer.methods = way_answers(payees, payment, part)

    @property
    def sends(self) -> bool:
        """Return whether a text or codes are printed, and not who pays whom."""
        return self.text or self.qr

    def see(self, output: Output) -> None:
        """End the command as misused for options that do not go together."""
        if self.text and self.qr:
            output.misused("--text and --qr print different things: say one of them")
        if self.qr and self.person is None:
            output.misused("--qr draws the codes of one who pays: settle PERSON --qr")
        if self.image is not None and not self.qr:
            output.misused("--image goes with --qr")

    def named(self, names: Iterable[str]) -> str | None:
        """Return the person named among those who settle; None if nobody is named.

        Raises Refusal if the name is of nobody among them.
        """
        if self.person is None:
            return None
        settlers = list(dict.fromkeys(names))
        nobody = f"{printable(self.person, 40)} does not settle here"
        return person_named(self.person, {name: name for name in settlers}, nobody, f"Say {listed(settlers, 'or')}")
