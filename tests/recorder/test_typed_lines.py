"""What a first-time host typed: written as it was meant, or asked about, in each of the three ways to record."""

import json

import pytest
from typer.testing import CliRunner

from ledger.cli import app

HOLDEM = 'evening "Poker" money=GBP counter=0.10 bank=credit'
PENCE = 'evening "Family" money=GBP counter=0.01'
COUNTERS = 'evening "Family"'
NIGHT = ("players Ann Bob Cat Dan", "game holdem", "all buy £10", "deal Ann")
FAMILY = ("players Gran Mum Tim Zoe",)

WRITTEN = (
    (HOLDEM, NIGHT[:1], "Ann buys in £10", ["Ann buys 10.00"]),
    (HOLDEM, NIGHT[:1], "everyone buys in for £10", [f"{who} buys 10.00" for who in ("Ann", "Bob", "Cat", "Dan")]),
    (HOLDEM, NIGHT[:1], "all buy £10", [f"{who} buys 10.00" for who in ("Ann", "Bob", "Cat", "Dan")]),
    (HOLDEM, NIGHT[:1], "Ann buys £5; Bob buys £5", ["Ann buys 5.00", "Bob buys 5.00"]),
    (HOLDEM, NIGHT[:1], "Ann rebuys £5", ["Ann buys 5.00"]),
    (HOLDEM, NIGHT[:1], "game holdem blinds 10p/20p", ["game holdem small=10p big=20p"]),
    (HOLDEM, NIGHT[:3], "Dan cashes out £12.50", ["Dan cashes 12.50"]),
    (HOLDEM, NIGHT[:3], "Dan cashes all", ["Dan cashes 10.00"]),
    (HOLDEM, NIGHT, "in Ann 80p Bob 60p Dan 80p, Ann wins", ["in Ann 0.80 Bob 0.60 Dan 0.80", "Ann wins"]),
    (HOLDEM, NIGHT, "in Bob all Ann all", ["in Bob 10.00 Ann 10.00"]),
    (HOLDEM, NIGHT[:1], "Eve comes", ["Eve joins"]),
    (HOLDEM, NIGHT[:1], "Eve joins, buys £10", ["Eve joins", "Eve buys 10.00"]),
    (HOLDEM, NIGHT[:1], "pizza £32 paid by Cat for all", ["cost 32.00 pizza Cat paid"]),
    (HOLDEM, NIGHT[:1], "Cat paid £32 for pizza for all", ["cost 32.00 pizza Cat paid"]),
    (HOLDEM, NIGHT, "Cat pays £32 for pizza", ["cost 32.00 pizza Cat paid"]),
    (HOLDEM, NIGHT[:1], "Bob paid £9 for two taxis for Bob and Dan", ['cost 9.00 "two taxis" Bob paid for Bob Dan']),
    (HOLDEM, (*NIGHT, "in Cat 1.00 Dan 1.00"), "Cat and Dan split", ["split Cat Dan"]),
    (PENCE, (*FAMILY, "game nap"), "Tim deals", ["deal Tim"]),
    (
        PENCE,
        (*FAMILY, "game newmarket"),
        "Tim deals, turn-up JD QH KC AS",
        ["deal Tim turn-up JD QH KC AS"],
    ),
    (
        COUNTERS,
        (*FAMILY, "game vingt-un", "deal Zoe"),
        "Gran stakes 2, Mum 1, Tim 3",
        ["Gran stakes 2", "Mum stakes 1", "Tim stakes 3"],
    ),
    (PENCE, (*FAMILY, "game newmarket"), "Zoe fined 2p for peeping", ['penalty Zoe 0.02 "peeping"']),
    (PENCE, (*FAMILY, "game newmarket"), "fine Zoe 2p for peeping", ['penalty Zoe 0.02 "peeping"']),
)
ASKED = (
    (HOLDEM, NIGHT, "Ann won 60p from Bob and 80p from Dan", "Say in Ann 0.80 Bob 0.60 Dan 0.80; Ann wins"),
    (HOLDEM, NIGHT[:3], "Ann won 60p from Bob and 80p from Dan", "Say in Ann 0.80 Bob 0.60 Dan 0.80; Ann wins"),
    (HOLDEM, NIGHT, "Ann wins 1.40", "from whom, and who put in how much.\n  Say in Ann 1.40 NAME 1.40; Ann wins"),
    (HOLDEM, NIGHT, "amend 6: deal Bob", 'the reason is missing.\n  Say amend 6 "WHY": deal Bob'),
    (
        HOLDEM,
        (*NIGHT, "in Ann 3.10 Bob 3.10", "Ann wins"),
        "hand 1 was 2.10 not 3.10",
        'Say amend 9 "WHY": in Ann 2.10 Bob 2.10',
    ),
    (PENCE, (*FAMILY, "game newmarket"), "Zoe fined 2p", 'the reason is missing.\n  Say penalty Zoe 0.02 "WHY"'),
    (
        COUNTERS,
        (*FAMILY, "game newmarket", "deal Gran JD QH KC AS", "Mum out", "left Gran 2 Tim 4 Zoe 3"),
        "Zoe had 4 left not 3",
        'Say amend 6 "WHY": left Gran 2 Tim 4 Zoe 4',
    ),
    (COUNTERS, (*FAMILY, "game tournament"), "Tim rebuys", 'Say amend 3 "WHY": game tournament rebuy=…'),
    (COUNTERS, (*FAMILY, "game tournament", "Zoe out"), "chop", "Say chop even, or chop icm Gran CHIPS Mum CHIPS Tim"),
    (COUNTERS, (*FAMILY, "game tournament"), "Gran Mum Tim chop", "a deal is of all who are in.\n  Say chop even"),
    (COUNTERS, FAMILY, "who pays whom", "card-ledger settle"),
    (PENCE, FAMILY, "Tim moves to table 2", "two tables are two evenings"),
    (PENCE, FAMILY, "round 2", "two tables are two evenings"),
)


