"""The words of Spin, and what belongs to each."""

from ledger.rules import Arguments, Vocabulary

VOCABULARY = Vocabulary(
    {
        "forfeits": Arguments.ALONE,
    },
    other_forms={
        "forfeit": "forfeits",
    },
)
