"""Snip-Snap-Snorum: its examples, both ways of telling, lives, and random evenings."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.cards import pack_of
from ledger.games.snip_snap_snorum.rules import PAIRINGS
from ledger.language.slots import Cards
from ledger.projections.offers import offers
from ledger.projections.summary import summary
from tests.helpers.rig import balances, machine_for, play, play_many, pools, refused, tries

GAME = "game snip-snap-snorum"
FOUR = "Ann Bob Cat Dan"
TestRandomEvenings = machine_for("snip-snap-snorum")


@pytest.mark.thorough
def test_long_random_evenings():
    assert play_many("snip-snap-snorum", deals=30, seeds=range(12)) > 100


FIRST = """
deal Ann
Cat snip
Ann snap
Bob snorum
deal
Ann snip
Bob snap
Cat snorum
deal
"""


def test_example_1():
    evening = play("Ann Bob Cat", f"{GAME}{FIRST}")
    assert (balances(evening), pools(evening)) == ({"Ann": -5, "Bob": -4, "Cat": -3}, {"snip.pool": 12})
    evening = play("Ann Bob Cat", f"{GAME}{FIRST}Cat snip")
    assert (balances(evening), pools(evening)) == ({"Ann": -5, "Bob": -5, "Cat": 10}, {})
    assert evening.game.table.due_dealer() == "Ann"


def test_example_2():
    evening = play(
        "Ann Bob Cat Dan",
        f"""{GAME} turn_up=pool
        deal Ann turn-up 7C
        Bob plays 7D
        Cat plays 7H
        Dan plays KS
        Ann plays KD
        deal turn-up QH
        Cat plays QD""",
    )
    assert (balances(evening), pools(evening)) == ({"Bob": -2, "Cat": 1, "Dan": -1}, {"snip.pool": 2})
    assert evening.game.deal.lives.left == {"Ann": 5, "Bob": 3, "Cat": 6, "Dan": 4}


def test_example_3():
    evening = play("Ann Bob Cat", f"{GAME} form=whole unlimited=on\ndeal Ann\nCat snip\nAnn snap\nBob snip\nBob wins")
    assert balances(evening) == {"Ann": -1, "Bob": 3, "Cat": -2}


def test_nobody_pays_more_than_he_has_left():  # [91]-[92]
    evening = play("Ann Bob Cat", f"{GAME} lives=2\ndeal Ann\nCat snip\nAnn snap\nBob snorum")
    # Bob 1, Cat her 2 and is out, Ann her 2 of the 3, and Bob is the last in
    assert balances(evening) == {"Ann": -2, "Bob": 4, "Cat": -2}


def test_a_pairing_not_made_is_paid_for_by_both():  # [93]
    evening = play("Ann Bob Cat", f"{GAME} stake=2\ndeal Ann\nCat snip\npenalty Ann snap")
    assert balances(evening) == {"Bob": -2, "Cat": -4, "Ann": -8}
    evening = play("Ann Bob Cat", f"{GAME} stake=2\ndeal Ann\npenalty Ann snip 3\ndeal")
    assert balances(evening) == {"Cat": -2, "Ann": -3}
    # the payment of the player before ends the game, and Ann is not asked for hers
    evening = play("Ann Bob", f"{GAME} lives=1\ndeal Ann\npenalty Ann snip")
    assert balances(evening) == {"Ann": 1, "Bob": -1}


def test_the_penalty_lets_another_card_be_played():
    evening = play(
        "Ann Bob Cat",
        f"{GAME}\ndeal Ann\nCat holds 2C 3C 4C 5C 6C\nBob plays 2D\npenalty Cat snip\nCat plays 3C\nAnn plays 3D",
    )
    assert balances(evening) == {"Bob": -1, "Cat": -2 - 1}


def test_a_known_hand_plays_the_card_that_pairs_and_else_what_it_likes():
    script = f"{GAME}\ndeal Ann\nCat holds 2C 3C 4C 5C 6C\nBob plays 2D\n"
    refused("Ann Bob Cat", f"{script}Cat plays 3C", "Cat has 2C, which pairs 2D, and must play it")
    # her two is gone when Bob plays another, and Ann pairs her three
    script += "Cat plays 2C\nAnn plays 9C\nBob plays 2H\nCat plays 3C\nAnn plays 3D\nBob plays 9D\nCat plays 5C"
    assert balances(play("Ann Bob Cat", script)) == {"Bob": -1, "Cat": -1}


def test_a_penalty_of_the_house_comes_out_of_the_lives():
    evening = play("Ann Bob Cat", f'{GAME} lives=3\ndeal Ann\npenalty Ann 5 "late"')
    assert balances(evening) == {"Ann": -3}
    assert evening.game.deal.lives.still_in() == ("Bob", "Cat")


def test_a_misdeal_takes_everything_back_with_the_lives():
    script = f"{GAME} lives=2\ndeal Ann\nCat snip\nBob snip\npenalty Ann snip"
    evening = play("Ann Bob Cat Dan", f"{script}\nmisdeal\ndeal Ann")
    assert (balances(evening), pools(evening)) == ({}, {})
    assert evening.game.deal.lives.still_in() == ("Bob", "Cat", "Dan", "Ann")
    assert set(evening.game.deal.lives.left.values()) == {2}


def test_who_joins_waits_for_the_next_game_and_who_leaves_is_out():
    evening = play("Ann Bob Cat", f"{GAME}\ndeal Ann\nCat snip\nDan joins\nBob leaves\ndeal")
    assert evening.game.table.dealer == "Cat"
    assert evening.game.deal.lives.still_in() == ("Ann", "Cat")
    evening = play("Ann Bob Cat", f"{GAME}\ndeal Ann\nCat snip\nDan joins\nBob leaves\ndeal\nAnn wins\ndeal")
    assert set(evening.game.deal.lives.still_in()) == {"Ann", "Cat", "Dan"}
    assert balances(evening) == {"Bob": -1, "Cat": -5, "Ann": 6}
    evening = play("Ann Bob Cat", f"{GAME}\ndeal Ann\nCat out\nAnn leaves")
    assert balances(evening) == {"Bob": 5, "Cat": -5}


def test_form_whole_by_cards_and_by_outcome():  # [94]
    script = """deal Ann
    Bob plays 2C 9C 9D 4H        # his own second nine begins afresh
    Cat plays 4C                 # snip
    Dan plays 4D                 # snap
    Ann plays 4S                 # snorum, and she plays on
    Ann plays 5S
    Bob plays 5C                 # snip"""
    by_cards = play("Ann Bob Cat Dan", f"{GAME} form=whole\n{script}")
    by_outcome = play("Ann Bob Cat Dan", f"{GAME} form=whole\ndeal Ann\nCat snip\nDan snap\nAnn snorum\nBob snip")
    assert balances(by_cards) == balances(by_outcome) == {"Ann": -1, "Bob": -1, "Cat": -2, "Dan": -3}


