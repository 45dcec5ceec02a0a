"""Open a new evening."""

from collections.abc import Sequence

import click

from ledger.api.recording import OpenAnswer, open_answer
from ledger.cli import completion, wording
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.cli.shell_words import in_shell
from ledger.core.books import CREDIT, TERMS_OF_THE_BANK
from ledger.core.money import currency_code
from ledger.core.names import name, quoted
from ledger.core.refusals import Code, Refusal, RefusedLine


@command(
    answers=(OpenAnswer,),
    examples=(
        ('open "Boxing Night" --players "Ann Bob Cat Dan"', "for counters"),
        ('open "Twelfth Night" --players "Ann Bob" --money lsd --counter 1d', "a counter is worth a penny"),
        ('open "Next Friday" --like last', "the same table again"),
        ('open "At the Mill" --money GBP --counter 0.10 --on 2026-01-02 --at "The Mill"', "dated, in pounds"),
    ),
)
@click.argument("title", metavar="TITLE", help="What the evening is called.")
@click.argument("names", nargs=-1, metavar="[NAME]...", help="Who sits there, as after --players.")
@click.option(
    "--players", default="", metavar='"A B C"', help="Who sits at the table, each to the left of the one before."
)
@click.option(
    "--money", default="", metavar="MONEY", help="counters, lsd, or a currency such as GBP. [default: counters]"
)
@click.option("--counter", default="", metavar="AMOUNT", help="What one counter is worth.")
@click.option(
    "--bank",
    type=click.Choice(TERMS_OF_THE_BANK),
    help="Whether counters are bought for cash or on credit. [default: credit]",
)
@click.option("--on", default="", metavar="DATE", help="When it is played, as 1898-12-26. [default: today]")
@click.option("--at", default="", metavar="PLACE", help="Where it is played.")
@click.option(
    "--like",
    metavar="EVENING",
    shell_complete=completion.evenings,
    help="With the players, money, bank and place of this evening, or of the last; what else is said goes before it.",
)
def run(
    output: Output,
    title: str,
    names: Sequence[str],
    players: str,
    money: str,
    counter: str,
    bank: str | None,
    on: str,
    at: str,
    like: str | None,
) -> None:
    """Open a new evening; it becomes the current one."""
    if len(names) == 1 and not players.strip() and "," not in names[0]:
        raise click.UsageError(f"{_in_quotes(title, names)}; an evening has two players or more")
    usual = None if like is None else output.reader().usual_table(like)
    recorder = output.recorder(begins=True)
    if usual is not None:
        counter = counter or ("" if money else usual.counter)
        money, bank, at = money or usual.money, bank or usual.bank, at or usual.at
        players = players if players.strip() or names else " ".join(map(name, usual.players))
    parts = [
        f"evening {quoted(title)}",
        f"on {on or recorder.today()}",
        f"at {quoted(at)}" if at else "",
        f"money={currency_code(money)}" if money else "",
        f"counter={counter}" if counter else "",
        f"bank={bank or CREDIT}",
    ]
    sayings = [" ".join(part for part in parts if part)]
    seated = " ".join([players.strip(), *(text if "," in text else name(text) for text in names)]).strip()
    if seated:
        sayings.append(f"players {seated}")
    try:
        number, result = recorder.open(sayings)
    except RefusedLine as refused:
        if refused.code is not Code.BAD_NAME or not names:
            raise
        remedy = f"{refused.remedy}. {_in_quotes(title, names)}"
        raise Refusal(refused.code, refused.refusal.sentence, remedy) from refused
    session = recorder.open_session(number)
    lines = [f"evening {number} is open", *wording.answered(session, result)]
    if usual is not None:
        lines += [f"like evening {usual.evening}: {game}" for game in usual.games]
    lines.append("Type `card-ledger record` to go on")
    output.answer(lambda: open_answer(session, result, usual), lines)


def _in_quotes(title: str, names: Sequence[str]) -> str:
    """Return what to type if the names were meant as the rest of the title."""
    return f"Put a title of two words in quotes: open {in_shell(' '.join([title, *names]))}"
