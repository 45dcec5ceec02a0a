"""Print what is still to be tidied in `ledger/`, room by room: ``python -m tests.tools.tidy_report [ROOM …]``.

Without a room it prints a line for each: class names shared with another module, retired names, the share of vague
variables, first lines of docstrings that are too long, and public names without a docstring. With rooms it prints
every fault in them: the place, the word, and what to say instead.
"""

import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "ledger"

VAGUE = ("one", "each", "found", "told", "kept", "more", "way", "shown", "said", "what")
"""Names that say nothing of what they hold: the noun of the thing is better."""
MOST_VAGUE = 100
"""At most one binding in so many has a vague name."""
LONGEST_FIRST_LINE = 90

RETIRED = {
    # kind of name: {retired name: what to say instead}
    "module": {
        "sorts": "rules/allowed", "passing": "log/replay", "course": "store totals", "keeping": "evening/snapshots",
        "parting": "settlement/partition", "counting": "projections/reconciliation", "taken_up": "recorder/loaded",
        "typed": "recorder/expand", "lines": "language/tokens", "aside": "interchange/spool", "telling": "importing",
        "incoming": "importing", "shapes": "api/schema", "answer": "result", "drawing": "layout, chart, rendering",
        "asked": "requests", "reading": "table_view, detail_views", "showing": "table_view", "sent": "decode",
        "programs": "api", "beside": "details", "face": "output", "letters": "encoding", "texts": "option_types",
        "house": "hub", "utils": "what it does", "manager": "what it does",
    },
    "class": {
        "Sort": "OptionSpec", "May": "Allowed", "Refused": "Disallowed", "Later": "Lazy",
        "Told": "Applied", "Telling": "the noun of the thing", "Counted": "EffectiveEvent",
        "Passage": "Replay", "Part": "the noun of the thing", "Course": "Totals", "Following": "LiveEvening",
        "Pause": "Snapshot", "Kept": "Snapshot", "Boundary": "Snapshot", "Mark": "Snapshot", "Parting": "Partition",
        "Confirmation": "Reconciliation", "Sitting": "Session", "Keeper": "Session", "TakenUp": "LoadedEvening",
        "Case": "AuditRun", "Examined": "AuditReport", "Aside": "Spool", "Shape": "Arguments", "Drawer": "Layout",
        "House": "Hub", "Followed": "LiveEvening", "Face": "Output", "Nothing": "NoCarry",
    },
    "function": {
        "not_now": "disallow", "if_now": "allow_if", "sorts": "options_of", "tell": "apply", "told_to": "applied",
        "passed_through": "replay", "stretch": "the noun of the thing", "part": "partition",
        "outstanding": "reconcile", "sit": "open_session", "full_sayings": "expand", "of_the_log": "log_checks",
        "of_play": "play_checks", "of_what_is_beside": "derived_checks", "drawer": "menu",
        "around": "interruptions", "between": "before_deal", "brings_in": "newcomer_plays", "lets_go": "left",
        "let_go": "left", "break_off": "void_deal",
    },
    "variable": {
        "TOLD": "HANDLERS", "sort": "spec, kind", "sorts": "options, kinds", "counted": "effective",
        "ways": "the noun of the things", "drawer": "menu", "sitting": "session", "house": "hub",
        "followed": "live_evening", "face": "output", "tell": "apply",
    },
}  # fmt: skip
"""Names that do not come back, by kind; parameters, fields and aliases are variables."""

ALLOWED = {
    ("function", "sit", "evening/fold.py"),
    ("variable", "counted", "core/events.py"),
    ("variable", "ways", "api/club.py"),
    ("variable", "counted", "api/seasons.py"),
    ("variable", "counted", "projections/seasons.py"),
}
"""Retired names in their plain meaning: a player sits down; what was counted."""


@dataclass(frozen=True)
class Fault:
    """Something that is not tidy: its kind, its place, the word, and what to say instead."""

    kind: str
    path: str
    line: int
    word: str
    instead: str

    def __str__(self) -> str:
        return f"ledger/{self.path}:{self.line}: {self.kind}: {self.word}: {self.instead}"


@dataclass
class Room:
    """The faults of a room, and how many variables it binds, and how many vaguely."""

    faults: list[Fault] = field(default_factory=list)
    bindings: int = 0
    vague: list[Fault] = field(default_factory=list)

    def faults_that_count(self) -> list[Fault]:
        """Every fault; vague variables only where they are more than one in a hundred."""
        return self.faults + (self.vague if len(self.vague) * MOST_VAGUE > self.bindings else [])


