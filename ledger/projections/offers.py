"""Offers: what may be said just now, as forms.

There are forms of the turn and of the turns behind its defaults, forms around the turn, and corrections. The offers
are computed once an event, in a copy of the deal in hand: no face walks turns by itself. Amounts are in the smallest
unit.
"""

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Any

import msgspec

from ledger.core.books import BANK
from ledger.core.events import Cost, Event, Passes, Says, Silence, Wins
from ledger.core.money import Money
from ledger.core.refusals import Refusal, listed
from ledger.evening.fold import AFTER_A_CLOSE, MOST_DEFAULTS, Evening
from ledger.evening.game_in_hand import GameInHand
from ledger.games.language import Reader, write
from ledger.games.registry import game_named, playable_games
from ledger.language.examples import first_saying
from ledger.language.grammar import TABLE, By, Row
from ledger.language.slots import (
    Amount,
    AnySlot,
    Form,
    Group,
    Literal,
    Number,
    Option,
    Player,
    Players,
    Saying,
    Slot,
    Slots,
    Text,
    Word,
)
from ledger.language.words import WAYS_TO_BEAR
from ledger.projections.settlement import settlement
from ledger.rules.allowed import AmountRange
from ledger.rules.options import read_options
from ledger.rules.turns import Allowed, Permission, Turn, concerns, covers

NEWCOMER = "a newcomer"
"""A stand-in for a name that nobody at the table has, to ask a game whether a newcomer may join."""
JOINS: Slots = (Word(("joins",)),)
WHY, SHORTER_NAME = Text(asks="why"), Text(asks="called for short")
SEATING = Form((), (Literal("players"), Text(repeat=True, asks="who sits down")))
ANY_TIME = tuple(row for row in TABLE if row.any_time)


class Offers(msgspec.Struct, frozen=True):
    """The forms of the turn and of the turns behind its defaults, and the forms around the turn."""

    forms: tuple[Form, ...] = ()
    around: tuple[Form, ...] = ()


def assumed(answered: Iterable[Event], money: Money) -> str:
    """Return what was left unsaid, in words: ``Bob and Cat pass``."""
    clauses = []
    for passes, events in groupby(answered, key=lambda event: isinstance(event, Passes)):
        if passes:
            names = list(dict.fromkeys(event.player for event in events if isinstance(event, Passes)))
            clauses.append(f"{listed(names)} {'passes' if len(names) == 1 else 'pass'}")
        else:
            clauses += [write(event, money) for event in events if not isinstance(event, Silence)]
    return ", ".join(clauses)


class Expecting(msgspec.Struct, frozen=True):
    """Who is to speak now, and what may be said, in words."""

    who: list[str]
    may: list[str]


def expecting(evening: Evening, shared: bool = False) -> Expecting:
    """Return who is to speak now, and what may be said, as texts.

    Where payments of the club settle a closed evening (`shared`), payments in the evening itself are left out.
    """
    if evening.game:
        turn = evening.game.turn
        return Expecting(list(turn.who), turn.texts(evening.money))
    if evening.opening is None:
        return Expecting([], ['evening "TITLE"'])
    if evening.closed:
        return Expecting([], [*([] if shared else ["NAME pays NAME AMOUNT"]), 'reopen "WHY"'])
    if not evening.seats.ring:
        return Expecting([], ["players NAME NAME …"])
    return Expecting([], ["game NAME", "close"])


def offers(evening: Evening, newest: int, shared: bool = False) -> Offers:
    """Return everything that may be said now; `newest` is the number of the newest event.

    `shared` means the same as in `expecting`.
    """
    if evening.opening is None:
        return Offers((Form((), (Literal("evening"), Text(asks="what it is called"))),))
    if evening.closed:
        after_close = [row for row in ANY_TIME if row.kind in AFTER_A_CLOSE]
        payments = () if shared else _debts(evening)
        notes = _at_any_time([row for row in after_close if row.by is By.NOBODY], evening)
        return Offers(tuple(payments), (*notes, Form((), (Literal("reopen"), WHY)), *_corrections(newest)))
    if evening.game is None:
        forms = (*(_games(evening) if evening.seats.ring else [SEATING]), *_close(evening))
        return Offers(forms, (*_about(evening, _Behind(evening)), *_corrections(newest)))
    with evening.game.guard or nullcontext():
        behind = _Behind(evening)
        may_interrupt = [may for may in evening.game.deal.interruptions() if isinstance(may, Allowed)]
        around = [form for may in may_interrupt for form in may.forms()]
        return Offers(tuple(behind.forms), (*around, *_about(evening, behind), *_corrections(newest)))


