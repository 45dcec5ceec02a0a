"""Record what is said, and print what it meant."""

import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from typing import Annotated

from msgspec import UNSET
from typer import Argument, BadParameter, Exit, Option

from ledger.api.club import ClubAnswer, said_answers, undone
from ledger.api.forms import expecting_with_forms
from ledger.api.recording import RecordAnswer, record_answer
from ledger.cli import completion, wording
from ledger.cli.command import command
from ledger.cli.options import Key, WritingOptions
from ledger.cli.output import NOT_WRITTEN, Output, cashed_too, exit_code
from ledger.cli.shell_words import recorded_by
from ledger.cli.text_table import folded_for
from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.recorder import RecordResult

Lines = Iterable[tuple[int, str]]
"""Sayings, each with the number of its line."""

STANDARD_INPUT = "-"


@command(
    answers=(RecordAnswer, ClubAnswer),
    allow_extra_args=True,
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
def run(
    output: Output,
    writing: WritingOptions,
    saying: Annotated[
        str | None,
        Argument(
            metavar="[SAYING]", autocompletion=completion.sayings, help="One saying; - for sayings on standard input."
        ),
    ] = None,
    together: Annotated[bool, Option("--together", help="With -: record all of them or none.")] = False,
    club: Annotated[
        bool, Option("--club", help="Record it in the club's log: undo, void, note, or any saying of the club.")
    ] = False,
    key: Key = None,
) -> None:
    """Record a saying, and print what it meant, who is next and what they may say.

    Without a saying, each line that you type is recorded, until the end of input. At a terminal a correction is
    written only after you have seen what it changes. `undo` takes back the last saying; say it again to take back the
    one before. `redo` restores what was undone.
    """
    if others := output.ctx.args:
        output.misused(f"Put the saying in quotes: {recorded_by([saying or '', *others])}")
    dry_run, yes = writing.dry_run, writing.yes
    if together and saying != STANDARD_INPUT:
        raise BadParameter("--together takes its sayings from standard input: record --together -")
    if dry_run and saying in (None, STANDARD_INPUT) and not together:
        raise BadParameter('--dry-run takes one saying, or several with --together: record --dry-run "Cat 3"')
    if key is not None and (dry_run or (saying in (None, STANDARD_INPUT) and not together)):
        raise BadParameter('--key goes with one saying, or several with --together: record --key KEY "Cat 3"')
    if club:
        _record_of_club(output, saying, dry_run, yes, key)
        return
    at_terminal = sys.stdin.isatty()
    source = STANDARD_INPUT if saying == STANDARD_INPUT or (saying is None and not at_terminal) else ""
    scribe = _Scribe(output, source, asks=at_terminal and not (yes or output.json or key), tries=dry_run)
    scribe.session.overpays = yes or scribe.asks
    scribe.session.reopens = yes
    scribe.session.asks = scribe.asks
    if saying is None and at_terminal:
        _converse(scribe)
    elif source and not together:
        _record_each(scribe)
    else:
        try:
            if together:
                said_anything = scribe.record(_lines(), key)
            elif key is not None:  # a program writes a saying in full, and repeats it unchanged
                said_anything = scribe.record([(1, saying or "")], key)
            else:
                said_anything = scribe.record_typed(saying or "")
            if not said_anything and not together:
                raise Refusal(Code.UNREADABLE, "nothing is said", 'Say, for example, card-ledger record "Cat passes"')
        except (Refusal, RefusedLine) as refusal:
            scribe.refuse(refusal)
            raise Exit(exit_code(refusal)) from refusal


def _record_of_club(output: Output, saying: str | None, dry_run: bool, yes: bool, key: str | None) -> None:
    """Record sayings of the club, all of them or none, and print their numbers."""
    if saying is None:
        output.misused('say what: record --club "SAYING", or - for sayings on standard input')
    log = (output.reader() if dry_run else output.recorder()).club()
    sayings = [line for _, line in _lines()] if saying == STANDARD_INPUT else [saying]
    asks = sys.stdin.isatty() and not (yes or output.json or key or dry_run)
    recorded = log.try_out(sayings) if dry_run or asks else log.record(sayings, key)
    lines = wording.numbered(recorded)
    if asks and lines:
        if not output.confirmed(lines):
            print(NOT_WRITTEN)
            return
        recorded, lines = log.record(sayings), []
    if not recorded:
        raise Refusal(Code.UNREADABLE, "nothing is said", 'Say, for example, card-ledger record --club "undo"')
    written = UNSET if not dry_run else False
    answer = ClubAnswer(said=said_answers(recorded), undone_by=undone(recorded), written=written)
    output.answer(answer, [*lines, *([NOT_WRITTEN] if dry_run else [])])


class _Scribe:
    """Writes sayings and prints what they meant.

    If it `asks`, it writes a correction only after a person has confirmed it. If it `tries`, it writes nothing.

    Its methods return whether anything was said, and raise what `Session.propose` and `Session.write` raise.
    """

    def __init__(self, output: Output, source: str, asks: bool, tries: bool) -> None:
        self.output = output
        recorder = output.reader() if tries else output.recorder()
        self.session = recorder.open_session(output.evening, source, now=False)
        self.asks, self.tries = asks, tries

    def refuse(self, refusal: Refusal | RefusedLine) -> None:
        """Print why something was refused; for a program, also what is awaited still."""
        session = self.session
        awaited = expecting_with_forms(session) if self.output.json else None
        self.output.refuse(refusal, expecting=awaited)

    def record(self, lines: Lines, key: str | None = None) -> bool:
        """Write the sayings, all of them or none.

        Sayings sent again with the same key are written once.
        """
        if self.asks or self.tries:
            return self._print_proposed(self.session.propose(lines))
        return self._print_written(self.session.record_together(lines, key))

    def record_typed(self, line: str, number: int = 1) -> bool:
        """Write a line that a person has typed, the `number` of a file.

        Nobody else can record meanwhile, unless the person is asked to confirm.
        """
        if self.asks or self.tries:
            return self._print_proposed(self._proposal(line))
        return self._print_written(self.session.record_typed(line, number))

    def _proposal(self, line: str) -> RecordResult | None:
        """Return what a typed line would mean, after asking what is not clear of it."""
        from ledger.recorder.resolve import COUNTERS, MONEY, BareNumber  # wanted by whoever types

        session = self.session
        try:
            proposed = session.propose_typed(line)
        except BareNumber as unclear:
            session.bare_numbers = self.output.chosen(unclear.sentence, (COUNTERS, MONEY))
            proposed = session.propose_typed(line)
        if self.asks and (cashed := cashed_too(self.output, session.left_in_front())):
            session.forget()
            proposed = session.propose_typed("; ".join([*cashed, line]))
        return proposed

    def _print_written(self, result: RecordResult | None) -> bool:
        if result is not None:
            lines = wording.answered(self.session, result)
            self._print(
                result, written=True, lines=[*(wording.said_before(result.undone_by) if result.again else ()), *lines]
            )
        return result is not None

    def _print_proposed(self, result: RecordResult | None) -> bool:
        """Write a proposal, after asking where it needs consent, or only print it."""
        if result is None:
            return False
        session, question = self.session, self.session.question(result)
        if self.tries:
            self._print(result, written=False, lines=[*wording.answered(session, result), NOT_WRITTEN])
        elif not question:
            written = session.write()
            self._print(written, written=True, lines=wording.answered(session, written))
        elif self.output.confirmed(wording.recorded(session.evening, result), question):
            written = session.write()
            self._print(written, written=True, lines=[wording.awaited(session.evening, session.shared)])
        else:
            session.forget()
            print(NOT_WRITTEN)
        return True

    def _print(self, result: RecordResult, written: bool, lines: list[str]) -> None:
        self.output.answer(lambda: record_answer(self.session, result, written), lines)


def _record_each(scribe: _Scribe) -> None:
    """Record each line by itself, even if others are refused.

    Exits with the worst exit code of the refusals.
    """
    worst = 0
    for number, line in _lines():
        try:
            scribe.record_typed(line, number)
        except (Refusal, RefusedLine) as refusal:
            scribe.refuse(refusal)
            worst = max(worst, exit_code(refusal))
        sys.stdout.flush()  # a program that sends sayings through a pipe waits for each answer
    if worst:
        raise Exit(worst)


def _lines() -> Lines:
    for number, line in enumerate(sys.stdin.buffer, start=1):
        yield number, line.decode("utf-8", "surrogateescape")


def _converse(scribe: _Scribe) -> None:
    """Answer each line that is typed, until the end of input.

    At a terminal the prompt completes the sentence.
    """
    if sys.stdout.isatty() and not scribe.output.json:
        from ledger.cli.prompt import Prompt  # imported only where somebody types

        Prompt(scribe.output, scribe.session).run()
        return
    with suppress(ImportError):  # if there is one, it edits lines and recalls earlier ones
        import_module("readline")
    print(folded_for(sys.stdout, "\n".join(wording.answered(scribe.session, scribe.session.answer()))))
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
