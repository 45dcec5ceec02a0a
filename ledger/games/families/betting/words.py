"""The words of games with blinds and a board, and what belongs to each."""

from ledger.rules import Announcement, Arguments, AtOnce, BettingWords, Qualifier, Said, Vocabulary

HANDS_NOT_TOLD = (
    'If hands were not told, put stacks before the deal, as insert N "WHY": stacks NAME AMOUNT …, or play with '
    "stakes=open"
)
"""The remedy for a player who is refused for want of counters."""

BETTING = Vocabulary(
    {
        "folds": Arguments.ALONE,
        "checks": Arguments.ALONE,
        "all-in": Arguments.MAYBE_AMOUNT,
        "straddles": Arguments.MAYBE_AMOUNT,
        "posts": (Qualifier("big"), Qualifier("small")),
        "sits-out": Arguments.ALONE,
        "sits-in": Arguments.ALONE,
        "tips": Arguments.AMOUNT,
    },
    announcements={
        "in": Announcement(each="AMOUNT"),
        "stacks": Announcement(each="[AMOUNT]"),
        "flop": Announcement(cards=(0, 3)),
        "turn": Announcement(cards=(0, 1)),
        "river": Announcement(cards=(0, 1)),
        "runs": Announcement(numbers=(1, 1)),
        "bomb": Announcement(amount=True, numbers=(0, 1)),
        "chop": Announcement(),
    },
    other_forms={
        "allin": "all-in",
        "sit-in": "sits-in",
        "sit-out": "sits-out",
    },
    phrases={
        "limps|limp|completes": "calls",
        "shoves|shove|jams": "all-in",
        "muck|mucks": "folds",
        "NAMES chop|chops [the|it] [pot]": "split NAMES",
        "game GAME [blinds|blind|with] [blinds] SUM [/|-] SUM [REST]": "game GAME small=SUM big=SUM REST",
        "game GAME [with] [blinds] SUM and SUM [REST]": "game GAME small=SUM big=SUM REST",
        "in (A STAKE)…": "in (A STAKE)…",
        "A won|wins|win (AMOUNT from B)…": "Is this what each put in? in A GREATEST (B AMOUNT)…; A wins",
        "A won|wins|win AMOUNT": "From whom, and who put in how much? in A AMOUNT OTHER AMOUNT; A wins",
    },
    questions={"win": "Who has the best hand?"},
    often=("in", "count", "buys", "sits-out"),
    at_once=AtOnce("in", sums=("small", "big"), most="all in"),
    betting=(
        BettingWords(("bets", "raises"), "checks", gives_up="folds", also=("straddles", "all-in"), most="all-in"),
    ),
    said_as={
        "deal": Said("hand", says="posts {amount}"),
        "count": Said("count stacks"),
        "house": Said("the house's counters"),
        "wins": Said(says="wins"),
        "split": Said(says="share"),
        "all-in": Said(
            label="all in",
            says="is all in",
            question=("With how much is {player} all in?", "Who is all in, and with how much?"),
        ),
        "bets": Said(repeats="bet"),
        "raises": Said(repeats="raised"),
        "calls": Said(repeats="called"),
        "straddles": Said(question=("What does {player} straddle for?", "Who straddles?"), repeats="straddle"),
        "posts": Said(
            says=("posts the {qualifier} blind",),
            question=("What does {player} come in for?", "Who comes in, and for what?"),
            repeats="posted",
        ),
        "tips": Said(says=("gives the house {amount}",), question="How much for the house?"),
        "in": Said("tell a hand at once", "Put in", "What did each put in?"),
        "stacks": Said(says="In front, for good", question="What lies in front of each, for good?"),
        "flop": Said(says="The flop", question="Which cards are the flop?"),
        "turn": Said(says="The turn", question="Which card is the turn?"),
        "river": Said(says="The river", question="Which card is the river?"),
        "runs": Said(says="The board runs {times}", question="How many times does the board run?"),
        "bomb": Said(
            says=(
                "A bomb pot of {amount}, on {count} boards",
                "A bomb pot of {amount}",
                "A bomb pot, on {count} boards",
                "A bomb pot",
            )
        ),
        "small=": Said("The small blind is"),
        "big=": Said("The big blind is"),
        "ante=": Said("The ante is"),
        "ante_by=": Said("The ante is laid by"),
        "limit=": Said("A bet is limited by"),
        "bet=": Said("The fixed bet is"),
        "raises=": Said("Raises on a street"),
        "button=": Said("The button is"),
        "straddle=": Said("Straddles are laid by"),
        "straddle_raise=": Said("A raise over a straddle is"),
        "rake=": Said("The house takes of a pot"),
        "rake_most=": Said("The house takes at most"),
        "no_flop=": Said("No flop, no rake"),
    },
)
