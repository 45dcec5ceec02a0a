"""The programs of `examples/trust.md` that check a seal: over every export, and over changed ones."""

import json
import random
import re
import shutil
import subprocess
import sys
from itertools import accumulate

import pytest

from ledger.core.events import RecordedEvent
from ledger.interchange.jsonl import lines_of
from ledger.interchange.script import replay_script
from ledger.log.digests import BEFORE_THE_FIRST, digest
from ledger.log.seals import LETTERS, broken_seal, read_seal, seal_of
from tests.helpers.documents import ROOT
from tests.helpers.rig import EVENINGS

DOCUMENT = (ROOT / "examples" / "trust.md").read_text(encoding="utf-8")
(BY_PYTHON,) = re.findall(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)
(BY_SHELL,) = re.findall(r"```bash\n(.*?)```", DOCUMENT, re.DOTALL)
PROGRAM = compile(BY_PYTHON, "check.py", "exec")
SCRIPTS = sorted([*EVENINGS.glob("*/*.evening"), *(ROOT / "examples").glob("*.evening")])
HELD = "the {} events are those that were sealed"


def recorded_in(path) -> list[RecordedEvent]:
    """Return the log of a script, as somebody recorded it."""
    recorded = replay_script(path.read_text(encoding="utf-8"), path.name).recorded
    return [
        RecordedEvent(one.number, one.event, "2026-11-20T21:14:05.123Z", 'Zoë "the pen"', pinned=one.pinned)
        for one in recorded
    ]


def exported(recorded) -> str:
    heads = list(accumulate(recorded, digest, initial=BEFORE_THE_FIRST))[1:]
    return "".join(lines_of(zip(recorded, heads, strict=True)))


@pytest.fixture
def check(tmp_path, monkeypatch, capfd):
    """Return a function that checks an export against a seal, and returns what the program says."""

    def said(export: str, seal: str) -> str:
        for name, text in (("e.jsonl", export), ("seal.txt", seal)):
            (tmp_path / name).write_text(text, encoding="utf-8")
        monkeypatch.setattr(sys, "argv", ["check.py", str(tmp_path / "e.jsonl"), str(tmp_path / "seal.txt")])
        try:
            exec(PROGRAM, {"__name__": "__main__"})
        except SystemExit as refused:
            return str(refused)
        return capfd.readouterr().out.strip()

    return said


