"""Older editions of games: their rules as they were before they were mended.

Every evening is settled by the edition that its `game` was begun under. An edition is a copy of the game, of what it
imports of the families, and of how a deal, its end and its offences work. Each is a package here, named after the game
and the number of the edition. It imports its own copies, and what `API_VERSION` holds: table, turns, options.
`python -m ledger.testing.keep_edition NAME` makes an edition; nobody mends it afterwards.
"""
