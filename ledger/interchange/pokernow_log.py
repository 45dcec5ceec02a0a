"""The log that PokerNow writes of a session of online poker, as an evening told bet by bet.

Its lines are entries in words, newest first. What a player calls, bets, raises to, straddles or posts for a missed
big blind is what his bet of the street comes to with it.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ledger.core.cards import Card
from ledger.core.names import key_of
from ledger.core.refusals import Code, Refusal, listed, printable
from ledger.interchange.poker_hands import (
    Act,
    CannotBeTold,
    PokerHand,
    PokerSession,
    Unit,
    UntoldPlay,
    cards_of,
    money_of_hands,
)
from ledger.interchange.poker_session import replay_session
from ledger.log.replay import Replay

COLUMNS = ("entry", "at")
PLAYER = r'"(?P<name>.+?) @ (?P<id>[^"]+)"'
AMOUNT = r"(?P<amount>[0-9]+(?:\.[0-9]+)?)"
STARTS = re.compile(
    r"-- starting hand #(?P<number>[0-9]{1,9})\b(?P<kind>.*?)(?:\(dealer: (?P<dealer>.+)\)|\(dead button\)) --"
)
ENDS = re.compile(r"-- ending hand #[0-9]+ --")
STACK = re.compile(rf"#(?P<seat>[0-9]{{1,3}}) {PLAYER} \({AMOUNT}\)")
POSTS = re.compile(
    rf"{PLAYER} posts an? (?P<what>small blind|big blind|ante|straddle|miss(?:ed|ing) (?:small|big) blind|bet) "
    rf"of {AMOUNT}(?P<all_in> and go all in)?"
)
BOMB = re.compile(rf"{PLAYER} (?=.*bomb pot)[^0-9\"]*{AMOUNT}(?P<all_in>.*all in)?.*", re.IGNORECASE)
ACTS = re.compile(rf"{PLAYER} (?P<act>folds|checks|calls|bets|raises to)(?: {AMOUNT})?\b")
SHOWS = re.compile(rf"{PLAYER} shows a (?P<cards>.+?)\.?")
TAKES = re.compile(rf"{PLAYER} collected {AMOUNT} from pot(?P<rest>.*)")
RETURNED = re.compile(rf"Uncalled bet of {AMOUNT} returned to {PLAYER}")
BOARD = re.compile(r"(?:flop|turn|river)(?P<again> \((?P<which>[a-z]+)[^)]*\))?:.*\[(?P<cards>[^\]]*)\]", re.IGNORECASE)
BOUNTY = re.compile(rf'{PLAYER} paid {AMOUNT} for the .*bounty to ".+? @ (?P<to>[^"]+)".*')
OF_BOARD = re.compile(r"on the (?P<which>second|third) (?:run|board)")
JOINS = re.compile(rf"The player {PLAYER} joined the game with a stack of {AMOUNT}\.?")
REBUYS = re.compile(rf"The player {PLAYER} rebought\. New stack {AMOUNT}\.?")
CHANGED_STACK = re.compile(rf"The admin updated the player {PLAYER} stack from (?P<was>[0-9.]*[0-9]) to {AMOUNT}\.?")
SITS = re.compile(rf"The player {PLAYER} (?:stand up|sit back) with the stack of {AMOUNT}\.?")
QUITS = re.compile(rf"The player {PLAYER} quits the game with a stack of {AMOUNT}\.?")
CHANGED_BLIND = re.compile(rf"The game's (?P<what>small blind|big blind|ante) was changed from .* to {AMOUNT}\.?")
CHANGED_ID = re.compile(r"The player .* changed the ID from (?P<was>\S+) to (?P<id>\S+).*")
BOARDS = {"second": 1, "third": 2}
FEWEST = 2
KINDS = {
    "No Limit Texas Hold'em": ("holdem", ()),
    "Pot Limit Texas Hold'em": ("holdem", ("limit=pot",)),
    "Pot Limit Omaha Hi/Lo 8 or Better": ("omaha", ("eight=on",)),
    "Pot Limit Omaha Hi": ("omaha", ()),
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

    Raises Refusal for a file with amounts below a counter, and where no hand of it can be told.
    """
    unit = Unit(money_of_hands(money, cents), cents)
    entries, day = _entries(text, source)
    reader = _LogReader(printable(source), unit, _people(entries))
    reader.read(entries)
    if not reader.items:
        why = reader.remarks[-1] if reader.remarks else "there is none"
        raise Refusal(Code.FILE, f"{printable(source)}: no hand of it can be told here: {why}", FORM)
    items, remarks = tuple(reader.items), tuple(reader.remarks)
    return replay_session(PokerSession(title, day, None, unit.money, items, reader.called, remarks, FORM))


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


