"""The words of My Bird Sings, and what belongs to each."""

from ledger.notation.vocabulary import Shape, Vocabulary

VOCABULARY = Vocabulary(
    {
        "sings": Shape.MAYBE_CARDS,
    },
    {
        "sing": "sings",
    },
)
