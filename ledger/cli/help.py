"""The help of every command: what it does in a few words, how it is used, and examples of it."""

from typing import Any

EVERYWHERE = "--json, --database FILE and --evening EVENING may be said with every command."

IN_SHORT = {
    "replay": "Read evenings from files and print what they come to",
    "open": "Open a new evening",
    "record": "Record what is said, and hear what it meant",
    "table": "How things stand, and who is to speak",
    "log": "What was said, with its numbers and corrections",
    "settle": "Who pays whom",
    "explain": "Every movement behind a figure",
    "audit": "Check everything again from the first event",
    "seal": "A text to keep, by which the log can be proved",
    "whatif": "The evening under other rules, side by side",
    "evenings": "The evenings there are",
    "use": "Go on with another evening",
    "standings": "The players over many evenings",
    "import": "Import evenings from files",
    "export": "Print an evening for a file or another program",
    "games": "The games there are",
    "rules": "The rules and options of a game",
    "serve": "The page for phones",
    "simulate": "A random evening, as a script",
    "db": "The schema of the database, its copies and rights",
    "db status": "Which schema the database has",
    "db upgrade": "Bring the schema up to date",
    "db rebuild": "Make anew what follows from the logs",
    "db backup": "A safe copy, in a new SQLite file",
    "db copy": "The log, from one database to another",
    "db grants": "The roles of a PostgreSQL database",
    "schema": "What programs are answered, as JSON Schema",
}
"""What is said of each command in the list of all, or of those of `db`."""

EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "replay": (
        ("replay boxing-night.evening", "who owes whom"),
        ("replay *.evening --json", "an object a line, for programs"),
    ),
    "open": (
        ('open "Boxing Night" --players "Ann Bob Cat Dan"', "for counters"),
        ('open "Twelfth Night" --players "Ann Bob" --money lsd --counter 1d', "a counter is worth a penny"),
        ('open "At the Mill" --money GBP --counter 0.10 --on 2026-01-02 --at "The Mill"', "dated, in pounds"),
    ),
    "record": (
        ('record "game nap kitty=1"', "begin a game, with its options"),
        ('record "deal Ann"', "one saying"),
        ('record "Cat 3"', "who was passed over is taken to have passed"),
        ('record --dry-run "Cat made"', "what it would mean; nothing is written"),
        ('record "undo"', "take the last saying back"),
        ("record - < sayings.txt", "each line by itself"),
        ("record --together - < sayings.txt", "all lines or none"),
        ("record", "line by line, as it is typed"),
    ),
    "table": (
        ("table", "who is to speak, and what he may say"),
        ("table --evening 1898-12-26", "of another evening"),
    ),
    "log": (
        ("log", "as it counts, what was corrected struck through"),
        ("log --as-recorded", "in the order of recording"),
    ),
    "settle": (
        ("settle", "the fewest payments"),
        ("settle --via Ann", "everybody settles with Ann"),
        ("settle --coin 2", "in coins of two counters"),
        ('settle --household "Ann+Bob"', "two as one"),
        ("settle --since 1898-12-26", "several evenings together"),
    ),
    "explain": (
        ("explain Ann", "every movement behind her balance"),
        ("explain Ann Bob", "what moved between the two, and who pays whom"),
        ("explain Ann --deal 1", "those of the first deal"),
        ("explain --pool nap.kitty", "what went into a pool and came out"),
        ("explain --count 13", "where the count at event 13 goes wrong"),
        ("explain --chart", "everybody's counters through the evening"),
    ),
    "audit": (
        ("audit", "the current evening"),
        ("audit --all", "every evening of the database"),
        ("audit --seal seal.txt", "held to a seal that was kept"),
    ),
    "seal": (
        ("seal", "three lines, short enough for a message"),
        ("seal --image seal.png", "as a QR code in a file"),
        ("seal --prove 5 --to five.proof", "a proof that event 5 is in it"),
        ("seal --from seal.txt", "a proof that it goes on from an earlier seal"),
    ),
    "whatif": (
        ("whatif nap.kitty=2", "had the kitty been two"),
        ("whatif nap.kitty=off nap.stake=2", "and the stake two, and no kitty"),
    ),
    "evenings": (("evenings", "the current one is marked"),),
    "use": (
        ("use 1", "by its number"),
        ("use boxing night", "by its title, or the beginnings of its words"),
        ("use 1898-12-26", "by its day"),
    ),
    "standings": (
        ("standings", "over all evenings"),
        ("standings --since 1898-12-26", "of that day and after"),
        ("standings --since november --until november", "of the last November"),
    ),
    "import": (
        ("import wet-sunday.evening", "a script of sayings"),
        ("import --again wet-sunday.evening", "though it was imported before"),
        ("import ledger.csv --money GBP --cents", "a ledger of PokerNow, its amounts in pence"),
    ),
    "export": (
        ("export", "a script of its sayings"),
        ("export --format jsonl", "everything that was recorded"),
        ("export --format csv", "its movements, for a spreadsheet"),
    ),
    "games": (("games", "their names, and how many may play"),),
    "rules": (("rules nap", "how it is played and told, and its options"),),
    "simulate": (
        ("simulate nap", "ten deals"),
        ("simulate loo --deals 3 --players 5 --seed 7", "the same evening at every run"),
    ),
    "serve": (
        ("serve", "on this machine only"),
        ("serve --lan", "for the phones at the table"),
    ),
    "db": (("db status", "which schema the database has"), ("db backup club.db", "a safe copy")),
    "db status": (("db status", "which schema the database has"),),
    "db upgrade": (("db upgrade", "bring it up to date"),),
    "db rebuild": (("db rebuild --yes", "make anew what follows from the logs"),),
    "db backup": (("db backup copy.db", "a safe copy, while others go on recording"),),
    "db copy": (("db copy evenings.db other.db", "the log, from one file to another"),),
    "db grants": (("db grants", "for `psql` to run"),),
    "schema": (
        ("schema record", "of the answers of `record --json`"),
        ("schema", "of every command's, by its name"),
    ),
}
"""What may be typed, and what it does. The tests type all of it."""


def speak_plainly(command: Any, name: str) -> None:
    """Give a command its examples, and let its help be set as lines, with no more noise than a manual has.

    Typer would set it in boxes, say of every argument the type that it has inside, and put braces around its name.
    """
    command.rich_markup_mode = None
    command.short_help = IN_SHORT.get(name, command.short_help)
    command.epilog = _examples(name)
    for param in command.params:
        if param.param_type_name == "argument":
            _name_plainly(param)
    for inner_name, inner in getattr(command, "commands", {}).items():
        speak_plainly(inner, f"{name} {inner_name}")


def _name_plainly(argument: Any) -> None:
    shown = argument.metavar or argument.name.upper()
    piece = f"{shown if argument.required else f'[{shown}]'}{'...' if argument.nargs != 1 else ''}"
    argument.get_usage_pieces = lambda _: [piece]
    argument.get_help_record = lambda _: (shown, argument.help or "")


def _examples(name: str) -> str:
    """The examples of a command, their lines kept as they are by the sign that stands before them."""
    lines = []
    for typed, does in EXAMPLES.get(name, ()):
        line = f"  card-ledger {typed}"
        lines += [f"{line}  # {does}"] if len(line) + len(does) < 74 else [line, f"      # {does}"]
    told = "\n".join(["\b", "Examples:", *lines])
    return f"{told}\n\n{EVERYWHERE}" if lines else EVERYWHERE
