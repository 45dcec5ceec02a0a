"""Which card may be played at Pope Joan, and which came too late, by a second writing."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.cards import Card
from ledger.core.events import Begin, Deal, EffectiveEvent, Event, Holds, OpenEvening, Plays, SeatPlayers
from ledger.core.refusals import Refusal
from ledger.evening.fold import Evening
from tests.helpers.plain_stops import NAMES, above, pack_without
from tests.helpers.rig import tries

PACK = pack_without("8D")


class Onlooker:
    """An onlooker who sees the cards and hands, and remembers which card should have followed."""

    def __init__(self, turn_up: str, players: list[str], each: int, lieu: bool) -> None:
        self.turn_up, self.players, self.each, self.lieu = turn_up, players, each, lieu
        self.fell: dict[str, str] = {}
        self.hands: dict[str, set[str]] = {}
        self.last, self.leader, self.awaited = None, players[0], set()
        self.passed: list[set[str]] = []
        self.late = 0

    def may_come(self, card: str | None) -> bool:
        return card in PACK and card not in self.fell and card != self.turn_up

    def must_come(self, card: str | None) -> bool:
        all_dealt = self.each * len(self.players) == len(PACK) - 1
        return self.may_come(card) and (all_dealt or any(card in hand for hand in self.hands.values()))

    def may_play(self, player: str, card: str) -> bool:
        elsewhere = any(card in hand for other, hand in self.hands.items() if other != player)
        if not self.may_come(card) or elsewhere or card not in self.hands.get(player, PACK):
            return False
        if self.last is None:
            return player == self.leader
        in_lieu = self.lieu and card == "9D" and self.last[:-1] != "K"
        stop = not all(self.must_come(card) for card in self.awaited)
        return card in self.awaited or (stop and (player == self.leader or in_lieu))

    def see(self, card: str) -> None:
        self.late += {card} in self.passed
        self.passed = [cards - {card} for cards in self.passed if cards != {card}]

    def play(self, player: str, card: str) -> None:
        if card not in self.awaited and self.awaited and all(self.may_come(card) for card in self.awaited):
            self.passed += [{card for card in self.awaited if not self.must_come(card)}]
        missing = above(self.last) if self.last else None
        over = "10D" if self.last == "7D" else above(missing) if missing else None
        if not (self.lieu and card == "9D" and missing):
            self.awaited = {above(card)}
        else:
            self.awaited = {over, "10D"} if player == self.leader else {over}
        self.fell[card] = player
        self.last, self.leader = card, player
        self.see(card)

    def made_up_hand(self, chances: random.Random, player: str) -> list[str]:
        own = [card for card, whose in self.fell.items() if whose == player]
        known = {card for hand in self.hands.values() for card in hand}
        free = [card for card in PACK if self.may_come(card) and card not in known]
        wanted = [card for card in free if card in self.awaited and chances.random() < 0.5]
        others = [card for card in free if card not in wanted]
        return (own + wanted + chances.sample(others, len(others)))[: self.each]


def fits(evening: Evening, event: Event) -> bool:
    try:
        evening.apply(EffectiveEvent(len(evening.effective) + 1, event))
    except Refusal:
        return False
    return True


@settings(max_examples=tries(60), deadline=None)
@given(st.integers(0, 10**9), st.integers(2, 6), st.booleans(), st.sampled_from(["hand", "rest", "3"]))
def test_what_may_fall_written_again(seed, number, lieu, spare):
    chances, players = random.Random(seed), NAMES[:number]
    each = {"hand": 50 // (number + 1), "rest": 50 // number, "3": 47 // number}[spare]
    turn_up = chances.choice(PACK)
    seen = Onlooker(turn_up, [*players[1:], players[0]], each, lieu)
    evening = Evening()
    options = (("pope_in_lieu", "on" if lieu else "off"), ("spare", spare))
    for event in (
        OpenEvening("A"),
        SeatPlayers(tuple(players)),
        Begin("pope-joan", options),
        Deal(None, (Card(turn_up),)),
    ):
        assert fits(evening, event)
    for _ in range(60):
        player, card = chances.choice([seen.leader, *players]), chances.choice(PACK)
        if any(seen.awaited) and chances.random() < 0.6:
            card = chances.choice(sorted(card for card in seen.awaited if card))
        elif chances.random() < 0.4:
            card = chances.choice(["7D", "9D", "9D", "10D"])
        if chances.random() < (0.3 if seen.last == "9D" else 0.06):
            hand = seen.made_up_hand(chances, player)
            sound = player not in seen.hands and len(hand) == each
            assert fits(evening, Holds(player, tuple(map(Card, hand)))) == sound
            if sound:
                seen.hands[player] = {*hand}
                for other_card in hand:
                    if other_card not in seen.fell:
                        seen.see(other_card)
        else:
            allowed = seen.may_play(player, card)
            assert fits(evening, Plays(player, (Card(card),))) == allowed
            if allowed:
                seen.play(player, card)
        assert len(evening.findings) == seen.late
        if list(seen.fell.values()).count(seen.leader) == each:
            break
