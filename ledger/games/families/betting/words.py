"""The words of games with blinds and a board, and what belongs to each."""

from ledger.rules import Announcement, Arguments, Qualifier, Vocabulary

HANDS_NOT_TOLD = (
    "Hands that were not told are booked by stacks before the deal (insert it there), or left alone by stakes=open"
)
"""What is said to who is refused for want of counters."""

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
)
