"""Many evenings: standings of the players, and debts settled together."""

import json
from datetime import UTC, datetime

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.refusals import Refusal
from ledger.projections.settlement import settlement_of
from ledger.projections.standings import PlayedEvening, names_of, read_days, read_persons, together
from ledger.projections.totals import totals_of
from ledger.recorder import Recorder
from ledger.store import Derived, open_store
from tests.helpers import command_line
from tests.helpers.rig import play, recorded_on

at_home, run = command_line.at_home, command_line.run

DEAL = "game nap\ndeal Ann\nBob {}\nBob made\nend\n"
NAMES = ("Ann", "BOB", "cat", "Dan")


def played(number: int, day: str, players: str, script: str, money: str = "") -> PlayedEvening:
    evening = play(players, script, money)
    return PlayedEvening(number, len(evening.effective), totals_of(evening, recorded_on(evening, day)))


def only(*evenings: PlayedEvening):
    (found,) = together(evenings)
    return {each.player: each for each in found.standings()}


def test_names_are_matched_without_regard_to_case_and_spelled_as_they_were_first():
    found = only(
        played(1, "2026-01-01", "Ann Bob Cat", DEAL.format(3)),
        played(2, "2026-01-02", "ANN bob Dan", DEAL.format(2)),
    )
    assert {name: (each.total.evenings, each.total.net) for name, each in found.items()} == {
        "Bob": (2, 10),
        "Ann": (2, -5),
        "Cat": (1, -3),
        "Dan": (1, -2),
    }
    assert list(found) == ["Bob", "Dan", "Cat", "Ann"]


def test_two_names_may_be_said_to_be_one_person():
    evenings = (
        played(1, "2026-01-01", "Ann Bob Cat", DEAL.format(3)),
        played(2, "2026-01-02", "Annie Bob Dan", DEAL.format(2).replace("Ann", "Annie")),
    )
    persons = read_persons(["Annie=ann"], names_of(evenings))
    (found,) = together(evenings, persons)
    assert {each.player: (each.total.evenings, each.total.net) for each in found.standings()} == {
        "Bob": (2, 10), "Annie": (2, -5), "Cat": (1, -3), "Dan": (1, -2),
    }  # fmt: skip
    assert found.owed() == {"Annie": -5, "Bob": 10, "Cat": -3, "Dan": -2}
    (shorter,) = together(evenings, read_persons(["Aunt Ann=ann=annie"], names_of(evenings)))
    assert shorter.owed() == {"Aunt Ann": -5, "Bob": 10, "Cat": -3, "Dan": -2}


def test_what_was_paid_under_the_name_at_the_table_was_paid_by_the_person():
    evening = played(1, "2026-01-01", "Annie Bob", DEAL.format(3).replace("Ann", "Annie") + "Annie pays Bob 1")
    of_person = msgspec.structs.replace(
        evening, totals=msgspec.structs.replace(evening.totals, players={"Ann": evening.totals.players["Annie"],
                                                                         "Bob": evening.totals.players["Bob"]},
                                                changed="2026-01-01"),
        words={"Ann": "Annie"},
    )  # fmt: skip
    (several,) = together([of_person])
    assert [(debt.payer, debt.payee) for debt in of_person.debts] == [("Ann", "Bob")]
    assert several.words() == {"Ann": ["Annie"], "Bob": ["Bob"]}


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (["Ann=Cat"], "Ann and Cat are two persons: both were at evening 1"),
        (["Ann"], "does not say which names are one person"),
        (["Ann="], "does not say which names are one person"),
        (["Ann=Annei"], "Did you mean Annie"),
        (["Ann=Zebedee"], "Those who have are Ann, Bob, Cat, Annie and Dan"),
        (["Ann=Annie", "Dan=Annie"], "Annie is said to be two persons"),
    ],
)
def test_names_that_cannot_be_one_person_are_refused(said, message):
    evenings = (
        played(1, "2026-01-01", "Ann Bob Cat", DEAL.format(3)),
        played(2, "2026-01-02", "Annie Bob Dan", DEAL.format(2).replace("Ann", "Annie")),
    )
    with pytest.raises(Refusal) as caught:
        together(evenings, read_persons(said, names_of(evenings)))
    assert message in caught.value.message


