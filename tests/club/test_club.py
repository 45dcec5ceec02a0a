"""The club's log: persons, payments over many evenings, and what goes by them."""

import json
import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.club.people import ClubState
from ledger.core.books import BANK
from ledger.core.events import Alias, EffectiveEvent, Merge, Person, SplitName, decode, encode, version_of
from ledger.core.money import Money
from ledger.core.refusals import Refusal
from ledger.games.language import write
from ledger.language.completion import continuations
from ledger.language.reader import read_of_club
from ledger.projections.accounts import by_persons, cleared, open_parts, within
from ledger.projections.settlement import settlement_of
from ledger.projections.standings import PlayedEvening, together
from ledger.projections.totals import totals_of
from ledger.recorder import Recorder
from ledger.store import open_store
from tests.helpers import command_line
from tests.helpers.rig import play, recorded_on, tries

at_home, run = command_line.at_home, command_line.run

FIRST = """evening "Club night" on 2026-11-20 money=EUR counter=0.05
players Ann Bob Cat Dan
game tally
result Ann +1.50 Bob -0.50 Cat +0.50 Dan -1.50
end
close
"""
SECOND = """evening "Club night" on 2026-11-27 money=EUR counter=0.05
players Ann Bobby Cat
game tally
result Ann -1.50 Bobby +2.00 Cat -0.50
end
close
"""


@pytest.fixture
def club(run, at_home):
    """The two evenings of the examples."""
    (at_home / "1.evening").write_text(FIRST)
    (at_home / "2.evening").write_text(SECOND)
    assert run("import", "1.evening", "2.evening").code == 0


def lines(done):
    assert done.code == 0, done.err
    return done.out.splitlines()


def refused(done, code, message, remedy=""):
    error = done.json["error"]
    assert (done.code, error["code"], error["message"]) == (1, code, message)
    assert remedy in error["remedy"]


def test_a_person_is_added_and_named_as_the_example_has_it(run, club):
    assert lines(run("person", "add", "Bob", "--known-as", "Bobby")) == [
        "2  person Bob known as Bobby", "Bob sat at evenings 1 and 2",
    ]  # fmt: skip
    listed = run("person", "list", "--json").json["persons"]
    assert listed[1] == {"person": "Bob", "names": ["Bob", "Bobby"], "evenings": [1, 2], "known": True, "ways": []}
    assert [person["person"] for person in listed] == ["Ann", "Bob", "Cat", "Dan"]
    assert "Bob     Bob, Bobby         2" in lines(run("person", "list"))


def test_the_answer_of_a_change_of_persons(run, club):
    assert run("person", "add", "Bob", "--known-as", "Bobby", "--json").json == {
        "club": True,
        "said": [{"number": 2, "saying": "person Bob known as Bobby"}],
        "person": {"person": "Bob", "names": ["Bob", "Bobby"], "evenings": [1, 2], "known": True},
    }


def test_a_payment_over_evenings_is_told_and_settles_as_the_example_has_it(run, club):
    run("person", "add", "Bob", "--known-as", "Bobby")
    assert lines(run("settle", "--all")) == ["2 evenings in EUR", "Dan pays Bob €1.50"]
    tried = run("pay", "Dan", "Bob", "1.50", "--on", "2026-12-03", "--dry-run", "--json").json
    assert tried["written"] is False
    assert lines(run("pay", "Dan", "Bob", "1.50")) == [
        "3  Dan pays Bob 1.50 money=EUR for 1 2", "   Dan owes nothing more; Bob is owed nothing more",
    ]  # fmt: skip
    assert lines(run("settle", "--evening", "1")) == [
        "settled together with evening 2 (payment 3 of the club): nothing of it is owed"
    ]
    settled = run("settle", "--evening", "1", "--json").json
    assert settled["owed"] == {"Ann": 150, "Bob": -50, "Cat": 50, "Dan": -150}, "by its own log alone, as ever"
    assert settled["together"] == {
        "payments": [3], "evenings": [2], "open": {"Ann": 0, "Bob": 0, "Cat": 0, "Dan": 0}, "settled": True
    }  # fmt: skip
    (money,) = run("settle", "--all", "--json").json["moneys"]
    assert money["club"][0] | {"on": ""} == {
        "event": 3, "from": "Dan", "to": "Bob", "amount": 150, "money": "EUR", "for": [1, 2], "on": ""
    }  # fmt: skip
    assert (money["owed"], money["transfers"]) == ({"Ann": 0, "Bob": 0, "Cat": 0, "Dan": 0}, [])
    assert money["names"]["Bob"] == ["Bob", "Bobby"]


