"""Change a game in one place at a time and run its tests.

``python -m ledger.testing.mutants GAME …`` changes numbers, sums, comparisons, payers and payees in the functions
that move counters and in those that they call (`--of money`), in those that offer or refuse sayings, where it also
drops refusals (`--of sayings`), and in the constants and options that they read. Each change runs against the tests
of the folder it is started in, in a process of its own; no file is written. It prints the survivors, which no test
noticed, and the share that was caught. A survivor needs a test, or makes no difference.
"""

import argparse
import ast
import copy
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import find_spec
from pathlib import Path
from types import CodeType

import pytest

from ledger.core.refusals import Refusal
from ledger.testing.sources import file_of, modules_of, own_modules, tree_of

if sys.platform == "win32":
    raise SystemExit("Each change is tried in a forked process: this needs Linux or macOS")
import resource

TABLE = tree_of("ledger.rules.table")
LOADED_ONCE = ("hypothesis.stateful", "ledger.testing.suite", "ledger.testing.second_writings", "ledger.testing.golden")
"""What the tests of every game import, loaded before the first of them; none of it loads a game."""
PATIENCE = 10
"""A change that makes the tests this many times slower counts as noticed."""
COMPARED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OFFERED = {"Allowed", "Disallowed", "Form", "Lazy", "Permission", "Slots", "Turn"}
"""The types returned by functions that offer or refuse sayings."""
REVERSED = {"max": "min", "min": "max", "any": "all", "all": "any"}


class Condition(ast.expr):
    """The condition of an `if`, which may be negated."""

    _fields = ("test",)
    test: ast.expr


@dataclass(frozen=True)
class Mutant:
    """One change: its file and line, the old and new code, and the new text of the file."""

    path: Path
    line: int
    before: str
    after: str
    text: str

    def __str__(self) -> str:
        return f"{os.path.relpath(self.path)}:{self.line}: {self.before}  →  {self.after}"


# What is money


@cache
def called(node: ast.AST) -> frozenset[str]:
    """Return the names of the functions and methods that a node calls."""
    calls = [inner.func for inner in ast.walk(node) if isinstance(inner, ast.Call)]
    named = (func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "") for func in calls)
    return frozenset(named)


def functions(tree: ast.AST) -> list[ast.FunctionDef]:
    """Return the functions and methods of a module."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


@cache
def asks(function: ast.FunctionDef) -> bool:
    """Return whether a function yields turns; any other only calculates."""
    if function.returns is not None and "Iterator" in ast.unparse(function.returns):
        return False
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function))


def movers(trees: Iterable[ast.AST]) -> set[str]:
    """Return the names of functions that move counters: methods of the table, and their callers."""
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
    """Return these functions, and those without turns that they or their callees call."""
    every = [function for tree in trees for function in functions(tree) if not asks(function)]
    while callees := [function for function in every if function not in chosen and function.name in names]:
        chosen = [*chosen, *callees]
        names = names.union(*map(called, callees))
    return chosen


def of_money(function: ast.FunctionDef, moves: set[str]) -> Sequence[ast.AST]:
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
        elif not isinstance(node, ast.FunctionDef | ast.With | ast.Try):
            parts.append(node)
    return parts


def offers(function: ast.FunctionDef) -> bool:
    """Return whether a function makes slots, forms, or the turn that takes a saying."""
    if function.returns is None:
        return False
    return any(isinstance(node, ast.Name) and node.id in OFFERED for node in ast.walk(function.returns))


def refuses(function: ast.FunctionDef) -> bool:
    """Return whether a function says what is wrong, or None."""
    return function.returns is not None and ast.unparse(function.returns) == "str | None"


def condition(node: ast.If) -> Condition:
    """Return the condition of this `if`."""
    return ast.copy_location(Condition(test=node.test), node.test)  # type: ignore[call-arg]


def figures(tree: ast.Module, names: set[str]) -> Iterator[ast.AST]:
    """Yield the constants of a module, and the defaults of its options, with one of these names."""
    for node in [*tree.body, *(inner for cls in tree.body if isinstance(cls, ast.ClassDef) for inner in cls.body)]:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if {target.id for target in targets if isinstance(target, ast.Name)} & names:
                first = node.value.args[:1] if isinstance(node.value, ast.Call) else [node.value]
                yield from first


# The changes


def changes(node: ast.AST, moves: set[str]) -> Iterator[ast.expr | ast.stmt]:  # noqa: C901 - a case for each kind
    """Yield the replacements for a node."""
    match node:
        case ast.Constant(value=bool()) if node.value is True:
            yield ast.Constant(False)
        case ast.Constant(value=int(number)) if number is not False:
            yield ast.Constant(number + 1)
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
    """Return every change of the money in these files, of their sayings, or of both.

    `around` are other files; their functions move counters, and offer or refuse sayings, through those of these
    files.
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
                    assert isinstance(node, ast.expr | ast.stmt), "nothing else is changed"
                    mutant = changed(path, texts[path], node, change)
                    mutants[path, node.lineno, node.col_offset, mutant.after] = mutant
    return [mutants[place] for place in sorted(mutants)]


