"""Players over many evenings: what each won and lost, and what is still owed in all.

Names are the same person whatever their case, and if two names are said to be one person's. Evenings in different
moneys are kept apart; amounts are in the smallest unit of each. Winnings count whether they were paid or not.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, timedelta
from typing import TypeVar

import msgspec

from ledger.club.people import ClubPayment
from ledger.core.books import BANK, Debt, Payment
from ledger.core.fields import Amount, Day, EveningId
from ledger.core.money import Money
from ledger.core.names import key_of, person_named
from ledger.core.patterns import Pattern
from ledger.core.refusals import Code, Refusal, listed, printable
from ledger.language.phrase import DATE
from ledger.projections.in_play import InPlay
from ledger.projections.totals import PlayerTotals, Totals


class PlayedEvening(msgspec.Struct, frozen=True):
    """One of many evenings, with its totals."""

    id: int
    events: int
    """The number of events in the evening's log."""
    totals: Totals
    words: Mapping[str, str] = msgspec.field(default_factory=dict)
    """For each player who is a person of the club, the name at the table."""
    closed: bool = False
    """Whether the evening is closed, by its log."""
    in_play: InPlay | None = None
    """The records of its play; None if the evening was not replayed."""

    @property
    def debts(self) -> list[Debt]:
        """Return the debts that were paid, by the names of the players here."""
        called = {word: name for name, word in self.words.items()}
        return [_paid_by(debt, lambda word: called.get(word, word)) for debt in self.totals.debts]


class EveningResult(msgspec.Struct, frozen=True):
    """What one player won (+) or lost (−) in one evening."""

    evening: EveningId
    title: str
    on: Day
    amount: Amount


class EveningFilter(msgspec.Struct, frozen=True):
    """Which evenings are asked about: those that meet every condition."""

    first: str | None = None
    last: str | None = None
    persons: tuple[str, ...] = ()
    """Names; each finds the person who has a name that begins so, among all who have played."""
    game: str | None = None
    money: str | None = None

    def among(self, played: Sequence[PlayedEvening]) -> list[PlayedEvening]:
        """Return the evenings that are asked about. Raises Refusal for a name that nobody has."""
        known = {word: person for evening in played for person, word in evening.words.items()}
        known |= {name: name for name in names_of(played)}
        there_are = f"Those who have are {listed(list(known))}" if known else ""
        wanted = {
            key_of(person_named(name, known, f"nobody called {printable(name, 40)} has played", there_are))
            for name in self.persons
        }
        return [evening for evening in played if self._holds(evening.totals, wanted)]

    def _holds(self, totals: Totals, persons: AbstractSet[str]) -> bool:
        games = {game.casefold() for player in totals.players.values() for game in player.won}
        return (
            (self.first or "") <= totals.day
            and (self.last is None or totals.day <= self.last)
            and (self.game is None or self.game.casefold() in games)
            and (self.money is None or self.money.casefold() == totals.money.casefold())
            and persons <= {key_of(name) for name in totals.players}
        )


class Sum(msgspec.Struct, frozen=True):
    """The sum of several evenings: of those won, of those lost, and of both."""

    evenings: int
    won: Amount
    lost: Amount
    net: Amount


class Standing(msgspec.Struct, frozen=True):
    """One player over all evenings in one money; games that moved the player's counters count."""

    player: str
    total: Sum
    best: EveningResult
    worst: EveningResult
    games: dict[str, Sum]


Persons = Mapping[str, str]
"""Maps the key of a name, shared by its spellings, to the name of its person."""
NOBODY: Persons = {}
Paid = TypeVar("Paid", Debt, ClubPayment)


