"""How people are paid: kept beside the logs, deleted to the byte, and put into codes that are read back."""

import json
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

import numpy
import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.books import PayeeWay
from ledger.core.money import Money
from ledger.core.refusals import Refusal
from ledger.interchange.codes import payment_code
from ledger.language.payees import read_way
from ledger.settlement.payloads import LONGEST_EPC, note_of, ways_to_pay
from tests.helpers import command_line

at_home, run, file = command_line.at_home, command_line.run, command_line.file
IBAN = "DE02120300000000202051"
ALL_WAYS = {
    "iban": PayeeWay("iban", IBAN, "", "COBADEFFXXX"),
    "upi": PayeeWay("upi", "ann@bank"),
    "swish": PayeeWay("swish", "0701234567"),
    "paypal": PayeeWay("paypal", "annm"),
    "link": PayeeWay("link", "https://pay.example/{amount}/{currency}?for={note}"),
}
ANYTHING = st.text(alphabet=st.characters(), max_size=200)


def read_back(text: str) -> str:
    """Return what a decoder reads from the picture of a code, and see its level and size."""
    code = payment_code(text)
    assert code.error == "M"
    assert int(code.version) <= (13 if text.startswith("BCD") else 40)
    picture = numpy.array([[255 * (not dark) for dark in row] for row in code.matrix_iter(2, 4)], dtype=numpy.uint8)
    (read,) = zxingcpp.read_barcodes(picture)
    assert read.ec_level == "M"
    return read.bytes.decode()


def text_of(way: str, code: str, amount: int = 150, note: str = "Club night 2026-11-20: Dan to Ann") -> str:
    ways = ways_to_pay("Ann Miller", {way: ALL_WAYS[way]}, Money(code, None), amount, note)
    return ways[0].text if ways else ""


def test_the_texts_are_those_of_their_standards():
    assert text_of("iban", "EUR") == "\n".join(
        ["BCD", "002", "1", "SCT", "COBADEFFXXX", "Ann Miller", IBAN, "EUR1.50", "", "",
         "Club night 2026-11-20: Dan to Ann"]
    )  # fmt: skip
    note = "Club%20night%202026-11-20%3A%20Dan%20to%20Ann"
    assert text_of("upi", "INR") == f"upi://pay?pa=ann@bank&pn=Ann%20Miller&am=1.50&cu=INR&tn={note}"
    assert text_of("swish", "SEK") == f"C0701234567;1,50;{note};0"
    assert text_of("paypal", "EUR") == "https://paypal.me/annm/1.50EUR"
    assert text_of("link", "JPY") == f"https://pay.example/150/JPY?for={note}"
    assert [text_of(way, code) for way, code in (("iban", "GBP"), ("upi", "EUR"), ("swish", "NOK"), ("paypal", "JPY"),
                                                 ("link", "counters"), ("link", "lsd"))] == [""] * 6  # fmt: skip


def test_a_sum_that_no_transfer_has_is_refused():
    assert "EUR999999999.99" in text_of("iban", "EUR", 99_999_999_999)
    with pytest.raises(Refusal, match="is no sum of a transfer"):
        text_of("iban", "EUR", 100_000_000_000)


@pytest.mark.parametrize(
    "title", ["Club é night", "Ärger\nBCD\r002", "🂡" * 100, "👩‍👩‍👧" * 40, "a;b&c=d%20#", "ß" * 300], ids=range(6)
)
def test_codes_are_read_back_field_by_field(title):
    note = note_of(title, "Zoë;\nBCD", "Ann & Bob?#%")
    for way, code in (("iban", "EUR"), ("upi", "INR"), ("swish", "SEK"), ("link", "EUR")):
        text = text_of(way, code, note=note)
        assert read_back(text) == text
        check(way, text)


def check(way: str, text: str) -> None:
    """Check that each field of a text is what it should be, and no more fields are there."""
    if way == "iban":
        fields = text.split("\n")
        assert len(text.encode()) <= LONGEST_EPC
        assert fields[:5] == ["BCD", "002", "1", "SCT", "COBADEFFXXX"]
        assert fields[6:10] == [IBAN, "EUR1.50", "", ""]
        assert len(fields) == 11
        assert 1 <= len(fields[5]) <= 70
        assert len(fields[10]) <= 140
        assert text.replace("\n", "").isprintable() or not any(ord(letter) < 32 for letter in "".join(fields))
    elif way == "upi":
        fields = parse_qs(urlsplit(text).query, strict_parsing=True, keep_blank_values=True)
        assert list(fields) == ["pa", "pn", "am", "cu", "tn"]
        assert [fields[name] for name in ("pa", "am", "cu")] == [["ann@bank"], ["1.50"], ["INR"]]
        assert len(fields["tn"][0]) <= 50
    elif way == "swish":
        assert text.split(";")[::3] == ["C0701234567", "0"]
        assert len(text.split(";")) == 4
    else:
        assert text.startswith("https://pay.example/1.50/EUR?for=")
        assert urlsplit(text).path.count("/") == 2
        assert urlsplit(text).fragment == ""


