"""The words of games with blinds and a board, and what belongs to each."""

from ledger.rules import Announcement, Arguments, Qualifier, Vocabulary

HANDS_NOT_TOLD = (
    "Hands that were not told are booked by stacks before the deal (insert it there), or left alone by stakes=open"
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
        "check": "checks",
        "fold": "folds",
        "post": "posts",
        "sit-in": "sits-in",
        "sit-out": "sits-out",
        "straddle": "straddles",
        "tip": "tips",
    },
    phrases={
        "limps|limp|completes": "calls",
        "shoves|shove|jams": "all-in",
        "muck|mucks": "folds",
        "NAMES chop|chops [the|it] [pot]": "split NAMES",
        "GAME [blinds|blind|with] [blinds] SUM [/|-] SUM [REST]": "GAME small=SUM big=SUM REST",
        "in (A STAKE)…": "in (A STAKE)…",
        "A won|wins|win (AMOUNT from B)…": "Is this what each put in? in A GREATEST (B AMOUNT)…; A wins",
        "A won|wins|win AMOUNT": "From whom, and who put in how much? in A AMOUNT OTHER AMOUNT; A wins",
    },
)
