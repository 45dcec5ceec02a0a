"""Ways to be paid, and the texts by which banks and payment services take a payment.

Every text is made here to the letter of its standard; whatever a title or a name holds, it stays within its field.
Nothing is ever fetched.
"""

import re
import unicodedata
from urllib.parse import quote

import msgspec

from ledger.core.money import Money
from ledger.core.refusals import Code, Refusal, printable

WAYS = ("iban", "upi", "swish", "paypal", "link")
LONGEST_HOLDER, LONGEST_NOTE, LONGEST_EPC, LONGEST_SHORT_NOTE = 70, 140, 331, 50
"""How many characters the holder and the note of a credit transfer have at most, and how many bytes the whole."""
MOST_EPC = 99_999_999_999
"""The largest sum of a credit transfer, in cents."""
UPI = re.compile(r"[A-Za-z0-9._-]{2,255}@[A-Za-z][A-Za-z0-9.-]{1,63}")
PAYPAL = re.compile(r"[A-Za-z0-9]{1,20}")
SWISH = re.compile(r"[0-9]{10}|46[0-9]{9}")
BIC = re.compile(r"[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?")
LINKS = ("https:", "upi:", "swish:", "venmo:", "bitcoin:")


class PayeeWay(msgspec.Struct, frozen=True):
    """One way in which somebody is paid: an account, an address, a number, a name or a link."""

    method: str
    value: str
    holder: str = ""
    bic: str = ""


def read_way(method: str, value: str, holder: str = "", bic: str = "") -> PayeeWay:
    """Read a way to be paid, as somebody says it. Raises Refusal for what is none."""
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


class WayToPay(msgspec.Struct, frozen=True):
    """One way of a payment, and the text that a bank or a service takes."""

    method: str
    text: str


def ways_to_pay(payee: str, methods: dict[str, PayeeWay], money: Money, amount: int, note: str) -> tuple[WayToPay, ...]:
    """Return how a payee can be paid an amount of this money, codes of banks first.

    Raises Refusal where the amount is more than a bank takes at once.
    """
    if money.code in ("counters", "lsd"):
        return ()
    sums = money.exact(amount)
    decimals = len(sums.partition(".")[2])
    note = one_line(note)
    made: list[WayToPay] = []
    if money.code == "EUR" and (account := methods.get("iban")):
        made.append(WayToPay("epc", epc_text(account, payee, amount, note)))
    if money.code == "INR" and (address := methods.get("upi")):
        holder = quote(one_line(address.holder or payee), safe="")
        text = f"upi://pay?pa={address.value}&pn={holder}&am={sums}&cu=INR&tn={_short(note)}"
        made.append(WayToPay("upi", text))
    if money.code == "SEK" and (number := methods.get("swish")):
        made.append(WayToPay("swish", f"C{number.value};{sums.replace('.', ',')};{_short(note)};0"))
    if decimals == 2 and (name := methods.get("paypal")):
        made.append(WayToPay("paypal", f"https://paypal.me/{name.value}/{sums}{money.code}"))
    if link := methods.get("link"):
        filled = {"{amount}": sums, "{currency}": money.code, "{note}": quote(note, safe="")}
        text = re.sub(r"\{(?:amount|currency|note)\}", lambda match: filled[match[0]], link.value)
        made.append(WayToPay("link", text))
    return tuple(made)


def epc_text(account: PayeeWay, payee: str, cents: int, note: str) -> str:
    """Return the text of a SEPA credit transfer, as the European Payments Council lays it down.

    The note is cut until all limits hold. Raises Refusal for a sum that no transfer has.
    """
    if not 0 < cents <= MOST_EPC:
        most = Money("EUR", None).show(MOST_EPC)
        raise Refusal(Code.BAD_AMOUNT, f"{Money('EUR', None).show(cents)} is no sum of a transfer: {most} is the most")
    holder = cut(one_line(account.holder or payee), LONGEST_HOLDER)

    def text(note: str) -> str:
        euros = f"EUR{cents // 100}.{cents % 100:02}"
        return "\n".join(("BCD", "002", "1", "SCT", account.bic, holder, account.value, euros, "", "", note))

    while len(text("").encode()) > LONGEST_EPC:
        holder = cut(holder, len(holder) - 1)
    note = cut(note, LONGEST_NOTE)
    while len(text(note).encode()) > LONGEST_EPC:
        note = cut(note, len(note) - 1)
    return text(note).rstrip("\n") if not note else text(note)


def note_of(title: str, payer: str, payee: str) -> str:
    """Return what a payment says it is for; the title is that of an evening, with its day."""
    return one_line(f"{title}: {payer} to {payee}")


def one_line(text: str) -> str:
    """Return a text without control characters, each run of them and of blanks made one blank."""
    plain = "".join(
        " " if character.isspace() or unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") else character
        for character in text
    )
    return " ".join(plain.split())


def cut(text: str, most: int) -> str:
    """Return no more characters than this of a text, and no part of one that several make up."""
    end = min(len(text), most)
    while 0 < end < len(text) and (unicodedata.combining(text[end]) or text[end] in JOINED or text[end - 1] == JOINER):
        end -= 1
    return text[:end].rstrip()


JOINER = "\u200d"
JOINED = {JOINER, "\ufe0f", *map(chr, range(0x1F3FB, 0x1F400))}
"""What belongs to the character before it: joiners, and the looks and skins of emoji."""


def _short(note: str) -> str:
    return quote(cut(note, LONGEST_SHORT_NOTE), safe="")
