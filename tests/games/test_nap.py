"""Nap: its examples, every option, and random evenings."""

import pytest

from ledger.evening.fold import Evening
from ledger.language.slots import AnySlot, Literal, Word
from ledger.language.walk import makes
from ledger.projections.offers import offers
from tests.helpers.rig import balances, machine_for, play, play_many, pools, refused

TestRandomEvenings = machine_for("nap")


@pytest.mark.thorough
def test_long_random_evenings():
    assert play_many("nap", deals=30, seeds=range(10)) > 100


def test_example_1():
    evening = play(
        "Ann Bob Cat Dan",
        """
        game nap stake=1
        deal Ann
        Bob 2
        Cat passes
        Dan nap
        Ann passes
        tricks Dan 5
        deal
        Cat 3
        trick Cat
        trick Dan
        trick Ann
        trick Dan
        """,
    )
    assert balances(evening) == {"Ann": -7, "Bob": -7, "Cat": -19, "Dan": 33}


def test_example_2():
    evening = play(
        "Ann Bob Cat Dan",
        """
        game nap kitty=2 wellington=double
        deal Ann
        Bob nap
        Cat wellington
        Cat made
        """,
    )
    assert balances(evening) == {"Ann": -22, "Bob": -20, "Cat": 62, "Dan": -20}
    assert pools(evening) == {}


def settled(options: str, players: str, script: str) -> tuple[dict[str, int], dict[str, int]]:
    evening = play(players, f"game nap {options}\ndeal Ann\n{script}")
    return balances(evening), pools(evening)


def plainly(call: str, made: bool, cards: int, wellington: str, blucher: str, misery_stake: int) -> int:
    """Return what the declarer wins from each player (negative: loses), in stakes, by the book."""
    if call.isdigit():
        return int(call) if made else -int(call)
    if call == "misery":
        return misery_stake if made else -misery_stake
    full = 9 if cards == 9 else 5
    single = -full if not made else full * 2
    if call == "nap":
        return single
    if call == "wellington":
        if wellington == "double":
            return single * 2
        return full * 2 if made else -full * 2
    if blucher == "treble":
        return single * 3
    return full * 2 if made else -full * 3


@pytest.mark.parametrize("cards", [5, 6, 7, 9])
@pytest.mark.parametrize("wellington", ["double", "loss-only"])
@pytest.mark.parametrize("blucher", ["treble", "loss-only"])
@pytest.mark.parametrize("made", [True, False])
def test_every_call_is_paid_as_the_book_says(cards, wellington, blucher, made):  # [4], [8], [12]-[14]
    options = f"stake=2 misery=on misery_stake=4 cards={cards} wellington={wellington} blucher={blucher}"
    calls = ["1", "2", "misery", "3", "4", "nap", "wellington", "blucher"]
    if cards == 9:
        calls[5:5] = ["5", "6", "7", "8"]
    for call in calls:
        before = {"wellington": "Bob nap\n", "blucher": "Bob nap\nCat wellington\n"}.get(call, "")
        caller = {"wellington": "Cat", "blucher": "Dan"}.get(call, "Bob")
        won, _ = settled(
            options, "Ann Bob Cat Dan", f"{before}{caller} {call}\n{caller} {'made' if made else 'failed'}"
        )
        share = 2 * plainly(call, made, cards, wellington, blucher, 4)
        assert won == {name: 3 * share if name == caller else -share for name in ("Ann", "Bob", "Cat", "Dan")}


@pytest.mark.parametrize("call", ["1", "2", "3", "4", "misery", "nap"])
def test_tricks_one_by_one_by_number_and_by_word_agree(call):
    """Every order in which the declarer wins or loses tricks."""
    for pattern in range(32):
        won = [bool(pattern >> place & 1) for place in range(5)]
        script, made = f"Bob {call}\n", None
        for number, wins in enumerate(won, start=1):
            if made is not None:
                break
            script += "trick Bob\n" if wins else "trick Cat\n"
            count = sum(won[:number])
            if call == "misery":
                made = False if count else True if number == 5 else None
            else:
                needed = 5 if call == "nap" else int(call)
                made = True if count >= needed else False if count + 5 - number < needed else None
        by_trick = settled("misery=on", "Ann Bob Cat Dan", script)
        counts = f"tricks Bob {sum(won)} Cat {5 - sum(won)}"
        assert by_trick == settled("misery=on", "Ann Bob Cat Dan", f"Bob {call}\n{counts}")
        assert by_trick == settled("misery=on", "Ann Bob Cat Dan", f"Bob {call}\nBob {'made' if made else 'failed'}")


