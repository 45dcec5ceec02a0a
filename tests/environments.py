"""Separate environments for the benchmark's peers and the fuzzer, so that the tests need not install them."""

import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path


def python_of(environment: Path, packages: Sequence[str], *options: str) -> Path:
    """Return the interpreter of an environment with these packages; make the environment if it is missing.

    Raises CalledProcessError if the packages cannot be installed.
    """
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    ready = environment / "installed"
    if not ready.exists() or ready.read_text(encoding="utf-8") != "\n".join(packages):
        print(f"installing {' and '.join(packages)} into {environment}", file=sys.stderr)
        venv.create(environment, clear=True, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *packages, *options], check=True)
        ready.write_text("\n".join(packages), encoding="utf-8")
    return python
