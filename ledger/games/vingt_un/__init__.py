"""Vingt-un."""
