"""View models of settling: who pays whom, what was won by game, the statement and the chart."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup, escape

from ledger.core.books import BANK, PayeeWay, Payment
from ledger.core.events import CORRECTIONS, Amend, Begin, Count, Insert, Joins, Leaves, Void
from ledger.core.money import Money
from ledger.core.names import name as written
from ledger.core.refusals import listed
from ledger.evening.fold import Evening
from ledger.games.registry import title_of
from ledger.interchange.codes import payment_code, svg_of
from ledger.language.slots import Amount, AnySlot, Literal
from ledger.log.seals import sealed
from ledger.projections.explanation import curve
from ledger.projections.settlement import WaysToSettle, game_standing, settlement
from ledger.projections.totals import totals_of, won_by_game
from ledger.recorder.payees import Payees
from ledger.recorder.sending import PairPayments, ToSend, payments_between, text_for, text_of_evening, way_lines
from ledger.web.detail_views import deal_numbers
from ledger.web.hub import PageEvening
from ledger.web.panel.field_maker import FieldMaker
from ledger.web.panel.fields import Field
from ledger.web.sentences import spoken
from ledger.web.words import COLOURS, clock, day_in_words, figure, plain, signs_of, things, true_signs

A_BLOCK = 3
"""The number of players side by side in a table of winnings by game."""


@dataclass(frozen=True)
class PaymentRow:
    """A payment of the settlement: open, made, or made in part."""

    words: str
    sum: str
    """The open amount; for a payment that was made, the amount paid."""
    note: str
    pair: tuple[str, str] = ("", "")
    """The payer and the payee, if the payment is still open between players."""
    saying: str = ""
    """The saying that pays it; empty if it is paid."""
    part: bool = False
    voids: Sequence[tuple[str, str]] = ()
    """The sayings that take back a payment that was not made, each with its label."""
    fields: Sequence[Field] = ()
    """The fields for a payment of another sum."""


def settling(live: PageEvening, via: str | None) -> dict[str, Any]:
    """Return who pays whom, what was paid, and the winnings by game. Raises Refusal."""
    evening = live.evening
    how = settlement(evening, WaysToSettle(via))
    names = evening.books.people()
    title = evening.opening.title if evening.opening else ""
    fewest = "All through one" if via else "The fewest payments" if how.fewest else "Few payments"
    rows = payment_rows(evening, how.transfers)
    return {
        "line": f"{title}, {'closed' if evening.closed else 'not closed yet'}. {fewest}",
        "standing": _standing(evening),
        "by_code": _by_code(live.id, rows, evening.money.code),
        "no_code": _no_code(rows, evening.money.code),
        "rows": rows,
        "even": _even(evening, how.transfers),
        "via": via,
        "names": names,
        "won": won(evening, names),
        "put_right": put_right(live),
        "facts": facts(live),
        "seal": sealed(title, live.number, live.head).text(),
        "share": true_signs(text_of_evening(evening, how.transfers)),
    }


def _even(evening: Evening, transfers: Iterable[Payment]) -> str:
    """Return who neither pays nor gets anything, and so has no row; empty if all do."""
    between = {name for pair in payments_between(evening, transfers) for name in (pair.payer, pair.payee)}
    even = [name for name in evening.books.people() if name not in between] if between else []
    return f"{listed(even)} {'comes' if len(even) == 1 else 'come'} out even." if even else ""


def _standing(evening: Evening) -> str:
    """Return which game is not over, and what it would come to; empty without one."""
    standing = game_standing(evening)
    if standing is None:
        return ""
    sentence = f"{standing.sentence}."
    if standing.transfers is None or standing.over:
        return sentence
    pays = [f"{one.payer} pays {one.payee} {plain(evening.money, one.amount)}" for one in standing.transfers]
    return f"{sentence} If it ended now: {', '.join(pays) or 'nobody would owe anything'}."


def place_of(name: str, rows: Sequence[PaymentRow]) -> int:
    """Return the place, from 1, of the first open payment of or to a player; 0 for none."""
    if not name:
        return 0
    theirs = [place for place, row in enumerate(rows, 1) if row.saying and name in row.pair]
    return min(theirs, key=lambda place: rows[place - 1].pair[0] != name, default=0)


def _by_code(number: int, rows: Sequence[PaymentRow], code: str) -> str:
    """Return the page of the first payment with a code; empty if none has one."""
    pair = next((row.pair for row in rows if row.saying and row.pair[0]), None)
    if pair is None or code != "EUR":
        return ""
    return f"/evenings/{number}/pay?{urlencode({'from': pair[0], 'to': pair[1]})}"


def _no_code(rows: Sequence[PaymentRow], code: str) -> str:
    """Return why no payment has a code."""
    if code != "EUR":
        return "only in €"
    return "not of the bank" if any(row.saying for row in rows) else "all is paid"


def paying(live: PageEvening, payer: str, payee: str, payees: Payees) -> dict[str, Any] | None:
    """Return an open payment, with its code, ways and text; None if there is none."""
    evening = live.evening
    transfers = settlement(evening).transfers
    payment = next((transfer for transfer in transfers if (transfer.payer, transfer.payee) == (payer, payee)), None)
    if payment is None:
        return None
    part = ToSend(evening.money, transfers, [totals_of(evening, live.replay.recorded)])
    return payment_shown(payment, part, payees)


def payment_shown(payment: Payment, part: ToSend, payees: Payees) -> dict[str, Any]:
    """Return a payment with its code, its ways and the text for the payer."""
    payer, payee = payment.payer, payment.payee
    methods = payees.ways_to_pay(payment, part.money, part.title)
    account = payees.methods_of(payee).get("iban", PayeeWay("iban", ""))
    return {
        "words": f"{payer} pays {payee}",
        "sum": plain(part.money, payment.amount),
        "note": payees.note_of(payment, part.title),
        "payer": payer,
        "payee": payee,
        "code": Markup(svg_of(payment_code(methods[0].text))) if methods else "",
        "wrong": payees.wrong_with(payee, part.money),
        "coded": methods[0].method if methods else "",
        "ways": [
            {"name": method.method, "line": line, "text": account.value if method.method == "epc" else method.text}
            for method, line in zip(methods, way_lines(payees, payment, part), strict=False)
        ],
        "text": text_for(payer, [part], None),
    }


def payment_rows(evening: Evening, transfers: Iterable[Payment]) -> list[PaymentRow]:
    """Return a row for each payment, made or not, in the order of the players."""
    return [_payment_row(evening, pair) for pair in payments_between(evening, transfers)]


def _payment_row(evening: Evening, between: PairPayments) -> PaymentRow:
    money, payer, payee, owed = evening.money, between.payer, between.payee, between.owed
    paid, numbers = between.paid, listed([str(debt.event) for debt in between.debts])
    voids = [(f'void {debt.event} "not paid"', f"{plain(money, debt.amount)} were not paid") for debt in between.debts]
    if not owed:
        left = "" if payer in evening.seats.present or payer == BANK else f"; {payer} has left"
        return PaymentRow(between.words, plain(money, paid), f"paid, number {numbers}{left}", voids=voids)
    begin = [written(payer), "pays", written(payee)]
    slots: list[AnySlot] = [*map(Literal, begin), Amount(low=1, high=owed)]
    fields = FieldMaker(money).fields_of(slots)
    note = (
        f"{plain(money, paid)} of {plain(money, paid + owed)} paid, number {numbers}" if paid else "tap when it is paid"
    )
    saying = " ".join([*begin, money.write(owed)])
    players = (payer, payee) if BANK not in (payer, payee) else ("", "")
    return PaymentRow(between.words, plain(money, owed), note, players, saying, bool(paid), voids, fields)


def won(evening: Evening, names: Sequence[str]) -> dict[str, Any]:
    """Return what each player has won and lost: a row a game, a block a few players."""
    money, rows = evening.money, list[tuple[str, dict[str, int]]]()
    for game, amounts in won_by_game(evening).items():
        if any(amounts.values()) or game:
            rows.append((title_of(game) or "Counted", amounts))
    rows.sort(key=lambda row: row[0] == "Counted")
    balances = {name: evening.books.balances.get(name, 0) for name in names}

    def block(players: Sequence[str]) -> dict[str, Any]:
        return {
            "names": players,
            "rows": [
                (title, [figure(money, amounts[name]) if name in amounts else "–" for name in players])
                for title, amounts in rows
            ],
            "sums": [figure(money, balances[name]) for name in players],
        }

    games = sum(title != "Counted" for title, _ in rows)
    return {
        "line": f"{things(games, 'game')}, {things(evening.books.deal, 'deal')}",
        "blocks": [block(names[first : first + A_BLOCK]) for first in range(0, len(names), A_BLOCK)],
        "whole": block(names),
        "together": [plain(money, sum(amounts.values())) for _, amounts in rows],
        "all": plain(money, sum(balances.values())),
        "counted": any(title == "Counted" for title, _ in rows),
    }


def facts(live: PageEvening) -> list[str]:
    """Return when and where the evening was, who sat there and what was played."""
    evening, recorded = live.evening, live.replay.recorded
    opening, first, last = evening.opening, clock(recorded[0].said_at), clock(recorded[-1].said_at)
    day = day_in_words(opening.on if opening and opening.on else recorded[0].said_at[:10])
    between = f"{first} to {last}" if first != last else first
    where = f", at {opening.at}" if opening and opening.at else ""
    counter = evening.money.counter
    worth = f" Counters at {plain(evening.money, counter)}." if counter and evening.money.code != "counters" else ""
    sat = dict.fromkeys(evening.books.people(), "")
    started = False
    for outcome in evening.outcomes:
        event = outcome.event
        started = started or isinstance(event, Begin)
        if not isinstance(event, Joins | Leaves):
            continue
        at = clock(recorded[outcome.number - 1].said_at)
        if isinstance(event, Joins) and started:
            sat[event.player] = f" (from {at})"
        elif isinstance(event, Leaves):
            sat[event.player] = (
                f"{sat[event.player].removesuffix(')')}, to {at})" if sat[event.player] else f" (to {at})"
            )
    titles = [title_of(game) for game in dict.fromkeys(begun.game for begun in evening.begun)]
    deals, sayings = things(len(_dealt(evening)), "deal"), things(live.number, "saying")
    played = f"{listed(titles)}: {deals}, {sayings}." if titles else f"{sayings}."
    return [f"{day}, {between}{where}.{worth}", f"{listed([name + when for name, when in sat.items()])}.", played]


def _dealt(evening: Evening) -> list[int]:
    """Return the deals of the evening that count: a misdeal is no deal."""
    return [deal for deal, number in deal_numbers(evening).items() if not number.endswith("void")]


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
            saying = f"{event.number} {how} {spoken(event.saying, money)}"
            rows.append({"number": number, "saying": saying, "remark": event.why})
        elif isinstance(event, Void) and not isinstance(live.replay.recorded[event.number - 1].event, CORRECTIONS):
            rows.append({"number": number, "saying": f"{event.number} is void", "remark": event.why})
        elif isinstance(event, Count):
            outcome = live.replay.outcome(number)
            rows.append({"number": number, "saying": "counted", "remark": (outcome and outcome.found) or "right"})
    return rows


WIDTH, HEIGHT, LEFT, RIGHT, FOOT = 340, 200, 12, 60, 22
BETWEEN_NAMES = 13


def chart(evening: Evening) -> Markup:
    """Return a drawing of everybody's counters over the evening; empty if none moved."""
    through = curve(evening)
    events, people = through.events, {name: balances for name, balances in through.balances.items() if name != BANK}
    across = (WIDTH - RIGHT - LEFT - 4) / max(len(events), 1)
    return drawing("The evening", evening.money, people, _games_below(evening, events, across))


