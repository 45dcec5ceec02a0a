"""Fixed places: the menu, the betting, and what may be said between deals and between games."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

from msgspec.structs import replace

from ledger.core.names import name as written
from ledger.language.forms import joined
from ledger.language.slots import Cards, Form, Player, Players, Text, Word
from ledger.web.panel.buttons import DisabledButton, SayingButton, SheetButton
from ledger.web.panel.decode import OF_ALL, WINNER
from ledger.web.panel.field_maker import player_field
from ledger.web.panel.fields import (
    AmountField,
    CardsField,
    CheckField,
    Choice,
    Field,
    GroupField,
    HiddenField,
    NameField,
    RadioField,
    RingField,
)
from ledger.web.panel.layout import Layout, rest_of_label
from ledger.web.panel.panel import Panel
from ledger.web.panel.rows import in_place
from ledger.web.sentences import TIMES, offence_in_words, people_write

BEST_HAND = "Who has the best hand?"
EVERYBODY: Mapping[str, str] = {}
"""Of nobody there is a reason why not."""
QUESTIONS = {
    "joins": "Who joins, and where?",
    "leaves": "Who leaves?",
    "buys": "Who takes counters?",
    "cashes": "Who gives counters back?",
    "count": "What lies in front of each?",
    "pays": "Who pays whom?",
    "penalty": "What went wrong?",
    "misdeal": "What went wrong?",
    "note": "What is to be kept?",
    "holds": "What was dealt to whom?",
    "close": "Close the evening?",
    "end": "Is the game over?",
    "reopen": "Why again?",
    "tips": "How much for the house?",
    "rebuys": "Who buys again?",
    "adds-on": "Who adds on?",
    "left": "How many cards are left?",
    "tricks": "How many tricks has each?",
    "stacks": "What lies in front of each, for good?",
    "in": "What did each put in?",
    "shows": "Who shows which cards?",
    "result": "What did each win or lose?",
    "scores": "What has each side?",
}
"""What the sheet of a saying asks, by its verb."""


@dataclass(frozen=True)
class Place:
    """A fixed place: the sheet or the page that it opens, or why it opens nothing now."""

    label: str
    sheet: SheetButton | None = None
    link: str = ""
    reason: str = ""
    note: str = ""
    name: str = ""
    """The name of its sheet in an address, where that is not its label."""


@dataclass(frozen=True)
class Section:
    """Places of the menu under a heading."""

    heading: str
    places: Sequence[Place]
    columns: int = 4
    link: tuple[str, str] | None = None
    """A page about them: its label and its address."""


def verbs_of(form: Form) -> list[str]:
    """Return the verbs with which the sayings of a form begin, after the player."""
    for slot in form.slots:
        if words := slot.says():
            return list(words) if isinstance(slot, Word) else [words[0].partition(" ")[0]]
    return []


def by_verb(forms: Iterable[Form]) -> dict[str, list[Form]]:
    """Return forms by the verb with which their sayings begin; one of several verbs is split."""
    sorted_out: dict[str, list[Form]] = {}
    for form in forms:
        verbs = verbs_of(form)
        for verb in verbs:
            slots = tuple(
                replace(slot, words=(verb,), out={}) if isinstance(slot, Word) and tuple(verbs) == slot.words else slot
                for slot in form.slots
            )
            sorted_out.setdefault(verb, []).append(replace(form, slots=slots))
    return sorted_out


def sheet_of(layout: Layout, verb: str, forms: Sequence[Form], mark: str) -> SheetButton | None:
    """Return the one sheet in which everything with a verb is said; None where nothing is."""
    if verb == "penalty":
        return _offences(layout, forms, mark)
    panel = layout.panel(forms, None, mark)
    sayings = [*panel.usual, *(button for button in panel.ready if isinstance(button, SayingButton))]
    if not sayings and not panel.sheets:
        return None
    if len(panel.sheets) == 1 and not sayings:
        sheet = panel.sheets[0]
    else:
        sheet = SheetButton(f"{mark}all", f"{verb}…", verb)
        sheet.ready = [
            SayingButton(button.saying, layout.in_words(button.saying) if button.ends else button.label)
            for button in sayings
        ]
        for inner in panel.sheets:
            inner.label = f"{rest_of_label(inner, verb, '')}…"
            if inner.ends and not inner.fields:
                sheet.ready += inner.ready
            else:
                sheet.inner.append(inner)
        if len(sheet.inner) == 1 and not sheet.inner[0].ready:
            (only,) = sheet.inner
            sheet.title, sheet.fields, sheet.inner = only.title, only.fields, only.inner
    sheet.asks = QUESTIONS.get(verb, "")
    return sheet


NOW, SLATE = ("Paid now", "into the bank"), ("On the slate", "settled at the end")
"""How counters may be paid for, and what that means."""


def dealing(sheet: SheetButton | None, paid: bool, sums: Sequence[Choice]) -> SheetButton | None:
    """Add to a sheet of counters whether they are paid for, as they are unless it is said.

    `paid` is how they are unless it is said; `sums` are those that others took before.
    """
    if sheet is not None:
        terms = [Choice("", *NOW), Choice("owing", *SLATE)] if paid else [Choice("", *SLATE), Choice("paid", *NOW)]
        sheet.fields.append(
            RadioField(name="w9", required=False, options=terms, asks="Are they paid for?", one_row=True)
        )
        for part in sheet.fields:
            if isinstance(part, AmountField):
                part.usual, part.at_once = sums or part.usual, False
                part.behind = bool(part.usual)
        sheet.ready = []
    return sheet


def counting(sheet: SheetButton | None) -> SheetButton | None:
    """Let a sheet of counts tell of each sum whether it agrees with the log."""
    if sheet is not None:
        sheet.title, sheet.below = "Write the count", "What the log says is shown after each sum"
        for part in sheet.fields:
            if isinstance(part, GroupField):
                part.finds = True
    return sheet


WAYS = {
    "end divide": "Divided among all",
    "end leave": "Left for the next one",
    "close short=split": "All at the table",
    "close short=banker": "The bank of the evening",
}
"""How what a game or an evening leaves may be dealt with, by its saying."""


def ending(
    layout: Layout, verb: str, forms: Sequence[Form], mark: str, moves: Callable[[str], str]
) -> SheetButton | None:
    """Return the sheet in which something ends: how it may end, and what that moves each time.

    One way is a button; where no way moves anything, only the plainest is left.
    """
    sheet = sheet_of(layout, verb, forms, mark)
    if sheet is None or not sheet.ready:
        return sheet
    endings = {said.saying: moves(said.saying) for said in sheet.ready}
    if verb in endings and not any(endings.values()):
        endings = {verb: ""}
        sheet.inner, sheet.fields = [], []
    elif verb in endings and endings[verb] in [words for saying, words in endings.items() if saying != verb]:
        del endings[verb]
    sheet.endings = [
        SayingButton(saying, WAYS.get(saying, layout.in_words(saying)), words or "nothing moves", ends=True)
        for saying, words in endings.items()
    ]
    sheet.ready, sheet.title = [], layout.in_words(verb)
    if len(sheet.endings) == 1:
        sheet.ready = [SayingButton(verb, sheet.title, ends=True)]
        sheet.endings = []
    if sheet.fields:
        sheet.inner.append(SheetButton(f"{mark}d", "All draw for it…", "All draw for it", sheet.fields, ends=True))
        sheet.fields = []
    return sheet


def joining(
    layout: Layout, forms: Sequence[Form], known: Sequence[str], seated: Sequence[str], mark: str
) -> SheetButton | None:
    """Return the sheet of who joins: a name known from before or a new one, and in which gap."""
    others = [form for form in forms if not isinstance(form.slots[0], Text) and not {*form.who} <= {*known}]
    sheet = sheet_of(layout, "joins", others, f"{mark}o") if others else None
    newcomer = next((form for form in forms if isinstance(form.slots[0], Text)), None)
    if newcomer is None:
        return sheet
    fields = layout.maker.fields_of(newcomer.slots)
    fields[0] = NameField(name=fields[0].name, known=known)
    where, called = (part for part in fields if isinstance(part, GroupField))
    gaps = RingField(name=where.rows[0].fields[-1].name, required=False, seats=[
        Choice("" if name == seated[-1] else written(name), name) for name in seated
    ])  # fmt: skip
    where.rows[0].fields[-1] = gaps
    fields.remove(called)
    joins = SheetButton(mark, "joins…", "joins", fields, ends=True, asks=QUESTIONS["joins"], seldom=[called])
    if sheet is not None:
        joins.ready = sheet.ready
        joins.inner = sheet.inner or [sheet]
    for inner in joins.inner:
        inner.label = "a shorter name…" if inner.label in ("as…", "joins as…") else inner.label
    return joins


def _offences(layout: Layout, forms: Sequence[Form], mark: str) -> SheetButton:
    """Return the sheet of a penalty: first what went wrong, then who."""
    sheet = SheetButton(mark, "penalty…", "penalty", asks=QUESTIONS["penalty"])
    by_words: dict[str, list[SayingButton]] = {}
    sums: list[SheetButton] = []
    for place, form in enumerate(forms):
        least = [slot for slot in form.slots if not slot.optional]
        player = next((slot for slot in least if isinstance(slot, Player)), None)
        word = next((slot for slot in least if isinstance(slot, Word)), None)
        if player is None or word is None or len(least) > 3:
            sheet.inner += layout.panel([form], None, f"{mark}x{place}").sheets
            continue
        for offence in word.words:
            by_words.setdefault(offence, []).extend(
                SayingButton(joined(["penalty", written(name), offence]), name) for name in player.among
            )
        if len(least) < len(form.slots):
            sums += layout.panel([form], None, f"{mark}y{place}").sheets
    for place, (offence, names) in enumerate(by_words.items()):
        words = offence_in_words(offence, layout.vocabulary)
        unique = list({said.saying: said for said in names}.values())
        sheet.inner.insert(
            place, SheetButton(f"{mark}w{place}", f"{words}…", f"{words}: who?", ready=unique, people=True)
        )
    for inner in sheet.inner[len(by_words) :]:
        inner.label = "other words…" if len(inner.fields) > 3 else inner.label.replace("-", " ")
    for inner in sums:  # by the sheet it is a tap above
        inner.label, inner.ready = "another sum…", []
    sheet.inner += sums
    return sheet


# Who wins


def winning_of(forms: Sequence[Form], layout: Layout) -> tuple[SheetButton | None, Sequence[Form]]:
    """Return the question who has the best hand, and with what, apart from the other forms.

    It stands where several may win, and may share, or the hand that wins may be named.
    """
    splits = [form for form in forms if verbs_of(form) == ["split"]]
    shares = splits[0].slots[1] if len(splits) == 1 and len(splits[0].slots) == 2 else None
    for form in forms:
        words = [slot for slot in form.slots if isinstance(slot, Word)]
        if verbs_of(form) != ["wins"] or len(form.who) < 2 or len(words) != len(form.slots) or len(words) > 2:
            continue
        among = isinstance(shares, Players) and {*shares.among} == {*form.who}
        if form.usual or not (among or len(words) > 1):
            continue
        high = shares.high if among and isinstance(shares, Players) else 1
        fields: list[Field] = [winners(in_place(form.who, layout.order, written), high)]
        if len(words) > 1:
            hands = [Choice(word, people_write(word)) for word in words[1].words]
            asks = "With what? It need not be said" if words[1].optional else "On which board?"
            fields.append(RadioField(name="w2", required=not words[1].optional, asks=asks, options=hands))
        best = SheetButton("best", "wins…", "wins", fields, ends=True, asks=BEST_HAND)
        return best, [other for other in forms if other is not form and not (among and other is splits[0])]
    return None, forms


def winners(names: Sequence[str], share: int, why_not: Mapping[str, str] = EVERYBODY, nobody: str = "") -> CheckField:
    """Return the field of who wins: so many may `share`; who cannot win says why.

    `nobody` is what is said instead where nobody has won.
    """
    asks = "Tap two or more who share it" if share > 1 else "Tap who takes it"
    options = [Choice(written(player), player, off=why_not.get(player, "")) for player in names]
    if nobody:
        options.append(Choice(f"{OF_ALL}{nobody}", NOBODY))
    return CheckField(name=f"{WINNER}0", options=options, low=1, high=share, asks=asks)


BESIDE = {"split": "they share", "shows": "by the cards"}
"""What stands beside the question who wins, under other words; all else is said more seldom."""
STREETS = ("flop", "turn", "river")


def around_winning(
    forms: Sequence[Form], layout: Layout, why_not: Callable[[str], str]
) -> tuple[Sequence[Place], Sequence[Form]]:
    """Return the places of the board, running it twice and folding, and the other forms.

    They never move: what cannot be said now says why.
    """
    verbs = by_verb(forms)
    board = SheetButton("board", "the board…", "the board", asks="Which cards are on the board?")
    streets = [form for street in STREETS for form in verbs.get(street, ())]
    with_cards = [form for form in streets if any(isinstance(slot, Cards) for slot in form.slots)]
    board.inner = layout.panel(with_cards, None, "street").sheets
    runs = SheetButton("runs", "run it twice…", "run it twice", asks="How many times does the board run?")
    runs.ready = [
        SayingButton(f"runs {number}", words)
        for number, words in TIMES.items()
        if number > 1 and not why_not(f"runs {number}")
    ]
    folds = SheetButton("folds", "somebody folds…", "somebody folds", asks="Who claims nothing?", people=True)
    who = in_place({player: 0 for form in verbs.get("folds", ()) for player in form.who}, layout.order, written)
    reasons = {player: why_not(f"{written(player)} folds") for player in who}
    folds.ready = [SayingButton(f"{written(player)} folds", player) for player in who if not reasons[player]]
    places = [
        Place(
            "The board", board if with_cards else None, reason="" if with_cards else "is known, or there are several"
        ),
        Place("Run it twice", runs if runs.ready else None, reason="" if runs.ready else why_not("runs 2")),
        Place(
            "Somebody folds", folds if folds.ready else None, reason="" if folds.ready else "nobody else could claim"
        ),
    ]
    placed = [form for form in forms if verbs_of(form)[:1] and verbs_of(form)[0] in (*STREETS, "runs", "folds")]
    passing = [form for form in forms if {*verbs_of(form)} <= {"pass", "passes"}] if "folds" in verbs else []
    return places, [form for form in forms if form not in placed and form not in passing]


def beside_winning(panel: Panel) -> list[Place]:
    """Take the places that stand beside the question who wins off a panel, and return them."""
    beside = [sheet for sheet in panel.sheets if _word(sheet.label) in BESIDE]
    panel.sheets = [sheet for sheet in panel.sheets if sheet not in beside]
    labels = {sheet.id: BESIDE[_word(sheet.label)] for sheet in beside}
    for sheet in beside:
        boards = [
            part.options[0].label for part in sheet.fields if isinstance(part, RadioField) and len(part.options) == 1
        ]
        if _word(sheet.label) == "split" and boards:
            labels[sheet.id] = f"they share the {boards[0]}"
            sheet.asks = f"Who share the {boards[0]} board?"
        sheet.asks = sheet.asks or QUESTIONS.get(_word(sheet.label), "")
        sheet.inner = in_place(
            sheet.inner, panel.order, lambda inner: inner.label.removesuffix("…").partition(" shows")[0]
        )
    return [Place(labels[sheet.id], sheet) for sheet in beside]


# Who is out, and how the rest is shared

KNOCKS_OUT, OUT, SPLIT, CHOP = "knocks-out", "out", "split", "chop"
BUYS = {"rebuys": "buys again", "adds-on": "adds on"}
"""What is bought in a tournament, and how its place is called."""
BY_WHOM, NOBODY = "Who is out, and by whom?", "nobody"
MOST_BY_NAME = 24
"""The sheets of so many who are in stand on the page; those of more are fetched as they are opened."""
CHIPS_OF_EACH = "How many chips has each?"
SHARED_BY = {
    f"{CHOP} icm": ("by the model", CHIPS_OF_EACH),
    f"{CHOP} chips": ("by chips", CHIPS_OF_EACH),
    CHOP: ("as agreed", "How much has each?"),
}
"""How the rest may be shared, and what is asked for it, by the words with which it is said."""


@dataclass
class OutPlaces:
    """A place for each who may go out, for several at once, and for how the rest is shared."""

    players: list[Place] = field(default_factory=list)
    others: list[Place] = field(default_factory=list)

    @property
    def asks(self) -> str:
        """Return what the panel asks; empty where nobody can go out any more."""
        return BY_WHOM if self.players else ""


def going_out(
    forms: Sequence[Form], layout: Layout, moves: Callable[[str], str], out: Mapping[str, str], address: str
) -> tuple[OutPlaces | None, Sequence[Form]]:
    """Return the places of who is out and how the rest is shared, apart from the other forms.

    It stands where one player may knock out others. Who is `out` keeps the place, with why; `address` begins those of
    sheets that are fetched.
    """
    verbs = {
        verb: [form for form in forms if verbs_of(form) == [verb]] for verb in (KNOCKS_OUT, OUT, SPLIT, CHOP, *BUYS)
    }
    if not verbs[KNOCKS_OUT]:
        return None, forms
    takers, places = takers_of(forms, layout), OutPlaces()
    for number, player in enumerate(in_place(out, layout.order, written)):
        if player not in takers:
            places.players.append(Place(player, reason=out[player] or "is out"))
            continue
        sheet = SheetButton(f"out{number}", player, player, people=True)
        if len(takers) <= MOST_BY_NAME:
            sheet = by_whom(player, takers, sheet.id)
        else:
            sheet.address = f"{address}{quote(player)}"
        places.players.append(Place(player, sheet))
    several = _several_by_one(takers) if len(takers) > FEWEST_TO_GO_TOGETHER else None
    together = layout.panel(verbs[SPLIT], None, "together").sheets
    for inner in together:
        inner.asks = "Who are out together, with as many chips?"
    two_are_left = "two are left"
    places.others = [
        Place("several by one", several, reason="" if several else two_are_left),
        Place("several together", together[0] if together else None, reason="" if together else two_are_left),
        Place("share the rest", sharing(layout, verbs[CHOP], moves), reason="not now"),
    ]
    for verb, label in BUYS.items():
        if verbs[verb] and (sheet_of_verb := sheet_of(layout, verb, verbs[verb], verb)):
            places.others.append(Place(label, sheet_of_verb))
    taken = [form for alike in verbs.values() for form in alike]
    return places, [form for form in forms if form not in taken]


FEWEST_TO_GO_TOGETHER = 2
"""Of so few one only goes out."""


def takers_of(forms: Sequence[Form], layout: Layout) -> list[str]:
    """Return who may knock out others, in the order of the page."""
    return in_place([player for form in forms if verbs_of(form) == [KNOCKS_OUT] for player in form.who],
                    layout.order, written)  # fmt: skip


def by_whom(player: str, takers: Sequence[str], mark: str) -> SheetButton:
    """Return the sheet of one who is out: by whom."""
    name, by = written(player), [written(other) for other in takers if other != player]
    ready = [SayingButton(f"{other} {KNOCKS_OUT} {name}", people_write(other)) for other in by]
    ready.append(SayingButton(f"{name} {OUT}", NOBODY))
    return SheetButton(mark, player, f"{player} is out: by whom?", ready=ready, people=True)


def _several_by_one(takers: Sequence[str]) -> SheetButton:
    """Return the sheet in which one knocks out several: who had fewer chips is touched first."""
    by = player_field(takers, "w0")
    by.asks = "By whom?"
    options = [Choice(written(player), player) for player in takers]
    whom = CheckField(
        name="w2", options=options, low=2, high=len(takers) - 1, asks="Who had fewer chips first", ordered=True
    )
    fields: list[Field] = [by, HiddenField(name="h1", value=KNOCKS_OUT), whom]
    return SheetButton("several", "several by one…", "several by one", fields, ends=True, asks="Who are out, by one?")


def sharing(layout: Layout, forms: Sequence[Form], moves: Callable[[str], str]) -> SheetButton | None:
    """Return the sheet in which the rest is shared; None where it cannot be now."""
    if not forms:
        return None
    panel, even = layout.panel(forms, None, "chop"), f"{CHOP} even"
    sheet = SheetButton("chop", "share the rest…", "The rest is shared", asks="How is the rest shared?", ends=True)
    sheet.endings = [SayingButton(even, "equally", moves(even), ends=True)]
    for inner in panel.sheets:
        words = next((words for words in SHARED_BY if inner.label.removesuffix("…").strip() == words), CHOP)
        how, inner.asks = SHARED_BY[words]
        inner.label, inner.title, inner.ends = f"{how}…", f"Shared {how}", True
        sheet.inner.append(inner)
    return sheet


# The betting

SUMS = ("straddles", "opens", "bets", "raises")
ANSWERS = (("stands", "checks"), ("calls",), ("passes", "folds"))
RAISES_TO = "raises to"
FEW_SUMS = 4
REASONS = {
    "bets": "there is a bet",
    "raises": "nothing is bet yet",
    "stands": "there is a bet",
    "checks": "there is a bet",
    "calls": "owes nothing",
    "passes": "not now",
    "folds": "not now",
}
"""Why a word of the betting is not offered, where its turn does not say."""
BEFORE_THE_DRAW = {"straddles": "not any more", "opens": "the game is open", "stands": "after the draw"}
AT_THE_DRAW = {"stands": "after the draw"}
ONCE, GIVES_UP, NONE = "once only", "and is out of the deal", "none"
DRAWS, DISCARDS, KEEPS, WHICH = "draws", "discards", "pat", "which cards"


@dataclass(frozen=True)
class BetsSoFar:
    """What each saying of a player puts down, what was bet last, and how the most is called."""

    puts: Mapping[str, str] = field(default_factory=dict)
    last: str = ""
    """Who has bet, and how much; empty where nobody has."""
    bet: str = ""
    """How much that is."""
    most: str = "limit"


@dataclass
class BettingRow:
    """A row of the betting: the sums that may be said with a word, or why none may."""

    word: str
    sheet: SheetButton | None = None
    sums: Sequence[SayingButton] = ()
    reason: str = ""
    note: str = "exactly"
    """What stands below the word that opens the sheet."""


@dataclass
class BettingPlaces:
    """The places of the betting, which never move: two rows of sums, and the words without one."""

    rows: list[BettingRow] = field(default_factory=list)
    answers: list[SayingButton | DisabledButton] = field(default_factory=list)
    usual: str = ""
    """The saying that is by far the most frequent."""
    costs: Mapping[str, str] = field(default_factory=dict)
    """What the sayings without a sum come to."""
    others: Panel = field(default_factory=Panel)
    """What is said less often."""


def betting_of(panel: Panel, player: str | None, stakes: BetsSoFar | None = None) -> BettingPlaces | None:
    """Return the places of a player's betting; None where the panel asks something else."""
    stakes = stakes or BetsSoFar()
    offered = {_word(button.label) for button in (*panel.usual, *panel.ready, *panel.sheets)}
    if player is None or not offered & {"bets", "raises", "calls"} or not offered & {"passes", "folds"}:
        return None
    reasons = {button.label: button.reason for button in panel.ready if isinstance(button, DisabledButton)}
    by_sum = sorted(panel.sheets, key=lambda sheet: RAISES_TO in sheet.label)  # what it comes to, rather than the sum
    sheets = {_word(sheet.label): sheet for sheet in by_sum if sheet.ready or sheet.fields}
    sayings = {_word(said.label): said for said in (*panel.usual, *panel.ready) if isinstance(said, SayingButton)}
    opening, drawing = bool({"opens", "straddles"} & {*sheets, *sayings}), DRAWS in {*sheets, *sayings}
    reasons = REASONS | (BEFORE_THE_DRAW if opening else AT_THE_DRAW if drawing else _of_a_bet(stakes)) | reasons
    betting, placed = BettingPlaces(), set[str]()
    if drawing:
        betting.rows, placed = _drawing(panel, sheets, sayings)
        sayings.pop("stands", None)
    for word in () if drawing else ("straddles", "opens") if opening else ("bets", "raises"):
        sheet, alone = sheets.get(word), sayings.get(word)
        reason = reasons.get(word, "not now")
        if word == "bets" and "raises" in sheets:  # it would be a raise, by what it comes to: said less often
            betting.rows.append(BettingRow(word, reason=reason))
            continue
        sums = _sums(sheet, stakes) or ([_with_its_sum(alone, stakes)] if alone else [])
        label = RAISES_TO if sheet and RAISES_TO in sheet.label else word
        betting.rows.append(BettingRow(label, sheet, sums, "" if sums or sheet else reason))
        placed.add(word)
    for alike in ANSWERS:
        words = alike[::-1] if "folds" in offered else alike
        said = next((word for word in words if word in sayings), None)
        known = words[-1] if words == ("passes", "folds") else words[0]
        if said:
            betting.answers.append(sayings[said])
            placed.add(said)
        else:
            betting.answers.append(DisabledButton(known, reasons[known]))
            placed.add(known)
    waits, gives_up = betting.answers[0], betting.answers[-1]
    usual = waits if isinstance(waits, SayingButton) else gives_up
    if isinstance(usual, SayingButton) and not (drawing and "calls" not in sayings):
        betting.usual = usual.saying
    betting.costs = {saying: f"puts {sum_put}" for saying, sum_put in stakes.puts.items()} | {
        answer.saying: ONCE if _word(answer.label) == "stands" else GIVES_UP
        for answer in (waits, gives_up)
        if isinstance(answer, SayingButton) and (_word(answer.label) == "stands" or answer.saying == betting.usual)
        if _word(answer.label) != "checks"
    }
    betting.others = Panel(
        ready=[button for button in panel.ready if _word(button.label) not in placed and button.label not in SUMS],
        sheets=[sheet for sheet in panel.sheets if _word(sheet.label) not in placed],
        order=panel.order,
    )
    return betting


