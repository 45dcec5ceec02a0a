"""What other apps and a club's own tables write becomes evenings, or is refused with the line and what to change."""

import builtins

import pytest

from ledger.core.refusals import Refusal
from ledger.interchange.ways_in import read_evenings
from tests.helpers import command_line

at_home, run = command_line.at_home, command_line.run

SPLITWISE = """Date,Description,Category,Cost,Currency,Ann B,Bob,Cat

2026-01-05,Dinner,Dining out,30.00,EUR,20.00,-10.00,-10.00
2026-01-06,Beer,Dining out,10.00,EUR,-3.33,6.67,-3.34
2026-01-07,Mixed,General,25.00,EUR,10.00,5.00,-15.00
2026-01-08,Bob paid Ann,Payment,5.00,EUR,-5.00,5.00,0.00

2026-01-09,Total balance, , ,EUR,21.67,6.67,-28.34
"""
SPLIIT = """{"name": "Rome", "currency": "€", "currencyCode": "EUR",
"participants": [{"id": "a", "name": "Ann"}, {"id": "b", "name": "Bob"}, {"id": "c", "name": "Cat"}],
"expenses": [
 {"expenseDate": "2026-01-05T00:00:00.000Z", "title": "Taxi", "amount": 1000, "paidById": "a", "splitMode": "EVENLY",
  "paidFor": [{"participantId": "a", "shares": 100}, {"participantId": "b", "shares": 100}, {"participantId": "c", "shares": 100}]},
 {"expenseDate": "2026-01-06", "title": "Back", "amount": 300, "paidById": "b", "isReimbursement": true,
  "paidFor": [{"participantId": "a", "shares": 1}]},
 {"expenseDate": "2026-01-07", "title": "Hotel", "amount": 10001, "paidById": "c", "splitMode": "BY_AMOUNT",
  "paidFor": [{"participantId": "a", "shares": 5000}, {"participantId": "b", "shares": 5001}]},
 {"expenseDate": "2026-01-08", "title": "Bus", "amount": 600, "paidById": "b", "splitMode": "BY_SHARES",
  "paidFor": [{"participantId": "a", "shares": 200}, {"participantId": "c", "shares": 100}]}]}"""
SPLIIT_CSV = """"Date","Description","Category","Currency","Cost","Is Reimbursement","Split mode","Ann","Bob","Cat"
"2026-01-05","Taxi","Taxi","€","10.00","No","Evenly",3.33,-3.33,-3.33
"""
TRICOUNT = """Title;Amount;Currency;Transaction type;Date & time;Paid by;Paid for Ann;Paid for Bob;Category
Pizza;20,00;EUR;Expense;2026-01-05 20:00;Ann;10,00;10,00;Food
Back;5,00;EUR;Transfer;2026-01-06 09:00;Bob;5,00;;
"""
TRICOUNT_LIST = 'Who Paid,Total,Currency,Description,When,Involved\nAnn,20.00,EUR,Pizza,2026-01-05,"Ann, Bob"\n'
CLUB = """date,title,Ann,Bob,Cat,Dan
2026-01-03,Twelfth Night,12.50,-5,-7.50,
2026-01-10,,"1,50",-1.50,,0
2026-01-17,Club night,+3,,€1,-4
"""


@pytest.fixture
def read(tmp_path):
    """Return a function that reads a text as the file of this name."""

    def reading(text: str, name: str, money: str | None = None):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return [imported.replay.evening for imported in read_evenings(str(path), money, False)]

    return reading


@pytest.mark.parametrize(
    ("text", "name", "owed"),
    [
        (SPLITWISE, "trip.csv", {"Ann B": 2167, "Bob": 667, "Cat": -2834}),
        (SPLITWISE.replace("\n", "\r\n"), "trip.csv", {"Ann B": 2167, "Bob": 667, "Cat": -2834}),
        (
            SPLIIT,
            "rome.json",
            {"Ann": 666 - 300 - 5000 - 400, "Bob": -333 + 300 - 5001 + 600, "Cat": -333 + 10001 - 200},
        ),
        (SPLIIT_CSV, "rome.csv", {"Ann": 667, "Bob": -334, "Cat": -333}),
        (f"\ufeff{TRICOUNT}", "flat.csv", {"Ann": 500, "Bob": -500}),
        (TRICOUNT_LIST, "flat.csv", {"Ann": 1000, "Bob": -1000}),
    ],
)
def test_expenses_of_other_apps_become_costs_and_payments(read, text, name, owed):
    [evening] = read(text, name)
    assert evening.money.code == "EUR"
    assert evening.owed() == pytest.approx(owed, abs=1)
    assert sum(evening.owed().values()) == 0
    assert not any(evening.books.balances.values())


