# mypy: ignore-errors
"""Hands of Hold'em and Omaha, played by these rules and by PokerKit beside them.

`python -m tests.tools.poker_hands DIR` plays every hand of a folder of PHH files both ways, compares pots, stacks and what may
be bet at every turn, and prints each difference by its cause, the time of a hand, and the sayings of a hand at each depth.
`python -m tests.tools.poker_hands --made 10000` plays hands that are made up, of two to nine unequal stacks.
"""

import argparse
import random
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from pokerkit import (
    Automation,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    HandHistory,
    HoleDealing,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
    State,
)

from ledger.core.cards import Card, pack_of
from ledger.core.events import (
    Announces,
    AnyEvent,
    Begin,
    Bets,
    Buys,
    Deal,
    EffectiveEvent,
    End,
    Holds,
    OpenEvening,
    Passes,
    Raises,
    Says,
    SeatPlayers,
    Shows,
    Split,
    Wins,
)
from ledger.evening.fold import Evening
from ledger.games.families.betting.cards import WORDS_OF_STREETS
from ledger.games.families.betting.pots import uncalled

SAMPLE = Path(__file__).parents[1] / "data" / "phh"
STREETS = {3: "flop", 4: "turn", 5: "river"}
ACTS = ("f", "cc", "cbr")
RAISES = 4
"""How many raises follow a bet in the hands with a fixed limit: those of the World Series (WSOP 127)."""
UNIT = 5040
"""Half of the made-up hands are of so many counters and their multiples: no share of a pot is then odd."""
ODD_SMALL, ODD_BIG, ODD_ANTE = 3, 7, 2
"""The forced bets of the others, whose stacks are of any number of counters, also too few for a blind."""
Range = tuple[int, int] | None
"""What a bet or raise may come to, at the least and at the most; None where there is none."""

UNANSWERED = "a raise that nobody can answer: PokerKit refuses it"
NO_MOST = "no most with a fixed limit: PokerKit takes any raise"
RAISES_COUNTED = "a fixed limit's raises of a street: PokerKit counts each all-in, and has its most also for two"
SHORT_ALL_IN = "a fixed limit after a short all-in: PokerKit raises by a whole bet on top of it"
NOT_REOPENED = "an all-in below a full raise: PokerKit lets who has limped or checked raise over it"
ODD_COUNTERS = "odd counters: ours by each pot and one to each, PokerKit's of pots that it joins, and all to the first"
SHORT_BIG_BLIND = "a big blind of less: PokerKit has only that to be called, the rules the whole (WSOP 150)"
NOBODY_TO_BET_AGAINST = "a check of one whom only an all-in of less is left against: PokerKit asks for it"
LOW_IN_ANOTHER_POT = "a low in one pot and none in another: PokerKit shares the low half of the other among no lows"


@dataclass
class PlayedHand:
    """A hand as it was played: amounts are whole, those of a PHH file times `scale`."""

    name: str
    game: str
    options: dict[str, str]
    stacks: list[int]
    actions: list[str]
    scale: int = 1
    finish: list[int] | None = None

    @property
    def players(self) -> list[str]:
        """Return the players from the left of the button; the last has it."""
        return [f"P{place}" for place in range(1, len(self.stacks) + 1)]


class LeftOut(Exception):
    """A hand that is not played by these rules, and why."""


CARDS = {f"{card.rank.replace('10', 'T')}{card.suit.lower()}": card for card in pack_of(52)}


def cards_of(text: str) -> tuple[Card, ...]:
    """Return cards written one after another, as `AsTd`."""
    return tuple([CARDS[text[at : at + 2]] for at in range(0, len(text), 2)])


