"""Print every movement behind a figure."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from shlex import quote
from typing import Protocol

import click
import msgspec

from ledger.api.answers import explanation_of
from ledger.api.schema import BetweenAnswer, CountAnswer, CurveAnswer, ExplanationAnswer, MovementsAnswer
from ledger.cli import chart as drawing
from ledger.cli import completion, wording
from ledger.cli.command import FilePath, command
from ledger.cli.encoding import Styled, clean
from ledger.cli.output import LongList, Output
from ledger.cli.text_table import TextTable, columns, room
from ledger.core.books import Pool
from ledger.core.money import Money
from ledger.core.refusals import Code, Refusal, listed
from ledger.evening.fold import Evening
from ledger.projections.explanation import Curve, Explanation, Movements, player_named
from ledger.projections.reconciliation import Confirmation
from ledger.projections.tables import Between, between_of, in_money, movement, payments_made


@command(
    answers=(ExplanationAnswer, BetweenAnswer, MovementsAnswer, CountAnswer, CurveAnswer),
    examples=(
        ("explain Ann", "every movement behind her balance"),
        ("explain Ann Bob", "what moved between the two, and who pays whom"),
        ("explain Ann --deal 1", "the movements of the first deal"),
        ("explain --pool nap.kitty", "what went into a pool and came out"),
        ("explain --count 13", "where the count at event 13 goes wrong"),
        ("explain --chart", "everybody's counters through the evening"),
    ),
)
@click.argument(
    "player", required=False, metavar="[PLAYER]", shell_complete=completion.players, help="Whose balance to explain."
)
@click.argument(
    "other",
    required=False,
    metavar="[OTHER]",
    shell_complete=completion.players,
    help="Another player: what moved between the two.",
)
@click.option("--deal", type=int, metavar="N", help="Only what moved in deal N of the evening.")
@click.option("--event", type=int, metavar="N", help="Only what event N moved.")
@click.option(
    "--pool", metavar="NAME", shell_complete=completion.pools, help="What went into a pool and came out of it."
)
@click.option("--count", type=int, metavar="N", help="Who was over or short at the count, event N.")
@click.option("--chart", is_flag=True, help="Draw everybody's counters through the evening.")
@click.option("--plot", type=FilePath, metavar="FILE", help="Draw them in a .png, .svg or .pdf file.")
def run(
    output: Output,
    player: str | None,
    other: str | None,
    deal: int | None,
    event: int | None,
    pool: str | None,
    count: int | None,
    chart: bool,
    plot: Path | None,
) -> None:
    """Explain a balance, or what a pool holds, deal by deal, with a running balance that ends in the figure.

    Of two players it says what moved directly between them, and what one of them pays the other.
    """
    alone = {"PLAYER": player, "--pool": pool, "--count": count, "--chart": chart or None}
    if len(said := [name for name, value in alone.items() if value is not None]) > 1:
        raise click.BadParameter(f"{listed(said)} ask for different figures: ask for one at a time")
    recorder = output.reader()
    number = recorder.evening(output.evening)
    question = _Question(player, other, deal, event, pool, count, chart, plot)
    evening = recorder.replay(number).evening
    answer, through = question.named_in(evening).begun(output), Curve()
    answer.see(evening)
    if chart or plot is not None:
        through.see(evening.outcomes, evening)
    if plot is not None:
        _draw(evening, through, plot)
    answer.tell(output, number, evening, through)


@dataclass(frozen=True)
class _Question:
    """What is to be explained, as it was asked."""

    player: str | None
    other: str | None
    deal: int | None
    event: int | None
    pool: str | None
    count: int | None
    chart: bool
    plot: Path | None

    def named_in(self, evening: Evening) -> "_Question":
        """The same with the players' names in full. Raises Refusal where both are one, or it is not known whose."""
        player, other = (None if one is None else player_named(evening, one) for one in (self.player, self.other))
        if player is not None and player == other:
            raise Refusal(Code.PLAYERS, f"{player} is named twice", "Say two players, as explain Ann Bob")
        return replace(self, player=player, other=other)

    def begun(self, output: Output) -> "_Answer":
        """Return an answer to it that has seen nothing yet."""
        if self.count is not None:
            return _OfCount(self.count)
        if self.player is None and self.pool is None and (self.chart or self.plot is not None):
            return _OfCourse(self.chart, self.plot)
        if self.player is None and self.pool is None:
            return _OfMovements(output, Movements(self.deal, self.event))
        account = Pool(self.pool.lower()) if self.pool is not None else self.player or ""
        explanation = Explanation(account, self.deal, self.event, self.other)
        of_account = _OfAccount(output, explanation, self.deal is None and self.event is None)
        return of_account if self.other is None else _OfTwo(of_account)


