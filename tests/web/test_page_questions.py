"""The words of the page in place of grammar: what each turn asks, why a place is off, and what stands now."""

from pathlib import Path

import pytest

from ledger.games.language import write
from ledger.interchange.script import replay_script
from ledger.projections.offers import forms_now
from ledger.projections.rule_sheets import deciding_now
from ledger.testing.evenings import play
from ledger.web import rules_view
from ledger.web.foresight import last_bet
from ledger.web.pages.rendering import _prose
from ledger.web.panel.buttons import DisabledButton
from ledger.web.panel.decode import empty_rows
from ledger.web.panel.layout import Layout
from ledger.web.panel.places import BetsSoFar, betting_of
from ledger.web.panel.questions import Wording
from ledger.web.sentences import in_words, saying_in_words, words_at
from ledger.web.words import sentence
from tests.helpers.serving import opened, served

EVENINGS = Path(__file__).parents[1] / "data" / "evenings"
POKER = """
game poker ante=1d limit=1s
deal Bob
Dan passes
Eve opens 6d
Ann calls
Bob passes
Cat passes
"""
AFTER_THE_DRAW = POKER + "Eve draws 3\nAnn draws 1\n"
FIVE = ["Ann", "Bob", "Cat", "Dan", "Eve"]
LSD = "money=lsd counter=1d"


def panel_of(evening):
    turn = evening.game.turn
    speaker = turn.who[0] if len(turn.who) == 1 else None
    layout = Layout(evening.money, in_words=lambda saying: saying_in_words(saying, evening))
    return layout.panel(forms_now(evening, 99), speaker), layout, speaker


def betting(script):
    evening = play(" ".join(FIVE), script, LSD)
    panel, _, speaker = panel_of(evening)
    words = words_at(evening)
    return betting_of(panel, speaker, words, BetsSoFar({}, *last_bet(evening, words.betting[-1])))


def words_of(answers):
    return [f"{one.label}: {one.reason}" if isinstance(one, DisabledButton) else one.label for one in answers]


def test_before_a_bet_a_player_bets_or_stands_and_the_last_sum_is_the_limit():
    places = betting(AFTER_THE_DRAW)
    assert [(row.word, row.reason) for row in places.rows] == [("bets", "")]
    assert [(one.saying, one.note) for one in places.rows[0].sums][-1] == ("Eve bets 1s", "limit")
    assert words_of(places.answers) == ["stands", "passes"]
    assert (places.usual, places.costs["Eve stands"]) == ("Eve stands", "once only")


def test_after_a_bet_raises_stand_where_bets_stood_and_calls_where_stands_stood():
    places = betting(AFTER_THE_DRAW + "Eve bets 6d")
    assert [(row.word, row.reason) for row in places.rows] == [("raises", "")]
    assert words_of(places.answers) == ["calls", "passes"]
    assert (places.usual, places.costs["Ann passes"]) == ("Ann passes", "and is out of the deal")


def test_at_the_draw_none_and_one_to_five_stand_in_one_row():
    places = betting(POKER)
    draws, which = places.rows
    assert [one.label for one in draws.sums] == ["none", "1", "2", "3", "4", "5"]
    assert draws.sums[0].saying == "Eve pat"
    assert [inner.label for inner in which.sheet.inner] == [
        "the one that comes…", "those that come…", "those that go, and come…",
    ]  # fmt: skip
    assert words_of(places.answers) == ["calls: owes nothing", "passes"]
    assert places.usual == ""


def test_the_say_puts_opens_where_bets_and_raises_stand():
    places = betting("game poker ante=3d limit=1s\ndeal Ann")
    assert [row.word for row in places.rows] == ["opens", "straddles"]
    assert [one.label for one in places.rows[0].sums] == ["6d", "10d", "1s3d"]
    assert words_of(places.answers) == ["calls: owes nothing", "passes"]


@pytest.mark.parametrize("folder", sorted(EVENINGS.iterdir()), ids=lambda folder: folder.name)
def test_every_sheet_of_every_turn_asks_a_question(folder):
    lines = (folder / "golden.evening").read_text(encoding="utf-8").splitlines()
    silent, turns = {}, set()
    for last in range(4, min(len(lines), 44)):
        evening = replay_script("\n".join(lines[:last]), folder.name).evening
        if evening.game is None or evening.game.turn.pause:
            continue
        panel, layout, speaker = panel_of(evening)
        known = (speaker is None, *(sheet.label for sheet in panel.sheets))
        if known in turns:
            continue
        turns.add(known)
        Wording(layout.in_words, words_at(evening), speaker or None).put_on(panel)
        for sheet in panel.sheets:
            verb = sheet.title.partition(" ")[0]
            if not (sheet.asks or sheet.title).endswith("?") and verb not in ("end", "in", "tricks", "left", "result"):
                silent[sheet.title] = lines[last - 1]
    assert not silent


