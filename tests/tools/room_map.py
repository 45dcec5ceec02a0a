"""Print the rooms of `ledger/` from the top floor down: ``python -m tests.tools.room_map``.

Each line has the floor, the room, its lines and files, and the rooms that it imports.
"""

import ast
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "ledger"


@cache
def arrows() -> Counter[tuple[str, str]]:
    """Return each pair of rooms of which the first imports the second, with the number of imports."""
    pairs: Counter[tuple[str, str]] = Counter()
    for path in PACKAGE.rglob("*.py"):
        room = path.relative_to(PACKAGE).parts[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for module in imported(node):
                other = module.split(".")[1]
                if other != room and (PACKAGE / other).is_dir():
                    pairs[room, other] += 1
    return pairs


def imported(node: ast.AST) -> list[str]:
    """Return the modules of the package that a statement imports from."""
    if isinstance(node, ast.ImportFrom):
        modules = [f"ledger.{alias.name}" for alias in node.names] if node.module == "ledger" else [node.module or ""]
    else:
        modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
    return [module for module in modules if module.startswith("ledger.")]


@cache
def floors() -> list[list[str]]:
    """Return the rooms of each floor, from the top, as import-linter holds them."""
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ][0]
    return [layer.replace(":", "|").split(" | ") for layer in contract["layers"]]


def main() -> None:
    for floor, rooms in zip(range(len(floors()) - 1, -1, -1), floors(), strict=True):
        for room in rooms:
            files = list((PACKAGE / room).rglob("*.py"))
            lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
            others = sorted(other for of, other in arrows() if of == room)
            print(f"{floor:2} {room:12} {lines:6} lines {len(files):4} files  imports {' '.join(others)}")
    print(f"{sum(map(len, floors()))} rooms, {len(floors())} floors, {len(arrows())} arrows")


if __name__ == "__main__":
    main()
