"""The registry of games. A new game is a module and a line here; it is loaded when wanted.

Games of strangers are found by `discovery`, where a name is not built in. A game that a log pins by another provider
than its name has today is registered as `skat@card-ledger-skat`.
"""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from traceback import walk_tb
from types import ModuleType

from ledger import VERSION
from ledger.core.names import name as title
from ledger.core.refusals import LOADING_FAULTS, Code, Refusal, did_you_mean, listed, printable
from ledger.games.discovery import FoundGame, brought_by, found_games, providers
from ledger.rules import API_VERSION, GameRecord
from ledger.rules.game import AnyGame, Game

GAMES = {
    "nap": "ledger.games.nap.rules",
    "loo": "ledger.games.loo.rules",
    "poker": "ledger.games.poker.rules",
    "holdem": "ledger.games.holdem.rules",
    "omaha": "ledger.games.omaha.rules",
    "tournament": "ledger.games.tournament.rules",
    "vingt-un": "ledger.games.vingt_un.rules",
    "french-vingt-un": "ledger.games.french_vingt_un.rules",
    "commerce": "ledger.games.commerce.rules",
    "speculation": "ledger.games.speculation.rules",
    "pope-joan": "ledger.games.pope_joan.rules",
    "spin": "ledger.games.spin.rules",
    "newmarket": "ledger.games.newmarket.rules",
    "snip-snap-snorum": "ledger.games.snip_snap_snorum.rules",
    "jig": "ledger.games.jig.rules",
    "cassino": "ledger.games.cassino.rules",
    "my-bird-sings": "ledger.games.my_bird_sings.rules",
    "spoil-five": "ledger.games.spoil_five.rules",
    "loto": "ledger.games.loto.rules",
    "catch-the-ten": "ledger.games.catch_the_ten.rules",
    "beggar-my-neighbour": "ledger.games.beggar_my_neighbour.rules",
    "tally": "ledger.games.tally.rules",
}
"""Every game by the name that `game` says, and the module whose `GAME` it is."""


OWN = "card-ledger"
"""The distribution of the built-in games."""
THEIR_FAULT = "It is a fault of this game: every other game can be played"
"""The remedy if the rules of a game fail."""


AT_FIRST = ("holdem", "poker", "nap", "vingt-un", "newmarket", "tally")
"""The games that are offered first to a table that has played none."""
ANY_OTHER = "tally"
"""The game that keeps any other."""


def is_known(name: str) -> bool:
    """Return whether a game of this name is built in, installed or in the user's folder."""
    return name in GAMES or (bool(name) and stranger(name) is not None)


def registered_as(game: str, distribution: str) -> str:
    """Return the registered name of a game's pinned rules.

    It is the game's own, unless today's rules come from another distribution than the pinned one, and that one is
    installed too.
    """
    pinned = brought_by(distribution)
    if not pinned or (game in GAMES and pinned == OWN):
        return game
    wanted = providers().get(game, {}).get(pinned)
    return game if wanted is None or (game not in GAMES and found_games()[game] is wanted) else f"{game}@{pinned}"


def name_of(registered: str) -> str:
    """Return the name of a game as it is said."""
    return registered.partition("@")[0]


def stranger(registered: str) -> FoundGame | None:
    """Return the game of a stranger; None for a built-in name, and for an unknown one."""
    if registered in GAMES:
        return None
    name, _, pinned = registered.partition("@")
    return providers().get(name, {}).get(pinned) if pinned else found_games().get(name)


def game_names() -> list[str]:
    """Return the names of all games, the built-in ones first."""
    return [*GAMES, *(name for name in found_games() if name not in GAMES)]


def hidden_games() -> list[FoundGame]:
    """Return the strangers' games that are never loaded, as built-in games have their names."""
    return [found for name, found in found_games().items() if name in GAMES]


def offered_games() -> list[FoundGame]:
    """Return the strangers' games that can be chosen."""
    return [found for name, found in found_games().items() if name not in GAMES and not found.fault]


def distribution_of(name: str) -> str:
    """Return the name and version of the distribution that brings a game."""
    found = stranger(name)
    return found.distribution if found else f"{OWN} {VERSION}"


def game_named(name: str) -> AnyGame:
    """Return the game of a name.

    Raises Refusal for an unknown game, and for one whose rules cannot be loaded.
    """
    if not is_known(name):
        raise Refusal(Code.UNKNOWN_WORD, f"no game is called {printable(name, 40)}", _nearest(name))
    found = stranger(name)
    brought = _module_of(found) if found else None
    try:
        module = brought or import_module(GAMES[name])
        if brought and (version := getattr(brought, "RULES_API", None)) != API_VERSION:
            raise ImportError(f"RULES_API is {version}, and this card-ledger has version {API_VERSION} of ledger.rules")
        game: AnyGame = module.GAME
        if not isinstance(game, Game) or game.name != name_of(name):
            raise TypeError(f"GAME of {module_of(name)} is no game that is called {name_of(name)}")
    except LOADING_FAULTS as error:  # rules may fail in any way: only their own game is refused for it
        raise not_loaded(name, error) from error
    return game


