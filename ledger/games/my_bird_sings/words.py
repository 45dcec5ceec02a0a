"""The words of My Bird Sings, and what belongs to each."""

from ledger.rules import Arguments, Said, Vocabulary

VOCABULARY = Vocabulary(
    {
        "sings": Arguments.MAYBE_CARDS,
    },
    said_as={
        "sings card": Said("sings, by the cards"),
        "sings": Said(question=("Which cards does {player} show?", "Whose bird sings?")),
        "tricks": Said(says="The pack is out: the birds are counted"),
        "pack=": Said("Cards in the pack"),
        "stake=": Said("Each pays into the pool"),
        "method=": Said("The way of giving"),
        "sings=": Said("What sings is"),
        "cards=": Said("Cards dealt to each"),
        "whole_pack=": Said("The whole pack is played"),
    },
)
