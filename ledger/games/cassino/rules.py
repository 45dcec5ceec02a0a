"""Cassino: cards are taken by pairing and by adding up, and then what was taken is counted.

Two, three, four or more may play, four best [97]: up to twelve, or seven with the pack of thirty-two. With four,
those opposite each other are partners, whose winnings count together, unless `partners=off`. A side is two
partners, or one player alone.

Four cards are dealt to each, and four more, face up, to the table; when the hands are played out, four more each,
until the pack is out [98]-[99]. The lowest card drawn, ace low, deals first. From the dealer's left each plays a
card. It takes every card of its rank, and every set of cards that adds up to its number, the ace being one; court
cards only pair. If it takes nothing it stays on the table [98]. Whoever takes the last card from the table has
swept it, and the next player has to lay a card out. Who takes last of all takes what is left, and that is a sweep
too [99].

What counts [99]
  Great Cassino, the ten of diamonds   2
  Little Cassino, the two of spades    1
  each ace                             1
  the most spades                      1
  the most cards                       3
  each sweep                           1

How it is scored (`scoring`) [97], [100]
  difference    two sides: who has more scores what he has more, and the other nothing
  own           three or more: each scores his points
  less-lowest   three or more: the lowest number of points is taken from everybody's
  two-lowest    three: the two lowest together are taken from the highest, who alone scores, if anything is left

For every two players he who scored less pays the other a `point` for each point between them; partners pay one
to one, from the dealer's left. With `game` a side wins that has that score, and more than any other, when a deal
has been counted: each of the others pays a winner `stake`, and the scores begin again.

Sayings: `A scores great little aces=2 spades cards sweeps=1` for each side, as much of it as it has, or
`A scores 0`; a side left out scores nothing. Or card by card, when the four cards of the table were said with the
deal: `A plays 8D`, which takes all that it can; `A plays 8D takes 5H 3C`, where it can take this or that;
`A lays 8D`, which takes nothing. `A holds CARD …` is what A has in hand at the moment.

Irregularities [100]
  misdeal    the dealer has exposed a card in the first round: the deal is forfeited, and passes to the left
  exposed    the dealer has exposed a card later: `fine` to a pool, and the deal goes on
The pool of the fines goes to the side that has most points in a deal, before `scoring`, if it is one alone.

Where the book is silent: a majority is more than any other side has, and if the most are equal nobody scores it.
The last taker scores his sweep even for one card, but the last card that itself takes the whole table is one sweep.
If nobody has taken anything nobody scores. Where the last cards are too few for four each they go round one by one.
Who overlooks what he could take forfeits nothing. With `game`, if the most are equal nobody has won yet, and nobody
joins or leaves before the end; the scores of a game that is not finished lapse.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from ledger.games.cassino.captures import sets_for, takes_all, wrong_capture
from ledger.games.cassino.count import ALONE, COUNTED, FORM, ScoreSheet, Winnings, most, score_forms, winnings_taken
from ledger.games.cassino.money import SCORINGS, CassinoMoney
from ledger.games.cassino.options import CassinoOptions
from ledger.games.cassino.play import IN_HAND, CardPlay
from ledger.games.families.sides import ScoresCarry, nobody_scored, score_of
from ledger.rules import (
    Allowed,
    Card,
    Chooser,
    DealInHand,
    Game,
    Lazy,
    Offence,
    Permission,
    Play,
    Score,
    Side,
    Sides,
    SlotsFor,
    Turn,
    allow_if,
    in_order,
    listed,
    pick_cards,
    so_many,
    sorted_out,
    twice,
)
from ledger.rules.events import Deal, Event, Holds, Misdeal, Penalty, Plays, Says, Scores
from ledger.rules.slots import Cards, Group, Literal, Slots, Word

BOTH_WAYS = "a deal is told by its scores or by its cards, and not by both"


class CassinoDeal(DealInHand[CassinoOptions, ScoresCarry]):
    """A deal of Cassino."""

    fines_to = "fines"
    hand_sizes = (1, 2, 3, 4)
    sides: Sides
    score_sheet: ScoreSheet
    cards: CardPlay | None
    """Return the play by cards, if the cards on the table were said."""

    def prepare(self) -> None:
        """Set up the money of the deal."""
        self.money = CassinoMoney(self.table, self.options)

    def play(self) -> Play[ScoresCarry]:
        """Play the deal: told by its scores or by its cards, and then counted."""
        yield from self.opening((0, len(self.pack)), check=self.wrong_table)
        table, pack = self.table, self.options.pack
        self.sides = self.options.sides_of(table.players)
        self.score_sheet = ScoreSheet(self.sides, pack)
        self.cards = CardPlay(table.round(), table.turned_up, pack) if table.turned_up else None
        while (winnings := self.winnings()) is None:
            self.take((yield self.turn))
        return self.settle({side: winnings[side].points() for side in self.sides.all})

    def lies_open(self) -> Sequence[Card]:
        """Return the cards that lie on the table now."""
        cards = self.cards if self.in_hand else None
        return super().lies_open() if cards is None else tuple(cards.board)

    def winnings(self) -> dict[Side, Winnings] | None:
        """Return the winnings of every side; None while the deal goes on."""
        if not self.score_sheet.silent():
            return self.score_sheet.winnings
        cards = self.cards
        if cards is None or cards.next_player is not None:
            return None
        taken = {side: [card for player in side for card in cards.taken[player]] for side in self.sides.all}
        return winnings_taken(taken, self.sides.totals(cards.sweeps))

    @staticmethod
    def wrong_table(deal: Deal) -> str | None:
        """Return what is wrong with the cards on the table: all four are said, or none."""
        number = len(deal.turn_up)
        return None if number in (0, IN_HAND) else f"four cards lie on the table, not {number}"

    # What may be said

    def turn(self) -> Turn:
        """Ask for the scores, or for the next card."""
        sheet, cards = self.score_sheet, self.cards
        says = (Lazy((Scores,), self.by_score), Lazy((Plays,), self.playing), Lazy((Says,), self.laying))
        if cards is not None and cards.begun:
            return Turn(says=says, who=(cards.next_player or "",), act="play a card", state=partial(self.lying, cards))
        silent = self.table.round([player for side in sheet.silent() for player in side])
        missing = sheet.missing()
        default = None if missing else Scores(silent[0], points=0)
        return Turn(
            says=says,
            who=silent,
            statement=f"{self.dealer}'s deal is to be counted",
            state=partial(self.to_be_scored, silent, missing),
            default=default,
        )

    def by_score(self) -> Iterable[Permission]:
        """Return the sayings of scores, unless the deal is being told by its cards."""
        return allow_if(self.cards is None or not self.cards.begun, self.may_score())

    def playing(self) -> Iterable[Permission]:
        """`A plays CARD` and `A plays CARD takes CARD …`."""
        players = self.table.players
        return [Allowed(Plays, players, self.made_up_play, check=self.wrong_play, slots=self.playing_slots)]

    def laying(self) -> Iterable[Permission]:
        """`A lays CARD`."""

        def wrong(event: Says) -> str | None:
            return self.wrong_card(event.player, event.cards)

        def slots(player: str) -> Slots | None:
            cards = self.playable(player)
            return (Word(("lays",)), cards) if cards else None

        return [Allowed(Says, self.table.players, check=wrong, slots=slots, words=("lays",))]

    def not_by_cards(self) -> str | None:
        """Return why the deal cannot be told by its cards, or None."""
        if self.score_sheet.winnings:
            return f"this deal is being told by its scores: {BOTH_WAYS}"
        if self.cards is None:
            return "the four cards of the table were not said with the deal, so that its cards cannot be followed"
        return None

    def to_be_scored(self, silent: Sequence[str], missing: Sequence[str]) -> str:
        """Return a clause: who has not scored, and what nobody has been given."""
        state = f"{listed(list(silent))} may score"
        if missing:
            state += f"; nobody has been given {listed(list(missing))}"
        if self.cards is not None and not self.score_sheet.winnings:
            state += f"; or card by card: it is {self.cards.next_player}'s turn to play a card, "
            state += f"and {self.lying(self.cards)}"
        return state

    @staticmethod
    def lying(cards: CardPlay) -> str:
        """Return a clause: the cards on the table."""
        return f"on the table lies {' '.join(map(str, cards.board)) or 'nothing'}"

    def may_score(self) -> Iterator[Allowed]:
        """`A scores …`, with the words for the points, and `A scores 0`."""
        players = self.table.players

        def wrong(event: Scores) -> str | None:
            if self.cards is not None and self.cards.begun:
                return f"this deal is being told by its cards: {BOTH_WAYS}"
            return self.score_sheet.wrong(event)

        def slots(number: int, player: str) -> Slots | None:
            if self.sides.of(player) in self.score_sheet.winnings:
                return None
            forms = score_forms(self.score_sheet)
            return (Word(("scores",), shown=FORM), *forms[number]) if number < len(forms) else None

        def nothing(player: str) -> Slots | None:
            return None if wrong(Scores(player, points=0)) else (Word(("scores",)), Literal("0"))

        scores: list[SlotsFor] = [partial(slots, number) for number in range(len(ALONE) + len(COUNTED))]
        return (Allowed(Scores, players, check=wrong, slots=slots_of) for slots_of in (*scores, nothing))

    def playable(self, player: str) -> Cards | None:
        """Return the cards that a player may play or lay."""
        right, out = sorted_out(self.pack, lambda card: self.wrong_card(player, (card,)))
        return Cards(1, 1, right, out) if right else None

    def playing_slots(self, player: str) -> Slots | None:
        """Return the slots of a card and of the cards that it takes from the table."""
        cards, board = self.playable(player), self.cards.board if self.cards else []
        if cards is None:
            return None
        taking = Group((Literal("takes"), Cards(1, len(board), tuple(board), shown="CARD …")), optional=True)
        return (Word(("plays",)), cards, taking) if board else (Word(("plays",)), cards)

    def wrong_play(self, event: Plays) -> str | None:
        """Return why a card cannot take these cards, or None."""
        return self.wrong_card(event.player, event.cards) or self.wrong_taking(event)

    def to_play(self) -> str:
        """Return whose turn it is to play a card."""
        assert self.cards is not None
        assert self.cards.next_player is not None
        return self.cards.next_player

    def made_up_play(self, chooser: Chooser) -> Plays | None:
        """Make up a card of the next player, often one that takes much, with what it takes."""
        if self.cards is None or self.not_by_cards():
            return None
        among = pick_cards(chooser, self.unseen(self.to_play()), chooser.choose((1, 12)))
        if not among:
            return None
        board = self.cards.board
        card = max(among, key=lambda other: len(takes_all(other, board) or ()))
        some = next(sets_for(card, self.cards.board), ())
        named = takes_all(card, self.cards.board) is None or (some and chooser.number(0, 3) == 0)
        return Plays(self.to_play(), (card,), some if named else ())

    def wrong_card(self, player: str, cards: tuple[Card, ...]) -> str | None:
        """Return why a player cannot play or lay this card now, or None."""
        if problem := self.not_by_cards():
            return problem
        assert self.cards is not None
        if player != self.cards.next_player:
            return f"it is {self.cards.next_player}'s turn to play, not {player}'s"
        if len(cards) != 1:
            return f"one card is played at a time, not {len(cards)}"
        return self.card_fault(player, cards[0])

    def wrong_taking(self, event: Plays) -> str | None:
        """Return why a card cannot take the named cards, or which cards it may choose between."""
        assert self.cards is not None
        (card,), board = event.cards, self.cards.board
        if not event.takes:
            if takes_all(card, board) is not None:
                return None
            sets = [" ".join(map(str, cards)) for cards in islice(sets_for(card, board), 4)]
            say = f"say {event.player} plays {card} takes CARD …"
            return f"{card} can take this or that ({', or '.join(sets)}), and not all at once: {say}"
        if problem := twice(event.takes):
            return problem
        if absent := next((other for other in event.takes if other not in board), None):
            return f"{absent} does not lie on the table"
        return wrong_capture(card, event.takes)

    def take(self, event: Event) -> None:
        """Note a score, or play a card."""
        if isinstance(event, Scores):
            self.score_sheet.take(event)
            return
        assert isinstance(event, Plays | Says)
        assert self.cards is not None
        (card,) = event.cards
        self.table.played[card] = event.player
        taken: tuple[Card, ...] = ()
        if isinstance(event, Plays):
            taken = event.takes or takes_all(card, self.cards.board) or ()
        if self.cards.play(card, taken):
            self.table.hands.clear()

    # Hands

    def wrong_hand(self, event: Holds) -> str | None:
        """`A holds CARD …`: as many cards as the player has now, none of them seen."""
        player = event.player
        if not self.in_hand:
            return "no deal is in hand"
        if player not in self.table.players:
            return f"{player} has no cards in this deal"
        if problem := self.not_by_cards():
            return problem
        assert self.cards is not None
        if player in self.table.hands:
            return f"{player}'s hand has been said already, and holds until the next cards are dealt"
        left = self.cards.left[player]
        if len(event.cards) != left:
            return f"{player} has {so_many(left)} in hand at the moment, not {len(event.cards)}"
        return twice(event.cards) or next(filter(None, (self.card_fault(player, card) for card in event.cards)), None)

    def hand_form(self, player: str) -> Slots | None:
        """Return the form of a hand: the cards that a player has now, of those not seen."""
        among = self.unseen(player)
        left = self.cards.left[player] if self.cards else 0
        if not left or player in self.table.hands or self.score_sheet.winnings or len(among) < left:
            return None
        return (Word(("holds",)), Cards(left, left, in_order(among)))

    # The money

    def settle(self, points: dict[Side, int]) -> ScoresCarry:
        """Pay the points, add them to the scores, end a game that is won, and give out the fines."""
        scoring = self.options.scoring_of(len(self.sides.all))
        self.table.remark(", ".join(f"{side} {made}" for side, made in points.items()))
        scored = SCORINGS[scoring](points)
        self.money.deal_counted(scored, scoring, self.sides)
        if (side := most(points)) is not None:
            self.money.most_points(side)
        before = self.carry.scores
        scores = {player: before[player] + made for side, made in scored.items() for player in side}
        return self.decide(scores) if self.options.game else ScoresCarry(scores)

    def decide(self, scores: dict[str, int]) -> ScoresCarry:
        """End a game that one side alone has won by its score; return the scores [99]."""
        best = most({side: scores[side[0]] for side in self.sides.all})
        if best is None or scores[best[0]] < (self.options.game or 0):
            return ScoresCarry(scores)
        self.table.remark(f"{best} won the game with {scores[best[0]]}")
        self.money.game_won(best, self.sides)
        return nobody_scored(self.table)

    # Irregularities

    def offences(self) -> dict[str, Offence]:
        """Return the faults of the dealer [100]."""
        return self.money.offences()

    def misdeal(self, event: Misdeal | Penalty) -> ScoresCarry:
        """Forfeit the deal, which passes to whoever then sits on the left [100]."""
        carry = super().misdeal(event)
        self.table.next_from = None
        return carry

    # Between deals, and the end

    def first_carry(self) -> ScoresCarry:
        """Return scores of 0 for everybody."""
        return nobody_scored(self.table)

    def score(self) -> Score | None:
        """Return the score of each side, in a game with a score to reach."""
        sides, target = self.options.sides_of(self.table.players), self.options.game
        return score_of(sides, self.carry.scores, target) if target else None

    def carried(self) -> dict[str, Any]:
        """Return the score of every player, which is that of the player's side."""
        return {"scores": dict(self.carry.scores)}

    def refuse_join(self, player: str) -> str | None:
        """Refuse a new player in a game with a score to reach."""
        return f"nobody joins a game to {self.options.game}: say end first" if self.options.game else None

    def refuse_leave(self, player: str) -> str | None:
        """Refuse to let a player leave a game with a score to reach."""
        return f"nobody leaves a game to {self.options.game}: say end first" if self.options.game else None

    def joined(self, player: str) -> ScoresCarry:
        """Give a player who joins no score."""
        return ScoresCarry({**self.carry.scores, player: 0})

    def left(self, player: str) -> ScoresCarry:
        """Take the score of a player who leaves."""
        return ScoresCarry({other: score for other, score in self.carry.scores.items() if other != player})


class Cassino(Game[CassinoOptions, ScoresCarry]):
    """Cassino."""

    name = "cassino"
    title = "Cassino"
    options = CassinoOptions
    carry = ScoresCarry
    deal = CassinoDeal
    players = (2, 12)
    most_with_32 = 7

    def refuse_players(self, number: int, options: CassinoOptions) -> str | None:
        """Return why this number cannot play: each needs four cards, and options may set the number."""
        return super().refuse_players(number, options) or options.misfit(number)


GAME = Cassino()
