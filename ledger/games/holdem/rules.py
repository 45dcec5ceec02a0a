"""Hold'em, the cash game: two cards each, five on the board, and four rounds of betting.

Two to 22 play. The best five of one's own two cards and the five of the board take the pot. The rules are those of
Robert's Rules of Poker (RR, by section) and of the World Series of Poker (WSOP, by number).

A deal is told at one of three depths, which may be mixed from deal to deal, and come to the same money:
  stacks   nothing is said of the deal; `stacks` says now and then what lies in front of each
  pots     `in A 34 B 34`: what each has put in; and who has won
  betting  each act; folds and checks may be left unsaid

Who is dealt in, and for how much. Where all who play and do not sit out have bought counters in the evening, each has
for his stack what is in front of him at `deal` (table stakes; not with stakes=open): nobody puts in more, and who has
nothing in front is not dealt in. Else nobody's stack is known, and all in is only who says `all-in AMOUNT`. Between
deals one says `A sits-out` and `A sits-in`.

The button goes to the left to the next dealt in, and the next two lay the blinds; with two dealt in the button lays
the small one (WSOP 153). `button=moving`: a small blind who was not the big blind before pays as much as the big one.
`button=dead`: the big blind moves on by one, the small blind and the button follow to the places of the big and the
small blind before, though nobody may be dealt in there (RR, WSOP 151). With `simple` one may lay the big blind twice
running where one of three sits out; with `moving` and with `dead` nobody does. The page suggests `moving`.

Before the first word: `A straddles [AMOUNT]`, twice the big blind or more; `A posts [big|small]`, who comes in or
comes back. Between deals `bomb AMOUNT [2]`: in the next deal each lays that, there are no blinds, and the betting
begins with the flop; with 2 there are two boards.

The betting. On the first street from the left of the big blind (or the straddler), afterwards from the left of the
button: `folds`, `checks`, `calls`, `bets AMOUNT`, `raises to AMOUNT`, `raises AMOUNT`, `all-in [AMOUNT]`, or
`passes`, which is to fold or to check. Who owes and says nothing folds, who owes nothing checks. A bet is at least
the big blind, a raise at least as much as the greatest bet or raise of the street, unless it is all in; an all-in of
less opens nothing to who has had his say, until what he owes comes to a full raise (WSOP 171-173). `limit=pot`: no
raise of more than the pot; `limit=fixed`: every bet and raise is `bet`, on the last two streets twice that, and after
`raises` raises there is none, unless two began the street (WSOP 127). A blind counts in full, though less was laid
(WSOP 150). `flop`, `turn` and `river`, with their cards or without, let those who have not spoken take their
defaults.

The show. What nobody has called goes back. `A wins`, `split A B`: the best hand first; each takes every pot that he has
a claim on and nobody has taken, and what only one can claim is his. `A passes`: he claims nothing. `runs 2` or `3`: so
many boards; then `A wins first`, `split A B second`. With `A holds C C`, `A shows C C` and the board the cards decide.
`A wins` as the first word of a deal: he raised, and all others folded. `chop`: all but the blinds have folded: each
takes his blind back, and they share antes and all else that lies there. Odd counters go one each from the left of the
button.

What moves
  ante, blind, straddle, post, bomb, every act   A to holdem.pot                                     RR betting
  the deal is over    holdem.pot to A: what nobody has called                                        RR showdown
  each pot            holdem.pot to holdem.house: the `rake`; then to its winners                    WSOP 149
  chop, misdeal       holdem.pot to each: what he laid                                               WSOP 67, RR
  seven-deuce         each other dealt in to who wins alone with a seven and a two, and shows them: `seven_deuce`
  `A tips AMOUNT`     A to holdem.house; `A takes house [AMOUNT]`, `penalty A AMOUNT "WHY"`
  `stacks A 55 B 0`   who has less by counting than by the log, to holdem.untold; then that to who has more. Also who
                      has cashed more than he had, and who left having cashed last, has nothing then

Carried over: whose places the button and the blinds were at, who sits out, and a bomb pot that is due.

Irregularities. `misdeal` until two have acted: all goes back, and the same button deals again. No offences are
listed.

Where the books differ, or are silent: heads-up without limit on raises is from the start of the street (WSOP 127).
Least raise over a straddle: by what it is above the big blind (WSOP 161), or all of it with straddle_raise=straddle.
Rake: `in` tells of a flop, `A wins` as the first word of none; at betting depth there was a flop if it was said, if a
word of the second street was, or if two or more are left. Who owes nothing may fold. A raise that nobody can answer is
taken, and what is over goes back. Nobody can be called in, stacks, flop, turn, river, runs, bomb or chop.
"""

from dataclasses import dataclass

from ledger.games.families.betting.deal import BettingDeal
from ledger.games.families.betting.options import BettingCarry, BettingOptions
from ledger.games.families.betting.words import BETTING
from ledger.rules import Game, option


@dataclass(frozen=True)
class HoldemOptions(BettingOptions):
    """The house rules of Hold'em."""

    seven_deuce: int = option.amount(
        0, "what each other dealt in pays to who wins alone with a seven and a two", "the house", least=0
    )


class HoldemDeal(BettingDeal[HoldemOptions]):
    """A deal of Hold'em."""


class Holdem(Game[HoldemOptions, BettingCarry]):
    """Hold'em."""

    name = "holdem"
    title = "Hold'em"
    options = HoldemOptions
    carry = BettingCarry
    deal = HoldemDeal
    players = (2, 22)
    boards = True
    reserved = tuple(BETTING.announcements)


GAME = Holdem()
