"""What a replay costs with the pure rooms compiled (`make compiled`), on the record of `journal`.

By the Python that runs this and, where it can load the same files, by Debian's own, which a table runs: it is built
with more care for speed than most. `UPCARD_EVENTS=1000000 python -m tests.perf compiled` measures what was promised.
"""

import os
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from controller.recall.replay import Replay
from tests.compiled import build as build_copy
from tests.perf import Row, rate
from tests.perf.journal import EVENTS, build

DEBIANS = "/usr/bin/python3"


def measure() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="upcard-perf-") as folder:
        copy, record = Path(folder) / "compiled", Path(folder) / "long.db"
        build_copy(copy)
        build(record, EVENTS)
        return [row for name, python in pythons() for row in rows(name, python, copy, record)]


def pythons() -> Iterator[tuple[str, str]]:
    yield "this Python", sys.executable
    ask = "import sysconfig; print(sysconfig.get_config_var('SOABI'))"
    found = subprocess.run((DEBIANS, "-c", ask), capture_output=True, text=True, check=False) if debians() else None
    if found and found.stdout.strip() == sysconfig.get_config_var("SOABI"):
        yield "Debian's Python", DEBIANS


def debians() -> bool:
    return Path(DEBIANS).exists() and Path(DEBIANS).resolve() != Path(sys.executable).resolve()


def rows(name: str, python: str, copy: Path, record: Path) -> list[Row]:
    states, outputs = replayed(python, copy, record, "--states"), replayed(python, copy, record)
    note = f"{EVENTS:,} events, chain verified on the way; {name}"
    return [
        Row("replay of states, compiled", rate(states.events, states.seconds, "events"), note),
        Row("… with settlements and outputs", rate(outputs.events, outputs.seconds, "events"), name),
    ]


def replayed(python: str, copy: Path, record: Path, *options: str) -> Replay:
    command = (python, "-P", "-m", "controller", "journal", "replay", "--json", *options, str(record))
    path = os.pathsep.join((str(copy), sysconfig.get_path("purelib")))
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, check=True)
    return msgspec.json.decode(done.stdout, type=Replay)
