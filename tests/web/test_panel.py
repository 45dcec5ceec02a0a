"""The panel: every button is accepted, and its fields make the saying again."""

import random
from types import SimpleNamespace

import pytest

from ledger.core.books import Pool
from ledger.core.cards import RANKS, read_card
from ledger.core.events import Says
from ledger.core.money import Money
from ledger.core.refusals import Code, RefusedLine
from ledger.games.language import write
from ledger.games.registry import GAMES
from ledger.interchange.script import replay_script
from ledger.language.slots import Amount, Cards, Form, Group, Literal, Number, Option, Player, Players, Word
from ledger.projections.offers import expecting, offers
from ledger.recorder import Recorder
from ledger.rules.turns import Turn
from ledger.store import open_store
from ledger.web.pages.table import forms_now
from ledger.web.panel.buttons import DisabledButton, SayingButton
from ledger.web.panel.decode import preview_of, saying_of
from ledger.web.panel.fields import CardsField, CheckField, GroupField, HiddenField, OutCard, RadioField
from ledger.web.panel.layout import Layout
from ledger.web.panel.panel import Panel
from ledger.web.panel.rows import COLUMNS
from ledger.web.table_view import seats, strip, unsaid
from ledger.web.words import (
    by_amount,
    heading,
    in_a_line,
    moved,
    sentence,
    without_name,
    without_quotes,
)

MONEY = Money("lsd", 4)


def buttons(panel: Panel):
    """Everything on a panel that says a whole saying."""
    sheets = [inner for sheet in panel.sheets for inner in (sheet, *sheet.inner)]
    return [
        *panel.usual,
        *(button for button in panel.ready if isinstance(button, SayingButton)),
        *(button for sheet in sheets for button in sheet.ready),
    ]


def speaker_of(evening):
    who = expecting(evening).who
    return who[0] if len(who) == 1 else None


def offered(sitting):
    """Every button of the page of the one who is asked, and of one other seat."""
    evening = sitting.evening
    forms = offers(evening, sitting.number).forms
    layout = Layout(evening.money)
    now = layout.panel([form for form in forms if not form.assumes], speaker_of(evening))
    later = [button.saying for seat in evening.seats.seated for button in buttons(seat_panel(layout, forms, seat))]
    return [button.saying for button in buttons(now)], later


def seat_panel(layout, forms, seat):
    own = [form for form in forms if seat in form.who and form.assumes]
    return layout.panel([form for form in own if form.assumes == own[0].assumes] if own else [], seat)


@pytest.mark.parametrize("game", GAMES)
def test_no_button_that_is_offered_is_refused(game, tmp_path):
    chance = random.Random(game)
    recorder = Recorder(open_store(str(tmp_path / "evenings.db")), "a thumb")
    players = "Ann Bob Cat" if game != "catch-the-ten" else "Ann Bob Cat Dan"
    number, _ = recorder.open(['evening "Tapping" money=lsd counter=1d', f"players {players}"])
    sitting = recorder.open_session(number)
    begin = f"game {game} name=Whist" if game == "tally" else f"game {game}"
    sitting.record(begin)
    for _ in range(60):
        now, later = offered(sitting)
        saying = chance.choice(later if later and (not now or chance.random() < 0.2) else now or [None])
        if saying is None or saying == "end":
            break
        try:
            sitting.record(saying)
        except RefusedLine as refused:
            assert refused.refusal.code is Code.CARD, f"{saying}: {refused.message}"


def field_names(fields):
    for field in fields:
        if isinstance(field, GroupField):
            for row in field.rows:
                yield from field_names(row.fields)
        else:
            yield field.name, field


def test_fields_are_put_together_in_their_order():
    slots = [
        *map(Literal, ("sells", "trump", "to")),
        Player(("Bob", "Old Tom")),
        Literal("for"),
        Amount(4, 48, (4, 8), step=4),
    ]
    fields = Layout(MONEY).maker.fields_of(slots)
    chosen = {"radio": '"Old Tom"', "amount": "2d"}
    sent = [(field.name, field.value if isinstance(field, HiddenField) else chosen[field.kind]) for field in fields]
    assert saying_of(sent) == 'sells trump to "Old Tom" for 2d'
    exact = [*sent, (f"{sent[-1][0]}+", "3d")]
    assert saying_of(exact) == 'sells trump to "Old Tom" for 3d'


