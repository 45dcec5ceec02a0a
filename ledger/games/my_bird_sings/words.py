"""The words of My Bird Sings, and what belongs to each."""

from ledger.rules import Arguments, Vocabulary

VOCABULARY = Vocabulary(
    {
        "sings": Arguments.MAYBE_CARDS,
    },
    other_forms={
        "sing": "sings",
    },
)
