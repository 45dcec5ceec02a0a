"""Words and figures as they stand on a page."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ledger.core.books import Account, Pool, Posting
from ledger.core.money import Money
from ledger.core.refusals import listed
from ledger.language.names import name as written

MINUS = "\N{MINUS SIGN}"
A_LONG_HEADING = 40
NOT_OFFERED = "not now"
"""Why a card cannot be, where no more is known of it."""
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
BELOW_NOTHING = re.compile(r"(?<![\w-])-(?=[£\d¼½¾])")
ASKED = re.compile(r"(?:(?P<before>.*): )?it is (?P<who>.+?)'s turn to (?P<act>[^,:]+)(?:[,:] (?P<rest>.*))?")


def without_name(saying: str, player: str) -> str:
    """A saying without the name with which it begins."""
    word = written(player)
    return saying[len(word) + 1 :] if saying.startswith(f"{word} ") else saying


def without_quotes(saying: str) -> str:
    """A saying as it stands on a button: a name of several words without the quotes that it is sent with."""
    return QUOTED.sub(lambda found: re.sub(r"\\(.)", r"\1", found[1]), saying)


def figure(money: Money, amount: int) -> str:
    """An amount with its sign, for people."""
    return money.show_change(amount).replace("-", MINUS)


def plain(money: Money, amount: int) -> str:
    """An amount of which only the minus is shown."""
    return money.show(amount).replace("-", MINUS)


def account_name(account: Account) -> str:
    """A pool by its own name, a player by his."""
    return account.name.rpartition(".")[2] if isinstance(account, Pool) else account


@dataclass(frozen=True)
class NetChange:
    """What some have more or less, all of them alike."""

    names: str
    figure: str

    def __str__(self) -> str:
        return f"{self.names} {self.figure}"


def moved(postings: Sequence[Posting], money: Money, seated: Collection[str]) -> list[NetChange]:
    """What some movements come to, as short as may be: who has how much more or less.

    `seated` are those who sat at the table by then: `the others` are all of them who are not named before.
    """
    nets: dict[Account, int] = {}
    for posting in postings:
        nets[posting.payer] = nets.get(posting.payer, 0) - posting.amount
        nets[posting.payee] = nets.get(posting.payee, 0) + posting.amount
    return told_by_amount(nets, money, seated)


def told_by_amount(nets: Mapping[Account, int], money: Money, seated: Collection[str]) -> list[NetChange]:
    """Who has how much more or less, those alike together: the fewest first, and last, where it is so, `the others`."""
    by_amount: dict[int, list[Account]] = {}
    for account, amount in nets.items():
        if amount:
            by_amount.setdefault(amount, []).append(account)
    told: list[NetChange] = []
    before: set[Account] = set()
    for amount, accounts in sorted(by_amount.items(), key=lambda each: (len(each[1]), -each[0])):
        all_others = len(accounts) > 2 and set(accounts) == set(seated) - before
        others = "the others" if before.intersection(seated) else "all"
        names = others if all_others else listed(list(map(account_name, accounts)))
        told.append(NetChange(names, f"{figure(money, amount)}{' each' if len(accounts) > 1 else ''}"))
        before.update(accounts)
    return told


def in_a_line(shares: Iterable[NetChange]) -> str:
    """Who has how much more or less, in one line."""
    told = list(map(str, shares))
    return ("; " if any(", " in one for one in told) else ", ").join(told)


def heading(asks: str, who: Sequence[str]) -> tuple[str, str]:
    """What is asked, as a heading and the line below it."""
    found = ASKED.fullmatch(asks)
    if found and len(who) <= 1:
        rest = found["rest"] or found["before"] or ""
        return f"{found['who']} to {found['act']}", sentence(rest.removeprefix("and "))
    first, rest = _parted(asks, ": ", "; ")
    if not rest or len(first) > A_LONG_HEADING:
        first, more = _parted(first, ", ")
        rest = "; ".join(filter(None, (more.removeprefix("and "), rest)))
    return sentence(first), sentence(rest.removeprefix("and "))


def _parted(text: str, *joints: str) -> tuple[str, str]:
    """A text before and after the first of some joints; it all, where there is none."""
    found = [(text.index(joint), joint) for joint in joints if joint in text]
    first, _, rest = text.partition(min(found)[1]) if found else (text, "", "")
    return first, rest


def sentence(clause: str) -> str:
    """A clause that begins with a capital; what is below nothing stands with a true minus."""
    told = BELOW_NOTHING.sub(MINUS, clause)
    return told[:1].upper() + told[1:]


def act_of(asks: str) -> str:
    """What the one who is asked is to do: to call."""
    found = ASKED.fullmatch(asks)
    return f"to {re.split(' and | or | to | his | how ', found['act'])[0]}" if found else "to speak"


def shortened(text: str, most: int = 200) -> str:
    """A text that is not longer than so many characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def in_a_word(reason: str) -> str:
    """Why a card cannot be, as short as its key: who has it, or the last word of the reason."""
    if reason == NOT_OFFERED:
        return ""
    _, by, who = reason.rpartition(" by ")
    return who if by else reason.rsplit(" ", 1)[-1].strip(".,")
