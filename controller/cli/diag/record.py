"""The journal of a table, read only: whether its last part is whole and reaches its head, and who holds it.

The last part is what a start goes on from and what was written lately; the whole of a long record takes
`upcard journal verify`, which the nightly timer runs. FILE.head is read before the record, which may grow
meanwhile: it is never ahead of what is durable.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from controller.cli.diag.lines import Line, bad, look, ok
from controller.journal import JournalError, Record
from controller.journal import db as sql
from controller.journal.head import Head, read_head
from controller.journal.record import START, Broken
from controller.journal.store import first_seq, link_of, newest_snapshot, verified
from controller.table import State as TableState
from controller.table import follow

LAST: Final = 20_000
"""Records; a few hundred rounds."""


class Checked(Struct, frozen=True):
    """`fault` is what is wrong, in words; `wall` is the last record's, in nanoseconds since 1970."""

    first: int = 0
    last: int = 0
    wall: int | None = None
    fault: str = ""
    missing: bool = False
    allowed: bool = True


def check_record(path: Path) -> Checked:
    if not os.access(path.parent, os.X_OK) or (path.exists() and not os.access(path, os.R_OK)):
        return Checked(missing=not path.parent.exists(), fault="no permission to read it", allowed=False)
    if not path.exists():
        return Checked(missing=True)
    try:
        return _checked(path)
    except JournalError as error:
        return Checked(fault=str(error).removeprefix(f"{path}: "))
    except (Broken, *sql.Error) as error:
        return Checked(fault=str(error))


def _checked(path: Path) -> Checked:
    head = read_head(path)
    with closing(sql.open_reader(path)) as db:
        return _walk(db, head)


def _walk(db: sql.Connection, head: Head | None) -> Checked:
    walked = list(_last_part(db))
    if head is not None and head.seq and link_of(db, head.seq) != head.link:
        return Checked(fault=f"its end is missing: record {head.seq} was written")
    return Checked(walked[0].seq, walked[-1].seq, walked[-1].wall) if walked else Checked()


def _last_part(db: sql.Connection) -> Iterator[Record]:
    newest = db.execute("SELECT max(seq) FROM records").fetchone()[0] or 0
    base = newest_snapshot(db, max(first_seq(db) - 1, newest - LAST))
    if base is not None and not (base.sound and link_of(db, base.seq) == base.link):
        raise Broken(base.seq)
    for record, _ in verified(db, *((base.seq, base.link) if base else (0, START))):
        yield record


def last_records(path: Path, count: int) -> list[Record]:
    """The newest, oldest first; none of a record that cannot be read."""
    try:
        with closing(sql.open_reader(path)) as db:
            return list(_last_part(db))[-count:]
    except (JournalError, Broken, OSError, *sql.Error):
        return []


def round_is_on(path: Path) -> bool:
    """By the record; of one that cannot be read, nobody knows, so it may be."""
    try:
        with closing(sql.open_reader(path)) as db:
            state = _state(db)
    except (JournalError, Broken, OSError, msgspec.DecodeError, *sql.Error):
        return True
    return state is not None and state.status == "partial"


def _state(db: sql.Connection) -> TableState | None:
    """As a start would find it: the newest snapshot, and what came after it."""
    base = newest_snapshot(db)
    state = base.decoded(TableState) if base else None
    for record, _ in verified(db, *((base.seq, base.link) if base else (0, START))):
        state = follow(state, record.event)
    return state


def held(path: Path) -> bool:
    """Whether a running table has this journal: one asks for its lock and lets go at once."""
    try:
        with path.with_name(path.name + ".lock").open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def journal_line(path: Path, found: Checked) -> Line:
    if found.missing:
        return look(
            "journal", f"{path}: not there yet", "the first start makes it; if there was one, restore its copy"
        )
    if not found.allowed:
        return look("journal", f"{path}: {found.fault}", "run this with sudo, or as the table's user")
    if found.fault:
        way_out = f"do not open the table: upcard journal verify {path}, then restore the file from a copy"
        return bad("journal", found.fault, way_out)
    return ok("journal", f"whole: records {found.first} to {found.last} follow each other")
