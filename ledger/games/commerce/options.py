"""The house rules of Commerce, and what is carried from deal to deal."""

from dataclasses import dataclass, field

from ledger.rules import DerivedDefault, Options, option

HAND = 3
"""The number of cards dealt to each, and of those face up in the old game [72], [74]."""

COUNTERS = 3
"""The number of lives of each at Pool Commerce [75]."""


@dataclass(frozen=True)
class CommerceOptions(Options):
    """The house rules of Commerce."""

    mode: str = option.choice(
        "new",
        ("new", "old", "pool"),
        "trading for a pool, exchanging with the table for stakes, or that for a pool with lives",
        "[72]-[75]",
    )
    stake: int = option.amount(1, "the one stake of the game", "[72]")
    limited: str | None = option.choice(
        "off", ("off", "no-pair", "no-flush"), "pairs count for nothing but their points, or flushes neither", "[75]"
    )
    dealer_penalty: str | None = option.choice(
        "off",
        ("off", "better", "each"),
        "a dealer with a pair or more who is beaten pays those with better hands, or every player",
        "[76]",
    )
    extended: bool = option.flag("the trading goes on until all are satisfied", "[76]")
    continuous: bool = option.flag("the same dealer deals until a tricon, sequence or flush has been held", "[76]")
    entry: int | None = option.amount(
        DerivedDefault(lambda so_far: 3 * so_far.stake if so_far.mode == "pool" else None, "three stakes"),
        "what each pays for three counters, with mode=pool",
        "[75]",
    )
    prize: int | None = option.amount(
        DerivedDefault(lambda so_far: so_far.stake if so_far.mode == "pool" else None, "one stake"),
        "what the winner of a hand takes from the pool, with mode=pool",
        "[75]",
    )
    horse: int | str | None = option.amount(
        DerivedDefault(lambda so_far: "third" if so_far.mode == "pool" else None, "third"),
        "the price of one counter for the first out, as a part of the entry or an amount, with mode=pool",
        "[75]",
        words=("third", "half", "off"),
    )
    pack: int = option.pack(cite="[70]")

    def conflict(self, players: int) -> str | None:
        """Return which options cannot stand together: some belong to the new game, some to the pool."""
        for name, on in (("extended", self.extended), ("continuous", self.continuous)):
            if on and self.mode != "new":
                return f"{name} is a variation of the new game: it needs mode=new"
        for name, value in (("entry", self.entry), ("prize", self.prize), ("horse", self.horse)):
            if value is not None and self.mode != "pool":
                return f"{name} belongs to Pool Commerce: it needs mode=pool"
        if self.entry is not None and isinstance(self.horse, str) and self.entry % self._parts:
            return f"the entry does not divide by {self._parts}: say horse=AMOUNT, or horse=off"
        return None

    @property
    def _parts(self) -> int:
        return {"third": 3, "half": 2}.get(str(self.horse), 1)

    @property
    def horse_price(self) -> int | None:
        """Return the price of a horse, in the smallest unit; None if none is sold."""
        if self.horse == "off" or self.entry is None:
            return None
        return self.entry // self._parts if isinstance(self.horse, str) else self.horse

    @property
    def uncounted(self) -> tuple[str, ...]:
        """Return the combinations that do not count [75]."""
        return {"no-pair": ("pair",), "no-flush": ("pair", "flush")}.get(self.limited or "", ())


@dataclass(frozen=True)
class CommerceCarry:
    """The carry of Commerce; all of it but the first dealer belongs to Pool Commerce."""

    first_dealer: str | None = None
    counters: dict[str, int] = field(default_factory=dict)
    """The counters of each player, including players without any."""
    first_out: str | None = None
    horse_for_sale: bool = False
    """Whether the first player out may buy a counter now."""

    @property
    def alive(self) -> tuple[str, ...]:
        """Return who has counters left."""
        return tuple(player for player, number in self.counters.items() if number)
