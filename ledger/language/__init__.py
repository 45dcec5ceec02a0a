"""The notation: read sayings into events, and write events as sayings.

It knows no game: readers and writers are given the words of the games. For every event,
``Reader(collect, …).read(write(event, money, collect)) == event``.
"""

from ledger.language.reader import Reader
from ledger.language.vocabulary import Arguments, Vocabulary
from ledger.language.words import RESERVED
from ledger.language.writer import write

__all__ = ["RESERVED", "Arguments", "Reader", "Vocabulary", "write"]
