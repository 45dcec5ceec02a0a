"""Keep the rules of a game before they are mended.

``python -m ledger.testing.keep_edition GAME`` copies the game's package or file, and what that imports of the
families and of how a deal, its end and its offences work, to a package of the edition, where the copies import one
another; enters the copy among the editions of the game; and raises the game's ``edition``. A later mend settles only
evenings that are begun after it.
"""

import argparse
import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from ledger.core.refusals import Code, Refusal
from ledger.games.registry import GAMES, game_named, module_of, older_editions
from ledger.testing.sources import file_of, imports, modules_of, public_home

BUILT_IN = "ledger.games"
FAMILIES = f"{BUILT_IN}.families"
SHARED_RULES = {f"ledger.rules.{name}": f"shared.{name}" for name in ("deal", "ending", "offences")}
"""What an edition has of `ledger.rules`, and where. The rest are values, which `API_VERSION` holds."""


@dataclass(frozen=True)
class Edition:
    """An edition of a game that is to be kept."""

    game: str
    number: int
    own: str
    """The package that the game is in."""

    @classmethod
    def of(cls, game: str) -> "Edition":
        """Return today's edition of a game. Raises Refusal where it cannot be kept."""
        number, rules = game_named(game).edition, module_of(game)
        own = BUILT_IN if game in GAMES else rules.partition(".")[0]
        if "site-packages" in file_of(rules).parts:
            where = "pip install -e, from a folder that you may change"
            raise Refusal(Code.FILE, f"{game} is installed, and its source is kept where it is written", where)
        if not hasattr(sys.modules[own], "__path__"):
            raise Refusal(Code.FILE, f"{game} is one file, and has no editions", f"card-ledger new-game {game}")
        edition = cls(game, number, own)
        if number in older_editions(game) or edition.folder.exists():
            sentence = f"edition {number} of {game} is kept already"
            raise Refusal(Code.FILE, sentence, "Raise the edition of its GAME")
        return edition

    @property
    def package(self) -> str:
        """Return the package of the edition."""
        return f"{self.own}.editions.{self.game.replace('-', '_')}_{self.number}"

    @property
    def folder(self) -> Path:
        """Return the folder of the edition."""
        return file_of(self.own).parent.joinpath(*self.package.removeprefix(f"{self.own}.").split("."))

    def copy_of(self, module: str) -> str | None:
        """Return the name of the edition's copy of a module; None if it has none."""
        if module in SHARED_RULES:
            return f"{self.package}.{SHARED_RULES[module]}"
        if module == FAMILIES or module.startswith(f"{FAMILIES}."):
            return f"{self.package}.families{module.removeprefix(FAMILIES)}"
        if module == self.own or module.startswith(f"{self.own}."):
            return self.package + module.removeprefix(self.own)
        return None

    def path_of_copy(self, module: str) -> Path:
        """Return the file of the copy of a module."""
        copy, original = self.copy_of(module), file_of(module)
        assert copy is not None
        path = self.folder.joinpath(*copy.removeprefix(self.package).split(".")[1:])
        return path / "__init__.py" if original.name == "__init__.py" else path.with_suffix(".py")


def main(arguments: list[str]) -> int:
    """Keep the edition of a game; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m ledger.testing.keep_edition", description=first_line(__doc__))
    parser.add_argument("game", metavar="GAME", help="the game, as it is said")
    game = parser.parse_args(arguments).game
    try:
        edition = Edition.of(game)
        keep(edition)
    except Refusal as refusal:
        print(refusal.message, file=sys.stderr)
        return 1
    mend = f"mend {module_of(game)}, which is edition {edition.number + 1} now"
    print(f"edition {edition.number} of {game} is kept in {edition.package}; {mend}")
    return 0


def first_line(text: str | None) -> str:
    """Return the first line of a docstring."""
    return (text or "").partition("\n")[0]


def keep(edition: Edition) -> None:
    """Write the copies of an edition, enter it, and raise the number of today's."""
    modules = [module for module in sorted(modules_of(edition.game)) if edition.copy_of(module)]
    written = [write_copy(module, edition) for module in modules]
    editions = edition.folder.parent
    folders = {folder for path in written for folder in path.parents if folder.is_relative_to(editions)}
    written += [write_package(folder, edition) for folder in sorted(folders) if not (folder / "__init__.py").exists()]
    rules, game = module_of(edition.game), game_named(edition.game)
    copy = str(edition.copy_of(rules))
    written.append(enter_built_in(edition, copy) if edition.own == BUILT_IN else enter(rules, edition.number, copy))
    written.append(raise_edition(type(game), edition.number + 1))
    if find_spec("ruff"):
        for command in (("check", "--quiet", "--select", "I", "--fix"), ("format", "--quiet")):
            subprocess.run([sys.executable, "-m", "ruff", *command, *written], check=True)


