"""How things stand, as it is shown: the header, the seats, and the last sayings with what they moved."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from ledger.core import events
from ledger.core.books import Pool
from ledger.core.events import CORRECTIONS
from ledger.core.refusals import Refusal
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Outcome
from ledger.games.language import write
from ledger.language.names import name as written
from ledger.language.words import WAYS_TO_BEAR
from ledger.log.commands import REDO
from ledger.log.corrections import EffectiveLog
from ledger.log.replay import Replay
from ledger.projections.offers import assumed
from ledger.projections.reconciliation import closings
from ledger.projections.tables import carried
from ledger.web.words import (
    NOT_OFFERED,
    NetChange,
    act_of,
    figure,
    in_a_line,
    moved,
    plain,
    sentence,
    told_by_amount,
    without_name,
)

SHOWN_IN_THE_STRIP = 3
LOOKED_THROUGH = 12
"""So many of the newest events are looked through for those that the strip shows: some are redos of others."""
CARDS = re.compile(r"\b(?:(?:10|[2-9AJQK])[SHDC] ){2,}(?:10|[2-9AJQK])[SHDC]\b")
"""Three cards and more, which have no room at a seat: there it is told how many they are."""
LABELS = {"hands": "hands dealt", "through": "times through", "jackpot": "jack-pot"}
"""What is carried by another name than a program has for it."""
MANY = 3
"""So many who pass are only counted."""
A_LONG_REMARK = 48
A_SHORT_NAME = 7
A_BOARD = 8
MOST_ACROSS, A_SHORT_ROW, MOST_IN_SHORT_ROWS = 5, 4, 12
"""So many seats stand beside one another at the most; so many where up to so many sit in more than two rows."""


@dataclass(frozen=True)
class Tile:
    """Something of the header: a pool, doubled stakes, what is carried."""

    label: str
    value: str
    marked: bool = False
    faint: bool = False
    pool: str = ""


@dataclass
class SeatView:
    """One player, as he sits."""

    name: str
    figure: str
    said: str = ""
    assumed: bool = False
    newest: bool = False
    dealer: bool = False
    to_speak: bool = False
    act: str = ""
    out: bool = False
    arrow: str = ""


@dataclass(frozen=True)
class StripLine:
    """One of the last sayings."""

    number: int
    saying: str
    note: str
    moved: Sequence[NetChange]
    remark: str
    about: int | None
    """The number of what it says, by which it is put right; None where that no longer counts."""


def game_line(evening: Evening) -> tuple[str, str]:
    """The game and its deal, or how the evening stands between games."""
    if evening.game:
        deals = evening.game.table.deals
        return evening.game.game.title, f"deal {deals}" if deals else ""
    return "closed" if evening.closed else "no game", ""


def tiles(evening: Evening, pools: Sequence[str]) -> list[Tile]:
    """The pools that are shown, the doubles and what is carried, in the order of the game."""
    money, shown = evening.money, list[Tile]()
    taken = _taken(evening)
    for name in pools:
        held = evening.books.pools.get(name, 0)
        label = name.rpartition(".")[2].replace("-", " ").capitalize()
        if held:
            shown.append(Tile(label, plain(money, held), pool=name))
        elif name in taken:
            to = taken[name] if len(taken[name]) > A_SHORT_NAME else f"to {taken[name]}"
            shown.append(Tile(label, to, faint=True, pool=name))
        else:
            shown.append(Tile(label, "none", faint=True, pool=name))
    game = evening.game
    if game and game.table.multiplier != 1:
        shown.append(Tile("Stakes", f"{_times(game.table.multiplier)} ×{game.table.multiplier}", marked=True))
    for values in carried(evening).values():
        for name, value in values.items():
            told = _carried(value)
            if told and not (game and name == "dealer" and value == game.table.dealer):  # his seat is marked
                label = LABELS.get(name, name.replace("_", " "))
                shown.append(Tile(label.capitalize(), told, marked=True))
    if _turned_up(evening) and not _has_a_board(pools):
        shown.append(Tile("Turned up", _turned_up(evening)))
    if game and not shown:
        shown.append(Tile("Stakes", "single"))
    return shown


def beside_the_game(evening: Evening, pools: Sequence[str]) -> str:
    """The card that is turned up, where the pools fill two rows: it stands beside the name of the game."""
    return _turned_up(evening) if _has_a_board(pools) else ""


def _turned_up(evening: Evening) -> str:
    """The cards that are turned up."""
    return " ".join(map(str, evening.game.table.turned_up)) if evening.game else ""


def _has_a_board(pools: Sequence[str]) -> bool:
    """Whether the pools fill two rows."""
    return len(pools) >= A_BOARD


def pools_shown(evening: Evening, known: Sequence[str]) -> list[str]:
    """Of all that are known, the pools of the game that is open, in the order in which they were first filled.

    Any other that holds something follows them.
    """
    prefix = f"{evening.game.game.prefix}." if evening.game else "\0"
    own = [name for name in known if name.startswith(prefix)]
    return list(dict.fromkeys((*own, *(name for name, held in evening.books.pools.items() if held))))


def places(pools: Sequence[str], rows: Sequence[Sequence[SeatView]]) -> list[str]:
    """Pools and players, as a saying calls them, in the order in which they are shown from left to right."""
    players = [written(seat.name) for place, row in enumerate(rows) for seat in (row[::-1] if place % 2 else row)]
    return [*(name.rpartition(".")[2] for name in pools), *players]


def pack_in_play(evening: Evening) -> dict[str, str]:
    """Every card of the game in hand, with the reason why it cannot be played now, as far as one is known."""
    game = evening.game
    if game is None:
        return {}
    table, pack = game.table, dict.fromkeys(map(str, game.game.pack(game.options)), NOT_OFFERED)
    if not game.turn.pause:
        pack |= {str(card): "turned up" for card in table.turned_up}
        pack |= {str(card): f"held by {name}" for name in table.hands for card in table.hands[name]}
        pack |= {str(card): f"played by {name}" for card, name in table.played.items()}
    return pack


def unsaid(evening: Evening) -> dict[str, str]:
    """What comes with a saying, where nobody would know it: who deals first if none is named, what a close moves."""
    game, money = evening.game, evening.money
    if game is None:
        found = {
            f"close short={way}": f"{WAYS_TO_BEAR[way]}:\n{in_a_line(moved(outcome.postings, money, outcome.seated))}"
            for way, outcome in closings(evening).items()
        }
        return {"close…": sentence(evening.bank.uneven(money)), **found} if found else {}
    if not game.turn.pause or game.table.due_dealer() or not game.table.players:
        return {}
    return {"deal": f"{game.table.dealer_unless_said()} deals"}


def _times(multiplier: int) -> str:
    return {2: "doubled", 3: "trebled", 4: "fourfold"}.get(multiplier, "raised")


def _carried(value: Any) -> str:
    """What is carried, in a word or two; nothing where it is nothing."""
    if value is None or value is False or value == 0 or value == [] or value == {}:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_carried(each)}".strip() for key, each in value.items() if _carried(each))
    if isinstance(value, list | tuple):
        return ", ".join(filter(None, map(_carried, value)))
    return str(value)


def _taken(evening: Evening) -> dict[str, str]:
    """Who took each pool in the deal in hand, where it is empty now."""
    if evening.game is None:
        return {}
    return {
        posting.payer.name: str(posting.payee)
        for posting in evening.game.table.deal_postings()
        if isinstance(posting.payer, Pool)
        and isinstance(posting.payee, str)
        and not evening.books.holding(posting.payer)
    }


def seats(evening: Evening, who: tuple[str, ...], asks: str) -> list[SeatView]:
    """The players as they sit, clockwise."""
    told = _told_in_this_deal(evening)
    dealer = evening.game.table.dealer if evening.game else None
    dealt = evening.game is not None and not evening.game.turn.pause
    playing = set(evening.game.table.players) if evening.game else set(evening.seats.seated)
    shown = list[SeatView]()
    for name in evening.seats.seated:
        what, taken_so, newest = told.get(name, ("", False, False))
        if not what and evening.game:
            what = ("not yet" if dealt else "") if name in playing else "sits out"
        seat = SeatView(
            name,
            figure(evening.money, evening.books.balances.get(name, 0)),
            f"({what})" if taken_so else what,
            taken_so,
            newest,
            dealer == name,
            name in who and len(who) == 1,
            act_of(asks),
            evening.game is not None and name not in playing,
        )
        shown.append(seat)
    return shown


def _told_in_this_deal(evening: Evening) -> dict[str, tuple[str, bool, bool]]:
    """What each player said last in the deal in hand: the words, whether assumed, whether the newest."""
    if evening.game is None:
        return {}
    told: dict[str, tuple[str, bool, bool]] = {}
    number = len(evening.outcomes)
    while number and not isinstance(evening.outcomes[number - 1].event, events.Deal | events.Begin | events.Misdeal):
        number -= 1
    for outcome in evening.outcomes[number:]:
        for event in outcome.answered:
            if player := getattr(event, "player", None):
                told[player] = (_words(event, evening, player), True, False)
        event = outcome.event
        player = getattr(event, "player", None)
        if player and not isinstance(event, events.Pays | events.Joins | events.Leaves):
            told[player] = (_words(event, evening, player), False, outcome is evening.outcomes[-1])
    return told


def _words(event: events.Event, evening: Evening, player: str) -> str:
    if isinstance(event, events.Trick):
        won = _tricks(evening, player)
        return f"{won} trick{'s' if won != 1 else ''}"
    words = CARDS.sub(lambda cards: str(len(cards[0].split())), without_name(write(event, evening.money), player))
    return f"calls {words}" if words.isdecimal() else words.partition(" to ")[0]


def _tricks(evening: Evening, player: str) -> int:
    won = 0
    for outcome in reversed(evening.outcomes):
        if isinstance(outcome.event, events.Deal):
            break
        won += isinstance(outcome.event, events.Trick) and outcome.event.player == player
    return won


def rows_of(shown: list[SeatView]) -> list[list[SeatView]]:
    """The seats as a ring: the first half above, from left to right, the rest below, from right to left.

    Where two rows have no room for all, there are more of them, each the other way round.
    """
    across = A_SHORT_ROW if 2 * MOST_ACROSS < len(shown) <= MOST_IN_SHORT_ROWS else MOST_ACROSS
    number = max(2, -(-len(shown) // across))
    each, over = divmod(len(shown), number)
    ends = list(accumulate(each + (place < over) for place in range(number)))
    rows = [shown[first:last] for first, last in pairwise((0, *ends)) if first < last]
    for place, row in enumerate(rows):
        for seat in row:
            seat.arrow = "left" if place % 2 else "right"
        row[-1].arrow = "down" if place + 1 < len(rows) else "up" if len(rows) == 2 else ""
    return rows


def strip(replay: Replay) -> list[StripLine]:
    """What was said last and counts, a correction too, the newest last: it is what an Undo takes back."""
    shown = []
    for number in _newest(replay.effective):
        outcome = replay.outcome(number)
        if isinstance(replay.effective.at(number).event, CORRECTIONS):
            shown.append(_correction(number, replay))
        elif outcome is not None:
            shown.append(said_of(outcome, replay.evening))
    return shown


def _newest(effective: EffectiveLog) -> list[int]:
    """The newest that counts, in order. What was brought back by a redo is as new as that, and stands for it."""
    found: dict[int, None] = {1: None}
    for number in effective.to_undo(LOOKED_THROUGH):
        event = effective.at(number).event
        undone = effective.took_back(event.number) if isinstance(event, events.Void) else None
        stands = number if undone is None else undone
        found.pop(stands, None)
        found[stands] = None
    return list(found)[-SHOWN_IN_THE_STRIP:]


def _correction(number: int, replay: Replay) -> StripLine:
    """A correction as the strip shows it: what counts instead, and what it has moved."""
    effective, evening, event = replay.effective, replay.evening, replay.effective.at(number).event
    assert isinstance(event, events.Void | events.Amend | events.Insert)
    about = number if isinstance(event, events.Insert) else effective.about(number)
    outcome, seated = replay.outcome(about), evening.seats.seated
    if isinstance(event, events.Insert):
        words = f"before {event.number}: {_spoken(event.saying, evening)}"
    elif isinstance(event, events.Amend):
        words = f"{about} counts as: {_spoken(event.saying, evening)}"
    else:
        words = f"{about} counts as: {_spoken(outcome.event, evening)}" if outcome else f"{about} no longer counts"
    moves = told_by_amount(replay.changed.get(number, {}), evening.money, seated)
    return StripLine(number, words, "", moves, "" if moves else event.why, about if outcome else None)


def _spoken(event: events.Event, evening: Evening) -> str:
    """A saying as people read it: a name of several words without its quotes."""
    if isinstance(event, events.SeatPlayers):
        return f"players {', '.join(event.players)}"
    return _named(write(event, evening.money), evening)


def _named(words: str, evening: Evening) -> str:
    """Words in which names of several words have lost their quotes."""
    for name in evening.books.people() if '"' in words else ():
        words = words.replace(written(name), name)
    return words


def said_of(outcome: Outcome, evening: Evening) -> StripLine:
    """A saying as the strip shows it."""
    note = _note(outcome, evening)
    return StripLine(
        outcome.number,
        _spoken(outcome.event, evening),
        f"({note})" if note else "",
        moved(outcome.postings, evening.money, outcome.seated),
        "" if is_long(outcome.remarks) else "; ".join(outcome.remarks),
        outcome.number,
    )


def _note(outcome: Outcome, evening: Evening) -> str:
    """What was assumed before a saying; of many who passed only how many, for their seats say who."""
    passing = {event.player for event in outcome.answered if isinstance(event, events.Passes)}
    if len(passing) < MANY or not all(isinstance(event, events.Passes | events.Silence) for event in outcome.answered):
        return _named(assumed(outcome.answered, evening.money), evening)
    return f"{'all ' if passing.issuperset(outcome.seated) else ''}{len(passing)} pass"


def is_long(remarks: Sequence[str]) -> bool:
    """Whether what the rules report of a saying is too long to stand below it."""
    return len("; ".join(remarks)) > A_LONG_REMARK


def redo_of(replay: Replay) -> str:
    """The saying that brings back what was taken back last; empty where something was said since."""
    try:
        return f'void {replay.effective.to_redo()} "{REDO}"'
    except Refusal:
        return ""


def can_undo(replay: Replay) -> bool:
    """Whether there is anything to take back."""
    return bool(replay.effective.to_undo(1))
