"""The walk "Add a saying": `A toasts "TEXT"` is added to a copy of the project by its event, its row and its handler."""

import pytest

from tests.helpers.documents import changes, section
from tests.helpers.project_copy import ROOT, ProjectCopy

ADDED = changes(section((ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8"), "Add a saying"))
FORM = {
    "who": ["Ann", "Bob", "Cat"],
    "assumes": "",
    "usual": False,
    "slots": [{"slot": "word", "words": ["toasts"]}, {"slot": "text", "asks": "what is said"}],
}
SCRIPT = """evening "Boxing Night"
players Ann Bob Cat
game nap
deal Ann
Bob toasts "the Queen"
Bob passes
amend 5 "it was Cat": Cat toasts "the Queen"
"""
PROGRAM = "from ledger.cli import main; main()"
NEXT = """
import sys
from ledger.interchange.script import replay_script
from ledger.games.language import vocabulary
from ledger.language.completion import continuations
from ledger.language.shorthand import Shorthand
from ledger.projections.offers import offers

evening = replay_script(open(sys.argv[1]).read(), sys.argv[1]).evening
found = offers(evening, 7)
short = Shorthand(found.forms, found.around, evening.game.turn.who, evening.seats.seated, evening.seats.seated,
                  evening.money, vocabulary())
print(" | ".join(continuation.text for continuation in continuations(short, sys.argv[2])))
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of the project in which three files are changed."""
    project = ProjectCopy(tmp_path_factory.mktemp("saying"))
    project.change(*ADDED)
    project.write("toasts.evening", SCRIPT)
    return project


@pytest.fixture(scope="module")
def evening(project):
    """The script, imported into a database of its own; gives what its log prints."""
    project.card_ledger("import", "toasts.evening")
    return project


def test_three_files_are_changed():
    assert len({change.path for change in ADDED}) == 3


def test_it_is_read_written_and_corrected(evening):
    rows = evening.card_ledger("log")["log"]
    assert [(row["saying"], row["counts"]) for row in rows[4:7]] == [
        ('Bob toasts "the Queen"', False),
        ('Cat toasts "the Queen"', True),
        ("Bob passes", True),
    ]
    script = evening.run("-c", PROGRAM, "--database", str(evening.database), "export", "--format", "script")
    assert 'Bob toasts "the Queen"\n' in script


@pytest.mark.parametrize(
    ("saying", "remedy"),
    [
        ("Ann toasts", 'The form is: A toasts "TEXT"'),
        ("Ann toasts late", 'Say "late"'),
        ('toasts "late"', 'Say: A toasts "TEXT"'),
        ('Ann tosts "late"', "Did you mean toasts?"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_form(project, saying, remedy):
    project.write("refused.evening", f'evening "E"\nplayers Ann Bob\n{saying}\n')
    assert remedy in project.run("-c", PROGRAM, "replay", "refused.evening", refused=True)


def test_it_is_offered_with_a_form_for_programs(evening):
    assert FORM in evening.card_ledger("table")["expecting"]["around"]


@pytest.mark.parametrize(
    ("typed", "saying"),
    [
        ('b toa "my aunt"', 'Bob toasts "my aunt"'),
        ("cat toast absent friends", 'Cat toasts "absent friends"'),
        ('note "so"; a toasts "us"', 'Ann toasts "us"'),
    ],
)
def test_it_is_typed_short(evening, typed, saying):
    evening.card_ledger("record", typed)
    assert evening.card_ledger("log")["log"][-1]["saying"] == saying


@pytest.mark.parametrize(("typed", "text"), [("Ann ", "toasts"), ("Ann toa", "toasts"), ("Ann toasts ", '"')])
def test_it_is_completed(project, typed, text):
    assert text in project.run("-c", NEXT, "toasts.evening", typed).strip().split(" | ")


@pytest.mark.thorough
def test_its_code_is_sound(project):
    project.run("-m", "ruff", "check", "ledger")
    project.run("-m", "mypy")
