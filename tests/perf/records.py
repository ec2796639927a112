"""What the records process makes of a long record: the list of rounds, a search that finds nothing, one round.

`UPCARD_EVENTS=1350000 python -m tests.perf records` is a record of more than 20,000 rounds.
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from controller.recall import Source
from controller.recall.frames import replayed
from controller.recall.meters import Counting
from controller.recall.search import Wanted, search
from tests.perf import Row, percentile
from tests.perf.journal import EVENTS, build

TIMES = 7


def measure() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="upcard-perf-") as folder:
        build(Path(folder) / "long.db", EVENTS)
        source, counting = Source(Path(folder) / "long.db"), Counting()
        last = source.last_round()
        whole = _ms(lambda: counting.meters(source), 1)
        rows = [
            ("newest 50 rounds", _ms(lambda: search(source, Wanted()))),
            ("… from the middle", _ms(lambda: search(source, Wanted(before=last // 2)))),
            ("… with an alert that never was", _ms(lambda: search(source, Wanted(alert="odds_drift")), 1)),
            ("one round step by step", _ms(lambda: replayed(source, last // 2))),
            ("meters, the first time", whole),
            ("… and then", _ms(lambda: counting.meters(source))),
        ]
    return [Row(f"records: {what}", f"{took:,.1f} ms", f"{last:,} rounds") for what, took in rows]


def _ms(what: Callable[[], object], times: int = TIMES) -> float:
    took = []
    for _ in range(times):
        begun = time.perf_counter()
        what()
        took.append((time.perf_counter() - begun) * 1000)
    return percentile(took, 50)
