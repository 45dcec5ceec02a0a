"""View models of counters: what each has, what was counted, where a mistake may be."""

from typing import Any

from ledger.core.events import Buys, Cashes, Count
from ledger.core.money import Money
from ledger.core.refusals import listed
from ledger.evening.shortage import over_or_short
from ledger.evening.snapshots import Outcome, in_games
from ledger.games.registry import title_of
from ledger.projections.reconciliation import CheckedCount, check_count, reconcile
from ledger.web import table_view
from ledger.web.detail_views import MOST_ROWS, deal_numbers
from ledger.web.foresight import count_said
from ledger.web.hub import PageEvening
from ledger.web.sentences import in_words
from ledger.web.words import clock, figure, in_figures, plain


def counters(live: PageEvening) -> dict[str, Any]:
    """Return for each what was paid for, is on the slate, was won, and is in front."""
    evening, money, bank = live.evening, live.evening.money, live.evening.bank
    paid, sums = bank.paid_for_counters(), dict[str, list[int]]()
    for name in evening.books.people():
        bought = bank.state.bought.get(name, 0)
        sums[name] = [paid.get(name, 0), bought - paid.get(name, 0), evening.books.balances.get(name, 0)]
    columns = [sum(column) for column in zip(*sums.values(), strict=True)] or [0, 0, 0]
    _, deal = table_view.game_line(evening)
    title = evening.opening.title if evening.opening else ""
    worth = f". A counter is {plain(money, money.counter)}" if money.counter and money.code != "counters" else ""
    return {
        "line": f"{title}{f', {deal}' if deal else ''}{worth}",
        "rows": [(name, *_cells(money, *row)) for name, row in sums.items()],
        "all": _cells(money, *columns),
        "counts": [_counted(live, outcome) for outcome in evening.outcomes if isinstance(outcome.event, Count)],
    }


def _cells(money: Money, paid: int, slate: int, won: int) -> list[str]:
    return [plain(money, paid) if paid else "", plain(money, slate) if slate else "", figure(money, won),
            plain(money, paid + slate + won)]  # fmt: skip


def _counted(live: PageEvening, outcome: Outcome) -> dict[str, Any]:
    """Return a count in a line, and the differing sums of each who is over or short."""
    money = live.evening.money
    checked = check_count(live.evening, outcome.number)
    names = [line.player for line in checked]
    everyone = len(names) > 1 and {*names} >= {*outcome.seated}
    who = f"all {in_figures(len(names)).lower()}" if everyone else listed(names)
    at = clock(live.replay.recorded[outcome.number - 1].said_at)
    return {
        "number": outcome.number,
        "who": ", ".join(filter(None, (at, who))),
        "right": "right, every one" if len(names) > 1 else "right",
        "wrong": [
            {
                "name": line.player,
                "found": line.outcome(money),
                "sums": f"{plain(money, line.count)}, not {plain(money, line.by_log)}",
            }
            for line in checked
            if line.difference
        ],
    }


def where_to_look(live: PageEvening, number: int, player: str, said: str = "") -> dict[str, Any]:
    """Return where the mistake of a count may be, for a player who was over or short.

    Without a `player` it is the first one over or short. A count that is only about to be `said` is checked as if it
    were the newest. Raises Refusal if the event is no count.
    """
    evening, money = live.evening, live.evening.money
    checked = check_count(evening, number, count_said(said, evening))
    wrong = [line for line in checked if line.difference] or checked
    line = next((line for line in wrong if line.player == player), wrong[0])
    name, times = line.player, {event.number: clock(event.said_at) for event in live.replay.recorded}
    found = missing_or_over(money, line.difference) if line.difference else line.outcome(money)
    agreed = f"At {times[line.agreed]} it agreed. Since then" if line.agreed else "In the whole evening"
    return {
        "heading": f"{name}: {found}",
        "name": name,
        "by_log": plain(money, line.by_log),
        "count": plain(money, line.count),
        "counted": "were counted" if money.several(line.count) else "was counted",
        "counted_at": times.get(number, ""),
        "since": f"{agreed} this moved {name}'s counters:",
        "moves": _moves(live, number, line) if line.difference else [],
        "missing": plain(money, abs(line.difference)),
        "over": line.difference > 0,
        "others": [(other.player, other.outcome(money)) for other in wrong if other is not line and other.difference],
    }


def missing_or_over(money: Money, difference: int) -> str:
    """Return a difference from the log in the words of a heading."""
    amount = abs(difference)
    is_or_are = "are" if money.several(amount) else "is"
    return f"{plain(money, amount)} {is_or_are} {'missing' if difference < 0 else 'over'}"


def _moves(live: PageEvening, number: int, line: CheckedCount) -> list[dict[str, Any]]:
    """Return the moves of a player's counters since the last count that agreed, newest last."""
    evening, money = live.evening, live.evening.money
    numbers, moves = deal_numbers(evening), list[dict[str, Any]]()
    for game, outcome in in_games(evening.outcomes):
        if outcome.number == number:
            break
        if outcome.number == line.agreed:
            moves = []
        amount = _in_front_by(outcome, line.player)
        if not amount:
            continue
        deal = next((numbers[posting.deal] for posting in outcome.postings if posting.deal in numbers), "")
        moves.append({
            "number": outcome.number,
            "words": in_words(outcome.event, evening, outcome.number),
            "deal": ", ".join(filter(None, (title_of(game) if deal and game else "", deal))),
            "moved": figure(money, amount),
            "hit": abs(amount) == abs(line.difference),
        })  # fmt: skip
    return moves[-MOST_ROWS:]


def _in_front_by(outcome: Outcome, player: str) -> int:
    """Return by how much a saying changed the counters in front of a player."""
    event, moved = outcome.event, 0
    if isinstance(event, Buys | Cashes) and event.player == player:
        moved += event.amount if isinstance(event, Buys) else -event.amount
    for posting in outcome.postings:
        moved += posting.amount * ((posting.payee == player) - (posting.payer == player))
    return moved


def short_at_the_close(live: PageEvening) -> dict[str, str]:
    """Return what a close asks about, the lines below it, and where to look.

    The result is empty if the counters come out.
    """
    evening, money, bank = live.evening, live.evening.money, live.evening.bank
    uneven = bank.uneven(money)
    if not uneven:
        return {}
    wrong = {name: difference for name, difference in bank.state.miscounted.items() if difference}
    total = sum(wrong.values())
    if bank.ahead or not total:
        return {"asks": "The counters do not come out", "below": uneven, "where": ""}
    newest = next(finding.event for finding in reversed(reconcile(evening)) if finding.code == "count")
    lines = [line for line in check_count(evening, newest) if line.difference]
    below = listed([f"{name} is {over_or_short(difference, money)}" for name, difference in wrong.items()])
    if len(wrong) == 1 and lines:
        (line, *_) = lines
        below = f"{line.player} has {plain(money, line.count)}; by the log {plain(money, line.by_log)}"
    return {
        "asks": missing_or_over(money, total),
        "below": below,
        "where": f"/evenings/{live.id}/count/{newest}",
    }
