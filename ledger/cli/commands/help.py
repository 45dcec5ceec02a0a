"""Print the help of a command, or the rules of a game."""

import click

from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.core.refusals import Code, Refusal, did_you_mean


@command(
    examples=(
        ("help", "the commands"),
        ("help record", "a command: its options, with examples"),
        ("help nap", "the rules and options of a game"),
    ),
)
@click.argument("names", nargs=-1, metavar="[COMMAND|GAME]", help="What is asked about.")
def run(output: Output, names: tuple[str, ...]) -> None:
    """Print the help of a command, or the rules of a game; without either, the list of commands."""
    from ledger.games.registry import game_names

    ctx = click.get_current_context().find_root()
    root = asked = ctx.command
    for name in names:
        if name not in _names(asked, ctx):
            if asked is root and name.lower() in game_names():
                ctx.invoke(_member(root, ctx, "rules"), name=name.lower())
                return
            near = did_you_mean(name, [*_names(asked, ctx), *game_names()])
            raise Refusal(Code.USAGE, f"{name} is neither a command nor a game", near or "card-ledger help lists them")
        asked = _member(asked, ctx, name)
        ctx = click.Context(asked, parent=ctx, info_name=name)
    click.echo(asked.get_help(ctx))


def _names(group: click.Command, ctx: click.Context) -> list[str]:
    return group.list_commands(ctx) if isinstance(group, click.Group) else []


def _member(group: click.Command, ctx: click.Context, name: str) -> click.Command:
    """Return a command of a group, which has it."""
    member = group.get_command(ctx, name) if isinstance(group, click.Group) else None
    assert member is not None, f"{name} is a command"
    return member
