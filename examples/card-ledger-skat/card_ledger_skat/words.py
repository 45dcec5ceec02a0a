"""The words of Skat."""

from ledger.rules import Announcement, Arguments, Qualifier, Said, Vocabulary

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
    questions={"play": ("What does {player} play?", "Who plays?")},
    often=("bock",),
    said_as={
        **{
            word: Said(says=f"plays {word}", question=f"How does {{player}} play {word}?")
            for word in (*BASE_VALUES, "null")
        },
        "made": Said(says="makes the game", question="How did it go?"),
        "failed": Said(says="loses the game", question="How did it go?"),
        "bid": Said(seldom=True),
        "kontra": Said(says="says kontra"),
        "re": Said(says="says re"),
        "bock": Said(label="a round of bock", says="A round of bock begins"),
        "ramsch": Said(label="Ramsch", says="Ramsch is played", question="How many points has each taken?"),
        "stake=": Said("The stake is"),
        "per=": Said("List points for one stake"),
        "kontra=": Said("An opponent may double"),
        "bock=": Said("Rounds count double"),
        "ramsch=": Said("All pass: Ramsch is played"),
        "kitty=": Said("A lost game costs besides"),
    },
)  # fmt: skip
