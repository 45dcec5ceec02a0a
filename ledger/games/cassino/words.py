"""The words of Cassino, and what belongs to each."""

from ledger.language.vocabulary import Arguments, Vocabulary

VOCABULARY = Vocabulary(
    {
        "lays": Arguments.CARD,
    },
    {
        "lay": "lays",
    },
)
