"""Newmarket."""
