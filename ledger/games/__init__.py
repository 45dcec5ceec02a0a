"""The games: a module or package for each, and the families that several share."""
