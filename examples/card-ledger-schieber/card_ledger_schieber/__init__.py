"""Schieber, a game for Card Ledger."""
