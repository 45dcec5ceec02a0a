"""Catch the Ten: its examples, second writings of points and money, and every option."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.cards import Card, pack_of
from tests.helpers.rig import balances, carry, check_replay, machine_for, play, play_many, refused, tries

A2, A3, A4, A5 = "Ann Bob", "Ann Bob Cat", "Ann Bob Cat Dan", "Ann Bob Cat Dan Eve"
A6 = f"{A5} Fay"

TestRandomEvenings = machine_for("catch-the-ten")


@pytest.mark.thorough
def test_long_random_evenings():
    assert play_many("catch-the-ten", deals=30, seeds=range(12)) > 150


# The examples


def test_example_1():
    script = "game catch-the-ten stake=6 point=1\ndeal Ann\nBob scores 29\nAnn scores 37"
    assert carry(play(A4, script)) == {"scores": {"Ann": 37, "Bob": 29, "Cat": 37, "Dan": 29}}
    evening = play(A4, script + "\ndeal\nAnn scores 20\nDan scores 46")
    assert balances(evening) == {"Ann": -24, "Bob": 24, "Cat": -24, "Dan": 24}
    assert carry(evening) == {"scores": dict.fromkeys(A4.split(), 0)}
    assert evening.game.table.due_dealer() == "Cat"


def test_example_2():
    script = """
        game catch-the-ten stake=6
        deal Ann
        tricks Ann 4 Bob 5
        Ann shows JS 10S
        Dan shows AS KS QS
        """
    assert carry(play(A4, script)) == {"scores": {"Ann": 37, "Bob": 29, "Cat": 37, "Dan": 29}}
    evening = play(A4, script + "deal\npenalty Cat revoke")
    assert balances(evening) == {"Ann": -6, "Bob": 6, "Cat": -6, "Dan": 6}
    assert carry(evening) == {"scores": dict.fromkeys(A4.split(), 0)}


def test_example_3():
    script = "game catch-the-ten stake=3 point=1\ndeal Ann\nAnn scores 41\nBob scores 15\nCat scores 10"
    assert balances(play(A3, script)) == {"Ann": 63, "Bob": -29, "Cat": -34}


# The points and the money, told another way

WORTH = {"J": 11, "10": 10, "A": 4, "K": 3, "Q": 2}


def plain_winner(played: list[tuple[str, Card]], trump: str) -> str:
    """Return who wins a trick: the best trump (the knave is highest), or the best of the suit led."""
    trumps = [(player, card) for player, card in played if card.suit == trump]
    for rank in "J A K Q 10 9 8 7 6".split():  # noqa: SIM905
        for player, card in trumps:
            if card.rank == rank:
                return player
    led = played[0][1].suit
    order = "6 7 8 9 10 J Q K A".split()  # noqa: SIM905
    return max((order.index(card.rank), player) for player, card in played if card.suit == led)[1]


def sides_of(players: list[str], said: int | None) -> list[list[str]]:
    """Return the sides: the seats taken in turn."""
    number = {4: 2, 6: said or 2}.get(len(players), len(players))
    return [players[place::number] for place in range(number)]


@st.composite
def games(draw):
    """Return a deal played by the rules, with all hands."""
    players = A6.split()[: draw(st.integers(2, 6))]
    pack = draw(st.permutations(sorted(pack_of(36), key=str)))
    if len(players) == 5:
        six = next(card for card in pack if card.rank == "6")
        pack = [card for card in pack if card != six]
    size = len(pack) // len(players)
    hands = {player: list(pack[place * size : (place + 1) * size]) for place, player in enumerate(players)}
    turn_up = hands[players[-1]][-1]
    known = draw(st.lists(st.sampled_from(players), unique=True))
    holds = [f"{player} holds {' '.join(map(str, hands[player]))}" for player in known]
    chance = draw(st.randoms(use_true_random=False))
    leader, tricks = players[0], []
    for _ in range(size):
        order = players[players.index(leader) :] + players[: players.index(leader)]
        played: list[tuple[str, Card]] = []
        for player in order:
            following = [card for card in hands[player] if played and card.suit == played[0][1].suit]
            card = chance.choice(following or hands[player])
            hands[player].remove(card)
            played.append((player, card))
        leader = plain_winner(played, turn_up.suit)
        tricks.append((leader, [card for _, card in played]))
    return players, draw(st.sampled_from([None, 3])) if len(players) == 6 else None, turn_up, holds, tricks, chance


def four_ways(sides, turn_up, holds, tricks, chance):
    """Return the same deal by cards, by winners and cards mixed, by numbers, and by scores."""
    points, honours, count = {}, {}, {}
    for number, side in enumerate(sides):
        own = [cards for winner, cards in tricks if winner in side]
        count[number] = len(own)
        honours[number] = [card for cards in own for card in cards if card.suit == turn_up.suit and card.rank in WORTH]
        points[number] = sum(map(len, own)) + sum(WORTH[card.rank] for card in honours[number])
    deal = f"deal turn-up {turn_up}"
    by_cards = [deal, *holds, *("trick " + " ".join(map(str, cards)) for _, cards in tricks)]
    seen = [chance.random() < 0.5 for _ in tricks]
    mixed = [deal]
    hidden = []
    for (winner, cards), named in zip(tricks, seen, strict=True):
        mixed.append("trick " + (" ".join(map(str, cards)) if named else winner))
        hidden += [] if named else cards
    speakers = {number: chance.choice(side) for number, side in enumerate(sides)}
    for number, cards in honours.items():
        left = [card for card in cards if card in hidden]
        if left:
            mixed.insert(chance.randint(1, len(mixed)), f"{speakers[number]} shows {' '.join(map(str, left))}")
    by_number = ["deal"] + [
        f"{speakers[number]} shows {' '.join(map(str, cards))}" for number, cards in honours.items() if cards
    ]
    tally = " ".join(f"{speakers[number]} {won}" for number, won in count.items() if won)
    by_number.insert(chance.randint(1, len(by_number)), f"tricks {tally}")
    by_scores = ["deal", *(f"{speakers[number]} scores {made}" for number, made in points.items())]
    return points, (by_cards, mixed, by_number, by_scores)


@given(games())
@settings(max_examples=tries(120), deadline=None)
def test_a_deal_told_in_four_ways_gives_the_same_money(made_up):
    players, said, turn_up, holds, tricks, chance = made_up
    sides = sides_of(players, said)
    points, ways = four_ways(sides, turn_up, holds, tricks, chance)
    assert sum(points.values()) == (65 if len(players) == 5 else 66)
    best = max(points.values())
    winners = [number for number, made in points.items() if made == best and best >= 41]
    expected, scores = dict.fromkeys(players, 0), {}
    for number, side in enumerate(sides):
        for player in side:
            scores[player] = 0 if len(winners) == 1 else points[number]
            if len(winners) == 1 and number != winners[0]:
                expected[player] -= 5 + 2 * (best - points[number])
                expected[sides[winners[0]][0]] += 5 + 2 * (best - points[number])
    head = "game catch-the-ten stake=5 point=2" + (f" sides={said}" if said else "")
    for script in ways:
        script[0] = script[0].replace("deal", f"deal {players[-1]}", 1)
        evening = play(" ".join(players), "\n".join([head, *script]))
        found = evening.books.balances
        assert carry(evening) == {"scores": scores}
        for side in sides:  # partners gain and lose alike
            assert len({found[player] for player in side}) == 1
            assert sum(found[player] for player in side) == sum(expected[player] for player in side)


@given(st.lists(st.integers(0, 66), min_size=1, max_size=12), st.integers(0, 5))
@settings(max_examples=tries(60), deadline=None)
def test_scores_run_until_a_game_is_won(deals, point):
    script = ["game catch-the-ten stake=4" + (f" point={point}" if point else "")]
    score, balance = [0, 0], [0, 0]
    for made in deals:
        script += ["deal", f"Ann scores {made}", f"Bob scores {66 - made}"]
        score = [score[0] + made, score[1] + 66 - made]
        if max(score) >= 41 and score[0] != score[1]:
            winner = score.index(max(score))
            price = 4 + point * (max(score) - min(score))
            balance[winner] += price
            balance[1 - winner] -= price
            score = [0, 0]
    evening = play(A2, "\n".join(script))
    assert list(evening.books.balances.values()) == balance
    assert carry(evening) == {"scores": {"Ann": score[0], "Bob": score[1]}}


# Who wins, and who pays whom


def test_with_both_off_no_counter_moves():
    evening = play(A4, "game catch-the-ten\ndeal\nAnn scores 66\nBob scores 0")
    assert evening.books.postings == []
    assert carry(evening) == {"scores": dict.fromkeys(A4.split(), 0)}


def test_a_point_alone_is_paid_for():
    assert balances(play(A2, "game catch-the-ten point=2\ndeal\nAnn scores 50\nBob scores 16")) == {
        "Ann": 68,
        "Bob": -68,
    }


def test_of_two_that_are_equal_nobody_has_won_yet():
    script = "game catch-the-ten stake=1\ndeal\nAnn scores 33\nBob scores 33\ndeal\nAnn scores 33\nBob scores 33"
    evening = play(A2, script)
    assert balances(evening) == {}
    assert carry(evening) == {"scores": {"Ann": 66, "Bob": 66}}
    assert balances(play(A2, script + "\ndeal\nAnn scores 32\nBob scores 34")) == {"Ann": -1, "Bob": 1}


def test_of_several_with_forty_one_the_most_wins():
    deal = "deal\nAnn scores 30\nBob scores 26\nCat scores 10\n"
    evening = play(A3, "game catch-the-ten stake=1 point=1\n" + deal * 2)
    assert balances(evening) == {"Ann": 1 + 8 + 1 + 40, "Bob": -9, "Cat": -41}


def test_forty_one_is_enough_and_forty_is_not():
    assert balances(play(A2, "game catch-the-ten stake=1\ndeal\nAnn scores 40\nBob scores 26")) == {}
    assert balances(play(A2, "game catch-the-ten stake=1\ndeal\nAnn scores 41\nBob scores 25")) == {"Ann": 1, "Bob": -1}


@pytest.mark.parametrize(
    ("sides", "partners"), [("", ("Ann Cat Eve", "Bob Dan Fay")), (" sides=3", ("Ann Dan", "Bob Eve", "Cat Fay"))]
)
def test_six_players(sides, partners):
    names = [side.split()[0] for side in partners]
    made = [50, 16, 0][: len(names)]
    script = "\n".join(f"{name} scores {points}" for name, points in zip(names, made, strict=True))
    evening = play(A6, f"game catch-the-ten stake=2{sides}\ndeal\n{script}")
    for side in partners:
        for player in side.split():
            assert evening.books.balances[player] == (2 * (len(names) - 1) if side is partners[0] else -2)


def test_partners_pay_one_another_in_order_from_the_dealers_left():
    evening = play(A6, "game catch-the-ten stake=2\ndeal Dan\nAnn scores 60\nBob scores 6")
    assert [(posting.payer, posting.payee) for posting in evening.books.postings] == [
        ("Fay", "Eve"),
        ("Bob", "Ann"),
        ("Dan", "Cat"),
    ]


def test_sides_follow_the_seats_of_those_who_play():
    evening = play(A6, "game catch-the-ten stake=2 with Ann Cat Dan Fay\ndeal\nDan scores 66\nFay scores 0")
    assert balances(evening) == {"Ann": 2, "Dan": 2, "Cat": -2, "Fay": -2}


# Telling a deal


def test_scores_may_come_in_any_order_noughts_too():
    evening = play(
        A5, "game catch-the-ten\ndeal\nCat scores 0\nAnn scores 25\nEve scores 0\nBob scores 40\nDan scores 0"
    )
    assert carry(evening)["scores"]["Bob"] == 40


def test_the_ten_caught_by_the_king():
    """The ten counts for the side that takes it, whoever was dealt it."""
    script = "game catch-the-ten\ndeal Ann turn-up 9H\ntrick 10H KH 6S 9H\n"
    evening = play(A4, script + "trick Dan\n" * 8 + "Bob shows JH AH QH")
    assert evening.outcomes[-1].remarks == ("Ann and Cat 17, Bob and Dan 49",)


def test_honours_shown_before_the_tricks():
    evening = play(A4, "game catch-the-ten\ndeal\nAnn shows JS 10S\nBob shows AS KS QS\ntricks Cat 4 Dan 5")
    assert list(carry(evening)["scores"].items()) == [("Ann", 37), ("Bob", 29), ("Cat", 37), ("Dan", 29)]


def test_five_players_may_see_any_three_sixes():
    script = "game catch-the-ten\ndeal turn-up 6H\ntrick 6S 7S 8S 9S 10S\ntrick 6D 7D 8D 9D 10D"
    play(A5, script)
    refused(A5, script + "\ntrick 6C 7C 8C 9C 10C", "one six is left out")
    play(A4, "game catch-the-ten\ndeal turn-up 6H\ntrick 6S 7S 8S 9S\ntrick 6D 7D 8D 9D\ntrick 6C 7C 8C 9C")


# Irregularities


def test_a_revoke_costs_what_is_short_of_forty_one():
    script = "game catch-the-ten stake=6 point=1\ndeal\nAnn scores 37\nBob scores 29\ndeal\n"
    assert balances(play(A4, script + "penalty Cat revoke")) == {"Ann": -10, "Bob": 10, "Cat": -10, "Dan": 10}
    assert balances(play(A4, script + "penalty Dan revoke")) == {"Ann": 18, "Bob": -18, "Cat": 18, "Dan": -18}
    evening = play(A4, script + "penalty Dan revoke 3")
    assert balances(evening) == {"Ann": 3, "Bob": -3, "Cat": 3, "Dan": -3}
    assert evening.game.table.due_dealer() == "Cat"
    check_replay(evening)


def test_a_revoke_costs_nothing_for_points_beyond_forty_one():
    script = "game catch-the-ten stake=1 point=1\n" + "deal\nAnn scores 33\nBob scores 33\n" * 2
    assert balances(play(A2, script + "deal\npenalty Ann revoke")) == {"Ann": -1, "Bob": 1}


def test_a_revoke_is_paid_to_every_other_side():
    assert balances(play(A3, "game catch-the-ten stake=2\ndeal\npenalty Bob revoke")) == {"Ann": 2, "Bob": -4, "Cat": 2}
    evening = play(A6, "game catch-the-ten stake=2 sides=3\ndeal Ann\npenalty Ann revoke")
    assert evening.books.balances == {"Ann": -4, "Bob": 2, "Cat": 2, "Dan": -4, "Eve": 2, "Fay": 2}
    assert balances(play(A2, "game catch-the-ten\ndeal\npenalty Bob revoke 5")) == {"Ann": 5, "Bob": -5}


def test_a_revoke_found_in_the_middle_of_the_count_ends_the_deal():
    evening = play(A4, "game catch-the-ten stake=2\ndeal\ntrick Ann\nAnn shows JH\npenalty Bob revoke\ndeal")
    assert balances(evening) == {"Ann": 2, "Bob": -2, "Cat": 2, "Dan": -2}
    later = 'insert 5 "found out": penalty Ann revoke\nvoid 5 "not counted"\nvoid 6 "not counted"'
    evening = play(A4, f"game catch-the-ten stake=2\ndeal\nAnn scores 66\nBob scores 0\n{later}")
    assert balances(evening) == {"Ann": -2, "Bob": 2, "Cat": -2, "Dan": 2}


def test_a_misdeal_is_dealt_again_by_the_same_and_costs_nothing():
    script = "game catch-the-ten stake=2\ndeal Ann\nAnn scores 30\nBob scores 36\ndeal\nAnn scores 5\n"
    for saying in ("misdeal", "penalty Bob misdeal"):
        evening = play(A4, script + saying + "\ndeal Bob")
        assert balances(evening) == {}
        assert carry(evening)["scores"]["Ann"] == 30


# Players, and the end


def test_who_comes_meanwhile_waits_and_may_leave():
    script = "game catch-the-ten\ndeal\nAnn scores 30\nBob scores 36\nEve joins after Ann\n"
    evening = play(A4, script + "deal\nAnn scores 5\nBob scores 61")
    assert evening.game.table.players == tuple(A4.split())
    assert play(A4, script + "Eve leaves").seats.seated == tuple(A4.split())
    assert "Eve" in carry(play(A4, script + "end\ngame catch-the-ten"))["scores"]


def test_an_unfinished_game_pays_nothing():
    script = "game catch-the-ten stake=2 point=1\ndeal\nAnn scores 30\nBob scores 36\nend\ngame catch-the-ten"
    evening = play(A4, script)
    assert balances(evening) == {}
    assert carry(evening) == {"scores": dict.fromkeys(A4.split(), 0)}


def test_stakes_in_money():
    evening = play(A2, "game catch-the-ten stake=6d point=½d\ndeal\nAnn scores 50\nBob scores 16", "money=lsd")
    assert balances(evening) == {"Ann": 24 + 68, "Bob": -92}


# There is always a way on


def test_what_is_still_to_come_is_counted_in_words():
    script = "game catch-the-ten\ndeal\n" + "trick Ann\ntrick Bob\n" * 4
    assert "1 trick and 5 honours of trumps are still to come" in play(A4, script).game.turn.asks
    script += "Ann shows JH 10H AH KH\n"
    assert "1 trick and 1 honour of trumps are still to come" in play(A4, script).game.turn.asks
    assert "1 honour of trumps is still to come" in play(A4, script + "trick Bob").game.turn.asks


def test_the_last_side_shows_all_where_no_trick_can_be_said_by_its_cards():
    script = "game catch-the-ten\ndeal Ann\ntrick Dan\ntrick Eve\nAnn shows JC\n"
    refused(A6, script + "Bob shows 10C", "of the honours of trumps 3 would be missing")
    for told in ("Bob shows 10C AC KC QC", "trick Dan\ntrick Bob\ntrick Fay\ntrick Ann\nBob shows AC KC QC 10C"):
        play(A6, script + told)


def test_with_the_turn_up_the_last_honours_may_still_fall():
    script = "game catch-the-ten\ndeal Bob turn-up 6H\n" + "trick Ann\ntrick Bob\n" * 8 + "Ann shows JH 10H AH\n"
    evening = play(A2, script + "Bob shows QH\ntrick Ann\ntrick KH 7H")
    assert evening.outcomes[-1].remarks == ("Ann 48, Bob 18",)


def test_no_trick_is_offered_by_its_cards_where_it_must_have_been_unseen():
    script = "game catch-the-ten\ndeal Bob turn-up 6H\n" + "trick Ann\n" * 17 + "Ann shows JH 10H AH\nBob shows KH QH\n"
    refused(A2, script + "trick 7H 8H", "must have been in tricks of theirs")
    evening = play(A2, script)
    assert [form.slots[0].text for form in evening.game.turn.forms()] == ["trick"]
    assert play(A2, script + "trick Bob").game.turn.pause


def test_a_card_that_leaves_nobody_for_an_honour_is_refused():
    script = "game catch-the-ten\ndeal Bob turn-up 6H\n" + "trick Ann\ntrick Bob\n" * 7 + "trick Bob\n"
    script += "Ann shows JH 10H\nBob shows AH\ntrick 7H 8H\n"
    nobody = "KH and QH would be missing: every side has shown, and nobody can play them any more"
    refused(A2, script + "trick 9H 7D", nobody)
    assert play(A2, script + "trick 9H KH\ntrick QH 7D").game.turn.pause
    hand = "KH QH 6D 7D 8D 9D 10D JD QD KD AD 6C 7C 8C 9C 10C JC 8H"
    refused(A2, script + f"trick 7C 6S\nAnn holds {hand}", nobody)
