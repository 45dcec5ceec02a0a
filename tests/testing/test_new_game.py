"""`new-game`: a package of a game whose tests pass at once."""

import re

import pytest

from tests.games import test_discovery
from tests.helpers import command_line
from tests.helpers.environments import forget_games

at_home, run, site = command_line.at_home, command_line.run, test_discovery.site


def test_a_new_game_is_written_and_known_when_it_is_installed(run, site, tmp_path):
    done = run("new-game", "odd-card", "--json")
    assert done.code == 0
    assert len(done.json["files"]) <= 10
    folder = tmp_path / "card-ledger-odd-card"
    assert [path for path in done.json["files"] if not (folder / path).is_file()] == []
    assert re.findall(r"@[A-Z]+@", "".join((folder / path).read_text() for path in done.json["files"])) == []
    install(site, folder)
    assert "Odd Card: everybody pays" in run("rules", "odd-card").out
    assert "there is a game called odd-card already" in run("new-game", "odd-card").err


def install(site, folder):
    (site / "card_ledger_odd_card").symlink_to(folder / "card_ledger_odd_card")
    information = site / "card_ledger_odd_card-0.1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: card-ledger-odd-card\nVersion: 0.1.0\n")
    (information / "entry_points.txt").write_text("[card_ledger.games]\nodd-card = card_ledger_odd_card.rules\n")
    forget_games()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nap", "there is a game called nap already"),
        ("Odd Card", "no game can be called Odd Card"),
        ("../x", "no game"),
    ],
)
def test_a_name_that_is_taken_or_unfit_is_refused_and_nothing_is_written(run, tmp_path, name, why):
    done = run("new-game", name)
    assert (done.code, why in done.err) == (1, True)
    assert [path for path in tmp_path.iterdir() if path.is_dir()] == []


def test_a_folder_that_is_there_is_left_as_it_is(run, tmp_path):
    (tmp_path / "card-ledger-odd-card").mkdir()
    done = run("new-game", "odd-card")
    assert done.code == 1
    assert "cannot be written: File exists" in done.err
