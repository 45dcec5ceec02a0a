"""View models of the detail pages: log, corrections, explanation and counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from msgspec.structs import asdict

from ledger.core.books import BANK, Account, Pool, with_rule
from ledger.core.events import Begin, Deal, End, Misdeal, RecordedEvent
from ledger.core.money import Money, Shown
from ledger.core.names import name as written
from ledger.core.names import quoted
from ledger.core.refusals import Refusal, RefusedLine, listed
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Outcome
from ledger.games.language import write
from ledger.games.registry import is_known, title_of
from ledger.language.forms import joined
from ledger.language.slots import Players
from ledger.log.replay import NoLongerFits, Replay
from ledger.projections.explanation import ExplainedLine, explain, payments, player_named
from ledger.projections.log_rows import in_effect, saying_in_effect
from ledger.projections.offers import assumed, expecting, offers
from ledger.recorder.ways_out import follow_stacks
from ledger.web.hub import PageEvening
from ledger.web.panel.buttons import SayingButton
from ledger.web.panel.layout import Layout
from ledger.web.panel.slots import verbs_of
from ledger.web.sentences import in_words, people_write, said, saying_in_words, words_at
from ledger.web.trial import Trial, figures
from ledger.web.words import account_name, figure, heading, in_a_line, in_figures, moved, plain, sentence, without_name

MOST_ALTERNATIVES = 5
"""So many other sayings fit on a screen of nine places beside what was said and the ways to say anything else."""
REASONS = ("misheard", "miscounted")


# The log


MOST_ROWS = 200
"""The greatest number of sayings or movements on a page."""


def page_of_rows(live: PageEvening, reader: str, last: int | None = None) -> tuple[list[dict[str, Any]], int]:
    """Return the newest rows, or those up to place `last`, and how many places come before them."""
    places = list(live.replay.effective.in_place())[:last]
    earlier = max(0, len(places) - MOST_ROWS)
    return rows(live, reader, places[earlier:]), earlier


def rows(live: PageEvening, reader: str, among: Sequence[RecordedEvent] | None = None) -> list[dict[str, Any]]:
    """Return the sayings in effect, all or `among` some events, the newest first.

    The recorder's name is left out for the `reader`, and if the row above has the same name.
    """
    evening = live.evening
    rows = []
    for saying in in_effect(live.replay, Shown.of(evening.money), among):
        outcome = live.replay.outcome(saying.number) if saying.counts else None
        moves = moved(outcome.postings, evening.money, outcome.seated) if outcome else ()
        words = in_words(outcome.event, evening, saying.number) if outcome else people_write(saying.saying)
        rows.append({**asdict(saying), "words": words, "counts": saying.counts, "moved": moves,
                     "player": getattr(outcome.event, "player", "") if outcome else ""})  # fmt: skip
    rows.reverse()
    above = reader
    for row in rows:
        row["who"] = row["said_by"] if row["said_by"] != above else ""
        above = row["said_by"]
    return rows


def row(live: PageEvening, number: int) -> dict[str, Any] | None:
    """Return the row of a saying in effect; None if that number has none."""
    outcome = live.replay.outcome(number)
    if outcome is None:
        return None
    saying = saying_in_effect(live.replay, outcome, live.evening.money)
    moves = moved(outcome.postings, live.evening.money, outcome.seated)
    words = in_words(outcome.event, live.evening, number)
    return {**asdict(saying), "counts": saying.counts, "words": words, "moved": in_a_line(moves)}


def where_said(evening: Evening, number: int) -> str:
    """Return the game and the deal of an event; empty for an event between games."""
    game, deal = "", 0
    for outcome in evening.outcomes:
        if outcome.number > number:
            break
        match outcome.event:
            case Begin(game=name) if is_known(name):
                game, deal = title_of(name), 0
            case Deal():
                deal += 1
            case Misdeal():
                deal -= 1
            case End():
                game = ""
    return f"{game}, deal {deal}" if game and deal else game


# A correction


VOID, TAKE_OUT = "void", "take it out"


@dataclass(frozen=True)
class Alternative:
    """Another saying that could have been said, or why it would not fit."""

    saying: str
    label: str
    why: str = ""
    against: str = ""
    """The later event that would no longer fit, as a clause, if that is the reason."""
    correction: str = ""
    """The whole correction, which can be made together with others."""


def asked_before(live: PageEvening, number: int) -> str:
    """Return the question that an event answered; empty between two games."""
    game = live.replay.before(number).game
    return heading(game)[0] if game else ""


def other_sayings(live: PageEvening, number: int) -> dict[str, str]:
    """Return the sayings possible instead, each in words; the last one takes the event back."""

    def make() -> dict[str, str]:
        outcome = live.replay.outcome(number)
        assert outcome is not None, f"event {number} counts"
        now, before = write(outcome.event, live.evening.money), live.replay.before(number)
        others = [button.saying for button in _likely(live.replay, outcome) if button.saying != now]
        return {saying: saying_in_words(saying, before) for saying in others[:MOST_ALTERNATIVES]} | {VOID: TAKE_OUT}

    return live.once(("instead", number), make)


def alternatives(trial: Trial, sayings: Mapping[str, str], reason: str, also: Sequence[str] = ()) -> list[Alternative]:
    """Return the alternatives to the event on trial, with `reason` in their corrections.

    Each is tried together with the corrections `also`. If too much was said since, only the chosen one is tried.
    """
    number = trial.number

    def make() -> list[tuple[str, str]]:
        return [_why_not(trial, [*also, _instead(number, REASONS[0], saying)]) for saying in sayings]

    tried = trial.once(("alternatives", *also), make) if trial.is_short else [("", "")] * len(sayings)
    return [
        Alternative(saying, words, why, against, _instead(number, reason, saying))
        for (saying, words), (why, against) in zip(sayings.items(), tried, strict=True)
    ]


def _instead(number: int, reason: str, saying: str) -> str:
    """Return the correction by which another saying, or none, counts in place of an event."""
    return f"void {number} {quoted(reason)}" if saying == VOID else f"amend {number} {quoted(reason)}: {saying}"


def not_fitting(others: Sequence[Alternative]) -> list[tuple[str, str]]:
    """Group the alternatives that would not fit by the later event against them."""
    by_reason: dict[str, list[str]] = {}
    for other in others:
        if other.why:
            by_reason.setdefault(f"{other.against}." if other.against else other.why, []).append(other.label)
    return [
        (f"These {in_figures(len(labels)).lower()}" if len(labels) > MOST_NAMED else listed(labels), reason)
        for reason, labels in by_reason.items()
    ]


MOST_NAMED = 2
"""The number of unfit alternatives that are named; of more, their number is shown."""


def _likely(replay: Replay, outcome: Outcome) -> list[SayingButton]:
    """Return the buttons of the turn that an event answered, its speaker's first."""
    number = outcome.number
    before = replay.before(number)
    player = getattr(outcome.event, "player", None)
    who = expecting(before).who
    assumes = assumed(outcome.answered, before.money)
    forms = offers(before, number - 1).forms
    layout = Layout(before.money)
    own = [form for form in forms if form.assumes == assumes]
    others = [form for form in forms if not form.assumes] if assumes else []
    word = _verb(outcome, before.money) if player else ""
    panels = [
        layout.panel([form for form in own if len(form.who) > 1 and word in verbs_of(form)], None),  # of another player
        layout.panel(own, player if player in before.seats.present else None),
        layout.panel(others, who[0] if len(who) == 1 else None),
    ]
    buttons: dict[str, SayingButton] = {}
    for shares in (form.slots[1:2] for form in own if verbs_of(form) == ["split"]):
        among = [written(name) for slot in shares if isinstance(slot, Players) for name in slot.among]
        if len(among) == TWO_SHARE:
            saying = joined(["split", *among])
            buttons[saying] = SayingButton(saying, saying)
    for panel in panels:
        ready = [*panel.usual, *(button for button in panel.ready if isinstance(button, SayingButton))]
        for button in (*ready, *(button for sheet in panel.sheets for button in sheet.ready)):
            buttons.setdefault(button.saying, button)
    return list(buttons.values())


