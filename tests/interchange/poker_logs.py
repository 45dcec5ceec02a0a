"""Write made-up sessions of poker as PokerNow and as PHH files record them."""

import csv
import io

from tests.interchange.poker_table import Table

OF_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
HANDS = 14


class PokerNowLog:
    """A log of PokerNow of a table, with what each has won or lost by the table's own reckoning."""

    def __init__(self, seed):
        self.table = Table(seed, unit=100 if seed % 4 == 3 else 1)
        self.decimals = seed % 4 == 3
        """Whether the amounts are dollars and cents."""
        self.entries = []
        table = self.table
        for seat in table.seats:
            self.say(f"The player {self.who(seat)} requested a seat.")
            self.joined(seat)
        for _ in range(HANDS):
            if (hand := table.deal()) is not None:
                self.hand(hand)
            self.between()
        self.nets = table.nets()
        if table.chance(20) and (hand := table.deal()) is not None:
            self.hand(hand)  # the log was taken in the middle of this hand
            at = next(place for place in reversed(range(len(self.entries))) if "Player stacks" in self.entries[place])
            del self.entries[at + table.random.randint(1, 5) :]
            assert not self.entries[-1].startswith("-- ending")

    @property
    def text(self):
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(["entry", "at", "order"])
        for place in reversed(range(len(self.entries))):
            writer.writerow([self.entries[place], "2026-08-20T19:00:00.000Z", str(17 * 10**13 + place)])
        return out.getvalue()

    def say(self, entry):
        self.entries.append(entry)

    def who(self, seat):
        return f'"{seat.name} @ {seat.id}"'

    def amount(self, amount):
        return f"{amount // 100}.{amount % 100:02}" if self.decimals else str(amount)

    def cards(self, cards):
        return ", ".join(f"{card[0].replace('T', '10')}{OF_SUITS[card[1]]}" for card in cards)

    def joined(self, seat):
        stack = self.amount(seat.stack)
        self.say(f"The admin approved the player {self.who(seat)} participation with a stack of {stack}.")
        self.say(f"The player {self.who(seat)} joined the game with a stack of {stack}.")

    def between(self):
        """Let people come, go, be away, buy again, and the blinds change."""
        table = self.table
        for seat in list(table.seats):
            who = self.who(seat)
            if not seat.stack:
                if table.chance(70):
                    table.rebuy(seat)
                    self.say(f"The player {who} requested a rebuy of {self.amount(seat.stack)}.")
                    self.say(f"The player {who} rebought. New stack {self.amount(seat.stack)}.")
                else:
                    self.say(f"The player {who} quits the game with a stack of {self.amount(table.quit(seat))}.")
            elif seat.away and table.chance(50):
                seat.away = False
                self.say(f"The player {who} sit back with the stack of {self.amount(seat.stack)}.")
            elif not seat.away and table.chance(8):
                seat.away = True
                self.say(f"The player {who} stand up with the stack of {self.amount(seat.stack)}.")
            elif table.chance(5):
                self.say(f"The player {who} quits the game with a stack of {self.amount(table.quit(seat))}.")
            elif table.chance(5):
                was = seat.stack
                table.rebuy(seat)
                new = self.amount(seat.stack)
                adding = self.amount(seat.stack - was)
                self.say(
                    f"WARNING: the admin queued the stack change for the player {who} adding {adding} chips in the "
                    "next hand."
                )
                self.say(f"The admin updated the player {who} stack from {self.amount(was)} to {new}.")
        gone = [seat for seat in table.all if seat not in table.seats]
        if gone and table.chance(15) and len(table.seats) < 10:
            seat = table.random.choice(gone)
            free = [place for place in range(1, 11) if place not in {other.place for other in table.seats}]
            seat.place, seat.away, seat.missed = table.random.choice(free), False, set()
            table.seats.append(seat)
            table.rebuy(seat)
            self.joined(seat)
        if (table.chance(15) or len(table.playing()) < 2) and (seat := table.join()):
            self.joined(seat)
        if table.chance(4):
            was = table.small
            table.small, table.big = 2 * table.small, 2 * table.big
            small, big = self.amount(table.small), self.amount(table.big)
            self.say(f"The game's small blind was changed from {self.amount(was)} to {small}.")
            self.say(f"The game's big blind was changed from {self.amount(2 * was)} to {big}.")
            self.say("Game Config Changes\n* Decision Limit Time: 20s » 15s")
        if table.chance(4):
            table.ante = table.small if not table.ante else 0

    def hand(self, hand):
        """Write a hand."""
        dealer = f"dealer: {self.who(hand.dealer)}" if hand.dealer else "dead button"
        self.say(f"-- starting hand #{hand.number} (id: h{hand.number}x)  No Limit Texas Hold'em ({dealer}) --")
        seats = sorted(hand.seats, key=lambda seat: seat.place)
        stacks = (f"#{seat.place} {self.who(seat)} ({self.amount(hand.before[id(seat)])})" for seat in seats)
        self.say(f"Player stacks: {' | '.join(stacks)}")
        self.say(f"Your hand is {self.cards(hand.cards[id(seats[0])])}")
        if hand.dead_small:
            self.say("Dead Small Blind")
        for seat, what, _, nominal, all_in in hand.posts:
            laid = next(post[2] for post in hand.posts if post[0] is seat and post[1] == what)
            ending = " and go all in" if all_in and laid < nominal else ""
            if what == "bomb":
                self.say(f"{self.who(seat)} posts a bet of {self.amount(laid)}{ending} (bomb pot bet)")
            else:
                article = "an" if what == "ante" else "a"
                self.say(f"{self.who(seat)} posts {article} {what} of {self.amount(laid)}{ending}")
        self.acts(hand)
        for seat, amount, board in hand.collected:
            on = ("", " on the second board" if self.is_bomb(hand) else " on the second run")[board]
            how = f" with Pair, 2's{on} " if len(hand.shows) > 1 or on else ""
            self.say(f"{self.who(seat)} collected {self.amount(amount)} from pot{how}")
        self.say(f"-- ending hand #{hand.number} --")
        if self.table.chance(5):
            self.say(f"{self.who(seats[0])} shows a {self.cards(hand.cards[id(seats[0])][:1])}.")
        if self.table.chance(3) and hand.collected:
            self.bounty(hand, seats)

    def is_bomb(self, hand):
        return hand.posts[0][1] == "bomb"

    def acts(self, hand):
        board = [[], []]
        for act in hand.acts:
            if act[0] is None:
                _, street, cards, which = act
                second = ("", " (second board)" if self.is_bomb(hand) else " (second run)")[which]
                before = f" {self.cards(board[which])} " if board[which] else "  "
                if which and not board[which]:
                    board[which] = [] if street == "Flop" else board[0][: {"Turn": 3, "River": 4}[street]]
                    before = f" {self.cards(board[which])} " if board[which] else "  "
                self.say(f"{street}{second}:{before}[{self.cards(cards)}]")
                board[which] = board[which] + cards
                continue
            seat, word, amount, *all_in = act
            ending = " and go all in" if all_in and all_in[0] else ""
            self.say(f"{self.who(seat)} {word}{'' if amount is None else f' {self.amount(amount)}'}{ending}")
        if hand.returned:
            seat, amount = hand.returned
            self.say(f"Uncalled bet of {self.amount(amount)} returned to {self.who(seat)}")
        for seat in hand.shows:
            self.say(f"{self.who(seat)} shows a {self.cards(hand.cards[id(seat)])}.")

    def bounty(self, hand, seats):
        winner = hand.collected[0][0]
        amount = self.table.small
        payers = [seat for seat in seats if seat is not winner and seat.stack >= amount and seat in self.table.seats]
        for seat in payers:
            seat.stack -= amount
            winner.stack += amount
            self.say(f"{self.who(seat)} paid {self.amount(amount)} for the 7-2 bounty to {self.who(winner)}")
        if payers:
            self.say(f"{self.who(winner)} collected {self.amount(amount * len(payers))} from the 7-2 bounty")


