"""Ratings of persons by their places at evenings, by openskill; they rank nobody."""

from collections.abc import Iterable, Mapping
from typing import Any

from ledger.core.refusals import Code, Refusal

Ratings = Mapping[str, tuple[str, str]]
"""For each person, the estimated strength and its uncertainty, as text with two decimals."""


def ratings_of(people: Iterable[str], places: Iterable[Mapping[str, int]]) -> Ratings:
    """Return the ratings of people by Plackett-Luce over the places of evenings, oldest first.

    Raises Refusal if openskill is not installed.
    """
    try:
        from openskill.models import PlackettLuce
    except ModuleNotFoundError as error:
        raise Refusal(Code.OPTIONS, "a rating needs openskill", "pip install 'card-ledger[rating]'") from error
    model = PlackettLuce()
    ratings: dict[str, Any] = {person: model.rating() for person in people}
    for at in places:
        if len(at) > 1:
            ranks: Any = list(at.values())
            rated = model.rate([[ratings[person]] for person in at], ranks=ranks)
            ratings |= {person: team[0] for person, team in zip(at, rated, strict=True)}
    return {person: (f"{rating.mu:.2f}", f"{rating.sigma:.2f}") for person, rating in ratings.items()}
