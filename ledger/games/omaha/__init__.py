"""Omaha."""
