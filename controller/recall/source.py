"""A journal as states: every record with the table before and after it, and rounds made of them."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from controller.journal import JournalError, Record
from controller.journal import db as sql
from controller.journal.record import START, Broken
from controller.journal.seals import Snapshot
from controller.journal.store import first_seq, newest_snapshot, snapshots_within, verified_chunks
from controller.table import State, follow
from controller.table.state import Past


class Base(NamedTuple):
    """Where a walk begins: the state after record `seq`, whose link is known."""

    seq: int
    link: bytes
    state: State | None


class Step(NamedTuple):
    record: Record
    before: State | None
    after: State


class Round(NamedTuple):
    """`past` is None while the round is on."""

    number: int
    past: Past | None
    steps: list[Step]


class Source:
    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.db = sql.open_reader(path)
        except sql.Error as error:
            raise JournalError(f"{path}: {error}; give the journal of a table") from None

    def close(self) -> None:
        self.db.close()

    def beginning(self) -> Base:
        """Before the first record that is kept."""
        first = first_seq(self.db)
        return Base(0, START, None) if first == 1 else self._base(self._snapshot(first - 1))

    def _snapshot(self, until: int) -> Snapshot:
        found = newest_snapshot(self.db, until)
        if found is None:
            raise JournalError(f"{self.path}: records before {until} are missing; see `upcard journal verify`")
        return found

    def _base(self, snapshot: Snapshot) -> Base:
        if not snapshot.sound:
            raise JournalError(f"{self.path}: the snapshot at record {snapshot.seq} was changed")
        return Base(snapshot.seq, snapshot.link, snapshot.decoded(State))

    def walk(self, base: Base) -> Iterator[Step]:
        before = base.state
        for records in self.chunks(base):
            for record in records:
                after = follow(before, record.event)
                yield Step(record, before, after)
                before = after

    def chunks(self, base: Base) -> Iterator[list[Record]]:
        """The records after it, checked, a chunk at a time: for whoever counts in millions."""
        with self._told():
            yield from verified_chunks(self.db, base.seq, base.link)

    def snapshots(self, records: list[Record]) -> list[Snapshot]:
        """Those that were stored after one of these."""
        with self._told():
            return snapshots_within(self.db, records[0].seq, records[-1].seq)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What is wrong with the file, in one line."""
        try:
            yield
        except Broken as broken:
            raise JournalError(f"{self.path}: {broken}; see `upcard journal verify`") from None
        except sql.Error as error:
            raise JournalError(f"{self.path}: {error}; restore the file from a copy") from None

    def before_round(self, number: int) -> Base:
        """The end of the round before, found by halving: rounds only ever count up."""
        seqs = [seq for (seq,) in self.db.execute("SELECT seq FROM snapshots ORDER BY seq")]
        found = bisect_left(seqs, number - 1, key=self._round_at)
        if number > 1 and found < len(seqs) and self._round_at(seqs[found]) == number - 1:
            return self._at(seqs[found])
        return self.beginning()

    def end_of(self, number: int) -> int:
        """The record at which that round ended, or the newest one before it."""
        seqs = [seq for (seq,) in self.db.execute("SELECT seq FROM snapshots ORDER BY seq")]
        found = bisect_right(seqs, number, key=self._round_at)
        return seqs[found - 1] if found else 0

    def newest(self) -> Base:
        """The last snapshot: from there to the end it is not far."""
        newest = newest_snapshot(self.db)
        return self._at(newest.seq) if newest else self.beginning()

    def _at(self, seq: int) -> Base:
        try:
            return self._base(self._snapshot(seq))
        except msgspec.DecodeError:
            return self.beginning()

    def _round_at(self, seq: int) -> int:
        return int(self._snapshot(seq).decoded(_Numbered).round)

    def last_round(self) -> int:
        """The number of the newest round, over or not."""
        base = self.newest()
        state = base.state
        for step in self.walk(base):
            state = step.after
        return state.round if state else 0


class _Numbered(msgspec.Struct):
    """As little of a state as says which round it is."""

    round: int = 0


def rounds(steps: Iterator[Step]) -> Iterator[Round]:
    """Rounds in order, each with all that happened since the one before; the last may still be on."""
    gathered: list[Step] = []
    for step in steps:
        gathered.append(step)
        if step.before is not None and (past := ended(step)):
            yield Round(past.round, past, gathered)
            gathered = []
    if gathered and gathered[-1].after.status == "partial":
        yield Round(gathered[-1].after.round, None, gathered)


def ended(step: Step) -> Past | None:
    """The round that this step ended."""
    return step.after.past if step.before and step.after.past is not step.before.past else None
