"""Write the reference for authors of games: ``python -m tests.tools.author_reference``.

`ledger/games/reference.md` has every public name with its fields, units and errors, and an example from a game that is
played. It is made from the source, and a test compares.
"""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from ledger import rules
from ledger.core.events import Event
from ledger.language.grammar import TABLE

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "ledger" / "games" / "reference.md"
PLAYED = tuple(
    path
    for folder in ("card-ledger-schieber", "card-ledger-hearts", "card-ledger-skat")
    for path in sorted((ROOT / "examples" / folder).rglob("*.py"))
) + tuple(sorted((ROOT / "ledger" / "games").rglob("*.py")))
"""The games from which examples are taken, those of strangers first."""
HEAD = """# Reference for authors of games

Every public name of `ledger.rules`, of its `events` and `slots`, of the families and of `ledger.testing`. Import nothing else.
[Games](README.md) shows how a game is written. This page is made by `python -m tests.tools.author_reference`.

**Units.** Every amount is a whole number in the smallest unit of the evening (a counter, a farthing, a cent): amounts of
options, of pools, of `pay`. Points, tricks and other numbers are plain. Nothing is a float. **Errors.** A rule refuses with
`raise refuse(…)`, or by what a check returns: a sentence, or None where nothing is wrong. Any other exception of a rule is
`rules-broken`: nothing is written, and the answer names the file and the line.
"""
CHAPTERS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("The game", "ledger.rules", ("Game", "GameRecord", "NoCarry", "Options", "DerivedDefault", "Counters")),
    ("House rules", "ledger.rules.option", ()),
    ("A deal", "ledger.rules", ("DealInHand", "KnownCards", "Play", "SubPlay", "GameOver", "Score", "Side", "Sides",
                                "Offence", "GameClock", "Period", "ClockSet", "PotAtShow", "PartAtShow")),
    ("Turns", "ledger.rules", ("Turn", "Question", "Allowed", "Disallowed", "Permission", "Lazy", "Check", "SlotsFor",
                               "Example", "Chooser", "AmountRange", "allow_if", "disallow", "disallowed", "permissions_of")),
    ("What is said", "ledger.rules", ("passing", "word", "number", "amount", "cards", "shows", "wins", "split", "sale",
                                      "takes", "declaration", "announcement", "pick_cards", "sorted_out", "twice")),
    ("Slots", "ledger.rules.slots", ()),
    ("Events", "ledger.rules.events", ()),
    ("Words", "ledger.rules", ("Vocabulary", "Arguments", "Qualifier", "Announcement", "Said", "BettingWords", "AtOnce")),
    ("The table", "ledger.rules", ("Table", "Pool", "Posting", "Account", "Money", "shares")),
    ("Cards and refusals", "ledger.rules", ("Card", "pack_of", "in_order", "same_rank", "same_suit", "so_many", "Code",
                                            "Refusal", "refuse", "listed", "did_you_mean", "perhaps")),
    ("Trick taking", "ledger.games.families.trick_taking", ()),
    ("Hands", "ledger.games.families.hands", ()),
    ("Tests", "ledger.testing", ()),
)  # fmt: skip
OF_ALL = {
    "Slots": " Each may be `optional`, or `repeat`; `shown` is its text for people, None where it is not shown, and `asks`"
    " says what it is for. The game says which values fit: the form, the check and the page follow.",
    "House rules": " Said as `option.amount(…)`, a field of the options each; `cite` is the page of the rule.",
}
"""What holds for everything in a chapter."""
EXAMPLES = {
    "option.hundredths": 'option.hundredths("by the number of players", "the share of each prize", usual=("50-30-20",))',
    "option.row": 'option.row(read_levels, "levels as 20m:10/20", "off", "how long each level lasts", usual=("20m:10/20",))',
    "rules.Question": "event = yield self.highest",
    "rules.Check": 'lambda event: "a king is not said" if event.word == "king" else None',
    "rules.SlotsFor": 'lambda player: (Word(("counts",)), Number(0, 157))',
    "rules.Example": 'lambda chooser: Says(chooser.choose(players), "match")',
    "rules.Chooser": "chooser.choose(players), chooser.number(1, 6)",
    "rules.Arguments": '{"melds": Arguments.NUMBER, "match": Arguments.ALONE}',
    "rules.Table": 'self.table.pay(payer, payee, 3, "the game", "[7]")',
    "rules.Posting": "self.table.deal_postings()",
    "rules.Account": '"Ann", or self.table.pool("kitty")',
    "rules.Money": "self.table.money.show(12)",
    "rules.Card": 'Card("QS"), Card.QS, Card.S2',
    "rules.Sides": "Sides.across(self.table.players, 2)",
    "option.amounts": 'option.amounts("what each prize is", "50-30-20")',
    "option.number": 'option.number(1000, 100, 5000, "the points that win the game")',
    "rules.Code": "refuse(problem, code=Code.CARD)",
    "events.Announces": "points Ann 13 Bob 13",
    "slots.Text": 'Text(asks="what for", optional=True)',
    "testing.Dealt": 'dealt.players, dealt.of(Says, "Ann", "match")',
    "testing.play_many": 'play_many("high-card", deals=20, seeds=range(4))',
}
"""Examples of what no game uses by its name, or of what a line of theirs does not show."""
SHORT = {"Money", "Card", "KnownCards", "AmountRange", "TrickPlay"}
"""Classes whose methods are listed by their names and first lines alone."""
WITH_METHODS = SHORT | {"Game", "Options", "DealInHand", "Sides", "Score", "Table", "GameSuite", "PlainGame", "Dealt"}
"""Classes whose methods an author calls or overrides; of any other only the fields are listed."""
NOT_CALLED = {"options_of", "read_options", "unknown_option"}
"""What stands beside the makers of options, and is not for authors."""
LONGEST_EXAMPLE = 110


