"""Record what is said, and print what it meant."""

import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

import click

from ledger.api.answers import answer_of, awaited
from ledger.api.schema import RecordAnswer
from ledger.cli import completion, wording
from ledger.cli.command import command
from ledger.cli.output import Output, exit_code
from ledger.cli.shell_words import recorded_by
from ledger.cli.text_table import folded_for
from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.recorder.expand import together

if TYPE_CHECKING:
    from ledger.recorder import RecordResult

Lines = Iterable[tuple[int, str]]
"""Sayings, each with the number of its line."""

STANDARD_INPUT = "-"
NOT_WRITTEN = "nothing is written"
TOGETHER = "Corrections that stand only together are given so: record --together -"
SAID_BEFORE = "this was recorded before; nothing is written again"


@command(
    answers=(RecordAnswer,),
    context_settings={"allow_extra_args": True},
    examples=(
        ('record "game nap kitty=1"', "begin a game, with its options"),
        ('record "deal Ann"', "one saying"),
        ('record "Cat 3"', "players passed over are taken to have passed"),
        ('record --dry-run "Cat made"', "print what it would mean, and write nothing"),
        ('record "undo"', "take back the last saying"),
        ("record - < sayings.txt", "each line by itself"),
        ("record --together - < sayings.txt", "all lines or none"),
        ("record", "line by line, as it is typed"),
    ),
)
@click.argument(
    "saying",
    required=False,
    metavar="[SAYING]",
    shell_complete=completion.sayings,
    help="One saying; - for sayings on standard input.",
)
@click.option("--together", is_flag=True, help="With -: record all of them or none.")
@click.option("--dry-run", is_flag=True, help="Print what it would mean and change, and write nothing.")
@click.option("--yes", is_flag=True, help="Write a correction without asking.")
@click.option("--key", metavar="KEY", help="Record it once, however often it is sent with this key; never asks.")
def run(output: Output, saying: str | None, together: bool, dry_run: bool, yes: bool, key: str | None) -> None:
    """Record a saying, and say what it meant, who is next and what they may say.

    With no saying at all, whatever is typed is recorded line by line until the end of input. At a terminal a
    correction is written only after you have seen what it changes. `undo` takes back what was said last, and `redo`
    what was undone.
    """
    if others := click.get_current_context().args:
        raise click.UsageError(f"Put the saying in quotes: {recorded_by([saying or '', *others])}")
    if together and saying != STANDARD_INPUT:
        raise click.BadParameter("--together takes its sayings from standard input: record --together -")
    if dry_run and saying in (None, STANDARD_INPUT) and not together:
        raise click.BadParameter('--dry-run takes one saying, or several with --together: record --dry-run "Cat 3"')
    if key is not None and (dry_run or (saying in (None, STANDARD_INPUT) and not together)):
        raise click.BadParameter('--key goes with one saying, or several with --together: record --key KEY "Cat 3"')
    at_terminal = sys.stdin.isatty()
    source = STANDARD_INPUT if saying == STANDARD_INPUT or (saying is None and not at_terminal) else ""
    scribe = _Scribe(output, source, ask=at_terminal and not (yes or output.json or key), tries=dry_run)
    if saying is None and at_terminal:
        _converse(scribe)
    elif source and not together:
        _record_each(scribe)
    else:
        try:
            if together:
                said = scribe.try_out(_lines()) if dry_run else scribe.record(_lines(), key)
            elif key is not None:  # a program says a thing in full, and the same again
                said = scribe.record([(1, saying or "")], key)
            else:
                said = scribe.try_out_typed(saying or "") if dry_run else scribe.record_typed(saying or "")
            if not said and not together:
                raise Refusal(Code.UNREADABLE, "nothing is said", 'Say, for example, card-ledger record "Cat passes"')
        except (Refusal, RefusedLine) as refusal:
            scribe.refuse(refusal)
            raise click.exceptions.Exit(exit_code(refusal)) from refusal


