"""The menu between two deals: what is said often, people and counters, and the rest."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from ledger.language.vocabulary import Vocabulary
from ledger.web.panel.buttons import SayingButton, SheetButton, TogetherButton
from ledger.web.panel.panel import Panel
from ledger.web.panel.places import Place
from ledger.web.sentences import people_write, said

BUYS = "buys"
OF_PEOPLE = (BUYS, "joins", "leaves")
"""What may be said of people and their counters between two deals, each in a place of its own."""

OF_ALL = ("count",)
"""What is said of all at the table, on a sheet that covers the page."""


@dataclass
class PauseMenu:
    """What may be said between two deals, in three ranks."""

    together: Sequence[TogetherButton] = ()
    """What all do at once, while nobody has any counters, where counters are bought often."""
    whole: Panel = field(default_factory=Panel)
    """What is said often in a single word: a tap writes it."""
    often: list[Place] = field(default_factory=list)
    people: list[Place] = field(default_factory=list)
    rest: Panel = field(default_factory=Panel)


def in_ranks(
    panel: Panel, words: Vocabulary, may: Collection[str], addresses: str, together: Sequence[TogetherButton]
) -> PauseMenu:
    """Return the menu of a pause, and leave the usual answer alone on its panel.

    The words that are said of no player and `often` come first, those of players among the people. What `may` be said
    at any time opens a sheet that is fetched; `addresses` begins its address.
    """
    menu = PauseMenu(together if BUYS in words.often else ())
    by_verb = {sheet.verb: sheet for sheet in panel.sheets if not sheet.usual}
    for word in words.often:
        whole = [button for button in panel.ready if isinstance(button, SayingButton) and button.saying == word]
        menu.whole.ready += whole
        if whole or word in OF_PEOPLE:
            continue  # people have a rank of their own
        if word in by_verb:
            rank = menu.people if word in words.words else menu.often
            rank.append(Place(people_write(by_verb.pop(word).label), sheet_of_word(panel, word)))
        elif word in may:
            menu.often.append(_fetched(word, words, addresses))
    menu.people[:0] = [_fetched(word, words, addresses) for word in OF_PEOPLE if word in may]
    panel.taken(menu.whole.ready.__contains__)
    menu.rest = panel.taken(lambda button: button not in panel.usual_sheets)
    return menu


def sheet_of_word(panel: Panel, word: str) -> SheetButton:
    """Take the sheet of a word off a panel, and return it."""
    sheet = next(sheet for sheet in panel.sheets if sheet.verb == word)
    panel.sheets.remove(sheet)
    return sheet


def _fetched(word: str, words: Vocabulary, addresses: str) -> Place:
    """Return the place of a sheet that is fetched when it is opened."""
    label = (said(words, word).label or word).capitalize() if word not in OF_PEOPLE else word
    sheet = SheetButton(f"at-{word}", f"{label}…", word, address=f"{addresses}{word}", whole=word in OF_ALL)
    return Place(f"{label}…", sheet, name=word)
