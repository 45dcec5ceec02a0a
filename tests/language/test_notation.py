"""The notation: every saying is one event, and every written event reads as itself."""

import subprocess
import sys
import time
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core import events as e
from ledger.core.cards import Card
from ledger.core.money import Money
from ledger.core.refusals import Code, Refusal
from ledger.games.language import Reader, vocabulary, vocabulary_of, write
from ledger.language import RESERVED, Arguments
from ledger.language import reader as reading
from ledger.language.grammar import DECLARATIONS, KEYWORDS, ROWS, VERBS
from ledger.language.grammar import OTHER_FORMS as FORMS_OF_VERBS
from ledger.language.lexer import LONGEST
from ledger.language.vocabulary import Vocabulary, collected
from ledger.log.commands import CommandBatch
from ledger.log.replay import Replay
from tests.helpers.event_strategies import KINDS, MONIES, NAMES, STRANGE, WORDS_OF_ALL
from tests.helpers.rig import tries

LSD = Money("lsd", None)
WORDS = vocabulary().words
OTHER_FORMS = FORMS_OF_VERBS | vocabulary().other_forms
TABLE = ("Ann", "Bob", "Cat", "Dan", "Mary Ann", "Pat")


def read(line, money=None, names=TABLE):
    return Reader(money, names).read(line)


def attempt(line, money=None, names=TABLE):
    """Give the event, or the refusal, and None for the other."""
    try:
        return read(line, money, names), None
    except Refusal as refusal:
        return None, refusal


def refused(line, money=None, names=TABLE):
    with pytest.raises(Refusal) as caught:
        read(line, money, names)
    return caught.value


# Reading what was written


@pytest.mark.parametrize("kind", get_args(e.AnyEvent), ids=lambda kind: kind.__name__)
@settings(max_examples=tries(60), deadline=None)
@given(data=st.data(), money=st.sampled_from(MONIES))
def test_every_event_prints_as_a_saying_that_reads_as_it(kind, data, money):
    event = data.draw(KINDS[kind])
    saying = write(event, money)
    reader = reading.SayingReader(lambda: WORDS_OF_ALL, money, NAMES)
    assert reader.read(saying) == event
    assert write(reader.read(saying), money) == saying
    assert e.decode(e.encode(event), e.version_of(event)) == event


@pytest.mark.parametrize("money", MONIES, ids=lambda money: f"{money.code}-{money.counter}")
def test_every_awkward_name_can_be_declared_in_every_money(money):
    reader = Reader(money)
    event = reader.read(write(e.SeatPlayers(NAMES), money))
    assert event == e.SeatPlayers(NAMES)
    reader.learn(event)
    for name in NAMES:
        quoted = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
        assert reader.read(f"{quoted} passes") == e.Passes(name)


def test_names_are_quoted_only_where_they_need_it():
    money = Money("counters", 1)
    assert write(e.SeatPlayers(("O'Brien", "J.-P.", "Zoë", "Mary Ann", 'A"B', "a:b")), money) == (
        'players O\'Brien J.-P. Zoë "Mary Ann" "A\\"B" "a:b"'
    )


