"""Two books of one evening: what differs is named, and what is taken from the other book is put in."""

import json

import pytest

from ledger.core.events import Deal, End
from ledger.core.refusals import Refusal
from ledger.games.registry import GAMES, game_named
from ledger.log.book import DEAL, Book, book_of
from ledger.log.comparison import compared
from ledger.log.replay import Replay
from ledger.recorder import Recorder
from ledger.recorder.merging import decided, merging
from ledger.store import Store, open_store
from ledger.store.evidence import gather
from ledger.testing.random_evenings import RandomChooser, candidates, random_options, random_saying, simulate
from tests.helpers import command_line
from tests.helpers.auditing import audit
from tests.helpers.rig import asked_for, log_of

at_home, run, file = command_line.at_home, command_line.run, command_line.file
pytestmark = pytest.mark.usefixtures("at_home")

HEADING = 'evening "Club night" on 2026-11-20 money=GBP counter=0.10\nplayers Ann Bob Cat Dan\n'


def book(*sayings: str, heading: str = HEADING) -> str:
    return heading + "\n".join((*sayings, "end", "close")) + "\n"


TOLD_A = book("game nap", "deal Ann", "Cat 3", "Cat made", "deal", "Dan 2", "Dan failed")
TOLD_B = book(
    "game nap", "deal Ann", "Bob passes", "Cat 3", "Dan passes", "Ann passes", "trick Cat", "trick Bob", "trick Cat",
    "trick Cat", "deal", "Cat passes", "Dan 2", "Ann passes", "Bob passes", "trick Dan", "trick Ann", "trick Ann",
    "trick Cat", "trick Cat",
)  # fmt: skip
KITTY_A = book(
    "game nap kitty=1", "deal Ann", "Cat 3", "Cat made", "deal", "Dan nap", "Dan failed", "deal", "Ann nap", "Ann made",
    "deal", "Bob 2", "Bob made",
)  # fmt: skip
KITTY_B = KITTY_A.replace("Dan failed", "Dan made")
THIRD_A = book(
    "game nap", "deal Ann", "Cat 3", "Cat made", "deal", "penalty Dan touching", "Dan 2", "Dan made", "deal", "Ann 4",
    "Ann failed", "deal", "Bob 3", "Bob made",
)  # fmt: skip
THIRD_B = THIRD_A.replace("penalty Dan touching\n", "").replace("deal\nAnn 4\nAnn failed\n", "")
COMPARED = {
    ("told", TOLD_A, TOLD_B): """\
A told-a.evening: Club night, 2026-11-20; 11 events, 2 deals
B told-b.evening: Club night, 2026-11-20; 24 events, 2 deals
deals 1-2: the same
nothing differs; B tells more of deals 1-2
""",
    ("kitty", KITTY_A, KITTY_B): """\
A kitty-a.evening: Club night, 2026-11-20; 17 events, 4 deals
B kitty-b.evening: Club night, 2026-11-20; 17 events, 4 deals
deal 1: the same
difference 1: deal 2, nap, Bob deals
  A  9 Dan failed   Ann +£0.50, Bob +£0.40, Cat +£0.50, Dan -£1.50, nap.kitty +£0.10
  B  9 Dan made     Ann -£1.00, Bob -£1.10, Cat -£1.00, Dan +£3.20, nap.kitty -£0.10
deal 3: follows from difference 1
deal 4: the same
B gives Ann £1.70 less, Bob £1.50 less, Cat £1.50 less, Dan £4.70 more
""",
    ("third", THIRD_A, THIRD_B): """\
A third-a.evening: Club night, 2026-11-20; 18 events, 4 deals
B third-b.evening: Club night, 2026-11-20; 14 events, 3 deals
deals 1-2: the same
difference 1: deal 3 of A, nap, Cat deals, is not in B
  A  11 deal; 12 Ann 4; 13 Ann failed   Ann -£1.20, Bob +£0.40, Cat +£0.40, Dan +£0.40
deal 4 of A, deal 3 of B: the same; Dan deals in A, Cat in B
B gives Ann £1.20 more, Bob £0.40 less, Cat £0.40 less, Dan £0.40 less
A tells more of deal 2
""",
}


