"""The house rules of a game that is about to begin: as last time, or as the book has it."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from ledger.web.panel.fields import Choice, Field, HiddenField, OptionField, flattened
from ledger.web.words import in_figures

FEW_RULES = 4
"""The number of the book's rules that are shown even if nobody ever changed them."""


@dataclass
class HouseRules:
    """The questions before a game begins, in the order of the page."""

    own: list[OptionField] = field(default_factory=list)
    """The options that differed from the book the last time."""
    by_the_book: list[OptionField] = field(default_factory=list)
    seldom: list[OptionField] = field(default_factory=list)
    """The options that nobody has ever changed."""
    first: list[Field] = field(default_factory=list)
    """The fixed words at the beginning of the saying."""
    last: list[Field] = field(default_factory=list)
    """The fields after the options, such as who plays."""

    @property
    def how_many_own(self) -> str:
        """Return how many rules differ from the book, as a sentence."""
        number = len(self.own)
        return f"{in_figures(number).lower()} rule{' is' if number == 1 else 's are'} your own"

    @property
    def asks_who_plays(self) -> bool:
        """Return whether only some at the table can play, so that they have to be named."""
        return any(part.required and not isinstance(part, HiddenField) for part in flattened(self.last))


def house_rules_of(
    fields: Iterable[Field], chosen: Mapping[str, str], changed: Collection[str], in_words: Mapping[str, str]
) -> HouseRules:
    """Return the rules among the fields of a game, with the values `chosen` the last time.

    `changed` has the options that anybody ever gave; `in_words` has the values that differ from the book for people.
    """
    rules = HouseRules()
    for part in fields:
        if not isinstance(part, OptionField):
            (rules.last if rules.own or rules.by_the_book or part.kind != "hidden" else rules.first).append(part)
            continue
        _choose(part, chosen.get(part.option, part.default), in_words)
        if part.chosen:
            rules.own.append(part)
        else:
            rules.by_the_book.append(part)
    shown = [part for part in rules.by_the_book if part.option in changed or part.required]
    shown += [part for part in rules.by_the_book if part not in shown][: max(FEW_RULES - len(shown), 0)]
    rules.seldom = [part for part in rules.by_the_book if part not in shown]
    rules.by_the_book = [part for part in rules.by_the_book if part in shown]
    return rules


def _choose(part: OptionField, value: str, in_words: Mapping[str, str]) -> None:
    """Choose a value at first; add it to the choices if it is not among them."""
    if value in (part.default, part.by_the_book):
        return
    part.chosen = value
    if value not in [choice.value for choice in part.options]:
        part.options.append(Choice(value, in_words[part.option]))