def test_a_group_of_which_nothing_is_chosen_is_left_out_with_its_fixed_words():
    players = Player(("Ann", "Bob", "Cat"))
    count = [Literal("count"), Group((players, Amount(0, None)), repeat=True)]
    names = list(field_names(Layout(MONEY).maker.fields_of(count)))
    values = iter(["3d", "", "4d"])
    sent = [(name, field.value if isinstance(field, HiddenField) else next(values)) for name, field in names]
    assert saying_of(sent) == "count Ann 3d Cat 4d"
    after = [Literal("joins"), Group((Literal("after"), players), optional=True)]
    sent = [(name, getattr(field, "value", "")) for name, field in field_names(Layout(MONEY).maker.fields_of(after))]
    assert saying_of(sent) == "joins"


def test_what_is_no_slot_is_not_said():
    fields = [("key", "k"), ("seen", "3"), ("suit.f0.w1", "S"), ("h1", "amend"), ("w2", "5"), ("t3", 'mis"heard'), ("h4", ":"),
              ("w5", "Cat 3"), ("o6.kitty", "1d"), ("o6.kitty+", ""), ("évil", "x")]  # fmt: skip
    assert saying_of(fields) == 'amend 5 "mis\\"heard":Cat 3 kitty=1d'


def test_what_is_off_says_why_and_is_not_offered():
    form = Form(("Dan",), (Word(("4", "nap"), {"3": "Cat has called 3"}),))
    panel = Layout(MONEY).panel([Form(("Dan",), (Word(("passes",)),), usual=True), form], "Dan")
    assert [button.saying for button in panel.usual] == ["Dan passes"]
    assert [(button.label, getattr(button, "reason", None)) for button in panel.ready] == [
        ("3", "Cat has called 3"), ("4", None), ("nap", None)]  # fmt: skip


def test_first_what_then_who_where_nobody_is_asked():
    forms = [
        Form((name,), (Word(words, {"ace": "taken"}),)) for name, words in (("Ann", ("out", "wins")), ("Bob", ("out",)))
    ]
    panel = Layout(MONEY).panel(forms, None)
    assert [(sheet.label, [button.saying for button in sheet.ready]) for sheet in panel.sheets] == [
        ("out…", ["Ann out", "Bob out"])
    ]
    assert [getattr(button, "saying", button.label) for button in panel.ready] == ["ace", "Ann wins"]


def in_hand(**turn) -> SimpleNamespace:
    """Return a game in hand of which only its turn is asked."""
    return SimpleNamespace(turn=Turn(**turn))


def test_words_of_the_page():
    game = in_hand(says=(), who=("Dan",), act="call", state="Cat has called 3")
    assert heading(game) == ("Dan to call", "Cat has called 3")
    game = in_hand(says=(), who=("Bob",), act="deal", statement="no deal is in hand")
    assert heading(game) == ("Bob to deal", "No deal is in hand")
    game = in_hand(says=(), statement="the deal is in play", state="nobody is out yet")
    assert heading(game) == ("The deal is in play", "Nobody is out yet")
    game = in_hand(
        says=(), who=("Ann", "Bob"), act="say", detail="what the cards were", state=lambda: "-3 is the least"
    )
    assert heading(game) == ("Ann or Bob to say what the cards were", "−3 is the least")
    assert without_name('"Old Tom" passes', "Old Tom") == "passes"
    assert moved([], MONEY, ()) == []


def moves(seated, **nets):
    accounts = {Pool("nap.kitty") if name == "kitty" else name: amount for name, amount in nets.items()}
    return in_a_line(by_amount(accounts, Money("counters", 1), seated.split()))


def test_the_others_are_all_others_who_are_seated_or_they_are_named():
    three = {"Ann": 1, "Bob": 1, "Cat": 1}
    assert moves("Ann Bob Cat Dan", Dan=-3, **three) == "Dan −3, the others +1 each"
    assert moves("Ann Bob Cat Dan Eve", Dan=-3, **three) == "Dan −3; Ann, Bob and Cat +1 each"
    assert moves("Ann Bob Cat Dan Eve", kitty=-3, **three) == "kitty −3; Ann, Bob and Cat +1 each"
    assert moves("Ann Bob Cat", kitty=-3, **three) == "kitty −3, all +1 each"
    assert moves("Ann Bob Cat Dan Eve Fay", **three, Dan=-1, Eve=-1, Fay=-1) == (
        "Ann, Bob and Cat +1 each; the others −1 each"
    )
    assert moves("Ann Bob Cat", Ann=2, Bob=-1, Cat=-1) == "Ann +2, Bob and Cat −1 each"