def hand_of(path: Path) -> PlayedHand:
    """Return the hand of a PHH file. Raises LeftOut where it is none of these games, or has no finishing stacks."""
    values = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Fraction)
    kinds = {
        "NT": ("holdem", {"limit": "no"}),
        "FT": ("holdem", {"limit": "fixed"}),
        "PO": ("omaha", {"limit": "pot"}),
        "FO/8": ("omaha", {"limit": "fixed", "eight": "on"}),
    }
    if values["variant"] not in kinds:
        raise LeftOut("another game")
    if "finishing_stacks" not in values:
        raise LeftOut("no finishing stacks")
    game, options = kinds[values["variant"]]
    blinds, antes = values["blinds_or_straddles"], values["antes"]
    if not blinds[1] or any(blinds[2:]):
        raise LeftOut("a small blind and no big one")
    sums = [*values["starting_stacks"], *values["finishing_stacks"], *blinds, *antes]
    scale = max(Fraction(amount).denominator for amount in sums)
    options = options | {"small": f"{int(blinds[0] * scale)}", "big": f"{int(blinds[1] * scale)}"}
    if options["limit"] == "fixed":
        options |= {"bet": f"{int(values['small_bet'] * scale)}", "raises": f"{RAISES}"}
    if any(antes):
        by = {} if all(antes) else {"ante_by": "big" if antes[1] else "button"}
        options |= {"ante": f"{int(max(antes) * scale)}"} | by
    return PlayedHand(
        f"{path.parent.name}/{path.stem}",
        game,
        options,
        [int(stack * scale) for stack in values["starting_stacks"]],
        values["actions"],
        scale,
        [int(stack * scale) for stack in values["finishing_stacks"]],
    )


# Ours


class OurHand:
    """A hand at these rules, act by act."""

    def __init__(self, hand: PlayedHand, dealt: bool = True) -> None:
        self.hand = hand
        self.evening = Evening()
        self.number = 0
        self.held: set[str] = set()
        self.board: list[Card] = []
        self.winners_owed: list[AnyEvent] = []
        self.sit_down()
        if dealt:
            self.deal()

    def sit_down(self) -> None:
        """Open an evening, buy what each has, and begin the game."""
        hand = self.hand
        self.apply(OpenEvening("A hand", bank="credit"))
        self.apply(SeatPlayers(tuple(hand.players)))
        for player, stack in zip(hand.players, hand.stacks, strict=True):
            self.apply(Buys(player, stack))
        self.apply(Begin(hand.game, tuple(hand.options.items())))

    def deal(self) -> None:
        """Deal, with the last at the button."""
        self.apply(Deal(self.hand.players[-1]))
        self.betting = self.evening.game.deal.streets.betting

    def play(self) -> list[int]:
        """Play every act of the hand; return the finishing stacks."""
        for action in self.hand.actions:
            self.act(action)
        return self.finish()

    def apply(self, event: AnyEvent) -> None:
        """Record an event."""
        self.number += 1
        self.evening.apply(EffectiveEvent(self.number, event))

    @property
    def over(self) -> bool:
        """Return whether the deal is over."""
        return self.evening.game.turn.pause

    def stacks(self) -> list[int]:
        """Return what lies in front of each."""
        return [self.evening.books.in_front(player) for player in self.hand.players]

    def range_of(self, player: str) -> Range:
        """Return what a bet or raise of the player may come to."""
        betting = self.betting
        reach = betting.reach(player)
        if not betting.may_raise(player) or reach <= betting.level:
            return None
        most = betting.limit_to(player)
        return min(betting.least_to, reach), reach if most is None else min(most, reach)

    def act(self, action: str) -> None:
        """Apply an action of a PHH file."""
        match action.split():
            case [who, "f"]:
                self.apply(Says(who.upper(), "folds"))
            case ["d", "dh", who, text] if "?" not in text:
                player = who.upper()
                self.held.add(player)
                self.apply(Holds(player, cards_of(text)))
            case ["d", "db", text]:
                self.board += cards_of(text)
                self.apply(Announces(STREETS[len(self.board)], cards=cards_of(text)))
            case [who, "cc"]:
                player = who.upper()
                self.apply(Says(player, "calls" if self.betting.owes(player) else "checks"))
            case [who, "cbr", amount]:
                to = int((Fraction(amount) if "." in amount else int(amount)) * self.hand.scale)
                self.apply(Raises(who.upper(), to, to=True) if self.betting.level else Bets(who.upper(), to))
            case [who, "sm", text] if "?" not in text and "-" not in text and who.upper() not in self.held:
                self.winners_owed.append(Shows(who.upper(), cards_of(text)))
            case [who, "sm"] | [who, "sm", "-"]:
                self.winners_owed.append(Passes(who.upper()))

    def finish(self) -> list[int]:
        """Say what was shown, and then, while it is open, who has won; return the finishing stacks."""
        for event in self.winners_owed:
            if not self.over and (isinstance(event, Shows) or len(self.betting.left) > 1):
                self.apply(event)
        if not self.over and self.hand.finish is not None:
            self.apply(self.outcome())
        return self.stacks()

    def outcome(self) -> AnyEvent:
        """Return who has won, by the finishing stacks, as it is said."""
        put = dict(self.betting.put)
        player, excess = uncalled(put)
        put[player] -= excess
        before, after = (
            dict(zip(self.hand.players, stacks, strict=True)) for stacks in (self.hand.stacks, self.hand.finish)
        )
        dead = self.betting.dead
        won = tuple(name for name in self.betting.left if after[name] > before[name] - put[name] - dead[name])
        return Wins(won[0]) if len(won) == 1 else Split(won)


