"""The texts by which banks and payment services take a payment.

Every text follows its standard to the letter; whatever a title or a name contains, it stays within its field. Nothing
is ever fetched.
"""

import re
import unicodedata
from urllib.parse import quote

import msgspec

from ledger.core.books import LONGEST_HOLDER, PayeeWay
from ledger.core.money import Money
from ledger.core.refusals import Code, Refusal

LONGEST_NOTE, LONGEST_EPC, LONGEST_SHORT_NOTE = 140, 331, 50
"""The greatest number of characters in the note of a credit transfer, of bytes in the whole, and of characters in a
short note."""
MOST_EPC = 99_999_999_999
"""The largest sum of a credit transfer, in cents."""

SEPA_EEA = frozenset(
    (
        "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IS", "IT", "LI",
        "LT", "LU", "LV", "MT", "NL", "NO", "PL", "PT", "RO", "SE", "SI", "SK",
    )
)  # fmt: skip
SEPA_WITH_BIC = frozenset(("AD", "AL", "CH", "GB", "GI", "MC", "MD", "ME", "MK", "RS", "SM", "VA"))
"""The countries of accounts that SEPA transfers reach: in the European Economic Area, and outside it with a BIC."""


class WayToPay(msgspec.Struct, frozen=True):
    """One way of a payment, and the text that a bank or a service takes."""

    method: str
    text: str

    @property
    def kept(self) -> str:
        """Return the way as it is kept: a code of a bank is made of an account."""
        return "iban" if self.method == "epc" else self.method


def ways_to_pay(payee: str, methods: dict[str, PayeeWay], money: Money, amount: int, note: str) -> tuple[WayToPay, ...]:
    """Return how a payee can be paid an amount of this money, codes of banks first.

    Raises Refusal if the amount is more than a bank takes at once.
    """
    if money.code in ("counters", "lsd"):
        return ()
    sums = money.exact(amount)
    decimals = len(sums.partition(".")[2])
    note = one_line(note)
    made: list[WayToPay] = []
    if money.code == "EUR" and (account := methods.get("iban")) and not no_transfer(account):
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


def no_transfer(account: PayeeWay) -> str:
    """Return why no SEPA transfer can be made to an account, as a clause; empty if one can."""
    country = account.value[:2]
    if country in SEPA_WITH_BIC and not account.bic:
        return f"a transfer to an account in {country} needs its BIC, and none is kept"
    return "" if country in SEPA_WITH_BIC | SEPA_EEA else f"no SEPA transfer goes to an account in {country}"


def epc_text(account: PayeeWay, payee: str, cents: int, note: str) -> str:
    """Return the text of a SEPA credit transfer by the European Payments Council's standard.

    The note is cut until all limits hold. Raises Refusal for a sum outside the standard's limits.
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
    """Return the note of a payment; the title is that of an evening, with its day."""
    return one_line(f"{title}: {payer} to {payee}")


def one_line(text: str) -> str:
    """Return a text without control characters, each run of them and of blanks made one blank."""
    plain = "".join(
        " " if character.isspace() or unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") else character
        for character in text
    )
    return " ".join(plain.split())


def cut(text: str, most: int) -> str:
    """Return a text cut to this many characters, never within a combined character."""
    end = min(len(text), most)
    while 0 < end < len(text) and (unicodedata.combining(text[end]) or text[end] in JOINED or text[end - 1] == JOINER):
        end -= 1
    return text[:end].rstrip()


JOINER = "\u200d"
JOINED = {JOINER, "\ufe0f", *map(chr, range(0x1F3FB, 0x1F400))}
"""Characters that belong to the one before: joiners, and variants and skin tones of emoji."""


def _short(note: str) -> str:
    return quote(cut(note, LONGEST_SHORT_NOTE), safe="")
