"""The effect of a saying, tried on a copy of the evening before it is said."""

from collections.abc import Iterable

from ledger.core.books import BANK, Pool
from ledger.core.events import (
    AnyEvent,
    Begin,
    Bets,
    Count,
    Deal,
    Draws,
    EffectiveEvent,
    Joins,
    Leaves,
    Raises,
    Says,
    Split,
    Wins,
)
from ledger.core.money import Money
from ledger.core.refusals import Refusal, listed
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Outcome
from ledger.games.language import Reader
from ledger.language.vocabulary import BettingWords
from ledger.projections.offers import assumed
from ledger.projections.settlement import settlement
from ledger.web.sentences import house_rules, people_write, said, words_at
from ledger.web.words import account_name, in_a_line, in_figures, moved, plain, taken_from_pools


def tried(event: AnyEvent, evening: Evening) -> Outcome | None:
    """Return the outcome of an event now; None if it would be refused."""
    number = evening.effective[-1].number + 1 if evening.effective else 1
    try:
        return evening.copy().apply(EffectiveEvent(number, event))
    except (Refusal, ValueError):
        return None


def after(sayings: Iterable[str], evening: Evening) -> Evening | None:
    """Return a copy of an evening after some sayings; None where one is refused."""
    later = evening.copy()
    number = evening.effective[-1].number if evening.effective else 0
    for place, saying in enumerate(sayings, start=1):
        event = read(saying, later)
        try:
            if event is None:
                return None
            later.apply(EffectiveEvent(number + place, event))
        except (Refusal, ValueError):
            return None
    return later


def what_it_does(saying: str, evening: Evening) -> str:
    """Return in a line what a saying would move; empty if nothing, or if it is refused."""
    event = read(saying, evening)
    outcome = tried(event, evening) if event is not None else None
    if isinstance(event, Begin) and outcome is not None:
        rules = house_rules(event.game, event.options, evening.money)
        return f"{rules}; the rest by the book" if rules else "as the book has it"
    if outcome is not None and outcome.over is not None and outcome.over.silent:
        return _by_silence(outcome, evening)
    if isinstance(event, Joins) and event.replaces is not None:
        return f"{event.replaces} leaves with what was won or lost"
    if isinstance(event, Joins) and event.player not in evening.seats.present:
        return _between_whom(event, evening)
    if isinstance(event, Leaves) and (owed := evening.bank.owed_to(event.player)):
        return _debt(event.player, owed, evening)
    if outcome is None:
        return ""
    if isinstance(event, Wins | Split):
        return _taken(event, outcome, evening)
    if isinstance(event, Deal) and (lays := _laid(outcome, evening)):
        return lays
    if isinstance(event, Deal) and len(outcome.postings) == 1 and isinstance(pool := outcome.postings[0].payee, Pool):
        return f"{plain(evening.money, outcome.postings[0].amount)} to the {account_name(pool)}"
    return in_a_line(moved(outcome.postings, evening.money, outcome.seated))


def _laid(outcome: Outcome, evening: Evening) -> str:
    """Return what a few players lay with the deal, in the words of the game that has some."""
    lays = said(words_at(evening), "deal").says
    payers = {posting.payer: posting.amount for posting in outcome.postings}
    if not isinstance(lays, str) or not lays or len(payers) < len(outcome.postings) or len(payers) > FEW_LAY:
        return ""
    return ", ".join(f"{payer} {lays.format(amount=plain(evening.money, paid))}" for payer, paid in payers.items())


FEW_LAY = 3
"""The number of players up to which each is named with what is laid."""


def _by_silence(outcome: Outcome, evening: Evening) -> str:
    """Return the assumed sayings, if they alone end the deal, and what that moves."""
    answers = people_write(assumed(outcome.answered, evening.money))
    moves = in_a_line(moved(outcome.postings, evening.money, outcome.seated))
    return f"this deal ends: {answers}{f'; {moves}' if moves else ''}"


def puts(saying: str, player: str, evening: Evening) -> str:
    """Return how much a player would put down by a saying; empty if nothing."""
    event = read(saying, evening)
    outcome = tried(event, evening) if event is not None else None
    paid = sum(posting.amount for posting in outcome.postings if posting.payer == player) if outcome else 0
    return plain(evening.money, paid) if paid else ""


def last_bet(evening: Evening, betting: BettingWords) -> tuple[str, str]:
    """Return who has bet last, in words, and the amount put down; empty if nobody has."""
    money = evening.money
    for outcome in reversed(evening.outcomes):
        match event := outcome.event:
            case Deal() | Draws():
                break
            case Bets():
                phrase = "has bet"
            case Raises():
                phrase = "has raised to" if event.to else "has raised by"
            case Says(word=word) if word in (*betting.sums, *betting.also):
                phrase = str(said(words_at(evening), word).says) or word
            case _:
                continue
        put = sum(posting.amount for posting in outcome.postings if posting.payer == event.player)
        return f"{event.player} {phrase} {plain(money, event.amount or put)}", plain(money, put)
    return "", ""


