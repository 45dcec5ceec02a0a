"""French Vingt-un."""
