"""Shorthand: a typed line is expanded to what may be said, or refused with its meanings."""

import re
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.cards import Card, read_card
from ledger.core.events import EffectiveEvent
from ledger.core.money import Money
from ledger.core.refusals import Refusal
from ledger.evening.fold import Evening
from ledger.games.language import Reader, vocabulary, vocabulary_of, write
from ledger.games.registry import GAMES
from ledger.interchange.script import replay_script
from ledger.language.completion import continuations
from ledger.language.examples import put_together
from ledger.language.grammar import KEYWORDS, VERBS
from ledger.language.shorthand import SHORT, TAKING_AWAY, PerhapsAPlayer, Shorthand
from ledger.language.slots import Amount, Cards, Form, Group, Literal, Number, Option, Player, Players, Word
from ledger.language.tokens import sayings_in, split_for_several, tricks_in
from ledger.language.vocabulary import Vocabulary
from ledger.projections.offers import offers
from ledger.testing.random_evenings import RandomChooser, begin_evening, say_something
from tests.helpers.call_counts import effort
from tests.helpers.rig import play


def shorthand(evening: Evening) -> Shorthand:
    found = offers(evening, len(evening.effective))
    asked = evening.game.turn.who if evening.game else ()
    names = tuple(evening.seats.ring)
    words = evening.game.turn.words(evening.money) if evening.game else []
    around, seated, money = found.around, evening.seats.seated, evening.money
    own = vocabulary_of(evening.game.game.name) if evening.game else vocabulary()
    return Shorthand(found.forms, around, asked, seated, names, money, own, evening.called, words)


def spelled(players: str, script: str, line: str) -> str:
    return shorthand(play(players, script)).spelled_out(line)


def candidates(players: str, script: str, line: str) -> str:
    with pytest.raises(Refusal) as caught:
        spelled(players, script, line)
    return caught.value.message


TABLE_OF = ("Ann", "Bob", "Cat", "Dan")
NAP = "game nap kitty=1\ndeal Ann"
TABLE = "Ann Bob Cat Dan"


@pytest.mark.parametrize(
    ("script", "line", "full"),
    [
        (NAP, "c 3", "Cat 3"),
        (NAP, "C n", "Cat nap"),
        (NAP, "3", "Bob 3"),
        (NAP, "p", "Bob passes"),
        (NAP, "pass", "Bob passes"),
        (NAP, "fold", "Bob passes"),
        (NAP, "b p", "Bob passes"),
        (NAP, "bob pas", "Bob passes"),
        (NAP, "b calls 3", "Bob calls 3"),
        (NAP, "u", "undo"),
        (NAP, "un", "undo"),
        (NAP, "n", "Bob nap"),
        (NAP, "n he was late", 'note "he was late"'),
        (NAP, "note “so it was”  # a comment", 'note "so it was"'),
        (NAP, "void 3 misheard", 'void 3 "misheard"'),
        (NAP, 'am 4 "misheard": deal Bob', 'amend 4 "misheard": deal Bob'),
        (NAP, "amend 4 he miscounted: deal Bob", 'amend 4 "he miscounted": deal Bob'),
        (NAP, "amend 4 he, who deals : dea b", 'amend 4 "he, who deals": dea b'),
        (NAP, "insert 4 forgot: zoe raises 5", 'insert 4 "forgot": zoe raises 5'),
        (NAP, "misd the ace was seen", 'misdeal "the ace was seen"'),
        (NAP, "d bu 12", "Dan buys 12"),
        (NAP, "b pays d 3", "Bob pays Dan 3"),
        (NAP, "count a 3, b 4 and c 5", "count Ann 3 Bob 4 Cat 5"),
        (NAP, "count all 12", "count Ann 12 Bob 12 Cat 12 Dan 12"),
        (f"{NAP}\nCat 3", "t b", "trick Bob"),
        (f"{NAP}\nCat 3", "trick B", "trick Bob"),
        (f"{NAP}\nCat 3", "c m", "Cat made"),
        ("", "game nap sta=2", "game nap stake=2"),
        ("", "g na sta=2 with a, b and d", "game nap stake=2 with Ann Bob Dan"),
    ],
)
def test_a_short_line_is_spelled_out(script, line, full):
    assert spelled(TABLE, script, sayings_in(line)[0]) == full


