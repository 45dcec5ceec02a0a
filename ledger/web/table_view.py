"""View models of the table: header, seats, and the last sayings with their movements."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ledger.core import events
from ledger.core.books import Pool
from ledger.core.events import CORRECTIONS
from ledger.core.money import Shown
from ledger.core.names import name as written
from ledger.core.refusals import Refusal
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Outcome
from ledger.games.language import write
from ledger.language.header import Tile
from ledger.language.words import WAYS_TO_BEAR
from ledger.log.commands import REDO
from ledger.log.corrections import EffectiveLog
from ledger.log.replay import Replay
from ledger.projections.offers import assumed
from ledger.projections.reconciliation import closings
from ledger.projections.summary import carried_for_people, score_of
from ledger.web.between import nets_of_deal
from ledger.web.panel.fields import OutCard
from ledger.web.sentences import in_words, people_write, said, words_at
from ledger.web.words import (
    NetChange,
    by_amount,
    figure,
    in_a_line,
    moved,
    nets_of,
    plain,
    sentence,
    things,
    without_name,
    without_quotes,
)

T = TypeVar("T")
NOT_OFFERED = OutCard("not now")
"""The reason why a card cannot be chosen, if no other is known."""
STRIP_LENGTH, WALL_LENGTH, WATCHED_LENGTH = 3, 4, 5
LOOKED_THROUGH = 12
"""The number of the newest events searched for the strip, because some are redos of others."""
CARDS = re.compile(r"\b(?:(?:10|[2-9AJQK])[SHDC] ){2,}(?:10|[2-9AJQK])[SHDC]\b")
"""Three cards or more, which do not fit at a seat; their number is shown."""
MANY = 3
"""The number of passes from which they are only counted."""
A_LONG_REMARK = 48
A_SHORT_NAME = 7
A_BOARD = 8
MOST_ACROSS = 5
"""The greatest number of seats in a row of the ring."""


@dataclass
class SeatView:
    """One player at a seat."""

    name: str
    figure: str
    last: str = ""
    """The player's last saying in the deal, in brackets if it was assumed."""
    assumed: bool = False
    newest: bool = False
    dealer: bool = False
    to_speak: bool = False
    act: str = ""
    out: bool = False
    won: bool = False
    """Whether the newest saying gave the player a pool."""
    arrow: str = ""
    front: str = ""
    """The counters in front of the player, if counters are bought."""
    count: str = ""
    """What the game counts for the player, which stands large, with the money beside it."""
    goal: str = ""
    """What the count is of, or leads to."""
    leads: bool = False


OPENING = 1
"""The number of the event that opens an evening, which no correction replaces."""


@dataclass(frozen=True)
class StripLine:
    """One of the last sayings, or a correction."""

    number: int
    saying: str
    note: str
    moved: Sequence[NetChange]
    remark: str
    about: int | None
    """The number of the event to correct; None if it no longer counts."""
    player: str = ""
    """The speaker, or the player whom the saying is about."""
    won: bool = False
    """Whether somebody took a pool by the saying."""

    @property
    def may_be_corrected(self) -> bool:
        """Return whether it may be corrected: not the opening, nor what no longer counts."""
        return bool(self.about and self.about > OPENING)


def game_line(evening: Evening) -> tuple[str, str]:
    """Return the game and its deal; between games, the state of the evening."""
    if evening.game:
        deal = deal_called(evening)
        return evening.game.game.title, f"{deal} over" if deal and evening.game.turn.pause else deal
    return "closed" if evening.closed else "between games", ""


def deal_called(evening: Evening) -> str:
    """Return the last deal of the game by its number; empty before the first."""
    deals = evening.game.table.deals if evening.game else 0
    return f"{said(words_at(evening), 'deal').label or 'deal'} {deals}" if deals else ""


def gone(evening: Evening) -> list[SeatView]:
    """Return who has left with a debt or a credit that is not paid yet."""
    away = (name for name in evening.books.people() if name not in evening.seats.present)
    return [SeatView(name, figure(evening.money, owed)) for name in away if (owed := evening.bank.owed_to(name))]


