"""The words of Commerce, and what belongs to each."""

from ledger.notation.vocabulary import Shape, Vocabulary

VOCABULARY = Vocabulary(
    {
        "trades": Shape.ALONE,
        "barters": Shape.MAYBE_TWO_CARDS,
        "stands": Shape.ALONE,
        "offers": Shape.ALONE,
        "exchanges": Shape.ALONE,
        "beats": Shape.PLAYERS,
        "worst": Shape.ALONE,
        "horse": Shape.ALONE,
        "tricon": Shape.ALONE,
        "sequence": Shape.ALONE,
        "flush": Shape.ALONE,
        "pair": Shape.ALONE,
        "point": Shape.ALONE,
    },
    {
        "barter": "barters",
        "beat": "beats",
        "exchange": "exchanges",
        "offer": "offers",
        "stand": "stands",
        "trade": "trades",
    },
)
