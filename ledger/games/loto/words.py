"""The words of Loto, and what belongs to each."""

from ledger.notation.vocabulary import Shape, Vocabulary

VOCABULARY = Vocabulary(
    {
        "row": Shape.WITH_PLAYERS,
        "two-rows": Shape.WITH_PLAYERS,
        "full": Shape.WITH_PLAYERS,
        "saves": Shape.NUMBER,
        "cards": Shape.NUMBER,
        "card": Shape.NUMBERS,
        "covers": Shape.NUMBERS,
        "last": Shape.MAYBE_NUMBER,
    },
    {
        "cover": "covers",
        "save": "saves",
    },
)