def test_all_pass_the_eldest_hand_stands_for_one_whatever_the_lowest_call():  # [10]
    assert settled("lowest_call=3", "Ann Bob Cat", "trick Bob")[0] == {"Ann": -1, "Bob": 2, "Cat": -1}
    assert settled("", "Ann Bob Cat", "Bob failed")[0] == {"Ann": 1, "Bob": -2, "Cat": 1}


def test_double_header_doubles_once_until_a_declarer_has_won():  # [13]
    evening = play(
        "Ann Bob Cat",
        """
        game nap double_header=on kitty=1
        deal Ann
        Bob passes
        deal
        Cat passes
        deal Cat
        Ann 3
        Ann failed
        deal
        Bob 4
        Bob made
        """,
    )
    # the kitty's payments are never doubled; Ann lost 6 to each, Bob won 8 of each
    assert balances(evening) == {"Ann": -12 - 8 - 2, "Bob": 6 + 16 - 1, "Cat": 6 - 8 - 1}
    assert evening.game.table.multiplier == 1


def test_misery_may_be_called_under_a_lowest_call():
    assert settled("misery=on lowest_call=4", "Ann Bob Cat", "Bob misery\nBob made")[0] == {
        "Ann": -3,
        "Bob": 6,
        "Cat": -3,
    }


def test_six_players_the_dealer_stands_out_and_pays():  # [3]
    won, _ = settled("", "Ann Bob Cat Dan Eve Fay", "Fay 2\nFay made")
    assert won == {"Ann": -2, "Bob": -2, "Cat": -2, "Dan": -2, "Eve": -2, "Fay": 10}


def test_the_caller_of_nap_takes_the_higher_call_when_challenged():
    script = "Bob nap\nCat wellington\nBob stands\nBob made"
    assert settled("wellington=double challenge=on kitty=3", "Ann Bob Cat", script)[0] == {
        "Ann": -23,
        "Bob": 43,
        "Cat": -20,
    }
    script = "Bob nap\nCat wellington\nCat failed"
    assert settled("wellington=double challenge=on", "Ann Bob Cat", script)[0] == {"Ann": 10, "Bob": 10, "Cat": -20}


def test_spare_hand_pays_the_kitty_when_it_fails():  # [13]
    options = "spare_hand=on kitty=1 stake=2 wellington=double challenge=on"
    won, kitty = settled(options, "Ann Bob Cat", "Bob spare\nBob failed")
    assert (won, kitty) == ({"Ann": 10 - 1, "Bob": -20 - 4, "Cat": 10}, {"nap.kitty": 5})
    won, kitty = settled(options, "Ann Bob Cat", "Bob spare\nCat wellington\nCat failed")
    assert (won, kitty) == ({"Ann": 20 - 1, "Bob": 20, "Cat": -40}, {"nap.kitty": 1})
    won, kitty = settled(options, "Ann Bob Cat", "Bob spare\nCat wellington\nBob stands\nBob failed")
    assert (won, kitty) == ({"Ann": 20 - 1, "Bob": -40 - 4, "Cat": 20}, {"nap.kitty": 5})
    assert settled("spare_hand=on", "Ann Bob Cat", "Bob spare\nBob failed")[1] == {}


def test_everyone_pays_the_kitty_when_the_deal_is_with_the_first_dealer():  # [11]
    evening = play(
        "Ann Bob Cat",
        "game nap kitty=2 kitty_by=all\ndeal Ann\nBob made\ndeal\nCat made\ndeal\nAnn made\nAnn leaves\ndeal Bob\nCat 1",
    )
    assert pools(evening) == {"nap.kitty": 6 + 4}


def test_misdeal_costs_the_dealer_a_stake_and_the_kitty_is_not_paid_twice():  # [9]
    evening = play(
        "Ann Bob Cat", "game nap kitty=5 stake=2\ndeal Ann\nmisdeal\ndeal Ann\npenalty Ann misdeal 3\ndeal\nBob 1"
    )
    assert (balances(evening), pools(evening)) == ({"Ann": -5 - 2 - 3}, {"nap.kitty": 10})
    assert balances(play("Ann Bob", "game nap\ndeal Ann\nmisdeal\ndeal")) == {}