def forms_now(evening: Evening, newest: int) -> tuple[Form, ...]:
    """Return the forms that assume nothing: of the turn asked now, and of turns behind silence."""
    turn = evening.game.turn if evening.game else None
    if turn is None or isinstance(turn.default, Silence):  # a turn behind silence is asked now too
        return tuple(form for form in offers(evening, newest).forms if not form.assumes)
    assert evening.game is not None, "a turn is one of a game"
    with evening.game.guard or nullcontext():
        return tuple(_of_turn(turn))


def _of_turn(turn: Turn) -> Iterator[Form]:
    for may in turn.allowed:
        for form in may.forms():
            usual = form.usual or (isinstance(turn.default, Passes) and _is_pass(form))
            yield msgspec.structs.replace(form, usual=usual) if usual else form


class _Behind:
    """The forms of the turn asked now, and of the turns that its defaults lead to."""

    def __init__(self, evening: Evening) -> None:
        self.money = evening.money
        self.evening = evening
        self.forms: list[Form] = []
        self.pause: GameInHand | None = None
        """The game in the pause that the defaults lead to; None if they lead to none."""
        self.assumes = ""
        """What would be assumed before that pause."""
        self._asked: dict[type[Event], list[Permission]] = {}
        """The permissions of the turns passed by; a later turn does not offer a saying that they take."""
        if evening.game is None:
            return
        if evening.game.turn.default is None:
            self._ask(evening.game, "", asked_now=True)
            return
        self._walk(evening.copy())

    @cached_property
    def _reader(self) -> Reader:
        game = self.evening.game.registered if self.evening.game else None
        return Reader(self.money, self.evening.books.people(), game)

    def _ask(self, game: GameInHand, assumes: str, asked_now: bool) -> None:
        """Add the forms of the turn of a game, except those that an earlier turn takes.

        At the turn that is `asked_now` no default has answered before. A saying behind the end of a deal that silence
        alone would end, ends the deal.
        """
        turn = game.turn
        if asked_now:
            self.forms += _of_turn(turn)
        silent = turn.pause and game.last_over is not None and game.last_over.silent
        for may in () if asked_now else turn.allowed:
            gives_up = silent and may.kind is not Wins
            if not any(covers(earlier, may) for earlier in self._asked.get(may.kind, ())):
                for form in may.forms():
                    self.forms += [
                        msgspec.structs.replace(left, assumes=assumes, usual=False, ends=left.ends or gives_up)
                        for left in self._unshadowed(may, form)
                    ]
        if turn.pause:
            self.pause, self.assumes = game, assumes

    def _pass_by(self, turn: Turn) -> None:
        for permission in turn.permissions:
            known = self._asked.setdefault(permission.kind, [])
            if not any(covers(earlier, permission) for earlier in known):
                known.append(permission)

    def _walk(self, evening: Evening) -> None:
        game = evening.game
        assert game is not None
        answered: list[Event] = []
        for _ in range(MOST_DEFAULTS):
            self._ask(game, assumed(answered, self.money), asked_now=not answered)
            self._pass_by(game.turn)
            default = game.turn.default
            if default is None:
                return
            answered.append(default)
            try:
                game.assume(default)
            except Refusal:  # what was said before does not let it stand: it must be said how it was
                return

    def _unshadowed(self, may: Allowed, form: Form) -> Iterator[Form]:
        """Yield the form for those players and first words that no earlier turn takes."""
        allowed: dict[tuple[str, ...], list[str]] = {}
        first = form.slots[0]
        words = first.says() or ("",)
        for player in form.who or ("",):
            near = [
                permission
                for permission in self._asked.get(may.kind, ())
                if not permission.who or player in permission.who
            ]
            left = tuple(
                word for word in words if not near or not self._taken(may.kind, near, player, word, form.slots)
            )
            if left:
                allowed.setdefault(left, []).append(player)
        for left, players in allowed.items():
            slots = form.slots
            if isinstance(first, Word) and left != first.words:
                slots = (msgspec.structs.replace(first, words=left), *slots[1:])
            yield Form(tuple(player for player in players if player), slots, ends=form.ends)

    def _taken(self, kind: type[Event], near: Iterable[Permission], player: str, word: str, slots: Slots) -> bool:
        """Return whether an earlier permission takes or refuses this player's saying of a word."""
        if word:
            slots = (Word((word,)), *slots[1:])
        if kind is Says and word:  # of a declaration its word alone tells of which sort it is
            return any(concerns(permission, Says(player, word)) for permission in near)
        if any(permission.matches is None and permission.words is None for permission in near):
            return True
        saying = first_saying(player, slots, self.money)
        return saying is not None and any(concerns(permission, self._reader.read(saying)) for permission in near)


