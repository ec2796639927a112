"""Folding a journal into a state again, and checking its chain: events per second on one core.

The events are those of a table script, played once through the simulated table and then told many times, each
telling later than the one before and with a new shuffle. There is no snapshot: everything is folded.
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from controller import config
from controller.cli.assembly import booter
from controller.events import Event, KeyPressed
from controller.journal import Journal, Record, verify
from controller.runtime import recover
from drivers.sim.clock import VirtualClock
from drivers.sim.pins import bench_wiring
from drivers.sim.rig import Rig
from drivers.sim.runner import Runner
from drivers.sim.script import read
from tests.perf import Row, rate

SCRIPT = Path(__file__).parents[1] / "rounds" / "two-rounds.txt"
EVENTS = 60_000
BATCH = 1000


def measure() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="upcard-perf-") as folder:
        path = Path(folder) / "long.db"
        count = told_many_times(played(Path(folder) / "short.db"), path)
        journal = Journal(path)
        folding = seconds(lambda: recover(journal))
        state = recover(journal)
        journal.close()
        checking = seconds(lambda: verify(path))
    assert state is not None
    assert state.phase == "betting", "the telling came to a halt, so this measures nothing"
    note = f"{count:,} events of {SCRIPT.name}, told again and again"
    return [
        Row("replay: read, decode, step", rate(count, folding, "events"), note),
        Row("journal verify", rate(count, checking, "events"), "the chain only"),
    ]


def seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def played(path: Path) -> list[Event]:
    """The events that a script left in its journal."""
    table, steps = read(SCRIPT.name, SCRIPT.read_text())
    choice, clock = config.parse_table_line(list(table.words[1:])), VirtualClock()
    wiring = bench_wiring(choice.setup.seats, choice.setup.spots, choice.setup.box)
    rig = Rig(wiring, choice.shoe, clock, booter(choice.setup, path), pumped=True)
    Runner(rig, clock).run(steps)
    rig.close()
    journal = Journal(path)
    events = [record.event for record in journal.records()]
    journal.close()
    return events


def told_many_times(events: list[Event], path: Path) -> int:
    """The start once, then the rest over and over."""
    journal, later = Journal(path), events[-1].at + 1_000_000_000
    rest = [*events[1:], KeyPressed(events[-1].at, "shuffle")]
    told = [events[0]] + [replace(one, at=one.at + n * later) for n in range(EVENTS // len(rest)) for one in rest]
    records = [Record(seq, "boot", seq, event) for seq, event in enumerate(told, 1)]
    for start in range(0, len(records), BATCH):
        journal.append(records[start : start + BATCH])
    journal.close()
    return len(told)
