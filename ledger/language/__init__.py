"""Table notation: what is said at the table, read into events and written from them.

It knows no game: readers and writers are given the words that games have of their own. For every event that can be
said, ``Reader(collect, …).read(write(event, money, collect)) == event``.
"""

from ledger.language.reader import Reader
from ledger.language.vocabulary import Arguments, Vocabulary
from ledger.language.words import RESERVED
from ledger.language.writer import write

__all__ = ["RESERVED", "Arguments", "Reader", "Vocabulary", "write"]
