"""Files of evenings, whatever is in them: scripts, and JSON lines where the name ends in ``.jsonl``."""

import os
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from ledger.core.refusals import Code, Refusal, RefusedLine, not_utf8, printable
from ledger.interchange.importing import Lines, Tell, Told, told_from
from ledger.interchange.script import tell_script
from ledger.log.commands import nothing_said
from ledger.log.seals import Seal, read_seal

if TYPE_CHECKING:
    from ledger.interchange.incoming import Incoming

STANDARD_INPUT = "-"
MOST_READ = 64 << 20
"""No more bytes than these are read of what is no file, and may have no end."""


def tell_file(name: str) -> Told:
    """What a file comes to, told from its first line; ``-`` is a script on standard input.

    It is held no longer than need be. Raises Refusal for a file that cannot be read or has no saying in it, and
    RefusedLine at the first line that does not fit.
    """
    told = told_from(_tell(name), _all_lines(name), name)
    if not told.number:
        raise nothing_said(name)
    return told


def incoming_file(name: str) -> "Incoming":
    """A file that is to be kept. Raises what `tell_file` does."""
    from ledger.interchange.incoming import Incoming  # only what is kept needs to know of a database

    incoming = Incoming(_tell(name), _all_lines(name), name)
    if not incoming.events:
        incoming.close()
        raise nothing_said(name)
    return incoming


def _all_lines(name: str) -> Lines:
    """The lines of a file, which is seen to be text. Raises Refusal, or RefusedLine, where it is none."""
    if name != STANDARD_INPUT and os.path.isfile(name):
        lines: Lines = partial(_lines_of, name)
    else:  # it can be read only once
        content = BytesIO(_content_of(name))
        lines = partial(_lines, content, name)
    read = iter(lines())
    see_no_movements(name, next(read, ""))
    deque(read, maxlen=0)  # what is no text is said to be none before anything else is said of it
    return lines


MOVEMENTS = ("event,deal,game,", 'option "title"', ";")
"""How what is written for other programs begins: a spreadsheet, Beancount and hledger. No saying begins so."""


def see_no_movements(name: str, text: str) -> None:
    """See that a file does not hold movements alone, as they are written for other programs. Raises Refusal."""
    if text.startswith(MOVEMENTS):
        sentence = f"{printable(name)}: these are movements, for another program, and not what was said"
        raise Refusal(Code.FILE, sentence, "Take what card-ledger export gives with --format jsonl, or script")


def _tell(name: str) -> Tell:
    if name.lower().endswith(".jsonl"):
        from ledger.interchange.jsonl import tell_lines

        return tell_lines
    return tell_script


def _lines_of(name: str) -> Iterator[str]:
    with _reading(name), Path(name).open("rb") as file:
        yield from _lines(file, name)


def _lines(file: BinaryIO, name: str) -> Iterator[str]:
    """The lines of a file of text, from its beginning. Raises RefusedLine at the first that is not UTF-8."""
    file.seek(0)
    for number, line in enumerate(file, start=1):
        text = _decoded(line, name, number).removesuffix("\n")
        yield text.removeprefix("\ufeff") if number == 1 else text


def read_text(name: str) -> str:
    """Read a file of text. Raises Refusal where it cannot be read, and RefusedLine where it is not UTF-8."""
    return _decoded(_content_of(name), name, 1)


def _content_of(name: str) -> bytes:
    with _reading(name):
        if name == STANDARD_INPUT:
            return _bounded(sys.stdin.buffer, name)
        with Path(name).open("rb") as file:
            return file.read() if os.path.isfile(name) else _bounded(file, name)


def _bounded(file: BinaryIO, name: str) -> bytes:
    """Read what may have no end, such as a pipe or a device. Raises Refusal where it is too long."""
    content = file.read(MOST_READ + 1)
    if len(content) > MOST_READ:
        raise Refusal(Code.FILE, f"{printable(name)}: this goes on for more than {MOST_READ >> 20} MB", "Name a file")
    return content


def _decoded(content: bytes, name: str, first: int) -> str:
    """A part of a file as text, from this line on. Raises RefusedLine where it is not UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start)
        refusal = Refusal(Code.FILE, *not_utf8(content.split(b"\n")[line]))
        raise RefusedLine(name, first + line, "", refusal) from error


@contextmanager
def _reading(name: str) -> Iterator[None]:
    """Say of a file that cannot be read why not."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise Refusal(Code.FILE, f"{printable(name)}: {_why_unread(error)}") from error


def _why_unread(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, IsADirectoryError):
        return "this is a folder, not a file"
    if isinstance(error, PermissionError):
        return "this file may not be read"
    return f"this file cannot be read: {getattr(error, 'strerror', None) or error}"


def write_file(path: Path, content: bytes) -> None:
    """Write a file that was asked for. Raises Refusal where it cannot be written."""
    try:
        path.write_bytes(content)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Refusal(Code.FILE, f"{printable(str(path))}: this file cannot be written: {reason}") from error


def read_kept_seal(said: str) -> Seal:
    """Read a seal that was said, or the file that holds it. Raises Refusal for neither."""
    if "\n" in said or said.lstrip().startswith("Card Ledger seal"):
        return read_seal(said)
    return read_seal(read_text(said))
