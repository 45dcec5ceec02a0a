"""Drawing the page of a long evening takes as many calls as that of a short one."""

from types import SimpleNamespace

import pytest

from ledger.store import open_store
from ledger.web import detail_views, settle_view
from ledger.web.application import Endpoint, application
from ledger.web.hub import Hub
from ledger.web.links import Right, new_links
from ledger.web.pages import details, rendering, table
from tests.helpers.call_counts import effort

DEAL = ["Cat 3", "Cat made", "deal"]
SHORT, LONG = 12, 300
"""So many deals, after which Ann deals again."""
HALVED = 400
"""Places in a list of 25 times as many are found by halving it five times more: at the most so many calls in all."""


class Phone:
    """A phone at a table at which so many deals were played, whose pages are drawn in this thread."""

    def __init__(self, folder, deals):
        folder.mkdir()
        self.store = open_store(str(folder / "evenings.db"))
        hub = Hub(self.store)
        served = application(hub, new_links(), Endpoint(frozenset({"cards.test"}), 80)).application
        url = SimpleNamespace(path="/evenings/1/log/1", query="")
        self.request = SimpleNamespace(app=served, scope={"right": Right.RECORD}, cookies={}, headers={}, url=url)
        said = ['evening "Twelfth Night"', "players Ann Bob Cat Dan", "Dan leaves", "game nap kitty=1", "deal Ann"]
        self.number = hub.open([*said, *(saying for _ in range(deals) for saying in DEAL), "Bob 2"], "Ann")
        self.newest = self.called = len(said) + deals * len(DEAL) + 1
        rendering.prepare()

    def say(self, saying):
        answer = table.say(self.request, self.number, [("saying", saying), ("seen", str(self.newest))])
        assert answer.status_code == 303, answer.body
        self.newest += 1

    def look(self):
        return table.table(self.request, self.number).body.decode()

    def tap(self, at):
        """Tap on a saying of the strip."""
        return details.correct(self.request, self.number, at).body.decode()


@pytest.fixture(scope="module")
def phones(tmp_path_factory):
    folder = tmp_path_factory.mktemp("long")
    phones = [Phone(folder / str(deals), deals) for deals in (SHORT, LONG)]
    yield phones
    for phone in phones:
        phone.store.close()


ACTS = {
    "say": [lambda phone: phone.say("Cat 3"), lambda phone: "Cat 3" in phone.look()],
    "tap": [lambda phone: phone.tap(phone.newest), lambda phone: phone.tap(phone.called)],
    "undo": [lambda phone: phone.say("undo"), lambda phone: "Bob 2" in phone.look()],
    "correct": [lambda phone: phone.say(f'amend {phone.called} "misheard": Bob passes'), Phone.look],
}


def test_the_page_after_a_saying_costs_the_same_on_a_long_evening(phones):
    for phone in phones:  # what is made only once is made
        for acts in ACTS.values():
            for act in acts:
                act(phone)
    for what, acts in ACTS.items():
        for act in acts:
            short, long = (effort(lambda phone=phone, act=act: act(phone)) for phone in phones)
            assert long <= short + HALVED, what


def test_a_script_is_answered_with_the_table_itself_and_a_browser_without_one_is_sent_there(phones):
    phone = phones[0]
    by_script = SimpleNamespace(**vars(phone.request) | {"headers": {"HX-Request": "true"}})
    fields = [("saying", 'note "supper"'), ("seen", str(phone.newest))]
    answer = table.say(by_script, phone.number, fields)
    phone.newest += 1
    assert answer.status_code == 200
    assert f'data-seen="{phone.newest}"' in answer.body.decode()
    phone.say('note "cards"')


@pytest.mark.parametrize(
    ("look", "view", "made"),
    [(details.settle, settle_view, "settling"), (details.explain, detail_views, "explanation")],
)
def test_who_pays_whom_and_why_are_worked_out_once_for_a_log(phones, monkeypatch, look, view, made):
    phone, times, make = phones[0], [], getattr(view, made)
    monkeypatch.setattr(view, made, lambda *asked: (times.append(asked), make(*asked))[1])
    phone.say('note "cake"')
    for _ in range(2):
        assert look(phone.request, phone.number).status_code == 200
    assert len(times) == 1
    phone.say("undo")
    look(phone.request, phone.number)
    assert len(times) == 2


def test_a_figure_is_explained_without_going_through_the_evening_for_each_line(phones):
    phone = phones[1]
    details.explain(phone.request, phone.number)  # the template is compiled at its first use
    phone.say('note "cake"')
    assert effort(lambda: details.explain(phone.request, phone.number)) < 100_000
