"""What the author of a game relies on: everything is in `ledger.rules`, and the hooks are on the deal."""

import ast
import inspect
import re
from pathlib import Path
from typing import Any

import pytest

import ledger.rules
from ledger.rules import DealInHand, Game, events, slots
from ledger.testing import play

ROOT = Path(__file__).parents[2]
HOOKS = [
    "play",
    "first_carry",
    "prepare",
    "game_begins",
    "before_deal",
    "interruptions",
    "sizes_of_hand",
    "hand_players",
    "wrong_hand",
    "wrong_cards",
    "card_fault",
    "offences",
    "wrong_penalty",
    "may_be_fined",
    "main_pool",
    "may_deal",
    "misdeal",
    "wrong_misdeal",
    "refuse_join",
    "newcomer_plays",
    "joined",
    "refuse_leave",
    "left",
    "replaced",
    "ways_to_end",
    "sharers",
    "end",
    "ends_within_deal",
    "end_cite",
    "carried",
    "remains",
    "score",
    "at_seat",
    "pots_at_show",
]


def parameters_of(path: Path) -> list[tuple[str, list[str]]]:
    """Return every function of a module, with the names of its parameters."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [(node.name, [argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)]) for node in functions]


@pytest.mark.parametrize("module", [ledger.rules, events, slots], ids=lambda module: module.__name__)
def test_everything_that_is_offered_is_there(module):
    names = module.__all__
    assert len(set(names)) == len(names)
    assert [name for name in names if not hasattr(module, name)] == []


VOCABULARY_OF_A_FACE = ("often", "at_once", "questions", "tiles", "steps")


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_is_on_the_deal_and_says_what_it_does(hook):
    method = inspect.getattr_static(DealInHand, hook)
    assert not hasattr(Game, hook)
    assert inspect.getdoc(method)
    assert not {"table", "options", "carry"} & set(inspect.signature(method).parameters)


def test_the_hooks_are_those_that_the_steps_name():
    text = (ROOT / "ledger" / "games" / "README.md").read_text(encoding="utf-8")
    section = text.partition("## The hooks of a deal")[2].partition("\n## ")[0]
    rows = [row for row in section.splitlines() if row.startswith("| `")]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert sorted(named) == sorted([*HOOKS, "hand_sizes"])


def test_what_a_game_shows_of_itself_is_shown():
    text = (ROOT / "ledger" / "games" / "README.md").read_text(encoding="utf-8")
    section = text.partition("## What a game shows of itself")[2].partition("\n## ")[0]
    (block,) = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    shown: dict[str, Any] = {}
    exec(block, shown)
    assert shown["VOCABULARY"].at_once.word in shown["VOCABULARY"].announcements
    assert set(VOCABULARY_OF_A_FACE) == set(re.findall(r"`(often|at_once|questions|tiles|steps)\b", section))
    deal = play("Ann Bob", "game jig\ndeal Ann").game.deal
    stake, pool = shown["ShownDeal"].tiles(deal)
    assert (stake.marked, pool.pool) == (True, "jig.pool")
    assert shown["ShownDeal"].steps(deal).now == 0
    assert shown["ShownDeal"].steps(play("Ann Bob", "game jig").game.deal) is None


def test_only_a_deal_is_made_of_a_table_its_options_and_a_carry():
    taking = [
        (path.relative_to(ROOT).as_posix(), name)
        for path in sorted((ROOT / "ledger").rglob("*.py"))
        for name, parameters in parameters_of(path)
        if {"table", "options", "carry"} <= set(parameters)
    ]
    assert taking == [("ledger/rules/deal.py", "__init__")]


@pytest.mark.parametrize(
    ("who", "sentence"),
    [(("Ann",), "it is for Ann to speak"), (("Ann", "Bob"), "it is for Ann or Bob to speak"), ((), "")],
)
def test_a_turn_of_which_nothing_is_stated_says_who_is_to_speak(who, sentence):
    assert ledger.rules.Turn(says=(), who=who).asks == sentence
