"""Exports for accounting programs: the programs themselves come to the same balances."""

import csv
import io
import os
import shutil
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.core.names import key_of
from ledger.core.names import name as written
from ledger.interchange.beancount import Beancount
from ledger.interchange.club_journal import EveningToWrite, journal_of
from ledger.interchange.hledger import Hledger
from ledger.interchange.journal import Account, Journal
from ledger.interchange.script import replay_script
from ledger.interchange.spreadsheet import Spreadsheet, harmless
from tests.helpers import command_line
from tests.helpers.event_strategies import NAMES
from tests.helpers.rig import EVENINGS

at_home, run = command_line.at_home, command_line.run

GOLDEN = sorted(EVENINGS.glob("*/golden*.evening"))
NASTY = (
    "; comment", "x, type:Q", "date:2020-99-99", "* (1) [2]", "a | b", "two  blanks", "=1+1", "'", "-", "...", "9th",
    "nap.kitty", "Assets:Bank", "Bank.", "mary ann", "Mary-Ann", "Mary-Ann-2", "(virtual)", "{x}", "@ 5", "%", "ßa", "ŉ", "ﬁn", "ǆ",
)  # fmt: skip
MONIES = {
    "": 1, "money=lsd counter=1d": 4, "money=GBP counter=0.10": 10, "money=JPY counter=5": 5, "money=KWD counter=0.100": 100
}  # fmt: skip
PLACES = {"GBP": 100, "KWD": 1000}
DAY = "1898-12-26"


def expected(evening) -> dict[tuple[str, str, str], Decimal]:
    """Return every balance of our books: player, part, amount in the journal's unit."""
    unit = PLACES.get(evening.money.code, 1)
    found = {}
    for name, balance in evening.books.balances.items():
        found["player", name, "Play"] = balance
        found["player", name, "all"] = evening.owed()[name]
    found |= {("pool", name, "all"): held for name, held in evening.books.pools.items()}
    if "bank" in evening.owed():
        found["bank", "bank", "all"] = evening.owed()["bank"]
    return {key: Decimal(amount) / unit for key, amount in found.items() if amount}


def gathered(amounts) -> dict[tuple[str, str, str], Decimal]:
    """Return the same from the output of a program: pairs of account and amount."""
    found = {}
    for account, amount in amounts:
        holder = account.holder
        for part in {account.part, "all"} & {"Play", "all"}:
            key = (holder.kind, holder.name, part)
            found[key] = found.get(key, 0) + amount
    return {key: amount for key, amount in found.items() if amount}


def written_by(writer, evening) -> str:
    """Return an evening in a format."""
    return "".join(journal_of(writer, [EveningToWrite(1, DAY, evening)]))


def names_of_accounts(evening) -> dict[Account, str]:
    """Return the accounts of an evening with their names in the journal."""
    journal = Journal()
    assert list(journal.movements(evening.outcomes, evening)) or not evening.books.postings
    return {account: journal.names.of(account) for account in journal.balances(evening)}


def accounts_by_name(evening) -> dict[str, Account]:
    """Return the accounts of an evening by their names in the journal."""
    return {name: account for account, name in names_of_accounts(evening).items()}


def by_beancount(evening):
    loader = pytest.importorskip("beancount.loader", reason="Beancount is not installed: pip install beancount")
    from beancount.core import realization

    entries, errors, _ = loader.load_string(written_by(Beancount, evening))
    assert errors == []
    accounts = accounts_by_name(evening)
    root = realization.realize(entries)
    return gathered(
        (account, realization.get(root, name).balance.get_currency_units(unit_of(evening)).number)
        for name, account in accounts.items()
        if realization.get(root, name) is not None  # nothing was ever in it
    )


def by_hledger(evening, folder: Path):
    if shutil.which("hledger") is None:
        pytest.skip("hledger is not installed: apt-get install hledger")
    path = folder / "evening.journal"
    path.write_text(written_by(Hledger, evening), encoding="utf-8")
    found = hledger("-f", str(path), "balance", "--flat", "--empty", "--no-total", "-O", "csv")
    hledger("-f", str(path), "check", "--strict")
    accounts = accounts_by_name(evening)
    rows = list(csv.DictReader(io.StringIO(found)))
    for row in rows:
        number, _, unit = row["balance"].partition(" ")
        assert unit in ("", unit_of(evening))
        row["balance"] = Decimal(number)
    return gathered((accounts[row["account"]], row["balance"]) for row in rows)


