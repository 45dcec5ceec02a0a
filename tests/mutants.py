"""Change a game in one place at a time and run its tests: ``python -m tests.mutants GAME …``.

It changes numbers, sums, comparisons, payers and payees in the functions that move counters and in those that these call
(`--of money`), in those that offer or refuse sayings, where it also drops refusals (`--of sayings`), and in the constants
and options that they read. Each change runs against the tests of that game in a process of its own; no
file is written. It prints the survivors, which no test noticed, and the share that was caught. A survivor needs a test,
or makes no difference. `families.board` for GAME changes a family, and runs the tests of every game that uses it.
"""

import argparse
import ast
import copy
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

from ledger.games.registry import GAMES
from ledger.rules.table import Table
from tests.keep_edition import GAMES_PACKAGE, ROOT, file_of, modules_of
from tests.rig import EVENINGS

TABLE = ast.parse(Path(sys.modules[Table.__module__].__file__).read_text(encoding="utf-8"))
PATIENCE = 10
"""A change that slows the tests down so many times counts as noticed."""
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
COMPARED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
PLAINLY = "tests/test_second_writings.py::test_random_evenings_come_to_what_is_reckoned_plainly"
"""The test that notices most; it runs first."""
OFFERED = {"Allowed", "Disallowed", "Form", "Lazy", "Permission", "Slots", "Turn"}
"""What a function returns that offers or refuses sayings."""
OFFER_TESTS = ("test_offers_are_taken_and_what_is_taken_was_offered", "test_what_people_said_was_offered")
"""The tests of `tests/test_offers.py` that are run for each game."""
REVERSED = {"max": "min", "min": "max", "any": "all", "all": "any"}


class Condition(ast.expr):
    """The condition of an `if`, which may be negated."""

    _fields = ("test",)


@dataclass(frozen=True)
class Mutant:
    """One change: its file and line, the old and new code, and the new text of the file."""

    path: Path
    line: int
    before: str
    after: str
    text: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.before}  →  {self.after}"


# What is money


@cache
def called(node: ast.AST) -> frozenset[str]:
    """Return the names of the functions and methods that a node calls."""
    calls = [inner.func for inner in ast.walk(node) if isinstance(inner, ast.Call)]
    named = (func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "") for func in calls)
    return frozenset(named)


def functions(tree: ast.AST) -> list[ast.FunctionDef]:
    """Return the functions and methods of a module."""
    return [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]


@cache
def asks(function: ast.FunctionDef) -> bool:
    """Return whether a function yields turns; otherwise it only calculates, though it may yield its results."""
    if function.returns is not None and "Iterator" in ast.unparse(function.returns):
        return False
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function))


def movers(trees: Iterable[ast.AST]) -> set[str]:
    """Return what moves counters: methods of the table, and functions without turns that call one."""
    moves = {"transfer"}
    reckoning = [function for tree in (TABLE, *trees) for function in functions(tree) if not asks(function)]
    while newly_moving := {function.name for function in reckoning if called(function) & moves} - moves:
        moves |= newly_moving
    return moves


def settling(trees: Iterable[ast.Module], moves: set[str]) -> list[ast.FunctionDef]:
    """Return the functions that move counters, and those without turns that they call."""
    chosen = [function for tree in trees for function in functions(tree) if called(function) & moves]
    names = set().union(*(called(part) for function in chosen for part in of_money(function, moves)))
    return with_callees(chosen, names, trees)


def speaking(trees: Iterable[ast.Module]) -> list[ast.FunctionDef]:
    """Return the functions that offer or refuse sayings, and those without turns that they call."""
    chosen = [function for tree in trees for function in functions(tree) if offers(function) or refuses(function)]
    return with_callees(chosen, set().union(*map(called, chosen)), trees)


