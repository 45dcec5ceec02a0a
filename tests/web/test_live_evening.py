"""The evening behind the page: what is looked up alone is the same as in the whole."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from ledger.core.books import Pool
from ledger.core.events import Note
from ledger.core.refusals import RefusedLine
from ledger.evening.fold import Evening
from ledger.games.language import write
from ledger.interchange.script import replay_script
from ledger.projections.offers import expecting, offers
from ledger.projections.summary import summary
from ledger.recorder import Recorder
from ledger.store import open_store
from ledger.web import detail_views as reading
from ledger.web.hub import Hub, Rejected
from ledger.web.trial import figures
from ledger.web.words import in_a_line
from tests.helpers.rig import one_in
from tests.recorder.test_loading import corrected_evening

EVENINGS = Path(__file__).parents[1] / "data" / "evenings"


def house_of(tmp_path, seed: int) -> Hub:
    recorder = Recorder(open_store(f"sqlite:///{tmp_path / 'evenings.db'}"), "Ann")
    recorder.keep(corrected_evening(seed, back=15 if seed % 2 else 400, deals=4))
    return Hub(recorder.store)


@pytest.mark.parametrize("seed", one_in(2, range(4)))
def test_one_saying_is_shown_as_it_stands_among_all(tmp_path, seed):
    following = house_of(tmp_path, seed).live_evening(1)
    rows = [row for row in reading.rows(following, "Ann") if row["counts"]]
    alone = [{**row, "moved": in_a_line(row["moved"])} for row in rows]
    for row in alone:
        assert row.pop("who") == "", "Ann has recorded them all"
        assert row["words"], "people read it"
        row.pop("player")  # his sign is drawn once, in the list
    assert [reading.row(following, row["number"]) for row in rows] == alone
    counted = {row["number"] for row in rows}
    others = [number for number in range(following.number + 3) if number not in counted]
    assert others
    assert not any(reading.row(following, number) for number in others)


@pytest.mark.parametrize("seed", one_in(2, range(4)))
def test_before_a_saying_the_evening_was_as_it_is_told_up_to_there(tmp_path, seed):
    following = house_of(tmp_path, seed).live_evening(1)
    told = Evening()
    for place, one in enumerate(following.evening.effective):
        if place % 7 == 3:
            before = following.replay.before(one.number)
            assert replace(summary(before), findings=()) == replace(summary(told), findings=())
            assert expecting(before) == expecting(told)
            assert offers(before, one.number - 1) == offers(told, one.number - 1)
        told.apply(one)


@pytest.mark.parametrize("game", ["cassino", "loto", "snip-snap-snorum"])
def test_a_pause_that_a_saying_only_leads_to_is_not_before_it(game):
    """A deal that silence has ended: before the saying that came then, it was still in hand."""
    replay = replay_script((EVENINGS / game / "golden.evening").read_text("utf-8"), game)
    led_to = [pause.events for pause in replay.pauses if pause.reached != pause.events]
    told = Evening()
    for place, one in enumerate(replay.evening.effective):
        if place in led_to:
            before = replay.before(one.number)
            assert expecting(before) == expecting(told)
            assert offers(before, one.number - 1) == offers(told, one.number - 1)
        told.apply(one)
    assert led_to


def test_before_a_saying_no_more_is_told_again_than_its_deal(tmp_path, monkeypatch):
    following = house_of(tmp_path, 1).live_evening(1)
    counted = following.evening.effective
    ends = [*(pause.events for pause in following.replay.pauses), len(counted)]
    longest = max(later - end for end, later in pairwise(ends))
    told = []
    tell = Evening.apply
    monkeypatch.setattr(Evening, "apply", lambda self, one: told.append(one) or tell(self, one))
    for one in counted[-20::5]:
        told.clear()
        following.replay.before(one.number)
        assert len(told) <= longest < len(counted) / 4


@pytest.mark.parametrize("seed", one_in(2, range(4)))
def test_what_is_tried_comes_to_what_it_would_if_it_were_said_and_leaves_the_trial_as_it_was(tmp_path, seed):
    hub = house_of(tmp_path, seed)
    following = hub.live_evening(1)
    sitting = Recorder(hub.store, "Ann").open_session(1)
    chosen = [one.number for one in following.evening.effective][2::23]
    fits = set()
    for number, other in zip(chosen, chosen[1:] + chosen[:1], strict=True):
        trial = following.trial(number)
        assert following.trial(number) is trial
        before = replace(summary(trial.replay.evening), findings=())
        assert before == replace(summary(following.evening), findings=())
        event = next(one.event for one in following.evening.effective if one.number == number)
        again = write(event, following.evening.money)
        for said in (
            [f'void {number} "no"'],
            [f'amend {number} "no": {again}', "undo"],
            [f'insert {number} "no": note "here"', f'amend {other} "no": note "there"'],
            [f'void {number} "no"', "", f'void {other} "no"'],
            [f'amend {number} "no": close'],
            [f"amend {number}"],
            [f'void {other} "no"', "nonsense"],
        ):
            tried = outcome_of(trial.figures_after, said)
            assert tried == outcome_of(lambda lines: figures_of(sitting, lines), said), said
            fits.add(isinstance(tried, dict))
            assert replace(summary(trial.replay.evening), findings=()) == before
            assert trial.replay.effective.last == following.number
    assert fits == {True, False}
    for number in chosen:
        trial = following.trial(number)
        tried = outcome_of(trial.figures_after, [f'void {number} "no"'])
        if isinstance(tried, str):  # what waits for another is refused first, as by whoever records
            assert outcome_of(trial.figures_after, [f'void {number} "no"', 'note "so"']) == tried
        remedy = f'Say amend {number} "why": note "so", where it was said instead of event {number}, '
        with pytest.raises(RefusedLine, match="it corrects no event") as refused:
            trial.figures_after([' note "so"'])
        assert refused.value.remedy.startswith(remedy)


def outcome_of(act, said):
    try:
        return act(said)
    except RefusedLine as refused:
        return refused.message


def figures_of(sitting, said):
    try:
        sitting.propose(enumerate(said, start=1))
        return figures(sitting.evening)
    finally:
        sitting.forget()


def test_others_record_while_corrections_are_tried(tmp_path, monkeypatch):
    hub = house_of(tmp_path, 1)
    trial, alone = hub.live_evening(1).trial(5), threading.Event()
    told = Evening.apply

    def tell(evening, one):
        if not alone.is_set():
            alone.set()
            with ThreadPoolExecutor() as others:
                others.submit(hub.record, 1, ['note "meanwhile"'], "Bob", None, None).result(timeout=10)
        return told(evening, one)

    monkeypatch.setattr(Evening, "apply", tell)
    with suppress(RefusedLine):
        trial.figures_after(['void 5 "no"'])
    assert hub.live_evening(1).evening.effective[-1].event == Note("meanwhile")
    assert trial.replay.effective.last + 1 == hub.live_evening(1).number


def test_the_pools_are_those_of_the_evening_as_it_moves_on_and_is_corrected(tmp_path):
    recorder = Recorder(open_store(f"sqlite:///{tmp_path / 'evenings.db'}"), "Ann")
    recorder.open(['evening "Long"', "players Ann Bob Cat", "game nap kitty=1"])
    hub = Hub(recorder.store)
    following = hub.live_evening(1)
    assert list(following.evening.books.pool_names) == []
    sayings = (
        "deal Ann", "undo", "deal Bob", "tricks Ann 2 Bob 2 Cat 1", "end divide", "game loo", "deal Ann", "undo", "undo",
        'void 3 "no"', "game loo", "deal Cat", "undo", "deal Ann", 'amend 3 "so": game nap', "deal Bob",
    )  # fmt: skip
    seen = set()
    for saying in sayings:
        try:
            hub.record(1, [saying], "Ann", None, None)
        except Rejected:
            continue
        following = hub.live_evening(1)
        paid = [account for one in following.evening.books.postings for account in (one.payee, one.payer)]
        pools = dict.fromkeys(account.name for account in paid if isinstance(account, Pool))
        assert list(following.evening.books.pool_names) == list(pools), saying
        seen.add(tuple(following.evening.books.pool_names))
    assert {(), ("nap.kitty",), ("nap.kitty", "loo.pool")} <= seen
