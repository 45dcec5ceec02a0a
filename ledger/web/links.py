"""The links that let somebody in: one that records and one that watches, each with a token of its own.

They are kept in a file beside the database that only its owner may read, so that pages go on when the server is
started again.
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
"""How much chance is in a token: 192 bits."""


class Right(Enum):
    """What a link lets one do."""

    RECORD = "record"
    WATCH = "watch"


@dataclass(frozen=True)
class Links:
    """The two tokens of a server."""

    record: str
    watch: str

    def right_of(self, token: str) -> Right | None:
        """What a token lets one do; None for a worthless one. How long it takes tells nothing of the token."""
        said = token.encode(errors="surrogateescape")
        records = compare_digest(said, self.record.encode())
        watches = compare_digest(said, self.watch.encode())
        return Right.RECORD if records else Right.WATCH if watches else None


def new_links() -> Links:
    """Two new tokens, which nobody can guess."""
    return Links(secrets.token_urlsafe(BYTES_IN_A_TOKEN), secrets.token_urlsafe(BYTES_IN_A_TOKEN))


def kept_links(path: Path, anew: bool = False) -> Links:
    """The links kept in a file, which is made where there is none; `anew` makes the older ones worthless.

    Raises Refusal where the file cannot be read or written.
    """
    if not anew:
        with suppress(FileNotFoundError, ValueError, TypeError):
            return _read(path)
    links = new_links()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            json.dump({"record": links.record, "watch": links.watch}, file)
        fresh.replace(path)
    except OSError as error:
        sentence = f"the links cannot be kept in {path}: {error.strerror}"
        raise Refusal(Code.FILE, sentence, "See who may write to this folder") from error
    return links


def _read(path: Path) -> Links:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise
    except OSError as error:
        sentence = f"the links cannot be read from {path}: {error.strerror}"
        raise Refusal(Code.FILE, sentence, "See who may read this file, or say serve --new-links") from error
    links = Links(**found)
    if min(len(links.record), len(links.watch)) < BYTES_IN_A_TOKEN or links.record == links.watch:
        raise ValueError("these are no tokens")
    return links


def file_of_links(database: str, is_file: bool) -> Path:
    """Where the links to a database are kept: beside a SQLite file, else in the folder of the user's own data."""
    if is_file:
        return Path(f"{database}.links")
    from platformdirs import user_data_path  # not wanted where the database is a file

    name = hashlib.sha256(database.encode()).hexdigest()[:16]
    return user_data_path("card-ledger", appauthor=False) / f"{name}.links"
