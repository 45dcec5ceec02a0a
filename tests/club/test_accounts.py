"""A person's account over many evenings, and the statement of it."""

from datetime import UTC, datetime

import pytest

from tests.club import test_club

at_home, run, club = test_club.at_home, test_club.run, test_club.club
lines, refused = test_club.lines, test_club.refused


@pytest.fixture
def paid(run, club):
    """Bob and Bobby are one, and Dan has paid him for both evenings."""
    run("person", "add", "Bob", "--known-as", "Bobby")
    assert run("pay", "Dan", "Bob", "1.50", "--on", "2026-12-03").code == 0


def test_an_account_runs_evening_by_evening_and_ends_as_settling_does(run, paid):
    assert lines(run("explain", "Bobby", "--since", "2026-11-01")) == [
        "on          number  what                won or lost  costs    paid    owed",
        "2026-11-20       1  Club night               -€0.50                 -€0.50",
        "2026-11-27       2  Club night               +€2.00                  €1.50",
        "2026-12-03  club 3  Dan pays Bob €1.50                      -€1.50   €0.00",
        "Bob owes nothing, and is owed nothing",
    ]
    answer = run("explain", "dan", "--since", "2026-11-01", "--json").json
    rows = [
        {"on": "2026-11-20", "evening": 1, "event": None, "title": "Club night",
         "won": -150, "costs": 0, "paid": 0, "owed": -150},
        {"on": "2026-12-03", "evening": None, "event": 3, "title": "Dan pays Bob €1.50",
         "won": 0, "costs": 0, "paid": 150, "owed": 0},
    ]  # fmt: skip
    money = {"money": "EUR", "unit": "0.01 EUR", "counter": 5}
    assert answer == {"person": "Dan", "moneys": [{**money, "rows": rows, "owed": 0}]}
    settled = run("settle", "--since", "2026-11-01", "--json").json["moneys"][0]["owed"]
    for name, owed in settled.items():
        (account,) = run("explain", name, "--since", "2026-11-01", "--json").json["moneys"]
        assert account["owed"] == owed
        assert sum(row["won"] + row["costs"] + row["paid"] for row in account["rows"]) == owed


def test_costs_and_debts_of_an_evening_stand_in_the_account(run, club):
    for saying in ("cost 3.00 pizza Cat paid for Ann Bobby Cat", "Ann pays Bobby 1.00"):
        assert run("record", "--evening", "2", saying).code == 0
    rows = {
        name: run("explain", name, "--since", "2026-11-27", "--json").json["moneys"][0]["rows"]
        for name in ("Ann", "Cat")
    }
    assert [(row["won"], row["costs"], row["paid"], row["owed"]) for row in rows["Ann"]] == [(-150, -100, 100, -150)]
    assert [(row["won"], row["costs"], row["paid"], row["owed"]) for row in rows["Cat"]] == [(-50, 200, 0, 150)]


def test_an_account_by_names_and_of_a_window(run, paid):
    by_name = run("explain", "Bobby", "--since", "2026-11-01", "--by-name", "--json").json
    assert [(row["evening"], row["owed"]) for row in by_name["moneys"][0]["rows"]] == [(2, 200)]
    sentence = "payment 3 (Dan pays Bob €1.50) is for evenings 1 and 2, and evening 1 is not among these: say --since 2026-11-20."
    refused(run("explain", "Bob", "--since", "2026-11-21", "--json"), "not-now", sentence)
    assert lines(run("explain", "Dan", "--since", "2026-12-01")) == ["Dan has sat at none of these evenings"]
    refused(run("explain", "Zed", "--since", "2026-11-01", "--json"), "unknown-player", "nobody is called Zed.")


@pytest.mark.parametrize(
    "said",
    [
        ("explain", "--since", "2026-11-01"),
        ("explain", "Bob", "--until", "2026-11-01"),
        ("explain", "Ann", "Bob", "--since", "2026-11-01"),
        ("statement", "--all"),
        ("statement", "1", "--person", "Bob"),
        ("statement", "--person", "Bob", "--until", "2026-11-01"),
        ("statement", "--person", "Bob", "--all", "--since", "2026-11-01"),
        ("statement", "--format", "pdf"),
    ],
)
def test_what_does_not_go_together_is_misused(run, paid, said):
    assert run(*said).code == 2


