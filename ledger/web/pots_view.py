"""The pots of a show as the page tells of them: a row each, and who takes which part."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import asdict

from ledger.core.events import AnyEvent, Split, Wins
from ledger.core.names import name as written
from ledger.core.pots import PartAtShow, PotAtShow
from ledger.core.refusals import listed
from ledger.evening.fold import Evening
from ledger.language.forms import joined
from ledger.web.foresight import read
from ledger.web.panel.buttons import SheetButton
from ledger.web.panel.decode import PART
from ledger.web.panel.fields import Field, HiddenField, PotRow, PotsField
from ledger.web.panel.layout import Layout
from ledger.web.panel.places import Place, winners
from ledger.web.panel.rows import in_place
from ledger.web.words import plain

NUMBERED = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
LOW = "low"
HAND = "hand"
IS_NEXT = "is asked next"
FEWEST_TO_SHOW = 2


class NamedPot(PotAtShow, frozen=True, kw_only=True):
    """A pot of a show with its name; one that is won as a whole has one part."""

    label: str


def _words(part: PartAtShow) -> tuple[str, ...]:
    """Return the words after the winner for a part."""
    return tuple(word for word in (part.half, part.board) if word)


def _label(part: PartAtShow) -> str:
    """Return the name of a part, as "the low half of the second board"; empty for the whole pot."""
    half, board = f"the {part.half} half" if part.half else "", f"the {part.board} board" if part.board else ""
    return " of ".join(filter(None, (half, board)))


@dataclass(frozen=True)
class PartView:
    """A part of the pots that the page may ask about: the question, and who could claim it."""

    label: str
    """The part's label, as `the low half`; empty if the pots are won as a whole."""
    asks: str
    words: tuple[str, ...]
    """The words after the winners: the half and the board."""
    able: tuple[str, ...]
    why_not: Mapping[str, str]
    """Why each of the other players cannot claim the part."""
    share: int
    """The number of players who may share the part."""
    nobody: str = ""
    """The saying that nobody has a low hand; empty if that cannot be said."""


@dataclass(frozen=True)
class ShowView:
    """The pots at a show, the questions about them, and their claimants."""

    rows: Sequence[PotRow]
    below: str
    names: tuple[str, ...]
    """Everybody who could have claimed any pot, in places that never move."""
    parts: Sequence[PartView]
    """The parts that are still open, the one to ask first at the front."""
    halves: PartView | None
    """Both halves together while neither is taken; None if no pot is halved."""


def pots_of(evening: Evening, event: AnyEvent | None = None) -> list[NamedPot]:
    """Return the pots of the show, as they stand or as they would stand after an event.

    There are none if nobody shows for any.
    """
    pots = evening.game.deal.pots_at_show(event) if evening.game else ()
    return [
        NamedPot(
            **{**asdict(pot), "parts": pot.parts or (PartAtShow("", "", tuple(pot.takes), not pot.takes),)}, label=label
        )
        for label, pot in zip(_labels(len(pots)), pots, strict=True)
    ]


def show_of(evening: Evening) -> ShowView | None:
    """Return the view of the pots of the show; None if nobody shows for any."""
    pots = pots_of(evening)
    asked = [place for place, _ in enumerate(pots[0].parts if pots else ()) if _left(pots, place)]
    if not asked:
        return None
    rows = rows_of(pots, evening)
    names = tuple(dict.fromkeys(name for pot in pots for name in (*pot.claimants, *pot.folded)))
    parts = [_view(place, pots, names, evening) for place in asked]
    several, left = len(pots[0].parts) > 1, _left(pots, asked[0])
    what, much = _all_of(left, len(pots)), plain(evening.money, sum(pot.amount for pot in left))
    below = f"For {what}, {much}. Tap all who share"
    if several and len(parts) > 1:
        below = f"Then {parts[1].asks[:1].lower()}{parts[1].asks[1:].removesuffix('?')}"
    elif not several and len(left) == len(pots) > 1:
        below = "Then who has the next best"
    both = _both(pots, asked[0], names, evening) if pots[0].parts[asked[0]].half else None
    return ShowView(rows if len(rows) > 1 or several else (), below, names, parts, both)


def rows_of(pots: Iterable[NamedPot], evening: Evening, after: bool = False) -> list[PotRow]:
    """Return a row a pot: who claims and who takes it; `after` a choice, also what comes next."""
    return [
        PotRow(
            pot.label.capitalize(),
            _names(pot.claimants, evening),
            _known(pot, evening, after),
            plain(evening.money, pot.amount),
        )
        for pot in pots
    ]


