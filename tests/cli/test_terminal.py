"""At a terminal: nothing is wider than it, nothing is lost, and no control characters are printed."""

import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.cli import chart as drawing
from ledger.cli.encoding import NAME, clean, width_of
from ledger.cli.text_table import columns, wrapped
from ledger.core.money import Money
from ledger.core.refusals import printable
from ledger.interchange.script import replay_script
from ledger.projections.explanation import curve
from tests.helpers import command_line
from tests.helpers.command_line import PROGRAM, ROOT

at_home, run, file = command_line.at_home, command_line.run, command_line.file

EXAMPLE = ROOT / "examples" / "boxing-night.evening"
STYLE = re.compile("\x1b\\[[0-9;]*m")


def at_terminal(arguments: list[str], width: int, encoding: str = "utf-8", code: int = 0) -> str:
    """Return what a command prints at a terminal of this width, and check its exit code."""
    ours, theirs = pty.openpty()
    environment = {
        **os.environ, "TERM": "xterm", "COLUMNS": str(width), "LINES": "24",
        "PYTHONIOENCODING": encoding, "PYTHONPATH": str(ROOT),
    }  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
        env=environment,
    ) as running:  # fmt: skip
        os.close(theirs)
        printed = b""
        while True:
            try:
                read = os.read(ours, 65536)
            except OSError:  # so a terminal says that nobody writes to it any more
                break
            if not read:
                break
            printed += read
        assert running.wait(timeout=60) == code, printed
    os.close(ours)
    return printed.decode(encoding).replace("\r\n", "\n")


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "encoding"), [(80, "utf-8"), (40, "utf-8"), (40, "ascii")])
def test_what_is_set_in_columns_fits_and_nothing_is_lost(run, width, encoding):
    run("import", str(EXAMPLE))
    run("record", 'amend 4 "it was Bob": deal Bob')
    run("record", "--yes", 'note "a word that is longerthananylineofaverynarrowterminalcanbe, and some more"')
    for arguments in (
        ["log"], ["log", "--as-recorded"], ["explain"], ["explain", "Ann"], ["explain", "--chart"], ["standings"],
        ["evenings"], ["rules", "nap"], ["games"], ["whatif", "nap.kitty=off"],
    ):  # fmt: skip
        printed = STYLE.sub("", at_terminal(arguments, width, encoding))
        lines = printed.splitlines()
        sheet = lines.index("Options") if arguments[0] == "rules" else -1
        assert max(width_of(line) for line in lines[sheet + 1 :]) <= width, arguments
        assert "\\u" not in printed
        assert "…" not in printed or arguments[0] == "rules"
        if arguments != ["explain", "--chart"]:
            together = "".join(printed.replace("~~", "").split())
            for word in run(*arguments).out.splitlines()[-1].replace("~~", "").split():
                assert word.encode(encoding, NAME).decode(encoding) in together, arguments


def test_struck_text_is_told_at_every_width(run):
    run("open", "Whist", "--players", "Ann Bob Cat")
    for saying in ("game nap", "deal Ann", "Cat 3", "undo"):
        run("record", saying)
    assert "\x1b[9mCat 3\x1b[0m" in at_terminal(["log"], 120)
    assert "~~Cat 3~~" in at_terminal(["log"], 30)
    assert "~~Cat 3~~" in run("log").out


def test_where_columns_have_no_room_it_is_still_said_what_the_figures_are(run):
    run("open", "Whist", "--players", "Margaret Geoffrey", "--on", "1898-12-26")
    for saying in ("game tally", "result Margaret +3 Geoffrey -3"):
        run("record", saying)
    printed = at_terminal(["standings"], 40)
    assert "player | evenings | won | lost | net |\n  best evening | worst evening\nMargaret | 1 | 3 | 0 | +3 |" in (
        printed.replace("\r", "")
    )


CELLS = st.text(st.characters(codec="utf-8"), max_size=30)