def _is_pass(form: Form) -> bool:
    return len(form.slots) == 1 and form.begins() == ("passes",)


# About the evening


def _about(evening: Evening, behind: _Behind) -> Iterator[Form]:
    """Yield who may join and leave, and what may be said at any time."""
    yield from _comings_and_goings(evening, behind)
    yield from _at_any_time(ANY_TIME, evening)


def _comings_and_goings(evening: Evening, behind: _Behind) -> Iterator[Form]:
    seats, game = evening.seats, behind.pause
    yield from _shorter_names(evening)
    if evening.game is not None and game is None:
        return
    seated = game.table.seats.seated if game else seats.seated

    def may_join(player: str) -> bool:
        return game is None or not game.deal.refuse_join(player)

    def joining(beside: tuple[str, ...], word: Slots = JOINS) -> Slots:
        after = (_maybe("after", Player(beside, asks="on whose left")),) if beside else ()
        return (*word, *after, _maybe("as", SHORTER_NAME))

    if may_join(NEWCOMER):
        yield Form((), joining(seated, (Text(asks="who joins"), Literal("joins"))), behind.assumes)
    replaced = [player for player in seated if game and not game.refuse_replacing(player, NEWCOMER)]
    if replaced:
        whom = Player(tuple(replaced), asks="in whose place")
        yield Form((), (Text(asks="who joins"), Literal("joins"), Literal("for"), whom), behind.assumes)
    playing = (*(game.table.playing if game else ()), *(evening.game.table.playing if evening.game else ()))
    waiting = [player for player in seated if game and player not in playing]
    for player in [*(player for player in seats.ring if player not in seated), *waiting]:
        if may_join(player):
            yield Form((player,), joining(tuple(other for other in seated if other != player)), behind.assumes)
    leaving = tuple(
        player for player in seated if not (game and player in game.table.playing and game.deal.refuse_leave(player))
    )
    if leaving:
        yield Form(leaving, (Word(("leaves",)),), behind.assumes, ends=True)


def _shorter_names(evening: Evening) -> Iterator[Form]:
    """Yield the form of a shorter name, at any time, but not for a player who waits.

    A player who waits is first brought in, in a pause.
    """
    game = evening.game
    named = tuple(player for player in evening.seats.seated if game is None or player in game.table.playing)
    if named:
        yield Form(named, (*JOINS, Literal("as"), SHORTER_NAME))


def _at_any_time(rows: Iterable[Row], evening: Evening) -> list[Form]:
    """Return the forms of rows; those that differ in their word alone are one form."""
    forms: list[Form] = []
    for form in (form for row in rows for form in _forms_of(row, evening)):
        last = forms[-1] if forms else None
        if last and last.who and (last.who, last.slots[1:]) == (form.who, form.slots[1:]):
            forms[-1] = Form(form.who, (Word(last.begins() + form.begins()), *form.slots[1:]))
        else:
            forms.append(form)
    return forms


def _forms_of(row: Row, evening: Evening) -> Iterator[Form]:
    """Yield the forms of a row; one for each speaker if it names another player."""
    people = tuple(evening.books.people())
    bank = (BANK,) if row.by is By.PERSON_OR_BANK and BANK in evening.owed() else ()
    speakers = evening.seats.seated if row.by is By.PLAYER else (*people, *bank)
    needed = [slot for slot in row.slots if not slot.optional]

    def slots(players: tuple[str, ...]) -> Slots:
        word = Literal(row.word) if row.by is By.NOBODY else Word((row.word,))
        return (word, *(_narrowed(slot, players, evening.money) for slot in needed))

    if row.kind is Cost:
        yield from _costs(evening.seats.seated, people)
    elif row.by is By.NOBODY:
        if people or not any(isinstance(slot, Player | Players | Group) for slot in needed):
            yield Form((), slots(people))
    elif any(isinstance(slot, Player) for slot in needed):
        for speaker in speakers:
            if others := tuple(player for player in speakers if player != speaker):
                yield Form((speaker,), slots(others))
    elif speakers:
        yield Form(speakers, slots(speakers))


