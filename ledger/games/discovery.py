"""Games that do not come with the program: installed distributions, and files of the user.

They are looked for only where a name is not built in, or where games are listed; no rules are loaded for it.
"""

import os
import re
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import msgspec

from ledger.core.patterns import Pattern

GROUP = "card_ledger.games"
"""The entry points of games: the name of a game, and the module of its rules."""
CHOSEN = "CARD_LEDGER_GAMES"
"""The variable that chooses among them: `none`, or `skat,high-card`, or `skat@card-ledger-skat`."""
READABLE = Pattern(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])? [0-9]+(?:[.!+a-z0-9]*)", re.ASCII)
"""The form of a name and version that can be installed."""
UNREADABLE = "a distribution with an unreadable name"
FILE_NAME = Pattern(r"[a-z][a-z0-9_]*", re.ASCII)
GAME_NAME = Pattern(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", re.ASCII)


class FoundGame(msgspec.Struct, frozen=True):
    """A game that was found and not loaded."""

    name: str
    module: str
    distribution: str
    """The name and version of its distribution, as ``card-ledger-skat 1.0.0``; of a file ``file high_card.py``."""
    file: Path | None = None
    fault: str = ""
    """Why the game cannot be loaded, as a clause."""
    remedy: str = ""

    @property
    def brought_by(self) -> str:
        """Return the distribution without its version: ``card-ledger-skat``, ``file high_card.py``."""
        return brought_by(self.distribution)

    def load(self) -> ModuleType:
        """Return the module of its rules. Raises whatever they raise; what they print is an error."""
        with redirect_stdout(sys.stderr):
            return import_module(self.module) if self.file is None else _module_of(self.module, self.file)


@cache
def found_games() -> Mapping[str, FoundGame]:
    """Return the games that are installed or lie in the user's folder, by name, sorted."""
    return {name: _preferred(name, games) for name, games in providers().items()}


@cache
def providers() -> Mapping[str, Mapping[str, FoundGame]]:
    """Return every installed game and every file, by the game's name and its distribution."""
    chosen = os.environ.get(CHOSEN)
    if chosen is not None and chosen.strip().lower() in ("", "none"):
        return {}
    wanted = None if chosen is None else dict(_choice(part) for part in chosen.split(",") if part.strip())
    by_name: dict[str, dict[str, FoundGame]] = {}
    for game in (*_installed(), *_in_files()):
        if wanted is None or wanted.get(game.name) in ("", game.brought_by):
            by_name.setdefault(game.name, {}).setdefault(game.brought_by, game)
    return {name: by_name[name] for name in sorted(by_name)}


def _choice(part: str) -> tuple[str, str]:
    name, _, distribution = part.strip().lower().partition("@")
    return name, _normal(distribution)


def brought_by(distribution: str) -> str:
    """Return the name of a distribution without its version; a file stays as it is."""
    whole = distribution == UNREADABLE or is_file(distribution)
    return distribution if whole else _normal(distribution.partition(" ")[0])


def is_file(distribution: str) -> bool:
    """Return whether a game is brought by a file of the user: ``file high_card.py``."""
    return re.fullmatch(rf"file {FILE_NAME.pattern}\.py", distribution, re.ASCII) is not None


def _normal(distribution: str) -> str:
    """Return the name of a distribution in the form by which package indexes compare it."""
    return re.sub(r"[-_.]+", "-", distribution).lower()


def _installed() -> Iterator[FoundGame]:
    from importlib.metadata import entry_points  # slow to import, and not wanted for a built-in game

    for point in entry_points(group=GROUP):
        brought = f"{point.dist.name} {point.dist.version}" if point.dist else ""
        if GAME_NAME.fullmatch(point.name):
            yield FoundGame(point.name, point.value, brought if READABLE.fullmatch(brought) else UNREADABLE)


def _preferred(name: str, games: Mapping[str, FoundGame]) -> FoundGame:
    """Return the game of a name, an installed one before a file.

    If two distributions have it, the game has a fault and cannot be loaded.
    """
    installed = {brought_by: game for brought_by, game in games.items() if game.file is None} or games
    if len(installed) == 1:
        return next(iter(installed.values()))
    names = sorted(installed)
    sentence = f"two distributions provide {name}: {' and '.join(names)}"
    remedy = f"Uninstall one, or set {CHOSEN}={name}@{names[0]}"
    brought = ", ".join(game.distribution for game in installed.values())
    return FoundGame(name, "", brought, fault=sentence, remedy=remedy)


def games_folder() -> Path:
    """Return the folder where a user keeps games of one file."""
    from platformdirs import user_data_path

    return user_data_path("card-ledger", appauthor=False).joinpath("games")


def _in_files() -> Iterator[FoundGame]:
    folder = games_folder()
    if not folder.is_dir() or folder_fault():
        return
    for path in sorted(path for path in folder.glob("*.py") if FILE_NAME.fullmatch(path.stem)):
        name = path.stem.replace("_", "-")
        yield FoundGame(name, f"card_ledger_file_{path.stem}", f"file {path.name}", path)


def folder_fault() -> str:
    """Return why games in the user's folder are not read, as a sentence; empty if they are."""
    folder = games_folder()
    if os.environ.get(CHOSEN, "").strip().lower() == "none" or not folder.is_dir():
        return ""
    if sys.platform == "win32":  # who may write there is not told by the mode of a folder
        return ""
    status = folder.stat()
    if status.st_uid != os.getuid():
        return f"The games in {folder} are not read: the folder is not yours."
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return f"The games in {folder} are not read: others may write there. Say chmod go-w '{folder}'."
    return ""


def _module_of(name: str, file: Path) -> ModuleType:
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, file)
    assert spec is not None, "the name ends in .py"
    assert spec.loader is not None, "a file has a loader"
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
