"""Catch the Ten."""
