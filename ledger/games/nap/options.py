"""The house rules of Nap."""

from dataclasses import dataclass

from ledger.rules import DerivedDefault, Options, option


@dataclass(frozen=True)
class NapOptions(Options):
    """The house rules of Nap."""

    stake: int = option.amount(1, "the stake per trick", "[8]")
    kitty: int | None = option.amount(None, "what is paid into the kitty", "[11]")
    kitty_by: str = option.choice(
        "dealer", ("dealer", "all"), "who pays it: each dealer, or all once a round of deals", "[11]"
    )
    misery: str | None = option.choice("off", ("off", "on", "no-trumps"), "the call of misery is allowed", "[12]")
    misery_stake: int = option.number(3, 1, 1000, "stakes won or lost on misery", "[12]")
    buying: bool = option.flag("cards may be bought into the kitty, a stake each", "[12]-[13]")
    spare_hand: bool = option.flag("an extra hand may be taken, to stand for Nap with it", "[13]")
    double_header: bool = option.flag("all passing doubles the stakes until a declarer has won", "[13]")
    lowest_call: int = option.number(
        DerivedDefault(lambda so_far: 3 if so_far.double_header else 1, "1, or 3 with double_header"),
        1, 8, "the lowest number that may be called", "[13]",
    )  # fmt: skip
    wellington: str | None = option.choice(
        "off", ("off", "double", "loss-only"), "Nap may be called over with Wellington", "[13]"
    )
    blucher: str | None = option.choice(
        "off", ("off", "treble", "loss-only"), "Wellington may be called over with Blücher", "[14]"
    )
    challenge: bool = option.flag("the caller of Nap may take the higher call instead", "[14]")
    cards: int = option.number(
        5,
        5,
        9,
        "cards dealt to each; of six or seven the extra ones are thrown away",
        "[15]",
        among=(5, 6, 7, 9),
    )
    pack: int = option.pack("52 cards, or 32 for two to four players", "[14]-[15]")
    dealer_plays: str | None = option.choice("auto", ("auto", "on", "off"), "whether the dealer of five plays", "[3]")

    @property
    def tricks(self) -> int:
        """Return how many tricks a deal has."""
        return 9 if self.cards == 9 else 5

    @property
    def has_kitty(self) -> bool:
        """Return whether there is a kitty to pay into."""
        return self.kitty is not None or self.buying

    def hands(self, players: int) -> int:
        """Return how many of the players are dealt cards: with six the dealer stands out [3]."""
        out = players == 6 or (players == 5 and self.dealer_plays is None)
        return players - 1 if out else players

    def conflict(self, players: int) -> str | None:
        """Return which options cannot stand together."""
        if self.blucher and not self.wellington:
            return "blucher is called over wellington: it needs wellington=double or wellington=loss-only"
        if self.lowest_call > 4 and self.cards != 9:
            return f"lowest_call={self.lowest_call} needs cards=9: else it is 1 to 4"
        return None
