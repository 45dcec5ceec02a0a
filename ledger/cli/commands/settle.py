"""Print who pays whom."""

from collections.abc import Sequence

import click

from ledger.api.settlement import (
    MoneySettlement,
    PaymentMade,
    SettlementAnswer,
    SettlementsAnswer,
    money_settlement,
    payments_of,
    refused_settlement,
    settlement_answer,
)
from ledger.cli import completion, wording
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.core.money import Money
from ledger.core.refusals import Refusal
from ledger.projections.settlement import EveningSettlement, settlement, settlement_of
from ledger.projections.standings import days_between, names_of, none_played, read_persons, together
from ledger.projections.totals import costs_of


@command(
    answers=(SettlementAnswer, SettlementsAnswer),
    examples=(
        ("settle", "the fewest payments"),
        ("settle --via Ann", "everybody settles with Ann"),
        ("settle --coin 2", "in coins of two counters"),
        ('settle --household "Ann+Bob"', "the two settle as one"),
        ("settle --since 1898-12-26", "several evenings together"),
    ),
    help="Print who pays whom: the fewest payments, or as the options say; and what has been paid already.",
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
@click.option("--replay", is_flag=True, help="With --since: replay every evening from its first event.")
def run(
    output: Output,
    via: str | None,
    coin: str | None,
    households: Sequence[str],
    since: str | None,
    until: str | None,
    same: Sequence[str],
    replay: bool,
) -> None:
    """Print who pays whom, for this evening or for several together."""
    if since is not None:
        _settle_together(output, since, until, same, via, coin, households, replay)
        return
    if until is not None:
        raise click.BadParameter("--until goes with --since: several evenings are settled together")
    if same:
        raise click.BadParameter("--same goes with --since: names are one person over several evenings")
    session = output.session()
    evening = session.evening
    settled = settlement(evening, via=via, coin=coin, households=households)
    answer = settlement_answer(session.id, evening, settled, session.rules_changed)
    lines = _lines(evening.money, settled, evening.books.pools, answer.paid, via)
    lines += wording.costs(evening.money, costs_of(evening))
    output.answer(answer, [*lines, *(finding.message for finding in evening.untold())])


def _settle_together(
    output: Output,
    since: str,
    until: str | None,
    same: Sequence[str],
    via: str | None,
    coin: str | None,
    households: Sequence[str],
    replay: bool,
) -> None:
    """Print the settlement of each money by itself.

    A money that cannot be settled as asked says why. Raises Refusal only if none can be settled.
    """
    answers: list[MoneySettlement] = []
    lines: list[str] = []
    refused: list[Refusal] = []
    recorder = output.reader()
    first, last = days_between(since, until, recorder.today())
    played = recorder.played_since(first, replay, output.watch_evenings, last)
    checked = replay or recorder.see_chains(played)
    for several in together(played, read_persons(same, names_of(played))):
        number = f"{len(several.played)} evening{'s' if len(several.played) > 1 else ''}"
        lines += [*([""] if lines else []), f"{number} in {several.money.code}"]
        try:
            settled = settlement_of(several.owed(), several.pools(), several.money, via, coin, households)
        except Refusal as refusal:
            refused.append(refusal)
            lines.append(f"not settled: {refusal.message}")
            answers.append(refused_settlement(several, refusal))
            continue
        paid = payments_of(several)
        answers.append(money_settlement(several, settled, paid))
        lines += _lines(several.money, settled, several.pools(), paid, via)
    if refused and len(refused) == len(answers):
        raise refused[0]
    if not checked:
        lines += ["", "The totals beside the logs give this. The logs were not checked: settle --replay does that"]
    answer = SettlementsAnswer(since=first, until=last, moneys=answers, checked=checked)
    output.answer(answer, lines or [none_played(first, last)])
    output.end_with_those_left_out(recorder)


def _lines(
    money: Money, settled: EveningSettlement, pools: dict[str, int], paid: Sequence[PaymentMade], via: str | None
) -> list[str]:
    lines = wording.payments(money, settled.transfers)
    if settled.over and not via:
        lines.append(f"perhaps these are not the fewest payments: they are at most {settled.over} more")
    lines += [
        f"{name} is left with {money.show(rest)} that no coin pays" for name, rest in settled.rest.items() if rest
    ]
    lines += [f"{money.show(held)} lies in {pool} still" for pool, held in pools.items()]
    return [*lines, *wording.paid(money, paid)]
