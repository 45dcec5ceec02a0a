"""Skat, the example of a stranger's game: its own tests run beside the wheel, in an environment of their own."""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SKAT = ROOT / "examples" / "card-ledger-skat"
EVENING = SKAT / "tests" / "evenings" / "golden.evening"


def run(*arguments: object, **variables: str) -> str:
    """Return what a program prints. Raises AssertionError where it fails."""
    environment = {**os.environ, **variables}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        [str(argument) for argument in arguments],
        capture_output=True, text=True, timeout=150, check=False, env=environment, cwd=variables.get("PWD"),
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """Return an environment with both wheels, and otherwise what the tests are run by."""
    folder = tmp_path_factory.mktemp("skat")
    venv.create(folder / "env", with_pip=False)
    python = folder / "env" / "bin" / "python"
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    paths = [path for path in (sysconfig.get_path("purelib"), *sys.path) if path.endswith("site-packages")]
    (site / "dependencies.pth").write_text("\n".join(dict.fromkeys(paths)))
    for project in (ROOT, SKAT):
        build = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder)
        run(*build, PWD=str(project))
    for wheel in folder.glob("*.whl"):
        run(sys.executable, "-m", "zipfile", "-e", wheel, site)
    return folder, python


@pytest.mark.thorough
def test_skat_is_built_installed_played_and_tested_beside_the_wheel(environment):
    folder, python = environment
    command = (python, "-m", "ledger")
    home = {"CARD_LEDGER_DATABASE": f"sqlite:///{folder / 'e.db'}", "PWD": str(folder)}
    assert '"distribution":"card-ledger-skat 1.0.0"' in run(*command, "--json", "games", **home).replace('": "', '":"')
    assert "Bob pays Ann 134" in run(*command, "replay", EVENING, **home)
    run(*command, "import", EVENING, **home)
    assert '{"Ann":288,"Bob":-144,"Cat":-144}' in run(*command, "export", "--format", "jsonl", **home)
    assert "passed" in run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", SKAT, **(home | {"PWD": str(SKAT)}))
