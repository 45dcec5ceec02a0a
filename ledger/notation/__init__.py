"""Table notation: what is said at the table, read into events and written from them.

It knows no game: readers and writers are given the words that games have of their own. For every event that can be
said, ``Reader(collect, …).read(write(event, money, collect)) == event``.
"""

from ledger.notation.reading import Reader
from ledger.notation.vocabulary import Shape, Vocabulary
from ledger.notation.words import RESERVED
from ledger.notation.writing import write

__all__ = ["RESERVED", "Reader", "Shape", "Vocabulary", "write"]
