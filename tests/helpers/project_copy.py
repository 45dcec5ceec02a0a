"""A copy of the project that a test may change, and commands that run in it."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from tests.helpers.documents import Change

ROOT = Path(__file__).parents[2]
COPIED = (
    "ledger", "migrations", "tests", "examples", ".github", ".ci", ".pre-commit-config.yaml", "pyproject.toml", "README.md",
    "LICENSE",
)  # fmt: skip


class ProjectCopy:
    """A copy of the project in a folder of its own, with a database beside it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "project"
        self.root.mkdir()
        self.database = folder / "evenings.db"
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, self.root / name, ignore=shutil.ignore_patterns(".*"))
            else:
                shutil.copy(ROOT / name, self.root / name)

    def run(self, *command: str, stdin: str = "", refused: bool = False, **environment: str) -> str:
        """Run a command of Python in the copy and return what it prints; fail unless it succeeds, or is refused as expected."""
        done = subprocess.run(
            [sys.executable, *command],
            cwd=self.root,
            env={"PYTHONPATH": str(self.root), "PYTHONIOENCODING": "utf-8", "HOME": str(self.root.parent)}
            | environment,
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert (done.returncode != 0) == refused, done.stdout + done.stderr
        return done.stdout + done.stderr

    def card_ledger(self, *arguments: str, stdin: str = "") -> dict:
        """Run card-ledger in the copy, with its own database, and return its JSON answer."""
        command = ("-c", "from ledger.cli import main; main()", "--database", str(self.database), "--json")
        return json.loads(self.run(*command, *arguments, stdin=stdin).splitlines()[-1])

    def write(self, name: str, text: str) -> None:
        """Write a file of the copy."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def change(self, *changes: Change) -> None:
        """Make changes that a document shows."""
        for change in changes:
            self.write(change.path, change.made_in(self.read(change.path)))

    def read(self, name: str) -> str:
        """Read a file of the copy."""
        return (self.root / name).read_text(encoding="utf-8")
