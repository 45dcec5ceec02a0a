"""Files of evenings, whatever is in them: scripts, and JSON lines where the name ends in ``.jsonl``."""

import sys
from pathlib import Path

from ledger.interchange.script import replay_script
from ledger.log.replay import Replay
from ledger.log.seals import Seal, read_seal
from ledger.refusals import Code, Refusal, RefusedLine, not_utf8, printable

STANDARD_INPUT = "-"


def replay_file(name: str) -> Replay:
    """Replay a file from its first line; ``-`` is a script on standard input.

    Raises Refusal for a file that cannot be read, and RefusedLine at the first line that does not fit.
    """
    text = read_text(name)
    if name.lower().endswith(".jsonl"):
        from ledger.interchange.jsonl import replay_lines

        return replay_lines(text, name)
    return replay_script(text, name)


def read_text(name: str) -> str:
    """Read a file of text. Raises Refusal where it cannot be read, and RefusedLine where it is not UTF-8."""
    if name == STANDARD_INPUT:
        content = sys.stdin.buffer.read()
    else:
        try:
            content = Path(name).read_bytes()
        except (OSError, ValueError) as error:
            raise Refusal(Code.FILE, f"{printable(name)}: {_why_unread(error)}") from error
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RefusedLine(name, line, "", Refusal(Code.FILE, *not_utf8(content.split(b"\n")[line - 1]))) from error


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