def test_names_are_said_by_their_beginning_their_first_part_or_their_initials():
    players = '"Mary Lou" Zoë-Anne O’Brien Max Bob'
    begun = "game nap\ndeal Bob"
    for short, full in (
        ("mary lou", '"Mary Lou"'), ("ml", '"Mary Lou"'), ("mar", '"Mary Lou"'), ("zoe", "Zoë-Anne"), ("ZA", "Zoë-Anne"),
        ("z", "Zoë-Anne"), ("o'b", "O’Brien"), ("o", "O’Brien"), ("max", "Max"),
    ):  # fmt: skip
        assert spelled(players, begun, f"{short} 3") == f"{full} 3"
    assert 'It may be "Mary Lou" 3 or Max 3' in candidates(players, begun, "m 3")
    assert 'It may be "Mary Lou" passes or Max passes' in candidates(players, begun, "ma p")


def test_a_beginning_is_nobody_else_s_because_only_one_may_say_it():
    """Cal has passed and may not call again; still, Cat is not assumed."""
    assert "It may be Cal 4 or Cat 4" in candidates("Ann Cal Cat Dan", "game nap\ndeal Ann\nCal 3", "ca 4")
    assert spelled("Ann Cal Cat Dan", "game nap\ndeal Ann\nCal 3", "cat 4") == "Cat 4"


def test_an_ambiguous_word_is_refused_with_what_it_may_be():
    found = candidates(TABLE, "game commerce\ndeal Ann\nBob stands", "b p")
    assert "b p is short for more than one saying" in found
    assert "It may be Bob pair or Bob point" in found


def test_a_name_or_a_word_in_full_is_no_beginning_of_another():
    assert spelled("Ann B Bob", "game nap\ndeal Ann\nB passes", "b 3") == "B 3"
    assert spelled("Ann B Bob", "game nap\ndeal Ann\nB passes", "bo 3") == "Bob 3"
    assert spelled("Ann Bob Dealey", "game nap\ndeal Ann", "deal 3") == "deal 3"
    assert spelled("Ann Bob All", "", "count all 3") == "count All 3"


def test_what_nothing_fits_is_given_with_its_name_in_full():
    assert spelled(TABLE, NAP, "c xyzzy") == "Cat xyzzy"
    assert spelled(TABLE, NAP, "xyzzy") == "xyzzy"
    assert spelled(TABLE, NAP, "c 7") == "Cat 7"
    assert spelled(TABLE, NAP, "") == ""


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("b 3; c p; b made", ["b 3", "c p", "b made"]),
        ("b 3 / c p /b made", ["b 3", "c p /b made"]),
        ("b bets 2/6", ["b bets 2/6"]),
        ('note "a; b / c"; p', ['note "a; b / c"', "p"]),
        ("b 3  # so; it / was", ["b 3  # so; it / was"]),
        (" ; ", []),
        ("", []),
    ],
)
def test_several_sayings_stand_in_one_line(line, parts):
    assert sayings_in(line) == parts


@pytest.mark.parametrize(
    ("line", "tricks"),
    [
        ("t c b c", ["trick c", "trick b", "trick c"]),
        ("trick Cat 3", ["trick Cat"] * 3),
        ("tr c 2, b and c 2", ["trick c", "trick c", "trick b", "trick c", "trick c"]),
        ("t c", ["t c"]),
        ("t c 1", ["t c 1"]),
        ("t 7d 8d 9d", ["t 7d 8d 9d"]),
        ("t 3 c", ["t 3 c"]),
        ("t c 99", ["t c 99"]),
        ('t "mary ann" c', ['t "mary ann" c']),
        ("tom c b", ["tom c b"]),
        ("b 3", ["b 3"]),
    ],
)
def test_tricks_one_after_another_are_told_in_one_saying(line, tricks):
    assert tricks_in(line, TABLE_OF) == tricks
    assert tricks_in("t c b", (*TABLE_OF, "T")) == ["t c b"]


def test_a_word_that_no_form_tells_more_of_may_be_short_too():
    short = Shorthand(
        (), (), ("Bob",), TABLE_OF, TABLE_OF, Money("counters", 1), vocabulary(), {}, ("stand", "takes", "out")
    )
    assert short.spelled_out("c s") == "Cat stands"
    assert short.spelled_out("s") == "Bob stands"
    assert short.spelled_out("b t king queen") == "Bob takes king queen"
    assert short.spelled_out("o") == "Bob out"
    assert short.spelled_out("x") == "x"


# What takes something away, or has a text, is not reached from what may be a player's name

MARGARET = "Margaret Geoffrey Nigel"
CALLED = "game nap\ndeal Nigel\nMargaret passes\nGeoffrey 2"
CLEAR = (*TAKING_AWAY, "note")


