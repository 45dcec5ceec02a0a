"""The words of Cassino, and what belongs to each."""

from ledger.rules import Arguments, Said, Vocabulary

VOCABULARY = Vocabulary(
    {
        "lays": Arguments.CARD,
    },
    phrases={
        "cassino|casino": "",
        "big": "great",
        "small": "little",
        "[game] casino [REST]": "game cassino REST",
    },
    said_as={
        "lays": Said(question=("What does {player} lay down?", "What is laid down?")),
        "exposed": Said(says="showed a card"),
        "great": Said(label="Great Cassino"),
        "little": Said(label="Little Cassino"),
        "spades": Said(label="the most spades"),
        "cards": Said(label="the most cards"),
        "pack=": Said("Cards in the pack"),
        "point=": Said("A point is worth"),
        "partners=": Said("Four play as partners"),
        "scoring=": Said("What is scored"),
        "game=": Said("The game is won at"),
        "stake=": Said("A lost game costs"),
        "fine=": Said("A card shown costs"),
    },
)
