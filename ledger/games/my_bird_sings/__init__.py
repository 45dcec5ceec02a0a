"""My Bird Sings."""