def _verb(outcome: Outcome, money: Money) -> str:
    """Return the word with which a saying begins, after the player."""
    return without_name(write(outcome.event, money), getattr(outcome.event, "player", None) or "").partition(" ")[0]


TWO_SHARE = 2
"""The number of players who may share of whom no choice is left."""


def _why_not(trial: Trial, corrections: Sequence[str]) -> tuple[str, str]:
    """Return why corrections do not fit, and the later event against them; empty if they fit."""
    try:
        trial.figures_after(corrections)
    except (Refusal, RefusedLine) as error:
        refusal = error.refusal if isinstance(error, RefusedLine) else error
        later = isinstance(refusal, NoLongerFits) and refusal.event != trial.number
        return f"{refusal.sentence}.", _against(trial, refusal) if isinstance(refusal, NoLongerFits) and later else ""
    return "", ""


def _against(trial: Trial, refusal: NoLongerFits) -> str:
    """Return in words the later event that would no longer fit."""
    return f"{refusal.event} {in_words(refusal.said, trial.replay.evening, refusal.event)} would not fit any more"


def correction_of(number: int, reason: str, instead: str, another: str, before: str) -> str:
    """Return the saying that corrects an event."""
    if before.strip():
        return f"insert {number} {quoted(reason)}: {before.strip()}"
    if another.strip():
        return f"amend {number} {quoted(reason)}: {another.strip()}"
    return _instead(number, reason, instead)


