"""Fixed places: the menu, the betting, and what may be said between deals and between games."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as changed
from urllib.parse import quote

from msgspec.structs import replace

from ledger.core.names import name as written
from ledger.language.forms import joined
from ledger.language.slots import Cards, Form, Literal, Player, Players, Text, Word
from ledger.language.vocabulary import NO_WORDS, Arguments, BettingWords, Vocabulary
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
from ledger.web.panel.layout import Layout, one_sheet
from ledger.web.panel.panel import Panel
from ledger.web.panel.questions import Wording, question_of
from ledger.web.panel.rows import in_place
from ledger.web.panel.slots import verbs_of
from ledger.web.sentences import TIMES, in_a_word, offence_in_words, people_write, said

BEST_HAND = "Who has the best hand?"
EVERYBODY: Mapping[str, str] = {}
"""The reason that is never given: everybody may say it."""


@dataclass(frozen=True)
class Place:
    """A fixed place: the page or sheet that it opens; without either, why it opens nothing now."""

    label: str
    sheet: SheetButton | None = None
    link: str = ""
    reason: str = ""
    note: str = ""
    name: str = ""
    """The name of the sheet in an address, if the label is another."""


@dataclass(frozen=True)
class Section:
    """Places of the menu under a heading."""

    heading: str
    places: Sequence[Place]
    columns: int = 4
    link: tuple[str, str] | None = None
    """A page about the places: its label and its address."""


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
    """Return the one sheet for everything with a verb; None if there is nothing."""
    if verb == "penalty":
        return _offences(layout, forms, mark)
    panel = layout.panel(forms, None, mark)
    sayings = [*panel.usual, *(button for button in panel.ready if isinstance(button, SayingButton))]
    if not sayings and not panel.sheets:
        return None
    if len(panel.sheets) == 1 and not sayings:
        sheet = panel.sheets[0]
    else:
        wording = Wording(layout.in_words, layout.vocabulary)
        sheet = one_sheet([*sayings, *panel.sheets], f"{mark}all", verb, verb, wording)
        if len(sheet.inner) == 1 and not sheet.inner[0].ready:
            (only,) = sheet.inner
            sheet.title, sheet.fields, sheet.inner = only.title, only.fields, only.inner
    sheet.asks = question_of(NO_WORDS, [verb]) or question_of(layout.vocabulary, [verb])
    return sheet


NOW, SLATE = ("Paid now", "into the bank"), ("On the slate", "settled at the end")
"""The ways to pay for counters, and their meaning."""


def dealing(sheet: SheetButton | None, paid: bool, sums: Sequence[Choice]) -> SheetButton | None:
    """Add to a sheet of counters the question whether they are paid for.

    `paid` is the answer unless another is given; `sums` are those that others took before.
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


def counting(sheet: SheetButton | None, after: str) -> None:
    """Let a sheet of counts cover the page, and tell of each sum whether the log agrees.

    `after` is the deal after which all count, as a sentence.
    """
    if sheet is not None:
        sheet.title, sheet.whole = "Write the count", True
        for part in sheet.fields:
            if isinstance(part, GroupField):
                part.finds, part.asks = True, f"{after}What the log says is shown after each sum"


WAYS = {
    "end divide": "Divided among all",
    "end leave": "Left for the next one",
    "close short=split": "All at the table",
    "close short=banker": "The bank of the evening",
}
"""How the rest of a game or an evening may be dealt with, by its saying."""


