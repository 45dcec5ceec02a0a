"""View models of the pauses: what the deal just over moved, and what may be played next."""

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.core.books import Account, Pool
from ledger.core.events import Begin, Deal, EffectiveEvent
from ledger.core.refusals import Refusal
from ledger.evening.fold import Evening
from ledger.games.language import write
from ledger.games.registry import game_names, is_known, title_of
from ledger.web.hub import Lane, PageEvening
from ledger.web.panel.buttons import SheetButton
from ledger.web.sentences import house_rules
from ledger.web.words import account_name, day_in_words, figure

LOOKED_BACK = 8
"""So many earlier evenings are searched for games and names."""


@dataclass(frozen=True)
class PlayedGame:
    """A game, how it was begun the last time, and on which day."""

    name: str
    begun: Begin | None = None
    day: str = ""

    @property
    def title(self) -> str:
        """Return its name as people write it."""
        return title_of(self.name)


def this_deal(evening: Evening) -> list[tuple[str, str]]:
    """Return what the deal just over moved, for all who sat there and the pools."""
    nets: dict[Account, int] = dict.fromkeys(evening.seats.seated, 0)
    for outcome in reversed(evening.outcomes):
        for posting in outcome.postings:
            nets[posting.payer] = nets.get(posting.payer, 0) - posting.amount
            nets[posting.payee] = nets.get(posting.payee, 0) + posting.amount
        if isinstance(outcome.event, Deal | Begin):
            break
    else:
        return []
    if not isinstance(outcome.event, Deal):
        return []
    shown = {account: amount for account, amount in nets.items() if amount or not isinstance(account, Pool)}
    return [(account_name(account).capitalize() if isinstance(account, Pool) else account_name(account),
             figure(evening.money, amount)) for account, amount in shown.items()]  # fmt: skip


def played_before(lane: Lane, live: PageEvening) -> list[PlayedGame]:
    """Return the games by how lately they were played, those never played last."""
    known: dict[str, PlayedGame] = {}
    for evening, day in [(live.evening, "this evening"), *_earlier(lane, live)]:
        for outcome in reversed(evening.outcomes):
            event = outcome.event
            if isinstance(event, Begin) and is_known(event.game):
                known.setdefault(event.game, PlayedGame(event.game, event, day))
    return [*known.values(), *(PlayedGame(name) for name in game_names() if name not in known)]


def known_names(lane: Lane, live: PageEvening) -> list[str]:
    """Return the names of those who do not sit here now: of this evening, then of earlier ones."""
    names = dict.fromkeys(live.evening.books.people())
    for evening, _ in _earlier(lane, live):
        names |= dict.fromkeys(evening.books.people())
    return [name for name in names if name not in live.evening.seats.present][:9]


def _earlier(lane: Lane, live: PageEvening) -> list[tuple[Evening, str]]:
    """Return the evenings before this one with their days, the newest first."""

    def look() -> list[tuple[Evening, str]]:
        rows = sorted(lane.store.evenings(), key=lambda row: row.id, reverse=True)
        earlier = []
        for row in [row for row in rows if row.id < live.id][:LOOKED_BACK]:
            try:
                evening = lane.live_evening(row.id).evening
            except (Refusal, KeyError):
                continue
            day = (evening.opening.on if evening.opening else None) or row.newest_at[:10]
            earlier.append((evening, " ".join(day_in_words(day).split()[1:3]) or day))
        return earlier

    if live.earlier is None:
        live.earlier = look()
    earlier: list[tuple[Evening, str]] = live.earlier
    return earlier


def once_more(evening: Evening, games: Sequence[PlayedGame]) -> tuple[str, str, str] | None:
    """Return the saying that begins the last game again, its title and its rules.

    None where it does not fit.
    """
    if not games or games[0].begun is None:
        return None
    begun = games[0].begun
    number = evening.effective[-1].number + 1 if evening.effective else 1
    try:
        evening.copy().apply(EffectiveEvent(number, begun))
    except Refusal:
        return None
    rules = house_rules(begun.game, begun.options)
    return write(begun, evening.money), f"{games[0].title} again", rules or "as the book has it"


def sorted_games(sheets: Sequence[SheetButton], games: Sequence[PlayedGame]) -> list[tuple[PlayedGame, SheetButton]]:
    """Return the sheets of the games with their games, by how lately they were played."""
    by_name = {sheet.label.removesuffix("…"): sheet for sheet in sheets}
    return [(game, by_name[game.name]) for game in games if game.name in by_name]
