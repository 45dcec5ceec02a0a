"""The documents of the project, taken apart: sessions, code, links, and the units that a reader takes in at once."""

import re
import shlex
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    ROOT / "README.md",
    *sorted((ROOT / "examples").glob("*.md")),
    ROOT / "ledger" / "README.md",
    ROOT / "ledger" / "games" / "README.md",
    ROOT / "ledger" / "games" / "tutorial.md",
    ROOT / "tests" / "README.md",
    ROOT / ".github" / "CONTRIBUTING.md",
    ROOT / ".github" / "SECURITY.md",
]

SESSION = re.compile(r"```console\n(.*?)```", re.DOTALL)
QUOTATION = re.compile(r"<!-- quoted from (\S+) (\S+) -->\n```python\n(.*?)```", re.DOTALL)
FILE = re.compile(r"^ *<!-- file: (\S+) -->\n *```\w*\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
CHANGES = re.compile(r"^```diff\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FENCE = re.compile(r"^ *```.*?^ *```$", re.DOTALL | re.MULTILINE)
SPAN = re.compile(r"`([^`]+)`")


def title(path: Path) -> str:
    """Return the path of a document within the project."""
    return path.relative_to(ROOT).as_posix()


@dataclass(frozen=True)
class Step:
    """A command of a session, and what the document says that it prints."""

    typed: str
    printed: str

    @property
    def arguments(self) -> list[str]:
        """The words after `card-ledger`, up to a redirection."""
        words = shlex.split(self.typed)
        return words[: words.index(">")] if ">" in words else words

    @property
    def target(self) -> str | None:
        """The file that `> FILE` writes."""
        words = shlex.split(self.typed)
        return words[words.index(">") + 1] if ">" in words else None


def steps(text: str) -> Iterator[Step]:
    """Yield every command of every console session of a document, in order."""
    for session in SESSION.findall(text):
        assert session.startswith("$ card-ledger "), f"a session begins with a command: {session[:40]!r}"
        for step in re.split(r"^\$ card-ledger ", session, flags=re.MULTILINE)[1:]:
            typed, _, printed = step.partition("\n")
            yield Step(typed, printed.strip("\n"))


def with_answers(text: str, answer: Callable[[Step], str]) -> str:
    """Return the document with the answer to every step of its sessions in place of the one that stands there."""

    def session(match: re.Match[str]) -> str:
        answered = [(step, answer(step)) for step in steps(match[0])]
        return (
            "```console\n"
            + "".join(
                f"$ card-ledger {step.typed}\n{out}\n" if out else f"$ card-ledger {step.typed}\n"
                for step, out in answered
            )
            + "```"
        )

    return SESSION.sub(session, text)


def units(text: str) -> Iterator[list[str]]:
    """Yield the code of every paragraph, table row and command line: what a reader takes in as one statement."""
    for fence in FENCE.findall(text):
        first, *lines = fence.strip().splitlines()[:-1]
        if first == "```sh":
            yield from ([line.strip()] for line in lines)
        elif first == "```console":
            yield from ([line.removeprefix("$ ")] for line in lines if line.startswith("$ "))
    for paragraph in re.split(r"\n\s*\n", FENCE.sub("", text)):
        rows = paragraph.splitlines() if paragraph.lstrip().startswith("|") else [" ".join(paragraph.split())]
        for row in rows:
            yield [span.replace("\\|", "|") for span in SPAN.findall(row)]


def links(text: str) -> list[str]:
    """Return the targets of the links and pictures of a document that are files of the project."""
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", FENCE.sub("", text))
    return [target for target in targets if "://" not in target]


@dataclass(frozen=True)
class Change:
    """Lines of a file that a document changes: a part of a diff without line numbers."""

    path: str
    before: str
    after: str

    def made_in(self, text: str) -> str:
        """Return the text with the change made; its lines have to be there once."""
        found = f"\n{text}".count(f"\n{self.before}")
        assert found == 1, f"{self.path} has these lines {found} times:\n{self.before}"
        return f"\n{text}".replace(f"\n{self.before}", f"\n{self.after}")[1:]


def changes(text: str) -> list[Change]:
    """Return the changes that the diffs of a document show, in order."""
    found = []
    for diff in CHANGES.findall(text):
        for part in re.split(r"^--- ", diff, flags=re.MULTILINE)[1:]:
            path, *lines = part.splitlines()
            before, after = ("".join(f"{line[1:]}\n" for line in lines if line[:1] in kept) for kept in (" -", " +"))
            found.append(Change(path, before, after))
    return found


def files_shown(text: str) -> dict[str, str]:
    """Return every file that a document shows after `<!-- file: PATH -->`, with its text."""
    return {path: textwrap.dedent(shown) for path, shown in FILE.findall(text)}


def section(text: str, heading: str) -> str:
    """Return what stands under a heading of the second level."""
    (found,) = re.findall(rf"^## {heading}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    return found