def paths() -> list[str]:
    """Return the path in `ledger/` of every module of the package."""
    return [path.relative_to(PACKAGE).as_posix() for path in sorted(PACKAGE.rglob("*.py"))]


def names_of_rooms() -> list[str]:
    """Return the name of every room, without reading one."""
    return sorted({room_of(path) for path in paths()})


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Yield every module of the package, with its path in `ledger/`."""
    for path in paths():
        yield path, ast.parse((PACKAGE / path).read_text(encoding="utf-8"))


def room_of(path: str) -> str:
    """Return the room of a module; `.` for the root of the package."""
    return path.split("/")[0] if "/" in path else "."


@cache
def rooms() -> dict[str, Room]:
    """Return every room of the package with its faults."""
    report: dict[str, Room] = defaultdict(Room)
    homes: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for path, module in modules():
        room = report[room_of(path)]
        for node in ast.walk(module):
            room.faults += [*retired_in(path, node), *docstring_faults(path, node)]
            for name in variables_of(node):
                room.bindings += 1
                if name in VAGUE:
                    room.vague.append(Fault("vague variable", path, node.lineno, name, "the noun of the thing"))
        room.faults += [*retired("module", Path(path).stem, path, 1), *undocumented(path, module)]
        for node in module.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append((path, node.lineno))
    for name, places in homes.items():
        for path, line in places if len(places) > 1 else ():
            others = ", ".join(f"ledger/{other}" for other, _ in places if other != path)
            report[room_of(path)].faults.append(Fault("shared class name", path, line, name, f"also in {others}"))
    return dict(sorted(report.items()))


def variables_of(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node binds to a value: variables, parameters, fields and aliases."""
    if isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif isinstance(node, ast.alias) and node.asname:
        yield node.asname
    elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
        yield node.name
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        yield node.attr


def retired_in(path: str, node: ast.AST) -> Iterator[Fault]:
    """Yield the retired names that a node gives to a class, a function or a variable."""
    if isinstance(node, ast.ClassDef):
        yield from retired("class", node.name, path, node.lineno)
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield from retired("function", node.name, path, node.lineno)
    for name in variables_of(node):
        yield from retired("variable", name, path, node.lineno)


def retired(kind: str, name: str, path: str, line: int) -> Iterator[Fault]:
    """Yield the fault of a name that is retired; a leading underscore makes no difference."""
    word = name.lstrip("_")
    if word in RETIRED[kind] and (kind, word, path) not in ALLOWED:
        yield Fault(f"retired {kind}", path, line, name, RETIRED[kind][word])


def docstring_faults(path: str, node: ast.AST) -> Iterator[Fault]:
    """Yield the fault of a docstring whose first line is too long."""
    if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return
    line = getattr(node, "lineno", 1)
    first = (ast.get_docstring(node) or "").split("\n")[0]
    if len(first) > LONGEST_FIRST_LINE:
        yield Fault("long first line", path, line, first, f"{len(first)} characters, {LONGEST_FIRST_LINE} at most")


def undocumented(path: str, module: ast.Module) -> Iterator[Fault]:
    """Yield every public class, function and method of a module without a docstring."""
    for holder in (module, *(node for node in module.body if isinstance(node, ast.ClassDef))):
        for node in holder.body:
            named = isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
            if named and not node.name.startswith("_") and not ast.get_docstring(node):
                yield Fault("no docstring", path, node.lineno, node.name, "say what it does or returns")


def main(names: list[str]) -> None:
    report = rooms()
    for name in names:
        print(*report[name].faults, *report[name].vague, sep="\n")
    if names:
        return
    kinds = ("shared class name", "retired", "long first line", "no docstring")
    print(f"{'room':12}" + "".join(f"{kind:>20}" for kind in (*kinds, "vague variables")))
    for name, room in report.items():
        numbers = Counter(kind for fault in room.faults for kind in kinds if fault.kind.startswith(kind))
        share = f"{len(room.vague)} of {room.bindings}, {100 * len(room.vague) / max(room.bindings, 1):.1f} %"
        print(f"{name:12}" + "".join(f"{numbers[kind]:20}" for kind in kinds) + f"{share:>20}")


if __name__ == "__main__":
    main(sys.argv[1:])
