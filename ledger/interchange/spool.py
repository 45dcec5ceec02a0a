"""What is long, laid aside until all of it is known: nothing is printed of a log that turns out to be refused.

What is laid aside is not held: no more of it is in memory than of a short evening.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from tempfile import SpooledTemporaryFile
from types import TracebackType

from ledger.core.refusals import Code, Refusal

HELD = 1_000_000
"""So many bytes are held; of more there is a file, which nobody else sees and nobody has to remove."""
TOGETHER = 50_000
"""So many letters are written at a time."""


class Aside:
    """Texts laid aside one after another, and taken up again as often as they are wanted."""

    def __init__(self) -> None:
        self._waiting: list[str] = []
        self._letters = 0
        """How many letters wait to be written."""
        self._written = False
        """Whether any were: of what is short there is no file."""
        self._file = SpooledTemporaryFile(HELD, "w+", encoding="utf-8", errors="surrogatepass", newline="\n")  # noqa: SIM115

    def append(self, text: str) -> None:
        """Lay one more text aside. Raises Refusal where there is no room for it."""
        self._waiting.append(text)
        self._letters += len(text)
        if self._letters >= TOGETHER:
            self._write()

    def clear(self) -> None:
        """Forget what was laid aside."""
        self._waiting, self._letters = [], 0
        if self._written:
            with _finding_room():
                self._file.seek(0)
                self._file.truncate()
            self._written = False

    def __iter__(self) -> Iterator[str]:
        """What was laid aside, in its order, a line at a time. Raises Refusal before the first as `append` does."""
        if not self._written:
            return StringIO("".join(self._waiting), newline="\n")
        self._write()
        with _finding_room():
            self._file.seek(0)
        return iter(self._file)

    def _write(self) -> None:
        self._written = True
        with _finding_room():
            self._file.write("".join(self._waiting))
        self._waiting, self._letters = [], 0

    def __enter__(self) -> "Aside":
        """Lay something aside for as long as it is wanted."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Let go of it."""
        self.close()

    def close(self) -> None:
        """Let go of what was laid aside."""
        self._file.close()


@contextmanager
def _finding_room() -> Iterator[None]:
    """Say where there is no room to lay something aside."""
    try:
        yield
    except OSError as error:
        sentence = f"what is to be printed cannot be laid aside: {error.strerror}"
        raise Refusal(Code.FILE, sentence, "Make room where temporary files are kept, or set TMPDIR") from error
