"""The output of every command: lines and tables for a person, JSON for a program."""

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeVar

import typer

from ledger.cli.encoding import as_printed, clean
from ledger.cli.text_table import folded_for
from ledger.core.money import Money, Shown
from ledger.core.refusals import Code, Refusal, RefusedLine

if TYPE_CHECKING:
    from msgspec import Struct

    from ledger.api.forms import ExpectingAnswer
    from ledger.log.replay import Replay
    from ledger.recorder import LiveEvening, Recorder, Session
    from ledger.recorder.club_log import ClubSaying
    from ledger.recorder.paying import LeftInFront
    from ledger.store import Head


Step = TypeVar("Step")

PATIENCE = 1.0
"""The seconds before a terminal shows the progress of something slow."""
INTERVAL = 0.1
"""The seconds between two lines of progress."""


PAGER = "-RX -Ps/ searches, space goes on, q leaves"
"""The settings of the pager, unless the user has set others."""
NOT_WRITTEN = "nothing is written"
UNSOUND = 3
"""The exit code if a log is not what was recorded, or can no longer be replayed."""
NOT_THESE_RULES = 4
"""The exit code if the rules that a log was recorded by have changed, fail, or are not installed."""


class Closing(Protocol):
    """What is closed at the end: a store, or its database."""

    def close(self) -> None:
        """Close it."""


Closed = TypeVar("Closed", bound=Closing)


