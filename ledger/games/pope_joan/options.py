"""The house rules of Pope Joan, its pack and its board."""

from dataclasses import dataclass

from ledger.rules import Card, DerivedDefault, Options, option, pack_of

POPE = Card("9D")
PACK = pack_of(52) - {Card("8D")}
"""The pack without the eight of diamonds, so that the seven is a stop [80]."""

HONOURS = {"A": "ace", "K": "king", "Q": "queen", "J": "knave"}
PAIRS = {"matrimony": ("king", "queen"), "intrigue": ("queen", "knave")}
"""The trumps that make the two chances of a pair [81]."""

DRESSING = {"pope": 6, "matrimony": 2, "intrigue": 2, "ace": 1, "king": 1, "queen": 1, "knave": 1}
"""The stakes of each chance, in the order of the board; the last, Game, has the rest [81]."""
FIVE = ("pope", "matrimony", "intrigue", "ace", "game")
"""The chances of a board of five [85]."""


@dataclass(frozen=True)
class PopeOptions(Options):
    """The house rules of Pope Joan."""

    stake: int = option.amount(1, "one counter of the game, in which all else is reckoned", "[82], [84]")
    board: int = option.number(
        DerivedDefault(
            lambda so_far: 12 if so_far.given.get("five_pool", "").lower() == "on" else 15, "15; 12 with five_pool"
        ),
        12, 1_000_000, "stakes that dress the board at a deal, at least", "[81], [85]",
    )  # fmt: skip
    dealer_dresses: bool = option.flag("the dealer for the time being pays for the whole board", "[81]")
    pope_limit: int | None = option.number(None, 1, 1000, "the most stakes one pays for Pope; 4 or 6 advised", "[82]")
    divided: bool = option.flag("two who play the cards of Matrimony or Intrigue divide it", "[83]")
    game_only: bool = option.flag("the winner takes Game alone; unplayed cards are paid to the board", "[85]")
    five_pool: bool = option.flag("a board of five chances, without King, Queen and Knave", "[85]")
    pope_wins: bool = option.flag("Pope turned up wins the dealer the game at once", "[85]")
    spare: int | str = option.number(
        None, 1, 48, "what is laid aside: a hand dealt, so many cards of the pack, or only the rest", "[85]-[86]",
        words=("hand", "rest"), default_word="hand",
    )  # fmt: skip
    dealer_looks: str | None = option.choice(
        "off", ("off", "plays", "out"), "the dealer looks at what lies aside, and plays or is dealt no cards", "[86]"
    )
    pope_in_lieu: bool = option.flag("Pope may be played in place of the missing card at a stop", "[86]")

    @property
    def chances(self) -> tuple[str, ...]:
        """Return the chances of the board, in their order."""
        return FIVE if self.five_pool else (*DRESSING, "game")

    def layout(self) -> dict[str, int]:
        """Return what is laid on each chance of the board before Game, in the smallest unit [81]."""
        return {chance: DRESSING[chance] * self.stake for chance in self.chances if chance in DRESSING}

    def hands(self, players: int) -> int:
        """Return how many of the players are dealt cards [86]."""
        return players - 1 if self.dealer_looks == "out" else players

    def cards_each(self, players: int) -> int:
        """Return how many cards each is dealt, of the fifty that are not turned up [81], [85]-[86]."""
        hands, cards = self.hands(players), len(PACK) - 1
        if self.spare == "hand":
            return cards // (hands + 1)
        return (cards - (self.spare if isinstance(self.spare, int) else 0)) // hands

    def conflict(self, players: int) -> str | None:
        """Return which options cannot stand together: stakes must cover the board."""
        if self.board < 15 and not self.five_pool:
            return f"board={self.board} is too little: eight chances take 15 stakes or more, and 12 is for five_pool"
        if self.game_only and self.dealer_dresses:
            return "game_only and dealer_dresses cannot both be on: with game_only the dealer pays a single stake"
        return None