def test_who_has_left_since_was_one_of_the_others():
    log = [
        'evening "Nap"',
        "players Ann Bob Cat Dan",
        "game nap",
        "deal Ann",
        "Bob 3",
        "Bob made",
        "Dan leaves",
        "Eve joins",
    ]
    evening = replay_script("\n".join(log), "said").evening
    assert [
        in_a_line(moved(outcome.postings, evening.money, outcome.seated))
        for outcome in evening.outcomes
        if outcome.postings
    ] == ["Bob +9, the others −3 each"]
    assert [outcome.seated for outcome in evening.outcomes] == [
        (),
        *[("Ann", "Bob", "Cat", "Dan")] * 5,
        ("Ann", "Bob", "Cat", "Dan"),
        ("Ann", "Bob", "Cat", "Eve"),
    ]


def told(log):
    """What the strip says of a log, line by line, and whether its last line is what an Undo takes back."""
    replay = replay_script("\n".join(log), "said")
    return [" ".join(filter(None, (str(line.number), line.saying, in_a_line(line.moved)))) for line in strip(replay)]


def test_the_last_line_of_the_strip_is_what_an_undo_takes_back():
    log = ['evening "Nap"', "players Ann Bob Cat", "game nap", "deal Ann", "Cat 3", "Cat made", "deal"]
    assert told(log) == ["5 Cat 3", "6 Cat made Cat +6, Bob and Ann −3 each", "7 Deal"]
    log.append('amend 6 "misheard": Cat failed')
    failed = "6 Cat failed Cat −6, Bob and Ann +3 each"
    amended = "8 6 counts as: Cat failed Cat −12, Ann and Bob +6 each"
    assert told(log) == [failed, "7 Deal", amended]
    assert told([*log, "undo"]) == ["5 Cat 3", "6 Cat made Cat +6, Bob and Ann −3 each", "7 Deal"]
    assert told([*log, "undo", 'void 9 "redo"']) == [failed, "7 Deal", amended]
    assert told([*log, "undo", "undo", 'void 10 "redo"', 'void 9 "redo"']) == [failed, "7 Deal", amended]
    assert told([*log, 'void 8 "so it was"'])[-2:] == [
        "7 Deal", "9 6 counts as: Cat made Cat +12, Ann and Bob −6 each"]  # fmt: skip
    assert told([*log[:-1], 'void 7 "no deal yet"']) == ["5 Cat 3", "6 Cat made Cat +6, Bob and Ann −3 each",
                                                         "8 7 no longer counts"]  # fmt: skip
    assert told([*log[:-1], 'insert 5 "unheard": Bob 2'])[-1] == "8 before 5: Bob 2"
    assert told(log[:2]) == ["1 The evening begins", "2 Ann, Bob and Cat sit down"]


@pytest.mark.parametrize(
    "player",
    [
        "O'Neill",
        "O\N{RIGHT SINGLE QUOTATION MARK}Neil",
        "3Jane",
        "Zoe\N{COMBINING DIAERESIS}",
        "Old Tom",
        "_x",
        'The "Duke"',
    ],
)
def test_a_name_is_quoted_on_the_page_exactly_where_the_log_quotes_it(player):
    said = write(Says(player, "passes"), MONEY)
    assert without_name(said, player) == "passes"
    form = Form((player,), (Word(("passes",)),), usual=True)
    assert [button.saying for button in Layout(MONEY).panel([form], player).usual] == [said]


def spoken(slots, who=("Ann",), usual=False):
    return Form(tuple(who), tuple(slots), usual=usual)


def cards(*texts):
    return tuple(filter(None, map(read_card, texts)))


PACK = cards(*(f"{rank}{suit}" for suit in "SHDC" for rank in ("A", *"23456789", "10", *"JQK")))
DRAWS = Word(("draws",))


def test_one_card_of_several_is_said_by_its_choice_and_more_are_sent():
    panel = Layout(MONEY).panel([spoken([DRAWS, Cards(1, 9, PACK)])], "Ann")
    assert [sheet.label for sheet in panel.sheets] == ["draws…", "draws cards…"]
    assert [(sheet.fields[-1].low, sheet.fields[-1].high) for sheet in panel.sheets] == [(1, 1), (2, 9)]


