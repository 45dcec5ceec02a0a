"""The words of Nap, and what belongs to each."""

from ledger.rules import Arguments, Vocabulary

VOCABULARY = Vocabulary(
    {
        "misery": Arguments.ALONE,
        "nap": Arguments.ALONE,
        "wellington": Arguments.ALONE,
        "blucher": Arguments.ALONE,
        "spare": Arguments.ALONE,
        "made": Arguments.ALONE,
        "failed": Arguments.ALONE,
        "stands": Arguments.ALONE,
    },
    other_forms={
        "blücher": "blucher",
        "fail": "failed",
        "fails": "failed",
        "make": "made",
        "makes": "made",
        "stand": "stands",
    },
    phrases={
        "miz|mis|misere": "misery",
        "won|wins|makes it|made it": "made",
        "lost|loses": "failed",
        "[game] napoleon [REST]": "game nap REST",
    },
)
