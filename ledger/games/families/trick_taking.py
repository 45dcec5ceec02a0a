"""Tricks: who wins them, which cards a player must play, and how a deal of them is recorded.

A trick is said by its winner, or by its cards from the leader round. All the tricks of a deal may be said at once, by
number. Duties are checked as far as hands are known: said with `holds`, or shown by the cards that a player plays
later in the deal.
"""

from collections.abc import Callable, Mapping, Sequence, Set

import msgspec

from ledger.rules import ACE_HIGH, SUIT_NAMES, Allowed, Card, Chooser, Code, KnownCards, pick_cards, refuse, twice
from ledger.rules.events import Trick, Tricks
from ledger.rules.slots import Cards, Group, Literal, Number, Player, Slots

PlayedTrick = tuple[tuple[str, Card], ...]
"""The cards of a trick and their players, in order; empty if only the winner was said."""


class Duty(msgspec.Struct, frozen=True):
    """The cards of a hand that a player may play to a trick, and the reason."""

    permitted: Set[Card]
    """The cards that may be played."""
    reason: str
    """Why no other may."""


class TrickRules:
    """The rules of the tricks of one game; this base follows suit and ranks the ace high."""

    trump: str | None = None
    """The trump suit, once it is known."""

    def strength(self, card: Card, led: Card) -> int:
        """Return the strength of a card in a trick that began with `led`; a card of 0 cannot win."""
        rank = ACE_HIGH.index(card.rank) + 1
        if card.suit == self.trump:
            return 100 + rank
        return rank if card.suit == led.suit else 0

    def duty(self, hand: Set[Card], before: Sequence[Card], number: int) -> Duty:
        """Return what a player may play to the trick `number` of the deal, after the cards `before`.

        `hand` may be a part of a hand: a fault that is proved for the part is proved for the whole.
        """
        return follow_suit(hand, before)


def follow_suit(hand: Set[Card], before: Sequence[Card]) -> Duty:
    """Return the duty to follow suit."""
    suit = before[0].suit if before else ""
    following = {card for card in hand if card.suit == suit}
    if following:
        return Duty(following, f"must follow suit to {before[0]}, a card of {SUIT_NAMES[suit]}")
    return Duty(hand, "")