@dataclass(frozen=True)
class Output:
    """The options of every command, and how its answer is printed."""

    json: bool
    database: str | None
    evening: str | None
    """The number, the title or the day of an evening; None for the current one."""
    debug: bool = False
    """Whether a traceback is printed too when the rules of a game fail."""
    context: typer.Context | None = None
    """The context of the command that is run; None at the prompt."""

    def closed_at_the_end(self, opened: Closed) -> Closed:
        """Return a database that is closed at the end of the command.

        One file then holds all that was recorded.
        """
        if self.context is not None:
            self.context.call_on_close(opened.close)
        return opened

    @property
    def ctx(self) -> typer.Context:
        """Return the context of the command that is run."""
        assert self.context is not None, "the prompt has no command"
        return self.context

    def misused(self, message: str) -> NoReturn:
        """End the command as misused."""
        self.ctx.fail(message)

    def recorder(self, begins: bool = False) -> "Recorder":
        """Open the log to record in it; a database is made only if an evening `begins`."""
        from ledger.recorder import Recorder
        from ledger.store import open_store

        asks = sys.stdin.isatty() and not self.json
        store = self.closed_at_the_end(open_store(self.database, begins, typer.confirm if asks else None))
        return Recorder(store, watch=self.watch_evenings)

    def reader(self) -> "Recorder":
        """Open the log to read it: nothing is written, and no database is made."""
        from ledger.recorder import Recorder
        from ledger.store import open_to_read

        return Recorder(self.closed_at_the_end(open_to_read(self.database)), watch=self.watch_evenings)

    def say_of_club(self, saying: str) -> "tuple[ClubSaying, ...]":
        """Record a saying of the club that a command has made of its options."""
        try:
            return self.recorder().club().record([saying])
        except RefusedLine as refused:  # nobody has typed that line
            raise refused.refusal from refused

    def session(self) -> "Session":
        """Open the evening to read it, and say on standard error where it is answered by its close."""
        session = self.reader().open_session(self.evening)
        self.remark(session.rules_changed)
        return session

    def live(self) -> "LiveEvening":
        """Read the evening from its first event; else as `session`."""
        recorder = self.reader()
        live = recorder.live(recorder.evening(self.evening))
        self.remark(live.rules_changed)
        return live

    def end_with_those_left_out(self, recorder: "Recorder") -> None:
        """Name the evenings left out of an answer about many, and end with their exit code.

        If none was left out, go on.
        """
        for refusal in recorder.left_out:
            self.report(refusal)
        if recorder.left_out:
            raise typer.Exit(NOT_THESE_RULES)

    def remark_rules(self, name: str, replay: "Replay") -> None:
        """Say on standard error which rules have changed since a file was recorded.

        Say too if its events are JSON lines that lack digests.
        """
        from ledger.log.rules_today import rules_of_a_file

        if name.lower().endswith(".jsonl"):
            from ledger.interchange.files import read_text
            from ledger.interchange.jsonl import UNBOUND, is_bound

            self.remark("" if is_bound(read_text(name).removeprefix("\ufeff")) else f"{name}: {UNBOUND}")
        for sentence in rules_of_a_file(replay):
            self.remark(f"{name}: {sentence}")

    def remark(self, sentence: str) -> None:
        """Print a sentence on standard error, if there is one."""
        if sentence:
            print(folded_for(sys.stderr, clean(sentence)), file=sys.stderr)

    def written(self, money: Money) -> Money:
        """Return the money that sums in sayings are written as: with its sign for people only."""
        return money if self.json else Shown.of(money)

    def watch(self, steps: Iterable[Step], doing: str, total: int) -> Iterator[Step]:
        """Yield the steps of something slow.

        At a terminal, print the progress after more than a second.
        """
        if not sys.stderr.isatty():
            yield from steps
            return
        began = printed_at = time.monotonic()
        width = 0
        for done, step in enumerate(steps, start=1):
            yield step
            if (now := time.monotonic()) - began > PATIENCE and now - printed_at > INTERVAL:
                printed_at = now
                line = f"{doing}: {done} of {total}"
                width = max(width, len(line))
                print(f"\r{line:<{width}}", end="", file=sys.stderr, flush=True)
        if width:
            print(f"\r{'':<{width}}\r", end="", file=sys.stderr, flush=True)

    def watch_evenings(self, evenings: Sequence["Head"]) -> Iterator["Head"]:
        """Yield evenings that are replayed one by one, as `watch` does."""
        return self.watch(evenings, "replaying", len(evenings))

    def confirmed(self, lines: Iterable[str], question: str = "Write it?") -> bool:
        """Print lines, and return what a person answers to a question; no at the end of input."""
        sys.stdout.writelines(f"{folded_for(sys.stdout, line)}\n" for line in lines)
        try:
            return typer.confirm(folded_for(sys.stdout, question), default=False)
        except typer.Abort:  # by Ctrl-C, too
            print()
            return False

    def chosen(self, question: str, answers: Sequence[str]) -> str:
        """Return which of the answers a person gives to a question, asked until it is one of them.

        Raises typer.Abort at the end of input.
        """
        answer = ""
        while answer not in answers:
            answer = typer.prompt(folded_for(sys.stdout, question), prompt_suffix=" ").strip().lower()
        return answer

    def answer(self, answer: "Struct | Callable[[], Struct]", lines: Iterable[str]) -> None:
        """Print an answer: the object for a program, the lines for a person.

        A callable makes the object only if a program asks for it.
        """
        if self.json:
            self.print_json(answer() if callable(answer) else answer)
        else:
            sys.stdout.writelines(f"{folded_for(sys.stdout, clean(line))}\n" for line in lines)

    def text(self, answer: "Callable[[], Struct]", pieces: Iterable[str]) -> None:
        """Print a text as it is; for a program the answer that holds it."""
        if self.json:
            self.print_json(answer())
        else:
            sys.stdout.writelines(pieces)

    def answer_at_length(self, answer: "Struct", lines: Sequence[str]) -> None:
        """Print an answer as `answer` does, in a pager if it is longer than the terminal."""
        text = "".join(f"{folded_for(sys.stdout, clean(line))}\n" for line in lines)
        at_terminal = sys.stdin.isatty() and sys.stdout.isatty() and not self.json
        if not at_terminal or text.count("\n") < os.get_terminal_size().lines:
            self.answer(answer, lines)
        else:
            os.environ.setdefault("LESS", PAGER)
            import pydoc  # slow to import, and needed only at a terminal

            pydoc.pager(as_printed(text))

    def print_json(self, answer: "Struct | dict[str, Any]") -> None:
        """Print one object on a line of its own."""
        import json  # needed only for programs

        import msgspec

        utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
        print(json.dumps(msgspec.to_builtins(answer), ensure_ascii=not utf8))

    def refuse(
        self,
        refusal: Refusal | RefusedLine,
        file: str | None = None,
        expecting: "ExpectingAnswer | None" = None,
    ) -> None:
        """Print a refusal on standard error, and for a program on standard output too."""
        if self.json:
            from ledger.api.refusals import refusal_answer  # needed only where something is refused

            self.print_json(refusal_answer(refusal, file, expecting))
        self.report(refusal)

    def report(self, refusal: Refusal | RefusedLine) -> None:
        """Print a refusal on standard error."""
        if self.debug and refusal.code is Code.RULES_BROKEN:
            import traceback  # slow to import, and needed only here

            traceback.print_exception(refusal)
        print(folded_for(sys.stderr, clean(refusal.message)), file=sys.stderr)


def cashed_too(output: Output, left: "Iterable[LeftInFront]") -> list[str]:
    """Return the cash-outs of those who leave, after asking about what is left in front."""
    from ledger.recorder.paying import CASHED_TOO, STILL_THEIRS

    def asked(question: "LeftInFront") -> str:
        return output.chosen(f"{question.sentence} [{CASHED_TOO}/{STILL_THEIRS}]", (CASHED_TOO, STILL_THEIRS))

    return [question.cashes for question in left if asked(question) == CASHED_TOO]


def exit_code(refusal: Refusal | RefusedLine) -> int:
    """Return the exit code of a refused command; an unsound log and other rules have their own."""
    why = refusal.refusal if isinstance(refusal, RefusedLine) else refusal
    if why.of_log:
        return NOT_THESE_RULES
    return UNSOUND if refusal.code is Code.UNSOUND else 1
