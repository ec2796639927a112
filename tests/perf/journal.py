"""What a long record costs: replayed with and without its outputs, and recovered from.

Rounds of a three-seat table, by the book and not, are played once and then told many times with a shuffle between.
Recovery is measured with much and with little behind the newest snapshot, by turns, as a ratio.
`UPCARD_EVENTS=1000000 python -m tests.perf journal` tells as many as the promise speaks of.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from controller.events import Event, KeyPressed
from controller.journal import Journal, Record, examine
from controller.journal.writer import evidence as crc
from controller.outputs.evidence import Following
from controller.recall.replay import replay
from controller.runtime import recover, resting
from controller.table import State, follow
from tests.perf import Row, percentile, rate
from tests.recovery.support import opening
from tests.stateful.rounds import Felt, play_round
from tests.tables import LINES

EVENTS = int(os.environ.get("UPCARD_EVENTS", "100000"))
FEW, ROUNDS, BATCH, TURNS, TAIL = 2000, 100, 500, 30, 15


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


def told() -> Iterator[Event]:
    """Without an end: the rounds again and again."""
    felt, events = Felt(LINES[0], seed=5), list[Event]()
    for _ in range(ROUNDS):
        play_round(felt)
        events += felt.happened
    yield from opening(LINES[0])
    while True:
        yield from events
        yield KeyPressed(0, "shuffle")


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
    for seq, event in enumerate(told(), 1):
        before, state = state, follow(state, event)
        record = Record(seq, "perf", seq, event, crc(pictures.after(state)))
        yield record, state if resting(before, state, event) else None