def test_the_program_is_short_and_needs_only_what_comes_with_python():
    assert len(BY_PYTHON.splitlines()) <= 40
    assert set(re.findall(r"^(?:import|from) (\w+)", BY_PYTHON, re.MULTILINE)) == {"base64", "hashlib", "json", "sys"}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_export_is_held_to_its_seal(check, path):
    """Whatever was recorded since; and by whom and when, or by nobody."""
    for recorded in (recorded_in(path), replay_script(path.read_text(encoding="utf-8"), path.name).recorded):
        for size in {1, len(recorded) // 2, len(recorded)}:
            seal = seal_of("A night", recorded[:size]).text()
            assert check(exported(recorded), seal) == HELD.format(size)


def changed(rows: list[dict], chance: random.Random) -> list[dict]:
    """Return an export of which a forger has changed one thing."""
    place = chance.randrange(len(rows))
    row = json.loads(json.dumps(rows[place]))
    match chance.randrange(6):
        case 0:
            return [*rows[:place], *rows[place + 1 :]]
        case 1:
            return [*rows[:place], *rows[place + 1 :], rows[place]] if place + 1 < len(rows) else rows[:place]
        case 2:
            row["said_by"] += "."
        case 3:
            row["said_at"] = row["said_at"].replace("2026", "2025")
        case 4:
            row["pinned"] = {**row["pinned"], "Ann": 1 + int(row["pinned"].get("Ann", 0))}
        case 5:
            row["body"] = {**row["body"], "why": f"{row['body'].get('why', '')}!"}
    return [*rows[:place], row, *rows[place + 1 :]]


def chained_anew(rows: list[dict]) -> str:
    """Write an export with digests that fit what stands in it, as a forger can who knows the form."""
    from hashlib import sha256

    space: dict = {"__name__": "none"}
    exec(compile(BY_PYTHON.partition("log, seal")[0], "check.py", "exec"), space)
    head, lines = bytes(32), []
    for row in rows:
        head = sha256(head + space["form"](row)).digest()
        lines.append(json.dumps(row | {"digest": head.hex()}, ensure_ascii=False) + "\n")
    return "".join(lines)


@pytest.mark.parametrize("seed", range(100))
def test_every_changed_export_is_found(check, seed):
    """With the digests left as they were, and made to fit."""
    chance = random.Random(seed)
    recorded = recorded_in(chance.choice(SCRIPTS))
    seal, rows = seal_of("A night", recorded).text(), [json.loads(line) for line in exported(recorded).splitlines()]
    assert check(chained_anew(rows), seal) == HELD.format(len(rows))
    forged = changed(rows, chance)
    for export in ("".join(json.dumps(row) + "\n" for row in forged), chained_anew(forged)):
        assert re.search("not what was recorded|not the events that were sealed|only", check(export, seal))


@pytest.mark.parametrize("seed", range(20))
def test_a_slip_of_the_pen_is_no_tampering(check, seed):
    """Any letter for another, any digit of the number, and two letters changed about."""
    chance = random.Random(seed)
    recorded = recorded_in(SCRIPTS[seed])
    title, events, letters = seal_of("A night", recorded).text().splitlines()
    place = chance.choice([at for at, letter in enumerate(letters) if letter != " "])
    slip = chance.choice([letter for letter in LETTERS if letter != letters[place]])
    slips = [f"{title}\n{events}\n{letters[:place]}{slip}{letters[place + 1 :]}"]
    slips.append(f"{title}\n{(int(events[0]) + 1) % 10}{events[1:]}\n{letters}")
    swapped = [at for at in range(12) if len({letters[at], letters[at + 1]} - {"A", "7"}) == 2]
    at = chance.choice(swapped)
    slips.append(f"{title}\n{events}\n{letters[:at]}{letters[at + 1]}{letters[at]}{letters[at + 2 :]}")
    for seal in slips:
        assert check(exported(recorded), seal) == "a letter of this seal is wrong: copied with a slip?"
        with pytest.raises(Exception, match="a letter of this seal is wrong: copied with a slip") as refused:
            read_seal(seal)
        assert refused.value.code.value == "unreadable"
        assert refused.value.fault.endswith("copied with a slip?")


def test_a_letter_left_out_or_said_twice_is_a_slip():
    recorded = recorded_in(SCRIPTS[0])
    title, events, letters = seal_of(recorded[0].event.title, recorded).text().splitlines()
    for slip in (letters[1:], letters[0] + letters, letters.replace(letters[5], "0", 1)):
        with pytest.raises(Exception, match="copied with a slip"):
            read_seal(f"{title}\n{events}\n{slip}")
    assert broken_seal(read_seal(f"{title}\n{events}\n{letters[:-2]}"), recorded) is None


def test_the_programs_run_as_they_are_written(run, tmp_path):
    """By Python and by the shell, over an evening that was recorded, and the club's log."""
    run("open", "Été ♥", "--players", "Ann Bob Cat", "--money", "EUR", "--counter", "0.05")
    run(
        "record",
        "--together",
        "-",
        stdin='game nap kitty=1\ndeal Ann\nCat 3\nCat made\nnote "a \\"tab\\" \\\\ é"\nend\n',
    )
    (tmp_path / "seal.txt").write_text(run("seal", "--no-qr").out)
    run("record", "close")
    (tmp_path / "e.jsonl").write_text(run("export", "--format", "jsonl").out)
    (tmp_path / "check.py").write_text(BY_PYTHON)
    (tmp_path / "check.sh").write_text(BY_SHELL)
    commands = [[sys.executable, "check.py"]]
    if all(map(shutil.which, ("bash", "jq", "sha256sum", "base32"))):
        commands.append(["bash", "check.sh"])
    changed_export = (tmp_path / "e.jsonl").read_text().replace("tab", "tap")
    for command in commands:
        held = [*command, "e.jsonl", "seal.txt"]
        done = subprocess.run(held, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout.strip()) == (0, HELD.format(8)), done.stderr
        (tmp_path / "changed.jsonl").write_text(changed_export)
        changed_log = [*command, "changed.jsonl", "seal.txt"]
        assert subprocess.run(changed_log, cwd=tmp_path, capture_output=True, check=False).returncode != 0


@pytest.mark.parametrize("path", sorted((EVENINGS.parent / "logs").glob("*.db")), ids=lambda path: path.stem)
def test_every_log_that_a_program_has_written_is_held_to_its_seal(run, check, path, tmp_path):
    shutil.copy(path, tmp_path / "evenings.db")
    for row in run("evenings", "--json").json["evenings"]:
        of = ("--evening", str(row["id"]))
        export, seal = run(*of, "export", "--format", "jsonl").out, run(*of, "seal", "--no-qr").out
        assert check(export, seal) == HELD.format(row["events"])


def test_the_seal_of_the_club_is_checked_alike(run, check):
    run("open", "E", "--players", "Ann Bob")
    run("person", "add", "Ann", "--known-as", "Annie")
    seal, export = run("seal", "--club", "--no-qr").out, run("export", "--club", "--format", "jsonl").out
    assert check(export, seal) == HELD.format(seal.splitlines()[1].split()[0])