SAYINGS = {
    ("loo", "tricks Bob 1 Cat 1 Dan 1"): "Bob has 1 trick, Cat 1, Dan 1",
    ("cassino", "Ann scores great aces=1 cards sweeps=2"): "Ann has Great Cassino, 1 ace, the most cards and 2 sweeps",
    ("speculation", "Cat sells trump to Bob for 6d"): "Cat sells the highest trump to Bob for 6d",
    ("speculation", "pool wins"): "The pool wins: it stays",
    ("commerce", "Cat wins point"): "Cat wins with points",
    ("commerce", "Dan trades"): "Dan buys a card",
    ("french-vingt-un", "Cat stakes 1d on antipathy"): "Cat stakes 1d on two colours",
    ("snip-snap-snorum", "Dan snip"): "Dan says Snip",
    ("spin", "Cat takes king king"): "Cat takes 2 kings",
    ("pope-joan", "Ann takes matrimony intrigue"): "Ann takes matrimony and intrigue",
    ("holdem", "in Bob 40 Cat 90 Dan 200"): "Put in: Bob 40, Cat 90, Dan 200",
    ("holdem", "bomb 5 2"): "A bomb pot of 5, on two boards",
    ("omaha", "split Bob Cat low"): "Bob and Cat share the low",
    ("loto", "Bob row with Eve"): "Bob and Eve cover a row",
    ("catch-the-ten", "penalty Cat revoke"): "Cat did not follow suit",
    ("loo", "penalty Cat looking 2d"): "Cat pays 2d: looked too soon",
    ("vingt-un", "Ann 18"): "Ann has 18",
    ("nap", "Dan spare"): "Dan takes the spare hand",
    ("tally", "Cat puts 6d"): "Cat puts 6d into the pool",
    ("tally", "result Dan +¼d Ann -¼d"): "Dan +¼d, Ann −¼d",
    ("spoil-five", "Dan jinks"): "Dan goes on for five",
}


@pytest.mark.parametrize("game", sorted({game for game, _ in SAYINGS}))
def test_the_log_says_a_saying_as_people_do(game):
    text = (EVENINGS / game / "golden.evening").read_text(encoding="utf-8")
    evening = replay_script(text, game).evening
    words = {write(outcome.event, evening.money): in_words(outcome.event, evening, outcome.number)
             for outcome in evening.outcomes}  # fmt: skip
    for (of, saying), expected in SAYINGS.items():
        if of == game and saying in words:
            assert words[saying] == expected
    assert any(saying in words for of, saying in SAYINGS if of == game)


def test_one_is_one():
    assert sentence("8 tricks and 1 honours of trumps are to come") == "8 tricks and 1 honour of trumps are to come"


def test_why_a_chance_is_gone_is_told_in_short_by_the_game():
    deal = play("Ann Bob Cat", "game pope-joan\ndeal Ann turn-up 3S\nBob takes queen\nCat takes ace").game.deal
    assert [deal.gone(chance) for chance in ("queen", "ace", "king")] == ["Bob has it", "Cat has it", ""]


def test_the_rule_that_stands_now_is_marked_and_lines_that_cannot_be_are_pale():
    evening = play(" ".join(FIVE), "game nap kitty=1d\ndeal Eve\nBob passes\nCat 3", LSD)
    texts = evening.game.turn.texts(evening.money)
    assert rules_view.now(evening.game, texts) == "Dan to call. Cat has called 3. May be said: pass, 4, nap"
    head = rules_view.heading_of("Nap", "", "", [deciding_now(evening)])
    assert (head.title, head.below) == ("Nap: the calls, the lowest first", "The handbook, pages 4 and 12 to 14")
    html = str(_prose(head.parts[0], [word for text in texts for word in text.split()], rules_view.standing(evening)))
    assert '<tr class="stands"><td>3 <small>Cat said it</small></td>' in html
    assert '<tr class="pale"><td>misery</td>' in html
    assert "<tr><td>4</td>" in html
    assert rules_view.own_rules("nap", evening.game.begun.options, evening.money) == [
        {"meaning": "The dealer pays into a kitty", "value": "1d", "cite": "[11]"}
    ]


def test_a_table_is_cut_where_the_cells_of_its_head_begin():
    html = str(_prose("  call         made      failed\n  1, 2, 3 …    1, 2, 3 … 1, 2, 3 …\n"))
    assert '<td>1, 2, 3 …</td><td>1, 2, 3 …</td><td colspan="1">1, 2, 3 …</td>' in html


def test_the_rows_of_a_pad_that_are_empty_are_counted():
    fields = [("h1", "left"), ("g2.0.h1", "Bob"), ("g2.0.w2", "3"), ("g2.1.h1", "Dan"), ("g2.1.w2", "")]
    assert empty_rows(fields) == 1


def test_what_was_said_instead_and_a_movement_are_sentences(tmp_path):
    with served(tmp_path) as server, server.client() as client:
        page = server.page()
        lines = ["game nap kitty=1", "deal Ann", "Cat 3", "Cat made", "deal Bob", "Cat passes", "Dan 3", "Dan failed"]
        nap = opened(client, *lines, players=FIVE)
        html = page.get(f"/evenings/{nap}/log/6").text
        assert "Cat has 3 tricks" in html
        assert "tricks Cat" not in html.replace('value="tricks Cat', "").replace("tricks+Cat", "")
        html = page.get(f"/evenings/{nap}/explain", params={"player": "Dan"}).text
        assert "3 to each of four" in html
        assert "others…" in html
        html = page.get(f"/evenings/{nap}").text
        assert html.count('aria-label="to the left of') == len(FIVE)
        pope = opened(client, "game pope-joan", "deal Ann turn-up QS", "Cat out", players=FIVE)
        assert "four hands to come" in page.get(f"/evenings/{pope}").text
        rows = {"h1": "left", "g2.0.h1": "Bob", "g2.0.w2": "3", "g2.1.h1": "Dan", "g2.1.w2": ""}
        assert page.get(f"/evenings/{pope}/preview", params=rows).text == "Bob 3\none hand to come"


def test_what_is_said_of_a_player_with_more_or_without_is_one_button():
    panel, _, _ = panel_of(play("Ann Bob Cat Dan", "game cassino\ndeal Ann"))
    begun = [(*sheet.begin, *sheet.adds) for sheet in panel.sheets]
    assert len(begun) == len(set(begun))