def ending(
    layout: Layout, verb: str, forms: Sequence[Form], mark: str, moves: Callable[[str], str]
) -> SheetButton | None:
    """Return the sheet that ends something: the ways to end, and what each moves.

    A single way is a button; if no way moves anything, only the plainest is left.
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
    """Return the sheet of a newcomer: a known name or a new one, and in which gap."""
    others = [form for form in forms if not isinstance(form.slots[0], Text) and not {*form.who} <= {*known}]
    sheet = sheet_of(layout, "joins", others, f"{mark}o") if others else None
    newcomers = [form for form in forms if isinstance(form.slots[0], Text)]
    newcomer = next((form for form in newcomers if all(slot.optional for slot in form.slots[2:])), None)
    replacing = next((form for form in newcomers if form is not newcomer), None)
    instead = None
    if replacing is not None:
        fields = layout.maker.fields_of(replacing.slots)
        fields[0] = NameField(name=fields[0].name, known=known)
        instead = SheetButton(f"{mark}p", "in somebody's place…", "joins", fields, ends=True, asks="Who, and for whom?")
    if newcomer is None:
        if instead is None or sheet is None:
            return instead or sheet
        sheet.label = "a shorter name…"
        instead.inner = [sheet]
        return instead
    fields = layout.maker.fields_of(newcomer.slots)
    fields[0] = NameField(name=fields[0].name, known=known)
    where, called = (part for part in fields if isinstance(part, GroupField))
    gaps = RingField(name=where.rows[0].fields[-1].name, required=False, seats=[
        Choice("" if name == seated[-1] else written(name), name) for name in seated
    ])  # fmt: skip
    where.rows[0].fields[-1] = gaps
    fields.remove(called)
    joins = SheetButton(
        mark, "joins…", "joins", fields, ends=True, asks=question_of(layout.vocabulary, ["joins"]), seldom=[called]
    )
    if sheet is not None:
        joins.ready = sheet.ready
        joins.inner = sheet.inner or [sheet]
    if instead is not None:
        joins.inner = [*joins.inner, instead]
    for inner in joins.inner:
        inner.label = "a shorter name…" if "as" in (*inner.begin, *inner.adds) else inner.label
    return joins


def _offences(layout: Layout, forms: Sequence[Form], mark: str) -> SheetButton:
    """Return the sheet of a penalty: first what went wrong, then who."""
    sheet = SheetButton(mark, "penalty…", "penalty", asks=question_of(layout.vocabulary, ["penalty"]))
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

    It is asked if several may win, and may share, or the winning hand may be named.
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
        best = SheetButton("best", "wins…", "wins", fields, ends=True, asks=BEST_HAND, begin=("wins",))
        return best, [other for other in forms if other is not form and not (among and other is splits[0])]
    return None, forms


def winners(names: Sequence[str], share: int, why_not: Mapping[str, str] = EVERYBODY, nobody: str = "") -> CheckField:
    """Return the field of the winners: so many may `share`; others have a reason against them."""
    asks = "Tap two or more who share it" if share > 1 else "Tap who takes it"
    options = [Choice(written(player), player, off=why_not.get(player, "")) for player in names]
    if nobody:
        options.append(Choice(f"{OF_ALL}{nobody}", NOBODY))
    return CheckField(name=f"{WINNER}0", options=options, low=1, high=share, asks=asks)


BESIDE = {"split": "they share", "shows": "by the cards"}
"""Sayings beside the question who wins, under other words; all others are rarer."""


def around_winning(
    forms: Sequence[Form], layout: Layout, why_not: Callable[[str], str]
) -> tuple[Sequence[Place], Sequence[Form]]:
    """Return the places of the board, of running it twice and of folding, and the other forms.

    They never move: a saying that is impossible now has its reason.
    """
    verbs = by_verb(forms)
    board = SheetButton("board", "the board…", "the board", asks="Which cards are on the board?")
    announced = layout.vocabulary.announcements
    streets = [word for word, what in announced.items() if what.cards[1]]
    how_often = next((word for word, what in announced.items() if what.numbers[1] and not what.amount), "")
    street_forms = [form for street in streets for form in verbs.get(street, ())]
    with_cards = [form for form in street_forms if any(isinstance(slot, Cards) for slot in form.slots)]
    board.inner = layout.panel(with_cards, None, "street").sheets
    runs = SheetButton("runs", "run it twice…", "run it twice", asks=question_of(layout.vocabulary, [how_often]))
    runs.ready = [
        SayingButton(f"{how_often} {number}", words)
        for number, words in TIMES.items()
        if number > 1 and not why_not(f"{how_often} {number}")
    ]
    folds = SheetButton("folds", "somebody folds…", "somebody folds", asks="Who claims nothing?", people=True)
    who = in_place({player: 0 for form in verbs.get("folds", ()) for player in form.who}, layout.order, written)
    reasons = {player: why_not(f"{written(player)} folds") for player in who}
    folds.ready = [SayingButton(f"{written(player)} folds", player) for player in who if not reasons[player]]
    places = [
        Place("The board", board if with_cards else None, reason="is known, or there are several"),
        Place("Run it twice", runs if runs.ready else None, reason="" if runs.ready else why_not(f"{how_often} 2")),
        Place("Somebody folds", folds if folds.ready else None, reason="nobody else could claim"),
    ]
    placed = [form for form in forms if verbs_of(form)[:1] and verbs_of(form)[0] in (*streets, how_often, "folds")]
    passing = [form for form in forms if {*verbs_of(form)} <= {"pass", "passes"}] if "folds" in verbs else []
    return places, [form for form in forms if form not in placed and form not in passing]


def beside_winning(panel: Panel) -> list[Place]:
    """Take the places beside the question who wins off a panel, and return them."""
    beside = [sheet for sheet in panel.sheets if sheet.verb in BESIDE]
    panel.sheets = [sheet for sheet in panel.sheets if sheet not in beside]
    labels = {sheet.id: BESIDE[sheet.verb] for sheet in beside}
    for sheet in beside:
        boards = [
            part.options[0].label for part in sheet.fields if isinstance(part, RadioField) and len(part.options) == 1
        ]
        if sheet.verb == "split" and boards:
            labels[sheet.id] = f"they share the {boards[0]}"
            sheet.asks = f"Who share the {boards[0]} board?"
        sheet.inner = in_place(sheet.inner, panel.order, lambda inner: written(inner.speaker))
    return [Place(labels[sheet.id], sheet) for sheet in beside]


# Who is out, and how the rest is shared

OUT, SPLIT = "out", "split"
BY_WHOM, NOBODY = "Who is out, and by whom?", "nobody"
MOST_BY_NAME = 24
"""The number of players in up to which their sheets are on the page; more are fetched when opened."""


@dataclass
class OutPlaces:
    """A place for each who may go out, for several at once, and for sharing the rest."""

    players: list[Place] = field(default_factory=list)
    others: list[Place] = field(default_factory=list)

    @property
    def asks(self) -> str:
        """Return the question of the panel; empty if nobody can go out any more."""
        return BY_WHOM if self.players else ""


def going_out(
    forms: Sequence[Form], layout: Layout, moves: Callable[[str], str], out: Mapping[str, str], address: str
) -> tuple[OutPlaces | None, Sequence[Form]]:
    """Return the places of who is out and how the rest is shared, apart from the other forms.

    They are shown if one player may knock out others: of those who are in, or of who is out already the heads alone. A
    player who is `out` keeps a place, with the reason; `address` begins the addresses of fetched sheets.
    """
    by, buys, shares = _words_of_going_out(layout.vocabulary)
    verbs = {verb: [form for form in forms if verbs_of(form) == [verb]] for verb in (by, OUT, SPLIT, *buys)}
    if not verbs[by]:
        return None, forms
    verbs["shares"] = [form for form in forms if _first_words(form) in shares]
    takers, places = takers_of(forms, layout), OutPlaces()
    goes_on = bool(verbs[OUT])
    for number, player in enumerate(in_place(out, layout.order, written) if goes_on else ()):
        if player not in takers:
            places.players.append(Place(player, reason=out[player] or "is out"))
            continue
        sheet = SheetButton(f"out{number}", player, player, people=True)
        if len(takers) <= MOST_BY_NAME:
            sheet = by_whom(layout, player, takers, sheet.id)
        else:
            sheet.address = f"{address}{quote(player)}"
        places.players.append(Place(player, sheet))
    if goes_on:
        several = _several_by_one(by, takers) if len(takers) > FEWEST_TO_GO_TOGETHER else None
        together = layout.panel(verbs[SPLIT], None, "together").sheets
        for inner in together:
            inner.asks = "Who are out together, with as many chips?"
        two_are_left = "two are left"
        places.others = [
            Place("several by one", several, reason=two_are_left),
            Place("several together", together[0] if together else None, reason=two_are_left),
            Place("share the rest", sharing(layout, verbs["shares"], moves), reason="not now"),
        ]
    for verb in (*buys,) if goes_on else (by, *buys):
        if verbs[verb] and (sheet_of_verb := sheet_of(layout, verb, verbs[verb], verb)):
            places.others.append(Place(in_a_word(layout.vocabulary, verb), sheet_of_verb))
    taken = [form for alike in verbs.values() for form in alike]
    return places, [form for form in forms if form not in taken]


def _words_of_going_out(words: Vocabulary) -> tuple[str, Sequence[str], Sequence[str]]:
    """Return the word that takes others out, those that often buy, and those that share."""
    by = next((word for word, belongs in words.words.items() if belongs is Arguments.PLAYERS), "")
    buys = [word for word, belongs in words.words.items() if belongs is Arguments.ALONE]
    return by, [word for word in buys if not said(words, word).seldom], [*words.announcements]


def _first_words(form: Form) -> str:
    """Return the words with which a form begins that has no player before them."""
    first = form.slots[0] if form.slots else None
    return first.text if isinstance(first, Literal) else ""


FEWEST_TO_GO_TOGETHER = 2
"""The number of players from which several may go out together."""


def takers_of(forms: Sequence[Form], layout: Layout) -> list[str]:
    """Return who may knock out others, in the order of the page."""
    by, _, _ = _words_of_going_out(layout.vocabulary)
    return in_place([player for form in forms if verbs_of(form) == [by] for player in form.who],
                    layout.order, written)  # fmt: skip


def by_whom(layout: Layout, player: str, takers: Sequence[str], mark: str) -> SheetButton:
    """Return the sheet of a player who is out: by whom."""
    name, others = written(player), [written(other) for other in takers if other != player]
    knocks, _, _ = _words_of_going_out(layout.vocabulary)
    ready = [SayingButton(f"{other} {knocks} {name}", people_write(other)) for other in others]
    ready.append(SayingButton(f"{name} {OUT}", NOBODY))
    return SheetButton(mark, player, f"{player} is out: by whom?", ready=ready, people=True)


def _several_by_one(knocks: str, takers: Sequence[str]) -> SheetButton:
    """Return the sheet in which one knocks out several; fewer chips are touched first."""
    by = player_field(takers, "w0")
    by.asks = "By whom?"
    options = [Choice(written(player), player) for player in takers]
    whom = CheckField(
        name="w2", options=options, low=2, high=len(takers) - 1, asks="Who had fewer chips first", ordered=True
    )
    fields: list[Field] = [by, HiddenField(name="h1", value=knocks), whom]
    return SheetButton("several", "several by one…", "several by one", fields, ends=True, asks="Who are out, by one?")


def sharing(layout: Layout, forms: Sequence[Form], moves: Callable[[str], str]) -> SheetButton | None:
    """Return the sheet for sharing the rest; None if that is not possible now."""
    if not forms:
        return None
    sheet = SheetButton("shares", "share the rest…", "The rest is shared", asks="How is the rest shared?", ends=True)
    for number, form in enumerate(forms):
        words = _first_words(form)
        how = said(layout.vocabulary, words)
        if len(form.slots) == 1:
            sheet.endings.append(SayingButton(words, how.label, moves(words), ends=True))
        for inner in layout.panel([form], None, f"shares{number}").sheets if len(form.slots) > 1 else ():
            inner.label, inner.title, inner.ends = f"{how.label}…", f"Shared {how.label}", True
            inner.asks = question_of(layout.vocabulary, [words])
            sheet.inner.append(inner)
    return sheet


# The betting

RAISES_TO = "raises to"
FEW_SUMS = 4
NOT_NOW = "not now"
ONCE, GIVES_UP, NONE = "once only", "and is out of the deal", "none"
DRAWS, DISCARDS, WHICH = "draws", "discards", "which cards"


@dataclass(frozen=True)
class BetsSoFar:
    """What each saying of a player puts down, the last bet, and the name of the greatest one."""

    puts: Mapping[str, str] = field(default_factory=dict)
    last: str = ""
    """Who has bet, and how much; empty if nobody has."""
    bet: str = ""
    """The amount of that bet."""
    most: str = "limit"


@dataclass
class BettingRow:
    """A row of the betting: the sums for a word, or why there are none."""

    word: str
    sheet: SheetButton | None = None
    sums: Sequence[SayingButton] = ()
    reason: str = ""
    note: str = "exactly"
    """The line below the word that opens the sheet."""


@dataclass
class BettingPlaces:
    """The places of the betting, which never move: rows of sums, and the words without sums.

    Words that exclude each other share a place.
    """

    rows: list[BettingRow] = field(default_factory=list)
    answers: list[SayingButton | DisabledButton] = field(default_factory=list)
    usual: str = ""
    """The saying that is by far the most frequent."""
    costs: Mapping[str, str] = field(default_factory=dict)
    """The costs of the sayings without a sum."""
    others: Panel = field(default_factory=Panel)
    """The rarer sayings."""
    four: Sequence[SayingButton | DisabledButton | BettingRow] = ()
    """The four places of a betting in which a player may put in everything."""


def betting_now(words: Vocabulary, verbs: Collection[str]) -> BettingWords | None:
    """Return the words of the betting in which these verbs may be said; None without any."""
    return next((betting for betting in words.betting if {*betting.sums} & {*verbs}), *words.betting[-1:] or (None,))


def betting_of(
    panel: Panel, player: str | None, vocabulary: Vocabulary, stakes: BetsSoFar | None = None
) -> BettingPlaces | None:
    """Return the places of a player's betting; None if the panel asks something else."""
    stakes = stakes or BetsSoFar()
    able = {
        button.verb for button in (*panel.usual, *panel.ready, *panel.sheets) if not isinstance(button, DisabledButton)
    }
    words = betting_now(vocabulary, able)
    offered = able | {button.verb for button in panel.ready}
    if player is None or words is None or words.gives_up not in offered:
        return None
    if not {"bets", "raises", words.calls} & offered:
        return None
    by_sum = sorted(panel.sheets, key=_raises_to)  # what it comes to, rather than the sum
    sheets = {sheet.verb: sheet for sheet in by_sum if sheet.ready or sheet.fields}
    alone = [button for button in (*panel.usual, *panel.ready) if isinstance(button, SayingButton)]
    sayings = {button.verb: button for button in sorted(alone, key=lambda button: "to" in button.words)}
    reasons = {
        **_reasons(words, stakes),
        **{button.verb: button.reason for button in panel.ready if isinstance(button, DisabledButton)},
    }
    drawing, placed, betting = DRAWS in words.sums, {*words.sums}, BettingPlaces()
    if drawing:
        betting.rows, placed = _drawing(panel, sheets, sayings, words)
    else:
        placed -= {"bets"} if "raises" in sheets else set()  # it would be a raise, by what it comes to: said less often
        rows = [_row(word, sheets, sayings, reasons, stakes) for word in words.sums]
        able_rows = [row for row in rows if row.sheet or row.sums] or rows[-1:]
        betting.rows = able_rows if "raises" in words.sums else rows  # a bet and a raise exclude each other
    in_rows = {button.saying for row in betting.rows for button in row.sums}
    without_sum = [button for word, button in sayings.items() if word in words.sums and button.saying not in in_rows]
    stays = words.waits if words.waits in sayings and not drawing else words.calls
    betting.answers = [
        changed(sayings[word], label=" ".join(sayings[word].words))
        if word in sayings
        else DisabledButton(word, reasons.get(word, NOT_NOW))
        for word in (stays, words.gives_up)
    ]
    placed |= {words.waits, words.calls, words.gives_up}
    waits, gives_up = sayings.get(words.waits), sayings.get(words.gives_up)
    usual = waits if stays == words.waits else gives_up
    if usual and not (drawing and words.calls not in sayings):
        betting.usual = usual.saying
    betting.costs = {saying: f"puts {sum_put}" for saying, sum_put in stakes.puts.items()}
    if gives_up and gives_up.saying == betting.usual:
        betting.costs[gives_up.saying] = GIVES_UP
    if waits and words.once:
        betting.costs[waits.saying] = ONCE
    if words.most:
        _in_four_places(betting, words, (sayings, sheets), reasons, stakes)
        placed |= {words.most}
    betting.others = panel.taken(lambda button: button.verb not in placed or button in without_sum)
    return betting


