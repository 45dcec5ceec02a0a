"""The words of Tournament, and what belongs to each."""

from ledger.rules import Announcement, Arguments, Vocabulary

ICM, CHIPS, EVEN, AGREED = "chop icm", "chop chips", "chop even", "chop"
"""The ways to share the rest of the prizes, as they are said."""

VOCABULARY = Vocabulary(
    {
        "rebuys": Arguments.ALONE,
        "adds-on": Arguments.ALONE,
        "knocks-out": Arguments.PLAYERS,
    },
    announcements={
        ICM: Announcement(each="N"),
        CHIPS: Announcement(each="N"),
        EVEN: Announcement(),
        AGREED: Announcement(each="AMOUNT"),
    },
    other_forms={
        "add-on": "adds-on",
        "addon": "adds-on",
        "knock-out": "knocks-out",
        "rebuy": "rebuys",
    },
    phrases={
        "A [is] [knocked] out by B": "B knocks-out A",
        "[NAMES] chop|chops [it|the] [prizes]": (
            "A deal is of all who are in? chop even, or chop icm (A CHIPS)…, or chop (A AMOUNT)…"
        ),
        "NAMES split|splits [it|the] [prizes]": (
            "Are they out together, or is it a deal of all who are in? split NAMES, or chop even"
        ),
        "bust|busts|busted|knocked out": "out",
    },
)
