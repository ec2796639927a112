"""`make fuzz`: coverage-guided fuzzing of every shoe protocol, each in a process of its own.

python -m tests.shoe.fuzz [--seconds 60] [PROTOCOL…]

Exit 1 if a promise (tests/shoe/promises.py) is broken; the input that breaks it is kept and named. libFuzzer
does the work; its counts and its coverage (branches of drivers/shoe reached) are printed at the end.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

WORKER = "import sys; from tests.shoe.fuzz import fuzz; fuzz(sys.argv[1], sys.argv[2:])"
LONGEST = 1500


class Result(NamedTuple):
    protocol: str
    executions: int
    per_second: int
    branches: int
    features: int
    inputs: int
    broken: str


def fuzz(protocol: str, arguments: list[str]) -> None:
    """Never returns: libFuzzer ends the process. What is imported here is instrumented."""
    import atheris

    with atheris.instrument_imports(include=["drivers.shoe"], enable_loader_override=False):
        from drivers.shoe import find
        from tests.shoe.promises import check
        from tests.shoe.stories import story

        find(protocol)
    atheris.Setup([protocol, *arguments], lambda data: check(protocol, story(protocol, data)) and None)
    atheris.Fuzz()


def seeds(protocol: str) -> Iterator[bytes]:
    """A clean game on the line, and one word of each kind a story has."""
    from drivers.shoe import find
    from tests.shoe.stories import RAW
    from tests.shoe.streams import drawn, report

    codec = find(protocol)()
    yield RAW + b"".join(report(codec, drawn(card), number) for number, card in enumerate(("8s", "10h", "Kd")))
    for word in range(7):
        yield bytes([word, 1, 2, 8, 0, 0, 12, 0]) * 3


def run(protocol: str, seconds: int) -> Result:
    with tempfile.TemporaryDirectory(prefix="upcard-fuzz-") as corpus:
        for number, seed in enumerate(seeds(protocol)):
            (Path(corpus) / f"seed-{number}").write_bytes(seed)
        kept = Path(tempfile.gettempdir()) / f"upcard-fuzz-{protocol}-"
        limits = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", f"-artifact_prefix={kept}"]
        command = [sys.executable, "-c", WORKER, protocol, "-print_final_stats=1", *limits, corpus]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = f"exit {done.returncode}\n{(done.stdout or done.stderr)[-2000:]}"
    return result(protocol, done.stderr, said if done.returncode else "")


def result(protocol: str, log: str, broken: str) -> Result:
    last = re.findall(r"cov: (\d+) ft: (\d+) corp: (\d+)/", log)[-1:] or [("0", "0", "0")]
    branches, features, inputs = map(int, last[0])
    stats = dict(re.findall(r"stat::(\w+):\s+(\d+)", log))
    broken += "".join(re.findall(r"Test unit written to .*\n", log)) if broken else ""
    done, rate = int(stats.get("number_of_executed_units", 0)), int(stats.get("average_exec_per_sec", 0))
    return Result(protocol, done, rate, branches, features, inputs, broken)


def main() -> int:
    from drivers.shoe import names

    parser = argparse.ArgumentParser(prog="python -m tests.shoe.fuzz")
    parser.add_argument("protocols", nargs="*", metavar="PROTOCOL")
    parser.add_argument("--seconds", type=int, default=60, help="for each protocol (default 60)")
    arguments = parser.parse_args()
    results = [run(protocol, arguments.seconds) for protocol in arguments.protocols or names()]
    for one in results:
        print(
            f"{one.protocol}: {one.executions:,} executions ({one.per_second:,}/s), {one.branches} branches and"
            f" {one.features} features reached, {one.inputs} inputs kept, {'BROKEN' if one.broken else 'no finding'}"
        )
        print(one.broken, end="")
    return 1 if any(one.broken for one in results) else 0


if __name__ == "__main__":
    sys.exit(main())