def ours(hand: PlayedHand) -> list[int]:
    """Play a hand by these rules; return the finishing stacks."""
    return OurHand(hand).play()


# The fewest sayings


def fewest_by_betting(hand: PlayedHand) -> list[AnyEvent]:
    """Return what is said of a hand where folds, checks, the deal and the streets are left unsaid; no cards are."""
    played, said, street = OurHand(hand), [], 0
    for action in hand.actions:
        who, verb, *_ = action.split()
        begun = verb == "db"
        street += begun
        if verb in ACTS:
            owes = played.betting.owes(who.upper())
            played.act(action)
            if verb == "cbr" or (verb == "cc" and owes):
                said.append((street, played.evening.effective[-1].event))
        elif begun:
            played.act(action)
    if len(played.betting.left) > 1:
        said.append((street, played.outcome()))
    events, at = [], 0
    for street, event in said:
        events += [Announces(word) for word in WORDS_OF_STREETS[at:street] if not isinstance(event, Wins | Split)]
        at = max(at, street)
        events.append(event)
    return events


def fewest_by_pots(hand: PlayedHand) -> list[AnyEvent]:
    """Return what is said of a hand where it is said at once what each put in, and who won."""
    played = OurHand(hand)
    betting = played.betting
    forced = {player: betting.put[player] + betting.dead[player] for player in hand.players}
    for action in hand.actions:
        if action.split()[1] in ACTS:
            played.act(action)
    put = {player: betting.put[player] + betting.dead[player] for player in hand.players}
    left = betting.left
    more = [player for player in hand.players if put[player] > forced[player]]
    if len(left) == 1 and more in ([], left):
        return [Wins(player) for player in more]
    told = tuple((player, put[player]) for player in hand.players if player in more or player in left)
    return [Announces("in", amounts=told), *([played.outcome()] if len(left) > 1 else [])]


def count_sayings(hand: PlayedHand, report: "Report") -> None:
    """Count the fewest sayings of a hand at both depths, and see that they come to the same stacks."""
    report.counted += 1
    for depth, fewest in (("pots", fewest_by_pots), ("betting", fewest_by_betting)):
        events = fewest(hand)
        streets = sum(isinstance(event, Announces) and event.word in WORDS_OF_STREETS for event in events)
        report.sayings[depth] += len(events) - streets
        said = OurHand(hand)
        for event in (*events, End()):
            said.apply(event)
        if said.stacks() != hand.finish:
            report.faults.append(f"{hand.name}: by {depth} {said.stacks()}, in the file {hand.finish}: {events}")


