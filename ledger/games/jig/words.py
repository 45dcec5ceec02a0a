"""How people say what is said at Jig."""

from ledger.rules import Said, Vocabulary

VOCABULARY = Vocabulary(
    said_as={
        "call": Said(says="made a wrong call"),
        "stake=": Said("A card left costs"),
        "pool=": Said("A deal pays into the pool"),
        "pool_by=": Said("That is paid by"),
        "fine=": Said("A wrong call costs"),
    },
)
