"""Catch the Ten, or Scottish Whist: the cards taken count, and the ten of trumps above all.

From the chapter of that name, at the end of the game of eight rounds; it has no pages.

Two to six play. Two, three or five play each for himself; four are couples, every other player a partner; six
make two sides of three, or with `sides=3` three of two.

The pack has the sixes to the aces, and all of it is dealt; with five players one six is left out.
  players     2    3    4    5    6
  cards each  18   12   9    7    6
The dealer's last card is turned up for trumps, and is his.

The play. The dealer's left leads, and then whoever wins. Suit is followed by whoever can. The highest trump wins,
else the highest card of the suit led.
  trumps, the highest first    J A K Q 10 9 8 7 6
  other suits                  A K Q J 10 9 8 7 6

What counts, for the side that takes it, whoever was dealt it
  every card           1
  knave of trumps     11
  ten of trumps       10
  ace of trumps        4
  king of trumps       3
  queen of trumps      2
A deal comes to 66, with five players to 65. Forty-one is game.

When a deal has been counted, the side with 41 or more has won; of several the one with most, and if those are
equal another deal is played. Each player of another side pays a winner `stake`, and `point` for each point that
his side is behind. Partners stand in order from the dealer's left: the first of a side pays the first.

Sayings: `A scores N` for each side; or `tricks A 5 B 4`, or `trick A` for each, with `A shows JH 10H`, the honours
of trumps that a side has taken; or `trick CARD …` for each, from which everything follows. A partner speaks for
his side.

Irregularities. A revoke loses the game: each of that side pays a player of every other side `stake`, and `point`
for each point by which his side's score before the deal is short of 41; the deal is not counted, and the next
begins a new game. After a misdeal the same dealer deals again, and nothing is paid.

Where the source is silent: it knows no money, so that `stake` and `point` are off by default. Every card counts,
not only those above one's share. Cards are counted after the deal, so that nobody wins in the middle of one. The
score of a game that is not finished lapses. Nobody joins or leaves a game that is being played; who comes to the
table waits for the next.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from ledger.games.catch_the_ten.count import HONOURS, PointCount
from ledger.games.families.sides import ScoresCarry, nobody_scored, score_of, tricks_of
from ledger.games.families.trick_taking import TrickPlay, TrickRules
from ledger.rules import (
    Allowed,
    Card,
    Chooser,
    Code,
    DealInHand,
    DerivedDefault,
    Game,
    Lazy,
    Offence,
    Options,
    Permission,
    Play,
    Score,
    Side,
    Sides,
    Turn,
    allow_if,
    in_order,
    listed,
    option,
    pack_of,
    pick_cards,
    refuse,
    shows,
)
from ledger.rules.events import Holds, Penalty, Scores, Shows, Trick, Tricks
from ledger.rules.slots import Cards, Number, Slots, Word

CITE = "Catch the Ten"
"""The chapter that the postings cite, because it has no pages."""
GAME_SCORE = 41
"""The score that wins the game."""
HAND = {2: 18, 3: 12, 4: 9, 5: 7, 6: 6}
"""For each number of players, the number of cards dealt to each, which is that of the tricks."""
TRUMPS = ("J", "A", "K", "Q", "10", "9", "8", "7", "6")
"""The trumps, from the highest."""
PLAIN = ("A", "K", "Q", "J", "10", "9", "8", "7", "6")
"""The other suits, from the highest."""


@dataclass(frozen=True)
class CatchTheTenOptions(Options):
    """The house rules of Catch the Ten."""

    stake: int | None = option.amount(None, "what a loser pays for the game; off: points only")
    point: int | None = option.amount(None, "what a loser pays besides for every point behind the winner")
    sides: int | None = option.number(
        DerivedDefault(lambda so_far: 2 if so_far.players == 6 else None, "2, of six players"),
        2, 3, "six players: two sides of three, or three of two", among=(2, 3),
    )  # fmt: skip

    def conflict(self, players: int) -> str | None:
        """Return which option does not fit: only six players have a choice of sides."""
        if self.sides and players != 6:
            return f"sides is for six players, not {players}: four are couples, two, three and five play alone"
        return None

    def price(self, points: int) -> int:
        """Return what one player pays another for the game, and for being so many points behind."""
        return (self.stake or 0) + (self.point or 0) * max(points, 0)

    def sides_of(self, players: Sequence[str]) -> Sides:
        """Return the sides that these players make."""
        return Sides.across(players, 2 if len(players) == 4 else self.sides)


class CatchTheTenRules(TrickRules):
    """Follow suit; the knave is the best trump."""

    def strength(self, card: Card, led: Card) -> int:
        """Return the strength of a card: a trump beats the suit led; in a suit the higher card wins."""
        if card.suit == self.trump:
            return 100 - TRUMPS.index(card.rank)
        return 50 - PLAIN.index(card.rank) if card.suit == led.suit else 0


class CatchTheTenTricks(TrickPlay):
    """The tricks of a deal."""

    count: PointCount

    def card_fault(self, player: str, card: Card) -> str | None:
        """Return why a card cannot be played, also because it was shown as an honour; or None."""
        return self.count.shown_already(card) or super().card_fault(player, card)

    def due_to_fall(self, chooser: Chooser) -> tuple[Card, ...]:
        """Return the honours that must be in this trick, because no other is left for them."""
        return pick_cards(chooser, self.count.missing_honours(), self.count.due_in_next_trick())

    def remedy(self, player: str) -> str:
        """Return the remedy: unless the record has a slip, the revoke loses the game."""
        return f"Put the one or the other right by amend, or say penalty {player} revoke"


class CatchTheTenDeal(DealInHand[CatchTheTenOptions, ScoresCarry]):
    """A deal of Catch the Ten."""

    fines_to = None
    sides: Sides
    tricks: CatchTheTenTricks
    count: PointCount

    def prepare(self) -> None:
        """Set up the attributes of the deal."""
        self.number = HAND[len(self.table.players)]
        self.hand_sizes = (self.number,)
        self.rules = CatchTheTenRules()
        self.revoked: str | None = None

    def play(self) -> Play[ScoresCarry]:
        """Play the deal in its order: the turn-up, the tricks, the count, the game if it is won."""
        yield from self.opening((0, 1))
        table = self.table
        self.sides = self.options.sides_of(table.players)
        if table.turned_up:
            self.rules.trump = table.turned_up[0].suit
        self.tricks = CatchTheTenTricks(self, self.rules, table.round(), table.eldest, self.number)
        self.count = self.tricks.count = count = PointCount(table, self.sides, self.tricks)
        while not count.is_counted():
            event = yield self.turn
            if event is None:
                return nobody_scored(table)
            count.take(event)
        return self.settle(count.points())

    # What may be said

    def turn(self) -> Turn | None:
        """Ask for everything that may be said now; None when a revoke has lost the game."""
        if self.revoked:
            return None
        says = (
            Lazy((Scores,), lambda: [self.may_say_scores()]),
            Lazy((Tricks,), self.all_tricks),
            Lazy((Trick,), self.next_trick),
            Lazy((Shows,), lambda: [self.may_show()]),
        )
        return Turn(says=says, statement=self.statement, state=self.state, joint="; ")

    def all_tricks(self) -> Iterable[Permission]:
        """`tricks A 5 B 4`, if no trick was said by itself."""
        return allow_if(self.count.takes_tricks() and not self.tricks.winners, self.may_say_numbers())

    def next_trick(self) -> list[Permission]:
        """`trick A`, and, if the turn-up was said, `trick CARD …`."""
        now = self.count.takes_tricks()
        by_winner, by_cards = self.tricks.may_say_trick(self.count.wrong_trick, self.count.no_cards)
        return [*allow_if(now, [by_winner]), *allow_if(now and bool(self.table.turned_up), [by_cards])]

    def statement(self) -> str:
        """Return how the deal is told, as a clause."""
        if self.count.scored:
            return "the scores of this deal are being said"
        return f"{self.dealer}'s deal is {'being' if self.count.by_tricks() else 'to be'} counted"

    def state(self) -> str:
        """Return what has still to be said, as a clause."""
        count = self.count
        if count.scored:
            silent = [side for side in self.sides.all if side not in count.scored]
            return f"still to come: {', '.join(map(str, silent))}"
        if not count.by_tricks():
            return ""
        tricks, honours = count.tricks_left(), count.missing()
        missing = [
            f"{number} {word if number == 1 else f'{word}s'}"
            for number, word in ((tricks, "trick"), (honours, "honour"))
            if number
        ]
        trumps = " of trumps" if honours else ""
        return f"{listed(missing)}{trumps} {'is' if tricks + honours == 1 else 'are'} still to come"

    def may_say_scores(self) -> Allowed:
        """`A scores N`."""
        players, count = self.table.players, self.count

        def slots(player: str) -> Slots | None:
            if count.by_tricks() or self.sides.of(player) in count.scored:
                return None
            left = count.total() - sum(count.scored.values())
            is_last = len(count.scored) == len(self.sides.all) - 1
            return (Word(("scores",)), Number(left if is_last else 0, left, shown="N"))

        return Allowed(Scores, players, check=count.wrong_scores, slots=slots)

    def may_show(self) -> Allowed:
        """`A shows CARD …`: the honours of trumps that the player's side has taken."""
        count, players = self.count, self.table.players
        may = shows(players, (1, len(HONOURS)), count.missing_honours, count.wrong_shows)

        def slots(player: str) -> Slots | None:
            sizes = count.sizes_of_showing(player)
            if not sizes:
                return None
            return (Word(("shows",)), Cards(sizes[0], sizes[-1], in_order(count.missing_honours())))

        def example(chooser: Chooser) -> Shows | None:
            player = chooser.choose(players)
            sizes = count.sizes_of_showing(player)
            if count.tricks_left():  # what is kept back may prove to have nowhere to have been
                sizes = [size for size in sizes if size == count.missing()]
            if not sizes:
                return None
            suit = chooser.choose(count.missing_honours()).suit
            honours = (card for card in count.missing_honours() if card.suit == suit)
            return Shows(player, pick_cards(chooser, honours, chooser.choose(sizes)))

        return msgspec.structs.replace(may, slots=slots, example=example)

    def may_say_numbers(self) -> Iterator[Allowed]:
        """`tricks A 5 B 4`; a side that has shown honours has won enough tricks for them."""
        count, sides = self.count, self.sides.all
        if not count.honours_shown:
            yield self.tricks.may_say_tricks(count.wrong_tricks)
            return
        possible = False
        for own in range(self.number + 1) if len(sides) == 2 else ():
            numbers = {sides[0][0]: own, sides[1][0]: self.number - own}
            if count.wrong_tricks(numbers) is None:
                first = tricks_of(sides[0], own, own, "NAME N …")
                second = tricks_of(sides[1], self.number - own, self.number - own, None)
                possible = True
                yield self.tricks.may_say_tricks(count.wrong_tricks, (first, second))
        if not possible:
            allowed = self.tricks.may_say_tricks(count.wrong_tricks)
            yield msgspec.structs.replace(allowed, slots=lambda player: None)

    # The money

    def settle(self, points: dict[Side, int]) -> ScoresCarry:
        """Add the deal to the scores; the best with forty-one or more wins, unless two are equal."""
        table = self.table
        scores = {side: self.carry.scores[side[0]] + made for side, made in points.items()}
        table.remark(", ".join(f"{side} {score}" for side, score in scores.items()))
        best = max(scores.values())
        leaders = [side for side, score in scores.items() if score == best]
        if best < GAME_SCORE or len(leaders) > 1:
            return ScoresCarry({player: score for side, score in scores.items() for player in side})
        (winner,) = leaders
        for loser, payee in self.sides.payments(winner, table.round()):
            behind = best - scores[self.sides.of(loser)]
            table.pay(loser, payee, self.options.price(behind), f"lost the game by {behind}", CITE)
        return nobody_scored(table)

    def lose(self, event: Penalty) -> None:
        """Give the game that a revoke has lost to all the other sides."""
        side, order = self.sides.of(event.player), self.table.round()
        price = self.options.price(GAME_SCORE - self.carry.scores[event.player])
        amount = price if event.amount is None else event.amount
        for other in self.sides.all:
            if other != side:
                for loser, winner in self.sides.paired(side, other, order):
                    self.table.pay(loser, winner, amount, "lost the game by a revoke", CITE)
        self.revoked = event.player

    # Irregularities

    def offences(self) -> dict[str, Offence]:
        """Return the offences: a revoke loses the game; a misdeal costs nothing."""
        return {
            "revoke": Offence(0, None, CITE),
            "misdeal": Offence(0, None, CITE, dealer_only=True, takes_amount=False),
        }

    def penalty(self, event: Penalty) -> None:
        """End the deal uncounted at a revoke."""
        super().penalty(event)
        if event.offence == "revoke":
            self.lose(event)

    # Cards

    def taken_up(self, player: str) -> tuple[Card, ...]:
        """Return the turn-up for the dealer, whose card it is."""
        return self.table.turned_up if player == self.dealer else ()

    def holds(self, event: Holds) -> None:
        """Note a hand, and check what was played against it."""
        super().holds(event)
        self.tricks.check_hands()
        count = self.count
        if problem := count.nobody_has(count.hidden, count.tricks_left(), count.honours_shown):
            raise refuse(problem, code=Code.CARD)

    def wrong_cards(self, event: Holds) -> str | None:
        """Return what is wrong with a hand: the dealer's has the turn-up."""
        if missing := next((card for card in self.taken_up(event.player) if card not in event.cards), None):
            return f"{missing} was turned up and is in the hand of {event.player}, who deals"
        return super().wrong_cards(event) or self.count.too_many_sixes(event.cards)

    # Between deals, and the end

    def first_carry(self) -> ScoresCarry:
        """Return scores of 0 for everybody."""
        return nobody_scored(self.table)

    def score(self) -> Score:
        """Return what each side has made, which the game is played to."""
        return score_of(self.options.sides_of(self.table.players), self.carry.scores, GAME_SCORE)

    def carried(self) -> dict[str, Any]:
        """Return the score of every player, which is that of the player's side."""
        return {"scores": {player: self.carry.scores[player] for player in self.table.players}}

    def refuse_join(self, player: str) -> str | None:
        """Refuse a player who sits at the table already; a newcomer waits for the next game."""
        if player in self.table.seats.present:
            return f"nobody joins a game that is being played: {player} waits for the next"
        return None

    def newcomer_plays(self) -> bool:
        """Return False: a newcomer waits for the next game."""
        return False

    def refuse_leave(self, player: str) -> str | None:
        """Refuse a player who would leave before the game ends."""
        return f"{player} plays, and nobody leaves a game that is being played: say end first"


class CatchTheTen(Game[CatchTheTenOptions, ScoresCarry]):
    """Catch the Ten, or Scottish Whist."""

    name = "catch-the-ten"
    title = "Catch the Ten"
    options = CatchTheTenOptions
    carry = ScoresCarry
    deal = CatchTheTenDeal
    own_pack = pack_of(36)
    players = (2, 6)


GAME = CatchTheTen()
