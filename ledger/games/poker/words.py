"""The words of Poker, and what belongs to each."""

from ledger.rules import Arguments, Vocabulary

VOCABULARY = Vocabulary(
    {
        "stands": Arguments.ALONE,
        "pat": Arguments.ALONE,
        "opens": Arguments.MAYBE_AMOUNT,
        "straddles": Arguments.MAYBE_AMOUNT,
        "demands-show": Arguments.AMOUNT,
    },
    other_forms={
        "demand-show": "demands-show",
        "open": "opens",
        "stand": "stands",
        "straddle": "straddles",
    },
)
