"""View model of a deal told at once: what each put in, and who won, tried on a copy."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ledger.core.books import Pool
from ledger.core.events import Split, Wins
from ledger.core.money import Money, MoneyError
from ledger.core.names import name as written
from ledger.evening.fold import Evening
from ledger.language.forms import joined
from ledger.language.slots import Amount, Form
from ledger.projections.offers import forms_now
from ledger.web import pots_view
from ledger.web.foresight import after, read
from ledger.web.panel.decode import COUNTERS, OF_ALL
from ledger.web.panel.field_maker import keyed, keys_of
from ledger.web.panel.fields import CheckField, Keyed, PotRow
from ledger.web.panel.places import winners
from ledger.web.panel.questions import question_of
from ledger.web.panel.rows import in_place
from ledger.web.panel.slots import verbs_of, whose
from ledger.web.sentences import in_words, words_at
from ledger.web.words import plain, short, taken_from_pools

DEAL = "deal"
NOTHING, HIGHEST, OTHER = "none", "highest", "other"
"""The columns that every such sheet has beside the sums of the game."""
IN_A_COLUMN = ":"
"""What separates the number of a column from the sum that was taken there."""
NOTHING_IN, FOLDED, NO_CLAIM = "nothing in", "folded", "not in it"
REASONS = {"folds": FOLDED, "has no claim": NO_CLAIM}
"""Reasons against a winner, as the sheet has them."""


@dataclass(frozen=True)
class SumPlace:
    """A place of a row: the sum that is taken there, or shown though it cannot be."""

    value: str
    label: str
    chosen: bool = False
    off: bool = False


@dataclass(frozen=True)
class SumRow:
    """What one player may have put in: a place for each column, and the sum that was keyed in."""

    player: str
    in_front: str
    places: Sequence[SumPlace]
    other: str = ""
    """The sum that was keyed in, or was taken in a column that has another sum by now."""


@dataclass(frozen=True)
class WinnersAsked:
    """The question who takes a part of the pots, with those who were tapped."""

    name: str
    asks: str
    field: CheckField
    chosen: Sequence[str]
    settled: bool = False
    """Whether it is answered by itself, and nobody can be tapped."""


@dataclass
class ToldAtOnce:
    """The sheet of a deal told at once, as far as it was filled in, and what it would write."""

    asks: str
    columns: Sequence[str]
    rows: Sequence[SumRow]
    keyed: Keyed
    keys: Sequence[str]
    pot: str = ""
    pots: list[PotRow] = field(default_factory=list)
    asked: list[WinnersAsked] = field(default_factory=list)
    sayings: list[str] = field(default_factory=list)
    """The sayings of the deal, recorded all or none; empty while something is missing."""
    label: str = ""
    moves: str = ""
    """What the sayings move, or what is missing."""


class _Sums:
    """The sums that were chosen or keyed in for each player of a deal that has begun."""

    def __init__(self, begun: Evening, form: Form, sent: Sequence[tuple[str, str]]) -> None:
        self.amounts: dict[str, Amount] = {
            player: amount
            for slot in form.slots
            if (player := whose(slot)) and isinstance(amount := slot.parts()[1], Amount)
        }
        seated = begun.seats.seated
        self.players = sorted(self.amounts, key=lambda player: seated.index(player) if player in seated else 0)
        assert begun.game is not None, "a deal is one of a game"
        self.posted = dict.fromkeys(self.players, 0)
        for posting in begun.game.table.deal_postings():
            if posting.payer in self.posted and isinstance(posting.payee, Pool):
                self.posted[str(posting.payer)] += posting.amount
        values, money, in_counters = dict(sent), begun.money, (COUNTERS, "1") in sent
        self.taken = {player: values.get(f"sum.{place}", "") for place, player in enumerate(self.players)}
        self.typed = {player: values.get(f"other.{place}", "").strip() for place, player in enumerate(self.players)}
        self.put: dict[str, int | None] = {}
        """What each has put in; None for a sum that is not finished."""
        for player in self.players:
            text = self.typed[player] or self.taken[player].partition(IN_A_COLUMN)[2]
            self.put[player] = _read(text, money, in_counters) if text else self.posted[player]

    @property
    def highest(self) -> int:
        """Return the most that anybody has put in so far."""
        return max((put or 0 for put in self.put.values()), default=0)

    def named(self) -> list[tuple[str, int]]:
        """Return whom the saying names, each with the sum: not who folded with what was posted."""
        return [
            (player, put)
            for player, put in self.put.items()
            if put and (put > self.posted[player] or put == self.highest)
        ]


def _read(text: str, money: Money, in_counters: bool) -> int | None:
    """Return a sum in the smallest unit; None for one that is not finished."""
    try:
        return money.read(text if in_counters else money.by_keys(text))
    except MoneyError:
        return None


def told_at_once(evening: Evening, sent: Sequence[tuple[str, str]], order: Mapping[str, int]) -> ToldAtOnce | None:
    """Return the sheet as the fields that were sent fill it in.

    `order` is that of the names on the page. The result is None where no deal can be told at once now.
    """
    how = words_at(evening).at_once
    begins = [DEAL] if evening.game and evening.game.turn.pause else []
    begun = after(begins, evening)
    if how is None or begun is None or begun.game is None:
        return None
    form = next((form for form in forms_now(begun, evening.effective[-1].number) if verbs_of(form) == [how.word]), None)
    if form is None:
        return None
    sums = _Sums(begun, form, sent)
    usual = {word: int(getattr(begun.game.options, word)) for word in how.sums}
    sheet = ToldAtOnce(
        question_of(words_at(evening), [how.word]),
        [NOTHING, *(word.replace("_", " ") for word in usual), HIGHEST, how.most, OTHER],
        [_row(player, sums, [*usual.values()], begun) for player in sums.players],
        keyed(begun.money),
        keys_of(begun.money, False),
        pot=plain(begun.money, sum(put or 0 for put in sums.put.values())),
    )
    _ask(sheet, sums, how.word, (begins, begun), sent, order)
    return sheet


def _row(player: str, sums: _Sums, usual: Sequence[int], evening: Evening) -> SumRow:
    """Return the places of a player: nothing, the usual sums, the highest so far, and all."""
    money, posted, put = evening.money, sums.posted[player], sums.put[player]
    most, taken = sums.amounts[player].high, sums.taken[player]
    first = posted if posted not in usual else 0
    highest = sums.highest if sums.highest > max(usual, default=0) else None
    columns = [first, *usual, highest, most]
    places = [place for place, amount in enumerate(columns) if amount == put and not sums.typed[player]]
    column = taken.partition(IN_A_COLUMN)[0]
    chosen = int(column) if column.isdecimal() and int(column) in places else places[0] if places else None
    row = [
        SumPlace(
            "" if amount is None else f"{place}{IN_A_COLUMN}{money.write(amount)}",
            "" if amount is None else short(money, amount) if amount else "0",
            place == chosen,
            amount is None or amount < posted or (most is not None and amount > most),
        )
        for place, amount in enumerate(columns)
    ]
    in_front = plain(money, most) if most is not None else ""
    other = sums.typed[player] or ("" if chosen is not None or put is None else money.write(put))
    return SumRow(player, in_front, row, other)


def _ask(
    sheet: ToldAtOnce,
    sums: _Sums,
    word: str,
    begun: tuple[list[str], Evening],
    sent: Sequence[tuple[str, str]],
    order: Mapping[str, int],
) -> None:
    """Fill in who may have won, what becomes of each pot, and what the button says."""
    begins, evening = begun
    named = sums.named()
    money = evening.money
    puts = joined([word, *(part for player, put in named for part in (written(player), money.write(put)))])
    put_in = after([puts], evening) if named and None not in sums.put.values() else None
    if put_in is None:
        sheet.moves = pots_view.why_not(puts, evening) if named else ""
        sheet.asked = [_nobody(sums, evening, order)]
        return
    wins = _who_won(sheet, sums, put_in, sent, order)
    sheet.label = f"{word.capitalize()} {', '.join(f'{player} {short(money, put)}' for player, put in named)}"
    after_all = after([puts, *wins], evening)
    if after_all is None or after_all.game is None or not after_all.game.turn.pause:
        return
    sheet.sayings = [*begins, puts, *wins]
    sheet.label += "".join(
        f"{', then' if place else ':'} {words}" for place, words in enumerate(_in_words(wins, put_in))
    )
    sheet.moves = _taken(after_all, 1 + len(wins))
    if not wins:
        sheet.asked = [_alone(sums, after_all, order)]


def _who_won(
    sheet: ToldAtOnce, sums: _Sums, evening: Evening, sent: Iterable[tuple[str, str]], order: Mapping[str, int]
) -> list[str]:
    """Ask who takes each part of the pots in turn, and return what those who were tapped say."""
    sayings: list[str] = []
    sent = list(sent)
    while show := pots_view.show_of(evening):
        part, name = show.parts[0], f"won.{len(sheet.asked)}"
        if not sheet.asked:
            sheet.pots = [*show.rows]
            sheet.pot = plain(evening.money, sum(pot.amount for pot in pots_view.pots_of(evening)))
        reasons = {player: FOLDED if sums.put[player] else NOTHING_IN for player in sums.players}
        reasons |= {player: REASONS.get(why, why) for player, why in part.why_not.items()}
        reasons = {player: why for player, why in reasons.items() if player not in part.able}
        asked = winners(in_place(sums.players, order, written), part.share, reasons, part.nobody)
        able = [choice.value for choice in asked.options if not choice.off]
        tapped = [value for value in able if (name, value) in sent]
        sheet.asked.append(WinnersAsked(name, part.asks, asked, tapped))
        nobody = [value.removeprefix(OF_ALL) for value in tapped if value.startswith(OF_ALL)]
        named = [*tapped, "wins"] if len(tapped) == 1 else ["split", *tapped]
        saying = nobody[0] if nobody else joined([*named, *part.words])
        then = after([saying], evening) if tapped else None
        if then is None:
            break
        if sheet.pots:
            sheet.pots = pots_view.rows_of(pots_view.pots_of(evening, read(saying, evening)), evening, after=True)
        sayings.append(saying)
        evening = then
    return sayings


def _in_words(sayings: Iterable[str], evening: Evening) -> list[str]:
    """Return sayings about who won as the log will have them."""
    events = [event for saying in sayings if (event := read(saying, evening))]
    return [in_words(event, evening, evening.effective[-1].number) for event in events]


def _nobody(sums: _Sums, evening: Evening, order: Mapping[str, int]) -> WinnersAsked:
    """Return the question before it can be asked: nobody has put in anything."""
    reasons = {player: "" if sums.put[player] is None else NOTHING_IN for player in sums.players}
    reasons |= {player: "not yet" for player, put in sums.put.items() if put or put is None}
    asks = words_at(evening).questions.get("win", "")
    names = in_place(sums.players, order, written)
    return WinnersAsked("won.0", asks if isinstance(asks, str) else asks[1], winners(names, 1, reasons), ())


def _alone(sums: _Sums, evening: Evening, order: Mapping[str, int]) -> WinnersAsked:
    """Return the question that is answered by itself: only one is left."""
    asked = _nobody(sums, evening, order)
    took = _gains(evening, 1)
    reasons = {player: FOLDED if sums.put[player] else NOTHING_IN for player in sums.players if player not in took}
    names = [choice.label for choice in asked.field.options]
    return WinnersAsked(asked.name, asked.asks, winners(names, 1, reasons), [written(player) for player in took], True)


def _gains(evening: Evening, number: int) -> dict[str, int]:
    """Return what each has got out of pools by the newest so many sayings."""
    return taken_from_pools(posting for outcome in evening.outcomes[-number:] for posting in outcome.postings)


def _taken(evening: Evening, number: int) -> str:
    """Return what the winners take by the newest so many sayings, and what goes back."""
    gains = sorted(_gains(evening, number).items(), key=lambda gain: -gain[1])
    newest = [outcome.event for outcome in evening.outcomes[-number:]]
    won = {event.player for event in newest if isinstance(event, Wins)}
    won |= {player for event in newest if isinstance(event, Split) for player in event.players}
    won = won or {name for name, _ in gains[:1]}
    sums = [(name, plain(evening.money, amount)) for name, amount in gains]
    takes = [f"{name} takes {much}" for name, much in sums if name in won]
    return ", ".join([*takes, *(f"{much} goes back to {name}" for name, much in sums if name not in won)])
