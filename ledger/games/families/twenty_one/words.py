"""The words of the games of twenty-one, and what belongs to each."""

from ledger.notation.vocabulary import Shape, Vocabulary

TWENTY_ONE = Vocabulary(
    {
        "double": Shape.ALONE,
        "natural": Shape.ALONE,
        "vingt-un": Shape.ALONE,
        "stands": Shape.ALONE,
        "divides": Shape.AMOUNT_AND_CARDS,
        "over": Shape.ALONE,
        "loses": Shape.ALONE,
        "ties": Shape.ALONE,
        "rejects": Shape.MAYBE_CARD,
    },
    {
        "divide": "divides",
        "doubles": "double",
        "lose": "loses",
        "reject": "rejects",
        "stand": "stands",
        "tie": "ties",
    },
)