def module_of(name: str) -> str:
    """Return the name of the module of a game's rules."""
    found = stranger(name)
    return found.module if found else GAMES[name]


def records_of(name: str) -> tuple[GameRecord, ...]:
    """Return the yearbook's records of a game; none if its rules are not installed."""
    try:
        return game_named(name).records
    except Refusal:
        return ()


def title_of(name: str) -> str:
    """Return the title of a game; its name if its rules are not installed."""
    try:
        return game_named(name).title
    except Refusal:
        return name


IN_A_FEW_WORDS = {
    "nap": "one against all",
    "loo": "stand, or throw up",
    "poker": "draw, with the Jack-pot",
    "holdem": "two cards and a board",
    "omaha": "four cards and a board",
    "vingt-un": "each against the dealer",
    "french-vingt-un": "eight rounds of it",
    "commerce": "trading for three alike",
    "speculation": "trumps bought and sold",
    "pope-joan": "the board of eight",
    "spin": "stops, and kings paid",
    "newmarket": "stops, and four stakes",
    "snip-snap-snorum": "pair the last card",
    "jig": "runs of a suit",
    "cassino": "taking by pairs and sums",
    "my-bird-sings": "four of one suit",
    "spoil-five": "three tricks of five",
    "loto": "numbers out of a bag",
    "catch-the-ten": "the trump ten above all",
    "beggar-my-neighbour": "all the cards to one",
    "tally": "only who won and lost",
    "tournament": "entries, rebuys and prizes",
}


def about(name: str) -> str:
    """Return a few words about a game; for a stranger's game, the beginning of its sheet."""
    if name in IN_A_FEW_WORDS or not is_known(name):
        return IN_A_FEW_WORDS.get(name, "")
    first = (import_module(type(game_named(name)).__module__).__doc__ or "").partition("\n")[0]
    return first.partition(": ")[2].partition(",")[0].rstrip(".")


def playable_games() -> Iterator[AnyGame]:
    """Yield every game whose rules can be loaded."""
    for name in game_names():
        try:
            yield game_named(name)
        except Refusal:
            continue


def not_loaded(name: str, error: BaseException) -> Refusal:
    """Return the refusal of a game whose rules, or words, fail when they are imported."""
    sentence = f"{name_of(name)} ({distribution_of(name)}) cannot be loaded: {fault_of(error)}"
    return Refusal(Code.RULES_BROKEN, sentence, THEIR_FAULT)


def rules_at_fault(error: BaseException) -> Refusal | None:
    """Return the refusal of the game whose rules raised an exception; None if no rules did."""
    modules = [str(frame.f_globals.get("__name__")) for frame, _ in walk_tb(error.__traceback__)]
    found = ((found.name, found.module) for games in providers().values() for found in games.values())
    for name, module in (*GAMES.items(), *found):
        package = module.removesuffix(".rules")
        if any(module == package or module.startswith(f"{package}.") for module in modules):
            return Refusal(Code.RULES_BROKEN, f"the rules of {name} fail: {fault_of(error)}", THEIR_FAULT)
    return None


def fault_of(error: BaseException, module: str = "") -> str:
    """Return how rules have failed, as a clause: ``RuntimeError: no (rules.py, line 7)``.

    The place is the one in the package of the `module`, if it is given.
    """
    package = module.rpartition(".")[0] or module
    places = [
        f" ({Path(frame.f_code.co_filename).name}, line {line})"
        for frame, line in walk_tb(error.__traceback__)
        if module and f"{frame.f_globals.get('__name__')}.".startswith(f"{package}.")
    ]
    return printable(f"{type(error).__name__}: {error}".removesuffix(": "), 200) + "".join(places[-1:])


def _module_of(found: FoundGame) -> ModuleType:
    if found.fault:
        raise Refusal(Code.RULES_BROKEN, found.fault, found.remedy)
    try:
        return found.load()
    except LOADING_FAULTS as error:  # rules may fail in any way
        raise not_loaded(found.name, error) from error


def _nearest(name: str) -> str:
    names = game_names()
    near = did_you_mean(name, names)
    others = f"Any other is told by its results: game tally name={title(name.replace('-', ' ').capitalize())}"
    return f"{near} The games are {listed(names)}. {others}".strip()
