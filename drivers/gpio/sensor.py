"""One debounced input: edges in from any thread, events out on the clock's.

Decisions
- A callback stamps and hands over, nothing else; what an edge means is decided when its line is quiet, on the
  clock's thread. An exception in either is counted and goes no further: lgpio calls all lines from one thread,
  which ends with the first exception, and the clock's thread is no different.
- A kernel stamp that is not shortly before now is not of our clock, and now is taken instead. A report that
  came late is waited for as much longer: the next edge of the same bounce is late too.
- Once quiet, the line is read again. The kernel drops edges when a line is wilder than its buffer; the level
  the line ended with must not be among them.
"""

import threading
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from controller.events import Event
from controller.ports import Clock, Pin, Post
from drivers.debounce import SECOND, Change, Debounce
from drivers.gpio.chips import Line

LATE: Final = 10 * SECOND
"""The oldest kernel stamp that is believed."""
Meaning = Callable[[Change], Event | None]


class SensorHealth(Struct, frozen=True):
    """`level` is what is believed, `raw` what the last edge said; `last_edge` on the table's clock. `bounces` are
    the edges that changed nothing. `lost`: it could not be read, or its edge not be handled, the last time."""

    name: str
    pin: Pin
    level: bool
    raw: bool
    edges: int
    last_edge: int | None
    flapping: bool
    errors: int
    last_error: str
    bounces: int = 0
    lost: bool = False


class Sensor:
    def __init__(self, name: str, line: Line, clock: Clock, settle_ns: int, meaning: Meaning) -> None:
        self._name, self._line, self._clock, self._meaning = name, line, clock, meaning
        self._settle, self._lock = settle_ns, threading.Lock()
        self._debounce: Debounce | None = None
        self._post: Post | None = None
        self._last: int | None = None
        self._edges = self._changes = self._errors = 0
        self._lost = False
        self._last_error = ""

    def read(self) -> bool:
        """The level it starts from, kept for `start`; from then on the one that is believed."""
        if self._debounce is None or self._post is None:
            self._debounce = Debounce(self._settle, self._line.active)
        return self._debounce.level

    def start(self, post: Post) -> None:
        if self._debounce is None:
            self.read()
        self._post = post
        self._line.listen(self._changed)
        self._look()

    def _look(self) -> None:
        """An edge that nobody told us of: from before the start, or dropped on its way."""
        level = self._line.active
        if self._debounce is not None and level != self._debounce.raw:
            self._edge(self._clock.now(), level)

    def _changed(self, stamp: int | None, level: bool) -> None:
        try:
            now = self._clock.now()
            believed = stamp is not None and 0 <= now - stamp < LATE
            self._edge(stamp if stamp is not None and believed else now, level)
        except Exception as error:
            self._failed(error)

    def _edge(self, at: int, level: bool) -> None:
        assert self._debounce is not None, "a sensor is read before it listens"
        with self._lock:
            at = at if self._last is None else max(at, self._last)
            self._edges, self._last = self._edges + 1, at
            when = self._debounce.edge(at, level)
        now = self._clock.now()
        self._clock.call_at(when + now - at, self._due)

    def _due(self) -> None:
        post = self._post
        if post is None:
            return
        try:
            self._tell(post)
            self._look()
            self._lost = False
        except Exception as error:
            self._failed(error)

    def _tell(self, post: Post) -> None:
        assert self._debounce is not None, "a sensor is read before it listens"
        with self._lock:
            change = self._debounce.due(self._clock.now())
        if change and change.kind == "flaps":
            self._clock.call_at(self._debounce.quiet_at, self._due)
        elif change:
            self._changes += 1
        event = self._meaning(change) if change else None
        if event is not None:
            post(event)

    def _failed(self, error: Exception) -> None:
        self._errors += 1
        self._last_error = repr(error)
        self._lost = True

    def health(self) -> SensorHealth:
        with self._lock:
            said = self._debounce or Debounce(self._settle, self._line.active)
            settling = said.raw != said.level
            return SensorHealth(
                self._name, self._line.pin, said.level, said.raw, self._edges, self._last, said.flapping,
                self._errors, self._last_error, self._edges - self._changes - settling, self._lost,
            )  # fmt: skip

    def close(self) -> None:
        self._post = None
        self._line.close()
