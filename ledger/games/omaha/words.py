"""The words of Omaha, and what belongs to each."""

from ledger.games.families.betting.words import BETTING
from ledger.rules import Said, Vocabulary

VOCABULARY = BETTING + Vocabulary(
    said_as={"cards=": Said("Cards dealt to each"), "eight=": Said("Eight or better for low")}
)
