"""How people say what is said at Pope Joan."""

from ledger.rules import Said, Vocabulary

VOCABULARY = Vocabulary(
    said_as={
        "pope": Said(label="Pope"),
        "takes pope": Said(question="Pope is played: how many cards has each?"),
        "stake=": Said("One stake is"),
        "board=": Said("Stakes that dress the board"),
        "dealer_dresses=": Said("The dealer dresses it alone"),
        "pope_limit=": Said("Stakes that Pope costs at most"),
        "divided=": Said("Two may divide Matrimony"),
        "game_only=": Said("The winner takes Game alone"),
        "five_pool=": Said("A board of five"),
        "pope_wins=": Said("Pope turned up wins at once"),
        "spare=": Said("Laid aside is"),
        "dealer_looks=": Said("The dealer sees what lies aside"),
        "pope_in_lieu=": Said("Pope may stand in at a stop"),
    },
)
