"""Who plays a deal of Loo [16]-[17], and who stands, takes the miss or passes [19]-[20]."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

import msgspec

from ledger.games.loo.cards import LooCards
from ledger.games.loo.money import LooMoney
from ledger.games.loo.options import LooOptions
from ledger.rules import Disallowed, Lazy, Permission, SubPlay, Table, Turn, disallow, listed, passing, wins, word
from ledger.rules.events import Draws, Event, Passes, Says, Wins

MOST_WITH_DEALER = 5
"""The number of players above which the dealer stands out, if that is agreed [16]."""
FEWEST = 2
"""The smallest number of players."""
FOR_THE_POOL = "the miss for the pool"
"""The declaration of a dealer who passes against one standing hand [20]."""


class Party:
    """The players of one deal, and what the dealer may say of it before anybody else speaks."""

    def __init__(self, table: Table, options: LooOptions, single: bool) -> None:
        self.table = table
        self.options = options
        self.single = single
        """Whether the deal is a single: nobody was looed in the deal before it [18], [21]."""
        self.just_dealt = True
        self.withdrawn: tuple[str, ...] = ()
        """The dealer, after withdrawing."""
        self.last_round = False
        """Whether all must stand, and nobody is looed for want of a trick [17]."""

    @property
    def dealer(self) -> str:
        """Return the dealer."""
        assert self.table.dealer is not None
        return self.table.dealer

    @property
    def order(self) -> tuple[str, ...]:
        """Return the players from the dealer's left, without a dealer who stands out [16]-[17]."""
        players = self.table.round()
        stands_out = not self.options.dealer_plays and len(players) > MOST_WITH_DEALER
        return players[:-1] if self.withdrawn or stands_out else players

    @property
    def last(self) -> str:
        """Return the last to declare: the dealer, or the player with the dealer's rights and duties."""
        return self.order[-1]

    def ask(self, make_turn: Callable[[], Turn | None]) -> SubPlay:
        """Ask a turn; before the first is answered, the dealer may withdraw or call the last round."""

        def question() -> Turn | None:
            turn = make_turn()
            return turn and msgspec.structs.replace(turn, says=(*turn.says, Lazy((Says,), self.dealer_may)))

        event = yield question
        while isinstance(event, Says) and event.word in ("withdraws", "last-round"):
            self.just_dealt = False
            self.withdrawn = (self.dealer,) if event.word == "withdraws" else ()
            self.last_round = event.word == "last-round"
            event = yield question
        self.just_dealt = self.just_dealt and event is None
        return event

    def dealer_may(self) -> tuple[Permission, ...]:
        """`withdraws` and `last-round`, straight after the deal."""
        if not self.just_dealt:
            why = "withdraws and last-round are said by the dealer, straight after the deal"
            return (disallow(Says, why, "withdraws", "last-round"),)
        no_last_round = disallow(Says, "a last round is no single: all stand in it", "last-round")
        last_round = no_last_round if self.single else word(self.dealer, "last-round")
        return word(self.dealer, "withdraws", check=lambda event: self.wrong_withdrawal()), last_round

    def wrong_withdrawal(self) -> str | None:
        """Return why the dealer cannot withdraw, or None."""
        if len(self.table.players) <= FEWEST:
            return f"one player would be left if {self.dealer} withdrew: say end when the deal is over"
        if self.dealer in self.table.hands:
            return f"{self.dealer} has said a hand, and who withdraws takes no cards"
        return None


