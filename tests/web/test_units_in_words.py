"""Amounts carry their unit wherever people read them, and a result says who won what."""

import re
from types import SimpleNamespace

import pytest

from ledger.core.money import Shown, money_of
from ledger.core.refusals import RefusedLine
from ledger.games.language import Reader
from ledger.interchange.script import replay_script
from ledger.projections.explanation import explain, payments
from ledger.projections.log_rows import in_effect
from ledger.projections.reports import deal_tables
from ledger.web.between import header_of_the_close, last_of_deal
from ledger.web.counters_view import missing_or_over
from ledger.web.detail_views import explanation
from ledger.web.foresight import what_it_does
from ledger.web.sentences import house_rules, in_words, saying_in_words
from ledger.web.settle_view import won
from ledger.web.words import figure, sentence
from tests.helpers.serving import opened

START = ['evening "Friday" money=EUR counter=0.10', "players Ann Bob Cat", *(f"{name} buys 20.00" for name in ("Ann", "Bob", "Cat")),
         "game holdem small=0.20 big=0.40", "deal"]  # fmt: skip


def evening_of(*more):
    return replay_script("\n".join([*START, *more]), "said").evening


def said_last(evening):
    return in_words(evening.outcomes[-1].event, evening, evening.outcomes[-1].number)


def test_an_amount_carries_its_sign():
    evening = evening_of("Ann raises to 7.70")
    assert said_last(evening) == "Ann raises to €7.70"
    assert saying_in_words("Bob raises to 15.00", evening) == "Bob raises to €15.00"


def test_a_result_says_what_was_won_and_not_the_pot():
    evening = evening_of("Ann raises to 7.70", "Bob calls", "Cat folds", "flop", "Bob bets 1.00", "Ann folds")
    assert last_of_deal(evening) == "Bob won €8.10 (Ann −\N{WORD JOINER}€7.70, Cat −\N{WORD JOINER}€0.40)"


def test_a_game_that_was_begun_twice_is_one_game():
    evening = evening_of("Ann folds", "Bob folds", "end", "game holdem small=0.20 big=0.40", "end")
    assert header_of_the_close(evening)[0].value.startswith("1 game,")
    assert won(evening, ["Ann", "Bob", "Cat"])["line"].startswith("1 game,")


def test_counters_and_old_money_are_read_as_they_are_written():
    for money, said in (("counters", "Bob raises to 8"), ("lsd counter=1d", "Bob raises to 8d")):
        lines = [
            f'evening "Friday" money={money}',
            "players Ann Bob Cat",
            "game holdem small=1 big=2",
            "deal",
            "Ann calls",
        ]
        assert saying_in_words("Bob raises to 8", replay_script("\n".join(lines), "said").evening) == said


@pytest.mark.parametrize(
    ("money", "amount", "said"),
    [("EUR", 40, "€0.40 is over"), ("EUR", 1, "€0.01 is over"), ("lsd", 20, "5d is over"),
     ("counters", 1, "1 is over"), ("counters", 2, "2 are over")],
)  # fmt: skip
def test_a_sum_of_money_is_one_and_counters_are_several(money, amount, said):
    assert missing_or_over(money_of(money, None), amount) == said


def test_no_line_breaks_after_the_sign_of_a_sum_on_any_page(server):
    lines = [line.replace("20.00", "2.00") for line in START[2:]]
    with server.client() as client:
        number = opened(
            client, *lines, "Ann raises to 1.00", "Bob folds", "Cat folds", players=("Ann", "Bob", "Cat"), money="EUR"
        )
    for path in ("", "/log", "/explain?player=Cat", "/settle", "/counters"):
        page = server.page().get(f"/evenings/{number}{path}").text
        assert not re.search("[+−]€", page)
    page = server.page().get(f"/evenings/{number}").text
    assert "−\N{WORD JOINER}€0.40" in page
    assert "+\N{WORD JOINER}€0.60" in page


@pytest.mark.parametrize(
    ("code", "amount", "said"),
    [("EUR", -40, "−\N{WORD JOINER}€0.40"), ("EUR", 40, "+\N{WORD JOINER}€0.40"), ("lsd", -960, "−\N{WORD JOINER}£1"),
     ("lsd", -4, "−1d"), ("lsd", 2, "+½d"), ("counters", -2, "−2"), ("CHF", -200, "−CHF2.00"), ("PLN", 0, "PLN0.00")],
)  # fmt: skip
def test_a_sum_has_a_true_sign_that_never_parts_from_it(code, amount, said):
    money = money_of(code, None)
    assert figure(money, amount) == said
    assert sentence(f"Ann stands at {money.show_change(amount)}") == f"Ann stands at {said}"


def test_what_one_who_leaves_is_owed_names_who_owes_it():
    evening = evening_of("Ann folds", "Bob folds", "end")
    assert what_it_does("Cat leaves", evening) == "the bank owes Cat €20.20, so far"


@pytest.mark.parametrize(
    ("given", "said"),
    [(("Ann gives Cat 5.00", "Bob gives Cat 4.70"), "Ann owes Cat €5.00 and Bob owes Cat €4.70, so far"),
     (("Cat gives Ann 5.00", "Cat gives Bob 4.70"), "Cat owes Ann €5.00 and Bob €4.70, so far"),
     (("Cat gives Ann 5.00",), "Cat owes Ann €5.00, so far"),
     (("Cat puts 5.00",), "Cat owes the pools €5.00, so far"),
     (("Cat puts 1.00", "Cat gives Ann 5.00"), "Cat owes Ann €5.00 and the pools €1.00, so far")],
)  # fmt: skip
def test_who_leaves_hears_who_owes_whom_what(given, said):
    lines = ['evening "Friday" money=EUR', "players Ann Bob Cat", "game tally", "deal", *given]
    assert what_it_does("Cat leaves", replay_script("\n".join(lines), "said").evening) == said