class Together(msgspec.Struct, frozen=True):
    """The evenings in one money, in the order of their days, in which each person has one name."""

    money: Money
    """The money; a counter has a value only if the value is the same in all the evenings."""
    played: tuple[PlayedEvening, ...]
    payments: tuple[ClubPayment, ...] = ()
    """The payments of the club that count for these evenings."""

    def standings(self) -> list[Standing]:
        """Return the standing of every player, the greatest winner first."""
        results: dict[str, list[EveningResult]] = {}
        games: dict[str, dict[str, list[int]]] = {}
        for evening in self.played:
            totals = evening.totals
            for player, of_player in totals.players.items():
                if player == BANK:
                    continue
                result = EveningResult(evening.id, totals.title, totals.day, of_player.balance)
                results.setdefault(player, []).append(result)
                for game, amount in of_player.won.items():
                    games.setdefault(player, {}).setdefault(game, []).append(amount)
        standings = [
            Standing(
                player,
                _sum(result.amount for result in of_player),
                max(of_player, key=lambda result: result.amount),
                min(of_player, key=lambda result: result.amount),
                {game: _sum(amounts) for game, amounts in games.get(player, {}).items()},
            )
            for player, of_player in results.items()
        ]
        return sorted(standings, key=lambda standing: (-standing.total.net, standing.player))

    def owed(self) -> dict[str, int]:
        """Return how much each is still to receive (+) or pay (−), with the club's payments."""
        owed = Counter[str]()
        for of_evening in self.owed_by_evening().values():
            owed.update(of_evening)
        for payment in self.payments:
            owed[payment.payer] += payment.amount
            owed[payment.payee] -= payment.amount
        return dict(owed)

    def paid_since(self) -> list[Payment]:
        """Return what was paid since the plan was made: at the newest change in one of the evenings."""
        made = max((evening.totals.changed for evening in self.played), default="")
        paid: list[tuple[str, int, Debt | ClubPayment]] = [
            (debt.at, evening.id, debt) for evening in self.played for debt in evening.debts
        ]
        paid += [(payment.at, 0, payment) for payment in self.payments]
        in_order = sorted(paid, key=lambda recorded: (*recorded[:2], recorded[2].event))
        return [Payment(payment.payer, payment.payee, payment.amount) for at, _, payment in in_order if at >= made > ""]

    def owed_by_evening(self) -> dict[int, dict[str, int]]:
        """Return how much each is still to receive (+) or pay (−) from each evening by itself."""
        return {
            evening.id: {name: of_player.owed for name, of_player in evening.totals.players.items()}
            for evening in self.played
        }

    def words(self) -> dict[str, list[str]]:
        """Return the names that the tables used for each player."""
        words: dict[str, dict[str, str]] = {}
        for evening in self.played:
            for name in evening.totals.players:
                said = evening.words.get(name, name)
                words.setdefault(name, {})[key_of(said)] = said
        return {name: list(said.values()) for name, said in words.items()}

    def pools(self) -> dict[str, int]:
        """Return how much still lies in each pool of the evenings."""
        pools = Counter[str]()
        for evening in self.played:
            pools.update(evening.totals.pools)
        return dict(pools)


def together(
    played: Iterable[PlayedEvening], persons: Persons = NOBODY, payments: Iterable[ClubPayment] = ()
) -> list[Together]:
    """Return the evenings, and payments, grouped by money, in the order of the moneys' names.

    Raises Refusal if two names of one of the `persons` sat at one table.
    """
    by_money: dict[str, list[PlayedEvening]] = {}
    of_club, in_each_money = list(payments), list[Together]()
    for evening in sorted(played, key=lambda evening: (evening.totals.day, evening.id)):
        by_money.setdefault(evening.totals.money, []).append(evening)
    for code, evenings in sorted(by_money.items()):
        called = _calling(evenings, persons)
        paid = (payment for payment in of_club if payment.money == code)
        in_each_money.append(
            Together(
                _money(code, evenings),
                tuple(as_one(evenings, persons)),
                tuple(_paid_by(payment, called) for payment in paid),
            )
        )
    return in_each_money


def _paid_by(paid: Paid, called: Callable[[str], str]) -> Paid:
    """Return a payment with the one name of each of the two."""
    return msgspec.structs.replace(paid, payer=called(paid.payer), payee=called(paid.payee))


def read_persons(texts: Iterable[str], names: Iterable[str]) -> Persons:
    """Read ``Annie=ann=Ann B``: names of one person, the first of which is the person's name.

    Raises Refusal for a text of another form, and for a name that is said of two persons.
    """
    known = {key_of(name): name for name in names}
    persons: dict[str, str] = {}
    for text in texts:
        same = [name.strip().strip('"') for name in text.split("=")]
        if len(same) < 2 or not all(same):
            sentence = f"{printable(text, 60)} does not say which names are one person"
            raise Refusal(Code.PLAYERS, sentence, 'Say --same "Annie=ann": the first is what the person is called')
        there_are = f"Those who have are {listed(list(known.values()))}"
        for place, said_so in enumerate(same):
            name = said_so
            if key_of(name) not in known and place:
                nobody = f"nobody called {printable(name, 40)} has played"
                name = person_named(name, {there: there for there in known.values()}, nobody, there_are)
            if persons.setdefault(key_of(name), same[0]) != same[0]:
                raise Refusal(Code.PLAYERS, f"{printable(name, 40)} is said to be two persons")
    return persons


