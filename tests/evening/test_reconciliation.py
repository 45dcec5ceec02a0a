"""Counts, and counters that are short or over at the close: booked openly, and none lost."""

import json
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.books import Pool
from ledger.core.refusals import Refusal, RefusedLine
from ledger.interchange.script import replay_script
from ledger.projections.reconciliation import check_count, reconcile
from ledger.recorder import Recorder
from ledger.store import open_store
from tests.helpers import command_line
from tests.helpers.rig import check_conservation, check_replay, one_in, play, refused, tries

at_home, run = command_line.at_home, command_line.run

PLAYERS = ("Ann", "Bob", "Cat")
BOUGHT = "Ann buys 20\nBob buys 20\nCat buys 20\n"
TALLY = "game tally\nresult Ann +4 Bob -7 Cat +3\nend\n"


def closed(counts: str, way: str, script: str = BOUGHT + TALLY, money: str = ""):
    evening = play("Ann Bob Cat", f"{script}count {counts}\nclose short={way}", money)
    check_conservation(evening)
    check_replay(evening)
    assert sum(evening.owed().values()) == 0
    assert evening.books.pools == {}
    return evening


def postings(evening) -> list[tuple[str, str, int, str]]:
    return [
        (str(posting.payer), str(posting.payee), posting.amount, posting.why)
        for posting in evening.outcomes[-1].postings
    ]


def test_what_is_short_is_shared_by_all_who_are_seated():
    evening = closed("Ann 19 Bob 13 Cat 23", "split")
    assert postings(evening) == [
        ("Ann", "short", 5, "short by counting"),
        ("short", "Ann", 2, "gets a share of what is short"),
        ("short", "Bob", 2, "gets a share of what is short"),
        ("short", "Cat", 1, "gets a share of what is short"),
    ]
    assert evening.owed() == {"Ann": 19 + 2, "Bob": 13 + 2, "Cat": 23 + 1, "bank": -60}


def test_what_is_over_is_borne_by_all_who_are_seated():
    evening = closed("Ann 24 Bob 17 Cat 23", "split")
    assert [posting[:3] for posting in postings(evening)] == [
        ("Ann", "over", 2),
        ("Bob", "over", 1),
        ("Cat", "over", 1),
        ("over", "Bob", 4),
    ]
    assert evening.owed() == {"Ann": 22, "Bob": 16, "Cat": 22, "bank": -60}


def test_the_bank_of_the_evening_bears_it():
    short = closed("Ann 19 Bob 13 Cat 23", "banker")
    assert short.owed() == {"Ann": 19, "Bob": 13, "Cat": 23, "bank": -55}
    assert short.books.balances["bank"] == 5
    over = closed("Ann 24 Bob 17 Cat 23", "banker")
    assert over.owed() == {"Ann": 24, "Bob": 17, "Cat": 23, "bank": -64}
    assert [posting[:3] for posting in postings(over)] == [("bank", "over", 4), ("over", "Bob", 4)]


def test_who_is_short_for_another_who_is_over():
    for how in ("split", "banker"):
        evening = closed("Ann 22 Bob 15 Cat 23", how)
        assert postings(evening) == [("Ann", "short", 2, "short by counting"), ("short", "Bob", 2, "over by counting")]
        assert "bank" not in evening.books.balances


def test_only_the_latest_count_of_each_is_taken_and_play_after_it_stands():
    evening = closed("Ann 24", "banker", f"{BOUGHT}{TALLY}count Ann 1 Bob 12\n")
    assert evening.owed() == {"Ann": 24, "Bob": 12, "Cat": 23, "bank": -59}
    again = play("Ann Bob Cat", f"{BOUGHT}{TALLY}count Bob 12\n{TALLY}close short=banker")
    assert again.owed() == {"Ann": 28, "Bob": 12 - 7, "Cat": 26, "bank": -59}


def test_whole_counters_are_shared_where_a_counter_has_a_value():
    evening = closed("Ann 19d Bob 13d Cat 23d", "split", money="money=lsd counter=1d")
    assert [posting[2] for posting in postings(evening)] == [20, 8, 8, 4]


