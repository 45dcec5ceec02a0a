"""Loto."""
