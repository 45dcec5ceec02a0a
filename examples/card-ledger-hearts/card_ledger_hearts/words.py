"""The words of Hearts."""

from ledger.rules import Announcement, Arguments, Said, Vocabulary

VOCABULARY = Vocabulary(
    words={"moon": Arguments.ALONE},
    announcements={"points": Announcement(each="N")},
    questions={"points": "Who took how many of the 26?"},
    other_forms={"moons": "moon", "shoots": "moon"},
    said_as={
        "points": Said(label="who has how many", says="The points are counted"),
        "moon": Said(label="shoots the moon", says="shoots the moon", seldom=True),
        "target=": Said("The game is over at"),
        "stake=": Said("Each loser pays"),
        "point=": Said("For every point more than the winner each loser pays besides"),
        "moon=": Said("Who shoots the moon"),
    },
)
