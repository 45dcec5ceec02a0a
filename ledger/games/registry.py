"""The registry of games. A new game is a module and a line here; it is loaded when wanted."""

from importlib import import_module

from ledger.core.refusals import Code, Refusal, did_you_mean, listed
from ledger.language.names import name as title
from ledger.rules.game import AnyGame

GAMES = {
    "nap": "ledger.games.nap.rules",
    "loo": "ledger.games.loo.rules",
    "poker": "ledger.games.poker.rules",
    "vingt-un": "ledger.games.vingt_un.rules",
    "french-vingt-un": "ledger.games.french_vingt_un.rules",
    "commerce": "ledger.games.commerce.rules",
    "speculation": "ledger.games.speculation.rules",
    "pope-joan": "ledger.games.pope_joan.rules",
    "spin": "ledger.games.spin.rules",
    "newmarket": "ledger.games.newmarket",
    "snip-snap-snorum": "ledger.games.snip_snap_snorum.rules",
    "jig": "ledger.games.jig",
    "cassino": "ledger.games.cassino.rules",
    "my-bird-sings": "ledger.games.my_bird_sings.rules",
    "spoil-five": "ledger.games.spoil_five.rules",
    "loto": "ledger.games.loto.rules",
    "catch-the-ten": "ledger.games.catch_the_ten.rules",
    "beggar-my-neighbour": "ledger.games.beggar_my_neighbour.rules",
    "tally": "ledger.games.tally.rules",
}
"""Every game by the name that `game` says, and the module whose `GAME` it is."""


OLDER_EDITIONS: dict[tuple[str, int], str] = {}
"""The modules that keep rules as they were, by game and edition: what was begun under them is settled by them."""


def game_named(name: str, edition: int | None = None) -> AnyGame:
    """Find a game by its name, in the edition of its rules that an evening was begun under.

    Raises Refusal for a game, or an edition, that is not known.
    """
    module = GAMES.get(name)
    if module is None:
        raise Refusal(Code.UNKNOWN_WORD, f"no game is called {name}", _nearest(name))
    game: AnyGame = import_module(module).GAME
    if edition in (None, game.edition):
        return game
    older = OLDER_EDITIONS.get((name, edition or 0))
    if older is None:
        sentence = f"edition {edition} of the rules of {name} is not known here"
        raise Refusal(Code.UNKNOWN_WORD, sentence, "A newer card-ledger may know it")
    earlier: AnyGame = import_module(older).GAME
    return earlier


def _nearest(name: str) -> str:
    near = did_you_mean(name, GAMES)
    others = f"Any other is told by its results: game tally name={title(name.replace('-', ' ').capitalize())}"
    return f"{near} The games are {listed(list(GAMES))}. {others}".strip()
