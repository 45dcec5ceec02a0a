"""Poker hands in PHH files: read as an evening, written again, and what is refused or left out."""

import tomllib
from contextlib import suppress
from decimal import Decimal
from pathlib import Path

import pytest

from ledger.core.events import Begin, Buys, EffectiveEvent, End, OpenEvening, SeatPlayers
from ledger.core.refusals import Refusal
from ledger.evening.fold import Evening
from ledger.interchange.formats import movements_in
from ledger.interchange.phh_session import replay_hands
from ledger.interchange.script import replay_script, script_of, without_pins
from ledger.testing.random_evenings import RandomChooser, candidates, random_saying
from tests.helpers import command_line

at_home, run, file = command_line.at_home, command_line.run, command_line.file

SAMPLE = Path(__file__).parents[1] / "data" / "phh"
WORLD_SERIES, PLURIBUS = SAMPLE / "wsop/2023/43/5", SAMPLE / "pluribus"
HALF_CHIPS = {"32/23", "41b/204", "60/88", "75b/76", "88/128", "91/43", "91/53", "102/0"}
"""The hands whose source splits an odd chip in two."""
SAME = ("variant", "antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet", "starting_stacks", "players")
DAY = "2020-02-01"
HAND = """\
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 50, 200]
players = ['Ann', 'Bob', 'Cat']
actions = [ACTIONS]
"""
UNSEEN = ("d dh p1 ????", "d dh p2 ????", "d dh p3 ????")


def written(evening: Evening) -> str:
    return "".join(movements_in("phh", evening, DAY))


def hands_in(text: str) -> list[dict]:
    return list(tomllib.loads(text, parse_float=Decimal).values())


def hand(*actions: str, more: str = "", unseen: bool = True) -> str:
    said = ", ".join(map(repr, (*(UNSEEN if unseen else ()), *actions)))
    return HAND.replace("ACTIONS", said) + more


def imported(*texts: str, money: str | None = None, cents: bool = False):
    return replay_hands({f"{number}.phh": text for number, text in enumerate(texts, 1)}, "Poker", money, cents)


def said(*texts: str, money: str | None = None) -> list[str]:
    replay, _ = imported(*texts, money=money)
    return [without_pins(line)[0] for line in script_of(replay.recorded).splitlines()]


def acts_of(hand: dict) -> list[str]:
    """Return the actions of a hand without the show, which is not kept where the cards were known."""
    return [action for action in hand["actions"] if " sm" not in action]


def comes_back(path: Path) -> None:
    """See that a file is imported and exported as it was, and that the export is imported to the same money."""
    text = path.read_text(encoding="utf-8")
    of_file = tomllib.loads(text, parse_float=Decimal)
    replay, remarks = replay_hands({path.name: text}, "Poker")
    assert remarks == ()
    (again,) = hands_in(written(replay.evening))
    kept = [key for key in SAME if key in of_file]
    assert [again.get(key) for key in kept] == [of_file[key] for key in kept]
    assert acts_of(of_file) == acts_of(again)
    if f"{path.parent.name}/{path.stem}" not in HALF_CHIPS:
        assert of_file["finishing_stacks"] == again["finishing_stacks"]
    once_more, _ = replay_hands({"again.phhs": written(replay.evening)}, "Poker")
    assert once_more.evening.books.balances == replay.evening.books.balances
    assert hands_in(written(once_more.evening)) == hands_in(written(replay.evening))


@pytest.mark.parametrize("name", ["1", "33", "37", "65", "79", "81"])
def test_a_real_hand_of_each_kind_comes_back(name):
    comes_back(WORLD_SERIES / f"{name}.phh")


def test_one_whose_odd_chip_was_split_comes_back():
    comes_back(PLURIBUS / "32/23.phh")


@pytest.mark.thorough
def test_every_hand_of_the_sample_comes_back():
    paths = sorted({*SAMPLE.rglob("*.phh")} - {WORLD_SERIES / "76.phh"})  # which has no big blind
    for path in paths:
        comes_back(path)
    assert len(paths) == 96


