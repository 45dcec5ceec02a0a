"""The house rules of Loo, and the carry from deal to deal."""

from dataclasses import dataclass

from ledger.rules import DerivedDefault, Options, option


@dataclass(frozen=True)
class LooOptions(Options):
    """The house rules of Loo."""

    deal: int = option.amount(3, "what the dealer pays into the pool at each deal", "[18]")
    loo: int = option.amount(6, "what one who is looed pays into the pool for the next deal", "[18], [22]-[23]")
    single_loo: int | str = option.amount(
        None,
        "the loo on a single, and the fine for most faults before the play: half the loo, as for a deal, or an amount",
        "[18], [23]-[24]",
        words=("half", "deal"),
        default_word="half",
    )
    unlimited: bool = option.flag("a loo is the amount that was in the pool of the deal", "[26]")
    limit: int | None = option.amount(None, "with unlimited=on, Mixed Loo: no loo goes beyond this", "[26]")
    form: str = option.choice(
        "three-card",
        ("three-card", "five-card", "irish"),
        "how many cards, and whether they may be changed",
        "[27]-[28]",
    )
    pam: str | None = option.choice(
        DerivedDefault(lambda so_far: "clubs" if so_far.form == "five-card" else None, "clubs"),
        ("clubs", "trump"),
        "five-card: Pam is the knave of clubs, or of the trump suit",
        "[27]",
    )
    club_law: bool = option.flag("when a club is turned up all must stand on their own cards", "[26]")
    lead: str = option.choice(
        "highest", ("highest", "one"), "of two or more trumps the highest is led first, or any one", "[20], [23]"
    )
    miss_leads: bool = option.flag("whoever plays the miss leads to the first trick", "[20]")
    dealer_plays: bool = option.flag(
        "off: while more than five are in the game the dealer stands out", "[16]", default=True
    )
    pack: int = option.pack("52 cards, or 32, which reach for nine players, at Irish Loo for ten", "[28]")

    @property
    def cards(self) -> int:
        """Return how many cards each is dealt, and how many tricks are played."""
        return 5 if self.form == "five-card" else 3

    @property
    def has_miss(self) -> bool:
        """Return whether there is a spare hand; if there is none, cards are changed."""
        return self.form == "three-card"

    @property
    def has_pam(self) -> bool:
        """Return whether Pam is known, and a flush counts."""
        return self.form == "five-card"

    @property
    def single(self) -> int:
        """Return the single loo, in the smallest unit."""
        if isinstance(self.single_loo, int):
            return self.single_loo
        return self.deal if self.single_loo == "deal" else self.loo // 2

    def conflict(self, players: int) -> str | None:
        """Return which options cannot stand together."""
        if self.single_loo == "half" and self.loo % 2:
            return "half the loo is not a whole amount: say single_loo=AMOUNT, or single_loo=deal"
        if self.limit is not None and not self.unlimited:
            return "limit is the limit of an unlimited loo: it needs unlimited=on"
        if self.pam and not self.has_pam:
            return "pam is known at form=five-card only"
        if self.miss_leads and not self.has_miss:
            return f"there is no miss at form={self.form}: miss_leads=on cannot be"
        return None


@dataclass(frozen=True)
class LooCarry:
    """Whether anybody was looed, so that the next deal is full; and who has withdrawn."""

    looed: bool = False
    withdrawn: tuple[str, ...] = ()
