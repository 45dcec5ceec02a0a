"""The pots of a show as the page tells of them: a row each, and who takes them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ledger.core.events import Split, Wins
from ledger.core.refusals import listed
from ledger.evening.fold import Evening
from ledger.web.foresight import read
from ledger.web.panel.fields import PotRow
from ledger.web.words import plain

NUMBERED = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
BEST_HAND, NEXT_BEST = "Who has the best hand?", "Who has the next best hand?"
IS_NEXT = "is asked next"


@dataclass(frozen=True)
class ShowView:
    """The pots at a show, what is asked about them, and who claims any."""

    rows: Sequence[PotRow]
    asks: str
    below: str
    claimants: tuple[str, ...]
    taken: frozenset[str]
    """Who has taken a pot already."""


def show_of(evening: Evening) -> ShowView | None:
    """Return the pots that are shown for; None where nobody shows for any."""
    pots = evening.game.deal.pots_at_show() if evening.game else ()
    if not pots:
        return None
    labels = _labels(len(pots))
    rows = [
        PotRow(
            label.capitalize(),
            _names(pot.claimants, evening),
            _to(pot.takes, evening),
            plain(evening.money, pot.amount),
        )
        for label, pot in zip(labels, pots, strict=True)
    ]
    left = [(label, pot.amount) for label, pot in zip(labels, pots, strict=True) if not pot.takes]
    begun = len(left) < len(pots)
    what, much = listed([label for label, _ in left]), plain(evening.money, sum(amount for _, amount in left))
    below = f"For the {what}, {much}. Tap all who share {'it' if len(left) == 1 else 'them'}"
    return ShowView(
        rows if len(rows) > 1 else (),
        NEXT_BEST if begun else BEST_HAND,
        "Then who has the next best" if len(pots) > 1 and not begun else below,
        tuple(dict.fromkeys(name for pot in pots for name in pot.claimants)),
        frozenset(name for pot in pots for name in pot.takes),
    )


def taken_by(saying: str, evening: Evening) -> list[str]:
    """Return what who wins takes, how much that is, and of each pot what becomes of it.

    Empty: it is no show of pots, or nothing can be told yet.
    """
    event, deal = read(saying, evening), evening.game.deal if evening.game else None
    before = deal.pots_at_show() if deal else ()
    if deal is None or not before or not isinstance(event, Wins | Split):
        return []
    players = (event.player,) if isinstance(event, Wins) else event.players
    after, labels = deal.pots_at_show(event), _labels(len(before))
    new = [place for place, pot in enumerate(after) if pot.takes and not before[place].takes]
    theirs = [place for place in new if {*players} & {*after[place].takes}]
    shared = [place for place in theirs if {*players} <= {*after[place].takes}] or theirs
    found = [
        f"{label.capitalize()}\t{_to(pot.takes, evening) or IS_NEXT}" for label, pot in zip(labels, after, strict=True)
    ]
    if not theirs:
        return []
    what = "both pots" if len(shared) == len(before) == 2 else f"the {listed([labels[place] for place in shared])}"
    sums = {name: sum(after[place].takes.get(name, 0) for place in theirs) for name in players}
    if len(players) == 1:
        much = plain(evening.money, sums[players[0]])
    elif len({*sums.values()}) == 1:
        much = f"{plain(evening.money, sums[players[0]])} each"
    else:
        much = ", ".join(f"{name} {plain(evening.money, amount)}" for name, amount in sums.items())
    return [f"{listed(list(players))} {'takes' if len(players) == 1 else 'share'} {what}", much, *found]


def why_not(saying: str, evening: Evening) -> str:
    """Return why the turn does not take a saying; empty where it does."""
    event = read(saying, evening)
    return (evening.game.turn.judge(event).wrong or "") if evening.game and event is not None else "not now"


def _labels(number: int) -> list[str]:
    """Return the names of so many pots."""
    if number == 1:
        return ["pot"]
    if number == 2:
        return ["main pot", "side pot"]
    further = (f"side pot {place}" for place in range(len(NUMBERED) + 1, number))
    return ["main pot", *[*(f"{word} side pot" for word in NUMBERED), *further][: number - 1]]


def _to(winners: Iterable[str], evening: Evening) -> str:
    names = _names(winners, evening)
    return f"to {names}" if names else ""


def _names(players: Iterable[str], evening: Evening) -> str:
    """Return the names of players in the order in which they sit."""
    order = {name: place for place, name in enumerate(evening.seats.seated)}
    return listed(sorted(players, key=lambda name: order.get(name, len(order))))