def test_unlimited_ends_with_the_last_card_and_nobody_pairs_it():
    names = "Ann Bob Cat Dan Eve Fay Gus Hal Ida Jim"
    evening = play(
        names,
        f"{GAME} form=whole unlimited=on\ndeal Ann\nBob plays 2C 3C\nCat plays 3D\nDan plays 3H\nDan plays 4C 5C 6C 7C",
    )
    assert balances(evening) == {"Bob": -1, "Cat": -2, "Dan": 3}
    assert evening.game.turn.pause


@given(st.permutations(sorted(pack_of(52), key=str)), st.integers(2, 6))
def test_five_cards_round_and_round_against_a_plain_account(pack, number):
    """Five rounds of cards with enough lives, compared with a second writing."""
    names = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay"][:number]
    order = names[1:] + names[:1]
    cards = pack[: 5 * number]
    script, expected, pairings = ["deal Ann"], dict.fromkeys(names, 0), ["deal Ann"]
    for place, card in enumerate(cards):
        player = order[place % number]
        script.append(f"{player} plays {card}")
        run = 0
        while run < place and cards[place - run - 1].rank == card.rank:
            run += 1
        if run:
            paired = order[(place - 1) % number]
            expected[paired] -= run
            pairings.append(f"{player} {PAIRINGS[run - 1]}")
    for script_given in (script, pairings):
        evening = play(" ".join(names), "\n".join([f"{GAME} lives=1000", *script_given]))
        assert balances(evening) == {player: lost for player, lost in expected.items() if lost}


# A second, plainer writing: real hands, and a list of who is still in


