"""Evenings in and out: scripts of sayings, JSON lines, and the formats of other programs."""
