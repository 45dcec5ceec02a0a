"""Every kind of file that becomes evenings, told by its name and its beginning."""

from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import NamedTuple

from ledger.core.refusals import Code, Refusal, printable
from ledger.interchange import expenses
from ledger.interchange.expenses import Expenses
from ledger.interchange.files import is_phh, read_text, replay_file, see_no_movements, title_of
from ledger.interchange.hand_histories import as_phh, room_of
from ledger.interchange.past_evenings import is_past_evenings, read_past_evenings
from ledger.interchange.phh_session import replay_hands
from ledger.interchange.pokernow import COLUMNS, replay_ledger
from ledger.interchange.pokernow_log import is_log, replay_log
from ledger.interchange.script import replay_script
from ledger.interchange.tables import CsvTable
from ledger.language.grammar import KEYWORDS
from ledger.log.commands import nothing_said
from ledger.log.replay import Replay


class Imported(NamedTuple):
    """An evening that was read, and what was made of its names and hands."""

    replay: Replay
    remarks: tuple[str, ...] = ()


class SourceFile(NamedTuple):
    """A file that is read, and the money that was said of it."""

    name: str
    text: str
    money: str | None
    cents: bool

    @property
    def stem(self) -> str:
        """Return its name without folder and ending."""
        return printable(PurePath(self.name).stem)

    @property
    def table(self) -> CsvTable:
        """Return it as a table. Raises Refusal where two columns have the same name."""
        return CsvTable(self.text, self.name, self.money)

    @property
    def first_word(self) -> str:
        """Return its first word that is no comment, in small letters."""
        lines = (line.split("#")[0].split() for line in self.text.removeprefix("\ufeff").splitlines())
        return next((words[0].lower() for words in lines if words), "")


class WayIn(NamedTuple):
    """A kind of file: what it is, how it is told, and how it is read."""

    kind: str
    fits: Callable[[SourceFile], bool]
    read: Callable[[SourceFile], Iterator[Imported]]


def is_table(name: str) -> bool:
    """Return whether a file is a table, by its name."""
    return name.lower().endswith((".csv", ".tsv"))


def says_no_money(name: str) -> bool:
    """Return whether a file of this name leaves its money to be said."""
    return not name.lower().endswith((".evening", ".jsonl"))


def read_evenings(name: str, money: str | None, cents: bool) -> list[Imported]:
    """Return the evenings of a file, which is read to its end first.

    Raises Refusal for a file that cannot be read, and RefusedLine at a line that does not fit.
    """
    if name.lower().endswith(".jsonl") or is_phh(name):
        return [Imported(replay_file(name))]
    file = SourceFile(name, read_text(name), money, cents)
    see_no_movements(name, file.text)
    way = next((way for way in WAYS_IN if way.fits(file)), None)
    if way is None:
        sentence = f"{printable(name)}: this is nothing that can be read here"
        kinds = (*(way.kind for way in WAYS_IN), "JSON lines (.jsonl)", "poker hands (.phh, .phhs)")
        raise Refusal(Code.FILE, sentence, f"What can be read: {'; '.join(kinds)}")
    return list(way.read(file))


# Each kind


def _log_of_pokernow(file: SourceFile) -> Iterator[Imported]:
    yield Imported(*replay_log(file.text, file.name, title_of(file.name), file.money or "counters", file.cents))


def _ledger_of_pokernow(file: SourceFile) -> Iterator[Imported]:
    title, money = f"PokerNow {file.stem}", file.money or "counters"
    yield Imported(*replay_ledger(file.text, file.name, title, money, file.cents))


def _hand_history(file: SourceFile) -> Iterator[Imported]:
    hands, money = as_phh(file.text, file.name)
    yield Imported(*replay_hands({file.name: hands}, title_of(file.name), file.money or money, file.cents))


def _past_evenings(file: SourceFile) -> Iterator[Imported]:
    table = file.table
    for evening in read_past_evenings(table):
        yield Imported(replay_script("\n".join(evening.sayings(table.money)), file.name))


def _spliit_json(file: SourceFile) -> Iterator[Imported]:
    group, title = expenses.read_spliit_json(file.text, file.name)
    yield _with_costs(file, group, title or file.stem)


def _expenses(read: Callable[[CsvTable], Expenses]) -> Callable[[SourceFile], Iterator[Imported]]:
    """Return what reads a table of expenses."""

    def evenings(file: SourceFile) -> Iterator[Imported]:
        yield _with_costs(file, read(file.table), file.stem)

    return evenings


def _with_costs(file: SourceFile, group: Expenses, title: str) -> Imported:
    if not group.expenses:
        raise Refusal(Code.FILE, f"{printable(file.name)}: no expense is in it")
    money = expenses.money_of_expenses(group, file.name, file.money)
    return Imported(replay_script("\n".join(expenses.sayings_of(group, title, money)), file.name))


def _script(file: SourceFile) -> Iterator[Imported]:
    replay = replay_script(file.text.removeprefix("\ufeff"), file.name)
    if not replay.number:
        raise nothing_said(file.name)
    yield Imported(replay)


def _is_script(file: SourceFile) -> bool:
    """Return whether a file is a script: by its name, or by the word that it begins with."""
    return file.name.lower().endswith(".evening") or (not is_table(file.name) and file.first_word in ("", *KEYWORDS))


def _of_table(fits: Callable[[CsvTable], bool]) -> Callable[[SourceFile], bool]:
    """Return whether a file is a table that fits."""
    return lambda file: is_table(file.name) and fits(file.table)


WAYS_IN = (
    WayIn("a log of PokerNow (.csv)", lambda file: is_table(file.name) and is_log(file.text), _log_of_pokernow),
    WayIn("a ledger of PokerNow (.csv)", _of_table(lambda table: COLUMNS[0] in table.headings), _ledger_of_pokernow),
    WayIn("expenses of Splitwise (.csv)", _of_table(expenses.is_splitwise), _expenses(expenses.read_splitwise)),
    WayIn("expenses of spliit (.csv)", _of_table(expenses.is_spliit_csv), _expenses(expenses.read_spliit_csv)),
    WayIn("a group of spliit (.json)", lambda file: expenses.is_spliit_json(file.text), _spliit_json),
    WayIn("expenses of tricount (.csv)", _of_table(expenses.is_tricount), _expenses(expenses.read_tricount)),
    WayIn("a table of evenings, date,title,Ann,Bob (.csv)", _of_table(is_past_evenings), _past_evenings),
    WayIn("a hand history of a poker room (.txt)", lambda file: bool(room_of(file.text)), _hand_history),
    WayIn(
        "a script of sayings (.evening)",
        _is_script,
        _script,
    ),
)
"""The kinds of files, in the order in which they are tried."""
