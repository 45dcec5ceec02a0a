"""Two books of one evening on the command line: read them, and print how they compare."""

import os
from collections.abc import Iterator, Sequence
from itertools import groupby

from ledger.cli.output import Output
from ledger.core.events import EffectiveEvent
from ledger.core.money import Shown
from ledger.core.refusals import things
from ledger.games.language import write
from ledger.interchange.files import STANDARD_INPUT, replay_file
from ledger.log.book import DEAL, Book, book_of
from ledger.log.comparison import DIFFERS, FOLLOWS, ONLY_A, ONLY_B, SAME, BookComparison, ComparedItem, compared
from ledger.recorder.merging import called_as

FILES = (".evening", ".jsonl")
"""The endings of files that have an evening."""


def is_file(book: str) -> bool:
    """Return whether a book is named as a file, and not as an evening of the database."""
    return not book.isdigit() and (book == STANDARD_INPUT or book.lower().endswith(FILES) or os.path.isfile(book))


def compare_books(output: Output, a: str, b: str) -> BookComparison:
    """Read two books, and compare them.

    Raises Refusal if one cannot be read, or they are of two evenings.
    """
    first = read_book(output, a)
    return compared(first, read_book(output, b, first))


def read_book(output: Output, book: str, like: Book | None = None) -> Book:
    """Read an evening or a file as a book; names are spelled as in the book given as `like`."""
    if is_file(book):
        replay = replay_file(book)
        output.remark_rules(book, replay)
        name, script = book, not book.lower().endswith(".jsonl")
    else:
        recorder = output.reader()
        number = recorder.evening(book)
        live = recorder.live(number)
        output.remark(live.rules_changed)
        replay, name, script = live.replay, f"evening {number}", False
    called: dict[str, str] = {}
    if like:
        club = output.reader().club().club if like.seal or not script else None
        called = called_as(like, replay.evening.books.people(), club)
    return book_of(name, replay, script, called)


def comparison_lines(comparison: BookComparison) -> list[str]:
    """Return two books side by side, the differences and what they change."""
    lines = [_book("A", comparison.a), _book("B", comparison.b)]
    for standing, items in groupby(comparison.items, key=lambda item: _group(item, comparison)):
        lines += _lines(standing, list(items), comparison)
    if comparison.unreplayed is not None:
        lines.append(f"A does not replay with what B has: {comparison.unreplayed.sentence}")
        lines.append("  what follows there is compared as it stands")
    gains = _ordered(comparison.gains, comparison)
    show = comparison.a.money.show
    changes = [f"{name} {show(abs(gain))} {'more' if gain > 0 else 'less'}" for name, gain in gains]
    fuller = [sentence for sentence in (_fuller("A", comparison), _fuller("B", comparison)) if sentence]
    if changes:
        return [*lines, f"B gives {', '.join(changes)}", *fuller]
    if comparison.differences:
        return [*lines, "B gives everybody the same", *fuller]
    return [*lines, "; ".join(["nothing differs", *fuller])]


def _book(side: str, book: Book) -> str:
    on = f", {book.on}" if book.on else ""
    size = f"{things(len(book.recorded), 'event')}, {things(book.deals, 'deal')}"
    return f"{side} {book.name}: {book.title}{on}; {size}"


def _group(item: ComparedItem, comparison: BookComparison) -> tuple[object, ...]:
    """Return a key by which items share a line: equal deals by the same dealers."""
    if item.standing not in (SAME, FOLLOWS):
        return (item.standing, item.difference)
    if not (item.a and item.b and item.a.kind == DEAL):
        return ("",)
    dealers = (comparison.a.dealer_of(item.a), comparison.b.dealer_of(item.b))
    offset = (item.b.deal or 0) - (item.a.deal or 0)
    return (item.standing, item.difference, offset, None if dealers[0] == dealers[1] else dealers)


