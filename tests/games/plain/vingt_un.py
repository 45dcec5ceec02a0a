"""Vingt-un, plainly: each hand settles with the dealer; the pool has antes and fines, and pays naturals."""

from ledger.core.events import AnyEvent, Penalty, Says, Sells
from ledger.testing.plain import Dealt, PlainGame
from tests.games.plain.twenty_one import TwentyOne


class Plain(PlainGame):
    """Vingt-un [59]-[69]."""

    game = "vingt-un"

    def begin(self) -> None:
        self.proper = self.buyer = None
        """The rightful dealer, and who has bought the deal."""
        self.deal_is_over()

    def deal_is_over(self) -> None:
        """Begin a new deal: hands, and rounds through the pack."""
        self.proper = self.buyer = None
        self.hands = self.through = 0
        self.void = False
        """Whether the last hand was void and is dealt again."""

    def deal(self, dealt: Dealt) -> None:
        held = self.before(dealt)
        self.through += len(dealt.of(Says, word="last-card"))
        order = self.order(dealt)
        hands = TwentyOne(order, dealt.entries)
        for player, won in hands.settled():
            self.pay(hands.dealer, player, won)
        naturals = hands.naturals()
        if not hands.dealers[0].natural:
            self.have_naturals(hands, naturals, held)
        for hand in hands.dealers:
            self.put(hands.dealer, "pool", (self.amount("overdraw", 0) or 0) if hand.over else 0)
        share = {"quarter": 4, "third": 3}.get(self.word("tie_share"))
        self.put(hands.dealer, "pool", hands.received_on_ties() // share if share else 0)
        self.next_hand(dealt, naturals if not hands.dealers[0].natural else [])

    def misdeal(self, dealt: Dealt) -> None:
        self.before(dealt)
        self.void = True

    def before(self, dealt: Dealt) -> int:
        """Pay antes and fines, and return what was in the pool when the hand was dealt."""
        self.proper = self.proper or dealt.dealer
        for player in dealt.players:
            if (not self.hands or self.word("ante_each") == "hand") and self.once("ante", player):
                self.put(player, "pool", self.amount("ante", 0) or 0)
        held = self.pool.get("pool", 0)
        self.penalties(dealt)
        return held

    def penalty(self, event: Penalty, dealt: Dealt | None) -> None:
        makes_pool = any(self.word(name, "off") != "off" for name in ("ante", "overdraw", "tie_share"))
        fine = self.amount("fine", 0) if "fine" in self.options or not makes_pool else self.amount("stake", 1)
        self.put(event.player, "pool", fine if event.amount is None else event.amount)

    def order(self, dealt: Dealt) -> list[str]:
        """Turns begin on the left of the rightful dealer; a buyer comes last [69]."""
        return [
            *(player for player in self.from_left_of(self.proper, dealt.players) if player != dealt.dealer),
            dealt.dealer,
        ]

    def have_naturals(self, hands: TwentyOne, naturals: list[str], held: int) -> None:
        """A natural takes the pool, and is paid by the others [66], [69]."""
        if naturals and self.word("pool_to") != "keep":
            self.divide(held, naturals, ["pool"])
        times = {"stake": 1, "double": 2}.get(self.word("privilege"), 0)
        for holder in naturals:
            for player in hands.others:
                own = hands.seats[player].hands
                exempt = any(hand.natural or hand.thrown_up or (hand.stands and hand.points == 21) for hand in own)
                if player != holder and not exempt:
                    self.pay(player, holder, times * hands.staked[holder])

    # Whose deal it is

    def next_hand(self, dealt: Dealt, naturals: list[str]) -> None:
        """The dealer deals again, unless thrown out or at the limit [61], [65]-[66], [68]."""
        self.hands += 1
        self.void = False
        thrown_out = self.word("thrown_out", "off" if self.limited() else "next")
        if naturals and self.hands > 1 and thrown_out != "off":
            self.goes_on(naturals[0] if thrown_out == "holder" else None)
        elif self.at_its_limit():
            self.goes_on()
        else:
            self.next_from = dealt.dealer

    def limited(self) -> bool:
        return self.word("limit_deal", "off") != "off"

    def at_its_limit(self) -> bool:
        times = {"pack-twice": 2, "two-packs": 1}.get(self.word("limit_deal"))
        return self.through >= times if times else self.limited() and self.hands >= self.number("limit_deal")

    def goes_on(self, to: str | None = None) -> None:
        """The deal passes to the left of the rightful dealer, or to the holder of a natural."""
        self.next_from = to or (self.from_left_of(self.proper, self.players())[0] if self.buyer else None)
        self.deal_is_over()

    def left(self, player: str) -> None:
        super().left(player)
        if self.proper and player in (self.proper, self.buyer):
            own = self.proper == self.dealer
            self.next_from = None if own else next(iter(self.from_left_of(self.proper, self.players())), None)
            self.deal_is_over()

    def before_deal(self, event: AnyEvent) -> None:
        match event:
            case Sells(seller, _, buyer, amount):
                self.pay(buyer, seller, amount)
                self.proper, self.buyer, self.next_from = seller, buyer, buyer
            case Says(_, "last-card") if self.hands or self.void:  # else it was of a deal that is over
                self.through += 1
                if self.at_its_limit() and not self.void:
                    self.goes_on()
            case Says(_, "last-card"):
                pass
            case _:
                super().before_deal(event)
