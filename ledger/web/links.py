"""The links of a server: one that records and one that watches, each with its own token.

They are kept in a file beside the database that only its owner may read, so that pages still work after a restart of
the server.
"""

import hashlib
import json
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from hmac import compare_digest
from pathlib import Path

from ledger.core.refusals import Code, Refusal

BYTES_IN_A_TOKEN = 24
"""The bytes of a token: 192 random bits."""


class Right(Enum):
    """The right that a link gives."""

    RECORD = "record"
    WATCH = "watch"


@dataclass(frozen=True)
class Links:
    """The two tokens of a server."""

    record: str
    watch: str

    def right_of(self, token: str) -> Right | None:
        """Return the right of a token, in constant time; None for an invalid one."""
        given = token.encode(errors="surrogateescape")
        records = compare_digest(given, self.record.encode())
        watches = compare_digest(given, self.watch.encode())
        return Right.RECORD if records else Right.WATCH if watches else None


def new_links() -> Links:
    """Return two new random tokens."""
    return Links(secrets.token_urlsafe(BYTES_IN_A_TOKEN), secrets.token_urlsafe(BYTES_IN_A_TOKEN))


class LinkFile:
    """The two tokens of a server, in a file; a running server notices a new file."""

    def __init__(self, path: Path) -> None:
        """Read the links from a file, or make them and keep them there.

        Raises Refusal if the file cannot be read or written.
        """
        self.path = path
        with suppress(FileNotFoundError, ValueError, TypeError):
            self._links, self._version = _read(path), _version(path)
            return
        self.replace()

    def replace(self) -> None:
        """Replace the links, which makes the older ones invalid. Raises Refusal if that fails."""
        self._links = new_links()
        _write(self.path, self._links)
        self._version = _version(self.path)

    @property
    def current(self) -> Links:
        """Return the links of the file as it is now; the last known ones if it cannot be read."""
        version = _version(self.path)
        if version not in (None, self._version):
            with suppress(FileNotFoundError, ValueError, TypeError, Refusal):
                self._links, self._version = _read(self.path), version
        return self._links

    @property
    def record(self) -> str:
        """Return the token of the link that records."""
        return self.current.record

    @property
    def watch(self) -> str:
        """Return the token of the link that watches."""
        return self.current.watch

    def right_of(self, token: str) -> Right | None:
        """Return the right of a token; None for an invalid one."""
        return self.current.right_of(token)


def _version(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from one that replaces it; None if the file does not exist."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns


def _write(path: Path, links: Links) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            json.dump({"record": links.record, "watch": links.watch}, file)
        fresh.replace(path)
    except OSError as error:
        sentence = f"the links cannot be kept in {path}: {error.strerror}"
        raise Refusal(Code.FILE, sentence, "See who may write to this folder") from error


def _read(path: Path) -> Links:
    try:
        tokens = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise
    except OSError as error:
        sentence = f"the links cannot be read from {path}: {error.strerror}"
        raise Refusal(Code.FILE, sentence, "See who may read this file, or say serve --new-links") from error
    links = Links(**tokens)
    if min(len(links.record), len(links.watch)) < BYTES_IN_A_TOKEN or links.record == links.watch:
        raise ValueError("these are no tokens")
    return links


def file_of_links(database: str, is_file: bool) -> Path:
    """Return the file of a database's links: beside a SQLite file, else in the user's data."""
    if is_file:
        return Path(f"{database}.links")
    from platformdirs import user_data_path  # only needed for a database server

    name = hashlib.sha256(database.encode()).hexdigest()[:16]
    return user_data_path("card-ledger", appauthor=False) / f"{name}.links"