class PhhSession:
    """A file of PHH hands of a table, with what each has won or lost, and what the house has."""

    def __init__(self, seed):
        self.table = table = Table(seed, unit=2, tricks=False)
        table.rake = (0, 5, 3)[seed % 3]
        self.ends = seed % 2
        """Whether the stacks at the end are told, or what each has won."""
        table.ante = table.random.choice([0, 0, 1])
        self.hands, self.house = [], 0
        for _ in range(HANDS):
            if (hand := table.deal()) is not None:
                self.house += hand.rake
                self.hands.append(self.hand(hand))
            for seat in list(table.seats):
                if not seat.stack or table.chance(5):
                    table.quit(seat)
                elif table.chance(5):
                    table.rebuy(seat)
                elif table.chance(10):
                    seat.away = not seat.away
            if table.chance(20) or len(table.playing()) < 2:
                table.join()
        self.nets = table.nets()

    @property
    def text(self):
        return "\n".join(f"[{number}]\n{hand}" for number, hand in enumerate(self.hands, 1))

    def hand(self, hand):
        """Return a hand as a table of PHH."""
        seats = hand.seats
        label = {id(seat): f"p{place}" for place, seat in enumerate(seats, 1)}
        laid = {(id(seat), what): nominal for seat, what, _, nominal, _ in hand.posts}
        antes = [laid.get((id(seat), "ante"), 0) for seat in seats]
        live = ("small blind", "big blind", "straddle")
        blinds = [max(laid.get((id(seat), what), 0) for what in live) for seat in seats]
        if len(seats) == 2:
            antes, blinds = antes[::-1], blinds[::-1]
        known = {id(seat) for seat in hand.shows}
        actions = [f"d dh {label[id(seat)]} {''.join(hand.cards[id(seat)]) if id(seat) in known else '????'}"
                   for seat in seats]  # fmt: skip
        for act in hand.acts:
            if act[0] is None:
                actions.append(f"d db {''.join(act[2])}")
                continue
            seat, word, amount, *_ = act
            raises = word == "bets" or (word == "raises to" and not self.is_call(hand, act))
            actions.append(f"{label[id(seat)]} {'f' if word == 'folds' else f'cbr {amount}' if raises else 'cc'}")
        before = [hand.before[id(seat)] for seat in seats]
        won = [sum(amount for one, amount, _ in hand.collected if one is seat) for seat in seats]
        ends = (
            f"finishing_stacks = {[seat.stack for seat in seats]}"
            if self.ends
            else f"winnings = {[amount + self.back(hand, seat) for amount, seat in zip(won, seats, strict=True)]}"
        )
        names = ", ".join(f'"{seat.name}"' for seat in seats)
        return (
            f"variant = 'NT'\nantes = {antes}\nblinds_or_straddles = {blinds}\nmin_bet = {self.table.big}\n"
            f"starting_stacks = {before}\nactions = {actions}\nplayers = [{names}]\n{ends}\nhand = {hand.number}\n"
        )

    def is_call(self, hand, act):
        """Return whether a call was written as a raise."""
        level = 0
        for _, what, _, nominal, _ in hand.posts:
            level = max(level, nominal) if what != "ante" else level
        for other in hand.acts:
            if other is act:
                return act[2] <= level
            if other[0] is None:
                level = 0
            elif other[2]:
                level = max(level, other[2])
        return False

    def back(self, hand, seat):
        """Return what nobody called of a player's bets, where the file counts it as won."""
        gross = self.table.rake != 3
        return hand.returned[1] if gross and hand.returned and hand.returned[0] is seat else 0
