"""The page shows how a payee can be paid: to who records, a payment at a time, and to nobody else."""

import subprocess

from ledger.interchange.script import replay_script
from ledger.projections.settlement import settlement
from ledger.web.settle_view import _even, _no_code, payment_rows, place_of
from tests.helpers.serving import COMMAND, served

IBAN = "DE02120300000000202051"
NIGHT = ["game tally", "result Ann +1.50 Bob -1.50", "end", "close"]


def test_a_payment_is_shown_to_who_records_and_kept_by_no_browser(tmp_path):
    with served(tmp_path) as server, server.client() as client:
        page, watcher = server.page(), server.page("watch")
        opened = client.post("/api/evenings", json={"title": "Club & <b>", "players": ["Ann", "Bob"], "money": "EUR",
                                                    "counter": "0.05", "on": "2026-11-20"})  # fmt: skip
        number = opened.json()["evening"]
        for saying in NIGHT:
            assert client.post(f"/api/evenings/{number}/sayings", json={"saying": saying}).status_code == 200
        database = ["--database", str(tmp_path / "evenings.db")]
        path = f"/evenings/{number}/pay?from=Bob&to=Ann"
        assert "has said no way to be paid" in page.get(path).text
        subprocess.run(
            [*COMMAND, *database, "payee", "Ann", "--iban", IBAN], check=True, capture_output=True, timeout=60
        )
        shown = page.get(path)
        assert (shown.status_code, shown.headers["cache-control"]) == (200, "no-store")
        assert "<svg" in shown.text
        assert IBAN in shown.text
        assert "Bob, you pay Ann €1.50." in shown.text
        assert "<b>:" not in shown.text
        assert f"/evenings/{number}/pay?from=Bob&amp;to=Ann" in page.get(f"/evenings/{number}/settle").text
        assert page.get(f"/evenings/{number}/pay?from=Ann&to=Bob").status_code == 404
        refused = watcher.get(path)
        assert (refused.status_code, IBAN in refused.text) == (403, False)
        for seen in ("settle", "log", "won"):
            assert (
                IBAN not in page.get(f"/evenings/{number}/{seen}").text + watcher.get(f"/evenings/{number}/{seen}").text
            )


def test_nothing_opens_by_itself_and_a_payment_of_the_bank_is_not_paid():
    lines = [
        'evening "Nap" money=EUR counter=0.10 bank=cash',
        "players Ann Bob",
        "Ann buys 10.00 owing",
        "Bob buys 5.00 paid",
    ]
    rows = payment_rows(evening := replay_script("\n".join(lines), "said").evening, settlement(evening).transfers)
    assert [row.pair for row in rows if row.saying] == [("", "")]
    assert place_of("", rows) == 0
    assert _no_code(rows, "EUR") == "not of the bank"
    assert _no_code([], "EUR") == "all is paid"


def test_who_neither_pays_nor_gets_is_named():
    def even(result):
        evening = replay_script(f'evening "E"\nplayers Ann Bob Cat Dan\ngame tally\n{result}', "test").evening
        return _even(evening, settlement(evening).transfers)

    assert even("result Ann +4 Bob -4") == "Cat and Dan come out even."
    assert even("result Ann +4 Bob -2 Cat -2") == "Dan comes out even."
    assert even("result Ann +4 Bob -2 Cat -1 Dan -1") == ""
    assert even("") == "", "where nobody owes anything that is said alone"
