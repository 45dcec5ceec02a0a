"""The words of Tally, and what belongs to each."""

from ledger.rules import Arguments, Said, Vocabulary

VOCABULARY = Vocabulary(
    {
        "gives": Arguments.PLAYER_AND_AMOUNT,
        "puts": Arguments.AMOUNT,
    },
    said_as={
        "gives": Said(question=("Whom does {player} give counters?", "Who gives whom counters?")),
        "puts": Said(
            says=("puts {amount} into the pool",),
            question=("What does {player} put into the pool?", "Who puts what into the pool?"),
            repeats="put into the pool",
        ),
        "name=": Said("What is played"),
        "pot=": Said("Each pays in at a deal"),
    },
)
