"""A hand of a PHH file as the sayings of a deal, bet by bet."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from ledger.core.cards import Card
from ledger.core.money import Money, shares
from ledger.core.names import name as written
from ledger.games.families.betting.pots import pots_of, uncalled
from ledger.games.families.betting.show import Show
from ledger.interchange.phh import OWN_CARDS, HandLeftOut, PhhHand, cards_of, units_of

STREETS = {0: ("flop", 3), 3: ("turn", 1), 4: ("river", 1)}
"""The word of the next street, and its cards, by how many cards lie there."""
FULL_BOARD = 5
MOST_WINNERS = 5
"""Of no more than so many it is found out by the stacks in which order they won."""
DEAL_HAND = ("d", "dh")
WHOLE_POT = (0, "")


class HandSayings:
    """The sayings of one hand, with what each has put in so far."""

    def __init__(self, hand: PhhHand, players: Sequence[str], money: Money) -> None:
        self.hand = hand
        self.players = players
        self.money = money
        self.stacks = dict(zip(players, hand.stacks, strict=True))
        laid = {player: min(ante, self.stacks[player]) for player, ante in zip(players, hand.antes, strict=True)}
        nothing = dict.fromkeys(players, 0)
        self.put, self.dead = (laid, nothing) if all(hand.antes) else (nothing, laid)
        """What each has put in that counts against the others, and besides."""
        self.bets = dict.fromkeys(players, 0)
        self.level = max(hand.blinds)
        self.left = list(players)
        self.held: dict[str, tuple[Card, ...]] = {}
        self.shown: dict[str, tuple[Card, ...]] = {}
        self.mucked: list[str] = []
        self.board = 0
        """How many cards of the board were dealt, and how many of them are known."""
        self.known = 0
        for player, blind in zip(players, hand.blinds, strict=True):
            self._add(player, blind)

    def sayings(self) -> Iterator[str]:
        """Yield what is said from the deal to the end. Raises HandLeftOut where it cannot be told."""
        yield f"deal {written(self.players[-1])}"
        for player, amount in list(zip(self.players, self.hand.blinds, strict=True))[2:]:
            if amount:
                yield f"{written(player)} straddles {self.money.write(amount)}"
        yield from self._hands()
        for words in self.hand.actions:
            if len(self.left) > 1:
                yield from self._action(words)
        if len(self.left) > 1:
            yield from self._show()

    def _player(self, label: str) -> str:
        """Return the player of a place, as `p1`."""
        number = label[1:]
        if label[:1] != "p" or not (number.isascii() and number.isdigit()) or not 0 < int(number) <= len(self.players):
            raise HandLeftOut(f"there is no place {label[:20]}")
        return self.players[int(number) - 1]

    def _hands(self) -> Iterator[str]:
        """Yield the hands that are known as they were dealt."""
        dealt: dict[str, str] = {}
        for words in self.hand.actions:
            if words[:2] == DEAL_HAND and len(words) == len(DEAL_HAND) + 2:
                player = self._player(words[2])
                dealt[player] = dealt.get(player, "") + words[3]
        for player in self.players:
            cards = cards_of(dealt.get(player, ""))
            if cards is not None and len(cards) == OWN_CARDS[self.hand.game]:
                self.held[player] = cards
                yield f"{written(player)} holds {_listed(cards)}"

    def _add(self, player: str, amount: int) -> None:
        """Put in so much, or what he has."""
        added = min(amount, self.stacks[player] - self.put[player] - self.dead[player])
        self.put[player] += added
        self.bets[player] += added

    def _action(self, words: tuple[str, ...]) -> Iterator[str]:
        match words:
            case ("d", "db", cards):
                yield from self._streets(cards)
            case ("d", *_) | ():
                return
            case (label, *act):
                yield from self._act(self._player(label), act)

    def _act(self, player: str, act: Sequence[str]) -> Iterator[str]:
        match act:
            case ["f"] if player in self.left:
                self.left.remove(player)
                yield f"{written(player)} folds"
            case ["cc"]:
                owed = self.level - self.bets[player]
                self._add(player, max(owed, 0))
                yield f"{written(player)} {'calls' if owed > 0 else 'checks'}"
            case ["cbr", amount]:
                to = units_of(self.hand.where, amount, self.hand.scale)
                verb = "raises to" if self.level else "bets"
                self._add(player, to - self.bets[player])
                self.level = to
                yield f"{written(player)} {verb} {self.money.write(to)}"
            case ["sm"]:
                self.mucked.append(player)
            case ["sm", text]:
                if (cards := cards_of(text)) is not None:
                    self.shown[player] = cards
            case _:
                raise HandLeftOut(f"{' '.join(act)[:40]} is no act of this game")

    def _streets(self, text: str) -> Iterator[str]:
        """Yield the streets that these cards of the board are, by their words."""
        while text:
            if self.board not in STREETS:
                raise HandLeftOut("there is more than one board")
            word, number = STREETS[self.board]
            part, text = text[: 2 * number], text[2 * number :]
            if len(part) < 2 * number:
                raise HandLeftOut(f"the {word} has too few cards")
            cards = cards_of(part)
            self.board += number
            self.known += number if cards is not None else 0
            self.bets, self.level = dict.fromkeys(self.players, 0), 0
            yield f"{word} {_listed(cards)}" if cards is not None else word

    # The show

    def _show(self) -> Iterator[str]:
        """Yield what was shown and mucked, and who won, where the cards do not decide."""
        claiming = list(self.left)
        if self._decided(claiming):
            return
        for player, cards in self.shown.items():
            if player not in self.held and player in claiming:
                self.held[player] = cards
                yield f"{written(player)} shows {_listed(cards)}"
        for player in sorted(self.mucked, key=self.held.__contains__):
            if player in claiming and len(claiming) > 1 and not self._decided(claiming):
                claiming.remove(player)
                yield f"{written(player)} passes"
        if len(claiming) > 1 and not self._decided(claiming):
            yield from self._winners(claiming)

    def _decided(self, claiming: Sequence[str]) -> bool:
        """Return whether the cards decide among these."""
        return self.known == FULL_BOARD and all(player in self.held for player in claiming)

    def _winners(self, claiming: Sequence[str]) -> Iterator[str]:
        """Yield who won, best first, so that the stacks come out as they did."""
        if self.hand.finish is None:
            raise HandLeftOut("it is not said who won: neither the cards are known nor the finishing stacks")
        put = dict(self.put)
        most, excess = uncalled(put)
        put[most] -= excess
        won = {
            player: finish - self.stacks[player] + put[player] + self.dead[player]
            for player, finish in zip(self.players, self.hand.finish, strict=True)
        }
        won = {player: amount for player, amount in won.items() if amount}
        winners = sorted((player for player in claiming if won.get(player, 0) > 0), key=put.__getitem__)
        for groups in _orders(winners) if len(winners) <= MOST_WINNERS else ():
            if self._taken(put, claiming, groups) == won:
                for group in groups:
                    names = " ".join(map(written, group))
                    yield f"split {names}" if len(group) > 1 else f"{names} wins"
                return
        raise HandLeftOut("the finishing stacks are those of no winner, nor of several who share")

    def _taken(
        self, put: Mapping[str, int], claiming: Sequence[str], groups: Sequence[tuple[str, ...]]
    ) -> dict[str, int]:
        """Return what each takes, if these have the best hands in this order."""
        show = Show(put, claiming)
        for group in groups:
            show.name(WHOLE_POT, group)
        took: dict[str, int] = {}
        for pot in pots_of(put, show.claimants, sum(self.dead.values())):
            winners = sorted(show.winners(WHOLE_POT, pot), key=self.players.index)
            unit = self.money.counter if self.money.counter and pot.amount % self.money.counter == 0 else 1
            for player, part in shares(pot.amount, winners, unit).items():
                took[player] = took.get(player, 0) + part
        return took


def _orders(winners: Sequence[str]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Yield every order in which these may have the best hands, in groups of equal ones."""
    if not winners:
        yield ()
    for size in range(len(winners), 0, -1):
        for group in combinations(winners, size):
            for rest in _orders([player for player in winners if player not in group]):
                yield (group, *rest)


def _listed(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))