def test_a_session_is_one_evening_in_which_differences_are_bought_and_cashed(run):
    paths = [str(path) for path in sorted((PLURIBUS / "32").glob("*.phh"))] + [str(WORLD_SERIES / "33.phh")]
    assert len(paths) > 2
    done = run("import", *paths)
    assert done.code == 0, done.err
    assert done.out.startswith(f"{paths[0]} … {paths[-1]} is evening 1, with ")
    log = run("export").out.splitlines()
    assert sum(line.startswith("deal ") for line in log) == len(paths)
    assert len({line for line in log if line.startswith("game ")}) == 2
    bought = [
        int(line.split()[2]) * (1 if " buys " in line else -1) for line in log if " buys " in line or " cashes " in line
    ]
    assert min(bought) < 0 < max(bought)
    assert sum(run("replay", *paths[:1], "--json").json["balances"].values()) == 0


def test_hands_are_taken_in_the_order_of_their_numbers():
    first, second = hand("p3 f", "p1 f", more="hand = 1\n"), hand("p3 f", "p1 cbr 6", "p2 f", more="hand = 2\n")
    assert said(first, second) == said(second, first)
    assert said(first, second)[-4:-2] == ["Ann raises to 6", "Bob folds"]
    without = (first.replace("hand = 1", ""), second.replace("hand = 2", ""))
    assert said(*without) == said(first, second) != said(*without[::-1])


def test_what_a_hand_says():
    lines = said(hand("p3 cbr 6", "p1 cc", "p2 cc", "d db AsKdTc", "p1 cc", "p2 cbr 10", "p3 f", "p1 f"))
    assert lines == [
        'evening "Poker" bank=credit', "players Ann Bob Cat", "Ann buys 100", "Bob buys 50",
        "Cat buys 200", "game holdem small=1 big=2", "deal Cat", "Cat raises to 6", "Ann calls", "Bob calls", "flop AS KD 10C",
        "Ann checks", "Bob bets 10", "Cat folds", "Ann folds", "end", "close",
    ]  # fmt: skip


def test_the_next_hand_goes_on_where_the_button_is_due_and_else_begins_anew():
    first = hand("p3 f", "p1 f")
    moved = first.replace("['Ann', 'Bob', 'Cat']", "['Bob', 'Cat', 'Ann']").replace("[100, 50, 200]", "[51, 200, 99]")
    assert said(first, moved)[6:13] == [
        "deal Cat", "Cat folds", "Ann folds", "deal Ann", "Ann folds", "Bob folds", "end",
    ]  # fmt: skip
    assert said(first, first)[8:14] == [
        "Ann folds",
        "Ann buys 1",
        "Bob cashes 1",
        "end",
        "game holdem small=1 big=2",
        "deal Cat",
    ]


def test_who_comes_sits_where_he_plays_and_who_plays_no_more_cashes_and_leaves():
    first = hand("p3 f", "p1 f")
    second = first.replace("['Ann', 'Bob', 'Cat']", "['Cat', 'Ann', 'Dan']").replace("[100, 50, 200]", "[200, 99, 40]")
    assert said(first, second)[9:18] == [
        "Bob cashes 51", "Bob leaves", "end", "Dan joins after Ann", "Dan buys 40", "game holdem small=1 big=2", "deal Dan",
        "Dan folds", "Cat folds",
    ] or said(first, second)[9:12] == ["end", "Bob cashes 51", "Bob leaves"]  # fmt: skip


