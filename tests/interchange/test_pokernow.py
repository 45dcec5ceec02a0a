"""Ledgers of PokerNow: players, money, and the evening made from them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.refusals import Refusal, RefusedLine
from ledger.interchange import pokernow
from ledger.interchange.pokernow import replay_ledger
from ledger.projections.summary import summary
from tests.helpers import command_line
from tests.helpers.rig import tries

at_home, run, file = command_line.at_home, command_line.run, command_line.file

HEADER = "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net"
NEWER = HEADER.replace(",net", ",nit_escrow,net")
AT = "2026-08-21T01:00:00.000Z,2026-08-21T05:00:00.000Z"
PLAIN = f"""\
{HEADER}
"Zoë",id-z,2026-08-21T23:00:00.000Z,,2000,,3050,1050
Bob,id-b,{AT},2000,2000,0,0
Bob,id-b,{AT},2000,950,0,-1050
"""


def imported(text: str, money: str = "counters", cents: bool = False):
    replay, remarks = replay_ledger(text, "ledger.csv", "Poker", money, cents)
    return replay.evening, remarks


def ledger(*rows: str, header: str = HEADER) -> str:
    return "\n".join([header, *rows]) + "\n"


def row(name: str, identity: str, net: int) -> str:
    return f"{name},{identity},{AT},{1000},{1000 + net},0,{net}"


def test_a_ledger_is_an_evening_of_tally_in_which_each_is_owed_the_net_result():
    evening, remarks = imported(PLAIN)
    assert evening.closed
    assert (evening.opening.title, evening.opening.on, evening.money.code) == ("Poker", "2026-08-21", "counters")
    assert summary(evening).balances == summary(evening).owed == {"Zoë": 1050, "Bob": -1050}
    assert remarks == ()
    notes = [effective.event.text for effective in evening.effective if type(effective.event).__name__ == "Note"]
    assert notes == [
        "Zoë sat down once, bought 2000 and took away 3050",
        "Bob sat down 2 times, bought 4000 and took away 2950",
    ]


@pytest.mark.parametrize(
    ("money", "cents", "rows", "owed"),
    [
        ("USD", False, (row("A1", "a", 10), row("B1", "b", -10)), 1000),
        ("USD", True, (row("A1", "a", 10), row("B1", "b", -10)), 10),
        ("gbp", False, (f"A1,a,{AT},20,,45.5,25.50", f"B1,b,{AT},40.00,14.5,,-25.5"), 2550),
        ("JPY", False, (row("A1", "a", 10), row("B1", "b", -10)), 10),
        ("KWD", True, (row("A1", "a", 10), row("B1", "b", -10)), 10),
    ],
)
def test_dollars_and_cents(money, cents, rows, owed):
    evening, _ = imported(ledger(*rows), money, cents)
    assert evening.money.code == money.upper()
    assert evening.owed() == {"A1": owed, "B1": -owed}


def test_newer_ledgers_have_an_escrow():
    evening, _ = imported(ledger(f"Ann,a,{AT},1000,,900,200,100", f"Bob,b,{AT},1000,900,0,0,-100", header=NEWER))
    assert evening.owed() == {"Ann": 100, "Bob": -100}


def test_what_is_held_back_may_be_in_the_stack_already():
    evening, _ = imported(ledger(f"Ann,a,{AT},1000,,1100,200,100", f"Bob,b,{AT},1000,900,,,-100", header=NEWER))
    assert evening.owed() == {"Ann": 100, "Bob": -100}


def test_amounts_as_a_spreadsheet_writes_them():
    evening, _ = imported(
        ledger(f'Ann,a,{AT},"1,000","1,234,567.50",,"+1,233,567.50"', f'Bob,b,{AT},"1,233,567.5",,,"-1,233,567.50"'),
        "USD",
    )
    assert evening.owed() == {"Ann": 123356750, "Bob": -123356750}
    for amount in ('"1,00"', '",000"', '"1,0000"', "+", "+-1"):
        with pytest.raises(RefusedLine, match="buy_in"):
            imported(ledger(f"Ann,a,{AT},{amount},0,0,-1"))


def test_some_ledgers_say_what_was_taken_away_twice():
    evening, _ = imported(ledger(f"Ann,a,{AT},1000,1500,1500,500", f"Bob,b,{AT},1000,500,500,-500"))
    assert evening.owed() == {"Ann": 500, "Bob": -500}


def test_many_players_take_as_long_each_as_few(monkeypatch):
    """The number of players looked at; it once grew with the square."""
    rows = [row(f"P{number}", f"id{number}", 5 if number % 2 else -5) for number in range(600)]
    looked = []
    marks = pokernow.LedgerPlayer.marks.fget
    monkeypatch.setattr(pokernow.LedgerPlayer, "marks", property(lambda player: looked.append(1) or marks(player)))
    replay_ledger(ledger(*rows), "ledger.csv", "Poker", "USD")
    assert len(looked) < 3 * len(rows)


@pytest.mark.parametrize("players", [1200, pytest.param(4000, marks=pytest.mark.thorough)])
def test_thousands_of_players_are_one_evening(players):
    """Names and results take more sayings than one; together they come to what each has won."""
    nets = [*range(1, players), -sum(range(1, players))]
    evening, _ = imported(ledger(*(row(f"P{number}", f"id{number}", net) for number, net in enumerate(nets))))
    assert list(evening.owed().values()) == nets


def test_one_person_under_two_ids_and_one_id_under_two_spellings():
    evening, remarks = imported(
        ledger(row("Ann", "a1", 5), row("ANN", "a2", 6), row("Annie", "a2", 7), row("Bob", "b", -18), row("Cat", "", 0))
    )
    assert evening.owed() == {"Ann": 18, "Bob": -18, "Cat": 0}
    assert remarks == ("Ann, ANN and Annie are one player; Ann has the identities a1 and a2",)


def test_players_who_are_found_to_be_the_same_only_later():
    evening, _ = imported(ledger(row("Ann", "1", 5), row("Bob", "2", -9), row("Nan", "3", 4), row("Nan", "1", 0)))
    assert evening.owed() == {"Ann": 9, "Bob": -9}


@pytest.mark.parametrize("name", ["Ah", "10", "bank", "$5", "2d", "note", "  with  ", "to", "½", "+3"])
def test_names_that_the_notation_could_not_tell_from_its_own(name):
    evening, remarks = imported(ledger(row(name, "a", 5), row(f"{name.strip()}.", "b", -5)), "USD")
    (called, other) = evening.owed()
    if called != name.strip():
        assert remarks == (f"{name.strip()} is called {called} here",)
    assert other == f"{name.strip()}."
    assert evening.owed() == {called: 500, other: -500}


nicknames = st.one_of(
    st.sampled_from(["Ann", "ann", "Bob", "10H", "undo", 'a "b" c', "a\\", "# x", "王", "=1", "x: y"]),
    st.text(min_size=1, max_size=8).filter(lambda text: text.split()),
)


@given(st.lists(st.tuples(nicknames, st.sampled_from("abcdef"), st.integers(-999, 999)), min_size=1, max_size=8))
@settings(max_examples=tries(60), deadline=None)
def test_whatever_they_are_called_nothing_is_lost(rows):
    """Either the difference of the results is reported, or all players are owed their sum."""
    import csv
    import io

    text = io.StringIO()
    write = csv.writer(text)
    write.writerow(HEADER.split(","))
    for name, identity, net in rows:
        write.writerow([name, identity, *AT.split(","), 1000, 1000 + net, "", net])
    total = sum(net for _, _, net in rows)
    try:
        evening, _ = imported(text.getvalue())
    except Refusal as refusal:
        assert "sits in it" in refusal.message or f": {abs(total)} more" in refusal.message
        assert total or "sits in it" in refusal.message
    except RefusedLine as refused:
        assert "neither a nickname" in refused.message or "not be called" in refused.message
    else:
        assert total == 0
        assert sum(amount for amount in evening.owed().values() if amount > 0) <= sum(abs(net) for *_, net in rows)
        assert sum(evening.owed().values()) == 0


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("", "nothing is in it"),
        ("\n\n", "nothing is in it"),
        ("a,b,c\n1,2,3\n", "this is no ledger of PokerNow: player_nickname, player_id"),
        (HEADER + "\n", "nobody sits in it"),
        (ledger(row("Ann", "a", 0)), "only Ann sits in it"),
        (ledger(row("Ann", "a", 5), row("Bob", "b", -3)), "do not sum to nothing: 2 more won than lost"),
        (ledger(row("Ann", "a", 5), row("Bob", "b", -8)), "do not sum to nothing: 3 more lost than won"),
        (ledger(row("Ann", "a", 5), "Bob,b"), "ledger.csv:3: Bob,b: 8 columns are expected, and here are 2"),
        (ledger(f"Ann,a,{AT},1000,1010,0,5"), "ledger.csv:2:"),
        (ledger(f"Ann,a,{AT},1000,1010,0,5"), "its net result is 5, and its other columns make 10"),
        (ledger(f"Ann,a,{AT},1000,1010,0,"), "there is no net result"),
        (ledger(f"Ann,a,{AT},1e3,1010,0,10"), "buy_in is 1e3, and must be a number"),
        (ledger(f"Ann,a,{AT},1000,1010,0,-"), "net is -, which is no amount"),
        (ledger(f"Ann,a,{AT},10.5,11,0,0.5"), 'buy_in: "10.5" is no amount'),
        (ledger(f"Ann,a,{AT},{10**30},0,0,{-(10**30)}"), "too much"),
        (ledger("Ann,a,yesterday,,5,5,,0"), "session_start_at is yesterday, which is no time"),
        (ledger(f",,{AT},5,5,,0"), "neither a nickname nor an identity"),
        (ledger(f"{'x' * 81},a,{AT},5,5,,0"), "81 characters, and 80 are the most"),
        (ledger(f'"Ann,a,{AT},5,5,,0'), "no line of a CSV file"),
        (ledger(f'"Ann" x,a,{AT},5,5,,0'), "no line of a CSV file"),
    ],
)
def test_refused(text, fragment):
    with pytest.raises((Refusal, RefusedLine)) as caught:
        imported(text)
    assert fragment in caught.value.message


@pytest.mark.parametrize(
    ("money", "cents", "fragment"),
    [("groats", False, "no money known"), ("lsd", False, "no shillings"), ("counters", True, "counters have no cents")],
)
def test_money_that_a_ledger_is_never_in(money, cents, fragment):
    with pytest.raises(Refusal, match=fragment):
        imported(PLAIN, money, cents)


def test_cents_are_whole():
    with pytest.raises(RefusedLine, match="with --cents amounts are cents"):
        imported(ledger(f"Ann,a,{AT},10.5,11,0,0.5"), "USD", cents=True)


def test_the_command(run, file):
    name = file("\ufeff" + PLAIN.replace("\n", "\r\n"), "ledger-1.csv")
    done = run("import", name, "--money", "USD", "--cents")
    assert (done.code, done.out, done.err) == (0, "ledger-1.csv is evening 1, with 8 events\n", "")
    assert run("settle").out == "Bob pays Zoë $10.50\n"
    assert run("evenings", "--json").json["evenings"][0]["title"] == "PokerNow ledger-1"
    twice = file(ledger(row("Ann", "1", 5), row("Bob", "2", -5), row("Bob", "3", 0)), "LEDGER.CSV")
    assert run("import", twice, "--json").json["remarks"] == ["Bob has the identities 2 and 3"]


def test_of_a_bad_ledger_nothing_is_written(run, file):
    good, bad = file(PLAIN, "good.csv"), file(PLAIN.replace("1050", "1051"), "bad.csv")
    done = run("import", good, bad)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("bad.csv:2:")
    assert len(done.err.splitlines()) == 2
    assert run("evenings", "--json").json["evenings"] == []
    assert run("import", file("x", "a.evening"), "--money", "USD").code == 2
    assert run("import", "none.csv").code == 1
    assert run("import", file(b"\xff\xfe", "latin.csv")).code == 1