def test_house_rules_carry_their_unit_and_numbers_that_are_no_money_do_not():
    options = (("entry", "10.00"), ("prizes", "50-30-20"), ("places", "50-30-20"))
    assert house_rules("tournament", options, money_of("EUR", "0.10")) == (
        "entry €10.00, prizes €5.00 €3.00 €2.00, places 50 30 20"
    )
    assert (
        house_rules("holdem", [("small", "0.20"), ("raises", "4")], money_of("EUR", "0.10")) == "small €0.20, raises 4"
    )
    assert house_rules("holdem", [("big", "4")], money_of("counters", None)) == "big 4"


def test_the_rule_that_says_so_stands_apart_from_why_counters_moved():
    evening = evening_of("Ann folds")
    [table] = deal_tables(evening.money, explain(evening, "Bob"))
    assert [row[3] for row in table.rows] == ["small blind (RR button and blind use)"]


def test_a_movement_is_told_once_with_its_pool_and_then_its_rule(server):
    lines = [*START[2:], "Ann raises to 1.00", "Bob folds", "Cat calls", "flop", "Cat checks", "Ann bets 0.50",
             "Cat folds"]  # fmt: skip
    with server.client() as client:
        number = opened(client, *lines, players=("Ann", "Bob", "Cat"), money="EUR")
    said = []
    for player in ("Ann", "Cat"):
        page = server.page().get(f"/evenings/{number}/explain?player={player}").text
        said.append([re.sub("<[^>]+>", "", why) for why in re.findall(r'class="why">(.*?)</span>', page)])
    assert said == [
        ["Ann raises to €1.00, to the pot (RR betting)", "Ann bets €0.50, to the pot (RR betting)",
         "Cat folds: uncalled, from the pot (RR showdown); the pot (WSOP 149)"],
        ["Deal: big blind, to the pot (RR button and blind use)", "Cat calls, to the pot (RR betting)"],
    ]  # fmt: skip


def test_a_reason_is_left_out_only_where_the_game_says_that_it_repeats_its_saying():
    lines = ['evening "Friday" money=counters', "players Ann Bob Cat Dan", "game newmarket stake=2",
             "deal Ann turn-up JD QH KC AS", "Bob stakes 2 on king", "Ann stakes 4 on knave", "Cat takes king",
             "Bob takes queen", "Cat out", "left Ann 3 Bob 4 Dan 1"]  # fmt: skip
    replay = replay_script("\n".join(lines), "said")
    live = SimpleNamespace(evening=replay.evening, replay=replay)
    [(_, blocks)] = explanation(live, "Dan")["games"][0]["deals"]
    assert [block["sentence"] for block in blocks][-1] == "Left: Ann 3, Bob 4, Dan 1: 1 card left, to Cat [89]"


@pytest.mark.parametrize("code", ["EUR", "GBP", "JPY", "CHF", "USD", "lsd", "counters"])
@pytest.mark.parametrize("amount", [1, 100, 105, 1000, 123_456_789])
def test_a_sum_with_its_sign_reads_back_as_itself(code, amount):
    money = money_of(code, None)
    assert money.read(Shown.of(money).write(amount)) == amount


def test_the_log_and_what_explains_it_carry_their_unit_and_read_back():
    replay = replay_script("\n".join([*START, "Ann raises to 7.70"]), "said")
    evening = replay.evening
    plain = [saying.saying for saying in in_effect(replay, evening.money)]
    shown = [saying.saying for saying in in_effect(replay, Shown.of(evening.money))]
    assert (plain[-1], shown[-1]) == ("Ann raises to 7.70", "Ann raises to €7.70")
    reader = Reader(evening.money, evening.books.people(), evening.game.registered)
    assert shown[5:7] == ["game holdem small=€0.20 big=€0.40", "deal"]
    del plain[5], shown[5]
    assert [reader.read(saying) for saying in shown[1:]] == [reader.read(saying) for saying in plain[1:]]
    assert [line.saying for line in explain(evening, "Ann", written=Shown.of(evening.money))] == ["Ann raises to €7.70"]
    assert payments(evening, "Ann", written=Shown.of(evening.money))[0].saying == "Ann buys €20.00"


def test_a_saying_that_a_correction_leaves_without_its_sum_is_named_with_its_unit():
    with pytest.raises(RefusedLine, match=r"Ann raises to €7\.70"):
        evening_of("Ann raises to 7.70", 'amend 3 "less": Ann buys 2.00')


@pytest.mark.parametrize(("said", "word"), [((), "folds"), (("Ann calls", "Bob calls"), "checks")])
def test_to_pass_is_taken_in_the_betting_and_not_offered_beside_the_word_for_it(said, word):
    evening = evening_of(*said)
    player = evening.game.turn.who[0]
    [offered] = [may for who, may in evening.game.turn.texts_by_speaker(evening.money) if player in who]
    assert word in offered
    assert "pass" not in offered
    assert evening_of(*said, f"{player} passes").game.turn.who != (player,)


def test_at_the_showdown_too_to_pass_is_taken_and_not_offered_beside_the_fold():
    evening = evening_of("Ann all-in", "Bob all-in", "Cat all-in")
    [(_, may)] = evening.game.turn.texts_by_speaker(evening.money)
    assert "folds" in may
    assert "pass" not in may
    assert evening_of("Ann all-in", "Bob all-in", "Cat all-in", "Cat passes").game.turn.asks.endswith("Bob or Ann wins")