def test_bought_cards_pay_the_kitty_and_free_the_hand():  # [12]-[13]
    evening = play(
        "Ann Bob Cat",
        """
        game nap buying=on stake=3
        deal Ann
        Bob holds AS KS QS 2H 3D
        Bob buys 2 cards
        Bob 1
        trick JC QC 2C
        """,
    )
    assert (balances(evening), pools(evening)) == ({"Bob": -6}, {"nap.kitty": 6})


@pytest.mark.parametrize(("misery", "won"), [("on", {}), ("no-trumps", {"Ann": 3, "Bob": -6, "Cat": 3})])
def test_misery_with_and_without_trumps(misery, won):  # [12]
    # the five of spades is a trump where spades were led; else Bob's six of diamonds wins, and he has lost
    script = "Bob misery\ntrick 2S AS 3S\ntrick 4D 5S 6D"
    assert balances(play("Ann Bob Cat", f"game nap misery={misery}\ndeal Ann\n{script}")) == won


def test_six_cards_the_five_kept_may_be_said():
    play("Ann Bob", "game nap cards=6\ndeal Ann\nBob discards 1\nBob holds AS KS QS 2H 3D\nBob 4\ntrick AS 2S")
    play("Ann Bob", "game nap cards=6\ndeal Ann\nBob holds AS KS QS 2H 3D 4D\nBob 4\ntrick AS 2S")


THROWN = "game nap cards=6\ndeal Ann\nBob discards 2C"


@pytest.mark.parametrize(
    ("script", "fragment"),
    [
        (f"{THROWN}\nBob 1\ntrick 2C 3C", "2C has been thrown away, by Bob"),
        (f"{THROWN}\nAnn discards 2C", "2C has been thrown away, by Bob"),
        (f"{THROWN}\nAnn holds 2C 3C 4C 5C 6C 7C", "2C has been thrown away, by Bob"),
        (f"{THROWN}\nBob holds 2C 3C 4C 5C 6C", "2C has been thrown away, by Bob"),
        (f"{THROWN}\nBob holds 3C 4C 5C 6C 7C 8C", "Bob has thrown away 2C, which is not in this hand"),
        (f"{THROWN}\nBob discards 1", "Bob has thrown away the card already"),
        ("game nap cards=7\ndeal Ann\nBob discards 2\nBob 1\nBob discards 2", "thrown away the cards already"),
        ("game nap cards=7\ndeal Ann\nBob discards 2C 2C", "2C is said twice"),
        ("game nap cards=6\ndeal Ann\nBob holds 3C 4C 5C 6C 7C 8C\nBob discards 2C", "2C is not in Bob's hand"),
        ("game nap cards=6\ndeal Ann\nBob holds 3C 4C 5C 6C 7C\nBob discards 3C", "Bob has kept 3C"),
        ("game nap cards=6\ndeal Ann\nAnn holds 2C 3D 4D 5D 6D\nBob discards 2C", "2C is in Ann's hand"),
    ],
)
def test_six_cards_what_was_thrown_away_is_out(script, fragment):
    refused("Ann Bob", script, fragment)


def test_six_cards_what_was_thrown_away_may_be_said_of_either_hand():
    play("Ann Bob", f"{THROWN}\nBob holds 2C 3C 4C 5C 6C 7C\nBob 1\ntrick 7C 8C")
    play("Ann Bob", f"{THROWN}\nBob holds 3C 4C 5C 6C 7C\nBob 1\ntrick 7C 8C")
    play("Ann Bob", "game nap cards=6\ndeal Ann\nBob holds 3C 4C 5C 6C 7C\nBob discards 2C\nAnn discards 2D\nBob 1")


@pytest.mark.parametrize(
    ("options", "saying", "fragment"),
    [
        ("", "Bob misery", "that is not played here: misery=off"),
        ("", "Cat spare", "that is not played here: spare_hand=off"),
        ("", "Cat buys 2 cards", "that is not played here: buying=off"),
        ("", "Bob nap\nCat wellington", "that is not played here: wellington=off"),
        ("wellington=double", "Bob nap\nCat wellington\nAnn blucher", "that is not played here: blucher=off"),
        ("buying=on", "Cat buys 6 cards", "from 1 to 5 cards are bought, no more than were dealt, and not 6"),
        ("buying=on", "Bob buys 0 cards", "from 1 to 5 cards are bought, no more than were dealt, and not 0"),
    ],
)
def test_what_the_house_does_not_play_is_refused_as_such(options, saying, fragment):
    refused("Ann Bob Cat", f"game nap {options}\ndeal Ann\n{saying}", fragment)


