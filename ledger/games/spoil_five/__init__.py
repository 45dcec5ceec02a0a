"""Spoil-Five."""
