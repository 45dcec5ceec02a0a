"""Words in place of grammar: what each sheet of a panel asks, and how its buttons say it."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeGuard

from ledger.core.names import name as written
from ledger.core.refusals import listed
from ledger.web.panel.buttons import SayingButton, SheetButton
from ledger.web.panel.fields import Field, HiddenField
from ledger.web.panel.panel import Panel
from ledger.web.sentences import COUNTED, HANDS, SIDES
from ledger.web.words import without_name

ASKS = {
    "all-in": ("With how much is {} all in?", "Who is all in, and with how much?"),
    "barters": ("What does {} give, and get?", "What is changed for what?"),
    "beats": ("Whom does {} beat?", "Who beats whom?"),
    "buys": ("How many counters does {} take?", "Who takes counters?"),
    "bets": ("How much does {} bet?", "How much is bet?"),
    "card": ("Which numbers has the card of {}?", "Which numbers has the card?"),
    "cards": ("How many cards does {} take?", "How many cards has each?"),
    "cashes": ("How many counters does {} give back?", "Who gives counters back?"),
    "count": ("What lies in front of {}?", "What lies in front of each?"),
    "covers": ("Which numbers does {} cover?", "Which numbers are covered?"),
    "deal": ("Who deals next?", "Who deals next?"),
    "demands-show": ("How much does {} put down?", "How much is put down?"),
    "discards": ("What does {} throw away?", "What is thrown away?"),
    "divides": ("What does {} stake on the second card?", "What is staked on the second card?"),
    "draws": ("What does {} draw?", "What is drawn?"),
    "fives": ("What does {} throw out for the five?", "What is thrown out for the five?"),
    "flop": ("Which cards are the flop?",) * 2,
    "full": ("Who cover a card together?",) * 2,
    "gives": ("Whom does {} give counters?", "Who gives whom counters?"),
    "holds": ("What was dealt to {}?", "What was dealt to whom?"),
    "joins": ("What is {} called for short?", "Who joins, and where?"),
    "lays": ("What does {} lay down?", "What is laid down?"),
    "opens": ("How much does {} open with?", "How much is opened with?"),
    "pays": ("Whom does {} pay, and how much?", "Who pays whom?"),
    "penalty": ("What went wrong?",) * 2,
    "plays": ("What does {} play?", "What is played?"),
    "posts": ("What does {} come in for?", "Who comes in, and for what?"),
    "puts": ("What does {} put into the pool?", "Who puts what into the pool?"),
    "raises": ("How much does {} raise?", "How much is raised?"),
    "rejects": ("Which card does {} refuse?", "Which card is refused?"),
    "river": ("Which card is the river?",) * 2,
    "robs": ("What does {} throw out for the card turned up?", "Who robs, and what goes out?"),
    "row": ("Who cover a row together?",) * 2,
    "runs": ("How many times does the board run?",) * 2,
    "saves": ("How many numbers has {} covered?", "How many numbers has each covered?"),
    "says": ("How many points has {}?", "How many points has each?"),
    "scores": ("What has {}?", "What has each side?"),
    "sells": ("To whom does {} sell, and for how much?", "Who sells to whom, and for how much?"),
    "shows": ("What does {} show?", "Who shows which cards?"),
    "sings": ("Which cards does {} show?", "Whose bird sings?"),
    "snap": ("With which card does {} pair it?", "Who pairs the card?"),
    "snip": ("With which card does {} pair it?", "Who pairs the card?"),
    "snorum": ("With which card does {} pair it?", "Who pairs the card?"),
    "spare": ("Which cards has the spare hand?",) * 2,
    "split": ("Who share?",) * 2,
    "stakes": ("What does {} stake?", "Who stakes what?"),
    "straddles": ("What does {} straddle for?", "Who straddles?"),
    "takes": ("What does {} take?", "Who takes several things?"),
    "takes pope": ("Pope is played: how many cards has each?",) * 2,
    "trick": ("Which cards are in the trick?",) * 2,
    "turn": ("Which card is the turn?",) * 2,
    "two rows": ("Who cover two rows together?",) * 2,
    "two-rows": ("Who cover two rows together?",) * 2,
    "wins": ("What does {} win with?", "Who wins, and with what?"),
}
"""What the sheet of a saying asks, by how the saying begins: of one player, and of nobody in particular."""
OF_GAMES = {
    ("nap", "buys"): ("How many cards does {} buy?", "How many cards are bought?"),
    ("catch-the-ten", "scores"): ("How many points has {}?", "How many points has each?"),
    ("speculation", "plays"): ("Which card does {} turn up?", "Which card is turned up?"),
    ("loto", "draws"): ("Which numbers are drawn?",) * 2,
    ("poker", "draws"): ("How many cards does {} draw?", "How many cards are drawn?"),
}
LABELS = {
    "all-in": "all in with",
    "barters": "changes cards",
    "card": "numbers of a card",
    "cards": "cards taken",
    "discards": "throws away",
    "divides card": "divides, by the cards",
    "draws how many": "draws so many",
    "fives card": "fives, by the card",
    "full with": "a card, together",
    "deal turned up": "deals, a card turned up",
    "deal turn-up": "deals, a card turned up",
    "plays and more": "plays several",
    "rejects card": "refuses, by the card",
    "robs card": "robs, by the card",
    "row": "a row",
    "row with": "a row, together",
    "saves": "numbers covered",
    "scores": "has several",
    "sells card to": "sells the next card",
    "sells cards to": "sells all the cards",
    "sells deal to": "sells the deal",
    "sells trump to": "sells the highest trump",
    "sells turn-up to": "sells the card turned up",
    "sings card": "sings, by the cards",
    "spare": "spare hand",
    "split": "they share",
    "snap": "says Snap",
    "snip": "says Snip",
    "snorum": "says Snorum",
    "trick": "by the cards",
    "tricks": "several tricks",
    "two rows with": "two rows, together",
    "two-rows": "two rows",
    "two-rows with": "two rows, together",
}
"""How the buttons that open sheets say what is said in them."""
WHO = re.compile(r"Who ((?:is|has|covers|takes|beats|goes) .+)\?$")
POINTS = re.compile(r"^\d+ to [\w-]+$")
BY_KEYS = ("loto", "vingt-un", "french-vingt-un")
"""Games whose numbers have keys in their sheets: which of these cannot be is seen there."""


def reword(panel: Panel, in_words: Callable[[str], str], game: str, speaker: str | None = None) -> Panel:
    """Say what a panel offers as people say it, and let each of its sheets ask what it is about."""
    if game in BY_KEYS:
        panel.ready = [
            button for button in panel.ready if isinstance(button, SayingButton) or not button.label.isdigit()
        ]
    panel.ready = [
        said_plainly(button, in_words, speaker)
        if isinstance(button, SayingButton)
        else replace(button, reason=in_short(button.reason))
        for button in panel.ready
    ]
    panel.usual = [said_plainly(button, in_words, speaker) for button in panel.usual]
    if game == "commerce":
        panel.usual = [replace(button, label=HANDS.get(button.label, button.label)) for button in panel.usual]
    ask(panel.sheets, in_words, game, speaker)
    once = {sheet.label: sheet for sheet in reversed(panel.sheets)}
    panel.sheets = [
        sheet for sheet in panel.sheets if not sheet.label.startswith("stakes on") or once[sheet.label] is sheet
    ]
    return panel


GONE = re.compile(r"(?P<who>.+) has (?:all that|played .+|taken .+) already\b.*|(?P<had>.+) has played .+")
TURNED_UP = re.compile(r"the (?P<rank>\w+) of trumps is turned up\b.*")


def in_short(reason: str) -> str:
    """Return why something cannot be said, in short: whose it is, or what is turned up."""
    if gone := GONE.fullmatch(reason):
        return f"{gone['who'] or gone['had']}'s"
    if turned := TURNED_UP.fullmatch(reason):
        return f"{turned['rank']} up"
    return reason


def said_plainly(button: SayingButton, in_words: Callable[[str], str], speaker: str | None) -> SayingButton:
    """Return a button whose label is in words, without the speaker's name."""
    if button.label == button.saying:
        return replace(button, label=in_words(button.saying))
    if speaker is None or button.saying != f"{written(speaker)} {button.label}":
        return button
    words = in_words(button.saying)
    return replace(button, label=words.removeprefix(f"{speaker} "))