def test_the_kitty_is_divided_or_drawn_for_at_the_end():  # [12]
    script = "game nap kitty=2\ndeal Ann\nBob failed\nend"
    assert balances(play("Ann Bob Cat", script)) == {"Ann": -1, "Bob": -1, "Cat": 2}
    evening = play("Ann Bob Cat", "game nap kitty=2\ndeal Ann\nBob failed\nend draw Ann:AC Bob:2C,9D Cat:2D,8D")
    assert balances(evening) == {"Ann": -1, "Bob": -2, "Cat": 3}


def ways_to_end(evening: Evening) -> set[str]:
    offered = offers(evening, len(evening.effective)).forms
    return {text for form in offered for slot in form.slots[1:2] for text in words_of(slot)}


def words_of(slot: AnySlot) -> tuple[str, ...]:
    return slot.words if isinstance(slot, Word) else (slot.text,) if isinstance(slot, Literal) else ()


def test_one_who_is_left_alone_divides_and_is_not_asked_to_draw():
    script = "game nap kitty=1\ndeal Ann\nBob failed\nBob leaves"
    assert "draw" not in ways_to_end(play("Ann Bob", script))
    assert "draw" in ways_to_end(play("Ann Bob Cat", script))
    refused("Ann Bob", f"{script}\nend draw Ann:5H", "Ann alone has a part in the pools", "Say end divide")
    assert balances(play("Ann Bob", f"{script}\nend divide")) == {"Ann": 1, "Bob": -1}


def test_a_saying_further_round_passes_for_those_before():
    evening = play("Ann Bob Cat Dan", "game nap\ndeal Ann\nDan 2\ntrick Dan")
    answered = [event for outcome in evening.outcomes for event in outcome.answered]
    assert [event.player for event in answered] == ["Bob", "Cat", "Ann"]


def test_refusals_name_the_line_and_what_may_be_said():
    refusal = refused("Ann Bob Cat Dan", "game nap\ndeal Ann\nBob passes\nCat 3\nDan 2")
    assert refusal.message == (
        "test:7: Dan 2: it is Dan's turn to call, and Cat has called 3.\n  Dan may say: pass, 4, nap"
    )


@pytest.mark.parametrize(
    ("tricks", "stands"),
    [
        ("", "no trick has been said yet"),
        ("trick Dan", "Cat has won no trick of the 1 said so far"),
        ("trick Dan\ntrick Cat\ntrick Cat", "Cat has won 2 tricks of the 3 said so far"),
    ],
)
def test_a_refusal_says_how_the_declarer_stands(tricks, stands):
    refused(
        "Ann Bob Cat Dan",
        f"game nap\ndeal Ann\nCat 3\nDan passes\nAnn passes\n{tricks}\ndeal".replace("\n\n", "\n"),
        stands,
    )


def test_any_of_the_others_may_challenge_a_nap_that_all_have_passed():  # [14]
    """When all have spoken each may still call above Nap, so the dealer's Nap can be challenged too [14]."""
    options = "game nap wellington=double blucher=treble challenge=on"
    dealers_nap = f"{options}\ndeal Ann\nBob passes\nCat passes\nAnn nap"
    assert balances(play("Ann Bob Cat", f"{dealers_nap}\nBob wellington\nBob made")) == {
        "Ann": -20, "Bob": 40, "Cat": -20
    }  # fmt: skip
    over_it = f"{dealers_nap}\nBob wellington\nCat blucher\nAnn stands\nAnn failed"
    assert balances(play("Ann Bob Cat", over_it)) == {"Ann": -30, "Bob": 15, "Cat": 15}
    assert balances(play("Ann Bob Cat", f"{dealers_nap}\nAnn made")) == {"Ann": 20, "Bob": -10, "Cat": -10}
    refused("Ann Bob Cat", f"{dealers_nap}\nAnn wellington", "any of the others may call wellington")
    refused("Ann Bob Cat", f"{dealers_nap}\ntrick Ann\nCat wellington", "Ann plays for nap")
    refused("Ann Bob Cat", f"{dealers_nap.replace(' challenge=on', '')}\nBob wellington", "Ann plays for nap")


