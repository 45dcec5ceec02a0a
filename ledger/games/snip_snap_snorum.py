"""Snip-Snap-Snorum: pair the card of the player before you, and outlast the others.

Two to ten play, with 32 cards two to six; five or six are best. Each has five stakes to lose, his lives. The
player on the dealer's left leads, and each in turn plays a card. Whoever plays a card of the same rank as the one
played just before it, by the player before him, makes that player pay into the pool [90]-[92]:

  Snip     the first pairing of a card     1 stake
  Snap     the second, running             2 stakes
  Snorum   the third, running              3 stakes

Any other card between breaks the run. Nobody pays more than he has left; who has lost his last stake is out, is
passed over and dealt no more cards. The last in takes the pool, and what he has left is his own. The next deal then
begins a new game with all the lives full, and the first who was out deals it [92]-[93].

The form `five`: five cards each, one a turn, five times round [91]. The form `whole`: the pack is dealt out, and a
player goes on playing until the next can pair his last card; the play is then between that one and the next after
him, and so round. When his cards are gone the play is with the next who has any [93]-[94]. With `unlimited` there
are no lives: the first to be rid of his cards takes the pool, and each deal is a game [94].

A turned-up card (`turn_up`) may be matched by the first player's first card, which counts as a Snip: the dealer
pays a stake into the pool, or the pool pays one to the player, who has it among his lives [94].

Who has a card of the rank just played by the player before must play it. If he does not, `penalty A snip` (`snap`,
`snorum`): the player before pays as though he had, and A then twice as much [93].

Sayings by outcome: `A snip`, `A snap`, `A snorum` (with the player paired, where those between have no cards left),
`A matches`, `A out` (he has lost his last stake, no matter how), `A wins`. Card by card: `A plays CARD …`, and all
of that follows. A deal is told in one of these ways. It is over when the next is dealt, if not before.

Where the book is silent: who owes three stakes and has two pays two and is out. In the form `whole` a player's own
second card of a rank begins afresh, and after a Snorum the player who made it plays on. Who joins while lives are
being lost plays from the next game, and has no part in the pool before; who leaves is out, and keeps what he has
left. A misdeal takes back all that the deal has moved, with the lives.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ledger.cards import Card
from ledger.events import Holds, Misdeal, Out, Penalty, Plays, Says, Silence, Wins
from ledger.games import options as option
from ledger.games.base import DealInHand, Game, Play
from ledger.games.irregularities import Offence
from ledger.games.options import Derived, Options
from ledger.refusals import Code, listed, refuse
from ledger.table import Table
from ledger.turns import Chooser, May, Turn, pick_cards, wins, word

PAIRINGS = ("snip", "snap", "snorum")
"""The pairings of a card, in their order: each costs a stake more than the one before [91]."""


@dataclass(frozen=True)
class SnipOptions(Options):
    """The house rules of Snip-Snap-Snorum."""

    stake: int = option.amount(1, "the value of one of the counters")
    form: str = option.choice(
        "five", ("five", "whole"), "five cards each, one a turn; or the pack dealt out", "[91], [93]"
    )
    unlimited: bool = option.flag("no lives: the first rid of his cards takes the pool (form=whole)", "[94]")
    lives: int | None = option.number(
        Derived(lambda so_far: None if so_far.unlimited else 5, "5"),
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
        """Say which options cannot stand together."""
        if self.turn_up and self.form == "whole":
            return "with form=whole every card is dealt: there is none for a turn_up"
        if self.unlimited and self.form != "whole":
            return "unlimited needs form=whole"
        if self.unlimited and self.lives is not None:
            return "with unlimited there are no lives to count"
        return None


@dataclass(frozen=True)
class SnipCarry:
    """What each has left to lose, in the smallest unit; who is out, in that order; who waits for the next game."""

    left: dict[str, int] = field(default_factory=dict)
    out: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    """Those at the table who joined while lives were being lost."""
    begun: bool = False
    """Whether lives are being lost: a deal has been, and the pool is still to be won."""


class SnipDeal(DealInHand[SnipOptions, SnipCarry]):
    """A deal of Snip-Snap-Snorum."""

    def play(self) -> Play[SnipCarry]:
        """The deal in order: lives, then pairings, by outcome or by cards, until the pool is won or the next deal."""
        yield from self.opening((0, 1) if self.options.turn_up else (0, 0))
        self.begin()
        while isinstance(said := (yield from self.ask(self.turn)), Says | Out | Wins | Plays):
            if isinstance(said, Plays):
                self.played(said)
            elif isinstance(said, Says):
                self.said(said)
            else:
                self.told = "by outcome"
                self.goes_out(said.player) if isinstance(said, Out) else self.wins(said.player)
        return self.finish()

    def begin(self) -> None:
        """Fill the lives where a new game begins, and deal the cards."""
        options, fresh = self.options, not self.carry.begun
        players = self.table.round()
        self.left = dict.fromkeys(players, (options.lives or 0) * options.stake) if fresh else dict(self.carry.left)
        self.out: list[str] = [] if fresh else list(self.carry.out)
        self.order = self.still_in()
        each, odd = divmod(len(self.pack), len(self.order))
        whole = options.form == "whole"
        self.cards = {one: each + (place < odd) if whole else 5 for place, one in enumerate(self.order)}
        self.won = False
        self.told = ""
        """Whether the deal is told by outcome or by cards, once it is known."""
        self.last: Card | None = self.table.turned_up[0] if self.table.turned_up else None
        self.layer = ""
        """Who laid the last card, or made the last pairing; nobody where it is the turn-up."""
        self.run = 0
        """How many pairings have run on to the last card."""
        self.excused = ""
        """Who has been fined for a pairing that he did not make."""

    def finish(self) -> SnipCarry:
        """What is carried: the lives; or a new game, which the first out deals [92]-[93]."""
        table = self.table
        if not self.won:
            table.deal_goes_to(self.after(self.dealer))
            return SnipCarry(self.left, tuple(self.out), self.carry.waiting, begun=True)
        table.playing.update(self.carry.waiting)
        if not self.options.unlimited:
            table.deal_goes_to(next((one for one in self.out if one in table.players), self.dealer))
        return SnipCarry()

    # Who is next

    def still_in(self) -> tuple[str, ...]:
        """Who is still in, from the dealer's left."""
        return tuple(player for player in self.table.round() if player not in self.out)

    def after(self, player: str, with_cards: bool = False) -> str:
        """The next after a player who is still in (and has cards); himself where there is no other."""
        among = [one for one in self.still_in() if self.cards[one] or not with_cards]
        return self.table.left_of(player, among or [player])

    def before(self, player: str) -> str:
        """The player before this one who is still in."""
        order = self.still_in()
        return order[order.index(player) - 1]

    # What may be said

    def turn(self) -> Turn | None:
        """Everything that may be said now; None when the pool has been won."""
        if self.won:
            return None
        may = self.by_outcome() if self.told != "by cards" else []
        speaking = self.may_play() if self.told != "by outcome" else ()
        if speaking:
            may.append(May(Plays, speaking, ("plays CARD …",), lambda c: self.example_play(c, speaking)))
        return Turn(self.asks(), tuple(may), speaking if self.told else (), Silence())

    def asks(self) -> str:
        """How things stand, in a clause."""
        if self.options.unlimited:
            return "the deal is being played"
        left = [f"{player} {self.table.show(self.left[player])}" for player in self.still_in()]
        return f"the deal is being played, and {listed(left)} {'is' if len(left) == 1 else 'are'} left"

    def by_outcome(self) -> list[May]:
        """The pairings, who is out and who has won, as they were seen."""
        players = self.still_in()
        may = [May(Says, players, PAIRINGS, self.example_pairing, form=lambda event: event.word in PAIRINGS)]
        if self.options.turn_up and not self.told:
            may.append(word(self.after(self.dealer), "matches"))
        if not self.options.unlimited:
            may.append(May(Out, players, ("out",), lambda c: Out(c.choose(players))))
        return [*may, wins(players)]

    def example_pairing(self, chooser: Chooser) -> Says:
        """A pairing that runs on, or a new one."""
        if self.layer and 0 < self.run < len(PAIRINGS) and chooser.number(0, 1):
            return Says(self.after(self.layer), PAIRINGS[self.run])
        return Says(chooser.choose(self.still_in()), "snip")

    def said(self, said: Says) -> None:
        """A pairing, or the turn-up matched, by outcome."""
        player = said.player
        if said.word == "matches":
            self.told = "by outcome"
            self.match(player)
            return
        paired = said.players[0] if said.players else self.before(player)
        if problem := self.wrong_pairing(said, paired):
            raise refuse(problem)
        self.told = "by outcome"
        self.pair(player, paired, PAIRINGS.index(said.word))

    def wrong_pairing(self, said: Says, paired: str) -> str | None:
        """Say why a pairing cannot be one."""
        if len(said.players) > 1 or said.cards or said.numbers or said.amount is not None:
            return f"after {said.word} at the most the player paired is said"
        if paired == said.player or paired not in self.still_in():
            return f"{said.player} cannot pair a card of {paired}"
        if paired != self.before(said.player) and self.options.form == "five":
            return f"{said.player} pairs the player before, who is {self.before(said.player)}"
        running = PAIRINGS.index(said.word)
        if not running:
            return None
        if self.run != running:
            return f"a {said.word} follows a {PAIRINGS[running - 1]}, with nothing between"
        following = self.after(self.layer)
        if said.players and paired != self.layer:
            return f"{self.layer} made the {PAIRINGS[running - 1]}, and {paired} did not"
        if not said.players and said.player != following:
            return f"a {said.word} is {following}'s to make, who comes next after {self.layer}"
        return None

    # Card by card

    def may_play(self) -> tuple[str, ...]:
        """Who may play a card now; nobody when all have been played."""
        if not any(self.cards[player] for player in self.still_in()):
            return ()
        if not self.layer:
            return (self.after(self.dealer),)
        following = self.after(self.layer, with_cards=True)
        if self.options.form == "five" or self.layer in self.out or not self.cards[self.layer]:
            return (following,)
        return (self.layer, following)

    def played(self, said: Plays) -> None:
        """Cards played one after another."""
        if said.takes:
            raise refuse("nothing is taken by a card at Snip-Snap-Snorum")
        for card in said.cards:
            if self.won or said.player not in self.may_play():
                raise refuse(f"it is not {said.player}'s turn to play {card}", code=Code.OUT_OF_TURN)
            if problem := self.card_fault(said.player, card) or self.duty(said.player, card):
                raise refuse(problem, code=Code.BAD_CARD)
            self.told = "by cards"
            self.lay(said.player, card)

    def duty(self, player: str, card: Card) -> str | None:
        """Who has a card of the rank just played by the player before must play it [93]."""
        if self.last is None or not self.layer:
            return None
        pairs = card.rank == self.last.rank and player != self.layer
        following = self.after(self.layer, with_cards=True)
        plays_on = self.options.form == "whole" and self.layer not in self.out and self.cards[self.layer] > 0
        if plays_on and not pairs and player != self.layer:
            return f"{player} plays only a card that pairs {self.last}: {self.layer} plays on"
        if pairs or following == self.layer or following == self.excused:
            return None
        held = [one for one in self.table.hands.get(following, ()) if one.rank == self.last.rank]
        held = [one for one in held if one not in self.table.played]
        return f"{following} has {held[0]}, which pairs {self.last}, and must play it" if held else None

    def lay(self, player: str, card: Card) -> None:
        """A card is played: it pairs the last one, or breaks the run."""
        last, layer = self.last, self.layer
        self.table.played[card] = player
        self.cards[player] -= 1
        self.last, self.layer, self.excused = card, player, ""
        if self.options.unlimited and not self.cards[player]:
            self.wins(player)
        elif last is None or last.rank != card.rank or player == layer:
            self.run = 0
        elif not layer:
            self.match(player)
        else:
            self.pair(player, layer, self.run)

    def example_play(self, chooser: Chooser, speaking: Sequence[str]) -> Plays | None:
        """A card, rather one that pairs."""
        player = chooser.choose(speaking)
        left = self.unseen(player)
        pairing = [card for card in left if self.last and card.rank == self.last.rank]
        picked = pick_cards(chooser, pairing if pairing and chooser.number(0, 2) else left, 1)
        return Plays(player, picked) if picked else None

    # What is paid

    def pair(self, player: str, paired: str, running: int) -> None:
        """One has paired the card of the player before: he pays one, two or three stakes [91]."""
        self.run, self.layer = running + 1, player
        self.pay(paired, (running + 1) * self.options.stake, f"{PAIRINGS[running]} by {player}", "[91]")

    def match(self, player: str) -> None:
        """The first card pairs the turn-up, and is the Snip of that rank: the dealer pays, or the pool does [94]."""
        self.run, self.layer = 1, player
        if self.options.turn_up == "dealer":
            self.pay(self.dealer, self.options.stake, f"the turn-up matched by {player}", "[94]")
            return
        amount = min(self.options.stake, self.table.holding())
        self.table.pay(self.table.pool(), player, amount, "the turn-up matched", "[94]")
        self.left[player] += amount

    def pay(self, player: str, amount: int, why: str, cite: str, stays: bool = False) -> None:
        """A player pays into the pool, no more than he has left; who has nothing left is out [92]."""
        if self.options.unlimited:
            self.table.pay(player, self.table.pool(), amount, why, cite, stays)
            return
        if player in self.out:
            return
        paid = min(amount, self.left[player])
        self.table.pay(player, self.table.pool(), paid, why, cite, stays)
        self.left[player] -= paid
        if not self.left[player]:
            self.out.append(player)
            self.last_in()

    def last_in(self) -> None:
        """When all but one are out the pool is his [92]."""
        if len(self.still_in()) == 1:
            self.takes_pool(self.still_in()[0], "the last in")

    def goes_out(self, player: str) -> None:
        """A player has lost the last of his stakes, no matter how [92]."""
        self.pay(player, self.left[player], "the last stakes, out", "[92]")

    def wins(self, player: str) -> None:
        """The last in, or the first to be rid of his cards, takes the pool [92], [94]."""
        if self.options.unlimited:
            self.takes_pool(player, "first rid of the cards")
            return
        for other in self.still_in():
            if other != player and not self.won:
                self.goes_out(other)

    def takes_pool(self, player: str, why: str) -> None:
        """The pool is won."""
        self.won = True
        self.table.take_pool((player,), why, "[94]" if self.options.unlimited else "[92]")

    # Irregularities

    def hand_players(self) -> tuple[str, ...]:
        """Who was dealt cards."""
        return tuple(player for player in self.order if player not in self.out)

    def wrong_hand(self, said: Holds) -> str | None:
        """Say what is wrong with a hand: it has as many cards as were dealt."""
        if self.in_hand and said.player in self.order:
            self.hand_sizes = (self.dealt(said.player),)
        return super().wrong_hand(said)

    def dealt(self, player: str) -> int:
        """How many cards a player was dealt."""
        return self.cards[player] + sum(whose == player for whose in self.table.played.values())

    def offences(self) -> dict[str, Offence]:
        """A pairing that was not made, to be enforced before the next deal [93]."""
        return {pairing: Offence(0, self.table.pool(), "[93]") for pairing in PAIRINGS}

    def penalty(self, said: Penalty) -> None:
        """The player before pays as though he had been paired, and the offender twice as much [93]."""
        player = said.player
        if not self.in_hand:
            raise refuse("there is no penalty before a deal, nor once the pool has been won", code=Code.NOT_NOW)
        if player not in self.still_in():
            raise refuse(f"{player} is out", code=Code.PLAYERS)
        if said.offence is None:
            assert said.amount is not None
            self.pay(player, said.amount, f"fined: {said.why}", "")
            return
        self.offence_named(said.offence)
        cost = (PAIRINGS.index(said.offence) + 1) * self.options.stake
        playing_on = self.options.form == "whole" and self.told == "by cards" and self.layer in self.still_in()
        self.excused = player
        self.table.fined.append((player, said.offence))
        self.pay(
            self.layer if playing_on and self.layer != player else self.before(player),
            cost,
            f"{said.offence}, not made by {player}",
            "[93]",
        )
        if not self.won and player not in self.out:
            amount = 2 * cost if said.amount is None else said.amount
            self.pay(player, amount, f"fined: the {said.offence} not made", "[93]")

    def misdeal(self, said: Misdeal | Penalty) -> SnipCarry:
        """All that the deal has moved goes back, penalties too, and with it the lives and who is out."""
        carry = super().misdeal(said)
        self.table.take_back("misdeal")
        return carry


