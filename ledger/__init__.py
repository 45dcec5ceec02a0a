"""Card Ledger: an append-only log of an evening at cards, and who owes whom."""