def drawing(title: str, money: Money, people: Mapping[str, Sequence[int]], below: Sequence[str] = ()) -> Markup:
    """Return a drawing of everybody's course, a line each; empty if there is none."""
    steps = len(next(iter(people.values()), ()))
    if steps < 2:
        return Markup("")
    low = min(0, *(min(balances) for balances in people.values()))
    high = max(0, *(max(balances) for balances in people.values()))
    if low == high:
        return Markup("")
    scale = (HEIGHT - FOOT - 24) / (high - low)

    def down(amount: int) -> float:
        return round(12 + (high - amount) * scale, 1)

    across = (WIDTH - RIGHT - LEFT - 4) / steps
    right = WIDTH - RIGHT
    drawn = [f'<line class="zero" x1="{LEFT}" x2="{right}" y1="{down(0)}" y2="{down(0)}"/>']
    drawn += [f'<text class="unit" x="0" y="{down(0) + 3}">0</text>', *below]
    signs = signs_of(list(people))
    heights = _apart({name: down(balances[-1]) for name, balances in people.items()})
    for number, (name, balances) in enumerate(people.items()):
        points = [f"{LEFT},{down(0)}"]
        for place, balance in enumerate(balances, start=1):
            points.append(f"{round(LEFT + across * place, 1)},{down(balance)}")
        drawn.append(f'<polyline class="l{number % 10} p{number % COLOURS}" points="{" ".join(points)}"/>')
        label = f'x="{right + 4}" y="{round(heights[name] + 4, 1)}">{escape(f"{signs[name].letter} {name[:8]}")}'
        drawn.append(f'<text class="p{number % COLOURS}" {label}</text>')
    summary = escape(", ".join(f"{name} {figure(money, line[-1])}" for name, line in people.items()))
    picture = f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}: {summary}">'
    return Markup(f"{picture}{''.join(drawn)}</svg>")


