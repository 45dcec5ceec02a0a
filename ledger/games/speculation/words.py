"""The words of Speculation, and what people say for them."""

from ledger.rules import Said, Vocabulary

VOCABULARY = Vocabulary(
    phrases={
        "A buys [the|a] trump|it from|of B for|at AMOUNT": "B sells trump to A for AMOUNT",
        "A buys [the] turn-up from|of B for|at AMOUNT": "B sells turn-up to A for AMOUNT",
        "A buys [the|a] card|cards from|of B for|at AMOUNT": "B sells cards to A for AMOUNT",
        "A buys [the|a] trump|it for|at AMOUNT": "The one who has a card sells it? B sells trump to A for AMOUNT",
        "A buys [the] turn-up for|at AMOUNT": "The one who has a card sells it? B sells turn-up to A for AMOUNT",
        "A buys [the|a] card|cards for|at AMOUNT": "The one who has a card sells it? B sells cards to A for AMOUNT",
        "[game] speculate [REST]": "game speculation REST",
    },
    said_as={
        "looking": Said(says="looked too soon"),
        "knave": Said(says="turned up a knave or a five"),
        "five": Said(says="turned up a knave or a five"),
        "plays": Said(question=("Which card does {player} turn up?", "Which card is turned up?")),
        "sells deal": Said(label="sells the deal"),
        "sells turn-up": Said(label="sells the card turned up"),
        "sells trump": Said(label="sells the highest trump"),
        "sells card": Said(label="sells the next card"),
        "sells cards": Said(label="sells all the cards"),
        "pack=": Said("Cards in the pack"),
        "stake=": Said("Each pays into the pool"),
        "honours=": Said("An honour turned up"),
        "turn_up=": Said("The card turned up is of"),
        "spare_hand=": Said("A spare hand is dealt"),
        "knave_five=": Said("A knave or a five costs"),
        "fine=": Said("Looking too soon costs"),
    },
)
