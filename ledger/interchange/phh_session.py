"""A session of hands as an evening: each bet by bet, and what was bought between them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from ledger.core.names import name as written
from ledger.core.names import quoted
from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.evening.fold import Evening
from ledger.interchange.names import name_for
from ledger.interchange.phh import (
    USUAL_RAISES,
    HandLeftOut,
    PhhHand,
    PhhSession,
    ante_by,
    most_raises,
    nothing_to_tell,
    read_session,
    remark_left_out,
)
from ledger.interchange.phh_sayings import HandSayings
from ledger.log.commands import CommandBatch
from ledger.log.replay import Replay


def replay_hands(
    files: Mapping[str, str], title: str, money: str | None = None, cents: bool = False
) -> tuple[Replay, tuple[str, ...]]:
    """Replay the hands of some files as one evening; return it, and remarks on them.

    What a player has more than after the hand before he has bought, and what he has less he has cashed. Raises
    Refusal for files that are no PHH files, and for a hand that does not fit.
    """
    session = read_session(files, title, money, cents)
    evening = SessionReplay(session)
    evening.play()
    return evening.replay, (*session.left_out, *evening.remarks)


class SessionReplay:
    """The hands of a session being said, one after another."""

    def __init__(self, session: PhhSession) -> None:
        self.session = session
        self.money = session.money
        self.replay = Replay()
        self.batch = CommandBatch(self.replay)
        self.remarks: list[str] = []
        self.names = self._names()
        self.told = self._told()
        """The hands that can be told, with their sayings."""
        self.button = ""
        self.game = ""
        """The line of the game that is open; empty where none is."""
        self.raises = most_raises(session.hands)
        self.where = ""

    def _names(self) -> dict[str, str]:
        """Return what each player is called here, and remark where it is otherwise."""
        names: dict[str, str] = {}
        for hand in self.session.hands:
            for player in hand.players:
                if player not in names:
                    names[player] = called = name_for(" ".join(player.split())[:80] or "p", self.money, names.values())
                    if called != player:
                        self.remarks.append(f"{player} is called {called} here")
        return names

    def _told(self) -> list[tuple[PhhHand, list[str]]]:
        """Return the hands that can be told, with their sayings; remark which are left out."""
        told, left_out = [], dict[str, list[str]]()
        for hand in self.session.hands:
            try:
                told.append((hand, list(HandSayings(hand, self._players(hand), self.money).sayings())))
            except HandLeftOut as error:
                left_out.setdefault(str(error), []).append(hand.where)
        if not told:
            raise nothing_to_tell(left_out)
        self.remarks += [remark_left_out(places, why) for why, places in left_out.items()]
        return told

    def play(self) -> None:
        """Say everything, from the opening to the close."""
        session, hands = self.session, [hand for hand, _ in self.told]
        where = "".join(
            f" {word} {text}" for word, text in (("on", session.on), ("at", session.at and quoted(session.at))) if text
        )
        self._say(f"evening {quoted(session.title)}{where} money={self.money.code} bank=credit")
        self._say(f"players {' '.join(map(written, self._players(hands[0])))}")
        last = {player: place for place, hand in enumerate(hands) for player in self._players(hand)}
        for place, (hand, sayings) in enumerate(self.told):
            gone = [player for player in self._evening.seats.seated if last[player] < place]
            self.where = hand.where
            self._hand(hand, sayings, gone)
        self._end_game()
        self._say("close")

    @property
    def _evening(self) -> Evening:
        return self.replay.evening

    def _players(self, hand: PhhHand) -> tuple[str, ...]:
        return tuple(self.names[player] for player in hand.players)

    def _say(self, saying: str) -> None:
        try:
            self.batch.say(1, saying)
        except RefusedLine as refused:
            refusal = refused.refusal
            raise Refusal(refusal.code, f"{self.where}: {saying}: {refusal.sentence}", refusal.remedy) from refused
        self.batch.applied.clear()

    def _hand(self, hand: PhhHand, sayings: Sequence[str], gone: Sequence[str]) -> None:
        players = self._players(hand)
        for saying in (*self._going(gone), *self._coming(players)):
            self._say(saying)
        for player, stack in zip(players, hand.stacks, strict=True):
            self._say_difference(player, stack - self._evening.in_front(player))
        self._begin(hand, players)
        for saying in sayings:
            self._say(saying)
        self.button = players[-1]
        game = self._evening.game
        if game is not None and not game.turn.pause:
            raise Refusal(Code.FILE, f"{hand.where}: the hand is not over: {game.turn.asks}", "Complete its actions")
        self._compare(hand, players)

    def _say_difference(self, player: str, difference: int) -> None:
        if difference:
            verb = "buys" if difference > 0 else "cashes"
            self._say(f"{written(player)} {verb} {self.money.write(abs(difference))}")

    def _compare(self, hand: PhhHand, players: Sequence[str]) -> None:
        """Remark where the finishing stacks of the file are others."""
        if hand.finish is None:
            return
        for player, stack in zip(players, hand.finish, strict=True):
            if (here := self._evening.in_front(player)) != stack:
                show = self.money.show
                self.remarks.append(f"{hand.where}: {player} has {show(stack)} at the end, and {show(here)} here")

    # Who sits where, and which game it is

    def _end_game(self) -> None:
        if self.game:
            self._say("end")
            self.game = ""

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
        if moved or set(order) - set(there):
            self._end_game()
        for before, player in pairwise(order):
            if moved and player in there:
                yield f"{written(player)} leaves"
            if moved or player not in there:
                yield f"{written(player)} joins after {written(before)}"

    def _begin(self, hand: PhhHand, players: Sequence[str]) -> None:
        """Begin the game anew, unless it goes on: options, players, and the button where it is due."""
        line, seated = self._game_line(hand), self._evening.seats.seated
        dealt = [player for player in seated if self._evening.in_front(player) > 0]
        due = ""
        if self.button in seated:
            at = seated.index(self.button) + 1
            due = next((player for player in (*seated[at:], *seated[:at]) if player in dealt), "")
        if line != self.game or {*dealt} != {*players} or due != players[-1]:
            self._end_game()
            self._say(line if {*seated} == {*players} else f"{line} with {' '.join(map(written, players))}")
            self.game = line

    def _game_line(self, hand: PhhHand) -> str:
        amounts = {"small": hand.small, "big": hand.big, "ante": max(hand.antes)}
        options = [f"{key}={self.money.write(amount)}" for key, amount in amounts.items() if amount or key == "small"]
        by = ante_by(hand)
        if max(hand.antes) and by != "all":
            options.append(f"ante_by={by}")
        if any(hand.blinds[2:]):
            options.append("straddle=any")
        if "limit=fixed" in hand.options and self.raises > USUAL_RAISES:
            options.append(f"raises={self.raises}")
        return " ".join(("game", hand.game, *options, *hand.options))
