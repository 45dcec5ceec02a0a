"""How people say what is said at Newmarket."""

from ledger.rules import Said, Vocabulary

VOCABULARY = Vocabulary(
    said_as={
        "stakes": Said(seldom=True),
        "stake=": Said("One stake is"),
        "put=": Said("Stakes that each puts down"),
    },
)
