"""The words of Commerce, and what belongs to each."""

from ledger.rules import Arguments, Vocabulary

VOCABULARY = Vocabulary(
    {
        "trades": Arguments.ALONE,
        "barters": Arguments.MAYBE_TWO_CARDS,
        "stands": Arguments.ALONE,
        "offers": Arguments.ALONE,
        "exchanges": Arguments.ALONE,
        "beats": Arguments.PLAYERS,
        "worst": Arguments.ALONE,
        "horse": Arguments.ALONE,
        "tricon": Arguments.ALONE,
        "sequence": Arguments.ALONE,
        "flush": Arguments.ALONE,
        "pair": Arguments.ALONE,
        "point": Arguments.ALONE,
    },
    other_forms={
        "barter": "barters",
        "beat": "beats",
        "exchange": "exchanges",
        "offer": "offers",
        "stand": "stands",
        "trade": "trades",
    },
)
