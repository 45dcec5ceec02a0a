"""`card-ledger schema`: what a command answers a program, as JSON Schema."""

import json
from typing import Annotated

import typer

from ledger.cli import completion
from ledger.cli.output import Output
from ledger.cli.shapes import ANSWERS, schema_of
from ledger.core.refusals import Code, Refusal, printable

app = typer.Typer(add_completion=False)


@app.command()
def schema(
    ctx: typer.Context,
    command: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="COMMAND", help="Which command's answer. [default: every one]", autocompletion=completion.commands
        ),
    ] = None,
) -> None:
    """Print the JSON Schema of a command's answer with --json, or of every command's, by its name.

    What a command answers in several objects is one object a line, and the schema is that of each. Keys are only ever
    added, so pass over those that you do not know. Amounts are whole numbers of the answer's `unit`.
    """
    face: Output = ctx.obj
    named = " ".join(command or ())
    chosen = [name for name in ANSWERS if not named or name == named or name.startswith(f"{named} ")]
    if not chosen:
        sentence = f"no command that answers is called {printable(named, 40)}"
        raise Refusal(Code.UNKNOWN_WORD, sentence, f"Say one of {', '.join(ANSWERS)}")
    schemas = schema_of(chosen[0]) if chosen == [named] else {name: schema_of(name) for name in chosen}
    if face.json:
        face.tell(schemas)
    else:
        print(json.dumps(schemas, indent=2, ensure_ascii=True))