@dataclass(frozen=True)
class EffectOnBalances:
    """The effect of corrections on what everybody has, or why they do not fit."""

    changes: list[dict[str, str]]
    refusal: str = ""
    with_another: bool = False
    """Whether the corrections may fit together with another one."""
    question: str = ""
    """Whether later sums follow from a corrected stack; empty if that is not why they do not fit."""
    following: Sequence[str] = ()
    """The corrections of these sums."""


def effect(trial: Trial, corrections: Sequence[str]) -> EffectOnBalances:
    """Return the effect of corrections, all of them together."""
    evening = trial.replay.evening
    now, money = figures(evening), evening.money
    shown, has = (plain, " has") if evening.bank.state.bought else (figure, "")
    try:
        then = trial.figures_after(corrections)
    except RefusedLine as refused:
        whole = RefusedLine("", 1, "; ".join(corrections), refused.refusal)
        stacks = follow_stacks(whole, trial.batch)
        sums = stacks.corrections[len(corrections) :] if stacks else ()
        question = sentence(stacks.question(money)) if stacks else ""
        return EffectOnBalances([], refused.message, isinstance(refused.refusal, NoLongerFits), question, sums)
    except Refusal as refused:
        return EffectOnBalances([], refused.message)
    if now == then:
        return EffectOnBalances([])
    rows = [
        {
            "name": name,
            "has": has,
            "now": shown(money, now.get(name, 0)),
            "change": figure(money, then.get(name, 0) - now.get(name, 0)),
            "then": shown(money, then.get(name, 0)),
        }
        for name in dict.fromkeys((*now, *then))
        if name != BANK or now.get(name, 0) != then.get(name, 0)
    ]
    return EffectOnBalances(rows)


# A figure explained


def deal_numbers(evening: Evening) -> dict[int, str]:
    """Return the number of each deal as the table counts it: by game, without misdeals."""
    numbers: dict[int, str] = {}
    begun = in_game = 0
    for outcome in evening.outcomes:
        if isinstance(outcome.event, Begin):
            in_game = 0
        elif isinstance(outcome.event, Deal):
            begun, in_game = begun + 1, in_game + 1
            numbers[begun] = f"deal {in_game}"
        elif isinstance(outcome.event, Misdeal) and begun:
            numbers[begun], in_game = f"deal {in_game}, void", in_game - 1
    return numbers


