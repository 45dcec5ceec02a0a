"""Spoil-Five: whoever wins three of the five tricks has the pool; if nobody does, it grows.

Two to ten play, four or five best. Each is dealt five cards, and the next card is turned up for trumps [103]-[104].

The cards, the highest first [103]. In the red suits the high numbers are the better ones, in the black the low.
  hearts, not trumps      K Q J 10 9 8 7 6 5 4 3 2        (the ace of hearts is always a trump, and never a heart)
  diamonds, not trumps    K Q J 10 9 8 7 6 5 4 3 2 A
  clubs, spades, not      K Q J A 2 3 4 5 6 7 8 9 10
  hearts, trumps          5 J A K Q 10 9 8 7 6 4 3 2
  diamonds, trumps        5 J AH A K Q 10 9 8 7 6 4 3 2
  clubs, spades, trumps   5 J AH A K Q 2 3 4 6 7 8 9 10
With `order=ordinary` every suit ranks A K Q J 10 … 2, and the ace of hearts is a heart [106].

What is paid, and to whom                                                             cite
  a new pool          each player `stake` to the pool; the dealer `deal` besides       [103]-[104]
  after a spoilt deal each player `spoilt`; the dealer `deal` besides                  [103]-[104]
  three tricks        the pool to the winner (or `to_win` tricks)                      [103], [105], [107]
  spoilt              nothing: the pool stays (of two players or sides one must win)   [103]-[104]
  a jink              the pool, and `stake` from each other player, to the winner      [107]
  a jink failed       nothing: the pool stays, and the deal is spoilt                  [107]
Partners (`sides`) are taken in turn round the table. A side shares what it wins, the odd counters going from the
dealer's left; at a jink every player of the other sides pays a partner his `stake`.

Robbing [104]-[106]. Before the first trick the holder of the ace of trumps puts out a card and takes the turn-up;
if the turn-up is an ace, the dealer may. With `robbing=must` the holder has to. One who does not, or who
robs without the ace, cannot win the pool in that deal: his tricks decide nothing.

The play. The dealer's left leads. To a trump whoever can plays a trump; but the five and knave of trumps and the
ace of hearts may be kept back from a lower one (reneging) [104]-[106]. To another suit whoever has it follows or
trumps, and the rest play what they like. The ace of hearts, led when hearts are not trumps, is a lead of hearts
that wins as a trump [105].

Jinking. With `jink`, who has won the first three tricks may take the pool or go on; he then has to have all five.

Twenty-five and Forty-five. With `to` each trick counts five, all five are played, and the pool goes to the first
to make the number; the players pay `stake` once a game, the dealer `deal` each time. Five tricks in one deal win
the game. There are no spoils, and `jink`, `to_win` and `spoilt` have no place [107].

Sayings: `deal A turn-up CARD`; `A fives CARD`, where the other side asks and the dealer agrees to another trump
(`fiving`); `A robs CARD`, with the card put out; `trick A`, or its cards; or at once `tricks A 3 B 1`, `A wins`,
`A jinks`, or `spoilt` with the dealer's name.

Irregularities: after a misdeal the next player deals; with `misdeal=again` the same one may, and pays `deal` once
more [104]. `not-robbing` and `false-rob` cost the pool of that deal [105]-[106].

Where the book is silent: the stake is two, what the dealer pays besides one. The jinker is paid `stake` whatever
was paid for this deal, and cannot stop at four tricks. Cards that show that somebody had the ace of trumps and
did not rob are not taken until it is said how that was. A revoke has no fine: it is put right. With `sides` or `to`
nobody joins or leaves before the end. At the end the pool has to be divided, drawn for or left; after that a new
pool is made by all.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ledger.games.families.sides import score_of, tricks_of
from ledger.games.spoil_five.cards import SpoilFiveRules, SpoilFiveTricks
from ledger.games.spoil_five.options import POINTS, TRICKS, SpoilFiveOptions
from ledger.games.spoil_five.pool import Contest, PoolOutcome
from ledger.games.spoil_five.robbing import FALSE_ROB, NOT_ROBBING, Robbing
from ledger.rules import (
    Allowed,
    Card,
    DealInHand,
    Game,
    Lazy,
    Offence,
    Permission,
    Play,
    Score,
    Side,
    Sides,
    SubPlay,
    Table,
    Turn,
    allow_if,
    sorted_out,
    wins,
    word,
)
from ledger.rules.events import Holds, Misdeal, Penalty, Says, Trick, Tricks, Wins
from ledger.rules.slots import Cards, Group, Number, Player, Slots, Word


@dataclass(frozen=True)
class SpoilFiveCarry:
    """Whether the last deal was spoilt; with `to`, every player's score, which is the side's."""

    spoilt: bool = False
    under_way: bool = False
    """Whether a game to a number has begun, and the players have paid for it."""
    scores: dict[str, int] = field(default_factory=dict)


class SpoilFiveDeal(DealInHand[SpoilFiveOptions, SpoilFiveCarry]):
    """A deal of Spoil-Five."""

    hand_sizes = (TRICKS,)
    sides: Sides
    tricks: SpoilFiveTricks
    contest: Contest

    def prepare(self) -> None:
        """Set up the attributes of the deal."""
        self.robbing = Robbing(self.table, self.options.robbing)
        self.rules = SpoilFiveRules(ordinary=self.options.order == "ordinary")
        self.fived = False
        self.removed: Card | None = None
        """The card that was turned up before another trump was agreed."""

    def play(self) -> Play[SpoilFiveCarry]:
        """Play the deal in its order: the stakes, another trump, robbing, the tricks, the pool."""
        yield from self.opening((0, 1))
        table, options = self.table, self.options
        self.sides = Sides.across(table.players, options.sides)
        self.tricks = SpoilFiveTricks(self, self.rules, self.robbing)
        self.contest = Contest(options, self.sides, self.tricks, self.carry.scores, self.robbing.forfeits)
        self.turns_up()
        self.pay_stakes()
        while (outcome := self.contest.outcome()) is None:
            yield from self.next_saying()
        return self.settle_to(outcome) if options.to else self.settle(outcome)

    def turns_up(self) -> None:
        """Make the turn-up's suit trumps [104]."""
        self.rules.trump = self.robbing.turn_up.suit if self.robbing.turn_up else None

    def pay_stakes(self) -> None:
        """Have all pay for a new pool or after a spoilt deal, the dealer always [103]-[104]."""
        options, table, pool = self.options, self.table, self.table.pool()
        amount, why = options.stake, "a new pool"
        if self.carry.spoilt:
            assert options.spoilt is not None, "there are spoils"
            amount, why = options.spoilt, "after a spoilt deal"
        for player in () if self.carry.under_way else table.round():
            table.pay_in(player, pool, amount, why, "[103]-[104]")
        table.pay(self.dealer, pool, options.deal, "for the deal", "[103]-[104]", stays=True)

    # What may be said

    def next_saying(self) -> SubPlay:
        """Ask for the next saying, and note it."""
        event = yield self.turn
        match event:
            case Trick():
                self.tricks.take(event)
            case Tricks():
                self.contest.take_counts(dict(event.counts))
            case Wins():
                self.contest.take_winner(event.player)
            case Says(word="spoilt"):
                self.contest.stated = PoolOutcome(None)
            case Says(word="jinks"):
                self.contest.jinker = event.player
            case Says(word="robs"):
                self.robbing.rob(event.player, event.cards[0] if event.cards else None)
            case Says(word="fives"):
                self.fived, self.removed = True, self.robbing.turn_up
                self.table.turned_up = event.cards
                self.turns_up()

    def turn(self) -> Turn:
        """Ask for everything that may be said now, with refusals that explain the rest."""
        players, contest = self.table.players, self.contest

        def other_suits(player: str) -> list[Card]:
            return [card for card in self.unseen() if card.suit != self.rules.trump]

        says = (
            Lazy((Says,), lambda: [self.with_card("fives", self.wrong_fives, other_suits)], words=("fives",)),
            Lazy((Says,), lambda: [self.with_card("robs", self.wrong_robs, self.unseen)], words=("robs",)),
            Lazy((Trick,), self.next_trick),
            Lazy((Tricks,), self.all_tricks),
            Lazy((Wins,), lambda: [wins(players, check=self.settled(contest.wrong_wins))]),
            Lazy((Says,), lambda: [word(players, "jinks", check=self.settled(contest.wrong_jinks))], words=("jinks",)),
            Lazy((Says,), lambda: [self.may_say_spoilt()], words=("spoilt",)),
        )
        if holder := self.has_to_rob():
            return Turn(
                says=says,
                who=(holder,),
                statement=f"{holder} was dealt the ace of trumps",
                state="has to rob before the first trick",
            )
        if (side := contest.jinking()) is None or contest.gone_on():
            return Turn(says=says, statement=self.undecided(side), state=self.tricks_won, joint="; ")
        return Turn(
            says=says,
            who=side,
            statement=f"with the first {self.options.needed} tricks {side} may take the pool",
            state=lambda: f"or go on for all five; {self.tricks_won()}",
            joint=", ",
        )

    def next_trick(self) -> list[Permission]:
        """`trick A`, and, if trumps are known, `trick CARD …`."""
        now = self.has_to_rob() is None and not self.tricks_before()
        by_winner, by_cards = self.tricks.may_say_trick(self.wrong_trick, self.no_trumps)
        return [*allow_if(now, [by_winner]), *allow_if(now and self.rules.trump is not None, [by_cards])]

    def all_tricks(self) -> Iterable[Permission]:
        """`tricks A 3 B 1`, if no trick was said by itself."""
        return allow_if(self.has_to_rob() is None and not self.tricks.winners, self.may_say_numbers())

    def undecided(self, side: Side | None) -> str:
        """Return that the deal is not decided, or that this side went on for all five, as a clause."""
        if side is None:
            return f"{self.dealer}'s deal is not decided"
        return f"with the first {self.options.needed} tricks {side} went on for all five"

    def tricks_won(self) -> str:
        """Return how many tricks each side has won, as a clause."""
        won = [f"{side} {count}" for side, count in self.contest.won().items() if count]
        return f"tricks won: {', '.join(won) or 'none said'}"

    def has_to_rob(self) -> str | None:
        """Return who is known to have the ace of trumps, and has still to rob."""
        return None if self.begun() else self.robbing.undecided()

    def begun(self) -> bool:
        """Return whether the play has begun, as far as was said."""
        return bool(self.tricks.winners) or self.contest.jinker is not None

    def tricks_before(self) -> bool:
        """Return whether tricks were played and not said: who jinks has won the first three."""
        return self.contest.jinker is not None and not self.tricks.winners

    def settled(self, check: Callable[[str], str | None]) -> Callable[[Says | Wins], str | None]:
        """Return a check that first asks what the holder of the ace of trumps did."""
        return lambda event: self.robbing.unsettled() or check(event.player)

    def with_card(self, verb: str, check: Callable[[Says], str | None], among: Callable[[str], list[Card]]) -> Allowed:
        """`A WORD [CARD]`."""
        players = self.table.players

        def wrong(event: Says) -> str | None:
            return f"{verb} takes one card" if len(event.cards) > 1 else check(event)

        def slots(player: str) -> Slots | None:
            if wrong(Says(player, verb)):
                return None
            right, out = sorted_out(among(player), lambda card: wrong(Says(player, verb, cards=(card,))))
            bare = Word((verb,), shown=f"{verb} [CARD]")
            return (bare, Cards(1, 1, right, out, optional=True, shown=None)) if right else (bare,)

        return Allowed(Says, players, words=(verb,), check=wrong, slots=slots)

    def may_say_spoilt(self) -> Allowed:
        """`DEALER spoilt`."""

        def wrong(player: str) -> str | None:
            if (problem := self.contest.wrong_spoilt()) or player == self.dealer:
                return problem
            return f"a spoilt deal is told by the dealer's name: {self.dealer} spoilt"

        return word(self.table.players, "spoilt", check=self.settled(wrong))

    def may_say_numbers(self) -> Iterator[Allowed]:
        """`tricks A 3 B 1`, in the ways that decide a deal; a partner speaks for the side."""
        decided = False
        for counts in self.numbers_that_decide():
            decided = True
            yield self.tricks.may_say_tricks(self.wrong_tricks, counts)
        if not decided:
            yield self.tricks.may_say_tricks(self.wrong_tricks, ())

    def numbers_that_decide(self) -> Iterator[Slots]:
        """Yield tricks that decide: of a winner, of a jink made or failed, of a spoilt deal."""
        contest, sides = self.contest, self.sides.all
        if contest.jinking() is not None:
            yield from self.numbers_of_jink(self.sides.of(contest.jinker or sides[0][0]))
            return
        leasts = {side: contest.least(side) for side in sides}
        if contest.jinker:
            jinker = self.sides.of(contest.jinker)
            for count in range(self.options.needed, TRICKS + 1):
                yield from self.numbers_with(leasts, (TRICKS - count,) * 2, (jinker, count))
            return
        for side, least in leasts.items():
            if least <= TRICKS:
                yield from self.numbers_with(leasts, (0, TRICKS - least), (side, least))
                if self.options.jink:
                    yield from self.numbers_of_jink(side)
        yield from self.numbers_with(leasts, (TRICKS, TRICKS))

    def numbers_with(
        self, leasts: Mapping[Side, int], others: tuple[int, int], *owns: tuple[Side, int]
    ) -> Iterator[Slots]:
        """Yield the slots of one side's number, or of none, and of the others', too few to win.

        Players with more tricks than any of the others may have get slots of their own; partners always do.
        """
        known = dict(owns)
        highest = [(side, min(least - 1, TRICKS)) for side, least in leasts.items() if side not in known]
        alone = all(len(side) == 1 for side in leasts)
        most = min((high for _, high in highest), default=0) if alone else -1
        for apart in self.more_than(most, highest, others[1]):
            left = (max(0, others[0] - sum(apart.values())), others[1] - sum(apart.values()))
            speakers = tuple(side[0] for side, _ in highest if side not in apart)
            if left[0] > most * len(speakers) or (speakers and not alone):
                continue
            named = list((known | apart).items())
            firsts = [
                tricks_of(side, own, own, None if place else "NAME N …") for place, (side, own) in enumerate(named)
            ]
            rest = [self.several_times(speakers, min(most, left[1]), left, bool(named))] if speakers else []
            yield (*firsts, *rest)

    def more_than(self, most: int, highest: list[tuple[Side, int]], left: int) -> Iterator[dict[Side, int]]:
        """Yield how some sides may have more than `most` of the tricks left, none more than its own."""
        yield {}
        for place, (side, high) in enumerate(highest):
            for own in range(most + 1, min(high, left) + 1):
                for further in self.more_than(most, highest[place + 1 :], left - own):
                    yield {side: own, **further}

    def numbers_of_jink(self, side: Side) -> list[Slots]:
        """Return the numbers after a jink: all five tricks, or all but the one that was lost [107]."""
        others = tuple(player for other in self.sides.all if other != side for player in other)
        least = self.options.needed + (not self.contest.jinker)
        return [
            (tricks_of(side, TRICKS, TRICKS, "NAME N …"), self.several_times(others, 0, (0, 0), True)),
            (tricks_of(side, least, TRICKS - 1, "NAME N …"), self.several_times(others, 1, (1, 1), True)),
        ]

    @staticmethod
    def several_times(speakers: tuple[str, ...], most: int, total: tuple[int, int], further: bool) -> Group:
        """Return numbers of several players with a total, each at most `most`; `further` to others."""
        return Group(
            (Player(speakers), Number(0, most, shown=None if further else "N")),
            repeat=True, low=-(-total[0] // most) if total[0] else 1, high=len(speakers), total=total,
            optional=not total[0], shown=None if further else "NAME N …", any_order=True,
        )  # fmt: skip

    # Before the play

    def may_five(self) -> bool:
        """Return whether another trump may be asked for: once, before anybody robs or plays [107]."""
        robbed = self.robbing.robber is not None or any(map(self.robbing.forfeits, self.table.players))
        return not (self.fived or robbed or self.begun())

    def wrong_fives(self, event: Says) -> str | None:
        """Return why nobody may ask for fives: the other side asks, the dealer agrees [107]."""
        if not self.options.fiving:
            return "the trump is not changed here: fiving is off"
        if event.player in self.sides.of(self.dealer):
            return f"{event.player} cannot ask for another trump: that is for those who are against the dealer"
        if self.fived:
            return "the trump has been changed already in this deal, and that is done once"
        if not self.may_five():
            return "another trump is asked for before anybody robs or plays"
        for card in event.cards:
            if card.suit == self.rules.trump:
                return f"{card} is of the suit of {self.robbing.turn_up}: cards are turned up until the suit changes"
            if holder := next((player for player, hand in self.table.hands.items() if card in hand), None):
                return f"{card} is in {holder}'s hand"
        return next(filter(None, map(self.not_in_pack, event.cards)), None)

    def wrong_robs(self, event: Says) -> str | None:
        """Return why a player cannot rob, or put out this card; or None [104]-[106]."""
        if problem := self.robbing.wrong_robs(event.player):
            return problem
        if self.begun():
            return "robbing comes before the first trick: put it there by insert"
        for card in event.cards:
            if card == self.robbing.turn_up:
                return f"{card} is the turn-up, which {event.player} has in place of the card put out"
            if problem := self.gone(card) or super().card_fault(event.player, card):
                return problem
        return None

    # What is wrong with a saying

    def wrong_trick(self, event: Trick) -> str | None:
        """Return why a trick does not follow on those that were said, or None."""
        if self.tricks_before():
            jinker = self.contest.jinker
            return f"the tricks before {jinker} went on were not said: say tricks NAME N … or how it ended"
        return self.robbing.unsettled()

    def no_trumps(self) -> str | None:
        """Return why cards of a trick cannot be said: they need a turn-up; or None."""
        if self.rules.trump is None:
            return "the turn-up was not said, so that the trumps are not known: say trick NAME"
        return None

    def wrong_tricks(self, counts: dict[str, int]) -> str | None:
        """Return why tricks by number are wrong: they go up to the one that decided; or None."""
        outcome = self.contest.by_number(self.sides.totals(counts))
        return self.robbing.unsettled() or (outcome if isinstance(outcome, str) else None)

    # The money

    def settle(self, outcome: PoolOutcome) -> SpoilFiveCarry:
        """Pay the winner the pool, and after a jink a stake from everybody [103], [105], [107]."""
        table = self.table
        if outcome.winner is None:
            table.remark(f"the deal is spoilt: {table.show(table.holding())} in the pool")
            return SpoilFiveCarry(spoilt=True)
        table.take_pool(outcome.winner, "won the pool", "[103], [105], [107]")
        if outcome.jinked:
            for loser, winner in self.sides.payments(outcome.winner, table.round()):
                table.pay(loser, winner, self.options.stake, "a jink", "[107]")
        return SpoilFiveCarry()

    def settle_to(self, outcome: PoolOutcome) -> SpoilFiveCarry:
        """Give the pool to the first who makes the number; until then each trick counts 5 [107]."""
        if outcome.winner is not None:
            self.table.take_pool(outcome.winner, f"made {self.options.to}", "[107]")
            return nothing_made(self.table)
        contest = self.contest
        won = contest.counts or contest.won()
        scores = {
            player: contest.score(side) + (POINTS * won[side] if contest.free(side) else 0)
            for side in self.sides.all
            for player in side
        }
        return SpoilFiveCarry(under_way=True, scores=scores)

    # Cards

    def gone(self, card: Card) -> str | None:
        """Return a sentence if a card was turned up first and taken away, or None."""
        return f"{card} was turned up first, and taken away" if card == self.removed else None

    def card_fault(self, player: str, card: Card) -> str | None:
        """Return why a player cannot play a card, or None."""
        if card in self.table.played:
            return super().card_fault(player, card)
        return self.gone(card) or self.robbing.card_fault(player, card) or super().card_fault(player, card)

    def taken_up(self, player: str) -> tuple[Card, ...]:
        """Return the turn-up, if the player has robbed it."""
        return self.table.turned_up if self.robbing.has_turn_up(player) else ()

    def unseen(self, player: str | None = None) -> list[Card]:
        """Return the cards a player may still have, without those put out or taken away."""
        out = (self.removed, self.robbing.put_out)
        return [card for card in super().unseen(player) if card not in out]

    def out_of_hand(self, player: str) -> set[Card]:
        """Return a player's cards out of hand: a robber's include the card put out, not the turn-up."""
        put_out = {self.robbing.put_out} if self.robbing.put_out and player == self.robbing.robber else set[Card]()
        return (super().out_of_hand(player) | put_out).difference(self.table.turned_up)

    def holds(self, event: Holds) -> None:
        """Note the five cards that somebody was dealt, and check what was played against them."""
        super().holds(event)
        self.tricks.check_hands()

    def wrong_cards(self, event: Holds) -> str | None:
        """Return which card of a hand cannot be in it, by the turn-up or the ace, or None."""
        gone = next(filter(None, map(self.gone, event.cards)), None)
        return gone or self.robbing.wrong_hand(event) or super().wrong_cards(event)

    # Irregularities

    def offences(self) -> dict[str, Offence]:
        """Return the offences over robbing, which cost nothing and lose the deal's pool [105]-[106]."""
        pool = self.table.pool()
        return {
            "misdeal": Offence(0, None, "[104]", dealer_only=True, takes_amount=False),
            NOT_ROBBING: Offence(0, pool, "[105]-[106]"),
            FALSE_ROB: Offence(0, pool, "[106]"),
        }

    def wrong_penalty(self, player: str, word: str) -> str | None:
        """Return why a player cannot be fined over robbing, by what is known of the ace; or None."""
        return self.robbing.wrong_penalty(player, word) if word in (NOT_ROBBING, FALSE_ROB) else None

    def fine(self, player: str, word: str, amount: int, offence: Offence) -> None:
        """Note a fine, and what a fault over robbing brings."""
        super().fine(player, word, amount, offence)
        if word in (NOT_ROBBING, FALSE_ROB):
            self.robbing.fined(player, word)

    def misdeal(self, event: Misdeal | Penalty) -> SpoilFiveCarry:
        """Take the deal from the dealer, who may also deal again and pay once more [104]."""
        carry = super().misdeal(event)
        if self.options.misdeal == "passes":
            self.table.next_from = None
        return carry

    def may_deal(self, due: str) -> tuple[str, ...]:
        """Return who may deal: after a misdeal the same dealer, or the next one [104]."""
        again = self.options.misdeal == "again" and due == self.table.dealer == self.table.next_from
        return (due, self.table.left_of(due)) if again else (due,)

    # Between deals, and the end

    def first_carry(self) -> SpoilFiveCarry:
        """Return scores of 0 for everybody."""
        return nothing_made(self.table) if self.options.to else SpoilFiveCarry()

    def score(self) -> Score | None:
        """Return the score of each side, in a game with a number to reach."""
        if not self.options.to:
            return None
        return score_of(Sides.across(self.table.players, self.options.sides), self.carry.scores, self.options.to)

    def carried(self) -> dict[str, Any]:
        """Return whether the last deal was spoilt; with `to` the scores instead."""
        if self.options.to:
            return {"scores": {player: self.carry.scores[player] for player in self.table.players}}
        return {"spoilt": self.carry.spoilt}

    def remains(self) -> tuple[str, ...]:
        """Return in words the pool that a spoilt deal leaves."""
        spoilt = ("the deal is spoilt",) if self.carry.spoilt else ()
        return (*spoilt, *super().remains())

    def refuse_join(self, player: str) -> str | None:
        """Refuse changes of the players, as partners and players for a number stay till the end."""
        if not self.options.sides and not self.options.to:
            return None
        which = f"sides={self.options.sides}" if self.options.sides else f"to={self.options.to}"
        return f"with {which} nobody joins or leaves before the game ends: say end first"

    refuse_leave = refuse_join


def nothing_made(table: Table) -> SpoilFiveCarry:
    """Return the carry of a game to a number, before anybody has made anything."""
    return SpoilFiveCarry(scores=dict.fromkeys(table.players, 0))


class SpoilFive(Game[SpoilFiveOptions, SpoilFiveCarry]):
    """Spoil-Five, Twenty-five and Forty-five."""

    name = "spoil-five"
    title = "Spoil-Five"
    options = SpoilFiveOptions
    carry = SpoilFiveCarry
    deal = SpoilFiveDeal
    players = (2, 10)
    best_cite = "[103]"

    def refuse_players(self, number: int, options: SpoilFiveOptions) -> str | None:
        """Return why so many cannot play: two to ten can, as the options allow."""
        return super().refuse_players(number, options) or options.conflict(number)

    def best_players(self, options: SpoilFiveOptions) -> tuple[int, ...]:
        """Return the recommended numbers: four or five, who hold about half the cards [103]."""
        return (4, 5)


GAME = SpoilFive()