@settings(max_examples=tries(300), deadline=None)
@given(st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=12))
def test_a_name_that_is_declared_is_known_however_it_looks(name):
    reader = Reader(LSD)
    event, refusal = attempt(write(e.SeatPlayers((name,)), LSD), LSD)
    if refusal:
        assert refusal.code in (Code.BAD_NAME, Code.UNREADABLE)
        return
    reader.learn(event)
    assert reader.read(write(e.Sells(name, "card", name, 4), LSD)) == e.Sells(name, "card", name, 4)


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("BOB PASS", e.Passes("Bob")),
        ("bob calls 3", e.Says("Bob", "3")),
        ("Bob 007", e.Says("Bob", "7")),
        ("Bob calls nap", e.Says("Bob", "nap")),
        ("Bob calls passes", e.Passes("Bob")),
        ("Bob calls", e.Says("Bob", "calls")),
        ("Bob Blücher", e.Says("Bob", "blucher")),
        ("Pat pat", e.Says("Pat", "pat")),
        ("Bob stand", e.Says("Bob", "stands")),
        ("Bob flurb", e.Says("Bob", "flurb")),
        ("Bob calls flurb", e.Says("Bob", "flurb")),
        ("Bob stake 3", e.Bets("Bob", 3, word="stakes")),
        ("Bob bet 3 on RED", e.Bets("Bob", 3, "red")),
        ("Bob buys 3", e.Buys("Bob", 3)),
        ("Bob buys 3 cards", e.Says("Bob", "cards-bought", numbers=(3,))),
        ("Bob buys 1 card", e.Says("Bob", "cards-bought", numbers=(1,))),
        ("Bob draws 3", e.Draws("Bob", (3,))),
        ("Bob draws 45 7 81", e.Draws("Bob", (45, 7, 81))),
        ("Bob discards 5H draw th", e.Draws("Bob", cards=(Card.H10,), discards=(Card.H5,))),
        ("Bob discards 2", e.Draws("Bob", discarded=2)),
        ("Bob divides", e.Says("Bob", "divides")),
        ("Bob divides 3", e.Says("Bob", "divides", 3)),
        ("Bob divides KH 8S", e.Says("Bob", "divides", cards=(Card.KH, Card.S8))),
        ("Bob divides 3 KH 8S", e.Says("Bob", "divides", 3, (Card.KH, Card.S8))),
        ("Bob takes king king", e.Takes("Bob", ("king", "king"))),
        ("Bob takes 5", e.Takes("Bob", amount=5)),
        ("Bob takes kitty", e.Takes("Bob", ("kitty",))),
        ("Bob takes kitty 5", e.Takes("Bob", ("kitty",), 5)),
        ("Bob takes pope Ann 7 Cat 6", e.Takes("Bob", ("pope",), counts=(("Ann", 7), ("Cat", 6)))),
        ("left Ann 3 cat 2+POPE", e.Left((("Ann", 3), ("Cat", 2)), (("Cat", "pope"),))),
        ("result Ann +12 Bob -7 Cat −5", e.Result((("Ann", 12), ("Bob", -7), ("Cat", -5)))),
        ("Bob scores great aces=1", e.Scores("Bob", marks=(("great", None), ("aces", 1)))),
        ("Bob wins ambo=2", e.Wins("Bob", marks=(("ambo", 2),))),
        ("Bob row with Ann Cat", e.Says("Bob", "row", players=("Ann", "Cat"))),
        ("Bob snip ANN", e.Says("Bob", "snip", players=("Ann",))),
        ("Bob card 5 17 90", e.Says("Bob", "card", numbers=(5, 17, 90))),
        ("trick 2♦ Q♠ joker", e.Trick(cards=(Card.D2, Card.QS, Card.JOKER))),
        ("trick 2♦\ufe0f q♠\ufe0e", e.Trick(cards=(Card.D2, Card.QS))),  # as a telephone writes them, and our page
        ("trick ann", e.Trick("Ann")),
        ('end draw Ann:7D "mary ann":9C,tH', e.End("draw", (("Ann", (Card.D7,)), ("Mary Ann", (Card.C9, Card.H10))))),
        ('game tally NAME="Hold\'em" x=On', e.Begin("tally", (("name", "Hold'em"), ("x", "On")))),
        ("game Nap with cat Ann", e.Begin("nap", players=("Cat", "Ann"))),
        ("penalty Bob misdeal", e.Penalty("Bob", "misdeal")),
        ('penalty Bob 5 "late"', e.Penalty("Bob", amount=5, why="late")),
        ("ANN joins", e.Joins("Ann")),
        ("eVe joins after ann", e.Joins("eVe", "Ann")),
        ("pool win", e.PoolWins()),
        ('note "a # b"  # a comment', e.Note("a # b")),
        ('amend 5 "why":Bob passes', e.Amend(5, "why", e.Passes("Bob"))),
        ('amend 5 "why" :"Mary Ann" passes', e.Amend(5, "why", e.Passes("Mary Ann"))),
        ('insert 5 "a: b":  trick Bob # so', e.Insert(5, "a: b", e.Trick("Bob"))),
        ("deal\tBob\u00a0turn-up\t2d\r\n", e.Deal("Bob", (Card.D2,))),
        ("\ufeffclose\r\n", e.Close()),
        ("# nothing", None),
        ("   ", None),
        ("", None),
        ("\ufeff", None),
    ],
)
def test_a_saying_is_this_event(line, event):
    assert read(line) == event


def test_what_the_verb_takes_decides_between_twopence_and_the_two_of_diamonds():
    assert read("Bob bets 2d", LSD) == e.Bets("Bob", 8)
    assert read("Bob plays 2d", LSD) == e.Plays("Bob", (Card.D2,))
    assert read("Bob divides 2d", LSD) == e.Says("Bob", "divides", 8)
    assert read("Bob divides 2d 3d", LSD) == e.Says("Bob", "divides", cards=(Card.D2, Card.D3))
    assert read("Bob divides 2d 3d 4d", LSD) == e.Says("Bob", "divides", 8, (Card.D3, Card.D4))
    assert read("Bob takes 2d", LSD) == e.Takes("Bob", amount=8)
    assert read("result Ann +1s6d Bob -1s6d", LSD) == e.Result((("Ann", 72), ("Bob", -72)))
    assert write(e.Plays("Bob", (Card.D2,)), LSD) == "Bob plays 2D"
    assert write(e.Bets("Bob", 8), LSD) == "Bob bets 2d"


def test_the_options_of_an_evening_stand_in_any_order():
    event = e.OpenEvening("Boxing Night", "1898-12-26", "the Crown", "lsd", 4)
    for rest in (
        'on 1898-12-26 at "the Crown" money=lsd counter=1d',
        'counter=1d money=LSD at "the Crown" on 1898-12-26',
        'money=lsd at "the Crown" counter=1d on 1898-12-26',
    ):
        assert read(f'evening "Boxing Night" {rest}') == event
    assert read('evening "A" money=counters counter=1') == e.OpenEvening("A")
    assert read('evening "A" money=gbp counter=0.10') == e.OpenEvening("A", money="GBP", counter=10)


def test_a_reader_learns_the_money_and_the_names():
    reader = Reader()
    for line, bought in (
        ('evening "A" money=lsd counter=2d', None),
        ("players Ann Bob", None),
        ("Eve joins after Ann", None),
        ("eve buys 3", 24),
        ('insert 3 "he was there": Fay joins', None),
        ("fay buys 1s", 48),
        ('amend 2 "misread": players Ann Bobby', None),
        ("bobby buys 1", 8),
        ('amend 1 "pounds": evening "A" money=GBP', None),
        ("ann buys 1", 100),
    ):
        event = reader.read(line)
        reader.learn(event)
        assert getattr(event, "amount", None) == bought


