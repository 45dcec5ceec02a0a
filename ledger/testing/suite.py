"""A test class for a game: random evenings, and a second writing of its money."""

import ast
from importlib import import_module
from pathlib import Path
from typing import ClassVar

from ledger.core.refusals import Refusal
from ledger.games.language import vocabulary_of
from ledger.games.provenance import digest_of
from ledger.games.registry import game_named, module_of
from ledger.projections.rule_sheets import sheet_of
from ledger.rules.options import options_of
from ledger.testing.evenings import play_many, tries
from ledger.testing.plain import PlainGame
from ledger.testing.second_writings import compare

PUBLIC = (
    "ledger.rules",
    "ledger.rules.events",
    "ledger.rules.slots",
    "ledger.games.families.trick_taking",
    "ledger.games.families.stops",
    "ledger.games.families.hands",
)
"""The modules of `ledger` that a game may import."""


class GameSuite:
    """Tests that every game passes: name it as `game`, and its second writing as `plain`."""

    game: ClassVar[str]
    plain: ClassVar[type[PlainGame] | None] = None

    def test_random_evenings(self) -> None:
        """Counters are conserved, a replay gives the same, and what is printed is read again."""
        assert play_many(self.game, deals=15, seeds=range(tries(12))) > 0

    def test_the_money_is_what_the_second_writing_comes_to(self) -> None:
        """Random evenings with joins, leaves and misdeals come to the same in both."""
        if self.plain is not None:
            seeds = range(tries(60))
            assert compare(self.game, self.plain, seeds) > len(seeds) * 8 // 10

    def test_the_sheet_names_every_option_and_word(self) -> None:
        """Who reads the sheet knows what can be said."""
        sheet, words = sheet_of(self.game), vocabulary_of(self.game)
        named = [*options_of(game_named(self.game).options), *words.words, *words.announcements]
        assert [name for name in named if name not in sheet] == []

    def test_only_what_is_public_is_imported(self) -> None:
        """What is private in `ledger` may change in any release."""
        assert [imported for imported in self.imports() if imported not in PUBLIC] == []

    def imports(self) -> list[str]:
        """Return the modules of `ledger` that the modules of the game import."""
        module = import_module(module_of(self.game)) if "." in module_of(self.game) else None
        folder = Path(module.__file__).parent if module and module.__file__ else None
        imported: list[str] = []
        for path in folder.rglob("*.py") if folder else ():
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Import):
                    imported += [alias.name for alias in node.names if alias.name.split(".")[0] == "ledger"]
                elif isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").startswith("ledger"):
                    imported.append(node.module or "")
        return imported

    def test_the_digest_of_its_source_is_stable(self) -> None:
        """The log pins it."""
        digest = digest_of(self.game, game_named(self.game).edition)
        digest_of.cache_clear()
        assert digest == digest_of(self.game, game_named(self.game).edition)

    def test_no_edition_is_unknown_by_accident(self) -> None:
        """Who asks for an edition that is not here is refused."""
        try:
            game_named(self.game, game_named(self.game).edition + 1)
        except Refusal:
            return
        raise AssertionError("an edition that is not here is found")
