"""One question at a time: a turn of many words is a walk over its slots, with at most nine places on a screen."""

import pytest

from ledger.projections.offers import forms_now
from ledger.testing.evenings import play
from ledger.web.panel.layout import Layout
from ledger.web.panel.step_panel import MOST_PLACES, Asking, SoFar, has_many_words
from ledger.web.sentences import saying_in_words, words_at
from tests.helpers.environments import skat_installed
from tests.helpers.page_driver import Hand, browsing, one_chromium
from tests.helpers.serving import opened, served

__all__ = ["one_chromium"]

FOUR = ["Ann", "Bob", "Cat", "Dan"]


@pytest.fixture(scope="module", autouse=True)
def skat(tmp_path_factory):
    with skat_installed(tmp_path_factory.mktemp("site")):
        yield


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(tmp_path_factory.mktemp("steps")) as running:
        yield running


def asking(*sayings, game="game skat"):
    evening = play(" ".join(FOUR), "\n".join((game, "deal Ann", *sayings)))
    layout = Layout(
        evening.money, in_words=lambda saying: saying_in_words(saying, evening), vocabulary=words_at(evening)
    )
    return Asking(forms_now(evening, 99), layout, evening.game.turn.act, "?")


def labels(places):
    return [place.label for place in places]


def chosen(who, *texts, kept=()):
    return SoFar(who, texts, kept, begun=True)


def test_first_who_then_which_word_then_how():
    skat = asking()
    first = skat.panel(SoFar())
    assert (first.asks, labels(first.parts)) == ("Who plays?", ["who?", "which?", "how?"])
    assert labels(first.places)[:3] == ["Bob", "Cat", "Dan"]
    which = skat.panel(chosen("Bob"))
    assert (which.asks, which.saying) == ("What does Bob play?", "")
    assert labels(which.places)[:7] == ["diamonds", "hearts", "spades", "clubs", "grand", "null", "passes"]
    assert [place.writes for place in which.places[:7]] == [False] * 6 + [True]
    how = skat.panel(chosen("Bob", "clubs"))
    assert (how.asks, how.saying, how.label) == ("How does Bob play clubs?", "Bob clubs", "Bob plays clubs")
    assert labels(how.places) == ["hand", "ouvert", "bid"]


def test_what_fits_together_comes_next_and_a_number_stands_with_its_word():
    skat = asking()
    assert labels(skat.panel(chosen("Bob", "clubs", "hand")).places) == ["schneider", "schwarz", "ouvert", "bid"]
    assert labels(skat.panel(chosen("Bob", "null", "hand")).places) == ["ouvert", "bid"]
    last = skat.panel(chosen("Bob", "null", "hand", "ouvert"))
    assert labels(last.places)[:2] == ["bid 18", "bid 20"]
    assert len(last.places) == MOST_PLACES - 1
    assert labels(last.more)[-1] == "bid 264"


def test_the_usual_word_is_chosen_already_and_keeps_its_place_beside_the_others():
    result = asking("Bob clubs hand").panel(SoFar("Bob"))
    assert result.asks == "How did it go?"
    assert [(place.label, place.chosen) for place in result.places[:3]] == [
        ("made", True),
        ("failed", False),
        ("with 1", False),
    ]
    assert len(result.places) + bool(result.more) == MOST_PLACES
    assert (result.saying, result.note) == ("", "how is still to be said")


def test_a_part_that_is_changed_keeps_what_still_fits():
    skat = asking()
    parts = {part.label: part.back for part in skat.panel(chosen("Bob", "clubs", "hand", "schneider")).parts}
    assert parts["Bob"] == "so=&kept=clubs&kept=hand&kept=schneider"
    assert parts["clubs"] == "seat=Bob&so=&kept=hand&kept=schneider"
    again = {place.label: place.leads for place in skat.panel(chosen("Bob", kept=("hand", "schneider"))).places}
    assert again["grand"] == "seat=Bob&so=grand&so=hand&so=schneider"
    assert again["null"] == "seat=Bob&so=null&so=hand"
    assert skat.panel(chosen("Bob", "no such word", "clubs")).saying == "Bob clubs"


def test_a_turn_whose_sayings_fit_at_once_stays_as_it_is():
    evening = play("Ann Bob Cat", "game nap\ndeal Ann")
    assert not has_many_words(forms_now(evening, 99), "Bob")


TAPS = {
    "deal": 1,
    "Dan clubs": 3,
    "Dan made with 1": 2,
    "deal ": 1,
    "Ann grand hand": 4,
    "Ann failed without 2": 3,
}
"""The plainest deal takes 6 taps, and one with a hand game that failed 8."""


@pytest.mark.thorough
@pytest.mark.parametrize("height", [844, 664])
def test_a_deal_of_skat_takes_six_taps_or_eight_and_nothing_scrolls(server, height):
    with browsing(server, height=height) as page, server.client() as client:
        number = opened(client, "game skat", "deal Ann", "Bob clubs", "Bob made with 1", players=FOUR)
        page.goto(f"{server.base}/evenings/{number}")
        hand, taps = Hand(page, number), {}
        for saying in TAPS:
            taps[saying] = hand.say(saying.strip()).taps
            tall, buttons = page.evaluate(
                "[document.documentElement.scrollHeight, [...document.querySelectorAll('.panel > .steps > *')].length]"
            )
            assert tall <= height
            assert buttons <= MOST_PLACES
        assert taps == TAPS


@pytest.mark.thorough
def test_back_undoes_a_step_and_reloading_keeps_it(server):
    with browsing(server) as page, server.client() as client:
        number = opened(client, "game skat", "deal Ann", players=FOUR)
        page.goto(f"{server.base}/evenings/{number}")
        for label in ("Bob", "clubs", "hand"):
            page.locator(".steps .ask", has_text=label).click()
            page.wait_for_selector(f".parts .on:has-text('{label}')")
        page.reload()
        assert page.locator(".parts").inner_text().split() == ["Bob", "×", "clubs", "×", "hand", "×", "how?"]
        page.locator(".parts a", has_text="clubs").click()
        page.wait_for_selector("h2:has-text('What does Bob play?')")
        page.locator(".steps .ask", has_text="null").click()
        page.wait_for_selector("button[value='Bob null hand']")
        page.go_back()
        page.wait_for_selector("h2:has-text('Who plays?')")
        assert "so=" not in page.url


def test_a_step_asks_what_a_sheet_of_its_word_asks():
    commerce = asking("Bob stands", game="game commerce")
    assert commerce.panel(chosen("Bob", "shows")).asks == "What does Bob show?"
