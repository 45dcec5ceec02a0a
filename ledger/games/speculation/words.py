"""The words of Speculation, and what people say for them."""

from ledger.rules import Vocabulary

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
)
