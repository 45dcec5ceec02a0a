"""Other words: what people say otherwise than in the notation, and what they mean.

Each is one row: what is said, and the saying that it means. A row is tried only where a line reads as nothing else.
The rows of the language stand here, those of a game in the `phrases` of its vocabulary.

In a row capitals are filled in, `[x]` may be left out, `x|y` is one of both, and `(x)…` is said once or more. What it
means may begin with a question: then the line is not written, and the question is asked with what may be said. Where
what it means has alternatives, the first is taken that may be said now.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple, Protocol

from ledger.core.money import Money
from ledger.core.names import key_of
from ledger.core.refusals import Code, Refusal

SAYINGS: Mapping[str, str] = {
    "next [deal|hand|one]": "deal",
    "new deal|hand": "deal",
    "deal CARDS": "deal turn-up CARDS",
    "A deals|dealt [,] [turn-up|turns|turned|turning] [up] CARDS": "deal A turn-up CARDS",
    "A deals|dealt [first|next]": "deal A",
    "A is [the] dealer|dealing": "deal A",
    "[the] dealer [is|:] A": "deal A",
    "A gives|gave the cards": "deal A",
    "let's|lets|we play|have [a] [game] [of] REST": "game REST",
    "play|start|begin [a] [new] [game] [of] REST": "game REST",
    "new game [of|:] REST": "game REST",
    "game of REST": "game REST",
    "A : REST": "A REST",
    "end [the] game": "end",
    "game over": "end",
    "undo that|it|last": "undo",
    "undo the last": "undo",
    "take back": "undo",
    "take that|it back": "undo",
    "scratch|cancel that": "undo",
    "oops|cancel": "undo",
    "go back": "undo",
    "A wins|won|takes|took|gets|got [the|a] trick": "trick A",
    "NAMES split|splits [the|it] [pot|pool]": "split NAMES",
    "all count|have|has AMOUNT": "count all AMOUNT",
    "NEW comes|arrives|came [in|along]": "NEW joins",
    "NEW sits [down] [in]": "NEW joins",
    "A goes|went home": "A leaves",
    "A buy|buys|bought in|chips [for|with] AMOUNT [each]": "A buys AMOUNT",
    "A buy|bought AMOUNT [each]": "A buys AMOUNT",
    "all take|takes|have|has AMOUNT each": "all buys AMOUNT",
    "all take|takes AMOUNT": "all buys AMOUNT",
    "A takes|take AMOUNT": "Are counters bought? A buys AMOUNT",
    "A cashes|cash|cashed out [for|with] AMOUNT": "A cashes AMOUNT",
    "A cashes|cash|cashed [out] all|everything": "A cashes HELD",
    "A cashes|cash|cashed [out]": "It is not said how much? A cashes HELD",
    "A paid|pays|pay AMOUNT for WHAT for all|everyone|everybody": "cost AMOUNT WHAT A paid",
    "A paid|pays|pay AMOUNT for WHAT for NAMES": "cost AMOUNT WHAT A paid for NAMES",
    "A paid|pays|pay AMOUNT for WHAT": "cost AMOUNT WHAT A paid",
    "A paid|pays|pay for WHAT AMOUNT": "cost AMOUNT WHAT A paid",
    "WHAT AMOUNT [was] paid by A [for] [all|everyone|everybody]": "cost AMOUNT WHAT A paid",
    "WHAT AMOUNT [was] paid by A for NAMES": "cost AMOUNT WHAT A paid for NAMES",
    "WHAT AMOUNT A paid": "cost AMOUNT WHAT A paid",
    "fine|fines|fined|penalty A AMOUNT [for] WHY": "penalty A AMOUNT WHY",
    "fine|fines|fined|penalty A AMOUNT": "The reason is missing? penalty A AMOUNT WHY",
    "A [is|was|gets] fined AMOUNT [for] WHY": "penalty A AMOUNT WHY",
    "A [is|was|gets] fined AMOUNT": "The reason is missing? penalty A AMOUNT WHY",
    "void|undo N": "The reason is missing? void N WHY",
    "amend|insert N [:] SAYING": "The reason is missing? WORD N WHY: SAYING",
    "hand|deal N was|is FIGURE not FIGURE": "It is put right by a correction? CORRECTION",
    "A had|has|got|bid|said|was FIGURE [left|tricks|cards] not FIGURE": "It is put right by a correction? CORRECTION",
    "A moves|goes to table N": "Two tables are two evenings? TABLES",
    "table|round N": "Two tables are two evenings? TABLES",
}
"""Whole lines."""

WORDS: Mapping[str, str] = {
    "the most": "",
    "has a|has an|with a|with an|with|by": "",
    "is|it|goes|bids|bid|says|say": "",
    "more|another|most|the": "",
    "trick to": "trick",
    "on credit": "owing",
    "get|gets": "takes",
    "see|sees": "calls",
    "rebuys|rebuy|reloads|tops up|top up": "buys",
    "gave|gives|paid": "pays",
    "fold|folds|muck|mucks|no|no bid": "passes",
    "won": "wins",
}
"""Words within a line."""

NUMBERS: Mapping[str, str] = dict(
    zip(
        (
            *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
            *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
            *("thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),
        ),
        map(str, (*range(20), *range(20, 100, 10))),
        strict=True,
    )
)
"""Numbers in words, of which `twenty five` and `a hundred and twenty` are made."""

COINS: Mapping[str, Mapping[str, str]] = {
    "lsd": {"bob|shilling|shillings": "Ns", "penny|pennies|pence": "Nd", "pound|pounds|quid": "£N"},
    "GBP": {"pound|pounds|quid": "£N", "penny|pennies|pence": "Np"},
    "EUR": {"euro|euros": "€N", "cent|cents": "Nc"},
    "USD": {"dollar|dollars|bucks": "$N", "cent|cents": "Nc"},
}
"""What stands behind a number N for a coin, in each money; what a player is called is no coin."""

TURN = "turn"
QUESTIONS: Mapping[str, str] = {
    "who pays|owes [whom|who|what]": "settle",
    "settle up": "settle",
    "score|scores": "table",
    "who is|s winning": "table",
    "how do we stand": "table",
    "whose turn|go|deal [is it]": TURN,
    "who is|s next": TURN,
    "who deals|leads": TURN,
    "who is to speak": TURN,
    "what now": TURN,
}
"""What people ask at the prompt, and the command that answers it; or the turn."""

NAME = r"(?:\"[^\"]+\"|[^\s,;:\"]+)"
NAMES = rf"{NAME}(?:(?:\s*,\s*|\s+){NAME})*"
FIGURE = r"[^\s\",]*\d[^\s\",]*"
CARD = r"(?:10|[2-9atjqk])[shdc♠♥♦♣]"
KINDS = {
    "A": NAME, "B": NAME, "NEW": NAME, "NAMES": NAMES, "AMOUNT": FIGURE, "FIGURE": FIGURE, "N": r"[0-9]{1,9}",
    "STAKE": rf"(?:all|{FIGURE})", "CARDS": rf"{CARD}(?:[\s,]+{CARD})*", "WHAT": r"[^\"\d\s][^\"\d]*?",
    "WHY": r"[^\"]+",
    "SAYING": r"[^\s:\"][^:\"]*", "GAME": r"[\w-]+", "SUM": r"[^\s/\",=-]*\d[^\s/\",=-]*", "REST": r"\S.*",
}  # fmt: skip
"""The kinds of value for each of the capitals."""
SPACE = r"(?:\s+|(?<=[-/,:]))"
SIGNS = frozenset(",:/-|")
WORD = "WORD"
"""The first word of the line."""
STAKE, STACK, ALL = "STAKE", "STACK", "all"
"""An amount or `all`, which means the counters in front of a player before the deal."""
PARTS = re.compile(r"\[[^\]]*\]|\([^)]*\)…|\S+")
CAPITALS = re.compile(r"\b[A-Z]+\b")
REPEATED = re.compile(r"\(([^)]*)\)…")
QUESTION = re.compile(r"([^?]+)\? (.*)")
"""A question, and what may be said."""

FREE_TEXT = ("WHAT", "WHY")
"""The capitals in which a number in words stays as it is."""
STOP = re.compile(r"(?<=[^\s.!])[.!]$")
COIN = re.compile(r"(?<!\S)([0-9][0-9.,]*)\s+([a-z]+)(?![\w\"-])", re.IGNORECASE)
UNITS, TEENS, TENS = (
    "|".join(word for word, figure in NUMBERS.items() if int(figure) in figures)
    for figures in (range(10), range(10, 20), range(20, 100))
)
BELOW_HUNDRED = rf"(?:(?:{TENS})(?:[-\s]+(?:{UNITS})\b)?|{TEENS}|{UNITS})"
BELOW_THOUSAND = rf"(?:(?:(?:{UNITS}|(?<!^)a)\s+)?hundred(?:\s+(?:and\s+)?{BELOW_HUNDRED}\b)?|{BELOW_HUNDRED})"
NUMBER = re.compile(
    rf"(?<![\w\"-])(?:(?:{BELOW_HUNDRED}|(?<!^)a)\s+thousand(?:\s+(?:and\s+)?{BELOW_THOUSAND}\b)?|{BELOW_THOUSAND})"
    r"(?![\w\"-])",
    re.IGNORECASE,
)
"""A number in words; `a` at the beginning of a line is no part of it."""
TWO_NUMBERS = re.compile(r"\s+(?!0)[0-9]{2,}(?![\w.,/])")
"""A number of two figures or more, behind another number."""


class AtTheTable(Protocol):
    """The values with which a row is filled in."""

    def player(self, typed: str) -> str | None:
        """Return the name of the one player whom a word means; None for nobody or several."""

    def everybody(self) -> Sequence[str]:
        """Return the names of all of whom something may be said in a line of each."""

    def amount(self, typed: str) -> str:
        """Return an amount as the evening's money writes it; any other text as it was typed."""

    def other(self, capital: str, filled: "Filled", after: str) -> str:
        """Return the value of a capital that the line does not fill in; `after` follows it."""