def _left(pots: Iterable[NamedPot], place: int) -> list[NamedPot]:
    """Return the pots with a part that is still open."""
    return [pot for pot in pots if pot.parts[place].asked]


def _view(place: int, pots: Sequence[NamedPot], names: Sequence[str], evening: Evening) -> PartView:
    """Return the question about a part of the pots."""
    part = pots[0].parts[place]
    won = {name for pot in pots if len(pot.claimants) >= FEWEST_TO_SHOW for name in pot.parts[place].takers}
    folded = {name for pot in pots for name in pot.folded}
    why = {name: "folds" if name in folded else "has won" if name in won else "has no claim" for name in names}
    able = [name for name in names if any(name in pot.claimants for pot in _left(pots, place))]
    return _claimed(
        _label(part), _asked(part, bool(won)), _words(part), able, why, _no_low(place, pots, evening), evening
    )


def _asked(part: PartAtShow, again: bool) -> str:
    """Return the question about a part; with `again` for the next best hand."""
    if part.board:
        what = f"{part.board} board's {part.half}" if part.half else f"{part.board} board"
        return f"Next on the {what}?" if again else f"Who has the {what}?"
    thing = LOW if part.half == LOW else f"{part.half} {HAND}".strip()
    return f"Who has the {'next best' if again else 'best'} {thing}?"


def _both(pots: Sequence[NamedPot], place: int, names: Sequence[str], evening: Evening) -> PartView:
    """Return both halves of the board in question, as one part."""
    board = pots[0].parts[place].board
    taken = any(
        part.board == board and not part.asked and len(pot.claimants) >= FEWEST_TO_SHOW
        for pot in pots
        for part in pot.parts
    )
    asks = f"Who takes both halves{f' of the {board} board' if board else ''}?"
    able = [] if taken else [name for name in names if any(name in pot.claimants for pot in _left(pots, place))]
    why = dict.fromkeys(names, "has no claim")
    return _claimed("both halves", asks, (board,) if board else (), able, why, "", evening)


def _claimed(
    label: str,
    asks: str,
    words: tuple[str, ...],
    claim: Iterable[str],
    why: Mapping[str, str],
    nobody: str,
    evening: Evening,
) -> PartView:
    """Return a part with who could `claim` it, if the turn takes it, and `why` others cannot."""
    able = tuple(name for name in claim if not why_not(joined([written(name), "wins", *words]), evening))
    share = len(able) > 1 and not why_not(joined(["split", *map(written, able), *words]), evening)
    reasons = {name: reason for name, reason in why.items() if name not in able}
    return PartView(label, asks, words, able, reasons, len(able) if share else 1, nobody)


def _no_low(place: int, pots: Sequence[NamedPot], evening: Evening) -> str:
    """Return the saying that nobody has a low hand; empty if that cannot be said.

    The player with the high hand takes the low half too.
    """
    for pot in _left(pots, place):
        low = pot.parts[place]
        high = next((part for part in pot.parts if part.board == low.board and part.half != LOW), low)
        if low.half == LOW and high.takers:
            who, board = [*map(written, high.takers)], [low.board] if low.board else []
            said = joined([*who, "wins", *board] if len(who) == 1 else ["split", *who, *board])
            return "" if why_not(said, evening) else said
    return ""


def _known(pot: NamedPot, evening: Evening, after: bool = False) -> str:
    """Return who takes a pot, as far as it is known; `after` a choice, also what comes next."""
    by_takers: dict[str, list[str]] = {}
    for part in pot.parts:
        if part.takers:
            by_takers.setdefault(_names(part.takers, evening), []).append(" ".join(_words(part)[::-1]))
    asked = [" ".join(_words(part)[::-1]) for part in pot.parts if part.asked]
    if len(asked) == len(pot.parts):
        return IS_NEXT if after else ""
    if len(by_takers) == 1 and not asked:
        return f"to {next(iter(by_takers))}"
    known = [f"{listed(words)} to {names}" for names, words in by_takers.items()]
    if after and asked:
        known.append(f"then {listed(asked)}")
    return ", ".join(known)


