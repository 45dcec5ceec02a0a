"""The words of Cassino, and what belongs to each."""

from ledger.notation.vocabulary import Shape, Vocabulary

VOCABULARY = Vocabulary(
    {
        "lays": Shape.CARD,
    },
    {
        "lay": "lays",
    },
)
