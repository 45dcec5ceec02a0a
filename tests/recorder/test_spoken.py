"""What a host says in his own words: it is taken, or refused with the way out in one step; nothing is written."""

import time

import pytest

from ledger.cli.wording import awaited, recorded
from ledger.core.refusals import Refusal, RefusedLine
from ledger.recorder import Recorder
from ledger.recorder.resolve import PAIR, BareNumber
from ledger.store import open_store
from tests.helpers import command_line

at_home, run = command_line.at_home, command_line.run

PLAYERS = "players Ann Bob Cat Dan"
SINGLE = "game loo; deal Ann"
DOUBLE = f"{SINGLE}; Bob wins; deal"
TOGETHER = "Dora joins"
TWO_DEALS = f"{DOUBLE}; Cat stands; Dan stands; tricks Cat 2 Dan 1; deal; Bob wins"
POPE = "game pope-joan; deal Ann 9S"
JACKS = "game poker limit=10; deal Ann"
VINGT_UN = "game vingt-un; deal Ann"
SHOWN = "game poker; deal Ann; Cat opens 2; Dan calls; Ann passes; Bob passes; draws 1 1; Cat bets 2; Dan calls"
HOLDEM = "game holdem; all buys 100; deal Ann; all fold"
NAP = "game nap; deal Ann; Bob 3; Bob made; deal"