def _of_a_bet(stakes: BetsSoFar) -> dict[str, str]:
    """Return why nobody bets or waits, by the bet that was made."""
    if not stakes.last:
        return {}
    return {"bets": stakes.last, "raises": "no raise is left"} | dict.fromkeys(
        ("stands", "checks"), f"{stakes.bet} is bet"
    )


def _sums(sheet: SheetButton | None, stakes: BetsSoFar) -> list[SayingButton]:
    """Return the few sums of a sheet; the last is the most that may be said, if there is one."""
    if sheet is None:
        return []
    sums = list(sheet.ready[:FEW_SUMS])
    limit = next((part.highest for part in sheet.fields if isinstance(part, AmountField)), None)
    if limit is not None and sums:
        most = SayingButton(f"{sums[-1].saying.rpartition(' ')[0]} {limit.value}", limit.label, stakes.most)
        sums = [*[button for button in sums if button.label != limit.label][: FEW_SUMS - 1], most]
    return sums


def _with_its_sum(alone: SayingButton, stakes: BetsSoFar) -> SayingButton:
    """Return the button of a word that names no sum, with the sum that it puts down."""
    puts = stakes.puts.get(alone.saying)
    return SayingButton(alone.saying, f"{alone.label} {puts}") if puts else alone


def _drawing(
    panel: Panel, sheets: dict[str, SheetButton], sayings: dict[str, SayingButton]
) -> tuple[list[BettingRow], set[str]]:
    """Return the rows of a draw, how many cards and which, and the words that stand in them."""
    keeps = sayings.get(KEEPS)
    numbers = [button for sheet in panel.sheets if _word(sheet.label) == DRAWS for button in _said_in(sheet)]
    sums = [SayingButton(keeps.saying, NONE)] if keeps else []
    sums += [SayingButton(button.saying, button.label) for button in numbers if button.label != "0" or not keeps]
    cards = [inner for sheet in panel.sheets if _word(sheet.label) in (DRAWS, DISCARDS) for inner in _by_cards(sheet)]
    which = SheetButton("which", f"{WHICH}…", "draws", inner=cards, asks="Which cards are drawn?")
    known = BettingRow(WHICH, which if cards else None, reason="" if cards else "not now", note="")
    return [BettingRow(DRAWS, sums=sums), known], {DRAWS, KEEPS, DISCARDS}


def _said_in(sheet: SheetButton) -> list[SayingButton]:
    return [*sheet.ready, *(button for inner in sheet.inner for button in inner.ready)]


def _by_cards(sheet: SheetButton) -> list[SheetButton]:
    """Return what is said of a draw by its cards, under words that tell which cards those are."""
    by_cards = []
    for inner in [*([sheet] if sheet.fields else []), *sheet.inner]:
        cards = [part for part in inner.fields if isinstance(part, CardsField)]
        if _word(sheet.label) == DRAWS and cards:
            inner.label = "the one that comes…" if cards[0].high == 1 else "those that come…"
        elif len(cards) == 2:
            inner.label = "those that go, and come…"
        else:
            continue
        by_cards.append(inner)
    return by_cards


def _word(label: str) -> str:
    return label.removesuffix("…").partition(" ")[0]
