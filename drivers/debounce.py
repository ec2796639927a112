"""When a contact's chatter becomes a fact; pure, time comes in as numbers.

A level counts once the line was quiet for the settle time; the change then carries the stamp of the first
raw edge, the physical instant. A line that chatters for a second (never quiet for 300 ms, and more than ten
edges in the last second) flaps: that is reported once, and its last stable level stands until it was quiet
for a second. The bounce of one landing chip, however wild, is over long before.
"""

from collections import deque
from typing import Final, Literal, NamedTuple

MS: Final = 1_000_000
APART: Final = 300 * MS
SECOND: Final = 1000 * MS
MOST: Final = 10


class Change(NamedTuple):
    kind: Literal["level", "flaps"]
    at: int
    level: bool


class Debounce:
    """`level` is what is believed, `raw` what the last edge said."""

    def __init__(self, settle_ns: int, level: bool) -> None:
        self.level = level
        self._settle = settle_ns
        self.raw = level
        self._first: int | None = None
        self._edges: deque[int] = deque(maxlen=MOST + 1)
        self._burst = 0
        self.quiet_at = 0
        self.flapping = False

    def edge(self, at: int, level: bool) -> int:
        """A raw edge. Ask `due` at the instant returned; when it says `flaps`, again at `quiet_at`."""
        if not self._edges or at - self._edges[-1] >= APART:
            self._burst = at
        self._first = at if self._first is None else self._first
        self.raw = level
        self._edges.append(at)
        flapping = self.flapping or self._chatters()
        self.quiet_at = at + (SECOND if flapping else self._settle)
        return self.quiet_at if self.flapping or not flapping else at

    def _chatters(self) -> bool:
        """More than ten edges in the last second, at the end of a second without quiet."""
        first, last = self._edges[0], self._edges[-1]
        return len(self._edges) > MOST and last - first < SECOND and last - self._burst >= SECOND

    def due(self, now: int) -> Change | None:
        """What is certain now, once."""
        last = self._edges[-1]
        if not self.flapping and self._chatters():
            self.flapping = True
            return Change("flaps", last, self.level)
        if now < self.quiet_at or self._first is None:
            return None
        first, self._first, flapped, self.flapping = self._first, None, self.flapping, False
        if flapped:
            self._edges.clear()
            self._edges.append(last)
        if self.raw == self.level:
            return None
        self.level = self.raw
        return Change("level", last if flapped else first, self.level)
