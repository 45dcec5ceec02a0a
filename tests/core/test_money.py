"""Amounts: read, refused, written and shared."""

import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.money import MOST, Money, MoneyError, last_day, money_of, shares

MONEYS = [
    money_of("counters", None),
    *(money_of("lsd", counter) for counter in (None, "1d", "¼d", "2/6", "£1")),
    *(money_of("GBP", counter) for counter in (None, "0.10", "1p", "£2")),
    *(money_of("JPY", counter) for counter in (None, "5", "¥100")),
    *(money_of(code, None) for code in ("EUR", "USD", "KWD", "SEK", "CLF", "XOF")),
    money_of("KWD", "0.005"),
]
ANY_MONEY = st.sampled_from(MONEYS)
AMOUNTS = st.one_of(st.integers(0, 5000), st.integers(0, MOST))


@given(ANY_MONEY, AMOUNTS)
def test_what_is_written_reads_back(money, amount):
    text = money.write(amount)
    assert money.read(text) == amount
    assert money.looks_like_amount(text)
    assert not set(text) & set(' "#')


@given(ANY_MONEY, AMOUNTS)
def test_what_is_shown_reads_back_and_a_loss_has_a_minus_sign(money, amount):
    assert money.read(money.show(amount)) == amount
    if amount:
        assert money.show(-amount) == "-" + money.show(amount)


@given(ANY_MONEY, st.text(alphabet="0123456789½¼⅓£$€¥¢pcsdDS./-+ ,JPYGBPx", max_size=9))
def test_any_text_is_read_or_refused_in_one_sentence(money, text):
    amount, refusal = None, ""
    try:
        amount = money.read(text)
    except MoneyError as refused:
        refusal = str(refused)
    if amount is None:
        assert 0 < len(refusal) < 250
        assert "\n" not in refusal
    else:
        assert 0 <= amount <= MOST
        assert money.looks_like_amount(text)
        assert money.read(money.write(amount)) == amount


@pytest.mark.parametrize(
    ("code", "text", "amount"),
    [
        ("EUR", "12,50", 1250),
        ("EUR", "12,50€", 1250),
        ("EUR", "€12.50", 1250),
        ("EUR", "1,5", 150),
        ("EUR", "1.000,50", 100050),
        ("EUR", "1,000,000", 100000000),
        ("CHF", "1'000.50", 100050),
        ("CHF", "1’000.50", 100050),
        ("GBP", "1,000.50", 100050),
        ("GBP", "£5", 500),
        ("GBP", "50p", 50),
        ("JPY", "1,000", 1000),
        ("counters", "1,000", 1000),
        ("lsd", "£1,000", 960_000),
    ],
)
def test_amounts_are_read_as_people_and_keyboards_write_them(code, text, amount):
    money = money_of(code, None)
    assert money.looks_like_amount(text)
    assert money.read(text) == amount


@pytest.mark.parametrize(
    ("code", "text", "wrong"),
    [
        ("EUR", "1,000", 'the comma of "1,000" may be two things: say 1000 or 1.00'),
        ("KWD", "1,000", 'the comma of "1,000" may be two things: say 1000 or 1.000'),
        ("EUR", "1,00,00", '"1,00,00" is no amount'),
        ("EUR", "0,123", "is too fine"),
        ("counters", "12,50", '"12,50" is no amount'),
        ("lsd", "1,5", '"1,5" is no amount'),
    ],
)
def test_a_comma_that_may_be_two_things_is_asked_about(code, text, wrong):
    with pytest.raises(MoneyError, match=re.escape(wrong)):
        money_of(code, None).read(text)


@pytest.mark.parametrize(
    ("code", "last", "shown"), [("ANG", "2025-06-30", "ANG5.00"), ("BGN", "2026-01-31", "BGN5.00")]
)
def test_a_money_of_the_past_is_known_with_its_last_day(code, last, shown):
    money = money_of(code, None)
    assert money.show(money.read("5.00")) == shown
    assert (last_day(code), last_day("EUR"), last_day("lsd")) == (last, "", "")


def plain_farthings(pounds, shillings, quarters):
    """Return the farthings of an amount, coin by coin."""
    return sum([960] * pounds + [48] * shillings + [1] * quarters)


@given(st.integers(0, 30), st.integers(0, 19), st.integers(0, 47))
def test_pounds_shillings_and_pence_are_counted_like_coins(pounds, shillings, quarters):
    lsd = Money("lsd", None)
    pence = f"{quarters // 4}{['', '¼', '½', '¾'][quarters % 4]}"
    amount = plain_farthings(pounds, shillings, quarters)
    assert lsd.read(f"£{pounds}/{shillings}/{pence}") == amount
    assert lsd.read(f"{20 * pounds + shillings}/{pence}") == amount
    assert lsd.read(f"{20 * pounds + shillings}s{pence}d") == amount


