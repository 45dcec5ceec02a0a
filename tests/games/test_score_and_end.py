"""A score beside the money, the end that a rule gives to its game, sides, and a place that is taken over."""

import json
import os
import subprocess
import sys

import pytest

from ledger.core.events import Joins, RecordedEvent, decode, encode, version_of
from ledger.games.language import write
from ledger.interchange.script import script_of
from ledger.projections.offers import offers
from ledger.projections.settlement import game_standing
from ledger.projections.summary import summary
from ledger.rules import Score, Side, Sides
from ledger.testing import carried
from ledger.testing.random_evenings import RandomChooser, simulate
from ledger.web.table_view import seats, tiles
from tests.helpers.environments import EXAMPLES, STRANGERS, strangers_installed
from tests.helpers.rig import balances, play, refused

FOUR = "Ann Bob Cat Dan"
SCHIEBER = "game schieber target=300\ndeal Ann\nBob tops\n"


@pytest.fixture(scope="module", autouse=True)
def strangers(tmp_path_factory):
    with strangers_installed(tmp_path_factory.mktemp("site"), *STRANGERS):
        yield


# Sides and scores


def test_partners_sit_across_or_are_made_by_a_deal():
    players = tuple(FOUR.split())
    across = Sides.across(players, 2)
    assert across.all == (Side("Ann", "Cat"), Side("Bob", "Dan"))
    assert f"{across.of('Cat')} against {across.against('Cat')[0]}" == "Ann and Cat against Bob and Dan"
    assert Sides.by_deal(players, "Dan", "Bob").all == (Side("Bob", "Dan"), Side("Ann", "Cat"))
    assert Sides.hidden(players, {"Dan"}, 2) is None
    told = Sides.hidden(players, {"Dan", "Ann"}, 2)
    assert told is not None
    assert told.of("Cat") == Side("Bob", "Cat")


def test_a_score_says_who_leads_and_what_it_leads_to():
    high = Score(of="points", sides=(Side("Ann", "Cat"), Side("Bob", "Dan")), values=(150, 1334), target=2500)
    assert (high.by_player["Cat"], high.leaders, high.goal) == (150, ("Bob", "Dan"), "of 2,500")
    assert high.sentence == "points of 2,500: Ann and Cat 150, Bob and Dan 1,334"
    low = Score(of="points", sides=("Ann", "Bob"), values=(0, 7), best="low")
    assert (low.leaders, low.goal) == (("Ann",), "points")
    assert Score(of="points", sides=("Ann", "Bob"), values=(3, 3)).leaders == ()


@pytest.mark.parametrize("wrong", [{"values": (1,)}, {"best": "highest"}])
def test_a_score_that_cannot_be_says_what_is_wrong(wrong):
    with pytest.raises(ValueError, match="Score"):
        Score(**{"of": "points", "sides": ("Ann", "Bob"), "values": (1, 2)} | wrong)


# What people and programs see


def test_seats_show_the_score_large_with_the_money_beside_it_and_nobody_is_left_out():
    evening = play(FOUR, f"{SCHIEBER}Bob counts 80\n", "money=CHF counter=0.10")
    views = {seat.name: (seat.count, seat.goal, seat.leads, seat.figure) for seat in seats(evening)}
    assert views["Ann"] == ("231", "of 300", False, "CHF0.00")
    assert views["Bob"] == ("240", "of 300", True, "CHF0.00")
    assert [tile.label for tile in tiles(evening, [])] == []
    assert [seat.count for seat in seats(play(FOUR, "game schieber"))] == ["0"] * 4
    assert [tile.label for tile in tiles(play(FOUR, "game hearts"), [])] == []


def test_the_deal_says_the_score_and_programs_get_it():
    evening = play(FOUR, f"{SCHIEBER}Bob counts 80")
    assert evening.outcomes[-1].over.leaves == ("points of 300: Ann and Cat 231, Bob and Dan 240",)
    assert summary(evening).score.values == (231, 240)


def test_settle_says_that_a_game_is_standing_and_what_it_would_come_to():
    hundred = "game schieber hundred=3\ndeal Ann\n"
    evening = play(FOUR, f"{hundred}Bob tops\nBob counts 150\ndeal\nCat hearts")
    standing = game_standing(evening)
    assert standing.score.sentence == "points of 1,000: Ann and Cat 21, Bob and Dan 450"
    assert [(pay.payer, pay.payee, pay.amount) for pay in standing.transfers] == [
        ("Ann", "Bob", 12),
        ("Cat", "Dan", 12),
    ]
    assert game_standing(play(FOUR, "game nap")) is None