@dataclass(frozen=True)
class _People:
    """Who is who: what each is called, and which identities are one player."""

    called: Mapping[str, str]
    same: Mapping[str, str]
    remarks: tuple[str, ...]


def _people(entries: Iterable[str]) -> _People:
    """Return who plays.

    One identity is one player, and so is one name, unless two of it play together.
    """
    called: dict[str, str] = {}
    together: set[str] = set()
    for entry in entries:
        if entry.startswith("Player stacks:"):
            of_hand = {match["id"]: match["name"] for match in STACK.finditer(entry)}
            for player, name in of_hand.items():
                called.setdefault(player, " ".join(name.split()) or player)
            keys = [key_of(called[player]) for player in of_hand]
            together |= {key for key in keys if keys.count(key) > 1}
    renamed = {match["id"]: match["was"] for entry in entries if (match := CHANGED_ID.fullmatch(entry))}
    same: dict[str, str] = {}
    first: dict[str, list[str]] = {}
    for player, name in called.items():
        before = renamed.get(player, player)
        key = key_of(called.get(before, name))
        ids = first.setdefault(before if key in together else key, [])
        ids.append(player)
        same[player] = ids[0]
    remarks = (f"{called[ids[0]]} has the identities {listed(ids)}" for ids in first.values() if len(ids) > 1)
    return _People({player: name for player, name in called.items() if same[player] == player}, same, tuple(remarks))