def head_of(run, name: str) -> str:
    return run("replay", name, "--json").json["head"][:13]


@pytest.mark.parametrize("example", COMPARED, ids=lambda example: example[0])
def test_books_are_compared_as_people_read_them(run, file, example):
    name, a, b = example
    file(a, f"{name}-a.evening")
    file(b, f"{name}-b.evening")
    done = run("compare", f"{name}-a.evening", f"{name}-b.evening")
    assert done.out == COMPARED[example]
    assert done.code == (0 if name == "told" else 1)


def test_what_the_other_book_has_right_is_put_in(run, file):
    file(KITTY_A, "kitty-a.evening")
    file(KITTY_B, "kitty-b.evening")
    run("import", "kitty-a.evening")
    head = head_of(run, "kitty-b.evening")
    tried = run("merge", "1", "kitty-b.evening", "--take", "1=B", "--dry-run")
    assert tried.out.endswith("nothing is written\n")
    assert len(run("log", "--json").json["log"]) == 17
    assert run("merge", "1", "kitty-b.evening", "--take", "1=B", "--yes").out == (
        f'18  reopen "merged with Club night, head {head}"\n'
        f'19  amend 9 "by Club night, head {head}": Dan made\n'
        f'20  note "merged with Club night, head {head}: 1=B"\n'
        "21  close\n"
        "Bob pays Ann £1.60\nBob pays Dan £0.20\nCat pays Dan £1.40\n"
    )
    assert run("audit").code == run("compare", "1", "kitty-b.evening").code == 0
    assert run("merge", "1", "kitty-b.evening").out.startswith("nothing differs\n")
    assert len(run("log", "--as-recorded", "--json").json["log"]) == 21


def test_a_deal_that_a_phone_missed_is_put_in(run, file):
    file(THIRD_A, "third-a.evening")
    file(THIRD_B, "third-b.evening")
    run("import", "third-b.evening")
    merged = run("merge", "1", "third-a.evening", "--take", "1=B", "--json").json
    sayings = [line["saying"].partition(": ") for line in merged["said"]]
    assert [saying for begins, _, saying in sayings if begins.startswith("insert 10 ")] == [
        "deal",
        "Ann 4",
        "Ann failed",
    ]
    assert merged["taken"] == {"1": "B"}
    assert merged["with"] == f"Club night, head {head_of(run, 'third-a.evening')}"
    assert merged["transfers"] == [{"from": "Ann", "to": name, "amount": amount}
                                   for name, amount in (("Bob", 80), ("Cat", 80), ("Dan", 40))]  # fmt: skip
    assert merged["transfers"] == run("replay", "third-a.evening", "--json").json["transfers"]
    assert run("audit").code == 0


def test_the_telling_that_says_more_is_taken_where_asked(run, file):
    file(TOLD_A, "told-a.evening")
    file(TOLD_B, "told-b.evening")
    run("import", "told-a.evening")
    before = run("settle", "--json").json
    assert run("merge", "1", "told-b.evening").out.startswith("nothing differs\n")
    run("merge", "1", "told-b.evening", "--fuller", "--yes")
    compared = run("compare", "1", "told-b.evening")
    assert compared.code == 0
    assert compared.out.endswith("deals 1-2: the same\nnothing differs\n")
    assert run("settle", "--json").json == before
    assert run("audit").code == 0


