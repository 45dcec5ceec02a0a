"""The hub of the server: evenings in memory, who waits for whom, and work in the background."""

import asyncio
import re
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing
from unittest.mock import Mock

import httpx
import pytest

from ledger.games.nap.rules import NapDeal
from ledger.projections.explanation import explain
from ledger.store import open_store
from ledger.web import hub as module
from ledger.web.application import Endpoint, application
from ledger.web.hub import Hub, Stream
from ledger.web.links import new_links
from ledger.web.trial import MOST_TRIED, Trial
from ledger.web.words import sentence

HOST = "cards.test"


@pytest.fixture
def hub(tmp_path):
    store = open_store(str(tmp_path / "evenings.db"))
    yield Hub(store)
    store.close()


def opened(hub, *sayings, title="Twelfth Night"):
    return hub.open([f'evening "{title}"', "players Ann Bob Cat", *sayings], "Ann")


def within(hub, act, demo=None):
    """Call a function with a client of an application that serves this hub."""
    links = new_links()
    served = application(hub, links, Endpoint(frozenset({HOST}), 80), demo)

    async def serve():
        async with served.application.router.lifespan_context(served.application):
            headers = {"Authorization": f"Bearer {links.record}"}
            transport = httpx.ASGITransport(served)
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}", headers=headers) as client:
                return await act(client)

    return asyncio.run(serve())


def asked(hub, *paths):
    """Return the pages at these addresses."""

    async def ask(client):
        answers = [await client.get(path) for path in paths]
        assert {answer.status_code for answer in answers} == {200}
        return [answer.text for answer in answers]

    return within(hub, ask)


AFTER_ALL = 30
"""Seconds after which the hub is released, so that a failing test ends."""


@pytest.mark.parametrize("path", ["/evenings", "/evenings/1/say", "/name", "/api/evenings/1/sayings"])
def test_nobody_who_asks_for_nothing_of_the_house_waits_while_it_is_held(hub, path):
    opened(hub)
    free, held = threading.Event(), threading.Event()

    def hold():
        with hub.readers.held(), hub.recorders.held():
            held.set()
            free.wait(AFTER_ALL)

    async def ask(client):
        holder = threading.Thread(target=hold)
        holder.start()
        assert await asyncio.to_thread(held.wait, AFTER_ALL)
        waiting = asyncio.create_task(client.post(path, content="title=Epiphany&saying=game+nap&name=Ann"))
        await asyncio.sleep(0.1)
        assert (await client.get("/static/icon.svg")).status_code == 200
        still_held = holder.is_alive()
        free.set()
        await waiting
        await asyncio.to_thread(holder.join)
        return still_held

    assert within(hub, ask)


def test_the_evening_that_is_looked_at_stays_replayed_however_many_are_opened(hub, monkeypatch):
    monkeypatch.setattr(module, "MOST_LIVE", 3)
    tonight, *others = [opened(hub, title=f"Evening {number}") for number in range(5)]
    kept = hub.live_evening(tonight)
    for other in others:
        hub.live_evening(other)
        assert hub.live_evening(tonight) is kept
    assert hub.live_evening(others[-2]) is hub.live_evening(others[-2])
    assert hub.live_evening(tonight) is kept


def test_a_page_that_tells_a_refusal_is_not_kept(hub):
    number = opened(hub, "game nap", "deal Ann")

    async def ask(client):
        for place in range(3):
            said = {"saying": f"Bob {place} hearts", "key": f"k{place}"}
            assert (await client.post(f"/evenings/{number}/say", data=said)).status_code in (409, 422)
        return [key for key in hub.live_evening(number).rendered if key[0] == "table"]

    assert within(hub, ask) == []


class Breaks:
    """A demonstration that fails."""

    async def play(self, hub):
        raise RuntimeError("the piano is out of tune")


def test_what_fails_besides_is_logged_and_the_server_ends_as_ever(hub, caplog):
    async def ask(client):
        return (await client.get("/static/icon.svg")).status_code

    assert within(hub, ask, Breaks()) == 200
    assert [str(record.exc_info[1]) for record in caplog.records if record.exc_info] == ["the piano is out of tune"]


