"""The notation: read sayings into events, and write events as sayings.

It knows no game: readers and writers are given the words of the games. For every event,
``SayingReader(collect, …).read(write(event, money, collect)) == event``.
"""

from ledger.language.grammar import RESERVED, write
from ledger.language.reader import SayingReader
from ledger.language.vocabulary import Announcement, Arguments, Qualifier, Vocabulary

__all__ = ["RESERVED", "Announcement", "Arguments", "Qualifier", "SayingReader", "Vocabulary", "write"]
