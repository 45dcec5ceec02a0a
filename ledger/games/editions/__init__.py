"""Older editions of games: their rules as they were before they were mended.

Every evening is settled by the edition that its `game` was begun under. An edition is a copy of the game and of all
that it imports of the families and of `ledger.rules`. Each is a package here, named after the game and the number of
the edition. It imports its own copies, and shares only the options, the table, the turns and the allowed sayings.
`python -m tests.keep_edition NAME` makes an edition; nobody mends it afterwards.
"""
