"""What every command answers a program with `--json`: the schema that `card-ledger schema` prints.

An answer is one object on a line of its own; a command that answers several times (`record -`, `replay` and `import`
of several files) prints one a line.
"""

from typing import Any

import msgspec

from ledger.api.schema import (
    Answered,
    Audited,
    BackedUp,
    Carried,
    Compared,
    CountExplained,
    CourseAnswer,
    Evenings,
    Explained,
    ExplainedBetween,
    Exported,
    Games,
    Granted,
    GrowthChecked,
    ImportAnswer,
    Log,
    Movements,
    Opened,
    ProofChecked,
    Proved,
    Rebuilt,
    RefusalAnswer,
    ReplayAnswer,
    Rules,
    Sealed,
    Serving,
    Settled,
    SettledTogether,
    Simulated,
    Standings,
    Status,
    TableAnswer,
    Upgraded,
    Used,
)

ANSWERS: dict[str, tuple[type[msgspec.Struct], ...]] = {
    "replay": (ReplayAnswer,),
    "open": (Opened,),
    "record": (Answered,),
    "table": (TableAnswer,),
    "log": (Log,),
    "settle": (Settled, SettledTogether),
    "explain": (Explained, ExplainedBetween, Movements, CountExplained, CourseAnswer),
    "audit": (Audited, ProofChecked, GrowthChecked),
    "seal": (Sealed, Proved),
    "whatif": (Compared,),
    "evenings": (Evenings,),
    "use": (Used,),
    "standings": (Standings,),
    "import": (ImportAnswer,),
    "export": (Exported,),
    "games": (Games,),
    "rules": (Rules,),
    "serve": (Serving,),
    "simulate": (Simulated,),
    "db status": (Status,),
    "db upgrade": (Upgraded,),
    "db rebuild": (Rebuilt,),
    "db backup": (BackedUp,),
    "db copy": (Carried,),
    "db grants": (Granted,),
}
"""Every command that answers, and the shapes of its answer; `RefusalAnswer` is one of each."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_of(command: str) -> dict[str, Any]:
    """The JSON schema of each object that a command of ANSWERS prints."""
    shapes = (*ANSWERS[command], RefusalAnswer)
    references, definitions = msgspec.json.schema_components(shapes, ref_template="#/$defs/{name}")
    title = f"card-ledger {command} --json"
    return {"$schema": DIALECT, "title": title, "anyOf": list(references), "$defs": definitions}
