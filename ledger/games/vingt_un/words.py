"""The words of Vingt-un, and what belongs to each."""

from ledger.games.families.twenty_one.words import TWENTY_ONE
from ledger.notation.vocabulary import Shape, Vocabulary

VOCABULARY = TWENTY_ONE + Vocabulary(
    {
        "last-card": Shape.ALONE,
        "throws-up": Shape.ALONE,
    },
    {
        "throw-up": "throws-up",
    },
)
