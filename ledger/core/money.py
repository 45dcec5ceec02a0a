"""
The money of an evening: how an amount is read, written and shared out.

An amount is an ``int`` in the smallest unit of its money: one counter, one farthing, or the minor unit
of a currency of ISO 4217. It becomes text here and nowhere else.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Self

from ledger.core.patterns import Pattern
from ledger.core.refusals import perhaps

MOST = 10**15
"""No amount is larger than this many of the smallest unit."""

FARTHINGS_IN_PENNY = 4
FARTHINGS_IN_SHILLING = 12 * FARTHINGS_IN_PENNY
FARTHINGS_IN_POUND = 20 * FARTHINGS_IN_SHILLING
FARTHINGS = ("", "¼", "½", "¾")

CENTS = ("EUR", "ZAR")
"""Currencies divided into cents, besides every dollar."""
PENCE = ("GBP", "FKP", "GIP", "SHP")
"""Currencies divided into pence."""

CASH = {
    "AUD": "0.05", "CAD": "0.05", "CHF": "0.05", "CZK": "1.00", "DKK": "0.50", "EUR": "0.05", "HUF": "5.00",
    "NOK": "1.00", "NZD": "0.10", "SEK": "1.00",
}  # fmt: skip
"""The coin to which sums in cash are rounded, where it is larger than the smallest unit."""

SIGNS = {"£": "GBP", "€": "EUR", "$": "USD"}
"""The signs that people write for a currency, each with its code."""

WHOLE = Pattern(r"[0-9]+")
SIGNED = Pattern(r"[+-]\W?[0-9.¼½¾].*", re.DOTALL)
FRACTION_OF_A_PENNY = Pattern(r"[0-9]*/[0-9]+d|[0-9]*[⅓⅔⅛⅜⅝⅞]d|[0-9]*\.[0-9]+d", re.IGNORECASE)
_PENCE = r"[0-9]+[¼½¾]?|[¼½¾]"
LSD = (
    Pattern(rf"£(?P<pounds>[0-9]+)(?:/(?P<shillings>[0-9]+|-)/(?P<pence>{_PENCE}|-))?"),
    Pattern(rf"(?P<shillings>[0-9]+)/(?P<pence>{_PENCE}|-)"),
    Pattern(rf"(?P<shillings>[0-9]+)s(?:(?P<pence>{_PENCE})d)?", re.IGNORECASE),
    Pattern(rf"(?P<pence>{_PENCE})d", re.IGNORECASE),
)
"""The forms of an amount of pounds, shillings and pence; a dash stands for none."""

_NUMBER = r"(?:[0-9]+(?:[./][0-9]+)?[¼½¾⅓⅔⅛⅜⅝⅞]?|[¼½¾⅓⅔⅛⅜⅝⅞]|\.[0-9]+)"
AS_TYPED = Pattern(r"(?P<before>\D*)(?P<number>[0-9][0-9.,'’]*)(?P<after>\D*)")
GROUPED = Pattern(
    r"(?P<whole>[1-9][0-9]{0,2}(?P<mark>[.,'’])[0-9]{3}(?:(?P=mark)[0-9]{3})*)(?:(?!(?P=mark))[.,](?P<places>[0-9]+))?"
)
"""A number with separators between its thousands."""
WITH_COMMA = Pattern(r"(?P<whole>[0-9]+),(?P<places>[0-9]+)")
LOOKS_LIKE_NUMBER = Pattern(rf"[+-]?{_NUMBER}")
LOOKS_LIKE_LSD = Pattern(
    rf"[+-]?(?:£{_NUMBER}(?:/(?:{_NUMBER}|-)){{0,2}}|{_NUMBER}/(?:{_NUMBER}|-)|{_NUMBER}s(?:{_NUMBER}d)?"
    rf"|{_NUMBER}d)",
    re.IGNORECASE,
)


class MoneyError(ValueError):
    """A text that is not an amount: the reason in one sentence, and the forms it could have had."""


@dataclass(frozen=True)
class Money:
    """The money of an evening. Amounts are whole numbers of its smallest unit."""

    code: str
    """``counters``, ``lsd``, or a code of ISO 4217 in capitals."""
    counter: int | None
    """What one counter is worth in the smallest unit; None where it has no value."""

    @classmethod
    def recorded(cls, code: str, counter: int | None) -> "Money":
        """Return the money that an evening has recorded; a counter of `counters` is worth one.

        Raises MoneyError for a money that nobody knows.
        """
        if code not in ("counters", "lsd") and not _is_currency(code):
            raise MoneyError(_unknown_money(code))
        return cls(code, 1 if code == "counters" else counter)

    def read(self, text: str) -> int:
        """Read an amount, as it is said, into the smallest unit; raises MoneyError if it is none."""
        plain = text if text.isdigit() else self._with_point(text)
        if SIGNED.fullmatch(plain):
            raise MoneyError(f"{_quoted(text)} has a sign, and an amount has none: say {self._forms()}")
        if WHOLE.fullmatch(plain):
            number = _whole(plain)
            if self.code == "lsd" and self.counter is None:
                raise MoneyError(f'"{number}" says no coin: say {number}d, {number}s or £{number}')
            return self.counters(number)
        if self.code == "counters":
            raise MoneyError(f"{_quoted(text)} is no amount: say {self._forms()}")
        amount = _read_lsd(plain) if self.code == "lsd" else _read_decimal(self.code, plain)
        if amount is None:
            raise MoneyError(f"{_quoted(text)} is no amount: say {self._forms()}")
        return _bounded(amount)

    def _with_point(self, text: str) -> str:
        """Return an amount with a decimal point and no separators between its thousands.

        Raises MoneyError where a comma could be either.
        """
        typed = AS_TYPED.fullmatch(text)
        if typed is None or typed["number"].isdigit():
            return text
        comma, grouped = WITH_COMMA.fullmatch(typed["number"]), GROUPED.fullmatch(typed["number"])
        if grouped is None:
            whole, places = (comma["whole"], comma["places"]) if comma else (typed["number"], None)
        else:
            whole, places = re.sub(r"\D", "", grouped["whole"]), grouped["places"]
            one_group = len(whole) < 7 and not places
            if one_group and grouped["mark"] == ".":
                return text
            if one_group and comma and self.places:
                decimal = f"{whole[:-3]}.{whole[-3:][: self.places]}"
                raise MoneyError(f"the comma of {_quoted(text)} may be two things: say {whole} or {decimal}")
        return f"{typed['before']}{whole}{'.' + places if places else ''}{typed['after']}"

    @property
    def places(self) -> int:
        """Return how many decimal places an amount has."""
        return 0 if self.code in ("counters", "lsd") else _exponent(self.code)

    @property
    def coin(self) -> int:
        """Return the worth of the smallest coin in use, to which sums in cash are rounded."""
        return (_read_decimal(self.code, CASH[self.code]) or 1) if self.code in CASH else 1

    @property
    def step(self) -> int:
        """Return what sums are offered in: a counter, or else a penny or one of the currency."""
        return self.counter or (FARTHINGS_IN_PENNY if self.code == "lsd" else 10**self.places)

    @property
    def sign(self) -> str:
        """Return the sign that stands before an amount; empty for counters and lsd."""
        return "" if self.code in ("counters", "lsd") else _signs(self.code)[0]

    def by_keys(self, text: str) -> str:
        """Return a keyed-in sum in full: in a currency a bare number is money, no counters."""
        if not self.sign or not WHOLE.fullmatch(text) or len(text) > len(str(MOST)):
            return text
        return self.write(int(text) * 10 ** _exponent(self.code))

    def two_sums(self, text: str) -> str:
        """Return a clause that names two sums which a bare number may mean; empty if it means one."""
        text = self._with_point(text)
        if not WHOLE.fullmatch(text) or self.code == "counters" or self.counter is None or not int(text):
            return ""
        number, lsd = _whole(text), self.code == "lsd"
        if self.counter == (FARTHINGS_IN_POUND if lsd else 10 ** _exponent(self.code)):
            return ""
        worth = self.show(self.counters(number))
        counters = f"a counter ({worth})" if number == 1 else f"{number} counters ({worth})"
        if lsd:
            coins = "a coin" if number == 1 else "coins"
            return f'"{number}" is {counters} or {coins}: say {number}d, {number}s or £{number}'
        sum_in_full = Money(self.code, None).counters(number)
        short = f"{_signs(self.code)[0]}{number}"
        return f'"{number}" is {counters} or {self.show(sum_in_full)}: say {self.write(sum_in_full)} or {short}'

    def looks_like_amount(self, text: str) -> bool:
        """Return whether a word has the form of an amount, even if it is too fine or too large."""
        try:
            text = self._with_point(text)
        except MoneyError:
            return True
        if LOOKS_LIKE_NUMBER.fullmatch(text):
            return True
        if self.code == "counters":
            return False
        if self.code == "lsd":
            return LOOKS_LIKE_LSD.fullmatch(text) is not None
        return _decimal_form(self.code).fullmatch(text.removeprefix("-").removeprefix("+")) is not None

    def write(self, amount: int) -> str:
        """Write an amount, not negative, in the one form that always reads back as itself."""
        if amount < 0:
            raise ValueError(f"an amount is never negative: {amount}")
        if self.code == "counters":
            return str(amount)
        if self.code == "lsd":
            return _write_lsd(amount)
        text = _write_decimal(self.code, amount)
        a_counter_number = WHOLE.fullmatch(text) and self.counter is not None
        return f"{self.code}{text}" if a_counter_number else text

    def show(self, amount: int) -> str:
        """Write an amount in the smallest unit for people, with a minus sign if it is negative."""
        sign, size = ("-", -amount) if amount < 0 else ("", amount)
        if self.code in ("counters", "lsd"):
            return sign + self.write(size)
        return f"{sign}{_signs(self.code)[0]}{_write_decimal(self.code, size)}"

    def several(self, amount: int) -> bool:
        """Return whether an amount is several things: 2 counters are over, but €0.40 is over."""
        return self.code == "counters" and amount != 1

    def show_change(self, amount: int) -> str:
        """Write a change in the smallest unit for people, with its sign."""
        return f"{'+' if amount > 0 else ''}{self.show(amount)}"

    @property
    def unit(self) -> str:
        """Return the name of the smallest unit: ``counter``, ``farthing``, or ``0.01 GBP``."""
        if self.code in ("counters", "lsd"):
            return {"counters": "counter", "lsd": "farthing"}[self.code]
        return f"{_write_decimal(self.code, 1)} {self.code}"

    def exact(self, amount: int) -> str:
        """Write an amount, also a negative one, as a plain number in the usual unit.

        That is counters, farthings, or major units.
        """
        sign, size = ("-", -amount) if amount < 0 else ("", amount)
        plain = str(size) if self.code in ("counters", "lsd") else _write_decimal(self.code, size)
        return sign + plain

    def counters(self, number: int) -> int:
        """Return so many counters in the smallest unit, or major units if counters have no value.

        Raises MoneyError for lsd where counters have no value, because lsd has no one major unit.
        """
        if number < 0:
            raise MoneyError(f"an amount is never negative: {number}")
        if self.counter is not None:
            return _bounded(number * self.counter)
        if self.code == "lsd":
            raise MoneyError(
                f"say …=AMOUNT (…={number}d, …={number}s or …=£{number}), for in lsd without counter= "
                f"{number} {'counter has' if number == 1 else 'counters have'} no value"
            )
        return _bounded(number * 10 ** _exponent(self.code))

    def _forms(self) -> str:
        """List the forms an amount of this money may have, for a refusal."""
        if self.code == "counters":
            return "a whole number of counters, such as 5"
        if self.code == "lsd":
            forms = ["6d", "1s", "1s6d", "2/6", "1½d", "£1", "£1/2/6"]
        else:
            places, minor = _exponent(self.code), _minor_signs(self.code)
            plain = f"1.{'50'.ljust(places, '0')[:places]}" if places else "5"
            forms = [] if not places and self.counter is not None else [plain]
            forms += [f"{sign}{plain}" for sign in dict.fromkeys((_signs(self.code)[0], self.code))]
            forms += [f"50{sign}" for sign in minor[:1]]
        if self.counter is not None:
            forms.append("5 for five counters")
        return f"{', '.join(forms[:-1])} or {forms[-1]}"


@dataclass(frozen=True)
class Shown(Money):
    """Money written as people read it: an amount carries its sign, and still reads back."""

    @classmethod
    def of(cls, money: Money) -> Self:
        """Return a money whose amounts are written as people read them."""
        return cls(money.code, money.counter)

    def write(self, amount: int) -> str:
        """Return an amount with its sign."""
        return Money(self.code, self.counter).show(amount)


def money_of(code_text: str, counter_text: str | None) -> Money:
    """Read what an evening says of its money, ``money=`` and ``counter=``; raises MoneyError."""
    code = code_text.lower()
    if code == "counters":
        if counter_text not in (None, "1"):
            raise MoneyError("a counter is worth one counter where money=counters: leave counter= out")
        return Money("counters", 1)
    if code != "lsd":
        code = code_text.upper()
        if not (code_text.isascii() and _is_currency(code)):
            raise MoneyError(_unknown_money(code_text))
    money = Money(code, None)
    if counter_text is None:
        return money
    counter = money.read(counter_text)
    if counter == 0:
        raise MoneyError(f"a counter worth nothing settles nothing: leave counter={_shortened(counter_text)} out")
    return Money(code, counter)


def currency_code(text: str) -> str:
    """Return the code of a currency given by its sign; return any other text unchanged."""
    return SIGNS.get(text, text)


def shares_by(total: int, parts: Mapping[str, int]) -> dict[str, int]:
    """Share `total` in proportion to whole `parts`, by largest remainder.

    Of equal remainders the first of the sharers gets the odd unit. Raises ValueError if there are no parts.
    """
    whole = sum(parts.values())
    if whole <= 0 or total < 0 or min(parts.values()) < 0:
        raise ValueError(f"{total} cannot be shared by {dict(parts)}")
    shared = {sharer: total * part // whole for sharer, part in parts.items()}
    by_remainder = sorted(parts, key=lambda sharer: -(total * parts[sharer] % whole))  # sorting keeps equal ones
    for sharer in by_remainder[: total - sum(shared.values())]:
        shared[sharer] += 1
    return shared


def shares(total: int, sharers: Sequence[str], unit: int = 1) -> dict[str, int]:
    """Share ``total`` equally; odd units go one each to the first of the sharers.

    A rule gives `table.odd_unit(total)` as the unit, by which counters stay whole. A total that is not a multiple of
    the unit is shared in ones. Raises ValueError if there is nobody to share, a sharer is named twice, the total is
    negative or the unit is less than one.
    """
    if not sharers or len(set(sharers)) < len(sharers) or total < 0 or unit < 1:
        raise ValueError(f"{total} cannot be shared in units of {unit} by {list(sharers)}")
    if total % unit:
        unit = 1
    share, odd = divmod(total // unit, len(sharers))
    return {sharer: (share + (place < odd)) * unit for place, sharer in enumerate(sharers)}


def _quoted(text: str) -> str:
    return f'"{_shortened(text)}"'


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"


def _whole(digits: str) -> int:
    """Read digits; a number that is too long is refused before it is converted."""
    significant = digits.lstrip("0")
    if len(significant) > len(str(MOST)):
        raise MoneyError(f"{_quoted(digits)} is too much: an amount is at most {MOST} of the smallest unit")
    return int(significant or "0")


def _bounded(amount: int) -> int:
    if amount > MOST:
        raise MoneyError(f"that is too much: an amount is at most {MOST} of the smallest unit")
    return amount


# Pounds, shillings and pence


def _read_lsd(text: str) -> int | None:
    """Read pounds, shillings and pence into farthings; None if the text does not have that form."""
    if FRACTION_OF_A_PENNY.fullmatch(text):
        raise MoneyError(
            f"{_quoted(text)} is no number of farthings: say ¼d, ½d or ¾d for parts of a penny, "
            "and 1/4 or 1s4d for shillings and pence"
        )
    first = next((match for form in LSD if (match := form.fullmatch(text))), None)
    if first is None:
        return None
    groups = first.groupdict()
    pounds, shillings = _coins(groups.get("pounds")), _coins(groups.get("shillings"))
    coppers = _coppers(groups.get("pence"))
    if groups.get("pounds") and shillings >= 20:
        raise MoneyError(f"{_quoted(text)} has {shillings} shillings, and twenty make a pound")
    if groups.get("shillings") and coppers >= FARTHINGS_IN_SHILLING:
        pence = coppers // FARTHINGS_IN_PENNY
        raise MoneyError(f"{_quoted(text)} has {pence} pence, and twelve make a shilling")
    return pounds * FARTHINGS_IN_POUND + shillings * FARTHINGS_IN_SHILLING + coppers


def _coins(word: str | None) -> int:
    """Read a number of pounds or of shillings; a dash or an empty text is 0."""
    return 0 if word is None or word == "-" else _whole(word)


def _coppers(word: str | None) -> int:
    """Read pence with parts of a penny into farthings; a dash or an empty text is 0."""
    if word is None or word == "-":
        return 0
    part = word[-1] if word[-1] in FARTHINGS else ""
    return _whole(word.removesuffix(part)) * FARTHINGS_IN_PENNY + FARTHINGS.index(part)


def _write_lsd(amount: int) -> str:
    """Write farthings as ``6½d``, ``1s6d``, ``£1`` or ``£1/2/6``."""
    pounds, rest = divmod(amount, FARTHINGS_IN_POUND)
    shillings, below = divmod(rest, FARTHINGS_IN_SHILLING)
    pence, farthings = divmod(below, FARTHINGS_IN_PENNY)
    if pounds:
        return f"£{pounds}/{shillings}/{pence}{FARTHINGS[farthings]}" if rest else f"£{pounds}"
    coppers = f"{pence or ''}{FARTHINGS[farthings]}d" if below else ""
    return (f"{shillings}s" if shillings else "") + coppers or "0d"


# Decimal currencies. Their data are loaded only by the evenings played for them.


@cache
def _exponents() -> dict[str, int]:
    """Return the decimal places of every ISO 4217 currency that has a smallest unit."""
    from iso4217 import Currency

    return {currency.code: currency.exponent for currency in Currency if currency.exponent is not None}


def _is_currency(code: str) -> bool:
    """Return whether this is the code of a currency, of today or of the past."""
    return code in _exponents() or code in _last_days()


def _exponent(code: str) -> int:
    """Return the decimal places of a currency, of today or of the past."""
    if code in _exponents():
        return _exponents()[code]
    from babel.numbers import get_currency_precision

    return get_currency_precision(code)


@cache
def _last_days() -> dict[str, str]:
    """Return the last day of every currency of the past, as ``2026-01-31``."""
    from babel.core import get_global

    days: dict[str, str] = {}
    for periods in get_global("territory_currencies").values():
        for code, _, last, is_tender in periods:
            if is_tender and code not in _exponents():
                days[code] = max(days.get(code, ""), "{:04}-{:02}-{:02}".format(*last) if last else "9999-12-31")
    return days


def last_day(code: str) -> str:
    """Return the last day of a money of the past, as ``2026-01-31``; empty for any other."""
    return "" if code in ("counters", "lsd") or code in _exponents() else _last_days()[code]


@cache
def _signs(code: str) -> tuple[str, ...]:
    """Return the signs that may stand beside an amount in major units, the written one first."""
    from babel.numbers import get_currency_symbol

    symbol = get_currency_symbol(code, locale="en")
    sign_shown = symbol if not re.search(r"\s|[0-9]", symbol) else code
    short = re.sub(r"^[A-Za-z]+", "", sign_shown)
    return tuple(dict.fromkeys(sign for sign in (sign_shown, code, short) if sign))


@cache
def _minor_signs(code: str) -> tuple[str, ...]:
    """Return the signs that may stand after an amount in minor units: pence or cents."""
    from babel.numbers import get_currency_name

    if code in PENCE:
        return ("p",)
    if _exponent(code) == 2 and (code in CENTS or "Dollar" in get_currency_name(code, locale="en")):
        return ("c", "¢")
    return ()


@cache
def _decimal_form(code: str) -> re.Pattern[str]:
    """Return the pattern of an amount in a decimal currency, with at most one sign."""
    signs = "|".join(re.escape(sign) for sign in _signs(code))
    minor = "|".join(_minor_signs(code)) or "(?!)"
    return re.compile(
        rf"(?P<before>{signs})?(?P<whole>[0-9]*)(?:(?<=[0-9])|(?=\.))(?:\.(?P<places>[0-9]+))?"
        rf"(?(before)|(?:{signs}|(?P<minor>{minor}))?)",
        re.IGNORECASE,
    )


def _read_decimal(code: str, text: str) -> int | None:
    """Read an amount of a decimal currency into its minor unit; None if it has no such form."""
    match = _decimal_form(code).fullmatch(text)
    if match is None:
        return None
    exponent = 0 if match["minor"] else _exponent(code)
    places = match["places"] or ""
    if len(places) > exponent:
        smallest = _write_decimal(code, 1)
        raise MoneyError(f"{_quoted(text)} is too fine: the smallest amount of {code} is {smallest}")
    return _whole(match["whole"] + places.ljust(exponent, "0"))


def _write_decimal(code: str, amount: int) -> str:
    """Write minor units as a number of major units with all its decimal places."""
    exponent = _exponent(code)
    if not exponent:
        return str(amount)
    major, minor = divmod(amount, 10**exponent)
    return f"{major}.{minor:0{exponent}}"


def _unknown_money(text: str) -> str:
    """Return the refusal of an unknown money, with the nearest known one."""
    familiar = ["counters", "lsd", "GBP", "EUR", "USD"]
    by_sign = f" (did you mean {SIGNS[text]}?)" if text in SIGNS else ""
    near = by_sign or perhaps(text, familiar) or perhaps(text, sorted(_exponents()))
    return f"{_quoted(text)} is no money known here{near}: say counters, lsd or a code of ISO 4217 such as GBP"