class _Scribe:
    """Writes what is said; a correction, where there is somebody to `ask`, only when it is confirmed.

    What it is told gives whether anything was said. It raises what `Session.propose` and `Session.write` do.
    """

    def __init__(self, output: Output, source: str, ask: bool, tries: bool) -> None:
        self.output = output
        self.sitting = (output.reader() if tries else output.recorder()).open_session(output.evening, source, now=False)
        self._ask = ask

    def refuse(self, refusal: Refusal | RefusedLine) -> None:
        """Say why something was refused, and to a program also what is awaited still."""
        self.output.refuse(refusal, **({"expecting": awaited(self.sitting)} if self.output.json else {}))

    def try_out(self, lines: Lines) -> bool:
        """Say what the sayings would mean and change, and write nothing."""
        return self._tried(self.sitting.propose(lines))

    def try_out_typed(self, line: str) -> bool:
        """Say what a line that a person has typed would mean and change, and write nothing."""
        return self._tried(self.sitting.propose_typed(line))

    def _tried(self, answer: "RecordResult | None") -> bool:
        if answer is not None:
            self._tell(answer, written=False, lines=[*wording.answered(self.sitting.evening, answer), NOT_WRITTEN])
        return answer is not None

    def record(self, lines: Lines, key: str | None = None) -> bool:
        """Write the sayings, all of them or none; once, however often they are sent under the same key."""
        if self._ask:
            return self._asked(self.sitting.propose(lines))
        return self._told(self.sitting.record_together(lines, key))

    def record_typed(self, line: str) -> bool:
        """Write what a person has typed, as nobody else can record meanwhile; but not while he is asked about it."""
        if self._ask:
            return self._asked(self.sitting.propose_typed(line))
        return self._told(self.sitting.record_typed(line))

    def _told(self, answer: "RecordResult | None") -> bool:
        if answer is not None:
            written = wording.answered(self.sitting.evening, answer)
            self._tell(answer, written=True, lines=[*([SAID_BEFORE] if answer.again else []), *written])
        return answer is not None

    def _asked(self, answer: "RecordResult | None") -> bool:
        """Write what was proposed, after asking where it corrects, ends a deal in silence, or books at a close."""
        if answer is None:
            return False
        evening = self.sitting.evening
        if not (answer.corrects or answer.ends_in_silence or answer.books):
            written = self.sitting.write()
            self._tell(written, written=True, lines=wording.answered(evening, written))
        elif self._confirmed(answer):
            written = self.sitting.write()
            self._tell(written, written=True, lines=[wording.awaited(written.expecting, written.asks)])
        else:
            self.sitting.forget()
            print(NOT_WRITTEN)
        return True

    def _confirmed(self, answer: "RecordResult") -> bool:
        print(folded_for(sys.stdout, "\n".join(wording.said(self.sitting.evening, answer))))
        try:
            return click.confirm("Write it?", default=False)
        except click.Abort:  # by Ctrl-C, or the end of input
            print()
            return False

    def _tell(self, answer: "RecordResult", written: bool, lines: list[str]) -> None:
        self.output.answer(lambda: {**answer_of(self.sitting, answer), "written": written}, lines)


def _record_each(scribe: _Scribe) -> None:
    """Record each line by itself: one that is refused leaves the others be. It exits as the worst of them would."""
    worst = 0
    for line in _lines():
        try:
            scribe.record([line])
        except (Refusal, RefusedLine) as refusal:
            scribe.refuse(together(refusal, TOGETHER) if isinstance(refusal, RefusedLine) else refusal)
            worst = max(worst, exit_code(refusal))
        sys.stdout.flush()  # who sends sayings through a pipe waits for each answer
    if worst:
        raise click.exceptions.Exit(worst)


def _lines() -> Lines:
    for number, line in enumerate(sys.stdin.buffer, start=1):
        yield number, line.decode("utf-8", "surrogateescape")


def _converse(scribe: _Scribe) -> None:
    """Answer each line that is typed, until the end of input; at a terminal the prompt finishes the sentence."""
    if sys.stdout.isatty() and not scribe.output.json:
        from ledger.cli.prompt import Prompt  # wanted by nobody but who types

        Prompt(scribe.output, scribe.sitting).run()
        return
    with suppress(ImportError):  # where there is one, what was typed can be mended and called up again
        import_module("readline")
    print(folded_for(sys.stdout, "\n".join(wording.answered(scribe.sitting.evening, scribe.sitting.answer()))))
    while True:
        try:
            saying = input("> ")
        except EOFError:
            print()
            return
        try:
            scribe.record_typed(saying)
        except (Refusal, RefusedLine) as refusal:
            print(folded_for(sys.stdout, refusal.message))
