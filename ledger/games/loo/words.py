"""The words of Loo, and what belongs to each."""

from ledger.notation.vocabulary import Shape, Vocabulary

VOCABULARY = Vocabulary(
    {
        "stands": Shape.ALONE,
        "miss": Shape.ALONE,
        "civil": Shape.ALONE,
        "flush": Shape.ALONE,
        "withdraws": Shape.ALONE,
        "last-round": Shape.ALONE,
        "all-looed": Shape.ALONE,
    },
    {
        "misses": "miss",
        "stand": "stands",
        "withdraw": "withdraws",
    },
)
