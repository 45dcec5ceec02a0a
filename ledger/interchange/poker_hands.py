"""Hands of poker as other programs tell them, before they are said here.

A reader of a format makes one `PokerHand` of each hand. Amounts are in the smallest unit of the evening.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from ledger.core.cards import Card, read_card
from ledger.core.money import MOST, Money, MoneyError, money_of
from ledger.core.refusals import Code, Refusal, printable
from ledger.games.families.betting.pots import uncalled

OWN_CARDS = {"holdem": 2, "omaha": 4}
USUAL_RAISES = 3
"""How many raises follow a bet with a fixed limit, unless a hand has more."""
STREETS = {0: ("flop", 3), 3: ("turn", 1), 4: ("river", 1)}
"""The word of the next street, and its cards, by how many cards lie there."""
DEAD = ("ante", "missed small", "bomb")
"""What is laid before the cards and is no bet of the first street."""


class CannotBeTold(Exception):
    """A hand that cannot be told by these rules, and why."""


@dataclass(frozen=True)
class Act:
    """An act of a player, a street with its cards, or cards that are shown; a muck shows none."""

    player: str
    word: str
    amount: int | None = None
    cards: tuple[Card, ...] | None = None


@dataclass(frozen=True)
class Post:
    """What a player lays before the cards, and what it should be where he has less."""

    player: str
    kind: str
    laid: int
    nominal: int


@dataclass
class PokerHand:
    """A hand as it was played.

    The players stand from the left of the button, the button himself last. A hand of no `game` is of one that is not
    played here; `odd` says why it cannot be told by its acts.
    """

    where: str
    game: str
    options: tuple[str, ...]
    stacks: dict[str, int]
    number: int | None = None
    button: str | None = None
    posts: list[Post] = field(default_factory=list)
    blinds: dict[str, int] = field(default_factory=lambda: {"small": 0, "big": 0, "ante": 0})
    """The small and the big blind and the ante, by their names."""
    acts: list[Act] = field(default_factory=list)
    held: dict[str, tuple[Card, ...]] = field(default_factory=dict)
    """The hands that were known from the beginning."""
    boards: int = 1
    collected: dict[int, dict[str, int]] = field(default_factory=dict)
    """What each took, by boards; on no board what is not said to be of one."""
    finish: dict[str, int] | None = None
    """What each had at the end; None where nobody says it."""
    odd: str = ""
    put: dict[str, int] = field(default_factory=dict)
    """What each has put in, with what nobody called."""
    bets: dict[str, int] = field(default_factory=dict)
    """What each has bet on this street."""
    level: int = 0
    folded: set[str] = field(default_factory=set)

    @property
    def players(self) -> tuple[str, ...]:
        """Return who is dealt in."""
        return tuple(self.stacks)

    @property
    def bomb(self) -> int:
        """Return what each lays for a bomb pot; 0 for none.

        A hand with antes and no blinds is a bomb pot too.
        """
        laid = {post.kind for post in self.posts}
        return max((post.nominal for post in self.posts), default=0) if laid in ({"bomb"}, {"ante"}) else 0

    @property
    def small_is_dead(self) -> bool:
        """Return whether nobody lays the small blind, though there is one."""
        return bool(self.blinds["small"] and not self.bomb) and all(post.kind != "small" for post in self.posts)

    @property
    def ante_by(self) -> str | None:
        """Return who lays the ante, as the option has it; None where it knows no such ante."""
        laid = [post.player for post in self.posts if post.kind == "ante"]
        if not self.blinds["ante"] or set(laid) == set(self.players):
            return "all"
        if laid == [post.player for post in self.posts if post.kind == "big"]:
            return "big"
        return "button" if laid == [self.button] else None

    @property
    def raises(self) -> int:
        """Return how many raises follow a bet on a street, at the most."""
        most, so_far = 0, 1  # the big blind is the first bet
        for act in self.acts:
            so_far = 0 if act.word in WORDS_OF_STREETS else so_far + (act.word in ("bets", "raises to"))
            most = max(most, so_far - 1)
        return most

    def goes_on_in(self, other: "PokerHand") -> bool:
        """Return whether the same players play the next hand for the same counters."""
        same = self.players and {*self.players} == {*other.players}
        return bool(same) and sum(self.stacks.values()) == sum(other.stacks.values())

    @property
    def at_stake(self) -> dict[str, int]:
        """Return what each has put in without what nobody called."""
        dead = dict.fromkeys(self.players, 0)
        for post in self.posts:
            if post.kind == "missed small" or (post.kind == "ante" and self.ante_by != "all"):
                dead[post.player] += post.laid
        player, excess = uncalled({player: self.put.get(player, 0) - dead[player] for player in self.players})
        return {other: self.put.get(other, 0) - excess * (other == player) for other in self.players}

    @property
    def took(self) -> dict[str, int]:
        """Return what each took of the pots, as the stacks at the end tell."""
        if self.finish is None:
            return {}
        at_stake = self.at_stake
        taken = {player: self.finish[player] - self.stacks[player] + at_stake[player] for player in self.players}
        return {player: amount for player, amount in taken.items() if amount > 0}

    @property
    def house(self) -> int:
        """Return what the house has kept of the pots."""
        return 0 if self.finish is None else sum(self.stacks.values()) - sum(self.finish.values())

    def post(self, player: str, kind: str, laid: int, nominal: int) -> None:
        """Lay a blind, ante, straddle or post.

        Of a live one, `laid` is what the bet of the street comes to with it.
        """
        self.posts.append(Post(player, kind, laid, nominal))
        if kind in DEAD:
            self.put[player] = self.put.get(player, 0) + laid
            return
        self._bet_to(player, laid)
        self.level = max(self.level, nominal)

    def act(self, player: str, to: int | None = None, folds: bool = False) -> None:
        """Let a player fold, check, or make his bet of the street come `to` an amount."""
        if folds:
            self.folded.add(player)
            self.acts.append(Act(player, "folds"))
        elif to is None or to <= self.level:
            calls = to is not None and to > self.bets.get(player, 0)
            self.acts.append(Act(player, "calls" if calls else "checks"))
        else:
            self.acts.append(Act(player, "raises to" if self.level else "bets", to))
            self.level = to
        if to is not None:
            self._bet_to(player, to)

    def check_or_call(self, player: str) -> None:
        """Let a player put in what he owes, or all that he has."""
        bet = self.bets.get(player, 0)
        self.act(player, min(self.level, bet + self.stacks[player] - self.put.get(player, 0)))

    def turn_up(self, cards: Sequence[Card | None]) -> None:
        """Begin the streets that these cards of the board are."""
        while cards:
            at = sum(STREETS[0][1] if act.word == "flop" else 1 for act in self.acts if act.word in WORDS_OF_STREETS)
            if at not in STREETS:
                raise CannotBeTold("there is more than one board")
            word, number = STREETS[at]
            part, cards = cards[:number], cards[number:]
            if len(part) < number:
                raise CannotBeTold(f"the {word} has too few cards")
            known = tuple(card for card in part if card is not None)
            self.acts.append(Act("", word, cards=known if len(known) == number else None))
            self.bets, self.level = {}, 0

    def end_with(self, winnings: Mapping[str, int], gross: bool) -> None:
        """Say what each took, of the pots alone or with what nobody called (`gross`)."""
        put = self.put if gross else self.at_stake
        self.finish = {
            player: stack - put.get(player, 0) + winnings.get(player, 0) for player, stack in self.stacks.items()
        }

    def _bet_to(self, player: str, to: int) -> None:
        added = to - self.bets.get(player, 0)
        self.put[player] = self.put.get(player, 0) + added
        self.bets[player] = to


WORDS_OF_STREETS = tuple(word for word, _ in STREETS.values())


@dataclass(frozen=True)
class UntoldPlay:
    """Counters that went between players without a hand of it."""

    where: str
    changes: Mapping[str, int]
    why: str


@dataclass(frozen=True)
class PokerSession:
    """The hands of some files, in the order in which they were played."""

    title: str
    on: str | None
    at: str | None
    money: Money
    hands: tuple[PokerHand | UntoldPlay, ...]
    called: Mapping[str, str]
    """How the files call each player."""
    remarks: tuple[str, ...]
    form: str
    """What such a file looks like."""


@dataclass(frozen=True)
class Unit:
    """The unit of the amounts in a file."""

    money: Money
    cents: bool

    def read(self, where: str, value: object, form: str) -> int:
        """Return an amount of a file in the smallest unit.

        Raises Refusal for what is no such amount.
        """
        scale = 1 if self.cents else self.money.counters(1)
        try:
            if isinstance(value, bool):
                raise ValueError
            amount = Decimal(str(value)) * scale
            whole = int(amount) if amount.is_finite() and abs(amount) <= MOST else None
        except (ArithmeticError, ValueError) as error:
            raise Refusal(Code.FILE, f"{where}: {printable(str(value), 40)} is no amount", form) from error
        figure = printable(str(value), 40)
        if whole is None or whole < 0:
            raise Refusal(Code.FILE, f"{where}: {figure} is no sum that is kept here", form)
        if whole != amount:
            raise self._below(where, figure)
        return whole

    def _below(self, where: str, figure: str) -> Refusal:
        if self.cents:
            return Refusal(Code.BAD_AMOUNT, f"{where}: {figure} is less than a cent", "Leave --cents out")
        if self.money.code == "counters":
            sentence = f"{where}: {figure} is less than a counter: say --money USD for dollars and cents"
            return Refusal(Code.BAD_AMOUNT, sentence, "Nothing was imported: a unit is that of the whole file")
        sentence = f"{where}: {figure} is less than the smallest unit of {self.money.code}"
        return Refusal(Code.BAD_AMOUNT, sentence, "Say --money with the money that the amounts are in")


NO_SHILLINGS = "a hand of poker has no shillings here"


def money_of_hands(code: str | None, cents: bool, wrong: str = NO_SHILLINGS) -> Money:
    """Return the money that was asked for, else counters.

    Raises Refusal for a money that hands are never in; of shillings it says what is `wrong`.
    """
    try:
        return no_shillings(money_of(code or "counters", None), cents, wrong)
    except MoneyError as error:
        raise Refusal(Code.BAD_AMOUNT, str(error)) from error


def no_shillings(money: Money, cents: bool, wrong: str = NO_SHILLINGS) -> Money:
    """Return a money that hands are told in. Raises Refusal for any other."""
    if money.code == "lsd" or (cents and money.code == "counters"):
        sentence = wrong if money.code == "lsd" else "counters have no cents"
        raise Refusal(Code.BAD_AMOUNT, sentence, "Say --money USD for dollars, and --cents too where they are cents")
    return money


def cards_of(words: Sequence[str]) -> tuple[Card | None, ...]:
    """Return cards by their names, None for each that is not known."""
    return tuple(read_card(word) if "?" not in word else None for word in words)