def write_copy(module: str, edition: Edition) -> Path:
    """Copy a module, let it import the other copies and what is public, and return the new file."""
    text = file_of(module).read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    for node in sorted(ast.walk(ast.parse(text)), key=lambda node: -getattr(node, "lineno", 0)):
        if isinstance(node, ast.ImportFrom) and any(import_in(edition, node.module, *named) for named in imports(node)):
            indent = lines[node.lineno - 1][: node.col_offset]
            lines[node.lineno - 1 : node.end_lineno] = [f"{indent}{line}\n" for line in statements(node, edition)]
    path = edition.path_of_copy(module)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(lines), encoding="utf-8")
    return path


def statements(node: ast.ImportFrom, edition: Edition) -> Iterator[str]:
    """Yield an import as an edition has it: a statement for each name."""
    for imported, alias in imports(node):
        module = import_in(edition, node.module, imported, alias) or node.module
        yield ast.unparse(ast.ImportFrom(module, [alias], 0))


def import_in(edition: Edition, said: str | None, imported: str, alias: ast.alias) -> str | None:
    """Return from which module an edition imports a name; None: as the original does."""
    if copy := edition.copy_of(imported):
        return copy.rpartition(".")[0] if imported == f"{said}.{alias.name}" else copy
    if said is None or not said.startswith("ledger."):
        return None
    home = public_home(said, alias.name)
    return None if home == said else home


def write_package(folder: Path, edition: Edition) -> Path:
    """Make a folder a package and return its ``__init__``."""
    path = folder / "__init__.py"
    whose = f"Edition {edition.number} of the rules of {edition.game}" if folder != edition.folder.parent else ""
    path.write_text(f'"""{whose or "Older editions of the rules"}, as they were."""\n', encoding="utf-8")
    return path


def enter_built_in(edition: Edition, module: str) -> Path:
    """Enter an edition of a game of ours in the registry, and return its file."""
    registry = file_of(f"{BUILT_IN}.registry")
    node = assigned(registry, "OLDER_EDITIONS")
    assert node is not None
    assert node.value is not None
    older = {**ast.literal_eval(node.value), (edition.game, edition.number): module}
    rows = "".join(f'    ("{game}", {number}): "{where}",\n' for (game, number), where in older.items())
    return replace(registry, node.value, f"{{\n{rows}}}")


def enter(rules: str, number: int, module: str) -> Path:
    """Enter an edition in `EDITIONS` of the rules of a game, and return their file."""
    path = file_of(rules)
    if node := assigned(path, "EDITIONS"):
        assert node.value is not None
        older = {**ast.literal_eval(node.value), number: module}
        rows = "".join(f'    {kept}: "{where}",\n' for kept, where in older.items())
        return replace(path, node.value, f"{{\n{rows}}}")
    version = assigned(path, "RULES_API")
    assert version is not None, "a game that is loaded says its RULES_API"
    return replace(path, version, f'{ast.unparse(version)}\nEDITIONS = {{{number}: "{module}"}}')


def assigned(path: Path, name: str) -> ast.Assign | ast.AnnAssign | None:
    """Return the statement of a module that assigns a name."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if isinstance(node, ast.Assign | ast.AnnAssign) and name in [getattr(target, "id", "") for target in targets]:
            return node
    return None


def raise_edition(game: type, edition: int) -> Path:
    """Write the number of an edition into the class of a game, and return its file."""
    path = file_of(game.__module__)
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    (body,) = (node.body for node in nodes if isinstance(node, ast.ClassDef) and node.name == game.__name__)
    values = {ast.unparse(node.targets[0]): node for node in body if isinstance(node, ast.Assign)}
    if "edition" in values:
        return replace(path, values["edition"], f"edition = {edition}")
    return replace(path, values["name"], f"{ast.unparse(values['name'])}\n    edition = {edition}")


def replace(path: Path, node: ast.expr | ast.stmt, text: str) -> Path:
    """Replace a node of a file with other text, and return the file."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert node.end_lineno is not None
    before = lines[node.lineno - 1].encode()[: node.col_offset].decode()
    after = lines[node.end_lineno - 1].encode()[node.end_col_offset :].decode()
    lines[node.lineno - 1 : node.end_lineno] = [f"{before}{text}{after}"]
    path.write_text("".join(lines), encoding="utf-8")
    return path


def could_be_mended(game: str, number: int) -> Iterator[str]:
    """Yield each import of a kept edition that leads to what could still be mended."""
    own, _, inner = older_editions(game)[number].partition(".editions.")
    package = f"{own}.editions.{inner.partition('.')[0]}"
    for path in sorted(file_of(package).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for imported, _ in imports(node):
                shared = imported in SHARED_RULES or imported.startswith((f"{FAMILIES}.", f"{own}."))
                if shared and not f"{imported}.".startswith(f"{package}."):
                    yield f"{path.name} imports {imported}"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
