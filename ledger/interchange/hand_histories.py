"""Hand histories of poker rooms, as PokerKit reads them: hands of a PHH file.

PokerKit plays the hands through. What each player collected is taken from the history itself, so that the rake of the
room is not won by anybody.
"""

import re
import warnings
from collections.abc import Iterator
from contextlib import redirect_stderr
from io import StringIO
from typing import Any

from ledger.core.money import currency_code
from ledger.core.refusals import Code, Refusal, printable

ROOMS = {
    "PokerStars ": "PokerStarsParser",
    "Full Tilt Poker Game #": "FullTiltPokerParser",
    "Game #": "PartyPokerParser",
    "***** Hand History for Game": "PartyPokerParser",
    "Stage #": "AbsolutePokerParser",
    "***** History for hand ": "OngameNetworkParser",
    "<game gamecode=": "IPokerNetworkParser",
}
"""How a history begins, and the parser of PokerKit that reads it."""
COLLECTED = re.compile(
    r"^(?P<player>.+?) (?:collected|wins the (?:main |side )?pot) \(?[^0-9\n]?(?P<won>[0-9][0-9.,]*[0-9]|[0-9])",
    re.MULTILINE,
)
CODE = re.compile(r"\([^)]*[0-9] (?P<code>[A-Z]{3})\)")
"""The money of the stakes: ``($0.05/$0.10 USD)``."""


def room_of(text: str) -> str:
    """Return how the history of a room begins; empty for any other text."""
    beginning = text.removeprefix("\ufeff").lstrip()
    return next((begins for begins in ROOMS if beginning.startswith(begins)), "")


def as_phh(text: str, source: str) -> tuple[str, str | None]:
    """Return the hands of a history as a PHH file, and their money where they name one.

    Raises Refusal where PokerKit is not installed or cannot read a hand.
    """
    try:
        from pokerkit import notation
    except ImportError as error:
        sentence = f"{printable(source)}: hand histories are read by PokerKit, which is not installed here"
        raise Refusal(Code.FILE, sentence, "pip install 'card-ledger[hands]'") from error
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").rstrip() + "\n\n\n\n"
    parser = getattr(notation, ROOMS[room_of(text)])
    hands = re.findall(parser.HAND, text)
    with warnings.catch_warnings(), redirect_stderr(StringIO()):  # PokerKit prints what its parser raises
        warnings.simplefilter("ignore")
        try:
            read = list(parser()(text, error_status=True))
        except ValueError as error:
            sentence = (
                f"{printable(source)}: PokerKit cannot read this hand: {printable(' '.join(str(error).split()), 120)}"
            )
            raise Refusal(Code.FILE, sentence, "Take this hand out of the file") from error
        if not read:
            sentence = f"{printable(source)}: PokerKit finds no hand in it"
            raise Refusal(Code.FILE, sentence, "Leave two empty lines between hands")
        tables = "".join(_tables(read, hands))
    code = next((match["code"] for hand in hands if (match := CODE.search(hand))), None)
    symbol = getattr(read[0], "currency_symbol", None)
    return tables, code or (currency_code(symbol) if symbol else None)


def _tables(read: list[Any], hands: list[str]) -> Iterator[str]:
    """Yield each hand as a table of a PHH file, with what everybody collected."""
    from pokerkit.utilities import parse_value

    for number, (hand, text) in enumerate(zip(read, hands, strict=True), 1):
        won: dict[str, list[str]] = {}
        for match in COLLECTED.finditer(text):
            won.setdefault(match["player"].removesuffix(":"), []).append(match["won"].replace(",", ""))
        if won.keys() <= set(hand.players) and won:
            hand.winnings = [sum(map(parse_value, won.get(player, ["0"]))) for player in hand.players]
        yield f"[{number}]\n{hand.dumps()}\n"
