"""Everything that the author of a game imports.

Write a game as a subclass of `Game` and one of `DealInHand`; `ledger/games/tutorial.md`, which is installed with this
package, shows how, and `reference.md` beside it has every name in 550 lines. The kinds of event are in `events`, the
slots of forms in `slots`, and the makers of house rules in `option`.
"""

from ledger.core.books import Account, Pool, Posting
from ledger.core.cards import (
    ACE_HIGH,
    RANK_NAMES,
    RANKS,
    SUIT_NAMES,
    SUITS,
    Card,
    in_order,
    pack_of,
    same_rank,
    same_suit,
    so_many,
)
from ledger.core.money import Money, shares
from ledger.core.pots import PartAtShow, PotAtShow
from ledger.core.refusals import Code, Refusal, did_you_mean, listed, perhaps, refuse
from ledger.language.header import Steps, Tile
from ledger.language.slots import Chooser
from ledger.language.vocabulary import Announcement, Arguments, AtOnce, BettingWords, Qualifier, Said, Vocabulary
from ledger.language.words import CARDS_BOUGHT
from ledger.rules import events, slots
from ledger.rules import options as option
from ledger.rules.allowed import (
    AmountRange,
    allow_if,
    amount,
    announcement,
    cards,
    declaration,
    disallow,
    disallowed,
    number,
    passing,
    pick_cards,
    sale,
    shows,
    sorted_out,
    split,
    takes,
    twice,
    wins,
    word,
)
from ledger.rules.clock import ClockSet, GameClock, Period
from ledger.rules.deal import AnyDeal, CarryT, DealInHand, OptionsT, Play, SubPlay
from ledger.rules.game import Game, GameRecord, NoCarry
from ledger.rules.known_cards import KnownCards
from ledger.rules.offences import Offence
from ledger.rules.options import Counters, DerivedDefault, Options
from ledger.rules.score import GameOver, Score
from ledger.rules.sides import Side, Sides
from ledger.rules.table import Table
from ledger.rules.turns import (
    Allowed,
    Check,
    Disallowed,
    Example,
    Lazy,
    Permission,
    Question,
    SlotsFor,
    Turn,
    permissions_of,
)

API_VERSION = 1
"""The version of the interface for games. A game states as `RULES_API` the version that it is written for."""

__all__ = [
    "ACE_HIGH",
    "API_VERSION",
    "CARDS_BOUGHT",
    "RANKS",
    "RANK_NAMES",
    "SUITS",
    "SUIT_NAMES",
    "Account",
    "Allowed",
    "AmountRange",
    "Announcement",
    "AnyDeal",
    "Arguments",
    "AtOnce",
    "BettingWords",
    "Card",
    "CarryT",
    "Check",
    "Chooser",
    "ClockSet",
    "Code",
    "Counters",
    "DealInHand",
    "DerivedDefault",
    "Disallowed",
    "Example",
    "Game",
    "GameClock",
    "GameOver",
    "GameRecord",
    "KnownCards",
    "Lazy",
    "Money",
    "NoCarry",
    "Offence",
    "Options",
    "OptionsT",
    "PartAtShow",
    "Period",
    "Permission",
    "Play",
    "Pool",
    "Posting",
    "PotAtShow",
    "Qualifier",
    "Question",
    "Refusal",
    "Said",
    "Score",
    "Side",
    "Sides",
    "SlotsFor",
    "Steps",
    "SubPlay",
    "Table",
    "Tile",
    "Turn",
    "Vocabulary",
    "allow_if",
    "amount",
    "announcement",
    "cards",
    "declaration",
    "did_you_mean",
    "disallow",
    "disallowed",
    "events",
    "in_order",
    "listed",
    "number",
    "option",
    "pack_of",
    "passing",
    "perhaps",
    "permissions_of",
    "pick_cards",
    "refuse",
    "sale",
    "same_rank",
    "same_suit",
    "shares",
    "shows",
    "slots",
    "so_many",
    "sorted_out",
    "split",
    "takes",
    "twice",
    "wins",
    "word",
]