def test_touched_cards_cost_a_stake_between_deals_too():  # [9]
    script = "game nap kitty=1 stake=2\npenalty Cat touching\ndeal Ann\nBob 1\nBob made\npenalty Ann touching"
    evening = play("Ann Bob Cat", script)
    assert (balances(evening), pools(evening)) == ({"Ann": -5, "Bob": 4, "Cat": -4}, {"nap.kitty": 5})


def test_a_misdeal_is_fined_at_the_dealer_only():
    refused("Ann Bob Cat", "game nap kitty=1\ndeal Ann\npenalty Bob misdeal", "a misdeal is the dealer's fault")


def test_a_drawn_card_is_of_the_pack():
    script = "game nap kitty=1 pack=32\ndeal Ann\nBob 1\nBob made\nend draw Ann:6D Bob:8C"
    refused("Ann Bob", script, "6D is not in the pack")
    assert pools(play("Ann Bob", script.replace("6D", "7D"))) == {}


def test_where_the_first_dealer_has_left_the_next_counts_as_the_first_for_the_kitty():
    """All pay at the first deal, at the deal of Bob, who then counts as the first dealer, and when it is his again."""
    script = "game nap kitty=1 kitty_by=all\ndeal Ann\nBob made\nAnn leaves"
    deals = "".join(
        f"\ndeal {dealer}\n{eldest} made" for dealer, eldest in (("Bob", "Cat"), ("Cat", "Dan"), ("Dan", "Bob"))
    )
    assert pools(play("Ann Bob Cat Dan", script + deals)) == {"nap.kitty": 4 + 3}
    assert pools(play("Ann Bob Cat Dan", f"{script}{deals}\ndeal Bob")) == {"nap.kitty": 4 + 3 + 3}


def offered_numbers(evening: Evening) -> list[tuple[int, bool, tuple[int, int], tuple[int, int], bool]]:
    """What `tricks NAME N …` offers besides all the tricks.

    For each number of the declarer's: whether he may be left out, how many each other may have, how many the others
    have in all, and whether they may be left out.
    """
    forms = [form for form in evening.game.turn.forms() if form.slots[0] == Literal("tricks") and len(form.slots) == 3]
    groups = [form.slots[1:] for form in forms]
    return [
        (own.slots[1].low, own.optional, (rest.slots[1].low, rest.slots[1].high), rest.total, rest.optional)
        for own, rest in groups
        if own.slots[1].low == own.slots[1].high
    ]


@pytest.mark.parametrize(
    ("called", "numbers"),
    [
        # at 3 the other four tricks that fail it are three, and with three of his own nothing else need be said
        ("3", [(0, True, (0, 5), (3, 4), False), (1, False, (0, 4), (3, 3), False),
               (3, False, (0, 2), (0, 1), True), (4, False, (0, 1), (0, 0), True)]),
        ("1", [(1, False, (0, 4), (0, 3), True), (2, False, (0, 3), (0, 2), True),
               (3, False, (0, 2), (0, 1), True), (4, False, (0, 1), (0, 0), True)]),
        ("nap", [(0, True, (0, 5), (1, 4), False), (1, False, (0, 4), (1, 3), False),
                 (2, False, (0, 3), (1, 2), False), (3, False, (0, 2), (1, 1), False)]),
    ],
)  # fmt: skip
def test_tricks_are_offered_by_numbers_that_decide_the_deal(called, numbers):
    evening = play("Ann Bob Cat Dan", f"game nap\ndeal Ann\nBob {called}\nCat passes\nDan passes\nAnn passes")
    assert offered_numbers(evening) == numbers
    (whole,) = [
        form.slots[1]
        for form in evening.game.turn.forms()
        if form.slots[0] == Literal("tricks") and len(form.slots) == 2
    ]
    assert whole.total == (5, 5)


@pytest.mark.parametrize("saying", ["tricks Bob 3 Cat 1", "tricks Cat 1 Bob 3", "tricks Cat 1 Bob 3 Dan 0"])
def test_tricks_that_decide_are_offered_in_any_order(saying):
    evening = play("Ann Bob Cat Dan", "game nap\ndeal Ann\nBob 3\nCat passes\nDan passes\nAnn passes")
    assert any(makes(form, saying, evening.money) for form in evening.game.turn.forms())


