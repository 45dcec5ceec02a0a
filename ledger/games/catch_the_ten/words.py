"""How people say what is said at Catch the Ten."""

from ledger.rules import Said, Vocabulary

VOCABULARY = Vocabulary(
    phrases={"[game] catch the ten [REST]": "game catch-the-ten REST"},
    said_as={
        "revoke": Said(says="did not follow suit"),
        "scores": Said(label="points of each", question=("How many points has {player}?", "How many points has each?")),
        "stake=": Said("A lost game costs"),
        "point=": Said("Each point behind costs"),
        "sides=": Said("Sides of six players"),
    },
)