class TrickPlay:
    """The tricks of one deal, as far as they were said."""

    def __init__(self, known: KnownCards, rules: TrickRules, players: Sequence[str], leader: str, number: int) -> None:
        """Begin with what is known of the cards.

        `players` are in order from the dealer's left; the deal has `number` tricks.
        """
        self.known = known
        self.rules = rules
        self.players = tuple(players)
        self.first_leader = leader
        self.number = number
        self.winners: list[str] = []
        """The winner of each trick that was said."""
        self.cards: list[PlayedTrick] = []
        self.unbound: set[str] = set()
        """Players whose hands, said with `holds`, no longer bind them, because they have changed cards since."""

    @property
    def leader(self) -> str:
        """Return the player who leads to the next trick."""
        return self.winners[-1] if self.winners else self.first_leader

    def won(self, player: str) -> int:
        """Return how many of the tricks said so far a player has won."""
        return self.winners.count(player)

    def stand_of(self, player: str) -> str:
        """Return how many tricks a player has won so far, as a clause."""
        won, tricks_said = self.won(player), len(self.winners)
        if not tricks_said:
            return "no trick has been said yet"
        tricks = "no trick" if not won else "1 trick" if won == 1 else f"{won} tricks"
        return f"{player} has won {tricks} of the {tricks_said} said so far"

    def order(self, leader: str | None = None) -> tuple[str, ...]:
        """Return the players from the leader round."""
        start = self.players.index(leader or self.leader)
        return self.players[start:] + self.players[:start]

    # What may be said

    def may_say_trick(
        self,
        check: Callable[[Trick], str | None] = lambda trick: None,
        unseen: Callable[[], str | None] = lambda: None,
        usual: bool = True,
    ) -> tuple[Allowed, Allowed]:
        """`trick A`, and `trick CARD CARD …`.

        `unseen` returns why a trick cannot be said by its cards now, or None.
        """

        def wrong(event: Trick) -> str | None:
            if not event.cards:
                strange = f"{event.player} does not play to the tricks of this deal"
                return check(event) or (strange if event.player not in self.players else None)
            return unseen() or check(event) or self._wrong_cards(event.cards)

        def by_winner(player: str) -> Slots | None:
            winners = tuple(name for name in self.players if wrong(Trick(name)) is None)
            return (Literal("trick"), Player(winners)) if winners else None

        def by_cards(player: str) -> Slots | None:
            order = self.order()
            able = (card for card in self.known.pack if any(self.card_fault(name, card) is None for name in order))
            cards = tuple(sorted(able, key=str))
            if unseen() or len(cards) < len(order):
                return None
            return (Literal("trick"), Cards(len(order), len(order), cards, of=order))

        return (
            Allowed(
                Trick, (), matches=lambda event: event.player is not None, check=wrong, slots=by_winner, usual=usual
            ),
            Allowed(
                Trick,
                (),
                example=lambda chooser: None if unseen() else self._example_trick(chooser),
                matches=lambda event: event.player is None,
                check=wrong,
                slots=by_cards,
            ),
        )

    def may_say_tricks(self, check: Callable[[dict[str, int]], str | None], counts: Slots | None = None) -> Allowed:
        """`tricks A 3 B 2`: all tricks by number, if none has been said.

        `counts` has the slots of the numbers, if the saying leaves out some of the deal's tricks or some players.
        """

        def wrong(event: Tricks) -> str | None:
            return self._wrong_counts(event) or check(dict(event.counts))

        def slots(player: str) -> Slots | None:
            if self.winners:
                return None
            return (Literal("tricks"), *(self.all_tricks() if counts is None else counts))

        return Allowed(Tricks, (), check=wrong, slots=slots)

    def all_tricks(self, most: int | None = None) -> Slots:
        """Return the slots of numbers that add up to all the tricks, each at most `most`."""
        count = Number(0, self.number if most is None else most, shown="N")
        return (
            Group(
                (Player(self.players), count),
                repeat=True,
                low=1 if most is None else -(-self.number // most),
                high=len(self.players),
                total=(self.number, self.number),
                shown="NAME N …",
            ),
        )

    def _wrong_counts(self, event: Tricks) -> str | None:
        if self.winners:
            return "tricks have been said one by one in this deal: go on with trick NAME"
        for player, _ in event.counts:
            if player not in self.players:
                return f"{player} does not play to the tricks of this deal"
        total = sum(count for _, count in event.counts)
        if total > self.number:
            return f"{total} tricks are too many: a deal has {self.number}"
        return None

    def _wrong_cards(self, cards: Sequence[Card]) -> str | None:
        order = self.order()
        if len(cards) != len(order):
            return f"a trick has {len(order)} cards here, from {order[0]} round, not {len(cards)}"
        if problem := twice(cards):
            return problem
        for player, card in zip(order, cards, strict=True):
            if problem := self.card_fault(player, card) or self._left_to_play(player, card):
                return problem
        return self.irregular((*self.cards, tuple(zip(order, cards, strict=True))))

    def card_fault(self, player: str, card: Card) -> str | None:
        """Return why a player cannot have this card to play, or None."""
        return self.known.card_fault(player, card)

    # Duties

    def irregular(self, tricks: Sequence[PlayedTrick]) -> str | None:
        """Return which card of these tricks is proved to break a duty, or None."""
        fallen = [dict(trick) for trick in tricks]
        proved = [fault for player in self.players if (fault := self._proved(player, fallen))]
        return min(proved)[1] if proved else None

    def _proved(self, player: str, tricks: Sequence[Mapping[str, Card]]) -> tuple[int, str] | None:
        """Return the duty that a player has broken whichever hand was dealt, or None.

        The result is the number of the trick, and the fault in words.
        """
        own = [trick.get(player) for trick in tricks]
        played = {card for card in own if card is not None}
        faults = [self._fault(player, hand, own, tricks) for hand in self.hands_possible(player, played)]
        proofs = [fault for fault in faults if fault]
        return max(proofs) if len(proofs) == len(faults) else None

    def _fault(
        self, player: str, hand: Set[Card], own: Sequence[Card | None], tricks: Sequence[Mapping[str, Card]]
    ) -> tuple[int, str] | None:
        """Return the first duty broken by a player who began with this hand, or part of it; or None."""
        for number, card in enumerate(own):
            if card is None:
                continue
            cards = list(tricks[number].values())
            duty = self.rules.duty(self._had(hand, number, own), cards[: cards.index(card)], number)
            if card not in duty.permitted:
                permitted = ", ".join(sorted(map(str, duty.permitted)))
                text = f"{player} played {card} to trick {number + 1} and {duty.reason}: {player} had {permitted}"
                return number, f"{text}. {remedy}" if (remedy := self.remedy(player)) else text
        return None

    def remedy(self, player: str) -> str:
        """Return the remedy when a player is proved to have broken a duty."""
        return ""

    def hands_possible(self, player: str, played: Set[Card]) -> list[Set[Card]]:
        """Return the hands that a player may have begun with, each as far as it is known.

        There is at least one. `played` are the cards that the player is known to have played.
        """
        hand = self.known.table.hands.get(player, ())
        if player in self.unbound or len(hand) != self.number:
            return [set(self.known.taken_up(player))]
        return [{*hand, *self.known.taken_up(player)}]

    @staticmethod
    def _had(hand: Set[Card], number: int, own: Sequence[Card | None]) -> Set[Card]:
        """Return the cards that a player who began with this hand certainly had at a trick.

        `own` is what the player played to each trick; None for a trick whose cards were not said.
        """
        later = {card for card in own[number:] if card is not None}
        return later if None in own[:number] else (hand - {*own[:number]}) | later

    def _left_to_play(self, player: str, card: Card) -> str | None:
        """Return why a player has no room for a card among those still held, or None."""
        if not all(self.cards):
            return None
        played = {fallen for trick in self.cards for whose, fallen in trick if whose == player}
        left = set.intersection(*(set(hand) for hand in self.hands_possible(player, played))) - played
        if card in left or len(left) < self.number - len(self.winners):
            return None
        return f"{player} has only {', '.join(sorted(map(str, left)))} left to play, not {card}"

    def check_hands(self) -> None:
        """Raise Refusal if the tricks contradict a hand that was just said."""
        if problem := self.irregular(self.cards):
            raise refuse(problem, code=Code.CARD)

    # What was said

    def take(self, event: Trick) -> str:
        """Note a checked trick, and return its winner."""
        if event.player is not None:
            self.winners.append(event.player)
            self.cards.append(())
            return event.player
        played = tuple(zip(self.order(), event.cards, strict=True))
        winner = max(played, key=lambda played_card: self.rules.strength(played_card[1], event.cards[0]))[0]
        self.winners.append(winner)
        self.cards.append(played)
        self.known.table.played.update((card, player) for player, card in played)
        return winner

    # Random evenings

    def due_to_fall(self, chooser: Chooser) -> tuple[Card, ...]:
        """Return cards that must be in the next trick, if it is said by its cards."""
        return ()

    def _example_trick(self, chooser: Chooser) -> Trick | None:
        order, due = self.order(), list(self.due_to_fall(chooser))
        trick: PlayedTrick = ()
        for place, player in enumerate(order):
            falls_now = chooser.number(1, len(order) - place) <= len(due)
            among = [due.pop()] if falls_now else [card for card in self.known.unseen(player) if card not in due]
            picked = next(
                (card for card in pick_cards(chooser, among, len(among)) if self._fits(trick, player, card)), None
            )
            if picked is None:
                return None
            trick = (*trick, (player, picked))
        return Trick(None, tuple(card for _, card in trick))

    def _fits(self, before: PlayedTrick, player: str, card: Card) -> bool:
        """Return whether a card may be played after these in the next trick without breaking a duty."""
        if self.card_fault(player, card) or any(card == fallen for _, fallen in before):
            return False
        return self.irregular((*self.cards, (*before, (player, card)))) is None
