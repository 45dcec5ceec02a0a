"""Games of strangers, as they are installed: Skat beside the wheel of card-ledger, in an environment of their own.

`pytest --thorough -n 0 -s tests/games/test_games_by_strangers.py` prints every command and what it answers.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.games.test_broken_games import RULES

ROOT = Path(__file__).parents[2]
SKAT = ROOT / "examples" / "card-ledger-skat"
GOLDEN = SKAT / "tests" / "evenings" / "golden.evening"
NAP = 'evening "Nap"\nplayers Ann Bob Cat\ngame nap\ndeal Ann\nBob passes\nCat 3\nCat made\n'
PLAYED = "Bob pays Ann 134", "Bob pays Cat 2"
MISSING = "skat is played by card-ledger-skat 1.0.0, which is not installed here."
PIP = (
    "--no-index",
    "--no-deps",
    "--no-build-isolation",
    "--quiet",
    "--disable-pip-version-check",
)
"""Nothing is fetched: what both need stands in the environment that the tests run in."""


@dataclass
class Done:
    """What a command has printed, and its exit status."""

    code: int
    out: str
    err: str

    @property
    def error(self) -> dict:
        return json.loads(self.out)["error"]


class Environment:
    """An environment with nothing of ours in it but what is installed, and a folder with a database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "env" / "bin" / "python"
        self.variables = {name: value for name, value in os.environ.items() if not name.startswith(("CARD_", "PYTHON"))}
        self.variables |= {"XDG_DATA_HOME": str(folder / "data"), "PYTHONDONTWRITEBYTECODE": "1"}
        self.database()
        venv.create(folder / "env", with_pip=False)
        answer = self.run(self.python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
        self.site = Path(answer.out.strip())
        paths = [path for path in (sysconfig.get_path("purelib"), *sys.path) if path.endswith("site-packages")]
        (self.site / "dependencies.pth").write_text("\n".join(dict.fromkeys(paths)))

    def database(self) -> None:
        """Begin an empty database."""
        self.variables["CARD_LEDGER_DATABASE"] = f"sqlite:///{self.folder / 'e.db'}"
        for path in self.folder.glob("e.db*"):
            path.unlink()

    def run(self, *command: object, cwd: Path | None = None, stdin: str = "", **variables: str) -> Done:
        """Run a command in the folder and return what it prints."""
        done = subprocess.run(
            [str(part) for part in command],
            capture_output=True, text=True, timeout=150, check=False, input=stdin,
            cwd=cwd or self.folder, env=self.variables | variables,
        )  # fmt: skip
        said = " ".join(str(part) for part in command).replace(str(self.folder), "")
        print(f"$ {said}\n{done.stdout}{done.stderr}[{done.returncode}]", flush=True)
        return Done(done.returncode, done.stdout, done.stderr)

    def __call__(self, *arguments: str, stdin: str = "", **variables: str) -> Done:
        """Run card-ledger."""
        return self.run(self.python, "-m", "ledger", *arguments, stdin=stdin, **variables)

    def pip(self, *arguments: object) -> None:
        """Install or uninstall something, as a person does."""
        done = self.run(sys.executable, "-m", "pip", "--python", self.python, *arguments)
        assert done.code == 0, done.err

    def install(self, *what: object) -> None:
        """Install wheels and folders; `-e` before a folder leaves it where it is."""
        ours = "--ignore-installed" if "card_ledger-" in str(what[0]) else "--force-reinstall"
        self.pip("install", *PIP, ours, *what)

    def build(self, project: Path) -> Path:
        """Return the wheel of a project."""
        self.run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", self.folder, cwd=project)
        return next(self.folder.glob("*.whl"))

    def write(self, name: str, text: str) -> str:
        """Write a file in the folder and return its name."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return name

    def skat(self, version: str, grand: int = 24) -> Path:
        """Return a copy of the package of Skat, of this version, at which a grand counts so much."""
        folder = self.folder / f"skat-{version}"
        shutil.copytree(SKAT, folder, ignore=shutil.ignore_patterns(".*", "__pycache__", "tests"))
        self.change(folder / "pyproject.toml", 'version = "1.0.0"', f'version = "{version}"')
        self.change(folder / "card_ledger_skat" / "words.py", '"grand": 24', f'"grand": {grand}')
        return folder

    @staticmethod
    def change(path: Path, before: str, after: str) -> None:
        text = path.read_text(encoding="utf-8")
        assert before in text
        path.write_text(text.replace(before, after), encoding="utf-8")


@pytest.mark.thorough
@pytest.mark.timeout(600)  # it runs sixty processes: half a minute on a machine of its own, and long on a busy one
@pytest.mark.skipif(find_spec("pip") is None, reason="nothing is installed without pip")
def test_a_game_of_a_stranger_is_played_as_it_is_promised(tmp_path):
    env = Environment(tmp_path)
    env.install(env.build(ROOT), SKAT)
    env.write("skat.evening", GOLDEN.read_text(encoding="utf-8"))
    env.write("nap.evening", NAP)
    it_is_listed_and_played(env)
    it_is_pinned_by_the_log(env)
    a_player_is_called_as_an_announcement_is(env)
    a_broken_one_refuses_only_itself(env)
    two_of_one_name_are_refused_and_one_of_ours_is_hidden(env)
    its_tests_pass(env)
    a_new_one_and_one_of_one_file(env)
    rules_that_have_changed_change_no_closed_evening(env)
    rules_that_are_not_here_are_named(env)
    other_money_changes_no_closed_evening_and_goes_on_with_no_open_one(env)


def it_is_listed_and_played(env: Environment) -> None:
    """Lines 1, 2 and 3."""
    (skat,) = [game for game in json.loads(env("games", "--json").out)["games"] if game["name"] == "skat"]
    assert re.fullmatch("[0-9a-f]{64}", skat.pop("rules"))
    assert skat == {
        "name": "skat", "title": "Skat", "players": [3, 4], "edition": 1, "distribution": "card-ledger-skat 1.0.0",
    }  # fmt: skip
    done = env("replay", "skat.evening", "nap.evening")
    assert done.code == 0
    assert all(payment in done.out for payment in (*PLAYED, "Cat"))
    assert env("import", "nap.evening").code == 0
    timed = env.run(env.python, "-X", "importtime", "-m", "ledger", "settle")
    assert [line for line in timed.err.splitlines() if line.endswith("importlib.metadata")] == []


def it_is_pinned_by_the_log(env: Environment) -> None:
    """Lines 4 and 5."""
    env.database()
    assert env("import", "skat.evening").code == 0
    rows = [json.loads(line) for line in env("export", "--format", "jsonl").out.splitlines()]
    pinned = [(row["body"]["kind"], row["pinned"]) for row in rows if row["pinned"]]
    assert [kind for kind, _ in pinned] == ["game", "deal", "deal", "deal", "end", "close"]
    assert list(pinned[0][1]) == ["distribution", "edition", "rules"]
    assert pinned[2][1] == {"Ann": 288, "Bob": -144, "Cat": -144}
    script = env("export", "--format", "script").out
    assert re.search(
        '^game skat edition=1 distribution="card-ledger-skat 1.0.0" rules=[0-9a-f]{64}', script, re.MULTILINE
    )
    done = env("replay", env.write("x.evening", script))
    assert (done.code, done.err) == (0, "")
    assert all(payment in done.out for payment in PLAYED)


def a_player_is_called_as_an_announcement_is(env: Environment) -> None:
    """Line 6."""
    env.database()
    env("open", "Bock", "--players", "Ann Bock Cat")
    sayings = "game skat bock=on", "bock", "deal Ann", "bock clubs", "bock made with 1"
    assert [env("record", saying).code for saying in sayings] == [0] * len(sayings)
    assert json.loads(env("table", "--json").out)["balances"] == {"Ann": -48, "Bock": 96, "Cat": -48}


def a_broken_one_refuses_only_itself(env: Environment) -> None:
    """Line 7."""
    rules = env.site / "card_ledger_skat" / "rules.py"
    as_it_is = rules.read_text(encoding="utf-8")
    rules.write_text(f'raise RuntimeError("no")\n{as_it_is}', encoding="utf-8")
    listed = env("games")
    assert listed.code == 0
    assert "cannot be loaded: RuntimeError: no" in listed.out
    assert env("replay", "nap.evening").code == 0
    env("open", "E", "--players", "Ann Bob Cat")
    done = env("record", "game skat")
    assert done.code == 1
    assert "skat (card-ledger-skat 1.0.0) cannot be loaded: RuntimeError: no." in done.err
    rules.write_text(as_it_is, encoding="utf-8")


def two_of_one_name_are_refused_and_one_of_ours_is_hidden(env: Environment) -> None:
    """Lines 8 and 16."""
    for name, game in (("skat-for-all", "skat"), ("their-nap", "nap")):
        information = env.site / f"{name.replace('-', '_')}-1.0.0.dist-info"
        information.mkdir()
        (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0.0\n")
        (information / "entry_points.txt").write_text(f"[card_ledger.games]\n{game} = card_ledger_skat.rules\n")
    done = env("rules", "skat")
    assert done.code == 1
    assert "two distributions provide skat: card-ledger-skat and skat-for-all" in done.err
    assert env("rules", "nap").out.startswith("Nap")
    assert "nap (their-nap 1.0.0) is hidden" in env("games").out
    for information in (*env.site.glob("skat_for_all*"), *env.site.glob("their_nap*")):
        shutil.rmtree(information)
    done = env("rules", "skat", CARD_LEDGER_GAMES="none")
    assert (done.code, "no game is called skat" in done.err) == (1, True)


def its_tests_pass(env: Environment) -> None:
    """Line 17, without the mutants."""
    done = env.run(env.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=SKAT)
    assert done.code == 0
    assert "passed" in done.out


def a_new_one_and_one_of_one_file(env: Environment) -> None:
    """Lines 14 and 15."""
    assert env("new-game", "high-card").code == 0
    project = env.folder / "card-ledger-high-card"
    env.install("-e", f"{project}[test]")
    done = env.run(env.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=project)
    assert done.code == 0
    assert "passed" in done.out
    assert env("rules", "high-card").out.startswith("High Card: everybody pays")
    env.pip("uninstall", "--yes", "--quiet", "card-ledger-high-card")
    rules = RULES.replace('name = "high"', 'name = "high-card"').replace("GAME =", "RULES_API = 1\nGAME =")
    env.write("data/card-ledger/games/high_card.py", rules)
    folder = env.folder / "data" / "card-ledger" / "games"
    folder.chmod(0o755)
    assert '"distribution": "file high_card.py"' in env("games", "--json").out.replace('":"', '": "')
    folder.chmod(0o757)
    done = env("games")
    assert "high-card" not in done.out.replace("high_card", "")
    assert "others may write there" in done.out
    shutil.rmtree(folder)


def rules_that_have_changed_change_no_closed_evening(env: Environment) -> None:
    """Lines 9 and 10."""
    env.database()
    env("import", "skat.evening")
    opened = env.write("open.evening", GOLDEN.read_text(encoding="utf-8").replace("close\n", ""))
    env("import", "--again", opened)
    env.install(env.skat("1.1.0", grand=25))
    done = env("--evening", "1", "settle")
    assert done.code == 0
    assert all(payment in done.out for payment in PLAYED)
    assert "Skat has changed since this evening was closed: deal 1 comes to other balances today." in done.err
    done = env("--evening", "1", "audit")
    assert done.code == 1
    assert "deal 1" in done.out
    assert all(amount in done.out for amount in ("288", "300"))
    done = env("settle", "--json")
    assert (done.code, done.error["code"]) == (4, "rules-changed")
    assert done.error["message"] == (
        "the rules of skat have changed since this evening was recorded (card-ledger-skat 1.0.0 then, 1.1.0 now): "
        "deal 1 comes to other balances."
    )
    before = env("log").out
    assert env("db", "rebuild", "--yes").code == 4
    assert env("log").out == before
    assert env("db", "rebuild", "--rules-changed", "--yes").code == 0
    assert "skat: by card-ledger-skat 1.1.0 from here on" in env("log").out.splitlines()[-1]
    done = env("settle")
    assert all(payment in done.out for payment in ("Bob pays Ann 142", "Cat pays Ann 4"))


def rules_that_are_not_here_are_named(env: Environment) -> None:
    """Lines 11 and 12."""
    env.install(SKAT)
    env.database()
    env("import", "skat.evening")
    env.pip("uninstall", "--yes", "--quiet", "card-ledger-skat")
    done = env("settle")
    assert all(payment in done.out for payment in PLAYED)
    assert (done.code, done.err.strip()) == (0, MISSING)
    for command in (("log",), ("seal",), ("export", "--format", "script"), ("record", "Bob pays Ann 134")):
        assert env(*command).code == 0
    done = env("audit")
    assert (done.code, "not replayed: the rules are missing" in done.out) == (4, True)
    env.install(SKAT)
    env("import", "--again", "open.evening")
    env.pip("uninstall", "--yes", "--quiet", "card-ledger-skat")
    for command in (("table", "--json"), ("record", "deal", "--json")):
        done = env(*command)
        assert (done.code, done.error["code"]) == (4, "rules-missing")
        assert done.error["remedy"] == "pip install 'card-ledger-skat==1.0.0'"


def other_money_changes_no_closed_evening_and_goes_on_with_no_open_one(env: Environment) -> None:
    """Line 13, with the edition raised."""
    second = env.skat("2.0.0", grand=25)
    env.change(second / "card_ledger_skat" / "rules.py", 'name = "skat"', 'name = "skat"\n    edition = 2')
    env.install(second)
    done = env("--evening", "1", "settle")
    assert (done.code, "Bob pays Cat 2" in done.out) == (0, True)
    assert "Skat has changed since this evening was closed: deal 1 comes to other balances today." in done.err
    done = env("--evening", "2", "settle", "--json")
    assert (done.code, done.error["code"]) == (4, "rules-changed")
    assert "(card-ledger-skat 1.0.0 then, 2.0.0 now)" in done.error["message"]
    assert done.error["remedy"].startswith("pip install 'card-ledger-skat==1.0.0', or ")
