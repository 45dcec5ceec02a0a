"""The words of Hold'em, and what belongs to each."""

from ledger.games.families.betting.words import BETTING

VOCABULARY = BETTING
