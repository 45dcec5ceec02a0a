"""View models of the club: standings, persons, settling all evenings, seasons and records."""

from collections.abc import Mapping, Sequence
from typing import Any

from ledger.core.books import PayeeWay
from ledger.core.events import CORRECTIONS, OpenSeason
from ledger.projections.accounts import PersonRow, in_words, plain_money
from ledger.projections.club_reports import handicap_cell, season_in_words
from ledger.projections.running import AccountRow, PersonAccount
from ledger.projections.seasons import SeasonRow, SeasonTable, course_of
from ledger.projections.settlement import settlement_together
from ledger.projections.standings import Together
from ledger.recorder.club_log import ClubLog, saying_of
from ledger.recorder.sending import ToSend, sent_together
from ledger.web.sentences import people_write
from ledger.web.settle_view import drawing
from ledger.web.words import cell_text, day_in_words, figure, plain

TABS = (("/", "Evenings"), ("/standings", "Standings"), ("/settle-all", "Settle all"), ("/season", "Season"))
"""The tabs above every page about many evenings."""


def person(row: PersonRow, others: Sequence[PersonRow], accounts: Sequence[PersonAccount]) -> dict[str, Any]:
    """Return a person: names, who else it may be, and the account in each money."""
    return {
        "known": row,
        "others": [
            other for other in others if other.person != row.person and not set(other.evenings) & set(row.evenings)
        ],
        "accounts": [(account, [_account_row(account, line) for line in account.rows]) for account in accounts],
    }


def _account_row(account: PersonAccount, row: AccountRow) -> dict[str, Any]:
    money = account.money
    parts = [("costs", row.costs), ("paid", row.paid)]
    below = ", ".join(f"{word} {figure(money, amount)}" for word, amount in parts if amount)
    return {
        "evening": row.evening,
        "title": row.title,
        "day": day_in_words(row.on),
        "won": figure(money, row.won) if row.evening is not None else "",
        "below": below,
        "owed": plain(money, row.owed),
    }


def ways(methods: Mapping[str, PayeeWay]) -> dict[str, Any]:
    """Return the fields in which a person's ways to be paid are typed, as they are kept."""
    account = methods.get("iban", PayeeWay("iban", ""))
    fields = [
        ("iban", "IBAN", account.value),
        ("holder", "In whose name", account.holder),
        ("bic", "BIC", account.bic),
        *((name, label, methods[name].value if name in methods else "") for name, label in OTHER_WAYS),
    ]
    return {"fields": [{"name": name, "label": label, "value": value} for name, label, value in fields]}


OTHER_WAYS = (("upi", "UPI address"), ("swish", "Swish number"), ("paypal", "PayPal.Me name"), ("link", "A link"))


# Settling all evenings


def planned(several: Together) -> ToSend:
    """Return the plan of evenings in one money."""
    return sent_together(several, settlement_together(several).transfers)


def newest(log: ClubLog) -> dict[str, Any] | None:
    """Return the newest saying of the club that counts, for Undo; None if there is none."""
    for recorded in reversed(log.recorded[1:]):
        if log.effective.counts(recorded.number) and not isinstance(recorded.event, CORRECTIONS):
            payment = next((paid for paid in log.club.payments if paid.event == recorded.number), None)
            saying = in_words(payment) if payment else people_write(saying_of(recorded.event))
            return {"number": recorded.number, "saying": saying}
    return None


# Seasons


def season(rules: OpenSeason, table: SeasonTable, ended: bool, others: Sequence[str]) -> dict[str, Any]:
    """Return the table of a season, its drawing, and the titles of the others."""
    through, money = course_of(rules, table)
    return {
        "title": rules.title,
        "line": season_in_words(rules, table),
        "rows": [_season_row(table, row) for row in (*table.table, *table.unplaced)],
        "handicapped": bool(table.handicaps),
        "by_points": bool(rules.points),
        "chart": drawing(rules.title, money, through.balances),
        "others": others,
        "ended": ended,
    }


def _season_row(table: SeasonTable, row: SeasonRow) -> dict[str, Any]:
    net = ", ".join(figure(plain_money(code), amount) for code, amount in row.net.items())
    at = [(place.evening, _place(place.place, place.points), False) for place in row.counted]
    at += [(place.evening, _place(place.place, place.points), True) for place in row.dropped]
    return {
        "place": "" if row.place is None else str(row.place),
        "person": row.person,
        "evenings": row.evenings,
        "handicap": cell_text(handicap_cell(table, row)),
        "points": "" if row.points is None else str(row.points),
        "won": row.won,
        "net": net,
        "at": sorted(at),
    }


def _place(place: int | None, points: int | None) -> str:
    return ("no place" if place is None else f"place {place}") + (f", {points}" if points is not None else "")