def test_the_answer_of_a_payment(run, club):
    run("person", "add", "Bob", "--known-as", "Bobby")
    answer = run("pay", "Dan", "Bob", "1.50", "--on", "2026-12-03", "--json").json
    assert answer == {
        "club": True,
        "said": [{"number": 3, "saying": "Dan pays Bob 1.50 money=EUR for 1 2 on 2026-12-03"}],
        "payment": {"event": 3, "from": "Dan", "to": "Bob", "amount": 150, "money": "EUR", "for": [1, 2],
                    "on": "2026-12-03"},
        "owed": {"Dan": 0, "Bob": 0},
    }  # fmt: skip


def test_a_payment_in_part_clears_the_oldest_debt_and_the_rest_stays_open(run, club):
    run("person", "add", "Bob", "--known-as", "Bobby")
    assert lines(run("pay", "Dan", "Bob", "1.00"))[1] == "   Dan still owes €0.50; Bob is owed €0.50"
    told = lines(run("settle", "--evening", "1"))
    assert told[-1] == (
        "evening 1 is being settled together with evening 2 (payment 3 of the club): "
        "card-ledger settle --all says what is open"
    )
    assert run("settle", "--evening", "1", "--json").json["together"]["open"]["Dan"] == -50
    assert lines(run("pay", "Dan", "Bob"))[0] == "4  Dan pays Bob 0.50 money=EUR for 1 2"


def test_an_undone_payment_is_owed_as_before(run, club):
    run("person", "add", "Bob", "--known-as", "Bobby")
    run("pay", "Dan", "Bob")
    assert run("record", "--club", "undo").code == 0
    assert lines(run("settle", "--all"))[1] == "Dan pays Bob €1.50"
    assert run("settle", "--evening", "1", "--json").json["together"] is None
    assert run("record", "--club", "redo").code == 0
    assert lines(run("settle", "--all"))[1] == "nobody owes anybody anything"


def test_a_payment_sent_twice_under_a_key_is_recorded_once(run, club):
    run("person", "add", "Bob", "--known-as", "Bobby")
    first = run("pay", "Dan", "Bob", "1.00", "--key", "k1", "--json").json["said"]
    assert run("record", "--club", first[0]["saying"], "--key", "k1", "--json").json["said"] == first
    assert len(run("log", "--club", "--json").json["log"]) == 3


def test_more_than_is_owed_is_asked_first(run, club):
    run("person", "add", "Bob", "--known-as", "Bobby")
    refused(run("pay", "Dan", "Bob", "5.00", "--json"), "rule", "Dan owes €1.50 in all: €5.00 is €3.50 more.",
            "Say --yes to write it all the same")  # fmt: skip
    refused(run("pay", "Cat", "Bob", "1.00", "--json"), "rule", "Cat owes nothing.")
    asked = run("pay", "Dan", "Bob", "5.00", stdin="n\n", terminal=True)
    assert "Dan owes €1.50 in all: €5.00 is €3.50 more. Write it? [y/N]" in asked.out
    assert len(run("log", "--club", "--json").json["log"]) == 2
    assert lines(run("pay", "Dan", "Bob", "5.00", "--yes"))[1] == "   Dan is owed €3.50; Bob owes €3.50"


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ("Dan Dan 1.00", "players", "Dan and Dan are one person."),
        ("Dan Bob £1.00", "bad-amount", '"£1.00" is no amount'),
        ("Dan Bob 0.00", "bad-amount", "a payment of nothing is none."),
        ("Dan Bob 5", "bad-amount", 'Dan pays Bob 5: "5" is 5 counters (€0.25) or €5.00: say 5.00 or €5.'),
        ("Ann Cat", "rule", "Ann pays Cat nothing by the plan."),
        ("Dan Zed 1.00", "unknown-player", "nobody is called Zed."),
    ],
)
def test_a_payment_that_cannot_stand_is_refused(run, club, words, code, message):
    done = run("pay", *words.split(), "--json")
    assert (done.code, done.json["error"]["code"]) == (1, code)
    assert message in done.json["error"]["message"]
    assert run("log", "--club", "--json").json["log"] == []


