"""Ways to be paid, read as people say them: accounts, addresses, numbers, names and links."""

import re
import unicodedata

from ledger.core.books import LONGEST_HOLDER, PayeeWay
from ledger.core.refusals import Code, Refusal, printable

WAYS = ("iban", "upi", "swish", "paypal", "link")
UPI = re.compile(r"[A-Za-z0-9._-]{2,255}@[A-Za-z][A-Za-z0-9.-]{1,63}")
PAYPAL = re.compile(r"[A-Za-z0-9]{1,20}")
SWISH = re.compile(r"[0-9]{10}|46[0-9]{9}")
BIC = re.compile(r"[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?")
LINKS = ("https:", "upi:", "swish:", "venmo:", "bitcoin:")


def read_way(method: str, value: str, holder: str = "", bic: str = "") -> PayeeWay:
    """Read a way to be paid, as people say it. Raises Refusal for any other text."""
    for text in (value, holder, bic):
        if any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in text):
            raise _unreadable(f"{printable(text, 60)} has a character that cannot be sent")
    value, holder = value.strip(), " ".join(holder.split())
    if method == "iban":
        if len(holder) > LONGEST_HOLDER:
            raise _unreadable(f"{holder} is too long: a holder has {LONGEST_HOLDER} characters at most")
        return PayeeWay(method, _iban(value), holder, _bic(bic))
    if method == "upi" and not UPI.fullmatch(value):
        raise _unreadable(f"{printable(value, 60)} is no UPI address: one is as ann@bank")
    if method == "paypal" and not PAYPAL.fullmatch(value):
        raise _unreadable(f"{printable(value, 60)} is no PayPal.Me name: letters and digits, 20 at most")
    if method == "swish":
        number = re.sub(r"[ -]", "", value)
        if not SWISH.fullmatch(number):
            sentence = f"{printable(value, 60)} is no Swish number: ten digits, or a 46 with nine after it"
            raise _unreadable(sentence)
        return PayeeWay(method, number, holder)
    if method == "link" and not value.lower().startswith(LINKS):
        raise _unreadable("a link begins with https:, upi:, swish:, venmo: or bitcoin:")
    return PayeeWay(method, value, holder)


def _unreadable(sentence: str) -> Refusal:
    return Refusal(Code.UNREADABLE, sentence)


def _iban(text: str) -> str:
    from stdnum import iban, numdb  # the list of countries is read only where an account is said
    from stdnum.exceptions import InvalidChecksum, ValidationError

    number = text.replace(" ", "").upper()
    structure = numdb.get("iban").info(number)[0][1].get("bban", "") if number.isascii() and number.isalnum() else ""
    if not structure:
        raise _unreadable(f"{printable(number, 60)} is no IBAN: one begins with a country, as DE02")
    size = 4 + sum(map(int, re.findall(r"([0-9]+)!", structure)))
    if len(number) != size:
        raise _unreadable(f"{printable(number, 60)} is no IBAN: one of {number[:2]} has {size} characters")
    try:
        return str(iban.validate(number, check_country=False))
    except InvalidChecksum as error:
        raise _unreadable(f"{number} is no IBAN: its check digits do not agree") from error
    except ValidationError as error:
        raise _unreadable(f"{number} is no IBAN: {error}") from error


def _bic(text: str) -> str:
    bic = text.replace(" ", "").upper()
    if bic and not BIC.fullmatch(bic):
        raise _unreadable(f"{printable(bic, 60)} is no BIC: one has 8 or 11 letters and digits, as COBADEFFXXX")
    return bic