TAKEN = (
    (f"{DOUBLE}; Cat stands; Dan stands", "c2 d1", ["tricks Cat 2 Dan 1"]),
    (f"{DOUBLE}; Cat stands; Dan stands", "c 2 d 1", ["tricks Cat 2 Dan 1"]),
    (DOUBLE, "a, b, c stand", ["Cat stands", "Ann stands", "Bob stands"]),
    (DOUBLE, "a b and c stand", ["Cat stands", "Ann stands", "Bob stands"]),
    (DOUBLE, "all pass", ["Cat passes", "Dan passes", "Ann passes"]),
    ("game nap; deal Ann", "all pass", ["Bob passes", "Cat passes", "Dan passes", "Ann passes"]),
    ("game poker; deal Ann", "all pass", ["Cat passes", "Dan passes", "Ann passes", "Bob passes"]),
    ("game vingt-un; deal Ann", "all stake 2", ["Bob stakes 2", "Cat stakes 2", "Dan stakes 2"]),
    (DOUBLE, "next", ["deal"]),
    ("game loo", "deal 8d", ["deal turn-up 8D"]),
    (POPE, "b t q k", ["Bob takes queen king"]),
    (POPE, "b t queen jack", ["Bob takes queen knave"]),
    ("", "poker", ["game poker"]),
    ("", "loo deal=6", ["game loo deal=6"]),
    ("", "Eve joins after d", ["Eve joins after Dan"]),
    (NAP, 'amend 5 "misheard": b 4', ['amend 5 "misheard": Bob 4']),
    (NAP, 'amend 6 "misheard": b f', ['amend 6 "misheard": Bob failed']),
    (
        "game nap; deal Ann; tricks Bob 1 Cat 3 Dan 1",
        'amend 5 "x": tricks c 1 d 2 b 2',
        ['amend 5 "x": tricks Cat 1 Dan 2 Bob 2'],
    ),
    ("game nap; deal Ann; Bob 3; Bob made; Dan leaves", '"da" joins', ["da joins"]),
    (
        TWO_DEALS,
        'amend 9 "x": c 1 d 2; amend 11 "x": b wins',
        ['amend 9 "x": tricks Cat 1 Dan 2', 'amend 11 "x": Bob wins'],
    ),
    (
        f"{DOUBLE}; Cat stands; Dan stands; tricks Cat 2 Dan 1",
        'amend 9 "x": c1 d2',
        ['amend 9 "x": tricks Cat 1 Dan 2'],
    ),
    (POPE, "c matrimony", ["Cat takes matrimony"]),
    ("game vingt-un; deal Ann; all stake 2; Bob stands; Cat stands", "d 17", ["Dan 17"]),
    (f"{DOUBLE}; Cat stands; Dan stands", "c2d1", ["tricks Cat 2 Dan 1"]),
    ("game cassino; deal Ann", "agla2c", ["Ann scores great little aces=2 cards"]),
    ("game speculation; deal Ann", "a tr b3", ["Ann sells trump to Bob for 3"]),
    ("game newmarket", "d JDQHKCAS", ["deal turn-up JD QH KC AS"]),
    ("game tally", "result a +30 b -30", ["result Ann +30 Bob -30"]),
    (NAP, 'penalty b 3 "he looked"', ['penalty Bob 3 "he looked"']),
    (NAP, "count a 3 b 4 c 2 d 1", ["count Ann 3 Bob 4 Cat 2 Dan 1"]),
    ("game loo", "a 3 b 4", ["count Ann 3 Bob 4"]),
    ("", "pope joan", ["game pope-joan"]),
    ("", "vingt un stake=2", ["game vingt-un stake=2"]),
    ("", "hold'em", ["game holdem"]),
    (VINGT_UN, "b 3", ["Bob stakes 3"]),
    (VINGT_UN, "b2 c4 d1", ["Bob stakes 2", "Cat stakes 4", "Dan stakes 1"]),
    (VINGT_UN, "stakes 2 3 4", ["Bob stakes 2", "Cat stakes 3", "Dan stakes 4"]),
    (VINGT_UN, "all stake 1 each", ["Bob stakes 1", "Cat stakes 1", "Dan stakes 1"]),
    (f"{VINGT_UN}; all stake 2", "b bust", ["Bob over"]),
    (f"{VINGT_UN}; all stake 2", "c sticks", ["Cat stands"]),
    ("game holdem; all buy 100; deal Ann", "all in", ["Dan all-in"]),
    ("game holdem; all buy 100; deal Ann", "dan all in", ["Dan all-in"]),
    ("game poker; deal Ann; Cat bets 2", "see", ["Dan calls"]),
    (f"{JACKS}; Cat bets 2; Dan calls; Ann passes; Bob passes", "c stands pat", ["Cat pat"]),
    (f"{JACKS}; Cat bets 2; Dan calls; Ann passes; Bob passes", "draw 2", ["Cat draws 2"]),
    (POPE, "c gets the king", ["Cat takes king"]),
    (POPE, "d is out", ["Dan out"]),
    ("game nap; deal Ann; Bob 3", "c four", ["Cat 4"]),
    ("game speculation; deal Ann 6H", "c buys trump from a for 2", ["Ann sells trump to Cat for 2"]),
    ("game cassino; deal Ann", "a cards", ["Ann scores cards"]),
    ("game cassino; deal Ann", "a scores big cassino", ["Ann scores great"]),
    ("game nap; deal Ann", "undo that", ["undo"]),
    ("game nap; deal Ann", "b bids 3", ["Bob 3"]),
    (f"{DOUBLE}; Cat stands; Dan stands", "c wins the trick", ["trick Cat"]),
    (f"{DOUBLE}; Cat stands", "d plays", ["Dan stands"]),
    ("", "everyone buys 20", [f"{who} buys 20" for who in ("Ann", "Bob", "Cat", "Dan")]),
    ("", "ann buys 20 more", ["Ann buys 20"]),
    ("", "ann rebuys 20", ["Ann buys 20"]),
    ("", "all count 20", ["count Ann 20 Bob 20 Cat 20 Dan 20"]),
    ("", "holdem small 5 big 10", ["game holdem small=5 big=10"]),
    ("", "hold em blinds 5/10 ante 1", ["game holdem small=5 big=10 ante=1"]),
    ("", "game holdem 5/10", ["game holdem small=5 big=10"]),
    ("", "casino", ["game cassino"]),
    ("", "zoe joins", ["Zoe joins"]),
    ("", '"zoe" joins', ["zoe joins"]),
    (HOLDEM, "sits out", ["Bob sits-out"]),
    (f"{HOLDEM}; deal", "c sits out", ["Cat sits-out"]),
    (f"{HOLDEM}; deal; Ann raises to 6; Bob calls", "others fold", ["Cat folds", "Dan folds"]),
    (
        f"{HOLDEM}; deal; Ann calls; Bob calls; Cat calls; Dan checks",
        "all check",
        ["Cat checks", "Dan checks", "Ann checks", "Bob checks"],
    ),
    ("game poker; deal Ann; Cat opens 2; Dan calls", "others fold", ["Ann passes", "Bob passes"]),
    (SHOWN, "c wins with three of a kind", ["Cat wins threes"]),
    (SHOWN, "c wins straight flush", ["Cat wins sequence-flush"]),
    ("Eve joins", "e le", ["Eve leaves"]),
    (f"{VINGT_UN}; all stake 2; Bob stands; Cat stands", "d 21", ["Dan vingt-un"]),
    (f"{VINGT_UN}; all stake 2; Bob stands; Cat stands; Dan stands", "dealer 19", ["Ann 19"]),
    ("game pope-joan", "deal turn up 9s", ["deal turn-up 9S"]),
    ("game tournament", "c knocked out by a", ["Ann knocks-out Cat"]),
    ("game tournament", "c is out", ["Cat out"]),
    ("game nap; deal Ann", "fine a 5 for talking", ['penalty Ann 5 "talking"']),
    ("game nap; deal Ann; Bob 3", "trick to c", ["trick Cat"]),
    (NAP, 'amend 5 "misheard" b 4', ['amend 5 "misheard": Bob 4']),
)

