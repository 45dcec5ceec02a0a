"""Environments of their own, for what is measured against or fuzzed with: nobody else has to install it."""

import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path


def python_of(environment: Path, packages: Sequence[str], *options: str) -> Path:
    """The interpreter of an environment with these packages, which is made where it is not there.

    Raises CalledProcessError where they cannot be installed.
    """
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    ready = environment / "-".join(package.replace("==", "-") for package in packages)
    if not ready.exists():
        print(f"installing {' and '.join(packages)} into {environment}", file=sys.stderr)
        venv.create(environment, clear=True, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *packages, *options], check=True)
        ready.touch()
    return python