def test_the_statement_of_a_person_has_his_account_and_the_seals(run, club):
    run("person", "add", "Bob", "--known-as", "Bobby")
    run("payee", "Bob", "--iban", "DE02120300000000202051", "--holder", "Bob <Miller>")
    run("payee", "Dan", "--paypal", "danny")
    told = lines(run("statement", "--person", "Dan", "--pay"))
    assert told[:2] == ["Dan", ""]
    assert told[3:12] == [
        "2026-11-20       1  Club night       -€1.50               -€1.50",
        "Dan owes €1.50",
        "",
        "To pay",
        "Dan pays Bob €1.50",
        f"  IBAN DE02 1203 0000 0000 2020 51, Bob <Miller> (set on {datetime.now(UTC).date()} by Zoë)",
        "",
        "Signed",
        "Dan ____________",
    ]
    assert told[13:15] == ["Card Ledger seal of Club night", "6 events"]
    answer = run("statement", "--person", "Dan", "--pay", "--json").json
    assert [*answer] == ["person", "moneys", "transfers", "seals"]
    assert answer["seals"] == {"1": run("seal", "--evening", "1", "--json").json["seal"]}
    (transfer,) = answer["transfers"]
    assert (transfer["from"], transfer["to"], transfer["amount"], transfer["money"]) == ("Dan", "Bob", 150, "EUR")
    assert [way["way"] for way in transfer["ways"]] == ["epc"]
    page = "\n".join(lines(run("statement", "--person", "Dan", "--pay", "--format", "html")))
    assert "Bob &lt;Miller&gt;" in page
    assert "<svg" in page
    assert "<script" not in page
    for shown in (lines(run("statement", "--person", "Bob", "--pay")), lines(run("statement", "--person", "Dan"))):
        assert not {"DE02", "danny", "paypal"} & set(" ".join(shown).replace("/", " ").split())


def test_everybodys_statement_has_a_part_each_and_the_seals_once(run, club, at_home):
    run("person", "add", "Bob", "--known-as", "Bobby")
    answer = run("statement", "--everybody", "--json").json
    assert [account["person"] for account in answer["statements"]] == ["Ann", "Bob", "Cat", "Dan"]
    assert list(answer["seals"]) == ["1", "2"]
    for account in answer["statements"]:
        alone = run("statement", "--person", account["person"], "--all", "--json").json
        assert alone == {**account, "seals": {key: answer["seals"][key] for key in alone["seals"]}}
    told = lines(run("statement", "--everybody"))
    assert [line for line in told if line.startswith("Card Ledger seal")] == ["Card Ledger seal of Club night"] * 2
    assert [line.split()[0] for line in told if line.endswith(" ____________")] == ["Ann", "Bob", "Cat", "Dan"]
    assert run("statement", "--everybody", "--format", "html", "--to", "all.html").code == 0
    page = (at_home / "all.html").read_text()
    assert (page.count("<section>"), page.count("<pre>"), page.count("<h1>")) == (4, 2, 4)
    assert "section+section{break-before:page}" in page
    assert "Dan" not in str(run("statement", "--everybody", "--since", "2026-11-27", "--json").json["statements"])
    assert run("statement", "--everybody", "--person", "Ann").code == 2
    assert run("statement", "1", "--everybody").code == 2
    refused(
        run("statement", "--everybody", "--since", "2030-01-01", "--json"), "not-now",
        run("standings", "--since", "2030-01-01").out.strip() + ".",
    )  # fmt: skip


def test_a_statement_of_an_evening_is_asked_for_by_its_name(run, club):
    first = run("statement", "1")
    assert first.out == run("statement", "--evening", "1").out
    assert run("statement", "2026-11-27").out == run("statement", "2").out