def _draw(evening: Evening, through: Curve, plot: Path) -> None:
    from ledger.cli.picture import write_picture

    undrawn = write_picture(evening, through, plot)
    if undrawn:
        print(clean(f"no font here has {' '.join(undrawn)}: boxes stand for them in {plot}"), file=sys.stderr)


class _Answer(Protocol):
    """What is answered to one question, put together from the evening."""

    def see(self, evening: Evening, /) -> None:
        """Look at the evening."""

    def tell(self, output: Output, number: int, evening: Evening, through: Curve, /) -> None:
        """Answer, once all was seen. Raises Refusal for what is not there."""


class _OfAccount:
    """The movements behind a balance, or what a pool holds, in a table for every deal."""

    def __init__(self, output: Output, explanation: Explanation, whole: bool) -> None:
        self._output = output
        self._lines: list[str] = []
        self._explanation, self._whole = explanation, whole
        headings = ["event", "saying", "from or to", "why", "moved", "balance"]
        self._table = TextTable(headings, right=[0, 4, 5])
        self._deal: int | None = None
        """The deal of which the table is; None before the first."""
        self._balance = 0

    def see(self, evening: Evening) -> None:
        """Take its lines, those of a deal together."""
        money = evening.money
        for line in self._explanation.lines(evening.outcomes, evening):
            self._balance = line.balance
            if self._output.json:
                self._lines.append(self._output.item(msgspec.to_builtins(line)))
                continue
            if self._deal != line.deal:
                self._end_deal()
                self._deal = line.deal
                title = f"deal {line.deal}, {line.game}" if line.deal else f"before the first deal, {line.game}"
                self._lines.append(f"{clean(title)}\n")
            other, why = f"{'from' if line.amount > 0 else 'to'} {line.other}", f"{line.why} {line.cite}".strip()
            moved, balance = money.show_change(line.amount), money.show(line.balance)
            self._table.add([str(line.event), line.saying, other, why, moved, balance])

    def _end_deal(self) -> None:
        if self._deal is not None:
            self._lines.append("".join(f"{line}\n" for line in (*self._table, "")))
            self._table.clear()

    def finish(self, evening: Evening) -> tuple[Explanation, int, Iterator[str]]:
        """What was explained, what it comes to, and the lines. Raises Refusal for what is not there."""
        self._explanation.check(evening)
        self._end_deal()
        return self._explanation, self._balance, iter(self._lines)

    def tell(self, output: Output, number: int, evening: Evening, through: Curve) -> None:
        """Answer with the lines, what they come to, and what was paid outside play."""
        explanation, balance, lines = self.finish(evening)
        account, money = explanation.account, evening.money
        paid = explanation.payments(evening) if self._whole else []
        after = [f"{account}: {money.show(balance)}"]
        if paid:
            rows = [[str(one.event), one.saying, money.show_change(one.amount), money.show(one.owed)] for one in paid]
            after += ["", *columns(["event", "paid", "amount", "owed"], rows, right=[0, 2, 3])]
        about = explanation_of(number, money, account, [], paid)
        told = {**about, "lines": LongList(lines), "balance": balance}
        output.answer(told, chain((Styled(line[:-1]) for line in lines), after))


