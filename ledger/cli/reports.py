"""How a report is written: as a text, as CSV, or as a page of one file."""

import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from typer import Option

from ledger.cli.output import Output
from ledger.cli.text_table import report_lines
from ledger.projections.cells import Report

if TYPE_CHECKING:
    from msgspec import Struct


Form = Annotated[
    Literal["text", "csv", "html"],
    Option("--format", metavar="[text|csv|html]", help="As a text, for a spreadsheet, or as a page of one file."),
]
"""The form of a report."""


@dataclass(frozen=True)
class ReportOptions:
    """In which form a report is printed, and where to."""

    form: Form = "text"
    to: Annotated[Path | None, Option(metavar="FILE", help="Write it to this file.")] = None

    def answer(
        self, output: Output, answer: "Struct | Callable[[], Struct]", report: Report, below: Iterable[str] = ()
    ) -> None:
        """Print a report in the form that was asked for; as a text with lines `below` it."""
        if self.form == "text":
            with self.where_it_goes():
                lines = report_lines(report)
            self.write(output, answer, [*lines, *below])
            return
        from ledger.interchange.reports import report_csv, report_page  # needed only for other programs

        self.write(output, answer, (report_csv if self.form == "csv" else report_page)(report))

    def where_it_goes(self) -> AbstractContextManager[object]:
        """Return the context in which lines are set; lines for a file are set as for no terminal."""
        return redirect_stdout(StringIO()) if self.to is not None else nullcontext()

    def write(self, output: Output, answer: "Struct | Callable[[], Struct]", written: str | list[str]) -> None:
        """Print an answer: its lines, or a text in another form as it is; or write it to the file."""
        if self.to is not None:
            from ledger.interchange.files import write_file

            text = written if isinstance(written, str) else "".join(f"{line}\n" for line in written)
            write_file(self.to, text.encode())
            written = [f"It is in {self.to}"]
        if isinstance(written, list) or output.json:
            output.answer(answer, written)
        else:
            sys.stdout.write(written)