def with_callees(chosen: list[ast.FunctionDef], names: set[str], trees: Iterable[ast.Module]) -> list[ast.FunctionDef]:
    """Return these functions, and those without turns that they or their callees call by one of these names."""
    every = [function for tree in trees for function in functions(tree) if not asks(function)]
    while callees := [function for function in every if function not in chosen and function.name in names]:
        chosen = [*chosen, *callees]
        names = names.union(*map(called, callees))
    return chosen


def of_money(function: ast.FunctionDef, moves: set[str]) -> list[ast.AST]:
    """Yield the parts of a function that concern money."""
    if not asks(function):
        return function.body
    parts: list[ast.AST] = []
    for node in ast.walk(function):
        if not isinstance(node, ast.stmt) or node is function or not called(node) & moves:
            continue
        if isinstance(node, ast.If):
            parts += [condition(node), node.test]
        elif isinstance(node, ast.For):
            parts.append(node.iter)
        elif not isinstance(node, FUNCTIONS | ast.With | ast.Try):
            parts.append(node)
    return parts


def offers(function: ast.FunctionDef) -> bool:
    """Return whether a function makes what may be said: its slots, its forms, or the turn that takes it."""
    if function.returns is None:
        return False
    return any(isinstance(node, ast.Name) and node.id in OFFERED for node in ast.walk(function.returns))


def refuses(function: ast.FunctionDef) -> bool:
    """Return whether a function says what is wrong, or None."""
    return function.returns is not None and ast.unparse(function.returns) == "str | None"


def condition(node: ast.If) -> Condition:
    """Return the condition of this `if`."""
    return ast.copy_location(Condition(test=node.test), node.test)


def figures(tree: ast.Module, names: set[str]) -> Iterator[ast.AST]:
    """Yield the constants of a module, and the defaults of its options, with one of these names."""
    for node in [*tree.body, *(inner for cls in tree.body if isinstance(cls, ast.ClassDef) for inner in cls.body)]:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if {target.id for target in targets if isinstance(target, ast.Name)} & names:
                first = node.value.args[:1] if isinstance(node.value, ast.Call) else [node.value]
                yield from first


# The changes


def changes(node: ast.AST, moves: set[str]) -> Iterator[ast.AST]:
    """Yield the replacements for a node."""
    match node:
        case ast.Constant(value=bool()) if node.value is True:
            yield ast.Constant(False)
        case ast.Constant(value=int()) if node.value is not False:
            yield ast.Constant(node.value + 1)
        case ast.BinOp(left, ast.Add(), right):
            yield ast.BinOp(left, ast.Sub(), right)
        case ast.BinOp(left, ast.Sub(), right):
            yield ast.BinOp(left, ast.Add(), right)
        case ast.BinOp(left, ast.Mult() | ast.FloorDiv() | ast.Mod(), right):
            yield left
        case ast.UnaryOp(ast.USub() | ast.Not(), operand):
            yield operand
        case ast.Compare(left, [op], [right]):
            yield ast.Compare(left, [COMPARED[type(op)]()], [right])
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.IfExp(_, ast.Constant(str()), ast.Constant(str())):
            return  # which of two texts is said, and no money
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(test, orelse, body)
        case Condition(test=test) if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
            yield ast.UnaryOp(ast.Not(), test)
        case ast.Call(ast.Name(name) as func, args, keywords) if name in REVERSED:
            yield ast.Call(ast.Name(REVERSED[name], func.ctx), args, keywords)
        case ast.Call(ast.Attribute(_, "pay" | "transfer"), [payer, payee, *rest], keywords):
            yield ast.Call(node.func, [payee, payer, *rest], keywords)
        case ast.Expr(ast.Call()) if called(node.value) & moves:
            yield ast.Pass()
        case ast.Return(ast.JoinedStr()):
            yield ast.Return(ast.Constant(None))  # nothing is wrong, where something was
        case ast.AugAssign(target, op, value) if isinstance(op, ast.Add | ast.Sub):
            yield ast.AugAssign(target, ast.Sub() if isinstance(op, ast.Add) else ast.Add(), value)