def test_one_who_has_left_bears_nothing_but_his_own():
    evening = closed("Ann 19 Bob 13", "split", f"{BOUGHT}{TALLY}Cat leaves\n")
    assert evening.owed() == {"Ann": 19 + 3, "Bob": 13 + 2, "Cat": 23, "bank": -60}


def test_a_reopening_takes_the_bookings_back_and_another_close_makes_them_again():
    script = f"{BOUGHT}{TALLY}count Ann 19 Bob 13 Cat 23\n"
    before = play("Ann Bob Cat", script)
    for how in ("split", "banker"):
        opened = play("Ann Bob Cat", f'{script}close short={how}\nreopen "one more"')
        check_conservation(opened)
        check_replay(opened)
        assert {who: held for who, held in opened.books.balances.items() if who != "bank"} == before.books.balances
        assert opened.books.balances.get("bank", 0) == 0
        twice = play("Ann Bob Cat", f'{script}close short={how}\nreopen "one more"\nclose short={how}')
        assert twice.owed() == closed("Ann 19 Bob 13 Cat 23", how).owed()


OVER = f'{BOUGHT}{TALLY}count Ann 24 Bob 17 Cat 23\nclose short=split\nreopen "one more"\n'


def test_what_was_over_is_taken_back_as_over():
    evening = play("Ann Bob Cat", OVER)
    check_replay(evening)
    assert [posting[:3] for posting in postings(evening)] == [
        ("Bob", "over", 3),
        ("over", "Ann", 2),
        ("over", "Cat", 1),
    ]
    assert {why for *_, why in postings(evening)} == {"the close is taken back"}


