"""Tournament: the money of a poker tournament, or of any other that is played for places.

Two to 100 play: those of the game, and who joins comes in late. Who has paid what is kept, who is out, and which prize
goes to whom; no hand, chip, but a clock where there are `levels`. Chips of the tournament are no counters.

There are no deals. At any time, in the order in which it happened:
  A joins                     comes in late, and pays an entry
  A rebuys                    a new stack, whether he is in or out; who was out comes back, and his place is void
  A re-enters                 comes in anew: one who is out pays an entry, and his place stands
  A adds-on                   once each, while he is in
  A knocks-out B              B is out, and A, who is in, takes the bounty
  A knocks-out B C            both, and B has the lower place; of who is out already A takes the head alone, or a part
                              of it where another took it
  B out                       B is out, and nobody takes his head; `B leaves` is the same, and he leaves the table
  split B C                   these go out together, in the same hand with as many chips, and share the prizes of their
                              places
  chop icm A 5200 B 3100      a deal of all who are in, with their chips: by the independent chip model
  chop chips A 5200 B 3100    each the least prize still to be had, and the rest by chips
  chop even                   equally
  chop A 39 B 33              as agreed: all that is left of the prizes, to the last counter
  chop first 20               so much of the prizes is left for the first: what is shared after it is the rest, and all
                              play on
  level [N]                   the clock is set to the beginning of level N, or of the next, and runs
  pause, resume               the clock stops, and goes on; the first `resume` begins the first level
  A takes house 5             so much of the house's counters; without an amount all of them

Who goes out first has the last place. If several go out in one hand, who had fewer chips before it is said first.

What moves
  entry               A to tournament.prizes: `entry`; to tournament.bounties: `bounty`; to tournament.house: `fee`
  rebuy, add-on       A to tournament.prizes: `rebuy`, `addon`; who comes back from a knock-out puts a new `bounty` on
                      his head
  A knocks-out B      tournament.bounties to A: the bounty on B, at first `bounty`
  C knocks-out B too  who took the bounty before to tournament.bounties: what is more than an equal share of it;
                      tournament.bounties to C: such a share, the odd counters being with who took it first
  end, one being in   tournament.prizes to each place: its share; tournament.bounties to the winner: all that is left
  chop                tournament.prizes to who is in: as agreed; to the places already gone: their shares;
                      tournament.bounties to who is in: each their own head, and the rest of the heads equally;
                      if something is left for the first, no heads
  end after such one  tournament.prizes and tournament.bounties to the winner: all that is left
  A takes house       tournament.house to A
  penalty A 5 "WHY"   A to tournament.prizes

Shares. `places` has hundredths of all in the prizes; unsaid they are 100 with two or three entries, 65-35 with four to
six, 50-30-20 with seven to ten, 40-30-20-10 with eleven to twenty, 35-25-18-13-9 with more. Rebuys are no entries;
whoever re-enters is one more. Each share is rounded down to a counter, and what is over goes one each to the places
from the first down. If there are fewer entries than places, the shares of those that are not there go to the first. Of
places that were shared by `split` the odd counters go to who sits first. With `prizes` instead, amounts from the first
down, each place has its amount, from the first down as far as the prizes reach; what is over goes to the first.

The deal. What is left are the prizes of the places of who is in; the places gone have theirs. By the model of Malmuth
and Harville a player's chance of the first place is his part of the chips, and of the next his part of the chips of
those left, whoever may have come before. By the model and by chips it is worked out exactly and rounded down to a
counter; what is over goes one each to the greatest remainders, of equal ones to more chips, then to who sits first.
Equally: odd counters to who sits first.

Something for the first. `chop first 20` comes before the deal: 20 less is shared, taken off the prize of the first
place, which has at least so much; something is left to share. After the deal all play on for it and for the heads:
nobody comes in or buys any more, fines go to the first too, and `end` pays once one is in. `end divide` shares it.
Said again, it is another sum.

Progressive. With `progressive=on` half of a bounty, rounded down to a counter, goes on the head of who takes it, and
the rest is paid out. If several share it, each has half of their part on their own head. It can be shared no more
once one who took it has lost their own head.

The end. `end` pays the places once one is in. With several in and no deal it is refused; `end divide` then shares the
prizes and the bounties equally among those who are in, and what the house has with them. Bare `end` is refused while
the house has anything: say `A takes house` first. After a deal only `A takes house`, `A leaves` and `end` are said.

The clock. It moves no money. With `levels` the log has when `level`, `pause` and `resume` were said; from these follow
the level, the time that is left and the next blinds, on the wall, on the phone and in `table`. Levels follow one
another by themselves; the last one has no end. Breaks have no numbers. `stack`, the chips of an entry, a rebuy or an
add-on, gives the average of those who are in. `levels=usual` has 18 levels from 25/50 and a break of ten minutes after
each four; a level lasts ten minutes with up to six players, fifteen with up to ten, twenty with more.

Irregularities. None but `penalty A AMOUNT "WHY"`.

Where the sheet decides, or is silent: prizes are paid at the end, and not when one is left, for the last two may rebuy.
A knock-out that was none is taken back by `undo` or `void`. Who comes back after `out` or `split` pays no new bounty,
since nobody took his head. Two with equal chips who are out in one hand share their places: `split B C`. Say by whom
after it: `A knocks-out B C` of who is out already takes the heads alone, and the places stay; after `B out` too. A head
that two take is shared: each says `A knocks-out B`, as long as B has not come back. How late one may come in or rebuy
is the table's to say. Who is out and has left the table comes back by `rebuys`, and then takes his seat by `joins`,
without paying again. Who re-enters pays `entry`, `bounty` and `fee` as at first, has a head, rebuys and an add-on of
his own anew, and may have the prizes of several places; a head that nobody took before goes to the winner, or into
the deal. A deal takes two, and so does `end divide`. The model is not worked out where so many are in, for
so many prizes, that it would take too long. Nobody can be called chop, icm, chips, even or first, nor, with `levels`,
level, pause or resume.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ledger.games.tournament.money import HOUSE, PRIZES, TournamentMoney
from ledger.games.tournament.options import TournamentOptions
from ledger.games.tournament.prizes import by_chips, by_model, may_be_modelled, rounded
from ledger.games.tournament.standing import Bounty, TournamentCarry
from ledger.games.tournament.words import AGREED, CHIPS, CLOCK, EVEN, FIRST, ICM, LEVEL, PAUSE, RESUME
from ledger.rules import (
    Allowed,
    ClockSet,
    Code,
    DealInHand,
    Game,
    GameClock,
    Permission,
    Play,
    Turn,
    announcement,
    disallow,
    listed,
    refuse,
    takes,
    word,
)
from ledger.rules.events import Announces, Deal, End, Event, Out, Penalty, Says, Split, Takes
from ledger.rules.slots import Amount, Group, Literal, Number, Player, Players, Slots, Word

FEWEST, MOST = 2, 100
MOST_CHIPS = 999_999_999
"""The greatest number of chips that the notation reads."""
NO_DEALS = "nothing is dealt at a tournament: say who is out"
TOO_MANY = f"a tournament has at most {MOST} entries"
DEALT = "the prizes are shared: only NAME takes house, NAME leaves and end follow"
FOR_THE_FIRST = "the prizes are shared but for what the first has: nobody comes in or buys any more"


class TournamentDeal(DealInHand[TournamentOptions, TournamentCarry]):
    """The sayings between two sayings of a tournament: each is settled at once."""

    fines_to = PRIZES
    carried_amounts = ("places",)

    def prepare(self) -> None:
        """Set up the money of the tournament."""
        self.money = TournamentMoney(self.table, self.options)

    def first_carry(self) -> TournamentCarry:
        """Return the carry as the game begins: all who play are in."""
        players = self.table.players
        return TournamentCarry(players, heads=dict.fromkeys(players, Bounty(self.options.bounty)))

    def game_begins(self) -> None:
        """Take the entries of those who play from the beginning."""
        for player in self.carry.entered:
            self.money.enter(player)

    def play(self) -> Play[TournamentCarry]:
        """Take one saying, and settle it."""
        return self.settle((yield self.turn))

    def turn(self) -> Turn:
        """Return everything that may be said, by anybody."""
        goes_on = len(self.inside) > 1 and not self.carry.over
        return Turn(
            says=(
                *self.may_go_out(),
                *self.may_buy(),
                *self.may_deal_out(),
                takes(self.table.seats.ring, HOUSE, self.money.held(HOUSE), self.table.money),
                *self.may_set_clock(),
                disallow(Deal, NO_DEALS),
                *(self.may_end() if goes_on else self.usual_end()),
            ),
            who=self.inside if goes_on else self.everybody,
            statement=self._who_is_in(),
            state=self._what_is_paid(),
            joint="; ",
            pause=True,
        )

    @property
    def inside(self) -> tuple[str, ...]:
        """Return who is in, in the order of the seats."""
        return self.money.seated(self.carry.inside)

    @property
    def everybody(self) -> tuple[str, ...]:
        """Return everybody who has entered, in the order of the seats."""
        return self.money.seated(self.carry.everybody)

    def _who_is_in(self) -> str:
        inside, entered = self.inside, len(self.carry.entered)
        if self.carry.over:
            return "the prizes are shared"
        if len(inside) == 1:
            return f"{inside[0]} alone is in"
        return f"all {entered} are in" if len(inside) == entered else f"{len(inside)} of {entered} are in"

    def _what_is_paid(self) -> str:
        held, show = self.money.held(HOUSE), self.table.show
        if self.carry.over:
            return f"the house has {show(held)} still" if held else ""
        if self.carry.dealt:
            return f"the first has {show(self.money.held(PRIZES))} still"
        prizes = [self.table.show(prize) for prize in self.money.prizes(self.carry) if prize]
        return f"the places pay {listed(prizes)}" if len(prizes) > 1 else f"the winner has {prizes[0]}"

    # What may be said

    def wrong_player(self, player: str) -> str | None:
        """Return why a player can neither say nor suffer anything now, or None."""
        if self.carry.over:
            return DEALT
        if player in self.carry.out:
            return f"{player} is out"
        return None if player in self.carry.entered else f"{player} does not play in this game"

    def wrong_to_go(self, players: Iterable[str]) -> str | None:
        """Return why these cannot go out together, or None."""
        going = list(players)
        if problem := next(filter(None, map(self.wrong_player, going)), None):
            return problem
        if {*going} < {*self.inside}:
            return None
        return f"{listed(going)} cannot go out: nobody would be in"

    def wrong_heads(self, event: Says) -> str | None:
        """Return why a player cannot take the heads of those who are out already, or None."""
        heads = self.carry.heads
        lost = {player for player, head in heads.items() if head.takers}
        for other in event.players:
            if other in self.carry.out:
                head = heads[other]
                if not self.options.bounty:
                    return f"{other} is out"
                if event.player in head.takers:
                    return f"{event.player} has taken the head of {other} already"
                if self.options.progressive and (head.closed or not lost.isdisjoint(head.takers)):
                    return f"the head of {other} cannot be shared now: who took it has lost their own since"
            lost.add(other)
        return None

    def heads_for(self, player: str) -> tuple[str, ...]:
        """Return who is out and may be named by this player, with others, for the head alone."""
        heads, progressive = self.carry.heads, self.options.progressive
        if not self.options.bounty:
            return ()
        out = self.money.seated(self.carry.out)
        return tuple(
            other for other in out if player not in (taken := heads[other].takers) and not (progressive and taken)
        )

    def may_go_out(self) -> Iterator[Permission]:
        """`A knocks-out B …`, `B out` and `split B C …`."""
        out_now = self.carry.out

        def wrong_knock(event: Says) -> str | None:
            if problem := self.wrong_player(event.player):
                return problem
            if event.player in event.players:
                return f"{event.player} cannot knock out {event.player}"
            going = [other for other in event.players if other not in out_now]
            return self.wrong_to_go(going) or self.wrong_heads(event)

        def others(player: str) -> tuple[str, ...]:
            return tuple(other for other in self.inside if other != player)

        def knock(player: str) -> list[Slots] | None:
            if self.wrong_player(player):
                return None
            among, knocks = (*others(player), *self.heads_for(player)), Word(("knocks-out",))
            alone = [other for other in out_now if other not in among and wrong_knock(shared(player, other)) is None]
            together = [(knocks, Players(1, len(among), among))] if among else []
            return [*together, *([(knocks, Players(1, 1, tuple(alone)))] if alone else [])]

        def shared(player: str, other: str) -> Says:
            return Says(player, "knocks-out", players=(other,))

        def out(player: str) -> Slots | None:
            return None if self.wrong_to_go((player,)) else (Word(("out",)),)

        def together(player: str) -> Slots | None:
            inside = () if self.carry.over else self.inside
            return (Literal("split"), Players(2, len(inside) - 1, inside)) if len(inside) > 2 else None

        yield Allowed(Says, self.everybody, words=("knocks-out",), check=wrong_knock, slots=knock)
        yield Allowed(Out, self.everybody, check=lambda event: self.wrong_to_go((event.player,)), slots=out)
        yield Allowed(Split, (), check=lambda event: self.wrong_to_go(event.players), slots=together)

    def may_buy(self) -> Iterator[Permission]:
        """`A rebuys`, `A re-enters` and `A adds-on`."""
        options, carry = self.options, self.carry

        def wrong_rebuy(event: Says) -> str | None:
            if carry.dealt:
                return self.dealt
            if options.rebuy_price is None:
                return "there are no rebuys at this tournament"
            bought = carry.rebought.count(event.player)
            if isinstance(options.rebuys, str) or bought < options.rebuys:
                return None
            return f"{event.player} has had {bought} {'rebuy' if bought == 1 else 'rebuys'}, and may have no more"

        def wrong_addon(event: Says) -> str | None:
            if problem := self.wrong_player(event.player) or (carry.dealt and self.dealt):
                return problem
            if options.addon_price is None:
                return "there are no add-ons at this tournament"
            return f"{event.player} has added on already" if event.player in carry.added else None

        def wrong_entry(event: Says) -> str | None:
            if carry.dealt:
                return self.dealt
            if event.player in carry.inside:
                return f"{event.player} is in"
            return None if len(carry.entered) < MOST else TOO_MANY

        yield word(self.everybody, "rebuys", check=wrong_rebuy)
        yield word(self.everybody, "re-enters", check=wrong_entry)
        yield word(self.everybody, "adds-on", check=wrong_addon)

    def may_deal_out(self) -> Iterator[Permission]:
        """`chop` in its four forms."""
        prizes, inside = self.money.left(self.carry), self.inside
        may = not self.carry.dealt and len(inside) > 1
        total, unit = sum(prizes), self.table.money.counter or 1

        def each(figure: Number | Amount, shown: str, sums: tuple[int, int] | None = None) -> Slots | None:
            entry, number = (Player(inside), figure), len(inside)
            return (Group(entry, repeat=True, low=number, high=number, total=sums, shown=shown),) if may else None

        def by_stacks() -> Slots | None:
            return each(Number(1, MOST_CHIPS), "A CHIPS B CHIPS …")

        def modelled() -> Slots | None:
            return by_stacks() if may_be_modelled(len(inside), prizes) else None

        def agreed() -> Slots | None:
            step = unit if total % unit == 0 else 1
            return each(Amount(0, total, step=step), "A AMOUNT B AMOUNT …", (total, total))

        yield announcement(ICM, modelled, self.wrong_chop)
        yield announcement(CHIPS, by_stacks, self.wrong_chop)
        yield announcement(EVEN, lambda: () if may else None, self.wrong_chop)
        yield announcement(AGREED, agreed, self.wrong_chop)
        most = self.money.most_for_the_first(self.carry) if may else 0
        yield announcement(FIRST, lambda: (Amount(unit, most, step=unit),) if most >= unit else None, self.wrong_first)

    @property
    def dealt(self) -> str:
        """Return why nobody comes in, buys or deals any more once the prizes were shared."""
        return DEALT if self.carry.over else FOR_THE_FIRST

    def wrong_first(self, event: Announces) -> str | None:
        """Return why so much cannot be left for the first, or None."""
        if problem := self.nobody_shares():
            return problem
        most, show = self.money.most_for_the_first(self.carry), self.table.show
        if 0 < (amount := event.amount or 0) <= most:
            return None
        return f"at most {show(most)} can be left for the first, not {show(amount)}" if amount else "nothing is left so"

    def nobody_shares(self) -> str | None:
        """Return why the prizes cannot be shared by a deal, or None."""
        if self.carry.dealt:
            return self.dealt
        inside = self.inside
        return f"{inside[0]} alone is in: there is nobody to share with" if len(inside) == 1 else None

    def wrong_chop(self, event: Announces) -> str | None:
        """Return what is wrong with a deal, or None."""
        inside = self.inside
        if (problem := self.nobody_shares()) or event.word == EVEN:
            return problem
        named = _named(event)
        if problem := next(filter(None, map(self.wrong_player, named)), None):
            return problem
        if missing := [player for player in inside if player not in named]:
            are = "is" if len(missing) == 1 else "are"
            return f"a deal is of all who are in, and {listed(missing)} {are} missing"
        if event.word == AGREED:
            left, shared = sum(self.money.left(self.carry)), sum(named.values())
            show = self.table.show
            return None if left == shared else f"{show(left)} of the prizes is left, and not {show(shared)}"
        if chipless := [player for player, number in named.items() if number == 0]:
            return f"{listed(chipless)} cannot be in with 0 chips"
        return None if self.parts_of(event) else f"the model is too much to work out with {len(inside)} in"

    def game_clock(self) -> GameClock | None:
        """Return the clock; None if the tournament has no levels."""
        levels, settings = self.options.levels, self.carry.clock
        if levels is None:
            return None
        return GameClock(levels, settings, (PAUSE, LEVEL) if settings and settings[-1].runs else (RESUME,))

    def may_set_clock(self) -> Iterator[Permission]:
        """`level [N]`, `pause` and `resume`."""
        clock = self.game_clock()
        if clock is None:
            return
        runs, levels = clock.runs, len(clock.levels)

        def wrong_level(event: Announces) -> str | None:
            over = [number for number in event.numbers if not 0 < number <= levels]
            return f"the tournament has {levels} levels, and no level {over[0]}" if over else None

        yield announcement(PAUSE, lambda: () if runs else None, lambda event: None if runs else "the clock stands")
        yield announcement(RESUME, lambda: None if runs else (), lambda event: "the clock runs" if runs else None)
        yield announcement(LEVEL, lambda: [(), (Number(1, levels),)], wrong_level)

    def may_be_absent(self, event: Event) -> bool:
        """Return whether one who has left may say this: an entry, a rebuy, or `takes house`."""
        return True

    # What it comes to

    def settle(self, event: Event) -> TournamentCarry:
        """Move the counters of a saying, and return how the tournament stands then."""
        carry, money = self.carry, self.money
        match event:
            case Says(player=player, word="knocks-out", players=others):
                for other in others:
                    if other not in carry.out:
                        carry = carry.without(other)
                    carry = money.give_head(player, other, carry)
            case Out(player=player):
                carry = carry.without(player)
            case Split(players=players):
                carry = carry.without(*players)
            case Says(player=player, word="rebuys"):
                money.buy(player, self.options.rebuy_price, "a rebuy")
                if carry.heads[player].takers:
                    money.put_on_head(player)
                    carry = carry.with_head(player, self.options.bounty)
                carry = carry.after_rebuy(player)
            case Says(player=player, word="re-enters"):
                carry = self._with_entry(player)
            case Says(player=player, word="adds-on"):
                money.buy(player, self.options.addon_price, "an add-on")
                carry = replace(carry, added=(*carry.added, player))
            case Announces():
                carry = self._announced(event)
            case Takes(player=player, amount=amount):
                money.give_house(player, amount)
        return carry

    def _announced(self, event: Announces) -> TournamentCarry:
        """Share the prizes by a deal, note what it will leave for the first, or set the clock."""
        carry = self.carry
        if event.word == FIRST:
            return replace(carry, first=event.amount or 0)
        if event.word in CLOCK:
            level = (*event.numbers, 0)[0] if event.word == LEVEL else None
            return replace(carry, clock=(*carry.clock, ClockSet(self.table.books.event, event.word != PAUSE, level)))
        self.money.pay_deal(carry, self.parts_of(event) or {})
        return replace(carry, dealt=True)

    def parts_of(self, event: Announces) -> dict[str, int] | None:
        """Return the shares of a deal, by the seats; None if they take too long to compute."""
        prizes, inside, named = self.money.left(self.carry), self.inside, _named(event)
        total = sum(prizes)
        if event.word == EVEN:
            return self.money.shared(total, inside)
        chips = {player: named[player] for player in inside}
        if event.word == AGREED:
            return chips
        parts = by_model(prizes, chips) if event.word == ICM else by_chips(prizes, chips)
        return None if parts is None else rounded(parts, total, self.table.odd_unit(total), chips)

    # Coming and going

    def refuse_join(self, player: str) -> str | None:
        """Return why this player may not come in, or take an old seat again; None if allowed."""
        carry = self.carry
        if carry.dealt:
            return self.dealt
        if player in carry.out:
            return f"{player} is out: who is out comes back by {player} rebuys, or {player} re-enters"
        if player in carry.entered or len(carry.entered) < MOST:
            return None
        return TOO_MANY

    def joined(self, player: str) -> TournamentCarry:
        """Take the entry of a late player; a player who has bought again takes the old seat."""
        return self.carry if player in self.carry.entered else self._with_entry(player)

    def _with_entry(self, player: str) -> TournamentCarry:
        self.money.enter(player)
        return self.carry.with_entry(player).with_head(player, self.options.bounty)

    def refuse_leave(self, player: str) -> str | None:
        """Return why the last player in cannot leave before the end, or None."""
        if self.carry.over or self.carry.inside != (player,):
            return None
        return f"{player} alone is in: say end first"

    def left(self, player: str) -> TournamentCarry:
        """Return the carry after a player has left the table: a player who was in is out."""
        stays = self.carry.over or player not in self.carry.inside
        return self.carry if stays else self.carry.without(player)

    # Fines, and what there is none of

    def may_be_fined(self) -> tuple[str, ...]:
        """Return who is in and at the table, until the prizes are shared."""
        return tuple(player for player in self.table.players if self.wrong_player(player) is None)

    def penalty(self, event: Penalty) -> None:
        """Take a fine of a player who is in. Raises Refusal for one who is out, and after a deal."""
        if problem := self.wrong_player(event.player):
            raise refuse(problem)
        super().penalty(event)

    def wrong_misdeal(self) -> str | None:
        """Return that there is no deal to be void."""
        return NO_DEALS

    # The end

    def ways_to_end(self) -> Sequence[str | None]:
        """Return how the tournament may end now: with one player in, by a bare `end` only."""
        if self.carry.over or len(self.inside) > 1:
            return super().ways_to_end()
        return () if self.money.held(HOUSE) else (None,)

    def sharers(self) -> Sequence[str]:
        """Return who shares the rest: the players in."""
        return self.inside

    def end(self, event: End) -> None:
        """Pay the places, if one player is in; else share the rest as the saying tells.

        Raises Refusal if the tournament cannot end.
        """
        inside, carry = self.inside, self.carry
        alone = len(inside) == 1 and not carry.over
        if event.how is None:
            if len(inside) > 1 and not carry.over:
                sentence = f"{listed(inside)} are still in"
                raise refuse(sentence, "Say who is out, chop even, or end divide", Code.NOT_NOW)
            if held := self.money.held(HOUSE):
                sentence = f"the house has {self.table.show(held)} still"
                raise refuse(sentence, "Say NAME takes house first", Code.NOT_NOW)
        elif alone:
            raise refuse(f"{inside[0]} alone is in: nothing is to be shared", "Say end, which pays the places")
        if alone:
            self.money.pay_winner(carry)
        super().end(event)

    # How it stands

    def carried(self) -> dict[str, Any]:
        """Return who is out, each with the place, and what each place pays.

        Where it is known how many chips an entry has, the average stack is with them.
        """
        carry = self.carry
        placed = [(player, place) for place, group in reversed(carry.places()) for player in group]
        best = dict(placed)
        out = {player: best[player] for player, _ in reversed(placed) if player in carry.out}
        places = () if carry.over else (self.money.held(PRIZES),) if carry.dealt else self.money.prizes(carry)
        told: dict[str, Any] = {"out": out, "places": [prize for prize in places if prize]}
        if self.options.stack and carry.inside:
            chips = self.options.stack * (len(carry.entered) + len(carry.rebought) + len(carry.added))
            told["average_stack"] = chips // len(carry.inside)
        return told

    def at_seat(self, player: str) -> str:
        """Return the place of a player who is out."""
        place = self.carried()["out"].get(player)
        return "" if place is None else f"out, place {place}"


def _named(event: Announces) -> dict[str, int]:
    """Return the chips, or the amount, that a deal names for each."""
    return {player: int(number) for player, number in (event.entries or event.amounts)}


class Tournament(Game[TournamentOptions, TournamentCarry]):
    """Tournament."""

    name = "tournament"
    title = "Tournament"
    options = TournamentOptions
    carry = TournamentCarry
    deal = TournamentDeal
    players = (FEWEST, MOST)
    without_deals = True
    reserved = ("chop", "icm", "chips", "even", "first")

    def refuse_player(self, player: str, options: TournamentOptions) -> str | None:
        """Return why a player of this name cannot play, or None: a clock has words of its own."""
        with_clock = () if options.levels is None else CLOCK
        return self.refuse_word(player, (*self.reserved, *with_clock))


GAME = Tournament()