@lru_cache(maxsize=64)
def _costs(seated: tuple[str, ...], people: tuple[str, ...]) -> tuple[Form, ...]:
    """Return the form of a common cost, paid by somebody who does not share it alone."""
    payers = tuple(name for name in people if set(seated) - {name}) if seated else people
    if len(people) < 2 or not payers:
        return ()
    amount, what = Amount(1, None, in_full=True), Text(asks="what for")
    sharers = _maybe("for", Players(2, len(people), people))
    return (Form((), (Literal("cost"), amount, what, Player(payers), Literal("paid"), sharers)),)


def _debts(evening: Evening) -> Iterator[Form]:
    """Yield payments after a close: from who owes to who is owed, no more than either sum."""
    owed, plan = evening.owed(), settlement(evening).transfers
    usual = {(payment.payer, payment.payee): payment.amount for payment in plan}
    for payer, sum_owed in owed.items():
        for payee, claim in owed.items():
            if sum_owed < 0 < claim:
                most = min(-sum_owed, claim)
                by_plan = (usual[payer, payee],) if (payer, payee) in usual else ()
                amount = Amount(1, most, by_plan, in_full=True)
                yield Form((payer,), (Word(("pays",)), Player((payee,)), amount))


def _maybe(word: str, slot: AnySlot) -> Group:
    """Return a slot that may be left out with the word before it."""
    return Group((Literal(word), slot), optional=True)


def _narrowed(slot: Slot, players: tuple[str, ...], money: Money) -> Any:
    """Return a slot of the grammar with the values that it can have now; 0 is an amount too."""
    match slot:
        case Player():
            return Player(players)
        case Players():
            return Players(slot.low, len(players), players)
        case Amount():
            return AmountRange(0, None, money).slot(*(number * money.step for number in slot.usual))
        case Group():
            several = tuple(_narrowed(part, players, money) for part in slot.slots)
            return Group(several, repeat=True, low=1, high=len(players))
        case _:
            return slot


def _close(evening: Evening) -> tuple[Form, ...]:
    if evening.books.pools:
        return ()
    short = (Option("short", tuple(WAYS_TO_BEAR)),) if evening.bank.uneven(evening.money) else ()
    return (Form((), (Literal("close"), *short), ends=True),)


# Games


def _games(evening: Evening) -> Iterator[Form]:
    """Yield the form of every game for this number of players, with its options."""
    for game in playable_games():
        if slots := game_slots(game.name, evening.seats.seated, evening.money):
            yield Form((), slots)


def game_slots(name: str, seated: tuple[str, ...], money: Money) -> Slots | None:
    """Return `game NAME`, its options and players; None if no number of those seated can play."""
    game = game_named(name)
    known = game.known_options
    worthless = money.code == "lsd" and money.counter is None
    wanted = tuple(option for option, spec in known.items() if spec.counters and worthless)

    def playing(*given: tuple[str, str]) -> list[int]:
        """Return the numbers of those seated with which a game can be played under these options."""
        needed = [(option, money.write(4)) for option in wanted]
        try:
            options = read_options(game.options, [*needed, *given], money, len(seated), game.title)
        except Refusal:
            return []
        return [number for number in range(1, len(seated) + 1) if not game.refuse_players(number, options)]

    numbers, only = playing(), dict[str, tuple[str, ...]]()
    if not numbers:
        numbers_by_word = {
            (option, word): playing((option, word)) for option, spec in known.items() for word in spec.words
        }
        option, numbers = next(((option, able) for (option, _), able in numbers_by_word.items() if able), ("", []))
        only = {
            option: tuple(
                word for (other, word), able in numbers_by_word.items() if other == option and able == numbers
            )
        }
    if not numbers:
        return None
    options: list[Option] = []
    for option, spec in known.items():
        if not (spec.words or spec.low is not None):
            continue  # a text, as the name of what is played at Tally, is typed
        is_amount = spec.low is not None and spec.high is None
        if option in only:
            options.append(Option(option, only[option]))
        else:
            options.append(Option(option, spec.words, spec.low, spec.high, is_amount, optional=option not in wanted))
    some = (Literal("with"), Players(numbers[0], numbers[-1], seated))
    return (Literal(f"game {name}"), *options, Group(some, optional=len(seated) in numbers, shown=None))


# Corrections


def _corrections(newest: int) -> Iterator[Form]:
    if newest < 2:
        return
    number, saying = Number(2, newest), (Literal(":"), Saying())
    yield Form((), (Literal("undo"),))
    for word in ("void", "amend", "insert"):
        yield Form((), (Literal(word), number, WHY, *(() if word == "void" else saying)))