def test_a_log_from_before_anything_was_pinned_to_a_reopening_keeps_its_postings(run, tmp_path):
    """The old postings keep their names, and the audit compares them with the replay."""
    (tmp_path / "over.evening").write_text(f'evening "Over"\nplayers Ann Bob Cat\n{OVER}', "utf-8")
    assert run("import", "over.evening").code == 0
    rows = [json.loads(line) for line in run("export", "--format", "jsonl").out.splitlines()]
    assert rows[-1].pop("pinned") == {"over": 4}
    del rows[-1]["digest"]
    (tmp_path / "old.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    assert run("import", "--again", "old.jsonl").code == 0
    for evening, pool in ((1, "over"), (2, "short")):
        lines = run("--evening", str(evening), "explain", "--pool", pool, "--json").json["lines"]
        assert [line["event"] for line in lines].count(11) == 3
        assert [finding["code"] for finding in run("audit", "--evening", str(evening), "--json").json["findings"]] == [
            "count"
        ]


def test_a_close_is_refused_to_who_records_it_where_a_count_does_not_come_out(tmp_path):
    recorder = Recorder(open_store(f"sqlite:///{tmp_path / 'evenings.db'}"), "tester")
    recorder.open(['evening "Counted"', "players Ann Bob Cat"])
    sitting = recorder.open_session()
    for saying in f"{BOUGHT}{TALLY}count Ann 19".splitlines():
        sitting.record(saying)
    with pytest.raises(RefusedLine) as caught:
        sitting.record("close")
    assert (
        "the counters do not come out: by the last count Ann is 5 short.\n"
        "  Count again, or say who bears it: close short=split, or close short=banker"
    ) in caught.value.message
    sitting.record("count Ann 24")
    assert sitting.record("close")


def test_a_log_that_has_closed_with_a_count_that_did_not_come_out_is_read_as_it_is():
    evening = play("Ann Bob Cat", f"{BOUGHT}{TALLY}count Ann 19\nclose")
    assert [finding.code for finding in reconcile(evening)] == ["count"]


def test_a_close_alone_books_nothing():
    evening = play("Ann Bob Cat", f"{BOUGHT}{TALLY}count Ann 19\ncount Ann 24\nclose")
    assert evening.outcomes[-1].postings == ()
    assert evening.owed()["Ann"] == 24
    assert len(evening.findings) == 1
    assert reconcile(evening) == []


def test_a_count_stands_until_it_is_settled():
    started = f"{BOUGHT}{TALLY}count Ann 19 Bob 1"
    for settling, standing in (
        ("", ["Ann", "Bob"]),
        ("count Ann 24", ["Bob"]),
        ("count Ann 23", ["Bob", "Ann"]),
        ("close short=split", []),
        ('close short=banker\nreopen "one more"', ["Ann", "Bob"]),
        ('close short=banker\nreopen "one more"\nclose short=split', []),
    ):
        evening = play("Ann Bob Cat", f"{started}\n{settling}")
        assert [finding.player for finding in reconcile(evening)] == standing


@pytest.mark.parametrize(
    ("saying", "fragment"),
    [
        ("close short=split", "nobody has been counted"),
        ("count Ann 0\nclose short=me", "say short=split or short=banker"),
        ("count Ann 0\nclose over=split", "does not belong to a close"),
        ("count Ann 0\nclose split", "not an option"),
        ("count Ann 0\nclose short=split short=banker", "the saying is over"),
        ("count Ann 0\nclose short=split\nclose short=split", "the evening is closed"),
    ],
)
def test_refused(saying, fragment):
    refused("Ann Bob Cat", saying, fragment)


def test_a_replay_finds_nothing_wrong_with_a_close_that_booked():
    text = f'evening "A"\nplayers Ann Bob Cat\n{BOUGHT}{TALLY}count Ann 19\nclose short=split\n'
    assert [finding.code for finding in replay_script(text, "test").evening.findings] == ["count"]


amounts = st.integers(0, 40)


@given(st.tuples(amounts, amounts, amounts), st.sampled_from(["split", "banker"]), st.integers(1, 12))
@settings(max_examples=tries(60), deadline=None)
def test_everybody_is_owed_what_was_counted_and_a_part_of_what_the_bank_has_over(counted, way, moved):
    """A second writing: all cash what they have, and what the bank then has or lacks is shared."""
    counts = " ".join(f"{player} {amount}" for player, amount in zip(PLAYERS, counted, strict=True))
    evening = closed(counts, way, f"{BOUGHT}game tally\nAnn gives Bob {moved}\nend\n")
    rest = 60 - sum(counted)
    parts = dict.fromkeys(PLAYERS, 0)
    if way == "split":
        for place in range(abs(rest)):
            parts[PLAYERS[place % 3]] += 1 if rest > 0 else -1
    owed = {player: amount + parts[player] for player, amount in zip(PLAYERS, counted, strict=True)}
    assert evening.owed() == {**owed, "bank": -60 + (rest if way == "banker" else 0)}
    assert all(
        isinstance(posting.payer, Pool) or isinstance(posting.payee, Pool) for posting in evening.outcomes[-1].postings
    )


# Confirmations


DEALS = (
    "game nap\ndeal Ann\nBob 1\nBob made\ncount Ann 19 Bob 22\ndeal\nCat 2\nCat made\ndeal\ntricks Ann 1 Bob 2 Cat 2\n"
)


def test_who_is_over_or_short_since_when_and_where_to_look():
    evening = play("Ann Bob Cat", f"{BOUGHT}{DEALS}count Ann 20 Bob 19 Cat 22")
    number = evening.outcomes[-1].number
    found = {confirmation.player: confirmation for confirmation in check_count(evening, number)}
    assert {name: (player.by_log, player.agreed, player.deals) for name, player in found.items()} == {
        name: (evening.in_front(name), agreed, deals)
        for name, agreed, deals in (("Ann", 10, (2, 3)), ("Bob", 10, (2, 3)), ("Cat", None, (1, 2, 3)))
    }
    assert [confirmation.difference for confirmation in check_count(evening, 10)] == [0, 0]
    with pytest.raises(Refusal, match="event 3 is no count"):
        check_count(evening, 3)


def test_the_command(run):
    run("open", "Whist", "--players", "Ann Bob Cat")
    run("record", "--together", "-", stdin=f"{BOUGHT}{DEALS}count Ann 18 Cat 24")
    done = run("explain", "--count", "16")
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    assert lines[0].startswith("Ann has 18")
    assert any(
        "since the count at event 10, which agreed, these deals moved counters of Ann: 2 and 3" in line
        for line in lines
    )
    (ann, cat) = run("explain", "--count", "16", "--json").json["counted"]
    assert (ann["agreed"], ann["deals"], cat["agreed"]) == (10, [2, 3], None)
    done = run("explain", "--count", "4")
    assert (done.code, "The counts are the events 10 and 16" in done.err) == (1, True)


def test_what_came_before_the_first_deal_is_a_place_to_look_too(run):
    run("open", "Whist", "--players", "Ann Bob")
    run("record", "--together", "-", stdin="game tally\nresult Ann +2 Bob -2\nend\ncount Bob 0")
    done = run("explain", "--count", "6")
    assert "in the whole evening, these deals moved counters of Bob: what came before the first" in done.out
    command = next(line for line in done.out.splitlines() if "card-ledger explain" in line).split()
    assert "result Ann +2 Bob -2" in run(*command[1:5]).out


def test_a_correction_says_what_no_longer_agrees_and_what_is_owed_otherwise(run):
    run("open", "Whist", "--players", "Ann Bob", "--bank", "cash")
    run("record", "--together", "-", stdin="game tally\nresult Ann +2 Bob -2\nend\ncount Ann 2\nclose")
    done = run("record", "--dry-run", 'amend 4 "three": result Ann +3 Bob -3')
    assert "event 6: Ann has 2 by counting, 3 by the log: 1 short" in done.out
    assert "card-ledger explain --count 6 gives" in done.out
    assert "event 7: Ann had 2 when the evening was closed, and has 3 now" in done.out
    assert "is owed" not in done.out
    done = run("record", 'insert 4 "forgotten": Bob buys 5')
    assert "no balance is changed by this correction" in done.out
    assert "Bob is owed +5 by it, now 3" in done.out
    assert "bank is owed -5 by it, now -5" in done.out
    answer = run("record", "--json", 'amend 8 "six": Bob buys 6').json["said"][0]
    assert (answer["changes"], answer["owed_changes"]) == ({}, {"Bob": 1, "bank": -1})


def test_what_the_bank_is_owed_is_explained(run):
    run("open", "Whist", "--players", "Ann Bob", "--bank", "cash")
    run(
        "record",
        "--together",
        "-",
        stdin="Ann buys 5\nBob buys 7\nAnn cashes 2\ngame tally\nAnn gives Bob 1\nend\ncount Ann 0\nclose short=banker",
    )
    found = run("explain", "bank", "--json").json
    assert [payment["owed"] for payment in found["paid"]] == [-3, -10, -8]
    assert found["balance"] == 2
    assert run("settle", "--json").json["owed"]["bank"] == found["paid"][-1]["owed"]


def test_a_close_that_booked_is_kept_and_exported(run):
    run("open", "Whist", "--players", "Ann Bob Cat", "--bank", "cash")
    run("record", "--together", "-", stdin=f"{BOUGHT}{TALLY}count Ann 19")
    assert run("record", "close short=banker").code == 0
    assert run("table", "--json").json["owed"] == {"Ann": 19, "Bob": 13, "Cat": 23, "bank": -55}
    assert "bank" in run("table").out
    assert run("audit").code == 0
    assert run("audit", "--json").json["findings"] == []
    assert "close short=banker" in run("export").out
    assert "; Assets:Bank  -55 COUNTER" in run("export", "--format", "hledger").out
    assert "; Assets:Bank  -55 COUNTER" in run("export", "--format", "beancount").out
    assert run("standings", "--json").json["moneys"][0]["players"][0]["player"] == "Cat"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "begins"),
    one_in(3, [("a.png", b"\x89PNG"), ("b.SVG", b"<?xml"), ("c.pdf", b"%PDF"), ("d.gif", None), ("e", None)]),
)
def test_a_picture_is_drawn_by_what_its_file_is_called(run, at_home, name, begins):
    run("open", "2$ and $x^", "--players", 'Ann _Bob "🂡 $y_"', "--money", "lsd", "--counter", "1d")
    run("record", "--together", "-", stdin="game nap\ndeal\n_Bob 2\n_Bob made\n")
    done = run("explain", "--plot", name)
    if begins is None:
        assert (done.code, (at_home / name).exists()) == (1, False)
        assert ".png, .svg or .pdf" in done.err
    else:
        assert (done.code, done.err) == (0, "")
        assert (at_home / name).read_bytes().startswith(begins)


