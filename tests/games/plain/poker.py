"""Poker, plainly: all bets lie in the pool until the best hand, or the last player in, takes it."""

from collections.abc import Iterable
from itertools import chain, pairwise

from ledger.core.cards import RANKS, SUITS, Card
from ledger.core.events import (
    AnyEvent,
    Bets,
    Draws,
    Holds,
    Passes,
    Penalty,
    Raises,
    Says,
    Shows,
    Silence,
    Split,
    Takes,
    Wins,
)
from ledger.testing.plain import Dealt, PlainGame

HANDS = [
    "high-card", "pair", "two-pairs", "blaze", "threes", "skip", "sequence", "flush", "full", "fours", "sequence-flush",
]  # fmt: skip
LEAST = {"knaves": 11, "queens": 12, "kings": 13}
"""The pairs that open a Jack-pot, as it goes round."""


class Plain(PlainGame):
    """Poker [31]-[58], R1-R81."""

    game = "poker"

    def begin(self) -> None:
        self.ante = self.amount("ante", 1)
        self.jackpot: str | None = None
        self.down: Down | None = None

    # What is put down

    def put_down(self, dealt: Dealt) -> "Down":
        """Pay all that goes into the pool in a deal, in order."""
        down = Down(dealt, self.down.laid if self.down else {}, self.down.straddle if self.down else 0)
        if self.jackpot:
            self.pay_in("jackpot", dealt.players, "pool", self.ante)
        eldest = dealt.players[0]
        if (not self.jackpot or self.flag("jackpot_ante", True)) and self.once("ante", eldest):
            self.lay(down, eldest, self.ante)
        for event in dealt.sayings:
            self.said_in_play(down, event)
        return down

    def lay(self, down: "Down", player: str, amount: int) -> None:
        """Pay an ante or a straddle."""
        self.put(player, "pool", amount)
        down.laid[player] = down.laid.get(player, 0) + amount
        down.stake[player] += amount

    def stake(self, down: "Down", player: str, amount: int) -> None:
        """Raise a player's stake, first by what was put down out of turn."""
        early = min(amount, down.early.get(player, 0))
        down.early[player] = down.early.get(player, 0) - early
        down.stake[player] += amount
        self.put(player, "pool", amount - early)

    def said_in_play(self, down: "Down", event: AnyEvent) -> None:
        player = getattr(event, "player", None)
        early = down.early.get(player, 0)
        match event:
            case Says(_, "straddles"):
                down.straddle = down.straddle + self.ante if down.straddle else 2 * self.ante
                self.lay(down, player, down.straddle)
            case Says(_, "opens", None):
                down.opener = player
                self.stake(down, player, 2 * (down.straddle or self.ante) - down.stake[player])
            case Bets(amount=amount) | Says(_, "opens", amount):
                down.betting = down.betting or (down.opener is not None and down.owes(player) == 0)
                down.opener = down.opener or player
                self.stake(down, player, early + amount)
            case Raises(_, amount):
                self.stake(down, player, down.owes(player) + amount)
            case Says(_, "calls") | Says(_, "pat") | Draws():
                self.stake(down, player, down.owes(player))
                if not (isinstance(event, Says) and event.word == "calls"):
                    down.drawn[player] = event
            case Says(_, "stands"):  # what he had put down out of turn was more than he might bet, and is lost (R55)
                down.betting = True
                down.early.pop(player, None)
            case Silence() if down.opener and not down.betting and len(down.left) > 1:
                down.drawn[next(waiting for waiting in down.left if waiting not in down.drawn)] = event
            case Says(_, "demands-show", amount):
                self.stake(down, player, early + amount)
                if not down.betting:
                    down.drawn[player] = event
                down.short[player] = list(down.left)
            case Passes():
                down.left.remove(player)
            case Penalty(_, "out-of-turn", amount):
                self.put(player, "pool", amount)
                down.early[player] = early + amount
            case Penalty(_, "foul-hand"):
                down.left.remove(player)
            case Penalty(_, "foul-deal", amount):
                down.left.remove(player)
                self.pay(down.refunds, player, amount or down.laid.get(player, 0))
            case Penalty(_, "speaking"):
                down.refunds = player
            case Penalty(_, "false-opening", amount):
                self.put(player, "pool", amount or 2 * self.ante)
                down.false_opening = True
            case Penalty(_, None, amount):
                self.put(player, "late" if down.claimed else "pool", amount)
            case Wins() | Split():
                down.claimed = True

    def misdeal(self, dealt: Dealt) -> None:
        self.down = self.put_down(dealt)

    def before_deal(self, event: AnyEvent) -> None:
        match event:
            case Takes(player, amount=amount):
                self.take(player, "kitty", amount)
            case Penalty(player, None, amount):
                self.put(player, "pool", amount)

    # Who has the pool

    def deal(self, dealt: Dealt) -> None:
        self.goes_to(dealt)
        self.pool["pool"] = self.pool.get("pool", 0) + self.pool.pop("late", 0)

    def goes_to(self, dealt: Dealt) -> None:
        """Pay the pool to its winners, or leave it for the next game."""
        down = self.put_down(dealt)
        self.down = None
        groups = self.best_first(down) if down.opener else [[]]
        best = groups[0]
        if best and self.jackpot and down.opener in best and self.falsely_opened(down):
            self.put(down.opener, "pool", 2 * self.ante)
            down.false_opening = True
        if not down.opener or down.false_opening:
            series = list(LEAST)
            self.jackpot = series[(series.index(self.jackpot) + 1) % 3] if self.jackpot else "knaves"
            return
        self.jackpot = None
        if self.amount("kitty"):
            aside = min(self.amount("kitty"), self.pool["pool"])
            self.pool["pool"] -= aside
            self.pool["kitty"] = self.pool.get("kitty", 0) + aside
            if self.word("kitty_hand", "off") != "off" and len(down.left) > 1 and self.rewarded(down, best):
                self.divide(self.pool["kitty"], self.from_left_of(dealt.dealer, best), ["kitty"])
        self.share_out(down, groups)

    def best_first(self, down: "Down") -> list[list[str]]:
        """Return who is still in, best first, equals together: as said, or by the hands."""
        ranking = [
            [event.player] if isinstance(event, Wins) else list(event.players)
            for event in down.dealt.sayings
            if isinstance(event, Wins | Split)
        ]
        rest = [player for player in down.left if player not in chain(*ranking)]
        if len(rest) < 2 or not all(down.hand(player) for player in rest):
            return [*ranking, rest] if rest else ranking
        worth = {player: self.worth(down.hand(player)) for player in rest}
        return [
            *ranking,
            *(
                [player for player in rest if worth[player] == value]
                for value in sorted(set(worth.values()), reverse=True)
            ),
        ]

    def falsely_opened(self, down: "Down") -> bool:
        """Return whether the opener is known to have held too low a hand."""
        first = down.first_hand(down.opener)
        return bool(first) and self.worth(first)[:2] < (HANDS.index("pair"), 2 * LEAST[self.jackpot])

    def rewarded(self, down: "Down", best: list[str]) -> bool:
        """Return whether the best hand shown is good enough for the kitty."""
        named = [HANDS.index(event.what) for event in down.dealt.of(Wins) if event.what and event.player in best]
        known = [self.worth(down.hand(player))[0] for player in best if down.hand(player)]
        return max([*named, *known], default=-1) >= HANDS.index(self.word("kitty_hand"))

    def share_out(self, down: "Down", groups: list[list[str]]) -> None:
        """Pay the pool to the best hand; a player who demanded a show wins only up to their stake, the next the rest."""
        laid, had = sum(down.laid.values()), dict.fromkeys(down.stake, 0)
        for group in groups:
            sharers = self.from_left_of(down.dealt.dealer, group)
            while sharers:
                shortest = min(sharers, key=down.length)
                longer = [player for player in sharers if down.length(player) != down.length(shortest)]
                claim = self.pool["pool"]
                if shortest in down.short and (longer or group is not groups[-1]):
                    reach = {other: min(down.stake[other], down.stake[shortest]) for other in down.short[shortest]}
                    claim = min(claim, laid + sum(max(0, reach[other] - had[other]) for other in reach))
                    laid, had = 0, had | {other: max(had[other], reach[other]) for other in reach}
                self.divide(claim, sharers, ["pool"])
                sharers = longer

    # Hands

    def worth(self, cards: tuple[Card, ...]) -> tuple:
        """Return the rank of a hand; the joker is the card that serves best, and a little more."""
        if Card.JOKER not in cards:
            return self.worth_of([(card.rank, card.suit) for card in cards], None)
        others = [(card.rank, card.suit) for card in cards if card is not Card.JOKER]
        return max(self.worth_of([*others, (rank, suit)], rank) for rank in RANKS for suit in SUITS)

    def worth_of(self, cards: list[tuple[str, str]], joker: str | None) -> tuple:
        """Return the rank of five cards; the last may be the joker for a card of this rank."""
        low = {rank: place + 1 for place, rank in enumerate(RANKS)}
        height = low | {"A": 14}
        worths = [2 * height[rank] + (joker is not None and place == 4) for place, (rank, _) in enumerate(cards)]
        worths.sort(reverse=True)
        ranks = [rank for rank, _ in cards]
        alike = sorted(((ranks.count(rank), height[rank]) for rank in set(ranks)), reverse=True)
        counts = [count for count, _ in alike]
        suits = {suit for _, suit in cards}
        hearts = suits == {"H"}

        def top(step: int) -> int:
            """Return the highest card of five in steps of so much, or None."""
            highest = 0
            for places in [low] + [height] * (self.word("ace") == "both"):
                at = sorted(places[rank] for rank in ranks)
                if all(above - below == step for below, above in pairwise(at)):
                    highest = max(highest, at[-1])
            return highest

        def hand(name: str, *parts: object) -> tuple:
            return HANDS.index(name), *parts

        if top(1) and len(suits) == 1:
            return hand("sequence-flush", top(1), joker is not None, hearts)
        if counts[0] >= 4:
            return hand("fours", alike[0][1])
        if counts == [3, 2]:
            return hand("full", alike[0][1])
        if len(suits) == 1:
            return hand("flush", hearts, *worths)
        if top(1):
            return hand("sequence", top(1), joker is not None)
        if self.flag("skip") and top(2):
            return hand("skip", top(2), joker is not None)
        if counts[0] == 3:
            return hand("threes", alike[0][1])
        if self.flag("blaze") and set(ranks) <= set("AKQJ"):
            return hand("blaze", *worths)
        if counts[:2] == [2, 2]:
            return hand("two-pairs", alike[0][1], alike[1][1])
        if counts[0] == 2:
            pair = 2 * alike[0][1]
            return hand("pair", pair + (pair + 1 in worths), *(other for other in worths if other // 2 != pair // 2))
        return hand("high-card", *worths)


class Down:
    """The stakes of a deal, and who is still in."""

    def __init__(self, dealt: Dealt, laid: dict[str, int], straddle: int) -> None:
        self.dealt = dealt
        self.left = list(dealt.players)
        self.laid = dict(laid)
        """The ante and straddles, also of players who left after a misdeal."""
        self.stake = {player: self.laid.get(player, 0) for player in self.left}
        self.straddle = straddle
        self.early: dict[str, int] = {}
        """The stakes put down out of turn."""
        self.refunds = dealt.dealer
        """Who refunds a player whose cards were dealt wrongly: the dealer, or who spoke to the dealer."""
        self.opener: str | None = None
        self.betting = False
        """Whether anything was said after the draw."""
        self.false_opening = False
        self.claimed = False
        """Whether the pool was claimed; later fines stay in it for the next game."""
        self.short: dict[str, list[str]] = {}
        """Who demanded a show, and who was in then."""
        self.drawn: dict[str, AnyEvent] = {}
        """What each player said of the draw: cards, pat, a show demanded before it, or nothing."""

    def owes(self, player: str) -> int:
        return max(self.stake.values()) - self.stake[player]

    def length(self, player: str) -> tuple[bool, int, int]:
        """Return the sort key of a claim: no show, a higher stake, or more players in."""
        among = self.short.get(player)
        return (True, 0, 0) if among is None else (False, self.stake[player], len(among))

    def first_hand(self, player: str) -> tuple[Card, ...] | None:
        """Return the five cards dealt to a player, if known."""
        out, drawn = self.exchanged(player)
        for held in self.dealt.of(Holds, player):
            return held.cards
        for event in self.dealt.of(Shows, player) if drawn or self.drew_nothing(player) else ():
            return self.five(card for card in (*event.cards, *out) if card not in drawn)
        return self.five(out)

    def hand(self, player: str) -> tuple[Card, ...] | None:
        """Return the five final cards of a player, if known."""
        out, drawn = self.exchanged(player)
        for event in self.dealt.of(Shows, player):
            return event.cards
        for held in self.dealt.of(Holds, player):
            if len(drawn) < 5 and (drawn or self.drew_nothing(player)):
                return self.five(card for card in (*held.cards, *drawn) if card not in out)
        return self.five(drawn)

    def exchanged(self, player: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """Return the cards that a player is known to have discarded and drawn."""
        drawn = self.drawn.get(player)
        return (drawn.discards, drawn.cards) if isinstance(drawn, Draws) else ((), ())

    @staticmethod
    def five(cards: Iterable[Card]) -> tuple[Card, ...] | None:
        """Return a hand if all its cards are known."""
        hand = tuple(cards)
        return hand if len(hand) == 5 else None

    def drew_nothing(self, player: str) -> bool:
        """Return whether a player is known to have drawn no card: pat, or a show before the draw."""
        drawn = self.drawn.get(player)
        return drawn is None or isinstance(drawn, Says) or (isinstance(drawn, Draws) and drawn.numbers == (0,))
