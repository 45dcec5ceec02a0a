"""Common expenses as other apps write them, as an evening of costs and payments.

Splitwise writes a CSV file, spliit JSON and CSV, tricount CSV. Of each expense an app says who paid it and what each
bears. A `cost` says the same where its shares come out to the last unit; where they do not, or several paid, one is
said for each who bears a part. A payment back is said as `A pays B`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from math import gcd

import msgspec

from ledger.core.money import Money, shares_by
from ledger.core.names import name as written
from ledger.core.names import quoted
from ledger.core.refusals import Code, Refusal, RefusedLine, listed, printable
from ledger.interchange.names import name_for
from ledger.interchange.tables import REFUND, CsvTable, TableRow, money_named, reading_at

LONGEST_WHAT = 120
MOST_SHARES = 1000
"""A `cost` takes no more shares of one player than this."""
A_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
YES = ("yes", "true", "1")


class Expense(msgspec.Struct, frozen=True):
    """What was spent, or paid back; amounts in the smallest unit."""

    line: int
    day: str
    purpose: str
    money: str
    """Its currency, as the file says it."""
    paid: dict[str, int]
    borne: dict[str, int]
    """What each bears of it; of a payment, who has got how much."""
    is_payment: bool

    def __post_init__(self) -> None:
        """Raise Refusal where it is a refund, or what is borne is not what was paid."""
        if min([*self.paid.values(), *self.borne.values()], default=0) < 0:
            raise Refusal(Code.FILE, "this is less than nothing: a refund cannot be read", REFUND)
        if sum(self.paid.values()) != sum(self.borne.values()):
            sentence = "what each bears does not come to what was paid"
            raise Refusal(Code.FILE, sentence, "Put the sums of this line right")


class Expenses(msgspec.Struct, frozen=True):
    """The expenses of a file, and everybody who is named in it."""

    people: tuple[str, ...]
    expenses: tuple[Expense, ...]


# As sayings


def sayings_of(group: Expenses, title: str, money: Money) -> list[str]:
    """Return the evening of some expenses, saying by saying."""
    names: dict[str, str] = {}
    for person in group.people:
        names[person] = name_for(person, money, names.values())
    days = sorted(expense.day for expense in group.expenses if A_DAY.fullmatch(expense.day))
    on = f" on {days[-1]}" if days else ""
    sayings = [f"evening {quoted(printable(title))}{on} money={money.code}"]
    sayings.append(f"players {' '.join(map(written, names.values()))}")
    for expense in group.expenses:
        sayings += _sayings(expense, names, money)
    return sayings


def _sayings(expense: Expense, names: Mapping[str, str], money: Money) -> Iterator[str]:
    """Yield an expense as a payment, as one cost, or as one for each who bears a part."""
    paid = {names[person]: amount for person, amount in expense.paid.items() if amount}
    borne = {names[person]: amount for person, amount in expense.borne.items() if amount}
    pairs = list(_matched(paid, borne))
    if expense.is_payment:
        for payer, payee, amount in pairs:
            yield f"{written(payer)} pays {written(payee)} {money.write(amount)}"
        return
    purpose = quoted(printable(f"{expense.purpose}, {expense.day}".strip(", "), LONGEST_WHAT))
    parts = _parts(paid, borne, tuple(names.values()))
    if parts is not None:
        [(payer, amount)] = paid.items()
        shared = " ".join(f"{written(name)}{'' if part == 1 else f' {part}'}" for name, part in parts.items())
        yield f"cost {money.write(amount)} {purpose} {written(payer)} paid for {shared}"
        return
    for payer, bearer, amount in pairs:
        yield f"cost {money.write(amount)} {purpose} {written(payer)} paid for {written(bearer)}"


def _parts(paid: Mapping[str, int], borne: Mapping[str, int], seats: Sequence[str]) -> dict[str, int] | None:
    """Return the shares by which a `cost` of one payer comes out; None where there are none."""
    if len(paid) != 1:
        return None
    [(payer, amount)] = paid.items()
    divisor = gcd(*borne.values())
    for shares in (dict.fromkeys(borne, 1), {name: part // divisor for name, part in borne.items()}):
        if max(shares.values()) <= MOST_SHARES and _shared(amount, shares, payer, seats) == dict(borne):
            return shares
    return None


def _shared(amount: int, parts: Mapping[str, int], payer: str, seats: Sequence[str]) -> dict[str, int]:
    """Share a cost as a `cost` does: odd units go to the first from the left of who paid."""
    left = seats.index(payer) + 1
    return shares_by(amount, {name: parts[name] for name in (*seats[left:], *seats[:left]) if name in parts})


def _matched(paid: Mapping[str, int], borne: Mapping[str, int]) -> Iterator[tuple[str, str, int]]:
    """Yield who paid how much for whom; everybody first for themselves."""
    left, due = dict(paid), dict(borne)
    themselves = [(name, name) for name in left if name in due]
    for payer, bearer in (*themselves, *product(paid, borne)):
        amount = min(left[payer], due[bearer])
        if amount:
            left[payer] -= amount
            due[bearer] -= amount
            yield payer, bearer, amount


def money_of_expenses(group: Expenses, source: str, code: str | None) -> Money:
    """Return the money of a file, or the one that is said.

    Raises RefusedLine where it has several, and Refusal where nobody knows it.
    """
    first = group.expenses[0].money
    for expense in group.expenses:
        if expense.money != first:
            refusal = Refusal(
                Code.FILE,
                f"this is in {printable(expense.money)}, and what stands before it in {printable(first)}",
                "Import each money from a file of its own",
            )
            raise RefusedLine(source, expense.line, "", refusal)
    return money_named(code or first)


# Splitwise

SPLITWISE = ("date", "description", "category", "cost", "currency")
"""The columns of Splitwise; behind them stands what each person is owed (+) or owes (-) by the line."""


def is_splitwise(table: CsvTable) -> bool:
    """Return whether a table is an export of Splitwise."""
    return table.headings[: len(SPLITWISE)] == SPLITWISE and "is reimbursement" not in table.headings


def read_splitwise(table: CsvTable) -> Expenses:
    """Read an export of Splitwise. Raises RefusedLine for a line that cannot be read."""
    people = table.names[len(SPLITWISE) :]
    return Expenses(people, tuple(filter(None, table.each(lambda row: _of_splitwise(row, people)))))


def _of_splitwise(row: TableRow, people: Sequence[str]) -> Expense | None:
    if row.text("description") == "Total balance":
        return None
    money = row.money("currency")
    cost, nets = row.amount("cost", money), {person: row.signed(person, money) for person in people}
    if sum(nets.values()):
        sentence = f"the columns of the people come to {money.show(sum(nets.values()))}, and not to nothing"
        raise Refusal(Code.FILE, sentence, "Put the sums of this line right")
    paid = {person: net for person, net in nets.items() if net > 0}
    borne = {person: -net for person, net in nets.items() if net < 0}
    is_payment = row.text("category").lower() == "payment"
    if len(paid) == 1 and not is_payment:  # what stands there is what was paid, less one's own share
        [(payer, net)] = paid.items()
        paid, borne = {payer: cost}, {payer: cost - net, **borne}
    return Expense(row.line, row.text("date"), row.text("description"), row.text("currency"), paid, borne, is_payment)


# spliit


class _Participant(msgspec.Struct):
    id: str
    name: str


class _PaidFor(msgspec.Struct, rename="camel"):
    participant_id: str
    shares: int


class _SpliitExpense(msgspec.Struct, rename="camel"):
    expense_date: str
    title: str
    amount: int
    paid_by_id: str
    paid_for: list[_PaidFor]
    is_reimbursement: bool = False
    split_mode: str = "EVENLY"


class _SpliitGroup(msgspec.Struct, rename="camel"):
    participants: list[_Participant]
    expenses: list[_SpliitExpense]
    name: str = ""
    currency: str = ""
    currency_code: str | None = None


def is_spliit_json(text: str) -> bool:
    """Return whether a text is the JSON of a group of spliit."""
    return text.lstrip().startswith("{") and '"participants"' in text and '"expenses"' in text


def read_spliit_json(text: str, source: str) -> tuple[Expenses, str]:
    """Return the expenses of a group of spliit, and its name.

    Raises Refusal for any other JSON.
    """
    try:
        group = msgspec.json.decode(text, type=_SpliitGroup)
    except ValueError as error:
        raise Refusal(Code.FILE, f"{printable(source)}: this is no group of spliit: {error}") from error
    names = {participant.id: participant.name for participant in group.participants}
    money = group.currency_code or group.currency
    expenses = tuple(
        reading_at(source, 1, partial(_of_spliit, expense, place, names, money))
        for place, expense in enumerate(group.expenses, 1)
    )
    return Expenses(tuple(names.values()), expenses), group.name


def _of_spliit(expense: _SpliitExpense, place: int, names: Mapping[str, str], money: str) -> Expense:
    where = f"expense {place}, {printable(expense.title)}"
    everybody = (expense.paid_by_id, *(part.participant_id for part in expense.paid_for))
    if unknown := [identity for identity in everybody if identity not in names]:
        raise Refusal(Code.FILE, f"{where}: no participant has the id {printable(unknown[0])}")
    parts = {
        names[part.participant_id]: 1 if expense.split_mode == "EVENLY" else part.shares for part in expense.paid_for
    }
    if expense.amount < 0 or not sum(parts.values()):
        raise Refusal(Code.FILE, f"{where}: a refund cannot be read", REFUND)
    payer, seats = names[expense.paid_by_id], tuple(names.values())
    borne = parts if expense.split_mode == "BY_AMOUNT" else _shared(expense.amount, parts, payer, seats)
    paid = {payer: expense.amount}
    return Expense(place, expense.expense_date[:10], expense.title, money, paid, borne, expense.is_reimbursement)


def is_spliit_csv(table: CsvTable) -> bool:
    """Return whether a table is an export of spliit."""
    return {"is reimbursement", "split mode", "cost"} <= set(table.headings)


def read_spliit_csv(table: CsvTable) -> Expenses:
    """Read an export of spliit. Raises RefusedLine for a line that cannot be read."""
    people = table.names[table.headings.index("split mode") + 1 :]
    return Expenses(people, tuple(table.each(lambda row: _of_spliit_csv(row, people))))


def _of_spliit_csv(row: TableRow, people: Sequence[str]) -> Expense:
    """Return an expense: the share of who paid has no sign, those of the others have one."""
    money = row.money("currency")
    cost, parts = row.amount("cost", money), {person: row.signed(person, money) for person in people}
    payers = [person for person, part in parts.items() if part > 0]
    if len(payers) != 1:
        sentence = "this file does not say who paid: spliit leaves it out where the payer has no share"
        raise Refusal(Code.FILE, sentence, "Take the JSON that spliit exports")
    borne = _shared(cost, {person: abs(part) for person, part in parts.items() if part}, payers[0], people)
    is_payment = row.text("is reimbursement").lower() in YES
    paid = {payers[0]: cost}
    return Expense(row.line, row.text("date"), row.text("description"), row.text("currency"), paid, borne, is_payment)


# tricount

TRICOUNT = {
    "purpose": ("title", "description", "what"),
    "amount": ("amount", "total"),
    "money": ("currency",),
    "day": ("date", "date & time", "when"),
    "payer": ("paid by", "who paid"),
    "kind": ("transaction type", "type"),
}
"""The columns of tricount, by what each has."""
TRICOUNT_SHARES = re.compile(r"(?:paid for|impacted to|for)\s+(?P<person>.+)", re.IGNORECASE)
TRICOUNT_INVOLVED = ("involved", "paid for", "for whom")
UNUSED = ("category", "exchange rate", "payment method", "notes", "receipts", "attachments", "")
PAYING_BACK = ("transfer", "money transfer", "reimbursement", "balance", "payment")
SPENDING = ("", "expense", "normal", "spending")


def is_tricount(table: CsvTable) -> bool:
    """Return whether a table says of each line who paid it, as tricount does."""
    return any(heading in TRICOUNT["payer"] for heading in table.headings)


def read_tricount(table: CsvTable) -> Expenses:
    """Read an export of tricount.

    Raises Refusal for a column that cannot be read, and RefusedLine for a line.
    """
    columns = {key: next((name for name in names if name in table.headings), "") for key, names in TRICOUNT.items()}
    shares: dict[str, str] = {}
    involved = next((name for name in TRICOUNT_INVOLVED if name in table.headings), "")
    for heading, name in zip(table.headings, table.names, strict=True):
        if heading in (*columns.values(), involved, *UNUSED):
            continue
        match = TRICOUNT_SHARES.fullmatch(name)
        if match is None:
            raise Refusal(
                Code.FILE, f"{printable(table.source)}: the column {printable(name)} cannot be read", "Delete it"
            )
        shares[match["person"].strip()] = name
    if missing := [key for key in ("purpose", "amount", "payer") if not columns[key]]:
        raise Refusal(Code.FILE, f"{printable(table.source)}: no column says the {listed(missing)}")
    people = dict.fromkeys(shares)
    for row in table.rows():
        people |= dict.fromkeys((row.text(columns["payer"]), *_involved(row, involved)))
    read = table.each(lambda row: _of_tricount(row, columns, shares, involved))
    return Expenses(tuple(filter(None, people)), tuple(read))


def _involved(row: TableRow, column: str) -> list[str]:
    return [name.strip() for name in re.split(r"[,;]", row.text(column)) if name.strip()] if column else []


def _of_tricount(row: TableRow, columns: Mapping[str, str], shares: Mapping[str, str], involved: str) -> Expense:
    currency = row.text(columns["money"]) if columns["money"] else ""
    money = row.money(columns["money"]) if currency else row.table.money
    amount = row.amount(columns["amount"], money)
    kind = row.text(columns["kind"]).lower() if columns["kind"] else ""
    if kind not in (*SPENDING, *PAYING_BACK):
        raise Refusal(Code.FILE, f"a line of the type {printable(kind)} cannot be read", REFUND)
    payer = row.text(columns["payer"])
    if shares:
        borne = {person: row.amount(name, money) for person, name in shares.items() if row.text(name)}
    else:
        between = _involved(row, involved)
        borne = _shared(amount, dict.fromkeys(between, 1), payer, tuple(dict.fromkeys((payer, *between))))
    paid = {payer: amount}
    day = row.text(columns["day"])[:10] if columns["day"] else ""
    return Expense(row.line, day, row.text(columns["purpose"]), currency, paid, borne, kind in PAYING_BACK)
