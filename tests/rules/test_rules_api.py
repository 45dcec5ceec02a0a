"""What the authors of games may rely on: the names and signatures of `ledger.rules`, version 1.

`tests/data/rules_api_1.txt` holds them; `pytest --rewrite` adds what is new. What is there stays within version 1.
"""

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from ledger import rules, testing

HELD = Path(__file__).parents[1] / "data" / "rules_api_1.txt"
FAMILIES = ("trick_taking", "stops", "hands")
ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def public() -> Iterator[str]:
    """Yield a line for every public name, and for every public member of a class."""
    modules = {"ledger.rules": rules, "ledger.testing": testing}
    modules |= {f"ledger.rules.{name}": getattr(rules, name) for name in ("events", "slots")}
    modules |= {f"ledger.games.families.{name}": import_module(f"ledger.games.families.{name}") for name in FAMILIES}
    modules["ledger.rules.option"] = rules.option
    for path, module in modules.items():
        for name in sorted(getattr(module, "__all__", None) or own_names(module)):
            yield from lines_of(f"{path}.{name}", getattr(module, name))


def own_names(module: Any) -> list[str]:
    """Return the public functions and classes that a module defines."""
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
    ]


def lines_of(path: str, value: Any) -> Iterator[str]:
    if inspect.isclass(value):
        yield path + signature(value)
        members = {name for kind in value.__mro__ if kind.__module__.startswith("ledger.") for name in vars(kind)}
        members |= {name for kind in value.__mro__ for name in getattr(kind, "__annotations__", {})}
        for name in sorted(member for member in members if not member.startswith("_")):
            member = getattr(value, name, None)
            yield f"{path}.{name}" + (signature(member) if inspect.isroutine(member) else "")
    elif inspect.isroutine(value):
        yield path + signature(value)
    else:
        yield path


def signature(value: Any) -> str:
    """Return the parameters and defaults; empty where Python knows none."""
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return ""
    parameters = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in found.parameters.values()]
    return ADDRESS.sub("", str(inspect.Signature(parameters)))


def test_the_names_and_signatures_of_version_1_stay(request):
    assert rules.API_VERSION == 1
    today = list(dict.fromkeys(public()))
    if request.config.getoption("--rewrite"):
        HELD.write_text("\n".join(today) + "\n", encoding="utf-8")
    held = HELD.read_text(encoding="utf-8").splitlines()
    assert [line for line in held if line not in today] == [], "these are public, and gone or changed"
    assert [line for line in today if line not in held] == [], "these are new: pytest --rewrite adds them"


def test_everything_public_has_a_docstring():
    undocumented = [
        name
        for name in rules.__all__
        if (inspect.isclass(getattr(rules, name)) or inspect.isfunction(getattr(rules, name)))
        and not inspect.getdoc(getattr(rules, name))
    ]
    assert undocumented == []
