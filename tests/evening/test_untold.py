"""A host's list of buys and cash-outs: what it comes to, though nobody tells the play between them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.books import Payment
from ledger.core.refusals import RefusedLine
from ledger.games.language import write
from ledger.projections.summary import summary
from ledger.recorder import Recorder
from ledger.store import open_store
from tests.helpers import command_line
from tests.helpers.rig import check_conservation, check_replay, play, tries

at_home, run = command_line.at_home, command_line.run

PLAYERS = ("Ann", "Bob", "Cat")
BOUGHT = "Ann buys 20\nBob buys 20\nCat buys 20\n"
LIST = f"{BOUGHT}Ann cashes 45\nBob cashes 15\nCat cashes 0\n"
SHORT = f"{BOUGHT}Ann cashes 45\nBob cashes 10\n"
GAME = "game tally\nAnn gives Bob 5\nend\n"


def told(text: str):
    evening = play("Ann Bob Cat", text)
    check_conservation(evening)
    check_replay(evening)
    assert sum(evening.owed().values()) == 0
    assert evening.books.pools == {}
    return evening


def postings(evening) -> list[tuple[str, str, int]]:
    return [(str(posting.payer), str(posting.payee), posting.amount) for posting in evening.outcomes[-1].postings]


@pytest.mark.parametrize("end", ["", "close", 'close\nreopen "one more"', "close short=split", "close short=banker"])
def test_buys_and_cash_outs_alone_are_settled_between_the_players(end):
    evening = told(LIST + end)
    assert evening.owed() == {"Ann": 25, "Bob": -5, "Cat": -20}
    assert list(summary(evening).transfers) == [
        Payment("Bob", "Ann", 5),
        Payment("Cat", "Ann", 20),
    ]
    assert evening.books.balances == (
        {"Ann": 25, "Bob": -5, "Cat": -20} if evening.closed else dict.fromkeys(PLAYERS, 0)
    )


def test_a_close_books_play_that_was_not_told():
    evening = told(f"{LIST}close")
    assert postings(evening) == [("Bob", "untold", 5), ("Cat", "untold", 20), ("untold", "Ann", 25)]
    assert {posting.why for posting in evening.outcomes[-1].postings} == {"play that was not told"}


def test_what_does_not_come_out_is_told_before_the_close():
    evening = told(SHORT)
    assert evening.owed() == {"Ann": -25, "Bob": 10, "Cat": 20, "bank": -5}
    assert [(finding.code, finding.message) for finding in summary(evening).findings] == [
        ("untold", "60 bought, 55 cashed: 5 are still in front of somebody (Bob 10, Cat 20 by the log)")
    ]
    over = told(f"{BOUGHT}Ann cashes 45\nBob cashes 20\nCat cashes 0")
    assert [finding.message for finding in summary(over).findings] == ["5 more cashed than bought"]


@pytest.mark.parametrize(
    ("bearer", "owed"),
    [
        ("split", {"Ann": 25 + 2, "Bob": -10 + 2, "Cat": -20 + 1}),
        ("banker", {"Ann": 25, "Bob": -10, "Cat": -20, "bank": 5}),
    ],
)
def test_what_is_missing_is_borne_as_the_close_says(bearer, owed):
    evening = told(f"{SHORT}close short={bearer}")
    assert evening.owed() == owed
    assert summary(evening).findings == ()
    again = told(f'{SHORT}close short={bearer}\nreopen "one more"')
    assert {name: amount for name, amount in again.books.balances.items() if amount} == {}


def test_a_count_since_he_last_bought_tells_what_he_has():
    evening = told(f"{BOUGHT}Ann cashes 45\ncount Bob 5 Cat 10\nclose")
    assert evening.owed() == {"Ann": 25, "Bob": -15, "Cat": -10}
    forgotten = told(f"{BOUGHT}Ann cashes 45\ncount Bob 5 Cat 10\nCat buys 1\nclose")
    assert [finding.code for finding in forgotten.findings] == ["count", "count", "untold"]


def test_with_a_game_all_have_paid_and_been_paid_at_the_bank():
    evening = told(f"{BOUGHT}{GAME}Ann cashes 30\nBob cashes 10\nCat cashes 20\nclose")
    assert evening.books.balances == {"Ann": 10, "Bob": -10, "Cat": 0}
    assert evening.owed() == {"Ann": 0, "Bob": 0, "Cat": 0, "bank": 0}


def test_who_has_cashed_no_more_than_he_had_is_not_ahead_of_the_log():
    evening = told(f"{GAME}Ann cashes 0\nBob buys 5\nBob cashes 7\nclose")
    assert not evening.outcomes[-1].postings
    assert evening.outcomes[-1].remarks == ("Bob still has 3 in front",)


def test_what_is_won_later_accounts_for_what_was_cashed():
    evening = told(f"{BOUGHT}Bob cashes 25\n{GAME}")
    assert evening.bank.ahead == ()
    assert told(f"{BOUGHT}Bob cashes 26\n{GAME}").bank.ahead == ("Bob",)


def test_nobody_pays_a_bank_that_has_no_part():
    with pytest.raises(RefusedLine, match="the bank has no part in this evening"):
        play("Ann Bob Cat", f"{LIST}Cat pays bank 20")


def test_a_close_is_refused_to_who_records_it_where_a_cash_out_is_missing(tmp_path):
    recorder = Recorder(open_store(str(tmp_path / "evenings.db")), "tester")
    recorder.open(['evening "A list"', "players Ann Bob Cat"])
    session = recorder.open_session()
    for saying in SHORT.splitlines():
        session.record(saying)
    with pytest.raises(RefusedLine, match="5 are still in front of somebody") as caught:
        session.record("close")
    assert "A buy or a cash-out is missing" in caught.value.message
    session.record("Cat cashes 5")
    session.record("close")
    assert recorder.log(session.id)[-1].recorded.pinned == {
        "Ann": 0, "Bob": 0, "Cat": 0, "": {"Ann": 25, "Bob": -10, "Cat": -15}
    }  # fmt: skip


amounts = st.lists(st.integers(0, 40), min_size=3, max_size=3)


@given(amounts, amounts, st.lists(st.integers(0, 40), max_size=2))
@settings(max_examples=tries(100), deadline=None)
def test_a_list_that_comes_out_is_what_each_took_away_less_what_he_brought(bought, shares, rebuys):
    """A second writing: the difference between cashed and bought is won."""
    brought = [amount + 1 for amount in bought]
    brought[0] += sum(rebuys)
    total, parts = sum(brought), sum(shares) or 1
    took = [total * share // parts for share in shares]
    took[0] += total - sum(took)
    lines = [f"{player} buys {amount + 1}" for player, amount in zip(PLAYERS, bought, strict=True)]
    lines += [f"Ann buys {amount}" for amount in rebuys]
    lines += [f"{player} cashes {amount}" for player, amount in zip(PLAYERS, took, strict=True)]
    won = {player: after - before for player, after, before in zip(PLAYERS, took, brought, strict=True)}
    for end in ("", "\nclose"):
        assert told("\n".join(lines) + end).owed() == won


def on(terms: str, text: str):
    evening = play("Ann Bob Cat", text, f"bank={terms}")
    check_conservation(evening)
    check_replay(evening)
    assert sum(evening.owed().values()) == 0
    return evening


def test_on_credit_the_players_settle_among_themselves():
    assert on("credit", LIST).owed() == {"Ann": 25, "Bob": -5, "Cat": -20}
    assert on("credit", f"{BOUGHT}{GAME}").owed() == {"Ann": -5, "Bob": 5, "Cat": 0}
    assert on("credit", f"{BOUGHT}{GAME}Ann cashes 15\nclose").owed() == {"Ann": -5, "Bob": 5, "Cat": 0}
    assert on("credit", f"{SHORT}close short=banker").owed() == {"Ann": 25, "Bob": -10, "Cat": -20, "bank": 5}


def test_for_cash_all_pay_and_are_paid_at_the_bank():
    assert on("cash", f"{LIST}close").owed() == {"Ann": 0, "Bob": 0, "Cat": 0, "bank": 0}
    assert on("cash", f"{LIST}close").books.balances == {"Ann": 25, "Bob": -5, "Cat": -20}
    assert on("cash", f"{BOUGHT}{GAME}").owed() == {"Ann": 15, "Bob": 25, "Cat": 20, "bank": -60}


def test_a_word_after_the_amount_is_for_that_saying_alone():
    assert on("credit", "Ann buys 20 paid\nBob buys 20").owed() == {"Ann": 20, "Bob": 0, "Cat": 0, "bank": -20}
    assert on("cash", "Ann buys 20 owing\nBob buys 20").owed() == {"Ann": 0, "Bob": 20, "Cat": 0, "bank": -20}
    assert on("credit", f"Ann buys 20 paid\n{GAME}Ann cashes 15 paid\nAnn pays bank 5").owed() == {
        "Ann": 5, "Bob": 5, "Cat": 0, "bank": -10
    }  # fmt: skip


def test_a_bank_on_credit_has_no_part():
    with pytest.raises(RefusedLine, match="the bank has no part in this evening"):
        on("credit", f"{BOUGHT}Ann pays bank 20")


def test_terms_of_the_bank_are_refused_and_written_back():
    with pytest.raises(RefusedLine, match="say bank=cash or bank=credit"):
        on("trust", BOUGHT)
    for saying in ("Ann buys 20 paid", "Ann cashes 5 owing"):
        evening = on("credit", saying)
        assert write(evening.outcomes[-1].event, evening.money) == saying


@given(
    st.lists(
        st.tuples(st.sampled_from(PLAYERS), st.sampled_from(["buys", "cashes"]), st.integers(0, 30), st.sampled_from(["", " paid", " owing"])),
        max_size=12,
    ),
    st.sampled_from(["cash", "credit"]),
    st.integers(-9, 9),
)  # fmt: skip
@settings(max_examples=tries(100), deadline=None)
def test_what_is_owed_is_what_was_won_and_what_the_bank_was_paid(trades, terms, won):
    """Told another way: each is owed what he won, and has paid the bank what was paid, and nothing else."""
    lines = [f"{player} {verb} {amount}{word}" for player, verb, amount, word in trades]
    evening = on(terms, "\n".join([*lines, "game tally", f"result Ann {won:+d} Bob {-won:+d}", "end"]))
    paid = dict.fromkeys(PLAYERS, 0)
    for player, verb, amount, word in trades:
        if word == " paid" or (not word and terms == "cash"):
            paid[player] += amount if verb == "buys" else -amount
    results = {"Ann": won, "Bob": -won, "Cat": 0}
    if not evening.bank.ahead:
        assert {player: evening.owed()[player] for player in PLAYERS} == {
            player: results[player] + paid[player] for player in PLAYERS
        }


def test_settling_says_what_does_not_come_out(run):
    run("open", "A list", "--players", "Ann Bob Cat")
    run("record", "--together", "-", stdin=SHORT)
    assert run("settle").out.endswith(
        "60 bought, 55 cashed: 5 are still in front of somebody (Bob 10, Cat 20 by the log)\n"
    )
    assert run("record", "Cat cashes 5").code == 0
    assert run("settle").out == "Bob pays Ann 10\nCat pays Ann 15\n"
