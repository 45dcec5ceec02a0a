"""Rules kept as they were, for the evenings that were begun under them.

An edition of a game is everything that decides what an evening of it comes to: its package (or file), and what that
imports of the families and the kernel, directly or through another. Each is a package here, named after the game and
the number of the edition, and imports of the games nothing else than itself and `kernel.options`, by which every
edition is told its options. `python -m tests.keep_edition NAME` makes one, and nobody mends it afterwards.
"""
