"""View models of the detail pages: log, corrections, explanation, settlement and chart."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from markupsafe import Markup, escape
from msgspec.structs import asdict

from ledger.core.books import BANK, Account, Pool
from ledger.core.events import CORRECTIONS, Amend, Count, Insert, Void
from ledger.core.refusals import Refusal, RefusedLine, listed
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Outcome
from ledger.games.language import write
from ledger.games.registry import GAMES, game_named
from ledger.language.names import name as written
from ledger.language.names import quoted
from ledger.log.replay import NoLongerFits, Replay
from ledger.log.seals import seal_of
from ledger.projections.explanation import ExplainedLine, curve, explain, payments, player_named
from ledger.projections.log_rows import in_effect, saying_in_effect
from ledger.projections.offers import assumed, expecting, offers
from ledger.projections.reconciliation import check_count
from ledger.projections.settlement import settlement
from ledger.projections.totals import debts_of, won_by_game
from ledger.web.hub import PageEvening
from ledger.web.panel.buttons import SayingButton
from ledger.web.panel.layout import Layout
from ledger.web.trial import Trial
from ledger.web.words import account_name, figure, in_a_line, moved, plain

MOST_ALTERNATIVES = 8
REASONS = ("misheard", "miscounted")


# The log


def rows(live: PageEvening, reader: str) -> list[dict[str, Any]]:
    """Return the sayings in effect, the newest first, each with its movements.

    `who` recorded it is empty for the `reader`, and where the row above has the same name.
    """
    evening = live.evening
    outcomes = {outcome.number: outcome for outcome in evening.outcomes}
    rows = []
    for saying in in_effect(live.replay):
        outcome = outcomes.get(saying.number) if saying.counts else None
        moves = moved(outcome.postings, evening.money, outcome.seated) if outcome else ()
        rows.append({**asdict(saying), "counts": saying.counts, "moved": moves})
    rows.reverse()
    above = reader
    for row in rows:
        row["who"] = row["said_by"] if row["said_by"] != above else ""
        above = row["said_by"]
    return rows


def row(live: PageEvening, number: int) -> dict[str, Any] | None:
    """Return the row of a saying in effect; None where that number has none."""
    outcome = live.replay.outcome(number)
    if outcome is None:
        return None
    saying = saying_in_effect(live.replay, outcome)
    moves = moved(outcome.postings, live.evening.money, outcome.seated)
    return {**asdict(saying), "counts": saying.counts, "moved": in_a_line(moves)}


# A correction


@dataclass(frozen=True)
class Alternative:
    """Another saying that could have been said; where it would not fit, why."""

    saying: str
    label: str
    why: str = ""
    against: str = ""
    """The later event that would no longer fit, as a clause, where that is why."""
    correction: str = ""
    """The whole correction, which can be made together with others."""


def alternatives(trial: Trial, reason: str, also: Sequence[str] = ()) -> list[Alternative]:
    """Return the alternatives to the event on trial; the last is to take it back.

    Each is tried together with the corrections `also`. `reason` stands in its correction.
    """
    number, evening = trial.number, trial.replay.evening

    def make() -> list[tuple[str, str, str]]:
        outcome = trial.replay.outcome(number)
        assert outcome is not None, f"event {number} counts"
        now = write(outcome.event, evening.money)
        others = [button.saying for button in _likely(trial.replay, outcome) if button.saying != now]
        sayings = [*others[:MOST_ALTERNATIVES], VOID]
        return [(saying, *_why_not(trial, [*also, _instead(number, REASONS[0], saying)])) for saying in sayings]

    return [
        Alternative(saying, "take back" if saying == VOID else saying, why, against, _instead(number, reason, saying))
        for saying, why, against in trial.once(("alternatives", *also), make)
    ]


VOID = "void"


def _instead(number: int, reason: str, saying: str) -> str:
    """Return the correction by which another saying counts instead of an event, or none does."""
    return f"void {number} {quoted(reason)}" if saying == VOID else f"amend {number} {quoted(reason)}: {saying}"


def not_fitting(others: Sequence[Alternative]) -> list[tuple[str, str]]:
    """Group the alternatives that would not fit by the later event that stands against them."""
    by_reason: dict[str, list[str]] = {}
    for other in others:
        if other.why:
            by_reason.setdefault(f"{other.against}." if other.against else other.why, []).append(other.label)
    return [(listed(labels), reason) for reason, labels in by_reason.items()]


def _likely(replay: Replay, outcome: Outcome) -> list[SayingButton]:
    """Return the buttons of the turn that an event answered, its speaker's first."""
    number = outcome.number
    before = replay.before(number)
    player = getattr(outcome.event, "player", None)
    who = expecting(before).who
    assumes = assumed(outcome.answered, before.money)
    forms = offers(before, number - 1).forms
    layout = Layout(before.money)
    own = [form for form in forms if form.assumes == assumes]
    others = [form for form in forms if not form.assumes] if assumes else []
    panels = [
        layout.panel(own, player if player in before.seats.present else None),
        layout.panel(others, who[0] if len(who) == 1 else None),
    ]
    buttons: dict[str, SayingButton] = {}
    for panel in panels:
        ready = [*panel.usual, *(button for button in panel.ready if isinstance(button, SayingButton))]
        for button in (*ready, *(button for sheet in panel.sheets for button in sheet.ready)):
            buttons.setdefault(button.saying, button)
    return list(buttons.values())


