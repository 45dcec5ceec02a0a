"""A test class for a game: random evenings, offers, its sheet, and a second writing."""

import ast
import inspect
from pathlib import Path
from typing import ClassVar

from ledger.games import provenance
from ledger.games.language import vocabulary_of
from ledger.games.registry import game_named, module_of
from ledger.language.vocabulary import Arguments
from ledger.projections.rule_sheets import sheet_of
from ledger.testing.evenings import play_many, random_evening, tries
from ledger.testing.offers import check_offers, check_stored
from ledger.testing.plain import PlainGame
from ledger.testing.random_evenings import RandomChooser, say_something
from ledger.testing.second_writings import compare
from ledger.testing.sources import PUBLIC as RULES
from ledger.testing.sources import file_of

FAMILIES = tuple(f"ledger.games.families.{name}" for name in ("trick_taking", "stops", "hands"))
PUBLIC = (*RULES, *FAMILIES)
"""The modules of `ledger` that a game may import, and what is in them."""


class GameSuite:
    """Tests that every game passes: name it as `game`, and its second writing as `plain`."""

    game: ClassVar[str]
    plain: ClassVar[type[PlainGame] | None] = None

    def test_random_evenings(self) -> None:
        """Check that counters are conserved, a replay gives the same, and sayings are read again."""
        assert play_many(self.game, deals=15, seeds=range(tries(12))) > 0

    def test_the_money_is_what_the_second_writing_comes_to(self) -> None:
        """Check that random evenings with joins, leaves and misdeals come to the same in both."""
        if self.plain is not None:
            seeds = range(tries(60))
            assert compare(self.game, self.plain, seeds) > len(seeds) * 8 // 10

    def test_what_is_offered_is_taken_and_what_is_taken_was_offered(self) -> None:
        """Check it at random, in every place of an evening; completions end in accepted sayings."""
        check_offers(self.game, range(tries(4)), self.evenings())

    def test_what_was_said_in_the_golden_evenings_was_offered(self) -> None:
        """Check the golden evenings, which have what a random evening seldom comes to."""
        for script in sorted(self.evenings().rglob("golden*.evening")):
            check_stored(script)

    def evenings(self) -> Path:
        """Return the folder of its golden and refused evenings: `evenings`, beside the test."""
        return Path(inspect.getfile(type(self))).parent / "evenings"

    def test_the_sheet_names_every_option_and_word(self) -> None:
        """Check that a reader of the sheet learns everything that can be said."""
        sheet, words = sheet_of(self.game), vocabulary_of(self.game)
        qualified = [followers for followers in words.words.values() if not isinstance(followers, Arguments)]
        qualifiers = [qualifier.word for followers in qualified for qualifier in followers]
        named = [*game_named(self.game).known_options, *words.words, *words.announcements, *qualifiers]
        assert [name for name in named if name not in sheet] == []

    def test_only_what_is_public_is_imported(self) -> None:
        """Check the imports, because what is private in `ledger` may change in any release."""
        families = tuple(f"{family}." for family in FAMILIES)
        private = [name for name in self.imports() if name not in PUBLIC and not name.startswith(families)]
        assert private == []

    def imports(self) -> list[str]:
        """Return the modules of `ledger` that the game imports."""
        game_named(self.game)  # a game of one file is known to Python once it is loaded
        imported: list[str] = []
        for module in provenance.package_of(module_of(self.game)):
            for node in ast.walk(ast.parse(file_of(module).read_text("utf-8"))):
                if isinstance(node, ast.Import):
                    imported += [alias.name for alias in node.names]
                elif isinstance(node, ast.ImportFrom) and not node.level:
                    imported.append(node.module or "")
        return [name for name in imported if name.partition(".")[0] == "ledger"]

    def test_a_penalty_goes_to_a_pool_of_the_game(self) -> None:
        """Check that the pool of the house's penalties is one that the rules pay into."""
        filled, pool = set[str](), None
        for seed in range(6):
            chooser = RandomChooser(seed)
            evening = random_evening(self.game, chooser)
            for number in range(4, 44):
                if evening is None or evening.game is None or say_something(evening, chooser, number) is None:
                    break
                pool = evening.game.deal.main_pool() if evening.game else pool
            filled |= {str(posting.payee) for posting in evening.books.postings} if evening else set()
        missing = f"no rule pays into {pool}: let main_pool return None, or the pool that penalties go to"
        assert pool is None or str(pool) in filled, missing

    def test_the_digest_of_its_source_is_stable(self) -> None:
        """Check that the same source, read again, has the same digest, because the log pins it."""
        digest = provenance.digest_of(self.game)
        provenance.forget()
        assert digest == provenance.digest_of(self.game)