@dataclass(frozen=True)
class OwnFigures:
    """The figures of one who watches: of the evening, the game and the deal, and in front."""

    name: str
    figure: str
    parts: Sequence[tuple[str, str]]


def own_figures(evening: Evening, name: str) -> OwnFigures:
    """Return the figures of one who watches."""
    money, game = evening.money, evening.game
    parts = list[tuple[str, str]]()
    if game:
        won = evening.books.won.get(evening.books.game, {}).get(name, 0)
        parts.append((game.game.title, figure(money, won)))
    score = score_of(evening)
    if score and name in score.by_player:
        parts.append((score.of, f"{score.by_player[name]:,}"))
    if game and game.table.deals:
        in_deal = sum(
            posting.amount * ((posting.payee == name) - (posting.payer == name))
            for posting in game.table.deal_postings()
        )
        parts.append(("this deal", figure(money, in_deal)))
    if evening.bank.state.bought:
        parts.append(("in front", plain(money, evening.bank.in_front(name))))
    return OwnFigures(name, figure(money, evening.books.balances.get(name, 0)), parts)


def tiles(evening: Evening, pools: Sequence[str]) -> list[Tile]:
    """Return the tiles of the pools, the doubles and what is carried, in the order of the game."""
    money, row = evening.money, list[Tile]()
    taken, game = _taken(evening), evening.game
    own = game.deal.tiles() if game else ()
    covered = {tile.pool for tile in own}
    others = [name for name in pools if name not in covered and (not own or evening.books.pools.get(name))]
    for name in others:
        held = evening.books.pools.get(name, 0)
        label = pool_label(name)
        if held:
            row.append(Tile(label, plain(money, held), pool=name))
        elif name in taken:
            to = taken[name] if len(taken[name]) > A_SHORT_NAME else f"to {taken[name]}"
            row.append(Tile(label, to, faint=True, pool=name))
        else:
            row.append(Tile(label, "none", faint=True, pool=name))
    if own:
        return [*own, *row]
    if game and game.table.multiplier != 1:
        row.append(Tile("Stakes", f"{_times(game.table.multiplier)} ×{game.table.multiplier}", marked=True))
    labels = dict(game.deal.carried_labels) if game else {}
    for name, value in carried_for_people(evening).items():
        text = _carried(value)
        dealer = game and name == "dealer" and value == game.table.dealer
        at_seats = game and isinstance(value, Mapping) and all(map(game.deal.at_seat, value))
        if text and not dealer and not at_seats:  # else the seats tell
            label = labels.get(name, name.replace("_", " "))
            row.append(Tile(label.capitalize(), text, marked=True))
    if _turned_up(evening) and not _has_a_board(pools):
        row.append(Tile("Turned up", _turned_up(evening)))
    return row


def pool_label(pool: str) -> str:
    """Return the name of a pool without its game."""
    return pool.rpartition(".")[2].replace("-", " ").capitalize()


def beside_the_game(evening: Evening, pools: Sequence[str]) -> str:
    """Return the turned-up card to show beside the game, if the pools fill two rows."""
    return _turned_up(evening) if _has_a_board(pools) else ""


def _turned_up(evening: Evening) -> str:
    """Return the cards that lie face up."""
    return " ".join(map(str, evening.game.deal.lies_open())) if evening.game else ""


def _has_a_board(pools: Sequence[str]) -> bool:
    """Return whether the pools fill two rows."""
    return len(pools) >= A_BOARD


def pools_shown(evening: Evening) -> list[str]:
    """Return the pools that the open game lays, or that filled, then others that hold anything."""
    prefix = f"{evening.game.game.prefix}." if evening.game else "\0"
    laid = evening.game.deal.pools_in_order if evening.game else ()
    own = [f"{prefix}{name}" for name in laid] or [name for name in evening.pool_names if name.startswith(prefix)]
    return list(dict.fromkeys((*own, *(name for name, held in evening.books.pools.items() if held))))


