"""The buttons of a panel: to say something, to open a sheet, or disabled with a reason."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ledger.web.panel.fields import CardsField, Field, GroupField, Suit, ends_in_keys, flattened
from ledger.web.panel.house_rules import HouseRules
from ledger.web.words import in_figures


@dataclass(frozen=True)
class SayingButton:
    """A complete saying, and the label of its button."""

    saying: str
    label: str = ""
    """The label; where it is empty, it is made at the end of what is said."""
    note: str = ""
    ends: bool = False
    """Whether the saying ends a game or the evening, or takes a player away."""
    words: tuple[str, ...] = ()
    """The words after the speaker."""
    above: int = 0
    """How many of the words stand above the button."""
    rest: str = ""
    """The label below the word with which it begins."""
    called: str = ""
    """What the sum that is said is, in words: `half the pot`."""
    only: str = ""
    """The only one who may still say it, where several may say others: below a heading the name follows the words."""
    under: str = ""
    """The heading under which it stands with others, if that is not the word with which they begin."""

    @property
    def verb(self) -> str:
        """Return the word with which it begins after the speaker."""
        return verb_of(self.words)


@dataclass(frozen=True)
class TogetherButton:
    """Several sayings, recorded all or none, and the label of their button."""

    sayings: tuple[str, ...]
    label: str


@dataclass(frozen=True)
class DisabledButton:
    """A word that cannot be said now, and why; `begin` precedes it in a saying."""

    word: str
    reason: str
    begin: tuple[str, ...] = ()
    said: str = ""
    """The word as the game says it to people; empty if it is said as it is written."""
    ends = False

    @property
    def label(self) -> str:
        """Return what stands on the button."""
        return self.said or self.word

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words after the speaker."""
        return (*self.begin, self.word)

    @property
    def verb(self) -> str:
        """Return the word with which it would begin after the speaker."""
        return verb_of(self.words)

    @property
    def rest(self) -> str:
        """Return the label below the word with which it would begin."""
        return self.label if self.begin else ""


@dataclass
class SheetButton:
    """A saying that needs more: the button of its sheet, and the sheet's fields and buttons."""

    id: str
    label: str
    """The label; where it is empty, it is made at the end of how its sayings begin."""
    title: str
    begin: tuple[str, ...] = field(default=(), kw_only=True)
    """The words with which its sayings begin after the speaker."""
    adds: tuple[str, ...] = field(default=(), kw_only=True)
    """What its sayings have besides, by a word each."""
    either: tuple[str, ...] = field(default=(), kw_only=True)
    """The few words of which one is said."""
    fixed: tuple[str, ...] = field(default=(), kw_only=True)
    """The fixed words further on in its sayings."""
    rest: str = field(default="", kw_only=True)
    """The label below the word with which its sayings begin."""
    speaker: str = field(default="", kw_only=True)
    """The only player who says its sayings, where the panel names one."""
    fields: list[Field] = field(default_factory=list)
    ready: list[SayingButton] = field(default_factory=list)
    inner: list["SheetButton"] = field(default_factory=list)
    """Several sayings that begin alike."""
    assumes: str = ""
    people: bool = False
    """Whether the sheet's buttons are the names of those who may say it."""
    is_rare: bool = False
    """Whether its word is said seldom: its names do not lie open."""
    asks: str = ""
    """The question of the heading, if the title is not a question."""
    below: str = ""
    """The line below its heading."""
    link: tuple[str, str] | None = None
    """A page that is another way: its label and its address."""
    seldom: list[Field] = field(default_factory=list)
    """Fields that are seldom filled in, behind one line."""
    short: str = ""
    """What tells the saying from others that begin alike."""
    usual: bool = False
    """Whether the saying is by far the most frequent answer, though it needs more."""
    ends: bool = False
    """Whether the sheet ends a game or the evening, or takes a player away."""
    address: str = ""
    """The address from which a long and seldom used sheet is fetched when it is opened."""
    whole: bool = False
    """Whether the sheet covers the whole page."""
    together: list[TogetherButton] = field(default_factory=list)
    """What all do at once."""
    rules: HouseRules | None = None
    """The house rules of the game that the saying begins."""
    endings: list[SayingButton] = field(default_factory=list)
    """The ways to end, of which one is chosen, and the button below says it; the first is chosen at first."""
    header: str = ""
    """The subject of the page's header while the sheet is open, if it has another one."""
    where: str = ""
    """The page that shows where to look for a mistake, if there may be one."""
    which: str = ""
    """The question about the endings, if the heading asks something else."""
    instead: tuple[str, str, str] | None = None
    """What may be done instead: its label, the result, and its address."""

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words after the speaker that all its sayings have."""
        return (*self.begin, *self.adds)

    @property
    def verb(self) -> str:
        """Return the word with which its sayings begin after the speaker."""
        return verb_of(self.begin)

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The suits that the opening button may choose at once."""
        cards = next((part for part in flattened(self.fields) if isinstance(part, CardsField) and part.required), None)
        return () if cards is None or cards.flat else cards.suits

    @property
    def to_come(self) -> str:
        """Return how many rows have to be filled in before the saying is complete, or 0."""
        pad = next((part for part in self.fields if isinstance(part, GroupField) and part.is_pad), None)
        if pad is None or pad.finds or not pad.required:
            return ""
        return still_to_come(len(pad.rows), self.begin)

    @property
    def keys(self) -> bool:
        """Return whether the last field has a keypad, with the sending key in its last row."""
        return bool(self.fields) and ends_in_keys(self.fields[-1])


Button = SayingButton | DisabledButton | SheetButton

OF_HANDS = {"left", "pope"}
"""Words after which the cards left in hands are counted."""


def still_to_come(number: int, words: Sequence[str]) -> str:
    """Return how many rows of a pad are still empty, by the words of its saying."""
    hands = f" hand{'' if number == 1 else 's'}" if OF_HANDS.intersection(words) else ""
    return f"{in_figures(number).lower()}{hands} to come"


def verb_of(words: Sequence[str]) -> str:
    """Return the word with which words begin; empty without any."""
    return words[0].partition(" ")[0] if words else ""
