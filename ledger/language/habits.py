"""Words from other tables' habits, and what to say here instead."""

from ledger.language.grammar import KEYWORDS, VERBS

PASSES, PENALTY = VERBS["passes"][0].form, KEYWORDS["penalty"].form

HABITS = {
    **dict.fromkeys(("fold", "folds", "muck", "mucks"), PASSES),
    **dict.fromkeys(("check", "checks"), f"A stands, or {PASSES}"),
    **dict.fromkeys(("owe", "owes"), "A pays B AMOUNT, once it is paid"),
    **dict.fromkeys(("see", "sees"), "A calls"),
    **dict.fromkeys(("ante", "antes"), "A stakes AMOUNT"),
    **dict.fromkeys(("hit", "hits", "twist", "twists"), VERBS["draws"][0].form),
    **dict.fromkeys(("stick", "sticks", "stay", "stays"), "A stands"),
    **dict.fromkeys(("bust", "busts"), "A over"),
    **dict.fromkeys(("fine", "fines", "fined"), PENALTY),
    **dict.fromkeys(("scratch", "cancel", "oops"), f"undo, or {KEYWORDS['void'].form}"),
    "redo": f"{KEYWORDS['void'].form}, where N is the undo",
    **dict.fromkeys(("redeal", "reshuffle"), f"{KEYWORDS['misdeal'].form}, and then deal"),
    **dict.fromkeys(("help", "?"), "card-ledger table for what may be said now, card-ledger rules NAME for a game"),
    **dict.fromkeys(("quit", "exit"), "close, where the evening is over; whoever only stops recording says nothing"),
}
"""What to say instead of each word."""