REFUSED = (
    (SINGLE, "b plays", "nobody declares.\n  Bob may say: wins"),
    (f"{DOUBLE}; Cat stands; Dan stands", "tricks a 1 b 2 c 0", "Anybody may say: trick NAME, tricks NAME N …"),
    (POPE, "deal 8d", "turn-up 8d: the deal is in play: Bob leads"),
    (POPE, "e t pope", "The players are Ann, Bob, Cat and Dan"),
    ("game poker; deal Ann", "c wins", "Cat may say: straddles 2, pass, opens, opens 2 to 13, bets 2 to 13"),
    ("game poker; deal Ann", "cat all in", "Say Cat opens 13 or Cat bets 13 at the most"),
    ("game poker; deal Ann", "cat raises to 10", "Cat may say: straddles 2, pass, opens"),
    (NAP, "amend 5 tricks b 3", 'the reason is missing.\n  Say amend 5 "WHY": tricks b 3'),
    (NAP, "penalty b 3", 'penalty b 3: the reason is missing.\n  Say penalty Bob 3 "WHY"'),
    (NAP, "penalty bob 3", 'Say penalty Bob 3 "WHY"'),
    (f"{JACKS}; Cat opens 2", "all in", "Say Dan bets 12 or Dan raises 10 at the most"),
    (f"{JACKS}; Cat opens 2", "c wins two-pairs", "Cat is left alone and has not shown: say Cat wins"),
    ("game nap; deal Ann; Bob 3; Bob made; Dan leaves", "da joins", 'Say Dan joins, or "da" joins for somebody new'),
    (TOGETHER, "an joins", 'Ann is at the table already, and an would be somebody new.\n  Say "an" joins'),
    ("Dora joins", "d leaves", "It may be Dan leaves or Dora leaves"),
    ("Dora joins; game nap; deal Ann", "d 3", "It may be Dan 3 or Dora 3"),
    ("game cassino; deal Ann; Ann scores great little aces=2 cards", "d a2", "Dan may say: scores"),
    (f"{DOUBLE}; Cat stands; Ann stands; Bob stands", "c2 d1", "Dan does not play to the tricks of this deal"),
    (NAP, "end", "Cat may say: pass, 1, 2, 3, 4, nap; misdeal gives the deal up"),
    (NAP, "close", "Nap is not over.\n  Say end first, once the deal is over; misdeal gives the deal up"),
    (f"{NAP}; count Ann 50", "close", "Nap is not over.\n  Say end first"),
    (DOUBLE, "d is late", "Dan may say: stands, miss, pass"),
    ("game poker; deal Ann; Cat bets 2", "raises to 10", "Say by how much it is raised: A raises AMOUNT. Dan may say"),
    (
        "game vingt-un; deal Ann; all stake 2; Bob stands",
        "c wins",
        "Cat may say: stands, draws CARD …, draws N, 2 to 20",
    ),
    (
        f"{JACKS}; Cat bets 2; Dan calls; Ann passes; Bob passes; draws 1 1",
        "draw 1",
        "Cat may say: pass, stands, bets 1",
    ),
    (NAP, "poker", "Nap is being played.\n  Say end first, and then game poker"),
    (NAP, "nap players Ann Bob", "Nap is being played.\n  Say deal for the next deal"),
    (
        TWO_DEALS,
        'insert 9 "Ann stood too": a stands',
        "Then deal 2 comes to Bob -3, Cat +8, Dan +4, Ann -6, the next deal is a full one, somebody having been looed",
    ),
    (TWO_DEALS, 'insert 8 "Ann stood": a stands', "Before event 8: it is Bob's turn to declare"),
    (
        TWO_DEALS,
        'amend 9 "x": tricks a 1 d 2',
        'all of it in one line: insert 9 "x": Ann stands; amend 9 "x": tricks Ann 1 Dan 2; amend 11 "x": Bob stands',
    ),
    ("game nap; deal Ann; Cat 3", 'insert 5 "x": b 3', 'Say both in one line: insert 5 "x": Bob 3; amend 5 "x": Cat 4'),
    ("game speculation; deal Ann", "b buys trump for 3", "sells trump to Bob for 3"),
    ("game speculation; deal Ann 6H", "b buys it for 3", "Say Ann sells trump to Bob for 3"),
    ("game poker; deal Ann; Cat opens 2; all pass", "c wins two pair", "no deal is in hand: it is Bob's turn to deal"),
    ("game poker; deal Ann", "c wins two pair", "Cat may straddle"),
    (SHOWN, "c shows two pair", "Cat may say: shows CARD …, wins, wins HAND"),
    (SHOWN, "d folds", "Dan passes: the bets are over"),
    ("", "zoe bets 3", "Zoe is not at the table.\n  Say Zoe joins for somebody new. The players are Ann"),
    ("game nap; deal Ann", "zoe passes", "Say Zoe joins for somebody new once the deal is over"),
    ("game nap; deal Ann; Bob 3; Bob made", "e 3", '"e" is neither a player'),
    ("Eve joins; game holdem; all buys 100; deal", "e le", "e may be Eve or end.\n  Say Eve leaves, or end leave"),
    (f"{HOLDEM}; deal; Ann raises to 6; Bob calls; Cat folds; Dan folds", "others fold", "has spoken in this deal"),
    (
        f"{HOLDEM}; deal; in Ann 10 Bob 10",
        "wins",
        "Say the name first, as in Ann wins",
    ),
    (HOLDEM, "d cashes out", "Say Dan cashes 100"),
    (HOLDEM, "holdem 5/10", "Say end first, and then game holdem small=5 big=10"),
    (f"{HOLDEM}; Ann tips 2", "close", "2 in holdem.house lies there still.\n  Say end divide"),
    ("", "tournament buyin 10", "its options are addon, bounty, entry"),
    ("game speculation; deal Ann", "a b 3", "b may be Bob or buys"),
    (NAP, "fine a 5", 'Say penalty Ann 5 "WHY"'),
    (NAP, "a buys", "The form is: A buys AMOUNT [paid|owing], or A buys N cards"),
    (NAP, "void 5", 'the reason is missing.\n  Say void 5 "WHY"'),
    (NAP, "undo 5", 'the reason is missing.\n  Say void 5 "WHY"'),
    ("", "ann owes bob 3", "Say Ann pays B AMOUNT, once it is paid"),
    (
        "game nap; deal Ann; Cat 2; Dan 3; Dan made",
        'insert 5 "x": b 4',
        'all of it in one line: insert 5 "x": Bob 4; amend 5 "x": Cat nap; amend 6 "x": Dan passes; '
        'amend 7 "x": Cat made',
    ),
    (
        "game nap; deal Ann; Cat 2; Dan 3; Dan made",
        'insert 5 "x": Bob 4; amend 5 "x": Cat passes',
        "event 6 would no longer fit, Dan 3: it is Dan's turn to call, and Bob has called 4",
    ),
)


