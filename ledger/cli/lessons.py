"""What `?` teaches at the prompt: the work at the table, and how something is put right."""

from ledger.core.events import Penalty
from ledger.core.names import key_of, name
from ledger.evening.fold import Evening
from ledger.games.language import write

TOPICS = {
    "correct": ("correct", "correction", "mistake", "wrong", "undo", "redo", "amend", "insert", "void", "back"),
    "late": ("late", "join", "joins", "leave", "leaves", "newcomer", "early"),
    "count": ("count", "counts", "buy", "buys", "cash", "cashes", "counters", "owe", "pay", "pays"),
    "penalty": ("penalty", "fine", "misdeal", "irregular", "fault"),
}
"""What is taught, and by which words it is asked for."""
NEWCOMERS = ("Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kit", "Lou")
"""Names for a newcomer in examples: the first that nobody here has."""


def topic_asked(line: str) -> str | None:
    """Return what a line asks to be taught: `?late`, `? amend`; None for any other line."""
    word = line.strip().lower().removeprefix("?").strip()
    if not line.strip().startswith("?") or not word:
        return None
    return next((topic for topic, words in TOPICS.items() if word in words), None)


def closing_blocks(evening: Evening) -> list[str]:
    """Return the two blocks that every `?` ends with: table work, and putting right."""
    (one, other), new = _two(evening), newcomer(evening)
    return [
        f"At the table: {new} joins, {new} joins after {one}, {other} leaves; {one} buys 20, {one} cashes 20;",
        f'  count {one} 20 {other} 15; penalty {one} 3 "WHY"; misdeal; note "TEXT"',
        'Put right: undo (u), redo (r); amend N "WHY": SAYING says event N otherwise;',
        '  insert N "WHY": SAYING goes before N; void N "WHY" strikes it. /log shows the numbers',
        f"More: {', '.join(f'?{topic}' for topic in TOPICS)}",
    ]


def lesson(topic: str, evening: Evening, newest: int) -> list[str]:
    """Return five lines about a topic, with names and the newest event of this evening."""
    (one, other), new = _two(evening), newcomer(evening)
    number, said = _newest(evening, newest)
    fine = next((effective.number for effective in evening.effective if isinstance(effective.event, Penalty)), "N")
    return {
        "correct": [
            "undo (or u) takes back the newest saying; redo (or r) says it again.",
            f'amend {number} "misheard": SAYING counts event {number}{said} as another saying.',
            f'insert {number} "forgotten": SAYING puts in what was left out; it goes before event {number}.',
            f'void {number} "never happened" strikes event {number} out. The log keeps all of it, with the reason.',
            "You are shown what a correction changes before it is written. /log has the numbers.",
        ],
        "late": [
            f"{new} joins seats a newcomer; {new} joins after {one} says where, between two deals.",
            f"{other} leaves: between two deals; what is won and lost stays until the close.",
            f"{other} joins seats again one who left, under the same name.",
            "In a game whoever joins plays from the next deal on, where its rules let him.",
            f'Forgotten? insert {number} "was there already": {new} joins goes before event {number}.',
        ],
        "count": [
            f"{one} buys 20 takes counters, {one} cashes 20 gives them back; paid or owing may follow.",
            f"count {one} 20 {other} 15 holds what lies in front of each against the log.",
            "A count that differs names the deals to look at; nothing is changed by it.",
            f"{one} pays {other} 5 is a debt settled at the table.",
            "close ends the evening; close short=split shares what is missing.",
        ],
        "penalty": [
            f'penalty {one} 3 "WHY" fines {one} 3 counters, into the pool of the game.',
            f"penalty {one} OFFENCE names a fault of the rules, which say the fine: /rules has them.",
            "misdeal takes the deal back, and the same deals again.",
            f'{one} was in the right? void {fine} "no fault" strikes the penalty at event {fine}.',
            'note "TEXT" writes down anything else.',
        ],
    }[topic]


def newcomer(evening: Evening) -> str:
    """Return a name that nobody of the evening has."""
    known = {*map(key_of, evening.books.people()), *map(key_of, evening.seats.ring)}
    return next((new for new in NEWCOMERS if key_of(new) not in known), "Zoe")


def _newest(evening: Evening, newest: int) -> tuple[int, str]:
    """Return the number of the newest event that counts, and what was said by it, in brackets."""
    if not evening.effective:
        return max(newest, 1), ""
    last = evening.effective[-1]
    return last.number, f" ({write(last.event, evening.money)})"


def _two(evening: Evening) -> tuple[str, str]:
    """Return two names to be used in examples: of those who are seated, if there are two."""
    first, second, *_ = (*map(name, evening.seats.seated[:2]), "Ann", "Bob")
    return first, second