class Filled(NamedTuple):
    """The capitals of a row, each with the value from the line."""

    values: Mapping[str, list[str]]
    each: tuple["Filled", ...] = ()
    """The values of each repetition."""
    word: str = ""
    """The first word of the line."""


class Meaning(NamedTuple):
    """The meaning of a line: its possible sayings, or a question."""

    sayings: tuple[str, ...]
    """The possible sayings, of which the first that may be said now is taken."""
    question: str = ""


class OtherForm(NamedTuple):
    """One row: what people say, and what they mean by it."""

    said: str
    means: str

    @property
    def is_whole(self) -> bool:
        """Return whether the row is for a whole line, and not for words within one."""
        return CAPITALS.search(self.said) is not None

    @property
    def question(self) -> str:
        """Return the question that is asked in place of a saying; empty if there is none."""
        match = QUESTION.fullmatch(self.means)
        return match[1] if match else ""

    @property
    def alternatives(self) -> list[str]:
        """Return the possible meanings, the likeliest first."""
        match = QUESTION.fullmatch(self.means)
        parts = [part.split("|") for part in (match[2] if match else self.means).split(" ")]
        most = max(map(len, parts))
        return [" ".join(part[min(at, len(part) - 1)] for part in parts) for at in range(most)]

    @property
    def in_print(self) -> str:
        """Return what is meant, in words."""
        means = " or ".join(self.alternatives) or "left out"
        return f"{means} (asks: {self.question.lower()})" if self.question else means

    def match(self, saying: str) -> re.Match[str] | None:
        """Return the match of a whole line that has the form of the row."""
        return _whole(self.said).fullmatch(f" {saying}")

    def meaning(self, saying: str, table: AtTheTable) -> Meaning | None:
        """Return what a line means by this row; None if the row does not match it."""
        match = self.match(saying)
        filled = None if match is None else self._filled(match, table)
        if filled is None:
            return None
        return Meaning(tuple(_written(text, filled, table) for text in self.alternatives), self.question)

    def _filled(self, match: re.Match[str], table: AtTheTable) -> Filled | None:
        """Return the values of the capitals; None if a player is not clear."""
        repeated = REPEATED.search(self.said)
        each = [] if repeated is None else list(_within(repeated[1]).finditer(match["each"]))
        values = [_values(found, table) for found in (match, *each)]
        if any(value is None for value in values):
            return None
        whole, *once = [Filled(value) for value in values if value is not None]
        return whole._replace(each=tuple(once), word=match.string.split()[0].lower())

    def places(self, saying: str) -> list[tuple[int, int]]:
        """Return where these words stand within a line."""
        return [match.span() for match in _in_a_line(self.said).finditer(saying)]

    def within(self, saying: str) -> list[str]:
        """Return the line with each meaning of these words in their place; none without the words."""
        pattern = _in_a_line(self.said)
        return [pattern.sub(text, saying) for text in self.alternatives] if pattern.search(saying) else []


