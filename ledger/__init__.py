"""Card Ledger: an append-only log of an evening at cards, and who owes whom."""

VERSION = "0.2.0"
"""The version of the program."""