def test_where_there_is_one_card_only_no_more_are_offered():
    panel = Layout(MONEY).panel([spoken([DRAWS, Cards(1, 2, cards("AS"))])], "Ann")
    assert ([(button.saying, button.label) for button in panel.ready], panel.sheets) == (
        [("Ann draws AS", "draws AS")],
        [],
    )


def test_one_player_of_several_is_a_button_and_more_are_chosen_below():
    (sheet,) = Layout(MONEY).panel([spoken([Word(("beats",)), Players(1, 2, ("Bob", "Cat"))])], "Ann").sheets
    assert [(button.saying, button.label) for button in sheet.ready] == [
        ("Ann beats Bob", "Bob"),
        ("Ann beats Cat", "Cat"),
    ]
    assert [(field.low, field.high) for field in sheet.fields if isinstance(field, CheckField)] == [(2, 2)]


def test_a_word_in_the_name_of_a_sheet_is_said_whatever_is_chosen_with_it():
    bid = Group((Literal("bid"), Word(tuple(map(str, range(18, 60))))), optional=True)
    grand = [Word(("grand",)), *(Group((Literal(word),), optional=True) for word in ("hand", "ouvert")), bid]
    panel = Layout(MONEY).panel([spoken(grand, who=("Ann", "Bob"))], None)
    said = {}
    for sheet in (sheet for outer in panel.sheets for sheet in (outer, *outer.inner) if sheet.fields):
        fields = field_names(sheet.fields)
        sent = [(name, {"w0": "Bob"}.get(name) or getattr(field, "value", "18")) for name, field in fields]
        said[sheet.label] = saying_of((name, value) for name, value in sent if not name.endswith("w1"))
    assert said == {
        "grand hand…": "Bob grand hand bid 18",
        "grand ouvert…": "Bob grand ouvert bid 18",
        "grand bid…": "Bob grand bid 18",
    }


def test_what_goes_with_a_number_of_the_same_is_not_parted():
    discards = [Word(("discards",)), Cards(1, 5, PACK), Literal("draws"), Cards(1, 5, PACK, as_many=True)]
    (sheet,) = Layout(MONEY).panel([spoken(discards)], "Ann").sheets
    assert [field.high for field in sheet.fields if isinstance(field, CardsField)] == [5, 5]


def test_a_deal_with_its_card_is_one_sheet_whoever_deals_and_the_usual_one():
    turned_up = Group((Literal("turn-up"), Cards(1, 1, PACK)))
    deal = spoken([Literal("deal"), Player(("Ann", "Bob"), optional=True), turned_up], (), usual=True)
    panel = Layout(MONEY).panel([deal, spoken([Literal("end")], ())], None)
    assert [sheet.label for sheet in panel.usual_sheets] == ["deal…"]
    assert (panel.closed, [button.saying for button in panel.ready]) == ([], ["end"])
    (sheet,) = panel.usual_sheets
    assert [suit.suit for suit in sheet.suits] == ["S", "H", "D", "C"]
    assert [field.required for field in sheet.fields if isinstance(field, RadioField)] == [False]


def test_a_card_and_more_cards_are_chosen_from_one_pad():
    def plays(first, then):
        slots = [Word(("plays",)), Cards(1, 1, first), Cards(1, 6, then, optional=True)]
        *_, sheet = Layout(MONEY).panel([spoken(slots)], "Ann").sheets
        return [
            field.value if isinstance(field, HiddenField) else (field.low, field.high)
            for field in sheet.fields
            if isinstance(field, CardsField | HiddenField)
        ]

    assert plays(PACK, PACK) == ["Ann", "plays", (2, 7)]
    assert plays(cards("7S"), PACK) == ["Ann", "plays", "7S", (1, 6)]
    assert plays(PACK[:20], PACK) == ["Ann", "plays", (1, 1), (1, 6)]


def test_up_to_two_dozen_numbers_are_a_button_each_where_nothing_stands_beside_them():
    def kind(high):
        (sheet,) = Layout(MONEY).panel([spoken([Word(("saves",)), Number(1, high)])], "Ann").sheets
        return sheet.fields[-1].kind

    assert (kind(24), kind(25)) == ("radio", "number")
    left = Group((Player(("Bob",)), Number(1, 20)), repeat=True)
    assert [field.kind for _, field in field_names(Layout(MONEY).maker.fields_of([left]))][-1] == "number"