NOTHING_TO_CALL, ALL_IN_ONLY = "nothing to call", "only all in"


def _in_four_places(
    betting: BettingPlaces,
    words: BettingWords,
    offered: tuple[Mapping[str, SayingButton], Mapping[str, SheetButton]],
    reasons: Mapping[str, str],
    stakes: BetsSoFar,
) -> None:
    """Put the words of a betting into four places: to give up, stay, bet or raise, go all in.

    Words that exclude each other share a place, and what keeps a player in is the usual answer.
    """
    sayings, sheets = offered

    def place(word: str, reason: str) -> SayingButton | DisabledButton | BettingRow:
        if word in sayings:
            return _with_its_sum(sayings[word], stakes)
        return BettingRow(word, sheets[word], note="") if word in sheets else DisabledButton(word, reason)

    stays = words.calls if words.calls in sayings else words.waits
    row = next((row for row in betting.rows if row.sheet or row.sums), BettingRow(words.sums[-1], reason=ALL_IN_ONLY))
    amounts = [part for part in row.sheet.fields if isinstance(part, AmountField)] if row.sheet else []
    row.note = f"{amounts[0].least} or more" if amounts else ""
    gives_up = (
        place(words.gives_up, NOT_NOW) if stays == words.calls else DisabledButton(words.gives_up, NOTHING_TO_CALL)
    )
    only = row.sums[0] if row.sums and not row.sheet else row
    betting.four = [gives_up, place(stays, reasons.get(stays, NOT_NOW)), only, place(words.most, NOT_NOW)]
    to = "to " if row.word == RAISES_TO else ""
    several = row.sums if only is row else ()
    sums = [changed(button, label=f"{to}{button.label}") for button in several if button.note != stakes.most]
    betting.rows = [BettingRow(row.word, sums=sums[: FEW_SUMS - 1])]
    betting.usual = sayings[stays].saying if stays in sayings else ""
    betting.costs = {}


