"""The worked examples of what comes after an evening, printed as they stand; spacing aside."""

import pytest

from tests.club import test_club

at_home, run, club = test_club.at_home, test_club.run, test_club.club
PERSONS = """\
$ card-ledger person add Bob --known-as Bobby
2  person Bob known as Bobby
Bob sat at evenings 1 and 2
"""
PAYMENTS = f"""{PERSONS}\
$ card-ledger settle --all
2 evenings in EUR
Dan pays Bob €1.50
$ card-ledger pay Dan Bob 1.50
3  Dan pays Bob 1.50 money=EUR for 1 2
   Dan owes nothing more; Bob is owed nothing more
$ card-ledger settle --evening 1
settled together with evening 2 (payment 3 of the club): nothing of it is owed
"""
COSTS = """\
$ card-ledger record --evening 1 "cost 10.00 pizza Cat paid for Ann Bob Dan"
7  cost 10.00 pizza Cat paid for Ann Bob Dan
   Dan → Cat: €3.34, pizza
   Ann → Cat: €3.33, pizza
   Bob → Cat: €3.33, pizza
NAME pays NAME AMOUNT, reopen "WHY"
$ card-ledger settle --evening 1
Ann pays Cat €1.83
Bob pays Cat €3.83
Dan pays Cat €4.84
costs: pizza €10.00, Cat paid: Dan €3.34, Ann €3.33, Bob €3.33
"""
TEXTS = """\
$ card-ledger settle --evening 1 --text Dan
Dan, you pay Ann €1.50.
Club night, 2026-11-20: you lost €1.50.
$ card-ledger settle Ann --text --evening 1
Ann, Dan pays you €1.50.
Club night, 2026-11-20: you won €1.50.
"""
STATEMENT = """\
$ card-ledger statement 1
Club night
2026-11-20, closed

         tally  won or lost
Ann     +€1.50       +€1.50
Bob     -€0.50       -€0.50
Cat     +€0.50       +€0.50
Dan     -€1.50       -€1.50

To pay
Bob pays Cat €0.50
Dan pays Ann €1.50

Signed
Ann ____________  Bob ____________  Cat ____________  Dan ____________
"""
SEASON = f"""{PERSONS}\
$ card-ledger season open Winter --from 2026-10-01 --to 2027-03-31 --points 10,7,5 --best 8
3  season "Winter" from 2026-10-01 to 2027-03-31 points=10,7,5 best=8
$ card-ledger season
Winter, 2026-10-01 to 2027-03-31: 2 evenings; points 10, 7, 5; the best 8
place  person  evenings  points  won     net
    1  Bob            2      15    1  +€1.50
    2  Ann            2      15    1   €0.00
    3  Cat            2      14    0   €0.00
    4  Dan            1       0    0  -€1.50
$ card-ledger person list
person  names       evenings
Ann     Ann                2
Bob     Bob, Bobby         2
Cat     Cat                2
Dan     Dan                1
"""
FORGOTTEN = f"""{PERSONS}\
$ card-ledger person forget Bob --yes
nothing was kept of Bob beside the logs
Bob still stands in evenings 1 and 2 and in the club's log: a log is never changed.
card-ledger db copy FROM TO --without Bob makes a database without the name
"""
SHARES = """\
$ card-ledger record --evening 2 "cost 1.00 ice Ann paid for Ann 3 Bobby 2 Cat 2"
7  cost 1.00 ice Ann paid for Ann 3 Bobby 2 Cat 2
   Bobby → Ann: €0.29, ice
   Cat → Ann: €0.28, ice
NAME pays NAME AMOUNT, reopen "WHY"
"""


def words(lines):
    return [" ".join(line.split()) for line in lines]


@pytest.mark.parametrize(
    "session",
    [PERSONS, PAYMENTS, COSTS, SHARES, TEXTS, STATEMENT, SEASON, FORGOTTEN],
    ids=["persons", "payments", "costs", "shares", "texts", "statement", "season", "forgotten"],
)
def test_a_worked_example_is_printed_as_it_stands(run, club, session):
    for typed in session.split("$ card-ledger ")[1:]:
        command, *expected = typed.splitlines()
        quoted = command.split('"')
        arguments = quoted[0].split() + ([quoted[1]] if len(quoted) > 1 else [])
        done = run(*arguments)
        assert done.code == 0, done.err
        printed = words(done.out.splitlines())
        assert printed[: len(expected)] == words(expected), command
        rest = printed[len(expected) :]
        assert not rest or (arguments[0] == "statement" and rest[1] == "Card Ledger seal of Club night")