def rows(table: Mapping[str, str]) -> tuple[OtherForm, ...]:
    """Return the rows of a table, in its order."""
    return tuple(OtherForm(said, means) for said, means in table.items())


def lines_meant(
    saying: str, table: AtTheTable, phrases: Mapping[str, str], whole: Mapping[str, str] = SAYINGS
) -> Iterator[Meaning]:
    """Yield what a whole line may mean, by the rows of a game and then by those of the language."""
    for row in (*(row for row in rows(phrases) if row.is_whole), *rows(whole)):
        if (meaning := row.meaning(saying, table)) is not None:
            yield meaning


def in_other_words(saying: str, phrases: Mapping[str, str]) -> list[str]:
    """Return a line in words of the notation: one line for each of what its words may mean.

    What a game means by words goes before what the language does.
    """
    if '"' in saying:
        return []
    readings = [saying]
    of_the_game = [row for row in rows(phrases) if not row.is_whole]
    for row in sorted(of_the_game, key=lambda row: -len(row.said)):
        readings = [text for reading in readings for text in (row.within(reading) or [reading])]
    lines = [*readings]
    for row in rows(WORDS):
        readings = [text for reading in readings for text in (row.within(reading) or [reading])]
    both = [" ".join(text.split()) for pair in zip_longest(lines, readings, fillvalue="") for text in pair]
    return [text for text in dict.fromkeys(both) if text and text != saying]


