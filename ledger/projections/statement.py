"""The statement of an evening: one page that everybody at the table can sign."""

import msgspec

from ledger.core.books import Debt, Payment
from ledger.core.events import CORRECTIONS, Amend, Count, Insert, Void
from ledger.core.fields import EventNumber, SayingText
from ledger.core.money import Money
from ledger.evening.snapshots import SharedCost
from ledger.games.language import write
from ledger.log.replay import Replay
from ledger.log.seals import seal_of
from ledger.projections.settlement import settlement
from ledger.projections.totals import costs_of, won_by_game


class CorrectionLine(msgspec.Struct, frozen=True):
    """A correction that counts, and its reason."""

    number: EventNumber
    saying: SayingText
    why: str


class CountLine(msgspec.Struct, frozen=True):
    """A count, and what did not agree with it; empty if everything agreed."""

    number: EventNumber
    saying: SayingText
    finding: str


class Statement(msgspec.Struct, frozen=True):
    """What an evening came to, ready to be printed; amounts in the smallest unit."""

    title: str
    on: str | None
    at: str | None
    closed: bool
    money: Money
    players: tuple[str, ...]
    games: dict[str, dict[str, int]]
    """What each has won (+) or lost (−) in each game."""
    won: dict[str, int]
    costs: tuple[SharedCost, ...]
    corrections: tuple[CorrectionLine, ...]
    counts: tuple[CountLine, ...]
    paid: tuple[Debt, ...]
    owed: dict[str, int]
    transfers: tuple[Payment, ...]
    seal: str


def statement_of(replay: Replay, written: Money) -> Statement:
    """Return the statement of an evening as it stands; the sums of sayings are `written` so."""
    evening, opening = replay.evening, replay.evening.opening
    assert opening is not None, "an evening in the store has been opened"
    people, settled = evening.books.people(), settlement(evening)
    return Statement(
        opening.title,
        opening.on,
        opening.at,
        evening.closed,
        evening.money,
        tuple(people),
        {game: {name: won[name] for name in people if name in won} for game, won in won_by_game(evening).items()},
        {name: evening.books.balances.get(name, 0) for name in people},
        tuple(costs_of(evening)),
        tuple(_corrections(replay, written)),
        tuple(_counts(replay, written)),
        evening.bank.state.debts,
        settled.owed,
        settled.transfers,
        seal_of(opening.title, replay.recorded).text(),
    )


def _corrections(replay: Replay, written: Money) -> list[CorrectionLine]:
    """Return the corrections in effect of what was said at the table."""
    lines = []
    for recorded in replay.recorded:
        event = recorded.event
        if not isinstance(event, Amend | Insert | Void) or not replay.effective.counts(recorded.number):
            continue
        if isinstance(event, Void) and isinstance(replay.effective.at(event.number).event, CORRECTIONS):
            continue
        lines.append(CorrectionLine(recorded.number, write(event, written), event.why))
    return lines


def _counts(replay: Replay, written: Money) -> list[CountLine]:
    lines = []
    for outcome in replay.evening.outcomes:
        if isinstance(outcome.event, Count):
            saying = write(outcome.event, written)
            lines.append(CountLine(outcome.number, saying, outcome.found))
    return lines
