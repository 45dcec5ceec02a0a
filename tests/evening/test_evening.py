"""The evening: seats, the bank, counts, debts and the close."""

import pytest

from ledger.core.events import Close, EffectiveEvent, OpenEvening, Result, SeatPlayers
from ledger.core.refusals import Refusal
from ledger.evening.fold import Evening
from ledger.projections.summary import summary
from tests.helpers.rig import balances, play, pools, refused

NAP = "game nap kitty=1\ndeal Ann\nBob 1\nBob made"


def owed(script: str) -> dict:
    return summary(play("Ann Bob Cat", script)).owed


def test_owed_adds_what_was_paid_and_takes_off_what_was_received():
    assert owed("game nap\ndeal Ann\nBob 2\nBob made\nend\nAnn pays Bob 2") == {"Ann": 0, "Bob": 2, "Cat": -2}
    assert owed("Ann buys 10\nBob buys 5\nAnn cashes 3") == {"Ann": 7, "Bob": 5, "Cat": 0, "bank": -12}
    assert owed("Ann buys 10\nAnn cashes 10\nBob buys 1") == {"Ann": 0, "Bob": 1, "Cat": 0, "bank": -1}
    assert owed("Ann buys 10\nAnn cashes 10") == {"Ann": 0, "Bob": 0, "Cat": 0}
    assert "bank" not in owed("Ann pays Bob 2")


def test_a_count_is_measured_against_what_lies_in_front():
    evening = play("Ann Bob Cat", f"Ann buys 10\n{NAP}\ncount Ann 8 Bob 2 Cat 0")
    assert [finding.message for finding in evening.findings] == [
        "Cat has 0 by counting, -1 by the log: 1 over",
    ]
    assert balances(evening) == {"Ann": -2, "Bob": 2, "Cat": -1}


def test_nothing_changes_after_the_close_but_debts_and_notes():
    closed = "close"
    assert owed(f"{closed}\nAnn pays Bob 2") == {"Ann": 2, "Bob": -2, "Cat": 0}
    play("Ann Bob Cat", f'{closed}\nnote "a good evening"\nreopen "one more"\ngame nap')
    for saying in ("game nap", "Ann buys 5", "Dan joins", "count Ann 0", "close"):
        refused("Ann Bob Cat", f"{closed}\n{saying}", "the evening is closed")
    refused("Ann Bob Cat", 'reopen "why"', "is not closed")


def test_a_close_is_refused_while_a_game_is_open_or_a_pool_holds_anything():
    refused("Ann Bob Cat", "game nap\nclose", "Nap is not over")
    refused("Ann Bob Cat", f"{NAP}\nend leave\nclose", "a pool is not empty: 1 in nap.kitty")
    assert pools(play("Ann Bob Cat", f"{NAP}\nend leave")) == {"nap.kitty": 1}
    play("Ann Bob Cat", f"{NAP}\nend leave\ngame nap\nend\nclose")


def test_a_close_that_a_replay_does_not_bear_out_is_found():
    evening = Evening()
    told = (OpenEvening("E"), SeatPlayers(("Ann", "Bob")), Close())
    for number, event in enumerate(told, start=1):
        evening.apply(EffectiveEvent(number, event, {"Ann": 3, "Bob": -3} if isinstance(event, Close) else {}))
    assert [finding.code for finding in evening.findings] == ["close", "close"]


def test_one_who_has_left_buys_and_cashes_still_and_is_no_player_to_choose_from():
    evening = play("Ann Bob Cat", "Ann buys 4\nAnn leaves\nAnn buys 2\nAnn cashes 1")
    assert evening.owed() == {"Ann": 5, "Bob": 0, "Cat": 0, "bank": -5}
    assert "The players are Bob and Cat" in refused("Ann Bob Cat", "Ann leaves\nxyz 3").message
    assert "The players are Bob and Cat" in refused("Ann Bob Cat", "Ann leaves\ndeal xyz").message
    assert "The players are Ann, Bob and Cat" in refused("Ann Bob Cat", "Ann leaves\nundo\nxyz 3").message


