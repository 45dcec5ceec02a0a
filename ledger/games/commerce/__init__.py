"""Commerce."""
