"""The words of Snip-Snap-Snorum, and what belongs to each."""

from ledger.rules import Arguments, Said, Vocabulary

VOCABULARY = Vocabulary(
    {
        "snip": Arguments.MAYBE_PLAYER,
        "snap": Arguments.MAYBE_PLAYER,
        "snorum": Arguments.MAYBE_PLAYER,
        "matches": Arguments.ALONE,
    },
    other_forms={
        "snaps": "snap",
        "snips": "snip",
        "snorums": "snorum",
    },
    questions=dict.fromkeys(("snip", "snap", "snorum"), "Who pairs the card?"),
    said_as={
        "snip": Said(
            label="says Snip",
            says="says Snip",
            question=("With which card does {player} pair it?", "Who pairs the card?"),
        ),
        "snap": Said(
            label="says Snap",
            says="says Snap",
            question=("With which card does {player} pair it?", "Who pairs the card?"),
        ),
        "snorum": Said(
            label="says Snorum",
            says="says Snorum",
            question=("With which card does {player} pair it?", "Who pairs the card?"),
        ),
        "matches": Said(says="matches the card turned up"),
        "penalty snip": Said(says="paired wrongly"),
        "pack=": Said("Cards in the pack"),
        "stake=": Said("One stake is"),
        "form=": Said("Cards dealt"),
        "unlimited=": Said("It is played without lives"),
        "lives=": Said("Stakes that each has"),
        "turn_up=": Said("A card turned up is paid by"),
    },
)
