"""The lock of the container: what it installs is what the project asks for, each by its digest."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "examples" / "club" / "requirements.txt"
PINNED = re.compile(r"^(?P<name>[\w.-]+)(?:\[\w+\])?==(?P<version>[^\s;]+)(?: ; (?P<where>[^\\]+))?(?P<hashes>(?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", re.MULTILINE)  # fmt: skip


def test_the_lock_satisfies_what_the_project_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    text = LOCK.read_text()
    pinned = {canonicalize_name(found["name"]): found["version"] for found in PINNED.finditer(text)}
    names = [line for line in text.splitlines() if line and line[0] not in "# "]
    assert len(names) == len(PINNED.findall(text)), "each has a version and a digest"
    for asked in (*project["dependencies"], *project["optional-dependencies"]["postgresql"]):
        requirement = Requirement(asked)
        assert pinned[canonicalize_name(requirement.name)] in requirement.specifier, asked


def test_the_container_installs_nothing_beside_the_lock():
    text = (ROOT / "examples" / "club" / "Containerfile").read_text()
    assert "--require-hashes -r /src/examples/club/requirements.txt" in text
    assert "--no-deps /src" in text
    assert "uv pip compile pyproject.toml" in LOCK.read_text().splitlines()[1]
