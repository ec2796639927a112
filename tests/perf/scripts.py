"""Table scripts through pseudo-terminal, pyserial, pins and a journal on disk: rounds per second."""

import time
from pathlib import Path

from controller.cli.script import run_script
from tests.perf import Row, rate

ROUNDS = Path(__file__).parents[1] / "rounds"


def measure() -> list[Row]:
    files = sorted(str(path) for path in ROUNDS.rglob("*.txt"))
    begun = time.perf_counter()
    reports = [run_script(file) for file in files]
    took = time.perf_counter() - begun
    rounds = sum(len(report.rounds) for report in reports)
    return [Row("upcard script", rate(rounds, took, "rounds"), f"{rounds} rounds in {len(files)} scripts")]
