"""Loto, plainly: the first full card wins, or ten knobs at a time, and lines paid by their counters."""

from ledger.core.events import AnyEvent, Draws, End, Penalty, Says, Split, Wins
from ledger.testing.plain import Dealt, PlainGame

LYING = {"abstract": 1, "ambo": 2, "terne": 3, "quaterne": 4, "quinterne": 5}
BESIDES = {"abstract": 0, "ambo": 5, "terne": 25, "quaterne": 100, "quinterne": 250}
"""What a line gains besides the counters on it [111]."""
PARTS = {"row": 1, "two-rows": 2, "full": 3}
"""The prizes in order, and how many lines of a card each takes [109]-[110]."""


class Cards:
    """The number of cards of each player, and the numbers on known cards."""

    def __init__(self, usual: int) -> None:
        self.usual = usual
        self.announced: dict[str, int] = {}
        self.numbers: dict[str, list[tuple[int, ...]]] = {}

    def hear(self, event: AnyEvent) -> None:
        match event:
            case Says(player, "cards", numbers=(number,)):
                self.announced[player], self.numbers[player] = number, self.numbers.get(player, [])
            case Says(player, "card", numbers=numbers):
                self.numbers[player] = [*self.numbers.get(player, []), numbers]

    def held(self, player: str) -> int:
        return self.announced.get(player, self.usual)

    def all_known(self, players: list[str]) -> bool:
        return all(len(self.numbers.get(player, [])) == self.held(player) for player in players)

    def lines(self, player: str, covered: set[int]) -> list[list[int]]:
        """Return the covered numbers on each line of each card of a player."""
        return [
            [len(covered & set(card[start : start + 5])) for start in (0, 5, 10)]
            for card in self.numbers.get(player, [])
        ]