@given(
    st.integers(2, 5).flatmap(
        lambda size: st.lists(st.lists(CELLS, min_size=size, max_size=size), min_size=1, max_size=6)
    ),
    st.integers(12, 90),
)
def test_any_table_fits_any_terminal(rows, width):
    headings = ["number", "saying", "by", "why", "when"][: len(rows[0])]

    class Wide(io.StringIO):
        def isatty(self) -> bool:
            return True

    before, sys.stdout = sys.stdout, Wide()
    try:
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("COLUMNS", str(width))
            patched.setenv("TERM", "dumb")
            lines = columns(headings, rows)
    finally:
        sys.stdout = before
    assert all(width_of(line) <= max(width, 2) for line in lines)
    joined = "".join("".join(lines).split())
    for row in rows:
        for cell in row:
            for word in clean(cell).replace("\n", "\ufffd").split():
                if width_of(word) <= 6:
                    assert word in joined


@pytest.mark.parametrize("width", range(40, 201, 8))
def test_an_empty_cell_keeps_its_place_where_a_table_folds(width, monkeypatch):
    headings = ["player", "tally", "holdem", "omaha", "tournament", "nap", "loo", "poker", "vingt-un"]
    row = ["Ann", "", "", "", "+£25.00", "", "-£1.50", "", ""]
    out = io.StringIO()
    out.isatty = lambda: True
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "dumb")
    lines = columns(headings, [row], right=range(1, 9))
    text = " ".join("\n".join(lines).split())
    if " | " in text:
        heads, cells = text[: text.index("Ann")].strip().split(" | "), text[text.index("Ann") :].split(" | ")
        assert (heads, [cell.strip("–") for cell in cells]) == (headings, row)
    else:
        end = lines[0].index("tournament") + len("tournament")
        assert lines[-1][:end].endswith("+£25.00")


