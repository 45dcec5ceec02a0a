"""Options of the test run."""


def pytest_addoption(parser):
    parser.addoption("--rewrite", action="store_true", help="write the golden results anew")
