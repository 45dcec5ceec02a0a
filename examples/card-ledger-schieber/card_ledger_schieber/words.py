"""The words of Schieber."""

from ledger.rules import Arguments, Said, Vocabulary

FACTORS = {"clubs": 1, "spades": 1, "diamonds": 2, "hearts": 2, "tops": 3, "bottoms": 3}
"""What the points of a deal are multiplied by, with `factors=usual`."""
MELDS = (20, 50, 100, 150, 200)

VOCABULARY = Vocabulary(
    words={
        **dict.fromkeys(FACTORS, Arguments.ALONE),
        "shoves": Arguments.ALONE,
        "melds": Arguments.NUMBER,
        "marriage": Arguments.ALONE,
        "counts": Arguments.NUMBER,
        "match": Arguments.ALONE,
    },
    other_forms={
        "schiebt": "shoves", "geschoben": "shoves", "kreuz": "clubs", "schaufel": "spades", "ecke": "diamonds",
        "herz": "hearts", "obenabe": "tops", "undenufe": "bottoms", "weist": "melds", "stöck": "marriage",
        "zählt": "counts", "matsch": "match",
    },
    said_as={
        **{word: Said(says=f"makes {word} trumps") for word in ("clubs", "spades", "diamonds", "hearts")},
        "tops": Said(says="plays without trumps, the ace highest"),
        "bottoms": Said(says="plays without trumps, the six highest"),
        "shoves": Said(label="shove it to the partner", says="leaves it to the partner"),
        "melds": Said(label="a meld", question="What does {player} meld?", seldom=True),
        "marriage": Said(label="king and queen of trumps", says="has king and queen of trumps", seldom=True),
        "counts": Said(label="card points", question="How many of the 157 has {player}'s side?"),
        "match": Said(label="all tricks", says="has all tricks"),
        "target=": Said("The game is over at"),
        "stake=": Said("Each loser pays"),
        "hundred=": Said("For every hundred points behind each loser pays besides"),
        "factors=": Said("The points count"),
    },
)  # fmt: skip
