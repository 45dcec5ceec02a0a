"""Skat, a game for Card Ledger."""