def test_a_program_gets_each_item_of_both_books(run, file):
    file(KITTY_A, "a.evening")
    file(KITTY_B, "b.evening")
    answer = run("compare", "a.evening", "b.evening", "--json").json
    assert (answer["same"], answer["first"]) == (False, 2)
    assert answer["gains"] == {"Ann": -170, "Bob": -150, "Cat": -150, "Dan": 470}
    assert answer["a"]["seal"] is None
    assert answer["a"]["head"] == run("replay", "a.evening", "--json").json["head"]
    assert [item["item"] for item in answer["items"]] == ["game", "deal", "deal", "deal", "deal", "end"]
    assert answer["items"][2] == {
        "item": "deal", "is": "differs", "difference": 1, "a": 2, "b": 2, "game": "nap",
        "dealer": {"a": "Bob", "b": "Bob"},
        "net": {
            "a": {"Ann": 50, "Bob": 40, "Cat": 50, "Dan": -150, "nap.kitty": 10},
            "b": {"Ann": -100, "Bob": -110, "Cat": -100, "Dan": 320, "nap.kitty": -10},
        },
        "sayings": {"a": [{"number": 9, "saying": "Dan failed"}], "b": [{"number": 9, "saying": "Dan made"}]},
        "fuller": None,
    }  # fmt: skip
    assert [item["is"] for item in answer["items"]] == ["same", "same", "differs", "follows", "same", "same"]


def test_a_book_of_the_database_is_named_by_its_seal(run, file):
    run("import", file(KITTY_A, "a.evening"), file(KITTY_B, "b.evening"))
    letters = run("--evening", "2", "seal", "--no-qr").out.splitlines()[2]
    said = run("merge", "1", "2", "--take", "all=B", "--json").json["said"]
    assert said[0]["saying"] == f'reopen "merged with Club night, seal {letters.split()[0]}"'
    assert said[-2]["saying"] == f'note "merged with Club night, seal {letters}: 1=B"'


@pytest.mark.parametrize(
    ("arguments", "message", "remedy"),
    [
        (["1", "b.evening"], "difference 1 is not decided: say --take 1=A or --take 1=B.", ""),
        (["1", "b.evening", "--take", "1=A,3=B"], "there is no difference 3.", ""),
        (["a.evening", "b.evening", "--take", "1=B"], "a.evening is a file: merge writes into an evening.",
         "card-ledger import a.evening"),
    ],
)  # fmt: skip
def test_nothing_is_chosen_by_itself(run, file, arguments, message, remedy):
    file(KITTY_B, "b.evening")
    run("import", file(KITTY_A, "a.evening"))
    done = run("merge", *arguments, "--json")
    assert done.code == 1
    assert done.json["error"] == {"line": None, "code": "correction", "message": message, "remedy": remedy}
    assert run("replay", "a.evening", "--json").json["events"] == 17


def test_a_debt_that_one_book_has_is_decided_by_its_number(run, file):
    run("import", file(KITTY_A, "a.evening"))
    other = file(KITTY_B + "Bob pays Ann 1.60\n", "b.evening")
    assert "difference 2 is not decided" in run("merge", "1", other, "--take", "all=B").err
    assert run("merge", "1", other, "--take", "all=B,2=B").code == 0
    assert run("compare", "1", other).code == 0
    assert run("audit").code == 0


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (KITTY_A.replace("GBP", "EUR"), "A is in GBP, B in EUR"),
        (KITTY_A.replace("counter=0.10", "counter=0.20"), "a counter is worth £0.10 in A, £0.20 in B"),
        (KITTY_A.replace("game nap", "Eve joins\ngame nap"), "only B has Eve"),
        (KITTY_A.replace("Dan", "Eve"), "only A has Dan"),
    ],
)
def test_books_of_two_evenings_are_not_compared(run, file, other, message):
    done = run("compare", file(KITTY_A, "a.evening"), file(other, "b.evening"), "--json")
    assert done.code == 2
    assert done.json["error"]["message"] == f"these are not books of one evening: {message}."


def test_lines_whose_digests_do_not_agree_are_not_compared(run, file):
    a = file(KITTY_A, "a.evening")
    run("import", a)
    lines = run("export", "--format", "jsonl").out.splitlines()
    changed = json.loads(lines[8])
    changed["body"]["word"] = "made"
    lines[8] = json.dumps(changed)
    b = file("\n".join(lines), "b.jsonl")
    for command in (["compare", a, b], ["import", b], ["replay", b]):
        done = run(*command)
        assert done.code == 3, command
        assert "its digest does not agree" in done.err
    assert run("compare", a, "none.evening").code == 2


