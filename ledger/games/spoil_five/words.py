"""The words of Spoil-Five, and what belongs to each."""

from ledger.rules import Arguments, Said, Vocabulary

VOCABULARY = Vocabulary(
    {
        "fives": Arguments.MAYBE_CARD,
        "robs": Arguments.MAYBE_CARD,
        "jinks": Arguments.ALONE,
        "spoilt": Arguments.ALONE,
    },
    other_forms={
        "spoiled": "spoilt",
    },
    phrases={"[game] spoil five [REST]": "game spoil-five REST"},
    said_as={
        "fives card": Said("fives, by the card"),
        "robs card": Said("robs, by the card"),
        "jinks": Said(says="goes on for five", seldom=True),
        "spoilt": Said(says="The deal is spoilt", seldom=True),
        "fives": Said(
            question=("What does {player} throw out for the five?", "What is thrown out for the five?"), seldom=True
        ),
        "robs": Said(
            question=("What does {player} throw out for the card turned up?", "Who robs, and what goes out?"),
            seldom=True,
        ),
        "false-rob": Said(says="robbed without the ace"),
        "not-robbing": Said(says="did not rob"),
        "stake=": Said("A new pool costs each"),
        "spoilt=": Said("After a spoilt deal it costs"),
        "deal=": Said("The dealer pays besides"),
        "to_win=": Said("Tricks that take the pool"),
        "sides=": Said("Sides of partners"),
        "robbing=": Said("The ace of trumps robs"),
        "order=": Said("The cards rank as at"),
        "misdeal=": Said("After a misdeal the deal"),
        "fiving=": Said("The trump may be changed"),
        "jink=": Said("All five may be played for"),
        "to=": Said("The pool is won at"),
    },
)
