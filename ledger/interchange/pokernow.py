"""The ledger that PokerNow writes of a session of online poker, as an evening of Tally.

Its lines are sittings: who bought in for how much, went out with how much, or has how much in front of him still.
Nobody has paid anybody, so the net result of each is what counts, and what was bought is kept in notes. One
identity under two spellings is one player, and so is one spelling (whatever its case) under two identities.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date

from ledger.core.money import Money, MoneyError
from ledger.core.names import key_of, quoted
from ledger.core.names import name as written
from ledger.core.refusals import Code, Refusal, listed, printable
from ledger.interchange.names import can_be_called, name_for
from ledger.interchange.poker_hands import money_of_hands
from ledger.interchange.script import replay_script
from ledger.interchange.tables import CsvTable, TableRow
from ledger.language.lexer import FORBIDDEN, LONGEST
from ledger.log.replay import Replay

COLUMNS = ("player_nickname", "player_id", "session_start_at", "session_end_at", "buy_in", "buy_out", "stack", "net")
ESCROW = "nit_escrow"
"""Chips held back in a side game, which newer ledgers list before the net result."""
LONGEST_NAME = 80
LONGEST_LIST = LONGEST - 1_000
"""The greatest number of characters of names, or of results, in a saying, which leaves room for the rest."""
IN_THOUSANDS = re.compile(r"[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?")
"""An amount in the form of a spreadsheet, with thousands separated."""
FORM = f"A ledger of PokerNow begins with the line {','.join(COLUMNS)}"


@dataclass
class LedgerPlayer:
    """One player, with all his sittings; amounts in the smallest unit."""

    name: str
    ids: list[str] = field(default_factory=list)
    spellings: list[str] = field(default_factory=list)
    sittings: int = 0
    bought: int = 0
    took: int = 0
    net: int = 0
    line: int = 0
    """The line on which the player first sits down."""
    days: list[str] = field(default_factory=list)

    @property
    def marks(self) -> list[tuple[str, str]]:
        """Return what the player is known by: identities, and names without regard to case."""
        return [("id", identity) for identity in self.ids] + [("name", key_of(spelling)) for spelling in self.spellings]

    def take_over(self, other: "LedgerPlayer") -> None:
        """Take over the sittings of another player, who is the same."""
        self.ids += other.ids
        self.spellings += other.spellings
        self.sittings += other.sittings
        self.days += other.days
        self.bought, self.took, self.net = self.bought + other.bought, self.took + other.took, self.net + other.net


def replay_ledger(
    text: str, source: str, title: str, money: str = "counters", cents: bool = False
) -> tuple[Replay, tuple[str, ...]]:
    """Replay a ledger; return it, and what was made of its names.

    Its amounts are counters or the major units of a currency, with `cents` the smallest units. Raises Refusal, or
    RefusedLine for one of its lines, if it is no such ledger or its results do not sum to zero.
    """
    kept = money_of_hands(money, cents, "a ledger of PokerNow has no shillings")
    players = _players(_sittings(CsvTable(text, source), kept, cents), kept)
    if len(players) < 2:
        found = f"only {players[0].name} sits in it" if players else "nobody sits in it"
        raise Refusal(Code.FILE, f"{printable(source)}: {found}", "A ledger has two players or more")
    if total := sum(player.net for player in players):
        more = "more won than lost" if total > 0 else "more lost than won"
        sentence = f"{printable(source)}: the results do not sum to nothing: {kept.show(abs(total))} {more}"
        raise Refusal(Code.FILE, sentence, "Nothing was imported: put the ledger right, and import it again")
    days = sorted(day for player in players for day in player.days if day)
    remarks = tuple(remark for player in players if (remark := _remark(player)))
    sayings = "\n".join(_sayings(title, days[:1], kept, players, remarks))
    return replay_script(f"{sayings}\n", source), remarks


def _sayings(
    title: str, day: list[str], money: Money, players: list[LedgerPlayer], remarks: tuple[str, ...]
) -> Iterator[str]:
    written_money = f" on {day[0]}" if day else ""
    yield f"evening {quoted(printable(title))}{written_money} money={money.code}"
    first, *rest = _within_a_line(players, lambda player: written(player.name))
    yield f"players {' '.join(written(player.name) for player in first)}"
    yield from (f"{written(player.name)} joins" for group in rest for player in group)
    yield from (f"note {quoted(remark)}" for remark in remarks)
    for player in players:
        times = "once" if player.sittings == 1 else f"{player.sittings} times"
        counters = f"bought {money.show(player.bought)} and took away {money.show(player.took)}"
        yield f"note {quoted(f'{player.name} sat down {times}, {counters}')}"
    yield "game tally name=PokerNow"
    yield from _results(players, money)
    yield from ("end", "close")


def _results(players: list[LedgerPlayer], money: Money) -> Iterator[str]:
    """Yield the results, in as many sayings as they take.

    Each saying sums to zero: the last player of one bears the sum of the others, and gets it back in the next.
    """

    def result(player: LedgerPlayer, net: int) -> str:
        return f"{written(player.name)} {'-' if net < 0 else '+'}{money.write(abs(net))}"

    borne, bearer = 0, None
    for group in _within_a_line(
        [player for player in players if player.net], lambda player: result(player, player.net)
    ):
        nets = ([(bearer, borne)] if bearer and borne else []) + [(player, player.net) for player in group]
        bearer, borne = group[-1], sum(net for _, net in nets)
        nets[-1] = (bearer, bearer.net - borne)
        yield f"result {' '.join(result(player, net) for player, net in nets if net)}"


def _within_a_line(players: list[LedgerPlayer], text: Callable[[LedgerPlayer], str]) -> Iterator[list[LedgerPlayer]]:
    """Yield the players in groups whose texts fit into a saying."""
    group: list[LedgerPlayer] = []
    length = 0
    for player in players:
        size = len(text(player)) + 1
        if group and length + size > LONGEST_LIST:
            yield group
            group, length = [], 0
        group.append(player)
        length += size
    if group:
        yield group


# Lines


def _sittings(table: CsvTable, money: Money, cents: bool) -> Iterator[LedgerPlayer]:
    """Yield the player of each line, with that one sitting."""
    if missing := [name for name in COLUMNS if name not in table.headings]:
        is_or_are = "is" if len(missing) == 1 else "are"
        wrong = f"this is no ledger of PokerNow: {listed(missing)} {is_or_are} not among its columns"
        sentence = f"{printable(table.source)}: {wrong if table.headings else 'nothing is in it'}"
        raise Refusal(Code.FILE, sentence, FORM)
    return table.each(lambda row: _sitting(row, money, cents))


def _sitting(row: TableRow, money: Money, cents: bool) -> LedgerPlayer:
    if len(row.cells) != len(row.table.headings):
        raise Refusal(Code.FILE, f"{len(row.table.headings)} columns are expected, and here are {len(row.cells)}")

    def cell(name: str) -> str:
        return " ".join(FORBIDDEN.sub(" ", row.text(name)).split())

    def amount(name: str) -> int:
        return _amount(name, cell(name), money, cents)

    if not cell("net"):
        raise Refusal(Code.FILE, "there is no net result")
    bought, out, stack, escrow, net = map(amount, ("buy_in", "buy_out", "stack", ESCROW, "net"))
    took = net + bought
    # some ledgers say what was taken away in both columns, and some have what is held back in the stack
    if took not in (out + stack + escrow, out + stack, *((out + escrow, out) if out == stack else ())):
        made = out + stack + escrow - bought
        sentence = f"its net result is {money.show(net)}, and its other columns make {money.show(made)}"
        raise Refusal(Code.FILE, sentence, "The net result is buy_out and stack (and nit_escrow), less buy_in")
    nickname, identity = _nickname(cell("player_nickname"), cell("player_id")), cell("player_id")
    ids, day = [identity] if identity else [], _day(cell("session_start_at"))
    return LedgerPlayer(nickname, ids, [nickname], 1, bought, took, net, row.line, [day])


def _amount(column: str, text: str, money: Money, cents: bool) -> int:
    sign = -1 if text.startswith("-") else 1
    size = text[1:] if text.startswith(("-", "+")) else text
    if IN_THOUSANDS.fullmatch(size):
        size = size.replace(",", "")
    if not size:
        if text:
            raise Refusal(Code.BAD_AMOUNT, f"{column} is {text}, which is no amount")
        return 0
    if not (size.isascii() and size.replace(".", "", 1).isdigit()) or (cents and not size.isdigit()):
        wanted = "a whole number, for with --cents amounts are cents" if cents else "a number"
        raise Refusal(Code.BAD_AMOUNT, f"{column} is {printable(text, 40)}, and must be {wanted}")
    try:
        return sign * (Money("counters", 1) if cents else money).read(size)
    except MoneyError as error:
        raise Refusal(Code.BAD_AMOUNT, f"{column}: {error}", "Say --money USD where these are dollars") from error


def _day(text: str) -> str:
    if not text:
        return ""
    try:
        return date.fromisoformat(text[:10]).isoformat()
    except ValueError as error:
        raise Refusal(Code.FILE, f"session_start_at is {printable(text, 40)}, which is no time") from error


# Players


def _nickname(nickname: str, identity: str) -> str:
    name = nickname or identity
    if not name:
        raise Refusal(Code.FILE, "neither a nickname nor an identity is said of this player")
    if len(name) > LONGEST_NAME:
        raise Refusal(Code.FILE, f"the nickname has {len(name)} characters, and {LONGEST_NAME} are the most")
    return name


def _players(sittings: Iterable[LedgerPlayer], money: Money) -> list[LedgerPlayer]:
    """Put the sittings of each player together."""
    players: dict[tuple[str, str], LedgerPlayer] = {}
    """The players, each by every identity and every spelling."""
    for new in sittings:
        same = {id(player): player for mark in new.marks if (player := players.get(mark))}
        first, *others = sorted((*same.values(), new), key=lambda player: player.line)
        for other in others:
            first.take_over(other)
            players |= dict.fromkeys(other.marks, first)
        players |= dict.fromkeys(new.marks, first)
    return _named(list({id(player): player for player in players.values()}.values()), money)


def _named(players: list[LedgerPlayer], money: Money) -> list[LedgerPlayer]:
    """Name each player so that the notation can tell the name from everything else; return them."""
    names = {key_of(spelling) for player in players for spelling in player.spellings}
    for player in players:
        if not can_be_called(player.name, money):
            player.name = name_for(player.name, money, names)
        names.add(key_of(player.name))
    return players


def _remark(player: LedgerPlayer) -> str:
    """Return what was taken for one player, where that is not plain."""
    clauses = []
    spellings = list(dict.fromkeys(player.spellings))
    ids = list(dict.fromkeys(player.ids))
    if player.name != spellings[0]:
        clauses.append(f"{spellings[0]} is called {player.name} here")
    if len(spellings) > 1:
        clauses.append(f"{listed(spellings)} are one player")
    if len(ids) > 1:
        clauses.append(f"{player.name} has the identities {listed(ids)}")
    return "; ".join(clauses)