def reference() -> str:
    """Return the whole page."""
    lines = [HEAD]
    for title, module, names in CHAPTERS:
        home = rules.option if module == "ledger.rules.option" else import_module(module)
        lines.append(f"## {title}\n")
        if module != "ledger.rules":
            lines.append(f"From `{module}`.{OF_ALL.get(title, '')}\n")
        for name in names or public_names(home):
            lines += entry(name, getattr(home, name), f"{module.rpartition('.')[2]}.{name}")
    told = {name for _, _, names in CHAPTERS for name in names} | {"option", "events", "slots"}
    others = [name for name in rules.__all__ if name not in told]
    lines.append("## Other names\n")
    for name in others:
        value = getattr(rules, name)
        if inspect.isclass(value) or inspect.isroutine(value):
            lines += entry(name, value, f"rules.{name}")
    plain = [name for name in others if f"`{name}" not in "".join(lines)]
    lines.append(f"\nConstants and names of types: {', '.join(f'`{name}`' for name in plain)}.")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"


def public_names(module: Any) -> list[str]:
    """Return the public functions and classes of a module, in the order in which it has them."""
    named: Sequence[str] = getattr(module, "__all__", ())
    own = [name for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__]
    if module is rules.option:
        own = [name for name in own if name.islower() and name not in NOT_CALLED]
    return [name for name in (named or own) if not name.startswith("_")]


def entry(name: str, value: Any, path: str) -> Iterator[str]:
    """Yield the lines of one name: its signature, what it is, its fields, and an example."""
    value = inspect.unwrap(value)
    if inspect.isclass(value) and issubclass(value, Event):
        fields = ", ".join(f"`{field}: {kind}`" for field, kind, _ in fields_of(value))
        forms = [row.form for row in TABLE if row.kind is value] or [EXAMPLES.get(path, "")]
        said = f" Said: `{forms[0]}`." if forms[0] else ""
        yield f"- **`{name}`** {sentence_of(value)} {fields}{'.' if fields else ''}{said}"
        return
    example = example_of(name, path)
    shown = f" Example: `{example}`" if example else ""
    yield f"- **`{name}{signature(value)}`** {sentence_of(value)}{shown}"
    if inspect.isclass(value):
        yield from members(value)


def sentence_of(value: Any) -> str:
    """Return a docstring in one line; empty for what has none of its own."""
    if not (inspect.isclass(value) or inspect.isroutine(value)):
        return alias_text(value)
    return " ".join((inspect.getdoc(value) or "").split())


def alias_text(value: Any) -> str:
    """Return what is said of a type that has another name, in the source."""
    for name in rules.__all__:
        if getattr(rules, name) is value:
            for path in sorted((ROOT / "ledger" / "rules").glob("*.py")):
                for node, text in attributes(tree_of(path).body):
                    if text and name in {getattr(target, "id", "") for target in getattr(node, "targets", ())}:
                        return text
    return ""


def signature(value: Any) -> str:
    """Return the parameters with their types and defaults, as they are written."""
    if inspect.isclass(value) and (value in (rules.Table, rules.Chooser) or "__init__" not in vars(value)):
        return ""
    function = vars(value)["__init__"] if inspect.isclass(value) else value
    if not inspect.isfunction(function):
        return ""
    try:
        node = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, TypeError):
        return ""
    assert isinstance(node, ast.FunctionDef)
    written = re.sub(r"^(self|cls)(, )?", "", ast.unparse(node.args))
    returned = ast.unparse(node.returns).strip("'\"") if node.returns is not None else "None"
    return f"({written})" + ("" if returned == "None" else f" -> {returned}")


