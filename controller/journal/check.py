"""Whether a journal is whole: its chain, snapshots, seals, end and signatures. It only reads.

A journal whose oldest days were pruned begins after a seal; the seals of the pruned days are still there.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from controller.journal import db as sql
from controller.journal.head import crc_of, read_head
from controller.journal.marks import Mark, read_marks
from controller.journal.record import START, Broken, JournalError, chain, decode
from controller.journal.seals import Seal, Snapshot, seal_mark
from controller.journal.signing import PublicKey
from controller.journal.store import all_seals, first_seq, link_of


class Report(NamedTuple):
    """`bad` is the first record that does not follow, `faults` all that is wrong, in words."""

    first: int
    last: int
    seals: int
    signed: int
    bad: int | None
    faults: tuple[str, ...]


def verify(path: Path) -> int | None:
    """The first record whose link or number does not follow from the ones before; None if all do."""
    report = examine(path)
    if report.bad is None and report.faults:
        raise JournalError(f"{path}: {report.faults[0]}")
    return report.bad


def examine(path: Path, key: PublicKey | None = None) -> Report:
    try:
        db = sql.open_reader(path)
    except sql.Error as error:
        raise JournalError(f"{path}: {error}; give the journal of a table, or restore it from a copy") from None
    try:
        return _Examination(path, db, key).report()
    except sql.Error as error:
        return Report(1, 0, 0, 0, 1, (f"{error}; restore the file from a copy",))
    finally:
        db.close()


class _Examination:
    def __init__(self, path: Path, db: sql.Connection, key: PublicKey | None) -> None:
        self._path, self._db, self._key = path, db, key
        self._first = first_seq(db)
        self._last, self._link = self._first - 1, START
        self._seals = all_seals(db)
        self._heads = {seal.last: seal.head for seal in self._seals}
        self._signed = 0

    def report(self) -> Report:
        bad, faults = None, []
        try:
            self._walk()
        except Broken as broken:
            bad = broken.seq
            faults.append(str(broken))
        faults += [*self._check_seals(), *self._check_end(), *self._check_marks()]
        return Report(self._first, self._last, len(self._seals), self._signed, bad, tuple(faults))

    def _walk(self) -> None:
        """By chunks; where the database cannot be read, one by one to the record it is."""
        self._link = self._begin()
        try:
            self._walk_on(sql.CHUNK)
        except sql.Error:
            try:
                self._walk_on(1)
            except sql.Error as error:
                raise Broken(self._last + 1, f"record {self._last + 1} cannot be read: {error}") from None

    def _walk_on(self, chunk: int) -> None:
        for rows in sql.rows(self._db, self._last, chunk):
            seq, link = self._last, self._link
            for number, body, stored in rows:
                seq += 1
                if number != seq or not isinstance(body, bytes) or stored != (link := chain(link, body)):
                    raise Broken(seq)
            self._check_chunk(rows)
            self._last, self._link = seq, link

    def _begin(self) -> bytes:
        """The link before the first record: nothing, or the seal of the last pruned day."""
        if self._first == 1:
            return START
        if self._first - 1 not in self._heads:
            raise Broken(1)
        return self._heads[self._first - 1]

    def _check_chunk(self, rows: list[sql.Row]) -> None:
        links = {seq: link for seq, _, link in rows}
        for seq, body, link in rows:
            if self._heads.get(seq, link) != link:
                raise Broken(seq, f"record {seq} is not the one that was sealed")
            decode(seq, body)
        for snapshot in self._snapshots(rows[0][0], rows[-1][0]):
            if snapshot.link != links.get(snapshot.seq):
                raise Broken(snapshot.seq, f"the snapshot at record {snapshot.seq} is of another record")

    def _snapshots(self, first: int, last: int) -> Iterator[Snapshot]:
        query = "SELECT seq, link, state, mark FROM snapshots WHERE seq BETWEEN ? AND ?"
        for row in self._db.execute(query, (first, last)):
            snapshot = Snapshot(*row)
            if not snapshot.sound:
                raise Broken(snapshot.seq, f"the snapshot at record {snapshot.seq} was changed")
            yield snapshot

    def _check_seals(self) -> Iterator[str]:
        before: Seal | None = None
        for seal in self._seals:
            row = self._db.execute("SELECT mark FROM snapshots WHERE seq = ?", (seal.last,)).fetchone()
            contiguous = seal.first == (before.last + 1 if before else 1)
            if not (row and contiguous and seal.mark == _mark(before, seal, row[0])):
                yield f"the seal at record {seal.last} does not follow from the ones before it"
                return
            before = seal

    def _check_end(self) -> Iterator[str]:
        """The end that was written is there; a file closed properly is bit by bit what it was."""
        try:
            head = read_head(self._path)
        except JournalError as error:
            yield str(error)
            return
        if head is None:
            return
        if head.seq and link_of(self._db, head.seq) != head.link:
            yield f"its end is missing: record {head.seq} was written"
        if head.crc is not None and head.crc != crc_of(self._path):
            yield "the file is not as it was closed"

    def _check_marks(self) -> Iterator[str]:
        try:
            signed = [mark for mark in read_marks(self._path) if mark.kind == "signed"]
        except JournalError as error:
            yield str(error)
            return
        for mark in signed:
            yield from self._check_signature(mark)

    def _check_signature(self, mark: Mark) -> Iterator[str]:
        link = self._heads.get(mark.last) or link_of(self._db, mark.last)
        if link is None and mark.last >= self._first:
            yield f"record {mark.last} was signed and is missing"
        elif link is not None and link.hex() != mark.link:
            yield f"record {mark.last} is not the one that was signed"
        elif self._key and not self._key.verifies(mark.statement(), bytes.fromhex(mark.signature)):
            yield f"the signature at record {mark.last} is not by this key"
        else:
            self._signed += 1


def _mark(before: Seal | None, seal: Seal, snapshot: bytes) -> bytes | None:
    """What the seal's mark must be; None where a field is not even of its kind."""
    try:
        return seal_mark(before, seal, snapshot)
    except (TypeError, struct.error):
        return None


def head_of(path: Path) -> tuple[int, bytes]:
    """The newest record and its link; JournalError if the journal is not whole."""
    report = examine(path)
    if report.faults or not report.last:
        raise JournalError(f"{path}: {(*report.faults, 'no record in it')[0]}; only a whole journal is signed")
    db = sql.open_reader(path)
    link = link_of(db, report.last)
    db.close()
    if link is None:
        raise JournalError(f"{path}: no record in it; only a whole journal is signed")
    return report.last, link
