"""Games of strangers: installed distributions and files, found only where they are wanted; each refuses only itself."""

import re
import shutil
import subprocess
import sys

import pytest

from ledger import VERSION
from ledger.core import refusals
from ledger.games import discovery, registry
from tests.games import test_broken_games
from tests.helpers import command_line
from tests.helpers.environments import forget_games

at_home, run = command_line.at_home, command_line.run

RULES = test_broken_games.RULES.replace("GAME =", "RULES_API = 1\nGAME =").replace('raise RuntimeError("no")', "pass")
PLAYED = 'evening "E"\nplayers Ann Bob Cat\ngame high\ndeal Ann\nBob wins\nend\nclose\n'


@pytest.fixture
def site(tmp_path, monkeypatch):
    """Return a folder of installed packages, empty; the user's data folder lies beside it."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(site)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv(discovery.CHOSEN, raising=False)
    monkeypatch.setattr(refusals, "RULE_FAULTS", (Exception,))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    forget_games()
    yield site
    monkeypatch.undo()
    forget_games()


def install(site, distribution: str, rules: str = RULES, game: str = "high", version: str = "1.0.0", words: str = ""):
    """Install a distribution with one game."""
    package = "stranger_" + re.sub(r"\W", "_", distribution)
    (site / package).mkdir(exist_ok=True)
    for name, text in {"__init__": "", "rules": rules, **({"words": words} if words else {})}.items():
        (site / package / f"{name}.py").write_text(text)
    information = site / f"{package}-{version}.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n")
    (information / "entry_points.txt").write_text(f"[card_ledger.games]\n{game} = {package}.rules\n")
    forget_games()


def row(run, name: str) -> dict:
    (found,) = [game for game in run("games", "--json").json["games"] if game["name"] == name]
    return found


def test_an_installed_game_is_listed_recorded_settled_and_pinned(run, site, tmp_path):
    install(site, "card-ledger-high")
    listed = row(run, "high")
    assert len(listed.pop("rules")) == 64
    assert listed == {
        "name": "high", "title": "High", "players": [2, None], "edition": 1, "distribution": "card-ledger-high 1.0.0",
    }  # fmt: skip
    assert "High Card." in run("rules", "high").out
    (tmp_path / "high.evening").write_text(PLAYED)
    assert "Ann pays Bob" in run("replay", "high.evening").out
    assert run("import", "high.evening").code == 0
    assert 'distribution="card-ledger-high 1.0.0"' in run("export", "--format", "script").out
    assert run("audit").code == 0
    assert "high: edition 1, card-ledger-high 1.0.0, rules " in run("seal", "--long").out
    assert len(run("seal", "--no-qr").out.splitlines()) == 3


def test_an_evening_says_which_distribution_it_lacks(run, site, tmp_path, monkeypatch):
    install(site, "card-ledger-high")
    run("open", "E", "--players", "Ann Bob Cat")
    run("record", "game high")
    monkeypatch.setenv(discovery.CHOSEN, "none")
    forget_games()
    done = run("table", "--json")
    assert done.code == 4
    assert done.json["error"]["remedy"] == "pip install 'card-ledger-high==1.0.0'"
    assert "no game is called high" in run("rules", "high").err
    assert [game for game in run("games", "--json").json["games"] if game["name"] == "high"] == []


def test_a_word_of_a_stranger_is_another_in_a_game_of_ours(run, site, tmp_path):
    words = (
        "from ledger.rules import Qualifier, Vocabulary\n"
        'VOCABULARY = Vocabulary({"made": (Qualifier("with", 1, 4),), "best": ()})\n'
    )
    rules = RULES.replace(
        "wins(self.table.players)", 'declaration(self.table.players, "made", Qualifier("with", 1, 4))'
    )
    install(site, "card-ledger-high", rules.replace("wins\n", "Qualifier, declaration\n"), words=words)
    (tmp_path / "both.evening").write_text(
        'evening "E"\nplayers Ann Bob Cat\ngame high\ndeal Ann\nBob made with 2\nend\ngame nap\ndeal Ann\nBob 3\nBob made\n'
    )
    assert run("replay", "both.evening").code == 0


@pytest.mark.parametrize(
    ("rules", "fault"),
    [
        (f'raise RuntimeError("no")\n{RULES}', "RuntimeError: no"),
        (RULES.replace("GAME = High()", ""), "has no attribute 'GAME'"),
        (RULES.replace('name = "high"', 'name = "low"'), "is no game that is called high"),
        (RULES.replace("RULES_API = 1", "RULES_API = 9"), "RULES_API is 9"),
        (RULES.replace("RULES_API = 1", ""), "RULES_API is None"),
    ],
)
def test_a_broken_game_refuses_only_itself(run, site, tmp_path, rules, fault):
    install(site, "card-ledger-high", rules)
    listed = run("games")
    assert (listed.code, "Newmarket" in listed.out) == (0, True)
    assert "high (card-ledger-high 1.0.0) cannot be loaded: " in listed.out
    assert fault in listed.out
    run("open", "E", "--players", "Ann Bob Cat")
    for refused in (run("record", "game high", "--json"), run("rules", "high", "--json")):
        assert (refused.code, refused.json["error"]["code"]) == (1, "rules-broken")
        assert fault in refused.err
    (tmp_path / "nap.evening").write_text('evening "N"\nplayers Ann Bob\ngame nap\ndeal Ann\nBob 3\nBob made\nend\n')
    assert run("replay", "nap.evening").err == ""


def test_two_distributions_with_one_game_give_neither(run, site, monkeypatch):
    install(site, "card-ledger-high")
    install(site, "high-for-all")
    done = run("rules", "high")
    assert done.code == 1
    assert "two distributions provide high: card-ledger-high and high-for-all" in done.err
    assert "Uninstall one, or set CARD_LEDGER_GAMES=high@card-ledger-high" in done.err
    assert "two distributions provide high" in row(run, "high")["fault"]
    monkeypatch.setenv(discovery.CHOSEN, "high@high-for-all")
    forget_games()
    assert row(run, "high")["distribution"] == "high-for-all 1.0.0"


BY_TWO = RULES.replace("self.table.pool(), 1,", "self.table.pool(), 2,")


def test_what_the_log_pins_goes_before_every_other_provider_of_the_name(run, site, tmp_path):
    install(site, "card-ledger-high")
    run("open", "First", "--players", "Ann Bob Cat")
    run("record", "-", stdin="game high\ndeal Ann\nBob wins\n")
    uninstall(site, "card-ledger-high")
    install(site, "high-for-all", BY_TWO)
    run("open", "Second", "--players", "Ann Bob Cat")
    run("record", "-", stdin="game high\ndeal Ann\nBob wins\n")
    script = run("export", "--format", "script").out
    install(site, "card-ledger-high")
    for evening, won in (("1", 4), ("2", 8)):
        assert run("--evening", evening, "record", "-", stdin="deal\nBob wins\n").code == 0
        done = run("--evening", evening, "settle", "--json")
        assert (done.code, done.json["owed"]["Bob"]) == (0, won)
        assert run("--evening", evening, "audit").code == 0
        assert run("--evening", evening, "explain", "Bob").code == 0
    assert run("standings").code == 0
    assert run("--evening", "2", "record", "end").code == 0
    assert "two distributions provide high" in run("--evening", "2", "record", "game high").err
    (tmp_path / "second.evening").write_text(script)
    assert "Ann pays Bob 2" in run("replay", "second.evening").out


def uninstall(site, distribution: str) -> None:
    (information,) = site.glob(f"stranger_{re.sub(r'[^a-z]', '_', distribution)}-*.dist-info")
    shutil.rmtree(information)
    forget_games()


def test_what_the_log_pins_goes_before_a_game_of_ours_that_came_later(run, site, tmp_path, monkeypatch):
    install(site, "card-ledger-high")
    run("open", "E", "--players", "Ann Bob Cat")
    run("record", "-", stdin="game high\ndeal Ann\nBob wins\n")
    ours = tmp_path / "ours_high"
    ours.mkdir()
    (ours / "__init__.py").write_text("")
    (ours / "rules.py").write_text(BY_TWO)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(registry.GAMES, "high", "ours_high.rules")
    forget_games()
    assert run("record", "-", stdin="deal\nBob wins\nend\ngame high\ndeal Ann\nBob wins\n").code == 0
    assert run("settle", "--json").json["owed"]["Bob"] == 2 + 2 + 4


def test_a_game_of_one_file_that_is_gone_is_named_as_a_file(run, site):
    folder = discovery.games_folder()
    folder.mkdir(parents=True, mode=0o755)
    (folder / "high.py").write_text(RULES)
    forget_games()
    run("open", "E", "--players", "Ann Bob Cat")
    run("record", "game high")
    (folder / "high.py").unlink()
    forget_games()
    done = run("table", "--json")
    assert (done.code, done.json["error"]["code"]) == (4, "rules-missing")
    assert "high is played by the file high.py, which is not in the folder of your games" in done.err


def test_a_game_with_a_name_of_ours_is_hidden_and_never_loaded(run, site):
    install(site, "their-nap", 'raise RuntimeError("loaded")', game="nap")
    ours, theirs = [game for game in run("games", "--json").json["games"] if game["name"] == "nap"]
    assert ours["distribution"] == f"card-ledger {VERSION}"
    assert theirs["fault"] == "nap (their-nap 1.0.0) is hidden: card-ledger has a game of this name"
    assert "Nap" in run("rules", "nap").out


def test_a_game_of_one_file(run, site, tmp_path):
    folder = discovery.games_folder()
    folder.mkdir(parents=True, mode=0o755)
    (folder / "high_card.py").write_text(RULES.replace('name = "high"', 'name = "high-card"'))
    forget_games()
    assert row(run, "high-card")["distribution"] == "file high_card.py"
    (tmp_path / "high.evening").write_text(PLAYED.replace("game high", "game high-card"))
    assert "Ann pays Bob" in run("replay", "high.evening").out
    folder.chmod(0o757)
    forget_games()
    listed = run("games")
    assert "high-card" not in [line.split()[0] for line in listed.out.splitlines() if line]
    assert f"The games in {folder} are not read: others may write there." in listed.out
    assert run("rules", "high-card").code == 1


def test_the_games_of_others_that_are_offered_are_named(run, site, monkeypatch):
    install(site, "card-ledger-high")
    install(site, "their-nap", game="nap")
    monkeypatch.setattr("ledger.web.serving.serve", lambda options, report: None)
    assert "Games of others that are offered: high (card-ledger-high 1.0.0)\n" in run("serve").err


def test_an_unreadable_name_of_a_distribution_is_not_repeated(run, site):
    install(site, "x; rm -rf .")
    assert row(run, "high")["distribution"] == "a distribution with an unreadable name"


def test_a_command_about_games_of_ours_never_looks_for_others(run, site, tmp_path):
    for number in range(20):
        install(site, f"game-{number}", game=f"high-{number}")
    run("open", "E", "--players", "Ann Bob")
    run("record", "-", stdin="game nap\ndeal Ann\nBob 3\nBob made\n")
    program = (
        "import sys; from ledger.cli import main\ntry: main()\nfinally: print('importlib.metadata' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "settle"], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "False"), done.stderr