def test_a_table_of_past_evenings_becomes_an_evening_a_row(read):
    evenings = read(CLUB, "club.csv", "EUR")
    assert [evening.opening.title for evening in evenings] == ["Twelfth Night", "Evening", "Club night"]
    assert [dict(evening.books.balances) for evening in evenings] == [
        {"Ann": 1250, "Bob": -500, "Cat": -750},
        {"Ann": 150, "Bob": -150, "Dan": 0},
        {"Ann": 300, "Cat": 100, "Dan": -400},
    ]
    assert all(evening.closed for evening in evenings)
    [of_counters] = read("Date\tAnn\tBob\n2026-01-03\t5\t-5\n", "club.tsv")
    assert dict(of_counters.books.balances) == {"Ann": 5, "Bob": -5}


def test_a_dry_run_shows_what_it_understood_and_writes_nothing(run, tmp_path):
    (tmp_path / "club.csv").write_text(CLUB, "utf-8")
    shown = run("import", "--dry-run", "club.csv", "--money", "EUR")
    assert "would be an evening with 6 events" in shown.out
    assert "result Ann +12.50 Bob -5.00 Cat -7.50" in shown.out
    assert run("evenings", "--json").json["evenings"] == []
    run("import", "club.csv", "--money", "EUR")
    assert len(run("evenings", "--json").json["evenings"]) == 3


STARS = """PokerStars Hand #1001:  Hold'em No Limit ($0.05/$0.10 USD) - 2026/11/20 20:00:00 ET
Table 'Alpha' 6-max Seat #1 is the button
Seat 1: Ann ($10 in chips)
Seat 2: Bob ($8.50 in chips)
Seat 3: Cat ($12 in chips)
Bob: posts small blind $0.05
Cat: posts big blind $0.10
*** HOLE CARDS ***
Dealt to Ann [Ah Kd]
Ann: raises $0.20 to $0.30
Bob: folds
Cat: calls $0.20
*** FLOP *** [2c 7d 9h]
Cat: checks
Ann: bets $0.40
Cat: folds
Uncalled bet ($0.40) returned to Ann
Ann collected $0.65 from pot
*** SUMMARY ***
Total pot $0.65 | Rake $0



"""


def test_a_hand_history_of_a_room_is_read_by_pokerkit(read):
    [evening] = read(STARS, "stars.txt")
    assert evening.money.code == "USD"
    assert {name: balance for name, balance in evening.books.balances.items() if balance} == {
        "Ann": 35,
        "Bob": -5,
        "Cat": -30,
    }


def test_without_pokerkit_a_hand_history_says_what_to_install(read, monkeypatch):
    real = builtins.__import__

    def missing(name, *rest):
        if name.startswith("pokerkit"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(Refusal, match="read by PokerKit, which is not installed here") as caught:
        read(STARS, "stars.txt")
    assert caught.value.remedy == "pip install 'card-ledger[hands]'"


def test_a_hand_that_pokerkit_cannot_read_is_refused(read):
    with pytest.raises(Refusal, match="PokerKit"):
        read(STARS.replace("Hold'em No Limit", "Razz Limit"), "stars.txt")


def test_what_pokerkit_cannot_read_is_one_message(run, tmp_path):
    pytest.importorskip("pokerkit")
    (tmp_path / "broken.txt").write_text("PokerStars Hand #1: Hold'em No Limit ($1/$2 USD)\nnothing\n", "utf-8")
    refused = run("import", "broken.txt")
    assert (refused.code, len(refused.err.splitlines())) == (1, 2)
    assert "broken.txt: PokerKit" in refused.err
