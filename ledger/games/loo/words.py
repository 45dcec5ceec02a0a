"""The words of Loo, and what belongs to each."""

from ledger.rules import Arguments, Vocabulary

ALONE = ("stands", "miss", "civil", "flush", "withdraws", "last-round", "all-looed")
"""The words with nothing after them."""

VOCABULARY = Vocabulary(
    dict.fromkeys(ALONE, Arguments.ALONE),
    other_forms={"misses": "miss", "stand": "stands", "withdraw": "withdraws"},
    phrases={
        "plays|play|in": "stands",
    },
)
