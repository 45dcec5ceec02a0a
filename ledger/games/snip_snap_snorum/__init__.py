"""Snip-Snap-Snorum."""