def _taken(event: Wins | Split, outcome: Outcome, evening: Evening) -> str:
    """Return what is taken out of the pools, and with what hand."""
    sums = taken_from_pools(outcome.postings)
    if not sums:
        return ""
    players = (event.player,) if isinstance(event, Wins) else event.players
    each = {sums.get(player, 0) for player in players}
    if len(players) > 1 and len(each) == 1:
        taken = f"{plain(evening.money, each.pop())} each"
    elif len(players) > 1:
        taken = ", ".join(f"{player} {plain(evening.money, sums.get(player, 0))}" for player in players)
    else:
        taken = plain(evening.money, sums.get(players[0], 0))
    return f"{taken}, with {people_write(event.what)}" if event.what else taken


def _between_whom(event: Joins, evening: Evening) -> str:
    """Return the neighbours of a player who joins."""
    seated = evening.seats.seated
    if event.after not in seated and event.after is not None:
        return ""
    place = seated.index(event.after) if event.after else len(seated) - 1
    return f"to the left of {seated[place]}, to the right of {seated[(place + 1) % len(seated)]}"


def _debt(player: str, owed: int, evening: Evening) -> str:
    """Return who owes whom what where a player leaves, if the evening were settled now."""
    debts = [payment for payment in settlement(evening).transfers if player in (payment.payer, payment.payee)]
    sums = [("the bank" if name == BANK else name, plain(evening.money, debt.amount)) for debt in debts
            for name in (debt.payer, debt.payee) if name != player]  # fmt: skip
    if owed > 0:
        return f"{listed([f'{other} owes {player} {amount}' for other, amount in sums])}, so far"
    if in_pools := -owed - sum(debt.amount for debt in debts):
        sums.append(("the pools", plain(evening.money, in_pools)))
    return f"{player} owes {listed([f'{other} {amount}' for other, amount in sums])}, so far"


def count_said(saying: str, evening: Evening) -> Count | None:
    """Return the count in a saying; None for another saying, or an unreadable one."""
    event = read(saying, evening)
    return event if isinstance(event, Count) else None


def of_a_count(count: Count, evening: Evening) -> list[str]:
    """Return the writer of a count, and what is told beside each sum and below them all.

    The parts of a line stand between tabs: a name, what the log says, and how the count differs from it. The last line
    has no name: who is counted, both sums, their difference, the same in words, and who is over or short.
    """
    money, number = evening.money, in_figures(len(count.counted))
    by_log = {name: evening.bank.in_front(name) for name, _ in count.counted}
    apart = {name: amount - by_log[name] for name, amount in count.counted}
    each = [
        f"{name}\t{plain(money, by_log[name])}\t{_apart(money, difference, 'over', 'short') or 'agrees'}"
        for name, difference in apart.items()
    ]
    total, rest = sum(by_log.values()), sum(apart.values())
    of_all = "All" if {*by_log} >= {*evening.seats.present} else number
    in_counters = _are_counters(money, rest)
    differs = _apart(money, rest, *(("too many", "too few") if in_counters else ("too much", "too little")))
    in_words = differs.replace(" ", " counter " if abs(rest) == money.counter else " counters ", 1)
    if not any(apart.values()):
        in_words = f"{of_all} agree{'s' if len(apart) == 1 else ''}"
    elif not rest:
        in_words = "The sum agrees"
    elif not in_counters:
        in_words = differs
    short, over = (listed([name for name in apart if apart[name] * sign > 0]) for sign in (-1, 1))
    who = ", ".join(filter(None, (short and f"{short} short", over and f"{over} over")))
    worth = f"{plain(money, abs(rest))}: " if rest and money.sign and in_counters else ""
    below = [of_all, plain(money, total), plain(money, total + rest), differs or "agrees", in_words, worth + who]
    return [f"Write the count of {number.lower()}", "it changes nothing", *each, "\t".join(["", *below])]


def _apart(money: Money, difference: int, more: str, less: str) -> str:
    """Return a difference in counters if they are worth something, else in money."""
    size = abs(difference)
    much = str(size // (money.counter or 1)) if _are_counters(money, size) else plain(money, size)
    return f"{much} {more if difference > 0 else less}" if difference else ""


def _are_counters(money: Money, amount: int) -> bool:
    """Return whether an amount is told as a number of counters, not as a sum of money."""
    return money.code == "counters" or bool(money.sign and money.counter and not amount % money.counter)


def read(saying: str, evening: Evening) -> AnyEvent | None:
    """Return the event of a saying; None if it cannot be read yet."""
    reader = Reader(evening.money, evening.books.people(), evening.game.registered if evening.game else None)
    try:
        return reader.read(saying)
    except (Refusal, ValueError):
        return None
