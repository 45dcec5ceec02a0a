"""The words of Nap, and what belongs to each."""

from ledger.notation.vocabulary import Shape, Vocabulary

VOCABULARY = Vocabulary(
    {
        "misery": Shape.ALONE,
        "nap": Shape.ALONE,
        "wellington": Shape.ALONE,
        "blucher": Shape.ALONE,
        "spare": Shape.ALONE,
        "made": Shape.ALONE,
        "failed": Shape.ALONE,
        "stands": Shape.ALONE,
    },
    {
        "blücher": "blucher",
        "fail": "failed",
        "fails": "failed",
        "make": "made",
        "makes": "made",
        "stand": "stands",
    },
)
