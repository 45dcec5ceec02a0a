"""The words of the notation, as tables: what begins a saying, what follows a player, what belongs to it.

In a form capitals stand for what is filled in: A and B for players, N for a number.
"""

from enum import Enum

from ledger.books import BANK

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
    "joins": "A joins [after B]",
    "leaves": "A leaves",
    "buys": "A buys AMOUNT, or A buys N cards",
    "cashes": "A cashes AMOUNT",
    "pays": "A pays B AMOUNT, either of whom may be the bank",
}
"""What follows a player and is an event of its own kind, and the form of that saying."""


class Shape(Enum):
    """What belongs to a declaration; the value is how it is written after the word."""

    ALONE = ""
    MAYBE_AMOUNT = "[AMOUNT]"
    AMOUNT = "AMOUNT"
    MAYBE_CARD = "[CARD]"
    CARD = "CARD"
    MAYBE_CARDS = "[CARD …]"
    MAYBE_TWO_CARDS = "[CARD CARD]"
    AMOUNT_AND_CARDS = "[AMOUNT] [CARD CARD]"
    MAYBE_NUMBER = "[N]"
    NUMBER = "N"
    NUMBERS = "N N …"
    MAYBE_PLAYER = "[B]"
    PLAYERS = "B …"
    WITH_PLAYERS = "[with B …]"
    PLAYER_AND_AMOUNT = "B AMOUNT"


WORDS = {
    # Calls, and hands told by their names
    "misery": Shape.ALONE,
    "nap": Shape.ALONE,
    "wellington": Shape.ALONE,
    "blucher": Shape.ALONE,
    "spare": Shape.ALONE,
    "made": Shape.ALONE,
    "failed": Shape.ALONE,
    "stands": Shape.ALONE,
    "miss": Shape.ALONE,
    "civil": Shape.ALONE,
    "withdraws": Shape.ALONE,
    "last-round": Shape.ALONE,
    "all-looed": Shape.ALONE,
    "tricon": Shape.ALONE,
    "sequence": Shape.ALONE,
    "flush": Shape.ALONE,
    "pair": Shape.ALONE,
    "point": Shape.ALONE,
    # Poker
    "calls": Shape.ALONE,
    "pat": Shape.ALONE,
    "opens": Shape.MAYBE_AMOUNT,
    "straddles": Shape.MAYBE_AMOUNT,
    "demands-show": Shape.AMOUNT,
    # Vingt-un, and the game of eight rounds
    "double": Shape.ALONE,
    "natural": Shape.ALONE,
    "divides": Shape.AMOUNT_AND_CARDS,
    "vingt-un": Shape.ALONE,
    "over": Shape.ALONE,
    "loses": Shape.ALONE,
    "ties": Shape.ALONE,
    "last-card": Shape.ALONE,
    "rejects": Shape.MAYBE_CARD,
    "throws-up": Shape.ALONE,
    "self": Shape.ALONE,
    "company": Shape.ALONE,
    # Commerce
    "trades": Shape.ALONE,
    "barters": Shape.MAYBE_TWO_CARDS,
    "offers": Shape.ALONE,
    "exchanges": Shape.ALONE,
    "beats": Shape.PLAYERS,
    "worst": Shape.ALONE,
    "horse": Shape.ALONE,
    # My Bird Sings, Spin, Snip-Snap-Snorum
    "sings": Shape.MAYBE_CARDS,
    "forfeits": Shape.ALONE,
    "snip": Shape.MAYBE_PLAYER,
    "snap": Shape.MAYBE_PLAYER,
    "snorum": Shape.MAYBE_PLAYER,
    "matches": Shape.ALONE,
    # Spoil-Five, Cassino
    "fives": Shape.MAYBE_CARD,
    "robs": Shape.MAYBE_CARD,
    "jinks": Shape.ALONE,
    "spoilt": Shape.ALONE,
    "lays": Shape.CARD,
    # Loto
    "row": Shape.WITH_PLAYERS,
    "two-rows": Shape.WITH_PLAYERS,
    "full": Shape.WITH_PLAYERS,
    "saves": Shape.NUMBER,
    "cards": Shape.NUMBER,
    "card": Shape.NUMBERS,
    "covers": Shape.NUMBERS,
    "last": Shape.MAYBE_NUMBER,
    # Tally
    "gives": Shape.PLAYER_AND_AMOUNT,
    "puts": Shape.AMOUNT,
}
"""The declarations of all the sheets, and what belongs to each. A number called needs no row."""

CARDS_BOUGHT = "cards-bought"
"""The word of the event that is said ``A buys N cards``."""

OTHER_FORMS = {
    "bet": "bets",
    "barter": "barters",
    "beat": "beats",
    "blücher": "blucher",
    "buy": "buys",
    "call": "calls",
    "cash": "cashes",
    "cover": "covers",
    "demand-show": "demands-show",
    "discard": "discards",
    "divide": "divides",
    "doubles": "double",
    "draw": "draws",
    "exchange": "exchanges",
    "fail": "failed",
    "fails": "failed",
    "five": "fives",
    "forfeit": "forfeits",
    "give": "gives",
    "hold": "holds",
    "jink": "jinks",
    "join": "joins",
    "lay": "lays",
    "leave": "leaves",
    "lose": "loses",
    "make": "made",
    "makes": "made",
    "match": "matches",
    "offer": "offers",
    "open": "opens",
    "pass": "passes",
    "pay": "pays",
    "play": "plays",
    "put": "puts",
    "raise": "raises",
    "reject": "rejects",
    "rob": "robs",
    "save": "saves",
    "score": "scores",
    "sell": "sells",
    "show": "shows",
    "sing": "sings",
    "snaps": "snap",
    "snips": "snip",
    "snorums": "snorum",
    "spoiled": "spoilt",
    "stake": "stakes",
    "stand": "stands",
    "straddle": "straddles",
    "take": "takes",
    "throw-up": "throws-up",
    "tie": "ties",
    "trade": "trades",
    "win": "wins",
    "withdraw": "withdraws",
}
"""Other forms of a word, and the one that the sheets use."""

SMALL_WORDS = ("with", "after", "to", "for", "on", "at", "takes", "draws", "turn-up")

RESERVED = frozenset(KEYWORDS) | frozenset(SMALL_WORDS) | {BANK}
"""What no player can be called: the words that begin a saying, the small words, and the evening's bank."""

WAYS_TO_BEAR = ("split", "banker")
"""How what is short or over at the close is borne: by all who are seated, or by the bank of the evening."""

WAYS_TO_END = ("divide", "draw", "leave")

CARD_FORM = "a card is a rank A 2 … 10 J Q K and a suit C D H S, as 10H"
NAME_FORM = "a name is letters, digits and _ - ' . or stands in double quotes"


def canonical(word: str) -> str:
    """Give the sheets' own form of a word in small letters."""
    return OTHER_FORMS.get(word, word)


def form_of(verb: str) -> str:
    """Give the form of the saying of a player that has this word, or nothing where there is none."""
    if verb in VERBS:
        return VERBS[verb]
    if verb in WORDS:
        return f"A {verb} {WORDS[verb].value}".rstrip()
    return ""