def test_a_pair_a_straddle_and_antes():
    pair = HAND.replace("[0, 0, 0]", "[0, 0]").replace("[1, 2, 0]", "[1, 2]").replace("[100, 50, 200]", "[100, 50]")
    pair = pair.replace(", 'Cat'", "").replace("ACTIONS", "'p2 cbr 6', 'p1 f'")
    assert said(pair)[4:7] == ["game holdem small=1 big=2", "deal Bob", "Bob raises to 6"]
    assert hands_in(written(imported(pair)[0].evening))[0]["blinds_or_straddles"] == [1, 2]
    straddled = hand("p1 f", "p2 f").replace("[1, 2, 0]", "[1, 2, 4]")
    assert said(straddled)[5:8] == ["game holdem small=1 big=2 straddle=any", "deal Cat", "Cat straddles 4"]
    assert hands_in(written(imported(straddled)[0].evening))[0]["blinds_or_straddles"] == [1, 2, 4]
    for antes, options in (
        ("[1, 1, 1]", "ante=1"),
        ("[0, 2, 0]", "ante=2 ante_by=big"),
        ("[0, 0, 2]", "ante=2 ante_by=button"),
    ):
        laid = hand("p3 f", "p1 f").replace("antes = [0, 0, 0]", f"antes = {antes}")
        assert said(laid)[5] == f"game holdem small=1 big=2 {options}"
        (again,) = hands_in(written(imported(laid)[0].evening))
        assert str(again["antes"]) == antes


ALL_IN = ("p3 cbr 200", "p1 cc", "p2 cc")


@pytest.mark.parametrize(
    ("finish", "sayings"),
    [
        ("[50, 150, 150]", ["Bob wins", "split Ann Cat"]),
        ("[250, 0, 100]", ["Ann wins"]),
        ("[0, 150, 200]", ["Bob wins", "Cat wins"]),
        ("[125, 75, 150]", ['note "…"', "stacks Ann 125 Bob 75 Cat 150"]),
        ("[100, 50, 200]", ["split Bob Ann Cat"]),
    ],
)
def test_who_won_is_found_by_the_finishing_stacks_where_no_cards_are_known(finish, sayings):
    text = hand(*ALL_IN, "d db ??????", "d db ??", "d db ??", more=f"finishing_stacks = {finish}\n")
    if sayings[0].startswith("note"):
        replay, (remark,) = imported(text)
        assert said(text)[-3] == sayings[-1]
        assert remark == (
            "1.phh is told by what each has after it: "
            "the stacks at its end are those of no winner, nor of several who share"
        )
        assert replay.evening.books.balances == {"Ann": 25, "Bob": 25, "Cat": -50}
        return
    assert said(text)[13:-2] == sayings
    (again,) = hands_in(written(imported(text)[0].evening))
    assert str(again["finishing_stacks"]) == finish


@pytest.mark.parametrize(
    ("acts", "told", "why"),
    [
        (("p1 f", "p2 f"), "in Ann 1 Bob 2", "Bob folds: no deal is in hand"),
        (("p3 cbr 3", "p1 f", "p2 f"), "in Ann 1 Bob 2 Cat 3", "Cat raises to 3: 3 is too little"),
    ],
)
def test_history_is_not_judged(acts, told, why):
    replay, (remark,) = imported(hand(*acts))
    assert said(hand(*acts))[-3] == told
    assert remark.startswith(f"1.phh is told by what each put in: {why}")
    assert sum(replay.evening.books.balances.values()) == 0


def test_what_is_shown_and_mucked_decides():
    text = hand("p3 f", "p1 cc", "p2 cc", "d db AsKdTc", "p1 cc", "p2 cc", "d db 2c", "p1 cc", "p2 cc", "d db 3d",
                "p1 cc", "p2 cc", "p2 sm AhAd", "p1 sm")  # fmt: skip
    assert said(text)[-4:] == ["Bob shows AH AD", "Ann passes", "end", "close"]
    (again,) = hands_in(written(imported(text)[0].evening))
    assert again["actions"][-2:] == ["p1 sm", "p2 sm AhAd"]
    assert again["actions"][:3] == ["d dh p1 ????", "d dh p2 AhAd", "d dh p3 ????"]