@pytest.mark.parametrize(
    ("players", "script", "line", "whose", "word"),
    [
        (MARGARET, CALLED, "m 3", "Margaret", "misdeal"),
        (MARGARET, CALLED, "m", "Margaret", "misdeal"),
        (MARGARET, f"{CALLED}\nNigel passes", "n 1", "Nigel", "note"),
        (MARGARET, CALLED, "n draws 1", "Nigel", "note"),
        (MARGARET, CALLED, "n pat", "Nigel", "note"),
        (MARGARET, CALLED, 'n "supper"', "Nigel", "note"),
        ("Cat Bob", "", "c", "Cat", "close"),
        ("Ann Una", NAP, "u", "Una", "undo"),
        ("Ann Violet", NAP, "v 3 misheard", "Violet", "void"),
        ("Ann Amy Bob", NAP, "am 3 misheard: deal Bob", "Amy", "amend"),
        ("Ann Ivy Bob", NAP, "i 4 forgot: deal Bob", "Ivy", "insert"),
        ("Ann Ed", "game nap", "e", "Ed", "end"),
        ("Ann Enid", "game nap", "en divide", "Enid", "end"),
        ("Ann Rose", "close", "r one more", "Rose", "reopen"),
        ("Ann Peter Tom", NAP, 'pe t 2 "late"', "Peter", "penalty"),
        ("Ann Misty Bob", f"{NAP}\nMisty 4", "mis 3", "Misty", "misdeal"),
    ],
)
def test_what_has_to_be_clear_is_refused_where_a_player_may_be_meant(players, script, line, whose, word):
    found = candidates(players, script, line)
    assert f"may be {whose} or {word}" in found
    assert f"Say {word} in full" in found


def test_a_letter_beside_is_no_note_of_what_a_player_may_say():
    for rest in ("1", "draws 1", "nap", "7h", "p"):
        assert f"n may be note, and {rest} may be meant for a player" in candidates(
            "Ann Bob", "game nap\ndeal Ann", f"n {rest}"
        )
    assert spelled("Ann Bob", "game nap\ndeal Ann", 'n "1"') == 'note "1"'
    assert spelled("Ann Bob", "game nap\ndeal Ann", "note 1") == 'note "1"'
    assert spelled(MARGARET, CALLED, "misdeal 3") == 'misdeal "3"'


def test_what_a_player_may_say_is_his_where_a_misdeal_would_not_be_clear():
    assert spelled(MARGARET, "game nap\ndeal Nigel", "m 2") == "Margaret 2"


def test_tricks_are_told_of_players_and_a_name_may_begin_as_they_do():
    assert tricks_in("t bets 2", ("Tom", "Ann")) == ["t bets 2"]
    assert tricks_in("t t a", ("Tom", "Ann")) == ["trick t", "trick a"]
    assert tricks_in("t ml z 2", ("Mary Lou", "Zoë")) == ["trick ml", "trick z", "trick z"]


RESTS = (
    "",
    "1",
    "3",
    "p",
    "pat",
    "draws 1",
    "bets 2",
    "7h",
    "one more",
    '"1"',
    "3 misheard",
    "3 so: deal",
    "divide",
    "a 2",
)


@settings(deadline=None)
@given(
    st.lists(
        st.builds(
            lambda word, size, tail: (word[:size] + tail).capitalize(),
            st.sampled_from(tuple(KEYWORDS)), st.integers(1, 3), st.text("aeiostéü", min_size=1, max_size=4),
        ).filter(lambda one: one.lower() not in {*KEYWORDS, *VERBS, *vocabulary().words, "to", "at", "on"}
                 and not read_card(one)),
        min_size=3, max_size=5, unique_by=str.lower,
    ),
    st.sampled_from(("", "game nap\ndeal", "game nap\ndeal\n{1} 2", "game poker\ndeal", "game loo\ndeal", "close")),
    st.sampled_from(tuple(KEYWORDS)), st.integers(1, 5), st.sampled_from(RESTS),
)  # fmt: skip
def test_no_beginning_of_a_name_takes_anything_away(names, script, word, size, rest):
    """For any names: a line that may begin with a player's name is that player's, or refused."""
    beginning = word[: min(size, len(word) - 1)]
    try:
        full = spelled(" ".join(names), script.format(*names), f"{beginning} {rest}".strip())
    except Refusal as refusal:
        assert "may be" in refusal.message
        assert not isinstance(refusal, PerhapsAPlayer) or refusal.message.count("Say ") == 1
        return
    if any(name.lower().startswith(beginning) for name in names):
        assert full.split()[0] not in CLEAR or beginning in KEYWORDS


def of_forms(*slots, names=("Ann", "Bob", "Cat", "Dan"), who=()) -> Shorthand:
    return Shorthand((Form(who, tuple(slots)),), (), who[:1], names, names, Money("lsd", 4), Vocabulary())


