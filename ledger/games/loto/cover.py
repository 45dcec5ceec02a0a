"""Loto by the first method: the first to cover a card wins [109]-[110]."""

from collections.abc import Sequence

import msgspec

from ledger.games.loto.cards import HIGHEST, NUMBERS, HeldCards, Knobs, rows_covered
from ledger.games.loto.options import LotoCarry, LotoOptions
from ledger.rules import (
    Allowed,
    DealInHand,
    Lazy,
    Permission,
    Play,
    SubPlay,
    Turn,
    disallow,
    disallowed,
    listed,
    number,
    split,
    wins,
)
from ledger.rules.events import Deal, Draws, End, Event, Says, Split, Wins
from ledger.rules.slots import Group, Literal, Players, Slots, Word

USUAL_CARDS = 1
"""The number of cards dealt to each, unless another is said."""

PARTS = {
    "row": ("the first row", 1),
    "two-rows": ("two rows", 2),
    "full": ("the card", 3),
}
"""The claims in their order, each with the lines of a card that it takes [109]-[110]."""


class Cover:
    """A deal of the first method."""

    def __init__(self, deal: DealInHand[LotoOptions, LotoCarry]) -> None:
        self.deal = deal
        self.table = deal.table
        self.options = deal.options
        self.cards = HeldCards(self.options.cards, USUAL_CARDS, {}, {})
        self.steps = tuple(PARTS) if self.options.parts else ("full",)
        self.won: dict[str, tuple[str, ...]] = {}
        """The winners of each part that was claimed or followed."""
        self.covers: dict[int, str] = {}
        """The player who has covered a number, if only the first to answer covers it."""
        self.saves: dict[str, int] = {}
        """The number of numbers that each loser has covered."""

    def play(self) -> Play[LotoCarry]:
        """Play the deal in its order: stakes, knobs and claims, savings, the card."""
        deal = self.deal
        yield from deal.opening(check=self.too_few_cards)
        self.knobs = Knobs(deal.dealer)
        self.players = self.table.others(deal.dealer)
        self.stake()
        turn = Turn(says=self.what_may_be_said(), statement=f"{deal.dealer} calls the knobs", state=self.state)
        while "full" not in self.won:
            self.apply((yield lambda: turn))
        if self.options.saved and not self.follows:
            yield from self.saving()
        self.pay_the_card()
        return deal.carry

    # The stakes

    def too_few_cards(self, event: Deal) -> str | None:
        """Return a sentence if there is not a card for everybody but the dealer, or None."""
        return self.cards.too_many([USUAL_CARDS] * (len(self.table.players) - 1))

    def stake(self) -> None:
        """Take the stake of everyone but the dealer, and fix a quarter of the whole pool [109]."""
        pool = self.table.pool()
        for player in self.players:
            self.table.pay_in(player, pool, self.options.stake, "the stake", "[109]")
        held = self.table.holding()
        unit = self.table.odd_unit(held)
        self.quarter = held // 4 // unit * unit

    # The turn

    @property
    def begun(self) -> bool:
        """Return whether a knob was drawn, or anything claimed."""
        return bool(self.knobs.drawn or self.won)

    @property
    def follows(self) -> bool:
        """Return whether rows and card follow from the knobs, because every card is known."""
        return self.cards.all_known(self.players)

    def state(self) -> str:
        """Return the next part to win, as a clause."""
        empty = ", and the bag is empty: say misdeal if nobody covers more" if len(self.knobs.drawn) == HIGHEST else ""
        return f"nobody has won {PARTS[self.next_part][0]} yet{empty}"

    def what_may_be_said(self) -> tuple[Lazy, ...]:
        """Return all permissions until the card is full."""
        everybody = self.table.round()
        return (
            Lazy((Says,), self.may_have_cards, words=("cards", "card")),
            Lazy((Draws,), lambda: [self.knobs.may_draw(everybody, self.wrong_knobs)]),
            Lazy((Says,), lambda: [self.may_cover()], words=("covers",)),
            Lazy((Says,), lambda: map(self.may_claim, PARTS), words=tuple(PARTS)),
            Lazy((Wins,), lambda: [self.may_win()]),
            Lazy((Split,), lambda: [self.may_split()]),
            Lazy((Says,), lambda: [disallowed(self.may_save(everybody))], words=("saves",)),
            Lazy((End,), self.not_the_end),
            Lazy((Says,), lambda: self.not_for_the_dealer("cards", "card"), words=("cards", "card")),
        )

    def may_have_cards(self) -> tuple[Permission, ...]:
        """Return the sayings of cards and their numbers, before the first knob."""
        return (
            self.cards.may_take(self.players, self.wrong_count),
            self.cards.may_show(self.players, self.wrong_time_for_cards),
        )

    def not_the_end(self) -> tuple[Permission, ...]:
        """Return the refusal of `end` while no card is full."""
        pool = f"no card is full, and {self.table.show(self.table.holding())} lies in loto.pool still"
        return (disallow(End, f"{pool}: say misdeal, and then end divide, end draw NAME:CARD …, or end leave"),)

    def not_for_the_dealer(self, *words: str) -> list[Permission]:
        """Return the refusal of cards to the dealer."""
        fault = self.stands_out(self.deal.dealer) or ""
        return [disallow(Says, fault, *words, who=self.deal.dealer)]

    def stands_out(self, player: str) -> str | None:
        """Return a sentence if a player is the dealer, who stands out; or None [109]."""
        return f"{player} calls the knobs and stands out" if player == self.deal.dealer else None

    def wrong_time_for_cards(self, event: Says) -> str | None:
        """Return a sentence if a knob or claim has come before the cards, or None."""
        return f"{event.word} is said before the first knob and the first claim" if self.begun else None

    def wrong_count(self, event: Says) -> str | None:
        """Return why a player cannot have been dealt this number of cards, or None."""
        player, count = event.player, event.numbers[0]
        if fault := self.wrong_time_for_cards(event):
            return fault
        if count < len(self.cards.known(player)):
            return f"the numbers of {len(self.cards.known(player))} cards of {player}'s have been said already"
        return self.cards.too_many([count, *(self.cards.held(other) for other in self.players if other != player)])

    # Knobs and what they cover

    def wrong_knobs(self, event: Draws) -> str | None:
        """Return a sentence if a knob is drawn after the card is full, or None."""
        if self.options.answer != "all" or not self.follows or self.knobs.wrong(event):
            return None
        drawn = set(self.knobs.drawn)
        for knob in event.numbers[:-1]:
            drawn.add(knob)
            if filled := [player for player in self.players if self.rows(player, drawn) == PARTS["full"][1]]:
                return f"{knob} fills {listed(filled)}'s card: no knob is drawn after it"
        return None

    def rows(self, player: str, covered: set[int]) -> int:
        """Return how many rows a player has covered on the best of the player's cards [109]-[110]."""
        return max(rows_covered(card, covered) for card in self.cards.known(player))

    def covered_by(self, player: str) -> set[int]:
        """Return the numbers that a player has covered."""
        if self.options.answer == "all":
            return set(self.knobs.drawn)
        return {number_covered for number_covered, whose in self.covers.items() if whose == player}

    def may_cover(self) -> Permission:
        """Return `A covers N …`, if only the first to answer covers a number [110]."""

        def slots(player: str) -> list[Slots]:
            right = tuple(str(drawn) for drawn in self.knobs.drawn if self.wrong_cover(said_of(player, drawn)) is None)
            several = Group((Word(right),), repeat=True, low=2, high=len(right), shown="N …")
            forms: list[Slots] = [(Word(("covers",)), Word(right, shown="N …"))] if right else []
            return [*forms, (Word(("covers",)), several)] if len(right) > 1 else forms

        def said_of(player: str, covered: int) -> Says:
            return Says(player, "covers", numbers=(covered,))

        return Allowed(Says, self.table.round(), check=self.wrong_cover, slots=slots, words=("covers",))

    def wrong_cover(self, event: Says) -> str | None:
        """Return why a player cannot cover these numbers, or None."""
        player = event.player
        if fault := self.stands_out(player):
            return fault
        if self.options.answer == "all":
            return "with answer=all everyone covers the numbers called, and nobody says so"
        if self.cards.has_unknown(player):
            return f"the numbers of {player}'s cards are not all known: {player} card N N … comes before the first knob"
        for place, covered in enumerate(event.numbers):
            if covered in event.numbers[:place]:
                return f"{covered} is covered twice"
            if fault := self.wrong_number_covered(player, covered):
                return fault
        return None

    def wrong_number_covered(self, player: str, covered: int) -> str | None:
        """Return why a player cannot cover a number, or None."""
        if covered not in self.knobs.drawn:
            return f"knob {covered} has not been drawn"
        if not any(covered in card for card in self.cards.known(player)):
            return f"{covered} is on no card of {player}'s"
        if covered in self.covers:
            return f"{covered} has been covered already, by {self.covers[covered]}"
        return None

    # Claims

    @property
    def next_part(self) -> str:
        """Return the next part to win."""
        return next(step for step in self.steps if step not in self.won)

    def wrong_claim(self, step: str, claimers: Sequence[str]) -> str | None:
        """Return why these players cannot claim a part, or the card; or None."""
        if step not in self.steps:
            return f"{step} is a part of the pool only with parts=on"
        for player in claimers:
            if fault := self.stands_out(player):
                return fault
            if player not in self.players:
                return f"{player} does not play in this game"
        if len(set(claimers)) != len(claimers):
            return "a player is named twice"
        if self.follows:
            return "every card is known: rows and the full card follow from what is drawn and covered"
        if step in self.won:
            return f"{PARTS[step][0]} has been won already, by {listed(self.won[step])}"
        if step != self.next_part:
            return f"{PARTS[self.next_part][0]} is won before {PARTS[step][0]}: say {self.next_part} first"
        return None

    def may_claim(self, step: str) -> Permission:
        """Return `A row`, `A two-rows` or `A full`, and `with B …` at the same knob."""

        def wrong(event: Says) -> str | None:
            return self.wrong_claim(step, (event.player, *event.players))

        def slots(player: str) -> Slots | None:
            others = tuple(other for other in self.players if other != player)
            if wrong(Says(player, step)):
                return None
            at_once = Group((Literal("with"), Players(1, len(others), others, shown="B …")), optional=True)
            return (Word((step,)), at_once) if others else (Word((step,)),)

        return Allowed(Says, self.table.round(), check=wrong, slots=slots, words=(step,))

    def may_win(self) -> Permission:
        """Return `A wins`, which is the full card."""
        return wins(self.table.round(), check=lambda event: self.wrong_claim("full", (event.player,)))

    def may_split(self) -> Permission:
        """Return `split A B …`, for a full card of several players at one knob."""
        may = split(self.table.round(), check=lambda event: self.wrong_claim("full", event.players))
        may = msgspec.structs.replace(may, slots=split(self.players).slots)
        return may if not self.follows and self.next_part == "full" else disallowed(may)

    # What is told

    def apply(self, event: Event) -> None:
        """Apply a saying."""
        match event:
            case Says(word="cards"):
                self.cards.counts[event.player] = event.numbers[0]
            case Says(word="card"):
                self.cards.add(event.player, event.numbers)
            case Says(word="covers"):
                for knob in event.numbers:
                    self.covers[knob] = event.player
                    self.follow((event.player,))
            case Draws():
                for knob in event.numbers:
                    self.knobs.drawn.append(knob)
                    if self.options.answer == "all":
                        self.follow(self.players)
            case Wins():
                self.win("full", (event.player,))
            case Split():
                self.win("full", event.players)
            case Says():
                self.win(event.word, (event.player, *event.players))

    def follow(self, players: Sequence[str]) -> None:
        """Claim for these players what a covered number wins, if all cards are known."""
        if not self.follows or "full" in self.won:
            return
        step = self.next_part
        needed = PARTS[step][1]
        if claimers := [player for player in players if self.rows(player, self.covered_by(player)) >= needed]:
            self.win(step, claimers)

    def win(self, step: str, winners: Sequence[str]) -> None:
        """Give a part of the pool to its winners; the card is paid at the end [109]-[110]."""
        self.won[step] = self.table.round(winners)
        if step != "full":
            self.table.take_pool(winners, PARTS[step][0], "[109]-[110]", total=self.quarter)
        elif self.follows and self.options.saved:
            for player in self.losers:
                numbers = self.covered_by(player)
                self.saves[player] = sum(knob in numbers for card in self.cards.known(player) for knob in card)

    # What is saved

    @property
    def losers(self) -> tuple[str, ...]:
        """Return the players who have not filled a card."""
        return tuple(player for player in self.players if player not in self.won["full"])

    def saving(self) -> SubPlay:
        """Ask each loser how many numbers are covered; silence means none [109]."""
        while any(player not in self.saves for player in self.losers):
            event = yield self.saving_turn
            self.saves[event.player] = event.numbers[0]

    def saving_turn(self) -> Turn:
        """Return the turn of the losers to say what they save."""
        waiting = [player for player in self.losers if player not in self.saves]
        full = f"{listed(self.won['full'])} {'has' if len(self.won['full']) == 1 else 'have'} filled a card"
        return Turn(
            statement=full,
            state=f"it is open what {listed(waiting)} {'saves' if len(waiting) == 1 else 'save'}",
            says=(
                self.may_save(waiting),
                disallowed(self.may_save(self.table.round())),
                disallow(Draws, f"{full}: no knob is drawn after it"),
            ),
            who=tuple(waiting),
            default=Says(waiting[0], "saves", numbers=(0,)),
        )

    def may_save(self, players: Sequence[str]) -> Allowed:
        """Return `A saves N`: the numbers covered on all of a loser's cards."""
        most = max((self.most_saved(player) for player in players), default=0)
        return number(Says, players, "saves", 0, max(most, 0), self.wrong_saving)

    def most_saved(self, player: str) -> int:
        """Return the most that a player can save: fourteen numbers on each card that is not full."""
        return (NUMBERS - 1) * self.cards.held(player)

    def wrong_saving(self, event: Says) -> str | None:
        """Return why a player cannot save so much, or None."""
        player = event.player
        if not self.options.saved:
            return "nothing is saved out of the stakes: saved is off"
        if fault := self.stands_out(player):
            return fault
        if "full" not in self.won:
            return "savings are said once a card is full"
        if player in self.won["full"]:
            return f"{player} has won, and the losers save"
        if player in self.saves:
            return f"{player} has saved {self.saves[player]} already"
        if event.numbers[0] > self.most_saved(player):
            held = self.cards.held(player)
            cards = f"{held} cards" if held > 1 else "a card"
            return f"at most {self.most_saved(player)} numbers are covered on {cards} that nobody has filled"
        return None

    def pay_the_card(self) -> None:
        """Pay each loser a counter a number, at most the stake, and the winner the rest [109]."""
        for player in self.losers:
            number_saved = self.saves.get(player, 0)
            amount = min(number_saved * self.options.value, self.options.stake)
            self.table.pay(self.table.pool(), player, amount, f"saved, for {number_saved} covered", "[109]")
        self.table.take_pool(self.won["full"], "the full card", "[110]")