def names_of(played: Iterable[PlayedEvening]) -> list[str]:
    """Return everybody who has played, by the first spelling of the name."""
    names: dict[str, str] = {}
    for evening in played:
        for name in evening.totals.people:
            names.setdefault(key_of(name), name)
    return list(names.values())


def as_one(played: Sequence[PlayedEvening], persons: Persons = NOBODY) -> list[PlayedEvening]:
    """Return evenings in which each person has one name: the given one, or the first spelling.

    Raises Refusal if two names of one of them sat at one table.
    """
    called = _calling(played, persons)
    return [renamed(evening, called) for evening in played]


def _calling(played: Iterable[PlayedEvening], persons: Persons) -> Callable[[str], str]:
    """Return what tells the one name of a person from any other."""
    first: dict[str, str] = {}

    def called(name: str) -> str:
        given = persons.get(key_of(name), name)
        return first.setdefault(key_of(given), given)

    for evening in played:
        for name in evening.totals.players:
            called(name)
    return called


def renamed(evening: PlayedEvening, called: Callable[[str], str]) -> PlayedEvening:
    """Return an evening with its players as they are `called`.

    Raises Refusal if two are called alike.
    """
    players: dict[str, PlayerTotals] = {}
    words = dict[str, str]()
    for name, of_player in evening.totals.players.items():
        person, word = called(name), evening.words.get(name, name)
        if person in players:
            where = f"evening {evening.id}, {evening.totals.title}"
            sentence = f"{words.get(person, person)} and {name} are two persons: both were at {where}"
            raise Refusal(Code.PLAYERS, sentence)
        players[person] = of_player
        if word != person:
            words[person] = word
    return msgspec.structs.replace(
        evening, totals=msgspec.structs.replace(evening.totals, players=players), words=words
    )


def _money(code: str, played: Iterable[PlayedEvening]) -> Money:
    counters = {evening.totals.counter for evening in played}
    return Money(code, counters.pop() if len(counters) == 1 else None)


MONTH = Pattern(r"[0-9]{4}-[0-9]{2}")
MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
FEWEST_LETTERS = 3
"""The least number of letters of a month's name."""
DATES = "A date is a day, as 1898-12-26, or a month, as 1898-12 or December"


def read_days(text: str, today: str) -> tuple[str, str]:
    """Read a day, 1898-12-26, or a month, 1898-12 or December: its first day and its last.

    A month by its name is the newest that is not in the future. Raises Refusal for any other text.
    """
    try:
        if DATE.fullmatch(text):
            day = date.fromisoformat(text).isoformat()
            return day, day
        month = text if MONTH.fullmatch(text) else _newest(text.strip().lower(), today)
        first = date.fromisoformat(f"{month}-01")
        next_first = date(first.year + first.month // 12, first.month % 12 + 1, 1)
        return first.isoformat(), (next_first - timedelta(days=1)).isoformat()
    except ValueError as error:
        raise Refusal(Code.UNREADABLE, f"{printable(text, 40)} is not a date", DATES) from error


def days_between(since: str | None, until: str | None, today: str) -> tuple[str | None, str | None]:
    """Read the first and the last day of the evenings that are asked about.

    Raises Refusal as `read_days` does.
    """
    first = None if since is None else read_days(since, today)[0]
    return first, None if until is None else read_days(until, today)[1]


def none_played(first: str | None, last: str | None) -> str:
    """Return a clause: no evening was played between these days."""
    if last is None:
        return f"no evening was played on {first} or after" if first else "no evening was played"
    return f"no evening was played from {first} to {last}" if first else f"no evening was played on {last} or before"


def _newest(text: str, today: str) -> str:
    """Return the newest month of a name that is not in the future, as 1898-12.

    Raises ValueError if no month is called so.
    """
    months = [number for number, name in enumerate(MONTHS, start=1) if name.startswith(text)]
    if len(months) != 1 or len(text) < FEWEST_LETTERS:
        raise ValueError(text)
    year, month = map(int, today.split("-")[:2])
    return f"{year - (months[0] > month):04}-{months[0]:02}"


def _sum(amounts: Iterable[int]) -> Sum:
    several = list(amounts)
    won = sum(amount for amount in several if amount > 0)
    lost = -sum(amount for amount in several if amount < 0)
    return Sum(len(several), won, lost, won - lost)