def _why_not(trial: Trial, corrections: Sequence[str]) -> tuple[str, str]:
    """Return why corrections do not fit, and the later event against them; empty where they fit."""
    try:
        trial.changes(corrections)
    except (Refusal, RefusedLine) as error:
        refusal = error.refusal if isinstance(error, RefusedLine) else error
        later = isinstance(refusal, NoLongerFits) and refusal.event != trial.number
        return f"{refusal.sentence}.", refusal.clause if isinstance(refusal, NoLongerFits) and later else ""
    return "", ""


def correction_of(number: int, reason: str, instead: str, another: str, before: str) -> str:
    """Return the saying that corrects an event."""
    if before.strip():
        return f"insert {number} {quoted(reason)}: {before.strip()}"
    if another.strip():
        return f"amend {number} {quoted(reason)}: {another.strip()}"
    return _instead(number, reason, instead)


@dataclass(frozen=True)
class EffectOnBalances:
    """The effect of corrections on every balance; or why they do not fit."""

    changes: list[dict[str, str]]
    refusal: str = ""
    with_another: bool = False
    """Whether they may fit together with another."""


def effect(trial: Trial, corrections: Sequence[str]) -> EffectOnBalances:
    """Return the effect of corrections, all of them together."""
    now, money = trial.replay.evening.books.balances, trial.replay.evening.money
    try:
        changes = trial.changes(corrections)
    except RefusedLine as refused:
        return EffectOnBalances([], refused.message, isinstance(refused.refusal, NoLongerFits))
    except Refusal as refused:
        return EffectOnBalances([], refused.message)
    if not changes:
        return EffectOnBalances([])
    rows = [
        {
            "name": name,
            "now": figure(money, now.get(name, 0)),
            "change": figure(money, changes.get(name, 0)),
            "then": figure(money, now.get(name, 0) + changes.get(name, 0)),
        }
        for name in dict.fromkeys((*now, *changes))
        if name != BANK or name in changes
    ]
    return EffectOnBalances(rows)


# A figure explained


