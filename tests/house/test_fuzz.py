"""The first inputs of the fuzzer, and its findings, are read or refused, quickly."""

import time
from pathlib import Path

import pytest

from tests.tools.fuzz import CORPUS, NAMES, SECONDS
from tests.tools.fuzz_targets import TARGETS

KEPT = sorted(CORPUS.glob("*/*"))


def test_there_is_something_to_go_on_from_for_every_target():
    assert tuple(TARGETS) == NAMES
    assert {path.parent.name for path in KEPT} == set(NAMES)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_is_kept_is_read_or_refused(path: Path):
    feed = TARGETS[path.parent.name]
    feed(b"")  # what is imported for it is not its own
    began = time.process_time()
    feed(path.read_bytes())
    assert time.process_time() - began < SECONDS