# PokerKit beside it


def range_in(state, scale: int) -> Range:
    """Return what a bet or raise of who is to act may come to in PokerKit."""
    if not state.can_complete_bet_or_raise_to():
        return None
    least, most = state.min_completion_betting_or_raising_to_amount, state.max_completion_betting_or_raising_to_amount
    return int(least * scale), int(most * scale)


def cause_of(played: OurHand, player: str, own: Range, other: Range) -> str | None:
    """Return why PokerKit has another range at a turn, where that is known."""
    betting = played.betting
    answering = [rest for rest in betting.able if rest != player and betting.reach(rest) > betting.level]
    if other is None and own is not None and not answering:
        return UNANSWERED
    if betting.limits.fixed:
        all_in = any(betting.all_in(other) and betting.bets[other] for other in betting.order)
        if own is None or other is None:
            return RAISES_COUNTED
        if own[0] == other[0]:
            return NO_MOST
        return SHORT_ALL_IN if all_in else None
    if own is None:
        return NOT_REOPENED if player in betting.had_say else None
    return None


@dataclass
class Report:
    """What came of a comparison."""

    hands: int = 0
    decisions: int = 0
    equal: int = 0
    causes: Counter = field(default_factory=Counter)
    left_out: Counter = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    sitting_down: float = 0.0
    """CPU seconds to open an evening for each hand, with what each has before him."""
    ours: float = 0.0
    """CPU seconds of these rules, from the deal to the end."""
    theirs: float = 0.0
    """CPU seconds of PokerKit."""
    sayings: Counter = field(default_factory=Counter)
    """The fewest sayings at each depth, of those hands in which a pot is not halved."""
    counted: int = 0
    """Of how many hands the sayings are counted."""
    side_pots: int = 0
    """Made-up hands in which three or more had put in unequal sums at the end."""

    def compare(self, hand: PlayedHand, played: OurHand, player: str, state) -> tuple[Range, Range]:
        """Compare a turn: who acts, the pot, what is to be called, and what may be bet."""
        self.decisions += 1
        betting = played.betting
        who = betting.to_act()
        scale = hand.scale
        pot, owed = state.total_pot_amount * scale, state.checking_or_calling_amount * scale
        own, other = played.range_of(player), range_in(state, scale)
        reach = betting.reach(player) - betting.bets[player]
        called = min(betting.owes(player), reach)
        if (who, betting.pot, called) != (player, pot, owed):
            self.faults.append(f"{hand.name}: {who} {betting.pot} {called}, PokerKit {player} {pot} {owed}")
        if own == other:
            self.equal += 1
        elif cause := cause_of(played, player, own, other):
            self.causes[cause] += 1
        else:
            self.faults.append(f"{hand.name}: {player} may bet {own}, in PokerKit {other}")
        return own, other


def compare_file(path: Path, report: Report) -> None:
    """Play a PHH file both ways, side by side, and note what is not equal."""
    try:
        hand = hand_of(path)
    except LeftOut as error:
        report.left_out[str(error)] += 1
        return
    report.hands += 1
    played, due, compared = OurHand(hand), 0, -1
    for state, done in HandHistory.loads(path.read_text(encoding="utf-8")).state_actions:
        if done is not None:
            played.act(done)
            due += 1
        if due < len(hand.actions) and due != compared and state.actor_index is not None:
            who, verb, *_ = hand.actions[due].split()
            if verb in ACTS and who == f"p{state.actor_index + 1}":
                report.compare(hand, played, who.upper(), state)
                compared = due
    finish = played.finish()
    if finish != hand.finish:
        report.faults.append(f"{hand.name}: stacks {finish}, in the file {hand.finish}")
    if "eight" not in hand.options:
        count_sayings(hand, report)