def test_a_window_that_cuts_a_payment_is_refused(run, club):
    run("person", "add", "Bob", "--known-as", "Bobby")
    run("pay", "Dan", "Bob")
    refused(run("settle", "--since", "2026-11-21", "--json"), "not-now",
            "payment 2 (Dan pays Bob €1.50) is for evenings 1 and 2, and evening 1 is not among these: "
            "say --since 2026-11-20.".replace("payment 2", "payment 3"))  # fmt: skip
    assert run("settle", "--since", "2026-11-20").code == 0
    assert run("settle", "--since", "2026-11-20", "--by-name").code == 0


def test_what_would_make_one_person_of_two_at_a_table_is_refused(run, club):
    sentence = "Ann and Bob both sat at evening 1 (Club night, 2026-11-20): they are two."
    remedy = "Say card-ledger person alias Ann Bob --at EVENING for single evenings"
    refused(run("person", "merge", "Ann", "Bob", "--json"), "players", sentence, remedy)
    refused(run("person", "alias", "Ann", "Bob", "--json"), "players", sentence, remedy)
    refused(run("person", "add", "Ann", "--known-as", "Bob", "--json"), "players", sentence, remedy)
    assert run("log", "--club", "--json").json["log"] == []


def test_refusals_of_persons(run, club):
    run("person", "add", "Robert", "--known-as", "Bobby")
    refused(run("person", "add", "Bob", "--known-as", "Bobby", "--json"), "bad-name", "Bobby is a name of Robert.",
            "Say card-ledger person merge Bob Robert, or person split Bobby first")  # fmt: skip
    refused(run("person", "add", "robert", "--json"), "twice", "Robert is a person already.")
    refused(run("person", "merge", "Bob", "Zed", "--json"), "unknown-player", "nobody is called Zed.")
    refused(run("person", "split", "Ann", "--json"), "players", "Ann has no other name than this.")
    assert run("person", "merge", "Bob", "Robert").code == 0
    assert [row["person"] for row in run("person", "list", "--json").json["persons"]] == ["Ann", "Bob", "Cat", "Dan"]
    assert run("person", "split", "Bobby").code == 0


def test_a_name_may_be_somebody_else_at_single_evenings(run, club):
    assert run("person", "alias", "Robert", "Bobby", "--at", "2").code == 0
    rows = {row["person"]: row["evenings"] for row in run("person", "list", "--json").json["persons"]}
    assert rows == {"Ann": [1, 2], "Bob": [1], "Cat": [1, 2], "Dan": [1], "Robert": [2]}
    (money,) = run("standings", "--json").json["moneys"]
    assert {row["player"]: row["names"] for row in money["players"]}["Robert"] == ["Bobby"]
    assert "Robert" not in {
        row["player"] for row in run("standings", "--by-name", "--json").json["moneys"][0]["players"]
    }


