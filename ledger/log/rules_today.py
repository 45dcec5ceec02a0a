"""Today's rules beside those that a log was recorded by, and the deals that they change."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from ledger.core.events import CORRECTIONS, RETELLING, Begin, Deal, Note, Pinned, RecordedEvent, balances_in
from ledger.core.money import Shown
from ledger.core.refusals import Code, Refusal, listed
from ledger.evening.snapshots import Difference
from ledger.games.language import write
from ledger.games.provenance import pins_of, provenance_of, registered_for, said_to_bring
from ledger.games.registry import distribution_of, name_of, title_of
from ledger.log.replay import RefusedEvent, Replay

Balances = Mapping[str, int]


class ChangedDeal(msgspec.Struct, frozen=True):
    """A deal that comes to something else by today's rules, in the smallest unit."""

    event: int
    """The event that pins the deal's recorded balances."""
    deal: int | None
    """The deal's number in the evening; None if the log, an older one, pins no balances before the deal."""
    recorded: dict[str, int]
    today: dict[str, int]


def changed_deals(replay: Replay, differences: Sequence[Difference]) -> list[ChangedDeal]:
    """Return the deals that come to something else today.

    A deal lies between two events that pin balances.
    """
    differing = {difference.event: difference for difference in differences}
    changed: list[ChangedDeal] = []
    before: tuple[Balances, Balances] = {}, {}
    dealt, by_deals = 0, False
    for effective in replay.evening.effective:
        recorded = balances_in(effective.pinned)
        difference = differing.get(effective.number)
        today = difference.today if difference else recorded
        if recorded and not isinstance(effective.event, Begin):
            now = recorded, today
            if _offset(*now) != _offset(*before):
                sums = (_less(balances, earlier) for balances, earlier in zip(now, before, strict=True))
                changed.append(ChangedDeal(effective.number, dealt if by_deals else None, *sums))
            before = now
        if isinstance(effective.event, Deal):
            dealt, by_deals = dealt + 1, by_deals or bool(recorded)
    return changed


def _offset(recorded: Balances, today: Balances) -> dict[str, int]:
    return {name: change for name, change in _less(today, recorded).items() if change}


def _less(balances: Balances, before: Balances) -> dict[str, int]:
    return {name: amount - before.get(name, 0) for name, amount in balances.items()}


def changed_rules(replay: Replay) -> Refusal | None:
    """Return the refusal of an evening that comes to other balances today; None if it does not.

    Balances before which a later correction changes something are left out, because that correction put them right.
    """
    differences = replay.unexplained()
    if not differences:
        return None
    deals, game = changed_deals(replay, differences), differences[0].game
    pinned = _pinned_by(replay, game)
    what = differing_deals(replay, deals)
    return ChangedRules(game, pinned, what, f"{what} today")


def differing_deals(replay: Replay, deals: Sequence[ChangedDeal]) -> str:
    """Return in words which deals come to other balances; for an older log, whose do."""
    numbers = [str(deal.deal) for deal in deals if deal.deal is not None]
    if len(numbers) == 1:
        return f"deal {numbers[0]} comes to other balances"
    if numbers:
        return f"deals {listed(numbers)} come to other balances"
    show = replay.evening.money.show
    changes = [
        f"{name} comes to {show(deal.today.get(name, 0))} instead of {show(amount)}"
        for deal in deals[:1]
        for name, amount in deal.recorded.items()
        if deal.today.get(name, 0) != amount
    ]
    return listed(changes)


def refused_by_changed_rules(replay: Replay, refused: RefusedEvent) -> Refusal | None:
    """Return the refusal of an evening whose rules refuse an event that they once took, or fail.

    Return None if these are the rules that the log pins, because they have never taken the event.
    """
    recorded = refused.recorded
    if refused.refusal.code in (Code.RULES_MISSING, Code.RULES_BROKEN):
        refused.refusal.of_log = True
        return refused.refusal
    for game, pinned in _games_of(replay, recorded):
        today = _digest_today(game, pinned)
        if today is not None and pinned.get("rules", today) in ("", today):
            continue
        said = write(recorded.event, Shown.of(replay.evening.money))
        what = f"event {recorded.number}, {said}, is refused today: {refused.refusal.sentence}"
        return ChangedRules(game, pinned, what, what, taken=False)
    return None