def _raises_to(sheet: SheetButton) -> bool:
    """Return whether a sheet says what a raise comes to."""
    return any(isinstance(part, HiddenField) and part.value == "to" for part in sheet.fields)


def _row(
    word: str,
    sheets: Mapping[str, SheetButton],
    sayings: Mapping[str, SayingButton],
    reasons: Mapping[str, str],
    stakes: BetsSoFar,
) -> BettingRow:
    """Return the row of a word of the betting: its sums, or the word alone where it has none."""
    sheet, alone = sheets.get(word), sayings.get(word)
    if word == "bets" and "raises" in sheets:
        sheet = alone = None
    sums = _sums(sheet, stakes) or ([_with_its_sum(alone, stakes)] if alone else [])
    label = RAISES_TO if sheet and _raises_to(sheet) else word
    return BettingRow(label, sheet, sums, "" if sums or sheet else reasons.get(word, NOT_NOW))


def _reasons(words: BettingWords, stakes: BetsSoFar) -> dict[str, str]:
    """Return why a word of the betting cannot be said, where its turn does not tell."""
    bet = stakes.last or "there is a bet"
    raises = "no raise is left" if stakes.last else "nothing is bet yet"
    return {"bets": bet, "raises": raises, words.calls: "owes nothing", **words.reasons}