def test_a_name_that_joins_again_keeps_the_spelling_it_has():
    reader = Reader()
    reader.learn(reader.read("Zoë joins"))
    event = reader.read("ZOE\u0308 joins")
    assert event == e.Joins("Zoë")


TOGETHER = ("Zoë-Anne", "Mary Lou", "Lou Ann Fry", "O’Brien", "Łukasz", "Bob", "Fry")


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("zoe passes", e.Passes("Zoë-Anne")),
        ("ZOË 3", e.Says("Zoë-Anne", "3")),
        ("zoe-anne passes", e.Passes("Zoë-Anne")),
        ("trick zoe", e.Trick("Zoë-Anne")),
        ("mary lou passes", e.Passes("Mary Lou")),
        ("mary passes", e.Passes("Mary Lou")),
        ("split mary lou zoe", e.Split(("Mary Lou", "Zoë-Anne"))),
        ("Bob pays mary lou 3", e.Pays("Bob", "Mary Lou", 3)),
        ("Mary Lou joins", e.Joins("Mary Lou")),
        ("lou passes", e.Passes("Lou Ann Fry")),
        ("O'Brien passes", e.Passes("O’Brien")),
        ("o’brien passes", e.Passes("O’Brien")),
        ("zoe joins", e.Joins("zoe")),
        ('"zoe" joins', e.Joins("zoe")),
        ("end draw zoe:7D", e.End("draw", (("Zoë-Anne", (Card.D7,)),))),
        ("lukasz passes", e.Passes("Łukasz")),
    ],
)
def test_a_name_is_found_without_accents_quotes_or_its_second_part(line, event):
    assert read(line, names=TOGETHER) == event


def test_a_short_name_of_two_is_refused_with_both():
    names = ("Zoë-Anne", "Zoë-Marie", "Mary Lou", "Mary Ann", "Lou")
    assert "Did you mean Zoë-Anne or Zoë-Marie?" in refused("zoe passes", names=names).remedy
    assert "Did you mean Zoë-Anne or Zoë-Marie?" in refused("trick zoe", names=names).remedy
    assert read("mary ann passes", names=names) == e.Passes("Mary Ann")
    assert "Did you mean" in refused("mary lou passes", names=names).remedy  # Lou is somebody else


@settings(max_examples=tries(300), deadline=None)
@given(data=st.data(), names=st.lists(st.sampled_from(NAMES), min_size=1, max_size=8, unique=True))
def test_players_in_a_row_are_read_as_those_who_were_written(data, names):
    some = data.draw(st.lists(st.sampled_from(names), min_size=1, unique=True))
    event = e.Begin("nap", players=tuple(some))
    assert Reader(LSD, names).read(write(event, LSD)) == event


# The tables


def test_there_is_a_row_for_every_kind_of_event_and_its_parts_fill_its_fields():
    assert set(DECLARATIONS) == set(Arguments)
    assert set(ROWS) - e.OF_THE_CLUB == set(get_args(e.AnyEvent)) == set(KINDS)
    for rows in ROWS.values():
        for row in rows:
            assert set(row.fixed) <= set(row.kind.__struct_fields__)
            for slot in row.slots:
                assert set(slot.fields()) <= set(row.kind.__struct_fields__), row.word
    assert not set(WORDS) & (set(VERBS) | set(KEYWORDS) - {"spare"})


def test_a_game_gives_a_word_one_meaning_and_of_several_games_the_first_is_heard():
    flush = Vocabulary({"flush": Arguments.ALONE, "lays": Arguments.CARD}, other_forms={"lay": "lays"})
    assert flush + Vocabulary({"flush": Arguments.ALONE}) == flush
    assert collected([flush, Vocabulary({"flush": Arguments.CARD})]) == flush
    with pytest.raises(ValueError, match="flush"):
        flush + Vocabulary({"flush": Arguments.CARD})
    with pytest.raises(ValueError, match="lay"):
        flush + Vocabulary({"lays-down": Arguments.CARD}, other_forms={"lay": "lays-down"})


@pytest.mark.parametrize(
    ("line", "words", "at"),
    [
        ("evening", "the title in double quotes is expected", 8),
        ("note", "the note in double quotes is expected", 5),
        ("left Ann 1 Ann draws", "Ann is named twice", 12),
        ("count Ann 1 Ann", "Ann is named twice", 13),
        ("cost 5 tea Ann 3 Bob paid", "paid", 22),
        ("Ann shows 2D to", '"to" does not belong here', 14),
    ],
)
def test_a_refusal_blames_the_first_word_at_fault(line, words, at):
    refusal = refused(line, names=("Ann", "Bob"))
    assert words in refusal.sentence
    assert refusal.at == at