def _games_of(replay: Replay, recorded: RecordedEvent) -> Iterator[tuple[str, Pinned]]:
    """Yield the games that an event may be about, the likeliest first, with their pins."""
    event = recorded.event
    saying = event.saying if isinstance(event, RETELLING) else event
    if isinstance(saying, Begin):
        yield saying.game, recorded.pinned
    elif (game := replay.game_at(None)) is not None:
        yield name_of(game), _pinned_by(replay, name_of(game))
    if isinstance(event, CORRECTIONS):
        for game in reversed(replay.evening.games):
            yield name_of(game), _pinned_by(replay, name_of(game))


def _digest_today(game: str, pinned: Pinned) -> str | None:
    """Return the digest of a game's rules today; None if they fail."""
    try:
        return provenance_of(registered_for(game, pinned)).rules
    except Refusal:
        return None


def going_on(replay: Replay, game: str) -> tuple[Note, Pinned]:
    """Return the note by which a game goes on by today's rules, and its pins."""
    begun = next(
        effective.number
        for effective in reversed(replay.evening.effective)
        if isinstance(effective.event, Begin) and effective.event.game == game
    )
    today = pins_of(registered_for(game, _pinned_by(replay, game)))
    return Note(f"{game}: by {today['distribution']} from here on"), {"game": begun, **today}


def changed_sources(replay: Replay) -> Iterator[str]:
    """Yield a sentence for each game whose source has changed and whose balances have not."""
    for game, _ in _other_sources(replay):
        yield f"the source of {game} has changed and comes to the same"


def rules_of_a_file(replay: Replay) -> Iterator[str]:
    """Yield a sentence for each game whose rules have changed since a file was recorded."""
    for game, pinned in _other_sources(replay):
        then, now = said_to_bring(pinned), distribution_of(registered_for(game, pinned))
        versions = _then_and_now(then, now)
        yield f"the rules of {game} have changed since this was recorded{versions}: it is read by those of today."


def _then_and_now(then: str, now: str) -> str:
    """Return in brackets the distributions of the rules then and now; empty if equal."""
    if not then or then == now:
        return ""
    (name, _, _), (name_now, _, version) = then.partition(" "), now.partition(" ")
    return f" ({then} then, {version if name == name_now else now} now)"


def _other_sources(replay: Replay) -> Iterator[tuple[str, Pinned]]:
    """Yield each game whose source is not the one that the log pins, with the pins."""
    for registered in replay.evening.games:
        pinned = _pinned_by(replay, game := name_of(registered))
        if pinned.get("rules", "") not in ("", provenance_of(registered).rules):
            yield game, pinned


def _pinned_by(replay: Replay, game: str) -> Pinned:
    """Return the pins of the event that last began a game."""
    return next(_begun(replay, game), {})


def _begun(replay: Replay, game: str) -> Iterator[Pinned]:
    for effective in reversed(replay.evening.effective):
        if isinstance(effective.event, Begin) and effective.event.game == game:
            yield effective.pinned


class ChangedRules(Refusal):
    """The refusal of an open evening whose rules have changed.

    `closed` makes it a message for a closed evening, which its close answers.
    """

    def __init__(
        self, game: str, pinned: Pinned, differs: str, differs_since_the_close: str, taken: bool = True
    ) -> None:
        """Name what differs. `taken`: today's rules take every event, and can be adopted."""
        self.game, self.taken = game, taken
        then, now = said_to_bring(pinned), distribution_of(registered_for(game, pinned))
        versions = _then_and_now(then, now)
        sentence = f"the rules of {game} have changed since this evening was recorded{versions}: {differs}"
        install = f"pip install '{then.replace(' ', '==')}'" if versions else ""
        adopt = "card-ledger db rebuild --rules-changed to go on by today's rules" if taken else ""
        super().__init__(Code.RULES_CHANGED, sentence, _remedy(install, adopt))
        reopen = adopt and f"record --yes 'reopen \"WHY\"', and then {adopt}"
        self.reopening = Refusal(Code.RULES_CHANGED, sentence, _remedy(install, reopen))
        """The refusal for a closed evening, which has to be reopened before other rules can be adopted."""
        title = title_of(registered_for(game, pinned))
        since = f"{title} has changed since this evening was closed: {differs_since_the_close}"
        self.closed = f"{since}. These are the balances agreed at the close; to change them, say reopen."


def _remedy(install: str, adopt: str) -> str:
    """Return how to settle by the rules of then, and how by today's; either may be empty."""
    if not adopt:
        return install or "Settle it with the rules that it was recorded by"
    return f"{install}, or {adopt}" if install else f"Say {adopt}"