@pytest.mark.parametrize(
    ("text", "farthings", "written"),
    [
        ("6d", 24, "6d"),
        ("6D", 24, "6d"),
        ("30d", 120, "2s6d"),
        ("1s", 48, "1s"),
        ("1s6d", 72, "1s6d"),
        ("2/6", 120, "2s6d"),
        ("2/-", 96, "2s"),
        ("25/-", 1200, "£1/5/0"),
        ("1½d", 6, "1½d"),
        ("¼d", 1, "¼d"),
        ("1s½d", 50, "1s½d"),
        ("£1", 960, "£1"),
        ("£1/2/6", 1080, "£1/2/6"),
        ("£1/-/½", 962, "£1/0/0½"),
        ("£1/2/-", 1056, "£1/2/0"),
        ("0d", 0, "0d"),
    ],
)
def test_lsd(text, farthings, written):
    lsd = money_of("lsd", None)
    assert lsd.read(text) == farthings
    assert lsd.write(farthings) == written


@pytest.mark.parametrize(
    ("text", "because"),
    [
        ("6", "6d, 6s or £6"),
        ("1/3d", "parts of a penny"),
        ("1/4d", "1s4d"),
        ("⅓d", "parts of a penny"),
        ("1.5d", "parts of a penny"),
        ("0.005", "6d, 1s"),
        ("1½", "1½d"),
        ("£1.50", "£1/2/6"),
        ("£1/2", "£1/2/6"),
        ("1/12", "twelve make a shilling"),
        ("1s12½d", "twelve make a shilling"),
        ("£1/0/12", "twelve make a shilling"),
        ("£1/20/0", "twenty make a pound"),
        ("-6d", "sign"),
        ("+2/6", "sign"),
        ("9" * 5000 + "d", "too much"),
        ("9" * 15 + "s", "too much"),
    ],
)
def test_lsd_refuses_what_still_looks_like_an_amount(text, because):
    lsd = money_of("lsd", None)
    assert lsd.looks_like_amount(text)
    with pytest.raises(MoneyError, match=because):
        lsd.read(text)


@pytest.mark.parametrize("text", ["", "s", "d", "£", "-", "/", "d6", "1s6", "s6d", "£s", "2/", "Ann", "6p", "٣d"])
def test_lsd_does_not_take_a_word_for_an_amount(text):
    lsd = money_of("lsd", "1d")
    assert not lsd.looks_like_amount(text)
    with pytest.raises(MoneyError, match="5 for five counters"):
        lsd.read(text)


@pytest.mark.parametrize(
    ("code", "text", "amount"),
    [
        ("GBP", "1.50", 150),
        ("GBP", "£1.50", 150),
        ("GBP", "50p", 50),
        ("GBP", "150P", 150),
        ("GBP", ".5", 50),
        ("GBP", "£2", 200),
        ("GBP", "2", 200),
        ("GBP", "gbp2.5", 250),
        ("EUR", "€1.50", 150),
        ("EUR", "1.50€", 150),
        ("EUR", "EUR1.50", 150),
        ("EUR", "50c", 50),
        ("USD", "$2", 200),
        ("USD", "50¢", 50),
        ("CAD", "$2", 200),
        ("CAD", "CA$2", 200),
        ("JPY", "¥100", 100),
        ("JPY", "100JPY", 100),
        ("JPY", "100", 100),
        ("KWD", "1.5", 1500),
        ("KWD", "2", 2000),
    ],
)
def test_decimal_currencies(code, text, amount):
    assert money_of(code, None).read(text) == amount
    assert money_of(code.lower(), None).looks_like_amount(text)


@pytest.mark.parametrize(
    ("code", "text", "because"),
    [
        ("GBP", "0.005", "too fine: the smallest amount of GBP is 0.01"),
        ("GBP", "0.5p", "too fine"),
        ("GBP", "1.500", "too fine"),
        ("JPY", "0.5", "too fine: the smallest amount of JPY is 1$"),
        ("GBP", "½", "50p"),
        ("GBP", "-1.50", "sign"),
        ("GBP", "-£1.50", "sign"),
        ("GBP", "9" * 5000 + ".00", "too much"),
        ("GBP", "10000000000000.01", "too much"),
    ],
)
def test_decimal_currencies_refuse_what_still_looks_like_an_amount(code, text, because):
    money = money_of(code, None)
    assert money.looks_like_amount(text)
    with pytest.raises(MoneyError, match=because):
        money.read(text)


@pytest.mark.parametrize("text", ["$1", "50c", "1.", ".", "p", "£", "£1£", "£50p", "GBP", "Ann", "6d"])
def test_another_currency_is_no_amount_of_this_one(text):
    money = money_of("GBP", None)
    assert not money.looks_like_amount(text)
    with pytest.raises(MoneyError, match=r"say 1\.50, £1\.50, GBP1\.50 or 50p$"):
        money.read(text)


