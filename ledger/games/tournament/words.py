"""The words of Tournament, and what belongs to each."""

from ledger.rules import Announcement, Arguments, Said, Vocabulary

ICM, CHIPS, EVEN, AGREED = "chop icm", "chop chips", "chop even", "chop"
"""The ways to share the rest of the prizes, as they are said."""
FIRST = "chop first"
"""What is left for the first before the rest is shared."""
CLOCK = LEVEL, PAUSE, RESUME = "level", "pause", "resume"
"""What sets the clock."""

VOCABULARY = Vocabulary(
    {
        "rebuys": Arguments.ALONE,
        "re-enters": Arguments.ALONE,
        "adds-on": Arguments.ALONE,
        "knocks-out": Arguments.PLAYERS,
    },
    announcements={
        ICM: Announcement(each="N"),
        CHIPS: Announcement(each="N"),
        EVEN: Announcement(),
        AGREED: Announcement(each="AMOUNT"),
        FIRST: Announcement(amount=True),
        LEVEL: Announcement(numbers=(0, 1)),
        PAUSE: Announcement(),
        RESUME: Announcement(),
    },
    other_forms={
        "add-on": "adds-on",
        "addon": "adds-on",
        "knock-out": "knocks-out",
        "re-entry": "re-enters",
        "reenter": "re-enters",
        "reenters": "re-enters",
        "reentry": "re-enters",
    },
    phrases={
        "A [is] [knocked] out by B": "B knocks-out A",
        "[NAMES] chop|chops [it|the] [prizes]": (
            "A deal is of all who are in? chop even, or chop icm (A CHIPS)…, or chop (A AMOUNT)…"
        ),
        "NAMES split|splits [it|the] [prizes]": (
            "Are they out together, or is it a deal of all who are in? split NAMES, or chop even"
        ),
        "A knocked B out": "A knocks-out B",
        "[game] tournament [for|with] AMOUNT [each|entry] [REST]": "game tournament entry=AMOUNT REST",
        "[game] poker|holdem|hold'em tournament [REST]": "game tournament REST",
        "bust|busts|busted|knocked out": "out",
        "start [the] clock": "resume",
        "[the] clock starts|runs|resumes": "resume",
        "stop|pause|pauses [the] clock": "pause",
        "[the] clock stops|pauses": "pause",
        "blinds go up|next level": "level",
    },
    said_as={
        "house": Said("the house's counters"),
        "rebuys": Said(label="buys again", says="buys again", question="Who buys again?"),
        "re-enters": Said(label="enters again", says="enters again", question="Who enters again?", seldom=True),
        "adds-on": Said(label="adds on", says="adds on", question="Who adds on?", seldom=True),
        "knocks-out": Said(says=("knocks out {in_turn}",)),
        "takes": Said(seldom=True),
        "split": Said(says="are out together"),
        "chop even": Said(label="equally", says="The rest is shared equally"),
        "chop icm": Said(
            label="by the model", says="The rest is shared by the model", question="How many chips has each?"
        ),
        "chop chips": Said(label="by chips", says="The rest is shared by chips", question="How many chips has each?"),
        "chop": Said(
            label="as agreed", says="The rest is shared as agreed", question="How much has each?", seldom=True
        ),
        "chop first": Said(
            label="but for the first", says="{amount} is left for the first", question="How much has the first?"
        ),
        "entry=": Said("An entry costs"),
        "bounty=": Said("The bounty on each is"),
        "progressive=": Said("Half of a bounty goes on the head of who takes it"),
        "fee=": Said("The house has of an entry"),
        "rebuy=": Said("A rebuy costs"),
        "addon=": Said("An add-on costs"),
        "rebuys=": Said("Rebuys that each may have"),
        LEVEL: Said(label="next level", says="The clock is set to the next level"),
        PAUSE: Said(label="pause", says="The clock is stopped"),
        RESUME: Said(label="start", says="The clock runs"),
        "levels=": Said("The levels are"),
        "stack=": Said("Chips of an entry"),
        "places=": Said("The places share"),
        "prizes=": Said("The prizes are"),
    },
)
