"""The prompt of `card-ledger record` at a terminal: it completes sayings as they are typed.

The offers are looked up once an event; a key only looks through them. Output scrolls above the line.
"""

import asyncio
import gc
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from shutil import get_terminal_size

from platformdirs import user_state_path
from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app, run_in_terminal
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition, shift_selection_mode
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent, merge_key_bindings
from prompt_toolkit.styles import Style
from typer import Abort

from ledger.cli import wording
from ledger.cli.encoding import as_printed
from ledger.cli.lessons import answer_about, game_asked, word_asked
from ledger.cli.other_words import OTHER_WORDS, other_words
from ledger.cli.output import NOT_WRITTEN, Output, cashed_too
from ledger.cli.text_table import folded, room, shortened
from ledger.core.names import name
from ledger.core.refusals import Refusal, RefusedLine, Remedy, RemedyKind, listed
from ledger.evening.fold import Evening
from ledger.games.registry import game_names
from ledger.language.completion import continuations
from ledger.language.forms import by_speakers, enumerated, game_begun, speakers_of, texts
from ledger.language.other_words import TURN, command_asked
from ledger.language.shorthand import Shorthand
from ledger.language.slots import Form
from ledger.language.tokens import sayings_in
from ledger.projections.rule_sheets import deciding, unwrapped
from ledger.recorder import RecordResult, Session
from ledger.recorder.resolve import COUNTERS, MONEY, REDO, WHY, BareNumber

COMMANDS = ("table", "log", "settle", "explain", "whatif", "standings", "rules", "audit", "help", "quit")
"""The commands beside sayings, with a stroke before them or alone."""
HELP, QUIT = ("?", "help"), ("quit", "exit", "q")
UNDO, PROGRAM = "undo", "card-ledger "
ASK = "? tells what may be said now"
LOOK_EVERY = 0.4
"""The seconds between two looks at what others have recorded."""
MORE = "More: ? WORD, as ? late; Tab finishes a word; /table /log /settle /rules /quit"
MOST_ALIKE = 2
"""The greatest number of sayings about the table that begin alike and are all told."""
FOR_COMPLETIONS = 5
"""The lines of the screen that are kept for what completes a word."""
BELOW = FOR_COMPLETIONS + 3
"""The lines of the screen below what `?` prints: what is typed, its completions, and the toolbar."""
LEAST_OF_A_RULE = 3
"""The fewest lines of a rule that are worth printing."""
RULE_GOES_ON = "  … /rules has all of it"
TITLES_PART = 3
"""The title takes one part in so many of the line, and the typed text the rest."""
STYLE = Style.from_dict({"bottom-toolbar": "noreverse", "status": "bold", "refused": "ansired", "quiet": "italic"})


