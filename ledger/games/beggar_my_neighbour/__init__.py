"""Beggar my Neighbour."""
