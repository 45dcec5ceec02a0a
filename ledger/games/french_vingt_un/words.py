"""The words of French Vingt-un, and what belongs to each."""

from ledger.games.families.twenty_one.words import TWENTY_ONE
from ledger.rules import Arguments, Said, Vocabulary

VOCABULARY = TWENTY_ONE + Vocabulary(
    {
        "self": Arguments.ALONE,
        "pair": Arguments.ALONE,
        "company": Arguments.ALONE,
    },
    said_as={
        "pair": Said(says="The first two cards pair"),
        "self": Said(says="The dealer's card pairs"),
        "company": Said(says="The company's card pairs"),
        "N": Said(label="has so many", says="has {number}", seldom=True),
        "sympathy": Said(label="one colour"),
        "antipathy": Said(label="two colours"),
        "red": Said(label="red"),
        "rouge": Said(label="red"),
        "black": Said(label="black"),
        "noir": Said(label="black"),
        "stake=": Said("The least stake is"),
        "limit=": Said("The most staked is"),
        "rouge_cards=": Said("Cards dealt in round 5"),
        "pip=": Said("A point of round 7 is worth"),
        "clock=": Said("Round 8 costs each"),
    },
)
