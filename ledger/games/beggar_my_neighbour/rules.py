"""Beggar my Neighbour: whoever gets all the cards wins.

From the chapter of that name, after the game of eight rounds; it has no pages.

Two to ten play. The cards are dealt out equally, face down; where they do not divide, those nearest the dealer's
left have one more. Each pays the `stake` into the pool, which the winner takes.

The play. The dealer's left turns up cards from the top of his hand, one after another, until a court card falls;
with `turns=alternate` each turns one card in turn. Who has no card is passed over. A court card asks cards of the
next player who has any.
  king              3 cards
  queen             2
  knave             1
  ace, with `ace=4` 4; else it is an ordinary card
A court card among those paid ends that payment, and asks in its turn of the next after him who laid it. When a
payment is complete without one, he who laid the last court card takes up all the cards that lie there, puts them
under his own, and leads. If a player's cards end while he pays, the next who has cards pays the rest; if nobody
else has any, the payment is complete. One without cards may come back: for his last card, a court card, he still
gets what it asks.

The deal is over when a taker alone has cards; with `turns=alternate` also when one has turned a card, nobody else
has any, and no court card lies there.

Sayings: `A out` when A has no more cards, and `A wins`; the last one in wins without being said. Or card by card:
`A holds CARD …` for each, the top card first, and with the last hand the whole deal follows.

A deal that is broken off is dealt again by the same dealer after `misdeal`, and nobody stakes twice. The game
may be ended within a deal, or when a deal was drawn, by `end divide`, `end draw` or `end leave`.

Where the source is silent: it names no stake. The taker leads, and the cards lie under his own as they were laid.
Some games never end: where leader and hands stand at the start of a trick as they stood before, the deal is drawn,
and the pool stays for the next deal, for which all stake again.
"""

from dataclasses import dataclass
from typing import Any

from ledger.games.beggar_my_neighbour.turning import AutomaticDeal
from ledger.rules import (
    Allowed,
    Card,
    Code,
    DealInHand,
    Game,
    Options,
    Play,
    SubPlay,
    Turn,
    listed,
    option,
    refuse,
    shares,
    wins,
)
from ledger.rules.events import End, Event, Holds, Out, Wins
from ledger.rules.slots import Literal, Slots, Word

CITE = "Beggar my Neighbour"
"""The chapter that the postings cite, because it has no pages."""
ASKS = {"K": 3, "Q": 2, "J": 1}
"""How many cards each court card asks."""
ACE_ASKS = {"A": 4}
"""How many cards an ace asks with `ace=4`."""


@dataclass(frozen=True)
class BeggarOptions(Options):
    """The house rules of Beggar my Neighbour."""

    stake: int = option.amount(1, "what each pays into the pool; the source names none", least=0)
    turns: str = option.choice(
        "run", ("run", "alternate"), "the leader turns up card after card, or each turns one in turn"
    )
    ace: str | None = option.choice("off", ("off", "4"), "an ace is a court card too, and asks four cards")
    pack: int = option.pack()


@dataclass(frozen=True)
class BeggarCarry:
    """The cards turned and the tricks taken up in the last deal recorded card by card."""

    cards: int = 0
    tricks: int = 0


