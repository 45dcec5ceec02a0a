"""Say a session of poker hands as an evening, each hand to its own money."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from ledger.core.names import name as written
from ledger.core.names import quoted
from ledger.core.refusals import Code, Refusal, RefusedLine, listed, printable
from ledger.evening.fold import Evening
from ledger.interchange.names import name_for
from ledger.interchange.poker_hands import USUAL_RAISES, CannotBeTold, PokerHand, PokerSession, UntoldPlay
from ledger.interchange.poker_sayings import BY_POTS, HandPlan, HandSayings
from ledger.log.commands import CommandBatch
from ledger.log.replay import Replay

GAME_OF_STACKS = "holdem"
"""The game that is begun where the first hand is told by stacks."""
LONGEST_NOTE = 500


def replay_session(session: PokerSession) -> tuple[Replay, tuple[str, ...]]:
    """Replay a session as one evening; return it, and remarks on what is not told in full."""
    evening = SessionReplay(session)
    evening.play()
    return evening.replay, (*session.remarks, *evening.remarks)


class SessionReplay:
    """The hands of a session being said, one after another.

    What a player has more than after the hand before he has bought, and what he has less he has cashed.
    """

    def __init__(self, session: PokerSession) -> None:
        self.session = session
        self.money = session.money
        self.replay = Replay()
        self.batch = CommandBatch(self.replay)
        self.remarks: list[str] = []
        self.names: dict[str, str] = {}
        for player, called in session.called.items():
            self.names[player] = name_for(called, self.money, self.names.values())
            if self.names[player] != called:
                self.remarks.append(f"{called} is called {self.names[player]} here")
        hands = [hand for hand in session.hands if isinstance(hand, PokerHand)]
        self.raises = max((hand.raises for hand in hands if "limit=fixed" in hand.options), default=USUAL_RAISES)
        self.dead = any(hand.button is None or hand.small_is_dead for hand in hands if hand.game and not hand.odd)
        """Whether the button may be dead in this session, and the small blind too."""
        self.straddles = any(post.kind == "straddle" for hand in hands for post in hand.posts)
        self.game = ""
        """The line of the game that is open; empty where none is."""

    def play(self) -> None:
        """Say everything, from the opening to the close."""
        items = self.session.hands
        last = {player: place for place, item in enumerate(items) for player in self._players(item)}
        left_out: dict[str, list[str]] = {}
        for place, item in enumerate(items):
            gone = [player for player in self._evening.seats.seated if last[player] < place]
            try:
                if why := self._say_item(item, gone, items[place + 1] if place + 1 < len(items) else None):
                    left_out.setdefault(why, []).append(item.where)
            except RefusedLine as refused:
                refusal = refused.refusal
                raise Refusal(refusal.code, f"{item.where}: {refused.text}: {refusal.sentence}") from refused
        if sum(map(len, left_out.values())) == len(items):
            why, places = next(iter(left_out.items()), ("there is none", [self.session.title]))
            raise Refusal(Code.FILE, f"{places[0]}: no hand of it can be told here: {why}", self.session.form)
        for why, places in left_out.items():
            self.remarks.append(f"{listed(places)} {'is' if len(places) == 1 else 'are'} left out: {why}")
        self._finish()

    @property
    def _evening(self) -> Evening:
        return self.replay.evening

    def _players(self, item: PokerHand | UntoldPlay) -> tuple[str, ...]:
        players = item.players if isinstance(item, PokerHand) else item.changes
        return tuple(self.names[player] for player in players)

    def _say(self, saying: str) -> None:
        self.batch.say(1, saying)
        self.batch.applied.clear()
        if saying.startswith("game "):
            self.game = saying

    def _take_back(self, number: int, game: str) -> None:
        self.replay.take_back(number)
        self.batch.number, self.game = number, game

    def _open(self, players: Sequence[str]) -> None:
        session = self.session
        where = "".join(
            f" {word} {text}" for word, text in (("on", session.on), ("at", session.at and quoted(session.at))) if text
        )
        self._say(f"evening {quoted(session.title)}{where} money={self.money.code} bank=credit")
        self._say(f"players {' '.join(map(written, players))}")

    def _finish(self) -> None:
        """Close the evening, unless the house has something: then say who takes it."""
        if held := sum(self._evening.books.pools.values()):
            self.remarks.append(f"the house has {self.money.show(held)}: say NAME takes house, then end and close")
            return
        for saying in (*self._ending(), "close"):
            self._say(saying)

    # A hand

    def _say_item(
        self, item: PokerHand | UntoldPlay, gone: Sequence[str], following: PokerHand | UntoldPlay | None
    ) -> str:
        """Say a hand, or what went between two; return why it is left out, or nothing."""
        if isinstance(item, UntoldPlay):
            self._say_stacks(item.where, item.changes, item.why)
            return ""
        if not self.replay.number:
            self._open(self._players(item))
        self._seat(item, gone)
        return self._say_hand(item, following)

    def _say_hand(self, hand: PokerHand, following: PokerHand | UntoldPlay | None) -> str:
        """Say a hand as fully as the rules can.

        Returns why it is left out, where nobody tells how it came out; else nothing.
        """
        why = self._say_by_rules(hand) if hand.game and not hand.odd else hand.odd
        if not why:
            return ""
        if hand.finish is None and isinstance(following, PokerHand) and hand.goes_on_in(following):
            hand.finish = following.stacks
        if hand.finish is None:
            return why
        changes = {player: hand.finish[player] - stack for player, stack in hand.stacks.items()}
        if hand.house:
            changes[max(changes, key=changes.__getitem__)] += hand.house
        self._say_stacks(hand.where, changes, why)
        self._tip(hand)
        return ""

    def _say_by_rules(self, hand: PokerHand) -> str:
        """Say a hand by its acts or by its pots.

        Returns why neither comes to its own money; nothing where one does.
        """
        sayings = HandSayings(hand, self.names, self.money)
        furthest, reason = -1, ""
        for plan in sayings.plans():
            for opening in self._openings(hand):
                reached, why = self._try(hand, sayings, opening, plan)
                if not why:
                    self._tip(hand)
                    if plan.depth == BY_POTS:
                        self.remarks.append(f"{hand.where} is told by what each put in: {reason}")
                    return ""
                if reached > furthest:
                    furthest, reason = reached, why
        return reason

    def _try(self, hand: PokerHand, sayings: HandSayings, opening: Sequence[str], plan: HandPlan) -> tuple[int, str]:
        """Say a hand in one way; if it does not come to its own money, take it back and return why.

        Returns also how many sayings were taken.
        """
        number, game, saying = self.replay.number, self.game, ""
        try:
            for saying in (*opening, *plan.sayings):
                self._say(saying)
            for saying in plan.show:
                if not self._over:
                    self._say(saying)
            if not self._over:
                self._name_winners(hand, sayings)
            if not self._fits(hand):
                raise CannotBeTold("by these rules it comes to other stacks")
        except RefusedLine as refused:
            why = f"{saying}: {refused.refusal.sentence}"
        except CannotBeTold as error:
            why = str(error)
        else:
            return self.replay.number - number, ""
        reached = self.replay.number - number
        self._take_back(number, game)
        return reached, why

    def _name_winners(self, hand: PokerHand, sayings: HandSayings) -> None:
        """Say who won, so that the stacks come out as they did.

        Raises CannotBeTold if no winner makes the stacks come out.
        """
        number, game = self.replay.number, self._evening.game
        for order in sayings.winners():
            if self._wins(order) and self._fits(hand):
                return
            self._take_back(number, self.game)
        if hand.finish is not None:
            raise CannotBeTold("the stacks at its end are those of no winner, nor of several who share")
        if game is not None and game.turn.default is not None:
            raise CannotBeTold(f"the hand is not over: {game.turn.asks}")
        raise CannotBeTold("it is not said who won: neither the cards are known nor the finishing stacks")

    def _wins(self, order: Sequence[str]) -> bool:
        """Say who won until the deal is over; return whether it is."""
        for saying in order:
            if not self._over and self.batch.why_not([saying]):
                return False
        self.batch.applied.clear()
        return self._over

    @property
    def _over(self) -> bool:
        """Return whether no deal is in hand."""
        game = self._evening.game
        return game is None or game.turn.pause

    def _beyond(self, hand: PokerHand) -> dict[str, int]:
        """Return what each has more by the log than at the end of the hand."""
        names = {player: self.names[player] for player in hand.players}
        return {names[player]: self._evening.in_front(names[player]) - at for player, at in (hand.finish or {}).items()}

    def _fits(self, hand: PokerHand) -> bool:
        """Return whether each has what he had at the end, but for what the house kept."""
        beyond = self._beyond(hand).values()
        return all(amount >= 0 for amount in beyond) and sum(beyond) == hand.house

    def _tip(self, hand: PokerHand) -> None:
        """Give the house what it kept of the pots."""
        for player, amount in self._beyond(hand).items():
            if amount:
                self._say(f"{written(player)} tips {self.money.write(amount)}")

    def _say_stacks(self, where: str, changes: Mapping[str, int], why: str) -> None:
        """Tell play by what lies in front of each after it, and say so."""
        sentence = f"{where} is told by what each has after it: {why}"
        self.remarks.append(sentence)
        if not self.game:
            self._say(f"game {GAME_OF_STACKS}")
        after = {self.names[player]: change + self._evening.in_front(self.names[player])
                 for player, change in changes.items() if change}  # fmt: skip
        self._say(f"note {quoted(printable(sentence, LONGEST_NOTE))}")
        for player, stack in after.items():
            if stack < 0:  # counters that he has bought since
                self._say(f"{written(player)} buys {self.money.write(-stack)}")
                after[player] = 0
        if after:
            stacks = (f"{written(player)} {self.money.write(stack)}" for player, stack in after.items())
            self._say(f"stacks {' '.join(stacks)}")

    # Who sits where

    def _seat(self, hand: PokerHand, gone: Sequence[str]) -> None:
        """Let these go, and the players of a hand sit in their order with what they have."""
        players = self._players(hand)
        for saying in (*self._going(gone), *self._coming(players)):
            self._say(saying)
        for player, stack in zip(players, hand.stacks.values(), strict=True):
            if difference := stack - self._evening.in_front(player):
                verb = "buys" if difference > 0 else "cashes"
                self._say(f"{written(player)} {verb} {self.money.write(abs(difference))}")

    def _going(self, gone: Sequence[str]) -> Iterator[str]:
        """Yield that these, who play no more, cash what they have and leave."""
        for player in gone:
            if (stack := self._evening.in_front(player)) > 0:
                yield f"{written(player)} cashes {self.money.write(stack)}"
            yield f"{written(player)} leaves"

    def _coming(self, players: Sequence[str]) -> Iterator[str]:
        """Yield who sits down, and where; all anew if they sit in another order than before."""
        seated = self._evening.seats.seated
        there = [player for player in seated if player in players]
        if not there:
            yield f"{written(players[0])} joins"
            there = [players[0]]
        first = players.index(there[0])
        order = (*players[first:], *players[:first])
        moved = [player for player in order if player in there] != there
        if not self.dead and (moved or set(order) - set(there)):
            yield from self._ending()
        for before, player in pairwise(order):
            if moved and player in there:
                yield f"{written(player)} leaves"
            if moved or player not in there:
                yield f"{written(player)} joins after {written(before)}"

    # Which game it is

    def _ending(self) -> Iterator[str]:
        """Yield that the game is over, if one is open; what the house has stays there."""
        if self.game:
            yield "end leave" if self._evening.books.pools else "end"
            self.game = ""

    def _openings(self, hand: PokerHand) -> Iterator[list[str]]:
        """Yield the ways to begin a hand.

        The game goes on, or begins anew with the button where it lies. Where it is known how the hand came out, it may
        begin with the big blind alone.
        """
        line, players, game = self._game_line(hand), self._players(hand), self._evening.game
        bomb = [f"bomb {self.money.write(hand.bomb)}{f' {hand.boards}' * (hand.boards > 1)}"] if hand.bomb else []
        if line == self.game and game is not None:
            out = game.deal.carry.sitting_out
            back = [f"{written(player)} sits-in" for player in players if player in out]
            away = self._away(player for player in game.table.players if player not in (*players, *out))
            button = f" {written(self.names[hand.button])}" if hand.button else ""
            yield [*back, *away, *bomb, f"deal{button}"]
        away = self._away(player for player in self._evening.seats.seated if player not in players)
        ending = ["end leave" if self._evening.books.pools else "end"] if self.game else []
        yield [*ending, line, *away, *bomb, f"deal {written(players[-1])}"]
        bare = self._game_line(hand, bare=True)
        if bare != line and hand.finish is not None:
            for button in players[-2:]:
                yield [*ending, bare, *away, *bomb, f"deal {written(button)}"]

    def _away(self, players: Iterable[str]) -> list[str]:
        """Return that these sit out, if they have anything in front."""
        return [f"{written(player)} sits-out" for player in players if self._evening.in_front(player) > 0]

    def _game_line(self, hand: PokerHand, bare: bool = False) -> str:
        """Return the line that begins the game of a hand; `bare` without small blind and ante."""
        amounts = {"small": 0, "big": hand.blinds["big"]} if bare else hand.blinds
        options = [f"{key}={self.money.write(amount)}" for key, amount in amounts.items() if amount or key == "small"]
        if amounts.get("ante") and hand.ante_by not in (None, "all"):
            options.append(f"ante_by={hand.ante_by}")
        if self.straddles:
            options.append("straddle=any")
        if self.dead:
            options.append("button=dead")
        if "limit=fixed" in hand.options and self.raises > USUAL_RAISES:
            options.append(f"raises={self.raises}")
        return " ".join(("game", hand.game, *options, *hand.options))
