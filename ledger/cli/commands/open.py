"""Open a new evening."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Annotated, Literal

from typer import Argument, Option

from ledger.api.recording import OpenAnswer, open_answer
from ledger.cli import completion, wording
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.cli.shell_words import in_shell
from ledger.core.books import CREDIT
from ledger.core.money import currency_code
from ledger.core.names import name, quoted
from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.projections.opening import UsualTable


@dataclass(frozen=True)
class TableOptions:
    """Who sits at a new table, and how it is played for."""

    players: Annotated[
        str, Option(metavar='"A B C"', help="Who sits at the table, each to the left of the one before.")
    ] = ""
    money: Annotated[
        str, Option(metavar="MONEY", help="counters, lsd, or a currency such as GBP. [default: counters]")
    ] = ""
    counter: Annotated[str, Option(metavar="AMOUNT", help="What one counter is worth.")] = ""
    bank: Annotated[
        Literal["cash", "credit"] | None,
        Option(metavar="[cash|credit]", help="Whether counters are bought for cash or on credit. [default: credit]"),
    ] = None
    on: Annotated[str, Option(metavar="DATE", help="When it is played, as 1898-12-26. [default: today]")] = ""
    at: Annotated[str, Option(metavar="PLACE", help="Where it is played.")] = ""

    def sayings(self, title: str, names: Sequence[str], usual: UsualTable | None, today: str) -> list[str]:
        """Return the sayings that open the evening; the usual table gives what is not said."""
        counter, money, bank, at, players = self.counter, self.money, "", self.at, self.players.strip()
        if usual is not None:
            counter = counter or ("" if money else usual.counter)
            money, bank, at = money or usual.money, usual.bank, at or usual.at
            players = players or ("" if names else " ".join(map(name, usual.players)))
        parts = [
            f"evening {quoted(title)}",
            f"on {self.on or today}",
            f"at {quoted(at)}" if at else "",
            f"money={currency_code(money)}" if money else "",
            f"counter={counter}" if counter else "",
            f"bank={self.bank or bank or CREDIT}",
        ]
        if "," in players:
            players = " ".join(name(player.strip().strip('"')) for player in players.split(",") if player.strip())
        seated = " ".join([players, *(text if "," in text else name(text) for text in names)]).strip()
        return [" ".join(filter(None, parts)), *([f"players {seated}"] if seated else [])]


@command(
    answers=(OpenAnswer,),
    examples=(
        ('open "Boxing Night" --players "Ann Bob Cat Dan"', "for counters"),
        ('open "Twelfth Night" --players "Ann Bob" --money lsd --counter 1d', "a counter is worth a penny"),
        ('open "Next Friday" --like last', "the same table again"),
        ('open "At the Mill" --money GBP --counter 0.10 --on 2026-01-02 --at "The Mill"', "dated, in pounds"),
    ),
)
def run(
    output: Output,
    table: TableOptions,
    title: Annotated[str, Argument(metavar="TITLE", help="What the evening is called.")],
    names: Annotated[
        list[str] | None, Argument(metavar="[NAME]...", help="Who sits there, as after --players.")
    ] = None,
    like: Annotated[
        str | None,
        Option(
            metavar="EVENING",
            autocompletion=completion.evenings,
            help="With the players, money, bank and place of this evening, or of the last; what else is said goes "
            "before it.",
        ),
    ] = None,
) -> None:
    """Open a new evening; it becomes the current one."""
    names = names or []
    if len(names) == 1 and not table.players.strip() and "," not in names[0]:
        output.misused(f"{_in_quotes(title, names)}; an evening has two players or more")
    _see_no_options([*table.players.split(), *names])
    usual = None if like is None else output.reader().usual_table(like)
    recorder = output.recorder(begins=True)
    try:
        number, result = recorder.open(table.sayings(title, names, usual, recorder.today()))
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


def _see_no_options(names: Sequence[str]) -> None:
    """Raise Refusal where an option is written as in the notation, where a name is expected."""
    options = {field.name for field in fields(TableOptions)}
    for written in names:
        option, sign, value = written.partition("=")
        if sign and option.lower() in options:
            raise Refusal(Code.BAD_NAME, f"{written} is no player", f"Say --{option.lower()} {value}")


def _in_quotes(title: str, names: Sequence[str]) -> str:
    """Return what to type if the names were meant as the rest of the title."""
    return f"Put a title of two words in quotes: open {in_shell(' '.join([title, *names]))}"