class Prompt:
    """A prompt that answers each line typed at a terminal, until the end of input."""

    def __init__(self, output: Output, session: Session) -> None:
        self.output = output
        self.session = session
        self.refused: tuple[str, str] | None = None
        """The line that was refused, and why, until another is typed."""
        self._refused_before: list[tuple[str, str]] = []
        """The lines refused since one was taken, each with why: they stay above the line that is typed."""
        self._told = ""
        """Who was to speak, and about what, when it was last said what may be said."""
        self._to_mend = ""
        """The line that was refused last; empty once another is written."""
        self._instead = Remedy(RemedyKind.WORDS)
        """What may be said instead of it."""
        self._unclear = ""
        """The line with a bare number that is asked about; empty where none is."""
        self._proposed: tuple[str, RecordResult | None] | None = None
        """The line that was sent, and what it would mean, until it is written."""
        self._short: tuple[int, Shorthand] | None = None
        self._offers = _Offers(self.shorthand)
        self._prompt: PromptSession[str] = PromptSession(
            self._message,
            completer=self._offers,
            complete_while_typing=True,
            history=_history(),
            bottom_toolbar=self._toolbar,
            key_bindings=merge_key_bindings([self._keys(), self._keys_to_mend()]),
            style=STYLE,
            reserve_space_for_menu=FOR_COMPLETIONS,
        )

    def shorthand(self) -> Shorthand:
        """Return the shorthand that short sayings are read by, looked up once an event."""
        number = self.session.number
        if self._short is None or self._short[0] != number:
            self._short = (number, self.session.shorthand())
        return self._short[1]

    def run(self) -> None:
        """Answer each line that is typed, until the end of input."""
        self._print_turn()
        self.shorthand()
        gc.freeze()  # no key waits for the collector to walk the evening as it was found; later garbage is collected
        while True:
            if self.session.evening.closed:
                self._short = None  # the club may have paid what is open of it meanwhile
            self.shorthand()  # before a key is pressed, so that none waits for it
            try:
                line = self._prompt.prompt(pre_run=self._watch)
            except KeyboardInterrupt:
                self._forget()
                continue
            except EOFError:
                return
            if line.strip().lower().lstrip("/") in QUIT:
                return
            self.say(line)

    # What is typed

    def say(self, line: str) -> None:
        """Do what a typed line says, and forget the refusal before it."""
        self.refused = None
        self._refused_before.clear()
        if (command := self.command_in(line)) is not None:
            command()
        elif saying := line.strip().removeprefix(PROGRAM):
            self.record(saying)

    def command_in(self, line: str) -> Callable[[], None] | None:
        """Return what a line does that is a command of the prompt; None for a saying."""
        line = line.strip().removeprefix(PROGRAM)
        first, _, rest = line.partition(" ")
        word, rest = first.lower(), rest.strip()
        answer = line.lower().removeprefix("/")
        if answer in (COUNTERS, MONEY) and (self._unclear or line.startswith("/")):
            return lambda: self._take_bare_numbers(answer)
        if word in map(str.lower, self.shorthand().names):
            return None
        if word in HELP and rest == OTHER_WORDS:
            return lambda: _print(other_words())
        if game := game_asked(line):
            return lambda: self.command("rules", game)
        if asked := word_asked(line):
            return lambda: _print(answer_about(asked, self.session))
        if word in (*HELP, "/help") or word.startswith("?"):
            return self.help
        if (command := command_asked(line)) == TURN:
            return self._print_turn
        if command or word in (*COMMANDS, *QUIT) or word.startswith("/"):
            return lambda: self.command(command or word.lstrip("/"), "" if command else rest)
        return None

    def _take_bare_numbers(self, answer: str) -> None:
        """Take what bare numbers are, `c` or `m`, and record the line that was asked about."""
        self.session.bare_numbers, unclear = answer, self._unclear
        self._unclear = ""
        if unclear:
            self.record(unclear)

    def fits(self, line: str) -> bool:
        """Return whether a saying can be written, and propose it.

        A line that is refused stays selected, to be mended or typed over.
        """
        if self.refused is not None and self.refused[0] not in ("", line):
            self._refused_before.append(self.refused)
        self.refused, self._unclear = None, ""
        try:
            self._proposed = (line, self.session.propose_typed(line))
        except BareNumber as unclear:
            self._instead, self._unclear = unclear.instead, line
            self.refused = (line, unclear.sentence)
            return False
        except (Refusal, RefusedLine) as refusal:
            self._instead = (refusal.refusal if isinstance(refusal, RefusedLine) else refusal).instead
            self.refused = (line, refusal.message if refusal.remedy else f"{refusal.message}\n  {ASK}")
            return False
        return True

    def _forget(self) -> None:
        if self._proposed is not None:
            self.session.forget()
        self._proposed = self.refused = None

    def record(self, line: str) -> None:
        """Write a line that fits, after asking for consent if it needs consent."""
        if (self._proposed is None or self._proposed[0] != line) and not self.fits(line):
            _print([self.refused[1] if self.refused else ""])
            self.refused = None
            return
        assert self._proposed is not None, "what fits waits to be written"
        answer, self._proposed = self._proposed[1], None
        if answer is None:
            return
        if left := self.session.left_in_front():
            self.session.forget()
            try:
                line = "; ".join([*cashed_too(self.output, left), line])
            except Abort:  # by Ctrl-C, too
                print()
                print(NOT_WRITTEN)
                return
            if (answer := self.session.propose_typed(line)) is None:
                return
        asked = "" if takes_back(line, answer) else self.session.question(answer)
        if asked and not self.output.confirmed(wording.recorded(self.session.evening, answer), asked):
            self.session.forget()
            print(NOT_WRITTEN)
            return
        try:
            written = self.session.write()
        except Refusal as refusal:
            _print([refusal.message])
            return
        if not asked:
            _print(wording.recorded(self.session.evening, written))
        if _asked(self.session.evening) != self._told:
            self._print_turn()

    def _print_turn(self) -> None:
        """Print who is to speak and what may be said, which is then known until another turn."""
        self._told = _asked(self.session.evening)
        _print([wording.awaited(self.session.evening, self.session.shared)])

    def command(self, name: str, rest: str) -> None:
        """Print the answer of a command of the command line for this evening."""
        game = self.session.evening.game
        if name == "rules" and not rest:
            if game is None:
                _print(games_by_name(game_names()))
                return
            rest = game.registered
        if name not in COMMANDS:
            print(f"there is no command /{name} here: say {', '.join(f'/{command}' for command in COMMANDS)}")
            return
        try:
            arguments = shlex.split(rest)
        except ValueError:
            arguments = rest.split()
        where = ["--database", self.output.database] if self.output.database else []
        app = import_module("ledger.cli").app
        try:
            app([*where, "--evening", str(self.session.id), name, *arguments], standalone_mode=False)
        except Exception as misuse:  # Typer says by an exception of its own how a command is misused
            if not hasattr(misuse, "format_message"):
                raise
            print(misuse.format_message())

    def help(self) -> None:
        """Print all that may be said now, and above it as much of the rule of the turn as has room."""
        evening, short = self.session.evening, self.shorthand()
        games = [begun for form in short.forms if (begun := game_begun(form.begins()))]
        sayings = sayings_of([form for form in short.forms if not game_begun(form.begins())], evening)
        lines = [_asked(evening), *(games_by_name(games) if games else []), *sayings]
        lines += ["At the table:", *sayings_of(short.around, evening, MOST_ALIKE), MORE]
        told = [line for text in lines for line in folded(text).split("\n")]
        rule: list[str] = []
        if evening.game is not None:
            every = [text for form in short.forms for text in texts(form.slots, evening.money)]
            rule = [f"  {line}" for line in unwrapped(deciding(evening.game.registered, every))]
            rule = [line for text in rule for line in folded(text).split("\n")]
        room_left = get_terminal_size().lines - BELOW - len(told)
        if len(rule) > room_left:
            rule = [*rule[: room_left - 1], RULE_GOES_ON] if room_left > LEAST_OF_A_RULE else []
        _print([*rule, *told])

    # What is shown

    def _message(self) -> StyleAndTextTuples:
        opening = self.session.evening.opening
        title = shortened(as_printed(opening.title if opening else ""), room() // TITLES_PART)
        kept = [*self._refused_before, *([self.refused] if self.refused and self._is_kept_above() else [])]
        above: StyleAndTextTuples = [
            (style, f"{folded(as_printed(text))}\n")
            for line, why in kept
            for style, text in (("", f"{title}> {line}"), ("class:refused", why))
        ]
        return [*above, ("class:status", title), ("", "> ")]

    def _is_kept_above(self) -> bool:
        """Return whether the refused line stands above, because another one is typed."""
        return self.refused is not None and self.refused[0] not in ("", get_app().current_buffer.text)

    def _toolbar(self) -> StyleAndTextTuples:
        """Return the toolbar: why the line was refused, whose turn it is, and the state of play.

        The rule of a selected completion takes the place of the state.
        """
        parts: StyleAndTextTuples = []
        if self.refused is not None and not self._is_kept_above():
            parts += [("class:refused", folded(self.refused[1])), ("", "\n")]
        parts += [("class:status", folded(_asked(self.session.evening)))]
        meta = _selected_rule()
        parts += [("", "\n"), ("class:quiet", folded(meta or _state(self.session)))]
        return [(style, as_printed(text)) for style, text, *_ in parts]

    def _keys(self) -> KeyBindings:
        bindings = KeyBindings()

        def sends(saying: str) -> Callable[[KeyPressEvent], None]:
            def send(event: KeyPressEvent) -> None:
                event.app.exit(result=saying)

            return send

        bindings.add("c-z")(sends("undo"))
        bindings.add("c-y")(sends("redo"))
        bindings.add("f1")(sends("?"))

        @bindings.add("tab")
        def _(event: KeyPressEvent) -> None:
            """Finish the word if one offer fits, else show the offers, one after another."""
            buffer = event.current_buffer
            if buffer.complete_state is not None and buffer.complete_state.complete_index is not None:
                buffer.complete_next()
                return
            offers = list(self._offers.get_completions(buffer.document, CompleteEvent(completion_requested=True)))
            if len(offers) == 1:
                buffer.apply_completion(offers[0])
            elif offers:
                buffer.start_completion(select_first=True)

        @bindings.add("enter")
        def _(event: KeyPressEvent) -> None:
            """Send the line, unless others have recorded meanwhile: show that, and let the line stay."""
            buffer = event.current_buffer
            line = buffer.text
            if self._meanwhile():
                return
            if not line.strip() or self.command_in(line) or self.fits(line):
                self._to_mend = ""
                buffer.exit_selection()
                buffer.validate_and_handle()
                return
            self._to_mend = line
            _offer(buffer, self._instead)

        return bindings

    def _keys_to_mend(self) -> KeyBindings:
        """Return the keys that mend a refused line, beside those of every selection."""
        bindings = KeyBindings()

        @Condition
        def is_to_be_mended() -> bool:
            return bool(self._to_mend)

        @bindings.add("up", filter=is_to_be_mended)
        def _(event: KeyPressEvent) -> None:
            """Bring the refused line back, to be mended; the next time, the line before it."""
            buffer = event.current_buffer
            buffer.exit_selection()
            if buffer.text == self._to_mend:
                buffer.history_backward()
            else:
                buffer.document = Document(self._to_mend)

        @bindings.add("backspace", filter=shift_selection_mode)
        def _(event: KeyPressEvent) -> None:
            """Mend a refused line, which is selected, by its last letter."""
            event.current_buffer.exit_selection()
            event.current_buffer.delete_before_cursor()

        return bindings

    # What others record

    def _watch(self) -> None:
        async def look() -> None:
            while True:
                await asyncio.sleep(LOOK_EVERY)
                self._meanwhile()

        get_app().create_background_task(look())

    def _meanwhile(self) -> bool:
        """Show what others have recorded since the last look; return whether there was anything."""
        try:
            lines = self.session.meanwhile()
        except Refusal as refusal:
            self.refused = ("", refusal.message)
            return False
        if lines:
            self.shorthand()
            run_in_terminal(lambda: _print(lines))
        return bool(lines)


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(folded(line))


def takes_back(line: str, answer: RecordResult) -> bool:
    """Return whether a line is or means `undo`, or is `redo`: each is undone as fast as done."""
    means_undo = all(recorded.saying == UNDO for recorded in answer.said)
    return means_undo or line.strip().lower() in (UNDO, "u", *REDO)


def _offer(buffer: Buffer, instead: Remedy) -> None:
    """Put the line that may be said instead into the buffer, to be taken with Enter.

    Where it lacks a reason, the cursor stands where that is typed. Any other line stays, and is selected.
    """
    if instead.kind is RemedyKind.BLANK and WHY in instead.form:
        buffer.document = Document(instead.form.replace(WHY, '""', 1), instead.form.index(WHY) + 1)
        return
    if instead.kind is RemedyKind.LINE:
        buffer.document = Document(instead.form)
    _select(buffer)


def _select(buffer: Buffer) -> None:
    """Select a refused line: what is typed next takes its place, and an editing key mends it."""
    buffer.selection_state = None
    buffer.cursor_position = 0
    buffer.start_selection()
    buffer.cursor_position = len(buffer.text)
    assert buffer.selection_state is not None, "a selection has begun"
    buffer.selection_state.enter_shift_mode()


class _Offers(Completer):
    """Completes sayings from the offers, and from nothing else."""

    def __init__(self, shorthand: Callable[[], Shorthand]) -> None:
        self._shorthand = shorthand

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Yield what may stand next, or finish the word before the cursor."""
        text = document.text_before_cursor
        last = text[len(text) - len(_last_saying(text)) :].lstrip()
        if not last and text.strip() and text.rstrip()[-1] not in ";/":
            return
        for offer in continuations(self._shorthand(), last):
            text = offer.text if offer.ends or offer.text.endswith(("=", '"')) else f"{offer.text} "
            yield Completion(text, offer.start - len(last), display=offer.text, display_meta=offer.form.assumes)


def _last_saying(text: str) -> str:
    """Return the saying that is being typed: the text after the last separator."""
    parts = sayings_in(text)
    if not parts or text.rstrip().endswith((";", "/")):
        return ""
    return text[text.rfind(parts[-1]) :]


def _selected_rule() -> str:
    """Return what the selected completion assumes; empty if none is selected."""
    state = get_app().current_buffer.complete_state
    chosen = state.current_completion if state else None
    return f"{chosen.text}: assumes that {chosen.display_meta_text}" if chosen and chosen.display_meta_text else ""


def _asked(evening: Evening) -> str:
    if evening.game is not None:
        return evening.game.turn.asks
    return "the evening is closed" if evening.closed else "no game is open"


BARE_NUMBERS = {COUNTERS: "numbers are counters, /m: money", MONEY: "numbers are money, /c: counters"}
"""What the toolbar tells of bare numbers once it is said."""


def _state(session: Session) -> str:
    """Return the pools, doubled stakes, what bare numbers are, and the number of events."""
    evening, money = session.evening, session.evening.money
    game = f"{evening.game.game.prefix}." if evening.game is not None else ""
    states = [f"{pool.removeprefix(game)} {money.show(held)}" for pool, held in evening.books.pools.items() if held]
    if evening.game is not None and evening.game.table.multiplier > 1:
        states.append("stakes doubled")
    if session.bare_numbers:
        states.append(BARE_NUMBERS[session.bare_numbers])
    return " · ".join([*states, f"{session.number} events", "Tab finishes, ? helps"])


def games_by_name(names: Sequence[str]) -> list[str]:
    """Return how to begin a game, the names of the games, and how to read their rules."""
    return [
        f"  game NAME begins a game, with its options and who plays: {listed(list(names), 'or')}",
        f"  /rules NAME tells its rules and its options, as /rules {names[0]}",
    ]


def _begin(text: str) -> str:
    """Return the first two words of a saying."""
    return " ".join(text.split()[:2])


def sayings_of(forms: Sequence[Form], evening: Evening, most: int | None = None) -> list[str]:
    """Return every saying of the forms, each once: a line for those who may say the same.

    Where more than `most` begin alike, only their beginning is told; `? WORD` tells the rest.
    """
    speakers = speakers_of(forms, evening.money)
    alike = Counter(_begin(text) for text in speakers)
    lines, ring = list[str](), list(evening.seats.ring)
    for who, may in by_speakers(speakers):
        in_short = (f"{_begin(text)} …" if most is not None and alike[_begin(text)] > most else text for text in may)
        everybody = {*who} == {*evening.seats.seated}
        called = "each" if everybody else ", ".join(map(name, sorted(who, key=ring.index)))
        lines.append(f"  {called}{': ' if who else ''}{enumerated(list(dict.fromkeys(in_short)))}")
    return lines


def _history() -> History:
    """Return the history of typed lines, stored in a file if its folder can be written."""
    try:
        folder: Path = user_state_path("card-ledger", appauthor=False, ensure_exists=True)
        file = folder / "history"
        file.touch(mode=0o600)
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(file))