def test_amounts_of_a_currency():
    text = hand("p3 f", "p1 f").replace("[100, 50, 200]", "[10.50, 5, 20]").replace("[1, 2, 0]", "[0.05, 0.10, 0]")
    with pytest.raises(Refusal, match=r"10\.50 is less than a counter: say --money USD"):
        imported(text)
    replay, _ = imported(text, money="USD")
    assert replay.evening.in_front("Ann") == 1045
    (again,) = hands_in(written(replay.evening))
    assert (again["currency"], again["starting_stacks"]) == ("USD", [Decimal("10.5"), 5, 20])
    assert imported(written(replay.evening))[0].evening.in_front("Ann") == 1045
    assert imported(hand("p3 f", "p1 f"), money="GBP", cents=True)[0].evening.in_front("Ann") == 99


def evening_of(*sayings: str) -> Evening:
    opening = ('evening "Home" on 2026-11-25', "players Ann Bob Cat", "Ann buys 40", "Bob buys 40", "Cat buys 40")
    return replay_script("\n".join((*opening, "game holdem small=1 big=2 straddle=any", *sayings)), "home").evening


@pytest.mark.parametrize(
    ("sayings", "why"),
    [
        (("deal Ann", "in Bob 5 Cat 5", "Cat wins"), "it is told by what each put in"),
        (("deal Ann", "Cat wins"), "it is told only who won"),
        (("deal Ann", "Ann posts", "Ann checks", "Bob folds", "Cat folds"), "somebody posts, which PHH does not know"),
        (("bomb 5", "deal Ann", "Bob bets 5", "Cat folds", "Ann folds"), "it is a bomb pot"),
        (("deal Ann", "Ann folds", "chop"), "the blinds chop"),
        (
            ("deal Ann", "Ann all-in", "Bob all-in", "Cat folds", "runs 2", "Ann wins first", "Ann wins second"),
            "there are several boards",
        ),
    ],
)
def test_what_was_told_otherwise_is_left_out_with_the_reason(sayings, why):
    text = written(evening_of(*sayings))
    assert hands_in(text) == []
    assert text.splitlines()[1:] == [f"# deal 1 is left out: {why}"]


def test_stacks_that_nobody_knows_and_games_that_phh_has_no_name_for():
    unknown = 'evening "Home"\nplayers Ann Bob\ngame holdem\ndeal Ann\nAnn folds\n'
    assert "it is not known what each had in front" in written(replay_script(unknown, "home").evening)
    bought = unknown.replace("game holdem", "Ann buys 9\nBob buys 9\ngame holdem limit=pot")
    assert "PHH has no name for this game" in written(replay_script(bought, "home").evening)


def test_defaults_are_written_as_they_were_assumed():
    text = written(
        evening_of("deal Ann", "Ann calls", "Bob calls", "flop AS KS QS", "Cat bets 4", "Ann calls", "Cat wins")
    )
    assert acts_of(hands_in(text)[0])[3:] == [
        "p3 cc", "p1 cc", "p2 cc", "d db AsKsQs", "p1 cc", "p2 cbr 4", "p3 cc", "p1 f", "d db ??", "p2 cc", "p3 cc",
        "d db ??", "p2 cc", "p3 cc",
    ]  # fmt: skip


def random_evening(game: str, seed: int) -> Evening:
    """Return a random evening of betting with unequal stacks."""
    chooser, evening, number = RandomChooser(seed), Evening(), 0
    players = tuple(["Ann", "Bob", "Cat", "Dan", "Eve", "Fay"][: chooser.number(2, 6)])
    stacks = (Buys(player, chooser.number(1, 60)) for player in players)
    opening = (OpenEvening("Random", bank="credit"), SeatPlayers(players), *stacks, Begin(game, ()))
    for event in opening:
        number += 1
        evening.apply(EffectiveEvent(number, event))
    for _ in range(80):
        event = random_saying(chooser.choose(candidates(evening, chooser, False)), chooser, evening)
        if event is not None and not isinstance(event, End):
            with suppress(Refusal):
                evening.apply(EffectiveEvent(number + 1, event))
                number += 1
    return evening


