"""The words of the notation itself, as tables: what begins a saying, and what follows a player.

The words that one game or another has besides are said by the games (see `vocabulary`).

In a form capitals stand for what is filled in: A and B for players, N for a number.
"""

from ledger.core.books import BANK

KEYWORDS = {
    "evening": 'evening "TITLE" [on DATE] [at "PLACE"] [money=…] [counter=AMOUNT]',
    "players": "players A B C …",
    "count": "count A AMOUNT B AMOUNT …",
    "note": 'note "TEXT"',
    "close": "close, close short=split, or close short=banker",
    "reopen": 'reopen "WHY"',
    "undo": "undo",
    "void": 'void N "WHY"',
    "amend": 'amend N "WHY": SAYING',
    "insert": 'insert N "WHY": SAYING',
    "game": "game NAME [option=value …] [with A B C …]",
    "deal": "deal [A] [turn-up CARD …]",
    "misdeal": 'misdeal ["WHY"]',
    "penalty": 'penalty A OFFENCE [AMOUNT], or penalty A AMOUNT "WHY"',
    "end": "end, end divide, end leave, or end draw A:CARD B:CARD …",
    "trick": "trick A, or trick CARD CARD …",
    "tricks": "tricks A N B N …, or tricks alone",
    "left": "left A N B N …, with +pope or +spin after the number of who holds it",
    "split": "split A B …",
    "pool": "pool wins",
    "spare": "spare CARD …",
    "result": "result A +AMOUNT B -AMOUNT …",
}
"""What begins a saying without a player, and the form of that saying."""

VERBS = {
    "passes": "A passes",
    "calls": "A calls CALL, or A calls alone",
    "bets": "A bets AMOUNT [on WHAT]",
    "stakes": "A stakes AMOUNT [on WHAT]",
    "raises": "A raises AMOUNT",
    "plays": "A plays CARD … [takes CARD …]",
    "draws": "A draws N, or A draws CARD …",
    "discards": "A discards CARD … [draws CARD …], or A discards N",
    "shows": "A shows CARD …",
    "holds": "A holds CARD …",
    "sells": "A sells THING to B for AMOUNT",
    "takes": "A takes THING …, A takes AMOUNT, A takes kitty [AMOUNT], or A takes pope B N C N …",
    "out": "A out",
    "wins": "A wins [WHAT]",
    "scores": "A scores N, or A scores NAME[=N] …",
    "joins": "A joins [after B] [as NAME]",
    "leaves": "A leaves",
    "buys": "A buys AMOUNT, or A buys N cards",
    "cashes": "A cashes AMOUNT",
    "pays": "A pays B AMOUNT, either of whom may be the bank",
}
"""What follows a player and is an event of its own kind, and the form of that saying."""


CARDS_BOUGHT = "cards-bought"
"""The word of the event that is said ``A buys N cards``."""

OTHER_FORMS = {
    "bet": "bets",
    "buy": "buys",
    "call": "calls",
    "cash": "cashes",
    "discard": "discards",
    "draw": "draws",
    "hold": "holds",
    "join": "joins",
    "leave": "leaves",
    "pass": "passes",
    "pay": "pays",
    "play": "plays",
    "raise": "raises",
    "score": "scores",
    "sell": "sells",
    "show": "shows",
    "stake": "stakes",
    "take": "takes",
    "win": "wins",
}
"""Other forms of what follows a player, and the one that the sheets use."""

SMALL_WORDS = ("with", "after", "to", "for", "on", "at", "takes", "draws", "turn-up")

RESERVED = frozenset(KEYWORDS) | frozenset(SMALL_WORDS) | {BANK}
"""What no player can be called: the words that begin a saying, the small words, and the evening's bank."""

HABITS = {
    **dict.fromkeys(("fold", "folds", "muck", "mucks"), "A passes"),
    **dict.fromkeys(("check", "checks"), "A stands, or A passes"),
    **dict.fromkeys(("see", "sees"), "A calls"),
    **dict.fromkeys(("ante", "antes"), "A stakes AMOUNT"),
    **dict.fromkeys(("hit", "hits", "twist", "twists"), "A draws N, or A draws CARD …"),
    **dict.fromkeys(("stick", "sticks", "stay", "stays"), "A stands"),
    **dict.fromkeys(("bust", "busts"), "A over"),
    **dict.fromkeys(("fine", "fines", "fined"), 'penalty A OFFENCE [AMOUNT], or penalty A AMOUNT "WHY"'),
    **dict.fromkeys(("scratch", "cancel", "oops"), 'undo, or void N "WHY"'),
    "redo": 'void N "WHY", where N is the undo',
    **dict.fromkeys(("redeal", "reshuffle"), 'misdeal ["WHY"], and then deal'),
    **dict.fromkeys(("help", "?"), "card-ledger table for what may be said now, card-ledger rules NAME for a game"),
    **dict.fromkeys(("quit", "exit"), "close, where the evening is over; whoever only stops recording says nothing"),
}
"""Words from other tables' habits, and what is said here instead."""

WAYS_TO_BEAR = {"split": "all who are seated bear it", "banker": "the bank of the evening bears it"}
"""How what is short or over at the close is borne, each in words."""

WAYS_TO_END = ("divide", "draw", "leave")

CARD_FORM = "a card is a rank A 2 … 10 J Q K and a suit C D H S, as 10H"
NAME_FORM = "a name is letters, digits and _ - ' ’ . or stands in double quotes"


def canonical(word: str) -> str:
    """Give the notation's own form of one of its words in small letters."""
    return OTHER_FORMS.get(word, word)