def _sums(sheet: SheetButton | None, stakes: BetsSoFar) -> list[SayingButton]:
    """Return the few sums of a sheet; the last is the greatest, if there is one."""
    if sheet is None:
        return []
    sums = list(sheet.ready[:FEW_SUMS])
    limit = next((part.highest for part in sheet.fields if isinstance(part, AmountField)), None)
    if limit is not None and sums:
        begin = sums[-1].saying.removesuffix(sums[-1].words[-1])
        words = (*sums[-1].words[:-1], limit.value)
        most = SayingButton(f"{begin}{limit.value}", limit.label, stakes.most, words=words)
        sums = [*[button for button in sums if button.words != words][: FEW_SUMS - 1], most]
    return sums


def _with_its_sum(alone: SayingButton, stakes: BetsSoFar) -> SayingButton:
    """Return the button of a word that names no sum, with the sum that it puts down."""
    puts = stakes.puts.get(alone.saying)
    return changed(alone, label=" ".join([*alone.words, puts])) if puts else alone


def _drawing(
    panel: Panel, sheets: dict[str, SheetButton], sayings: dict[str, SayingButton], words: BettingWords
) -> tuple[list[BettingRow], set[str]]:
    """Return the rows of a draw, how many cards and which, and the words in them."""
    keeps = sayings.get(words.none)
    numbers = [button for sheet in panel.sheets if sheet.verb == DRAWS for button in _said_in(sheet)]
    sums = [SayingButton(keeps.saying, NONE)] if keeps else []
    sums += [SayingButton(button.saying, button.label) for button in numbers if button.words[-1] != "0" or not keeps]
    cards = [inner for sheet in panel.sheets if sheet.verb in (DRAWS, DISCARDS) for inner in _by_cards(sheet)]
    which = SheetButton("which", f"{WHICH}…", "draws", inner=cards, asks="Which cards are drawn?")
    known = BettingRow(WHICH, which if cards else None, reason="" if cards else "not now", note="")
    return [BettingRow(DRAWS, sums=sums), known], {DRAWS, words.none, DISCARDS}


def _said_in(sheet: SheetButton) -> list[SayingButton]:
    return [*sheet.ready, *(button for inner in sheet.inner for button in inner.ready)]


def _by_cards(sheet: SheetButton) -> list[SheetButton]:
    """Return the sayings of a draw by its cards, under words that tell which cards they are."""
    by_cards = []
    for inner in [*([sheet] if sheet.fields else []), *sheet.inner]:
        cards = [part for part in inner.fields if isinstance(part, CardsField)]
        if sheet.verb == DRAWS and cards:
            inner.label = "the one that comes…" if cards[0].high == 1 else "those that come…"
        elif len(cards) == 2:
            inner.label = "those that go, and come…"
        else:
            continue
        by_cards.append(inner)
    return by_cards