@pytest.fixture
def say(tmp_path):
    """Return what runs a command, and what answers whether it is recorded so and so."""
    place = f"sqlite:///{tmp_path / 'evenings.db'}"

    def run(*words: str, typed: str | None = None):
        return CliRunner().invoke(app, ["--database", place, *words], input=typed)

    return run


def begin(say, evening: str, before: tuple[str, ...]) -> None:
    money = [f"--{key}={value}" for key, _, value in (word.partition("=") for word in evening.split() if "=" in word)]
    players, *sayings = before
    say("open", "A night", "--players", players.removeprefix("players "), *money)
    for saying in sayings:
        done = say("record", saying)
        assert done.exit_code == 0, done.output


def recorded(say) -> list[str]:
    return [row["saying"] for row in json.loads(say("--json", "log", "--as-recorded").output)["log"]]


@pytest.mark.parametrize("way", ["record", "record -"])
@pytest.mark.parametrize(("evening", "before", "line", "sayings"), WRITTEN, ids=[row[2] for row in WRITTEN])
def test_a_line_is_written_as_it_was_meant(say, evening, before, line, sayings, way):
    begin(say, evening, before)
    earlier = len(recorded(say))
    done = say("record", line) if way == "record" else say("record", "-", typed=f"{line}\n")
    assert done.exit_code == 0, done.output
    assert recorded(say)[earlier:] == sayings


@pytest.mark.parametrize("way", ["record", "record -"])
@pytest.mark.parametrize(("evening", "before", "line", "asks"), ASKED, ids=[f"{row[2]} {len(row[1])}" for row in ASKED])
def test_what_is_not_clear_is_asked_and_nothing_is_written(say, evening, before, line, asks, way):
    begin(say, evening, before)
    earlier = recorded(say)
    done = say("record", line) if way == "record" else say("record", "-", typed=f"{line}\n")
    assert done.exit_code == 1
    assert asks in done.output.replace("\n    ", "\n  ")
    assert recorded(say) == earlier


def test_names_may_be_parted_by_commas(say):
    done = say("open", "A night", "--players", "Gran, Mum, Tim, Zoe, Uncle Jo")
    assert done.exit_code == 0, done.output
    assert recorded(say)[1] == 'players Gran Mum Tim Zoe "Uncle Jo"'


def test_a_name_of_two_words_needs_no_quotes_in_other_words(say):
    say("open", "A night", "--players", "Gran, Mum, Uncle Jo")
    assert say("record", "Uncle Jo paid 9 for pizza").exit_code == 0
    assert recorded(say)[-1] == 'cost 9 pizza "Uncle Jo" paid'
