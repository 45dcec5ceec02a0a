"""The log that PokerNow writes of a session of online poker, as an evening told bet by bet.

Its lines are entries in words, newest first. Each hand becomes one as PHH files have it, and is said like those.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ledger.core.cards import read_card
from ledger.core.refusals import Code, Refusal, printable
from ledger.interchange.phh import (
    HandLeftOut,
    PhhHand,
    PhhSession,
    money_of_hands,
    nothing_to_tell,
    remark_left_out,
    see_that_it_can_be_told,
    units_of,
)
from ledger.interchange.phh_session import SessionReplay
from ledger.log.replay import Replay

COLUMNS = ("entry", "at")
PLAYER = r'"(?P<name>.+?) @ (?P<id>[^"]+)"'
AMOUNT = r"(?P<amount>[0-9]+(?:\.[0-9]+)?)"
STARTS = re.compile(
    r"-- starting hand #(?P<number>[0-9]{1,9})\b(?P<kind>.*?)\((?:dealer: (?P<dealer>.+)|dead button)\) --"
)
STACK = re.compile(rf"#(?P<seat>[0-9]{{1,3}}) {PLAYER} \({AMOUNT}\)")
POSTS = re.compile(
    rf"{PLAYER} posts an? (?P<what>small blind|big blind|ante|straddle) of {AMOUNT}(?P<all_in> and go all in)?"
)
ACTS = re.compile(rf"{PLAYER} (?P<act>folds|checks|calls|bets|raises to)(?: {AMOUNT})?\b")
SHOWS = re.compile(rf"{PLAYER} shows a (?P<cards>.+?)\.?")
TAKES = re.compile(rf"{PLAYER} collected {AMOUNT} from pot.*")
RETURNED = re.compile(rf"Uncalled bet of {AMOUNT} returned to {PLAYER}")
BOARD = re.compile(r"(?:flop|turn|river):.*\[(?P<cards>[^\]]*)\]", re.IGNORECASE)
LEFT_OUT = (
    (re.compile(r".* posts a miss.*", re.IGNORECASE), "somebody posts for missed blinds"),
    (re.compile(r".*bomb pot.*", re.IGNORECASE), "it is a bomb pot"),
    (re.compile(r"(?:flop|turn|river) \(.*", re.IGNORECASE), "there is more than one board"),
)
"""The entries of hands that are left out, and why."""
KINDS = {
    "No Limit Texas Hold'em": ("holdem", ()),
    "Pot Limit Texas Hold'em": ("holdem", ("limit=pot",)),
    "Pot Limit Omaha Hi": ("omaha", ()),
    "Pot Limit Omaha Hi/Lo 8 or Better": ("omaha", ("eight=on",)),
}
FORM = "A log of PokerNow begins with the line entry,at,order, and a ledger of it with player_nickname"


def is_log(text: str) -> bool:
    """Return whether a file is a log of PokerNow, and no ledger."""
    head = text.removeprefix("\ufeff").split("\n", 1)[0].replace('"', "").strip().lower()
    return head.split(",")[:2] == list(COLUMNS)


def replay_log(
    text: str, source: str, title: str, money: str | None = None, cents: bool = False
) -> tuple[Replay, tuple[str, ...]]:
    """Replay the hands of a log as one evening; return it, and remarks on them.

    Raises Refusal where no hand of it can be told.
    """
    unit = money_of_hands(money, cents)
    entries, day = _entries(text, source)
    hands: list[PhhHand] = []
    left_out: dict[str, list[str]] = {}
    reader = _LogReader(printable(source), 1 if cents else unit.counters(1))
    for number, of_hand in _hands(entries):
        try:
            hands.append(reader.hand(number, of_hand))
        except HandLeftOut as error:
            left_out.setdefault(str(error), []).append(f"#{number}")
    if not hands:
        raise nothing_to_tell(left_out or {"there is none": [printable(source)]})
    remarks = tuple(remark_left_out(places, why) for why, places in left_out.items())
    evening = SessionReplay(PhhSession(title, day, None, unit, tuple(hands), remarks))
    evening.play()
    return evening.replay, (*remarks, *evening.remarks)


def _entries(text: str, source: str) -> tuple[list[str], str | None]:
    """Return the entries, the oldest first, and the day of the oldest."""
    try:
        rows = [row for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True) if row]
    except csv.Error as error:
        raise Refusal(Code.FILE, f"{printable(source)}: this is no CSV file: {error}", FORM) from error
    body = [row for row in rows[1:] if len(row) >= len(COLUMNS)]
    ordered = all(len(row) > len(COLUMNS) and row[2].isascii() and row[2].isdigit() for row in body)
    body = sorted(body, key=lambda row: int(row[2][:30])) if ordered else body[::-1]
    day = body[0][1][:10] if body else ""
    return [row[0].strip() for row in body], day if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", day) else None


def _hands(entries: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the entries of each hand."""
    number, of_hand = 0, list[str]()
    for entry in entries:
        if started := STARTS.fullmatch(entry):
            number, of_hand = int(started["number"]), [entry]
        elif of_hand and entry.startswith("-- ending hand #"):
            yield number, of_hand
            of_hand = []
        elif of_hand:
            of_hand.append(entry)


