"""What a reader calls a saying comes from the vocabulary of its game."""

import pytest

from ledger.games.registry import GAMES, game_named
from ledger.testing.evenings import play
from ledger.web.sentences import in_words, offence_in_words, rule_in_words, words_at

TABLE = "Ann Bob Cat Dan"


def newest(script):
    evening = play(TABLE, script)
    outcome = evening.outcomes[-1]
    return in_words(outcome.event, evening, outcome.number)


def test_a_whole_sentence_and_holes_are_filled():
    assert newest("game holdem\nbomb 4 2") == "A bomb pot of 4, on two boards"
    assert newest("game holdem\nbomb 4") == "A bomb pot of 4"
    assert newest("game tally\ndeal\nAnn puts 3") == "Ann puts 3 into the pool"


def test_an_offence_and_a_word_of_the_same_spelling_are_told_apart():
    words = words_at(play(TABLE, "game snip-snap-snorum"))
    assert offence_in_words("snip", words) == "paired wrongly"
    assert words.said_as["snip"].says == "says Snip"


def test_what_a_game_does_not_say_is_made_from_the_word():
    words = words_at(play(TABLE, "game nap"))
    assert offence_in_words("left-early", words) == "left early"
    assert rule_in_words("nap", "no_such_option", "its meaning") == "its meaning"


@pytest.mark.parametrize("game", GAMES)
def test_no_rule_is_said_of_an_option_that_is_gone(game):
    known = game_named(game).known_options
    words = words_at(play(TABLE, f"game {game}")).said_as
    assert [key for key in words if key.endswith("=") and key[:-1] not in known] == []
