"""Games of betting: stakes, betting rounds, pots by levels, and the show."""