def test_a_game_of_the_book_to_a_number_has_a_score():
    evening = play(FOUR, "game spoil-five to=25")
    assert summary(evening).score.target == 25
    assert summary(play(FOUR, "game spoil-five")).score is None


# The end


def test_a_rule_ends_its_game_and_the_end_is_offered_first():
    evening = play(FOUR, f"{SCHIEBER}Bob match")
    sentence = "Bob and Dan have won with 771 points to 0"
    assert evening.game.turn.asks == sentence
    refused(FOUR, f"{SCHIEBER}Bob match\ndeal", sentence)
    forms = offers(evening, len(evening.effective)).forms
    assert next((form.begins(), form.usual) for form in forms) == (("end",), True)
    assert evening.copy().game.turn.asks == sentence  # a snapshot has it
    assert play(FOUR, f"{SCHIEBER}Bob match\nend\ngame schieber").game.turn.asks != sentence


def test_an_undo_takes_the_end_back():
    evening = play(FOUR, f"{SCHIEBER}Bob match\nundo\nBob counts 80\ndeal")
    assert evening.game.turn.act == "choose trumps"


def test_a_random_evening_stops_there_or_plays_the_next_game():
    for games in (1, 3):
        events = simulate("hearts", 40, 4, RandomChooser(1), (("target", "50"),), games=games)
        script = script_of([RecordedEvent(number, event) for number, event in enumerate(events, start=1)])
        assert script.count("game hearts") == games
        assert script.count("\nend\n") == games


# A place that is taken over


def test_settle_says_that_a_game_was_won_and_is_to_be_ended():
    standing = game_standing(play(FOUR, f"{SCHIEBER}Bob match"))
    assert standing is not None
    assert standing.sentence == "Bob and Dan have won with 771 points to 0: Schieber has not been ended"
    assert len(standing.transfers) == 2


def test_who_looks_on_takes_a_place_by_leaving_first():
    looking_on = f"game schieber with {FOUR}\ndeal Ann\nmisdeal\n"
    refusal = refused(f"{FOUR} Eve", f"{looking_on}Eve joins for Bob", "Eve is at the table already")
    assert refusal.remedy == "Say Eve leaves, then Eve joins for Bob"
    play(f"{FOUR} Eve", f"{looking_on}Eve leaves\nEve joins for Bob\ndeal\nEve tops")


def test_a_newcomer_goes_on_with_the_side_and_the_score():
    evening = play(FOUR, f"{SCHIEBER}Bob counts 90\nEve joins for Bob\ndeal\nCat tops\nEve counts 0")
    assert carried(evening)["points"]["Eve"] == 270
    assert evening.seats.seated == ("Ann", "Eve", "Cat", "Dan")
    assert balances(evening) == {"Ann": 10, "Eve": -10, "Cat": 10, "Dan": -10}


def test_where_no_place_is_taken_over_one_leaves_and_the_other_joins():
    evening = play("Ann Bob Cat", "game nap\ndeal Ann\nBob 3\nBob made\nEve joins for Bob\ndeal\nCat passes")
    assert evening.seats.seated == ("Ann", "Eve", "Cat")
    refused("Ann Bob Cat", "game cassino game=21\nEve joins for Bob", "nobody leaves a game to 21")
    refused("Ann Bob Cat", "game nap\nCat joins for Bob", "Cat is at the table already")
    refused("Ann Bob Cat", "game nap\nEve joins after Ann for Bob", "sits there")
    refused("Ann Bob Cat", "game nap\nEve joins for Dan", "Dan")


def test_the_event_has_its_own_version_and_reads_back():
    event = Joins("Eve", replaces="Bob")
    assert json.loads(encode(event)) == {"kind": "joins", "player": "Eve", "for": "Bob"}
    assert decode(encode(event), 5) == event
    assert (version_of(event), version_of(Joins("Eve", "Bob"))) == (5, 1)
    assert write(event, play(FOUR, "").money) == "Eve joins for Bob"


def test_who_plays_is_asked_with_the_names():
    refusal = refused(f"{FOUR} Eve", "game schieber", "four play Schieber, not 5")
    assert refusal.remedy == "Say who: game schieber with Ann Bob Cat Dan"
    evening = play(f"{FOUR} Eve", "")
    (form,) = [form for form in offers(evening, 2).forms if form.slots[0].says() == ("game schieber",)]
    players = form.slots[-1].slots[-1]
    assert (players.low, players.high, players.among, players.optional) == (4, 4, tuple(f"{FOUR} Eve".split()), False)


@pytest.mark.thorough
@pytest.mark.parametrize("game", STRANGERS)
def test_the_tests_of_a_strangers_game_pass(game):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0"],
        cwd=EXAMPLES / f"card-ledger-{game}", env=dict(os.environ), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