def places(evening: Evening) -> list[str]:
    """Return the names of pools and players in the order of the page, from left to right."""
    pools, rows = pools_shown(evening), _in_rows(evening.seats.seated)
    players = [written(name) for place, row in enumerate(rows) for name in (row[::-1] if place % 2 else row)]
    return [*(name.rpartition(".")[2] for name in pools), *players]


def pack_in_play(evening: Evening) -> dict[str, OutCard]:
    """Return every card of the game in hand with the reason why it cannot be played now."""
    game = evening.game
    if game is None:
        return {}
    table, pack = game.table, dict.fromkeys(map(str, game.game.pack(game.options)), NOT_OFFERED)
    if not game.turn.pause:
        pack |= {str(card): OutCard("turned up", "up") for card in table.turned_up}
        pack |= {str(card): OutCard(f"held by {name}", name) for name in table.hands for card in table.hands[name]}
        pack |= {str(card): OutCard(f"played by {name}", name) for card, name in table.played.items()}
    return pack


def unsaid(evening: Evening) -> dict[str, str]:
    """Return unspoken effects of sayings: the first dealer, and the counters a close moves."""
    game, money = evening.game, evening.money
    if game is None:
        effects = {
            f"close short={bearer}": f"{WAYS_TO_BEAR[bearer]}:\n{in_a_line(moved(end.postings, money, end.seated))}"
            for bearer, end in closings(evening).items()
        }
        return {"close…": sentence(evening.bank.uneven(money)), **effects} if effects else {}
    if not game.turn.pause or not game.table.players:
        return {}
    return {"deal": f"{game.table.dealer_unless_said()} deals"}


def _times(multiplier: int) -> str:
    return {2: "doubled", 3: "trebled", 4: "fourfold"}.get(multiplier, "raised")


def _carried(value: Any) -> str:
    """Return a carried value in a word or two; empty if it is nothing."""
    if value is None or value is False or value == 0 or value == [] or value == {}:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, Mapping):
        counts = any(map(_carried, value.values()))  # where one has something, he who has nothing is named too
        parts = {key: str(part) if part == 0 and type(part) is int else _carried(part) for key, part in value.items()}
        return ", ".join(f"{key} {part}".strip() for key, part in parts.items() if counts and part)
    if isinstance(value, list | tuple):
        return ", ".join(filter(None, map(_carried, value)))
    return str(value)


def _taken(evening: Evening) -> dict[str, str]:
    """Return who took each pool in the deal in hand, if it is empty now."""
    if evening.game is None:
        return {}
    return {
        posting.payer.name: str(posting.payee)
        for posting in evening.game.table.deal_postings()
        if isinstance(posting.payer, Pool)
        and isinstance(posting.payee, str)
        and not evening.books.holding(posting.payer)
    }


def seats(evening: Evening) -> list[SeatView]:
    """Return the players as they sit, clockwise."""
    game, turn = evening.game, evening.game.turn if evening.game else None
    last = _last_sayings(evening)
    playing = {*game.table.players} if game else {*evening.seats.seated}
    still_asked, bought, views = _still_asked(evening), evening.bank.state.bought, []
    score = score_of(evening)
    counts, leaders = (score.by_player, score.leaders) if score else ({}, ())
    winners = _won_by_the_newest(evening)
    for name in evening.seats.seated:
        words, assumed, newest = last.get(name, ("", False, False))
        if not words and turn:
            words = ("not yet" if name in still_asked else "") if name in playing else "sits out"
        no_part = game.deal.at_seat(name) if game and name in playing else ""
        words, assumed = (no_part, False) if no_part else (words, assumed)
        view = SeatView(
            name,
            figure(evening.money, evening.books.balances.get(name, 0)),
            f"({words})" if assumed else words,
            assumed,
            newest,
            dealer=game is not None and game.table.dealer == name,
            to_speak=turn is not None and turn.who == (name,),
            act=f"to {turn.act}" if turn and turn.act else "to speak",
            out=name not in playing or bool(no_part),
            won=name in winners,
            front=plain(evening.money, evening.bank.in_front(name)) if bought else "",
            count=f"{counts[name]:,}" if name in counts else "",
            goal=score.goal if score else "",
            leads=name in leaders,
        )
        views.append(view)
    return views


