"""The rules that a game is played by: edition, distribution, and the digest of their source."""

import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import msgspec

from ledger.core.events import Pinned
from ledger.core.patterns import Pattern
from ledger.core.refusals import Code, Refusal
from ledger.games.discovery import READABLE, games_folder, is_file
from ledger.games.registry import distribution_of, game_named, is_known, module_of, registered_as

OWN = "ledger.games"
"""The package of the games that come with the program."""
SHARED = ("ledger.rules", "ledger.games.families")
"""The packages that games share; a game's digest covers what the game imports from them."""
IMPORTS = Pattern(rb"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)|import[ \t]+([\w.]+))", re.M)
NAME = Pattern(rb"\w+")


class Provenance(msgspec.Struct, frozen=True):
    """The pins of a `game`: the rules that it is played by."""

    edition: int
    distribution: str
    """The name and version of the distribution that brought it, as ``card-ledger 0.2.0``."""
    rules: str
    """The digest of the rules' source: SHA-256 in hexadecimal."""


def provenance_of(game: str) -> Provenance:
    """Return the rules of a game today. Raises Refusal for a game that is not installed."""
    return Provenance(game_named(game).edition, distribution_of(game), digest_of(game))


@cache
def digest_of(game: str) -> str:
    """Return the digest of the source of a game's rules.

    It is SHA-256 over a line `MODULE SHA256` for each module of the game's package, and for each module of shared
    packages that they import, directly or indirectly; the lines are sorted.
    """
    waiting, digests = set(package_of(module_of(game))), {}
    while waiting:
        name = waiting.pop()
        digests[name], imported = _read(name)
        waiting |= imported - digests.keys()
    return sha256("".join(f"{name} {digests[name]}\n" for name in sorted(digests)).encode()).hexdigest()


def package_of(module: str) -> Iterator[str]:
    """Yield the modules of the package that a module is in, or the module alone."""
    parent = module.rpartition(".")[0]
    package = module if parent in ("", OWN) else parent
    path = getattr(import_module(package), "__path__", None)
    if path is None:
        yield package
        return
    for file in Path(next(iter(path))).rglob("*.py"):
        parts = file.relative_to(next(iter(path))).with_suffix("").parts
        yield ".".join((package, *(part for part in parts if part != "__init__")))


@cache
def _read(module: str) -> tuple[str, frozenset[str]]:
    """Return the digest of a module's source, and the modules it imports from shared packages."""
    path = path_of(module)
    source = path.read_bytes().replace(b"\r\n", b"\n") if path else b""
    imported = set()
    for parent, names, whole in IMPORTS.findall(source):
        base = (parent or whole).decode()
        if base.startswith(SHARED):
            candidates = (base, *(f"{base}.{name.decode()}" for name in NAME.findall(names)))
            imported |= {candidate for candidate in candidates if path_of(candidate)}
    return sha256(source).hexdigest(), frozenset(imported)


@cache
def path_of(module: str) -> Path | None:
    """Return the file of a module; None if there is none of this name."""
    package, _, name = module.rpartition(".")
    if package in SHARED or package.startswith(tuple(f"{shared}." for shared in SHARED)):
        folder = path_of(package)
        if folder is None or folder.name != "__init__.py":
            return None
        beside = folder.parent.joinpath(name)
        return next(
            (path for path in (beside.with_suffix(".py"), beside.joinpath("__init__.py")) if path.is_file()), None
        )
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):  # it is in no package, or was made, and not read from a file
        return None
    return Path(spec.origin) if spec and spec.origin else None


def forget() -> None:
    """Forget the sources of games, to read them anew."""
    for function in (digest_of, _read, path_of):
        function.cache_clear()


def pins_of(game: str) -> Pinned:
    """Return the pins of a `game`. Raises Refusal for a game that is not installed."""
    return msgspec.structs.asdict(provenance_of(game))


def said_to_bring(pinned: Pinned) -> str:
    """Return the distribution that a log pins; empty for none, and for an unreadable name."""
    distribution = str(pinned.get("distribution", ""))
    return distribution if READABLE.fullmatch(distribution) else ""


def registered_for(game: str, pinned: Pinned) -> str:
    """Return the name under which the pinned rules are registered."""
    return registered_as(game, str(pinned.get("distribution", "")))


def missing(game: str, pinned: Pinned, otherwise: str) -> Refusal:
    """Return the refusal of a game whose pinned rules are not installed.

    `otherwise` is the remedy if the pins name nothing that could be installed.
    """
    distribution, edition = said_to_bring(pinned), pinned.get("edition")
    remedy = f"pip install '{distribution.replace(' ', '==')}'" if distribution else otherwise
    if is_known(game):
        brought = f" ({distribution})" if distribution else ""
        begun = f"this evening was begun under edition {edition} of {game}{brought}"
        sentence = f"{begun}; {distribution_of(game)} has edition {game_named(game).edition}"
        return Refusal(Code.RULES_MISSING, sentence, remedy)
    if distribution:
        sentence = f"{game} is played by {distribution}, which is not installed here"
    elif is_file(named := str(pinned.get("distribution", ""))):
        sentence = f"{game} is played by the {named}, which is not in the folder of your games"
        remedy = f"Put it into {games_folder()}"
    elif named:
        sentence = f"{game} is played by a distribution with an unreadable name, which is not installed here"
    else:
        sentence = f"{game} is not installed here"
    return Refusal(Code.RULES_MISSING, sentence, remedy)
