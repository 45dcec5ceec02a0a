"""Pope Joan."""
