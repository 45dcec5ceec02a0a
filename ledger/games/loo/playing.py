"""A full deal of Loo once all have declared: a pool taken unplayed, or played for, a third or a fifth a trick."""

from collections.abc import Sequence
from functools import partial

from ledger.core.events import Draws, Passes, Says, Trick, Tricks, Wins
from ledger.core.money import shares
from ledger.core.refusals import listed
from ledger.games.loo.declaring import FOR_THE_POOL, Declarations
from ledger.games.loo.flush import Flushes
from ledger.games.loo.hands import Hands
from ledger.games.loo.pot import Pot
from ledger.games.loo.tricks import LooRules, LooTricks
from ledger.rules.allowed import disallow, word
from ledger.rules.deal import Asking
from ledger.rules.turns import Lazy, Permission, Turn


class Unplayed:
    """The only hand that stands, or the dealer, takes the pool; at five cards he says so, or shows a flush."""

    def __init__(self, declared: Declarations, pot: Pot, hands: Hands) -> None:
        self.declared = declared
        self.pot = pot
        self.hands = hands
        self.options = declared.options
        self.flushes = Flushes(declared, pot, hands)

    @property
    def taker(self) -> str:
        """Who takes the pool."""
        assert self.declared.taker is not None
        return self.declared.taker

    def take(self) -> Asking:
        """The pool is taken: at once, or at five cards when it is said."""
        said = (yield from self.declared.party.asked(self.turn)) if self.options.has_pam else None
        while said is not None and not isinstance(said, Wins):
            if isinstance(said, Draws) or (isinstance(said, Says) and said.word == "stands"):
                self.declared.declare(said)
            else:
                self.flushes.claim(said)
            said = yield from self.declared.party.asked(self.turn)
        if said is not None and said.what == "flush":
            self.flushes.settle(said.player)
        else:
            self.settle()

    def turn(self) -> Turn | None:
        """Five-card: the only hand takes the pool; a dealer who was not asked may change cards first [27]."""
        player, declared = self.taker, self.declared
        if player in self.pot.takes_nothing:
            return None
        may: list[Permission] = []
        if player not in declared.declared and not declared.all_stand:
            may = [word(player, "stands"), *self.hands.may_change(player, self.options.cards)]
            may.append(disallow(Passes, f"{player} takes the pool, and cannot pass", who=player))
        if declared.declared.get(player) != "passes":
            may += self.flushes.may_claim([player])
        may.append(self.flushes.may_win([player], None, "flush"))
        others = Lazy((Says, Draws), declared.of_other_forms)
        return Turn(
            says=(*may, others, Lazy((Says, Passes, Draws), declared.no_more_declarations)),
            who=(player,),
            statement="nobody else stands",
            state=f"{player} takes the pool when he says wins",
            joint=": ",
        )

    def settle(self) -> None:
        """The pool is taken unplayed, or left untaken by one who was fined [19]-[20]."""
        loo = self.pot.loo()
        self.pot.take(self.taker, "took the pool unplayed", "[19]-[20]")
        self.pot.pay_loos([], loo)


