"""Snip-Snap-Snorum, plainly: paired players lose some of five stakes; the last one in takes the pool."""

from ledger.core.cards import Card
from ledger.core.events import AnyEvent, Out, Penalty, Plays, Says, Wins
from ledger.testing.plain import Dealt, PlainGame

WORTH = {"snip": 1, "snap": 2, "snorum": 3}
"""The stakes that a paired player pays."""


class Plain(PlainGame):
    """Snip-Snap-Snorum [90]-[94]."""

    game = "snip"
    combinations = ((), (("form", "whole"), ("unlimited", "on")), (("turn_up", "pool"),))

    def begin(self) -> None:
        self.stake = self.amount("stake", 1)
        self.unlimited = self.flag("unlimited")
        self.full = self.number("lives", 5) * self.stake
        self.gone: list[str] = []
        """The players who are out, in order; of the previous game until the next is dealt."""
        self.in_hand = False
        """Whether a deal is in hand, and not the pause after it."""
        self.new_game()

    def new_game(self) -> None:
        """Restore all lives, and let waiting players in."""
        self.fresh = True
        self.lives = dict.fromkeys(super().players(), self.full)

    # Who is in

    def players(self) -> list[str]:
        return [player for player in super().players() if self.lives.get(player) or self.unlimited]

    def sharers(self) -> list[str]:
        return self.from_left_of(self.dealer, self.lives)

    def joined(self, player: str) -> None:
        super().joined(player)
        if self.fresh or self.unlimited:
            self.lives[player] = self.full

    def left(self, player: str) -> None:
        super().left(player)
        self.lives.pop(player, None)
        self.last_in_wins()

    def due_dealer(self) -> str:
        first_out = [player for player in self.gone if self.fresh and player in self.players()]
        return first_out[0] if first_out and not self.next_from else super().due_dealer()

    # What is paid

    def deal(self, dealt: Dealt) -> None:
        self.gone = [] if self.fresh else self.gone
        self.fresh = False
        self.order = dealt.players
        self.turned_up = dealt.sayings[0].turn_up
        number = len(dealt.players)
        whole = 32 if self.word("pack") == "32" else 52
        self.cards = {player: len(range(place, whole, number)) for place, player in enumerate(dealt.players)}
        self.last: tuple[str, str] | None = None
        self.missed: dict[str, str] = {}
        """By player, the owner of the card that he last failed to pair."""
        self.made: dict[str, str] = {}
        """By pairing, the last player who made it, where pairings alone are said."""
        self.run = 0
        self.in_hand = True
        for event in dealt.sayings:
            self.happens(event)
        self.in_hand = False

    def misdeal(self, dealt: Dealt) -> None:
        """Return all payments."""

    def happens(self, event: AnyEvent) -> None:
        match event:
            case Penalty():
                self.penalty(event, None)
            case Plays(player, cards):
                for card in cards:
                    self.plays(player, card)
            case Says(player, "matches"):
                self.made["snip"] = player
                self.matches(player)
            case Says(player, word, players=paired):
                self.made[word] = player
                self.pays([*paired, self.before(player)][0], WORTH[word] * self.stake)
            case Out(player):
                self.pays(player, self.lives[player])
            case Wins(player) if self.unlimited:
                self.wins(player)
            case Wins(player):
                others = [other for other in self.order if other != player and self.lives[other]]
                for other in others:
                    self.pays(other, self.lives[other])

    def plays(self, player: str, card: Card) -> None:
        """A card pairs the one before it, if another player who is still in played it."""
        others = [other for other in self.players() if other != player]
        follower = self.follower()
        if follower and (player != follower or self.last[1] != card.rank):
            self.missed[follower] = self.last[0]
        if self.last is None and self.turned_up and card.rank == self.turned_up[0].rank:
            self.matches(player)
            self.run = 1
        elif self.last is not None and self.last[0] in others and self.last[1] == card.rank:
            self.run += 1
            self.pays(self.last[0], self.run * self.stake)
        else:
            self.run = 0
        self.last = player, card.rank
        self.cards[player] -= 1
        if self.unlimited and not self.cards[player]:
            self.wins(player)

    def matches(self, player: str) -> None:
        """The first card pairs the turn-up: the dealer or the pool pays."""
        if self.word("turn_up") == "dealer":
            self.pays(self.order[-1], self.stake)
        else:
            self.lives[player] += self.take(player, "pool", min(self.stake, self.pool.get("pool", 0)))

    def before(self, player: str) -> str:
        """Return the player before this one who is in and has cards; this one if alone."""
        order = self.from_left_of(player, [other for other in self.players() if other in self.order])
        return order[-2:][0]

    def follower(self) -> str | None:
        """Return the player whose turn it is to pair the last card."""
        holding = [player for player in self.players() if self.cards.get(player)]
        if self.last is None or self.last[0] not in self.players() or not holding:
            return None
        following = self.from_left_of(self.last[0], holding)[0]
        return None if following == self.last[0] else following

    def not_paired(self, player: str, offence: str) -> str:
        """Return the player whose card was not paired: by the deal in hand, or else the player before."""
        whose = None
        if self.in_hand:
            whose = self.last[0] if self.follower() == player else self.missed.get(player)
            if self.last is None and offence != "snip":
                whose = self.made.get({"snap": "snip", "snorum": "snap"}[offence])
        return whose if whose in self.players() else self.before(player)

    def penalty(self, event: Penalty, dealt: Dealt | None) -> None:
        """A player who missed a pair pays double; the other pays as if paired."""
        if event.offence is None:
            self.pays(event.player, event.amount)
            return
        due = WORTH[event.offence] * self.stake
        self.pays(self.not_paired(event.player, event.offence), due)
        if not self.fresh:
            self.pays(event.player, event.amount or 2 * due)

    def pays(self, player: str, amount: int) -> None:
        """Pay into the pool, at most what the player has left; with the last stake they are out."""
        if not self.unlimited:
            amount = min(amount, self.lives[player])
            self.lives[player] -= amount
            if amount and not self.lives[player]:
                self.gone.append(player)
        self.put(player, "pool", amount)
        self.last_in_wins()

    def last_in_wins(self) -> None:
        """The last player in takes the pool."""
        if not self.unlimited and not self.fresh and len(self.players()) == 1:
            self.wins(self.players()[0])

    def wins(self, player: str) -> None:
        """Pay the pool; the next deal begins a new game."""
        self.take(player, "pool")
        self.new_game()
