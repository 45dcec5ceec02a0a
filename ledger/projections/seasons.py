"""The table of a season: places at evenings, points, and the order of equal ones."""

from array import array
from bisect import insort
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Annotated

import msgspec
from msgspec import Meta

from ledger.core.books import BANK
from ledger.core.events import ChangeHandicap, OpenSeason, Shares
from ledger.core.fields import EveningId
from ledger.core.money import Money, MoneyError, money_of
from ledger.core.names import key_of
from ledger.core.refusals import Code, Refusal, listed
from ledger.projections.explanation import Curve
from ledger.projections.standings import PlayedEvening


class PlaceAt(msgspec.Struct, frozen=True):
    """The place of a person at an evening, and the points for it."""

    evening: EveningId
    place: Annotated[int | None, Meta(description="null: nobody was above nought at that evening.")]
    points: int | None


class SeasonRow(msgspec.Struct):
    """A person in the table of a season; without a place if present at too few evenings."""

    place: Annotated[int | None, Meta(description="null: too few evenings were played.")]
    person: str
    evenings: int
    points: Annotated[int | None, Meta(description="null: the season goes by net.")]
    won: int
    """The number of evenings won among those that count: first places, alone or shared."""
    net: Annotated[dict[str, int], Meta(description="By money, in its smallest unit.")]
    """What the person has won (+) or lost (−) at all evenings, in each money; by net, with what handicaps added."""
    counted: Sequence[PlaceAt]
    """The evenings that count, those with most points first."""
    dropped: Sequence[PlaceAt]


class EveningInSeason(msgspec.Struct, frozen=True):
    """What an evening brought a person in a season."""

    amount: int
    """What was won; where the season goes by net, with the handicap."""
    place: int | None
    points: int | None
    """Those of the place, with the handicap."""
    handicap: int


class SeasonTable(msgspec.Struct, frozen=True):
    """The table of a season, with its evenings."""

    evenings: tuple[int, ...]
    table: list[SeasonRow]
    unplaced: list[SeasonRow]
    courses: dict[str, list[int]]
    """For each person in the order of the table, the points or the net after each evening."""
    places: list[dict[str, int]]
    """Everybody's place at each evening; none if nobody won anything."""
    handicaps: dict[str, int]
    """What handicaps added to each: points that count, or net. Empty in a season without handicaps."""

    @property
    def people(self) -> list[str]:
        """Return everybody who was at one of the evenings."""
        return [row.person for row in (*self.table, *self.unplaced)]


def season_table(
    rules: OpenSeason, played: Sequence[PlayedEvening], changes: Sequence[ChangeHandicap] = ()
) -> SeasonTable:
    """Return the table of a season over closed evenings of persons, in order of their days.

    `changes` are its later handicaps, as they were said. Raises Refusal if the season goes by net and the evenings are
    in several moneys.
    """
    within = [evening for evening in played if rules.first <= evening.totals.day <= rules.last]
    within = [evening for evening in within if rules.money in (None, evening.totals.money)]
    results = {evening.id: _results(rules, evening, changes) for evening in within}
    within = [evening for evening in within if results[evening.id]]
    moneys = list(dict.fromkeys(evening.totals.money for evening in within))
    if not rules.points and len(moneys) > 1:
        sentence = f"{rules.title} goes by net, and its evenings are in {listed(moneys)}"
        raise Refusal(Code.OPTIONS, sentence, "Open another season with --points, or with --money CODE")
    people = dict.fromkeys(person for evening in within for person in results[evening.id])
    rows = [_row(rules, person, within, results) for person in people]
    placed = [row for row in rows if row.evenings >= (rules.at_least or 0)]
    unplaced = [row for row in rows if row not in placed]
    places = [
        {person: result.place for person, result in results[evening.id].items() if result.place is not None}
        for evening in within
    ]
    table = _in_order(placed, places, len(rules.points) > 0)
    unplaced.sort(key=lambda row: key_of(row.person))
    return SeasonTable(
        tuple(evening.id for evening in within),
        table,
        unplaced,
        {row.person: _course(rules, row.person, [results[evening.id] for evening in within]) for row in table},
        places,
        {row.person: _added(rules, row, results) for row in rows} if rules.handicap or changes else {},
    )


def _course(rules: OpenSeason, person: str, results: Iterable[Mapping[str, EveningInSeason]]) -> list[int]:
    """Return a person's figure after each evening: points of the best that count, or net."""
    brought: list[int] = []
    course: list[int] = []
    for of_evening in results:
        if (result := of_evening.get(person)) is not None:
            insort(brought, result.amount if result.points is None else result.points)
        counted = brought if rules.best is None or not rules.points else brought[-rules.best :]
        course.append(sum(counted))
    return course


def course_of(rules: OpenSeason, table: SeasonTable) -> tuple[Curve, Money]:
    """Return how a season went, evening by evening, and the money of its figures.

    The evenings are numbered from 1. Points are drawn as counters.
    """
    through = Curve()
    through.events.extend(range(1, len(table.evenings) + 1))
    for person, course in table.courses.items():
        through.balances[person] = array("q", course)
    codes = [code for row in table.table for code in row.net]
    return through, money_of(codes[0], None) if codes and not rules.points else Money("counters", 1)


