"""Loto by the second method: ten knobs a drawing, lines paid by their counters [110]-[112]."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ledger.games.loto.cards import LINES, HeldCards, Knobs, lines_of
from ledger.games.loto.options import LotoCarry, LotoOptions
from ledger.rules import Allowed, DealInHand, Play, Table, Turn, perhaps, refuse, so_many
from ledger.rules.events import Deal, Draws, Event, Says, Silence, Wins
from ledger.rules.slots import Group, Literal, Number, Slots, Word

USUAL_CARDS = 2
"""The number of cards that each should draw [110]."""

MOST_DRAWINGS = 99
"""The greatest number of drawings that is offered; a greater one may be said."""

KNOBS = 10
"""The number of knobs of a drawing [111]."""


@dataclass(frozen=True)
class Prize:
    """The prize of a line: the counters that lie on it, and further ones."""

    lying: int
    besides: int


PRIZES = {
    "abstract": Prize(1, 0),
    "ambo": Prize(2, 5),
    "terne": Prize(3, 25),
    "quaterne": Prize(4, 100),
    "quinterne": Prize(5, 250),
}
"""The gain of a line with one to five counters on it [111]."""


def cards_of(options: LotoOptions, carry: LotoCarry) -> HeldCards:
    """Return the cards that the players hold from one drawing to the next."""
    return HeldCards(options.cards, USUAL_CARDS, carry.cards, carry.numbers)


def eldest_of(table: Table, carry: LotoCarry) -> str | None:
    """Return the eldest hand: who drew first, or the next on the left of one who left."""
    if carry.first is None or not table.players:
        return None
    return carry.first if carry.first in table.players else table.left_of(carry.first)


class Drawing:
    """A deal of the second method: one drawing."""

    def __init__(self, deal: DealInHand[LotoOptions, LotoCarry]) -> None:
        self.deal = deal
        self.table = deal.table
        self.options = deal.options
        self.prizes: dict[str, dict[str, int]] = {}
        """The lines of each player, by their names."""

    def play(self) -> Play[LotoCarry]:
        """Play the drawing in its order: cards and stakes, knobs or prizes, payments."""
        deal = self.deal
        yield from deal.opening(check=self.wrong_deal)
        self.cards = cards_of(deal.options, deal.carry)  # as they are now, some having left in the pause
        self.knobs = Knobs(deal.dealer, KNOBS)
        self.players = self.table.round()
        if deal.carry.void and not self.too_many_staked():  # else `A cards N` puts that right after the deal
            self.lay_stakes(self.table.players)
        deal.carry = replace(deal.carry, first=deal.carry.first or deal.dealer)
        while not (self.follows and len(self.knobs.drawn) == KNOBS):
            event = yield self.turn
            if isinstance(event, Silence):
                break
            self.apply(event)
        self.lay_stakes(self.players)
        self.pay_the_drawing()
        return self.drawn()

    # The stakes

    def wrong_deal(self, event: Deal) -> str | None:
        """Return why there is no further drawing, or None."""
        return "the last drawing agreed on is over: say end" if self.deal.carry.left == 0 else None

    def lay_stakes(self, players: Sequence[str]) -> None:
        """Have each of these stake for cards taken since the last stake [110].

        Raises Refusal if more cards are taken than are in the box.
        """
        table, options, carry = self.table, self.options, self.deal.carry
        if fault := self.too_many_staked():
            raise refuse(fault, "Say A cards N, where somebody has fewer than two")
        staked, reserve = dict(carry.staked), options.reserve or 0
        for player in players:
            held = self.cards.held(player)
            taken = max(held - staked.get(player, 0), 0)
            why = f"the stake of {so_many(taken)}"
            table.pay(player, table.pool(), taken * (options.stake - reserve), why, "[110]", stays=True)
            table.pay(player, table.pool("reserve"), taken * reserve, f"{why}, kept apart", "[110]-[112]", stays=True)
            staked[player] = held
        self.deal.carry = replace(carry, staked=staked)

    def too_many_staked(self) -> str | None:
        """Return a sentence if the players hold more cards than are in the box, or None."""
        fault = self.cards.too_many(map(self.cards.held, self.players))
        return fault and f"{fault}, with {USUAL_CARDS} for each who has not said A cards N"

    def too_many(self) -> str | None:
        """Return a sentence if the stakes of the first knob or prize cannot be laid, or None."""
        return None if self.begun else self.too_many_staked()

    # The turn

    @property
    def begun(self) -> bool:
        """Return whether a knob has been drawn, or a prize said."""
        return bool(self.knobs.drawn or self.prizes)

    @property
    def follows(self) -> bool:
        """Return whether the prizes follow from the knobs, because every card is known."""
        return self.cards.all_known(self.players)

    @property
    def last(self) -> bool:
        """Return whether this is the last of the drawings agreed on [112]."""
        return self.deal.carry.left == 1

    def turn(self) -> Turn:
        """Return the turn of the drawing; when no knob or all ten are drawn, silence ends it."""
        dealer, drawn, fault = self.deal.dealer, len(self.knobs.drawn), self.too_many()
        whole = not fault and (drawn in (0, KNOBS) or self.last)
        knobs = f"{drawn or 'none'} of the ten knobs {'is' if drawn < 2 else 'are'} drawn"
        return Turn(
            statement=f"{dealer} has the bag",
            state=f"{knobs}; {fault}" if fault else knobs,
            says=(
                self.cards.may_take(self.players, self.wrong_count),
                self.cards.may_show(self.players, self.wrong_time),
                self.may_agree(),
                self.knobs.may_draw(self.players, lambda event: self.too_many()),
                self.may_win(),
            ),
            default=Silence() if whole else None,
        )

    def wrong_time(self, event: Says) -> str | None:
        """Return a sentence if a knob or prize of the drawing came before this saying, or None."""
        return f"{event.word} is said before the knobs and prizes of a drawing" if self.begun else None

    def wrong_count(self, event: Says) -> str | None:
        """Return why a player cannot hold so many cards beside those with stakes or said, or None."""
        held = {player: self.cards.held(player) for player in (*self.deal.carry.staked, *self.cards.counts)}
        return self.wrong_time(event) or self.cards.too_many((held | {event.player: event.numbers[0]}).values())

    def may_agree(self) -> Allowed:
        """Return `A last [N]`: so many more drawings, this one included [112]."""
        dealer = self.deal.dealer

        def wrong(event: Says) -> str | None:
            if event.player != dealer:
                return f"only {dealer}, who has the bag, says how many drawings are left"
            if self.deal.carry.left is not None:
                return f"how many drawings are left has been said already: {self.deal.carry.left}, with this one"
            if event.numbers and event.numbers[0] < 1:
                return "this drawing counts as one of those left: say last, or last 1 or more"
            return self.wrong_time(event)

        def slots(player: str) -> Slots | None:
            if wrong(Says(player, "last")):
                return None
            return (Word(("last",)), Number(1, MOST_DRAWINGS, optional=True, shown="N"))

        return Allowed(Says, self.players, words=("last",), check=wrong, slots=slots)

    def may_win(self) -> Allowed:
        """Return `A wins ambo=1 …`: the lines of one player that have counters on them."""
        names = tuple(PRIZES)

        def slots(player: str) -> list[Slots]:
            most = LINES * self.cards.held(player)
            if self.wrong_prizes(Wins(player, marks=((names[0], 1),))):
                return []
            line: Slots = (Word(names), Literal("="), Number(1, most))
            several = Group(line, repeat=True, low=2, high=min(len(names), most), total=(2, most), shown="ambo=N …")
            return [(Word(("wins",)), Group(line, shown="ambo=N …")), (Word(("wins",)), several)]

        return Allowed(Wins, self.players, check=self.wrong_prizes, slots=slots)

    def wrong_prizes(self, event: Wins) -> str | None:
        """Return why a player cannot have these lines, or None."""
        names = [name for name, _ in event.marks]
        if self.follows:
            return "every card is known: the prizes follow from the knobs"
        unknown = [name for name in names if name not in PRIZES]
        if not names or unknown:
            near = perhaps(unknown[0], PRIZES) if unknown else ""
            return f"lines are named{near}: say wins with {', '.join(f'{name}=N' for name in PRIZES)}"
        if len(set(names)) != len(names):
            return "the same lines are said twice"
        if event.player in self.prizes:
            return f"{event.player}'s prizes at this drawing have been said already"
        held = self.cards.held(event.player)
        if (total := sum(count for _, count in event.marks)) > LINES * held:
            cards = "a card has" if held == 1 else f"{held} cards have"
            return f"{cards} {LINES * held} lines, and {event.player} cannot win for {total}"
        return self.too_many()

    # What is told

    def apply(self, event: Event) -> None:
        """Take a saying."""
        deal = self.deal
        match event:
            case Says(word="cards"):
                self.cards.counts[event.player] = event.numbers[0]
                self.cards.numbers.pop(event.player, None)
                deal.carry = replace(deal.carry, cards=dict(self.cards.counts), numbers=dict(self.cards.numbers))
            case Says(word="card"):
                self.cards.add(event.player, event.numbers)
                deal.carry = replace(deal.carry, numbers=dict(self.cards.numbers))
            case Says(word="last"):
                deal.carry = replace(deal.carry, left=event.numbers[0] if event.numbers else 1)
            case Draws():
                self.lay_stakes(self.players)
                self.knobs.drawn.extend(event.numbers)
            case Wins():
                self.lay_stakes(self.players)
                self.prizes[event.player] = dict(event.marks)

    def lines_won(self, player: str) -> dict[str, int]:
        """Return a player's lines with counters on them, as said or by the knobs [111]."""
        if not self.follows:
            return self.prizes.get(player, {})
        names = dict(zip((prize.lying for prize in PRIZES.values()), PRIZES, strict=True))
        won = dict.fromkeys(PRIZES, 0)
        for card in self.cards.known(player):
            for line in lines_of(card):
                if lying := sum(covered in self.knobs.drawn for covered in line):
                    won[names[lying]] += 1
        return {name: count for name, count in won.items() if count}

    def drawn(self) -> LotoCarry:
        """Return the carry when the drawing is over, with one drawing fewer to come."""
        carry = self.deal.carry
        return replace(carry, void=False, left=None if carry.left is None else carry.left - 1)

    # The money

    def pay_the_drawing(self) -> None:
        """Pay every player for lines, from the eldest hand round [111]."""
        eldest = eldest_of(self.table, self.deal.carry)
        assert eldest is not None
        order = (eldest, *(player for player in self.table.round(dealer=eldest) if player != eldest))
        won = {player: lines for player in order if (lines := self.lines_won(player))}
        if self.last:
            for player, lines in won.items():
                self.pay_at_the_last(player, lines)
            return
        self.fill_the_pool(sum(self.lying(lines) + self.besides(lines) for lines in won.values()))
        for player, lines in won.items():
            due = self.lying(lines) + self.besides(lines)
            self.table.pay(self.table.pool(), player, due, self.named(lines), "[111]")

    def lying(self, lines: Mapping[str, int]) -> int:
        """Return the counters that lie on these lines, in the smallest unit."""
        return sum(PRIZES[name].lying * count for name, count in lines.items()) * self.options.value

    def besides(self, lines: Mapping[str, int]) -> int:
        """Return the gain of these lines besides the counters on them, in the smallest unit."""
        return sum(PRIZES[name].besides * count for name, count in lines.items()) * self.options.value

    @staticmethod
    def named(lines: Mapping[str, int]) -> str:
        """Return the lines by their names, the smallest first."""
        return ", ".join(f"{name} {lines[name]}" for name in PRIZES if lines.get(name))

    def fill_the_pool(self, due: int) -> None:
        """Have all pay by their cards, as often as needed, until the pool holds `due` [112]."""
        stakes = {player: self.options.stake * self.cards.held(player) for player in self.players}
        missing = due - self.table.holding()
        times = -(-missing // sum(stakes.values())) if missing > 0 else 0
        why = "the pool was exhausted" + (f", {times} times over" if times > 1 else "")
        for player, amount in stakes.items():
            self.table.pay(player, self.table.pool(), times * amount, why, "[112]")

    def pay_at_the_last(self, player: str, lines: Mapping[str, int]) -> None:
        """Pay a player at the last drawing, as far as pool and reserve allow [112]."""
        if self.options.reserve is None:
            parts = {"pool": self.lying(lines) + self.besides(lines)}
        else:
            parts = {"pool": self.besides(lines), "reserve": self.lying(lines)}
        for name, due in parts.items():
            paid = min(due, self.table.holding(name))
            why = self.named(lines) + (", the counters redeemed" if name == "reserve" else "")
            self.table.pay(self.table.pool(name), player, paid, why, "[112]")
            if paid < due:
                show = self.table.show
                self.table.remark(f"bankruptcy: {player} is due {show(due)}, and {show(paid)} was left in loto.{name}")
