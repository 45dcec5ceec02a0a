"""The words of Poker, and what belongs to each."""

from ledger.notation.vocabulary import Shape, Vocabulary

VOCABULARY = Vocabulary(
    {
        "stands": Shape.ALONE,
        "pat": Shape.ALONE,
        "opens": Shape.MAYBE_AMOUNT,
        "straddles": Shape.MAYBE_AMOUNT,
        "demands-show": Shape.AMOUNT,
    },
    {
        "demand-show": "demands-show",
        "open": "opens",
        "stand": "stands",
        "straddle": "straddles",
    },
)
