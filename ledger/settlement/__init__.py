"""Who pays whom: the fewest payments that clear what each is owed."""