def test_the_log_of_the_club_is_exported_imported_sealed_copied_and_audited(run, club, at_home, monkeypatch):
    run("person", "add", "Bob", "--known-as", "Bobby")
    run("pay", "Dan", "Bob")
    run("record", "--club", 'note "paid on Tuesday"')
    sealed = run("seal", "--club", "--no-qr").out
    assert sealed.startswith("Card Ledger seal of the club\n4 events\n")
    (at_home / "seal.txt").write_text(sealed)
    assert run("audit", "--club", "--seal", "seal.txt").code == 0
    assert run("audit", "--all", "--json").json["club"] == {"events": 4}
    assert run("db", "copy", "evenings.db", "other.db").code == 0
    assert run("db", "backup", "kept.db").code == 0
    exported = {form: run("export", "--club", "--format", form).out for form in ("script", "jsonl")}
    assert exported["script"].splitlines()[:2] == ["club", "person Bob known as Bobby"]
    for form, text in exported.items():
        (at_home / f"club.{form}").write_text(text)
        monkeypatch.setenv("CARD_LEDGER_DATABASE", f"{form}.db")
        assert run("import", "1.evening", "2.evening").code == 0
        assert run("import", f"club.{form}", "--json").json == {
            "club": True, "file": f"club.{form}", "events": 4
        }  # fmt: skip
        assert lines(run("settle", "--all"))[1] == "nobody owes anybody anything"
        assert run("export", "--club").out == exported["script"]
        assert run("import", f"club.{form}", "--json").json["error"]["code"] == "twice"
    for copy in ("other.db", "kept.db"):
        monkeypatch.setenv("CARD_LEDGER_DATABASE", copy)
        assert run("export", "--club", "--format", "jsonl").out == exported["jsonl"]
        assert run("audit", "--all").code == 0
        assert len(run("evenings", "--json").json["evenings"]) == 2


def test_a_changed_log_of_the_club_is_found_wherever_it_is_read(run, club, at_home):
    run("person", "add", "Bob", "--known-as", "Bobby")
    with sqlite3.connect(at_home / "evenings.db") as connection:
        connection.execute("DROP TRIGGER event_is_not_changed")
        connection.execute("UPDATE event SET body = replace(body, 'Bobby', 'Bert') WHERE evening = 0 AND number = 2")
    for command in (["settle", "--all"], ["standings"], ["log", "--club"], ["pay", "Dan", "Bob"], ["person", "list"]):
        assert run(*command).code == 3, command
    found = run("audit", "--club", "--json")
    assert found.code == 3
    assert "digest" in {finding["code"] for finding in found.json["findings"]}


def test_the_triggers_guard_the_log_of_the_club(run, club, at_home):
    run("person", "add", "Bob")
    with sqlite3.connect(at_home / "evenings.db") as connection:
        for statement in ("DELETE FROM event WHERE evening = 0", "UPDATE event SET body = '' WHERE evening = 0"):
            with pytest.raises(sqlite3.IntegrityError, match="never"):
                connection.execute(statement)


def test_what_only_reads_makes_no_log_of_the_club(run, club, at_home):
    for command in (["settle", "--all"], ["standings"], ["log", "--club"], ["person", "list"], ["audit", "--all"]):
        assert run(*command).code == 0
    assert run("person", "split", "Ann").code == 1
    with sqlite3.connect(at_home / "evenings.db") as connection:
        assert connection.execute("SELECT count(*) FROM evening").fetchone() == (2,)


def test_sayings_of_the_club_are_refused_at_an_evening_and_the_other_way_round(run, club):
    assert run("record", "--club", "Cat 3").code == 1
    assert run("record", "--club", "club").code == 1
    assert run("record", "--club", 'void 1 "why"').code == 1
    assert run("record", "person Bob").code == 1


def test_forgetting_deletes_what_is_kept_beside_the_logs_and_says_where_he_stands(run, club, at_home):
    run("person", "add", "Bob", "--known-as", "Bobby")
    assert lines(run("person", "forget", "Bob"))[0] == "nothing was kept of Bob beside the logs"
    assert run("payee", "Bob", "--iban", "DE02120300000000202051").code == 0
    assert run("person", "list", "--json").json["persons"][1]["ways"] == ["iban"]
    (at_home / "evenings.db.schema-0003").touch()
    before = run("export", "--club").out
    asked = run("person", "forget", "Bob", stdin="n\n", terminal=True)
    assert "nothing is deleted" in asked.out
    assert run("person", "forget", "Bob", "--json").json == {
        "person": "Bob", "deleted": ["iban"], "stands_in": {"evenings": [1, 2], "club": True},
        "files": ["evenings.db.schema-0003"],
    }  # fmt: skip
    assert lines(run("person", "forget", "Bobby"))[1] == (
        "Bob still stands in evenings 1 and 2 and in the club's log: a log is never changed."
    )
    assert run("person", "list", "--json").json["persons"][1]["ways"] == []
    assert run("export", "--club").out == f"{before}payee of Bob forgotten: iban\n"