def test_each_who_puts_a_saying_right_is_offered_his_own_reason(hub):
    number = opened(hub, "game nap", "deal Ann", "Cat 3", "Cat made", "deal")
    path = f"/evenings/{number}/log/5"
    first, second = asked(hub, path, f"{path}?why=&reason=Bob+was+out+of+the+room")
    assert "misheard" in first
    assert "was+out+of+the+room" in second
    assert all("misheard" not in link.partition('"')[0] for link in second.split("/log?")[1:])


def test_the_house_is_free_while_a_page_tries_what_else_could_have_been_said(hub, monkeypatch):
    number = opened(hub, "game nap", "deal Ann", "Cat 3", "Cat made", "deal")
    tried, figures = [], Trial.figures_after

    def trying(trial, corrections):
        with ThreadPoolExecutor() as others:
            tried.append(others.submit(hub.newest, number).result(timeout=AFTER_ALL))
        return figures(trial, corrections)

    monkeypatch.setattr(Trial, "figures_after", trying)
    asked(hub, f"/evenings/{number}/log/5")
    assert len(tried) > 2


def test_no_page_reads_the_words_of_a_rule(hub, tmp_path, monkeypatch):
    sayings = ("game nap", "deal Ann", "Cat 3", "Cat made", "deal")
    number = opened(hub, *sayings)
    table = f"/evenings/{number}"
    paths = [table, f"{table}?seat=Ann", f"{table}?sheet=more", f"{table}/watch?wall=1", f"{table}/log/5"]
    plain = [without_key(page) for page in asked(hub, *paths)]
    assert sum("Nobody has called yet" in page for page in plain) == 5

    reworded = "so far: ends, leaves; it is his to close"
    monkeypatch.setattr(NapDeal, "called", staticmethod(lambda top: reworded))
    with closing(open_store(str(tmp_path / "reworded.db"))) as store:
        other = Hub(store)
        assert opened(other, *sayings) == number
        pages = [without_key(page) for page in asked(other, *paths)]
    for words, before in ((reworded, "nobody has called yet"), (sentence(reworded), "Nobody has called yet")):
        pages = [page.replace(words, before) for page in pages]
    assert pages == plain


def without_key(page):
    """Return a page without what each server draws for itself: keys, digests, times, and the join code of the wall."""
    drawn = r'name="key" value="[^".]*|data-head="[^"]*"|(?<=name="seen" value="7)-\w+|(?<=hx-swap="outerHTML">)\w{6}(?=</b>)|Said \d\d:\d\d'
    return re.sub(drawn, "", page)


