"""Loo, plainly: players who stand share the pool by tricks; who wins none pays in for the next deal."""

from ledger.core.cards import Card
from ledger.core.events import Deal, Draws, Misdeal, Penalty, Says, Shows, Trick, Tricks, Wins
from ledger.testing.plain import ACE_HIGH, Dealt, PlainGame, winner_of

IN_THE_PLAY = ("lead", "revoke", "not-heading", "playing", "exposing")


class Plain(PlainGame):
    """Loo [16]-[30]."""

    game = "loo"
    bare_end = "divide"

    def begin(self) -> None:
        self.full = False
        self.tricks = 5 if self.word("form") == "five-card" else 3

    # What is paid for the deal

    def before(self, dealt: Dealt) -> None:
        """Pay the dealer's payment and the fines of this deal, in order."""
        self.pay_in("deal", [dealt.dealer], "pool", self.amount("deal", 3), dealers=True)
        for event in dealt.of(Penalty):
            if event.offence not in ("misdeal", *IN_THE_PLAY):
                self.penalty(event, dealt)

    def penalty(self, event: Penalty, dealt: Dealt | None) -> None:
        amount = event.amount
        if amount is None:
            amount = self.loo() if event.offence == "opponents-hand" else self.single_loo()
        self.put(event.player, "pool", amount)

    def misdeal(self, dealt: Dealt) -> None:
        self.before(dealt)
        fined = [event for event in dealt.of(Penalty) if event.offence in ("interfering", "misdeal")]
        if dealt.of(Misdeal) and not fined:
            fined = [Penalty(dealt.dealer, "misdeal")]
        for event in fined:
            if event.offence == "misdeal":
                self.penalty(event, dealt)

    def single_loo(self) -> int:
        single_loo = self.word("single_loo", "half")
        if single_loo in ("half", "deal"):
            return self.amount("loo", 6) // 2 if single_loo == "half" else self.amount("deal", 3)
        return self.amount("single_loo")

    def loo(self) -> int:
        """Return the loo of the deal, as the pool stands."""
        if not self.flag("unlimited"):
            return self.amount("loo", 6) if self.full else self.single_loo()
        pool, limit = self.pool.get("pool", 0), self.amount("limit")
        return pool if limit is None else min(pool, limit)

    # The deal

    def deal(self, dealt: Dealt) -> None:
        self.before(dealt)
        playing, loo = list(dealt.players), self.loo()
        away = self.word("dealer_plays") == "off" and len(playing) > 5
        if dealt.of(Says, word="withdraws"):
            self.playing.discard(dealt.dealer)
            away = True
        if away:
            playing.remove(dealt.dealer)
        looed = self.played(dealt, playing, loo) if self.full else self.single(dealt, playing)
        for player in looed:  # the amount said last of a fault in the play goes before the sheet's
            fines = [event.amount for event in dealt.of(Penalty, player) if event.offence in IN_THE_PLAY]
            self.put(player, "pool", next(filter(None, reversed(fines)), loo))
        self.full = bool(looed)

    def single(self, dealt: Dealt, playing: list[str]) -> list[str]:
        """Settle a single: the highest card that beats the turn-up takes the pool. Return who is looed."""
        winner = next((event.player for event in dealt.of(Wins)), None)
        if winner is None and not dealt.of(Says, word="all-looed"):
            (turned,) = dealt.of(Deal)[0].turn_up
            beating = {
                ACE_HIGH.index(event.cards[0].rank): event.player
                for event in dealt.of(Shows)
                if event.cards[0].suit == turned.suit
            }
            highest = max(beating, default=0)
            winner = beating[highest] if highest > ACE_HIGH.index(turned.rank) else None
        if winner is not None:
            self.take(winner, "pool")
        return [player for player in playing if player != winner]

    def played(self, dealt: Dealt, playing: list[str], loo: int) -> list[str]:
        """Settle a full deal and return who is looed."""
        turned = next(iter(dealt.of(Deal)[0].turn_up), None)
        clubs = self.flag("club_law") and turned is not None and turned.suit == "C"
        last_round, stood, thrown_up, miss = False, set(playing) if clubs else set(), set(), None
        for recorded_event in dealt.sayings:
            match recorded_event:
                case Says(player, "last-round"):
                    last_round, stood = True, set(playing) - thrown_up
                case Penalty(player, "opponents-hand") if player not in stood:
                    thrown_up.add(player)
                case Says(player, "miss"):
                    stood.add(player)
                    miss = player
                case Says(player, "stands") | Draws(player):
                    stood.add(player)
        fined = [event.player for event in dealt.of(Penalty) if event.offence in IN_THE_PLAY]
        spoilt = {*fined, *(event.player for event in dealt.of(Penalty) if event.offence == "opponents-hand")}
        looed = set(fined)
        flush = [recorded_event.player for recorded_event in dealt.of(Wins) if recorded_event.what == "flush"]
        if flush:
            beaten = {recorded_event.player for recorded_event in [*dealt.of(Says, word="flush"), *dealt.of(Shows)]}
            self.take(flush[0], "pool")
            for other in playing:
                if other != flush[0] and other not in beaten:
                    self.pay(other, flush[0], loo)
        elif not dealt.of(Trick) and not dealt.of(Tricks):
            if not stood:
                self.take(playing[-1], "pool")
            elif stood - spoilt:
                (taker,) = stood
                self.take(taker, "pool")
        else:
            for_the_pool = {playing[-1]} if len(stood) == 1 else set()
            miss = next(iter(for_the_pool), miss)
            order = [player for player in playing if player in stood | for_the_pool]
            if miss and self.flag("miss_leads"):
                order = self.from_seat(miss, order)
            winners = self.trick_winners(dealt, order, turned)
            for player, worth in zip(winners, self.shared(self.pool["pool"], self.tricks), strict=True):
                if player not in spoilt | for_the_pool:
                    self.take(player, "pool", worth)
            if not last_round:
                looed |= stood - set(winners)
        return [player for player in playing if player in looed]

    def trick_winners(self, dealt: Dealt, order: list[str], turned: Card | None) -> list[str]:
        """Return who won each trick, as said or by the cards; the first in the order leads."""
        for event in dealt.of(Tricks):
            return [player for player, number in event.counts for _ in range(number)]
        winners = []
        for trick in dealt.of(Trick):
            order = self.from_seat(trick.player or order[self.trick_place(trick.cards, turned)], order)
            winners.append(order[0])
        return winners

    def trick_place(self, cards: tuple[Card, ...], turned: Card) -> int:
        """Return the index of the winning card: Pam, the highest trump, or the highest of the suit led."""
        if self.tricks == 5:
            pam = Card("J" + (turned.suit if self.word("pam") == "trump" else "C"))
            if pam in cards:
                return cards.index(pam)
        return winner_of(cards, turned.suit)