@given(ANYTHING, ANYTHING, ANYTHING)
def test_no_title_and_no_name_breaks_a_text(title, payer, holder):
    """`pytest --timeout 0 --hundreds 100 -k breaks_a_text` tries ten thousand, in some minutes."""
    for way, code in (("iban", "EUR"), ("upi", "INR"), ("swish", "SEK"), ("link", "EUR")):
        kept = PayeeWay(way, ALL_WAYS[way].value, f"{holder}x", ALL_WAYS[way].bic)
        (pay,) = ways_to_pay("Ann", {way: kept}, Money(code, None), 150, note_of(title, payer, "Ann"))
        check(way, pay.text)
        payment_code(pay.text)


@pytest.mark.parametrize(
    ("way", "value", "message"),
    [
        ("iban", "DE02120300000000202052", "DE02120300000000202052 is no IBAN: its check digits do not agree"),
        ("iban", "DE0212030000000020205", "DE0212030000000020205 is no IBAN: one of DE has 22 characters"),
        ("iban", "Ann", "ANN is no IBAN: one begins with a country, as DE02"),
        ("upi", "ann", "ann is no UPI address: one is as ann@bank"),
        ("paypal", "ann m", "ann m is no PayPal.Me name: letters and digits, 20 at most"),
        ("swish", "123", "123 is no Swish number: ten digits, or a 46 with nine after it"),
        ("link", "javascript:alert(1)", "a link begins with https:, upi:, swish:, venmo: or bitcoin:"),
        ("link", "https://a\nb", "https://a\ufffdb has a character that cannot be sent"),
    ],
)
def test_what_is_no_way_to_be_paid_is_refused(way, value, message):
    with pytest.raises(Refusal) as caught:
        read_way(way, value)
    assert (caught.value.sentence, caught.value.code.value) == (message, "unreadable")


@pytest.fixture
def ann(run, file):
    run("import", file('evening "Club night" on 2026-11-20 money=EUR counter=0.05\nplayers Ann Bob Cat Dan\n'
                       "game tally\nresult Ann +1.50 Bob -0.50 Cat +0.50 Dan -1.50\nend\nclose\n", "a.evening"))  # fmt: skip
    assert run("payee", "ann", "--iban", "DE02 1203 0000 0000 2020 51", "--holder", "Ann Miller").code == 0
    return run


def test_details_are_kept_shown_and_replaced(ann):
    assert ann("payee", "Ann", "--json").json == {
        "person": "Ann", "ways": [{"way": "iban", "value": IBAN, "holder": "Ann Miller", "bic": ""}],
    }  # fmt: skip
    ann("payee", "Ann", "--iban", "NL91ABNA0417164300")
    assert [way["value"] for way in ann("payee", "Ann", "--json").json["ways"]] == ["NL91ABNA0417164300"]
    refused = ann("payee", "Ann", "--iban", "NL91ABNA0417164301", "--json")
    assert (refused.code, refused.json["error"]["code"]) == (1, "unreadable")
    assert [way["value"] for way in ann("payee", "Ann", "--json").json["ways"]] == ["NL91ABNA0417164300"]
    assert ann("payee", "Zed", "--json").json["error"]["message"] == "nobody is called Zed."


def test_what_is_deleted_is_gone_to_the_byte(ann, at_home):
    for arguments in (("--forget", "iban"), ("--paypal", "annmillerpays"), ("--forget",)):
        assert ann("payee", "Ann", *arguments).code == 0
    files = list(at_home.glob("evenings.db*"))
    assert files
    for path in files:
        assert not any(secret in path.read_bytes() for secret in (IBAN.encode(), b"annmillerpays", b"Ann Miller"))
    assert ann("payee", "Ann", "--json").json["ways"] == []
    assert ann("audit").code == 0


def test_no_log_seal_or_export_has_details(ann):
    for command in (["log"], ["seal"], ["settle"], ["audit"], *(["export", "--format", form] for form in
                    ("script", "jsonl", "csv", "beancount", "hledger"))):  # fmt: skip
        done = ann(*command)
        assert IBAN not in done.out + done.err


