"""The journal of a running table: one process at a time holds it; appending, snapshots, and a checked start.

Decisions
- At a start the chain is walked from the newest snapshot to the end, and the end must reach FILE.head. What does
  not fit is refused in one line: a table never goes on from a state it cannot vouch for. Damage further back
  cannot change the state; `verify` finds it.
- All snapshots are kept (packed they are a tenth of their round's records): recall begins at one, replay
  compares with each.
- A day's segment is sealed at the first snapshot after midnight (UTC), so no round lies in two segments.
"""

import fcntl
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from controller.journal import db as sql
from controller.journal.head import Head, HeadFile, crc_of, read_head
from controller.journal.record import START, Broken, JournalError, Record, chain, checked, day, decode, encode
from controller.journal.seals import Seal, Snapshot, make_seal, make_snapshot

State = TypeVar("State")
WARM_BYTES = 400_000
"""About what a round writes to the WAL."""


class Journal:
    """One process at a time may hold it for writing; readers open the file themselves."""

    def __init__(self, path: Path, warm: bool = False) -> None:
        """`warm` spends some 10 ms at the start so that the first round's commits are as quick as the next one's."""
        self.path = path
        self._lock = _only_instance(path)
        try:
            self._open()
            if warm:
                self._warm()
        except BaseException:
            self._lock.close()
            raise

    def _open(self) -> None:
        try:
            self._db = sql.open_writer(self.path)
            self.seq, self.link = _checked_end(self._db, self.path)
            self._seal = next(reversed(all_seals(self._db)), None)
            self._head = HeadFile(self.path)
            self._head.write(Head(self.seq, self.link), sync=True)
        except (*sql.Error, OSError) as error:
            raise JournalError(f"{self.path}: {error}; restore the file or move it away") from None

    def append(self, records: list[Record], *snapshots: tuple[int, Any] | None) -> None:
        """Make the records durable in one commit. Called by one thread only."""
        rows, link = [], self.link
        for record in records:
            body = encode(record)
            link = chain(link, body)
            rows.append((record.seq, body, link))
        self._commit(rows, [one for one in snapshots if one], records[-1].wall)
        self.seq, self.link = records[-1].seq, link
        with suppress(OSError):
            self._head.write(Head(self.seq, self.link))

    def _commit(self, rows: list[sql.Row], snapshots: list[tuple[int, Any]], wall: int) -> None:
        links = {seq: link for seq, _, link in rows} if snapshots else {}
        with self._db:
            self._db.executemany("INSERT INTO records VALUES (?, ?, ?)", rows)
            for seq, state in snapshots:
                snapshot = make_snapshot(seq, links[seq], state)
                self._db.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)", snapshot)
            seal = self._due_seal(snapshot, wall) if snapshots else None
            if seal:
                self._db.execute("INSERT INTO seals VALUES (?, ?, ?, ?, ?)", seal)
        self._seal = seal or self._seal

    def _due_seal(self, snapshot: Snapshot, wall: int) -> Seal | None:
        """Today's first snapshot ends the segment of the day its first record is from."""
        after = self._seal.last if self._seal else 0
        query = "SELECT seq, body FROM records WHERE seq > ? ORDER BY seq LIMIT 1"
        row = self._db.execute(query, (after,)).fetchone()
        began = day(decode(*row).wall)
        return make_seal(self._seal, began, snapshot) if began < day(wall) else None

    def checkpoint(self) -> None:
        self._db.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _warm(self) -> None:
        """Grow the WAL once, before a round needs it: overwriting it is quicker than growing it."""
        with self._db:
            self._db.execute("CREATE TABLE warm(x BLOB)")
            self._db.execute("INSERT INTO warm VALUES (zeroblob(?))", (WARM_BYTES,))
        with self._db:
            self._db.execute("DROP TABLE warm")
        self.checkpoint()

    def records(self, after: int = 0) -> Iterator[Record]:
        return read_records(self._db, after)

    def snapshot(self, kind: type[State]) -> tuple[int, State | None]:
        """The newest; (0, None) if there is none, or if another version wrote it and all records are here."""
        found = newest_snapshot(self._db)
        if found is None:
            return 0, None
        try:
            return found.seq, found.decoded(kind)
        except msgspec.DecodeError:
            if first_seq(self._db) == 1:
                return 0, None
            raise JournalError(f"{self.path}: its snapshot is of another version; start with that one once") from None

    def close(self) -> None:
        """A journal that was closed properly has its CRC in FILE.head."""
        try:
            busy = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            self._db.close()
            if not busy:
                self._head.write(Head(self.seq, self.link, crc_of(self.path)))
        except (*sql.Error, OSError):
            self._db.close()
        self._head.close()
        self._lock.close()


