"""The evenings of a club for accounting programs: one by one, included in each other, and as one journal."""

import csv
import io
import random
import shutil
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest

from tests.helpers import command_line
from tests.interchange.test_journals import hledger

at_home, run = command_line.at_home, command_line.run

PEOPLE = ("Ann", "Bob", "Cat", "Dan", "Mary Ann", "Mary-Ann", "O'Neil", "Zoë")
BEAN_CHECK = Path(sys.executable).with_name("bean-check")
ENDS = {"hledger": "journal", "beancount": "beancount"}


def evening_of(number: int, chooser: random.Random) -> str:
    """Return the script of an evening: what was won, costs, and what was paid after the close."""
    people = chooser.sample(PEOPLE, chooser.randint(3, 5))
    people = [name.upper() if name == "Cat" and number % 3 == 0 else name for name in people]
    people = ["Bobby" if name == "Bob" and number % 4 == 0 else name for name in people]
    named = [f'"{name}"' for name in people]
    won = [chooser.randint(-300, 300) for _ in people[1:]]
    won.append(-sum(won))
    results = " ".join(f"{name} {amount:+d}" for name, amount in zip(named, won, strict=True))
    money = chooser.choice(["GBP", "GBP", "GBP", "EUR"])
    lines = [f'evening "Evening {number}" on 2026-{1 + number // 25:02}-{1 + number % 25:02} money={money} counter=0.01',
             f"players {' '.join(named)}"]  # fmt: skip
    if number % 5:
        lines += ["game tally", f"result {results}" if any(won) else 'note "even"', "end"]
    lines += [f"cost {chooser.randint(100, 900)} things {named[0]} paid"] if number % 2 else []
    lines += ["close"] if number % 10 != 7 else []
    lines += [f"{named[0]} pays {named[1]} {chooser.randint(1, 90)}"] if number % 3 == 1 else []
    return "\n".join(lines) + "\n"


def made_up_club(run, folder: Path, evenings: int) -> None:
    """Record a club: evenings, persons with several names, and payments between the evenings."""
    chooser = random.Random(40)
    names = [f"{number}.evening" for number in range(1, evenings + 1)]
    for number, name in enumerate(names, start=1):
        (folder / name).write_text(evening_of(number, chooser), encoding="utf-8")
    done = run("import", *names)
    assert done.code == 0, done.err
    assert run("person", "add", "Bob", "--known-as", "Bobby").code == 0
    for money in run("settle", "--all", "--json").json["moneys"]:
        for line in money["transfers"][:3]:
            paid = f"{'£' if money['money'] == 'GBP' else '€'}{Decimal(line['amount'] // 2 or 1) / 100:.2f}"
            done = run("pay", line["from"], line["to"], paid, "--yes", "--on", "2026-01-04")
            assert done.code == 0, done.err


def owed(run) -> dict[tuple[str, str], Decimal]:
    """Return what each is owed in each money, as `settle --all` has it."""
    moneys = run("settle", "--all", "--json").json["moneys"]
    return {
        (name.casefold(), money["money"]): Decimal(amount) / 100
        for money in moneys
        for name, amount in money["owed"].items()
        if amount
    }


def without_payments(run) -> dict[tuple[str, str], Decimal]:
    """Return what each is owed by the evenings alone, without the payments of the club."""
    left = owed(run)
    for money in run("settle", "--all", "--json").json["moneys"]:
        for payment in money["club"]:
            for name, sign in ((payment["from"], -1), (payment["to"], 1)):
                key = name.casefold(), money["money"]
                left[key] = left.get(key, 0) + Decimal(sign * payment["amount"]) / 100
    return {key: amount for key, amount in left.items() if amount}


def won(run) -> dict[tuple[str, str], Decimal]:
    """Return what each has won in each money, as `standings` has it."""
    moneys = run("standings", "--json").json["moneys"]
    return {
        (row["player"].casefold(), money["money"]): Decimal(row["net"]) / 100
        for money in moneys
        for row in money["players"]
        if row["net"]
    }