# Sayings


@pytest.mark.parametrize(
    "saying",
    [
        "club", 'person Bob known as Bobby "Rob T"', "alias Bobby of Bob at 1 2", "merge Robert into Bob",
        "split Bobby", "Dan pays Bob 1.50 money=EUR for 1 2 on 2026-12-03", "Dan pays bank 3 money=counters for 1",
        'person "for"', 'season "Winter" from 2026-10-01 to 2027-03-31 points=10,7,5 best=8 with Ann Bob',
        'season "Winter" ends', "undo", 'void 3 "why"', 'note "x"',
    ],
)  # fmt: skip
def test_a_saying_of_the_club_is_written_as_it_is_read(saying):
    event = read_of_club(saying)
    assert write(event, Money("counters", 1)) == saying
    assert decode(encode(event), version_of(event)) == event


@pytest.mark.parametrize(
    "saying", ["x", "split", "Dan pays Bob 1.505 money=EUR for 1", "Dan pays Bob 1.50 for 1", "alias Bob of",
               'season "W" from 2 to 3', "Dan pays Bob 0.00 money=EUR for 1"],
)  # fmt: skip
def test_what_is_no_saying_of_the_club_is_refused(saying):
    with pytest.raises(Refusal):
        read_of_club(saying)


# Random clubs

WORDS = ("Ann", "ann", "Bob", "Bobby", "Cat", "Dan", "Eve", "Rob")
words = st.sampled_from(WORDS)
acts = st.one_of(
    st.builds(Person, words, st.lists(words, max_size=2, unique=True).map(tuple)),
    st.builds(Alias, words, words, st.sampled_from([(), (1,), (2, 3)])),
    st.builds(Merge, words, words),
    st.builds(SplitName, words),
)
results = st.lists(st.integers(-500, 500), min_size=3, max_size=3)
tables = st.permutations(["Ann", "Bob", "Bobby", "Cat", "Dan", "Eve", "Rob"]).map(lambda names: names[:4])


def evening_of(number, names, won, cost, paid):
    """An evening of four with what three of them won; a cost and a debt paid in it."""
    amounts = [*won, -sum(won)]
    told = " ".join(f"{name} {amount:+d}" for name, amount in zip(names, amounts, strict=True))
    sayings = ["game tally", f"result {told}", "end", "close"]
    sayings += [f"cost {cost} things {names[0]} paid"] if cost else []
    sayings += [f"{names[1]} pays {names[2]} {paid}"] if paid else []
    evening = play(" ".join(names), "\n".join(sayings))
    return PlayedEvening(
        number, len(evening.effective), totals_of(evening, recorded_on(evening, f"2026-01-{number:02}"))
    ), evening


