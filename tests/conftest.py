"""Options of the test run. Each run tries the same examples; `--hypothesis-profile default` tries others."""

import os
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, settings

from ledger.core import refusals

ORDINARILY, THOROUGHLY = 15, 150
"""The number of examples per property, in an ordinary and in a thorough run."""

UNTIMED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""Without deadlines, which a busy machine would miss."""
settings.register_profile("the same", UNTIMED, derandomize=True, max_examples=ORDINARILY)
settings.load_profile("the same")


os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # a command that a test starts is compiled once, as an installed one is

refusals.RULE_FAULTS = ()  # a rule that fails is a fault, and no refusal that a random evening may pass over


def pytest_addoption(parser):
    with suppress(ValueError):  # the plug-in of `ledger.testing` has it, where it was installed after that was added
        parser.addoption("--rewrite", action="store_true", help="write the golden results anew")
    parser.addoption("--thorough", action="store_true", help="run what takes long as well, and try more of everything")
    parser.addoption("--hundreds", type=int, metavar="N", help="try N hundred examples of a property")


def pytest_configure(config):
    config.addinivalue_line("markers", "thorough: takes long, and is run by --thorough only")
    hundreds, thorough = config.getoption("--hundreds"), config.getoption("--thorough")
    if hundreds or thorough:  # before any test is read: how much it tries is said where it is written
        examples = 100 * hundreds if hundreds else THOROUGHLY
        settings.register_profile("more", UNTIMED, derandomize=True, max_examples=examples)
        settings.load_profile("more")


def pytest_xdist_auto_num_workers(config):
    """Run one worker more than there are processors, because some tests wait for a server."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--thorough"):
        for item in items:
            if item.get_closest_marker("thorough"):
                item.add_marker(pytest.mark.skip(reason="takes long: run by --thorough"))


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Run a server for the tests of a file, where it has none of its own."""
    from tests.helpers.serving import served

    with served(tmp_path_factory.mktemp("server")) as running:
        yield running
