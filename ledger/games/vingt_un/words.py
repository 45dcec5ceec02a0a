"""The words of Vingt-un, and what belongs to each."""

from ledger.games.families.twenty_one.words import TWENTY_ONE
from ledger.rules import Arguments, Said, Vocabulary

VOCABULARY = TWENTY_ONE + Vocabulary(
    {
        "last-card": Arguments.ALONE,
        "throws-up": Arguments.ALONE,
    },
    other_forms={
        "throw-up": "throws-up",
    },
    phrases={
        "[game] twenty-one|21|pontoon|blackjack [REST]": "game vingt-un REST",
        "[game] vingt et un [REST]": "game vingt-un REST",
    },
    said_as={
        "last-card": Said(label="has the last card", says="has the last card", seldom=True),
        "N": Said(label="has so many", says="has {number}", seldom=True),
        "out-of-order": Said(says="dealt out of order"),
        "two-cards": Said(says="dealt two cards at once"),
        "stake=": Said("The least stake is"),
        "limit=": Said("The most staked is"),
        "limit_deal=": Said("A deal ends after"),
        "thrown_out=": Said("A natural gives the deal to"),
        "ante=": Said("Each pays into the pool"),
        "ante_each=": Said("That is paid each"),
        "overdraw=": Said("A dealer who is over pays"),
        "tie_share=": Said("Of ties the pool has"),
        "privilege=": Said("A natural receives of each"),
        "fine=": Said("A fault costs"),
    },
)
