"""Commerce, plainly: which hand is better, and what the best is paid; Pool Commerce with three lives."""

from itertools import permutations, product

from ledger.core.cards import Card, same_suit
from ledger.core.events import AnyEvent, Draws, Holds, Passes, Says, Shows, Silence, Split, Wins
from ledger.testing.plain import ACE_HIGH, Dealt, PlainGame

COMBINATIONS = ["point", "pair", "flush", "sequence", "tricon"]
"""From the lowest to the highest [71]."""
ALIKE, BETTER = 1, 2
"""What is known of one hand against another: no worse, or better."""


class Plain(PlainGame):
    """Commerce [70]-[76]."""

    game = "commerce"
    combinations = ((), (("mode", "old"),), (("mode", "pool"),))

    def begin(self) -> None:
        self.mode = self.word("mode", "new")
        self.lives = dict.fromkeys(self.players(), 3)
        self.begun = False
        """Whether the first deal of a pool game has been played."""

    def deal(self, dealt: Dealt) -> None:
        self.before(dealt)
        hands = Hands(dealt, self.mode == "new", self.word("limited"))
        stake, dealer, winners = self.amount("stake", 1), dealt.dealer, hands.winners
        others = [player for player in dealt.players if player not in winners]
        worst = hands.worst(others) if self.mode == "pool" else []
        if self.mode == "new":
            self.divide(self.pool["pool"], winners, ["pool"])
            for winner in winners if dealer in others else []:
                self.pay(dealer, winner, stake)
            for stander in [] if self.flag("extended") else hands.stood:
                for better in hands.better_than(stander, worst):
                    self.pay(stander, better, stake)
        elif self.mode == "old":
            for loser, winner in product(others, winners):
                self.pay(loser, winner, stake)
        else:
            prize = self.amount("prize") if "prize" in self.options else stake
            self.divide(min(prize, self.pool.get("pool", 0)), winners, ["pool"])
        if dealer in others and hands.combination(dealer) not in (None, "point"):
            payers = [player for player in dealt.players if player != dealer]
            payees = {"better": hands.better_than(dealer, worst), "each": payers}.get(self.word("dealer_penalty"), [])
            for payee in payees:
                self.pay(dealer, payee, stake)
        held = {hands.combination(player) for player in dealt.players}
        if self.flag("continuous") and not held & {"tricon", "sequence", "flush"}:
            self.next_from = dealer
        self.lose_lives(worst)

    def misdeal(self, dealt: Dealt) -> None:
        self.before(dealt)

    def before(self, dealt: Dealt) -> None:
        """Pay for the deal, played or void: the pools [72], [75], and cards bought."""
        stake = self.amount("stake", 1)
        for player in dealt.players:
            if self.mode == "new" and self.once("stake", player):
                self.put(player, "pool", stake)
            if self.mode == "pool" and not self.begun and self.once("entry", player):
                self.put(player, "pool", self.entry())
        if self.mode == "new" and self.once("dealer's stake", dealt.dealer, dealers=True):
            self.put(dealt.dealer, "pool", stake)
        for bought in [*dealt.of(Draws), *dealt.of(Says, word="trades")] if self.mode == "new" else []:
            self.pay(bought.player, dealt.dealer, stake)  # for ready money [73]
        self.penalties(dealt)

    # Pool Commerce

    def entry(self) -> int:
        return self.amount("entry") if "entry" in self.options else 3 * self.amount("stake", 1)

    def lose_lives(self, worst: list[str]) -> None:
        """The worst hands lose a life each; the last player with a life takes the pool [75]."""
        self.begun = True
        for player in worst:
            self.lives[player] -= 1
            if not self.lives[player]:
                self.playing.discard(player)
        self.last_takes_pool()

    def last_takes_pool(self) -> None:
        if self.mode == "pool" and len(self.players()) == 1:
            self.take(self.players()[0], "pool")

    def left(self, player: str) -> None:
        super().left(player)
        self.last_takes_pool()

    def before_deal(self, event: AnyEvent) -> None:
        match event:
            case Says(player, "horse"):
                parts = {"third": 3, "half": 2}.get(self.word("horse", "third"))
                self.put(player, "pool", self.entry() // parts if parts else self.amount("horse"))
                self.lives[player] = 1
                self.playing.add(player)
            case _:
                super().before_deal(event)


class Hands:
    """The final hands of a deal, and what is known of each against the others."""

    def __init__(self, dealt: Dealt, new: bool, limited: str) -> None:
        self.players = dealt.players
        self.new = new
        self.left_out = {"no-pair": {"pair"}, "no-flush": {"pair", "flush"}}.get(limited, set())
        self.seen = {player: set[Card]() for player in self.players}
        """The cards seen of each hand."""
        self.announced: dict[str, str] = {}
        self.beaten: set[tuple[str, str]] = set()
        self.said_worst: set[str] = set()
        self.stood: list[str] = []
        self.trading = list(self.players)
        """The players who still trade; in the old game those with a turn left once two stand [74]."""
        self.winners: list[str] = []
        for event in dealt.of(Holds):
            self.seen[event.player] = set(event.cards)
        for event in dealt.sayings[1:]:
            self.hear(event)
        if not self.winners:
            best = max(self.value(player) for player in self.players)
            self.winners = [player for player in self.players if self.value(player) == best]

    def hear(self, event: AnyEvent) -> None:
        """Read a saying of the trading, or of opened hands."""
        if isinstance(event, Shows | Wins | Split) or getattr(event, "word", "") in (*COMBINATIONS, "beats", "worst"):
            for player in [] if self.new else self.trading:  # he may have exchanged since
                self.seen[player] = set()
            self.trading = []
            self.opened(event)
            return
        player = getattr(event, "player", None)
        match event:
            case Draws(player, cards=(drawn,), discards=(out,)):
                self.seen[player] = self.seen[player] - {out} | {drawn}
            case Says(player, "barters", cards=cards):
                self.barter(player, self.next_trading(player), *cards)
            case Says(player, "trades" | "exchanges"):
                self.seen[player] = set()
        if getattr(event, "word", "") == "stands":
            self.stood.append(player)
            self.trading.remove(player)
            if len(self.stood) == 2 and not self.new:
                left = self.players.index(player)
                self.trading = [other for other in self.players[left:] + self.players[:left] if other in self.trading]
        elif isinstance(event, Passes):
            self.trading.remove(player)
        elif not self.new and len(self.stood) > 1 and isinstance(event, Draws | Says | Silence):
            self.trading.pop(0)

    def next_trading(self, player: str) -> str:
        """Return the next player on the left who still trades."""
        place = self.trading.index(player)
        return (self.trading[place + 1 :] + self.trading)[0]

    def barter(self, player: str, other: str, given: Card | None = None, received: Card | None = None) -> None:
        """Two players exchange a card; a hand that gets an unseen card is no longer known."""
        if given is None:
            self.seen[player], self.seen[other] = set(), set()
        else:
            self.seen[player] = self.seen[player] - {given} | {received}
            self.seen[other] = self.seen[other] - {received} | {given}

    def opened(self, event: AnyEvent) -> None:
        """Read a saying of an opened hand."""
        match event:
            case Shows(player, cards):
                self.seen[player] = set(cards)
            case Says(player, "beats", players=others):
                self.beaten |= {(player, other) for other in others}
            case Says(player, "worst"):
                self.said_worst.add(player)
            case Says(player, combination):
                self.announced[player] = combination
            case Wins(player, combination):
                self.announced |= {player: combination} if combination else {}
                self.winners = [player]
            case Split(players):
                self.winners = [player for player in self.players if player in players]

    # What they are worth

    def combination(self, player: str) -> str | None:
        """Return the combination of a player, by the cards or as said."""
        value = self.value(player)
        return COMBINATIONS[value[0]] if value else self.announced.get(player)

    def value(self, player: str) -> list[int]:
        """Return the rank of a hand whose cards were all seen [71], or None."""
        cards = self.seen[player]
        if len(cards) < 3:
            return []
        heights = sorted((ACE_HIGH.index(card.rank) for card in cards), reverse=True)
        high, middle, low = heights
        point = sum(11 if card.rank == "A" else 10 if card.rank in "JQK" else int(card.rank) for card in cards)
        if high == low:
            return [4, high]
        if same_suit(list(cards)) and (high == middle + 1 == low + 2 or heights == [12, 1, 0]):
            return [3, middle if heights == [12, 1, 0] else high]
        if same_suit(list(cards)) and "flush" not in self.left_out:
            return [2, point, *heights]
        if middle in (high, low) and "pair" not in self.left_out:
            return [1, middle, *heights]
        return [0, point, *heights]

    def known(self) -> dict[tuple[str, str], int]:
        """Return what is known of one hand against another, also through third hands."""
        known = {(player, other): self.compared(player, other) for player, other in permutations(self.players, 2)}
        for between, player, other in product(self.players, repeat=3):
            first, second = known.get((player, between)), known.get((between, other))
            if first and second and player != other:
                known[player, other] = max(known[player, other], first, second)
        return known

    def compared(self, player: str, other: str) -> int:
        """Return what was said or shown of one hand against another."""
        mine, others = self.value(player), self.value(other)
        if (player, other) in self.beaten or (player in self.winners and other not in self.winners):
            return BETTER
        if mine and others:
            return BETTER if mine > others else ALIKE if mine == others or other in self.said_worst else 0
        high, low = self.combination(player), self.combination(other)
        if high and low and COMBINATIONS.index(high) > COMBINATIONS.index(low):
            return BETTER
        return ALIKE if {player, other} <= set(self.winners) or other in self.said_worst else 0

    def worst(self, losers: list[str]) -> list[str]:
        """Return the players with the worst hands among those who have not won."""
        known = self.known()
        if not self.said_worst:
            return [
                player for player in losers if all(known[player, other] < BETTER for other in losers if other != player)
            ]
        return [
            player
            for player in losers
            if any(player == worst or (known[player, worst] and known[worst, player]) for worst in self.said_worst)
        ]

    def better_than(self, player: str, worst: list[str]) -> list[str]:
        """Return the players known to have a better hand than this one."""
        if player in worst:
            return [other for other in self.players if other not in worst]
        known = self.known()
        return [other for other in self.players if other != player and known[other, player] == BETTER]
