"""The words of Snip-Snap-Snorum, and what belongs to each."""

from ledger.rules import Arguments, Vocabulary

VOCABULARY = Vocabulary(
    {
        "snip": Arguments.MAYBE_PLAYER,
        "snap": Arguments.MAYBE_PLAYER,
        "snorum": Arguments.MAYBE_PLAYER,
        "matches": Arguments.ALONE,
    },
    other_forms={
        "match": "matches",
        "snaps": "snap",
        "snips": "snip",
        "snorums": "snorum",
    },
)