def test_without_matplotlib_a_picture_is_refused_and_nothing_else(run, at_home, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    run("open", "Whist", "--players", "Ann Bob")
    run("record", "--together", "-", stdin="game tally\nresult Ann +1 Bob -1\n")
    done = run("explain", "--plot", "a.png")
    assert (done.code, done.out, (at_home / "a.png").exists()) == (1, "", False)
    assert "not installed" in done.err
    assert 'pip install "card-ledger[plot]"' in done.err
    assert run("explain", "--chart").code == 0


def test_a_chart_is_in_the_money_of_the_evening_and_tells_players_apart(run):
    run("open", "Whist", "--players", '"Ann" Amy "♠ a" Aa', "--money", "lsd")
    run("record", "--together", "-", stdin='game tally\nresult Ann +2s6d Amy -2s6d\nresult Aa +1d "♠ a" -1d\nend')
    lines = run("explain", "--chart").out.splitlines()
    assert "2s6d ┤" in "\n".join(lines)
    assert any(line.split()[:1] == ["tally"] for line in lines)
    legend = lines[lines.index("") + 1]
    assert legend == "A Ann 2s6d  m Amy -2s6d  a ♠ a -1d  b Aa 1d  ' a deal"
    assert run("explain", "Ann", "--pool", "tally.pool").code == 2


def test_the_bank_pays_and_is_paid_and_so_all_is_settled_after_a_close(run):
    run("open", "Whist", "--players", "Ann Bob", "--money", "GBP", "--counter", "0.10", "--bank", "cash")
    assert "the bank has no part in this evening" in run("record", "Ann pays bank 1").err
    run("record", "--together", "-", stdin="Ann buys 5\nBob buys 1\ngame tally\nresult Ann -3 Bob +3\nend\nclose")
    owed = run("settle", "--json").json["owed"]
    assert (owed["Ann"], owed["Bob"], owed["bank"]) == (20, 40, -60)
    assert "bank pays Ann £0.20" in run("settle").out
    assert run("record", "bank pays Ann 0.20").code == 0
    assert run("record", "--yes", "Bob pays Bank 0.10").code == 0
    assert run("settle").out.splitlines()[0] == "bank pays Bob £0.50"
    assert run("record", "BANK pays Bob 0.50").code == 0
    assert run("settle").out.splitlines() == [
        "nobody owes anybody anything", "✓ bank has paid Ann £0.20 (event 9)", "✓ Bob has paid bank £0.10 (event 10)",
        "✓ bank has paid Bob £0.50 (event 11)",
    ]  # fmt: skip
    assert run("explain", "bank", "--json").json["paid"][-1]["owed"] == 0
    assert run("audit").code == 0
    script = run("export", "--format", "script").out
    assert script.splitlines()[8:] == ["bank pays Ann 0.20", "Bob pays bank 0.10", "bank pays Bob 0.50"]
    assert replay_script(script, "again").evening.owed() == {"Ann": 0, "Bob": 0, "bank": 0}
    assert "Assets:Bank" in run("export", "--format", "hledger").out
    assert "bank cannot pay bank" in run("record", "bank pays bank 0.10").err


def test_who_leaves_counters_behind_after_a_cash_out_is_named():
    start = "Ann buys 10\nAnn cashes 8\n"
    left = play("Ann Bob Cat", f"{start}Ann leaves", money="money=GBP counter=0.10").outcomes[-1].remarks
    assert left == (
        "£0.20 is left in front of Ann: cashed too, or still theirs? If it was cashed, say Ann cashes £0.20",
    )
    for script in (f"{start}Ann cashes 2\nAnn leaves", f"{start}Ann buys 5\nAnn leaves", "Ann buys 10\nAnn leaves"):
        assert play("Ann Bob Cat", script).outcomes[-1].remarks == ()
