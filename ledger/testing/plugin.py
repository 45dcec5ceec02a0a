"""The pytest plug-in: golden and refused evenings as tests, for a project that names games.

`card_ledger_games = ["skat"]` in the pytest settings turns it on. No rules are loaded before that.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the setting that names the games of a project, and `--rewrite`."""
    parser.addini("card_ledger_games", "the games whose evenings are collected as tests", type="args", default=[])
    parser.addoption("--rewrite", action="store_true", help="write the golden results anew")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a golden evening, or one that is refused."""
    if file_path.suffix != ".evening" or not parent.config.getini("card_ledger_games"):
        return None
    if file_path.parent.name == "refused" or file_path.name.startswith("golden"):
        collector: pytest.Collector = EveningFile.from_parent(parent, path=file_path)
        return collector
    return None


class EveningFile(pytest.File):
    """A file with one evening."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the test of the file."""
        kind = RefusedEvening if self.path.parent.name == "refused" else GoldenEvening
        yield kind.from_parent(self, name=self.path.stem)


class GoldenEvening(pytest.Item):
    """An evening that comes to what the `.json` beside it says."""

    def runtest(self) -> None:
        """Replay the evening and compare; `--rewrite` writes the result."""
        from ledger.testing.golden import result_of  # loads rules

        result, kept = result_of(self.path), self.path.with_suffix(".json")
        if self.config.getoption("--rewrite"):
            kept.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        assert kept.exists(), f"{kept.name} is not there: pytest --rewrite writes it, to be reviewed like code"
        stored = json.loads(kept.read_text(encoding="utf-8"))
        assert stored == {key: result.get(key) for key in stored}  # a later card-ledger may say more


class RefusedEvening(pytest.Item):
    """An evening whose last saying is refused with the words of its first line."""

    def runtest(self) -> None:
        """Replay the evening and compare the refusal."""
        from ledger.testing.golden import not_refused_so  # loads rules

        assert not_refused_so(self.path.read_text(encoding="utf-8"), self.path.name) == ""
