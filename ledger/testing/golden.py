"""Golden evenings, and evenings whose last saying is refused, as files."""

from pathlib import Path
from typing import Any

from ledger.interchange.script import RefusedLine, replay_script
from ledger.projections.summary import summary
from ledger.testing.evenings import as_golden, check_conservation, check_replay


def result_of(path: Path) -> dict[str, Any]:
    """Return what an evening comes to, by deals and in the end; its books are checked first."""
    evening = replay_script(path.read_text(encoding="utf-8"), path.name).evening
    check_conservation(evening)
    check_replay(evening)
    deals = [
        {"deal": over.deal, "won": over.changes, "left": over.carried}
        for outcome in evening.outcomes
        if (over := outcome.over) is not None
    ]
    return {**as_golden(summary(evening)), "deals": deals}


def not_refused_so(text: str, name: str) -> str:
    """Return how the last refusal differs from the first line of a file; empty if it does not."""
    first, *lines = text.splitlines()
    if not first.startswith("# "):
        return "the first line says why it is refused"
    said = [number for number, line in enumerate(lines, start=2) if line.strip() and not line.startswith("#")]
    try:
        replay_script(text, name)
    except RefusedLine as refused:
        if refused.line != said[-1]:
            return f"line {refused.line} is refused: {refused.message}"
        missing = [fragment for fragment in first.split("|")[1:] if fragment.strip() not in refused.message]
        return f"nothing of {missing} is said: {refused.message}" if missing else ""
    return "it is not refused"
