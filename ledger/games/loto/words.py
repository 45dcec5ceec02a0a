"""The words of Loto, and what belongs to each."""

from ledger.rules import Arguments, Vocabulary

VOCABULARY = Vocabulary(
    {
        "row": Arguments.WITH_PLAYERS,
        "two-rows": Arguments.WITH_PLAYERS,
        "full": Arguments.WITH_PLAYERS,
        "saves": Arguments.NUMBER,
        "cards": Arguments.NUMBER,
        "card": Arguments.NUMBERS,
        "covers": Arguments.NUMBERS,
        "last": Arguments.MAYBE_NUMBER,
    },
    other_forms={
        "cover": "covers",
        "save": "saves",
    },
    phrases={
        "bingo|house": "full",
        "[game] lotto|bingo [REST]": "game loto REST",
    },
)
