"""Snip-Snap-Snorum: pair the card of the player before you, and outlast the others.

Two to ten play, with 32 cards two to six; five or six are best. Each has five stakes to lose, his lives. The
player on the dealer's left leads, and each in turn plays a card. Whoever plays a card of the same rank as the one
played just before it, by the player before him, makes that player pay into the pool [90]-[92]:

  Snip     the first pairing of a card     1 stake
  Snap     the second, running             2 stakes
  Snorum   the third, running              3 stakes

Any other card between breaks the run. Nobody pays more than he has left; who has lost his last stake is out, is
passed over and dealt no more cards. The last in takes the pool, and what he has left is his own. The next deal then
begins a new game with all the lives full, and the first who was out deals it [92]-[93].

The form `five`: five cards each, one a turn, five times round [91]. The form `whole`: the pack is dealt out, and a
player goes on playing until the next can pair his last card; the play is then between that one and the next after
him, and so round. When his cards are gone the play is with the next who has any [93]-[94]. With `unlimited` there
are no lives: the first to be rid of his cards takes the pool, and each deal is a game [94].

A turned-up card (`turn_up`) may be matched by the first player's first card, which counts as a Snip: the dealer
pays a stake into the pool, or the pool pays one to the player, who has it among his lives [94].

Who has a card of the rank just played by the player before must play it. If he does not, `penalty A snip` (`snap`,
`snorum`): the player whose card A failed to pair pays as though he had, and A then twice as much [93]. It is refused
where it was not A's turn to pair.

Sayings by outcome: `A snip`, `A snap`, `A snorum` (with the player paired, where those between have no cards left),
`A matches`, `A out` (he has lost his last stake, no matter how), `A wins`. Card by card: `A plays CARD …`, and all
of that follows. A deal is told in one of these ways. It is over when the next is dealt, if not before.

Where the book is silent: who owes three stakes and has two pays two and is out. In the form `whole` a player's own
second card of a rank begins afresh, and after a Snorum the player who made it plays on. Who joins while lives are
being lost plays from the next game, and has no part in the pool before; who leaves is out, and keeps what he has
left. A misdeal takes back all that the deal has moved, with the lives. A fine counts in the deal before until the next
is dealt; nobody pairs the card of one who has since gone out, or sat down. With `unlimited` the last card of the
winner may pair.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from ledger.games.snip_snap_snorum.lives import Lives, SnipCarry, carried, first_out_deals
from ledger.games.snip_snap_snorum.options import SnipOptions
from ledger.rules import (
    Allowed,
    Card,
    Chooser,
    Code,
    DealInHand,
    Disallowed,
    Game,
    Lazy,
    Offence,
    Permission,
    Play,
    Turn,
    disallow,
    in_order,
    listed,
    pick_cards,
    refuse,
    shares,
    sorted_out,
    twice,
    wins,
    word,
)
from ledger.rules.events import Event, Out, Penalty, Plays, Says, Silence, Wins
from ledger.rules.slots import Cards, Player, Slots, Word

BY_CARDS = "this deal is told by its cards: who pairs, and who is out, follows from them"
NO_PENALTY = "there is no penalty before a deal, nor once the pool has been won"

PAIRINGS = ("snip", "snap", "snorum")
"""The pairings of a card, in their order: each costs a stake more than the one before [91]."""


class SnipDeal(DealInHand[SnipOptions, SnipCarry]):
    """A deal of Snip-Snap-Snorum."""

    taken_back = "misdeal"
    hand_sizes: tuple[int, ...] = (5,)  # with form=whole they are known when it is dealt

    def prepare(self) -> None:
        """Set up the attributes of the deal."""
        self.lives = self.lives_carried()
        self.cards: dict[str, int] = {}
        """The number of cards that each has still to play."""
        self.told_by = ""
        """Whether the deal is told by outcome or by cards, once that is known."""
        self.last: Card | None = None
        """The card on the table, if it is known: the last card played, or the turn-up."""
        self.layer = ""
        """The player of the last card or pairing; nobody before the first."""
        self.run = 0
        """The number of pairings that have run on to the last card."""
        self.excused = ""
        """The player who has just been fined for a missed pairing."""
        self.not_paired: dict[str, str] = {}
        """For each player, the owner of the card last left unpaired, in a deal told by its cards."""
        self.runs: dict[tuple[str, str], str] = {}
        """For each player, who made the pairing that a snap or a snorum could have followed, in a deal told by its
        outcome."""

    def lives_carried(self) -> Lives:
        """Return the lives that this deal begins with; in a new game nobody is out."""
        carry = self.carry
        return Lives(self.table, carry.left, carry.out if carry.begun else (), self.options.unlimited)

    def play(self) -> Play[SnipCarry]:
        """Play the deal: lives, then pairings or cards, until the pool is won or the next deal."""
        yield from self.opening((0, 1) if self.options.turn_up else (0, 0))
        self.begin()
        while isinstance(event := (yield self.turn), Says | Out | Wins | Plays):
            self.hear(event)
        return carried(self.lives, self.carry.waiting)

    def begin(self) -> None:
        """Fill the lives if a new game begins, and deal the cards."""
        options, players = self.options, self.table.round()
        self.lives = self.lives_carried()
        if not self.carry.begun or options.unlimited:
            self.lives.left = dict.fromkeys(players, (options.lives or 0) * options.stake)
        order = self.lives.still_in()
        self.cards = shares(len(self.pack), order) if options.form == "whole" else dict.fromkeys(order, 5)
        self.hand_sizes = tuple(sorted(set(self.cards.values())))
        self.last = self.table.turned_up[0] if self.table.turned_up else None

    def hear(self, event: Says | Out | Wins | Plays) -> None:
        """Take a saying of the play."""
        self.told_by = "by cards" if isinstance(event, Plays) else "by outcome"
        if isinstance(event, Plays):
            self.played(event)
        elif isinstance(event, Out):
            self.lives.lose_all(event.player)
        elif isinstance(event, Wins):
            self.wins(event.player)
        elif event.word == "matches":
            self.match(event.player)
        else:
            self.pair(event.player, self.paired_by(event), PAIRINGS.index(event.word))

    # Who is next

    def first(self) -> str:
        """Return who leads."""
        return self.lives.after(self.dealer)

    def follower(self) -> str:
        """Return who comes next after the last card, of the players with cards."""
        return self.lives.after(self.layer, [player for player in self.lives.still_in() if self.cards[player]])

    def plays_on(self) -> bool:
        """Return whether the last card's player goes on until the next player can pair it [93]."""
        return self.options.form == "whole" and self.layer in self.lives.still_in() and self.cards[self.layer] > 0

    def may_play(self) -> tuple[str, ...]:
        """Return who may play a card now; nobody when all have been played."""
        if not any(self.cards[player] for player in self.lives.still_in()):
            return ()
        if not self.layer:
            return (self.first(),)
        return tuple(dict.fromkeys([self.layer, self.follower()] if self.plays_on() else [self.follower()]))

    # What may be said

    def turn(self) -> Turn | None:
        """Ask for everything that may be said now; None when the pool is won."""
        if self.lives.won:
            return None
        speaking = self.may_play() if self.told_by != "by outcome" else ()
        says = (
            Lazy((Says,), partial(self.of_those_in, Says, self.words)),
            Lazy((Out,), partial(self.of_those_in, Out, self.going_out)),
            Lazy((Wins,), partial(self.of_those_in, Wins, self.winning)),
            Lazy((Plays,), partial(self.of_those_in, Plays, partial(self.playing, speaking))),
        )
        by_cards = self.told_by == "by cards"
        return Turn(
            says=says,
            who=speaking,
            statement="all the cards have been played" if by_cards and not speaking else "the deal is being played",
            state=partial(self.expected, speaking) if by_cards else self.stakes_left,
            joint=": " if by_cards and speaking else ", and " if self.told_by else ", ",
            default=Silence(),
        )

    def of_those_in(self, kind: type[Event], may: Callable[[], Iterable[Permission]]) -> Iterator[Permission]:
        """Return what may be said; players without a part in this deal are told why."""
        there = self.lives.still_in()
        if gone := tuple(player for player in self.table.seats.seated if player not in there):
            yield Disallowed(kind, gone, check=lambda event: self.why_absent(event.player))
        yield from may()

    def expected(self, speaking: Sequence[str]) -> str:
        """Return who plays the next card, as a clause."""
        if not speaking:
            return "the next deal is awaited"
        if len(speaking) == 1:
            return f"{speaking[0]} is to play"
        return f"{speaking[0]} plays on, until {speaking[1]} can pair {self.last}"

    def stakes_left(self) -> str:
        """Return who leads before the first saying, and what is left of limited stakes, as a clause."""
        leads = [] if self.told_by else [f"{self.first()} leads"]
        if self.options.unlimited:
            return "".join(leads)
        left = [f"{player} {self.table.show(self.lives.left[player])}" for player in self.lives.still_in()]
        return ", and ".join((*leads, f"of their stakes {listed(left)} are left"))

    def words(self) -> Iterator[Permission]:
        """Return the sayings of pairings, as they were seen."""
        if self.told_by == "by cards":
            yield disallow(Says, BY_CARDS, *PAIRINGS, "matches")
            return
        for pairing in PAIRINGS:
            slots = partial(self.pairing_slots, pairing)
            yield Allowed(Says, self.lives.still_in(), check=self.wrong_pairing, slots=slots, words=(pairing,))
        yield from self.matching()

    def going_out(self) -> Iterator[Permission]:
        """Return the saying that a player is out."""
        if self.told_by == "by cards":
            yield disallow(Out, BY_CARDS)
        elif self.options.unlimited:
            yield disallow(Out, "nobody can be out with unlimited: who is first rid of all cards wins")
        else:
            yield Allowed(Out, self.lives.still_in(), slots=lambda player: (Word(("out",)),))

    def winning(self) -> Iterator[Permission]:
        """Return the saying that a player has won."""
        yield disallow(Wins, BY_CARDS) if self.told_by == "by cards" else wins(self.lives.still_in())

    def playing(self, speaking: tuple[str, ...]) -> Iterator[Permission]:
        """Return the saying of the next card, by those who may play it."""
        if self.told_by == "by outcome":
            yield disallow(Plays, "this deal is told by its outcome: the cards are not said")
        elif speaking:
            yield Allowed(
                Plays,
                speaking,
                example=lambda chooser: self.example_play(chooser, speaking),
                check=self.wrong_plays,
                slots=self.card_slots,
            )

    def matching(self) -> list[Permission]:
        """`A matches`: the turn-up, by the first card of the deal [94]."""
        if not self.options.turn_up:
            return [disallow(Says, "no card is turned up to be matched: that needs turn_up", "matches")]
        if self.told_by:
            return [disallow(Says, "only the first card of the deal can match the turn-up", "matches")]
        return [
            word(self.first(), "matches"),
            disallow(Says, f"{self.first()} plays first, and only the first card can match the turn-up", "matches"),
        ]

    def why_absent(self, player: str) -> str:
        """Return why a player has no part in this deal, or None."""
        if player in self.table.players:
            return f"{player} is out" if player in self.lives.out else f"{player} plays from the next deal on"
        waits = player in self.carry.waiting
        return f"{player} plays from the next game on" if waits else f"{player} does not play in this game"

    # By outcome

    def pairing_slots(self, pairing: str, player: str) -> Slots | None:
        """`A snip`, or `A snip B` with the owner of the paired card."""
        alone = self.wrong_pairing(Says(player, pairing)) is None
        others = tuple(
            other
            for other in self.lives.still_in()
            if self.wrong_pairing(Says(player, pairing, players=(other,))) is None
        )
        if not others:
            return (Word((pairing,)),) if alone else None
        return (Word((pairing,)), Player(others, optional=alone, shown=None if alone else "NAME"))

    def paired_by(self, event: Says) -> str:
        """Return whose card is paired: the named player's, or else that of the player before."""
        return event.players[0] if event.players else self.lives.before(event.player)

    def wrong_pairing(self, event: Says) -> str | None:
        """Return why a pairing is impossible, or None."""
        if len(event.players) > 1 or event.cards or event.numbers or event.amount is not None:
            return f"after {event.word} at the most the player paired is said"
        paired, before = self.paired_by(event), self.lives.before(event.player)
        if paired not in self.lives.still_in():
            return f"{event.player} cannot pair a card of {paired}: {self.why_absent(paired)}"
        if paired == event.player:
            return f"{event.player} cannot pair a card of their own"
        if paired != before and self.options.form == "five":
            return f"{event.player} pairs the player before, who is {before}"
        return self.wrong_running(event, paired) if event.word != PAIRINGS[0] else None

    def wrong_running(self, event: Says, paired: str) -> str | None:
        """Return why this is not the second or third pairing of a card [91]-[92]; or None."""
        running = PAIRINGS.index(event.word)
        if self.run == len(PAIRINGS):
            return f"{self.layer} made the snorum: a card can be paired three times, and no more"
        if self.run != running:
            made = f"{self.layer} made the {PAIRINGS[self.run - 1]}: " if self.run else ""
            return f"{made}a {event.word} follows a {PAIRINGS[running - 1]}, with nothing between"
        if self.layer not in self.lives.still_in():
            return f"{self.layer}, who made the {PAIRINGS[running - 1]}, is out"
        if event.players and paired != self.layer:
            return f"{self.layer} made the {PAIRINGS[running - 1]}, and {paired} did not"
        following = self.lives.after(self.layer)
        if not event.players and event.player != following:
            return f"a {event.word} is {following}'s to make, who comes next after {self.layer}"
        return None

    # Card by card

    def card_slots(self, player: str) -> Slots | None:
        """`A plays CARD`, with further cards of the player in the same saying."""
        right, out = sorted_out(self.pack, lambda card: self.wrong_card(player, card))
        left = min(self.cards[player], len(self.unseen(player))) - 1
        further = Cards(1, left, in_order(self.unseen(player)), optional=True, shown=None)
        if not right:
            return None
        on = (further,) if left > 0 and self.plays_on_himself(player) else ()
        return (Word(("plays",)), Cards(1, 1, right, out, shown="CARD …"), *on)

    def plays_on_himself(self, player: str) -> bool:
        """Return whether a player may play several cards in a row [93]."""
        others = [other for other in self.lives.still_in() if other != player and self.cards[other]]
        return self.options.form == "whole" or not others

    def wrong_plays(self, event: Plays) -> str | None:
        """Return why cards cannot be played, or None; only the first of several is checked here."""
        if event.takes:
            return "nothing is taken by a card at Snip-Snap-Snorum"
        return twice(event.cards) or self.wrong_card(event.player, event.cards[0])

    def wrong_card(self, player: str, card: Card) -> str | None:
        """Return why a card cannot be played now, or None."""
        if self.lives.won:
            return f"the pool has been won: {card} is not played"
        if player not in (speaking := self.may_play()):
            return (
                f"it is {speaking[-1]}'s turn to play, not {player}'s" if speaking else "no card is left to be played"
            )
        return self.card_fault(player, card) or self.duty(player, card)

    def duty(self, player: str, card: Card) -> str | None:
        """Return the card that must be played: of the rank that the player before has played [93]."""
        if self.last is None or self.layer not in self.lives.still_in():
            return None
        following = self.follower()
        pairs = card.rank == self.last.rank and player != self.layer
        if self.plays_on() and player != self.layer and not pairs:
            return f"{player} plays only a card that pairs {self.last}: {self.layer} plays on"
        if pairs or following in (self.layer, self.excused):
            return None
        held = [own for own in self.table.hands.get(following, ()) if own not in self.table.played]
        due = next((own for own in held if own.rank == self.last.rank), None)
        return f"{following} has {due}, which pairs {self.last}, and must play it" if due else None

    def played(self, event: Plays) -> None:
        """Play cards one after another."""
        for card in event.cards:
            if problem := self.wrong_card(event.player, card):
                turn = self.turn()
                raise refuse(problem, turn.remedy(self.table.money) if turn else "", Code.CARD)
            self.lay(event.player, card)

    def lay(self, player: str, card: Card) -> None:
        """Play a card: it pairs the last one, or breaks the run."""
        before, layer = self.last, self.layer
        following = self.who_can_pair()
        if following and (player != following or before is None or before.rank != card.rank):
            self.not_paired[following] = layer
        self.table.played[card] = player
        self.cards[player] -= 1
        self.last, self.layer, self.excused = card, player, ""
        if before is None or before.rank != card.rank:
            self.run = 0
        elif not layer:
            self.match(player)
        elif layer != player and layer in self.lives.still_in():
            self.pair(player, layer, self.run)
        else:
            self.run = 0  # his own second card, or that of one who is out, begins afresh
        if self.options.unlimited and not self.cards[player]:
            self.wins(player)

    def example_play(self, chooser: Chooser, speaking: Sequence[str]) -> Plays | None:
        """Make up a card to play, preferably one that pairs."""
        player = chooser.choose(speaking)
        left = self.unseen(player)
        pairing = [card for card in left if self.last and card.rank == self.last.rank]
        picked = pick_cards(chooser, pairing if pairing and chooser.number(0, 2) else left, 1)
        return Plays(player, picked) if picked else None

    # What is paid

    def pair(self, player: str, paired: str, running: int) -> None:
        """Pair the card of the player before, who pays one, two or three stakes [91]."""
        self.run, self.layer = running + 1, player
        self.note_who_can_run_on(player)
        self.lives.lose(paired, (running + 1) * self.options.stake, f"{PAIRINGS[running]} by {player}", "[91]")

    def match(self, player: str) -> None:
        """Apply a match of the turn-up, the Snip of its rank: the dealer or the pool pays [94]."""
        self.run, self.layer = 1, player
        self.note_who_can_run_on(player)
        if self.options.turn_up == "dealer":
            self.lives.lose(self.dealer, self.options.stake, f"the turn-up matched by {player}", "[94]")
        else:
            self.lives.gain(player, self.options.stake, "the turn-up matched", "[94]")

    def note_who_can_run_on(self, player: str) -> None:
        """Note who can run on from this player's pairing, in a deal told by its outcome."""
        if self.told_by == "by outcome" and self.run < len(PAIRINGS):
            able = self.lives.still_in() if self.options.form == "whole" else (self.lives.after(player),)
            self.runs |= {(other, PAIRINGS[self.run]): player for other in able if other != player}

    def wins(self, player: str) -> None:
        """Give the pool to the last player in, or to the first without cards [92], [94]."""
        if self.options.unlimited:
            self.lives.win(player, "first rid of the cards", "[94]")
        else:
            self.lives.outlast(player)

    # Irregularities

    def hand_players(self) -> tuple[str, ...]:
        """Return who was dealt cards, and is not out."""
        return tuple(player for player in self.cards if player not in self.lives.out)

    def sizes_of_hand(self, player: str) -> tuple[int, ...]:
        """Return the number of cards that the player was dealt."""
        return (self.dealt(player),)

    def dealt(self, player: str) -> int:
        """Return how many cards a player was dealt."""
        return self.cards[player] + sum(whose == player for whose in self.table.played.values())

    def offences(self) -> dict[str, Offence]:
        """Return the offences: missed pairings, which are fined until the next deal [93]."""
        return {pairing: Offence(0, self.table.pool(), "[93]", between_deals=True) for pairing in PAIRINGS}

    def wrong_penalty(self, player: str, word: str) -> str | None:
        """Return why a player cannot be fined just now, or None."""
        if not self.in_hand and not self.carry.begun:
            return NO_PENALTY
        lives = self.lives if self.in_hand else self.lives_carried()
        if player not in lives.still_in():
            return self.why_absent(player)
        if self.in_hand and word and self.owed_by(player, word) is None:
            return f"it was not {player}'s turn to pair a card for a {word}"
        return None

    def who_can_pair(self) -> str | None:
        """Return whose turn it is to pair the last card, in a deal told by its cards; or None."""
        if not self.layer or self.layer not in self.lives.still_in() or not self.may_play():
            return None
        following = self.follower()
        return None if following == self.layer else following

    def owed_by(self, player: str, pairing: str) -> str | None:
        """Return whose card a player failed to pair; None if it was not the player's turn."""
        if self.told_by == "by cards":
            return self.layer if self.who_can_pair() == player else self.not_paired.get(player)
        if pairing == PAIRINGS[0]:
            return self.lives.before(player)
        return self.runs.get((player, pairing))

    def may_be_fined(self) -> tuple[str, ...]:
        """Return who may be fined: those who are in, while lives are being lost."""
        return tuple(player for player in self.table.players if self.wrong_penalty(player, "") is None)

    def penalty(self, event: Penalty) -> None:
        """Pay a fine out of what the player has left; after a deal, until the next begins [93]."""
        if not self.in_hand and not self.carry.begun:
            raise refuse(NO_PENALTY, code=Code.NOT_NOW)
        if not self.in_hand:
            self.lives = self.lives_carried()
        if event.player not in self.lives.still_in():
            raise refuse(self.why_absent(event.player), code=Code.PLAYERS)
        if event.offence is None:
            assert event.amount is not None
            self.lives.lose(event.player, event.amount, f"fined: {event.why}")
        else:
            self.offence_named(event.offence)
            if problem := self.wrong_penalty(event.player, event.offence):
                raise refuse(problem)
            self.pairing_not_made(event.player, event.offence, event.amount)
        if not self.in_hand:
            self.carry = carried(self.lives, self.carry.waiting)

    def pairing_not_made(self, player: str, pairing: str, amount: int | None) -> None:
        """Have the owner of the unpaired card pay for it, and the offender double [93]."""
        cost = (PAIRINGS.index(pairing) + 1) * self.options.stake
        spared = self.owed_by(player, pairing) if self.in_hand else None
        before = spared if spared in self.lives.still_in() else self.lives.before(player)
        self.excused = player
        self.table.fined.append((player, pairing))
        self.lives.lose(before, cost, f"{pairing}, not made by {player}", "[93]")
        if not self.lives.won:
            self.lives.lose(player, 2 * cost if amount is None else amount, f"fined: the {pairing} not made", "[93]")

    # Between deals, and the end

    def newcomer_plays(self) -> bool:
        """Return whether a newcomer plays at once: not while lives are being lost."""
        return not self.carry.begun or self.options.unlimited

    def joined(self, player: str) -> SnipCarry:
        """Let a newcomer wait until the pool is won; before a new game the first out deals."""
        if not self.newcomer_plays():
            return replace(self.carry, waiting=tuple(dict.fromkeys((*self.carry.waiting, player))))
        first_out_deals(self.table, self.carry)
        return self.carry

    def left(self, player: str) -> SnipCarry:
        """Take out a player who leaves and keeps the lives left; the last one in wins the pool."""
        if not self.carry.begun or self.options.unlimited:
            first_out_deals(self.table, self.carry)
            return self.carry
        lives = Lives(self.table, self.carry.left, self.carry.out, unlimited=False)
        lives.goes(player)
        return carried(lives, self.carry.waiting)


class SnipSnapSnorum(Game[SnipOptions, SnipCarry]):
    """Snip-Snap-Snorum."""

    name = "snip-snap-snorum"
    title = "Snip-Snap-Snorum"
    options = SnipOptions
    carry = SnipCarry
    deal = SnipDeal
    players = (2, 10)
    most_with_32 = 6
    best_cite = "[91]"
    pool_prefix = "snip"

    def best_players(self, options: SnipOptions) -> tuple[int, ...]:
        """Return the recommended numbers: five or six; with 32 cards three or four [91]."""
        return (3, 4) if options.pack == 32 else (5, 6)


GAME = SnipSnapSnorum()
