"""The words of the games of twenty-one, and what belongs to each."""

from ledger.rules import Arguments, Said, Vocabulary

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
        "doubles": "double",
    },
    phrases={
        "21": "vingt-un",
        "stick|sticks|stay|stays": "stands",
        "hit|hits|twist|twists": "draws 1",
        "bust|busts|busted|lost": "over",
        "splits|split": "divides",
    },
    said_as={
        "sells deal": Said("sells the deal"),
        "divides card": Said("divides, by the cards"),
        "rejects card": Said("refuses, by the card"),
        "over": Said(says="is over"),
        "natural": Said(says="has a natural"),
        "vingt-un": Said(says="has vingt-un"),
        "double": Said(says="doubles"),
        "divides": Said(
            says=("divides, {amount} on the second: {cards}", "divides, {amount} on the second", "divides"),
            question=("What does {player} stake on the second card?", "What is staked on the second card?"),
            seldom=True,
        ),
        "rejects": Said(question=("Which card does {player} refuse?", "Which card is refused?"), seldom=True),
    },
)
