"""What `?` teaches at the prompt: the work at the table, and how something is put right."""

from ledger.core.names import name
from ledger.evening.fold import Evening

TOPICS = {
    "correct": ("correct", "correction", "mistake", "wrong", "undo", "redo", "amend", "insert", "void", "back"),
    "late": ("late", "join", "joins", "leave", "leaves", "newcomer", "early"),
    "count": ("count", "counts", "buy", "buys", "cash", "cashes", "counters", "owe", "pay", "pays"),
    "penalty": ("penalty", "fine", "misdeal", "irregular", "fault"),
}
"""What is taught, and by which words it is asked for."""


def topic_asked(line: str) -> str | None:
    """Return what a line asks to be taught: `?late`, `? amend`; None for any other line."""
    word = line.strip().lower().removeprefix("?").strip()
    if not line.strip().startswith("?") or not word:
        return None
    return next((topic for topic, words in TOPICS.items() if word in words), None)


def closing_blocks(evening: Evening) -> list[str]:
    """Return the two blocks that every `?` ends with: table work, and putting right."""
    one, other = _two(evening)
    return [
        f"At the table: Eve joins, Eve joins after {one}, {other} leaves; {one} buys 20, {one} cashes 20;",
        f'  count {one} 20 {other} 15; penalty {one} 3 "WHY"; misdeal; note "TEXT"',
        'Put right: undo (u), redo (r); amend N "WHY": SAYING says event N otherwise;',
        '  insert N "WHY": SAYING goes before N; void N "WHY" strikes it. /log shows the numbers',
        f"More: {', '.join(f'?{topic}' for topic in TOPICS)}",
    ]


def lesson(topic: str, evening: Evening, newest: int) -> list[str]:
    """Return five lines about a topic, with names and the newest event of this evening."""
    one, other = _two(evening)
    number = max(newest, 1)
    return {
        "correct": [
            "undo (or u) takes back the newest saying; redo (or r) says it again.",
            f'amend {number} "misheard": SAYING counts event {number} as another saying, from there on.',
            f'insert {number} "forgotten": SAYING puts in what was left out; it goes before event {number}.',
            f'void {number} "never happened" strikes event {number} out. The log keeps all of it, with the reason.',
            "You are shown what a correction changes before it is written. /log has the numbers.",
        ],
        "late": [
            f"Eve joins seats a newcomer; Eve joins after {one} says where, between two deals.",
            f"{other} leaves: between two deals; what is won and lost stays until the close.",
            f"{other} joins seats again one who left, under the same name.",
            "In a game whoever joins plays from the next deal on, where its rules let him.",
            f'Forgotten? insert {number} "was there already": Eve joins goes before event {number}.',
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
            f'{one} was in the right? void {number} "no fault" strikes the penalty at event {number}.',
            'note "TEXT" writes down anything else.',
        ],
    }[topic]


def _two(evening: Evening) -> tuple[str, str]:
    """Return two names to be used in examples: of those who are seated, if there are two."""
    first, second, *_ = (*map(name, evening.seats.seated[:2]), "Ann", "Bob")
    return first, second
