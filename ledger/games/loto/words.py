"""The words of Loto, and what belongs to each."""

from ledger.rules import Arguments, Said, Vocabulary

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
    phrases={
        "bingo|house": "full",
        "[game] lotto|bingo [REST]": "game loto REST",
    },
    said_as={
        "row with": Said("a row, together", question="Who cover a row together?"),
        "two-rows with": Said("two rows, together", question="Who cover two rows together?"),
        "full with": Said("a card, together", question="Who cover a card together?"),
        "N": Said(seldom=True),
        "row": Said(
            label="a row",
            says=("{all} cover a row", "covers a row"),
            question=("Who covers a row with {player}?", "Who cover a row together?"),
        ),
        "two-rows": Said(
            label="two rows",
            says=("{all} cover two rows", "covers two rows"),
            question=("Who covers two rows with {player}?", "Who cover two rows together?"),
        ),
        "full": Said(
            label="a card",
            says=("{all} cover a card", "has a full card"),
            question=("Who covers a card with {player}?", "Who cover a card together?"),
        ),
        "cards": Said(
            label="cards taken",
            says=("takes {number} cards",),
            question=("How many cards does {player} take?", "How many cards has each?"),
        ),
        "card": Said(
            label="numbers of a card",
            says="has the card",
            question=("Which numbers has the card of {player}?", "Which numbers has the card?"),
        ),
        "covers": Said(question=("Which numbers does {player} cover?", "Which numbers are covered?")),
        "saves": Said(
            label="numbers covered",
            question=("How many numbers has {player} covered?", "How many numbers has each covered?"),
        ),
        "draws": Said(question="Which numbers are drawn?"),
        "method=": Said("The way of playing"),
        "value=": Said("A counter is worth"),
        "stake=": Said("The stake is"),
        "cards=": Said("Cards in the box"),
        "answer=": Said("A number is covered by"),
        "parts=": Said("Rows win a part of the pool"),
        "saved=": Said("Losers save what they covered"),
        "reserve=": Said("Of each stake is kept back"),
    },
)