class BeggarDeal(DealInHand[BeggarOptions, BeggarCarry]):
    """A deal of Beggar my Neighbour."""

    hand_sizes: tuple[int, ...] = (1,)  # known when it is dealt; until then it is only a game in which hands are said

    def prepare(self) -> None:
        """Set up the attributes of the deal."""
        self.out: list[str] = []
        self.dealt: dict[str, int] = {}

    def play(self) -> Play[BeggarCarry]:
        """Play the deal in its order: the stakes, and then who wins, told or turned up."""
        yield from self.opening()
        self.share_out()
        for player in self.table.round():
            self.table.pay_in(player, self.table.pool(), self.options.stake, "the stake", CITE)
        winner = yield from self.telling()
        if winner is None:
            return self.turn_up()
        self.won(winner)
        return self.carry

    # By outcome

    def telling(self) -> SubPlay:
        """Ask who is out and who wins; return the winner, or None when every hand is known."""
        while len(self.still_in()) > 1:
            event: Event | None = yield self.turn
            if event is None:
                return None
            if isinstance(event, Wins):
                return event.player
            assert isinstance(event, Out)
            self.out.append(event.player)
        return self.still_in()[0]

    def still_in(self) -> tuple[str, ...]:
        """Return who is still in, as far as it was said."""
        return tuple(player for player in self.table.round() if player not in self.out)

    def unsaid(self) -> tuple[str, ...]:
        """Return the players whose hands are not known."""
        return tuple(player for player in self.table.round() if player not in self.table.hands)

    def turn(self) -> Turn | None:
        """Ask for who is out, who wins or a hand; None when every hand is known."""
        if not self.unsaid():
            return None
        players, still_in = self.table.players, self.still_in()

        def wrong_out(event: Out) -> str | None:
            return f"{event.player} is out already" if event.player in self.out else None

        def wrong_win(event: Wins) -> str | None:
            return f"{event.player} is out, and cannot win" if event.player in self.out else None

        def out(player: str) -> Slots | None:
            return None if player in self.out else (Word(("out",)),)

        return Turn(
            statement=f"{self.dealer}'s deal is being played",
            state=f"{listed(still_in)} still have cards",
            joint="; ",
            says=(
                Allowed(Out, players, check=wrong_out, slots=out),
                wins(players, check=wrong_win),
                Allowed(Holds, players, slots=self.hand_form),
                *self.may_break_off(),
            ),
            who=still_in,
        )

    def may_break_off(self) -> tuple[Allowed, ...]:
        """`end divide`, `end draw` and `end leave`: within a deal they tell where the pool goes."""

        def wrong(event: End) -> str | None:
            sayings = "say end divide, end draw NAME:CARD …, or end leave"
            why = f"the deal is not over, and it is not said what becomes of the pool: {sayings}"
            return None if event.how else why

        return (
            Allowed(End, (), check=wrong, slots=lambda player: (Literal("end"), Word(("divide", "leave")))),
            Allowed(End, (), check=wrong, slots=lambda player: self.drawing(alone=False)),
        )

    def won(self, winner: str) -> None:
        """Give the pool to the winner."""
        self.table.take_pool((winner,), "won all the cards", CITE)

    # Card by card

    def share_out(self) -> None:
        """Deal all the cards; if they are uneven, those nearest the dealer's left get one more."""
        self.dealt = shares(len(self.pack), self.table.round())
        self.hand_sizes = tuple(sorted(set(self.dealt.values())))

    def sizes_of_hand(self, player: str) -> tuple[int, ...]:
        """Return the size of the player's hand, which depends on the seat."""
        return (self.dealt[player],)

    def turn_up(self) -> BeggarCarry:
        """Turn up the cards, once every hand is known, and see who wins."""
        table, order = self.table, self.table.round()
        asks = ASKS | (ACE_ASKS if self.options.ace else {})
        hands: list[list[Card]] = [table.hands[player] for player in order]
        course = AutomaticDeal(hands, asks, self.options.turns == "alternate").play_out()
        if course.winner is None:
            table.remark(
                f"this game never ends: after {course.cards:,} cards leader and hands stood as they had stood before; "
                "the deal is drawn, and the pool stays"
            )
            return self.carry
        winner = order[course.winner]
        if winner in self.out:
            raise refuse(
                f"by these hands {winner} wins, who was said to be out",
                f"Put the hands right, or void what was said of {winner}",
                code=Code.CARD,
            )
        table.remark(f"{winner} wins after {course.cards:,} cards in {course.tricks:,} tricks")
        self.won(winner)
        return BeggarCarry(course.cards, course.tricks)

    # The end

    def ends_within_deal(self, event: End) -> bool:
        """Return whether it was said where the pool goes, which ends the game within the deal."""
        return event.how is not None

    # Between deals, and the end

    def carried(self) -> dict[str, Any]:
        """Return the cards and tricks of the last deal that was turned up and won."""
        return {"cards": self.carry.cards, "tricks": self.carry.tricks}


class Beggar(Game[BeggarOptions, BeggarCarry]):
    """Beggar my Neighbour."""

    name = "beggar-my-neighbour"
    title = "Beggar my Neighbour"
    options = BeggarOptions
    carry = BeggarCarry
    deal = BeggarDeal
    players = (2, 10)
    pool_prefix = "beggar"


GAME = Beggar()
