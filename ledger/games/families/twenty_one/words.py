"""The words of the games of twenty-one, and what belongs to each."""

from ledger.rules import Arguments, Vocabulary

TWENTY_ONE = Vocabulary(
    {
        "double": Arguments.ALONE,
        "natural": Arguments.ALONE,
        "vingt-un": Arguments.ALONE,
        "stands": Arguments.ALONE,
        "divides": Arguments.AMOUNT_AND_CARDS,
        "over": Arguments.ALONE,
        "loses": Arguments.ALONE,
        "ties": Arguments.ALONE,
        "rejects": Arguments.MAYBE_CARD,
    },
    other_forms={
        "divide": "divides",
        "doubles": "double",
        "lose": "loses",
        "reject": "rejects",
        "stand": "stands",
        "tie": "ties",
    },
    phrases={
        "21": "vingt-un",
        "stick|sticks|stay|stays": "stands",
        "hit|hits|twist|twists": "draws 1",
        "bust|busts|busted|lost": "over",
        "splits|split": "divides",
    },
)
