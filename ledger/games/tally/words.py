"""The words of Tally, and what belongs to each."""

from ledger.notation.vocabulary import Shape, Vocabulary

VOCABULARY = Vocabulary(
    {
        "gives": Shape.PLAYER_AND_AMOUNT,
        "puts": Shape.AMOUNT,
    },
    {
        "give": "gives",
        "put": "puts",
    },
)
