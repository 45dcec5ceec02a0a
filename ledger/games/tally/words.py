"""The words of Tally, and what belongs to each."""

from ledger.rules import Arguments, Vocabulary

VOCABULARY = Vocabulary(
    {
        "gives": Arguments.PLAYER_AND_AMOUNT,
        "puts": Arguments.AMOUNT,
    },
    other_forms={
        "give": "gives",
        "put": "puts",
    },
)
