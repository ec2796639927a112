"""A clock moved by hand: timers run in order of their instant, on the thread that moves it."""

import heapq
from collections.abc import Callable
from itertools import count
from typing import Final

MS: Final = 1_000_000
DAWN: Final = 1_700_000_000 * 1000 * MS
"""The wall time of a script's first instant: the same bytes must give the same record."""


class VirtualClock:
    def __init__(self) -> None:
        self._now = 0
        self._timers: list[tuple[int, int, Callable[[], None]]] = []
        self._order = count()

    def now(self) -> int:
        return self._now

    def wall(self) -> int:
        return DAWN + self._now

    def call_at(self, when: int, what: Callable[[], None]) -> None:
        heapq.heappush(self._timers, (max(when, self._now), next(self._order), what))

    def advance_to(self, instant: int) -> None:
        while self._timers and self._timers[0][0] <= instant:
            self._now, _, what = heapq.heappop(self._timers)
            what()
        self._now = max(self._now, instant)

    def restart(self) -> None:
        """The machine lost its power: timers are gone and the clock begins again."""
        self._now, self._timers = 0, []
