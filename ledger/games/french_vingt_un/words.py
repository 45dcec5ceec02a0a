"""The words of French Vingt-un, and what belongs to each."""

from ledger.games.families.twenty_one.words import TWENTY_ONE
from ledger.rules import Arguments, Vocabulary

VOCABULARY = TWENTY_ONE + Vocabulary(
    {
        "self": Arguments.ALONE,
        "pair": Arguments.ALONE,
        "company": Arguments.ALONE,
    },
)
