"""The words of Spoil-Five, and what belongs to each."""

from ledger.rules import Arguments, Vocabulary

VOCABULARY = Vocabulary(
    {
        "fives": Arguments.MAYBE_CARD,
        "robs": Arguments.MAYBE_CARD,
        "jinks": Arguments.ALONE,
        "spoilt": Arguments.ALONE,
    },
    other_forms={
        "five": "fives",
        "jink": "jinks",
        "rob": "robs",
        "spoiled": "spoilt",
    },
)
