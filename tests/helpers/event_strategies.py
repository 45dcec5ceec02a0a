"""Hypothesis strategies for events of every kind, with awkward names, in every kind of money."""

from hypothesis import strategies as st

from ledger.core import events as e
from ledger.core.cards import Card
from ledger.core.money import Money
from ledger.games.language import vocabulary
from ledger.language import Announcement, Arguments, Qualifier, Vocabulary
from ledger.language.vocabulary import collected
from ledger.language.words import BOARDS, CARDS_BOUGHT, HALVES, WAYS_TO_END

MONIES = (
    Money("counters", 1),
    Money("lsd", None),
    Money("lsd", 4),
    Money("GBP", None),
    Money("GBP", 10),
    Money("USD", 25),
    Money("JPY", None),
    Money("JPY", 5),
    Money("KWD", 100),
)

NAMES = (
    "Ann",
    "Pat",
    "Ace",
    "Nap",
    "Misery",
    "Pass",
    "Wins",
    "calls",
    "Joins",
    "Pope",
    "Kitty",
    "High",
    "second",
    "and",
    "Mary Ann",
    'Bob "Nap" Hill',
    "back\\slash",
    '\\"',
    "O'Brien",
    "J.-P.",
    "_",
    "Zoë",
    "Zoe\u0308 B",
    "Łukasz",
    "СТРАСТЬ",
    "straße",
    "ΣΑΣ",
    "王",
    "a#b",
    "# c",
    "key=value",
    "Ann:7D",
    "Ann: B",
    ":",
    ",",
    "+5 X",
    "½ pint",
    " ends ",
    "10 H",
    "two\u00a0parts",
    "👩\u200d🎤",
)

texts = st.one_of(
    st.sampled_from(['say "so"', "a\\", "# no comment", "why: trick Ann", ":", " "]),
    st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), max_size=20),
)
reasons = texts.filter(str.strip)
words = st.sampled_from(["flush", "two-pairs", "king", "kings", "not-robbing", "misdeal", "turn-up", "blücher", "d'or"])
keys = st.sampled_from(["abstract", "ambo", "aces", "kitty_by", "x2", "a-b"])
values = st.one_of(st.sampled_from(["on", "1s6d", "£1/2/6", "a=b", "a:b", "#", "a#b", "", '"', "Hold'em"]), texts)
names = st.sampled_from(NAMES)
counts = st.integers(0, 10**9 - 1)
numbers = st.lists(counts, min_size=1, max_size=6).map(tuple)
event_numbers = st.integers(1, 10**9 - 1)
amounts = st.one_of(st.integers(0, 500), st.integers(0, 10**9))
cards = st.sampled_from(Card)
hands = st.lists(cards, min_size=1, max_size=6).map(tuple)
two = st.tuples(cards, cards)
several = st.lists(names, min_size=1, max_size=5, unique=True).map(tuple)
at_least_two = st.lists(names, min_size=2, max_size=5, unique=True).map(tuple)


def maybe(some, nothing=None):
    return st.one_of(st.just(nothing), some)


def of_each(values, least=1):
    """Pairs of a name and a value, each name once."""
    return st.lists(st.tuples(names, values), min_size=least, max_size=5, unique_by=lambda pair: pair[0]).map(tuple)


BELONGINGS = {
    Arguments.ALONE: {},
    Arguments.AMOUNT: {"amount": amounts},
    Arguments.MAYBE_AMOUNT: {"amount": maybe(amounts)},
    Arguments.CARD: {"cards": st.tuples(cards)},
    Arguments.MAYBE_CARD: {"cards": maybe(st.tuples(cards), ())},
    Arguments.MAYBE_CARDS: {"cards": maybe(hands, ())},
    Arguments.MAYBE_TWO_CARDS: {"cards": maybe(two, ())},
    Arguments.AMOUNT_AND_CARDS: {"amount": maybe(amounts), "cards": maybe(two, ())},
    Arguments.NUMBER: {"numbers": st.tuples(counts)},
    Arguments.MAYBE_NUMBER: {"numbers": maybe(st.tuples(counts), ())},
    Arguments.NUMBERS: {"numbers": numbers},
    Arguments.MAYBE_PLAYER: {"players": maybe(st.tuples(names), ())},
    Arguments.PLAYERS: {"players": several},
    Arguments.WITH_PLAYERS: {"players": maybe(several, ())},
    Arguments.PLAYER_AND_AMOUNT: {"players": st.tuples(names), "amount": amounts},
}