def _won_by_the_newest(evening: Evening) -> set[str]:
    """Return who has won by the newest saying: in the whole deal, if it ended the deal."""
    if not evening.outcomes:
        return set()
    winners = _took_a_pool(evening.outcomes[-1])
    if evening.outcomes[-1].over is None:
        return winners
    nets = nets_of_deal(evening)
    return {name for name in winners if nets.get(name, 0) > 0}


def _took_a_pool(outcome: Outcome) -> set[str]:
    """Return who has got more out of pools than into them by a saying."""
    with_pools = (
        posting for posting in outcome.postings if isinstance(posting.payer, Pool) != isinstance(posting.payee, Pool)
    )
    return {name for name, amount in nets_of(with_pools).items() if amount > 0 and isinstance(name, str)}


def _still_asked(evening: Evening) -> set[str]:
    """Return who is still to be asked in this round: from the speaker to the dealer."""
    game = evening.game
    if game is None or game.turn.pause or len(game.turn.who) != 1 or game.turn.who[0] not in game.table.players:
        return set()
    order = game.table.round()
    return {*order[order.index(game.turn.who[0]) :]}


def _last_sayings(evening: Evening) -> dict[str, tuple[str, bool, bool]]:
    """Return each player's last saying in the deal: words, whether assumed, whether newest."""
    if evening.game is None:
        return {}
    last: dict[str, tuple[str, bool, bool]] = {}
    number = len(evening.outcomes)
    while number and not isinstance(evening.outcomes[number - 1].event, events.Deal | events.Begin | events.Misdeal):
        number -= 1
    for outcome in evening.outcomes[number:]:
        for event in outcome.answered:
            if player := getattr(event, "player", None):
                last[player] = (_words(event, evening, player), True, False)
        event = outcome.event
        player = getattr(event, "player", None)
        if player and not isinstance(event, events.Pays | events.Joins | events.Leaves):
            last[player] = (_words(event, evening, player), False, outcome is evening.outcomes[-1])
    return last


def _words(event: events.Event, evening: Evening, player: str) -> str:
    if isinstance(event, events.Trick):
        return things(tricks_said(evening, player), "trick")
    if isinstance(event, events.Penalty):
        return f"pays {plain(evening.money, event.amount)}" if event.amount else "pays a fine"
    words = CARDS.sub(
        lambda cards: str(len(cards[0].split())), without_name(write(event, Shown.of(evening.money)), player)
    )
    return f"calls {words}" if words.isdecimal() else people_write(words.partition(" to ")[0])


def tricks_said(evening: Evening, of: str | None = None) -> int:
    """Return how many tricks were said in the deal in hand, or those `of` one player."""
    tricks = 0
    for outcome in reversed(evening.outcomes):
        if isinstance(outcome.event, events.Deal):
            break
        tricks += isinstance(outcome.event, events.Trick) and of in (None, outcome.event.player)
    return tricks


def rows_of(seats: Sequence[SeatView]) -> list[Sequence[SeatView]]:
    """Arrange the seats as a ring: above from left to right, below from right to left.

    If they do not fit into two rows, they make a list.
    """
    rows = _in_rows(seats)
    if len(seats) > 2 * MOST_ACROSS:
        return rows
    for row, along, end in zip(rows, ("right", "left"), ("down", "up"), strict=False):
        for seat in row:
            seat.arrow = along
        row[-1].arrow = end if len(rows) == 2 else ""
    return rows