def test_what_the_turn_has_first_comes_first_and_its_end_last():
    game = spoken([Literal("game nap"), Option("kitty", ("off",), optional=True)], ())
    close = spoken([Literal("close")], ())

    def verbs(*forms):
        (group,) = Layout(MONEY).panel(forms, None).choices
        return [placed.button.verb for placed in group.placed]

    assert verbs(game, close) == ["game", "close"]
    assert verbs(close, game) == ["close", "game"]


def left_by(*having, high=9):
    """The forms of what three have left, each `high` at the most, one of them with the pope, or nobody."""

    def group(name, pope):
        plus = (Literal("+"), Literal("pope")) if pope else ()
        return Group((Player((name,)), Number(1, high), *plus), any_order=True)

    names = ("Ann", "Bob", "Cat")
    return [spoken([Literal("left"), *(group(name, name == pope) for name in names)], ()) for pope in having]


def test_who_has_a_thing_is_chosen_once_beside_the_numbers():
    (sheet,) = Layout(MONEY).panel(left_by(None, "Ann", "Bob", "Cat"), None).sheets
    *numbers, marks = sheet.fields
    assert marks.asks == "Pope is with"
    assert [choice.label for choice in marks.options] == ["nobody", "Ann", "Bob", "Cat"]
    sent = [("h1", "left"), ("g2.0.h1", "Ann"), ("g2.0.w2", "3"), ("g3.0.h1", "Bob"), ("g3.0.w2", "2")]
    assert saying_of(sent) == "left Ann 3 Bob 2"
    assert saying_of([*sent, ("x0", marks.options[2].value)]) == "left Ann 3 Bob 2+pope"
    (pad,) = (part for part in numbers if part.kind == "group")
    assert pad.is_pad
    assert list(pad.pad_keys) == [*range(1, 9)]
    assert pad.beyond_its_keys


def test_known_numbers_with_a_mark_are_names_under_one_heading_and_those_without_it_the_usual_answer():
    some = Layout(MONEY).panel(left_by(None, "Ann", high=2), None)
    assert len(buttons(some)) == 16, "where the numbers are not known, each saying has a button"
    panel = Layout(MONEY).panel(left_by("Ann", "Bob", None, "Cat", high=1), None)
    assert [button.saying for button in panel.usual] == ["left Ann 1 Bob 1 Cat 1"]
    (group,) = panel.choices
    assert group.begin == "Pope is with"
    assert [(placed.label, placed.button.saying) for placed in group.placed] == [
        ("Ann", "left Ann 1+pope Bob 1 Cat 1"),
        ("Bob", "left Ann 1 Bob 1+pope Cat 1"),
        ("Cat", "left Ann 1 Bob 1 Cat 1+pope"),
    ]


def test_one_who_is_chosen_wins_and_several_share():
    assert saying_of([("p0", "Dan"), ("w2", "two-pairs")]) == "Dan wins two-pairs"
    assert saying_of([("p0", "Dan"), ("p0", "Eve"), ("w2", "two-pairs")]) == "split Dan Eve"


def test_what_may_be_said_again_with_a_list_of_words_stands_on_its_sheet():
    def words(*those, optional=False):
        return Group((Word(those),), low=1, repeat=True, any_order=True, optional=optional)

    takes = spoken([Word(("takes",)), words("king", "knave"), words("queen", optional=True)])
    (sheet,) = Layout(MONEY).panel([takes], "Ann").sheets
    assert [field.required for field in sheet.fields if isinstance(field, CheckField)] == [True, False]