RESULT = (Qualifier("with", 1, 11), Qualifier("without", 1, 11), Qualifier("schneider"), Qualifier("bid", 18, 264))
STRANGE = Vocabulary(
    {"grand": (Qualifier("hand"), Qualifier("bid", 18, 264)), "bare": (), "result-of": RESULT},
    announcements={
        "bock": Announcement(),
        "ramsch": Announcement(each="N", or_words=("virgin",)),
        "in": Announcement(each="AMOUNT"),
        "flop": Announcement(cards=(0, 3)),
        "turn": Announcement(cards=(1, 1)),
        "runs": Announcement(numbers=(1, 1)),
        "bomb": Announcement(amount=True, numbers=(0, 1)),
        "chop": Announcement(each="AMOUNT"),
        "chop even": Announcement(),
        "chop icm": Announcement(each="N"),
    },
    other_forms={"mit": "with", "jungfrau": "virgin", "flopp": "flop"},
)
"""The words of no game of ours: qualifiers and announcements of every sort."""
WORDS_OF_ALL = collected([STRANGE, vocabulary()])

counts_of_qualifier = {q.word: st.none() if q.low is None else st.integers(q.low, q.high) for q in RESULT}
qualifiers = st.lists(st.sampled_from([q.word for q in RESULT]), unique=True).flatmap(
    lambda words: st.tuples(
        *(st.tuples(st.just(word), counts_of_qualifier[word]) for word in counts_of_qualifier if word in words)
    )
)

declarations = st.one_of(
    st.builds(e.Says, names, st.just("result-of"), qualifiers=qualifiers),
    st.builds(e.Says, names, st.just("bare")),
    st.sampled_from(sorted(vocabulary().words)).flatmap(
        lambda word: st.builds(e.Says, names, st.just(word), **BELONGINGS[vocabulary().words[word]])
    ),
    st.builds(e.Says, names, counts.map(str)),
    st.builds(e.Says, names, st.just(CARDS_BOUGHT), numbers=st.tuples(counts)),
    st.builds(e.Says, names, st.sampled_from(["calls", "flurb", "härter", "ann", "x-1"])),
)


def announcements():
    """Announcements of every sort."""
    ramsch = of_each(st.one_of(counts, st.just("virgin")))
    return st.one_of(
        st.builds(e.Announces, st.sampled_from(["bock", "chop even"])),
        st.builds(e.Announces, st.just("ramsch"), entries=ramsch),
        st.builds(e.Announces, st.just("chop icm"), entries=of_each(counts)),
        st.builds(e.Announces, st.sampled_from(["in", "chop"]), amounts=of_each(amounts)),
        st.builds(e.Announces, st.just("flop"), cards=maybe(st.lists(cards, min_size=1, max_size=3).map(tuple), ())),
        st.builds(e.Announces, st.just("turn"), cards=st.tuples(cards)),
        st.builds(e.Announces, st.just("runs"), numbers=st.tuples(counts)),
        st.builds(e.Announces, st.just("bomb"), amount=amounts, numbers=maybe(st.tuples(counts), ())),
    )


def left_of(counts_left, marks):
    """A `left` event whose marks belong to players with cards."""
    return e.Left(
        counts_left, tuple((name, mark) for name, _ in counts_left for mark in marks if mark[:1] in name.lower())
    )


def evening_of(title, on, at, money, bank):
    return e.OpenEvening(
        title, on and on.isoformat(), at, money.code, money.counter if money.code != "counters" else None, bank
    )