@settings(deadline=None, max_examples=tries(12))
@given(st.data())
def test_persons_and_payments_keep_sums_at_nothing_and_settling_all_leaves_nothing_owed(data):
    drawn = data.draw(
        st.lists(st.tuples(tables, results, st.integers(0, 90), st.integers(0, 90)), min_size=1, max_size=4)
    )
    played, evenings = zip(*(evening_of(number, *told) for number, told in enumerate(drawn, 1)), strict=True)
    club, number = ClubState(), 1
    before = [evening.owed() for evening in evenings]
    alone = {of.id: of.totals for of in played}
    for _ in range(data.draw(st.integers(0, 8))):
        number += 1
        try:
            if data.draw(st.booleans()):
                club.apply(EffectiveEvent(number, data.draw(acts)), "2026-02-01")
            else:
                payer, payee = data.draw(st.permutations(["Ann", "Bob", "Cat", "Eve"]).map(lambda names: names[:2]))
                pay(club, number, together(by_persons(played, club), payments=club.payments), club.person(payer),
                    club.person(payee), data.draw(st.integers(1, 700)))  # fmt: skip
        except Refusal:
            continue
        (several,) = together(by_persons(played, club), payments=club.payments)
        assert sum(several.owed().values()) == 0
        assert sum(standing.total.net for standing in several.standings()) == 0
        check_open_parts(several)
    assert [evening.owed() for evening in evenings] == before
    assert {of.id: of.totals for of in played} == alone
    (several,) = together(by_persons(played, club), payments=club.payments)
    plan = settlement_of(several.owed(), several.pools(), several.money).transfers
    for payment in plan:
        number += 1
        left = plan[plan.index(payment) :]
        now = together(by_persons(played, club), payments=club.payments)
        assert settlement_of(now[0].owed(), now[0].pools(), now[0].money).transfers == left, "the other lines stay"
        pay(club, number, now, payment.payer, payment.payee, payment.amount)
    (settled,) = together(by_persons(played, club), payments=club.payments)
    assert not any(settled.owed().values())
    assert not any(part for parts in open_parts(settled).values() for part in parts.values())
    assert within(club.payments, list(played), list(played)) == list(club.payments)


def pay(club, number, moneys, payer, payee, amount):
    (several,) = moneys
    clears = cleared(several, payer, payee, amount) or (1,)
    text = f'"{payer}" pays "{payee}" {amount} money=counters for {" ".join(map(str, clears))}'
    club.apply(EffectiveEvent(number, read_of_club(text)), "2026-02-01")


def check_open_parts(several):
    """Each open sum stands in the newest evenings of its sign, as far as they hold it."""
    owed, figures, parts = several.owed(), several.owed_by_evening(), open_parts(several)
    for name, amount in owed.items():
        same = [figures[evening.id].get(name, 0) for evening in several.played]
        most = sum(figure for figure in same if figure and (figure > 0) == (amount > 0))
        assert abs(sum(parts[name].values())) == min(abs(amount), abs(most)), name
        for evening, part in parts[name].items():
            assert 0 < abs(part) <= abs(figures[evening][name])


def test_two_names_at_one_table_are_never_one_person_there():
    club = ClubState()
    club.apply(EffectiveEvent(2, Person("Bob", ("Bobby",))), "2026-01-01")
    assert club.persons_at(1, ["Bobby", "Bob", "Ann"]) == {"Bobby": "Bobby", "Bob": "Bob", "Ann": "Ann"}
    assert club.persons_at(2, ["Bobby", "Ann"]) == {"Bobby": "Bob", "Ann": "Ann"}
    assert BANK not in json.dumps(club.names_of("Bob"))


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("Dan pays Ann 5.00", "Dan owes €1.50 in all: €5.00 is €3.50 more."),
        ("Bob pays Ann 0.60", "Bob owes €0.50 in all: €0.60 is €0.10 more."),
        ("Dan pays Cat 1.00", "Cat is owed €0.50 in all: €1.00 is €0.50 more."),
        ("Ann pays Dan 1.00", "Ann owes nothing."),
        ("Bob pays Dan 0.10", "Dan is owed nothing."),
    ],
)
def test_more_than_is_owed_of_a_closed_evening_is_asked_first(run, club, said, message):
    refused(run("record", "--evening", "1", said, "--json"), "rule", message, "Say --yes to write it all the same")
    assert run("settle", "--evening", "1", "--json").json["paid"] == []
    assert run("record", "--evening", "1", said, "--yes").code == 0
    assert len(run("settle", "--evening", "1", "--json").json["paid"]) == 1


def test_before_the_close_and_of_files_nobody_is_asked(run, club, at_home):
    run("record", "--evening", "1", 'reopen "more"')
    assert run("record", "--evening", "1", "Dan pays Ann 5.00").code == 0
    (at_home / "3.evening").write_text(SECOND + "Ann pays Bobby 9.00\n")
    assert run("import", "3.evening").code == 0
    assert run("replay", "3.evening").code == 0


