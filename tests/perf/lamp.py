"""From the bytes of the first card to the first lamp that locks, against the least that could be done.

Real: pseudo-terminal → SerialLink → Runtime.post → step → outputs → gpiozero → mock pin, with the journal's
writer beside it. Bare: pseudo-terminal → select, os.read → mock pin. Both by turns in one run, each answered
by a thread that waits; the time is from before the write until after the pin changed.
"""

import os
import select
import tempfile
import threading
import time
import tty
from collections.abc import Callable, Iterable
from pathlib import Path

from controller.events import BadgeIn, CardDrawn, Command, Event, SpotChanged
from controller.journal import Journal
from controller.outputs import Lamp
from controller.ports import Display
from controller.runtime import Runtime, SystemClock
from drivers.gpio import Gpio, mock_chip
from drivers.serial_link import SerialLink
from drivers.shoe import find
from drivers.sim.pins import SimPins, bench_wiring
from tests.perf import Row, percentile, spread
from tests.shoe.streams import drawn
from tests.tables import setup, start

TURNS, WARM_UP = 1000, 100
LONG_AGO = 100_000_000
"""Before the card left the shoe, which is a frame's wire time before its bytes arrive."""
LINE = "dealer-bust-21 SD seats 7"


class Finish:
    """Where one measured path ends: the instant, and a signal to go on."""

    def __init__(self) -> None:
        self._reached, self.at = threading.Event(), 0

    def mark(self) -> None:
        self.at = time.perf_counter_ns()
        self._reached.set()

    def after(self, begin: Callable[[], None]) -> float:
        """Microseconds from the beginning to here."""
        self._reached.clear()
        begun = time.perf_counter_ns()
        begin()
        assert self._reached.wait(30)
        return (self.at - begun) / 1000


class Bare:
    def __init__(self) -> None:
        self.master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.finish, self._pin = Finish(), mock_chip().pin(4)
        self._pin.function = "output"
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        while True:
            select.select([self._slave], [], [])
            if os.read(self._slave, 4096) == b"\x04":
                return
            self._pin.state = True
            self.finish.mark()

    def turn(self, frame: bytes) -> float:
        self._pin.state = False
        self._pin.clear_states()
        return self.finish.after(lambda: _write(self.master, frame))

    def close(self) -> None:
        os.write(self.master, b"\x04")


class Real:
    def __init__(self, folder: Path, displays: Iterable[Display] = ()) -> None:
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.clock, self.finish, self._drawn = SystemClock(), Finish(), Finish()
        wiring = bench_wiring(7, setup(LINE).spots)
        self._gpio = Gpio(wiring, SimPins(wiring).factories, self.clock)
        self.runtime = Runtime(Journal(folder / "journal.db"), self.clock, [self], displays)
        for event in (start(LINE), BadgeIn(0, "dealer", "d"), Command(0, ("open",)), BadgeIn(0, "supervisor", "s")):
            self.runtime.post(event)
        self.link = SerialLink(os.ttyname(slave), find("angel-eye")(), self.clock)
        self.link.start(self._post)

    def light(self, seat: int, spot: str, lamp: Lamp) -> None:
        self._gpio.light(seat, spot, lamp)
        if (seat, spot, lamp) == (1, "main", "locked"):
            self.finish.mark()

    def _post(self, event: Event) -> None:
        self.runtime.post(event)
        if isinstance(event, CardDrawn):
            self._drawn.mark()

    def turn(self, frame: bytes) -> float:
        for covered in (False, True):
            self.runtime.post(SpotChanged(self.clock.now() - LONG_AGO, 1, "main", covered))
        self.runtime.flush()
        took = self.finish.after(lambda: _write(self.master, frame))
        self._drawn.after(lambda: _write(self.master, frame))
        self.runtime.post(Command(self.clock.now(), ("void",), "s"))
        self.runtime.flush()
        return took

    def close(self) -> None:
        self.link.close()
        self.clock.close()
        self.runtime.close()


def measure() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="upcard-perf-") as folder:
        bare, real, shoe = Bare(), Real(Path(folder)), find("angel-eye")()
        frames = [shoe.encode(drawn("8s"), number) for number in range(WARM_UP + TURNS)]
        pairs = [(bare.turn(frame), real.turn(frame)) for frame in frames][WARM_UP:]
        bare.close()
        real.close()
    least, took = zip(*pairs, strict=True)
    ratios = "  ".join(f"p{n} {percentile(took, n) / percentile(least, n):.2f}" for n in (50, 99))
    return [
        Row("first card → lamp", spread(took, "µs"), f"{TURNS} first cards, 7 seats, journal on disk"),
        Row("bare loop → pin", spread(least, "µs"), "the same bytes, by turns"),
        Row("first card → lamp / bare loop", ratios, "ratio in one run"),
    ]


def _write(master: int, frame: bytes) -> None:
    os.write(master, frame)