def strange(line, names=("Ann", "Bob", "Cat", "Bock", "Flop")):
    return reading.SayingReader(lambda: STRANGE, names=names).read(line)


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("Bob grand bid 60 hand", e.Says("Bob", "grand", qualifiers=(("hand", None), ("bid", 60)))),
        ("Bob result-of mit 2", e.Says("Bob", "result-of", qualifiers=(("with", 2),))),
        ("Bob calls grand hand", e.Says("Bob", "grand", qualifiers=(("hand", None),))),
        ("bock", e.Announces("bock")),
        ("Bock grand", e.Says("Bock", "grand")),
        ("Bock passes", e.Passes("Bock")),
        ('"Bock" bids-9', e.Says("Bock", "bids-9")),
        ("Bock 18", e.Says("Bock", "18")),
        ("flop 2C 7D 9H", e.Announces("flop", cards=(Card.C2, Card.D7, Card.H9))),
        ("FLOPP", e.Announces("flop")),
        ("Flop wins", e.Wins("Flop")),
        (
            "ramsch ann 70 Bock jungfrau Cat 50",
            e.Announces("ramsch", (("Ann", 70), ("Bock", "virgin"), ("Cat", 50))),
        ),
        ("in Ann 34 Bob 5", e.Announces("in", amounts=(("Ann", 34), ("Bob", 5)))),
        ("bomb 5 2", e.Announces("bomb", amount=5, numbers=(2,))),
        ("chop even", e.Announces("chop even")),
        ("chop Ann 3 Bob 4", e.Announces("chop", amounts=(("Ann", 3), ("Bob", 4)))),
        ("Bob raises to 6", e.Raises("Bob", 6, True)),
        ("Bob wins high second", e.Wins("Bob", "high", board="second")),
        ("split Ann Bob low third", e.Split(("Ann", "Bob"), "low", "third")),
        ("Bob takes house 5", e.Takes("Bob", ("house",), 5)),
    ],
)
def test_qualifiers_announcements_halves_and_boards_are_read(line, event):
    assert strange(line) == event


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Bob grand hand hand", "hand is said twice"),
        ("Bob grand ouvert", "hand or bid N"),
        ("Bob grand bid", "breaks off"),
        ("Bob bare hand", "does not belong here"),
        ("chop even 3", "3"),
        ("ramsch Ann 70 Ann 3", "Ann is named twice"),
        ("ramsch Ann maiden", "maiden"),
        ("flop 2C 7D 9H KH", "does not belong here"),
        ("turn", "card"),
        ("runs 2 3", "does not belong here"),
        ("in Ann", "amount"),
        ("split Ann high", "no player is called high"),
    ],
)
def test_qualifiers_and_announcements_that_do_not_fit_are_refused(line, words):
    with pytest.raises(Refusal) as caught:
        strange(line)
    assert words in caught.value.sentence, caught.value.sentence


def test_a_line_is_read_with_the_words_of_the_game_that_is_open_there():
    replay = Replay()
    batch = CommandBatch(replay)
    batch.say_all(enumerate(('evening "X"', "players Ann Bob Cat", "game nap", "end", "game my-bird-sings"), 1))
    reader = batch.reader
    assert reader.words.in_hand() == vocabulary_of("my-bird-sings")
    assert [replay.game_at(number) for number in range(1, 6)] == [None, None, None, "nap", None]
    assert reader.read('amend 5 "so": Ann sings 7D') == e.Amend(5, "so", e.Says("Ann", "sings", cards=(Card.D7,)))
    with pytest.raises(Refusal, match="sings"):
        reader.read('amend 4 "so": Ann sings 7D')


def test_the_json_of_qualifiers_and_announcements_is_stored_as_version_2():
    event = strange("Bob grand bid 60 hand")
    body = b'{"kind":"says","player":"Bob","word":"grand","qualifiers":[["hand",null],["bid",60]]}'
    assert (e.encode(event), e.version_of(event)) == (body, 2)
    event = strange("ramsch Ann 70 Bob virgin Cat 50")
    body = b'{"kind":"announces","word":"ramsch","entries":[["Ann",70],["Bob","virgin"],["Cat",50]]}'
    assert (e.encode(event), e.version_of(event)) == (body, 2)


def test_a_game_s_words_are_said_by_the_game_alone():
    notation = reading.SayingReader(
        lambda: Vocabulary({"sings": Arguments.CARD}, other_forms={"sing": "sings"}), names=TABLE
    )
    assert notation.read("Ann sing 7D") == e.Says("Ann", "sings", cards=(Card.D7,))
    with pytest.raises(Refusal, match='"lays" is not what a player does'):
        notation.read("Ann lays 7D")


