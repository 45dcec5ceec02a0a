"""The show: who wins which pots, by word or by cards, and their payment."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from ledger.games.families.betting.cards import Judge, WorthOf
from ledger.games.families.betting.money import PotMoney
from ledger.games.families.betting.pots import Pot, uncalled
from ledger.games.families.betting.show import LOW, WHOLE, Contest, Show
from ledger.games.families.betting.streets import RUNS, Streets
from ledger.rules import (
    Allowed,
    Card,
    Lazy,
    PartAtShow,
    Permission,
    PotAtShow,
    SubPlay,
    Table,
    Turn,
    announcement,
    listed,
    shows,
    word,
)
from ledger.rules.events import Announces, Event, Passes, Says, Shows, Split, Wins
from ledger.rules.slots import Literal, Number, Players, Slots, Word

BOARDS = ("first", "second", "third")
MOST_BOARDS = 3


class PotShowdown:
    """The show of a deal, once the betting is over."""

    def __init__(
        self,
        table: Table,
        streets: Streets,
        own_cards: int,
        halves: Sequence[str],
        high: WorthOf,
        low: WorthOf,
        unseen: Callable[[str | None], list[Card]],
    ) -> None:
        self.table = table
        self.streets = streets
        self.own_cards = own_cards
        self.halves = halves
        self.high, self.low = high, low
        self.unseen = unseen
        self.money: PotMoney = streets.money
        self.shown: dict[str, tuple[Card, ...]] = {}
        """The cards that were laid face up."""
        self.begun = False
        """Whether the betting is over."""

    def settle(self) -> SubPlay:
        """Ask until it is known who takes every pot, and pay them; return what each took."""
        streets, money = self.streets, self.money
        if streets.chopped:
            money.chop(streets.forced.blinds)
            return {}
        if streets.won_unseen is not None:
            return money.take_all(streets.won_unseen)
        yield from self._ask()
        money.give_back_uncalled()
        return money.settle(self.show, self._raked)

    @property
    def _raked(self) -> bool:
        streets, options = self.streets, self.money.options
        seen = streets.flop_seen or bool(streets.told) or len(streets.betting.left) > 1
        return bool(options.rake) and (seen or not options.no_flop)

    def pots(self, event: Event | None) -> Iterator[PotAtShow]:
        """Yield the pots as they stand, or as they would stand after an event that names winners."""
        if not self.begun:
            return
        show = self.show.copy()
        if isinstance(event, Wins | Split) and self._wrong(event) is None:
            players = (event.player,) if isinstance(event, Wins) else event.players
            for contest in self._meant(event, players):
                show.name(contest, players)
            Judge(self.streets.board, show, self.high, self.low).decide()
        for pot, rake in self.money.pots(show, self._raked):
            reach = [name for name in show.claimants if show.put[name] >= pot.level]
            who = tuple(name for name in reach if name not in show.mucked)
            takes: dict[str, int] = {}
            for player, part, _ in self.money.parts(show, pot, rake):
                takes[player] = takes.get(player, 0) + part
            parts = tuple(_parts_of(show, pot)) if len(show.contests) > 1 else ()
            yield PotAtShow(pot.amount - rake, who, takes, parts, tuple(name for name in reach if name not in who))

    def _ask(self) -> SubPlay:
        streets, betting = self.streets, self.streets.betting
        put = dict(betting.put)
        player, excess = uncalled(put)
        put[player] -= excess
        claimants = streets.told or tuple(betting.left)
        parted = not (streets.told and betting.stacks is None)
        self.show = Show(put, claimants, self.halves, parted)
        self.show.boards, self.begun = streets.boards, True
        self.judge = Judge(streets.board, self.show, self.high, self.low)
        if len(claimants) == 1:
            return
        while (event := (yield self._turn)) is not None:
            self._take(event)

    def _turn(self) -> Turn | None:
        self.judge.decide()
        contests = self.show.open_contests()
        if not contests:
            return None
        who = [player for player in self.show.claimants if any(player in self.show.candidates(at) for at in contests)]
        return Turn(
            says=(
                Lazy((Wins,), lambda: [Allowed(Wins, tuple(who), check=self._wrong, slots=self._win_form)]),
                Lazy((Split,), lambda: [Allowed(Split, (), check=self._wrong, slots=self._split_form)]),
                Lazy((Passes, Says), lambda: self._may_muck(who)),
                Lazy((Shows,), lambda: map(self._may_show, who)),
                Lazy((Announces,), self._may_announce),
            ),
            statement="the betting is over",
            state=lambda: f"{listed(who, 'or')} {'win' if len(who) == 1 else 'wins'}",
        )

    def _take(self, event: Event) -> None:
        match event:
            case Wins() | Split():
                players = (event.player,) if isinstance(event, Wins) else event.players
                for contest in self._meant(event, players):
                    self.show.name(contest, players)
            case Passes(player=player) | Says(player=player):
                self.show.muck(player)
            case Shows(player=player, cards=cards):
                self.table.hands[player] = list(cards)
                self.shown[player] = cards
            case Announces(word="runs", numbers=(number,)):
                self.streets.boards = self.show.boards = number
            case Announces(word=street, cards=cards):
                self.streets.board.turn_up(street, cards)

    # Who wins

    def _meant(self, event: Wins | Split, players: Sequence[str]) -> list[Contest]:
        """Return the contests that a saying means, of those that are open to these players."""
        board, half = event.board, event.what
        return [
            contest
            for contest in self.show.open_contests()
            if (board is None or BOARDS[contest[0]] == board)
            and (half is None or contest[1] == half)
            and {*players} <= {*self.show.candidates(contest)}
        ]

    def _wrong(self, event: Wins | Split) -> str | None:
        """Return why these players cannot be the winners, or None."""
        players = (event.player,) if isinstance(event, Wins) else event.players
        if problem := self._wrong_words(event):
            return problem
        strangers = [player for player in players if player not in self.show.claimants or player in self.show.mucked]
        if strangers:
            return f"{strangers[0]} is not in any more"
        meant = self._meant(event, players)
        if not meant:
            return f"{listed(list(players))} {'has' if len(players) == 1 else 'have'} no claim on what is left"
        for contest in meant:
            scoops = event.what is None and contest[1] == LOW
            if problem := self.judge.against(contest, players, scoops):
                return problem
        return None

    def _wrong_words(self, event: Wins | Split) -> str | None:
        boards = self.show.boards
        if isinstance(event, Wins) and event.marks:
            return "no lines are won here"
        if event.what is not None and event.what not in self.halves:
            return f"{event.what} is not won here" if self.halves == WHOLE else "say high or low"
        if boards == 1 and event.board is not None:
            return "there is one board"
        if boards > 1 and event.board is None:
            return f"there are {boards} boards: say which, {listed(list(BOARDS[:boards]), 'or')}"
        if event.board is not None and event.board not in BOARDS[:boards]:
            return f"there are {boards} boards: {listed(list(BOARDS[:boards]), 'or')}"
        return None

    def _endings(self) -> Iterator[tuple[str | None, tuple[str | None, ...]]]:
        """Yield each half that may be named, with the boards that may be named with it."""
        boards = (None,) if self.show.boards == 1 else BOARDS[: self.show.boards]
        for half in (None, *(half for half in self.halves if half)):
            yield half, boards

    def _win_form(self, player: str) -> list[Slots]:
        forms = []
        for half, boards in self._endings():
            right = [board for board in boards if self._wrong(Wins(player, half, board=board)) is None]
            if right:
                forms.append((Word(("wins",)), *_ending(half, right)))
        return forms

    def _split_form(self, speaker: str) -> list[Slots]:
        """Return `split` of all who could share, or of any two whose known hands are equal."""
        forms: list[Slots] = []
        for half, boards in self._endings():
            for board in boards:
                candidates = {player for at in self.show.open_contests() for player in self.show.candidates(at)}
                fits = [
                    pair
                    for pair in combinations([name for name in self.show.claimants if name in candidates], 2)
                    if self._wrong(Split(pair, half, board)) is None
                ]
                among = tuple(dict.fromkeys(player for pair in fits for player in pair))
                ending = _ending(half, [board])
                all_pairs = len(fits) == len(among) * (len(among) - 1) // 2
                if fits and all_pairs and self._wrong(Split(among, half, board)) is None:
                    forms.append((Literal("split"), Players(2, len(among), among), *ending))
                else:
                    forms += [(Literal("split"), Players(2, 2, pair), *ending) for pair in fits]
        return forms

    def _may_muck(self, who: Sequence[str]) -> Iterator[Permission]:
        def wrong(event: Any) -> str | None:
            if self.show.must_claim(event.player):
                return f"nobody else has a claim on all that {event.player} could take"
            return None

        yield Allowed(Passes, who=tuple(who), check=wrong)  # taken, and not offered: it is the fold
        yield word(who, "folds", check=wrong)

    # Cards

    def _may_show(self, player: str) -> Allowed:
        number, hands = self.own_cards, self.table.hands

        def wrong(event: Shows) -> str | None:
            if player in hands and {*hands[player]} != {*event.cards}:
                return f"{player} holds other cards"
            seen = {*self.unseen(player)}
            strange = next((card for card in event.cards if card not in seen), None)
            return f"{strange} has been seen already" if strange else None

        def among() -> tuple[Card, ...]:
            return () if player in self.shown else tuple(self.unseen(player))

        return shows(player, (number, number), among, wrong)

    def _may_announce(self) -> Iterator[Permission]:
        yield from self.streets.may_turn_up(MOST_BOARDS)
        runs_no_more = self._wrong_runs(Announces(RUNS, numbers=(2,)))
        yield announcement(RUNS, lambda: None if runs_no_more else (Number(2, MOST_BOARDS),), self._wrong_runs)

    def _wrong_runs(self, event: Announces) -> str | None:
        betting, told = self.streets.betting, self.streets.told
        if self.show.boards > 1:
            return f"there are {self.show.boards} boards already"
        if self.show.begun:
            return "somebody has won already"
        unknown = told and betting.stacks is None
        if not unknown and not any(map(betting.all_in, self.show.claimants)):
            return "nobody is all in"
        if not 2 <= event.numbers[0] <= MOST_BOARDS:
            return f"a board runs 2 or {MOST_BOARDS} times"
        return None


def _parts_of(show: Show, pot: Pot) -> Iterator[PartAtShow]:
    """Yield the parts of a pot, with who takes each and whether two or more could claim it."""
    for contest in show.contests:
        board = BOARDS[contest[0]] if show.boards > 1 else ""
        takers = tuple(show.winners(contest, pot)) if show.is_known(contest, pot) else ()
        yield PartAtShow(board, contest[1], takers, not show.is_known(contest, pot))


def _ending(half: str | None, boards: Sequence[str | None]) -> Slots:
    """Return the slots after the players: the half, and the board."""
    named = tuple(board for board in boards if board is not None)
    return (*((Literal(half),) if half else ()), *((Word(named),) if named else ()))