def test_a_late_fact_is_refused_with_the_line_that_says_all_of_it(tmp_path):
    begun = session(tmp_path, TWO_DEALS)
    with pytest.raises(RefusedLine) as refused:
        begun.propose_typed('insert 9 "Ann stood too": Ann stands')
    line = 'insert 9 "Ann stood too": Ann stands; amend 11 "Ann stood too": Bob stands'
    assert refused.value.message.endswith(f"Say both in one line: {line}")
    assert [said.saying for said in begun.record_typed(line).said] == line.split("; ")


def test_three_corrections_together_are_said_in_one_line_that_was_tried(tmp_path):
    begun = session(tmp_path, TWO_DEALS)
    with pytest.raises(RefusedLine) as refused:
        begun.propose_typed('amend 9 "x": tricks a 1 d 2')
    line = refused.value.message.partition("in one line: ")[2]
    assert line.count("; ") == 2
    assert [said.saying for said in begun.record_typed(line).said] == line.split("; ")


@pytest.mark.parametrize("line", ["a tips 2", "d sits out", "Zoe joins", "d leaves"])
def test_what_leaves_the_rest_of_a_deal_to_what_is_assumed_is_asked_about(tmp_path, line):
    begun = session(tmp_path, f"{HOLDEM}; deal")
    answer = begun.propose_typed(line)
    assert answer.ends_in_silence
    assert recorded(begun.evening, answer)[0].startswith("deal 2 is over by ")


