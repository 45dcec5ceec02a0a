"""Tournament."""