def time_file(path: Path, report: Report) -> None:
    """Play a PHH file by these rules, and then by PokerKit, and add up the time of each."""
    try:
        hand = hand_of(path)
    except LeftOut:
        return
    history = HandHistory.loads(path.read_text(encoding="utf-8"))
    sitting_down, playing = seconds_of(hand)
    report.sitting_down += sitting_down
    report.ours += playing
    report.theirs += played_by_pokerkit(history)


def read_hands(folder: Path) -> list[tuple[PlayedHand, HandHistory]]:
    """Return every hand of a folder that is played by these rules, for both."""
    hands = []
    for path in sorted(folder.rglob("*.phh")):
        with suppress(LeftOut):
            hands.append((hand_of(path), HandHistory.loads(path.read_text(encoding="utf-8"))))
    return hands


def seconds_of(hand: PlayedHand) -> tuple[float, float]:
    """Return the CPU seconds to sit down, and from the deal to the end of a hand, by these rules."""
    began = time.process_time()
    played = OurHand(hand, dealt=False)
    seated = time.process_time()
    played.deal()
    played.play()
    return seated - began, time.process_time() - seated


def played_by_pokerkit(history: HandHistory) -> float:
    """Return the CPU seconds of a hand in PokerKit, from its state to its end."""
    began = time.process_time()
    for _ in history.state_actions:
        pass
    return time.process_time() - began


# Hands that are made up


KINDS = (
    ("holdem", {"limit": "no"}, NoLimitTexasHoldem),
    ("holdem", {"limit": "fixed", "raises": "3"}, FixedLimitTexasHoldem),
    ("omaha", {"limit": "pot"}, PotLimitOmahaHoldem),
    ("omaha", {"limit": "fixed", "raises": "3", "eight": "on"}, FixedLimitOmahaHoldemHighLowSplitEightOrBetter),
)


def unit_of(seed: int) -> int:
    """Return of how many counters all sums of a made-up hand are multiples."""
    return UNIT if seed // len(KINDS) % 2 == 0 else 1


def made_up(seed: int) -> tuple[PlayedHand, State]:
    """Return a hand of two to nine unequal stacks, not yet played, by both."""
    chances = random.Random(seed)
    game, options, kind = KINDS[seed % len(KINDS)]
    odd, count, most = unit_of(seed) == 1, chances.randint(2, 9), chances.choice((8, 30, 120))
    small, big, ante = (ODD_SMALL, ODD_BIG, ODD_ANTE) if odd else (UNIT, 2 * UNIT, UNIT)
    ante = chances.choice((0, 0, ante))
    stacks = [chances.randint(1, ODD_SMALL * most) if odd else UNIT * chances.randint(4, most) for _ in range(count)]
    bets = (big, 2 * big) if options["limit"] == "fixed" else (big,)
    random.seed(seed)  # PokerKit deals by it
    state = kind.create_state(tuple(Automation), True, ante, (small, big), *bets, tuple(stacks), count)
    options = options | {"small": f"{small}", "big": f"{big}"} | ({"ante": f"{ante}"} if ante else {})
    return PlayedHand(f"hand {seed}", game, options, stacks, []), state


