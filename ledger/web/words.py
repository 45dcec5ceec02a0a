"""Words and figures of the pages."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from ledger.core.books import Account, Pool, Posting
from ledger.core.money import Money
from ledger.core.names import name as written
from ledger.core.refusals import listed
from ledger.core.refusals import things as things  # the words of the page have it, too
from ledger.evening.game_in_hand import GameInHand
from ledger.projections.cells import Cell, text_of

MINUS = "\N{MINUS SIGN}"
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
ONE_THING = re.compile(r"\b1 (card|counter|hand|honour|number|trick)s\b")
JOINER = "\N{WORD JOINER}"
"""Stands where no line may break: between the sign of a sum and that of its currency."""
SIGN_OF_A_SUM = re.compile(r"(?<![\w-])[+−-](?=([^\s\w]?)[\d¼½¾A-Z])")

SHILLINGS, PENCE = re.compile(r"\b(\d+)s"), re.compile(r"([\d¼½¾]+)d\b")


COLOURS = 8
"""The number of players with colours of their own; further players differ by letters."""


@dataclass(frozen=True)
class PlayerSign:
    """The letter of a player, and the number of a colour: the same in seats, log and chart."""

    letter: str
    colour: int


def signs_of(people: Sequence[str]) -> dict[str, PlayerSign]:
    """Return the sign of each player, in the order of arrival; no two letters are the same."""
    signs: dict[str, PlayerSign] = {}
    letters = set[str]()
    for place, name in enumerate(people):
        choices = [name[:1].upper(), *(f"{name[:1].upper()}{other.lower()}" for other in name[1:]), str(place + 1)]
        letter = next((choice for choice in choices if choice.strip() == choice and choice not in letters), "")
        letters.add(letter)
        signs[name] = PlayerSign(letter, place % COLOURS)
    return signs


def without_name(saying: str, player: str) -> str:
    """Return a saying without the name at its beginning."""
    word = written(player)
    return saying[len(word) + 1 :] if saying.startswith(f"{word} ") else saying


def without_quotes(saying: str) -> str:
    """Return a saying for a button, with names of several words without quotes."""
    return QUOTED.sub(lambda name: re.sub(r"\\(.)", r"\1", name[1]), saying) if '"' in saying else saying


def figure(money: Money, amount: int) -> str:
    """Return an amount with its sign, for people."""
    return _signed("+", money.show(amount)) if amount > 0 else plain(money, amount)


def plain(money: Money, amount: int) -> str:
    """Return an amount with a sign only if it is negative."""
    return _signed(MINUS, money.show(-amount)) if amount < 0 else money.show(amount)


def _signed(sign: str, shown: str) -> str:
    """Return a sum after its sign; no line breaks between it and the sign of a currency."""
    return f"{sign}{'' if shown[0].isalnum() else JOINER}{shown}"


def true_signs(text: str) -> str:
    """Return a text whose sums have a true minus, and no line break after their signs."""
    return SIGN_OF_A_SUM.sub(lambda sign: sign[0].replace("-", MINUS) + (JOINER if sign[1] else ""), text)


def cell_text(cell: Cell) -> str:
    """Return a cell of a report for people."""
    return true_signs(text_of(cell))


def short(money: Money, amount: int) -> str:
    """Return an amount for a narrow place: a whole one without its decimal places."""
    return plain(money, amount).removesuffix(f".{'0' * money.places}")


def account_name(account: Account) -> str:
    """Return the name of an account for people; a pool's without its game."""
    return account.name.rpartition(".")[2] if isinstance(account, Pool) else account


@dataclass(frozen=True)
class NetChange:
    """The change of some accounts, the same for each."""

    names: str
    figure: str

    def __str__(self) -> str:
        return f"{self.names} {self.figure}"


def moved(postings: Sequence[Posting], money: Money, seated: Collection[str]) -> list[NetChange]:
    """Return the sum of postings, as short as may be: who has how much more or less.

    `seated` are the players at the table then: `the others` are all players of them who are not named yet.
    """
    return by_amount(nets_of(postings), money, seated)


def nets_of(postings: Iterable[Posting]) -> dict[Account, int]:
    """Return what postings move in all, by account."""
    nets: dict[Account, int] = {}
    for posting in postings:
        nets[posting.payer] = nets.get(posting.payer, 0) - posting.amount
        nets[posting.payee] = nets.get(posting.payee, 0) + posting.amount
    return nets


def taken_from_pools(postings: Iterable[Posting]) -> dict[str, int]:
    """Return what each player has got out of pools."""
    taken: dict[str, int] = {}
    for posting in postings:
        if isinstance(posting.payer, Pool) and isinstance(posting.payee, str):
            taken[posting.payee] = taken.get(posting.payee, 0) + posting.amount
    return taken


def by_amount(nets: Mapping[Account, int], money: Money, seated: Collection[str]) -> list[NetChange]:
    """Group net changes by their amount: the fewest accounts first, `the others` last."""
    groups: dict[int, list[Account]] = {}
    for account, amount in nets.items():
        if amount:
            groups.setdefault(amount, []).append(account)
    changes: list[NetChange] = []
    before: set[Account] = set()
    for amount, accounts in sorted(groups.items(), key=lambda group: (len(group[1]), -group[0])):
        all_others = len(accounts) > 2 and set(accounts) == set(seated) - before
        others = "the others" if before.intersection(seated) else "all"
        names = others if all_others else listed(list(map(account_name, accounts)))
        changes.append(NetChange(names, f"{figure(money, amount)}{' each' if len(accounts) > 1 else ''}"))
        before.update(accounts)
    return changes


def in_a_line(changes: Iterable[NetChange]) -> str:
    """Return net changes in one line."""
    texts = list(map(str, changes))
    return ("; " if any(", " in text for text in texts) else ", ").join(texts)


def heading(game: GameInHand) -> tuple[str, str]:
    """Return a question as a heading and the line below it."""
    turn = game.turn
    statement, state = turn.clauses
    if turn.names_who_acts:
        return f"{listed(list(turn.who), 'or')} to {turn.whole_act}", sentence(state or statement)
    return sentence(statement), sentence(state)


def sentence(clause: str) -> str:
    """Begin a clause with a capital, with a true minus sign, and with the singular for one."""
    text = one_thing(true_signs(clause))
    return text[:1].upper() + text[1:]


def one_thing(text: str) -> str:
    """Return a text that says one thing as one: 1 card."""
    return ONE_THING.sub(r"1 \1", text)


def shortened(text: str, most: int = 200) -> str:
    """Return a text cut to this many characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def clock(at: str) -> str:
    """Return the local time of day of a recorded time; empty for any other text."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%H:%M")
    except ValueError:
        return ""


def day_in_words(day: str) -> str:
    """Return a day as people write it: Monday 23 November 2026; other texts unchanged."""
    try:
        on = date.fromisoformat(day)
    except ValueError:
        return day
    return f"{on:%A} {on.day} {on:%B %Y}"


def aloud(text: str) -> str:
    """Return a figure as it is read aloud: minus 1 shilling 7 pence."""
    words = text.replace(JOINER, "").replace(MINUS, "minus ").replace("+", "plus ")
    words = SHILLINGS.sub(lambda found: f"{found[1]} shilling{'' if found[1] == '1' else 's'} ", words)
    return PENCE.sub(lambda found: f"{found[1]} {'penny' if found[1] == '1' else 'pence'}", words).strip()


def in_figures(number: int) -> str:
    """Return a small number as a word at the beginning of a sentence."""
    words = ("Nobody", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")
    return words[number] if number < len(words) else str(number)