@given(st.text(st.characters(codec="utf-8")), st.integers(2, 40))
def test_text_is_wrapped_and_kept(text, width):
    lines = wrapped(text, width)
    assert all(width_of(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


# Charts


@given(
    st.lists(st.integers(-400, 400), min_size=1, max_size=60),
    st.sampled_from([Money("counters", 1), Money("lsd", 4), Money("lsd", 12), Money("GBP", 10), Money("EUR", None)]),
    st.integers(30, 130),
)
def test_a_chart_fits_and_its_ticks_are_whole_counters(changes, money, width):
    said = {"counters": "", "lsd": "money=lsd", "GBP": "money=GBP", "EUR": "money=EUR"}[money.code]
    counter = "" if money.code == "counters" or money.counter is None else f" counter={money.write(money.counter)}"
    results = [f"result Ann {'+' if n > 0 else '-'}{money.write(abs(n))} Bob {'-' if n > 0 else '+'}{money.write(abs(n))}"
               for n in changes if n]  # fmt: skip
    script = "\n".join([f'evening "X" {said}{counter}', "players Ann Bob", "game tally", *results])
    evening = replay_script(script, "x").evening
    through = curve(evening)
    lines = drawing.draw_chart(evening.money, through, width)
    assert max(map(width_of, lines)) <= width
    if not through.events:
        assert lines == ["no counter has moved"]
        return
    ticks = [line.split("┤")[0].strip() for line in lines if "┤" in line]
    assert len(ticks) <= drawing.ROWS + 1
    assert money.show(0) in ticks
    levels = [_amount(money, tick) for tick in ticks]
    assert levels == sorted(levels, reverse=True)
    for level in levels:
        assert level % (money.counter or 1) == 0
    balances = [balance for amount in through.balances.values() for balance in amount]
    assert levels[-1] <= min(balances)
    assert max(balances) <= levels[0]


def _amount(money: Money, shown: str) -> int:
    sign, size = (-1, shown[1:]) if shown.startswith("-") else (1, shown)
    if money.code == "counters":
        return sign * int(size)
    return sign * money.read(size if money.code == "lsd" else money.code + size.lstrip("£€"))


def test_a_chart_marks_games_and_deals_and_tells_who_has_what():
    evening = replay_script(EXAMPLE.read_text(encoding="utf-8"), "x").evening
    lines = drawing.draw_chart(evening.money, curve(evening), 80)
    text = "\n".join(lines)
    assert "nap                   loo                poker" in text
    assert lines[-1] == "A Ann -11d  B Bob 4d  C Cat 3s9d  D Dan -3s2d  ' a deal"
    ends = {letter for line in lines for letter in line.partition("┤")[2][-3:] if letter.isalpha()}
    assert ends == set("ABCD")


@pytest.mark.thorough
def test_a_picture_says_which_letters_no_font_has(run, at_home, monkeypatch):
    pytest.importorskip("matplotlib")
    from matplotlib.font_manager import fontManager

    monkeypatch.setattr(fontManager, "ttflist", [font for font in fontManager.ttflist if font.name == "DejaVu Sans"])
    run("open", "Whist", "--players", "Ann 山田")
    run("record", "--together", "-", stdin="game tally\nresult Ann +1 山田 -1\n")
    done = run("explain", "--plot", "a.png")
    assert done.code == 0
    assert "no font here has 山 田" in done.err
    assert (at_home / "a.png").exists()


def test_a_picture_finds_a_font_that_has_the_letters(monkeypatch):
    pytest.importorskip("matplotlib")
    from matplotlib.font_manager import FontEntry, fontManager, get_font

    from ledger.cli import picture

    class Known:
        def __init__(self, letters: str) -> None:
            self.letters = letters

        def get_charmap(self) -> dict[int, int]:
            return {ord(letter): 1 for letter in self.letters}

    entries = [FontEntry(fname="a.ttf", name="A"), FontEntry(fname="b.ttf", name="B")]
    usual = [font for font in fontManager.ttflist if font.name == "DejaVu Sans"]
    monkeypatch.setattr(fontManager, "ttflist", [*usual, *entries])
    known = {"a.ttf": Known("xyz"), "b.ttf": Known("山田")}
    monkeypatch.setattr("matplotlib.font_manager.get_font", lambda name: known.get(name) or get_font(name))
    assert picture._written_in("Ann 山田") == (["DejaVu Sans", "B"], "")
    assert picture._written_in("Ann") == (["DejaVu Sans"], "")
    assert picture._written_in("山林") == (["DejaVu Sans", "B"], "林")


# Letters


@pytest.mark.thorough
def test_a_terminal_without_unicode_is_given_the_nearest_letters(run):
    run("open", "Zoë’s ½ evening – “x”", "--players", "Zoë Bob", "--money", "GBP", "--counter", "0.10")
    run("record", "--together", "-", stdin="game nap kitty=1\ndeal Bob\nZoë 3\nZoë made\n")
    ascii_only = at_terminal(["explain"], 100, "ascii")
    assert "Bob -> Zoe" in ascii_only
    assert 'Zoe\'s 1/2 evening - "x"' in at_terminal(["table"], 100, "ascii")
    assert "→" in at_terminal(["explain"], 100)
    assert "Zoë" in at_terminal(["explain"], 100, "latin-1")
    assert "\N{UPPER HALF BLOCK}" in at_terminal(["seal"], 100)
    assert "\\u" not in at_terminal(["seal"], 100, "ascii")


def test_letters_with_a_stroke_have_their_nearest_too():
    assert "Łukasz, Øyvind, Æsa, Þór, Weiß, GIẞ, 山".encode("ascii", NAME) == (
        b"Lukasz, Oyvind, Aesa, Thor, Weiss, GISs, \\u5c71"
    )


OBEYED = "\x1b[2J\x07\u202e\u2066x\u200f\x9b"


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay", OBEYED], ["replay", f"{OBEYED}.jsonl"], ["import", f"{OBEYED}.csv"], ["rules", OBEYED],
        ["simulate", OBEYED], ["use", OBEYED], ["table", "--evening", OBEYED], ["explain", OBEYED],
        ["explain", "--pool", OBEYED], ["settle", "--via", OBEYED], ["settle", "--coin", OBEYED],
        ["settle", "--household", OBEYED], ["settle", "--since", OBEYED], ["standings", "--since", OBEYED],
        ["whatif", OBEYED], ["whatif", f"nap.{OBEYED}=1"], ["whatif", f"nap.kitty={OBEYED}"], ["record", OBEYED],
        ["open", OBEYED], ["open", "x", "--players", OBEYED], ["open", "x", "--money", OBEYED],
        ["open", "x", "--on", OBEYED], ["schema", OBEYED], [OBEYED], [f"--{OBEYED}"], ["export", "--format", OBEYED],
        ["table", "--database", f"sqlite://{OBEYED}"], ["table", "--database", f"{OBEYED}://x"],
        ["table", "--database", f"/nowhere/{OBEYED}"], ["explain", "--plot", OBEYED], ["seal", "--image", OBEYED],
        ["audit", "--seal", OBEYED], ["replay", "kind.jsonl"], ["import", "name.csv"],
    ],
    ids=lambda arguments: " ".join(arguments).encode("unicode_escape").decode(),
)  # fmt: skip
def test_nothing_from_outside_is_obeyed(run, file, arguments):
    command_line.opened(run, "game nap")
    file('{"number": 1, "body": {"kind": "x\\u001b[2J\\u202e", "title": "x"}}\n', "kind.jsonl")
    header = "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net\n"
    file(f"{header}{OBEYED},a,x{OBEYED},,1,2,0,1\n", "name.csv")
    done = run(*arguments)
    assert done.code in (0, 1, 2)
    for text in (done.out, done.err):
        assert all(letter.isprintable() or letter == "\n" for letter in text)


