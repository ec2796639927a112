"""SQLite, and nothing else of ours imports it: how the one writer and the many readers open a journal.

Decisions: WAL with synchronous=FULL. `wal_autocheckpoint=0`: the writer checkpoints between rounds, so that the
WAL file is overwritten instead of growing. A reader never holds a read transaction for longer than one chunk of
rows: a long one would keep the writer's checkpoint from starting the WAL anew.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.journal.record import JournalError

Connection = sqlite3.Connection
Error: Final = (sqlite3.Error, UnicodeDecodeError)
"""What reading a damaged database may raise: the names in it are damaged too."""
Row = tuple[int, bytes, bytes]
VERSION: Final = 1
CHUNK: Final = 1024
"""Rows at a time; with all that is made of them they should stay in a core's cache."""
_TABLES: Final = (
    "CREATE TABLE IF NOT EXISTS records(seq INTEGER PRIMARY KEY, body BLOB, link BLOB)",
    "CREATE TABLE IF NOT EXISTS snapshots(seq INTEGER PRIMARY KEY, link BLOB, state BLOB, mark BLOB)",
    "CREATE TABLE IF NOT EXISTS seals(last INTEGER PRIMARY KEY, first INTEGER, day INTEGER, head BLOB, mark BLOB)",
)


def open_writer(path: Path) -> Connection:
    db = sqlite3.connect(path, check_same_thread=False, isolation_level="IMMEDIATE")
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("PRAGMA wal_autocheckpoint=0")
    if not _version(db, path):
        with db:
            for table in _TABLES:
                db.execute(table)
            db.execute(f"PRAGMA user_version={VERSION}")
    return db


def open_reader(path: Path) -> Connection:
    """For a live table too: it only reads. A medium that cannot be written holds no live table."""
    if not path.is_file():
        raise JournalError(f"{path}: no such file; give the journal of a table")
    try:
        db = sqlite3.connect(f"file:{_quoted(path)}?mode=ro", uri=True)
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        db = sqlite3.connect(f"file:{_quoted(path)}?immutable=1", uri=True)
    if not _version(db, path):
        raise JournalError(f"{path}: no record in it; give the journal of a table")
    return db


def _quoted(path: Path) -> str:
    return str(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _version(db: Connection, path: Path) -> int:
    found: int = db.execute("PRAGMA user_version").fetchone()[0]
    if found not in (0, VERSION):
        raise JournalError(f"{path}: layout {found} is not known here; use the Upcard that wrote it")
    return found


def rows(db: Connection, after: int, chunk: int = CHUNK) -> Iterator[list[Row]]:
    """Records in order, a chunk at a time."""
    query = "SELECT seq, body, link FROM records WHERE seq > ? ORDER BY seq LIMIT ?"
    while found := db.execute(query, (after, chunk)).fetchall():
        yield found
        after = found[-1][0]
