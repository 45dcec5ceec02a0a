"""Hearts, a game for Card Ledger."""