def test_the_words_of_the_games_are_collected_without_their_rules_and_not_before_one_is_met():
    program = """
import sys
from ledger.games.language import Reader, write
from tests.helpers.rig import tries
reader = Reader(names=("Ann", "Bob"))
collected = lambda: {name for name in sys.modules if name.startswith("ledger.games.") and name.endswith(".words")}
for saying in ("Ann passes", "trick Bob", "Bob calls 3", "Ann bets 4"):
    assert write(reader.read(saying), reader.money)
assert not collected(), collected()
reader.read("Ann row with Bob")
assert "ledger.games.loto.words" in collected()
assert not [name for name in sys.modules if name.startswith("ledger.games.") and name.endswith(".rules")]
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_other_forms_are_of_known_words_and_hide_none():
    assert set(OTHER_FORMS.values()) <= set(VERBS) | set(WORDS)
    assert not set(OTHER_FORMS) & (set(VERBS) | set(WORDS) | set(KEYWORDS))


@pytest.mark.parametrize("form", sorted(OTHER_FORMS))
def test_both_forms_of_a_word_are_the_same(form):
    for rest in ("", " 3", " 7D", " Ann", " Ann 3", " 7D 8D", " card to Ann for 3"):
        try:
            event = read(f"Bob {OTHER_FORMS[form]}{rest}")
        except Refusal:
            continue
        assert read(f"Bob {form}{rest}") == event
        return
    pytest.fail(f"no saying with {form} was read")


SMALL = ("with", "after", "to", "for", "on", "at", "takes", "draws", "turn-up")


def test_the_reserved_words_are_those_of_the_notation():
    assert set(KEYWORDS) - {"cost"} | {*SMALL, "bank"} == RESERVED
    for name in sorted(RESERVED):
        assert refused(f'players Ann "{name.title()}"').code is Code.BAD_NAME


# Refusals

BAD = [
    # what is not known
    ("Bobb passes", Code.UNKNOWN_PLAYER, 1, '"Bobb" is neither a player', "Did you mean Bob?"),
    ("trik Ann", Code.UNKNOWN_WORD, 1, '"trik" is neither', "Did you mean trick?"),
    ("passes", Code.UNKNOWN_WORD, 1, "it is not said who passes", "A passes"),
    ("out", Code.UNKNOWN_WORD, 1, "it is not said of whom", "A out"),
    ("Ann draws", Code.UNREADABLE, 10, "a number or a card is expected", "A draws N"),
    ("Ann bets 3 on", Code.UNREADABLE, 14, "breaks off", "A bets AMOUNT [on WHAT]"),
    ("Ann", Code.UNREADABLE, 1, 'it is not said what "Ann" does', ""),
    ("Ann pays Bbo 3", Code.UNKNOWN_PLAYER, 10, "no player is called Bbo", "Did you mean Bob?"),
    ("Ann pays Zzz 3", Code.UNKNOWN_PLAYER, 10, "no player is called Zzz", "The players are Ann, Bob"),
    ("Ann stkes 3", Code.UNKNOWN_WORD, 5, '"stkes" is not what', "Did you mean stakes?"),
    ("Ann flurb 3", Code.UNKNOWN_WORD, 5, '"flurb" is not what', ""),
    ("Ann 10H", Code.UNKNOWN_WORD, 5, "is a card", "A plays CARD"),
    ("Ann deal", Code.UNKNOWN_WORD, 5, "begins a saying", "deal [A]"),
    ("Ann cards-bought", Code.UNKNOWN_WORD, 5, "is not what", "A buys N cards"),
    ("Ann +5", Code.UNKNOWN_WORD, 5, "is an amount", "A bets AMOUNT"),
    ("Ann a=b", Code.UNKNOWN_WORD, 5, "is not what", ""),
    ('Ann "nap"', Code.UNKNOWN_WORD, 5, "is not what", ""),
    ("Ann calls bets 3", Code.UNKNOWN_WORD, 11, '"bets" is not a call', "A bets AMOUNT"),
    ("Ann nap 3", Code.UNREADABLE, 9, '"3" does not belong here', "A nap"),
    ("Ann passes now", Code.UNREADABLE, 12, '"now" does not belong here', "A passes"),
    ('"trick" Ann', Code.UNKNOWN_WORD, 1, "neither a player", ""),
    # other tables' habits
    ("fine Cat 2d", Code.UNKNOWN_WORD, 1, '"fine" is not said here', "penalty A OFFENCE"),
    ("Cat fine 2", Code.UNKNOWN_WORD, 5, '"fine" is not said here', "penalty Cat OFFENCE"),
    ("Mary muck", Code.UNKNOWN_WORD, 6, '"muck" is not said here', 'Say "Mary Ann" passes'),
    ("Cat mucks", Code.UNKNOWN_WORD, 5, "is not said here", "Say Cat passes"),
    ("Cat calls muck", Code.UNKNOWN_WORD, 11, "is not said here", "Cat passes"),
    ("scratch", Code.UNKNOWN_WORD, 1, "is not said here", "undo"),
    ("redeal", Code.UNKNOWN_WORD, 1, "is not said here", "misdeal"),
    ("redo", Code.UNKNOWN_WORD, 1, "is not said here", "void N"),
    ("help", Code.UNKNOWN_WORD, 1, "is not said here", "card-ledger table"),
    ("quit", Code.UNKNOWN_WORD, 1, "is not said here", "close"),
    ("call 3", Code.UNKNOWN_WORD, 1, "it is not said who calls", "A calls"),
    ("note “so”", Code.UNREADABLE, 6, "“ is not read as a quote", "note"),
    ("players Ann,Bob,Cat", Code.BAD_NAME, 9, "is not a name", "Put blanks between names"),
    ("xyzzy 3", Code.UNKNOWN_WORD, 1, "neither a player", "The players are Ann, Bob"),
    # cards
    ("Ann plays 1OH", Code.BAD_CARD, 11, '"1OH" is not a card: a card is a rank A 2', "Did you mean 10H?"),
    ("trick 1OH 7D", Code.BAD_CARD, 7, '"1OH" is not a card', "Did you mean 10H?"),
    ("trick 7D Ann", Code.BAD_CARD, 10, '"Ann" is not a card', ""),
    ("trick Bbo", Code.UNKNOWN_PLAYER, 7, "no player is called Bbo", "Did you mean Bob?"),
    ("Ann plays 7D 1H", Code.BAD_CARD, 14, '"1H" is not a card', ""),
    ('Ann plays "7D"', Code.BAD_CARD, 11, "is not a card", ""),
    ("Ann plays 7D takes", Code.UNREADABLE, 19, "a card is expected", "A plays CARD"),
    ("Ann plays", Code.UNREADABLE, 10, "a card is expected", "A plays CARD"),
    ("Ann plays takes 7D", Code.BAD_CARD, 11, '"takes" is not a card', ""),
    ("Ann lays 7D 8D", Code.UNREADABLE, 13, "does not belong", "A lays CARD"),
    ("Ann barters 7D", Code.UNREADABLE, 15, "a card is expected", "[CARD CARD]"),
    ("Ann draws 5 7H", Code.UNREADABLE, 13, '"7H" is not a whole number', "A draws N"),
    ("Ann draws 7H 5", Code.BAD_CARD, 14, '"5" is not a card', "A draws N"),
    ("deal turnup 7D", Code.UNKNOWN_PLAYER, 6, "no player is called turnup", ""),
    ("deal Ann 7D", Code.UNREADABLE, 10, '"turn-up" is expected, not "7D"', "deal [A]"),
    ("end draw Ann:7X", Code.BAD_CARD, 10, "is not a card", ""),
    ("end draw Ann 7D", Code.UNREADABLE, 10, "as A:7D", ""),
    ("end draw Ann: 7D", Code.UNREADABLE, 10, "as A:7D", ""),
    ("end draw Ann:7D Ann:8D", Code.PLAYERS, 17, "named twice", ""),
    ("end draw", Code.UNREADABLE, 9, "as A:7D", "end draw A:CARD"),
    ("end divid", Code.UNKNOWN_WORD, 5, "say divide, draw or leave", "Did you mean divide?"),
    # amounts and numbers
    ("Ann bets x", Code.BAD_AMOUNT, 10, '"x" is no amount', "A bets AMOUNT"),
    ("Ann bets -3", Code.BAD_AMOUNT, 10, "has a sign", ""),
    ("Ann bets 1.5", Code.BAD_AMOUNT, 10, "no amount", ""),
    ('Ann bets "3"', Code.BAD_AMOUNT, 10, "has no quotes", ""),
    ("Ann bets 99999999999999999999", Code.BAD_AMOUNT, 10, "too much", ""),
    ("Ann bets 3 at king", Code.UNREADABLE, 12, '"on" is expected, not "at"', ""),
    ("Ann draws 9999999999", Code.UNREADABLE, 11, "below 1,000,000,000", ""),
    ("Ann buys x cards", Code.UNREADABLE, 10, '"x" is not a whole number', "A buys N cards"),
    ("Ann saves", Code.UNREADABLE, 10, "a whole number is expected", "A saves N"),
    ("Ann scores", Code.UNREADABLE, 11, "is expected", "A scores N"),
    ("Ann scores aces=x", Code.UNREADABLE, 12, "is not a name and a whole number, as aces=2", ""),
    ("Ann takes king 5", Code.UNKNOWN_WORD, 16, '"5" is not a thing to take', "A takes THING"),
    ("Ann takes 7D", Code.UNKNOWN_WORD, 11, '"7D" is not a thing to take', ""),
    ("tricks Ann 3 Bob", Code.UNREADABLE, 17, "a whole number is expected", "tricks A N"),
    ("tricks Ann 3 Ann 2", Code.PLAYERS, 14, "Ann is named twice", ""),
    ("left", Code.UNREADABLE, 5, "the name of a player is expected", "left A N"),
    ("left Ann 3+", Code.UNREADABLE, 10, "a number and a mark", ""),
    ("result Ann 12 Bob -12", Code.BAD_AMOUNT, 12, '"12" has no sign', "Say +12 or -12"),
    ("result Ann +", Code.BAD_AMOUNT, 12, "has no sign", ""),
    ("result Ann +-3", Code.BAD_AMOUNT, 12, "has a sign", ""),
    ("split Ann", Code.PLAYERS, 7, "between two or more", "A wins"),
    # texts
    ('note "x', Code.UNREADABLE, 6, "the quote that begins here is not closed", 'note "TEXT"'),
    ('note "x"y', Code.UNREADABLE, 9, "a blank belongs after a closing quote", ""),
    ('note "x""y"', Code.UNREADABLE, 9, "a blank belongs after a closing quote", ""),
    ('note x"y"', Code.UNREADABLE, 7, "a quote stands within the word", ""),
    ('note "a\\n"', Code.UNREADABLE, 8, "\\n means nothing", ""),
    ('note "x":', Code.UNREADABLE, 6, "is not the note", ""),
    ("note hello", Code.UNREADABLE, 6, "stands in double quotes", 'Say "hello"'),
    ("note supper at eleven  # late", Code.UNREADABLE, 6, "stands in double quotes", 'Say "supper at eleven"'),
    ("void 5 she lied", Code.UNREADABLE, 8, "stands in double quotes", 'Say "she lied"'),
    ("amend 5 misheard: Bob passes", Code.UNREADABLE, 9, "stands in double quotes", 'Say "misheard":'),
    ("insert 5 she lied : Bob passes", Code.UNREADABLE, 10, "stands in double quotes", 'Say "she lied":'),
    ("evening Boxing Night on 1898-12-26", Code.UNREADABLE, 9, "stands in double quotes", 'Say "Boxing Night"'),
    ("evening Boxing Night money=lsd", Code.UNREADABLE, 9, "stands in double quotes", 'Say "Boxing Night"'),
    ('note k="x"', Code.UNREADABLE, 6, "is not the note", ""),
    ("Ann pass\x07es", Code.UNREADABLE, 9, "control character (U+0007)", ""),
    ("Ann passes\nBob passes", Code.UNREADABLE, 11, "control character (U+000A)", ""),
    ('note "\u202e"', Code.UNREADABLE, 7, "control character (U+202E)", ""),
    ("evening Tuesday", Code.UNREADABLE, 9, "stands in double quotes", 'Say "Tuesday"'),
    ('evening "A" on 1898-02-30', Code.UNREADABLE, 16, "is not a date", ""),
    ('evening "A" on 18981226', Code.UNREADABLE, 16, "is not a date", ""),
    ('evening "A" on 1898-W52-1', Code.UNREADABLE, 16, "is not a date", ""),
    ('evening "A" on 2020-01-01 on 2020-01-01', Code.OPTIONS, 27, "on is said twice", ""),
    ('evening "A" money=XYZ', Code.BAD_AMOUNT, 13, "no money known", ""),
    ('evening "A" counter=1d money=lsd counter=2d', Code.OPTIONS, 34, "counter is said twice", ""),
    ('evening "A" counter=x money=lsd', Code.BAD_AMOUNT, 13, "no amount", ""),
    ('evening "A" limit=3', Code.OPTIONS, 13, "no option limit", ""),
    ('evening "A" here', Code.UNREADABLE, 13, "does not belong to the evening", ""),
    # options
    ("game", Code.UNREADABLE, 5, "the name of a game is expected", "game NAME"),
    ("game nap stake=", Code.UNREADABLE, 10, "has no value", ""),
    ("game nap =3", Code.UNREADABLE, 10, "is not an option", ""),
    ("game nap stake", Code.UNREADABLE, 10, "neither an option", ""),
    ("game nap stake=1 STAKE=2", Code.OPTIONS, 18, "stake is said twice", ""),
    ("game nap with Ann stake=1", Code.UNKNOWN_PLAYER, 19, "no player is called stake=1", ""),
    ("game nap with", Code.UNREADABLE, 14, "the name of a player is expected", ""),
    ('game nap a="b":c', Code.UNREADABLE, 10, "is not an option", ""),
    # names
    ("players", Code.UNREADABLE, 8, "a name is expected", "players A B C"),
    ("players Ann ann", Code.BAD_NAME, 13, "ann is named twice", ""),
    ('players ""', Code.BAD_NAME, 9, "may not be empty", ""),
    ('players "  "', Code.BAD_NAME, 9, "may not be empty", ""),
    ("players Bob!", Code.BAD_NAME, 9, "is not a name", 'Say "Bob!"'),
    ("players Ann,", Code.BAD_NAME, 9, "is not a name", ""),
    ("players 10", Code.BAD_NAME, 9, "it is a number", ""),
    ('players "-5"', Code.BAD_NAME, 9, "it is a number", ""),
    ("players as", Code.BAD_NAME, 9, "it is a card", ""),
    ('players "Q♠"', Code.BAD_NAME, 9, "it is a card", ""),
    ("players Trick", Code.BAD_NAME, 9, "a word that the notation needs", ""),
    ("Bank joins", Code.BAD_NAME, 1, "a word that the notation needs", ""),
    ("Ann joins before Bob", Code.UNREADABLE, 11, '"after" is expected', "A joins [after B]"),
    ("Eve joins after Fay", Code.UNKNOWN_PLAYER, 17, "no player is called Fay", ""),
    # corrections and reasons
    ('void x "why"', Code.UNREADABLE, 6, "is not the number of an event", 'void N "WHY"'),
    ('void 0 "why"', Code.CORRECTION, 6, "numbered from 1", ""),
    ("void 3", Code.UNREADABLE, 7, "the reason in double quotes is expected", ""),
    ('void 3 ""', Code.UNREADABLE, 8, "the reason may not be empty", ""),
    ('reopen " "', Code.UNREADABLE, 8, "the reason may not be empty", ""),
    ('misdeal ""', Code.UNREADABLE, 9, "the reason may not be empty", ""),
    ("penalty Ann 3", Code.UNREADABLE, 14, "the reason in double quotes is expected", ""),
    ('penalty Ann "late"', Code.UNKNOWN_WORD, 13, "an offence or an amount", ""),
    ('amend 3 "why" Bob passes', Code.UNREADABLE, 14, "a colon is expected", 'amend N "WHY": SAYING'),
    ('amend 3 "why":', Code.UNREADABLE, 15, "a saying is expected", ""),
    ('amend 3 "why": # x', Code.UNREADABLE, 19, "a saying is expected", ""),
    ('amend 3 "why": undo', Code.CORRECTION, 16, '"undo" is a correction itself', ""),
    ('insert 3 "a": insert 3 "b": undo', Code.CORRECTION, 15, "is a correction itself", ""),
    ('insert 3 "why": Bob plays 1H', Code.BAD_CARD, 27, "is not a card", "Did you mean 10H?"),
    ('insert 3 "why": players Ann Trick', Code.BAD_NAME, 29, "the notation needs", ""),
    ("undo 3", Code.UNREADABLE, 6, "does not belong here", ""),
    ("pool loses", Code.UNREADABLE, 6, '"wins" is expected', "pool wins"),
    ("Ann sells card Bob for 3", Code.UNREADABLE, 16, '"to" is expected', "A sells THING to B"),
]


@pytest.mark.parametrize(("line", "code", "column", "sentence", "remedy"), BAD, ids=[bad[0] for bad in BAD])
def test_a_saying_that_cannot_be_read(line, code, column, sentence, remedy):
    refusal = refused(line)
    assert (refusal.code, refusal.at) == (code, column)
    assert sentence in refusal.sentence
    assert remedy in refusal.remedy


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Ann bets 3", "says no coin: say 3d, 3s or £3"),
        ("Ann bets 1/3d", "no number of farthings"),
        ("players 12d", "it is an amount"),
        ("players 1s6d", "it is an amount"),
        ("players 2/6", "is not a name"),
        ("Bob 6d", "is an amount, and it is not said what is done with it"),
        ("result Ann 6d", "has no sign"),
    ],
)
def test_a_saying_that_cannot_be_read_in_pounds_shillings_and_pence(line, sentence):
    assert sentence in refused(line, LSD).sentence


def test_before_any_players_are_named_a_refusal_says_how_to_name_them():
    assert "players A B C" in refused("Ann passes", names=()).remedy
    assert "players A B C" in refused("deal Ann", names=()).remedy


def test_a_refusal_repeats_little_of_what_was_said():
    long = "x" * 5_000
    for line in (
        long,
        f"{long} passes",
        f"Ann {long} 3",
        f"Ann plays {long}",
        f"Ann bets {long}",
        f"Ann draws {'9' * 5_000}",
        f"players {long}!",
        f"deal {long}",
        f'void 3 "why"{long}',
        f"end {long}",
        f"end draw {long}",
        f"game nap {long}={long}!",
        f"game nap {long}",
        f'evening "A" {long}=3',
        f'evening "A" money={long}',
        f'evening "A" on {long}',
        f"result Ann {'1' * 5_000}",
        f"result Ann +{'1' * 5_000}",
        f'note {long}"',
        f"note {long}",
        f"players {long} {long}",
        f"Ann calls {long} {long}",
        f"Ann pays {long} 3",
    ):
        assert len(refused(line).message) < 400, line[:30]


def test_a_refusal_names_few_of_many_players():
    names = [f"Player number {number}" for number in range(1000)]
    assert len(refused("deal Zebedee", names=names).message) < 400


@pytest.mark.parametrize("character", ['"', "a", " ", "a ", '"" ', "\\", "=", ":", "\x00", "9"])
def test_a_line_of_ten_million_characters_is_refused_at_once(character):
    line = character * (10_000_000 // len(character))
    start = time.process_time()
    refusal = refused(line)
    assert time.process_time() - start < 0.5
    assert refusal.code is Code.UNREADABLE
    assert len(refusal.message) < 200


@pytest.mark.parametrize("character", ['"', '\\"', "Ann ", "7D ", "Ann 3 ", "a=1 ", '"Ann" ', "+pope", ":", "\u0308"])
@pytest.mark.parametrize(
    "start", ["", "players ", "Ann plays ", "tricks ", "left Ann 3", "note ", "game nap ", "Ann divides "]
)
def test_the_longest_sayings_are_read_quickly(start, character):
    line = (start + character * LONGEST)[:LONGEST]
    begun = time.process_time()
    _, refusal = attempt(line)
    assert refusal is None or len(refusal.message) < 400
    assert time.process_time() - begun < 2


PIECES = [
    *KEYWORDS, *VERBS, *WORDS, *OTHER_FORMS, *TABLE[:4], "with", "after", "to", "for", "on", "at", "turn-up", "cards",
    "7D", "10h", "Q♠", "3", "0", "-3", "+1s6d", "1/3d", "2d", "£1/2/6", "½", "1.50", "1898-12-26", "a=b", "a=", "=",
    '"', '"x"', '""', '"x":', ':', 'k="v"', '"Mary Ann":7D', "Ann:7D,8C", "2+pope", "#", "\\", "\x00", "İ", "ß",
]  # fmt: skip


@settings(max_examples=tries(1500), deadline=None)
@given(
    st.one_of(
        st.text(max_size=60),
        st.lists(st.sampled_from(PIECES), max_size=9).map(" ".join),
        st.lists(st.sampled_from(PIECES), max_size=9).map("".join),
        st.lists(st.sampled_from(PIECES), max_size=6).map(lambda pieces: "Ann " + " ".join(pieces)),
        st.lists(st.sampled_from(PIECES), max_size=6).map(lambda pieces: 'insert 3 "w": Ann ' + " ".join(pieces)),
    ),
    st.sampled_from(MONIES),
)
def test_whatever_is_said_is_an_event_that_reads_back_or_is_refused(line, money):
    event, refusal = attempt(line, money)
    if refusal:
        assert refusal.sentence
        assert not refusal.sentence.endswith(".")
        assert refusal.at is None or 1 <= refusal.at <= len(line) + 1
        return
    if event is None:
        assert not line.strip("\ufeff \t").strip() or line.strip("\ufeff").strip().startswith("#")
        return
    reader = Reader(money, TABLE)
    said = write(event, money)
    assert reader.read(said) == event
    assert e.decode(e.encode(event)) == event
