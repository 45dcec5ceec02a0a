"""What `python -m ledger.store.queries` writes: the statements of the log, and the schema of a new file."""
