"""The words of Vingt-un, and what belongs to each."""

from ledger.games.families.twenty_one.words import TWENTY_ONE
from ledger.rules import Arguments, Vocabulary

VOCABULARY = TWENTY_ONE + Vocabulary(
    {
        "last-card": Arguments.ALONE,
        "throws-up": Arguments.ALONE,
    },
    other_forms={
        "throw-up": "throws-up",
    },
    phrases={
        "[game] twenty-one|pontoon [REST]": "game vingt-un REST",
    },
)
