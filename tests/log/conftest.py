"""Commands for the tests of the log."""

from tests.cli.test_cli import at_home, run

__all__ = ["at_home", "run"]
