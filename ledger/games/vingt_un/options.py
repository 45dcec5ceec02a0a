"""The house rules of Vingt-un."""

from dataclasses import dataclass

from ledger.games.families.twenty_one.staking import StakingOptions
from ledger.rules import DerivedDefault, option

PARTS = {"quarter": 4, "third": 3}
"""The part of the gains on ties that the dealer pays into the pool [68]."""
STAKES_OF_PRIVILEGE = {"stake": 1, "double": 2}
"""The number of stakes that each other player pays the holder of a natural [69]."""
TIMES_THROUGH = {"pack-twice": 2, "two-packs": 1}
"""The number of times through the pack that end the deal [68]."""


@dataclass(frozen=True)
class VingtUnOptions(StakingOptions):
    """The house rules of Vingt-un."""

    limit_deal: int | str | None = option.number(
        None, 1, 1000, "a deal ends after so many hands, the pack gone through twice, or two packs once",
        "[61], [68]", words=tuple(TIMES_THROUGH),
    )  # fmt: skip
    thrown_out: str | None = option.choice(
        DerivedDefault(lambda so_far: None if so_far.limit_deal else "next", "next, or off with limit_deal"),
        ("next", "holder", "off"),
        "to whom the deal passes when a natural throws the dealer out: to the left, or to its holder",
        "[60]-[61], [63], [65]",
    )
    ante: int | None = option.amount(None, "what each pays into the pool as a deal begins", "[68]")
    ante_each: str | None = option.choice("deal", ("deal", "hand"), "whether the ante is for a deal or a hand", "[68]")
    overdraw: int | None = option.amount(None, "what the dealer pays into the pool on over-drawing", "[68]")
    tie_share: str | None = option.choice(
        "off", ("off", "quarter", "third"), "the part of the dealer's receipts on ties that goes into the pool", "[68]"
    )
    pool_to: str | None = option.choice(
        "natural", ("natural", "keep"), "whether a natural takes the pool", "[66], [69]"
    )
    privilege: str | None = option.choice(
        "off", ("off", "stake", "double"), "what a natural receives from each other player, of its own stake", "[69]"
    )
    fine: int = option.amount(
        DerivedDefault(
            lambda so_far: so_far.stake if so_far.ante or so_far.overdraw or so_far.tie_share else 0,
            "one stake, where ante, overdraw or tie_share makes a pool",
        ),
        "what an irregularity costs",
        "[68]",
    )

    def conflict(self, players: int) -> str | None:
        """Return which options cannot stand together."""
        if self.thrown_out is None and self.limit_deal is None:
            return "thrown_out=off needs limit_deal: else the deal would never pass"
        return super().conflict(players)