def names_by_word(run) -> dict[str, str]:
    """Return who has which accounts, as the journal says."""
    rows, word = {}, ""
    for line in run("export", "--all", "--format", "hledger").out.splitlines():
        if line.startswith("account Assets:Players:"):
            word = line.split(":")[2]
        elif line.startswith("  ; player: "):
            rows[word] = line.removeprefix("  ; player: ")
    return rows


def by_hledger(path: Path, names: dict[str, str]):
    """Return what each is owed, and has won, by the balances of hledger."""
    hledger("-f", str(path), "check", "--strict")
    found = hledger("-f", str(path), "balance", "--flat", "--layout=bare", "--no-total", "-O", "csv")
    return gathered(((row["account"], row["commodity"], Decimal(row["balance"]))
                     for row in csv.DictReader(io.StringIO(found))), names)  # fmt: skip


def by_beancount(path: Path, names: dict[str, str]):
    """Return the same by the balances of Beancount."""
    from beancount import loader
    from beancount.core import data

    done = subprocess.run([str(BEAN_CHECK), str(path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    entries, errors, _ = loader.load_file(str(path))
    assert errors == []
    postings = [posting for entry in entries if isinstance(entry, data.Transaction) for posting in entry.postings]
    return gathered(((each.account, each.units.currency, each.units.number) for each in postings), names)


def gathered(amounts, names: dict[str, str]):
    owed, won = {}, {}
    for account, commodity, amount in amounts:
        _, kind, *rest = account.split(":")
        if kind == "Players":
            key = names[rest[0]].casefold(), commodity
            owed[key] = owed.get(key, 0) + amount
            if rest[1] == "Play":
                won[key] = won.get(key, 0) + amount
    return tuple({key: amount for key, amount in of.items() if amount} for of in (owed, won))


def check_club(run, folder: Path, evenings: int) -> None:
    made_up_club(run, folder, evenings)
    names = names_by_word(run)
    assert len(names) == len(set(names.values())) == len(PEOPLE)
    for form, read in (("hledger", by_hledger), ("beancount", by_beancount)):
        whole = folder / f"all.{ENDS[form]}"
        whole.write_text(run("export", "--all", "--format", form).out, encoding="utf-8")
        assert read(whole, names) == (owed(run), won(run))
        files = [folder / f"{number}.{ENDS[form]}" for number in range(1, evenings + 1)]
        for number, path in enumerate(files, start=1):
            path.write_text(run("--evening", str(number), "export", "--format", form).out, encoding="utf-8")
        for path in files[:: max(3, evenings // 8)]:
            read(path, names)  # each by itself
        includes = (
            f'include "{path.name}"\n' if form == "beancount" else f"include {path.name}\n" for path in files[1:]
        )
        files[0].write_text(files[0].read_text(encoding="utf-8") + "".join(includes), encoding="utf-8")
        assert read(files[0], names) == (without_payments(run), won(run))
    rows = list(csv.DictReader(io.StringIO(run("export", "--all", "--format", "csv").out)))
    paid = sum(Decimal(row["amount"]) for row in rows if not row["evening"])
    payments = [
        payment["amount"] for money in run("settle", "--all", "--json").json["moneys"] for payment in money["club"]
    ]
    assert payments
    assert paid == Decimal(sum(payments)) / 100


needs_programs = pytest.mark.skipif(
    shutil.which("hledger") is None or not BEAN_CHECK.exists(), reason="hledger or Beancount is not installed"
)


@needs_programs
def test_the_evenings_of_a_club_one_by_one_included_and_as_one_journal(run, at_home):
    check_club(run, at_home, 6)


@needs_programs
@pytest.mark.thorough
def test_forty_evenings_of_a_club(run, at_home):
    check_club(run, at_home, 40)


def test_all_evenings_are_exported_in_three_formats(run, at_home):
    assert run("export", "--all", "--format", "csv").code == 1  # there is no evening yet
    assert run("open", "One", "--players", "Ann Bob").code == 0
    for form in ("hledger", "beancount", "csv"):
        answer = run("export", "--all", "--format", form, "--json").json
        assert (answer["evenings"], answer["format"]) == ([1], form)
    for wrong in (("--format", "script"), ("--format", "phh"), ("--format", "csv", "--club")):
        done = run("export", "--all", *wrong)
        assert done.code == 2
        assert "csv, beancount or hledger" in done.err