@dataclass
class _HandSoFar:
    """What was read of one hand; amounts in the smallest unit, players by their identities."""

    seats: list[str]
    stacks: dict[str, int]
    blinds: dict[str, int] = field(default_factory=dict)
    antes: dict[str, int] = field(default_factory=dict)
    bets: dict[str, int] = field(default_factory=dict)
    """What each has bet on this street, and on all before it."""
    before: dict[str, int] = field(default_factory=dict)
    took: dict[str, int] = field(default_factory=dict)
    actions: list[tuple[str, ...]] = field(default_factory=list)

    def place(self, player: str) -> str:
        """Return the place of a player as PHH has it."""
        if player not in self.seats:
            raise HandLeftOut("somebody acts in it who has no stack")
        return f"p{self.seats.index(player) + 1}"

    def next_street(self) -> None:
        """Begin a street without bets."""
        for player, amount in self.bets.items():
            self.before[player] = self.before.get(player, 0) + amount
        self.bets = {}

    def finish(self) -> tuple[int, ...]:
        """Return what each has at the end."""
        self.next_street()
        return tuple(
            self.stacks[player] - self.before.get(player, 0) - self.antes.get(player, 0) + self.took.get(player, 0)
            for player in self.seats
        )


class _LogReader:
    """Reads one hand after another.

    It remembers the names of players, and what a blind is where one was laid short.
    """

    def __init__(self, file: str, scale: int) -> None:
        self.file = file
        self.scale = scale
        self.names: dict[str, str] = {}
        self.nominal: dict[str, int] = {}

    def hand(self, number: int, entries: Sequence[str]) -> PhhHand:
        """Return a hand. Raises HandLeftOut for one that cannot be told by these rules."""
        started = STARTS.fullmatch(entries[0])
        assert started is not None
        kind = re.sub(r"\(id: [^)]*\)", "", started["kind"]).strip(" ()")
        if kind not in KINDS:
            raise HandLeftOut(f"{printable(kind, 40) or 'its game'} is not played here")
        if started["dealer"] is None:
            raise HandLeftOut("its button is dead")
        game, options = KINDS[kind]
        so_far = self._seated(entries, started["dealer"])
        for entry in entries[1:]:
            self._read(entry, so_far)
        hand = PhhHand(
            f"{self.file} #{number}", number, game, options, tuple(self.names[player] for player in so_far.seats),
            tuple(so_far.stacks.values()), tuple(so_far.antes.get(player, 0) for player in so_far.seats),
            tuple(so_far.blinds.get(player, 0) for player in so_far.seats), tuple(so_far.actions), self.scale,
            so_far.finish(),
        )  # fmt: skip
        see_that_it_can_be_told(hand)
        return hand

    def _seated(self, entries: Sequence[str], dealer: str) -> _HandSoFar:
        """Return the players from the left of the button, with what each has."""
        line = next((entry for entry in entries if entry.startswith("Player stacks:")), "")
        places = sorted(STACK.finditer(line), key=lambda match: int(match["seat"]))
        stacks = {match["id"]: self._units(match["amount"]) for match in places}
        for match in places:
            self.names.setdefault(match["id"], " ".join(match["name"].split()) or match["id"])
        button = next((player for player in stacks if dealer.endswith(f' @ {player}"')), None)
        if button is None or len(stacks) < 2:
            raise HandLeftOut("its players or its button are not told")
        seats = list(stacks)
        at = seats.index(button) + 1
        seats = seats[at:] + seats[:at]
        if len({self.names[player] for player in seats}) < len(seats):
            raise HandLeftOut("two of its players are called the same")
        return _HandSoFar(seats, {player: stacks[player] for player in seats})

    def _units(self, amount: str) -> int:
        return units_of(self.file, amount, self.scale)

    def _read(self, entry: str, so_far: _HandSoFar) -> None:
        for pattern, why in LEFT_OUT:
            if pattern.fullmatch(entry):
                raise HandLeftOut(why)
        if posted := POSTS.fullmatch(entry):
            self._post(posted, so_far)
        elif acted := ACTS.match(entry):
            self._act(acted, so_far)
        elif turned := BOARD.fullmatch(entry):
            so_far.next_street()
            so_far.actions.append(("d", "db", _cards(turned["cards"])))
        elif showed := SHOWS.fullmatch(entry):
            so_far.actions.append((so_far.place(showed["id"]), "sm", _cards(showed["cards"])))
        elif taken := TAKES.fullmatch(entry) or RETURNED.fullmatch(entry):
            so_far.took[taken["id"]] = so_far.took.get(taken["id"], 0) + self._units(taken["amount"])

    def _post(self, posted: re.Match[str], so_far: _HandSoFar) -> None:
        what, player, amount = posted["what"], posted["id"], self._units(posted["amount"])
        so_far.place(player)
        if what == "ante":
            so_far.antes[player] = amount
            return
        so_far.bets[player] = amount
        nominal = max(amount, self.nominal.get(what, 0)) if posted["all_in"] else amount
        if what != "straddle":
            self.nominal[what] = nominal
            big_at, small_at = ("p1", "p2") if len(so_far.seats) == 2 else ("p2", "p1")
            if so_far.place(player) != (big_at if what == "big blind" else small_at):
                raise HandLeftOut("its blinds are not on the left of its button")
        so_far.blinds[player] = nominal

    def _act(self, acted: re.Match[str], so_far: _HandSoFar) -> None:
        place, act = so_far.place(acted["id"]), acted["act"]
        if acted["amount"] is not None:
            so_far.bets[acted["id"]] = self._units(acted["amount"])
        if act in ("bets", "raises to") and acted["amount"] is not None:
            so_far.actions.append((place, "cbr", acted["amount"]))
        else:
            so_far.actions.append((place, "f" if act == "folds" else "cc"))


def _cards(text: str) -> str:
    """Return cards in words, as `10♠, Ah`, as PHH has them."""
    cards = [read_card(word) for word in re.split(r"[,\s]+", text.strip()) if word]
    return "".join(f"{card.rank.replace('10', 'T')}{card.suit.lower()}" if card else "??" for card in cards)
