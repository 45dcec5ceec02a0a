"""Offers: what is offered is taken, what is taken was offered, and completions end in it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path

from ledger.core.books import BANK
from ledger.core.events import DealEvent, Event, PlayEvent
from ledger.core.money import Money
from ledger.core.names import name
from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.evening.fold import code_of
from ledger.games.language import Reader, write
from ledger.games.registry import GAMES
from ledger.interchange.script import replay_script
from ledger.language.completion import continuations
from ledger.language.examples import put_together
from ledger.language.forms import joined
from ledger.language.shorthand import Shorthand
from ledger.language.slots import Form, Saying
from ledger.language.walk import Walk, makes
from ledger.rules.turns import FITS, concerns
from ledger.testing.random_evenings import NAMES, RandomChooser
from ledger.testing.walks import RandomWalk, WalkPlace, shorthand_of, so_far

SAYINGS_TRIED = 8
"""The number of sayings from other evenings that are tried at each turn."""
SHORT_ONES, ALL_OF_THEM = 10, 200
"""The number of short sayings of a turn that are tried, and the number for each form one time in twenty."""
SELDOM = 8
LONGEST = 60
"""The greatest number of words of a completion that is followed."""
CORRECTING = ("undo", "void", "amend", "insert")


def check_offers(
    game: str, seeds: Iterable[int], evenings: Path | None = None, also: Callable[[WalkPlace], None] | None = None
) -> None:
    """Walk through random evenings of a game, and try everything at every place.

    `evenings` is the folder of stored evenings, whose sayings are tried too; `also` is a further check at a place.
    """
    said = sayings_in(evenings) if evenings else ()
    for seed in seeds:
        try:
            for place in RandomWalk(game, seed).places():
                look_around(place, said)
                if also:
                    also(place)
        except (AssertionError, Refusal) as error:
            raise AssertionError(f"evening {seed} of {game}: {error}") from error


def look_around(place: WalkPlace, said: Sequence[str] = ()) -> None:
    """Try the offers of a place, sayings beside them, and the ends of completions."""
    chooser = place.chooser
    for group in (place.found.forms, place.found.around):
        if group:
            try_form(place, chooser.choose(group))
    try_short_ones(place)
    check_taken(place, chooser.choose(list(beside_the_turn(place))))
    check_what_others_said(place, said)
    try_completion(place)


def check_stored(script: Path) -> None:
    """Check that every saying about the deals of a stored evening was offered there."""
    events = replay_script(script.read_text(encoding="utf-8"), script.name).evening.effective
    for place, event, assumes in RandomWalk.along(events):
        if isinstance(event, PlayEvent | DealEvent):
            assert place.fitting(event, assumes), f"{script.name}:\n{so_far(place.evening)}\nnot offered: {event}"


# What is offered is taken


def corrects(form: Form) -> bool:
    """Return whether a form makes a correction."""
    return form.begins()[:1] in [(word,) for word in CORRECTING]


def stopped_by(form: Form) -> tuple[Code, ...]:
    """Return the refusals that a saying of a form may meet though the form allows it."""
    if corrects(form):
        return Code.CARD, Code.CORRECTION
    if "".join(form.begins()[:1]).startswith("game "):
        return Code.OPTIONS, Code.PLAYERS
    return (Code.CARD,)


def try_form(place: WalkPlace, form: Form) -> None:
    """Say something of a form to a copy of the evening."""
    evening, chooser = place.evening, place.chooser
    if isinstance(form.slots[-1], Saying):
        saying = put_together("", form.slots[:-1], chooser, evening.money)
        assert saying is not None
        Reader(evening.money, evening.seats.ring).read(f'{saying} note "so"')
        return
    saying = put_together(chooser.choose(form.who) if form.who else "", form.slots, chooser, evening.money)
    assert saying is not None, f"{so_far(evening)}\nnothing can be said of {form}"
    assert makes(form, saying, evening.money), f"{saying} does not fit {form}"
    check_said(place, saying, form)


def check_said(place: WalkPlace, saying: str, form: Form) -> None:
    """Check that a saying of a form is taken, or stopped by something that the form cannot know."""
    code, why, assumes = place.said(saying)
    told = f"{so_far(place.evening)}\n{saying}"
    if code is None:
        assert assumes == form.assumes or corrects(form), f"{told}: {assumes!r}, not {form.assumes!r}"
    else:
        assert code in stopped_by(form), f"{told}: offered, and refused: {code} {why}"


def try_short_ones(place: WalkPlace) -> None:
    """Try short sayings of the forms at the turn: now and then every one of them."""
    evening, chooser = place.evening, place.chooser
    if evening.game is None:
        return
    reader, turn = place.reader(), evening.game.turn
    most = ALL_OF_THEM if chooser.number(1, 20) == 1 else SHORT_ONES // max(1, len(place.found.forms)) + 1
    for form in place.found.forms:
        if form.assumes:
            continue
        for player in form.who or ("",):
            for parts in islice(_every(Walk(form.slots, evening.money)), most):
                saying = joined([*([name(player)] if player else []), *parts])
                event = reader.read(saying)
                assert event is not None
                verdict = turn.judge(event)
                if not verdict.concerns and turn.default is not None:  # said behind a default that is nothing said
                    if chooser.number(1, SELDOM) == 1:
                        check_said(place, saying, form)
                else:
                    fine = verdict.concerns and (verdict.wrong is None or code_of(event) is Code.CARD)
                    assert fine, f"{so_far(evening)}\n{saying}: offered, and refused: {verdict.wrong}"


# What is taken was offered


def beside_the_turn(place: WalkPlace) -> Iterator[str]:
    """Yield sayings around the turn and about the evening, whether they can be said now or not."""
    evening, chooser = place.evening, place.chooser
    known = [name(player) for player in evening.books.balances if player != BANK] or ["Ann"]
    who, other = chooser.choose(known), chooser.choose(known)
    newcomer = next((somebody for somebody in NAMES if somebody not in evening.books.balances), "Zoe")
    some, zero = evening.money.write(evening.money.step), evening.money.write(0)
    yield from (f"{who} joins", f"{who} leaves", f"{who} joins after {other}", f'{who} joins as "Kitty"')
    yield from (f"{newcomer} joins", f"{newcomer} joins after {other}", f'{newcomer} joins after {who} as "Kitty"')
    yield from (f"{who} buys {some}", f"{who} cashes {some}", f"{who} pays {other} {some}", f"bank pays {who} {some}")
    yield from (f"{who} pays bank {some}", f"count {who} {some}", 'note "late"', "close", "close short=split")
    yield from ("end", "end divide", "end leave", "end draw", "deal", "misdeal", f'penalty {who} {some} "late"')
    yield from (f"misdeal dealer {who}", f"deal {who}", f"penalty {who} misdeal", f"penalty {who} revoke", "undo")
    yield from (
        f'penalty {who} {zero} "late"',
        f"{who} bets {zero}",
        f"{who} buys {zero}",
    )
    yield from ('reopen "one more"', 'evening "Another"', "players Ann Bob", "close short=banker", "redo")
    if not evening.closed:  # afterwards a payment of nothing is taken, as older logs may have it, and not offered
        yield f"{who} pays {other} {zero}"
    yield f"game {chooser.choose(list(GAMES))}"


def check_taken(place: WalkPlace, saying: str) -> None:
    """See that a saying that is taken can be put together from the offers."""
    code, _, assumes = place.said(saying)
    if code is None:
        fit = [form for form in (*place.found.forms, *place.found.around) if makes(form, saying, place.evening.money)]
        assert fit, f"{so_far(place.evening)}\n{saying}: taken, and not offered"
        assert any(form.assumes == assumes for form in fit), (
            f"{so_far(place.evening)}\n{saying}: {assumes!r} is assumed"
        )


def check_what_others_said(place: WalkPlace, said: Sequence[str]) -> None:
    """Try sayings from other evenings at the turn, by other players and in another order."""
    evening, chooser = place.evening, place.chooser
    if evening.game is None or not said:
        return
    turn, reader = evening.game.turn, place.reader()
    for number in range(SAYINGS_TRIED):
        saying = names_changed(chooser.choose(said), evening.game.table.players, chooser)
        try:
            event = reader.read(saying)
        except Refusal:
            continue
        assert event is not None
        if number == 0 and isinstance(event, PlayEvent | DealEvent):
            check_taken(place, saying)
        elif turn.judge(event) == FITS and not place.fitting(event) and place.told(event)[0] is None:
            # what has no form says once more what is known
            bare = any(
                allowed.slots is None and allowed.kind is type(event) and concerns(allowed, event)
                for allowed in turn.allowed
            )
            assert bare, f"{so_far(evening)}\n{saying}: taken, and not offered: {turn.asks}"


# Completions


def completed(short: Shorthand, place: WalkPlace) -> str | None:
    """Return a line made of completions alone; None if something has to be typed."""
    line, chooser = "", place.chooser
    for _ in range(LONGEST):
        choices = continuations(short, line)
        if not choices:
            return None
        one = chooser.choose(choices)
        line = line[: one.start] + one.text
        if one.text == '"':
            line += f'late{len(line)}"'
        if one.ends and chooser.number(0, 2):
            return line
        line += "" if line.endswith("=") else " "
    return None


def try_completion(place: WalkPlace) -> None:
    """Check that a line made of completions alone is taken."""
    short = shorthand_of(place)
    line = completed(short, place)
    if line is None:
        return
    saying = line if place.reads(line) else short.spelled_out(line)
    code, why, _ = place.said(saying)
    first = line.split()[0]
    allowed: tuple[Code | None, ...] = (None, Code.CARD)
    if first in CORRECTING:
        allowed = (None, Code.CARD, Code.CORRECTION)
    elif first == "game":
        allowed = (None, Code.OPTIONS, Code.PLAYERS)
    assert code in allowed, f"{so_far(place.evening)}\n{line}: completed, and refused: {code} {why}"


# Short sayings


def _every(walk: Walk) -> Iterator[tuple[str, ...]]:
    """Yield the parts of sayings that are left: all words and players, the ends of long ranges."""
    if walk.settled:
        yield walk.said
    for step in walk.steps():
        for text in step.slot.examples(walk.money):
            if step.again is None and step.may_be(text):
                yield from _every(step.after(text))


# What a sheet's evenings have said


@cache
def sayings_in(evenings: Path) -> tuple[str, ...]:
    """Return every saying about deals in the stored evenings of a folder."""
    sayings: dict[str, Event] = {}
    for script in sorted(evenings.rglob("*.evening")):
        for event in events_of(script):
            if isinstance(event, PlayEvent | DealEvent):
                sayings.setdefault(write(event, Money("counters", 1)), event)
    return tuple(sayings)


def events_of(script: Path) -> list[Event]:
    """Return the events of a script up to the first that is refused."""
    lines = script.read_text(encoding="utf-8").splitlines()
    for size in (len(lines), len(lines) - 1):
        try:
            return [effective.event for effective in replay_script("\n".join(lines[:size]), "x").evening.effective]
        except RefusedLine:
            continue
    return []


def names_changed(saying: str, players: Sequence[str], chooser: RandomChooser) -> str:
    """Return the saying with other players in place of those it names."""
    left, given = [name(player) for player in players], dict[str, str]()
    parts = []
    for part in saying.split(" "):
        word, marked, rest = part.partition("+") if part[:1].isalpha() else (part, "", "")
        if word in NAMES and left:
            if word not in given:
                given[word] = left.pop(chooser.number(0, len(left) - 1))
            word = given[word]
        parts.append(word + marked + rest)
        if not left:
            left = [name(player) for player in players]
    return " ".join(parts)