def test_a_player_may_be_given_a_shorter_name_at_any_time():
    begun = "Margaret joins as Peg\ngame nap\ndeal Ann"
    evening = play("Ann Margaret Cat", f"{begun}\nPEG 3\nCat joins as Kitten\nkitten passes\nAnn passes\npeg made")
    assert balances(evening) == {"Ann": -3, "Margaret": 6, "Cat": -3}
    assert evening.called == {"Peg": "Margaret", "Kitten": "Cat"}
    assert evening.copy().called == evening.called
    refused("Ann Margaret Cat", f"{begun}\nCat joins as PEG", "PEG means Margaret already")
    refused("Ann Margaret Cat", f"{begun}\nCat joins as ann", "ann means Ann already")
    refused("Ann Margaret Cat", f"{begun}\nCat joins after Ann as Kitty", "at the table already")
    refused("Ann Margaret Cat", f"{begun}\nCat joins as 10H", "it is a card")
    refused("Ann Margaret Cat", "Margaret joins as Peg\nundo\nPeg buys 3", "neither a player")
    assert "Eve" in play("Ann Bob", "Eve joins after Ann as E.\nE. buys 3").seats.ring


def test_in_the_middle_of_a_deal_one_who_would_join_is_told_when_and_how():
    begun = "game nap\ndeal Ann\nCat 3"
    found = refused("Ann Bob Cat", f"{begun}\nEve joins").message
    assert "Eve may join after this deal, and not during it: " in found
    assert "Say Eve joins when the deal is over (or joins after NAME, for a place)" in found
    assert "Cat may leave after this deal" in refused("Ann Bob Cat", f"{begun}\nCat leaves").message


@pytest.mark.parametrize(
    ("script", "meant"),
    [
        ("game pope-joan\ndeal turn-up 7H\nBob takes matrimny", "(did you mean matrimony?)"),
        ("game pope-joan\ndeal turn-up 7H\nBob out\nleft Ann 2+pop Cat 3", "(did you mean pope?)"),
        ("game newmarket\ndeal turn-up JD QH KC AS\nBob stakes 1 on kings", "(did you mean king?)"),
        ("game cassino\ndeal\nBob scores graet", "(did you mean great?)"),
        ("game cassino\ndeal\nBob scores ace=2", "(did you mean aces?)"),
        ("game loto method=drawings\ndeal\nBob wins quintern=1", "(did you mean quinterne?)"),
        ("game beggar-my-neighbour turns=alternat", "Did you mean alternate? turns is run or alternate"),
        ("game jig fine=of", "Did you mean off? fine is an amount or off"),
    ],
)
def test_a_word_misspelt_is_answered_with_the_nearest_there_is(script, meant):
    refused("Ann Bob Cat", script, meant)


def test_a_number_of_players_that_the_book_does_not_recommend_gives_a_warning():
    def remarks(players: str, script: str) -> tuple[str, ...]:
        return play(players, script).outcomes[-1].remarks

    four = "Ann Bob Cat Dan"
    assert remarks("Ann Bob Cat", "game spoil-five") == ("Spoil-Five is best for 4 or 5 players, and 3 play [103]",)
    assert remarks("Ann Bob Cat", "game cassino") == (), "four usually play, and two and three as well"
    assert remarks(four, "game spoil-five") == remarks("Ann Bob Cat", "game spoil-five\nDan joins") == ()
    assert remarks(four, "game spoil-five\nDan leaves") == ("Spoil-Five is best for 4 or 5 players, and 3 play [103]",)


def test_a_penalty_says_what_for_and_is_not_of_nothing():
    begun = "game nap kitty=1\ndeal Ann"
    refused("Ann Bob Cat", f"{begun}\npenalty Cat", "it is not said what Cat is fined for", "Its offences are: ")
    refused("Ann Bob Cat", f"{begun}\npenalty Cat misdael", "Did you mean misdeal?", "Its offences are: ")
    refused("Ann Bob Cat", "game jig\ndeal Ann\nCat call", "For a fine say penalty Cat call. ")
    refused("Ann Bob Cat", "game catch-the-ten\ndeal Ann\nCat revokes", "For a fine say penalty Cat revoke. ")
    for nothing in ("misdeal 0", '0 "late"'):
        refused("Ann Bob Cat", f"{begun}\npenalty Ann {nothing}", "a penalty of nothing is none")


