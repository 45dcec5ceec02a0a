"""Separate environments for the benchmark's peers and the fuzzer; Skat as it is installed, for the tests themselves."""

import os
import subprocess
import sys
import venv
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from ledger.games import discovery, language, provenance
from ledger.projections import totals
from tests.helpers.rig import EVENINGS

EXAMPLES = Path(__file__).parents[2] / "examples"
SKAT = EXAMPLES / "card-ledger-skat"
"""A game of strangers."""
STRANGERS = ("skat", "schieber", "hearts")
"""The games of strangers, each a distribution of its own among the examples."""


def golden_evening(game: str) -> Path:
    """Return the golden evening of a game, of Skat too."""
    return (
        SKAT / "tests" / "evenings" / "golden-house-rules.evening"
        if game == "skat"
        else EVENINGS / game / "golden.evening"
    )


def forget_games() -> None:
    """Forget which games of strangers were found, and their modules."""
    cached = (discovery.found_games, discovery.providers, language.vocabulary, language.vocabulary_of)
    for function in (*cached, totals._with_digests, totals.are_known):
        function.cache_clear()
    provenance.forget()
    for module in [
        name
        for name in sys.modules
        if name.startswith(("stranger_", "card_ledger_file_", *(f"card_ledger_{game}" for game in STRANGERS)))
    ]:
        del sys.modules[module]


@contextmanager
def strangers_installed(site: Path, *games: str) -> Iterator[None]:
    """Install games of strangers in a folder, from which this process and those that it starts import."""
    for game in games:
        package = f"card_ledger_{game}"
        site.joinpath(package).symlink_to(EXAMPLES / f"card-ledger-{game}" / package)
        information = site / f"{package}-1.0.0.dist-info"
        information.mkdir()
        metadata = f"Metadata-Version: 2.1\nName: card-ledger-{game}\nVersion: 1.0.0\n"
        information.joinpath("METADATA").write_text(metadata)
        information.joinpath("entry_points.txt").write_text(f"[card_ledger.games]\n{game} = {package}.rules\n")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYTHONPATH", str(site), prepend=os.pathsep)
        patched.syspath_prepend(site)
        forget_games()
        yield
    forget_games()


def skat_installed(site: Path) -> AbstractContextManager[None]:
    """Install Skat in a folder, as `strangers_installed` does."""
    return strangers_installed(site, "skat")


def python_of(environment: Path, packages: Sequence[str], *options: str) -> Path:
    """Return the interpreter of an environment with these packages; make the environment if it is missing.

    Raises CalledProcessError if the packages cannot be installed.
    """
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    ready = environment / "installed"
    if not ready.exists() or ready.read_text(encoding="utf-8") != "\n".join(packages):
        print(f"installing {' and '.join(packages)} into {environment}", file=sys.stderr)
        venv.create(environment, clear=True, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *packages, *options], check=True)
        ready.write_text("\n".join(packages), encoding="utf-8")
    return python
