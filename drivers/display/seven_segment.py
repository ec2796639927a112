"""Seven-segment modules, one per seat in seat order: the first of a seat's words, in eight characters.

Decisions
- A thread owns the bus and writes the newest picture; the ones between are never seen, and `show` never waits.
- What is wrong at the start is a DisplayError with the way out: a wrong configuration is not a lost device. A
  bus that fails later is DeviceLost("display") once; it is opened anew, ever more rarely, and the whole picture
  is written again. The chips cannot be read back: a module that came loose is noticed by people only.
- Before the first picture and after the last the felt is dark: nothing about money outlives its table.
"""

import contextlib
import threading
from collections.abc import Sequence
from itertools import chain, repeat
from typing import Any, Final, Literal

from controller.events import DeviceBack, DeviceLost, Event
from controller.outputs import Outputs
from controller.ports import Clock, Post
from drivers.display.eight import eight
from drivers.display.max7219 import Chain, DisplayError, open_bus

__all__ = ["DisplayError", "SevenSegmentDisplay", "eight"]

NAME: Final = "display"
BACKOFF_S: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
PATIENCE: Final = 1.0
"""Seconds `close` waits for a bus that takes nothing."""


class SevenSegmentDisplay:
    """`spi` stands in for a spidev.SpiDev in tests."""

    name = "seven-segment"

    def __init__(
        self,
        modules: int,
        clock: Clock,
        *,
        port: int = 0,
        device: int = 0,
        brightness: int = 7,
        spi: Any = None,
        backoff: Sequence[float] = BACKOFF_S,
    ) -> None:
        if not 0 <= brightness <= 15:
            raise DisplayError(f"brightness {brightness} does not exist; give 0 (dim) to 15")
        self._modules, self._clock, self._brightness = modules, clock, brightness
        self._port, self._device, self._spi, self._backoff = port, device, spi, backoff
        self._bus: Any = None
        self._chain: Chain | None = None
        self._post: Post = _nobody
        self._latest: Outputs | None = None
        self._news = threading.Condition()
        self._fresh, self._closing, self._lost = True, False, False
        self._errors = 0
        self._thread = threading.Thread(target=self._run, name="seven-segment display", daemon=True)

    def start(self, post: Post) -> None:
        self._post = post
        self._bus = open_bus(self._port, self._device, self._spi)
        self._thread.start()

    def show(self, picture: Outputs) -> None:
        with self._news:
            self._latest, self._fresh = picture, True
            self._news.notify()

    def health(self) -> tuple[Literal["ok", "lost"], int]:
        return "lost" if self._lost else "ok", self._errors

    def close(self) -> None:
        with self._news:
            self._closing = True
            self._news.notify()
        if self._thread.is_alive():
            self._thread.join(PATIENCE)

    # the bus's own thread

    def _run(self) -> None:
        while self._next():
            self._show_latest()
        self._put_out()

    def _next(self) -> bool:
        with self._news:
            self._news.wait_for(lambda: self._fresh or self._closing)
            self._fresh = False
            return not self._closing

    def _show_latest(self) -> None:
        """Until the newest picture is on the modules, or the table closes."""
        for delay in chain([0.0], self._backoff, repeat(self._backoff[-1])):
            if self._closes_within(delay) or self._written():
                return

    def _closes_within(self, delay: float) -> bool:
        with self._news:
            return self._news.wait_for(lambda: self._closing, delay)

    def _written(self) -> bool:
        try:
            self._write()
        except (OSError, DisplayError):
            self._lose()
            return False
        if self._lost:
            self._lost = False
            self._post(DeviceBack(self._clock.now(), NAME))
        return True

    def _write(self) -> None:
        self._bus = self._bus or open_bus(self._port, self._device, self._spi)
        self._chain = self._chain or Chain(self._bus, self._modules, self._brightness)
        self._chain.show(self._texts(self._latest))

    def _texts(self, picture: Outputs | None) -> list[str]:
        words = {seat.seat: seat.texts[0] for seat in picture.seats if seat.texts} if picture else {}
        return [words.get(number, "") for number in range(1, self._modules + 1)]

    def _lose(self) -> None:
        self._drop()
        self._errors += 1
        if not self._lost:
            self._lost = True
            self._post(DeviceLost(self._clock.now(), NAME))

    def _put_out(self) -> None:
        with contextlib.suppress(OSError):  # then nobody can help it
            if self._chain is not None:
                self._chain.close()
        self._drop()

    def _drop(self) -> None:
        bus, self._bus, self._chain = self._bus, None, None
        if bus is not None:
            with contextlib.suppress(OSError):
                bus.cleanup()


def _nobody(event: Event) -> None:
    """Whom events are posted to before anyone asked for them."""
