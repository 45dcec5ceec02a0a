"""Speculation, plainly: the holder of the highest trump takes the pool; sales are paid at once."""

from ledger.core.cards import Card
from ledger.core.events import Deal, Penalty, Plays, PoolWins, Sells, Spare, Wins
from ledger.testing.plain import ACE_HIGH, Dealt, PlainGame


class Plain(PlainGame):
    """Speculation [77]-[79]."""

    game = "speculation"

    def deal(self, dealt: Dealt) -> None:
        for sale in dealt.of(Sells):
            self.pay(sale.buyer, sale.player, sale.amount)
        winner = self.turned(dealt)
        if winner is not None and winner not in [
            event.player for event in dealt.of(Penalty) if event.offence == "looking"
        ]:
            self.take(winner, "pool")

    def misdeal(self, dealt: Dealt) -> None:
        self.turned(dealt)

    def penalty(self, event: Penalty, dealt: Dealt | None) -> None:
        amount = self.amount("fine") if "fine" in self.options else self.amount("stake", 1)
        if event.offence in ("knave", "five"):
            amount = self.amount("knave_five")
        self.put(event.player, "pool", event.amount or amount)

    def turned(self, dealt: Dealt) -> str | None:
        """Pay the deal into the pool, card by card, and return who takes it, or None."""
        self.pay_in("stake", dealt.players, "pool", self.amount("stake", 1))
        self.pay_in("dealer", [dealt.dealer], "pool", self.amount("stake", 1), dealers=True)
        turn_up: Card | None = None
        of_turn_up = holder = None if self.word("turn_up") == "pool" else dealt.dealer
        highest = -1
        next_sold, all_sold = {}, {}
        for event in dealt.sayings:
            match event:
                case Sells(_, "turn-up", buyer):
                    holder = of_turn_up = buyer
                case Sells(_, "trump", buyer):
                    holder = buyer
                case Sells(player, "card", buyer):
                    next_sold[player] = buyer
                case Sells(player, "cards", buyer):
                    all_sold[player] = buyer
                case Penalty():
                    self.penalty(event, dealt)
                case Deal(turn_up=(card,)) | Plays(cards=(card,)) if turn_up is None:
                    turn_up, highest = card, ACE_HIGH.index(card.rank)
                    self.knave_or_five(of_turn_up, card)
                case Plays(player, cards):
                    for card in cards:
                        owner = next_sold.pop(player, all_sold.get(player, player))
                        self.knave_or_five(owner, card)
                        if card.suit == turn_up.suit and ACE_HIGH.index(card.rank) > highest:
                            highest, holder = ACE_HIGH.index(card.rank), owner
                case Spare(cards):
                    if any(card.suit == turn_up.suit and ACE_HIGH.index(card.rank) > highest for card in cards):
                        holder = None
                case Wins(player):
                    holder = player
                case PoolWins():
                    holder = None
        return holder

    def knave_or_five(self, owner: str | None, card: Card) -> None:
        """The owner of a turned knave or five pays for it."""
        if owner is not None and card.rank in ("J", "5") and self.amount("knave_five"):
            self.put(owner, "pool", self.amount("knave_five"))