def test_won_lost_best_and_worst_evening_and_by_game():
    found = only(
        played(1, "2026-01-02", "Ann Bob", DEAL.format(3)),
        played(2, "2026-01-01", "Ann Bob", "game nap\ndeal Bob\nAnn 2\nAnn made\nend\n" + DEAL.format(1)),
        played(3, "2026-01-03", "Ann Bob", "game tally\nresult Ann +9 Bob -9\nend\n"),
    )
    ann = found["Ann"]
    assert (ann.total.evenings, ann.total.won, ann.total.lost, ann.total.net) == (3, 10, 3, 7)
    assert (ann.best.evening, ann.best.on, ann.best.amount) == (3, "2026-01-03", 9)
    assert (ann.worst.evening, ann.worst.amount) == (1, -3)
    assert {game: (each.evenings, each.won, each.lost, each.net) for game, each in ann.games.items()} == {
        "nap": (2, 1, 3, -2),
        "tally": (1, 9, 0, 9),
    }


def test_moneys_are_kept_apart():
    found = together(
        [
            played(1, "2026-01-01", "Ann Bob", DEAL.format(1)),
            played(2, "2026-01-01", "Ann Bob", DEAL.format(1), "money=lsd counter=1d"),
            played(3, "2026-01-01", "Ann Bob", DEAL.format(1), "money=lsd counter=6d"),
            played(4, "2026-01-01", "Ann Bob", DEAL.format(1), "money=GBP counter=0.10"),
        ]
    )
    assert [(each.money.code, each.money.counter) for each in found] == [("GBP", 10), ("counters", 1), ("lsd", None)]
    assert [each.owed()["Bob"] for each in found] == [10, 1, 4 + 24]


evenings = st.lists(
    st.tuples(
        st.permutations(NAMES).map(lambda names: names[:3]),
        st.integers(1, 4),
        st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(1, 9)), max_size=2),
        st.integers(0, 3),
    ),
    min_size=1,
    max_size=4,
)


@given(evenings)
@settings(max_examples=40, deadline=None)
def test_sums_agree_with_each_evening_by_itself(several):
    """A second writing: the figures of every evening by lower-case name, added up."""
    told, net, owed = [], {}, {}
    for number, (names, call, payments, bought) in enumerate(several, start=1):
        script = f"game nap\ndeal {names[0]}\n{names[1]} {call}\n{names[1]} made\nend\n"
        script += f"{names[2]} buys {bought}\n" if bought else ""
        script += "".join(f"{names[a]} pays {names[b]} {amount}\n" for a, b, amount in payments if a != b)
        one = played(number, f"2026-01-0{number}", " ".join(names), script)
        told.append(one)
        evening = play(" ".join(names), script)
        for view, figures in ((net, evening.books.balances), (owed, evening.owed())):
            for name, amount in figures.items():
                view[name.lower()] = view.get(name.lower(), 0) + amount
    (found,) = together(told)
    assert {each.player.lower(): each.total.net for each in found.standings()} == net
    assert {name.lower(): amount for name, amount in found.owed().items()} == owed
    for each in found.standings():
        assert each.total.net == each.total.won - each.total.lost == sum(one.net for one in each.games.values())
    settled = settlement_of(found.owed(), found.pools(), found.money)
    left = dict(settled.owed)
    for transfer in settled.transfers:
        left[transfer.payer] += transfer.amount
        left[transfer.payee] -= transfer.amount
    assert not any(left.values())


def test_the_day_is_the_one_said_or_that_of_the_first_event(tmp_path):
    when = datetime(2026, 3, 5, 23, 0, tzinfo=UTC)
    recorder = Recorder(open_store(f"sqlite:///{tmp_path / 'e.db'}"), "Zoë", lambda: when)
    recorder.open(['evening "Said" on 2026-01-01', "players Ann Bob"])
    recorder.open(['evening "Not said"', "players Ann Bob"])
    recorder.open(['evening "To come" on 2027-01-01', "players Ann Bob"])
    assert [(one.id, one.totals.day) for one in recorder.played_since()] == [
        (1, "2026-01-01"),
        (2, "2026-03-05"),
        (3, "2027-01-01"),
    ]
    assert [one.id for one in recorder.played_since("2026-03-05")] == [2, 3]
    assert [one.id for one in recorder.played_since("2026-03-06")] == [3]