@pytest.mark.parametrize(("cards", "thrown"), [(6, "1 card is"), (7, "2 cards are")])
def test_nothing_is_drawn_for_the_cards_thrown_away(cards, thrown):
    script = f"game nap cards={cards}\ndeal Ann\nBob discards"
    number = cards - 5
    named = " ".join(["KC", "KD"][:number])
    assert play("Ann Bob Cat", f"{script} {named}")
    assert play("Ann Bob Cat", f"{script} {number}")
    for drawn in ("2C", "1"):
        refused("Ann Bob Cat", f"{script} {named} draws {drawn}", "nothing is drawn for the cards thrown away")
    refused("Ann Bob Cat", f"{script} {number + 1}", f"{thrown} thrown away, not {number + 1}")
    refused("Ann Bob Cat", f"{script} {number}\nBob discards {number}", "has thrown away")


def test_the_cards_thrown_away_are_offered_until_they_are_told():
    script = "game nap cards=7\ndeal Ann"
    for discards, who in (("", ("Bob", "Cat", "Ann")), ("\nBob discards 2", ("Cat", "Ann"))):
        deal = play("Ann Bob Cat", script + discards).game.deal
        (may,) = deal.may_discard()
        assert [(form.who, form.slots[1].low, form.slots[1].high) for form in may.forms()] == [(who, 2, 2)]
    assert play("Ann Bob Cat", "game nap\ndeal Ann").game.deal.may_discard() == ()


def test_the_lowest_call_is_of_four_tricks_at_the_most_but_with_nine_cards():
    assert play("Ann Bob Cat", "game nap lowest_call=4")
    refused("Ann Bob Cat", "game nap lowest_call=5", "lowest_call=5 needs cards=9: else it is 1 to 4")
    assert play("Ann Bob Cat", "game nap lowest_call=5 cards=9")


def test_one_card_at_the_least_and_all_that_were_dealt_at_the_most_are_bought():
    script = "game nap buying=on\ndeal Ann"
    (may,) = play("Ann Bob Cat", script).game.turn.allowed[:1]
    (form,) = may.forms()
    assert (form.slots[1].low, form.slots[1].high) == (1, 5)
    assert balances(play("Ann Bob Cat", f"{script}\nBob buys 1 card")) == {"Bob": -1}
    refused("Ann Bob Cat", f"{script}\nBob buys 0 cards", "from 1 to 5 cards are bought")
    refused("Ann Bob Cat", f"{script}\nBob buys 6 cards", "from 1 to 5 cards are bought")


def test_the_hands_and_the_spare_one_come_to_no_more_cards_than_the_pack():
    for players, options in (("Ann Bob", "spare_hand=on"), ("Ann Bob Cat", "")):
        assert play(players, f"game nap pack=32 cards=9 {options}")
    refused(
        "Ann Bob Cat", "game nap pack=32 cards=9 spare_hand=on", "4 hands of 9 cards are more than a pack of 32 has"
    )


@pytest.mark.parametrize(
    ("calls", "out"),
    [
        ("", {"wellington": "only over nap", "blucher": "only over wellington"}),
        ("Bob 3", {"1": "under 3", "2": "under 3", "3": "Bob's", "wellington": "only over nap", "blucher": "only over wellington"}),
        ("Bob nap", {"1": "under nap", "2": "under nap", "3": "under nap", "4": "under nap", "nap": "Bob's", "blucher": "only over wellington"}),
        ("Bob nap\nCat wellington", {"1": "under wellington", "2": "under wellington", "3": "under wellington",
                                     "4": "under wellington", "nap": "under wellington", "wellington": "Cat's"}),
    ],
)  # fmt: skip
def test_a_call_that_cannot_be_made_says_why_in_a_few_words(calls, out):
    turn = play("Ann Bob Cat Dan", f"game nap wellington=double blucher=treble\ndeal Ann\n{calls}").game.turn
    (call,) = (form.slots[0] for form in turn.forms() if isinstance(form.slots[0], Word) and form.slots[0].out)
    assert call.out == out


def test_to_pass_is_the_usual_call():
    forms = play("Ann Bob Cat Dan", "game nap\ndeal Ann").game.turn.forms()
    assert [form.slots[0].words for form in forms if form.usual] == [("passes",)]