class PlainSnip:
    """A second writing with real hands: scripts by cards and by outcome, and the money."""

    def __init__(self, chances: random.Random, seats: list[str], form: str, unlimited: bool) -> None:
        self.chances, self.seats, self.form, self.unlimited = chances, seats, form, unlimited
        self.lives, self.stake = chances.randint(1, 5), chances.randint(1, 2)
        self.turn_up = chances.choice(["off", "dealer", "pool"]) if form == "five" else "off"
        self.has, self.pool = dict.fromkeys(seats, 0), 0
        self.dealer = chances.choice(seats)
        self.by_cards: list[str] = []
        self.by_outcome: list[str] = []
        self.new_game()

    def options(self) -> str:
        lives = "unlimited=on" if self.unlimited else f"lives={self.lives}"
        return f"form={self.form} stake={self.stake} turn_up={self.turn_up} {lives}"

    def new_game(self) -> None:
        self.left = dict.fromkeys(self.seats, self.lives * self.stake)
        self.out: list[str] = []

    def round(self) -> list[str]:
        place = self.seats.index(self.dealer) + 1
        return [seat for seat in self.seats[place:] + self.seats[:place] if seat not in self.out]

    def pay(self, player: str, amount: int) -> None:
        if not self.unlimited:
            amount = min(amount, self.left[player])
            self.left[player] -= amount
            if not self.left[player]:
                self.out.append(player)
        self.has[player] -= amount
        self.pool += amount

    def deal(self) -> None:
        pack, order = self.chances.sample(sorted(map(str, pack_of(52))), 52), self.round()
        first = order[0]
        hands = {seat: pack[place :: len(order)] for place, seat in enumerate(order)}
        turned = ""
        if self.form == "five":
            turned = pack[-1] if self.turn_up != "off" else ""
            hands = {seat: hand[:5] for seat, hand in hands.items()}
        for card in (self.by_cards, self.by_outcome):
            card.append(f"deal {self.dealer}" + (f" turn-up {turned}" if turned else ""))
        winner = self.falls(first, order, hands, turned)
        if self.form == "whole" and self.unlimited and winner:
            self.by_outcome.append(f"{winner} wins")
        if winner:
            self.has[winner] += self.pool
            self.pool = 0
        if winner and not self.unlimited:
            self.dealer = self.out[0]
            self.new_game()
        else:
            self.dealer = next(seat for seat in self.round() if seat != self.dealer)

    def falls(self, first: str, order: list[str], hands: dict[str, list[str]], turned: str) -> str:
        """Play the cards and return who won the pool, or None."""
        layer, last, run = "", turned, 0
        while any(hands[seat] for seat in order if seat not in self.out):
            player, card = self.next_card(first, order, hands, layer, last)
            hands[player].remove(card)
            self.by_cards.append(f"{player} plays {card}")
            pairs = last[:-1] == card[:-1] and player != layer
            run = run + 1 if pairs else 0
            if pairs and not layer:
                self.by_outcome.append(f"{player} matches")
                self.matched(player)
            elif pairs:
                beside = [seat for seat in order if seat not in self.out]
                named = beside[beside.index(player) - 1] != layer or (
                    self.form == "whole" and self.chances.random() < 0.5
                )
                self.by_outcome.append(f"{player} {PAIRINGS[run - 1]}" + (f" {layer}" if named else ""))
                self.pay(layer, run * self.stake)
            layer, last = player, card
            if self.unlimited and not hands[player]:
                return player
            if not self.unlimited and len(self.out) == len(self.seats) - 1:
                return next(seat for seat in self.seats if seat not in self.out)
        return ""

    def matched(self, player: str) -> None:
        if self.turn_up == "dealer":
            self.pay(self.dealer, self.stake)
        elif self.pool:
            self.pool -= self.stake
            self.has[player] += self.stake
            self.left[player] += self.stake

    def next_card(self, first: str, order: list[str], hands: dict[str, list[str]], layer: str, last: str):
        """Return who plays which card next: the next player must pair if possible, else plays anything."""
        if not layer:
            return first, self.chances.choice(hands[first])
        place = order.index(layer) + 1
        able = [seat for seat in order[place:] + order[:place] if hands[seat] and seat not in self.out]
        player = able[0]
        pairing = [card for card in hands[player] if card[:-1] == last[:-1]]
        if pairing and player != layer:
            return player, self.chances.choice(pairing)
        if self.form == "whole" and layer in able:
            player = layer
        return player, self.chances.choice(hands[player])


