"""Lock lamps: one wire each, four things to say.

Decisions
- Off = open, on = locked, slow blink = no bet, fast blink = removed. The blink is one timer for all lamps and
  runs only while one of them blinks.
- `light` is called on the runtime's path while the blink runs on the clock's thread: each switch is made under
  one lock and looks at what is wanted then, or a blink could switch off a lamp that has just been locked. It is
  held for one switch at a time, so that a lamp behind a slow bus delays no other for long.
- A lamp that cannot be switched (an expander came loose) raises nothing: DeviceLost("lamps") once, all lamps are
  tried again every second, DeviceBack when all of them took it.
"""

import threading
from collections.abc import Mapping
from typing import Any, Final

from controller.events import DeviceBack, DeviceLost, Event
from controller.outputs import Lamp
from controller.ports import Clock, Post
from drivers.debounce import MS, SECOND
from drivers.gpio.chips import release

TICK: Final = 125 * MS
PERIOD: Final[dict[Lamp, int]] = {"no_bet": 4, "removed": 1}
"""Ticks per half period of what blinks."""
NAME: Final = "lamps"
Place = tuple[int, str]


class Bulbs:
    def __init__(self, devices: Mapping[Place, Any], clock: Clock) -> None:
        self._devices, self._clock = devices, clock
        self.wanted: dict[Place, Lamp] = {}
        self._blinking: frozenset[Place] = frozenset()
        self._lock = threading.Lock()
        self._post: Post = _nobody
        self._ticking, self._tick, self._closed = False, 0, False
        self.lost, self.errors = False, 0

    def start(self, post: Post) -> None:
        self._post = post
        if self.lost:
            post(DeviceLost(self._clock.now(), NAME))

    def light(self, place: Place, lamp: Lamp) -> None:
        if place not in self._devices:
            return
        with self._lock:
            self.wanted[place] = lamp
            blinks = {place} if lamp in PERIOD else set()
            self._blinking = (self._blinking - {place}) | blinks
            if begins := bool(self._blinking) and not self._ticking:
                self._ticking, self._tick = True, 0
            failed = not self._switch(place, lamp != "open")
        if begins:
            self._clock.call_at(self._clock.now() + TICK, self._blink)
        if failed:
            self._lose()

    def _switch(self, place: Place, on: bool) -> bool:
        """Under the lock."""
        if self._closed:
            return True
        try:
            self._devices[place].value = on
        except Exception:  # lgpio.error is a bare Exception
            self.errors += 1
            return False
        return True

    def _blink(self) -> None:
        with self._lock:
            self._ticking = bool(self._blinking) and not self._closed
            self._tick, places = self._tick + 1, self._blinking
        if not self._ticking:
            return
        if [place for place in places if not self._turn(place)]:
            self._lose()
        self._clock.call_at(self._clock.now() + TICK, self._blink)

    def _turn(self, place: Place) -> bool:
        with self._lock:
            return place not in self._blinking or self._switch(place, self._phase(place))

    def _phase(self, place: Place) -> bool:
        """Whether a blinking lamp is on in this tick."""
        return self._tick // PERIOD[self.wanted[place]] % 2 == 0

    def _lose(self) -> None:
        with self._lock:
            known, self.lost = self.lost, True
        if not known:
            self._clock.call_at(self._clock.now() + SECOND, self._retry)
            self._post(DeviceLost(self._clock.now(), NAME))

    def _retry(self) -> None:
        """Every lamp anew: those that took it meanwhile take it again."""
        if self._closed:
            return
        if [place for place in list(self.wanted) if not self._again(place)]:
            self._clock.call_at(self._clock.now() + SECOND, self._retry)
            return
        self.lost = False
        self._post(DeviceBack(self._clock.now(), NAME))

    def _again(self, place: Place) -> bool:
        with self._lock:
            lamp = self.wanted[place]
            return self._switch(place, self._phase(place) if lamp in PERIOD else lamp != "open")

    def close(self) -> None:
        with self._lock:
            for place in self._devices:
                self._switch(place, False)
            self._closed = True
        for device in self._devices.values():
            release(device)


def _nobody(event: Event) -> None:
    """Whom events are posted to before anyone asked for them."""
