"""View models of the pauses: what the deal just over moved, and what may be played next."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ledger.core.books import Account, Pool
from ledger.core.events import Begin, Deal, Misdeal
from ledger.core.refusals import Refusal, listed
from ledger.evening.fold import Evening
from ledger.games.language import write
from ledger.games.registry import ANY_OTHER, about, game_named, game_names, is_known, title_of
from ledger.language.forms import game_begun
from ledger.language.header import Tile
from ledger.web.foresight import tried
from ledger.web.hub import Lane, PageEvening
from ledger.web.panel.buttons import SheetButton
from ledger.web.sentences import house_rules, in_words
from ledger.web.words import account_name, day_in_words, figure, in_figures, nets_of, plain, things

MOST_LOSERS = 2
"""The number of losers of a deal who are named beside the winners."""
LOOKED_BACK = 8
"""The number of earlier evenings that are searched for games and names."""


@dataclass(frozen=True)
class PlayedGame:
    """A game, how it was begun the last time, and the day of that."""

    name: str
    begun: Begin | None = None
    day: str = ""
    changed: frozenset[str] = frozenset()
    """The options that anybody ever gave."""

    @property
    def title(self) -> str:
        """Return the game's title."""
        return title_of(self.name)

    @property
    def label(self) -> str:
        """Return the game's title; for the tally what it is for."""
        return "Another game" if self.name == ANY_OTHER else self.title

    @property
    def about(self) -> str:
        """Return a few words about the game."""
        return about(self.name)

    @property
    def chosen(self) -> dict[str, str]:
        """Return the house rules of the last time; before the first, those that the game suggests."""
        if self.begun:
            return dict(self.begun.options)
        known = game_named(self.name).known_options
        return {name: spec.suggested for name, spec in known.items() if spec.suggested}

    def refuses(self, number: int) -> str:
        """Return why this number of players cannot play the game; empty if it can."""
        low, high = game_named(self.name).players
        if number < low:
            return f"{in_figures(low)} at least"
        return f"{in_figures(high)} play at most" if high is not None and number > high else ""


def nets_of_deal(evening: Evening) -> dict[Account, int]:
    """Return what the deal just over moved, by account; empty if there was none."""
    outcomes = [*evening.outcomes]
    while outcomes and outcomes[-1].over is None:  # what was said since is no part of the deal
        outcomes.pop()
    for place in range(len(outcomes) - 1, -1, -1):
        if isinstance(outcomes[place].event, Begin):
            return {}
        if isinstance(outcomes[place].event, Deal):
            of_deal = (posting for outcome in reversed(outcomes[place:]) for posting in outcome.postings)
            return dict.fromkeys(evening.seats.seated, 0) | nets_of(of_deal)
    return {}


def this_deal(evening: Evening) -> list[tuple[str, str]]:
    """Return what the deal just over moved, for all who sat there and the pools."""
    nets = nets_of_deal(evening)
    moved = {account: amount for account, amount in nets.items() if amount or not isinstance(account, Pool)}
    return [(account_name(account).capitalize() if isinstance(account, Pool) else account_name(account),
             figure(evening.money, amount)) for account, amount in moved.items()]  # fmt: skip


def last_of_deal(evening: Evening) -> str:
    """Return who won what in the deal just over from whom, the largest first; else how it ended."""
    nets = [(name, net) for name, net in nets_of_deal(evening).items() if net and not isinstance(name, Pool)]
    won = sorted((pair for pair in nets if pair[1] > 0), key=lambda pair: -pair[1])
    lost = sorted((pair for pair in nets if pair[1] < 0), key=lambda pair: pair[1])
    if won:
        winners = ", ".join(f"{name} won {plain(evening.money, net)}" for name, net in won)
        losers = ", ".join(f"{name} {figure(evening.money, net)}" for name, net in lost[:MOST_LOSERS])
        return f"{winners} ({losers}{' …' if len(lost) > MOST_LOSERS else ''})" if losers else winners
    over = next((outcome for outcome in reversed(evening.outcomes) if outcome.over), None)
    return in_words(over.event, evening, over.number) if over else ""


def worth(evening: Evening) -> str:
    """Return the worth of a counter; empty if only counters are played for."""
    money = evening.money
    return plain(money, money.counter) if money.counter and money.code != "counters" else ""


def header_of_counters(evening: Evening) -> list[Tile]:
    """Return the header for sayings about counters: what is in front of all, and not paid for."""
    bank, money = evening.bank, evening.money
    bought = sum(bank.in_front(name) for name in evening.seats.seated)
    slate = sum(bank.state.bought.values()) - sum(bank.paid_for_counters().values())
    return [Tile("In play", plain(money, bought)), Tile("On the slate", plain(money, slate))]


def header_of_the_close(evening: Evening) -> list[Tile]:
    """Return the header for the close: what was played, and for how much."""
    games = len({begun.game for begun in evening.begun})
    deals = sum(isinstance(outcome.event, Deal) - isinstance(outcome.event, Misdeal) for outcome in evening.outcomes)
    played = f"{things(games, 'game')}, {things(deals, 'deal')}" if games else "nothing"
    return [Tile("Played", played), *([Tile("Counter", worth(evening))] if worth(evening) else [])]


def played_before(lane: Lane, live: PageEvening) -> list[PlayedGame]:
    """Return the games, those played last first, and those never played at the end."""
    known: dict[str, PlayedGame] = {}
    for evening, day in [(live.evening, "this evening"), *_earlier(lane, live)]:
        for outcome in reversed(evening.outcomes):
            event = outcome.event
            if isinstance(event, Begin) and is_known(event.game):
                known.setdefault(event.game, PlayedGame(event.game, event, day))
                said = known[event.game].changed.union(dict(event.options))
                known[event.game] = replace(known[event.game], changed=said)
    return [*known.values(), *(PlayedGame(name) for name in game_names() if name not in known)]


def known_names(lane: Lane, live: PageEvening) -> list[str]:
    """Return the names that do not sit here now: of this evening, then of earlier ones."""
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


def last_game(evening: Evening) -> str:
    """Return the last game with the number of its deals; empty before any."""
    deals = 0
    for outcome in reversed(evening.outcomes):
        deals += isinstance(outcome.event, Deal) - isinstance(outcome.event, Misdeal)
        if isinstance(outcome.event, Begin):
            return f"{title_of(outcome.event.game)}, {things(deals, 'deal')}"
    return ""


def once_more(evening: Evening, games: Sequence[PlayedGame]) -> tuple[str, str, str] | None:
    """Return the saying that begins the last game again, its title and its rules.

    The result is None if that is not possible.
    """
    if not games or games[0].begun is None:
        return None
    begun = games[0].begun
    if tried(begun, evening) is None:
        return None
    rules = house_rules(begun.game, begun.options, evening.money) or "as the book has it"
    some = f", with {listed(begun.players)}" if begun.players else ""
    return write(begun, evening.money), f"{games[0].title} again", f"{rules}{some}"


def sorted_games(sheets: Sequence[SheetButton], games: Sequence[PlayedGame]) -> list[tuple[PlayedGame, SheetButton]]:
    """Return the sheets of the games with their games, by how lately they were played."""
    by_name = {game_begun(sheet.begin): sheet for sheet in sheets}
    return [(game, by_name[game.name]) for game in games if game.name in by_name]
