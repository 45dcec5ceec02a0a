"""French Vingt-un, plainly: eight rounds of one dealer, each with its own payments."""

from ledger.core.cards import RANKS, Card
from ledger.core.events import Bets, Plays, Says, Shows, Wins
from ledger.testing.plain import Dealt, PlainGame
from tests.games.plain.twenty_one import Hand, TwentyOne, points


class Plain(PlainGame):
    """The game of eight rounds."""

    game = "french-vingt-un"

    def begin(self) -> None:
        self.round = 1

    def misdeal(self, dealt: Dealt) -> None:
        self.penalties(dealt)

    def deal(self, dealt: Dealt) -> None:
        self.penalties(dealt)
        stakes = {bet.player: bet.amount for bet in dealt.of(Bets)}
        for player in dealt.players[:-1]:
            match self.round:
                case 1:
                    won = sum(
                        won for winner, won in TwentyOne(dealt.players, dealt.entries).settled() if winner == player
                    )
                case 2:
                    hands = TwentyOne(dealt.players, dealt.entries, dealt=1, ten=10)
                    won = sum(won for winner, won in hands.settled() if winner == player)
                case 3:
                    won = blind(dealt, player) * stakes[player]
                case 4 | 5:
                    won = stakes[player] if self.as_announced(dealt, player) else -stakes[player]
                case 6:
                    won = stakes[player] if company_wins(dealt) else -stakes[player]
                case 7:
                    won = (pips(dealt, player) - pips(dealt, dealt.dealer)) * self.amount("pip", 1)
                case _:
                    clock = self.amount("clock") or self.amount("stake", 1)
                    won = -clock if dealer_has_called(dealt) else clock
            self.pay(dealt.dealer, player, won)
        self.round += 1
        self.next_from = dealt.dealer
        if self.round > 8:
            self.round, self.next_from = 1, None

    def as_announced(self, dealt: Dealt, player: str) -> bool:
        """Return whether a player's cards have the colours staked on (r4, r5)."""
        (on,) = (bet.on for bet in dealt.of(Bets, player))
        for event in dealt.of(Shows, player):
            red = sum(card.suit in "DH" for card in event.cards)
            if self.round == 4:
                return (red != 1) == (on == "sympathy")
            return (red > len(event.cards) / 2) == (on in ("red", "rouge"))
        return bool(dealt.of(Wins, player))

    def left(self, player: str) -> None:
        super().left(player)
        if self.round > 1 and player == self.dealer:  # his rounds are over, though he come back
            self.round, self.next_from = 1, None


def blind(dealt: Dealt, player: str) -> int:
    """Return the stakes that the dealer pays a player (negative: gets) when all is turned up (r3)."""
    his, dealers = turned_up(dealt, player), turned_up(dealt, dealt.dealer)
    if his.over:
        return -1
    if his.natural or dealers.natural:
        return 2 * (his.natural - dealers.natural)
    return his.won(dealers)


def turned_up(dealt: Dealt, player: str) -> Hand:
    """Return the value of a hand."""
    for event in dealt.of(Shows, player):
        natural = len(event.cards) == 2 and points(event.cards) == 21
        return Hand(cards=list(event.cards), unseen=0, natural=natural)
    word = dealt.of(Says, player)[-1].word
    made = {"vingt-un": 21, "over": None, "natural": None}[word] if not word.isdigit() else int(word)
    return Hand(announced=made, over_drawn=word == "over", natural=word == "natural")


def company_wins(dealt: Dealt) -> bool:
    """Return whether the company's card was paired first; card 1 is self, card 2 company (r6)."""
    for event in dealt.of(Says, dealt.dealer):
        return event.word == "company"
    own, company, *others = (card.rank for card in cards_played(dealt))
    return own != company and next(rank for rank in others if rank in (own, company)) == company


def pips(dealt: Dealt, player: str) -> int:
    """Return the points of two cards, the ace one (r7)."""
    for event in dealt.of(Shows, player):
        return sum(min(10, 1 + RANKS.index(card.rank)) for card in event.cards)
    return int(dealt.of(Says, player)[-1].word)


def dealer_has_called(dealt: Dealt) -> bool:
    """Return whether a card was the one called, counting from one to king (r8)."""
    if not any(isinstance(event, Wins | Says) for event in dealt.sayings):
        return any(card.rank == rank for card, rank in zip(cards_played(dealt), RANKS, strict=False))
    return bool(dealt.of(Wins))


def cards_played(dealt: Dealt) -> list[Card]:
    """Return the cards that the dealer has turned up."""
    return [card for played in dealt.of(Plays) for card in played.cards]