def test_a_deal_that_is_played_out_is_not_asked_about(tmp_path):
    begun = session(tmp_path, f"{HOLDEM}; deal; Cat raises to 6")
    assert not begun.propose_typed("Cat wins").ends_in_silence
    begun.write()
    assert not begun.propose_typed("a tips 2").ends_in_silence


def test_a_newcomer_who_played_on_other_evenings_is_known(tmp_path):
    recorder = Recorder(open_store(str(tmp_path / "evenings.db"), True), "Ann")
    recorder.open(['evening "Before"', "players Eve Fay"])
    recorder.open_session().record_together([(1, "game nap"), (2, "end")])
    recorder.open(['evening "A night"', PLAYERS])
    begun = recorder.open_session()
    assert begun.propose_typed("eve joins").said[0].saying == "Eve joins"
    begun.forget()
    with pytest.raises(Refusal) as refused:
        begun.propose_typed("ev joins")
    assert refused.value.message == (
        "ev joins: Eve has played on other evenings, and ev would be somebody new.\n"
        '  Say Eve joins, or "ev" joins for somebody new'
    )


def test_a_close_tells_in_words_who_was_short_and_who_has_what_of_it(tmp_path):
    begun = session(tmp_path, "count Ann 0; all buys 20; count Ann 13 Bob 19")
    answer = begun.propose_typed("close short=split")
    assert answer.books
    told = recorded(begun.evening, answer)
    assert told[1:3] == [
        "   Ann 7, Bob 1: counted short, and so lost",
        "   Ann, Bob, Cat and Dan 2 each: back from what was counted short",
    ]
    begun.forget()
    told = recorded(begun.evening, begun.propose_typed("close short=banker"))
    assert told[2] == "   bank 8: back from what was counted short"


def test_what_only_another_may_say_stands_on_a_line_of_his_own(tmp_path):
    begun = session(tmp_path, DOUBLE)
    assert awaited(begun.evening).splitlines()[1:] == [
        "  Cat: stands, miss, pass",
        "  Bob: wins, withdraws, last-round",
    ]
    begun = session(tmp_path, SINGLE)
    assert awaited(begun.evening).splitlines()[1:] == ["  Bob, Cat, Dan, Ann: wins", "  Ann: all-looed, withdraws"]


def session(tmp_path, before: str):
    recorder = Recorder(open_store(str(tmp_path / "evenings.db"), True), "Ann")
    recorder.open(['evening "A night"', PLAYERS])
    begun = recorder.open_session()
    for saying in filter(None, before.split("; ")):
        begun.record_typed(saying)
    return begun


@pytest.mark.parametrize(("before", "line", "meant"), TAKEN, ids=[line for _, line, _ in TAKEN])
def test_what_is_said_is_taken(tmp_path, before, line, meant):
    begun = session(tmp_path, before)
    answer = begun.propose_typed(line)
    assert [said.saying for said in answer.said] == meant
    assert begun.write().said


