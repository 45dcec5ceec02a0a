"""The log: as it was recorded, as it counts after corrections, chained and sealed."""
