"""Commands for the tests of the log."""

from tests.helpers.command_line import at_home, run

__all__ = ["at_home", "run"]