@settings(max_examples=tries(60), deadline=None)
@given(st.integers(0, 10**9), st.integers(2, 7), st.sampled_from(["five", "whole", "unlimited"]))
def test_the_money_written_again(seed, number, kind):
    """Several deals and games, by cards and by outcome, come to the same as a second writing."""
    chances = random.Random(seed)
    names = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus"][:number]
    plain = PlainSnip(chances, names, "five" if kind == "five" else "whole", kind == "unlimited")
    for _ in range(chances.randint(1, 8)):
        plain.deal()
    for card in (plain.by_cards, plain.by_outcome):
        evening = play(" ".join(names), "\n".join([f"{GAME} {plain.options()}", *card]))
        assert balances(evening) == {player: amount for player, amount in plain.has.items() if amount}
        assert pools(evening) == ({"snip.pool": plain.pool} if plain.pool else {})
        play(" ".join(names), "\n".join([f"{GAME} {plain.options()}", *card, f"deal {plain.dealer}"]))


# What may be said when the deal is over, and who deals


@pytest.mark.parametrize(("players", "over"), [("Ann Bob Cat", "Dan joins"), ("Ann Bob Cat Eve", "Eve leaves")])
def test_a_penalty_is_enforced_until_the_next_deal(players, over):
    script = f"{GAME}\ndeal Ann\nCat snip\n{over}\npenalty Ann snap\n"
    evening = play(players, script)
    assert balances(evening) == {"Bob": -1, "Cat": -2, "Ann": -4}
    # the next deal does not touch it, though it is void
    assert balances(play(players, script + "deal\nCat snip\nmisdeal")) == balances(evening)


@pytest.mark.parametrize(
    ("script", "who"),
    [
        ("deal Ann", ["Bob"]),
        ("deal Ann\nBob out\ndeal", ["Dan"]),
        ("deal Ann\nBob plays 7C\nCat plays 8C", ["Dan"]),
        ("deal Ann\nCat snip", []),
    ],
)
def test_who_leads_is_to_speak_until_pairings_alone_are_told(script, who):
    assert summary(play(FOUR, f"{GAME}\n{script}")).expecting.who == who


def test_who_waits_is_not_fined():
    refused("Ann Bob Cat", f"{GAME}\ndeal Ann\nDan joins\npenalty Dan snip", "from the next game on")


def test_who_has_sat_down_since_a_deal_has_no_part_in_its_penalties():
    script = f"{GAME} form=whole unlimited=on\ndeal Ann\nDan joins\n"
    assert balances(play("Ann Bob Cat", script + "penalty Ann snorum")) == {"Cat": -3, "Ann": -6}
    refused("Ann Bob Cat", script + "penalty Dan snip", "Dan plays from the next deal on")
    assert balances(play("Ann Bob Cat", script + "deal\npenalty Dan snip")) == {"Cat": -1, "Dan": -2}


def test_a_penalty_between_deals_may_win_the_pool_and_pass_the_deal():
    script = f'{GAME}\ndeal Ann\nCat snip\nDan joins\npenalty Bob 5 "late"\n'
    evening = play("Ann Bob Cat", script)
    assert (balances(evening), evening.game.table.due_dealer()) == ({"Bob": -5}, "Cat")
    evening = play("Ann Bob Cat", script + 'penalty Cat 5 "late too"')
    assert balances(evening) == {"Bob": -5, "Cat": -5, "Ann": 10}
    assert evening.game.table.due_dealer() == "Bob"
    evening = play("Ann Bob Cat", script + 'penalty Cat 5 "late too"\ndeal\nAnn snip')
    assert evening.books.balances["Dan"] == -1


def test_the_first_out_of_those_still_seated_deals():
    script = f"{GAME}\ndeal Bob\nCat out\nAnn out\nDan wins\n"
    assert play(FOUR, script).game.table.due_dealer() == "Cat"
    assert play(FOUR, script + "Cat leaves").game.table.due_dealer() == "Ann"
    assert play(FOUR, script + "Cat leaves\nCat joins").game.table.due_dealer() == "Cat"
    evening = play(FOUR, f"{GAME}\ndeal Bob\nCat out\nCat leaves\ndeal\nAnn out\nDan wins")
    assert evening.game.table.due_dealer() == "Ann"


def test_who_waited_and_left_again_waits_again():
    evening = play(
        "Ann Bob Cat", f"{GAME}\ndeal Ann\nDan joins\nDan leaves\ndeal\nAnn wins\ndeal\nDan joins\ndeal\nAnn wins"
    )
    assert balances(evening) == {"Ann": 20, "Bob": -10, "Cat": -10}


