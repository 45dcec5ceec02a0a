"""The words of Loo, and what belongs to each."""

from ledger.language.vocabulary import Arguments, Vocabulary

VOCABULARY = Vocabulary(
    {
        "stands": Arguments.ALONE,
        "miss": Arguments.ALONE,
        "civil": Arguments.ALONE,
        "flush": Arguments.ALONE,
        "withdraws": Arguments.ALONE,
        "last-round": Arguments.ALONE,
        "all-looed": Arguments.ALONE,
    },
    {
        "misses": "miss",
        "stand": "stands",
        "withdraw": "withdraws",
    },
)
