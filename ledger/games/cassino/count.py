"""The winnings of a deal of Cassino and their points, by what was said or by the cards [99]."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ledger.rules import Card, Side, Sides, listed, perhaps
from ledger.rules.events import Scores
from ledger.rules.slots import AnySlot, Group, Literal, Number, Slots

GREAT, LITTLE = Card.D10, Card.S2
"""The ten of diamonds is Great Cassino, the two of spades is Little Cassino."""
ACES = 4
"""The number of aces."""
ALONE = ("great", "little", "spades", "cards")
"""The points that are scored by name alone."""
COUNTED = ("aces", "sweeps")
"""The points that are scored with a number."""
FORM = "scores [great] [little] [aces=N] [spades] [cards] [sweeps=N]"


@dataclass(frozen=True)
class Winnings:
    """The winnings of one side in a deal."""

    great: bool
    little: bool
    aces: int
    spades: bool
    """Whether the side has more spades than any other."""
    cards: bool
    """Whether the side has more cards than any other."""
    sweeps: int

    def points(self) -> int:
        """Return the points of the winnings."""
        return 2 * self.great + self.little + self.aces + self.spades + 3 * self.cards + self.sweeps


class ScoreSheet:
    """A deal told by outcome, side by side."""

    def __init__(self, sides: Sides, pack: int) -> None:
        self.sides = sides
        self.pack = pack
        self.winnings: dict[Side, Winnings] = {}

    def take(self, event: Scores) -> None:
        """Note what a side has scored."""
        self.winnings[self.sides.of(event.player)] = winnings_said(event)

    def silent(self) -> list[Side]:
        """Return the sides that have not spoken."""
        return [side for side in self.sides.all if side not in self.winnings]

    def missing(self, further: Winnings | None = None) -> list[str]:
        """Return what nobody has been given yet, after what is being said now."""
        given = [*self.winnings.values(), *([further] if further else [])]
        aces = ACES - sum(winnings.aces for winnings in given)
        must = {
            "Great Cassino": any(winnings.great for winnings in given),
            "Little Cassino": self.pack != 52 or any(winnings.little for winnings in given),
            f"{aces} ace{'s' if aces != 1 else ''}": aces == 0,
            # thirteen spades cannot be halved, but three sides or more may have equally many
            "the most spades": self.pack != 52 or len(self.sides.all) > 2 or any(winnings.spades for winnings in given),
            "the last sweep": any(winnings.sweeps for winnings in given),
        }
        return [thing for thing, is_given in must.items() if not is_given]

    def wrong(self, event: Scores) -> str | None:
        """Return what is wrong with what a side says, or None."""
        if problem := wrong_words(event):
            return problem
        side = self.sides.of(event.player)
        if side in self.winnings:
            return f"{side} scored already in this deal: a side scores once"
        winnings = winnings_said(event)
        if problem := self.given_already(winnings):
            return problem
        if self.silent() == [side] and (missing := self.missing(winnings)):
            return f"this is the last side to score, and nobody has {listed(missing)}"
        return None

    def given_already(self, winnings: Winnings) -> str | None:
        """Return what another side already has of the things that exist once."""
        if winnings.little and self.pack != 52:
            return f"there is no Little Cassino in a pack of {self.pack}: it is the two of spades"
        for other, theirs in self.winnings.items():
            for word, thing in (
                ("great", "Great Cassino"),
                ("little", "Little Cassino"),
                ("spades", "the most spades"),
                ("cards", "the most cards"),
            ):
                if getattr(winnings, word) and getattr(theirs, word):
                    return f"{thing} was scored by {other} already"
        aces = winnings.aces + sum(theirs.aces for theirs in self.winnings.values())
        return f"there are four aces, and these make {aces}" if aces > ACES else None


def score_forms(sheet: ScoreSheet) -> list[Slots]:
    """Return the forms in which the next side may say its score, by their first word.

    The last side has to say everything that nobody has been given. Any other side, and beyond that the last one too,
    may say any part of the rest.
    """
    given, last = sheet.winnings.values(), len(sheet.silent()) == 1
    missing = sheet.missing() if last else []
    aces = ACES - sum(winnings.aces for winnings in given)
    must = {
        "great": "Great Cassino" in missing,
        "little": "Little Cassino" in missing,
        "aces": last and aces > 0,
        "spades": "the most spades" in missing,
        "cards": False,
        "sweeps": "the last sweep" in missing,
    }
    most = {"aces": aces, "sweeps": sheet.pack // 2}
    gone = {word for word in ALONE for winnings in given if getattr(winnings, word)}
    gone |= ({"little"} if sheet.pack != 52 else set()) | (set() if aces else {"aces"})
    words = [word for word in must if word not in gone]
    least = {"aces": aces if last else 1, "sweeps": 1}

    def slot(word: str, optional: bool) -> AnySlot:
        if word in ALONE:
            return Literal(word, optional=optional, shown=None)
        number = Number(least[word], most[word], asks=word)
        return Group((Literal(word), Literal("="), number), optional=optional, shown=None)

    firsts = words[: next((place for place, word in enumerate(words) if must[word]), len(words)) + 1]
    return [
        tuple(slot(word, word != first and not must[word]) for word in words[words.index(first) :]) for first in firsts
    ]


def wrong_words(event: Scores) -> str | None:
    """Return which word of a score is unknown, or has a number too many or too few."""
    if event.points is not None:
        why = f"points are said by what they are for: {event.player} {FORM}, or scores 0"
        return None if event.points == 0 else why
    names = [name for name, _ in event.marks]
    for name, number in event.marks:
        if name not in (*ALONE, *COUNTED):
            near = perhaps(name, (*ALONE, *COUNTED))
            return f"{name} scores nothing at Cassino{near}: say {event.player} {FORM}"
        if names.count(name) > 1:
            return f"{name} is said twice"
        if name in ALONE and number is not None:
            return f"{name} has no number: say {name} alone"
        if name in COUNTED and number is None:
            return f"{name} needs a number: say {name}=N"
    return None


def winnings_said(event: Scores) -> Winnings:
    """Return the winnings that a side tells in valid words."""
    marks = dict(event.marks)
    return Winnings(
        great="great" in marks,
        little="little" in marks,
        aces=marks.get("aces") or 0,
        spades="spades" in marks,
        cards="cards" in marks,
        sweeps=marks.get("sweeps") or 0,
    )


def winnings_taken(taken: Mapping[Side, Sequence[Card]], sweeps: Mapping[Side, int]) -> dict[Side, Winnings]:
    """Return the winnings of each side, from the cards it took."""
    spades = {side: sum(card.suit == "S" for card in cards) for side, cards in taken.items()}
    number = {side: len(cards) for side, cards in taken.items()}
    return {
        side: Winnings(
            great=GREAT in cards,
            little=LITTLE in cards,
            aces=sum(card.rank == "A" for card in cards),
            spades=most(spades) == side,
            cards=most(number) == side,
            sweeps=sweeps[side],
        )
        for side, cards in taken.items()
    }


def most(counts: Mapping[Side, int]) -> Side | None:
    """Return the side that has more than any other; None if several have the most."""
    best = max(counts.values())
    (first, *others) = [side for side, count in counts.items() if count == best]
    return None if others else first