def _in_rows(seats: Sequence[T]) -> list[Sequence[T]]:
    """Return those who sit in the two rows of the ring, or in one list if they do not fit."""
    half = len(seats) if len(seats) > 2 * MOST_ACROSS else -(-len(seats) // 2)
    return [row for row in (seats[:half], seats[half:]) if row]


def strip(replay: Replay, length: int = STRIP_LENGTH) -> list[StripLine]:
    """Return the last sayings and corrections in effect; Undo takes back the last one."""
    lines = []
    for number in _newest(replay.effective, length):
        outcome = replay.outcome(number)
        if isinstance(replay.effective.at(number).event, CORRECTIONS):
            lines.append(_correction(number, replay))
        elif outcome is not None:
            lines.append(line_of(outcome, replay.evening))
    return lines


def _newest(effective: EffectiveLog, length: int) -> list[int]:
    """Return the newest events in effect, in order; a redone event is as new as its redo."""
    newest: dict[int, None] = {1: None}
    for number in effective.to_undo(LOOKED_THROUGH):
        event = effective.at(number).event
        undone = effective.took_back(event.number) if isinstance(event, events.Void) else None
        stands = number if undone is None else undone
        newest.pop(stands, None)
        newest[stands] = None
    return list(newest)[-length:]


def _correction(number: int, replay: Replay) -> StripLine:
    """Return the line of a correction: what counts instead, and the counters it moved."""
    effective, evening, event = replay.effective, replay.evening, replay.effective.at(number).event
    assert isinstance(event, events.Void | events.Amend | events.Insert)
    about = number if isinstance(event, events.Insert) else effective.about(number)
    outcome, seated = replay.outcome(about), evening.seats.seated
    if isinstance(event, events.Insert):
        words = f"before {event.number}: {in_words(event.saying, evening, number)}"
    elif isinstance(event, events.Amend):
        words = f"{about} counts as: {in_words(event.saying, evening, number)}"
    else:
        words = (
            f"{about} counts as: {in_words(outcome.event, evening, number)}" if outcome else f"{about} no longer counts"
        )
    moves = by_amount(replay.changed.get(number, {}), evening.money, seated)
    return StripLine(number, words, "", moves, "" if moves else event.why, about if outcome else None)


def line_of(outcome: Outcome, evening: Evening) -> StripLine:
    """Return the line of a saying."""
    note = _note(outcome, evening)
    return StripLine(
        outcome.number,
        in_words(outcome.event, evening, outcome.number),
        f"({note})" if note else "",
        moved(outcome.postings, evening.money, outcome.seated),
        "" if is_long(outcome.remarks) else "; ".join(outcome.remarks),
        outcome.number,
        getattr(outcome.event, "player", None) or "",
        bool(_took_a_pool(outcome)),
    )


def _note(outcome: Outcome, evening: Evening) -> str:
    """Return what was assumed before a saying; for many passes only their number."""
    passing = {event.player for event in outcome.answered if isinstance(event, events.Passes)}
    if len(passing) < MANY or not all(isinstance(event, events.Passes | events.Silence) for event in outcome.answered):
        return without_quotes(assumed(outcome.answered, evening.money))
    return f"{'all ' if passing.issuperset(outcome.seated) else ''}{len(passing)} pass"


def is_long(remarks: Sequence[str]) -> bool:
    """Return whether the remarks on a saying are too long to be shown below it."""
    return len("; ".join(remarks)) > A_LONG_REMARK


def redo_of(replay: Replay) -> str:
    """Return the saying that redoes the last undo; empty if something was said since."""
    try:
        return f'void {replay.effective.to_redo()} "{REDO}"'
    except Refusal:
        return ""


def sayings_to_undo(replay: Replay) -> int:
    """Return how many sayings one Undo takes back: a deal told at once goes as a whole.

    It is 0 if nothing can be taken back.
    """
    how, game, told = words_at(replay.evening).at_once, replay.evening.game, False
    newest = replay.effective.to_undo(LOOKED_THROUGH)[::-1]
    for many, number in enumerate(newest if how and game and game.turn.pause else (), start=1):
        event = replay.effective.at(number).event
        if isinstance(event, events.Deal) and told:
            return many
        if isinstance(event, events.Announces) and how and event.word == how.word:
            told = True
        elif not isinstance(event, events.Wins | events.Split):
            break
    return min(len(newest), 1)
