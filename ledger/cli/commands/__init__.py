"""The commands: one module each, found by its name.

A module's docstring begins with what the list of commands says of it, and its `run` is the command: usage, help,
examples, and the types of its answers. The module is imported only when its command is used.
"""
