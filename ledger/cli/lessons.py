"""What `?` teaches at the prompt: the work at the table, and how something is put right."""

import re
from collections.abc import Iterable
from itertools import islice

from ledger.cli.text_table import shortened
from ledger.core.events import Deal, Penalty
from ledger.core.money import Shown
from ledger.core.names import key_of, name
from ledger.evening.fold import Evening
from ledger.games.language import write
from ledger.games.registry import is_known
from ledger.language.examples import first_saying
from ledger.language.forms import enumerated, texts
from ledger.language.slots import Form
from ledger.projections.rule_sheets import deciding, sheet_of, unwrapped
from ledger.recorder import Session

TOPICS = {
    "correct": ("correct", "correction", "mistake", "wrong", "undo", "redo", "amend", "insert", "void", "back"),
    "late": ("late", "join", "joins", "leave", "leaves", "newcomer", "early"),
    "count": ("count", "counts", "buy", "buys", "cash", "cashes", "counters", "owe", "pay", "pays"),
    "cost": ("cost", "costs", "share", "shared", "shares", "pizza", "food", "drinks", "taxi", "bill"),
    "penalty": ("penalty", "fine", "misdeal", "irregular", "fault"),
}
"""The topics, each with the words that ask for it."""
WIDTH = 80
"""The greatest width of a line of a lesson."""
SHORTEST = 12
"""The least width for the explanation of an example."""
MOST_OF_A_RULE = 12
"""The greatest number of lines of the rules that answer about a word."""
UNCOUNTED = 48
"""The amount of examples where counters have no value: so many of the smallest unit, such as a shilling."""
MOST_TRIED = 8
"""The greatest number of examples that are tried."""
NEWCOMERS = ("Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kit", "Lou")
"""Names for a newcomer in examples: the first one that nobody here has is used."""


def topic_of(word: str) -> str | None:
    """Return the topic that a word asks for; None for any other word."""
    return next((topic for topic, words in TOPICS.items() if word in words), None)


def _asked_for(line: str) -> tuple[str, str]:
    """Return the word that asks to be taught, and what is asked for: `? late`, `help late`."""
    match = re.fullmatch(r"\s*(\?|/?help\b)\s*(.*?)[\s?]*", line.lower())
    return (match[1], match[2]) if match else ("", "")


def word_asked(line: str) -> str:
    """Return the word of a saying that a line asks about: `? in`; empty for any other line."""
    return _asked_for(line)[1]


def answer_about(word: str, session: Session) -> list[str]:
    """Return what a word means here: as a saying of the game, as a topic, or in the rules."""
    short, topic = session.shorthand(), topic_of(word)
    taught = _sayings_of(word, short.forms, session) or (Lesson(session).lines(topic) if topic else [])
    return taught or _sayings_of(word, short.around, session) or _in_the_rules(word, session.evening)


def _sayings_of(word: str, among: Iterable[Form], session: Session) -> list[str]:
    """Return how a word is said here, with an example that is taken now; empty if it cannot be."""
    evening, canonical = session.evening, session.shorthand().vocabulary.canonical(word)
    forms = [form for form in among if any(text.split()[0] == canonical for text in form.begins())]
    sayings = list(dict.fromkeys(text for form in forms for text in texts(form.slots, evening.money)))
    made = (first_saying(form.who[0] if form.who else "", form.slots, evening.money) for form in forms)
    example = next((saying for saying in made if saying and session.would_stand(saying)), "")
    rule = deciding(evening.game.registered, [canonical]) if evening.game is not None and sayings else ""
    told = [*(f"  {line}" for line in unwrapped(rule)[:MOST_OF_A_RULE]), enumerated(sayings)]
    return [*told, *([f"For example: {example}"] if example else [])] if sayings else []


def _in_the_rules(word: str, evening: Evening) -> list[str]:
    """Return the lines of the rules that have a word, or where to look for it."""
    elsewhere = f"{word} cannot be said now. ? lists what may be said, and help other-words what people say for it."
    if evening.game is None:
        return [elsewhere]
    named = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])", re.IGNORECASE)
    sheet = sheet_of(evening.game.registered).splitlines()
    lines = [line.rstrip() for line in sheet if named.search(line)][:MOST_OF_A_RULE]
    found = [f"{word} cannot be said now. The rules have it, /rules prints them all:", *(f"  {line}" for line in lines)]
    return found if lines else [elsewhere]


def game_asked(line: str) -> str | None:
    """Return the game whose rules a line asks for: `help nap`; None for any other line."""
    asks, words = _asked_for(line)
    called = "-".join(words.replace("'", "").split())
    return called if asks and called and is_known(called) else None


