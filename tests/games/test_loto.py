"""Loto: its examples, both methods by outcome and card by card, every option, random evenings."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.games.language import write
from ledger.language.slots import Word
from ledger.projections.offers import expecting
from ledger.projections.summary import summary
from tests.helpers.rig import balances, carry, machine_for, play, play_many, pools, refused, tries

DRAWINGS = (("method", "drawings"),)
TestRandomEvenings = machine_for("loto", fewest_players=3)
TestRandomDrawings = machine_for("loto", given=DRAWINGS)

# Twenty-four cards on which each number stands four times: the ninety, six cards long, begun in four places.
BOX = [
    [(start + shift) % 90 + 1 for start in range(15 * card, 15 * card + 15)]
    for shift in (0, 4, 8, 12)
    for card in range(6)
]


@pytest.mark.thorough
def test_long_random_evenings():
    assert play_many("loto", deals=20, seeds=range(10), fewest_players=3) > 60
    assert play_many("loto", deals=20, seeds=range(10), given=DRAWINGS) > 20


def numbers(card: list[int]) -> str:
    return " ".join(map(str, card))


def test_example_1():
    evening = play(
        "Ann Bob Cat Dan", "game loto method=cover stake=4 parts=on\ndeal Ann\nBob row\nCat two-rows\nBob full"
    )
    assert balances(evening) == {"Bob": 5, "Cat": -1, "Dan": -4}
    assert pools(evening) == {}
    assert [posting.why for posting in evening.books.postings[-3:]] == ["the first row", "two rows", "the full card"]


def test_example_2():
    script = "game loto method=drawings stake=60\ndeal Ann\nBob wins abstract=2 ambo=1\nCat wins terne=1\ndeal"
    evening = play("Ann Bob Cat", script)
    assert balances(evening) == {"Ann": -120, "Bob": -111, "Cat": -92}
    assert pools(evening) == {"loto.pool": 323}
    script += "\nBob last\nCat wins quinterne=1 terne=2\nAnn wins ambo=2\nend"
    evening = play("Ann Bob Cat", script)
    assert balances(evening) == {"Ann": -106, "Bob": -111, "Cat": 217}
    assert pools(evening) == {}
    assert any("bankruptcy" in remark for outcome in evening.outcomes for remark in outcome.remarks)


# The first method


def covered(options: str, script: str, players: str = "Ann Bob Cat Dan", money: str = "") -> dict[str, int]:
    evening = play(players, f"game loto {options}\ndeal Ann\n{script}", money)
    assert pools(evening) == {}
    return balances(evening)


@pytest.mark.parametrize("claim", ["Bob full", "Bob wins"])
def test_the_full_card_takes_the_pool_and_the_dealer_stands_out(claim):  # [109]-[110]
    assert covered("stake=2", claim) == {"Bob": 4, "Cat": -2, "Dan": -2}


@pytest.mark.parametrize("claim", ["Cat full with Bob", "split Cat Bob", "Bob full with Cat"])
def test_several_share_and_the_odd_counter_goes_from_the_dealers_left(claim):
    assert covered("stake=1", claim) == {"Bob": 1, "Dan": -1}
    assert covered("stake=1", claim, "Ann Dan Cat Bob") == {"Dan": -1, "Cat": 1}


def test_parts_are_quarters_rounded_down_and_shared():  # [109]-[110]
    # the pool of 9 has quarters of 2, and the card has the 5 left; Cat is nearer to the dealer's left than Dan
    script = "Dan row with Cat\nDan two-rows with Bob Cat\nBob full with Dan"
    assert covered("stake=3 parts=on", script) == {"Bob": -3 + 1 + 3, "Cat": -3 + 1 + 1}, "Dan has his three back"


def test_quarters_are_whole_counters_where_the_pool_is():
    # nine counters of a penny are 36 farthings: two counters a quarter; of 3½d three stakes no whole counters
    won = covered("stake=3 parts=on", "Bob row\nCat two-rows\nDan full", money="money=lsd counter=1d")
    assert won == {"Bob": -12 + 8, "Cat": -12 + 8, "Dan": -12 + 20}
    won = covered("stake=3½d parts=on", "Bob row\nCat two-rows\nDan full", money="money=lsd counter=1d")
    assert won == {"Bob": -14 + 10, "Cat": -14 + 10, "Dan": -14 + 22}


def test_the_losers_save_their_stake_at_most():  # [109]
    script = "Bob full\nDan saves 9\nCat saves 3"
    assert covered("stake=5 saved=on", script) == {"Bob": 15 - 3 - 5 - 5, "Cat": 3 - 5}
    assert covered("stake=50 value=3 saved=on", script) == {"Bob": 100 - 9 - 27, "Cat": 9 - 50, "Dan": 27 - 50}


@pytest.mark.parametrize("after", ["deal", "Eve joins", "Ann leaves", "end"])
def test_what_is_not_said_is_not_saved(after):
    evening = play("Ann Bob Cat Dan", f"game loto saved=on stake=5\ndeal Ann\nBob full\nDan saves 2\n{after}")
    before_the_next_deal = {"Bob": 8, "Cat": -5, "Dan": -3}
    if after == "deal":
        before_the_next_deal = {"Ann": -5, "Bob": 8, "Cat": -5 - 5, "Dan": -3 - 5}
    assert balances(evening) == before_the_next_deal


def test_the_confirmation_says_who_is_taken_to_have_saved_nothing():
    evening = play("Ann Bob Cat Dan Eve", "game loto saved=on stake=5\ndeal Ann\nBob full\nDan saves 2\ndeal")
    assert [write(event, evening.money) for event in evening.outcomes[-1].answered] == ["Cat saves 0", "Eve saves 0"]


def test_who_is_asked_what_he_saves_is_named():
    evening = play("Ann Bob Cat Dan Eve", "game loto saved=on stake=5\ndeal Ann\nBob full\nDan saves 2")
    assert summary(evening).expecting.who == ["Cat", "Eve"]
    refused("Ann Bob Cat", "game loto saved=on\ndeal Ann\nBob full\nCat row", "open what Cat saves")


def test_two_cards_are_saved_from_together():
    assert covered("stake=40 saved=on", "Cat cards 2\nBob full\nCat saves 28\nDan saves 14") == {
        "Bob": 80 - 28 - 14,
        "Cat": 28 - 40,
        "Dan": 14 - 40,
    }


def test_all_filling_their_cards_nobody_saves():
    assert covered("stake=4 saved=on", "Bob full with Dan Cat\ndeal\nCat full\nend") == {
        "Ann": -4, "Cat": 8, "Dan": -4,
    }  # fmt: skip


def test_a_misdeal_keeps_the_pool_and_what_was_won():
    script = """
        game loto stake=4 parts=on
        deal Ann
        Bob row
        misdeal
        Eve joins
        deal
        Eve row
        Bob two-rows
        Bob full
        end
    """
    # 12 in the pool, 3 for the first row; then 9 and Eve's 4: quarters of 3
    assert balances(play("Ann Bob Cat Dan", script)) == {"Bob": -4 + 3 + 3 + 7, "Cat": -4, "Dan": -4, "Eve": -4 + 3}
    refused("Ann Bob Cat Dan", "game loto\ndeal Ann\nmisdeal\ndeal Bob", "it is Ann's turn")


def test_a_misdeal_before_the_savings_are_counted_pays_nobody():
    evening = play(
        "Ann Bob Cat", "game loto saved=on stake=3\ndeal Ann\nBob full\nmisdeal\ndeal\nCat full\nBob saves 1"
    )
    assert balances(evening) == {"Bob": -2, "Cat": 2}


def test_a_penalty_goes_to_the_card():
    evening = play(
        "Ann Bob Cat", 'game loto stake=4 parts=on\ndeal Ann\npenalty Cat 3 "late"\nBob row\nBob two-rows\nCat full'
    )
    assert balances(evening) == {}, "Bob has two quarters of 8, Cat the 4 left and his 3"
    script = 'game loto\ndeal Ann\nBob full\npenalty Cat 3 "late"\nend'
    refused("Ann Bob Cat", script, "end divide", "end draw", "end leave")
    assert pools(play("Ann Bob Cat", script + " leave")) == {"loto.pool": 3}


def test_card_by_card_with_everyone_covering():
    script = f"""
        Bob card {numbers(range(1, 16))}
        Cat card {numbers(range(16, 31))}
        Dan card 1 2 3 4 5 {numbers(range(31, 41))}
        Ann draws 1 2 3 4
        Ann draws 5 6 7 8 9 10 31 16
        Ann draws 11 12 13 14 15
    """
    # the first row is Bob's and Dan's at once
    assert covered("stake=8 answer=all parts=on", script) == {"Bob": -8 + 3 + 6 + 12, "Cat": -8, "Dan": -8 + 3}
    assert covered("stake=8 answer=all saved=on", script) == {"Bob": 24 - 8 - 6 - 1, "Cat": -7, "Dan": -2}


def test_card_by_card_with_the_first_to_answer():
    script = f"""
        Bob card {numbers(range(1, 16))}
        Cat card {numbers(range(16, 31))}
        Dan card 1 2 3 4 5 {numbers(range(31, 41))}
        Ann draws {numbers(range(1, 41))}
        Dan covers 1
        Bob covers 2 3 4 5 6 7 8 9 10 11 12 13 14 15
        Cat covers {numbers(range(16, 25))}
        Dan covers {numbers(range(31, 41))}
        Cat covers {numbers(range(30, 24, -1))}
    """
    # Bob has two rows before Cat has one and before Dan has two; he cannot fill his card
    assert covered("stake=8 parts=on", script) == {"Bob": -8 + 6 + 6, "Cat": -8 + 12, "Dan": -8}
    assert covered("stake=20 saved=on", script) == {"Bob": -6, "Cat": 40 - 14 - 11, "Dan": -9}


def test_as_long_as_a_card_is_not_known_claims_are_said():
    script = f"""
        Bob cards 2
        Bob card {numbers(range(1, 16))}
        Cat card {numbers(range(16, 31))}
        Ann draws {numbers(range(1, 41))}
        Cat covers 16 17 18 19 20
        Dan row
        Cat two-rows with Dan
        Dan full
    """
    assert covered("stake=8 parts=on", script) == {"Bob": -8, "Cat": -8 + 3, "Dan": -8 + 6 + 3 + 12}
    refused("Ann Bob Cat Dan", f"game loto\ndeal Ann\n{script.split('Cat covers')[0]}Bob covers 1", "not all known")


def first_to_cover(cards: dict[str, list[list[int]]], knobs: list[int], rows: int) -> tuple[int, list[str]]:
    """A second writing: return at which knob somebody first has so many rows of a card, and who."""
    for place in range(1, len(knobs) + 1):
        drawn = knobs[:place]
        done = [
            player
            for player, own in cards.items()
            if any(sum(set(card[at : at + 5]) <= set(drawn) for at in (0, 5, 10)) >= rows for card in own)
        ]
        if done:
            return place, done
    raise AssertionError("all ninety are drawn")


@pytest.mark.thorough
@settings(max_examples=tries(100), deadline=None)
@given(
    box=st.permutations(BOX),
    knobs=st.permutations(range(1, 91)),
    held=st.lists(st.integers(1, 3), min_size=3, max_size=3),
    options=st.sampled_from(["", "parts=on", "saved=on value=2"]),
    chunk=st.integers(1, 7),
)
def test_the_same_cards_give_the_same_money_by_outcome(box, knobs, held, options, chunk):
    left, cards = list(box), {}
    sayings = []
    for player, count in zip(("Bob", "Cat", "Dan"), held, strict=True):
        cards[player] = [left.pop() for _ in range(count)]
        sayings += [f"{player} cards {count}"]
    outcome, by_cards = list(sayings), list(sayings)
    by_cards += [f"{player} card {numbers(card)}" for player, own in cards.items() for card in own]
    end, winners = first_to_cover(cards, knobs, 3)
    for rows, part in ((1, "row"), (2, "two-rows"), (3, "full")):
        if part == "full" or options == "parts=on":
            first, *others = first_to_cover(cards, knobs, rows)[1]
            outcome.append(f"{first} {part}" + (f" with {' '.join(others)}" if others else ""))
    if options.startswith("saved"):
        losers = [player for player in cards if player not in winners]
        counts = [sum(row in knobs[:end] for card in cards[player] for row in card) for player in losers]
        outcome += [f"{player} saves {count}" for player, count in zip(losers, counts, strict=True)]
    by_cards += [f"Ann draws {numbers(knobs[at : min(at + chunk, end)])}" for at in range(0, end, chunk)]
    said_outcome = covered(f"stake=24 answer=all {options}", "\n".join(outcome))
    assert covered(f"stake=24 answer=all {options}", "\n".join(by_cards)) == said_outcome
    if len(winners) == 1:
        # the first to answer is always he who wins: the others cover only what he does not have
        own = [row for card in cards[winners[0]] for row in card]
        taken = [knob for knob in dict.fromkeys(knobs[:end]) if knob in own]
        alone = [*sayings, *by_cards[3 : 3 + sum(held)], f"Ann draws {numbers(knobs[:end])}"]
        alone += [f"{winners[0]} covers {numbers(taken)}"]
        by_answer = covered("stake=24 answer=first", "\n".join(alone))
        assert by_answer == covered("stake=24", f"{winners[0]} wins")


# The second method


def drawn(options: str, script: str, players: str = "Ann Bob Cat"):
    return play(players, f"game loto method=drawings {options}\n{script}")


def test_a_card_costs_a_stake_and_one_thrown_up_is_not_given_back():  # [110]
    script = "deal Ann\nAnn cards 4\nBob cards 1\nBob wins abstract=1"
    evening = drawn("stake=10", script)
    assert balances(evening) == {"Ann": -40, "Bob": -10, "Cat": -20}, "laid with the first prize"
    script += "\ndeal\nAnn cards 1\nBob cards 3\ndeal"
    evening = drawn("stake=10", script)
    assert balances(evening) == {"Ann": -40, "Bob": -30 + 1, "Cat": -20}, "two more cards for Bob"
    evening = drawn("stake=10", script + "\nAnn cards 2\nBob cards 3\nend leave")
    assert balances(evening) == {"Ann": -50, "Bob": -30 + 1, "Cat": -20}, "a card more for Ann; Bob has exchanged his"
    assert pools(evening) == {"loto.pool": 99}


def test_the_stake_is_sixty_times_the_value():
    assert pools(drawn("", "deal Ann\ndeal")) == {"loto.pool": 360}
    assert pools(drawn("value=3", "deal Ann\ndeal")) == {"loto.pool": 1080}


def test_nothing_is_staked_before_the_first_knob_or_prize():
    assert balances(drawn("", "deal Ann\nBob cards 3")) == {}
    assert balances(drawn("stake=2", "deal Ann\nAnn draws 7")) == {"Ann": -4, "Bob": -4, "Cat": -4}
    # the drawing is left without either: everyone seated in it has staked, who leaves too
    evening = drawn("stake=2", "deal Ann\nBob cards 3\nBob leaves")
    assert balances(evening) == {"Ann": -4, "Bob": -6, "Cat": -4}
    evening = drawn("stake=2", "deal Ann\nAnn cards 3\nBob leaves\nDan joins\ndeal")
    assert balances(evening) == {"Ann": -6, "Bob": -4, "Cat": -4}, "Dan stakes in the drawing that is in hand"
    assert carry(evening)["cards"] == {"Ann": 3, "Cat": 2, "Dan": 2}
    assert balances(drawn("stake=2", "deal Ann\nAnn cards 3\nDan joins\nend leave")) == {
        "Ann": -6,
        "Bob": -4,
        "Cat": -4,
    }


@pytest.mark.parametrize("between", ["deal", "Eve joins", "Dan leaves", "end leave"])
def test_a_drawing_in_which_nothing_is_said_is_staked_for(between):
    evening = play("Ann Bob Cat Dan", f"game loto method=drawings stake=2\ndeal Ann\n{between}")
    assert balances(evening) == dict.fromkeys(("Ann", "Bob", "Cat", "Dan"), -4)
    assert pools(evening) == {"loto.pool": 16}


def test_who_leaves_after_a_drawing_in_which_nothing_was_said_has_staked():
    assert balances(drawn("", "deal Ann\nCat leaves\nend")) == {"Ann": 60, "Bob": 60, "Cat": -120}
    assert balances(drawn("", "deal Ann\nDan joins\nend leave")) == {"Ann": -120, "Bob": -120, "Cat": -120}


def test_a_void_drawing_takes_no_stake():
    assert balances(drawn("", "deal Ann\nmisdeal\nend leave")) == {}
    evening = drawn("stake=2", "deal Ann\nAnn cards 3\nmisdeal\nCat leaves\nDan joins\ndeal")
    assert balances(evening) == {"Ann": -6, "Bob": -4, "Dan": -4}, "who joins after it stakes at the deal, as all do"
    evening = drawn("stake=2", "deal Ann\nAnn draws 7\nmisdeal\nDan joins\ndeal")
    assert balances(evening) == {"Ann": -4, "Bob": -4, "Cat": -4, "Dan": -4}, "what was staked with a knob stays"


def test_who_has_staked_holds_his_cards():
    # Bob and Cat have staked for two each at the deal after the misdeal
    script = "game loto method=drawings\ndeal Ann\nmisdeal\ndeal\nAnn cards "
    refused("Ann Bob Cat", f"{script}23", "the box has 24 cards, and that would make 27")
    assert carry(play("Ann Bob Cat", f"{script}20"))["cards"] == {"Ann": 20, "Bob": 2, "Cat": 2}


def test_an_exhausted_pool_is_filled_by_the_cards_as_often_as_it_takes():  # [112]
    def exhausted(evening):
        return {posting.why for posting in evening.books.postings if posting.why.startswith("the pool was exhausted")}

    script = "deal Ann\nAnn cards 1\nCat cards 3\nBob wins quaterne=1\ndeal"
    # six cards of 10 make 60; 104 are due, so all contribute once more
    evening = drawn("stake=10", script)
    assert balances(evening) == {"Ann": -20, "Bob": -40 + 104, "Cat": -60}
    assert exhausted(evening) == {"the pool was exhausted"}
    evening = drawn("stake=1", script)
    # 6 lie there, and six a time are wanted for the other 98: seventeen times
    assert balances(evening) == {"Ann": -18, "Bob": -36 + 104, "Cat": -54}
    assert exhausted(evening) == {"the pool was exhausted, 17 times over"}
    assert exhausted(drawn("stake=6", script)) == {"the pool was exhausted, 2 times over"}
    assert pools(evening) == {"loto.pool": 6 * 18 - 104}


@pytest.mark.parametrize("between", ["deal", "Dan joins", "Cat leaves", "end leave"])
def test_a_drawing_is_paid_at_what_comes_between_deals(between):
    evening = drawn("stake=10", f"deal Ann\nBob wins terne=1\n{between}")
    assert balances(evening) == {"Ann": -20, "Bob": 8, "Cat": -20}


def test_a_reserve_redeems_the_counters_at_the_last():  # [110]-[112]
    script = "deal Ann\nBob wins ambo=1\ndeal\nBob last\nCat wins terne=1 abstract=2\nAnn wins ambo=1 quaterne=1"
    evening = drawn("stake=10 reserve=1", script + "\nend leave")
    # 60 staked, 6 of it kept apart; Bob's ambo is paid in full; then Ann is due 105 and her 6, Cat 25 and her 5
    assert balances(evening) == {"Ann": -20 + 47 + 6, "Bob": -20 + 7, "Cat": -20}
    assert pools(evening) == {}
    evening = drawn("stake=60 reserve=10", script)
    assert pools(evening) == {"loto.pool": 300 - 7, "loto.reserve": 60}
    evening = drawn("stake=60 reserve=10", script + "\nend leave")
    assert balances(evening) == {"Ann": -120 + 105 + 6, "Bob": -120 + 7, "Cat": -120 + 25 + 5}
    assert pools(evening) == {"loto.pool": 293 - 130 + 60 - 11}
    assert [(posting.payee, posting.amount, posting.why) for posting in evening.outcomes[-1].postings[:4]] == [
        ("Ann", 105, "ambo 1, quaterne 1"),
        ("Ann", 6, "ambo 1, quaterne 1, the counters redeemed"),
        ("Cat", 25, "abstract 2, terne 1"),
        ("Cat", 5, "abstract 2, terne 1, the counters redeemed"),
    ]
    assert not any("bankruptcy" in remark for outcome in evening.outcomes for remark in outcome.remarks)


def test_the_pool_alone_is_filled_where_there_is_a_reserve():
    evening = drawn("stake=10 reserve=4", "deal Ann\nBob wins terne=2\ndeal")
    assert balances(evening) == {"Ann": -40, "Bob": -40 + 56, "Cat": -40}
    assert pools(evening) == {"loto.pool": 36 + 60 - 56, "loto.reserve": 24}


def test_the_end_divides_reserve_and_pool_from_the_left_of_the_last_bag():
    evening = drawn("stake=10 reserve=3", "deal Ann\nBob wins abstract=2\ndeal\nend")
    # 58 are divided by three, the odd counter going to Cat, on the left of Bob, who had the bag last
    assert balances(evening) == {"Ann": -20 + 19, "Bob": -20 + 2 + 19}, "Cat has 20 back"
    assert pools(evening) == {}
    assert balances(drawn("", "end")) == {}
    script = "deal Ann\nBob wins abstract=2\nend draw Ann:2C Bob:3C Cat:AC"
    assert balances(drawn("stake=10 reserve=3", script)) == {"Ann": -20 + 58, "Bob": -18, "Cat": -20}


def test_the_eldest_hand_drew_first_and_is_followed_on_the_left():
    script = "deal Bob\nBob wins abstract=1\ndeal"
    assert carry(drawn("", script))["eldest"] == "Bob"
    assert carry(drawn("", "deal Bob\nBob leaves"))["eldest"] == "Cat"
    assert carry(drawn("", ""))["eldest"] is None, "nobody has drawn yet"
    emptied = play("Ann Bob Cat", "game loto method=drawings with Ann Bob\ndeal Bob\nAnn leaves\nBob leaves")
    assert carry(emptied)["eldest"] is None, "nobody is left"
    # at the last the pool of 8 is paid from Cat round
    script = "deal Bob\nBob leaves\nDan joins\ndeal\nCat last\nAnn wins abstract=5\nCat wins abstract=5\nend"
    assert balances(drawn("stake=1 value=1", script)) == {"Ann": -2 + 3, "Bob": -2, "Cat": -2 + 5, "Dan": -2}


def test_the_drawings_left_are_counted_and_none_comes_after_the_last():
    script = "deal Ann\nAnn last 2\nBob wins abstract=1\nDan joins"
    assert carry(drawn("", script))["left"] == 1
    assert "left" not in carry(drawn("", "deal Ann\ndeal"))
    refused("Ann Bob Cat", f"game loto method=drawings\n{script}\ndeal\nEve joins\ndeal", "say end")
    evening = drawn("", "deal Ann\nAnn last 2\nmisdeal\ndeal")
    assert carry(evening)["left"] == 2, "a misdeal is no drawing"


def test_a_misdeal_voids_the_drawing_and_keeps_stakes_and_cards():
    script = "deal Ann\nBob cards 3\nBob wins quinterne=2\nmisdeal"
    evening = drawn("stake=5", script)
    assert balances(evening) == {"Ann": -10, "Bob": -15, "Cat": -10}
    assert carry(evening)["cards"] == {"Ann": 2, "Bob": 3, "Cat": 2}
    evening = drawn("stake=5", script + "\ndeal\nCat wins abstract=1\ndeal")
    assert balances(evening) == {"Ann": -10, "Bob": -15, "Cat": -9}
    # cards taken in the void drawing hold, and the deal after it lays the stakes for them
    evening = drawn("stake=5", "deal Ann\nBob cards 3\nmisdeal\nDan joins\ndeal")
    assert balances(evening) == {"Ann": -10, "Bob": -15, "Cat": -10, "Dan": -10}
    refused("Ann Bob", "game loto method=drawings\ndeal Ann\nmisdeal\ndeal Bob", "it is Ann's turn")


def test_cards_that_the_box_does_not_have_can_be_put_right_after_a_misdeal():
    script = "deal Ann\nBob cards 3\nmisdeal\ndeal"
    assert balances(drawn("stake=5 cards=6", script)) == {}, "seven are too many to be staked for"
    evening = drawn("stake=5 cards=6", script + "\nCat cards 1\ndeal")
    assert balances(evening) == {"Ann": -10, "Bob": -15, "Cat": -5}
    refused("Ann Bob Cat", f"game loto method=drawings cards=6\n{script}\ndeal", "has 6 cards, and that would make 7")
    assert balances(drawn("stake=5 cards=6", "deal Ann\nBob cards 3\nmisdeal\nend")) == {}


def test_no_knob_and_no_prize_is_offered_while_more_cards_are_taken_than_the_box_has():
    def offered(script):
        may = expecting(play("Ann Bob Cat", script)).may
        return [form for form in ("Ann draws N …", "wins ambo=N …") if form in may]

    script = "game loto method=drawings cards=6 stake=10\ndeal Ann\nBob cards 3\n"
    assert offered(script) == []
    refused("Ann Bob Cat", f"{script}Bob wins ambo=1", "has 6 cards, and that would make 7")
    script += "Cat cards 1\n"
    assert offered(script) == ["Ann draws N …", "wins ambo=N …"]
    assert balances(play("Ann Bob Cat", f"{script}Bob wins ambo=1\nend leave")) == {"Ann": -20, "Bob": -23, "Cat": -10}


def test_who_leaves_gives_his_cards_back_and_stakes_anew():
    script = f"deal Ann\nBob cards 1\nBob card {numbers(BOX[0])}\nBob wins abstract=1\nBob leaves\nBob joins"
    evening = drawn("stake=5", script)
    assert (carry(evening)["cards"], carry(evening)["numbers"]) == ({"Ann": 2, "Cat": 2, "Bob": 2}, {})
    evening = drawn("stake=5", script + "\ndeal Cat\nBob wins abstract=1")
    assert balances(evening) == {"Ann": -10, "Bob": -4 - 10, "Cat": -10}


def test_what_was_said_of_cards_is_forgotten_when_their_holder_leaves_before_the_deal():
    script = f"deal Ann\nAnn cards 1\nCat cards 2\nBob cards 3\nBob card {numbers(BOX[0])}"
    script += "\nBob wins abstract=1\nmisdeal\nBob leaves\ndeal Ann\nAnn cards 1"
    evening = drawn("stake=5 cards=6", f"{script}\nCat cards 5\nBob joins")
    assert carry(evening)["cards"] == {"Ann": 1, "Cat": 5, "Bob": 2}, "six of Ann's and Cat's are in the box"
    assert carry(evening)["numbers"] == {}
    script += f"\nAnn card {numbers(BOX[1])}\nBob joins\ndeal Cat"
    evening = drawn("stake=5", f"{script}\nBob card {numbers(BOX[2])}\nBob card {numbers(BOX[3])}")
    assert carry(evening)["numbers"] == {"Ann": [BOX[1]], "Bob": [BOX[2], BOX[3]]}


def known(cards: dict[str, list[list[int]]]) -> list[str]:
    """Return the sayings that make all cards known."""
    sayings = [f"{player} cards {len(own)}" for player, own in cards.items()]
    return sayings + [f"{player} card {numbers(card)}" for player, own in cards.items() for card in own]


def test_ten_knobs_with_all_cards_known_are_paid_at_once():  # [111]
    cards = {"Ann": [BOX[0]], "Bob": [BOX[1]], "Cat": [BOX[2], BOX[3]]}
    script = "\n".join(["deal Ann", *known(cards), "Ann draws 1 2 3 4 5", "Ann draws 6 17 18 31 90"])
    evening = drawn("stake=100", script)
    assert balances(evening) == {"Ann": -100 + 255 + 1, "Bob": -100 + 7, "Cat": -200 + 1}
    assert evening.game.turn.pause
    assert carry(evening)["numbers"] == cards
    # the numbers hold in the next drawing, until cards are exchanged
    evening = drawn("stake=100", script + "\ndeal\nBob draws 16 17 18 19 20 21 22 23 24 25")
    assert balances(evening) == {"Ann": -100 + 256 - 100, "Bob": -100 + 7 + 510 - 100, "Cat": -199 - 200}
    evening = drawn("stake=100", script + "\ndeal\nCat cards 2\nAnn wins ambo=1\ndeal")
    assert balances(evening)["Ann"] == -100 + 256 + 7


def test_the_last_is_paid_by_what_was_drawn():
    cards = {"Ann": [BOX[0]], "Bob": [BOX[1]], "Cat": [BOX[2]]}
    script = ["deal Ann", *known(cards), "Ann last", "Ann draws 1 2 16"]
    assert balances(drawn("stake=10", "\n".join([*script, "end leave"]))) == {"Ann": -10 + 7, "Bob": -9, "Cat": -10}
    script[-2] = "Ann last 2"
    refused("Ann Bob Cat", "\n".join(["game loto method=drawings", *script, "end"]), "3 of the ten knobs")


@settings(max_examples=tries(100), deadline=None)
@given(
    box=st.permutations(BOX),
    held=st.lists(st.integers(1, 5), min_size=3, max_size=3),
    drawings=st.lists(st.permutations(range(1, 91)), min_size=2, max_size=3),
    stake=st.sampled_from([1, 7, 60, 300]),
    reserve=st.sampled_from([None, 1]),
)
def test_drawings_by_outcome_and_by_knobs_give_the_same_money_as_told_plainly(box, held, drawings, stake, reserve):
    left = list(box)
    cards = {
        player: [left.pop() for _ in range(count)] for player, count in zip(("Ann", "Bob", "Cat"), held, strict=True)
    }
    names = {1: "abstract", 2: "ambo", 3: "terne", 4: "quaterne", 5: "quinterne"}
    extra = {"abstract": 0, "ambo": 5, "terne": 25, "quaterne": 100, "quinterne": 250}
    all_cards = sum(held)
    apart = (reserve or 0) * all_cards
    pool, money = stake * all_cards - apart, {player: -stake * len(own) for player, own in cards.items()}
    by_outcome, by_knobs = [], []
    for turn, knobs in enumerate(drawings):
        last = turn == len(drawings) - 1
        bag = ("Ann", "Bob", "Cat")[turn]
        for script in (by_outcome, by_knobs):
            script.append(f"deal {bag}")
            script += known(cards) if turn == 0 and script is by_knobs else []
            script += [f"{player} cards {len(own)}" for player, own in cards.items()] if script is by_outcome else []
            script += [f"{bag} last"] if last else []
        by_knobs.append(f"{bag} draws {numbers(knobs[:10])}")
        won = {}
        for player, own in cards.items():
            lying = [len({*card[at : at + 5]} & {*knobs[:10]}) for card in own for at in (0, 5, 10)]
            won[player] = [names[count] for count in lying if count]
            if won[player]:
                marks = {name: won[player].count(name) for name in won[player]}
                by_outcome.append(f"{player} wins " + " ".join(f"{name}={count}" for name, count in marks.items()))
        worth = {
            player: (sum(list(names.values()).index(line) + 1 for line in lines), sum(extra[line] for line in lines))
            for player, lines in won.items()
        }
        if not last:
            while pool < sum(map(sum, worth.values())):
                pool += stake * all_cards
                money = {player: had - stake * len(cards[player]) for player, had in money.items()}
        for player, (counters, besides) in worth.items():
            from_reserve = min(counters, apart) if last and reserve else 0
            from_pool = min(pool, besides if last and reserve else counters + besides)
            money[player] += from_pool + from_reserve
            pool, apart = pool - from_pool, apart - from_reserve
    options = f"stake={stake}" + (f" reserve={reserve}" if reserve else "")
    for script in (by_outcome, by_knobs):
        evening = drawn(options, "\n".join([*script, "end leave"]))
        assert balances(evening) == {player: amount for player, amount in money.items() if amount}
        assert sum(pools(evening).values()) == pool + apart


def test_any_player_may_be_named_the_dealer_of_a_card():
    evening = play("Ann Bob Cat Dan", "game loto\ndeal Ann\nBob full\ndeal Dan\nBob full\ndeal")
    assert evening.game.table.dealer == "Ann", "unnamed, the deal goes on to the left"
    drawings = "game loto method=drawings\ndeal Ann\nBob wins ambo=1\ndeal Cat"
    refused("Ann Bob Cat", drawings, "it is Bob's turn to deal")


@pytest.mark.parametrize("who", ["Ann", "Bob"])
def test_knobs_are_drawn_and_none_is_thrown_out(who):
    refused("Ann Bob Cat Dan", f"game loto\ndeal Ann\n{who} discards 2 draws 5", "Ann: draws N")


@pytest.mark.parametrize(("cards", "most"), [(1, 3), (2, 6)])
def test_prizes_are_offered_for_one_line_or_for_several_of_the_cards_held(cards, most):
    evening = drawn("", f"deal Ann\nBob cards {cards}\nAnn wins abstract=1")
    wins = [form for form in evening.game.turn.forms() if form.slots[0] == Word(("wins",))]
    bobs = [form.slots[1] for form in wins if form.who[0] == "Bob"]
    assert [(group.repeat, group.low, group.high, group.total) for group in bobs] == [
        (False, None, None, None),
        (True, 2, min(5, most), (2, most)),
    ]
    numbered = [(group.slots[0].words, group.slots[2].low, group.slots[2].high) for group in bobs]
    assert numbered == [(("abstract", "ambo", "terne", "quaterne", "quinterne"), 1, most)] * 2
    assert "Ann" not in [name for form in wins for name in form.who], "what she wins has been said"


def test_every_knob_is_offered_until_it_is_drawn():
    turn = drawn("", "deal Ann\nAnn draws 7").game.turn
    one, several = (form.slots[1] for form in turn.forms() if form.slots[0] == Word(("draws",)))
    left = tuple(str(knob) for knob in range(1, 91) if knob != 7)
    assert one.words == left
    assert one.out == {"7": "knob 7 has been drawn already"}
    assert (several.slots[0].words, several.low, several.high) == (left, 2, 9)
