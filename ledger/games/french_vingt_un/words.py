"""The words of French Vingt-un, and what belongs to each."""

from ledger.games.families.twenty_one.words import TWENTY_ONE
from ledger.notation.vocabulary import Shape, Vocabulary

VOCABULARY = TWENTY_ONE + Vocabulary(
    {
        "self": Shape.ALONE,
        "pair": Shape.ALONE,
        "company": Shape.ALONE,
    },
)
