"""Print who pays whom."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import click

from ledger.api.fields import in_money
from ledger.api.payees import CodesAnswer
from ledger.api.settlement import (
    MoneySettlement,
    MoneyText,
    PaymentMade,
    SettlementAnswer,
    SettlementsAnswer,
    SettlementTextAnswer,
    SettlementTextsAnswer,
    money_settlement,
    payments_of,
    refused_settlement,
    settlement_answer,
)
from ledger.cli import completion, wording
from ledger.cli.command import FilePath, command
from ledger.cli.output import Output
from ledger.cli.sending import SendingOptions, codes_of, sent_of_evening, text_for_all
from ledger.cli.together import evenings_together
from ledger.core.books import Payment
from ledger.core.money import Money
from ledger.core.refusals import Refusal
from ledger.evening.fold import Evening
from ledger.projections.accounts import (
    in_words,
)
from ledger.projections.settlement import EveningSettlement, settlement, settlement_together
from ledger.projections.standings import Together, days_between, none_played
from ledger.projections.totals import costs_of
from ledger.recorder.payees import Payees
from ledger.recorder.sending import ToSend, sent_together, text_for
from ledger.recorder.settled import in_a_sentence, settled_with_others


@command(
    answers=(SettlementAnswer, SettlementsAnswer, SettlementTextAnswer, SettlementTextsAnswer, CodesAnswer),
    examples=(
        ("settle", "the fewest payments"),
        ("settle --via Ann", "everybody settles with Ann"),
        ("settle --coin 2", "in coins of two counters"),
        ('settle --household "Ann+Bob"', "the two settle as one"),
        ("settle --since 1898-12-26", "several evenings together"),
        ("settle ann --text", "a text to send to Ann"),
        ("settle --pay", "and the ways in which each payee can be paid"),
    ),
    help="Print who pays whom: the fewest payments, or as the options say; and what has been paid already.",
)
@click.argument(
    "person",
    required=False,
    metavar="[PERSON]",
    shell_complete=completion.players,
    help="Only what concerns this player.",
)
@click.option("--via", metavar="NAME", shell_complete=completion.players, help="Everybody settles with this player.")
@click.option("--coin", metavar="AMOUNT", help="The smallest coin there is to pay with.")
@click.option(
    "--household",
    "households",
    multiple=True,
    metavar='"A+B"',
    shell_complete=completion.players,
    help="These players settle as one; may be repeated.",
)
@click.option("--since", metavar="DATE", help="Settle all evenings from this day, or month, on together.")
@click.option("--until", metavar="DATE", help="With --since: only evenings up to this day, or month.")
@click.option(
    "--same",
    multiple=True,
    metavar='"A=B"',
    help="With --since: these names are one person, called A; may be repeated.",
)
@click.option("--all", "every", is_flag=True, help="Settle all evenings together.")
@click.option("--by-name", is_flag=True, help="With --since or --all: by the names of the tables, not by persons.")
@click.option("--replay", is_flag=True, help="With --since: replay every evening from its first event.")
@click.option("--text", is_flag=True, help="As a text to send: the part of PERSON, or all of it.")
@click.option("--pay", is_flag=True, help="With the ways in which each payee can be paid.")
@click.option("--qr", is_flag=True, help="Draw a code for each payment that PERSON makes.")
@click.option("--image", type=FilePath, metavar="FILE", help="With --qr: write the code to a .png or .svg file.")
def run(
    output: Output,
    person: str | None,
    via: str | None,
    coin: str | None,
    households: Sequence[str],
    since: str | None,
    until: str | None,
    same: Sequence[str],
    every: bool,
    by_name: bool,
    replay: bool,
    text: bool,
    pay: bool,
    qr: bool,
    image: Path | None,
) -> None:
    """Print who pays whom, for this evening or for several together."""
    sending = SendingOptions(person, text, pay, qr, image)
    sending.see()
    if since is not None or every:
        if every and (since or until):
            raise click.BadParameter("--all is of all evenings, and --since of some: say one of them")
        how = partial(settlement_together, via=via, coin=coin, households=households)
        _settle_together(output, since, until, same, how, via, by_name, replay, sending)
        return
    if until is not None:
        raise click.BadParameter("--until goes with --since: several evenings are settled together")
    if same:
        raise click.BadParameter("--same goes with --since: names are one person over several evenings")
    session = output.session()
    evening = session.evening
    settled = settlement(evening, via=via, coin=coin, households=households)
    who, payees = sending.named(settled.owed), sending.payees(output, session.id)
    settled = sending.only(settled, who)
    part = sent_of_evening(session, settled.transfers)
    if sending.qr and who is not None and payees is not None:
        output.answer(*codes_of(who, [part], payees, image))
        return
    if sending.text:
        sent = text_of(evening) if who is None else text_for(who, [part], payees)
        text_answer = SettlementTextAnswer(evening=session.id, **in_money(evening.money), text=sent, person=who)
        output.answer(text_answer, sent.splitlines())
        return
    shared = settled_with_others(output.reader(), session.id, evening.money.code)
    answer = settlement_answer(session.id, evening, settled, session.rules_changed, shared)
    if shared is not None and shared.settled:
        output.answer(answer, [in_a_sentence(session.id, shared)])
        return
    sending.add_ways(payees, answer.transfers, part)
    lines = _lines(evening.money, settled, evening.books.pools, answer.paid, via, sending.below(payees, part))
    lines += wording.costs(evening.money, costs_of(evening))
    lines += [finding.message for finding in evening.untold()]
    output.answer(answer, [*lines, *([in_a_sentence(session.id, shared)] if shared is not None else [])])


def _settle_together(
    output: Output,
    since: str | None,
    until: str | None,
    same: Sequence[str],
    settled_how: Callable[..., EveningSettlement],
    via: str | None,
    by_name: bool,
    replay: bool,
    sending: SendingOptions,
) -> None:
    """Print the settlement of each money by itself.

    A money that cannot be settled as asked says why. Raises Refusal only if none can be settled.
    """
    answers: list[MoneySettlement] = []
    lines: list[str] = []
    refused: list[Refusal] = []
    recorder = output.reader()
    first, last = days_between(since, until, recorder.today())
    moneys, checked = evenings_together(output, recorder, (first, last), same, by_name, replay)
    who, payees = sending.named(name for several in moneys for name in several.owed()), sending.payees(output)
    parts: list[tuple[Together, ToSend]] = []
    for several in moneys:
        number = f"{len(several.played)} evening{'s' if len(several.played) > 1 else ''}"
        lines += [*([""] if lines else []), f"{number} in {several.money.code}"]
        try:
            settled = settled_how(several)
        except Refusal as refusal:
            refused.append(refusal)
            lines.append(f"not settled: {refusal.message}")
            answers.append(refused_settlement(several, refusal))
            continue
        settled = sending.only(settled, who)
        part = sent_together(several, settled.transfers)
        parts.append((several, part))
        paid = payments_of(several)
        answers.append(money_settlement(several, settled, paid))
        sending.add_ways(payees, answers[-1].transfers or (), part)
        lines += _lines(several.money, settled, several.pools(), paid, via, sending.below(payees, part))
        lines += _paid_by_the_club(several)
    if refused and len(refused) == len(answers):
        raise refused[0]
    if sending.sends:
        _send_together(output, (first, last), parts, who, payees, sending)
        return
    if not checked:
        lines += ["", "The totals beside the logs give this. The logs were not checked: settle --replay does that"]
    answer = SettlementsAnswer(since=first, until=last, moneys=answers, checked=checked)
    output.answer(answer, lines or [none_played(first, last)])
    output.end_with_those_left_out(recorder)


def _paid_by_the_club(several: Together) -> list[str]:
    """Return the payments of the club that count, with their numbers."""
    return [
        f"✓ {in_words(payment).replace(' pays ', ' has paid ', 1)} (payment {payment.event} of the club)"
        for payment in several.payments
    ]


def _send_together(
    output: Output,
    days: tuple[str | None, str | None],
    parts: Sequence[tuple[Together, ToSend]],
    who: str | None,
    payees: Payees | None,
    sending: SendingOptions,
) -> None:
    """Print texts or codes of several evenings."""
    if sending.qr and who is not None and payees is not None:
        output.answer(*codes_of(who, [part for _, part in parts], payees, sending.image))
        return
    texts = [text_for_all(part) if who is None else text_for(who, [part], payees) for _, part in parts]
    moneys = [
        MoneyText(**in_money(several.money), evenings=[evening.id for evening in several.played], text=sent, person=who)
        for (several, _), sent in zip(parts, texts, strict=True)
    ]
    answer = SettlementTextsAnswer(since=days[0], until=days[1], moneys=moneys)
    output.answer(answer, "\n\n".join(texts).splitlines() or [none_played(*days)])


def text_of(evening: Evening) -> str:
    """Return an evening as the text that the page shares."""
    from ledger.web.settle_view import shared_text  # imported only where a text is sent

    return shared_text(evening)


def _lines(
    money: Money,
    settled: EveningSettlement,
    pools: dict[str, int],
    paid: Sequence[PaymentMade],
    via: str | None,
    below: Callable[[Payment], Sequence[str]],
) -> list[str]:
    lines = wording.payments(money, settled.transfers, below)
    if settled.over and not via:
        lines.append(f"perhaps these are not the fewest payments: they are at most {settled.over} more")
    lines += [
        f"{name} is left with {money.show(rest)} that no coin pays" for name, rest in settled.rest.items() if rest
    ]
    lines += [f"{money.show(held)} lies in {pool} still" for pool, held in pools.items()]
    return [*lines, *wording.paid(money, paid)]
