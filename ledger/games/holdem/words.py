"""The words of Hold'em, and what belongs to each."""

from ledger.games.families.betting.words import BETTING
from ledger.rules import Said, Vocabulary

VOCABULARY = BETTING + Vocabulary(
    said_as={"seven_deuce=": Said("Seven and two wins of each")},
    phrases={
        "[game] hold'em|hold-em|texas-holdem|texas-hold-em [REST]": "game holdem REST",
        "[game] [texas] hold em [REST]": "game holdem REST",
        "[game] texas holdem|hold'em [REST]": "game holdem REST",
        "[game] no limit holdem|hold'em [REST]": "game holdem REST",
    },
)
