"""The words of Skat."""

from ledger.rules import Announcement, Arguments, Qualifier, Vocabulary

HAND, OUVERT, BID = Qualifier("hand"), Qualifier("ouvert"), Qualifier("bid", 18, 264)
SCHNEIDER, SCHWARZ = Qualifier("schneider"), Qualifier("schwarz")
WITH, WITHOUT = Qualifier("with", 1, 11), Qualifier("without", 1, 11)
ANNOUNCED = (HAND, SCHNEIDER, SCHWARZ, OUVERT, BID)
RESULT = (WITH, WITHOUT, SCHNEIDER, SCHWARZ, BID)
BASE_VALUES = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}

VOCABULARY = Vocabulary(
    words={
        **dict.fromkeys(BASE_VALUES, ANNOUNCED),
        "null": (HAND, OUVERT, BID),
        "made": RESULT,
        "failed": RESULT,
        "kontra": Arguments.ALONE,
        "re": Arguments.ALONE,
    },
    announcements={"bock": Announcement(), "ramsch": Announcement(each="N", or_words=("virgin",))},
    other_forms={
        "karo": "diamonds", "herz": "hearts", "pik": "spades", "kreuz": "clubs", "won": "made", "gewonnen": "made",
        "lost": "failed", "verloren": "failed", "contra": "kontra", "mit": "with", "ohne": "without",
        "offen": "ouvert", "gereizt": "bid", "jungfrau": "virgin",
    },
)  # fmt: skip