@pytest.mark.parametrize(("before", "line", "way_out"), REFUSED, ids=[line for _, line, _ in REFUSED])
def test_what_cannot_stand_is_refused_with_the_way_out(tmp_path, before, line, way_out):
    begun = session(tmp_path, before)
    number = begun.number
    with pytest.raises((Refusal, RefusedLine)) as refused:
        begun.propose_typed(line)
    assert way_out in refused.value.message
    assert begun.number == number


@pytest.mark.parametrize("line", ["c2 d1", "all pass", "next", "poker", "a b c stand", "result a +30 b -30"])
def test_files_and_programs_say_it_in_full(tmp_path, line):
    begun = session(tmp_path, "")
    with pytest.raises(RefusedLine):
        begun.record(line)


def test_a_line_of_one_long_word_is_refused_at_once():
    asked = "x" * 20_000
    started = time.process_time()
    assert PAIR.sub(r"\1 \2", asked) == asked
    assert time.process_time() - started < 1  # ten seconds once: each beginning of the word was tried to its end


def test_counters_and_money_in_one_saying_are_asked_about_at_a_terminal_alone(tmp_path):
    recorder = Recorder(open_store(str(tmp_path / "evenings.db"), True), "Ann")
    recorder.open(['evening "A night" money=GBP counter=0.10', PLAYERS])
    begun = recorder.open_session()
    for saying in ("game holdem", "all buys £10", "deal Ann"):
        begun.record_typed(saying)
    line = "in Cat 1.20 Bob 1.20 Dan 1 Ann 20p"
    assert begun.propose_typed(line).said[0].saying == "in Cat 1.20 Bob 1.20 Dan 0.10 Ann 0.20"
    begun.forget()
    begun.asks = True
    with pytest.raises(Refusal) as refused:
        begun.propose_typed(line)
    assert refused.value.message == (
        f'{line}: counters and money in one saying: "1" is a counter (£0.10) or £1.00: say 1.00 or £1.\n'
        "  Say in Cat 1.20 Bob 1.20 Dan 0.10 Ann 20p"
    )
    begun.bare_numbers = "c"
    for unmixed in ("in Cat 12 Bob 12 Dan 12", "in Cat 1.20 Bob 1.20 Dan 1.00", "Dan raises to 4"):
        begun.forget()
        assert begun.propose_typed(unmixed) is not None


@pytest.mark.parametrize(
    "line",
    [
        "1 2 " * 90,
        "ann and " * 60 + "xx",
        "won 3 from b and " * 40,
        "in " + "a 3 " * 90 + "z",
        "pizza " * 95,
        "x y " * 90,
    ],
    ids=["figures", "names", "sums", "pairs", "words", "letters"],
)
def test_no_line_takes_long_to_be_resolved(tmp_path, line):
    begun = session(tmp_path, "game holdem; deal Ann")
    started = time.process_time()
    with pytest.raises((Refusal, RefusedLine)):
        begun.propose_typed(line)
    assert time.process_time() - started < 1


def test_a_bare_number_is_asked_about_once_an_evening_at_a_terminal(tmp_path):
    recorder = Recorder(open_store(str(tmp_path / "evenings.db"), True), "Ann")
    recorder.open(['evening "A night" money=EUR counter=0.10', PLAYERS])
    begun = recorder.open_session()
    assert begun.record_typed("Ann buys 2").said[0].saying == "Ann buys 0.20"
    begun.asks = True
    with pytest.raises(BareNumber) as asked:
        begun.propose_typed("Ann buys 2")
    assert asked.value.sentence == "2 is 2 counters (€0.20) or €2.00: c or m?"
    begun.bare_numbers = "m"
    assert [said.saying for said in begun.record_typed("a buys 2; all buys 3").said] == [
        "Ann buys 2.00", *(f"{who} buys 3.00" for who in ("Ann", "Bob", "Cat", "Dan"))
    ]  # fmt: skip
    assert begun.record_typed("Ann buys twenty.").said[0].saying == "Ann buys 20.00"
    begun.bare_numbers = "c"
    assert begun.record_typed("a buys 2").said[0].saying == "Ann buys 0.20"
    begun.record_typed("game nap; deal Ann")
    begun.bare_numbers = ""
    assert begun.propose_typed("b 3").said[0].saying == "Bob 3"


