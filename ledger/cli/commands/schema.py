"""Print the JSON Schema of what programs are answered."""

import json
from typing import Annotated

from typer import Argument

from ledger.api.schema import schema_of
from ledger.cli import completion
from ledger.cli.command import answers_of, command, commands_of
from ledger.cli.output import Output
from ledger.core.refusals import Code, Refusal, printable


@command(
    examples=(
        ("schema record", "of the answers of `record --json`"),
        ("schema", "of the answers of every command, by its name"),
    ),
)
def run(
    output: Output,
    names: Annotated[
        list[str] | None,
        Argument(
            metavar="[COMMAND]...",
            autocompletion=completion.commands,
            help="Which command's answer. [default: every one]",
        ),
    ] = None,
) -> None:
    """Print the JSON Schema of a command's answer with --json, or of every command's.

    A command that prints several objects prints one per line, and the schema is that of each line. Keys are only ever
    added, so ignore those that you do not know. Amounts are whole numbers of the answer's `unit`.
    """
    root, named = commands_of(output.ctx), " ".join(names or ())
    answers = answers_of(root, names or ())
    if not answers:
        sentence = f"no command that answers is called {printable(named, 40)}"
        raise Refusal(Code.UNKNOWN_WORD, sentence, f"Say one of {', '.join(answers_of(root))}")
    schemas = {name: schema_of(f"card-ledger {name} --json", answers[name]) for name in answers}
    answer = schemas.get(named, schemas)
    if output.json:
        output.print_json(answer)
    else:
        print(json.dumps(answer, indent=2, ensure_ascii=True))
