"""The words of Nap, and what belongs to each."""

from ledger.rules import Arguments, Said, Vocabulary

ALONE = ("misery", "nap", "wellington", "blucher", "spare", "made", "failed", "stands")
"""The words with nothing after them."""

VOCABULARY = Vocabulary(
    dict.fromkeys(ALONE, Arguments.ALONE),
    other_forms={
        "blücher": "blucher",
        "fail": "failed",
        "fails": "failed",
        "make": "made",
        "makes": "made",
    },
    phrases={
        "miz|mis|misere": "misery",
        "won|wins|makes it|made it": "made",
        "lost|loses": "failed",
        "[game] napoleon [REST]": "game nap REST",
    },
    said_as={
        "kitty": Said("the kitty"),
        "spare": Said(says="takes the spare hand"),
        "touching": Said(says="touched the cards"),
        "buys": Said(
            question=("How many cards does {player} buy?", "How many cards are bought?"), repeats="cards bought"
        ),
        "made": Said(repeats="made"),
        "failed": Said(repeats="failed"),
        "pack=": Said("Cards in the pack"),
        "stake=": Said("A trick is worth"),
        "kitty=": Said("The dealer pays into a kitty"),
        "kitty_by=": Said("The kitty is paid by"),
        "misery=": Said("Misery may be called"),
        "misery_stake=": Said("Stakes that misery is worth"),
        "buying=": Said("Cards may be bought"),
        "spare_hand=": Said("A spare hand may be taken"),
        "double_header=": Said("All pass: stakes double"),
        "lowest_call=": Said("The lowest call"),
        "wellington=": Said("Wellington over Nap"),
        "blucher=": Said("Blücher over Wellington"),
        "challenge=": Said("Who called Nap may go higher"),
        "cards=": Said("Cards dealt to each"),
        "dealer_plays=": Said("The dealer of five plays"),
    },
)