class _OfTwo:
    """What moved directly between two players, and what one of them pays the other to settle."""

    def __init__(self, of_account: _OfAccount) -> None:
        self._of_account = of_account

    def see(self, evening: Evening) -> None:
        """Take the lines."""
        self._of_account.see(evening)

    def tell(self, output: Output, number: int, evening: Evening, through: Curve) -> None:
        """Answer with the lines, how both stand on the whole, and the payment between them."""
        explanation, balance, lines = self._of_account.finish(evening)
        one, other = str(explanation.account), str(explanation.other)
        paid = payments_made(explanation.paid_between())
        found, money = between_of(evening, one, other), evening.money
        told = {
            "evening": number, **in_money(money), "account": one, "other": other, "lines": LongList(lines),
            "balance": balance, "balances": found.balances, "owed": found.owed,
            "transfer": found.transfer, "paid": paid,
        }  # fmt: skip
        pays = "to settle, neither of them pays the other"
        if found.transfer is not None:
            pays = f"to settle, {wording.payments(money, [found.transfer])[0]}"
        after = [
            f"moved directly between them: {_won(money, one, balance)}, {_won(money, other, -balance)}",
            *(f"on the whole {_stands(money, name, found)}" for name in (one, other)),
            f"{pays}: payments are the fewest that settle the evening, and no debts between two",
            *wording.paid(money, paid),
        ]
        output.answer(told, chain((Styled(line[:-1]) for line in lines), after))


def _won(money: Money, name: str, amount: int) -> str:
    return f"{name} {money.show_change(amount)}"


def _stands(money: Money, name: str, found: Between) -> str:
    """What somebody has won or lost, and so owes or is owed."""
    balance, owed = found.balances[name], found.owed[name]
    won = f"{'won' if balance > 0 else 'lost'} {money.show(abs(balance))}" if balance else "won and lost nothing"
    owes = f"{'is owed' if owed > 0 else 'owes'} {money.show(abs(owed))}" if owed else "owes nothing"
    return f"{name} has {won}, and {owes}"


class _OfMovements:
    """Every movement of a deal, of an event or of the evening, in one table."""

    def __init__(self, output: Output, movements: Movements) -> None:
        self._output, self._movements = output, movements
        self._lines: list[str] = []
        self._table = TextTable(["event", "saying", "moved", "amount", "why"], right=[0, 3])
        self._moved = False

    def see(self, evening: Evening) -> None:
        """Take its movements."""
        money = evening.money
        for saying, one in self._movements.with_sayings(evening.outcomes, money):
            self._moved = True
            if self._output.json:
                self._lines.append(self._output.item({**movement(one), "deal": one.deal, "saying": saying}))
            else:
                why = f"{one.why} {one.cite}"
                self._table.add([str(one.event), saying, f"{one.payer} → {one.payee}", money.show(one.amount), why])

    def tell(self, output: Output, number: int, evening: Evening, through: Curve) -> None:
        """Answer with all of them."""
        self._movements.check(evening)
        told = {"evening": number, **in_money(evening.money), "movements": LongList(iter(self._lines))}
        output.answer(told, self._table if self._moved else ["no counter moved"])


class _OfCount:
    """Who was over or short at a count, and since when."""

    def __init__(self, event: int) -> None:
        self._event = event
        self._confirmation = Confirmation(event)

    def see(self, evening: Evening) -> None:
        """Follow what everybody has in front of him."""
        self._confirmation.see(evening.outcomes)

    def tell(self, output: Output, number: int, evening: Evening, through: Curve) -> None:
        """Answer player by player."""
        confirmed = self._confirmation.found()
        lines = []
        for one in confirmed:
            lines.append(one.told(evening.money))
            if one.places:
                lines.append(f"  {one.places}")
            if one.difference and one.deals:
                lines.append(f"  card-ledger explain {quote(one.player)} --deal {one.deals[0]} says how")
        data = [{**msgspec.to_builtins(one), "difference": one.difference} for one in confirmed]
        output.answer({"evening": number, **in_money(evening.money), "event": self._event, "counted": data}, lines)


class _OfCourse:
    """Everybody's counters through the evening, drawn here or in a file."""

    def __init__(self, chart: bool, plot: Path | None) -> None:
        self._chart, self._plot = chart, plot

    def see(self, evening: Evening) -> None:
        """They are followed for every question that wants them drawn."""

    def tell(self, output: Output, number: int, evening: Evening, through: Curve) -> None:
        """Answer with the drawing, and for a program with the figures."""
        courses = {player: list(balances) for player, balances in through.balances.items()}
        about = {"evening": number, **in_money(evening.money)}
        lines = [f"The plot is in {self._plot}"] if self._plot is not None else []
        drawn = drawing.chart(evening.money, through, room()) if self._chart else []
        output.answer({**about, "events": list(through.events), "courses": courses}, [*drawn, *lines])