def _lines(group: tuple[object, ...], items: Sequence[ComparedItem], comparison: BookComparison) -> Iterator[str]:
    if group[0] not in (SAME, FOLLOWS):
        for item in items:
            if item.standing in (DIFFERS, ONLY_A, ONLY_B):
                yield from _difference(item, comparison)
        return
    numbers = [
        [item.deal for item in row if item and item.deal] for row in zip(*((i.a, i.b) for i in items), strict=True)
    ]
    deals = _deals(numbers[0]) if numbers[0] == numbers[1] else f"{_deals(numbers[0])} of A, {_deals(numbers[1])} of B"
    state = "the same" if group[0] == SAME else "follows" if len(items) == 1 else "follow"
    if group[0] == FOLLOWS and group[1]:
        state += f" from difference {group[1]}"
    dealers = group[3]
    yield f"{deals}: {state}" + (f"; {dealers[0]} deals in A, {dealers[1]} in B" if isinstance(dealers, tuple) else "")


def _deals(numbers: Sequence[int]) -> str:
    return f"deal {numbers[0]}" if len(numbers) == 1 else f"deals {numbers[0]}-{numbers[-1]}"


def _difference(compared_item: ComparedItem, comparison: BookComparison) -> Iterator[str]:
    """Yield a difference: its description, and what each book tells of it."""
    a, b = compared_item.a, compared_item.b
    item = a or b
    assert item is not None, "an item is in one book at least"
    title = item.kind
    if item.kind == DEAL:
        of = "" if a and b else f" of {'A' if a else 'B'}"
        title = f"deal {item.deal}" + (f" of A, deal {b.deal} of B" if a and b and a.deal != b.deal else of)
        sides = ((a, comparison.a), (b, comparison.b))
        dealers = list(dict.fromkeys(book.dealer_of(deal) for deal, book in sides if deal))
        deals = f", {dealers[0]} deals in A, {dealers[1]} in B" if len(dealers) > 1 else f", {dealers[0]} deals"
        title += f", {item.game}{deals if dealers[0] else ''}"
    missing = "" if a and b else f", is not in {'B' if a else 'A'}"
    yield f"difference {compared_item.difference}: {title}{missing}"
    rows = [
        (side, "; ".join(_saying(saying, comparison) for saying in sayings), _net(item.net, comparison))
        for side, item, sayings in zip("AB", (a, b), compared_item.tellings, strict=True)
        if item
    ]
    width = max(len(sayings) for _, sayings, _ in rows)
    for side, sayings, net in rows:
        yield f"  {side}  {sayings:<{width}}   {net}".rstrip()


def _saying(effective: EffectiveEvent, comparison: BookComparison) -> str:
    return f"{effective.number} {write(effective.event, Shown.of(comparison.a.money))}"


def _net(net: dict[str, int], comparison: BookComparison) -> str:
    show = comparison.a.money.show_change
    return ", ".join(f"{account} {show(amount)}" for account, amount in _ordered(net, comparison))


def _ordered(amounts: dict[str, int], comparison: BookComparison) -> list[tuple[str, int]]:
    """Return amounts in the order of the seats, and then those of pools."""
    people = [person for person in comparison.a.people if person in amounts]
    return [(name, amounts[name]) for name in (*people, *(name for name in amounts if name not in people))]


def _fuller(side: str, comparison: BookComparison) -> str:
    """Return the deals of which a book tells more; empty if there are none."""
    deals = [
        (item.a if side == "A" else item.b).deal or 0  # type: ignore[union-attr]
        for item in comparison.items
        if item.fuller == side.lower()
    ]
    if not deals:
        return ""
    runs: list[list[int]] = []
    for deal in deals:
        if runs and deal == runs[-1][-1] + 1:
            runs[-1].append(deal)
        else:
            runs.append([deal])
    numbers = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
    return f"{side} tells more of deal{'s' * (len(deals) > 1)} {numbers}"
