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
    phrases={
        "straight flush": "sequence-flush",
        "full house": "full",
        "straight": "sequence",
        "two pair|two pairs": "two-pairs",
        "three of a kind|trips": "threes",
        "four of a kind|quads": "fours",
        "stands pat": "pat",
        "check|checks|stay|stays": "stands|passes",
        "[A] all in": "An all-in is said by what is put in? MOST",
    },
)
