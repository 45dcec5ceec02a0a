"""Feed what reads strange input with inputs that a fuzzer makes: ``python -m tests.fuzz TARGET --seconds 60``.

Atheris watches which lines of the ledger an input reaches, and goes on from those that reach new ones. It is installed,
with the ledger, into an environment of its own at the first run. An input is a fault where something else is raised than
a refusal, where it takes more than two seconds of the processor, or more than 500 MB; then it is printed and kept in
the folder named, and the exit status is 1. What is fed first lies in tests/corpus, and is fed by an ordinary test too;
what was found to reach something new is kept beside the environment, and gone on from at the next run.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from tests.environments import python_of

ROOT = Path(__file__).parent.parent
CORPUS = Path(__file__).parent / "corpus"
ATHERIS = "atheris==3.0.0"
NAMES = ("notation", "lines", "csv", "seal", "proof", "url", "schema")
SECONDS, MEGABYTES = 2.0, 500
LONGEST = 4_096
"""No input has more bytes."""
WITHIN = "CARD_LEDGER_FUZZES"
"""Is set where the fuzzer runs, within its environment."""


def fuzz(target: str, arguments: list[str]) -> None:
    """Fuzz for as long as the arguments of libFuzzer say; never returns."""
    import atheris  # type: ignore[import-not-found]

    with atheris.instrument_imports(include=["ledger"]):
        from tests.fuzz_targets import TARGETS, WORDS

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
    """Make the environment where there is none, and fuzz in it."""
    from platformdirs import user_cache_path

    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.splitlines()[0])
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
    found = asked.environment / asked.target
    found.mkdir(parents=True, exist_ok=True)
    arguments = [
        f"-max_total_time={asked.seconds}",
        f"-max_len={LONGEST}",
        f"-rss_limit_mb={MEGABYTES}",
        "-timeout=60",  # of the clock: what it takes of the processor is seen above
        "-print_final_stats=1",
        f"-dict={asked.environment}/words",
        f"-artifact_prefix={asked.environment}/{asked.target}-",
        str(found),
        str(CORPUS / asked.target),
    ]
    command = [python, "-m", "tests.fuzz", asked.target, *arguments]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, WITHIN: "1"}, check=False)
    return int(done.returncode != 0)


if __name__ == "__main__":
    if os.environ.get(WITHIN):
        fuzz(sys.argv[1], sys.argv[2:])
    sys.exit(main())