class Lesson:
    """Five lines about a topic, with examples of an evening that were tried where they can be."""

    def __init__(self, session: Session) -> None:
        self.session, self.evening = session, session.evening
        self.one, self.other, *_ = (*map(name, self.evening.seats.seated[:2]), "Ann", "Bob")
        self.new = newcomer(self.evening)
        money = self.evening.money
        self.amounts = [money.write(number * (money.counter or UNCOUNTED)) for number in (20, 15, 5, 3)]

    def lines(self, topic: str) -> list[str]:
        """Return the five lines about a topic."""
        return {
            "correct": self._correct,
            "late": self._late,
            "count": self._count,
            "cost": self._cost,
            "penalty": self._penalty,
        }[topic]()

    def _correct(self) -> list[str]:
        number, said = _newest(self.evening, self.session.number)
        return [
            _line("undo", "takes back the newest saying; redo says it again."),
            _line(self._amended(number), f"changes event {number}{said}."),
            _line(self._inserted(number), f"goes in before event {number}."),
            _line(f'void {number} "never happened"', f"strikes event {number} out; the log keeps it."),
            "What it changes is shown before it is written. /log has the numbers.",
        ]

    def _late(self) -> list[str]:
        one, other, new = self.one, self.other, self.new
        game, away = (
            self.evening.game,
            [player for player in self.evening.seats.ring if player not in self.evening.seats.present],
        )
        when = "between two deals" if game is None or game.turn.pause else "once this deal is over"
        back = name(away[0]) if away else other
        return [
            _line(f"{new} joins", f"seats {new} last, {when}."),
            _line(f"{new} joins after {one}", f"seats {new} on the left of {one}."),
            _line(f"{other} leaves", f"{when}; what was won or lost stays."),
            _line(f"{back} joins", "brings back one who has left, with the same counters."),
            self._forgotten(new),
        ]

    def _count(self) -> list[str]:
        (many, fewer, few, _), one, other = self.amounts, self.one, self.other
        over = "ends the evening" if self.evening.game is None else "once the game is over"
        return [
            _line(f"{one} buys {many}", "takes counters; paid or owing may follow."),
            _line(f"{one} cashes {many}", "gives counters back."),
            _line(f"count {one} {many} {other} {fewer}", "what lies there; the log is held to it."),
            _line(f"{one} pays {other} {few}", "a debt paid at the table."),
            _line("close", f"{over}; close short=split if counters are missing."),
        ]

    def _cost(self) -> list[str]:
        (many, *_), one, other = self.amounts, self.one, self.other
        return [
            _line(f"cost {many} pizza {one} paid", "shared by all who are seated."),
            _line(f"cost {many} pizza {one} paid for {one} {other}", "shared by these."),
            _line(f"cost {many} taxi {one} paid for {one} 2 {other} 1", "by shares: two parts and one."),
            _line(f"{one} paid {many} for pizza", "the same, in other words."),
            "It is in what each owes, and never in what was won or lost. /settle has it.",
        ]

    def _penalty(self) -> list[str]:
        (*_, few), one = self.amounts, self.one
        fines = [effective.number for effective in self.evening.effective if isinstance(effective.event, Penalty)]
        newest, _ = _newest(self.evening, self.session.number)
        number, what = (fines[-1], "the penalty") if fines else (newest, f"event {newest}")
        return [
            _line(f'penalty {one} {few} "late"', f"in a game: fines {one}, into the pool."),
            f"penalty {one} and a fault that the rules name: they say the fine. /rules has them.",
            _line("misdeal", "in a deal: takes it back, and the same deals again."),
            _line(f'void {number} "no fault"', f"strikes {what} out."),
            _line(f'note "{one} was late"', "writes down anything else."),
        ]

    def _amended(self, number: int) -> str:
        noted = f'note "{self.one} was late"'
        offered = (f'amend {number} "misheard": {saying}' for saying in self.session.otherwise(number))
        return self._first(offered) or f'amend {number} "misheard": {noted}'

    def _inserted(self, number: int) -> str:
        bought = [f"{self.other} buys {self.amounts[0]}"] if self.evening.bank.used else []
        facts = [*bought, f'penalty {self.other} {self.amounts[3]} "late"', f'note "{self.other} was late"']
        return self._first(f'insert {number} "forgotten": {fact}' for fact in facts) or (
            f'insert {number} "forgotten": {facts[-1]}'
        )

    def _forgotten(self, new: str) -> str:
        deals = [effective.number for effective in self.evening.effective if isinstance(effective.event, Deal)]
        late = (f'insert {number} "forgotten": {new} joins' for number in reversed(deals[-MOST_TRIED:]))
        if said := self._first(late):
            return _line(said, "where nobody had said so.")
        return f"Forgotten? insert goes before the deal from which {new} played: ?correct"

    def _first(self, sayings: Iterable[str]) -> str:
        tried = islice(sayings, MOST_TRIED)
        return next((saying for saying in tried if self.session.would_stand(saying)), "")


def _line(example: str, means: str) -> str:
    """Return an example and what it does, in one line if there is room for it."""
    line = f"{example} – {means}"
    return line if len(line) <= WIDTH else f"{example} – {shortened(means, max(WIDTH - len(example) - 3, SHORTEST))}"


def newcomer(evening: Evening) -> str:
    """Return a name that nobody of the evening has."""
    known = {*map(key_of, evening.books.people()), *map(key_of, evening.seats.ring)}
    return next((new for new in NEWCOMERS if key_of(new) not in known), "Zoe")


def _newest(evening: Evening, newest: int) -> tuple[int, str]:
    """Return the number of the newest event that counts, and its saying, after a comma."""
    if not evening.effective:
        return max(newest, 1), ""
    last = evening.effective[-1]
    return last.number, f", {write(last.event, Shown.of(evening.money))}"