def members(kind: Any) -> Iterator[str]:
    """Yield the fields of a class with their types and meanings, then its hooks and methods."""
    yield from (f"  - `{name}: {typed}` {text}".rstrip() for name, typed, text in fields_of(kind))
    if kind.__name__ not in WITH_METHODS:
        return
    if has := [f"`{name}`: {text}" for name, text in attributes_set(kind)]:
        yield "  - It has " + " ".join(has)
    methods = [
        (name, inspect.unwrap(getattr(value, "__func__", getattr(value, "fget", value))), value)
        for name, value in vars(kind).items()
        if not name.startswith("_") and (inspect.isroutine(value) or isinstance(value, property | classmethod))
    ]
    told = [(name, method, value) for name, method, value in methods if inspect.getdoc(method)]
    if kind.__name__ in SHORT:
        if told:
            yield "  - " + " ".join(f"`{name}`: {first_line(method)}" for name, method, _ in told)
        return
    for name, method, value in told:
        shown = "" if isinstance(value, property) else signature(method)
        yield f"  - `{name}{shown}` {first_line(method)}"


def first_line(method: Any) -> str:
    """Return the first paragraph of a docstring, in one line."""
    return " ".join((inspect.getdoc(method) or "").split("\n\n")[0].split())


def fields_of(kind: Any) -> Iterator[tuple[str, str, str]]:
    """Yield the fields of a class: name, type with default, and what the source says of each."""
    of_slots = issubclass(kind, rules.slots.Amount.__mro__[1])
    for parent in (kind,) if of_slots else reversed(kind.__mro__):
        if not parent.__module__.startswith("ledger.") or parent is Event:
            continue
        body = ast.parse(textwrap.dedent(inspect.getsource(parent))).body[0]
        assert isinstance(body, ast.ClassDef)
        for node, text in attributes(body.body):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id[0] != "_":
                default = f" = {ast.unparse(node.value)}" if node.value is not None else ""
                yield node.target.id, f"{ast.unparse(node.annotation).strip(chr(39))}{default}", text
            elif isinstance(node, ast.Assign) and kind.__name__ == "Arguments":
                yield ast.unparse(node.targets[0]), ast.unparse(node.value), text


def attributes_set(kind: Any) -> Iterator[tuple[str, str]]:
    """Yield the public attributes that a class sets when it is made and says something of."""
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    made = (node for node in body.body if isinstance(node, ast.FunctionDef) and node.name == "__init__")
    for node, text in (pair for method in made for pair in attributes(method.body)):
        target = (
            node.target
            if isinstance(node, ast.AnnAssign)
            else node.targets[0]
            if isinstance(node, ast.Assign)
            else None
        )
        if text and isinstance(target, ast.Attribute) and not target.attr.startswith("_"):
            yield (
                f"{target.attr}: {ast.unparse(node.annotation)}" if isinstance(node, ast.AnnAssign) else target.attr,
                text,
            )


def attributes(body: Sequence[ast.stmt]) -> Iterator[tuple[ast.stmt, str]]:
    """Yield the statements of a body, each with the text that stands below it."""
    for node, below in zip(body, [*body[1:], None], strict=True):
        is_text = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
        yield node, " ".join(str(below.value.value).split()) if is_text else ""  # type: ignore[union-attr]


# Examples


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def example_of(name: str, path: str) -> str:
    """Return the shortest use of a name in the first game that uses it; empty if none does."""
    if path in EXAMPLES:
        return EXAMPLES[path]
    for source in PLAYED:
        text = source.read_text(encoding="utf-8")
        uses = [use for use in uses_in(text, tree_of(source), name, path) if len(use) <= LONGEST_EXAMPLE]
        if uses:
            return min(uses, key=lambda use: (use.endswith(f"{name}()"), len(use)))
    return ""


def uses_in(text: str, tree: ast.Module, name: str, path: str) -> Iterable[str]:
    """Yield the calls of a name in a file, else the classes that have it as a base, or the lines of its types."""
    of_option = path.startswith("option.")
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            same = ast.unparse(called) == path if of_option else isinstance(called, ast.Name) and called.id == name
            if same or (isinstance(called, ast.Attribute) and ast.unparse(called.value) == name):
                yield " ".join((ast.get_source_segment(text, node) or "").split())
        elif isinstance(node, ast.ClassDef) and any(re.match(rf"{name}\b", ast.unparse(base)) for base in node.bases):
            yield f"class {node.name}({', '.join(map(ast.unparse, node.bases))})"
        elif isinstance(node, ast.FunctionDef) and node.returns is not None and not of_option:
            returned = ast.unparse(node.returns)
            if re.match(rf"{name}\b", returned):
                yield f"def {node.name}({ast.unparse(node.args)}) -> {returned}"


def main() -> None:
    """Write the reference."""
    REFERENCE.write_text(reference(), encoding="utf-8")


if __name__ == "__main__":
    main()
