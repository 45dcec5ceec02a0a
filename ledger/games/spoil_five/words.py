"""The words of Spoil-Five, and what belongs to each."""

from ledger.notation.vocabulary import Shape, Vocabulary

VOCABULARY = Vocabulary(
    {
        "fives": Shape.MAYBE_CARD,
        "robs": Shape.MAYBE_CARD,
        "jinks": Shape.ALONE,
        "spoilt": Shape.ALONE,
    },
    {
        "five": "fives",
        "jink": "jinks",
        "rob": "robs",
        "spoiled": "spoilt",
    },
)
