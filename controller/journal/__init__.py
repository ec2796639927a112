"""The durable, chained record of every event, in one SQLite file; knows no blackjack.

Layout, version 1 (`PRAGMA user_version`)
    records(seq INTEGER PRIMARY KEY, body BLOB, link BLOB)
    snapshots(seq INTEGER PRIMARY KEY, link BLOB, state BLOB, mark BLOB)
    seals(last INTEGER PRIMARY KEY, first INTEGER, day INTEGER, head BLOB, mark BLOB)
`body` is JSON with named fields: seq, boot, wall, event and shown. `link` is SHA-256(previous link + body);
before the first record the previous link is 32 zero bytes. A snapshot is the state after `seq` with the
chain's head there and SHA-256(link + state); it saves time, the records are the truth. A seal closes a day's
segment at the end of its last round; it has the head there and chains to the seal before.
Beside FILE: FILE.lock (one owner), FILE.head (how far the record goes: `head`), FILE.marks (`marks`).

Modules: `record` (bodies and links), `db` (SQLite), `store` (Journal), `writer`, `head`, `check` (verify),
`marks` (exported, disputed, signed), `signing` (Ed25519), `prune` (retention).
"""

from controller.journal.check import Report, examine, verify
from controller.journal.record import START, JournalError, Record, chain
from controller.journal.store import Journal, read_records
from controller.journal.writer import Writer

__all__ = [
    "START", "Journal", "JournalError", "Record", "Report", "Writer", "chain", "examine", "read_records", "verify",
]  # fmt: skip