@pytest.mark.parametrize("without", [True, False])
def test_copies_carry_details_unless_they_are_left_out(ann, at_home, without):
    options = ["--without-payees"] if without else []
    ann("db", "backup", "backup.db", *options)
    ann("db", "copy", "evenings.db", "copy.db", *options)
    for name in ("backup.db", "copy.db"):
        ways = ann("payee", "Ann", "--json", "--database", name).json["ways"]
        assert [way["value"] for way in ways] == ([] if without else [IBAN])
        assert (IBAN.encode() in (at_home / name).read_bytes()) is not without
        assert json.loads(ann("settle", "--json", "--database", name).out)["owed"]["Ann"] == 150


# What is sent


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["Dan", "--text"], ["Dan, you pay Ann €1.50.", "Club night, 2026-11-20: you lost €1.50."]),
        (["--text", "ann"], ["Ann, Dan pays you €1.50.", "Club night, 2026-11-20: you won €1.50."]),
        (["Dan", "--text", "--pay"], ["Dan, you pay Ann €1.50.", "  IBAN DE02 1203 0000 0000 2020 51, Ann Miller",
                                      "Club night, 2026-11-20: you lost €1.50."]),
        (["Dan"], ["Dan pays Ann €1.50"]),
        (["--pay"], ["Bob pays Cat €0.50", "Dan pays Ann €1.50", "  IBAN DE02 1203 0000 0000 2020 51, Ann Miller"]),
        (["Dan", "--text", "--since", "2026-01-01"], ["Dan, you pay Ann €1.50.",
                                                      "Club night, 2026-11-20: you lost €1.50."]),
        (["--text"], ["Club night", "Bob pays Cat €0.50", "Dan pays Ann €1.50",
                      "Won and lost: Ann +€1.50, Bob −€0.50, Cat +€0.50, Dan −€1.50"]),
    ],
)  # fmt: skip
def test_what_is_sent_to_those_who_settle(ann, arguments, lines):
    told = f" (set on {datetime.now(UTC).date()} by Zoë)"  # by the clock of the program
    sent = ann("settle", *arguments).out
    assert (sent.count(told), sent.replace(told, "").splitlines()) == ("--pay" in arguments, lines)


def test_who_owes_nothing_is_even_and_costs_are_told(ann):
    ann("record", "Dan pays Ann 1.50")
    assert (
        ann("settle", "Dan", "--text").out
        == "Dan, you are even.\nClub night, 2026-11-20: you lost €1.50, paid €1.50.\n"
    )
    ann("record", "cost 10.00 pizza Cat paid for Ann Bob Dan")
    assert ann("settle", "Dan", "--text").out.endswith("you lost €1.50, costs -€3.34, paid €1.50.\n")


def test_codes_of_all_payments_are_drawn(ann, at_home):
    ann("payee", "Cat", "--iban", "NL91ABNA0417164300")
    answer = ann("settle", "Dan", "--qr", "--image", "pay.png", "--json").json["payments"]
    assert [(code["to"], code["amount"], code["money"], code["way"], code["image"]) for code in answer] == [
        ("Ann", 150, "EUR", "epc", "pay.png"),
    ]  # fmt: skip
    from PIL import Image

    (read,) = zxingcpp.read_barcodes(numpy.asarray(Image.open(at_home / "pay.png").convert("L")))
    assert read.bytes.decode() == answer[0]["text"]
    fields = answer[0]["text"].split("\n")
    assert fields[5:8] == ["Ann Miller", IBAN, "EUR1.50"]
    assert fields[10] == "Club night 2026-11-20: Dan to Ann"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["Ann", "--qr"], 1, "Ann pays nobody."),
        (["Bob", "--qr"], 1, "Cat has said no way to be paid in EUR."),
        (["Zed", "--text"], 1, "Zed does not settle here."),
        (["--qr"], 2, "--qr draws the codes of one who pays: settle PERSON --qr."),
        (["Dan", "--text", "--qr"], 2, "--text and --qr print different things: say one of them."),
        (["Dan", "--image", "x.png"], 2, "--image goes with --qr."),
    ],
)
def test_what_cannot_be_sent_is_refused(ann, arguments, code, message):
    done = ann("settle", *arguments, "--json")
    assert (done.code, done.json["error"]["message"]) == (code, message)


def test_no_bank_takes_counters(run):
    run("open", "Whist", "--players", "Ann Bob")
    run("record", "--together", "-", stdin="game tally\nAnn gives Bob 3\nend\nclose\n")
    assert run("settle", "Ann", "--qr").err == "counters are paid at the table: no bank takes them.\n"