LEFT = Group(
    slots=(Player(among=("Ann", "Cat", "Dan")), Number(low=0, high=20),
     Group(slots=(Literal(text="+"), Word(words=("pope", "spin"))), optional=True)),
    repeat=True,
)  # fmt: skip


@pytest.mark.parametrize(
    ("short", "line", "full"),
    [
        (of_forms(Literal(text="left"), LEFT), "left all 3", "left Ann 3 Cat 3 Dan 3"),
        (of_forms(Literal(text="left"), LEFT), "l a 3, c 2+p and d 1", "left Ann 3 Cat 2+pope Dan 1"),
        (of_forms(Literal(text="left"), LEFT, names=("Ann", "Cat", "Dan", "All")), "left all 3", "left All 3"),
        (of_forms(Literal(text="split"), Players(low=2, high=4, among=TABLE_OF)), "s all", "split Ann Bob Cat Dan"),
        (of_forms(Literal(text="split"), Players(low=2, high=4, among=TABLE_OF)), "split b & d", "split Bob Dan"),
        (of_forms(Literal(text="split"), Players(low=2, high=2, among=TABLE_OF)), "split all", "split Ann Bob Cat Dan"),
        (of_forms(Word(words=("bets", "stakes")), Amount(low=4, high=None), who=("Ann",)), "b 1s6d", "Ann bets 1s6d"),
        (of_forms(Word(words=("bets", "stakes")), Amount(low=4, high=40), who=("Ann",)), "bet 2/6", "Ann bets 2s6d"),
        (of_forms(Word(words=("bets",)), Amount(low=4, high=None), Literal(text="on"), Word(words=("king", "knave"))), "bets 3 o ki",
         "bets 3d on king"),
        (of_forms(Word(words=("sells",)), Literal(text="card"), Literal(text="to"), Player(among=("Bob", "Cat")), Literal(text="for"),
                  Amount(low=4, high=None), who=("Ann",)), "a se c t c f 6d", "Ann sells card to Cat for 6d"),
        (of_forms(Word(words=("plays",)), Cards(low=1, high=3, among=(Card.D7, Card.H10)), who=("Ann",)), "pl 7♦,th",
         "Ann plays 7D 10H"),
        (of_forms(Literal(text="end"), Literal(text="draw"), Group(slots=(Player(among=("Ann", "Bob")), Literal(text=":"),
                  Cards(low=1, high=1, among=tuple(Card))), repeat=True)), "e d a:7d b:8c", "end draw Ann:7D Bob:8C"),
        (of_forms(Literal(text="game x"), Option(name="stake", low=1, high=9), Option(name="kitty_by", words=("dealer", "all"), optional=True)),
         "g x kit=d st=2", "game x kitty_by=dealer stake=2"),
        (of_forms(Literal(text="game x"), Option(name="stake", low=1, high=9)), "g x", "g x"),
    ],
)  # fmt: skip
def test_every_sort_of_slot_may_be_short(short, line, full):
    assert short.spelled_out(line) == full


def test_all_who_are_left_are_told_of_at_once_and_he_who_is_out_is_not():
    for game in ("spin", "jig"):
        assert spelled("Ann Bob Cat", f"game {game}\ndeal Ann\nBob out", "left all 3") == "left Cat 3 Ann 3"


def taken(short, line):
    with suppress(Refusal):
        short.spelled_out(line)


def test_no_line_takes_long_to_be_spelled_out():
    everybody = tuple(f"A{number:02}" for number in range(40))
    each = Group(slots=(Player(among=everybody), Number(low=0, high=52)), repeat=True)
    short = of_forms(Literal(text="left"), each, names=everybody)
    for line in ("left " + "a 3 " * 80, "left " + "a01 3 " * 80, "l " * 150, '"a" ' * 100, "a,b;c" * 100):
        assert effort(partial(taken, short, line)) < 700_000


A_DOZEN = ("Ann", "Amy", "Abe", "Ada", "Art", "Ali", "Ava", "Axl", "Alf", "Ace1", "Asa", "Ari")


@pytest.mark.parametrize(
    ("line", "slots"),
    [
        ("split a a a a a a", (Literal(text="split"), Players(low=2, high=12, among=A_DOZEN))),
        (
            "count a 1 a 2 a 3 a 4 a 5 a 6",
            (Literal(text="count"), Group((Player(among=A_DOZEN), Number(low=0, high=52)), repeat=True)),
        ),
    ],
)
def test_names_that_are_not_clear_are_not_put_together_in_every_order(line, slots):
    short = of_forms(*slots, names=A_DOZEN)
    with pytest.raises(Refusal) as caught:
        short.spelled_out(line)
    assert caught.value.message.startswith(f"{line} is short for too many things")
    assert caught.value.remedy == "Say in full who a is: Ann, Amy, Abe, Ada, Art, Ali or others"
    assert effort(partial(taken, short, line)) < 400_000
    assert effort(partial(continuations, short, f"{line} ")) < 1_000_000


