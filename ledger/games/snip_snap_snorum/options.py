"""The house rules of Snip-Snap-Snorum [91]-[94]."""

from dataclasses import dataclass

from ledger.rules import DerivedDefault, Options, option


@dataclass(frozen=True)
class SnipOptions(Options):
    """The house rules of Snip-Snap-Snorum."""

    stake: int = option.amount(1, "the value of one of the counters")
    form: str = option.choice(
        "five", ("five", "whole"), "five cards each, one a turn; or the pack dealt out", "[91], [93]"
    )
    unlimited: bool = option.flag("no lives: the first rid of all cards takes the pool (form=whole)", "[94]")
    lives: int | None = option.number(
        DerivedDefault(lambda so_far: None if so_far.unlimited else 5, "5"),
        1,
        1000,
        "how many stakes each has to lose",
        "[91]",
    )
    turn_up: str | None = option.choice(
        "off", ("off", "dealer", "pool"), "a card is turned up to be matched; who pays for it (form=five)", "[94]"
    )
    pack: int = option.pack(cite="[91]")

    def conflict(self, players: int) -> str | None:
        """Return which options cannot stand together."""
        if self.turn_up and self.form == "whole":
            return "with form=whole every card is dealt: there is none for a turn_up"
        if self.unlimited and self.form != "whole":
            return "unlimited needs form=whole"
        if self.unlimited and self.lives is not None:
            return "with unlimited there are no lives to count"
        return None