# By persons


def test_who_is_paid_is_a_person_whatever_the_table_called_him(ann, file):
    ann("import", file('evening "Again" on 2026-11-27 money=EUR counter=0.05\nplayers Annie Bob\ngame tally\n'
                       "Bob gives Annie 10\nend\nclose\n", "b.evening"))  # fmt: skip
    first = ann("payee", "Bob", "--link", "https://pay.example/{amount}")
    assert first.out.splitlines() == ["4  person Bob", "link  https://pay.example/{amount}"]
    assert ann("person", "merge", "Ann", "Annie").code == 0
    assert [way["value"] for way in ann("payee", "annie", "--json").json["ways"]] == [IBAN]
    (transfer,) = ann("settle", "--pay", "--evening", "2", "--json").json["transfers"]
    assert (transfer["to"], [way["way"] for way in transfer["ways"]]) == ("Annie", ["epc"])
    rows = {row["person"]: row["ways"] for row in ann("person", "list", "--json").json["persons"]}
    assert (rows["Ann"], rows["Bob"], rows["Cat"]) == (["iban"], ["link"], [])
    evenings = ann("evenings", "--with", "Annie", "--json").json["evenings"]
    assert [(evening["id"], evening["owing"]) for evening in evenings] == [(1, True), (2, True)]


def test_a_payment_of_the_club_leaves_nothing_owing(ann):
    assert [evening["owing"] for evening in ann("evenings", "--json").json["evenings"]] == [True]
    for payment in ("Dan Ann", "Bob Cat"):
        assert ann("pay", *payment.split()).code == 0
    assert [evening["owing"] for evening in ann("evenings", "--json").json["evenings"]] == [False]
    assert ann("evenings", "--owing", "--json").json["evenings"] == []


ACCOUNTS = {
    "AD": "AD1200012030200359100100", "CH": "CH9300762011623852957", "GB": "GB29NWBK60161331926819",
    "MC": "MC5811222000010123456789030", "RS": "RS35260005601001611379", "SM": "SM86U0322509800000000270100",
    "VA": "VA59001123000012345678", "BR": "BR1800360305000010009795493C1", "SA": "SA0380000000608010167519",
    "TR": "TR330006100519786457841326",
}  # fmt: skip
"""An account in each country, from the registry of IBANs."""


def code_for(account: str, bic: str = "") -> str:
    ways = ways_to_pay("Ann", {"iban": PayeeWay("iban", account, "", bic)}, Money("EUR", None), 150, "note")
    return ways[0].text if ways else ""


@pytest.mark.parametrize("country", ["CH", "GB", "MC", "SM", "AD", "VA", "RS"])
def test_outside_the_economic_area_a_transfer_needs_the_bic(country):
    account = ACCOUNTS[country]
    assert code_for(account) == ""
    assert code_for(account, "ABCDCHZZ").split("\n")[4] == "ABCDCHZZ"
    assert code_for(IBAN).split("\n")[4] == ""


@pytest.mark.parametrize("country", ["TR", "BR", "SA"])
def test_no_code_is_made_where_no_transfer_goes(country):
    assert code_for(ACCOUNTS[country], "ABCDTRZZ") == ""


def test_what_is_wrong_with_an_account_is_said(run, at_home):
    assert run("open", "One", "--players", "Ann Bob", "--money", "EUR", "--counter", "1").code == 0
    for saying in ("game tally", "result Ann +5 Bob -5", "end", "close"):
        assert run("record", saying).code == 0
    for account, why in (
        (ACCOUNTS["TR"], "Ann: no SEPA transfer goes to an account in TR"),
        (ACCOUNTS["CH"], "Ann: a transfer to an account in CH needs its BIC, and none is kept"),
    ):
        assert run("payee", "Ann", "--iban", account).code == 0
        error = run("settle", "Bob", "--qr", "--json").json["error"]
        assert (error["code"], error["message"]) == ("no-transfer", f"{why}.")
        assert f"{why}." in run("settle", "--pay").out
        assert run("settle", "--pay", "--json").json["transfers"][0]["ways"] == []
    assert run("payee", "Ann", "--iban", ACCOUNTS["CH"], "--bic", "UBSWCHZH80A").code == 0
    (code,) = run("settle", "Bob", "--qr", "--json").json["payments"]
    assert code["way"] == "epc"
    assert code["text"].split("\n")[4] == "UBSWCHZH80A"
