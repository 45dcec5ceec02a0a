"""A guard over the rules of a stranger's game, so that a fault of them stays theirs.

Rules that loop for ever would keep everybody from reading the evening, and what they print would spoil an answer.
The rules that are built in are not guarded.
"""

import sys
from types import FrameType
from typing import Any, TextIO

MOST_STEPS = 2_000_000
"""Rules that execute more operations than this by one event do not come to an end."""


class RulesGuard:
    """A context in which rules may print and take so many steps, and no more.

    The rules are those in the package of `module`. What they print goes to standard error; after too many operations
    they are stopped by a RuntimeError. What a debugger or a measurement of coverage watches already is left to it.
    """

    def __init__(self, module: str) -> None:
        self._package = f"{module.rpartition('.')[0] or module}."
        self._left = 0
        self._depth = 0
        self._counts = False
        self._output: TextIO | None = None

    def __enter__(self) -> None:
        self._depth += 1
        if self._depth > 1:
            return
        self._output, sys.stdout = sys.stdout, sys.stderr
        self._left, self._counts = MOST_STEPS, sys.gettrace() is None
        if self._counts:
            sys.settrace(self._call)

    def __exit__(self, *raised: object) -> None:
        self._depth -= 1
        if self._depth:
            return
        if self._counts:
            sys.settrace(None)
        if self._output is not None:
            sys.stdout, self._output = self._output, None

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
