"""The walk: at any point of a form it tells what may come next, and whether the saying is settled."""

import pytest

from ledger.core.cards import Card
from ledger.core.money import Money
from ledger.language.slots import Amount, Cards, Group, Literal, Number, Player, Players, Text, Word
from ledger.language.walk import Walk

MONEY = Money("counters", 1)
ABC = ("Ann", "Bob", "Cat")
LEFT = Group((Player(ABC), Number(0, 5)), repeat=True, low=2, high=3, total=(5, 5))
COUNTS = (Literal("left"), LEFT)
QUALIFIED = (
    Word(("made",)),
    Group((Literal("with"), Number(1, 4)), optional=True, any_order=True),
    Group((Literal("schneider"),), optional=True, any_order=True),
)
FOUR = (Card.C2, Card.C3, Card.D3, Card.D4)
EXCHANGE = (Word(("discards",)), Cards(1, 3, FOUR), Literal("draws"), Cards(1, 3, FOUR, as_many=True))


def walked(slots, said):
    """Return the walk after these words, as the first step that takes each leads."""
    walk = Walk(slots, MONEY)
    for text in said.split():
        walk = next(step.after(text) for step in walk.steps() if step.slot.takes(text, MONEY) and step.may_be(text))
    return walk


def next_texts(walk):
    return [text for step in walk.steps() for text in step.texts()]


@pytest.mark.parametrize(
    ("slots", "said", "settled", "following"),
    [
        (COUNTS, "left", False, "Ann Bob Cat"),
        (COUNTS, "left Ann", False, "0 1 2 3 4 5"),
        (COUNTS, "left Ann 3", False, "Bob Cat"),
        (COUNTS, "left Ann 3 Bob", False, "0 1 2"),
        (COUNTS, "left Ann 3 Bob 1", False, "Cat"),
        (COUNTS, "left Ann 3 Bob 1 Cat", False, "1"),
        (COUNTS, "left Ann 3 Bob 2", True, "Cat"),
        (QUALIFIED, "made", True, "with schneider"),
        (QUALIFIED, "made schneider", True, "with"),
        (QUALIFIED, "made schneider with", False, "1 2 3 4"),
        (QUALIFIED, "made schneider with 2", True, ""),
        (EXCHANGE, "discards 2C", False, "draws 3C 3D 4D"),
        (EXCHANGE, "discards 2C 3C draws", False, "3D 4D"),
        (EXCHANGE, "discards 2C 3C draws 3D", False, "4D"),
        (EXCHANGE, "discards 2C 3C draws 3D 4D", True, ""),
        ((Cards(2, 3, FOUR, apart=("rank",)),), "3C", False, "2C 4D"),
        ((Cards(2, 2, FOUR, often={Card.C2: 2}),), "2C", False, "2C 3C 3D 4D"),
        ((Players(1, 2, ABC), Literal("share")), "Ann", False, "share Bob Cat"),
        ((Word(("buys",)), Amount(1, 9, (2, 5)), Text(optional=True)), "buys 3", True, '"'),
        ((Group((Word(("king", "queen"), often={"king": 2}),), repeat=True),), "king", True, "king queen"),
        ((Group((Word(("king", "queen"), often={"king": 2}),), repeat=True),), "king king", True, "queen"),
    ],
)
def test_what_may_come_next_and_whether_the_saying_is_settled(slots, said, settled, following):
    walk = walked(slots, said)
    assert (walk.settled, " ".join(next_texts(walk))) == (settled, following)


def test_an_end_is_told_for_each_text():
    """A number ends the saying where it completes the total; a player never does."""
    (step,) = walked(COUNTS, "left Ann 3 Bob").steps()
    assert step.endings() == [("0", False), ("1", False), ("2", True)]
    assert not any(ends for step in walked(COUNTS, "left Ann 3 Bob 1").steps() for _, ends in step.endings())


def test_amounts_leave_the_total_within_reach():
    """What was won and lost comes to nothing: who comes last has only one amount left."""
    result = Group((Player(ABC), Amount(-9, 9)), repeat=True, low=3, high=3, total=(0, 0))
    (step,) = walked((result,), "Ann +5 Bob -3 Cat").steps()
    assert (step.slot.low, step.slot.high, step.slot.examples(MONEY)) == (-2, -2, ["-2"])


def test_a_lenient_walk_holds_no_bounds_and_no_total():
    """Shorthand spells out what is said too often or too much: the rules then say what is wrong."""
    walk = Walk((LEFT,), MONEY, lenient=True)
    for text in ("Ann", "5", "Ann", "4"):
        walk = next(step.after(text) for step in walk.steps() if step.slot.takes(text, MONEY) and step.may_be(text))
    assert walk.settled
