"""Fold events into an evening: its seats, books and the game in hand."""