def hledger(*arguments: str) -> str:
    done = subprocess.run(
        ["hledger", *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def by_spreadsheet(evening):
    found = {}
    for row in csv.DictReader(io.StringIO(written_by(Spreadsheet, evening), newline="")):
        assert row["date"] == DAY
        assert row["commodity"] == unit_of(evening)
        amount = Decimal(row["amount"]) if row["sort"] == "play" else -Decimal(row["amount"])
        for end, sign in (("payer", -amount), ("payee", amount)):
            for part in {"Play", "all"} if (row["sort"], row[f"{end}_sort"]) == ("play", "player") else {"all"}:
                name = row[end][1:] if row[end] == harmless(row[end][1:]) else row[end]
                key = (row[f"{end}_sort"], name, part)
                found[key] = found.get(key, 0) + sign
    return {key: amount for key, amount in found.items() if amount}


def unit_of(evening) -> str:
    return {"counters": "COUNTER", "lsd": "FARTHING"}.get(evening.money.code, evening.money.code)


@st.composite
def evenings(draw):
    """Evenings with awkward names and every event that moves money."""
    names = draw(st.lists(st.sampled_from([*NAMES, *NASTY]), min_size=3, max_size=6, unique_by=key_of))
    names = [written(name) for name in names]
    two = st.permutations(names).map(lambda names: names[:2])
    why = draw(st.sampled_from(["late", "date:2020-99-99", 'he said \\"; so\\" | \\\\', "type:Z, a", "* ! (x)"]))
    lines = [f'evening "{why}" {draw(st.sampled_from(sorted(MONIES)))}', f"players {' '.join(names)}", "game tally"]
    for _ in range(draw(st.integers(1, 5))):
        one, other = draw(two)
        amount = draw(st.integers(0, 10**6))
        lines += [
            draw(st.sampled_from([
                f"{one} gives {other} {amount}", f"{one} puts {amount}", f"result {one} +{amount} {other} -{amount}",
                f'penalty {one} {amount + 1} "{why}"', f"{one} buys {amount}", f"{one} cashes {amount}",
                f"{one} pays {other} {amount}",
            ]))
        ]  # fmt: skip
    return replay_script("\n".join([*lines, "end leave"]), "test").evening


@given(evenings())
@settings(max_examples=40, deadline=None)
def test_beancount_has_every_balance(evening):
    assert by_beancount(evening) == expected(evening)


@given(evenings())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_hledger_has_every_balance(tmp_path, evening):
    assert by_hledger(evening, tmp_path) == expected(evening)


@given(evenings())
@settings(max_examples=40, deadline=None)
def test_a_spreadsheet_has_every_balance(evening):
    assert by_spreadsheet(evening) == expected(evening)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden_evenings(path, tmp_path):
    evening = replay_script(path.read_text(encoding="utf-8"), path.name).evening
    assert by_spreadsheet(evening) == expected(evening)
    assert by_beancount(evening) == expected(evening)
    assert by_hledger(evening, tmp_path) == expected(evening)


@given(st.lists(st.sampled_from([*NAMES, *NASTY]), min_size=1, unique=True))
def test_no_two_accounts_are_called_alike(names):
    players = " ".join(written(name) for name in {key_of(name): name for name in names}.values())
    evening = replay_script(f'evening "A test"\nplayers {players}\n', "test").evening
    found = list(names_of_accounts(evening).values())
    assert len({name.casefold() for name in found}) == len(found)


EVENING = """\
game nap kitty=1
deal Ann
Cat nap
Cat made
end
Ann pays Cat 3
"""


def test_the_command(run, at_home):
    run("open", "Whist", "--players", "Ann Bob Cat", "--on", "9999-12-31")
    run("record", "--together", "-", stdin=EVENING)
    journal = run("export", "--format", "beancount").out
    assert 'plugin "beancount.plugins.auto_accounts"' in journal
    assert (
        '9999-12-31 * "Ann to nap.kitty" "the kitty"\n  event: 4\n  deal: 1\n  cite: "[11]"\n  saying: "deal Ann"\n'
        in journal
    )
    assert "9999-12-31 * (8) Ann to Cat: paid a debt" in run("export", "--format", "hledger").out
    assert run("export", "--format", "csv").out.splitlines()[1] == (
        "4,1,nap,9999-12-31,play,player,Ann,pool,nap.kitty,1,COUNTER,the kitty,[11],deal Ann"
    )
    assert run("export", "--format", "csv", "--json").json["format"] == "csv"
    assert run("export", "--format", "ods").code == 2
    pytest.importorskip("beancount", reason="Beancount is not installed: pip install beancount")
    (at_home / "evening.beancount").write_text(journal, encoding="utf-8")
    check = [str(Path(sys.executable).with_name("bean-check")), str(at_home / "evening.beancount")]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_evening_without_a_date_has_that_of_its_first_event(run):
    run("open", "Whist", "--players", "Ann Bob Cat")
    run("record", "--together", "-", stdin=EVENING)
    recorded = run("export", "--format", "jsonl").out.splitlines()[0]
    day = recorded.split('"said_at":"')[1][:10]
    assert f'{day} * "Ann to nap.kitty" "the kitty"' in run("export", "--format", "beancount").out
