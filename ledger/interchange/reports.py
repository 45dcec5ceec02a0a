"""Reports for other programs and for paper: tables of typed cells as CSV, and as a page."""

import csv
import io
from collections.abc import Iterable, Sequence
from html import escape

from ledger.interchange.spreadsheet import harmless
from ledger.projections.cells import AmountCell, Cell, Report, ReportTable, Struck, text_of

STYLE = (
    ":root{color-scheme:light dark;--ink:#1d1b16;--paper:#fffdf7;--line:#c9c2b0;--quiet:#5d574a}"
    "@media(prefers-color-scheme:dark){:root{--ink:#ece7da;--paper:#1b1a17;--line:#4b473d;--quiet:#a8a294}}"
    "body{font:11pt/1.4 Georgia,serif;max-width:60em;margin:2em auto;padding:0 1em;color:var(--ink);"
    "background:var(--paper)}h1{font-size:1.4em;margin:0}h2{font-size:1em;margin:1.4em 0 .3em}p{margin:.2em 0}"
    ".table{overflow-x:auto;margin-top:.6em}table{border-collapse:collapse}thead{display:table-header-group}"
    "th,td{padding:.15em .8em .15em 0;text-align:left;vertical-align:baseline;overflow-wrap:break-word}"
    "thead th{color:var(--quiet);font-weight:normal;border-bottom:1px solid var(--line)}"
    "@media screen{.prose table{min-width:42em}}"
    "tr{break-inside:avoid}.n{text-align:right}data{white-space:nowrap}s{color:var(--quiet)}"
    ".sign{display:flex;flex-wrap:wrap;gap:2.2em 1.5em}.sign span{flex:1 1 9em;border-top:1px solid;margin-top:2.4em}"
    "pre{font:9pt monospace;white-space:pre-wrap}figure{margin:.6em 0;break-inside:avoid}"
    "figure svg{width:38mm;height:38mm;background:#fff}section+section{break-before:page}@page{margin:12mm}"
    "@media print{:root{color-scheme:light;--ink:#000;--paper:#fff;--line:#999;--quiet:#333}"
    "body{margin:0;padding:0;max-width:none;font-size:9.5pt}.table{overflow:visible}th,td{padding-right:.6em}"
    "table{font-size:8.5pt}.wide table{font-size:7.5pt}h2{break-after:avoid}}"
)
WIDE = 6
"""So many columns and more are printed small, so that they fit on A5."""


PROSE = 3
"""So many columns of text and more have a least width, and are pushed sideways where there is less room."""


def report_csv(report: Report) -> str:
    """Return the tables of a report as CSV by RFC 4180, parted by empty lines.

    An amount is a plain number, and a column says its money.
    """
    file = io.StringIO(newline="")
    lines = csv.writer(file)
    tables = [table for table in report.tables if table.rows]
    for place, table in enumerate(tables):
        if place:
            lines.writerow([])
        if table.heading and len(tables) > 1:
            lines.writerow([harmless(table.heading)])
        moneys = [next((cell.money for cell in row if isinstance(cell, AmountCell)), None) for row in table.rows]
        with_money = any(moneys)
        lines.writerow([*table.headings, *["money"] * with_money])
        for row, money in zip(table.rows, moneys, strict=True):
            lines.writerow([*map(_plain, row), *[money.code if money else ""] * with_money])
    return file.getvalue()


def _plain(cell: Cell) -> str | int:
    """Return a cell for a spreadsheet."""
    if isinstance(cell, AmountCell):
        return cell.money.exact(cell.amount)
    if isinstance(cell, str):
        return harmless(f"~~{cell}~~" if isinstance(cell, Struck) else cell)
    return "" if cell is None else cell


def report_page(report: Report) -> str:
    """Return a report as one file that is read without a server, and prints."""
    return page_of(report.title, [report_section(report)])


def page_of(title: str, pieces: Iterable[str], after: str = "") -> str:
    """Return a page of one file with pieces of HTML; `after` ends its head."""
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
    head = f'<!DOCTYPE html>\n<html lang="en"><head>{head}<title>{escape(title)}</title><style>{STYLE}</style>{after}'
    return "\n".join([f"{head}</head><body>", *pieces, "</body></html>\n"])


def report_section(report: Report, *after: str) -> str:
    """Return a report as HTML, and what stands below its tables. Every name and title is text."""
    head = f"<h1>{escape(report.title)}</h1>{paragraphs(report.facts)}"
    pieces = "\n".join(filter(None, [head, *map(table_html, report.tables), *after]))
    return f"<section>{pieces}</section>"


def table_html(table: ReportTable) -> str:
    """Return a table as HTML; empty for one that has nothing to say."""
    if not (table.rows or table.lines):
        return ""
    heading = f"<h2>{escape(table.heading)}</h2>" if table.heading else ""
    return heading + (_rows_html(table) if table.rows else "") + paragraphs(table.lines)


def _rows_html(table: ReportTable) -> str:
    right = set(table.right)
    kinds = [' class="n"' if place in right else "" for place in range(len(table.headings))]
    head = "".join(
        f'<th scope="col"{kind}>{escape(heading)}</th>' for heading, kind in zip(table.headings, kinds, strict=True)
    )
    body = "".join(f"<tr>{_cells(row, kinds)}</tr>" for row in table.rows)
    size = " wide" * (len(table.headings) >= WIDE) + " prose" * (len(table.headings) - len(right) >= PROSE)
    return f'<div class="table{size}"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _cells(row: Sequence[Cell], kinds: Sequence[str]) -> str:
    return "".join(f"<td{kind}>{_cell(cell)}</td>" for cell, kind in zip(row, kinds, strict=True))


def _cell(cell: Cell) -> str:
    """Return a cell as HTML; an amount has its value in the smallest unit beside it."""
    text = escape(text_of(cell))
    if isinstance(cell, AmountCell):
        return f'<data value="{cell.amount}">{text}</data>'
    return f"<s>{text}</s>" if isinstance(cell, Struck) else text


def paragraphs(lines: Iterable[str]) -> str:
    """Return lines as paragraphs."""
    return "".join(f"<p>{escape(line)}</p>" for line in lines)
