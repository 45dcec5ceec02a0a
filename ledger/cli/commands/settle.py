"""Print who pays whom."""

from collections.abc import Callable, Sequence
from typing import Annotated

from typer import BadParameter, Option

from ledger.api import settlement as api
from ledger.api.fields import in_money
from ledger.api.payees import CodesAnswer
from ledger.cli import completion, wording
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.cli.sending import SendingOptions, codes_of, sent_of_evening, text_for_all
from ledger.cli.together import TogetherOptions
from ledger.core.books import Debt, Payment
from ledger.core.money import Money
from ledger.core.refusals import Refusal, listed, things
from ledger.projections.accounts import in_words
from ledger.projections.settlement import (
    EveningSettlement,
    WaysToSettle,
    game_standing,
    paid_lines,
    settlement,
    settlement_together,
)
from ledger.projections.standings import Together, none_played
from ledger.projections.totals import costs_of
from ledger.recorder.payees import Payees
from ledger.recorder.sending import ToSend, sent_together, text_for, text_of_evening
from ledger.recorder.settled import in_a_sentence, settled_with_others


@command(
    answers=(
        api.SettlementAnswer,
        api.SettlementsAnswer,
        api.SettlementTextAnswer,
        api.SettlementTextsAnswer,
        CodesAnswer,
    ),
    examples=(
        ("settle", "the fewest payments"),
        ("settle --via Ann", "everybody settles with Ann"),
        ("settle --coin 2", "in coins of two counters"),
        ('settle --household "Ann+Bob"', "the two settle as one"),
        ("settle --since 1898-12-26", "several evenings together"),
        ("settle ann --text", "a text to send to Ann"),
        ("settle --pay", "and the ways in which each payee can be paid"),
    ),
)
def run(
    output: Output,
    together: TogetherOptions,
    sending: SendingOptions,
    via: Annotated[
        str | None,
        Option(metavar="NAME", autocompletion=completion.players, help="Everybody settles with this player."),
    ] = None,
    coin: Annotated[str | None, Option(metavar="AMOUNT", help="The smallest coin there is to pay with.")] = None,
    households: Annotated[
        list[str] | None,
        Option(
            "--household",
            metavar='"A+B"',
            autocompletion=completion.players,
            help="These players settle as one; may be repeated.",
        ),
    ] = None,
    replay: Annotated[
        bool, Option("--replay", help="Replay closed evenings by their rules too, not by what their closes pin.")
    ] = False,
) -> None:
    """Print who pays whom: the fewest payments, or as the options say.

    It prints what has been paid already, too.
    """
    sending.see(output)
    how = WaysToSettle(via, coin, tuple(households or ()))
    if together.since is not None or together.every:
        _settle_together(output, together, how, replay, sending)
    elif together.said:
        raise BadParameter("--until, --same and --by-name go with --since or --all: several evenings together")
    else:
        _settle_evening(output, how, sending)


def _settle_evening(output: Output, how: WaysToSettle, sending: SendingOptions) -> None:
    """Print the settlement of one evening."""
    session = output.session()
    evening = session.evening
    settled = settlement(evening, how)
    who, payees = sending.named(settled.owed), sending.payees(output, session.id)
    settled = sending.only(settled, who)
    part = sent_of_evening(session, settled.transfers)
    if sending.qr and who is not None and payees is not None:
        output.answer(*codes_of(who, [part], payees, sending.image))
        return
    if sending.text:
        sent = text_of_evening(evening, settled.transfers) if who is None else text_for(who, [part], payees)
        text_answer = api.SettlementTextAnswer(evening=session.id, **in_money(evening.money), text=sent, person=who)
        output.answer(text_answer, sent.splitlines())
        return
    shared = settled_with_others(output.reader(), session.id, evening.money.code)
    answer = api.settlement_answer(session, settled, shared)
    if shared is not None and shared.settled:
        output.answer(answer, [in_a_sentence(session.id, shared)])
        return
    sending.add_ways(payees, answer.transfers, part)
    pools, debts = evening.books.pools, evening.bank.state.debts
    lines = _lines(evening.money, settled, pools, debts, how, sending.below(payees, part))
    lines += wording.game_stands(evening.money, game_standing(evening))
    lines += wording.costs(evening.money, costs_of(evening))
    lines += [finding.message for finding in evening.untold()]
    if corrections := session.replay.changed_after_close:
        lines.append(f"changed after the close by {listed([f'event {number}' for number in corrections])}")
    output.answer(answer, [*lines, *([in_a_sentence(session.id, shared)] if shared is not None else [])])


def _settle_together(
    output: Output, options: TogetherOptions, how: WaysToSettle, replay: bool, sending: SendingOptions
) -> None:
    """Print the settlement of each money by itself.

    A money that cannot be settled as asked says why. Raises Refusal only if none can be settled.
    """
    answers: list[api.MoneySettlement] = []
    lines: list[str] = []
    refused: list[Refusal] = []
    recorder = output.reader()
    first, last = options.days(recorder)
    moneys = options.evenings(recorder, replay)
    who, payees = sending.named(name for several in moneys for name in several.owed()), sending.payees(output)
    parts: list[tuple[Together, ToSend]] = []
    for several in moneys:
        lines += [*([""] if lines else []), f"{things(len(several.played), 'evening')} in {several.money.code}"]
        try:
            settled = settlement_together(several, how)
        except Refusal as refusal:
            refused.append(refusal)
            lines.append(f"not settled: {refusal.message}")
            answers.append(api.refused_settlement(several, refusal))
            continue
        settled = sending.only(settled, who)
        part = sent_together(several, settled.transfers)
        parts.append((several, part))
        debts = [debt for evening in several.played for debt in evening.totals.debts]
        answers.append(api.money_settlement(several, settled, api.payments_of(several)))
        sending.add_ways(payees, answers[-1].transfers or (), part)
        lines += _lines(several.money, settled, several.pools(), debts, how, sending.below(payees, part))
        lines += [
            f"✓ {in_words(payment, 'has paid')} (payment {payment.event} of the club)" for payment in several.payments
        ]
    if refused and len(refused) == len(answers):
        raise refused[0]
    if sending.sends:
        _send_together(output, (first, last), parts, who, payees, sending)
        return
    answer = api.SettlementsAnswer(since=first, until=last, moneys=answers, checked=True)
    output.answer(answer, lines or [none_played(first, last)])
    output.end_with_those_left_out(recorder)


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
        api.MoneyText(
            **in_money(several.money), evenings=[evening.id for evening in several.played], text=sent, person=who
        )
        for (several, _), sent in zip(parts, texts, strict=True)
    ]
    answer = api.SettlementTextsAnswer(since=days[0], until=days[1], moneys=moneys)
    output.answer(answer, "\n\n".join(texts).splitlines() or [none_played(*days)])


def _lines(
    money: Money,
    settled: EveningSettlement,
    pools: dict[str, int],
    paid: Sequence[Debt],
    how: WaysToSettle,
    below: Callable[[Payment], Sequence[str]],
) -> list[str]:
    lines = wording.payments(money, settled.transfers, below)
    if settled.over and not how.via:
        lines.append(f"perhaps these are not the fewest payments: they are at most {settled.over} more")
    lines += [
        f"{name} is left with {money.show(rest)} that no coin pays" for name, rest in settled.rest.items() if rest
    ]
    lines += [f"{money.show(held)} lies in {pool} still" for pool, held in pools.items()]
    return [*lines, *paid_lines(money, paid)]