def test_with_unlimited_a_newcomer_on_the_dealers_left_deals():
    script = f"{GAME} form=whole unlimited=on\ndeal Ann\nCat snip\nDan joins"
    assert play("Ann Bob Cat", script + " after Ann").game.table.due_dealer() == "Dan"
    assert play("Ann Bob Cat", script).game.table.due_dealer() == "Bob"


def test_the_last_card_of_all_may_pair():
    script = """deal Ann
    Bob plays 7C 8C 9C 10C JC QC KC AC 7D 8D 9D 10D JD QD KD
    Ann plays KH AH
    Bob plays AD"""
    for text in (script, "deal Ann\nAnn snip\nBob snip\nBob wins"):
        evening = play("Ann Bob", f"{GAME} form=whole unlimited=on pack=32\n{text}")
        assert balances(evening) == {"Ann": -1, "Bob": 1}


def test_a_fine_found_late_is_paid_by_the_player_before_the_offender():  # [93]
    evening = play(FOUR, f"{GAME} form=whole\ndeal Ann\nBob plays 2C 3C\nCat plays 3D\nDan plays 3H\npenalty Cat snip")
    assert balances(evening) == {"Bob": -1 - 1, "Cat": -2 - 2}


def test_the_card_of_one_who_is_out_is_not_paired():
    script = f'{GAME}\ndeal Ann\nBob plays 9C\nCat plays 9D\npenalty Cat 9 "looked"\nDan plays 9H\nAnn plays 9S'
    assert balances(play(FOUR, script)) == {"Bob": -1, "Cat": -5, "Dan": -1}
    refused(FOUR, f'{GAME}\ndeal Ann\nCat snip\npenalty Cat 9 "looked"\nDan snap', "is out")


def test_numbers_the_book_does_not_advise():
    assert "best for 5 or 6" in play(FOUR, GAME).outcomes[-1].remarks[0]
    assert play(FOUR, f"{GAME} pack=32").outcomes[-1].remarks == ()


def test_a_hand_is_offered_with_as_many_cards_as_were_dealt():
    evening = play("Ann Bob Cat", "game snip-snap-snorum form=whole\ndeal Ann")
    offered = {
        form.who: (slot.low, slot.high)
        for form in offers(evening, len(evening.effective)).around
        for slot in form.slots
        if isinstance(slot, Cards)
    }
    assert {who: sizes for whole, sizes in offered.items() for who in whole} == {
        "Bob": (18, 18),
        "Cat": (17, 17),
        "Ann": (17, 17),
    }


def test_who_is_fined_for_a_pairing_spares_him_whose_card_he_failed_to_pair():
    # Ann plays on from her 7S, which Bob fails to pair, and he pairs the 8C; it is then Cat's turn to pair his 8D
    script = f"{GAME} form=whole\ndeal Ann\nBob plays 7C\nCat plays 7D\nDan plays 7H\nAnn plays 7S 8C\nBob plays 8D\n"
    before = balances(play(FOUR, script))
    for offender, spared in (("Bob", "Ann"), ("Cat", "Bob")):
        fined = balances(play(FOUR, f"{script}penalty {offender} snip"))
        assert fined == before | {spared: before.get(spared, 0) - 1, offender: before.get(offender, 0) - 2}
    # by outcome the snap is owed to him who made the snip
    evening = play(FOUR, f"{GAME} form=whole\ndeal Ann\nDan snip Bob\npenalty Bob snap")
    assert balances(evening) == {"Bob": -1 - 4, "Dan": -2}


def test_a_match_may_be_followed_by_a_snap_that_was_not_made():
    evening = play(FOUR, f"{GAME} turn_up=dealer\ndeal Ann turn-up 7C\nBob matches\npenalty Cat snap")
    assert balances(evening) == {"Ann": -1, "Bob": -2, "Cat": -4}


def test_a_penalty_for_a_pairing_is_offered_only_to_those_whose_turn_it_was():
    def fined(script):
        evening = play(FOUR, f"{GAME}\ndeal Ann\n{script}")
        return [player for player in FOUR.split() if evening.game.deal.wrong_penalty(player, "snip") is None]

    assert fined("") == ["Ann", "Bob", "Cat", "Dan"], "nothing is known yet of the play"
    assert fined("Bob plays 7C") == ["Cat"]
    assert fined("Bob plays 7C\nCat plays 9C") == ["Cat", "Dan"]
    assert fined("Bob plays 7C\nCat plays 7D") == ["Dan"]