@pytest.mark.parametrize("game", GAMES)
def test_every_row_of_buttons_is_filled_to_its_end(game, tmp_path):
    chance = random.Random(game)
    recorder = Recorder(open_store(str(tmp_path / "evenings.db")), "a thumb")
    number, _ = recorder.open(['evening "Rows"', "players Ann Bob Cat Dan"])
    sitting = recorder.open_session(number)
    sitting.record(f"game {game} name=Whist" if game == "tally" else f"game {game}")
    for _ in range(25):
        offered_now = offers(sitting.evening, sitting.number)
        layout = Layout(sitting.evening.money)
        forms = [form for form in offered_now.forms if not form.assumes]
        panel = layout.panel(forms, speaker_of(sitting.evening))
        placed = [placed.button for group in panel.choices for placed in group.placed]
        assert sorted(map(id, placed)) == sorted(map(id, (*panel.ready, *panel.closed)))
        for group in (*panel.choices, *panel.small, *layout.panel(offered_now.around, None).small):
            columns = 0
            for button in group.placed:
                columns += button.columns
                assert columns % COLUMNS == 0 or columns % COLUMNS >= button.columns, "a button lies in two rows"
            assert columns == group.rows * COLUMNS
        saying = chance.choice([row.saying for row in buttons(panel)] or ["end"])
        if saying == "end":
            break
        try:
            sitting.record(saying)
        except RefusedLine as refused:
            assert refused.refusal.code is Code.CARD


def test_what_begins_alike_stands_together_in_the_order_of_the_pools(tmp_path):
    recorder = Recorder(open_store(str(tmp_path / "evenings.db")), "a thumb")
    number, _ = recorder.open(['evening "Candlemas"', "players Ann Bob Cat Dan"])
    sitting = recorder.open_session(number)
    for saying in ("game pope-joan", "deal Ann turn-up QS", "Bob takes ace"):
        sitting.record(saying)
    forms = offers(sitting.evening, sitting.number).forms
    order = ("pope", "matrimony", "intrigue", "ace", "king", "queen", "knave", "game")
    panel = Layout(sitting.evening.money, order=order).panel(forms, None)
    (takes,) = [group for group in panel.choices if group.begin == "takes"]
    labels = [field.label.removesuffix("…") for field in takes.placed]
    assert labels == ["pope", "matrimony", "intrigue", "ace", "king", "queen", "knave", "several"]
    off = {placed.label for placed in takes.placed if isinstance(placed.button, DisabledButton)}
    assert off == {"matrimony", "intrigue", "ace", "queen"}


def test_names_lie_as_the_seats_do():
    forms = [Form(("Cat", "Dan", "Ann"), (Word(("out",)),))]
    (opening,) = Layout(MONEY, order=("Ann", "Bob", "Dan", "Cat")).panel(forms, None).sheets
    assert [button.label for button in opening.ready] == ["Ann", "Dan", "Cat"]
    assert opening.title == "Who says out?"


def test_a_card_that_cannot_be_keeps_its_place_with_the_reason():
    pack = {f"{rank}{suit}": OutCard("not now") for suit in "SHDC" for rank in RANKS}
    pack["KS"] = OutCard("played by Ann", "Ann")
    among = cards(*(card for card in pack if card not in ("KS", "3D")))
    form = Form(("Bob",), (Word(("plays",)), Cards(1, 1, among)))
    (sheet,) = Layout(MONEY, pack=lambda: pack).panel([form], "Bob").sheets
    field = next(field for field in sheet.fields if isinstance(field, CardsField))
    assert [len(suit.cards) for suit in field.suits] == [13, 13, 13, 13]
    assert field.out == {"KS": ("played by Ann", "Ann"), "3D": ("not now", "")}


def test_what_is_below_nothing_is_told_with_a_true_minus():
    assert sentence("bob has 3 by counting, -4 by the log: 7 over") == "Bob has 3 by counting, −4 by the log: 7 over"
    assert sentence("a jack-pot since 1896-08-03") == "A jack-pot since 1896-08-03"


def test_what_ends_a_game_or_takes_a_player_away_stands_together_after_all_others(tmp_path):
    recorder = Recorder(open_store(str(tmp_path / "evenings.db")), "a thumb")
    number, _ = recorder.open(['evening "Candlemas"', 'players Ann Bob "Old Joe"'])
    sitting = recorder.open_session(number)

    def groups(player, around=False):
        found = offers(sitting.evening, sitting.number)
        layout = Layout(sitting.evening.money)
        if around:
            groups = layout.about_player(found.around, player).small
        else:
            groups = layout.panel(found.forms, player).choices
        return [(group.ends, [placed.label for placed in group.placed]) for group in groups]

    assert groups(None)[-1] == (True, ["close…"])
    for saying in ("game nap kitty=1", "deal Ann", "Bob 3", "Bob made"):
        sitting.record(saying)
    assert groups("Bob") == [(False, ["deal…"]), (True, ["end draw…", "end divide or leave…", "end…"])]
    for player in ("Bob", "Old Joe"):
        *others, last = groups(player, around=True)
        assert last == (True, ["leaves…"])
        assert not any(ends for ends, _ in others)


