"""The statements of the log and the schema of a new file, as the models give them."""
