"""How people say the verbs of the notation, where no game says it: labels and questions."""

from collections.abc import Mapping

from ledger.language.vocabulary import NOTHING_SAID, Said

OWN_WORDS: Mapping[str, Said] = {
    "bets": Said(question=("How much does {player} bet?", "How much is bet?")),
    "buys": Said(question=("How many counters does {player} take?", "Who takes counters?")),
    "cashes": Said(question=("How many counters does {player} give back?", "Who gives counters back?")),
    "close": Said(question=("", "Close the evening?")),
    "count": Said(question=("What lies in front of {player}?", "What lies in front of each?")),
    "deal": Said(question="Who deals next?"),
    "deal turn-up": Said("deals, a card turned up"),
    "deal turned up": Said("deals, a card turned up"),
    "discards": Said("throws away", question=("What does {player} throw away?", "What is thrown away?")),
    "draws": Said(question=("What does {player} draw?", "What is drawn?")),
    "draws how many": Said("draws so many"),
    "end": Said(question=("", "Is the game over?")),
    "holds": Said(question=("What was dealt to {player}?", "What was dealt to whom?")),
    "joins": Said(question=("What is {player} called for short?", "Who joins, and where?")),
    "leaves": Said(question=("", "Who leaves?")),
    "left": Said(question=("", "How many cards are left?")),
    "misdeal": Said(question="What went wrong?"),
    "note": Said(question="What is to be kept?"),
    "pays": Said(question=("Whom does {player} pay, and how much?", "Who pays whom?")),
    "penalty": Said(question="What went wrong?"),
    "plays": Said(question=("What does {player} play?", "What is played?")),
    "plays and more": Said("plays several"),
    "raises": Said(question=("How much does {player} raise?", "How much is raised?")),
    "reopen": Said(question="Why again?"),
    "result": Said(question=("", "What did each win or lose?")),
    "says": Said("has so many", question=("What has {player}?", "What has each?")),
    "scores": Said("has several", question=("What has {player}?", "What has each side?")),
    "scores …": Said("has"),
    "sells": Said(
        question=("To whom does {player} sell, and for how much?", "Who sells to whom, and for how much?"),
    ),
    "shows": Said(question=("What does {player} show?", "Who shows which cards?")),
    "spare": Said("spare hand", question="Which cards has the spare hand?"),
    "split": Said("they share", question="Who share?"),
    "stakes": Said(question=("What does {player} stake?", "Who stakes what?")),
    "takes": Said(question=("What does {player} take?", "Who takes several things?")),
    "trick": Said("by the cards", question="Which cards are in the trick?"),
    "tricks": Said("several tricks", question=("", "How many tricks has each?")),
    "wins": Said(question=("What does {player} win with?", "Who wins, and with what?")),
}
"""How verbs of the notation are said; `says` stands for a number or word alone, and `scores …` for what goes on."""


def own_said(verb: str) -> Said:
    """Return how people say a verb of the notation where no game says it."""
    return OWN_WORDS.get(verb, NOTHING_SAID)
