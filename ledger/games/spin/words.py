"""The words of Spin, and what belongs to each."""

from ledger.rules import Arguments, Said, Vocabulary

VOCABULARY = Vocabulary(
    {
        "forfeits": Arguments.ALONE,
    },
    said_as={
        "forfeits": Said(says="forgot to collect"),
        "stake=": Said("One stake is"),
        "spin=": Said("Stakes that Spin is worth"),
        "dealer_game=": Said("The dealer pays Game too"),
    },
)