def explanation(live: PageEvening, account: Account, last: int | None = None) -> dict[str, Any]:
    """Return the movements behind a figure, saying by saying, with the running balance.

    They are the newest, or the newest of the first `last` movements; `earlier` is the number of movements before
    them.
    """
    evening = live.evening
    money = evening.money
    account = account if isinstance(account, Pool) else player_named(evening, account)
    lines = explain(evening, account)
    balance = lines[-1].balance if lines else 0
    lines = lines[:last]
    first = max(0, len(lines) - MOST_ROWS)
    while first and lines[first - 1].event == lines[first].event:
        first -= 1
    shown, numbers = lines[first:], deal_numbers(evening)
    games = []
    for game, of_game in groupby(shown, key=lambda line: line.game):
        in_game, deals = list(of_game), []
        for deal, of_deal in groupby(in_game, key=lambda line: line.deal):
            blocks = [_block(list(of_event), live) for _, of_event in groupby(of_deal, key=lambda line: line.event)]
            deals.append((numbers[deal] if deal else "before the first deal", blocks))
        title = title_of(game) if is_known(game) else "The evening"
        sum_of_game = figure(money, sum(line.amount for line in in_game))
        games.append({"title": title, "sum": sum_of_game, "last": in_game[-1].why, "deals": deals})
    show = plain if isinstance(account, Pool) else figure
    paid = payments(evening, account, written=Shown.of(money)) if isinstance(account, str) else []
    accounts: list[Account] = [*evening.books.people(), *map(Pool, evening.books.pool_names)]
    if account in accounts[MOST_SHOWN:]:
        accounts.insert(MOST_SHOWN - 1, accounts.pop(accounts.index(account)))
    return {
        "account": account_name(account).capitalize() if isinstance(account, Pool) else account,
        "figure": show(money, balance),
        "result": _result(money, balance) if isinstance(account, str) else f"{show(money, balance)} in it",
        "games": games,
        "earlier": first,
        "paid": [
            {"saying": line.saying, "amount": figure(money, line.amount), "owed": figure(money, line.owed)}
            for line in paid
        ],
        "accounts": [
            {
                "apart": place >= MOST_SHOWN and other != account,
                "name": account_name(other).capitalize() if isinstance(other, Pool) else other,
                "query": urlencode({"pool" if isinstance(other, Pool) else "player": str(other)}),
                "here": other == account,
            }
            for place, other in enumerate(accounts)
        ],
    }


MOST_SHOWN = 3
"""The number of figures near the thumb; the others are behind one button."""


def _result(money: Money, balance: int) -> str:
    """Return in words what a balance means for a player."""
    if not balance:
        return "neither won nor lost"
    return f"has {'won' if balance > 0 else 'lost'} {plain(money, abs(balance))}"


def _block(lines: Sequence[ExplainedLine], live: PageEvening) -> dict[str, Any]:
    evening, money, outcome = live.evening, live.evening.money, live.replay.outcome(lines[0].event)
    assert outcome is not None, "a saying that moved something counts"
    total = sum(line.amount for line in lines)
    words, seated = in_words(outcome.event, evening, outcome.number), len(evening.seats.seated)
    whys = []
    for (why, cite), of_why in groupby(lines, key=lambda line: (line.why, line.cite)):
        several = list(of_why)
        preposition = "from" if several[0].amount > 0 else "to"
        amounts = {abs(line.amount) for line in several}
        pools = evening.books.pool_names
        names = [f"the {line.other.rpartition('.')[2]}" if line.other in pools else line.other for line in several]
        whom = f"each of {in_figures(len(names)).lower()}" if len(names) >= max(seated - 1, 2) else listed(names)
        share = (
            f", {plain(money, amounts.pop())} {preposition} {whom}" if len(amounts) == 1 and len(several) > 1 else ""
        )
        where = "" if whom in why else f", {preposition} {whom}"
        whys.append(with_rule(why + (share or where), cite))
    repeats = said(words_at(evening, outcome.number), _verb(outcome, money)).repeats
    more = whys[0].removeprefix(repeats)  # as much of the reason as the saying does not say
    sentence = f"{words}{more}" if more != whys[0] else f"{words}: {more}"
    return {
        "event": lines[0].event,
        "amount": figure(money, total),
        "balance": plain(money, lines[-1].balance),
        "sentence": "; ".join((sentence, *whys[1:])),
        "game": lines[0].game if is_known(lines[0].game) else "",
    }
