"""What an act costs, counted: a busy machine takes longer over it, and counts the same."""

import sys
from collections.abc import Callable


def effort(act: Callable[[], object]) -> int:
    """How many functions are called, Python's and those of its own libraries, while something is done in this thread."""
    calls = 0

    def called(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        act()
    finally:
        sys.setprofile(before)
    return calls