def test_a_payment_in_an_evening_that_the_club_settles_is_asked_first(run, club):
    run("person", "add", "Bob", "--known-as", "Bobby")
    run("pay", "Dan", "Bob", "1.50")
    sentence = "payment 3 of the club settles evening 1 with others."
    refused(
        run("record", "--evening", "1", "Dan pays Ann 1.50", "--json"), "rule", sentence, "card-ledger pay Dan Ann 1.50"
    )


def test_an_undone_payment_is_owed_again(run, club):
    run("record", "--evening", "1", "Bob pays Cat 0.50")
    assert lines(run("record", "--evening", "1", "undo"))[1:4] == [
        "   7 no longer counts: Bob pays Cat €0.50",
        "   Bob owes €0.50 again",
        "   Cat is owed €0.50 again",
    ]
    assert lines(run("record", "--evening", "1", "redo"))[2:4] == [
        "   Bob owes nothing, and is owed nothing",
        "   Cat owes nothing, and is owed nothing",
    ]


def test_what_is_asked_about_is_not_offered_in_a_closed_evening(run, club):
    def offered():
        expecting = run("table", "--evening", "1", "--json").json["expecting"]
        return expecting["may"][:-1], [form["who"] for form in expecting["forms"]]

    before = offered()
    assert before == (["NAME pays NAME AMOUNT"], [["Bob"], ["Bob"], ["Dan"], ["Dan"]])
    run("person", "add", "Bob", "--known-as", "Bobby")
    run("pay", "Dan", "Bob", "1.00")
    assert run("settle", "--evening", "1", "--json").json["together"]["settled"] is False
    assert offered() == ([], [])
    assert run("table", "--evening", "1").out.splitlines()[-1] == 'reopen "WHY"'
    run("record", "--club", "undo")
    assert offered() == before


def test_names_are_one_person_for_one_question(run, club):
    same = ("--same", "Bob=Bobby")

    def of_the_three(*same):
        run("season", "open", "Winter", "--from", "2026-10-01", "--to", "2027-03-31", "--points", "10,7,5")
        account = run("explain", "Bob", "--since", "2026-11-01", *same, "--json").json
        return (
            account["moneys"][0]["owed"],
            [row["evening"] for row in account["moneys"][0]["rows"]],
            run("statement", "--person", "Bob", "--all", *same, "--json").json["transfers"],
            [(row["person"], row["points"]) for row in run("season", *same, "--json").json["table"]],
        )

    by_same = of_the_three(*same)
    assert by_same[:2] == (150, [1, 2])
    assert by_same[3] == [("Bob", 15), ("Ann", 15), ("Cat", 14), ("Dan", 0)]
    assert of_the_three()[:2] == (-50, [1])
    assert run("explain", "Bobby", "--since", "2026-11-01", *same, "--json").json["person"] == "Bob"
    called = run("explain", "Rob", "--since", "2026-11-01", "--same", "Rob=Bob=Bobby", "--json").json
    assert (called["person"], called["moneys"][0]["owed"]) == ("Rob", 150)
    for words in (("explain", "Ann", "--since", "2026-11-01"), ("statement", "--person", "Ann", "--all"), ("season",)):
        assert "Ann and Cat are two persons" in run(*words, "--same", "Ann=Cat").err
    assert run("explain", "Ann", *same).code == run("statement", *same).code == 2
    run("person", "add", "Bob", "--known-as", "Bobby")
    assert of_the_three() == by_same


def test_the_prompt_completes_no_payment_that_it_would_ask_about(run, club):
    def completed():
        recorder = Recorder(open_store(run("db", "status", "--json").json["database"]), "Ann")
        session = recorder.open_session(1)
        found = [continuation.text for continuation in continuations(session.shorthand(), "Dan pays ")]
        read = session.typed("d pays a 1.50")
        recorder.store.close()
        return found, read

    assert completed() == (["Ann", "Cat"], [(1, "Dan pays Ann 1.50")])
    run("record", "--club", "Dan pays Cat 0.30 money=EUR for 1 2")
    assert completed() == ([], [(1, "Dan pays Ann 1.50")])