def test_two_names_that_are_not_clear_are_refused_with_what_they_may_be():
    short = of_forms(Literal(text="split"), Players(low=2, high=12, among=A_DOZEN), names=A_DOZEN)
    with pytest.raises(Refusal) as caught:
        short.spelled_out("split ann a")
    assert "It may be split Ann Amy, split Ann Abe" in caught.value.remedy
    assert "or others" in caught.value.remedy
    assert {continuation.text for continuation in continuations(short, "split a am ")} == {*A_DOZEN} - {"Amy"}


def shortened(saying: str, chooser: RandomChooser) -> str:
    """Return a saying with its words shortened at random, except quoted ones."""
    words = saying.split(" ")
    return " ".join(
        word[: chooser.number(1, len(word))] if word.isalpha() and chooser.number(0, 1) else word for word in words
    )


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_a_shortened_saying_means_what_was_shortened_or_is_refused_or_left_as_it_is(game, seed):
    """Over random evenings: in full it stays what it is; shortened it is never another's, and never something else
    without a doubt being raised."""
    chooser = RandomChooser(seed)
    evening = begin_evening(game, 4)
    for number in range(4, 4 + chooser.number(1, 12)):
        if evening.game is None or say_something(evening, chooser, number) is None:
            break
    short = shorthand(evening)
    reader = Reader(evening.money, evening.seats.ring, game)
    for _ in range(6):
        if not short.forms:
            break
        form = chooser.choose(short.forms)
        full = put_together(chooser.choose(form.who) if form.who else "", form.slots, chooser, evening.money)
        if full is None:
            continue
        event = reader.read(full)
        assert reader.read(short.spelled_out(full)) == event
        typed = shortened(full, chooser)
        try:
            found = short.spelled_out(typed)
        except Refusal as refusal:
            assert "It may be" in refusal.message
            continue
        meant = read_or_none(reader, found)
        if meant is not None and found != typed:
            assert is_short_for(typed, found, short.asked), (full, typed, found)
            speaker = getattr(event, "player", None)
            assert getattr(meant, "player", None) in (speaker, None, *short.asked), (full, typed, found)


def is_short_for(typed: str, found: str, asked) -> bool:
    """Return whether each typed word begins, or stands for, its word; a name may be left out."""
    words, meant = re.findall(r"[^\s:+,=]+", typed.lower()), re.findall(r"[^\s:+,=]+", found.lower())
    ways = [meant, meant[1:]] if asked and meant[0] == asked[0].lower() else [meant]
    return any(
        all(
            SHORT.get(word) == full or full.strip('"').startswith(word.strip('"'))
            for word, full in zip(words, meaning, strict=False)
        )
        and (len(words) == len(meaning) or '"' in found)
        for meaning in ways
    )


def read_or_none(reader: Reader, saying: str):
    try:
        return reader.read(saying)
    except Refusal:
        return None


def test_every_saying_of_the_golden_evenings_is_spelled_out_as_itself():
    """A full saying is never taken for another."""
    script = Path("tests/data/evenings/nap/golden.evening").read_text("utf-8")
    replay = replay_script("\n".join(script.splitlines()[:40]), "")
    evening = Evening()
    for effective in replay.evening.effective:
        if evening.opening is not None:
            saying = write(effective.event, evening.money)
            reader = Reader(evening.money, evening.seats.ring)
            assert reader.read(shorthand(evening).spelled_out(saying)) == effective.event
        evening.apply(EffectiveEvent(effective.number, effective.event, effective.pinned))


@pytest.mark.parametrize(
    ("saying", "sayings"),
    [
        ("draws 3 pat 1", ["draws 3", "pat", "draws 1"]),
        ("dr bob 3 cat pat", ["bob draws 3", "cat pat"]),
        ("stakes Ann 1 king Bob 2d queen", ["Ann stakes 1 on king", "Bob stakes 2d on queen"]),
        ("draws 3", []),
        ("stakes Ann 1 king Bob", []),
        ("Ann 3 4", []),
    ],
)
def test_what_is_told_of_several_at_once_is_parted(saying, sayings):
    assert split_for_several(saying, {"pat"}) == sayings