def test_names_in_another_case_are_the_same_people(run, file):
    other = KITTY_B.replace("Dan", "DAN")
    run("import", file(KITTY_A, "a.evening"))
    assert run("compare", "1", file(other, "b.evening")).code == 1
    assert "amend 9" in run("merge", "1", "b.evening", "--take", "1=B").out
    assert run("compare", "1", "b.evening").code == 0


def test_names_of_one_person_are_the_same_people(run, file):
    run("import", file(KITTY_A, "a.evening"))
    assert run("person", "add", "Dan", "--known-as", "Daniel").code == 0
    file(KITTY_B.replace("Dan", "Daniel"), "b.evening")
    assert run("compare", "1", "b.evening").code == 1
    assert "amend 9" in run("merge", "1", "b.evening", "--take", "1=B").out
    assert run("compare", "1", "b.evening").code == 0


# Random evenings, with one deal changed


def random_books(game: str, seed: int) -> tuple[Book, Book, int] | None:
    """Return two books of a random evening and the deal that came out otherwise in the second.

    None where no such change was found.
    """
    chooser = RandomChooser(seed)
    rules = game_named(game)
    try:
        players = chooser.number(rules.players[0], min(rules.players[1] or 6, 6))
        events = simulate(game, 6, players, chooser, random_options(rules, chooser))
    except Refusal:
        return None
    first = log_of(events)
    assert first is not None
    a = book_of("a", first)
    deals = [item for item in a.items if item.kind == DEAL and len(item.events) > 1]
    for _ in range(20 if deals else 0):
        item = chooser.choose(deals)
        number = chooser.choose(item.events[1:]).number
        before = first.before(number)
        if not (allowed := candidates(before, chooser, interruptions=False)):
            continue
        event = random_saying(chooser.choose(allowed), chooser, before)
        if event is None or isinstance(event, Deal | End) or event == events[number - 1]:
            continue
        if second := log_of([*events[: number - 1], event, *events[number:]]):
            b = book_of("b", second)
            place = a.items.index(item)
            if len(b.items) == len(a.items) and b.items[place].key != item.key:
                return a, b, item.deal or 0
    return None


def check_books(store: Store, a: Book, b: Book, deal: int) -> None:
    comparison = compared(a, b)
    assert list(comparison.differences) == [1]
    difference = comparison.differences[1]
    assert difference.a is not None
    assert difference.b is not None
    assert (difference.a.deal, difference.b.deal) == (deal, deal)
    assert difference.a.key != difference.b.key
    owed = {name: b.owed.get(name, 0) - amount for name, amount in a.owed.items()}
    assert comparison.gains == {name: gain for name, gain in owed.items() if gain}
    recorder = Recorder(store, "Zoë")
    replay = Replay()
    replay.add(a.recorded)
    session = recorder.open_session(recorder.keep(replay))
    session.propose_events(merging(comparison, decided(comparison, [("all", "B")])))
    session.write()
    assert session.evening.owed() == b.owed
    assert compared(book_of("a", session.replay), b).same
    assert audit(gather(store.database, session.id), session.id) == []


@pytest.mark.parametrize("game", GAMES)
def test_one_changed_deal_is_named_and_put_in(game, tmp_path):
    """`CARD_LEDGER_EVENINGS=500` tries so many random evenings of all games."""
    store = open_store(f"sqlite:///{tmp_path / 'books.db'}", begins=True)
    tried = 0
    for seed in asked_for("CARD_LEDGER_EVENINGS", 21):
        if seed % len(GAMES) == list(GAMES).index(game) and (books := random_books(game, seed)):
            check_books(store, *books)
            tried += 1
    print(f"{game}: {tried} evenings")
