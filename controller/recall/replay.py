"""The record through today's code: what comes out differently from what was recorded.

The chain is checked as it is read. States are compared where a snapshot was stored (every round's end, every
start between rounds), settlements there too, what was shown after every event by its CRC (`Record.shown`).
The walk goes on with today's states, so one difference is told where it begins.
"""

import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from controller.games.model import Settlement
from controller.journal.record import Record
from controller.journal.seals import Snapshot
from controller.journal.store import newest_snapshot
from controller.journal.writer import evidence as crc
from controller.outputs.evidence import Evidence, Following
from controller.recall.source import Source
from controller.table import State
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
    stored, pictures = _Snapshots(source, base.seq), _Pictures()
    for record, state in source.states(base):
        result.events += 1
        if shown and record.shown:
            pictures.compare(record, state, result)
        if record.seq == stored.next:
            result.states += 1
            _compare_state(record.seq, stored.take(), state, result)
    result.seconds = time.perf_counter() - begun
    source.close()
    return result


class _Snapshots:
    """The stored snapshots in order, each decoded when the walk gets there."""

    def __init__(self, source: Source, after: int) -> None:
        query = "SELECT seq FROM snapshots WHERE seq > ? ORDER BY seq"
        self._db, self._seqs = source.db, iter([seq for (seq,) in source.db.execute(query, (after,))])
        self.next = next(self._seqs, None)

    def take(self) -> Snapshot:
        assert self.next is not None, "taken where the walk is at the next one"
        found = newest_snapshot(self._db, self.next)
        assert found is not None, "its seq was read from the same table"
        self.next = next(self._seqs, None)
        return found


class _Pictures:
    """What today's code shows after each event. `Following` gives the same object while nothing changes: then its
    CRC is the same too."""

    def __init__(self) -> None:
        self._following = Following()
        self._shown: Evidence | None = None
        self._crc = 0

    def compare(self, record: Record, state: State, result: Replay) -> None:
        today = self._following.after(state)
        if today is not self._shown:
            self._shown, self._crc = today, crc(today)
        if self._crc != record.shown:
            text = f"after {type(record.event).__name__} the table would show something else today"
            result.note(Difference(record.seq, "shown", text))


def _compare_state(seq: int, snapshot: Snapshot, now: State, result: Replay) -> None:
    if snapshot.holds(now):
        return
    try:
        then = snapshot.decoded(State)
    except msgspec.DecodeError as error:
        result.note(Difference(seq, "state", f"the stored state is not one of today: {error}"))
        return
    if then == now:
        return
    fields = [name for name in State.__struct_fields__ if getattr(then, name) != getattr(now, name)]
    result.note(Difference(seq, "state", f"round {now.round}: {', '.join(fields)}"))
    for text in _settlements(then, now):
        result.note(Difference(seq, "settlement", text))


def _settlements(then: State, now: State) -> Iterator[str]:
    was = {key(one): one for one in (then.past.settlements if then.past else ())}
    today = {key(one): one for one in (now.past.settlements if now.past else ())}
    for name in was | today:
        if was.get(name) != today.get(name):
            old, new = _said(was.get(name)), _said(today.get(name))
            yield f"round {now.round} seat {name[0]} {name[1]}: recorded {old}, today {new}"


def _said(one: Settlement | None) -> str:
    return f"{one.outcome} {one.net}" if one else "nothing"
