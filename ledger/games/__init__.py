"""The games: a module each, and the families that they share."""
