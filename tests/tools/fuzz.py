"""Fuzz everything that reads foreign input: ``python -m tests.tools.fuzz TARGET --seconds 60``.

Atheris watches which lines an input reaches, and changes inputs that reach new ones. The first run installs it, with the
ledger, into an environment of its own. An input is a fault if it raises anything but a refusal, or takes more than two
seconds of CPU or 500 MB. The fault is printed and saved, and the exit status is 1. The first inputs are in tests/data/corpus,
which an ordinary test reads too. Inputs that reach new lines are saved beside the environment for the next run.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from tests.helpers.environments import python_of

ROOT = Path(__file__).parents[2]
CORPUS = Path(__file__).parents[1] / "data" / "corpus"
ATHERIS = "atheris==3.0.0"
NAMES = ("notation", "lines", "csv", "phh", "seal", "url", "schema")
SECONDS, MEGABYTES = 2.0, 500
LONGEST = 4_096
"""The most bytes of an input."""
WITHIN = "CARD_LEDGER_FUZZES"
"""Set within the environment of the fuzzer."""


def fuzz(target: str, arguments: list[str]) -> None:
    """Fuzz with the arguments of libFuzzer; never returns."""
    import atheris  # type: ignore[import-not-found]

    with atheris.instrument_imports(include=["ledger"]):
        from tests.tools.fuzz_targets import TARGETS, WORDS

    feed = TARGETS[target]

    def fed(data: bytes) -> None:
        began = time.process_time()
        feed(data)
        if (spent := time.process_time() - began) > SECONDS:
            raise TimeoutError(f"it takes {spent:.1f} seconds")

    words = next(argument.partition("=")[2] for argument in arguments if argument.startswith("-dict="))
    Path(words).write_text("".join(f'"{word}"\n' for word in WORDS), "utf-8")
    atheris.Setup([target, *arguments], fed)
    atheris.Fuzz()


def main() -> int:
    """Make the environment if it is missing, and fuzz in it."""
    from platformdirs import user_cache_path

    parser = argparse.ArgumentParser(prog="python -m tests.tools.fuzz", description=__doc__.splitlines()[0])
    parser.add_argument("target", choices=NAMES)
    parser.add_argument("--seconds", type=int, default=60, help="for how long (default: 60)")
    default = user_cache_path("card-ledger") / "fuzz"
    parser.add_argument(
        "--environment", type=Path, default=default, help="where Atheris is installed, and what it found"
    )
    asked = parser.parse_args()
    try:
        python = python_of(asked.environment / "environment", [ATHERIS], "psycopg[binary]", "--editable", str(ROOT))
    except subprocess.CalledProcessError as failed:
        print(f"this could not be run: {' '.join(map(str, failed.cmd))}", file=sys.stderr)
        return 2
    findings = asked.environment / asked.target
    findings.mkdir(parents=True, exist_ok=True)
    arguments = [
        f"-max_total_time={asked.seconds}",
        f"-max_len={LONGEST}",
        f"-rss_limit_mb={MEGABYTES}",
        "-timeout=60",  # of the clock: what it takes of the processor is seen above
        "-print_final_stats=1",
        f"-dict={asked.environment}/words",
        f"-artifact_prefix={asked.environment}/{asked.target}-",
        str(findings),
        str(CORPUS / asked.target),
    ]
    command = [python, "-m", "tests.tools.fuzz", asked.target, *arguments]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, WITHIN: "1"}, check=False)
    return int(done.returncode != 0)


if __name__ == "__main__":
    if os.environ.get(WITHIN):
        fuzz(sys.argv[1], sys.argv[2:])
    sys.exit(main())
