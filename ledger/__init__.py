"""Card Ledger: an evening at cards as an append-only log, and what it comes to."""
