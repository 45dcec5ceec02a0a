"""Options of the test run. It tries the same examples every time; `--hypothesis-profile default` tries others."""

import pytest
from hypothesis import settings

settings.register_profile("the same", derandomize=True)
settings.register_profile("thorough", derandomize=True, max_examples=1000)
settings.load_profile("the same")


def pytest_addoption(parser):
    parser.addoption("--rewrite", action="store_true", help="write the golden results anew")
    parser.addoption("--thorough", action="store_true", help="try ten times as much, and what takes long as well")


def pytest_configure(config):
    config.addinivalue_line("markers", "thorough: takes long, and is run by --thorough only")
    if config.getoption("--thorough"):
        settings.load_profile("thorough")  # before any test is read: how much it tries is said where it is written


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--thorough"):
        for item in items:
            if item.get_closest_marker("thorough"):
                item.add_marker(pytest.mark.skip(reason="takes long: run by --thorough"))