STACKS = (
    "game holdem small=1 big=2", "Ann buys 10.00", "Bob buys 20.00", "Dan buys 20.00", "deal Ann", "in Ann 1.00 Bob 1.00",
    "Bob wins", "deal", "in Ann 9.00 Bob 9.00 Dan 2.00", "Bob wins", "deal", "in Bob 4.00 Dan 4.00", "Dan wins",
)  # fmt: skip


def with_stacks(tmp_path, *more: str):
    recorder = Recorder(open_store(str(tmp_path / "evenings.db"), True), "Ann")
    recorder.open(['evening "A night" money=GBP counter=0.10', "players Ann Bob Dan"])
    begun = recorder.open_session()
    for saying in (*STACKS, *more):
        begun.record(saying)
    return begun


def test_a_correction_that_reaches_into_later_deals_is_one_question(tmp_path):
    begun = with_stacks(tmp_path, "Ann buys 5.00", "deal", "in Ann 5.00 Dan 5.00", "Dan wins")
    line = 'amend 8 "misheard": in Ann 2.00 Bob 2.00'
    with pytest.raises(RefusedLine) as refused:
        begun.propose_typed(line)
    both = f'{line}; amend 11 "misheard": in Ann 8.00 Bob 8.00 Dan 2.00'
    assert refused.value.remedy.endswith(f"Say both in one line: {both}")
    begun.asks = True
    asked = begun.propose_typed(line)
    assert asked.question == "deal 2 used this stack: £8.00 instead of £9.00 there too?"
    assert [said.saying for said in asked.said] == both.split("; ")
    begun.write()
    assert begun.evening.in_front("Ann") == 0
    both = begun.propose_typed('amend 4 "miscounted": Ann buys 9.50')
    assert both.question == "deal 2 used this stack: £7.50 instead of £8.00 there too?"


def test_several_later_deals_are_one_question(tmp_path):
    begun = with_stacks(tmp_path, "deal", "in Bob 21.80 Dan 21.80", "Bob wins")
    begun.asks = True
    asked = begun.propose_typed('amend 4 "x": Ann buys 9.00; amend 6 "x": Dan buys 19.00')
    assert asked.question == (
        "later deals used this stack: £8.00 instead of £9.00 in deal 2 and £20.80 instead of £21.80 in deal 4 too?"
    )


def test_what_is_left_in_front_of_one_who_leaves_is_asked_where_somebody_can_be_asked(run):
    run("open", "Friday", "--players", "Ann Bob Dan", "--money", "GBP", "--counter", "0.10")
    for saying in ("Ann buys 2.20", "Dan buys 2.20", "Dan cashes 2.00"):
        assert run("record", saying).code == 0
    question = "£0.20 is left in front of Dan: cashed too, or still theirs? [c/s]"
    kept = run("record", "Dan leaves", stdin="x\ns\n", terminal=True)
    assert kept.out.count(question) == 2
    assert "6  Dan leaves" in kept.out
    assert run("record", "undo").code == 0
    cashed = run("record", "Dan leaves", stdin="c\n", terminal=True)
    assert question in cashed.out
    assert [row["saying"] for row in run("log", "--json").json["log"]][-2:] == ["Dan cashes 0.20", "Dan leaves"]
    assert run("record", "undo").code == run("record", "undo").code == 0
    told = run("record", "Dan leaves")
    assert "cashed too, or still theirs? If it was cashed, say Dan cashes £0.20" in told.out


def test_a_comma_that_can_be_two_things_is_asked_about_after_the_close_too(run):
    run("open", "Friday", "--players", "Ann Bob", "--money", "GBP", "--counter", "0.10")
    run("record", "close")
    for saying in ("Ann pays Bob 1,500", "cost 1,500 pizza Ann paid"):
        refused = run("record", saying)
        assert (refused.code, refused.out) == (1, "")
        assert 'the comma of "1,500" may be two things: say 1500 or 1.50' in refused.err
