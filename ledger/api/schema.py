"""The JSON Schema of answers.

Keys are only ever added, so a program should ignore keys that it does not know. Amounts are whole numbers of `unit`.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from ledger.api.refusals import RefusalAnswer

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_of(title: str, answers: Sequence[type[msgspec.Struct]]) -> dict[str, Any]:
    """Return the JSON Schema of an object that is one of these answers, or a refusal."""
    types = (*answers, RefusalAnswer)
    references, definitions = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    return {"$schema": DIALECT, "title": title, "anyOf": list(references), "$defs": definitions}