def question_of(show: ShowView, layout: Layout) -> tuple[SheetButton, list[Place]]:
    """Return the question about the first open part, and the places of the other parts."""
    first, *later = show.parts
    best = _sheet(first, "best", show, layout)
    if show.rows:
        best.fields.append(PotsField(required=False, rows=show.rows))
    places = []
    if show.halves is not None:
        both = _sheet(show.halves, "both", show, layout) if show.halves.able else None
        places.append(Place("Both halves", both, reason="one is taken"))
    if first.words:
        another = "Another part" if len(first.words) > 1 else "The low first" if show.halves else "Another board"
        other = SheetButton("other", f"{another}…", another, asks="Which is told first?")
        other.inner = [_sheet(part, f"part{place}", show, layout) for place, part in enumerate(later)]
        places.append(Place(another, other if later else None, reason="this is the last"))
    return best, places


def _sheet(part: PartView, mark: str, show: ShowView, layout: Layout) -> SheetButton:
    """Return the sheet that asks who takes a part."""
    fields: list[Field] = [winners(in_place(show.names, layout.order, written), part.share, part.why_not, part.nobody)]
    fields += [HiddenField(name=f"{PART}{place}", value=word) for place, word in enumerate(part.words, 1)]
    return SheetButton(mark, f"{part.label}…", "wins", fields, ends=True, asks=part.asks)


def taken_by(saying: str, evening: Evening) -> list[str]:
    """Return what the winners take, how much that is, and what becomes of each pot.

    The result is empty if there is no show of pots, or nothing can be told yet.
    """
    event, before = read(saying, evening), pots_of(evening)
    if not before or not isinstance(event, Wins | Split):
        return []
    players = (event.player,) if isinstance(event, Wins) else event.players
    after, taken = pots_of(evening, event), dict[int, list[PartAtShow]]()
    for place, pot in enumerate(after):  # there may be fewer: a sum parts the pots only while who put it in may win
        for part, earlier in zip(pot.parts, before[min(place, len(before) - 1)].parts, strict=True):
            if earlier.asked and {*players} & {*part.takers}:
                taken.setdefault(place, []).append(part)
    if not taken:
        return []
    shared = [place for place in taken if all({*players} <= {*part.takers} for part in taken[place])] or [*taken]
    sums = {
        name: sum(pot.takes.get(name, 0) for pot in after) - sum(pot.takes.get(name, 0) for pot in before)
        for name in players
    }
    what = _what([after[place] for place in shared], taken[shared[0]], len(before))
    rows = [f"{pot.label.capitalize()}\t{_known(pot, evening, after=True)}" for pot in after]
    return [f"{listed(list(players))} {'takes' if len(players) == 1 else 'share'} {what}", _much(sums, evening), *rows]


def _what(pots: Sequence[NamedPot], parts: Sequence[PartAtShow], number: int) -> str:
    """Return in words what is taken of these pots: the main pot, the low half of both pots."""
    whole = _all_of(pots, number)
    if len(parts) == len(pots[0].parts):
        return whole
    boards, halves = {part.board for part in parts}, {part.half for part in parts}
    label = listed([_label(part) for part in parts])
    if len(boards) == 1 and len(halves) > 1:
        label = f"the {parts[0].board} board"
    return label if number == 1 else f"{label} of {whole}"


def _all_of(pots: Sequence[NamedPot], number: int) -> str:
    """Return the names of some of these pots."""
    return "both pots" if len(pots) == number == 2 else f"the {listed([pot.label for pot in pots])}"


def _much(sums: Mapping[str, int], evening: Evening) -> str:
    """Return how much each takes; empty if that is not known before the other half."""
    money = evening.money
    if not any(sums.values()):
        return ""
    if len(sums) == 1:
        return plain(money, *sums.values())
    if len({*sums.values()}) == 1:
        return f"{plain(money, next(iter(sums.values())))} each"
    return ", ".join(f"{name} {plain(money, amount)}" for name, amount in sums.items())


def why_not(saying: str, evening: Evening) -> str:
    """Return why the turn does not take a saying; empty if it does."""
    event = read(saying, evening)
    return (evening.game.turn.judge(event).wrong or "") if evening.game and event is not None else "not now"


def _labels(number: int) -> list[str]:
    """Return the names of these pots."""
    if number <= 2:
        return [["pot"], ["main pot", "side pot"]][number - 1] if number else []
    further = (f"side pot {place}" for place in range(len(NUMBERED) + 1, number))
    return ["main pot", *[*(f"{word} side pot" for word in NUMBERED), *further][: number - 1]]


def _names(players: Iterable[str], evening: Evening) -> str:
    """Return the names of players in the order in which they sit."""
    order = {name: place for place, name in enumerate(evening.seats.seated)}
    return listed(sorted(players, key=lambda name: order.get(name, len(order))))
