"""The words of Omaha, and what belongs to each."""

from ledger.games.families.betting.words import BETTING

VOCABULARY = BETTING