def _games_below(evening: Evening, events: Sequence[int], across: float) -> list[str]:
    """Return the name of each game, to be written below its beginning."""
    drawn, free = list[str](), 0.0
    for outcome in evening.outcomes:
        if isinstance(outcome.event, Begin):
            x = LEFT + across * sum(number < outcome.number for number in events)
            title = title_of(outcome.event.game)
            drawn.append(f'<line class="begins" x1="{x:.1f}" x2="{x:.1f}" y1="8" y2="{HEIGHT - FOOT}"/>')
            if x >= free:
                drawn.append(f'<text class="unit" x="{x + 2:.1f}" y="{HEIGHT - 6}">{escape(title)}</text>')
                free = x + 6 * len(title)
    return drawn


def _apart(wanted: Mapping[str, float]) -> dict[str, float]:
    """Push the labels at the ends of lines apart, and keep them within the picture."""
    ends = sorted((height, name) for name, height in wanted.items())
    heights: dict[str, float] = {}
    least = 8.0
    for height, name in ends:
        heights[name] = least = max(height, least)
        least += BETWEEN_NAMES
    most = HEIGHT - FOOT - 4.0
    for _, name in reversed(ends):
        heights[name] = most = min(heights[name], most)
        most -= BETWEEN_NAMES
    return heights