@pytest.mark.parametrize("game", ["holdem", "omaha"])
def test_random_hands_come_back_to_the_same_money(game):
    hands = 0
    for seed in range(12):
        for text in written(random_evening(game, seed)).split("\n\n")[1:]:
            (of_file,) = hands_in(text)
            replay, remarks = imported(text)
            assert remarks == (), text
            assert [replay.evening.in_front(player) for player in of_file["players"]] == of_file["finishing_stacks"]
            hands += 1
    assert hands > 20


def test_pokerkit_reads_what_is_written():
    notation = pytest.importorskip("pokerkit").HandHistory
    paths = [WORLD_SERIES / f"{name}.phh" for name in ("1", "37", "79")]
    for path in paths:
        replay, _ = replay_hands({path.name: path.read_text(encoding="utf-8")}, "Poker")
        (history,) = notation.loads_all(written(replay.evening))
        *_, (state, _) = history.state_actions
        assert list(state.stacks) == history.finishing_stacks


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("", "1.phh: there is no hand in it"),
        ("x", "1.phh: this is no PHH file"),
        ("[1]\nvariant = 'NT'\n", "1.phh [1]: starting_stacks is missing"),
        ("a = 1\n[1]\nvariant = 'NT'\n", "there is no hand in it"),
        (hand().replace("'NT'", "'FR'"), "1.phh: no hand of it can be told here: the variant FR is neither"),
        (hand().replace("'Cat'", "'Ann'"), "two are called the same"),
        (hand().replace("[0, 0, 0]", "[0, 0]"), "not of as many"),
        (hand().replace("[1, 2, 0]", "[1, 0, 0]"), "there is no big blind"),
        (hand().replace("[1, 2, 0]", "[1, 2, 3]"), "a straddle is at least 4"),
        (hand().replace("[0, 0, 0]", "[0, 1, 2]"), "the antes are neither of all"),
        (hand().replace("[1, 2, 0]", "[3, 2, 0]"), "the small blind is at most the big one"),
        (hand().replace("[100", "[0"), "the hand is not over"),
        (hand().replace("[100", "['x'"), "x is no amount"),
        (hand().replace("[100", "[true"), "True is no amount"),
        (hand().replace("[100", f"[{10**30}"), "is no sum that is kept here"),
        (hand().replace("[100", "[nan"), "is no sum that is kept here"),
        (hand("p9 f"), "there is no place p9"),
        (hand("p3 pb"), "pb is no act of this game"),
        (hand("p3 f"), "the hand is not over"),
        (
            hand("d dh p1 AsAd", "d dh p2 KsKd", "p3 f", "p1 cc", "d db 2c3c4c5d7h", unseen=False),
            "the hand is not over: the river: it is Ann's turn to bet",
        ),
        (hand(*ALL_IN, "d db ??????????"), "it is not said who won"),
        (hand(*ALL_IN, "d db ??????????", "d db ??"), "there is more than one board"),
        (hand(*ALL_IN, "d db ????"), "the flop has too few cards"),
    ],
)
def test_refused(text, fragment):
    with pytest.raises(Refusal) as caught:
        imported(text)
    assert fragment in caught.value.message


def test_the_command(run, file):
    first, second = (
        file(hand("p3 f", "p1 f", more="hand = 2\n"), "b.phh"),
        file("[1]\n" + hand("p3 f", "p1 f"), "a.phhs"),
    )
    other = file(hand().replace("'NT'", "'FR'"), "c.PHH")
    done = run("import", first, second, other, "--json")
    assert done.code == 0, done.err
    assert done.json["file"] == "b.phh … c.PHH"
    assert done.json["remarks"] == [
        "c.PHH is left out: the variant FR is neither Hold'em nor Omaha as they are played here"
    ]
    exported = run("export", "--format", "phh").out
    assert len(hands_in(exported)) == 2
    again = run("import", file(exported, "again.phhs"), "--json").json
    assert again["evening"] == 2
    assert run("table", "--json").json["balances"] == {"Ann": -2, "Bob": 2, "Cat": 0}
    assert run("import", first, "--cents").code == 1
    assert run("import", "none.phh").code == 1
