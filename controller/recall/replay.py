"""The record through today's code: what comes out differently from what was recorded.

The chain is checked as it is read. States are compared where a snapshot was stored (every round's end, every
start between rounds), settlements there too, what was shown after every event by its CRC (`Record.shown`).
The walk goes on with today's states, so one difference is told where it begins.
"""

import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from controller.games.model import Settlement
from controller.journal.record import Record
from controller.journal.seals import Snapshot
from controller.journal.writer import evidence as crc
from controller.outputs.evidence import Following
from controller.outputs.picture import Evidence
from controller.recall.source import Source
from controller.table import State, follow, follow_all
from controller.table.results import key

MOST_TOLD = 20


class Difference(Struct, frozen=True):
    """`what` is state, settlement or shown."""

    seq: int
    what: str
    text: str


class Replay(Struct):
    """`differences` holds the first few; `counts` all of them, by kind."""

    events: int = 0
    states: int = 0
    seconds: float = 0.0
    counts: dict[str, int] = {}
    differences: list[Difference] = []

    def note(self, difference: Difference) -> None:
        self.counts[difference.what] = self.counts.get(difference.what, 0) + 1
        if len(self.differences) < MOST_TOLD:
            self.differences.append(difference)


def replay(path: Path, shown: bool = True) -> Replay:
    """`shown=False` compares states and settlements only, which is quicker."""
    source, result, begun = Source(path), Replay(), time.perf_counter()
    base = source.beginning()
    through, state = _Pictures(result).through if shown else _through, base.state
    for records in source.chunks(base):
        for stretch, snapshot in _stretches(records, source.snapshots(records)):
            state = through(state, stretch)
            if snapshot and state:
                result.states += 1
                _compare_state(snapshot, state, result)
        result.events += len(records)
    result.seconds = time.perf_counter() - begun
    source.close()
    return result


def _stretches(records: list[Record], snapshots: list[Snapshot]) -> Iterator[tuple[list[Record], Snapshot | None]]:
    """The records up to each snapshot, then the rest: between them nothing is to be looked at but the events."""
    begin, first = 0, records[0].seq
    for snapshot in snapshots:
        end = snapshot.seq - first + 1
        yield records[begin:end], snapshot
        begin = end
    yield records[begin:], None


def _through(state: State | None, records: list[Record]) -> State | None:
    return follow_all(state, [record.event for record in records])


class _Pictures:
    """What today's code shows after each event. `Following` gives the same object while nothing changes: then its
    CRC is the same too."""

    def __init__(self, result: Replay) -> None:
        self._following, self._result = Following(), result
        self._shown: Evidence | None = None
        self._crc = 0

    def through(self, state: State | None, records: list[Record]) -> State | None:
        shown_after, shown, mark = self._following.after, self._shown, self._crc
        for record in records:
            state = follow(state, record.event)
            if record.shown:
                if (today := shown_after(state)) is not shown:
                    shown, mark = today, crc(today)
                if mark != record.shown:
                    self._note(record)
        self._shown, self._crc = shown, mark
        return state

    def _note(self, record: Record) -> None:
        text = f"after {type(record.event).__name__} the table would show something else today"
        self._result.note(Difference(record.seq, "shown", text))


def _compare_state(snapshot: Snapshot, now: State, result: Replay) -> None:
    try:
        if snapshot.holds(now):
            return
        then = snapshot.decoded(State)
    except (TypeError, msgspec.DecodeError, zlib.error) as error:
        result.note(Difference(snapshot.seq, "state", f"the stored state is not one of today: {error}"))
        return
    if then == now:
        return
    fields = [name for name in State.__struct_fields__ if getattr(then, name) != getattr(now, name)]
    result.note(Difference(snapshot.seq, "state", f"round {now.round}: {', '.join(fields)}"))
    for text in _settlements(then, now):
        result.note(Difference(snapshot.seq, "settlement", text))


def _settlements(then: State, now: State) -> Iterator[str]:
    was = {key(one): one for one in (then.past.settlements if then.past else ())}
    today = {key(one): one for one in (now.past.settlements if now.past else ())}
    for name in was | today:
        if was.get(name) != today.get(name):
            old, new = _said(was.get(name)), _said(today.get(name))
            yield f"round {now.round} seat {name[0]} {name[1]}: recorded {old}, today {new}"


def _said(one: Settlement | None) -> str:
    return f"{one.outcome} {one.net}" if one else "nothing"
