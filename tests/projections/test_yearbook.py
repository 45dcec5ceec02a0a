"""The yearbook: the records of a year, and who was ahead of whom."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.evening.fold import Evening
from ledger.games.registry import game_named
from ledger.projections.in_play import in_play
from ledger.projections.standings import PlayedEvening
from ledger.projections.totals import totals_of
from ledger.projections.yearbook import yearbook_of
from ledger.rules import GameRecord
from tests.club import test_club
from tests.helpers.rig import play, recorded_on, tries

at_home, run, club = test_club.at_home, test_club.run, test_club.club
lines, refused = test_club.lines, test_club.refused


def test_the_yearbook_of_two_evenings(run, club):
    run("person", "add", "Bob", "--known-as", "Bobby")
    answer = run("yearbook", "--json").json
    assert [*answer] == ["year", "evenings", "deals", "records", "head_to_head"]
    assert (answer["year"], answer["evenings"], answer["deals"]) == (2026, [1, 2], 0)
    assert answer["records"][:3] == [
        {"record": "most-won", "person": "Bob", "amount": 200, "money": "EUR", "evening": 2, "event": None},
        {"record": "most-lost", "person": "Dan", "amount": 150, "money": "EUR", "evening": 1, "event": None},
        {"record": "most-lost", "person": "Ann", "amount": 150, "money": "EUR", "evening": 2, "event": None},
    ]
    assert answer["head_to_head"][0] == {"a": "Ann", "b": "Bob", "evenings": 2, "ahead": {"a": 1, "b": 1}}
    assert run("yearbook", "2026", "--json").json == answer
    told = lines(run("yearbook"))
    assert told[0] == "2026: 2 evenings, 0 deals"
    assert told[2].split() == ["most", "won", "in", "an", "evening", "Bob", "€2.00", "2"]
    refused(run("yearbook", "1898", "--json"), "not-now", "no evening was played in 1898.")


NAP = """evening "Naps" on 2026-12-04 money=counters
players Ann Bob Cat
game nap kitty=1
deal Ann
Bob nap
Bob made
deal
Cat nap
Cat failed
deal
Bob nap
Bob made
end
game poker
deal Ann
Bob passes
deal
Cat opens
Cat wins
end
close
"""


def test_what_the_sheets_of_games_name(run, at_home):
    (at_home / "nap.evening").write_text(NAP)
    done = run("import", "nap.evening")
    assert done.code == 0, done.err
    records = {record["record"]: record for record in run("yearbook", "--json").json["records"]}
    assert records["nap.naps"] == {
        "record": "nap.naps", "person": "Bob", "number": 2, "money": None, "evening": 1, "event": 12
    }  # fmt: skip
    assert records["greatest-deal"]["person"] == "Bob"
    assert records["most-deals"] == {
        "record": "most-deals", "person": None, "number": 5, "money": None, "evening": 1, "event": None
    }  # fmt: skip
    taken = run("explain", "Cat", "--json").json["lines"]
    jackpot = records["poker.jack-pot"]
    assert (jackpot["person"], jackpot["money"]) == ("Cat", "counters")
    assert jackpot["amount"] == sum(line["amount"] for line in taken if line["deal"] == 5 and line["amount"] > 0)


def test_a_game_says_by_itself_what_the_yearbook_keeps_of_it(run, at_home, monkeypatch):
    kept = (
        GameRecord("failed", "Naps that others failed", "failed nap"),
        GameRecord("gone", "most of nothing", "no reason"),
    )
    monkeypatch.setattr(type(game_named("nap")), "records", kept)
    (at_home / "nap.evening").write_text(NAP)
    run("import", "nap.evening")
    records = [record for record in run("yearbook", "--json").json["records"] if record["record"].startswith("nap.")]
    assert [(record["record"], record["person"], record["number"]) for record in records] == [
        ("nap.failed", "Ann", 1), ("nap.failed", "Bob", 1)
    ]  # fmt: skip
    assert "Naps that others failed" in run("yearbook").out


@settings(max_examples=tries(20))
@given(st.lists(st.lists(st.integers(-9, 9), min_size=2, max_size=3), min_size=1, max_size=6))
def test_the_records_by_a_second_plainer_writing(drawn):
    played, evenings, results = [], {}, []
    for number, won in enumerate(drawn, start=1):
        won = [*won, -sum(won)]
        called = ["Ann", "Bob", "Cat", "Dan"][: len(won)]
        result = " ".join(f"{name} {amount:+}" for name, amount in zip(called, won, strict=True))
        sayings = ["game tally", f"result {result}" if any(won) else 'note "even"', "end", "close"]
        evenings[number] = play(" ".join(called), "\n".join(sayings))
        played.append(
            PlayedEvening(
                number,
                9,
                totals_of(evenings[number], recorded_on(evenings[number], f"2026-01-{number:02}")),
                in_play=in_play(number, evenings[number]),
            )
        )
        results.append(dict(zip(called, won, strict=True)))
    book = yearbook_of(2026, played)
    held = {record.record: record for record in reversed(book.records)}
    most = max(amount for of_evening in results for amount in of_evening.values())
    assert (held["most-won"].amount if most else 0) == most
    winners = [record.person for record in book.records if record.record == "most-won"]
    assert Counter(winners) == Counter(
        name for of_evening in results for name, amount in of_evening.items() if amount == most and most
    )
    longest = 0
    for name in ("Ann", "Bob", "Cat", "Dan"):
        won = "".join("+" if of_evening[name] > 0 else "-" for of_evening in results if name in of_evening)
        longest = max(longest, *map(len, won.split("-")))
    assert (held["longest-winning-run"].number if longest else 0) == longest
    for pair in book.head_to_head:
        both = [
            (of_evening[pair.a], of_evening[pair.b]) for of_evening in results if {pair.a, pair.b} <= set(of_evening)
        ]
        assert pair.evenings == len(both)
        assert (pair.ahead.a, pair.ahead.b) == (sum(a > b for a, b in both), sum(a < b for a, b in both))


def test_an_evening_is_folded_once_for_the_yearbook_however_often_it_was_corrected(run, at_home, monkeypatch):
    said = 'evening "Late" on 2026-01-01\nplayers Ann Bob\ngame tally\nresult Ann +1 Bob -1\nresult Ann +2 Bob -2\n'
    corrections = [f'amend 4 "no": result Ann +{n} Bob -{n}\nresult Ann +1 Bob -1\n' for n in range(2, 9)]
    (at_home / "late.evening").write_text(said + "".join(corrections) + 'void 5 "not at all"\nend\nclose\n')
    assert run("import", "late.evening").code == 0
    counted = []
    tell = Evening.apply
    monkeypatch.setattr(Evening, "apply", lambda self, event: (counted.append(event.number), tell(self, event))[1])
    answer = run("yearbook", "--json").json
    assert next(record for record in answer["records"] if record["record"] == "most-won")["amount"] == 15
    assert counted == [1, 2, 3, 4, *range(7, 20, 2), 21, 22]