@dataclass
class _LogReader:
    """Reads one entry after another, and reckons what lies in front of each."""

    file: str
    unit: Unit
    people: _People
    items: list[PokerHand | UntoldPlay] = field(default_factory=list)
    blinds: dict[str, int] = field(default_factory=lambda: {"small": 0, "big": 0, "ante": 0})
    """What the blinds and the ante are, though somebody may lay less."""
    known: dict[str, int] = field(default_factory=dict)
    """What lies in front of each who sits there."""
    played: set[str] = field(default_factory=set)
    """Who has been in a hand."""
    broken: bool = False
    """Whether it is still to be found out how a hand came out."""
    bounties: dict[str, int] = field(default_factory=dict)
    """What each has won or paid for bounties since the hand before."""
    found: dict[str, int] = field(default_factory=dict)
    """By how much players had more (+) or less (−) than was known, as the log tells in passing."""

    def __post_init__(self) -> None:
        self.called = self.people.called
        self.remarks = list(self.people.remarks)
        self.hand: PokerHand | None = None
        self.returned: dict[str, int] = {}
        self.later: list[str] = []
        """The entries within a hand that are of no hand."""
        self.header = ""

    def read(self, entries: Sequence[str]) -> None:
        """Read the entries, the oldest first."""
        for entry in entries:
            if STARTS.fullmatch(entry):
                self._leave_hand()
                self.header = entry
            elif self.header and entry.startswith("Player stacks:"):
                self._seat(entry)
            elif self.hand is None:
                self.broken = self.broken or ENDS.fullmatch(entry) is not None
                self._read_beside(entry)
            elif ENDS.fullmatch(entry):
                self._end(self.hand)
            else:
                self._of_hand(entry, self.hand)
        self._leave_hand()
        self._compare({}, "the end of the log")

    def _units(self, amount: str) -> int:
        return self.unit.read(self.file, amount, FORM)

    def _who(self, identity: str) -> str:
        return self.people.same.get(identity, identity)

    # A hand

    def _seat(self, entry: str) -> None:
        """Begin a hand, with who is in it and what each has."""
        started = STARTS.fullmatch(self.header)
        assert started is not None
        where, self.header = f"{self.file} #{started['number']}", ""
        places = sorted(STACK.finditer(entry), key=lambda match: int(match["seat"]))
        stacks = {self._who(match["id"]): self._units(match["amount"]) for match in places}
        self._compare(stacks, where)
        dealer = next((match for match in places if (started["dealer"] or "").endswith(f' @ {match["id"]}"')), None)
        kind = next((kind for kind in KINDS if kind in started["kind"]), "")
        game, options = KINDS.get(kind, ("", ()))
        button = self._who(dealer["id"]) if dealer else None
        self.returned, self.later = {}, []
        in_hand = {player: stack for player, stack in stacks.items() if stack}
        if len(in_hand) < FEWEST:
            self.remarks.append(f"{where} is left out: fewer than two are in it")
            return
        button = button if button in in_hand else None
        self.played |= {*in_hand}
        self.hand = PokerHand(where, game, options, in_hand, int(started["number"]), button)
        if not game:
            name = printable(re.sub(r"\(id: [^)]*\)", "", started["kind"]).strip(" ()"), 40)
            self.hand.odd = f"{name or 'its game'} is not played here"

    def _of_hand(self, entry: str, hand: PokerHand) -> None:
        if bomb := BOMB.fullmatch(entry):
            self._post(hand, bomb, "bomb")
        elif posted := POSTS.fullmatch(entry):
            kind = posted["what"].removesuffix(" blind").replace("missing", "missed")
            self._post(hand, posted, "bomb" if kind == "bet" else kind)
        elif acted := ACTS.match(entry):
            self._act(hand, acted)
        elif turned := BOARD.fullmatch(entry):
            self._turn_up(hand, turned)
        elif showed := SHOWS.fullmatch(entry):
            cards = tuple(card for card in _cards(showed["cards"]) if card is not None)
            hand.acts.append(Act(self._player(hand, showed), "shows", cards=cards))
        elif taken := TAKES.fullmatch(entry):
            which = OF_BOARD.search(taken["rest"])
            board = hand.collected.setdefault(BOARDS[which["which"]] if which else 0, {})
            player = self._who(taken["id"])
            board[player] = board.get(player, 0) + self._units(taken["amount"])
        elif returned := RETURNED.fullmatch(entry):
            player = self._who(returned["id"])
            self.returned[player] = self.returned.get(player, 0) + self._units(returned["amount"])
        else:
            self.later.append(entry)

    def _player(self, hand: PokerHand, match: re.Match[str]) -> str:
        player = self._who(match["id"])
        if player not in hand.stacks:
            hand.odd = hand.odd or f"{printable(match['name'], 40)} acts in it, who has no stack"
        return player

    def _post(self, hand: PokerHand, posted: re.Match[str], kind: str) -> None:
        amount, player = self._units(posted["amount"]), self._player(hand, posted)
        usual = kind.removeprefix("missed ")
        nominal = max(amount, self.blinds.get(usual, 0)) if posted["all_in"] else amount
        if kind in ("small", "big", "ante") and not posted["all_in"]:
            self.blinds[kind] = amount
        elif usual in self.blinds:
            self.blinds[usual] = self.blinds[usual] or amount
        hand.post(player, kind, amount, nominal)

    def _act(self, hand: PokerHand, acted: re.Match[str]) -> None:
        amount = None if acted["amount"] is None else self._units(acted["amount"])
        hand.act(self._player(hand, acted), amount, acted["act"] == "folds")

    def _turn_up(self, hand: PokerHand, turned: re.Match[str]) -> None:
        if turned["again"]:
            hand.boards = max(hand.boards, BOARDS.get(turned["which"].lower(), 1) + 1)
            return
        try:
            hand.turn_up(_cards(turned["cards"]))
        except CannotBeTold as error:
            hand.odd = hand.odd or str(error)

    def _end(self, hand: PokerHand) -> None:
        """End a hand with what each has then, if its entries come out."""
        taken = dict.fromkeys(hand.players, 0)
        for amounts in (self.returned, *hand.collected.values()):
            for player, amount in amounts.items():
                taken[player] = taken.get(player, 0) + amount
        finish = {player: stack - hand.put.get(player, 0) + taken[player] for player, stack in hand.stacks.items()}
        if sum(finish.values()) == sum(hand.stacks.values()) and {*taken} == {*finish} and min(finish.values()) >= 0:
            antes = [post.nominal for post in hand.posts if post.kind == "ante" and not hand.bomb]
            hand.blinds = {**self.blinds, "ante": max(antes, default=0)}
            hand.finish, hand.stacks = finish, _from_the_left(hand)
            self.items.append(hand)
            self.known.update(finish)
            self.hand = None
        self._leave_hand("what was put in and what was collected do not agree")

    def _leave_hand(self, why: str = "it is not over in the log") -> None:
        """Leave a hand.

        Of one that is still open, the stacks after it will tell how it came out.
        """
        if self.header:
            self.remarks.append(f"{printable(self.header, 40)} is left out: nobody's stack is told")
        if self.hand is not None:
            self.hand.odd, self.hand.finish = why, None
            self.items.append(self.hand)
        self.broken = self.broken or bool(self.header or self.hand)
        self.hand, self.header = None, ""
        later, self.later = self.later, []
        for entry in later:
            self._read_beside(entry)

    # Between hands

    def _read_beside(self, entry: str) -> None:
        if joined := JOINS.fullmatch(entry):
            self.known[self._who(joined["id"])] = self._units(joined["amount"])
        elif bought := REBUYS.fullmatch(entry):
            self._find(bought, 0)
            self.known[self._who(bought["id"])] = self._units(bought["amount"])
        elif changed := CHANGED_STACK.fullmatch(entry):
            player, was = self._who(changed["id"]), self._units(changed["was"])
            self._find(changed, was)
            self.known[player] = self.known.get(player, was) + self._units(changed["amount"]) - was
        elif sits := SITS.fullmatch(entry):
            self._find(sits, self._units(sits["amount"]))
        elif quit_ := QUITS.fullmatch(entry):
            self._find(quit_, self._units(quit_["amount"]), surely=True)
            self.known.pop(self._who(quit_["id"]), None)
        elif bounty := BOUNTY.fullmatch(entry):
            amount = self._units(bounty["amount"])
            for player, change in ((self._who(bounty["id"]), -amount), (self._who(bounty["to"]), amount)):
                self.bounties[player] = self.bounties.get(player, 0) + change
                self.known[player] = self.known.get(player, 0) + change
        elif blind := CHANGED_BLIND.fullmatch(entry):
            self.blinds[blind["what"].removesuffix(" blind")] = self._units(blind["amount"])

    def _find(self, entry: re.Match[str], stack: int, surely: bool = False) -> None:
        """Note what a player has, where that is to be found out, or is told `surely`."""
        player = self._who(entry["id"])
        if player in self.known and (self.broken or surely):
            self.found[player] = self.found.get(player, 0) + stack - self.known[player]
            self.known[player] = stack

    def _compare(self, stacks: Mapping[str, int], where: str) -> None:
        """Compare the stacks before a hand with what is known, and say what nobody told."""
        changes = {player: stack - self.known[player] for player, stack in stacks.items() if player in self.known}
        changes |= {player: changes.get(player, 0) + change for player, change in self.found.items()}
        changes = {player: change for player, change in changes.items() if change}
        if self.bounties and {*self.bounties} <= self.played:
            why = "a bounty was paid, which is no part of a pot"
            self.items.append(UntoldPlay(f"what went before {where}", self.bounties, why))
            self.bounties = {}
        self.found = {}
        self.known.update(stacks)
        comes_out = sum(changes.values()) == 0 and {*changes} <= self.played
        if self.broken and not comes_out and stacks:
            self.found = changes  # some of those who were in it are not there now
            return
        self.broken = False
        if changes and comes_out:
            why = "the stacks are others than after the hand before, and no hand tells how"
            self.items.append(UntoldPlay(f"what went before {where}", changes, why))
            return
        for player, change in changes.items():
            compared, taken = ("more", "bought") if change > 0 else ("less", "cashed")
            amount, called = self.unit.money.show(abs(change)), self.called.get(player, player)
            self.remarks.append(f"{where}: {called} has {amount} {compared} than the log tells: taken as {taken}")


def _from_the_left(hand: PokerHand) -> dict[str, int]:
    """Return the stacks of a hand from the left of its button.

    Where the button is dead they begin with who lays the first blind.
    """
    players = hand.players
    blinds = [
        post.player for kind in ("small", "big") for post in hand.posts if post.kind == kind and post.player in players
    ]
    first = 0
    if hand.button in players:
        first = players.index(hand.button) + 1
    elif blinds:
        first = players.index(blinds[0])
    return {player: hand.stacks[player] for player in (*players[first:], *players[:first])}


def _cards(text: str) -> Sequence[Card | None]:
    """Return cards in words, as `10♠, Ah`."""
    return cards_of([word for word in re.split(r"[,\s]+", text.strip()) if word])