def explanation(live: PageEvening, account: Account) -> dict[str, Any]:
    """Return every movement behind a figure, saying by saying, with the running balance."""
    evening = live.evening
    money = evening.money
    account = account if isinstance(account, Pool) else player_named(evening, account)
    lines = explain(evening, account)
    deals = []
    for (deal, game), of_deal in groupby(lines, key=lambda line: (line.deal, line.game)):
        title = game_named(game).title if game in GAMES else "the evening"
        blocks = [
            _block(list(of_event), evening, account) for _, of_event in groupby(of_deal, key=lambda line: line.event)
        ]
        deals.append((f"Deal {deal}, {title}" if deal else f"Before the first deal, {title}", blocks))
    balance = lines[-1].balance if lines else 0
    show = plain if isinstance(account, Pool) else figure
    paid = payments(evening, account) if isinstance(account, str) else []
    accounts: list[Account] = [*evening.books.people(), *map(Pool, evening.books.pool_names)]
    return {
        "account": account_name(account).capitalize() if isinstance(account, Pool) else account,
        "figure": show(money, balance),
        "deals": deals,
        "paid": [
            {"saying": line.saying, "amount": figure(money, line.amount), "owed": figure(money, line.owed)}
            for line in paid
        ],
        "accounts": [
            {
                "name": account_name(other).capitalize() if isinstance(other, Pool) else other,
                "query": ("pool" if isinstance(other, Pool) else "player", str(other)),
                "here": other == account,
            }
            for other in accounts
        ],
    }


def _block(lines: Sequence[ExplainedLine], evening: Evening, account: Account) -> dict[str, Any]:
    money = evening.money
    total = sum(line.amount for line in lines)
    whys = []
    for (why, cite), of_why in groupby(lines, key=lambda line: (line.why, line.cite)):
        several = list(of_why)
        preposition = "from" if several[0].amount > 0 else "to"
        amounts = {abs(line.amount) for line in several}
        names = listed([line.other.rpartition(".")[2] for line in several])
        share = f", {plain(money, amounts.pop())} each" if len(several) > 1 and len(amounts) == 1 else ""
        whys.append(f"{why} {cite}".strip() + f", {preposition} {names}{share}")
    return {
        "event": lines[0].event,
        "saying": lines[0].saying,
        "amount": figure(money, total),
        "balance": plain(money, lines[-1].balance),
        "why": "; ".join(whys),
        "game": lines[0].game if lines[0].game in GAMES else "",
    }


def places_to_look(evening: Evening, number: int) -> list[dict[str, Any]]:
    """Return a count, player by player, with the deals in which a mistake may be."""
    money = evening.money
    return [
        {
            "name": line.player,
            "counted": plain(money, line.count),
            "log": plain(money, line.by_log),
            "found": line.outcome(money),
            "where": line.places,
        }
        for line in check_count(evening, number)
    ]


# Settling


def settling(live: PageEvening, via: str | None) -> dict[str, Any]:
    """Return who pays whom, what was paid, and what was won by game. Raise Refusal."""
    evening = live.evening
    money = evening.money
    how = settlement(evening, via=via)
    transfers = [
        {
            "words": f"{payment.payer} pays {payment.payee}",
            "sum": plain(money, payment.amount),
            "saying": f"{written(payment.payer)} pays {written(payment.payee)} {money.write(payment.amount)}",
        }
        for payment in how.transfers
    ]
    paid = [
        {"words": f"{debt.payer} pays {debt.payee}", "sum": plain(money, debt.amount), "event": debt.event}
        for debt in debts_of(evening)
    ]
    names = evening.books.people()
    title = evening.opening.title if evening.opening else ""
    fewest = "through one" if via else "the fewest payments" if how.fewest else "few payments"
    state = "closed" if evening.closed else "not closed yet"
    where = [part for part in (evening.opening.on, evening.opening.at) if part] if evening.opening else []
    return {
        "line": f"{', '.join([title, *where])}; {state}; {fewest}",
        "transfers": transfers,
        "paid": paid,
        "via": via,
        "names": names,
        "won": won(evening, names),
        "chart": chart(evening),
        "put_right": put_right(live),
        "seal": seal_of(title, live.replay.recorded).text(),
        "share": share(title, evening, transfers, paid, names),
    }


def won(evening: Evening, names: Sequence[str]) -> dict[str, Any]:
    """Return what each player has won and lost, by game and in all."""
    money, by = evening.money, dict[str, dict[str, int]]()
    for game, amounts in won_by_game(evening).items():
        if game:
            by[game] = amounts
    games = list(by)
    if len(games) > MOST_GAMES:
        games = []
    return {
        "games": [game_named(game).title if game in GAMES else game for game in games],
        "rows": [
            {
                "name": name,
                "cells": [figure(money, by[game].get(name, 0)) for game in games],
                "sum": figure(money, evening.books.balances.get(name, 0)),
            }
            for name in names
        ],
    }


