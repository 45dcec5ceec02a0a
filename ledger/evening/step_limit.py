"""A limit on the steps that the rules of a stranger's game take by one event.

Rules that loop for ever would keep everybody from reading the evening. Built-in rules have no such limit.
"""

import sys
from types import FrameType
from typing import Any

MOST_STEPS = 2_000_000
"""The greatest number of operations by one event; rules that execute more are taken for endless."""


class StepLimit:
    """A context that stops rules which execute too many operations, by a RuntimeError.

    The limit is on rules in the package of `module`. Under a debugger or a measurement of coverage there is no limit.
    """

    def __init__(self, module: str) -> None:
        self._package = f"{module.rpartition('.')[0] or module}."
        self._left = 0
        self._watches = False

    def __enter__(self) -> None:
        if sys.gettrace() is None:
            self._left, self._watches = MOST_STEPS, True
            sys.settrace(self._call)

    def __exit__(self, *raised: object) -> None:
        if self._watches:
            self._watches = False
            sys.settrace(None)

    def _call(self, frame: FrameType, event: str, arg: Any) -> Any:
        if not f"{frame.f_globals.get('__name__')}.".startswith(self._package):
            return None
        frame.f_trace_lines, frame.f_trace_opcodes = False, True  # a loop in one line is one line
        return self._step

    def _step(self, frame: FrameType, event: str, arg: Any) -> Any:
        self._left -= 1
        if self._left < 0:
            raise RuntimeError(f"more than {MOST_STEPS} steps by one event")
        return self._step
