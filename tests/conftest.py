"""Options of the test run. It tries the same examples every time; `--hypothesis-profile default` tries others."""

from hypothesis import settings

settings.register_profile("the same", derandomize=True)
settings.load_profile("the same")


def pytest_addoption(parser):
    parser.addoption("--rewrite", action="store_true", help="write the golden results anew")
