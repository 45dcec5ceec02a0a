"""Print the rules and options of a game."""

import sys
from typing import Annotated

from typer import Argument

from ledger.api.games import RulesAnswer, rules_answer
from ledger.cli import completion
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.cli.text_table import columns
from ledger.projections.rule_sheets import unwrapped


@command(answers=(RulesAnswer,), examples=(("rules nap", "how it is played and recorded, and its options"),))
def run(
    output: Output,
    name: Annotated[str, Argument(metavar="NAME", autocompletion=completion.games, help="The game.")],
) -> None:
    """Print a game's rules, and its options with their possible values and defaults."""
    print_rules(output, name)


def print_rules(output: Output, name: str) -> None:
    """Print the rules and options of a game."""
    answer = rules_answer(name)
    lines = unwrapped(answer.rules) if sys.stdout.isatty() else [answer.rules]
    if answer.options:
        rows = [
            [option.name, option.default, option.expects, f"{option.meaning} {option.cite}".strip()]
            for option in answer.options
        ]
        lines += ["", "Options", *columns(["name", "default", "may be", "meaning"], rows)]
    output.answer_at_length(answer, lines)