class Declarations:
    """The declarations of a full deal."""

    def __init__(self, party: Party, cards: LooCards, money: LooMoney) -> None:
        self.party = party
        self.cards = cards
        self.money = money
        self.options = party.options
        self.declared: dict[str, str] = {}
        """The declaration of each player: stands, miss, changes, passes, or FOR_THE_POOL."""
        self.for_the_pool: str | None = None
        """The player who plays the miss for the pool [20]."""

    @property
    def all_stand(self) -> bool:
        """Return whether everybody must stand: in a last round [17], and by club law on a club [26]."""
        party = self.party
        return party.last_round or (self.options.club_law and not party.single and self.cards.trump == "C")

    @property
    def playing(self) -> list[str]:
        """Return who plays to the tricks, as far as was declared, from the dealer's left."""
        undeclared = "stands" if self.all_stand else "passes"
        return [player for player in self.party.order if self.declared.get(player, undeclared) != "passes"]

    @property
    def miss(self) -> str | None:
        """Return the player who has the miss."""
        return next((player for player, word in self.declared.items() if word in ("miss", FOR_THE_POOL)), None)

    @property
    def taker(self) -> str | None:
        """Return who takes the pool unplayed if the rest pass; None if it is played for."""
        hands = self.playing
        if not hands:
            return self.party.last
        if len(hands) > 1:
            return None
        against_miss = self.options.has_miss and not self.all_stand and self.declared[hands[0]] == "stands"
        return None if against_miss else hands[0]

    def ask(self) -> SubPlay:
        """Ask each player once, from the dealer's left [19], [27]."""
        while (event := (yield from self.party.ask(self.turn))) is not None:
            self.declare(event)
        if len(self.playing) == 1 and self.taker is None:
            self.for_the_pool = self.party.last
            self.declared[self.for_the_pool] = FOR_THE_POOL
            self.cards.lay_aside(self.for_the_pool)

    def turn(self) -> Turn | None:
        """Ask the next to declare; None when all have, or the dealer need not be asked."""
        order = self.party.order
        to_speak = [player for player in order if player not in self.declared]
        is_last = to_speak == [order[-1]]
        if self.all_stand or not to_speak or (is_last and not self.playing):
            return None
        player = to_speak[0]
        must_speak = is_last and self.options.has_miss and self.taker is None and len(self.playing) == 1

        def no_second_miss(event: Says) -> str | None:
            return f"{self.miss} has the miss" if event.word == "miss" and self.miss else None

        says = (
            word(player, "stands", *(["miss"] if self.options.has_miss else []), check=no_second_miss),
            passing(player, usual=not must_speak),
            *(() if self.options.has_miss else (self.cards.may_change(player),)),
            Lazy((Wins,), self.may_take_unplayed),
            Lazy((Says, Passes, Draws), self.refused),
        )
        if not must_speak:
            return Turn(says=says, who=(player,), act="declare", state=self.so_far, default=Passes(player))
        state = f"{self.so_far()}: who passes plays the miss for the pool"
        return Turn(says=says, who=(player,), statement=f"{player} must declare", state=state, joint=", ")

    def so_far(self) -> str:
        """Return what was declared so far, as a clause."""
        clauses = [f"{player} {'has the miss' if player == self.miss else 'stands'}" for player in self.playing]
        return listed(clauses) if clauses else "nobody stands yet"

    def declare(self, event: Event) -> None:
        """Note a declaration; `A wins` stands for a pass of everybody who has still to declare."""
        match event:
            case Wins():
                self.declared = dict.fromkeys(self.party.order, "passes") | self.declared
            case Passes(player):
                self.declared[player] = "passes"
            case Draws():
                self.declared[event.player] = "changes"
                self.cards.change(event)
            case Says(player, declaration):
                self.declared[player] = declaration
                if declaration == "miss":
                    self.cards.lay_aside(player)

    # What may be said

    @cached_property
    def of_other_forms(self) -> tuple[Permission, ...]:
        """The refusals of declarations of other forms."""
        form = self.options.form
        others = [disallow(Says, f"there is no miss at form={form}", "miss")]
        if self.options.has_miss:
            others = [disallow(Draws, f"no cards are changed at form={form}: there is the miss")]
        if not self.options.has_pam:
            others.append(disallow(Says, f"Pam and flushes are of form=five-card, not of {form}", "flush", "civil"))
        return tuple(others)

    def refused(self) -> tuple[Permission, ...]:
        """Refuse declarations of other forms, second ones [24], and any where all must stand."""

        def wrong(event: Any) -> str:
            if event.player in self.declared:
                return f"{event.player} has declared already: {self.declared[event.player]}"
            return "all must stand in this deal, each on their own cards: nobody declares"

        who = self.party.order if self.all_stand else tuple(self.declared)
        if not who:
            return self.of_other_forms
        again = Disallowed(Says, who, None, wrong, ("stands", "miss"))
        return (*self.of_other_forms, again, *(Disallowed(kind, who, None, wrong) for kind in (Passes, Draws)))

    def may_take_unplayed(self) -> tuple[Permission, ...]:
        """`A wins`: A takes the pool, as the rest pass. With five cards it is said later."""
        if self.options.has_pam:
            return ()
        taker = self.taker
        if taker is None:
            return (disallow(Wins, f"the pool is played for: {self.so_far()}"),)
        if taker in self.money.barred:
            return (disallow(Wins, f"{taker} has been fined, and takes nothing: say who passes"),)
        return (wins(taker), disallow(Wins, f"it is {taker} who takes the pool if the others pass"))