def _results(
    rules: OpenSeason, evening: PlayedEvening, changes: Sequence[ChangeHandicap]
) -> dict[str, EveningInSeason]:
    """Return what an evening brought each person; the handicap changes no place."""
    won = _won(rules, evening)
    places, handicaps = _places(won), handicaps_on(evening.totals.day, rules.handicap, changes)
    money = Money.recorded(evening.totals.money, evening.totals.counter)
    results = {}
    for person, amount in won.items():
        handicap, place = handicaps.get(key_of(person), 0), places.get(person)
        if rules.points:
            results[person] = EveningInSeason(amount, place, _points(rules, place) + handicap, handicap)
        else:
            try:
                added = money.counters(handicap) if handicap else 0
            except MoneyError as error:
                sentence = f"{rules.title} adds counters, and at evening {evening.id} they have no value"
                raise Refusal(Code.OPTIONS, sentence, "Open another season with --points") from error
            results[person] = EveningInSeason(amount + added, place, None, added)
    return results


def handicaps_on(day: str, first: Shares, changes: Sequence[ChangeHandicap]) -> dict[str, int]:
    """Return the handicap that each has on a day, by the key of the name."""
    handicaps = {key_of(person): handicap for person, handicap in first}
    for change in sorted(changes, key=lambda change: change.first):
        if change.first <= day:
            handicaps |= {key_of(person): handicap for person, handicap in change.handicap}
    return handicaps


def _won(rules: OpenSeason, evening: PlayedEvening) -> dict[str, int]:
    """Return what each person of the season has won at an evening, perhaps in one game alone."""
    players = {key_of(name) for name in rules.players}
    won = {}
    for name, of_player in evening.totals.players.items():
        if name == BANK or (players and key_of(name) not in players):
            continue
        if rules.game is None:
            won[name] = of_player.balance
        elif rules.game in of_player.won:
            won[name] = of_player.won[rules.game]
    return won


def _places(won: Mapping[str, int]) -> dict[str, int]:
    """Return the place of each: equal nets share a place, and the next place is left out.

    If nobody has won anything, nobody has a place.
    """
    if not any(amount > 0 for amount in won.values()):
        return {}
    return {name: 1 + sum(other > amount for other in won.values()) for name, amount in won.items()}


def _row(
    rules: OpenSeason,
    person: str,
    within: Sequence[PlayedEvening],
    results: Mapping[int, Mapping[str, EveningInSeason]],
) -> SeasonRow:
    sat = [evening for evening in within if person in results[evening.id]]
    net: dict[str, int] = {}
    at: list[tuple[int, PlaceAt]] = []
    for evening in sat:
        result = results[evening.id][person]
        net[evening.totals.money] = net.get(evening.totals.money, 0) + result.amount
        figure = result.amount if result.points is None else result.points
        at.append((figure, PlaceAt(evening.id, result.place, result.points)))
    ranked = [place for _, place in sorted(at, key=lambda entry: -entry[0])]  # the older of equal ones stays first
    counted = ranked if rules.best is None else ranked[: rules.best]
    points_in_all = sum(place.points or 0 for place in counted) if rules.points else None
    won = sum(place.place == 1 for place in counted)
    return SeasonRow(None, person, len(sat), points_in_all, won, net, counted, ranked[len(counted) :])


def _added(rules: OpenSeason, row: SeasonRow, results: Mapping[int, Mapping[str, EveningInSeason]]) -> int:
    """Return what handicaps added to the points that count, or to the net of all evenings."""
    evenings = row.counted if rules.points else (*row.counted, *row.dropped)
    return sum(results[at.evening][row.person].handicap for at in evenings)


def _points(rules: OpenSeason, place: int | None) -> int:
    """Return the points of a place; none without a place or after the last place with points."""
    return rules.points[place - 1] if place is not None and place <= len(rules.points) else 0


def _in_order(rows: Sequence[SeasonRow], places: Sequence[Mapping[str, int]], by_points: bool) -> list[SeasonRow]:
    """Return rows in order, with their places: by points or net, and then as ties go."""

    def standing(row: SeasonRow) -> tuple[int, int]:
        return -(row.points or 0) if by_points else -sum(row.net.values()), -row.won

    ordered: list[SeasonRow] = []
    for _, equal in groupby(sorted(rows, key=standing), key=standing):
        for sharing in _apart(list(equal), places):
            place = len(ordered) + 1
            for row in sorted(sharing, key=lambda row: key_of(row.person)):
                row.place = place
                ordered.append(row)
    return ordered


def _apart(equal: list[SeasonRow], places: Sequence[Mapping[str, int]]) -> list[list[SeasonRow]]:
    """Part equal rows by the last evening at which all of them sat; the others share a place."""
    together = [at for at in places if all(row.person in at for row in equal)]
    if len(equal) < 2 or not together:
        return [equal]
    last = together[-1]
    groups = [list(group) for _, group in groupby(
        sorted(equal, key=lambda row: last[row.person]), key=lambda row: last[row.person]
    )]  # fmt: skip
    if len(groups) == 1:
        return groups
    return [apart for group in groups for apart in _apart(group, places)]
