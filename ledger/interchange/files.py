"""Read evenings from files.

The ending of a file's name tells JSON lines (``.jsonl``) and poker hands (``.phh``, ``.phhs``); any other file is a
script.
"""

import os
import sys
from pathlib import Path, PurePath
from typing import BinaryIO

from ledger.core.refusals import Code, Refusal, RefusedLine, not_utf8, printable
from ledger.interchange.script import replay_script
from ledger.log.commands import nothing_said
from ledger.log.replay import Replay
from ledger.log.seals import Seal, read_seal

STANDARD_INPUT = "-"
MOST_READ = 64 << 20
"""The greatest number of bytes read from something that is no file, and may have no end."""


def replay_file(name: str) -> Replay:
    """Replay the evening of a file from its first line; ``-`` is a script on standard input.

    Raises Refusal for a file that cannot be read or has no sayings, and RefusedLine at the first line that does not
    fit.
    """
    text = read_text(name).removeprefix("\ufeff")
    see_no_movements(name, text)
    if name.lower().endswith(".jsonl"):
        from ledger.interchange.jsonl import replay_lines

        replay = replay_lines(text, name)
    elif is_phh(name):
        from ledger.interchange.phh_session import replay_hands

        replay, _ = replay_hands({name: text}, title_of(name))
    else:
        replay = replay_script(text, name)
    if not replay.number:
        raise nothing_said(name)
    return replay


def is_phh(name: str) -> bool:
    """Return whether a file has poker hands in the PHH format: one, or several as tables."""
    return name.lower().endswith((".phh", ".phhs"))


def title_of(name: str) -> str:
    """Return the title of an evening of hands whose file has none."""
    return f"Poker {printable(PurePath(name).stem)}".strip()


MOVEMENTS = ("event,deal,game,", "evening,event,deal,game,", 'option "title"', ";")
"""How what is written for other programs begins: a spreadsheet, Beancount and hledger. No saying begins so."""


def see_no_movements(name: str, text: str) -> None:
    """Raise Refusal if a file has movements only, as they are exported for other programs."""
    if text.startswith(MOVEMENTS):
        sentence = f"{printable(name)}: these are movements, for another program, and not what was said"
        raise Refusal(Code.FILE, sentence, "Take what card-ledger export gives with --format jsonl, or script")


def read_text(name: str) -> str:
    """Read a file of text.

    Raises Refusal if it cannot be read, and RefusedLine if it is not UTF-8.
    """
    try:
        content = _content_of(name)
    except (OSError, ValueError) as error:
        raise Refusal(Code.FILE, f"{printable(name)}: {_why_unread(error)}") from error
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start)
        refusal = Refusal(Code.FILE, *not_utf8(content.split(b"\n")[line]))
        raise RefusedLine(name, line + 1, "", refusal) from error


def _content_of(name: str) -> bytes:
    if name == STANDARD_INPUT:
        return _bounded(sys.stdin.buffer, name)
    with Path(name).open("rb") as file:
        see_no_database(name, file.peek(len(OF_A_DATABASE)))
        return file.read() if os.path.isfile(name) else _bounded(file, name)


OF_A_DATABASE = b"SQLite format 3\0"
"""The first bytes of a database file."""


def see_no_database(name: str, beginning: bytes) -> None:
    """Raise Refusal if a file is a database, and not an evening that was written to a file."""
    if beginning.startswith(OF_A_DATABASE):
        file = printable(name)
        sentence = f"{file}: this is a database of evenings, and not one evening"
        remedy = f"Say card-ledger --database {file} evenings, and export --format jsonl to take one out"
        raise Refusal(Code.FILE, sentence, remedy)


def _bounded(file: BinaryIO, name: str) -> bytes:
    """Read something that may have no end, such as a pipe. Raises Refusal if it is too long."""
    content = file.read(MOST_READ + 1)
    if len(content) > MOST_READ:
        raise Refusal(Code.FILE, f"{printable(name)}: this goes on for more than {MOST_READ >> 20} MB", "Name a file")
    return content


def _why_unread(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, IsADirectoryError):
        return "this is a folder, not a file"
    if isinstance(error, PermissionError):
        return "this file may not be read"
    return f"this file cannot be read: {getattr(error, 'strerror', None) or error}"


def write_file(path: Path, content: bytes) -> None:
    """Write a file. Raises Refusal if it cannot be written."""
    try:
        path.write_bytes(content)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Refusal(Code.FILE, f"{printable(str(path))}: this file cannot be written: {reason}") from error


def read_kept_seal(text: str) -> Seal:
    """Read a seal from an argument, or from the file that it names. Raises Refusal for neither."""
    if "\n" in text or text.lstrip().startswith("Card Ledger seal"):
        return read_seal(text)
    return read_seal(read_text(text))
