"""Who pays whom: the fewest payments that clear what everyone owes."""
