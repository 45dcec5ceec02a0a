"""An evening as one file that needs nothing: its figures, its log, and a check of its seal."""

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from ledger.core.books import BANK, Account, Pool
from ledger.core.events import RecordedEvent
from ledger.core.money import Shown
from ledger.evening.fold import Evening
from ledger.interchange.jsonl import lines_of
from ledger.interchange.reports import page_of, paragraphs, report_section, table_html
from ledger.log.replay import Replay
from ledger.projections.cells import AmountCell, Cell, ReportTable
from ledger.projections.explanation import explain, payments
from ledger.projections.log_rows import in_effect
from ledger.projections.reports import deals_table, explained_tables, log_table, statement_report
from ledger.projections.statement import Statement, statement_of

CHECK = Path(__file__).with_name("check_seal.js")
ALONE = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
"""What the page may load: nothing."""
STYLE = (
    "details{margin:.3em 0;border-top:1px solid var(--line)}summary{cursor:pointer;padding:.4em 0}"
    "details>:not(summary){margin-left:1em}textarea{box-sizing:border-box;width:100%;max-width:42em;font:9pt monospace}"
    ".wrong{font-weight:bold}@media screen{.wrong{color:#c2410c}}"
    "@media print{.screen,details:not([open]),.behind:not(:has([open])){display:none}}"
)
WHAT_IT_SHOWS = (
    "The check is worked out in this page, of the log in it and of nothing else. A page cannot vouch for itself: paste "
    "the seal that you kept, and compare.",
    "The figures above follow from this log by the rules. To see them worked out anew, save it as evening.jsonl and "
    "say card-ledger replay evening.jsonl.",
)


def evening_page(replay: Replay, stored: Iterable[tuple[RecordedEvent, str]]) -> Iterator[str]:
    """Write an evening as a page of one file; each stored event comes with its digest."""
    evening, statement = replay.evening, statement_of(replay, Shown.of(replay.evening.money))
    report = statement_report(statement)
    below = [table_html(_to_pay(statement)), _behind(evening), table_html(deals_table(evening)), _log(replay)]
    pieces = [report_section(report, *below), _seal(statement.seal, "".join(lines_of(stored)))]
    script = f"<script>{CHECK.read_text(encoding='utf-8')}</script>"
    allowed = f'<meta http-equiv="Content-Security-Policy" content="{ALONE}"><style>{STYLE}</style>'
    yield page_of(statement.title, [*pieces, script], allowed)


def _to_pay(statement: Statement) -> ReportTable:
    """Return who pays whom, as a table."""
    money = statement.money
    rows: list[list[Cell]] = [
        [payment.payer, payment.payee, AmountCell(payment.amount, money)] for payment in statement.transfers
    ]
    nobody = [] if rows else ["nobody owes anybody anything"]
    return ReportTable(["who pays", "whom", "how much"], rows, "To pay", nobody)


def _behind(evening: Evening) -> str:
    """Return on a tap every movement behind the figure of each player, bank and pool."""
    bank = [BANK] if BANK in evening.owed() else []
    accounts: list[Account] = [*evening.books.people(), *bank, *map(Pool, evening.books.pool_names)]
    details = "\n".join(_account(evening, account) for account in accounts)
    return f'<div class="behind"><h2>Behind each figure</h2>{details}</div>'


def _account(evening: Evening, account: Account) -> str:
    lines = explain(evening, account, written=Shown.of(evening.money))
    paid = payments(evening, account, written=Shown.of(evening.money)) if isinstance(account, str) else []
    balance = evening.money.show(lines[-1].balance if lines else 0)
    tables = explained_tables(evening, account, lines, paid, isinstance(account, str))
    return _details(f"{account}: {balance}", *map(table_html, tables))


def _log(replay: Replay) -> str:
    return _details("The log", table_html(log_table(in_effect(replay, Shown.of(replay.evening.money)))))


def _details(summary: str, *pieces: str, kind: str = "") -> str:
    """Return pieces of HTML that are shown on a tap."""
    return f"<details{kind}><summary>{escape(summary)}</summary>{''.join(pieces)}</details>"


def _seal(seal: str, log: str) -> str:
    """Return the seal with its check, and the log as it was recorded."""
    kept = '<label for="kept">The seal that you kept</label><br><textarea id="kept" rows="3"></textarea>'
    recorded = f'<pre id="log">{escape(log, quote=False)}</pre>'
    return "\n".join(
        [
            f'<h2>Seal</h2><pre id="seal">{escape(seal, quote=False)}</pre>',
            '<p id="checked"><noscript>This browser runs no scripts in it, so nothing is checked here.</noscript></p>',
            f'<div class="screen"><p>{kept}</p><p id="compared"></p></div>{paragraphs(WHAT_IT_SHOWS)}',
            _details("The log as it was recorded", recorded, kind=' class="screen"'),
        ]
    )
