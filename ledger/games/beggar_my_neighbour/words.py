"""How people say what is said at Beggar my Neighbour."""

from ledger.rules import Said, Vocabulary

VOCABULARY = Vocabulary(
    said_as={
        "pack=": Said("Cards in the pack"),
        "stake=": Said("Each pays into the pool"),
        "turns=": Said("Cards are turned in a"),
        "ace=": Said("The ace asks four cards"),
    },
)
