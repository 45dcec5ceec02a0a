"""The log: recorded events, corrections, the effective log, replay, digests and seals."""