def test_a_title_that_would_be_obeyed_is_printed_without(run, at_home):
    command_line.opened(run)
    import sqlite3

    with sqlite3.connect(at_home / "evenings.db") as connection:
        connection.execute("UPDATE evening SET title = ?", (OBEYED,))
    for command in (["evenings"], ["use", "x"], ["use", "1"], ["standings"]):
        done = run(*command)
        assert all(letter.isprintable() or letter == "\n" for letter in done.out + done.err), command
    assert Path("evenings.db").exists()


@pytest.mark.thorough
def test_what_is_told_at_a_terminal_is_parted_between_words_and_elsewhere_not(run):
    command_line.opened(run, "game nap", "deal Ann")
    for arguments, code in (
        (["record", "nonsense of Cat"], 1),
        (["open", "X", "Ann", "Bob", "--money", "pounds"], 1),
        (["record", "Cat", "has", "made", "a", "declaration", "of", "three", "tricks"], 2),
        (["explain", "ann", "bob"], 0),
    ):
        done = run(*arguments)
        assert done.code == code
        printed = STYLE.sub("", at_terminal(arguments, 40, code=code))
        assert max(map(width_of, printed.splitlines())) <= 40
        assert printed.split() == (done.out + done.err).split()
        assert max(map(width_of, (done.out + done.err).splitlines())) > 40


FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize(
    "text", [FAMILY, "\u2764\ufe0f\u200d\U0001f525", "\U0001f469\U0001f3fd\u200d\u2695\ufe0f"], ids=ascii
)
def test_what_joins_two_emoji_is_printed(text):
    assert printable(text) == text


@pytest.mark.parametrize(
    "text", ["a\u200db", "\u200d", f"{FAMILY}\u200d", "\u200d\u200d", "\U0001f468\u202e\U0001f469"]
)
def test_what_hides_or_turns_text_is_not_printed(text):
    assert "\ufffd" in printable(text)
    assert not set(printable(text).replace(FAMILY, "")) & set("\u200d\u202e")


def test_a_name_of_joined_emoji_stands_in_a_table(run):
    assert run("open", "Emoji", FAMILY, "Bob").code == 0
    told = run("table").out
    assert f"{FAMILY}  " in told
    assert "\ufffd" not in told