def ask(sheets: Iterable[SheetButton], in_words: Callable[[str], str], game: str, speaker: str | None) -> None:
    """Let sheets, and those in them, ask what they are about."""
    for sheet in sheets:
        if not sheet.asks and not sheet.title.endswith("?"):
            sheet.asks = _question(sheet.title, game, speaker)
        label, whom = sheet.label.removesuffix("…"), WHO.match(sheet.title)
        side = next((SIDES[part.value] for part in sheet.fields if _is_side(part)), "")
        if sheet.people and whom and label != speaker:
            sheet.label = f"{whom[1]}…"
        elif side and label.startswith("stakes"):
            sheet.label = f"stakes on {side}…"
        elif label.startswith("scores ") and (scored := label.split(" ")[1:]):
            sheet.label = f"has {listed([COUNTED.get(word, word) for word in scored])}…"
        elif POINTS.match(label):
            sheet.label = "has so many…"
        elif (game, label) == ("catch-the-ten", "scores"):
            sheet.label = "points of each…"
        elif label in LABELS:
            sheet.label = f"{LABELS[label]}…"
        if not sheet.people:
            sheet.ready = [said_plainly(button, in_words, speaker) for button in sheet.ready]
        ask(sheet.inner, in_words, game, speaker)


def _is_side(part: Field) -> TypeGuard[HiddenField]:
    return isinstance(part, HiddenField) and part.value in SIDES


def _question(title: str, game: str, speaker: str | None) -> str:
    """Return what is asked by a sheet whose sayings begin so."""
    name, words = "", title
    if speaker is not None and title.startswith(f"{written(speaker)} "):
        name, words = speaker, without_name(title, speaker)
    elif title[:1].isupper():
        name, _, words = title.partition(" ")
    if POINTS.match(words):
        return f"What has {name}?" if name else "What has each?"
    begins = words.split(" ")
    for begin in (" ".join(begins[:2]), begins[0]):
        asks = OF_GAMES.get((game, begin)) or ASKS.get(begin)
        if asks is not None:
            return asks[0].format(name) if name else asks[1]
    return ""
