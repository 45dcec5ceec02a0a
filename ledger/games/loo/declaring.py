"""Declaring at Loo: who stands, takes the miss, changes cards or throws up, and who takes a pool unplayed."""

from functools import partial
from typing import Any

import msgspec

from ledger.core.events import Draws, Event, Passes, Says, Wins
from ledger.core.refusals import listed
from ledger.games.loo.hands import Hands
from ledger.games.loo.party import Party
from ledger.games.loo.pot import Pot
from ledger.rules.allowed import (
    disallow,
    passing,
    wins,
    word,
)
from ledger.rules.deal import Asking
from ledger.rules.turns import Lazy, Permission, Turn

FOR_THE_POOL = "the miss for the pool"
"""What he has to play who passes against one hand that stands [20]."""


class Declarations:
    """The declarations of a full deal [19]-[20], [24], [27]."""

    def __init__(self, party: Party, pot: Pot, hands: Hands) -> None:
        self.party = party
        self.pot = pot
        self.hands = hands
        self.options = party.options
        self.declared: dict[str, str] = {}
        """What each has declared: stands, miss, changes, passes; or has to play the miss for the pool."""

    @property
    def all_stand(self) -> bool:
        """Whether everybody must stand: in a last round [17], and on a club by club law [26]."""
        club = self.options.club_law and self.hands.trump == "C"
        return self.party.last_round or (club and not self.pot.single)

    @property
    def playing(self) -> list[str]:
        """Who plays to the tricks, as far as is declared, from the dealer's left."""
        unsaid = "stands" if self.all_stand else "passes"
        return [player for player in self.party.order if self.declared.get(player, unsaid) != "passes"]

    def undeclared(self) -> list[str]:
        """Who has still to declare."""
        return [player for player in self.party.order if player not in self.declared]

    @property
    def taker(self) -> str | None:
        """Who takes the pool unplayed if all who have still to declare pass; None: it is played for [19]-[20]."""
        hands = self.playing
        if not hands:
            return self.party.last
        if len(hands) > 1:
            return None
        against_miss = self.options.has_miss and not self.all_stand and self.declared[hands[0]] == "stands"
        return None if against_miss else hands[0]

    # Each in his turn

    def all(self) -> Asking:
        """Each declares once, from the dealer's left [19], [27]."""
        while (said := (yield from self.party.asked(self.turn))) is not None:
            self.declare(said)
        if len(self.playing) == 1 and self.taker is None:
            self.declared[self.party.last] = FOR_THE_POOL
            self.hands.lay_aside(self.party.last)

    def turn(self) -> Turn | None:
        """The next to declare; None when all have, or the dealer is not asked any more."""
        to_speak = self.undeclared()
        if self.all_stand or not to_speak or (to_speak == [self.party.last] and not self.playing):
            return None
        player = to_speak[0]
        one_stands = player == self.party.last and self.options.has_miss and self.taker is None
        must_speak = one_stands and len(self.playing) == 1
        says = (
            Lazy((Says,), lambda: [self.may_play(player)], (player,)),
            Lazy((Passes,), lambda: [passing(player, usual=not must_speak)], (player,)),
            Lazy((Draws, Says), partial(self.other_declarations, player)),
            Lazy((Wins,), self.may_take_unplayed),
            Lazy((Says, Passes, Draws), self.no_more_declarations),
        )
        if must_speak:
            state = partial(self.state_of_the_last, player)
            return Turn(says=says, who=(player,), statement=f"{player} must declare", state=state, joint=", ")
        return Turn(says=says, who=(player,), act="declare", state=self.so_far, default=Passes(player))

    def state_of_the_last(self, player: str) -> str:
        """Return what has been declared, and what the last player does by passing."""
        return f"{self.so_far()}: passing, he plays the miss for the pool"

    def may_play(self, player: str) -> Permission:
        """`stands`, on his own cards; or, where there is one that nobody has, the miss."""
        who = next((other for other, said in self.declared.items() if said == "miss"), None)

        def wrong(said: Says) -> str | None:
            return f"{who} has the miss" if said.word == "miss" and who else None

        return word(player, "stands", "miss", check=wrong) if self.options.has_miss else word(player, "stands")

    def other_declarations(self, player: str) -> tuple[Permission, ...]:
        """Changing cards, where there is no miss."""
        if self.options.has_miss:
            return self.of_other_forms()
        return (*self.hands.may_change(player, self.options.cards), *self.of_other_forms())

    def of_other_forms(self) -> tuple[Permission, ...]:
        """What is said at the other forms of Loo, and not at this one."""
        form = self.options.form
        if self.options.has_miss:
            unknown = disallow(Draws, f"no cards are changed at form={form}: there is the miss")
        else:
            unknown = disallow(Says, f"there is no miss at form={form}", "miss")
        pam = disallow(Says, f"Pam and flushes are of form=five-card, not of {form}", "flush", "civil")
        return (unknown,) if self.options.has_pam else (unknown, pam)

    def no_more_declarations(self) -> tuple[Permission, ...]:
        """Nobody declares twice, or alters what he has declared [24]; where all must stand nobody declares."""

        def wrong(said: Any) -> str:
            if said.player in self.declared:
                return f"{said.player} has declared already: {self.declared[said.player]}"
            return "all must stand in this deal, each on his own cards: nobody declares"

        who = self.party.order if self.all_stand else tuple(self.declared)
        sorts = (disallow(Says, "", "stands", "miss"), disallow(Passes, ""), disallow(Draws, ""))
        return tuple(msgspec.structs.replace(may, who=who, check=wrong) for may in sorts) if who else ()

    def so_far(self) -> str:
        """What has been declared, in a clause."""
        said = [
            f"{player} {'has the miss' if self.declared[player] == 'miss' else 'stands'}" for player in self.playing
        ]
        return listed(said) if said else "nobody stands yet"

    def may_take_unplayed(self) -> tuple[Permission, ...]:
        """`A wins`: the turns still open are passes, and A takes the pool; at five cards it is said later."""
        if self.options.has_pam:
            return ()

        taker = self.taker
        if taker is None:
            return (disallow(Wins, f"the pool is played for: {self.so_far()}"),)
        if taker in self.pot.takes_nothing:
            return (disallow(Wins, f"{taker} has been fined, and takes nothing: say who passes"),)
        return (wins(taker), disallow(Wins, f"it is {taker} who takes the pool if the others pass"))

    def declare(self, said: Event) -> None:
        """Note a declaration."""
        if isinstance(said, Wins):
            self.declared.update(dict.fromkeys(self.undeclared(), "passes"))
        elif isinstance(said, Passes):
            self.declared[said.player] = "passes"
        elif isinstance(said, Draws):
            self.declared[said.player] = "changes"
            self.hands.change(said)
        elif isinstance(said, Says):
            self.declared[said.player] = said.word
            if said.word == "miss":
                self.hands.lay_aside(said.player)