def changed(path: Path, text: str, node: ast.expr | ast.stmt, change: ast.expr | ast.stmt) -> Mutant:
    """Return the change of one node of a file."""
    change = ast.fix_missing_locations(ast.copy_location(copy.copy(change), node))
    lines = text.splitlines(keepends=True)
    assert node.end_lineno is not None
    before = lines[node.lineno - 1].encode()[: node.col_offset].decode()
    after = lines[node.end_lineno - 1].encode()[node.end_col_offset :].decode()
    written = ast.unparse(change)
    if isinstance(change, ast.expr) and not isinstance(change, ast.Constant | ast.Call | ast.Name):
        written = f"({written})"
    indent = " " * len(before) if not before.strip() else ""
    written = written.replace("\n", f"\n{indent}")
    new = [*lines[: node.lineno - 1], f"{before}{written}{after}", *lines[node.end_lineno :]]
    changed_node = node.test if isinstance(node, Condition) else node
    was, now = (ast.unparse(part).splitlines()[0] for part in (changed_node, change))
    return Mutant(path, node.lineno, was, now, "".join(new))


# The trial


@dataclass(frozen=True)
class Target:
    """The files to change, and the tests that have to notice."""

    own: Sequence[Path]
    """The files to change."""
    around: Sequence[Path]
    """The files that these use, whose functions tell which of theirs move counters."""
    tests: Sequence[Sequence[str]] = ((),)
    """The arguments of pytest, run after run; without any it runs all tests of the folder."""
    packages: frozenset[str] = frozenset()
    """The packages to be loaded anew, beside `ledger`."""


def target_of(game: str) -> Target:
    """Return the files of a game, tried by the tests of this folder.

    Raises Refusal for an unknown game.
    """
    own = own_modules(game)
    around = modules_of(game) - own
    packages = frozenset(module.partition(".")[0] for module in own)
    return Target(sorted(map(file_of, own)), sorted(map(file_of, around)), packages=packages)


class QuickFirst:
    """Run the tests with random evenings last."""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Put them behind all others."""
        items.sort(key=lambda item: "random" in item.nodeid.lower())


def tried(mutant: Mutant | None, target: Target, most: int) -> int:
    """Start the tests of a mutant in a new process, for `most` seconds, and return its id."""
    process = os.fork()
    if process:
        return process
    code = 1
    try:
        signal.alarm(most)
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        if mutant is not None:
            loaded = any(getattr(module, "__file__", None) == str(mutant.path) for module in sys.modules.values())
            forget(target.packages | ({"ledger", "tests"} if loaded else set()))
            read_otherwise(mutant)
        code = first_failure(target.tests)
    finally:
        os._exit(code)


def first_failure(runs: Iterable[Sequence[str]]) -> int:
    """Run pytest with each of these arguments until one run fails; return the exit status."""
    alone = ["-n", "0"] if find_spec("xdist") else []
    options = [*alone, "-x", "-p", "no:cacheprovider", "-p", "no:timeout", "--assert=plain"]
    for arguments in runs:
        if code := pytest.main([*options, *arguments], [QuickFirst()]):
            return int(code)
    return 0


def forget(packages: Iterable[str]) -> None:
    """Forget all loaded modules of these packages in this process."""
    for name in [name for name in sys.modules if name.partition(".")[0] in packages]:
        del sys.modules[name]


def read_otherwise(mutant: Mutant) -> None:
    """Load a file with other text in this process."""
    as_it_is: Callable[[SourceFileLoader, str], CodeType | None] = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        path = loader.get_filename(name)
        return compile(mutant.text, path, "exec") if Path(path) == mutant.path else as_it_is(loader, name)

    SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]


def caught_by_tests(mutants: Sequence[Mutant], target: Target, jobs: int) -> Iterator[tuple[Mutant, bool]]:
    """Yield every mutant, and whether the tests noticed it.

    Raises SystemExit if they fail without a change.
    """
    for module in LOADED_ONCE:
        import_module(module)
    began = time.monotonic()
    if code := os.waitstatus_to_exitcode(os.waitpid(tried(None, target, 3600), 0)[1]):
        said = " ".join(argument for arguments in target.tests for argument in arguments)
        raise SystemExit(f"without any change the tests end with {code}: {said or os.getcwd()}")
    most = int(PATIENCE * (time.monotonic() - began)) + 10
    running: dict[int, Mutant] = {}
    for mutant in [*mutants, *[None] * jobs]:
        if running and (mutant is None or len(running) == jobs):
            process, status = os.wait()
            yield running.pop(process), os.waitstatus_to_exitcode(status) != 0
        if mutant is not None:
            running[tried(mutant, target, most)] = mutant


def show_progress(text: str) -> None:
    """Show how far the trial is, in one line of a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def main(arguments: Sequence[str], targets: Callable[[str], Target] = target_of) -> int:
    """Try the mutants of games and return the exit status: 1 if one survives."""
    description = (__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m ledger.testing.mutants", description=description)
    parser.add_argument("names", nargs="+", metavar="GAME", help="a game, as it is said")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="how many at once")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="try only every Nth change")
    parser.add_argument("--of", choices=("money", "sayings", "all"), default="all", help="what is changed")
    parser.add_argument("--list", action="store_true", help="print the changes, and try none")
    options = parser.parse_args(arguments)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    survived = 0
    for name in options.names:
        try:
            target = targets(name)
        except Refusal as refusal:
            raise SystemExit(refusal.message) from refusal
        mutants = mutants_of(target.own, target.around, options.of)[:: options.every]
        if options.list:
            print(*mutants, f"{name}: {len(mutants)} changes", sep="\n")
            continue
        caught = 0
        for done, (mutant, noticed) in enumerate(caught_by_tests(mutants, target, options.jobs), start=1):
            caught += noticed
            if not noticed:
                print(f"survives: {mutant}", flush=True)
            show_progress(f"{name}: {done} of {len(mutants)} tried, {caught} caught")
        show_progress("")
        survived += len(mutants) - caught
        print(f"{name}: {caught} of {len(mutants)} caught, {100 * caught / max(1, len(mutants)):.1f} %", flush=True)
    return 1 if survived else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