def test_a_misdeal_is_a_fault_of_the_deal_in_hand_and_of_its_dealer():
    refused("Ann Bob Cat", "game nap kitty=1\ndeal Ann\npenalty Cat misdeal", "the dealer's fault, who is Ann")
    for before in ("game nap kitty=1", f"{NAP}"):
        refused("Ann Bob Cat", f"{before}\npenalty Cat misdeal", "no deal is in hand to be void")


@pytest.mark.parametrize(
    ("back", "dealer"),
    [
        ("Bob joins", "Cat"),
        ("Bob joins after Cat", "Cat"),
        ("Bob joins after Cat\nCat leaves", "Bob"),
        ("Bob joins after Cat\nCat leaves\nCat joins after Dan", "Bob"),
        ("Bob joins\nCat leaves\nCat joins after Ann", "Dan"),
        ("Bob joins\nCat leaves\nCat joins", "Dan"),
        ("Bob joins after Cat\nEve joins after Ann\nAnn leaves\nAnn joins after Dan", "Cat"),
        ("Bob joins after Dan\nBob leaves\nBob joins after Cat\nDan leaves\nDan joins after Ann", "Cat"),
        ("Bob joins after Cat\ndeal\nBob made", "Bob"),
        ("Eve joins after Ann\nBob joins after Eve", "Cat"),
    ],
)
def test_the_dealer_who_comes_back_to_another_seat_leaves_the_deal_where_it_was(back, dealer):
    begun = "game nap\ndeal Bob\nCat made\nBob leaves"
    (waiting,) = summary(play("Ann Bob Cat Dan", f"{begun}\n{back}")).expecting.who
    assert waiting == dealer


def test_the_dealer_of_a_void_deal_who_comes_back_deals_again():
    evening = play("Ann Bob Cat Dan", "game nap\ndeal Bob\nmisdeal\nBob leaves\nBob joins")
    assert summary(evening).expecting.who == ["Bob"]


@pytest.mark.parametrize(
    ("script", "fragment"),
    [
        ("players Dan Eve", "seated already"),
        ('evening "Another"', "opened already"),
        ("Ann joins", "at the table already"),
        ("Dan joins after Eve", ""),
        ("Dan joins after Dan", ""),
        ("Dan passes", "Dan"),
        ("Ann passes", "no game is open"),
        ("deal", "no game is open"),
        ("penalty Ann touching", "no game is open"),
        ("end", "no game is open"),
        ("game whist", "no game is called whist"),
        ("game nap\ngame nap", "is not over"),
        ("game nap with Ann Dan", ""),
        ("game nap with Ann Ann", ""),
        ("Ann leaves\nAnn leaves", "not at the table"),
        ("Ann pays Ann 2", ""),
        ("count Ann 1 Ann 2", ""),
    ],
)
def test_refused(script, fragment):
    refused("Ann Bob Cat", script, fragment)


def test_the_log_begins_with_the_evening():
    with pytest.raises(Refusal, match="begins with the evening"):
        Evening().apply(EffectiveEvent(1, SeatPlayers(("Ann", "Bob"))))
    evening = Evening()
    evening.apply(EffectiveEvent(1, OpenEvening("E")))
    with pytest.raises(Refusal, match="no game is open"):
        evening.apply(EffectiveEvent(2, Result((("Ann", 1), ("Bob", -1)))))


def dealers(script: str, deals: int, players: str = "Ann Bob Cat Dan") -> list[str]:
    """Return the dealers, deal after deal, with these sayings between them."""
    found = []
    said = script.split("|")
    lines = ["game nap"]
    for number in range(deals):
        lines.append(said[number] if number < len(said) else "")
        lines.append("deal")
        evening = play(players, "\n".join(lines))
        found.append(evening.game.table.dealer)
        lines.append(f"{evening.game.table.eldest} made")
    return found


