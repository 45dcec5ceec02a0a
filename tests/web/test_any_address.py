"""Any address of the server, filled in with anything, is answered: never by a fault of the server."""

import asyncio
import re
from contextlib import closing

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.store import open_store
from ledger.web.application import Endpoint, application
from ledger.web.hub import Hub
from ledger.web.links import new_links

EVENINGS = {
    "nap": ["game nap", "deal Ann", "Bob 3", "Cat passes", "Ann passes"],
    "holdem": ["game holdem", "Ann buys 200", "Bob buys 200", "Cat buys 90", "deal Ann"],
    "tournament": ["game tournament"],
    "tally": ["game tally"],
}
HALF_SAID = ["½", "20.", "1/", "-", "£", "€1", "1½d", "1.234,5", "9" * 30, '"', "\x00", "--", "…", "<b>", "é", "%00"]
KNOWN = ["", "0", "1", "2", "Ann", "bank", "AS", "menu", "deal", "count", "all", "2026-02-30", "amend 3: game nap",
         'void 4 "x"', "count Ann 3", "Ann buys 20", "game nap stake=½", "deal Bob", "Bob wins", "1,2"]  # fmt: skip
NAMES = ["saying", "seen", "head", "key", "title", "players", "who", "name", "amount", "said",
         "why", "instead", "another", "before", "w0", "h1", "m2", "o1.stake", "g2.0.h1"]  # fmt: skip
VALUES = st.sampled_from([*KNOWN, *HALF_SAID]) | st.text(max_size=20)


def fields(names):
    """Return some of these names with a value each."""
    return st.lists(st.tuples(st.sampled_from(names), VALUES), max_size=4)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Yield the application with its guards, a token, and its addresses."""
    with closing(open_store(str(tmp_path_factory.mktemp("any") / "evenings.db"))) as store:
        hub, links = Hub(store), new_links()
        for sayings in EVENINGS.values():
            hub.open(['evening "Any"', "players Ann Bob Cat Dan", *sayings], "Ann")
        made = application(hub, links, Endpoint(frozenset({"cards.test"}), 80))
        yield made, links.record, sorted(_addresses(made.application.routes))


def _addresses(routes):
    """Yield the methods, paths and own fields of all addresses that answer at once: wrong links and codes wait."""
    for route in routes:
        within = getattr(route, "original_router", None)
        if within is not None:
            yield from _addresses(within.routes)
        elif hasattr(route, "dependant") and not re.search("stream|join$|/in/", route.path):
            asked = tuple(sorted(field.alias for field in route.dependant.query_params))
            yield from ((method, route.path, asked) for method in route.methods - {"HEAD"})


@pytest.mark.thorough
@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_any_address_is_answered_without_a_fault(server, data):
    made, token, addresses = server
    method, address, asked = data.draw(st.sampled_from(addresses))
    part = st.sampled_from(["1", "2", "3", "4", *KNOWN[1:]]) | st.text("aé½.-", min_size=1, max_size=8)
    path = re.sub(r"\{[^}]*\}", lambda _: httpx.URL("/").join(data.draw(part)).path.strip("/") or "1", address)
    sent = {"params": data.draw(fields(asked or NAMES))}
    if method != "GET":
        sent[data.draw(st.sampled_from(["json", "data"]))] = dict(data.draw(fields(NAMES)))

    async def answered():
        transport = httpx.ASGITransport(made, client=(data.draw(st.ip_addresses(v=4).map(str)), 1))
        headers = {"Authorization": f"Bearer {token}", "Origin": "http://cards.test"}
        async with httpx.AsyncClient(transport=transport, base_url="http://cards.test", headers=headers) as client:
            return await client.request(method, path, **sent)

    assert asyncio.run(answered()).status_code < 500
