"""The words of Poker, and what belongs to each."""

from ledger.rules import Arguments, BettingWords, Said, Vocabulary

VOCABULARY = Vocabulary(
    {
        "stands": Arguments.ALONE,
        "pat": Arguments.ALONE,
        "opens": Arguments.MAYBE_AMOUNT,
        "straddles": Arguments.MAYBE_AMOUNT,
        "demands-show": Arguments.AMOUNT,
    },
    other_forms={
        "demand-show": "demands-show",
    },
    phrases={
        "[game] [5] [card] draw poker [REST]": "game poker REST",
        "[game] 5 card draw [REST]": "game poker REST",
        "straight flush": "sequence-flush",
        "full house": "full",
        "straight": "sequence",
        "two pair|two pairs": "two-pairs",
        "three of a kind|trips": "threes",
        "four of a kind|quads": "fours",
        "stands pat": "pat",
        "check|checks|stay|stays": "stands|passes",
        "[A] all in": "An all-in is said by what is put in? MOST",
    },
    questions={"win": "Who has the best hand?"},
    betting=(
        BettingWords(("draws",), "stands", none="pat"),
        BettingWords(("opens", "straddles"), "stands", reasons={"straddles": "not any more"}),
        BettingWords(("bets", "raises"), "stands", also=("opens", "straddles"), once=True),
    ),
    said_as={
        "kitty": Said("the kitty"),
        "opens": Said(
            question=("How much does {player} open with?", "How much is opened with?"), repeats="opened the game"
        ),
        "straddles": Said(question=("What does {player} straddle for?", "Who straddles?"), repeats="straddled"),
        "bets": Said(repeats="bet"),
        "raises": Said(repeats="raised"),
        "calls": Said(repeats="called"),
        "pat": Said(says="draws none"),
        "demands-show": Said(
            label="demands a show",
            says="waits for the show, and puts down",
            question=("How much does {player} put down?", "How much is put down?"),
        ),
        "draws": Said(question=("How many cards does {player} draw?", "How many cards are drawn?")),
        "false-opening": Said(says="opened without openers"),
        "foul-deal": Said(says="was dealt a foul hand"),
        "foul-hand": Said(says="has a foul hand"),
        "out-of-turn": Said(says="put down out of turn"),
        "speaking": Said(says="spoke to the dealer"),
        "ante=": Said("The ante is"),
        "limit=": Said("The most of a raise is"),
        "ace=": Said("The ace in sequences is"),
        "joker=": Said("A joker is in the pack"),
        "blaze=": Said("A blaze counts"),
        "skip=": Said("A skip sequence counts"),
        "kitty=": Said("Each pool gives the kitty"),
        "kitty_hand=": Said("The kitty rewards"),
        "jackpot_ante=": Said("A Jack-pot has an ante"),
    },
)
