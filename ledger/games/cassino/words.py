"""The words of Cassino, and what belongs to each."""

from ledger.rules import Arguments, Vocabulary

VOCABULARY = Vocabulary(
    {
        "lays": Arguments.CARD,
    },
    other_forms={
        "lay": "lays",
    },
    phrases={
        "cassino|casino": "",
        "big": "great",
        "small": "little",
        "[game] casino [REST]": "game cassino REST",
    },
)
