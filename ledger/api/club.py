"""Persons and payments of the club, as programs get them."""

from collections.abc import Iterable, Sequence
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from ledger.api.fields import NumberedSaying, answer, answers
from ledger.api.log import LogRow
from ledger.api.settlement import ClubPaymentAnswer
from ledger.club.people import ClubPayment
from ledger.core.fields import EveningId
from ledger.projections.accounts import PersonRow
from ledger.recorder.club_log import ClubSaying
from ledger.recorder.payees import Payees


class ClubAnswer(Struct, kw_only=True):
    """The sayings that were recorded in the club's log."""

    club: Annotated[bool, Meta(description="Always true: it is about the club's log, and not about an evening.")] = True
    said: list[NumberedSaying]
    undone_by: (
        Annotated[int, Meta(description="There if it was taken back since, by the event of this number.")] | UnsetType
    ) = UNSET
    written: Annotated[bool, Meta(description="There, and false, if it was only tried.")] | UnsetType = UNSET


class ClubLogAnswer(Struct, kw_only=True):
    """The sayings of the club's log."""

    club: bool = True
    log: list[LogRow]


class ClubSealAnswer(Struct, kw_only=True):
    """The seal of the club's log."""

    club: bool = True
    title: str
    events: int
    root: str
    seal: str


class ClubExportAnswer(Struct, kw_only=True):
    """The club's log, written."""

    club: bool = True
    format: str
    text: str


class ClubImportAnswer(Struct, kw_only=True):
    """A log of the club that was imported."""

    club: bool = True
    file: str
    events: int


class ListedPerson(PersonRow, kw_only=True, frozen=True):
    """A person in the list of all, with the kinds of payee details that are kept."""

    ways: list[str]


class PersonsAnswer(Struct, kw_only=True):
    """All persons, and all names that stand for themselves."""

    persons: list[ListedPerson]


class StandsIn(Struct, kw_only=True):
    """A place of a name that no command can delete."""

    evenings: list[EveningId]
    club: bool


class ForgottenAnswer(Struct, kw_only=True):
    """What was deleted of a person, and where the person's name still stands."""

    person: str
    deleted: Annotated[list[str], Meta(description="The sorts of payee details that were deleted.")]
    stands_in: StandsIn
    files: Annotated[list[str], Meta(description="Copies beside the database that the program itself has made.")]


class PersonChangeAnswer(ClubAnswer, kw_only=True):
    """What was said of a person, and who he is now."""

    person: PersonRow


class PayAnswer(ClubAnswer, kw_only=True):
    """A payment of the club, and what the two owe (−) or are owed (+) after it."""

    payment: ClubPaymentAnswer
    owed: dict[str, int]


def said_answers(said: Iterable[ClubSaying]) -> list[NumberedSaying]:
    """Return sayings of the club."""
    return answers(said, NumberedSaying)


def persons_answer(rows: Iterable[PersonRow], payees: Payees | None) -> PersonsAnswer:
    """Return all persons, and in which ways each can be paid, if the reader may see that."""
    return PersonsAnswer(
        persons=[
            answer(row, ListedPerson, ways=list(payees.methods_of(row.person)) if payees is not None else [])
            for row in rows
        ]
    )


def undone(said: Iterable[ClubSaying]) -> int | UnsetType:
    """Return the event that has taken sayings back; unset if they count."""
    return next((saying.undone_by for saying in said if saying.undone_by), UNSET)


def pay_answer(said: Sequence[ClubSaying], payment: ClubPayment, owed: dict[str, int], written: bool) -> PayAnswer:
    """Return a payment of the club, recorded or only tried."""
    return PayAnswer(
        said=said_answers(said),
        payment=answer(payment, ClubPaymentAnswer),
        owed=owed,
        undone_by=undone(said),
        written=UNSET if written else False,
    )