class Plain(PlainGame):
    """Loto [108]-[112]."""

    game = "loto"
    combinations = ((("method", "cover"),), (("method", "drawings"),))

    def begin(self) -> None:
        self.drawings = self.word("method") == "drawings"
        self.bare_end = "divide" if self.drawings else "leave"
        self.cards = Cards(2)
        self.staked: dict[str, int] = {}
        """The number of cards each player has staked for."""
        self.first: str | None = None
        """The player who drew first, the eldest hand."""
        self.drawings_left: int | None = None
        self.void = False
        """Whether the last drawing was void."""

    def deal(self, dealt: Dealt) -> None:
        if self.drawings:
            self.draw(dealt)
            self.lay_stakes(dealt.players)
            self.pay_drawing(dealt)
            self.void = False
        else:
            self.pay_card(dealt, self.pay_parts(dealt))

    def misdeal(self, dealt: Dealt) -> None:
        if self.drawings:
            self.draw(dealt)
            self.void = True
        else:
            self.pay_parts(dealt)

    def value(self) -> int:
        return self.amount("value", 1)

    # The first method

    def pay_parts(self, dealt: Dealt) -> dict[str, list[str]]:
        """Collect the stakes, pay rows at once [109]-[110], and return who won what."""
        self.pay_in("stake", dealt.players[:-1], "pool", self.amount("stake", 1))
        held, counter = self.pool.get("pool", 0), self.money.counter
        quarter = held // 4 // counter * counter if counter and held % counter == 0 else held // 4
        self.penalties(dealt)
        won = self.won_by_knobs(dealt) or self.claimed(dealt)
        for part in ("row", "two-rows"):
            self.divide(quarter if part in won else 0, won.get(part, []), ["pool"])
        return won

    def pay_card(self, dealt: Dealt, won: dict[str, list[str]]) -> None:
        """Losers save what they covered, up to their stake; the full card takes the rest [109]-[110]."""
        for player in dealt.players[:-1] if self.flag("saved") else []:
            if player not in won["full"]:
                saved = self.saved(dealt, player) * self.value()
                self.take(player, "pool", min(saved, self.amount("stake", 1)))
        self.divide(self.pool["pool"], won["full"], ["pool"])

    def claimed(self, dealt: Dealt) -> dict[str, list[str]]:
        """Return who won each prize, as said, from the dealer's left."""
        won: dict[str, set[str]] = {}
        for event in dealt.sayings:
            match event:
                case Says(player, part, players=others) if part in PARTS:
                    won[part] = {player, *others}
                case Wins(player):
                    won["full"] = {player}
                case Split(players):
                    won["full"] = set(players)
        return {part: [other for other in dealt.players if other in players] for part, players in won.items()}

    def covered(self, dealt: Dealt) -> list[tuple[int, list[str]]]:
        """Return the numbers in the order in which they were covered, and by whom."""
        if self.word("answer") == "all":
            return [(knob, dealt.players[:-1]) for drawn in dealt.of(Draws) for knob in drawn.numbers]
        return [(number, [event.player]) for event in dealt.of(Says, word="covers") for number in event.numbers]

    def dealt_cards(self, dealt: Dealt) -> Cards:
        cards = Cards(1)
        for event in dealt.sayings:
            cards.hear(event)
        return cards

    def won_by_knobs(self, dealt: Dealt) -> dict[str, list[str]]:
        """Return who won each prize, if every card is known."""
        won: dict[str, list[str]] = {}
        cards, players = self.dealt_cards(dealt), dealt.players[:-1]
        so_far: dict[str, set[int]] = {player: set() for player in players}
        parts = [*PARTS] if self.flag("parts") else ["full"]
        for number, who in self.covered(dealt) if cards.all_known(players) else []:
            for player in who:
                so_far[player].add(number)
            part = parts[0]
            rows = {player: max(line.count(5) for line in cards.lines(player, so_far[player])) for player in who}
            if winners := [player for player in players if rows.get(player, 0) >= PARTS[part]]:
                won[part] = winners
                parts.remove(part)
            if not parts:
                break
        return won

    def saved(self, dealt: Dealt, player: str) -> int:
        """Return how many numbers a loser has covered: as said, or on all known cards."""
        for event in dealt.of(Says, player, "saves"):
            return event.numbers[0]
        cards = self.dealt_cards(dealt)
        covered = {number for number, who in self.covered(dealt) if player in who}
        known = cards.all_known(dealt.players[:-1])
        return sum(sum(card) for card in cards.lines(player, covered)) if known else 0

    # The second method

    def draw(self, dealt: Dealt) -> None:
        """Take the cards for a drawing, and pay the stakes for them [110]."""
        self.first = self.first or dealt.dealer
        if self.void and sum(map(self.cards.held, dealt.players)) <= self.number("cards", 24):
            self.lay_stakes(dealt.players)
        for event in dealt.sayings:
            match event:
                case Says(player, "cards"):
                    self.cards.numbers.pop(player, None)
                case Says(_, "last", numbers=numbers):
                    self.drawings_left = numbers[0] if numbers else 1
                case Draws() | Wins():
                    self.lay_stakes(dealt.players)
                case Penalty():
                    self.penalty(event, dealt)
            self.cards.hear(event)

    def lay_stakes(self, players: list[str]) -> None:
        """Each player stakes for cards taken since the last stake."""
        reserve = self.amount("reserve") or 0
        for player in players:
            taken = max(0, self.cards.held(player) - self.staked.get(player, 0))
            self.put(player, "pool", taken * (self.stake() - reserve))
            self.put(player, "reserve", taken * reserve)
            self.staked[player] = self.cards.held(player)

    def stake(self) -> int:
        return self.amount("stake") if "stake" in self.options else 60 * self.value()

    def pay_drawing(self, dealt: Dealt) -> None:
        """Pay lines from the eldest hand round; the last drawing pays as far as the pools go [111]-[112]."""
        players = [other for other in self.from_seat(self.first, dealt.players) if other in dealt.players]
        won = {player: self.lines_won(dealt, player) for player in players}
        lying = {player: self.worth(won[player], LYING) for player in players}
        besides = {player: self.worth(won[player], BESIDES) for player in players}
        if self.drawings_left != 1:
            while sum(lying.values()) + sum(besides.values()) > self.pool.get("pool", 0):
                for player in players:
                    self.put(player, "pool", self.stake() * self.cards.held(player))
        redeemed = "reserve" if self.drawings_left == 1 and self.amount("reserve") is not None else "pool"
        for player in players:
            for pool, due in (("pool", besides[player]), (redeemed, lying[player])):
                self.take(player, pool, min(due, self.pool.get(pool, 0)))
        if self.drawings_left is not None:
            self.drawings_left -= 1

    def lines_won(self, dealt: Dealt, player: str) -> list[str]:
        """Return a player's lines with counters, as said, or by the knobs if all cards are known."""
        if self.cards.all_known(dealt.players):
            knobs = {knob for drawn in dealt.of(Draws) for knob in drawn.numbers}
            return [[*LYING][on - 1] for card in self.cards.lines(player, knobs) for on in card if on]
        return [name for event in dealt.of(Wins, player) for name, number in event.marks for _ in range(number)]

    def worth(self, lines: list[str], counters: dict[str, int]) -> int:
        return sum(counters[name] for name in lines) * self.value()

    def left(self, player: str) -> None:
        super().left(player)
        for held in (self.cards.announced, self.cards.numbers, self.staked):
            held.pop(player, None)

    def end(self, event: End) -> None:
        if self.drawings:
            self.put_reserve_into_pool()
        super().end(event)

    def put_reserve_into_pool(self) -> None:
        self.pool["pool"] = self.pool.get("pool", 0) + self.pool.pop("reserve", 0)
