"""Print the help of a command, or the rules of a game."""

from typing import Annotated

from typer import Argument, Context, echo

from ledger.cli.command import LedgerGroup, command
from ledger.cli.output import Output
from ledger.core.refusals import Code, Refusal, did_you_mean


@command(
    examples=(
        ("help", "the commands"),
        ("help record", "a command: its options, with examples"),
        ("help nap", "the rules and options of a game"),
        ("help other-words", "how a line is read that is not the notation"),
    ),
)
def run(
    output: Output,
    names: Annotated[
        list[str] | None, Argument(metavar="[COMMAND|GAME|other-words]", help="What is asked about.")
    ] = None,
) -> None:
    """Print the help of a command, or the rules of a game; without either, the list of commands."""
    from ledger.cli.commands.rules import print_rules  # slow to import, and not needed for the help of a command
    from ledger.games.registry import game_names

    first, *others = names or ("",)
    if first == "other-words":
        from ledger.cli.other_words import other_words  # it reads the words of every game

        echo("\n".join(other_words(*others[:1])))
        return
    ctx = output.ctx.find_root()
    root = asked = ctx.command
    for name in names or ():
        members = asked.list_commands(ctx) if isinstance(asked, LedgerGroup) else []
        member = asked.member(name) if isinstance(asked, LedgerGroup) else None
        if member is None:
            if asked is root and name.lower() in game_names():
                print_rules(output, name.lower())
                return
            near = did_you_mean(name, [*members, *game_names()])
            raise Refusal(Code.USAGE, f"{name} is neither a command nor a game", near or "card-ledger help lists them")
        asked = member
        ctx = Context(asked, parent=ctx, info_name=name)
    echo(asked.get_help(ctx))