def test_the_deal_passes_to_the_left_and_over_who_has_left():
    assert dealers("", 5) == ["Ann", "Bob", "Cat", "Dan", "Ann"]
    assert dealers("|Bob leaves", 3) == ["Ann", "Cat", "Dan"]
    assert dealers("|Ann leaves", 3) == ["Ann", "Bob", "Cat"]
    assert dealers("|Eve joins after Ann", 3) == ["Ann", "Eve", "Bob"]
    assert dealers("|||Dan leaves\nEve joins", 4) == ["Ann", "Bob", "Cat", "Eve"]
    assert dealers("|Bob leaves\nBob joins", 5) == ["Ann", "Cat", "Dan", "Bob", "Ann"]


def test_who_plays_with_some_of_the_table_may_bring_in_another():
    evening = play("Ann Bob Cat Dan", "game nap with Dan Ann\ndeal\nDan made\nBob joins\ndeal\nBob 2\nBob made")
    assert balances(evening) == {"Ann": -1 - 2, "Bob": 4, "Dan": 1 - 2}
    assert play("Ann Bob Cat Dan", "game nap with Ann Dan\nBob joins").seats.seated == ("Ann", "Bob", "Cat", "Dan")
    moved = play("Ann Bob Cat Dan", "game nap with Ann Dan\nBob joins after Dan\ndeal Dan\nBob 2")
    assert moved.seats.seated == ("Ann", "Cat", "Dan", "Bob")
    refused("Ann Bob Cat", "game nap with Ann Bob\nAnn joins", "at the table already")
    refused("Ann Bob Cat", "game nap with Ann Bob\nCat joins after Cat", "cannot sit after Cat")


def test_one_who_leaves_keeps_the_balance():
    evening = play("Ann Bob Cat", "game nap\ndeal Ann\nBob 2\nBob made\nBob leaves\ndeal Cat")
    assert balances(evening) == {"Ann": -2, "Bob": 4, "Cat": -2}
    assert summary(evening).players == ["Ann", "Cat"]


WON = "game nap\ndeal Ann\nBob 3\nBob made\nend"


@pytest.mark.parametrize(
    ("sayings", "told"),
    [
        (f"{WON}\nAnn pays Bob 1", ("Ann still owes 2",)),
        (f"{WON}\nAnn pays Bob 3", ("Ann owes nothing more",)),
        (f"{WON}\nAnn pays Bob 3\nAnn pays Bob 3", ("Ann owed nothing, and is now owed 3",)),
        (f"{WON}\nclose\nAnn pays Bob 5", ("Ann owed 3 in all, and is now owed 2",)),
        (f"{WON}\nAnn pays Cat 3", ("Ann owes nothing more", "Cat was owed nothing, and now owes 6")),
        (f"{WON}\nAnn pays Cat 4", ("Ann owed 3 in all, and is now owed 1", "Cat was owed nothing, and now owes 7")),
        (f"{WON}\nAnn pays Bob 3\nCat pays Bob 4",
         ("Cat owed 3 in all, and is now owed 1", "Bob was owed 3 in all, and now owes 1")),
        ("Ann buys 4\nAnn cashes 5\nAnn pays bank 1", ("Ann owes nothing more",)),
        (f"{WON}\nAnn pays Bob 0", ()),
    ],
)  # fmt: skip
def test_a_payment_tells_what_its_payer_still_owes_and_what_was_more_than_was_owed(sayings, told):
    assert play("Ann Bob Cat", sayings).outcomes[-1].remarks == told


def test_a_count_where_nobody_has_bought_tells_that_it_may_be_of_heaps():
    counted = play("Ann Bob Cat", f"{WON}\ncount Ann 5 Bob 5 Cat 5").outcomes[-1].remarks
    assert counted == (
        "nobody has bought counters: by the log each has what was won, in all 0, and 15 were counted",
        "if all began with a heap, say all buys AMOUNT, and count again",
    )
    assert play("Ann Bob Cat", f"{WON}\ncount Bob 6").outcomes[-1].remarks == ()
    assert play("Ann Bob Cat", f"Ann buys 3\n{WON}\ncount Bob 7").outcomes[-1].remarks == ()
