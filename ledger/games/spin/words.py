"""The words of Spin, and what belongs to each."""

from ledger.notation.vocabulary import Shape, Vocabulary

VOCABULARY = Vocabulary(
    {
        "forfeits": Shape.ALONE,
    },
    {
        "forfeit": "forfeits",
    },
)
