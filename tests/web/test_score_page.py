"""The page of a game with a score: seats, the end of a game, a place that is taken over, who pays."""

import pytest

from ledger.language.vocabulary import Arguments, Vocabulary
from ledger.web.pages.table import asked_of_names
from ledger.web.panel.buttons import SheetButton
from ledger.web.panel.panel import Panel
from tests.helpers.environments import strangers_installed
from tests.helpers.serving import opened, served

FOUR = ("Ann", "Bob", "Cat", "Dan")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("score")
    with strangers_installed(folder, "schieber", "hearts"), served(folder) as running:
        yield running


def page_of(server, *sayings, path="", players=FOUR):
    number = opened(server.client(), *sayings, players=players)
    answer = server.page().get(f"/evenings/{number}{path}")
    assert answer.status_code == 200, answer.text
    return " ".join(answer.text.split())


def test_seats_show_the_score_of_all_and_the_end_is_the_usual_answer(server):
    page = page_of(server, "game schieber target=300", "deal Ann", "Bob tops", "Bob match")
    assert "Bob and Dan have won with 771 points to 0" in page
    assert page.count('<span class="front">of 300 · ') == len(FOUR)
    assert page.count("seat leads") + page.count(" leads") >= 2
    assert "Schieber ends" in page
    assert "End Schieber…" not in page
    assert "Stakes" not in page


def test_a_newcomer_may_take_a_place_though_nobody_may_join(server):
    page = page_of(server, "game schieber", "deal Ann", "misdeal")
    assert "Somebody joins…" in page
    assert "Who, and for whom?" in page


def test_who_pays_says_that_the_game_is_not_over(server):
    sayings = "game schieber hundred=3", "deal Ann", "Bob tops", "Bob match"
    page = page_of(server, *sayings, path="/settle")
    assert "Schieber is not over: points of 1,000: Ann and Cat 0, Bob and Dan 771." in page
    assert "If it ended now: Ann pays Bob 21, Cat pays Dan 21." in page


def test_the_names_of_a_rare_word_do_not_lie_open_under_the_question_of_another(server):
    page = page_of(server, "game hearts", "deal Ann")
    panel = page[page.index('class="panel"') : page.index('id="more"')]
    assert "Who took how many of the 26?" in page
    assert "shoots the moon…" in panel
    assert 'class="section' not in panel


def test_a_game_of_some_at_the_table_says_with_whom_it_is_played_again(server):
    game = "game schieber target=300 with Ann Bob Cat Dan"
    page = page_of(server, game, "deal Ann", "Bob tops", "Bob match", "end", players=(*FOUR, "Eve"))
    assert "by the same rules: target 300, with Ann, Bob, Cat and Dan" in page


def test_names_that_lie_open_say_for_what_where_the_heading_asks_something_else():
    words = Vocabulary(words={"moon": Arguments.ALONE}, questions={"points": "Who took how many?"})
    names = SheetButton("moon", "moon…", "Who shoots the moon?", begin=("moon",), people=True)
    assert not asked_of_names(Panel(sheets=[names]), "Who took how many?", words)
    assert asked_of_names(Panel(sheets=[names]), "Who is out first?", Vocabulary())