def test_what_is_kept_beside_a_log_is_not_believed_over_it(tmp_path):
    recorder = Recorder(open_store(f"sqlite:///{tmp_path / 'e.db'}"), "Zoë")
    for _ in range(2):
        number, _ = recorder.open(['evening "Whist" on 2026-01-01', "players Ann Bob"])
        for saying in ("game tally", "result Ann +9 Bob -9", "end", "Bob pays Ann 4", "close"):
            recorder.open_session(number).record(saying)
    (several,) = together(recorder.played_since())
    (slowly,) = together(recorder.played_since(by_rules=False))
    assert several.owed() == slowly.owed() == {"Ann": 10, "Bob": -10}
    database = recorder.store.database
    assert all(head.totals is not None for head in recorder.store.heads())
    database.rows("UPDATE totals SET body = replace(body, ':9', ':90') WHERE evening = 1")
    database.rows("DELETE FROM totals WHERE evening = 2")
    assert [head.totals for head in recorder.store.heads()] == [None, None]
    (again,) = together(recorder.played_since())
    assert again.standings() == several.standings()


def test_an_evening_is_read_again_only_when_its_log_has_gone_on(tmp_path, monkeypatch):
    recorder = Recorder(open_store(f"sqlite:///{tmp_path / 'e.db'}"), "Zoë")
    opening = ['evening "Whist" on 2026-01-01', "players Ann Bob", "game tally", "result Ann +9 Bob -9"]
    numbers = [recorder.open(opening)[0] for _ in range(2)]
    recorder.played_since()
    recorder.open_session(numbers[1]).record("result Ann -2 Bob +2")
    read = []
    monkeypatch.setattr(
        recorder, "replay", lambda evening: read.append(evening) or Recorder(recorder.store).replay(evening)
    )
    assert [one.totals.players["Ann"].won for one in recorder.played_since()] == [{"tally": 9}, {"tally": 7}]
    assert read == numbers[1:]


def test_totals_that_were_made_by_rules_that_are_not_known_here_are_not_believed(tmp_path, monkeypatch):
    recorder = Recorder(open_store(f"sqlite:///{tmp_path / 'e.db'}"), "Zoë")
    recorder.open(['evening "Whist" on 2026-01-01', "players Ann Bob", "game tally", "result Ann +9 Bob -9"])
    (head,) = recorder.store.heads()
    assert head.totals is not None
    (edition,) = json.loads(head.totals.rules)
    others = msgspec.structs.replace(head.totals, rules=json.dumps([[edition[0], edition[1] + 1]]))
    recorder.store.derive(1, Derived("Whist", "2026-01-01", False, msgspec.structs.replace(others, body="{}")))
    for told in (recorder.totals_listed(), recorder.played_since()):
        assert [one.totals.players["Ann"].balance for one in told] == [9]


@pytest.mark.parametrize(
    "text", ["", "yesterday", "2026-02-30", "2026-1-1", "20260101", "2026-W01-1", "2026-13", "ma", "1/11/2026", "ju"]
)
def test_no_date(text):
    with pytest.raises(Refusal, match="is not a date"):
        read_days(text, "2026-11-23")


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2026-11-05", "2026-11-05", "2026-11-05"),
        ("2024-02", "2024-02-01", "2024-02-29"),
        ("November", "2026-11-01", "2026-11-30"),
        ("dec", "2025-12-01", "2025-12-31"),
        ("MAY", "2026-05-01", "2026-05-31"),
    ],
)
def test_days_and_months(text, first, last):
    assert read_days(text, "2026-11-23") == (first, last)


def test_standings_and_settlements_of_months(run):
    two_evenings(run)
    assert run("standings", "--since", "2026-02", "--json").json["moneys"][0]["evenings"] == [2]
    until = run("standings", "--until", "2026-01", "--json").json
    assert (until["since"], until["until"], until["moneys"][0]["evenings"]) == (None, "2026-01-31", [1])
    assert run("settle", "--since", "2026-01", "--until", "2026-01-01").out.splitlines()[0] == "1 evening in counters"
    assert run("settle", "--since", "2026-01", "--until", "2026-02").out == run("settle", "--since", "2026-01").out
    nothing = "no evening was played from 2026-01-02 to 2026-01-31\n"
    assert run("settle", "--since", "2026-01-02", "--until", "2026-01").out == nothing
    assert run("standings", "--since", "2026-01-02", "--until", "2026-01").out == nothing
    assert run("settle", "--until", "2026-01").code == 2
    refused = run("standings", "--since", "1/11/2026")
    assert refused.code == 1
    assert refused.err.endswith("A date is a day, as 1898-12-26, or a month, as 1898-12 or December\n")


def two_evenings(run) -> None:
    for title, day, call in (("One", "2026-01-01", 3), ("Two", "2026-02-01", 1)):
        run("open", title, "--players", "Ann Bob Cat", "--on", day)
        run("record", "-", stdin=DEAL.format(call))
    run("record", "Ann pays Bob 1")


