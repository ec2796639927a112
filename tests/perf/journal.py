"""What a long record costs: replayed with and without its outputs, and recovered from.

The record is one that a table writes: `upcard bench` plays some 300 rounds of its own table (seven seats, a main and
a side bet each, six decks) at full speed, each card sensed before it is read and each chip with its amount. They are
taken up to the last shuffle and told again and again, later each time, so that every telling begins as the first did.
Recovery is measured with much and with little behind the newest snapshot, by turns, as a ratio.
`UPCARD_EVENTS=1000000 python -m tests.perf journal` tells as many as the promise speaks of.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from itertools import count as counting
from pathlib import Path

from msgspec.structs import replace

from controller.journal import Journal, Record, examine, read_records
from controller.journal.writer import evidence as crc
from controller.outputs.evidence import Following
from controller.recall import Source
from controller.recall.replay import replay
from controller.runtime import recover, resting
from controller.table import State, follow
from tests.perf import Row, percentile, rate

EVENTS = int(os.environ.get("UPCARD_EVENTS", "100000"))
FEW, ROUNDS, BATCH, TURNS, TAIL = 2000, 300, 500, 30, 15
OPENING = 4
"""Start, badge, `open`, badge out: told once."""


def measure() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="upcard-perf-") as folder:
        long, short = Path(folder) / "long.db", Path(folder) / "short.db"
        for path, count in ((long, EVENTS), (short, FEW)):
            build(path, count)
        states, outputs = replay(long, shown=False), replay(long)
        assert not outputs.counts, f"what was just told replays differently: {outputs.differences[:3]}"
        checking = seconds_of(long)
        many, few = recoveries(long, short)
    note = f"{EVENTS:,} events, {states.states:,} rounds; chain verified on the way"
    return [
        Row("replay of states", rate(states.events, states.seconds, "events"), note),
        Row(
            "… with settlements and outputs", rate(outputs.events, outputs.seconds, "events"), "every event's picture"
        ),
        Row("journal verify", rate(EVENTS, checking, "events"), "chain, snapshots, end; one process"),
        Row("start on a long record", f"p50 {many:.2f} ms", f"{EVENTS:,} events behind the snapshot, chain checked"),
        Row("… against a short one", f"{many / few:.2f} times", f"{FEW:,} events: p50 {few:.2f} ms"),
    ]


def seconds_of(path: Path) -> float:
    begun = time.perf_counter()
    assert not examine(path).faults
    return time.perf_counter() - begun


def recoveries(long: Path, short: Path) -> tuple[float, float]:
    """Milliseconds (median) from opening a journal to its state, by turns."""
    took: dict[Path, list[float]] = {long: [], short: []}
    for _ in range(TURNS):
        for path, times in took.items():
            begun = time.perf_counter()
            journal = Journal(path)
            recover(journal)
            times.append((time.perf_counter() - begun) * 1000)
            journal._db.close()
            journal._head.close()
            journal._lock.close()
    return percentile(took[long], 50), percentile(took[short], 50)


@cache
def played() -> list[Record]:
    """What the bench wrote from its start to its last shuffle, and the badge that left after that."""
    words = f"bench --headless --quiet --speed max --rounds {ROUNDS} --journal".split()
    with tempfile.TemporaryDirectory(prefix="upcard-perf-") as folder:
        command = [sys.executable, "-m", "controller", *words, f"{folder}/bench.db"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=Path(__file__).parents[2])
        source = Source(Path(folder) / "bench.db")
        records = list(read_records(source.db))
        source.close()
    last = max(place for place, record in enumerate(records) if getattr(record.event, "words", ()) == ("shuffle",))
    return records[: last + 2]


def told() -> Iterator[Record]:
    """Without an end: the rounds again and again, their stamps going on."""
    records = played()
    yield from records[:OPENING]
    for turn in counting():
        later = turn * records[-1].event.at
        for record in records[OPENING:]:
            event = replace(record.event, at=record.event.at + later)
            yield replace(record, wall=record.wall + later, event=event)


def build(path: Path, count: int) -> None:
    """At least so many events, and a bit of a round at the end for a start to fold."""
    journal, records = Journal(path), list[Record]()
    snapshots, rest = list[tuple[int, State]](), 0
    for record, state in _records():
        records.append(record)
        snapshots += [(record.seq, state)] if state else []
        rest = record.seq if state else rest
        last = record.seq >= count and record.seq == rest + TAIL
        if len(records) == BATCH or last:
            journal.append(records, *snapshots)
            records, snapshots = [], []
        if last:
            break
    journal.close()


def _records() -> Iterator[tuple[Record, State | None]]:
    """Each with what was shown, and with its state where a round ended."""
    state, pictures = None, Following()
    for seq, record in enumerate(told(), 1):
        before, state = state, follow(state, record.event)
        numbered = replace(record, seq=seq, shown=crc(pictures.after(state)))
        yield numbered, state if resting(before, state, record.event) else None
