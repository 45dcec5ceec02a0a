"""What each way in refuses: files, each with its sentence, and nothing is written.

`tests/data/imports/refused/sentences.json` has the arguments and the message of each file; `pytest --rewrite` writes the
messages anew, to be reviewed like code.
"""

import ast
import json
import sys
from pathlib import Path

from ledger.core.refusals import Refusal
from tests.helpers import command_line
from tests.helpers.command_line import ROOT

at_home, run = command_line.at_home, command_line.run

FOLDER = ROOT / "tests" / "data" / "imports" / "refused"
SENTENCES = FOLDER / "sentences.json"
READERS = ("expenses", "past_evenings", "tables", "ways_in", "pokernow", "pokernow_log", "phh", "hand_histories")
"""The modules that read files of other programs."""
ELSEWHERE = {
    "hand_histories": {"as_phh"},  # needs PokerKit, or needs that it is not installed
    "pokernow": {"_sittings"},  # an empty file is no ledger yet when it is told by its beginning
    "tables": {"_money"},  # a money that was said, which the command line sees first
}
"""Functions whose refusals other tests hold."""


def refusals_of(module: str) -> set[tuple[str, int]]:
    """Return the functions and lines in which a module makes a refusal."""
    source = (ROOT / "ledger" / "interchange" / f"{module}.py").read_text(encoding="utf-8")
    made = set()
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef):
            made |= {
                (function.name, node.lineno) for node in ast.walk(function)
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal"
            }  # fmt: skip
    return {(name, line) for name, line in made if name not in ELSEWHERE.get(module, ())}


def test_every_refused_file_is_refused_with_its_sentence_and_nothing_is_written(run, at_home, monkeypatch, request):
    kept = json.loads(SENTENCES.read_text(encoding="utf-8"))
    assert sorted(kept) == sorted(path.name for path in FOLDER.iterdir() if path != SENTENCES)
    made, begin = set(), Refusal.__init__

    def noted(self, *arguments, **named):
        frame = sys._getframe(1)
        made.add((Path(frame.f_code.co_filename).stem, frame.f_code.co_name, frame.f_lineno))
        begin(self, *arguments, **named)

    monkeypatch.setattr(Refusal, "__init__", noted)
    wrong = {}
    for name, refused in kept.items():
        (at_home / name).write_bytes((FOLDER / name).read_bytes())
        done = run("import", name, *refused["arguments"])
        if (done.code, done.err) != (1, refused["message"]):
            wrong[name] = done.err
            refused["message"] = done.err
        assert (name, done.code) == (name, 1)
    assert run("evenings", "--json").json["evenings"] == []
    if request.config.getoption("--rewrite"):
        SENTENCES.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    else:
        assert wrong == {}
    silent = [
        f"ledger/interchange/{module}.py:{line}, {function}"
        for module in READERS
        for function, line in sorted(refusals_of(module), key=lambda made: made[1])
        if not any(place[:2] == (module, function) and abs(place[2] - line) < 3 for place in made)
    ]
    assert not silent, f"say a file that is refused so: {silent}"