KINDS = {
    e.OpenEvening: st.builds(
        evening_of,
        texts,
        maybe(st.dates()),
        maybe(texts),
        st.sampled_from(MONIES),
        maybe(st.sampled_from(["cash", "credit"])),
    ),
    e.SeatPlayers: st.builds(e.SeatPlayers, several),
    e.Joins: st.builds(e.Joins, names, maybe(names), maybe(names)),
    e.Leaves: st.builds(e.Leaves, names),
    e.Buys: st.builds(e.Buys, names, amounts, maybe(st.booleans())),
    e.Cashes: st.builds(e.Cashes, names, amounts, maybe(st.booleans())),
    e.Count: st.builds(e.Count, of_each(amounts)),
    e.Pays: st.builds(e.Pays, names, names, amounts),
    e.Cost: st.one_of(
        st.builds(
            lambda amount, what, payer, shares: e.Cost(amount, what, ((payer, amount),), shares),
            amounts,
            reasons,
            names,
            st.one_of(st.just(()), of_each(st.integers(1, 1000))),
        ),
        st.builds(e.Cost, amounts, reasons, of_each(amounts).filter(lambda paid: len(paid) > 1)),
    ),
    e.Note: st.builds(e.Note, texts),
    e.Close: st.builds(e.Close, maybe(st.sampled_from(["split", "banker"]))),
    e.Reopen: st.builds(e.Reopen, reasons),
    e.Begin: st.builds(
        e.Begin,
        st.sampled_from(["nap", "vingt-un", "x"]),
        st.lists(st.tuples(keys, values), max_size=4, unique_by=lambda pair: pair[0]).map(tuple),
        maybe(several, ()),
    ),
    e.Undo: st.builds(e.Undo),
    e.Void: st.builds(e.Void, event_numbers, reasons),
    e.Deal: st.builds(e.Deal, maybe(names), maybe(hands, ())),
    e.Holds: st.builds(e.Holds, names, hands),
    e.Misdeal: st.builds(e.Misdeal, maybe(reasons)),
    e.Penalty: st.one_of(
        st.builds(e.Penalty, names, words, maybe(amounts)),
        st.builds(e.Penalty, names, amount=amounts, why=reasons),
    ),
    e.End: st.one_of(
        st.builds(e.End, maybe(st.sampled_from([how for how in WAYS_TO_END if how != "draw"]))),
        st.builds(e.End, st.just("draw"), of_each(hands)),
    ),
    e.Passes: st.builds(e.Passes, names),
    e.Says: declarations,
    e.Bets: st.builds(e.Bets, names, amounts, maybe(words), st.sampled_from(["bets", "stakes"])),
    e.Raises: st.builds(e.Raises, names, amounts, maybe(st.just(True))),
    e.Plays: st.builds(e.Plays, names, hands, maybe(hands, ())),
    e.Draws: st.one_of(
        st.builds(e.Draws, names, numbers),
        st.builds(e.Draws, names, cards=hands),
        st.builds(e.Draws, names, discarded=counts),
        st.builds(e.Draws, names, discarded=counts, cards=hands),
        st.builds(e.Draws, names, discards=hands),
        st.builds(e.Draws, names, discards=hands, cards=hands),
        st.builds(e.Draws, names, discards=hands, numbers=numbers),
    ),
    e.Shows: st.builds(e.Shows, names, hands),
    e.Sells: st.builds(e.Sells, names, st.sampled_from(["card", "cards", "turn-up", "trump", "deal"]), names, amounts),
    e.Trick: st.one_of(st.builds(e.Trick, names), st.builds(e.Trick, cards=hands)),
    e.Tricks: st.builds(e.Tricks, of_each(counts, least=0)),
    e.Takes: st.one_of(
        st.builds(e.Takes, names, st.lists(words, min_size=1, max_size=4).map(tuple)),
        st.builds(e.Takes, names, amount=amounts),
        st.builds(e.Takes, names, st.sampled_from([("kitty",), ("house",)]), maybe(amounts)),
        st.builds(e.Takes, names, st.just(("pope",)), counts=of_each(counts, least=0)),
    ),
    e.Out: st.builds(e.Out, names),
    e.Left: st.builds(left_of, of_each(counts), st.lists(st.sampled_from(["pope", "spin", "a"]), max_size=2)),
    e.Wins: st.one_of(
        st.builds(
            e.Wins, names, maybe(st.one_of(words, st.sampled_from(HALVES))), board=maybe(st.sampled_from(BOARDS))
        ),
        st.builds(e.Wins, names, marks=st.lists(st.tuples(keys, counts), min_size=1, max_size=3).map(tuple)),
    ),
    e.Split: st.builds(e.Split, at_least_two, maybe(st.sampled_from(HALVES)), maybe(st.sampled_from(BOARDS))),
    e.Scores: st.one_of(
        st.builds(e.Scores, names, counts),
        st.builds(
            e.Scores,
            names,
            marks=st.lists(st.one_of(st.tuples(keys, counts), st.tuples(words, st.none())), min_size=1, max_size=5).map(
                tuple
            ),
        ),
    ),
    e.PoolWins: st.builds(e.PoolWins),
    e.Spare: st.builds(e.Spare, hands),
    e.Announces: announcements(),
    e.Result: st.builds(e.Result, of_each(st.integers(-(10**9), 10**9))),
}

plain_sayings = st.one_of([kind for of, kind in KINDS.items() if of not in e.CORRECTIONS])
KINDS[e.Amend] = st.builds(e.Amend, event_numbers, reasons, plain_sayings)
KINDS[e.Insert] = st.builds(e.Insert, event_numbers, reasons, plain_sayings)
