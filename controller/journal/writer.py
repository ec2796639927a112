"""The thread that makes events durable, and the mark up to which they are.

Decisions: it commits all that waits in one transaction, publishes the last durable seq, and whoever must not run
ahead of the disk waits for that mark. Events are never encoded or committed on the thread that handles them.
It checkpoints between rounds. Pinning only this thread to a core of its own did not help
(measured with `make perf`); a live table pins the others.
"""

import threading
import traceback
import zlib
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from controller.journal.record import Record
from controller.journal.store import Journal

BATCH = 64
"""Events per stretch: a longer one would hold the interpreter against a lock."""


class _Entry(NamedTuple):
    record: Record
    shown: Any
    snapshot: Any


class Writer:
    def __init__(self, journal: Journal, on_durable: Callable[[int], None], on_error: Callable[[], None]) -> None:
        self._journal = journal
        self._waiting: deque[_Entry] = deque()
        self._wake = threading.Condition()
        self._on_durable, self._on_error = on_durable, on_error
        self._closing = self.failed = False
        self.durable = journal.seq
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def put(self, record: Record, snapshot: Any = None, shown: Any = None) -> None:
        """Hand over; never waits for the disk. `snapshot` is the state after it, `shown` what it made visible."""
        with self._wake:
            if self.failed:
                return
            self._waiting.append(_Entry(record, shown, snapshot))
            self._wake.notify_all()

    def wait(self, seq: int) -> None:
        """Block until `seq` is durable and shown, or nothing will be any more."""
        with self._wake:
            self._wake.wait_for(lambda: self.durable >= seq or self.failed)

    def close(self) -> None:
        with self._wake:
            self._closing = True
            self._wake.notify_all()
        self._thread.join()

    def _run(self) -> None:
        while batch := self._next():
            if not self._commit(batch):
                return

    def _next(self) -> list[_Entry]:
        with self._wake:
            self._wake.wait_for(lambda: self._waiting or self._closing)
            return [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]

    def _commit(self, batch: list[_Entry]) -> bool:
        """However it fails, nothing more becomes durable then, so no money is shown; the dealer is told."""
        snapshots = [(entry.record.seq, entry.snapshot) for entry in batch if entry.snapshot is not None]
        try:
            self._journal.append([_with_evidence(entry) for entry in batch], *snapshots)
            if snapshots:
                self._journal.checkpoint()
        except Exception:
            traceback.print_exc()
            self._fail()
            return False
        self._publish(batch[-1].record.seq)
        return True

    def _publish(self, seq: int) -> None:
        self._on_durable(seq)
        with self._wake:
            self.durable = seq
            self._wake.notify_all()

    def _fail(self) -> None:
        self._on_error()
        with self._wake:
            self.failed = True
            self._wake.notify_all()


def _with_evidence(entry: _Entry) -> Record:
    return entry.record if entry.shown is None else replace(entry.record, shown=evidence(entry.shown))


def evidence(shown: object) -> int:
    """Never 0, which says that nothing was noted."""
    return zlib.crc32(msgspec.json.encode(shown)) or 1
