"""Games of betting with a board: stakes, betting rounds, pots by levels, and the show.

Draw Poker stands apart: ante and straddles are part of its stakes, its say goes round once, a bet out of turn waits,
and a short stake claims what R60 gives it and not a pot by levels.
"""