def compare_made_up(seed: int, report: Report) -> None:
    """Make a hand up, play it both ways, and note what is not equal."""
    chances = random.Random(seed + 1)
    hand, state = made_up(seed)
    report.hands += 1
    played = OurHand(hand)
    for player, cards in _dealt(state).items():
        played.apply(Holds(hand.players[player], cards_of("".join(map(repr, cards)))))
    while state.actor_index is not None:
        player = hand.players[state.actor_index]
        if played.betting.level > max(state.bets):
            report.causes[SHORT_BIG_BLIND] += 1
            return
        if played.betting.over_for_all and not state.checking_or_calling_amount:
            report.causes[NOBODY_TO_BET_AGAINST] += 1
            state.check_or_call()
            continue
        own, other = report.compare(hand, played, player, state)
        action = _chosen(chances, own, other, bool(played.betting.owes(player)), unit_of(seed))
        played.act(f"{player.lower()} {action}")
        verb, *amount = action.split()
        if verb == "f":
            state.fold()
        elif verb == "cc":
            state.check_or_call()
        else:
            state.complete_bet_or_raise_to(int(amount[0]))
    if not played.over:
        board = [cards[0] for cards in state.board_cards]
        for low, high in ((0, 3), (3, 4), (4, 5)):
            played.act(f"d db {''.join(map(repr, board[low:high]))}")
    contested = played.betting.left
    levels = {played.betting.put[player] for player in contested}
    report.side_pots += len(contested) > 2 and len(levels) > 1
    if played.stacks() != list(state.stacks):
        differences = [abs(own - other) for own, other in zip(played.stacks(), state.stacks, strict=True)]
        if unit_of(seed) == 1 and max(differences) < len(contested) * len(levels):
            report.causes[ODD_COUNTERS] += 1
        elif "eight" in hand.options and len(levels) > 1:
            report.causes[LOW_IN_ANOTHER_POT] += 1
        else:
            report.faults.append(f"{hand.name}: stacks {played.stacks()}, PokerKit's {state.stacks}")


def _dealt(state: State) -> dict[int, list]:
    """Return the cards that each was dealt, by his place: a hand that is over may have lost them."""
    dealt: dict[int, list] = {}
    for operation in state.operations:
        if isinstance(operation, HoleDealing):
            dealt.setdefault(operation.player_index, []).extend(operation.cards)
    return dealt


def _chosen(chances: random.Random, own: Range, other: Range, owes: bool, unit: int) -> str:
    """Return a fold, a call or a raise that both would take."""
    chance = chances.random()
    if chance < 0.12 and owes:
        return "f"
    if chance > 0.6 and own and other:
        low, high = max(own[0], other[0]), min(own[1], other[1])
        if low <= high:
            between = unit * chances.randint(-(-low // unit), high // unit) if high // unit * unit >= low else low
            return f"cbr {chances.choice((low, high, between))}"
    return "cc"


def report_of(folder: Path, timed: bool = False) -> Report:
    """Play every hand of a folder both ways."""
    report = Report()
    for path in sorted(folder.rglob("*.phh")):
        compare_file(path, report)
        if timed:
            time_file(path, report)
    return report


def report_of_made_up(seeds: Iterable[int]) -> Report:
    """Make hands up and play them both ways."""
    report = Report()
    for seed in seeds:
        compare_made_up(seed, report)
    return report


def lines_of(report: Report) -> Iterator[str]:
    """Yield the lines of a report."""
    yield f"{report.hands} hands, {report.decisions} turns: the legal range is equal at {report.equal}"
    yield from (f"{count} turns: {cause}" for cause, count in report.causes.most_common())
    yield from (f"{count} files left out: {why}" for why, count in report.left_out.most_common())
    yield from (f"{count / report.counted:.2f} sayings a hand by {depth}" for depth, count in report.sayings.items())
    if report.side_pots:
        yield f"{report.side_pots} hands with side pots at the end"
    if report.theirs:
        ours, sitting_down, theirs = (
            f"{seconds / report.hands * 1e3:.2f} ms" for seconds in (report.ours, report.sitting_down, report.theirs)
        )
        yield f"a hand {ours}, and {sitting_down} to sit down, beside {theirs} of PokerKit: {report.ours / report.theirs:.2f}"
    yield f"{len(report.faults)} faults"
    yield from report.faults


def main() -> int:
    """Print a report; the exit status is 1 where anything is not equal and has no known cause."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.poker_hands", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=SAMPLE)
    parser.add_argument("--made", type=int, metavar="N", help="play N hands that are made up instead")
    given = parser.parse_args()
    report = report_of(given.folder, timed=True) if given.made is None else report_of_made_up(range(given.made))
    print("\n".join(lines_of(report)))
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