def others(act, *arguments):
    """Return what a function returns in another thread; it may not wait for whatever this thread holds."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(act, *arguments).result(timeout=AFTER_ALL)


def test_readers_do_not_wait_for_a_recorder_nor_a_recorder_for_them(hub, monkeypatch):
    number = opened(hub, "game nap", "deal Ann")
    with hub.recorders.held(), hub.store.holding(number):
        assert others(hub.live_evening, number).number == 4
        assert others(hub.newest, number)[0] == 4
    with hub.readers.held():
        assert [line.number for line in others(hub.record, number, ["Bob 2"], "Bob", None, None).answer.said] == [5]
    assert hub.live_evening(number).number == 5


def test_a_reader_does_not_wait_where_another_program_has_locked_the_file(hub):
    number = opened(hub, "game nap", "deal Ann")
    waits = threading.Event()
    transaction = hub.store.database.transaction

    def waiting(writing=True):
        waits.set()
        return transaction(writing)

    with closing(open_store(hub.store.database.name)) as other, other.database.transaction():
        hub.store.database.transaction = waiting
        recorder = threading.Thread(target=lambda: recorded(hub, number))
        recorder.start()
        assert waits.wait(AFTER_ALL)
        assert others(hub.live_evening, number).number == 4
        assert recorder.is_alive(), "it waits for the file still"
    recorder.join(AFTER_ALL)
    assert hub.live_evening(number).number == 5


def recorded(hub, number):
    return hub.record(number, ["Bob 2"], "Bob", None, None)


def test_recorders_who_wait_leave_threads_to_readers(hub, monkeypatch):
    monkeypatch.setattr(module, "MOST_WAITING", 2)
    crowded = Hub(hub.store)
    number = opened(crowded, "game nap", "deal Ann")
    with ThreadPoolExecutor(3) as threads:
        with crowded.recorders.held():
            waiting = [threads.submit(recorded, crowded, number) for _ in range(3)]
            refused = next(as_completed(waiting, timeout=AFTER_ALL))
            assert "too many wait" in str(refused.exception())
            assert crowded.live_evening(number).number == 4
            assert not any(other.done() for other in waiting if other is not refused)
        assert sum(not task.exception(AFTER_ALL) for task in waiting) == 1, "Bob calls 2 once"


def test_a_page_is_told_where_the_same_number_has_another_past():
    hub = Hub(Mock())
    stream = Stream(hub, 1, (5, "a"))

    async def heard():
        messages = stream.messages()
        await anext(messages), await anext(messages)
        hub.announce(1, (5, "b"))
        return await asyncio.wait_for(anext(messages), AFTER_ALL)

    assert asyncio.run(heard()) == 'data: {"newest": 5, "head": "b"}\n\n'


def test_what_was_said_long_ago_is_tried_only_when_it_is_chosen(hub, monkeypatch):
    number = opened(hub, "game nap", "deal Ann", "Bob 2", *[f'note "{place}"' for place in range(MOST_TRIED + 1)])
    tried, figures = [], Trial.figures_after
    monkeypatch.setattr(Trial, "figures_after", lambda trial, said: tried.append(said) or figures(trial, said))
    early, late = f"/evenings/{number}/log/5", f"/evenings/{number}/log/{MOST_TRIED}"
    page, chosen, again = asked(hub, early, f"{early}?instead=Bob+3", f"{early}?instead=Bob+3&why=miscounted")
    assert "Bob passes" in page
    assert 'class="below effect"' not in page
    assert 'value="amend 5 &#34;misheard&#34;: Bob 3"' in chosen
    assert 'value="amend 5 &#34;miscounted&#34;: Bob 3"' in again
    assert len(tried) == 2
    assert 'class="below effect"' in chosen
    assert 'class="below effect"' not in asked(hub, late)[0]  # nothing is chosen before it is touched


def test_long_lists_come_in_pages(hub, monkeypatch):
    monkeypatch.setattr("ledger.web.detail_views.MOST_ROWS", 20)
    notes = [f'note "place {place}."' for place in range(30)]
    paid = [f"Bob pays Ann {place}" for place in range(1, 4)]
    number = opened(hub, "game nap kitty=1", *["deal", "tricks Ann 2 Bob 2 Cat 1"] * 12, "end divide", *notes, *paid)

    def pages(path, link):
        texts = []
        while path:
            texts += asked(hub, path)
            path = next(iter(re.findall(rf'href="([^"]+)">{link}', texts[-1])), "").replace("&amp;", "&")
        return texts

    sayings = pages(f"/evenings/{number}/log?also=void+3+%22no%22", "Earlier sayings")
    shown = [int(place) for text in sayings for place in re.findall(r'class="number">(\d+)<', text)]
    assert shown == list(range(len(notes) + len(paid) + 28, 0, -1))
    assert [text.count('class="number"') for text in sayings] == [20, 20, 20, 1]
    assert all("also=void" in text for text in sayings)
    movements = pages(f"/evenings/{number}/explain?player=Ann", "Earlier movements")
    events = [int(event) for text in reversed(movements) for event in re.findall(r'aria-label="number (\d+)"', text)]
    assert len(movements) > 1
    assert events == sorted(set(events))
    lines = explain(hub.live_evening(number).evening, "Ann")
    assert events == list(dict.fromkeys(line.event for line in lines))
