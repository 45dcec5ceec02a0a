"""Read a poker hand as a file of the PHH format has it: TOML, a hand a file or a table.

The format is told at github.com/uoftcprg/phh-std. Hands of Hold'em and of Omaha are told in full, those of other
games by the stacks at their end.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ledger.core.cards import Card
from ledger.core.refusals import Code, Refusal, printable
from ledger.interchange.poker_hands import OWN_CARDS, Act, CannotBeTold, PokerHand, Unit, cards_of

VARIANTS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "NT": ("holdem", ()),
    "FT": ("holdem", ("limit=fixed",)),
    "PO": ("omaha", ()),
    "FO/8": ("omaha", ("limit=fixed", "eight=on")),
}
"""The variants that are read: the game of each, and its options."""
UNKNOWN = 10**12
"""What somebody is taken to have while a hand is read whose stack is not known."""
FORM = "A hand of PHH has variant, antes, blinds_or_straddles, starting_stacks and actions"


class PhhReader:
    """Reads the hands of some files, all in one unit."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.winnings: list[tuple[PokerHand, dict[str, int]]] = []
        """The hands that say what each won, and not what he has at the end."""

    def hand(self, where: str, values: Mapping[str, Any]) -> PokerHand:
        """Return a hand. Raises Refusal for what is none."""
        stacks = tuple(
            UNKNOWN if str(stack).lower() in ("inf", "infinity") else self.unit.read(where, stack, FORM)
            for stack in _list(where, values, "starting_stacks")
        )
        number = len(stacks)
        players = tuple(map(str, values.get("players") or [f"p{place + 1}" for place in range(number)]))
        hand_number = values.get("hand")
        hand = PokerHand(
            where,
            *VARIANTS.get(str(values.get("variant")), ("", ())),
            dict(zip(players, stacks, strict=False)),
            hand_number if isinstance(hand_number, int) else None,
            players[-1] if players else None,
        )
        if not hand.game:
            variant = printable(str(values.get("variant")), 20)
            hand.odd = f"the variant {variant} is neither Hold'em nor Omaha as they are played here"
            antes = blinds = stacks
        else:
            antes, blinds = (self._amounts(where, values, key) for key in ("antes", "blinds_or_straddles"))
        if {len(antes), len(blinds), len(players)} != {number} or len({*players}) < number or number < 2:
            sentence = f"{where}: its players, stacks, antes and blinds are not of as many, or two are called the same"
            raise Refusal(Code.FILE, sentence, FORM)
        if hand.game:
            self._play(hand, values, antes, blinds)
        for player in players:
            if hand.stacks[player] == UNKNOWN:
                hand.stacks[player] = hand.put.get(player, 0) + 1  # he has not put in all of it
        self._end(hand, values)
        return hand

    def settle(self) -> None:
        """Settle what each has at the end of the hands that say what each won.

        What nobody called is in it or not: that is so for all the files, and a hand that cannot be otherwise says it.
        """
        gross = any(sum(won.values()) > sum(hand.at_stake.values()) for hand, won in self.winnings)
        for hand, won in self.winnings:
            hand.end_with(won, gross)

    def _play(self, hand: PokerHand, values: Mapping[str, Any], antes: Sequence[int], blinds: Sequence[int]) -> None:
        """Lay what is laid before the cards, and let the players act."""
        players = hand.players
        if len(players) == 2:
            antes, blinds = antes[::-1], blinds[::-1]
        big_at = 0 if len(players) == 2 else 1
        hand.blinds = {"small": blinds[1 - big_at], "big": blinds[big_at], "ante": max(antes)}
        if not hand.blinds["big"]:
            hand.odd = "there is no big blind"
        elif len({*antes} - {0}) > 1:
            hand.odd = "the antes are neither of all, of the big blind nor of the button"
        whats = {1 - big_at: "small", big_at: "big"}
        for amounts, what_of in ((antes, dict.fromkeys(whats, "ante")), (blinds, whats)):
            for place, amount in enumerate(amounts):
                player = players[place]
                laid = min(amount, hand.stacks[player] - hand.put.get(player, 0))
                if amount:
                    hand.post(player, "ante" if amounts is antes else what_of.get(place, "straddle"), laid, amount)
        if "limit=fixed" in hand.options:
            bet = self.unit.read(hand.where, values.get("small_bet"), FORM)
            hand.options = (*hand.options, f"bet={self.unit.money.write(bet)}")
        actions = _list(hand.where, values, "actions")
        try:
            for action in actions:
                self._action(hand, str(action).partition("#")[0].split())
        except CannotBeTold as error:
            hand.odd = hand.odd or str(error)

    def _action(self, hand: PokerHand, words: Sequence[str]) -> None:
        match words:
            case ["d", "dh", label, text]:
                player, cards = _player(hand, label), _cards(text)
                if None not in cards and len(cards) == OWN_CARDS[hand.game]:
                    hand.held[player] = _known(cards)
            case ["d", "db", text]:
                hand.turn_up(_cards(text))
            case ["d", *_] | []:
                return
            case [label, *act]:
                self._act(hand, _player(hand, label), act)

    def _act(self, hand: PokerHand, player: str, act: Sequence[str]) -> None:
        match act:
            case ["f"]:
                hand.act(player, folds=True)
            case ["cc"]:
                hand.check_or_call(player)
            case ["cbr", amount]:
                hand.act(player, self.unit.read(hand.where, amount, FORM))
            case ["sm"]:
                hand.acts.append(Act(player, "mucks", cards=()))
            case ["sm", text]:
                if None not in (cards := _cards(text)):
                    hand.acts.append(Act(player, "shows", cards=_known(cards)))
            case _:
                raise CannotBeTold(f"{' '.join(act)[:40]} is no act of this game")

    def _end(self, hand: PokerHand, values: Mapping[str, Any]) -> None:
        """Read what each has at the end, or has won."""
        if "finishing_stacks" in values:
            try:
                finish = self._amounts(hand.where, values, "finishing_stacks")
            except Refusal as refusal:
                if refusal.code is not Code.BAD_AMOUNT:
                    raise
                return  # an odd chip that was split in two
            if len(finish) == len(hand.stacks) and sum(finish) <= sum(hand.stacks.values()):
                hand.finish = dict(zip(hand.players, finish, strict=True))
        elif "winnings" in values and hand.game:
            won = self._amounts(hand.where, values, "winnings")
            if len(won) == len(hand.stacks) and 0 < sum(won) <= sum(hand.put.values()):
                self.winnings.append((hand, dict(zip(hand.players, won, strict=True))))

    def _amounts(self, where: str, values: Mapping[str, Any], key: str) -> tuple[int, ...]:
        return tuple(self.unit.read(where, amount, FORM) for amount in _list(where, values, key))


def _player(hand: PokerHand, label: str) -> str:
    place = int(label[1:]) if label[:1] == "p" and label[1:].isascii() and label[1:].isdigit() else 0
    if not 1 <= place <= len(hand.players):
        raise Refusal(Code.FILE, f"{hand.where}: there is no place {printable(label, 20)}", FORM)
    return hand.players[place - 1]


def _cards(text: str) -> tuple[Card | None, ...]:
    """Return cards written one after another, as `AsTd`."""
    return cards_of([text[place : place + 2] for place in range(0, len(text), 2)])


def _known(cards: Sequence[Card | None]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card is not None)


def _list(where: str, values: Mapping[str, Any], key: str) -> Sequence[Any]:
    value = values.get(key)
    if not isinstance(value, list):
        raise Refusal(Code.FILE, f"{where}: {key} is missing", FORM)
    return value
