"""Pope Joan, plainly: a board of eight or five chances, and a stake for each card left."""

from collections import defaultdict

from ledger.core.cards import RANK_NAMES, Card
from ledger.core.events import AnyEvent, Bets, End, Holds, Left, Out, Penalty, Plays, Takes
from ledger.testing.plain import Dealt
from tests.games.plain.stops import PlainStops

POPE = Card("9D")
DRESSED = {"pope": 6, "matrimony": 2, "intrigue": 2, "ace": 1, "king": 1, "queen": 1, "knave": 1, "game": 0}
"""The stakes on each chance when the board is dressed; the rest goes to Game."""
COUPLES = {"matrimony": ("king", "queen"), "intrigue": ("queen", "knave")}


class Plain(PlainStops):
    """Pope Joan [81]-[87]."""

    game = "pope-joan"
    main_pool = "game"

    def begin(self) -> None:
        self.stake = self.amount("stake", 1)
        five = self.flag("five_pool")
        self.board = [chance for chance in DRESSED if not five or chance not in ("king", "queen", "knave")]
        self.stakes = self.number("board", 12 if five else 15)
        self.first = True
        """Whether this is the first deal, or only void deals came before."""
        self.unplaced: dict[str, int] = defaultdict(int)
        """With `game_only`: what each has paid and not placed yet."""

    def deal(self, dealt: Dealt) -> None:
        self.before(dealt)
        self.turned_up(dealt)
        winner = dealt.dealer if self.won_by_pope(dealt) else self.play(dealt)
        self.first = False
        if self.won_by_pope(dealt):
            return
        for player, cards in self.cards_left(dealt).items():
            due = 0 if player == self.left_with_pope(dealt) else cards * self.stake
            if self.flag("game_only"):
                self.put(player, "unplaced", due)
                self.unplaced[player] += due
            else:
                self.pay(player, winner, due)

    def misdeal(self, dealt: Dealt) -> None:
        self.before(dealt)
        self.penalties(dealt)

    # The board

    def before(self, dealt: Dealt) -> None:
        """Dress the board; with `game_only` once, and later the dealer pays a stake."""
        if self.first or not self.flag("game_only"):
            self.dress(dealt)
        elif self.once("stake", dealt.dealer, dealers=True):
            self.put(dealt.dealer, "unplaced", self.stake)
        self.place_the_rest()

    def dress(self, dealt: Dealt) -> None:
        """All pay alike and the dealer double, or the dealer pays all; newcomers after a misdeal pay to Game."""
        begun = bool(self.paid)
        alone = self.flag("dealer_dresses")
        share = self.stake * (self.stakes if alone else -(-self.stakes // (len(dealt.players) + 1)))
        payers = [player for player in dealt.players if not alone and self.once("part", player)]
        payers += [dealt.dealer] if self.once("dealer's part", dealt.dealer, dealers=True) else []
        for player in payers:
            self.put(player, "game", share)
        for chance in self.board if not begun else ():
            self.move("game", chance, DRESSED[chance] * self.stake)

    def move(self, source: str, chance: str, amount: int) -> None:
        """Move counters from one pool to another."""
        self.pool[source] -= amount
        self.pool[chance] = self.pool.get(chance, 0) + amount

    def place_the_rest(self) -> None:
        """Place unplaced stakes one by one where least lies."""
        while self.pool.get("unplaced"):
            self.move("unplaced", min(self.board, key=lambda chance: self.pool.get(chance, 0)), self.stake)
        self.unplaced.clear()

    def before_deal(self, event: AnyEvent) -> None:
        match event:
            case Bets(player, amount, chance):
                beyond = max(0, amount - self.unplaced[player])
                if beyond:
                    self.once("stake", player, dealers=True)
                self.put(player, chance, beyond)
                self.move("unplaced", chance, amount - beyond)
                self.unplaced[player] -= amount - beyond
            case _:
                super().before_deal(event)

    def end(self, event: End) -> None:
        if event.how == "leave":
            self.place_the_rest()
        super().end(event)

    # The cards

    def hands(self, dealt: Dealt) -> dict[str, int]:
        out = self.word("dealer_looks") == "out"
        playing = [player for player in dealt.players if not (out and player == dealt.dealer)]
        spare = self.word("spare", "hand")
        if spare == "hand":
            size = 50 // (len(playing) + 1)
        else:
            size = (50 if spare == "rest" else 50 - int(spare)) // len(playing)
        return dict.fromkeys(playing, size)

    def turned_up(self, dealt: Dealt) -> None:
        """The dealer takes for a turned-up honour of trumps, and for Pope."""
        card = self.trump(dealt)
        if card == POPE:
            self.pope(dealt.dealer, self.hands(dealt))
        if card.rank in RANK_NAMES:
            self.takes(dealt.dealer, RANK_NAMES[card.rank])
        if self.won_by_pope(dealt):
            self.take(dealt.dealer, "game")

    def trump(self, dealt: Dealt) -> Card:
        return dealt.sayings[0].turn_up[0]

    def won_by_pope(self, dealt: Dealt) -> bool:
        return self.flag("pope_wins") and self.trump(dealt) == POPE

    def takes(self, player: str, chance: str) -> None:
        """Pay a chance to a player, if the board has it."""
        if chance in self.board:
            self.take(player, chance)

    def pope(self, player: str, cards: dict[str, int]) -> None:
        """Pay Pope, and a stake for every card of each other player, up to the limit."""
        self.take(player, "pope")
        limit = self.number("pope_limit") or 52
        for other, number in cards.items():
            self.pay(other, player, self.stake * min(number, limit) if other != player else 0)

    def play(self, dealt: Dealt) -> str:
        """Pay what is taken until somebody is out, and return who."""
        cards = self.hands(dealt)
        trumps: dict[str, str] = {}
        for event in dealt.sayings:
            match event:
                case Penalty():
                    self.penalty(event, dealt)
                case Takes(player, ("pope",), None, counts):
                    limit = dict.fromkeys(self.hands(dealt), self.number("pope_limit") or 0)
                    self.pope(player, limit | dict(counts))
                case Takes(player, things):
                    for honour in [member for thing in things for member in COUPLES.get(thing, [thing])]:
                        self.trump_played(player, honour, trumps, dealt)
                case Plays(player, played):
                    for card in played:
                        cards[player] -= 1
                        if card == POPE:
                            self.pope(player, cards)
                        if card.suit == self.trump(dealt).suit and card.rank in RANK_NAMES:
                            self.trump_played(player, RANK_NAMES[card.rank], trumps, dealt)
                    if not cards[player]:
                        self.take(player, "game")
                case Out(player):
                    self.take(player, "game")
        return self.out(dealt)

    def trump_played(self, player: str, honour: str, trumps: dict[str, str], dealt: Dealt) -> None:
        """Pay an honour of trumps, and with its pair Matrimony or Intrigue."""
        self.takes(player, honour)
        trumps[honour] = player
        for chance, couple in COUPLES.items():
            if honour in couple and set(couple) <= set(trumps):
                both = {trumps[honour] for honour in couple}
                if len(both) == 1:
                    self.takes(player, chance)
                elif self.flag("divided"):
                    self.divide(self.pool.get(chance, 0), [other for other in dealt.players if other in both], [chance])

    def left_with_pope(self, dealt: Dealt) -> str | None:
        """Return who still has Pope: as said, or by the hands."""
        played = [card for event in dealt.of(Plays) for card in event.cards]
        holders = [player for event in dealt.of(Left) for player, _ in event.marks]
        held = [event.player for event in dealt.of(Holds) if POPE in event.cards and played and POPE not in played]
        return next(iter(holders + held), None)