def _only_instance(path: Path) -> Any:
    try:
        lock = open(path.with_name(path.name + ".lock"), "w")  # noqa: SIM115  held for the journal's life
    except OSError as error:
        raise JournalError(f"{path}: {error.strerror}; make its folder writable for the table") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise JournalError(f"{path}: another upcard has this journal open; stop it first") from None
    return lock


def _checked_end(db: sql.Connection, path: Path) -> tuple[int, bytes]:
    """The last record, after a walk from the newest snapshot; JournalError where something does not follow."""
    way_out = "see `upcard journal verify`, restore the file or move it away"
    try:
        seq, link = _walk(db)
    except (Broken, zlib.error) as error:
        raise JournalError(f"{path}: {error}; {way_out}") from None
    head = read_head(path)
    if head is not None and not _reaches(db, head):
        raise JournalError(f"{path}: it ends at record {seq}, but record {head.seq} was written; {way_out}")
    return seq, link


def _walk(db: sql.Connection) -> tuple[int, bytes]:
    snapshot = newest_snapshot(db)
    seq, link = (snapshot.seq, snapshot.link) if snapshot else (0, START)
    if snapshot and not (snapshot.sound and link_of(db, seq) == link):
        raise Broken(seq)
    for record, at in verified(db, seq, link):
        seq, link = record.seq, at
    return seq, link


def _reaches(db: sql.Connection, head: Head) -> bool:
    return head.seq == 0 or link_of(db, head.seq) == head.link


def link_of(db: sql.Connection, seq: int) -> bytes | None:
    row = db.execute("SELECT link FROM records WHERE seq = ?", (seq,)).fetchone()
    return row[0] if row else None


def first_seq(db: sql.Connection) -> int:
    row = db.execute("SELECT seq FROM records ORDER BY seq LIMIT 1").fetchone()
    return row[0] if row else 1


def newest_snapshot(db: sql.Connection, until: int = 1 << 62) -> Snapshot | None:
    query = "SELECT seq, link, state, mark FROM snapshots WHERE seq <= ? ORDER BY seq DESC LIMIT 1"
    row = db.execute(query, (until,)).fetchone()
    return Snapshot(*row) if row else None


def all_seals(db: sql.Connection) -> list[Seal]:
    """One a day: few."""
    return [Seal(*row) for row in db.execute("SELECT last, first, day, head, mark FROM seals ORDER BY last")]


def snapshots_within(db: sql.Connection, first: int, last: int) -> list[Snapshot]:
    """In order, also where the file is damaged and SQLite would have them otherwise."""
    query = "SELECT seq, link, state, mark FROM snapshots WHERE seq BETWEEN ? AND ?"
    found = [Snapshot(*row) for row in db.execute(query, (first, last))]
    return sorted(found, key=lambda snapshot: snapshot.seq)


def read_records(db: sql.Connection, after: int = 0) -> Iterator[Record]:
    """As they stand, unchecked; a body that is no record raises Broken."""
    for chunk in sql.rows(db, after):
        for seq, body, _ in chunk:
            yield decode(seq, body)


def verified(db: sql.Connection, after: int, link: bytes) -> Iterator[tuple[Record, bytes]]:
    """Records with their links, each checked against the one before; Broken at the first that does not follow."""
    for chunk in sql.rows(db, after):
        for seq, body, stored in chunk:
            after += 1
            if seq != after or not isinstance(body, bytes) or stored != (link := chain(link, body)):
                raise Broken(after)
            yield decode(seq, body), link


def verified_chunks(db: sql.Connection, after: int, link: bytes) -> Iterator[list[Record]]:
    """`verified` for whoever counts in millions; a chunk that does not follow as a whole is walked one by one."""
    for rows in sql.rows(db, after):
        records = checked(rows, after, link)
        if records is None:
            yield from ([record] for record, _ in verified(db, after, link))
            return
        yield records
        after, _, link = rows[-1]