class SnipSnapSnorum(Game[SnipOptions, SnipCarry]):
    """Snip-Snap-Snorum."""

    name = "snip-snap-snorum"
    title = "Snip-Snap-Snorum"
    options = SnipOptions
    carry = SnipCarry
    deal = SnipDeal
    players = (2, 10)
    pool_prefix = "snip"

    def refuse_players(self, number: int, options: SnipOptions) -> str | None:
        """Two to ten; to six with 32 cards [90]-[91]."""
        if options.pack == 32 and number > 6:
            return f"with pack=32 {self.title} is for 2 to 6 players, not {number}"
        return super().refuse_players(number, options)

    def newcomer_plays(self, table: Table, options: SnipOptions, carry: SnipCarry) -> bool:
        """Who joins while lives are being lost plays from the next game on."""
        return not carry.begun or options.unlimited

    def waits(self, table: Table, options: SnipOptions, carry: SnipCarry, player: str) -> SnipCarry:
        """The newcomer is let in when the pool has been won."""
        return replace(carry, waiting=(*carry.waiting, player))

    def left(self, table: Table, options: SnipOptions, carry: SnipCarry, player: str) -> SnipCarry:
        """Who leaves is out, and keeps what he has left; the last one in has won the pool."""
        if not carry.begun or options.unlimited:
            return carry
        out = carry.out if player in carry.out else (*carry.out, player)
        still_in = [one for one in table.players if one not in out]
        if len(still_in) == 1:
            table.take_pool(still_in, "the last in", "[92]")
            table.playing.update(carry.waiting)
            table.deal_goes_to(next((one for one in out if one in table.players), still_in[0]))
            return SnipCarry()
        if table.next_from == player and still_in:
            table.deal_goes_to(table.left_of(player, still_in))
        return replace(carry, out=out)


GAME = SnipSnapSnorum()
