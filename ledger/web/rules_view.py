"""View models of the page of rules: its heading, what applies now, and the own rules."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ledger.core.events import Deal, Passes, Says
from ledger.core.money import Money
from ledger.core.refusals import listed
from ledger.evening.fold import Evening
from ledger.evening.game_in_hand import GameInHand
from ledger.games.registry import game_named
from ledger.projections.rule_sheets import CITED
from ledger.web.sentences import own_values, people_write, rule_in_words
from ledger.web.words import heading, without_name

LONGEST_HEADING = 40
"""The greatest length of a paragraph's beginning that serves as a heading."""
ABOUT = {"play": "how it is played", "money": "what is paid", "faults": "what goes wrong", "all": "all of it"}
"""The subject of each part of the rules."""
MOST_LEFT = 6
"""The greatest number of sayings that are named as possible."""


@dataclass(frozen=True)
class RulesHeading:
    """The subject of the page, the pages of the handbook, and the paragraphs below."""

    title: str
    below: str
    parts: list[str]


def heading_of(game: str, part: str, cite: str, parts: Sequence[str]) -> RulesHeading:
    """Return the heading of a part of a game's rules, with the caption of its only paragraph."""
    texts = [text for text in parts if text]
    if cite or part in ABOUT or len(texts) != 1:
        about = f"the rule {cite}" if cite else ABOUT.get(part, "its rules")
        return RulesHeading(f"{game}: {about}", pages_of(texts), texts)
    first, _, rest = texts[0].partition("\n")
    caption = CITED.sub("", first).rstrip(" ,;:").removesuffix(".")
    if rest.startswith("  ") and len(caption) <= LONGEST_HEADING:
        return RulesHeading(f"{game}: {_lower(caption)}", pages_of(texts), [rest])
    begins = re.match(r"([A-Z][\w ]+)\. ", texts[0])
    about = _lower(begins[1]) if begins and len(begins[1]) <= LONGEST_HEADING else "what decides now"
    return RulesHeading(f"{game}: {about}", pages_of(texts), texts)


def pages_of(texts: Sequence[str]) -> str:
    """Return the pages of the handbook that paragraphs cite; empty if they cite none."""
    pages: set[int] = set()
    for first, last, _, _ in CITED.findall("\n".join(texts)):
        if first:
            pages |= {*range(int(first), int(last or first) + 1)}
    runs: list[list[int]] = []
    for number in sorted(pages):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    ranges = [f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    return f"The handbook, page{'' if len(pages) == 1 else 's'} {listed(ranges)}" if ranges else ""


def now(game: GameInHand, texts: Sequence[str]) -> str:
    """Return the state of the rule now: who is asked, how things stand, and what may be said."""
    asked = ". ".join(filter(None, heading(game)))
    who = game.turn.who
    words = list(
        dict.fromkeys(people_write(text) for text in texts if not any(part.isupper() for part in text.split()))
    )
    if len(who) != 1 or not 0 < len(words) <= MOST_LEFT:
        return asked
    choices = ", ".join(without_name(word, who[0]) for word in words)
    return f"{asked}. May be said: {choices}"


def standing(evening: Evening) -> dict[str, str]:
    """Return the last word said in the deal in hand, except passing, with its speaker."""
    for outcome in reversed(evening.outcomes):
        event = outcome.event
        if isinstance(event, Deal):
            break
        if isinstance(event, Says):
            return {event.word: f"{event.player} said it"}
        if not isinstance(event, Passes):
            break
    return {}


def own_rules(game: str, options: Sequence[tuple[str, str]], money: Money) -> list[dict[str, str]]:
    """Return the rules of this evening that differ from the book: their meaning, value and page."""
    own = own_values(game, options, money)
    return [
        {"meaning": rule_in_words(game, option, spec.meaning), "value": own[option], "cite": spec.cite}
        for option, spec in game_named(game).known_options.items()
        if option in own
    ]


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
