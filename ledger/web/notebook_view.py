"""The words of the notebook, in which a phone takes lines down while the server is away.

They are those of the game that is played and of the table, without bounds: what fits is known only when the line is
back.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from msgspec import Struct, field

from ledger.core import events
from ledger.core.names import name as written
from ledger.evening.fold import Evening
from ledger.language.grammar import CORRECTIONS, TABLE, By, announcement, declaration
from ledger.language.slots import Alternatives, Amount, Cards, Number, Player, Players, Slot, Text
from ledger.language.vocabulary import NOTHING_SAID
from ledger.projections.offers import Offers
from ledger.web.panel.field_maker import keys_of
from ledger.web.sentences import words_at

KINDS = {Amount: "sum", Number: "number", Cards: "cards", Player: "name", Players: "name", Text: "text"}
"""What is filled in after a word, by the kind of its slot."""
REST = "rest"
"""What is typed as it is said, where no pad has it."""
LEFT_OUT = ("evening", "players", "game", "reopen", *CORRECTIONS)
"""The words with which only a whole line is written down."""
OF_PLAY = (events.Says, events.Bets, events.Raises, events.Draws, events.Plays, events.Sells, events.Takes)
"""The sayings of play of which a game offers its own."""


class NotebookWord(Struct, frozen=True, omit_defaults=True):
    """A word, whether a player says it, and what may follow it."""

    word: str
    label: str
    by_player: bool = field(name="who", default=False)
    takes: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    needs: bool = False
    """Whether it says nothing alone."""


class Notebook(Struct, frozen=True):
    """What a phone needs to take lines down: the names, the words, and the keys of a sum."""

    players: tuple[tuple[str, str], ...]
    """The names, and how each is written in a saying."""
    words: tuple[NotebookWord, ...]
    sign: str
    keys: list[str]


def notebook_of(evening: Evening, offered: Offers) -> Notebook:
    """Return the notebook of an evening as it stands: first the words that are offered now."""
    words: dict[tuple[bool, str], NotebookWord] = {}
    for word in _words(evening, offered):
        words.setdefault((word.by_player, word.word), word)
    people = tuple((player, written(player)) for player in evening.books.people())
    return Notebook(people, tuple(words.values()), evening.money.sign, keys_of(evening.money, signed=False))


def _words(evening: Evening, offered: Offers) -> Iterator[NotebookWord]:
    said_as = words_at(evening).said_as
    for by_player, beginnings, slots in _beginnings(evening, offered):
        takes, words = _takes(slots)
        needs = any(not slot.optional for slot in slots)
        for word in beginnings:
            if word.split(" ")[0] not in LEFT_OUT:
                label = said_as.get(word, NOTHING_SAID).label or word
                yield NotebookWord(word, label, by_player, takes, words, needs)


def _beginnings(evening: Evening, offered: Offers) -> Iterator[tuple[bool, tuple[str, ...], Sequence[Slot]]]:
    """Yield all that may be said: whether a player says it, the words it begins with, the rest."""
    for form in offered.forms:
        yield bool(form.who), form.slots[0].says(), form.slots[1:]
    vocabulary = words_at(evening)
    own = [declaration(word, follows) for word, follows in vocabulary.words.items()]
    own += [announcement(word, follows) for word, follows in vocabulary.announcements.items()]
    of_play = [row for row in TABLE if row.kind in OF_PLAY]
    for row in (*own, *(row for row in TABLE if row.kind not in OF_PLAY), *of_play):
        yield row.by is not By.NOBODY, (row.word,), row.slots


def _takes(slots: Iterable[Slot]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what is filled in, and the words that may stand between."""
    flat = [*_flat(slots)]
    kinds = (next((name for kind, name in KINDS.items() if isinstance(slot, kind)), "") for slot in flat)
    words = dict.fromkeys(chain.from_iterable(slot.says() for slot in flat))
    takes = [name or REST for slot, name in zip(flat, kinds, strict=True) if name or not slot.says()]
    return tuple(dict.fromkeys(takes)), tuple(words)


def _flat(slots: Iterable[Slot]) -> Iterator[Slot]:
    for slot in slots:
        if isinstance(slot, Alternatives):
            yield from _flat(chain.from_iterable(slot.branches))
        elif parts := slot.parts():
            yield from _flat(parts)
        else:
            yield slot