def command_asked(line: str) -> str:
    """Return the command that answers a question in people's words; empty for any other line."""
    question = " ".join(line.lower().strip(" ?.!").replace("'", " ").split())
    return next((row.means for row in rows(QUESTIONS) if row.match(question)), "")


def listed_rows(table: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return what is said in each row of a table, and what it means, in words."""
    return [(row.said, row.in_print) for row in rows(table)]


# Patterns


@lru_cache(1024)
def _whole(said: str) -> re.Pattern[str]:
    return re.compile(_pattern(said, [0]) + r"\s*[.!]?\s*", re.IGNORECASE)


@lru_cache(256)
def _within(said: str) -> re.Pattern[str]:
    return re.compile(_pattern(said, [0]) + r"(?:\s+and|\s*,)?(?=\s|$)", re.IGNORECASE)


@lru_cache(1024)
def _in_a_line(said: str) -> re.Pattern[str]:
    texts = "|".join(sorted(map(re.escape, said.split("|")), key=len, reverse=True))
    return re.compile(rf"(?<![\w\"-])(?:{texts})(?![\w\"-])", re.IGNORECASE)


def _pattern(said: str, number: list[int]) -> str:
    """Return the pattern of a row; groups of the same capitals have numbers."""
    pattern = ""
    for part in PARTS.findall(said):
        if part.startswith("["):
            pattern += f"(?:{_pattern(part[1:-1], number)})?"
        elif part.endswith(")…"):
            once = re.sub(r"\(\?P<\w+>", "(?:", _pattern(part[1:-2], number))
            pattern += rf"(?P<each>{once}(?:(?:\s+and|\s*,)?{once})*)"
        elif part in KINDS:
            number[0] += 1
            pattern += rf"{SPACE}(?P<{part}_{number[0]}>{KINDS[part]})"
        elif SIGNS.issuperset(part):
            pattern += rf"\s*(?:{'|'.join(map(re.escape, part.split('|')))})"
        else:
            pattern += rf"{SPACE}(?:{'|'.join(map(re.escape, part.split('|')))})"
    return pattern


# What is filled in


def _values(match: re.Match[str], table: AtTheTable) -> dict[str, list[str]] | None:
    """Return the values of each capital, in order; None if a player is not clear."""
    values: dict[str, list[str]] = {}
    for group, typed in match.groupdict().items():
        capital = group.split("_")[0]
        if typed is not None and capital != "each":
            value = _value(capital, typed, table)
            if value is None:
                return None
            values.setdefault(capital, []).append(value)
    return values


def _value(capital: str, typed: str, table: AtTheTable) -> str | None:
    """Return the value of a capital, in the notation; None for a player who is not clear."""
    if capital in ("A", "B"):
        return table.player(typed)
    if capital == "NAMES":
        typed_names = [text for text in re.findall(NAME, typed) if text.lower() not in ("and", "&")]
        players = [table.player(text) for text in typed_names]
        return None if None in players else " ".join(map(str, players))
    if capital == "AMOUNT" and not typed.isdigit():
        return table.amount(typed)
    if capital in ("WHY", "WHAT"):
        text = typed.strip().rstrip(":").strip()
        return f'"{text}"' if capital == "WHY" or " " in text else text
    return typed.replace(",", " ") if capital == "CARDS" else typed


def _written(means: str, filled: Filled, table: AtTheTable) -> str:
    """Return the meaning with its capitals filled in."""
    written, at = "", 0
    for match in REPEATED.finditer(means):
        written += _filled_in(means[at : match.start()], filled, table)
        each = filled.each or [Filled({"A": [player]}) for player in table.everybody()]
        written += " ".join(_filled_in(match[1], once, table) for once in each)
        at = match.end()
    return written + _filled_in(means[at:], filled, table)


def _filled_in(text: str, filled: Filled, table: AtTheTable) -> str:
    values = {capital: iter(typed) for capital, typed in filled.values.items()}

    def value(match: re.Match[str]) -> str:
        if match[0] == WORD:
            return filled.word
        typed = filled.values.get(match[0])
        if typed is None:
            return table.other(match[0], filled, text[match.end() :])
        word = next(values[match[0]], typed[-1])
        return table.other(STACK, filled, "") if match[0] == STAKE and word.lower() == ALL else word

    return CAPITALS.sub(value, text)


# Dictated lines: a full stop at the end, numbers in words, and coins by their names


def without_full_stop(line: str, names: Iterable[str] = ()) -> str:
    """Return a line without a full stop at its end that belongs to no name."""
    line = line.rstrip()
    of_a_name = any(key_of(line).endswith(key_of(name)) for name in names if STOP.search(name))
    return line if of_a_name else STOP.sub("", line)


def in_figures(saying: str, money: Money, names: Iterable[str], phrases: Mapping[str, str]) -> str:
    """Return a saying with its numbers in figures, and its coins by their signs.

    What a row of other words says with a number in it stays. Raises Refusal where two numbers may be one.
    """
    names = [key_of(name) for name in names]
    of_words, of_lines = _rows_with_numbers(tuple(phrases))
    if any(row.match(saying) for row in of_lines):
        return saying
    of_rows = [span for row in of_words for span in row.places(saying)]
    return _with_signs(_with_figures(saying, names, of_rows), money, names)


def _with_figures(saying: str, names: Container[str], of_rows: Iterable[tuple[int, int]]) -> str:
    written, at, end_of_number = "", 0, -1
    of_rows = list(of_rows)
    for match in NUMBER.finditer(saying):
        in_a_row = any(start <= match.start() < end for start, end in of_rows)
        if in_a_row or any(key_of(word) in names for word in match[0].split()):
            continue
        between, figures = saying[at : match.start()], str(_number(match[0]))
        if at == end_of_number and not between.strip() and TWO_NUMBERS.match(f" {figures}"):
            raise _may_be_one_number(saying, match.end())
        written += between + figures
        at = end_of_number = match.end()
    return written + saying[at:]


def _with_signs(saying: str, money: Money, names: Iterable[str]) -> str:
    signs = {word: row.means for row in rows(COINS.get(money.code, {})) for word in row.said.split("|")}
    signs = {word: sign for word, sign in signs.items() if not any(name.startswith(word) for name in names)}

    def with_sign(match: re.Match[str]) -> str:
        sign = signs.get(match[2].lower())
        return match[0] if sign is None else sign.replace("N", match[1])

    return COIN.sub(with_sign, saying) if signs else saying


def _may_be_one_number(saying: str, end: int) -> Refusal:
    sentence = f"{saying}: {saying[:end].split()[-1]} stands behind another number: that may be one number or two"
    return Refusal(Code.BAD_AMOUNT, sentence, "Say it in figures, as 250 or 2.50")


def _number(text: str) -> int:
    """Return a number that is said in words."""
    whole = part = 0
    for word in re.split(r"[-\s]+", text.lower()):
        if word == "hundred":
            part = 100 * (part or 1)
        elif word == "thousand":
            whole, part = 1000 * (part or 1), 0
        else:
            part += int(NUMBERS.get(word, 0))
    return whole + part


@lru_cache(64)
def _rows_with_numbers(phrases: tuple[str, ...]) -> tuple[list[OtherForm], list[OtherForm]]:
    """Return the rows with a number in words or a free text, those of whole lines apart."""
    all_rows = [OtherForm(text, "") for text in (*phrases, *SAYINGS)]
    with_numbers = [row for row in all_rows if not {*NUMBERS, *FREE_TEXT}.isdisjoint(re.findall(r"\w+", row.said))]
    of_lines = [row for row in with_numbers if row.is_whole or row.said in SAYINGS]
    return [row for row in with_numbers if row not in of_lines], of_lines
