"""Random evenings of every game come to the same as its second writing."""

import pytest

from ledger.core.cards import RANKS, Card
from ledger.core.events import (
    Begin,
    Bets,
    Deal,
    OpenEvening,
    Says,
    SeatPlayers,
    Shows,
)
from ledger.evening.fold import Evening
from ledger.games.registry import GAMES
from ledger.testing.random_evenings import RandomChooser
from ledger.testing.second_writings import apply, compare
from tests.games.plain import plainly
from tests.helpers.rig import TIMES, asked_for, balances, pools, tries

SEEDS = asked_for("CARD_LEDGER_EVENINGS", tries(60))
"""The seeds of the random evenings of each game."""


@pytest.mark.parametrize("game", GAMES)
def test_random_evenings_come_to_what_is_reckoned_plainly(game):
    assert compare(game, plainly(game), SEEDS) > len(SEEDS) * 9 // 10


GOOD_HANDS = {
    "ace": ("low", "both"),
    "joker": ("on", "on", "off"),
    "blaze": ("on", "off"),
    "skip": ("on", "off"),
    "kitty_hand": ("pair", "two-pairs", "threes", "sequence", "flush", "full", "fours"),
}
"""The options of Poker that change the value of hands."""


def good_cards(chooser: RandomChooser) -> list[Card]:
    """Return cards for good hands at Poker: few ranks, ranks in sequence, or few suits."""
    suits = chooser.choose(("CDHS", "CDHS", "HS", "H", "CD"))
    step = chooser.choose((1, 1, 2))
    first = chooser.number(0, 12)
    ranks = [RANKS[(first + step * place) % 13] for place in range(chooser.choose((3, 5, 6, 13)))]
    return [card for card in Card if card.suit and card.suit in suits and card.rank in ranks]


def test_good_hands_at_poker_are_worth_what_is_reckoned_plainly():
    for seed in range(400 * TIMES):
        chooser = RandomChooser(seed)
        options = tuple((name, chooser.choose(words)) for name, words in GOOD_HANDS.items())
        evening = Evening()
        hands = ((), ())
        while sum(map(len, hands)) < 10:
            cards = good_cards(chooser) + [Card.JOKER] * (dict(options)["joker"] == "on")
            shuffled = sorted(cards, key=lambda card: chooser.number(0, 10**6))
            hands = tuple(shuffled[:5]), tuple(shuffled[5:10])
        entries = []
        for event in (
            OpenEvening("Good hands"), SeatPlayers(("Ann", "Bob")), Begin("poker", (("kitty", "1"), *options)), Deal("Ann"),
            Says("Ann", "opens"), Says("Bob", "calls"), Bets("Ann", 3), Says("Bob", "calls"),
            Shows("Ann", hands[0]), Shows("Bob", hands[1]),
        ):  # fmt: skip
            added = apply(evening, event)
            assert added, (event, evening.game.turn.asks)
            entries += added
        plain = plainly("poker")()
        plain.read(entries)
        assert (balances(evening), pools(evening)) == (plain.balances(), plain.pools()), (seed, options, hands)