def worth_changing(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and those within it, without reasons, assertions and refusals."""
    if isinstance(node, ast.JoinedStr | ast.Raise | ast.Assert | ast.arguments | ast.Subscript) and not (
        isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)
    ):
        return
    yield node
    if isinstance(node, ast.If):
        yield condition(node)
    for child in ast.iter_child_nodes(node):
        yield from worth_changing(child)


def mutants_of(paths: Iterable[Path], around: Iterable[Path], of: str = "all") -> list[Mutant]:
    """Return every change of the money in these files, of what they let be said, or of both.

    `around` are other files, whose functions move counters, and offer or refuse sayings, by those of these.
    """
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    trees = {path: ast.parse(text) for path, text in texts.items()}
    all_trees = [*trees.values(), *(ast.parse(path.read_text(encoding="utf-8")) for path in around)]
    moves = movers(all_trees)
    every = {id(function) for tree in trees.values() for function in functions(tree)}
    settle = settling(trees.values(), moves) if of != "sayings" else []
    speak = [function for function in speaking(all_trees) if id(function) in every] if of != "money" else []
    named = {
        inner.attr if isinstance(inner, ast.Attribute) else inner.id
        for function in (*settle, *speak)
        for inner in ast.walk(function)
        if isinstance(inner, ast.Attribute | ast.Name)
    }
    mutants: dict[tuple[Path, int, int, str], Mutant] = {}
    for path, tree in trees.items():
        own = set(map(id, functions(tree)))
        parts = [part for function in settle if id(function) in own for part in of_money(function, moves)]
        parts += [part for function in speak if id(function) in own for part in function.body]
        for part in [*parts, *figures(tree, named)]:
            for node in worth_changing(part):
                for change in changes(node, moves):
                    mutant = changed(path, texts[path], node, change)
                    mutants[path, node.lineno, node.col_offset, mutant.after] = mutant
    return [mutants[place] for place in sorted(mutants)]


def changed(path: Path, text: str, node: ast.AST, change: ast.AST) -> Mutant:
    """Return the change of one node of a file."""
    change = ast.fix_missing_locations(ast.copy_location(copy.copy(change), node))
    lines = text.splitlines(keepends=True)
    before = lines[node.lineno - 1].encode()[: node.col_offset].decode()
    after = lines[node.end_lineno - 1].encode()[node.end_col_offset :].decode()
    written = ast.unparse(change)
    if isinstance(change, ast.expr) and not isinstance(change, ast.Constant | ast.Call | ast.Name):
        written = f"({written})"
    indent = " " * len(before) if not before.strip() else ""
    written = written.replace("\n", f"\n{indent}")
    new = [*lines[: node.lineno - 1], f"{before}{written}{after}", *lines[node.end_lineno :]]
    texts = [ast.unparse(part).splitlines()[0] for part in (node.test if isinstance(node, Condition) else node, change)]
    return Mutant(path, node.lineno, *texts, "".join(new))


# The trial


def own_tests(game: str) -> list[str]:
    """Return the tests of a game: second writing, golden evenings, refusals, its own files, and its offers."""
    files = EVENINGS.joinpath(game)
    evenings = [f"test_golden[{game}/{path.stem}]" for path in sorted(files.glob("golden*.evening"))]
    evenings.append(f"test_refused[{game}]")
    name = game.replace("-", "_")
    own = [path for path in sorted(ROOT.glob(f"tests/test_{name}*.py")) if path.stem[5:].removeprefix(name)[:1] in "_"]
    plain = [f"{PLAINLY}[{game}]"] if ROOT.joinpath(f"tests/plain/{name}.py").exists() else []
    return [
        *plain,
        *(f"tests/test_evenings.py::{test}" for test in evenings),
        *(f"tests/{path.name}" for path in own),
        *(f"tests/test_offers.py::{test}[{game}]" for test in OFFER_TESTS),
    ]


class QuickFirst:
    """Run the tests with random evenings last."""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: "random" in item.nodeid.lower())


def tried(mutant: Mutant | None, tests: list[str], most: int) -> int:
    """Start the tests of a mutant in a new process and return its id."""
    process = os.fork()
    if process:
        return process
    signal.alarm(most)
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    if mutant is not None:
        forget_the_program()
        read_otherwise(mutant)
    plain = [test for test in tests if test.startswith(PLAINLY)]
    try:
        for some in filter(None, (plain, [test for test in tests if test not in plain])):
            code = pytest.main(
                ["-n", "0", "-x", "-p", "no:cacheprovider", "-p", "no:timeout", "--assert=plain", *some], [QuickFirst()]
            )
            if code:
                break
    finally:
        os._exit(int(code) if "code" in locals() else 1)


def forget_the_program() -> None:
    """Forget all loaded modules of the program and its tests in this process."""
    for name in [name for name in sys.modules if name.split(".")[0] in ("ledger", "tests")]:
        del sys.modules[name]


def read_otherwise(mutant: Mutant) -> None:
    """Load a file of the program with other text in this process."""
    as_it_is: Callable = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str):
        path = loader.get_filename(name)
        return compile(mutant.text, path, "exec") if Path(path) == mutant.path else as_it_is(loader, name)

    SourceFileLoader.get_code = get_code


def caught_by_tests(mutants: list[Mutant], tests: list[str], jobs: int) -> Iterator[tuple[Mutant, bool]]:
    """Yield every mutant, and whether the tests noticed it. Raises SystemExit if they fail without a change."""
    began = time.monotonic()
    if code := os.waitstatus_to_exitcode(os.waitpid(tried(None, tests, 3600), 0)[1]):
        raise SystemExit(f"without any change the tests end with {code}: {' '.join(tests)}")
    most = int(PATIENCE * (time.monotonic() - began)) + 10
    running: dict[int, Mutant] = {}
    for mutant in [*mutants, *[None] * jobs]:
        if running and (mutant is None or len(running) == jobs):
            process, status = os.wait()
            yield running.pop(process), os.waitstatus_to_exitcode(status) != 0
        if mutant is not None:
            running[tried(mutant, tests, most)] = mutant


def target(name: str) -> tuple[list[Path], list[Path], list[str]]:
    """Return the files to change, the files around them, and the tests of a game or family."""
    if name in GAMES:
        modules = modules_of(GAMES[name])
        package = GAMES[name].removesuffix(".rules")
        own = {module for module in modules if module == package or module.startswith(f"{package}.")}
        tests = own_tests(name)
    else:
        own = {f"{GAMES_PACKAGE}.{name}"}
        of_it = {game: modules_of(rules) for game, rules in GAMES.items()}
        games = [game for game, modules in of_it.items() if own <= modules]
        if not games:
            raise SystemExit(f"{name} is neither a game nor a module that one is made of: say one of {' '.join(GAMES)}")
        modules = set().union(*(of_it[game] for game in games))
        tests = [test for game in games for test in own_tests(game)]
    return sorted(map(file_of, own)), sorted(map(file_of, modules - own)), tests


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="+", metavar="GAME", help="a game, as it is said, or families.NAME")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many to try at once")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="try only every Nth change")
    parser.add_argument("--of", choices=("money", "sayings", "all"), default="all", help="what is changed")
    parser.add_argument("--list", action="store_true", help="print the changes, and try none")
    options = parser.parse_args(arguments)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    survived = 0
    for name in options.names:
        own, around, tests = target(name)
        mutants = mutants_of(own, around, options.of)[:: options.every]
        if options.list:
            print(*mutants, f"{name}: {len(mutants)} changes", sep="\n")
            continue
        caught = 0
        for mutant, noticed in caught_by_tests(mutants, tests, options.jobs):
            caught += noticed
            if not noticed:
                print(f"survives: {mutant}", flush=True)
        survived += len(mutants) - caught
        print(f"{name}: {caught} of {len(mutants)} caught, {100 * caught / max(1, len(mutants)):.1f} %", flush=True)
    return 1 if survived else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