def test_a_bare_number_is_counters_where_a_counter_has_a_value():
    assert money_of("counters", None).read("5") == 5
    assert money_of("lsd", "1d").read("5") == 20
    assert money_of("GBP", "0.10").read("5") == 50
    assert money_of("JPY", "5").read("5") == 25
    assert money_of("GBP", None).read("5") == 500


def test_money_is_never_written_so_that_it_would_be_taken_for_counters():
    assert money_of("GBP", "0.10").write(200) == "2.00"
    assert money_of("JPY", "5").write(5) == "JPY5"
    assert money_of("JPY", None).write(5) == "5"
    assert money_of("lsd", "1d").write(0) == "0d"


def test_showing():
    assert money_of("counters", None).show(-5) == "-5"
    assert money_of("lsd", None).show(-120) == "-2s6d"
    assert money_of("GBP", None).show(-5) == "-£0.05"
    assert money_of("SEK", None).show(150) == "SEK1.50"


def test_counters_in_the_smallest_unit():
    assert money_of("counters", "1").counters(7) == 7
    assert money_of("lsd", "6d").counters(7) == 168
    assert money_of("GBP", None).counters(7) == 700
    with pytest.raises(MoneyError, match=r"say …=AMOUNT .* in lsd without counter= 7 counters have no value"):
        money_of("lsd", None).counters(7)
    with pytest.raises(MoneyError, match="too much"):
        money_of("lsd", "6d").counters(MOST)
    with pytest.raises(MoneyError, match="never negative"):
        money_of("counters", None).counters(-1)


@pytest.mark.parametrize("text", ["1.5", "½", "6d", "£1", "-5", "Ann", "", "9" * 5000, str(MOST + 1)])
def test_counters_are_whole_numbers(text):
    with pytest.raises(MoneyError):
        money_of("counters", None).read(text)


@pytest.mark.parametrize(
    ("code", "counter", "because"),
    [
        ("GPB", None, "did you mean GBP"),
        ("lds", None, "did you mean lsd"),
        ("counter", None, "did you mean counters"),
        ("pounds", None, "a code of ISO 4217 such as GBP"),
        ("XAU", None, "no money known here"),
        ("ſek", None, "no money known here"),
        ("", None, "no money known here"),
        ("x" * 9000, None, "no money known here"),
        ("counters", "2", "leave counter= out"),
        ("lsd", "1", "1d, 1s or £1"),
        ("lsd", "0d", "worth nothing"),
        ("GBP", "0.00", "worth nothing"),
        ("GBP", "6d", "50p"),
    ],
)
def test_a_money_that_cannot_be(code, counter, because):
    with pytest.raises(MoneyError, match=because):
        money_of(code, counter)


def test_an_amount_below_nought_is_not_written():
    with pytest.raises(ValueError, match="never negative"):
        money_of("lsd", None).write(-1)


NAMES = st.lists(st.text("abcdef", min_size=1), min_size=1, max_size=9, unique=True)


@given(st.integers(0, 10**6), NAMES, st.integers(1, 12))
def test_shares_are_nearly_equal_and_nothing_is_lost(total, sharers, unit):
    shared = shares(total, sharers, unit)
    used = unit if total % unit == 0 else 1
    assert list(shared) == sharers
    assert sum(shared.values()) == total
    assert all(share % used == 0 for share in shared.values())
    assert max(shared.values()) - min(shared.values()) <= used
    assert list(shared.values()) == sorted(shared.values(), reverse=True)


@given(st.integers(0, 200), NAMES)
def test_shares_are_what_dealing_the_units_round_would_give(total, sharers):
    dealt = dict.fromkeys(sharers, 0)
    for unit in range(total):
        dealt[sharers[unit % len(sharers)]] += 1
    assert shares(total, sharers) == dealt


@pytest.mark.parametrize(("total", "sharers", "unit"), [(5, [], 1), (5, ["a", "a"], 1), (-1, ["a"], 1), (1, ["a"], 0)])
def test_shares_that_cannot_be(total, sharers, unit):
    with pytest.raises(ValueError, match="cannot be shared"):
        shares(total, sharers, unit)


def test_currency_data_are_not_loaded_for_an_evening_without_a_currency():
    program = (
        "import sys; from ledger.core.money import money_of;"
        "money_of('lsd', '1d').read('2/6'); money_of('counters', None).read('5');"
        "sys.exit(bool({'iso4217', 'babel', 'rapidfuzz'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize(
    ("money", "step"),
    [
        (Money("EUR", 10), "0.10"),
        (Money("EUR", None), "1.00"),
        (Money("JPY", None), "1"),
        (Money("lsd", None), "1d"),
        (Money.recorded("counters", None), "1"),
    ],
)
def test_sums_are_offered_in_counters_or_in_one_of_the_currency(money, step):
    assert money.write(money.step) == step