def test_the_standings_command(run):
    assert run("standings").out == "no evening was played\n"
    two_evenings(run)
    assert run("standings").out.splitlines() == [
        "2 evenings in counters",
        "player  evenings  won  lost  net  best evening        worst evening",
        "Bob            2    8     0   +8  +6 One, 2026-01-01  +2 Two, 2026-02-01",
        "Ann            2    0     4   -4  -1 Two, 2026-02-01  -3 One, 2026-01-01",
        "Cat            2    0     4   -4  -1 Two, 2026-02-01  -3 One, 2026-01-01",
        "",
        "player  nap",
        "Bob      +8",
        "Ann      -4",
        "Cat      -4",
    ]
    (money,) = run("standings", "--since", "2026-01-15", "--json").json["moneys"]
    assert (money["money"], money["evenings"]) == ("counters", [2])
    assert money["players"][0] == {
        "player": "Bob", "names": ["Bob"], "evenings": 1, "won": 2, "lost": 0, "net": 2,
        "best": {"evening": 2, "title": "Two", "on": "2026-02-01", "amount": 2},
        "worst": {"evening": 2, "title": "Two", "on": "2026-02-01", "amount": 2},
        "games": {"nap": {"evenings": 1, "won": 2, "lost": 0, "net": 2}},
    }  # fmt: skip
    assert run("standings", "--since", "soon").code == 1


def test_settling_several_evenings_together(run):
    two_evenings(run)
    assert run("settle").out.splitlines() == ["Cat pays Bob 1", "✓ Ann has paid Bob 1 (event 8)"]
    done = run("settle", "--since", "2026-01-01")
    assert done.out.splitlines() == [
        "2 evenings in counters",
        "Ann pays Bob 3",
        "Cat pays Bob 4",
        "✓ Ann has paid Bob 1 (event 8)",
    ]
    (money,) = run("settle", "--since", "2026-01-01", "--via", "ann", "--json").json["moneys"]
    assert money["transfers"] == [{"from": "Ann", "to": "Bob", "amount": 7}, {"from": "Cat", "to": "Ann", "amount": 4}]
    assert money["paid"] == [{"evening": 2, "event": 8, "from": "Ann", "to": "Bob", "amount": 1}]
    one = ("--same", "Robert=bob")
    assert "Cat pays Robert 4" in run("settle", "--since", "2026-01-01", *one).out
    assert "Robert" in {each["player"] for each in run("standings", *one, "--json").json["moneys"][0]["players"]}
    assert run("settle", *one).code == 2
    assert "are two persons" in run("standings", "--same", "Ann=Bob").err
    assert run("settle", "--since", "2026-03-01").out == "no evening was played on 2026-03-01 or after\n"
    done = run("settle", "--since", "Marsh")
    assert (done.code, "Marsh is not a date" in done.err) == (1, True)


def test_what_is_asked_of_several_moneys_need_fit_only_one_of_them(run):
    run("open", "Pence", "--players", "Ann Bob", "--money", "lsd", "--on", "2026-01-01")
    run("record", "--together", "-", stdin="game tally\nresult Ann +2s7d Bob -2s7d\nend")
    run("open", "Pounds", "--players", "Ann Cat", "--money", "GBP", "--on", "2026-01-02")
    run("record", "--together", "-", stdin="game tally\nresult Ann +2.30 Cat -2.30\nend")
    pounds, pence = run("settle", "--since", "2026-01-01", "--coin", "6d", "--json").json["moneys"]
    assert "is no amount" in pounds["refused"]
    assert pence["transfers"] == [{"from": "Bob", "to": "Ann", "amount": 120}]
    done = run("settle", "--since", "2026-01-01", "--via", "Cat")
    assert done.out.splitlines() == [
        "1 evening in GBP", "Cat pays Ann £2.30", "",
        "1 evening in lsd", "not settled: Cat does not settle here.", "  Say Ann or Bob",
    ]  # fmt: skip
    for option, value in (("--via", "Zoë"), ("--via", ""), ("--coin", ""), ("--coin", "x"), ("--household", "Ann+Zoë")):
        assert run("settle", "--since", "2026-01-01", option, value).code == 1


def test_a_payment_taken_back_is_not_ticked_off(run):
    two_evenings(run)
    run("record", "undo")
    assert run("settle", "--json").json["paid"] == []
