"""The words of Snip-Snap-Snorum, and what belongs to each."""

from ledger.notation.vocabulary import Shape, Vocabulary

VOCABULARY = Vocabulary(
    {
        "snip": Shape.MAYBE_PLAYER,
        "snap": Shape.MAYBE_PLAYER,
        "snorum": Shape.MAYBE_PLAYER,
        "matches": Shape.ALONE,
    },
    {
        "match": "matches",
        "snaps": "snap",
        "snips": "snip",
        "snorums": "snorum",
    },
)