class Played:
    """Those who play take a third of the pool a trick, or a fifth; who has none is looed [21]-[22]."""

    def __init__(self, declared: Declarations, pot: Pot, hands: Hands) -> None:
        self.declared = declared
        self.pot = pot
        self.hands = hands
        self.options = declared.options
        self.flushes = Flushes(declared, pot, hands)
        self.tricks: LooTricks | None = None

    @property
    def for_the_pool(self) -> str | None:
        """Who plays the miss for the benefit of the pool [20]."""
        return next((player for player, said in self.declared.declared.items() if said == FOR_THE_POOL), None)

    def told(self) -> LooTricks:
        """The tricks of this deal, as far as they have been told, by those who play now."""
        players, declared = self.declared.playing, self.declared.declared
        if self.tricks is None or self.tricks.players != tuple(players):
            rules = LooRules(self.hands.turned_up, self.flushes.pam, self.options.lead == "one")
            miss = next((player for player in players if declared.get(player) in ("miss", FOR_THE_POOL)), None)
            leader = miss if miss and self.options.miss_leads else players[0]
            self.tricks = LooTricks(self.hands.deal, rules, players, leader, self.options.cards)
            self.tricks.drawn = self.hands.drawn
        return self.tricks

    def play(self) -> Asking:
        """The tricks are played, unless a flush takes the pool before the first of them."""
        winners: list[str] = []
        while len(winners) < self.options.cards:
            said = yield from self.declared.party.asked(self.turn)
            tricks = self.told()
            if isinstance(said, Wins):
                self.flushes.settle(said.player)
                return
            if isinstance(said, Tricks):
                winners = [player for player, number in said.counts for _ in range(number)]
            elif isinstance(said, Trick):
                tricks.take(said)
                winners = tricks.winners
            elif isinstance(said, Says) and said.word == "civil":
                tricks.rules.civil.add(len(winners))
            else:
                self.flushes.claim(said)
        self.settle(winners)

    def turn(self) -> Turn:
        """The next trick; before the first one, flushes."""
        tricks, may, flushes = self.told(), list[Permission](), self.flushes
        number = len(tricks.winners)
        if self.options.has_pam and not number:
            may += flushes.may_claim(tricks.players)
            may.append(flushes.may_win(tricks.players, "flush"))
        if flushes.said:
            return Turn(
                says=tuple(may),
                who=tricks.players,
                statement=f"{listed(flushes.said)} has a flush",
                state="the best one takes the pool, A wins flush",
                joint=": ",
            )
        says = (
            Lazy((Trick,), partial(self.may_say_trick, tricks)),
            Lazy((Tricks,), partial(self.may_say_tricks, tricks)),
            Lazy((Says,), partial(self.may_be_civil, tricks)),
            Lazy((Says, Draws), self.declared.of_other_forms),
            Lazy((Says, Passes, Draws), self.declared.no_more_declarations),
        )
        return Turn(
            says=(*may, *says),
            statement=f"trick {number + 1} of {tricks.number} is to be played",
            state=f"{tricks.leader} leads",
        )

    def may_say_trick(self, tricks: LooTricks) -> tuple[Permission, ...]:
        """The next trick."""
        return tricks.may_say_trick(lambda said: self.wrong_trick(said, tricks), self.unknown_trumps)

    def may_say_tricks(self, tricks: LooTricks) -> tuple[Permission, ...]:
        """All the tricks by number, where none was said by itself."""
        if tricks.winners:
            return (disallow(Tricks, "the tricks of this deal are said one by one: go on with trick NAME"),)
        return (tricks.may_say_tricks(self.wrong_number),)

    def may_be_civil(self, tricks: LooTricks) -> tuple[Permission, ...]:
        """Who leads the ace of trumps may ask Pam to be civil."""
        if not self.options.has_pam:
            return ()
        return (word(tricks.leader, "civil", check=lambda said: self.wrong_civil(tricks)),)

    def unknown_trumps(self) -> str | None:
        """Say why a trick cannot be said by its cards, or None."""
        if self.hands.turned_up:
            return None
        return "the card turned up was not said, and so trumps are not known: say trick NAME"

    def wrong_trick(self, said: Trick, tricks: LooTricks) -> str | None:
        """Say so if a trick does not begin with the ace for which Pam was asked to be civil."""
        if said.cards and len(tricks.winners) in tricks.rules.civil and said.cards[0] != tricks.rules.ace:
            return f"{tricks.leader} has asked Pam to be civil, and leads {tricks.rules.ace}"
        return None

    def wrong_number(self, counts: dict[str, int]) -> str | None:
        """Say so if the tricks are not all."""
        said, wanted = sum(counts.values()), self.options.cards
        return None if said == wanted else f"a deal has {wanted} tricks, not {said}"

    def wrong_civil(self, tricks: LooTricks) -> str | None:
        """Say why the leader cannot lead the ace of trumps, or None."""
        if len(tricks.winners) in tricks.rules.civil:
            return "Pam has been asked to be civil already"
        return self.hands.deal.card_fault(tricks.leader, tricks.rules.ace) if self.hands.turned_up else None

    def settle(self, winners: Sequence[str]) -> None:
        """Each trick has its part of the pool; who has none is looed for the next deal [21]-[22]."""
        pot, table, loo, for_the_pool = self.pot, self.hands.table, self.pot.loo(), self.for_the_pool
        total, tricks = table.holding(), [str(number) for number in range(1, self.options.cards + 1)]
        parts = shares(total, tricks, table.odd_unit(total))
        for winner, trick in zip(winners, tricks, strict=True):
            if winner not in pot.takes_nothing and winner != for_the_pool:
                table.pay(pot.pool, winner, parts[trick], f"won trick {trick}", "[21]-[22]")
        without = [player for player in self.declared.playing if player not in winners and player != for_the_pool]
        pot.pay_loos([] if self.declared.party.last_round else without, loo)
