"""The registry of games. A new game is a module and a line here; it is loaded when wanted."""

from collections.abc import Iterator
from importlib import import_module

from ledger import VERSION
from ledger.core.refusals import Code, Refusal, did_you_mean, listed, printable
from ledger.language.names import name as title
from ledger.rules.game import AnyGame, Game

GAMES = {
    "nap": "ledger.games.nap.rules",
    "loo": "ledger.games.loo.rules",
    "poker": "ledger.games.poker.rules",
    "holdem": "ledger.games.holdem.rules",
    "omaha": "ledger.games.omaha.rules",
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


THEIR_FAULT = "It is a fault of this game: every other game can be played"
"""The remedy where the rules of a game fail."""


def game_named(name: str, edition: int | None = None) -> AnyGame:
    """Find a game by its name, in the edition of its rules that an evening was begun under.

    Raises Refusal for a game, or an edition, that is not known, or whose rules cannot be loaded.
    """
    module = GAMES.get(name)
    if module is None:
        raise Refusal(Code.UNKNOWN_WORD, f"no game is called {name}", _nearest(name))
    game = _load(name, module)
    if edition in (None, game.edition):
        return game
    older = OLDER_EDITIONS.get((name, edition or 0))
    if older is None:
        sentence = f"edition {edition} of the rules of {name} is not known here"
        raise Refusal(Code.RULES_MISSING, sentence, "A newer card-ledger may know it")
    return _load(name, older)


def playable_games() -> Iterator[AnyGame]:
    """Yield every game whose rules can be loaded."""
    for name in GAMES:
        try:
            yield game_named(name)
        except Refusal:
            continue


def not_loaded(name: str, error: Exception) -> Refusal:
    """Return the refusal of a game whose rules, or words, fail when they are imported."""
    sentence = f"{name} (card-ledger {VERSION}) cannot be loaded: {fault_of(error)}"
    return Refusal(Code.RULES_BROKEN, sentence, THEIR_FAULT)


def rules_at_fault(error: Exception) -> Refusal | None:
    """Return the refusal of the game whose rules raised an exception; None if no rules did."""
    from traceback import walk_tb  # slow to import, and needed only here

    modules = [str(frame.f_globals.get("__name__")) for frame, _ in walk_tb(error.__traceback__)]
    older = ((name, module) for (name, _), module in OLDER_EDITIONS.items())
    for name, module in (*GAMES.items(), *older):
        package = module.removesuffix(".rules")
        if any(module == package or module.startswith(f"{package}.") for module in modules):
            return Refusal(Code.RULES_BROKEN, f"the rules of {name} fail: {fault_of(error)}", THEIR_FAULT)
    return None


def fault_of(error: Exception) -> str:
    """Return how rules have failed, as a clause: ``RuntimeError: no``."""
    return printable(f"{type(error).__name__}: {error}".removesuffix(": "), 200)


def _load(name: str, module: str) -> AnyGame:
    try:
        game: AnyGame = import_module(module).GAME
        kept = module in OLDER_EDITIONS.values()  # with a base class of its own
        if not (kept or isinstance(game, Game)) or game.name != name:
            raise TypeError(f"GAME of {module} is no game that is called {name}")
    except Exception as error:  # rules may fail in any way: only their own game is refused for it
        raise not_loaded(name, error) from error
    return game


def _nearest(name: str) -> str:
    near = did_you_mean(name, GAMES)
    others = f"Any other is told by its results: game tally name={title(name.replace('-', ' ').capitalize())}"
    return f"{near} The games are {listed(list(GAMES))}. {others}".strip()