def test_a_name_stands_on_a_button_without_the_quotes_that_it_is_sent_with():
    assert without_quotes('"Old Joe" passes') == "Old Joe passes"
    assert without_quotes('"The \\"Duke\\"" pays "Old Joe"') == 'The "Duke" pays Old Joe'


def test_a_close_that_moves_counters_opens_a_sheet_that_tells_what_each_way_would_move():
    said = ['evening "Counted"', "players Ann Bob Cat", *(f"{name} buys 20" for name in ("Ann", "Bob", "Cat"))]
    evening = replay_script("\n".join([*said, "count Ann 15 Bob 20"]), "said").evening
    panel = Layout(evening.money).panel(offers(evening, 6).forms, None)
    (close,) = [sheet for sheet in panel.sheets if sheet.label.startswith("close")]
    assert (close.label, [button.saying for button in close.ready]) == (
        "close…",
        ["close short=split", "close short=banker"],
    )
    assert unsaid(evening) == {
        "close…": "The counters do not come out: by the last count Ann is 5 short",
        "close short=split": "all who are seated bear it:\nBob +2, Cat +1, Ann −3",
        "close short=banker": "the bank of the evening bears it:\nbank +5, Ann −5",
    }
    assert evening.owed() == {"Ann": 20, "Bob": 20, "Cat": 20, "bank": -60}, "nothing was closed"
    even = replay_script("\n".join([*said, "count Ann 15", "count Ann 20"]), "said").evening
    panel = Layout(even.money).panel(offers(even, 7).forms, None)
    (close,) = [sheet for sheet in panel.sheets if sheet.ends]
    assert [button.saying for button in close.ready] == ["close"]
    assert unsaid(even) == {}


def test_of_many_who_pass_only_their_number_stands_in_the_strip():
    log = ['evening "Nap"', "players Ann Bob Cat Dan Eve", "game nap", "deal Ann", "Cat 3", "Cat made", "deal"]
    assert [line.note for line in strip(replay_script("\n".join(log), "said"))] == ["(Bob passes)", "(3 pass)", ""]


def test_a_name_of_two_words_stands_without_quotes_in_the_strip_and_many_cards_are_counted_at_a_seat():
    log = ['evening "Nap"', 'players Ann "Old Joe" Cat', "game nap", "deal Ann", '"Old Joe" 3', '"Old Joe" made']
    shown = strip(replay_script("\n".join(log), "said"))
    assert [line.saying for line in shown] == ["Ann deals", "Old Joe 3", "Old Joe made"]
    assert strip(replay_script("\n".join(log[:2]), "said"))[-1].saying == "Ann, Old Joe and Cat sit down"
    log = [
        'evening "Poker"',
        "players Ann Bob Cat",
        "game poker ante=1 limit=12",
        "deal Ann",
        "Cat bets 2",
        "Ann passes",
    ]
    evening = replay_script("\n".join([*log, "Bob calls", "Bob discards 4H KC 2H draws 3D 6C 5H"]), "said").evening
    assert [seat.last for seat in seats(evening) if seat.name == "Bob"] == ["discards 3 draws 3"]


def test_what_is_put_together_is_shown_as_people_read_it():
    fields = [("w0", '"Old Tom"'), ("h1", "sells"), ("w2", "QS"), ("t3", 'so "they" say'), ("suit.f0.w2", "S")]
    assert preview_of(fields) == 'Old Tom sells QS "so \\"they\\" say"'
    assert preview_of(fields[:1]) == "Old Tom"


def test_a_word_that_one_alone_may_still_say_keeps_its_place_and_its_words_below_a_heading():
    said = ['evening "Words"', "players Ann Bob Cat Dan", "game spin", "deal Ann", "Cat takes intrigue"]
    evening = replay_script("\n".join(said), "said").evening
    panel = Layout(evening.money, order=("matrimony", "intrigue", "king")).panel(forms_now(evening, 5), None)
    group = next(group for group in panel.choices if group.begin == "takes")
    assert [placed.label for placed in group.placed][:2] == ["matrimony", "intrigue"]
    assert group.placed[0].button.only == "Cat"