def put_right(live: PageEvening) -> list[dict[str, Any]]:
    """Return the corrections and the counts."""
    money = live.evening.money
    rows = []
    for recorded in live.replay.recorded:
        event, number = recorded.event, recorded.number
        if not live.replay.effective.counts(number):
            continue
        if isinstance(event, Amend | Insert):
            how = "is now" if isinstance(event, Amend) else "has before it"
            saying = f"{event.number} {how} {write(event.saying, money)}"
            rows.append({"number": number, "saying": saying, "remark": event.why})
        elif isinstance(event, Void) and not isinstance(live.replay.recorded[event.number - 1].event, CORRECTIONS):
            rows.append({"number": number, "saying": f"{event.number} is void", "remark": event.why})
        elif isinstance(event, Count):
            messages = [finding.message for finding in live.evening.findings if finding.event == number]
            rows.append({"number": number, "saying": "counted", "remark": "; ".join(messages) or "right"})
    return rows


def share(title: str, evening: Evening, transfers: Sequence[Any], paid: Sequence[Any], names: Sequence[str]) -> str:
    """Return the evening as a text to send."""
    money = evening.money
    lines = [title, *(f"{payment['words']} {payment['sum']}" for payment in transfers)]
    lines += [f"{payment['words']} {payment['sum']}, paid" for payment in paid]
    if not transfers and not paid:
        lines.append("Nobody owes anybody anything")
    won_and_lost = ", ".join(f"{name} {figure(money, evening.books.balances.get(name, 0))}" for name in names)
    return "\n".join([*lines, f"Won and lost: {won_and_lost}"])


MOST_GAMES = 4
"""A table of more games than these is too wide for a phone."""
WIDTH, HEIGHT, RIGHT = 340, 170, 54
BETWEEN_NAMES = 12


def chart(evening: Evening) -> Markup:
    """Return a drawing of everybody's counters over the evening; empty where none moved."""
    through = curve(evening)
    events, people = through.events, {name: balances for name, balances in through.balances.items() if name != BANK}
    if len(events) < 2:
        return Markup("")
    low = min(0, *(min(balances) for balances in people.values()))
    high = max(0, *(max(balances) for balances in people.values()))
    if low == high:
        return Markup("")
    scale = (HEIGHT - 24) / (high - low)

    def down(amount: int) -> float:
        return round(12 + (high - amount) * scale, 1)

    across = (WIDTH - RIGHT - 16) / len(events)
    drawn = [f'<line class="zero" x1="12" x2="{WIDTH - RIGHT}" y1="{down(0)}" y2="{down(0)}"/>']
    ends = sorted((down(balances[-1]), name) for name, balances in people.items())
    heights: dict[str, float] = {}
    least = 8.0
    for wanted, name in ends:
        heights[name] = least = max(wanted, least)
        least += BETWEEN_NAMES
    most = HEIGHT - 8.0
    for _, name in reversed(ends):  # and none below the picture
        heights[name] = most = min(heights[name], most)
        most -= BETWEEN_NAMES
    for number, (name, balances) in enumerate(people.items()):
        points = [f"12,{down(0)}"]
        for place, balance in enumerate(balances, start=1):
            points.append(f"{round(12 + across * place, 1)},{down(balance)}")
        drawn.append(f'<polyline class="l{number % 10}" points="{" ".join(points)}"/>')
        drawn.append(f'<text x="{WIDTH - RIGHT + 6}" y="{round(heights[name] + 4, 1)}">{escape(name[:9])}</text>')
    summary = escape(", ".join(f"{name} {figure(evening.money, line[-1])}" for name, line in people.items()))
    picture = f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="The evening: {summary}">'
    return Markup(f"{picture}{''.join(drawn)}</svg>")
