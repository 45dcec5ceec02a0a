"""The words of Loo, and what belongs to each."""

from ledger.rules import Arguments, Said, Vocabulary

ALONE = ("stands", "miss", "civil", "flush", "withdraws", "last-round", "all-looed")
"""The words with nothing after them."""

VOCABULARY = Vocabulary(
    dict.fromkeys(ALONE, Arguments.ALONE),
    other_forms={"misses": "miss"},
    phrases={
        "plays|play|in": "stands",
        "[game] limited loo [REST]": "game loo REST",
        "[game] unlimited loo [REST]": "game loo unlimited=on REST",
    },
    questions={"all-looed": "Who wins the single?", "wins": "Who wins the single?"},
    said_as={
        "flush": Said(seldom=True),
        "stands": Said(seldom=True),
        "miss": Said(says="takes the miss", seldom=True),
        "civil": Said(says="asks Pam to be civil", seldom=True),
        "withdraws": Said(says="goes out of the game", seldom=True),
        "last-round": Said(label="calls the last round", says="calls the last round", seldom=True),
        "all-looed": Said(label="all are looed", says="All are looed", seldom=True),
        "declaring": Said(says="spoke too soon"),
        "exposing": Said(says="showed a card"),
        "interfering": Said(says="touched the cards being dealt"),
        "lead": Said(says="led the wrong card"),
        "looking": Said(says="looked too soon"),
        "not-heading": Said(says="did not head the trick"),
        "opponents-hand": Said(says="looked at another hand"),
        "playing": Said(says="played out of turn"),
        "revoke": Said(says="did not follow suit"),
        "pack=": Said("Cards in the pack"),
        "deal=": Said("The dealer pays into the pool"),
        "loo=": Said("A loo is"),
        "single_loo=": Said("A loo on a single is"),
        "unlimited=": Said("A loo is all that was in the pool"),
        "limit=": Said("No loo goes beyond"),
        "form=": Said("It is played with"),
        "pam=": Said("Pam is the knave of"),
        "club_law=": Said("A club turned up: all stand"),
        "lead=": Said("Of several trumps is led"),
        "miss_leads=": Said("The miss leads to trick 1"),
        "dealer_plays=": Said("The dealer of six plays"),
    },
)
