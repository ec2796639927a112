"""From a shoe plugged in again to the table knowing it, and to its first card; on a pseudo-terminal."""

import threading
import time
from queue import Queue

from controller.events import CardSensed, DeviceBack, DeviceLost, Event
from controller.runtime import SystemClock
from drivers.serial_link import SerialLink
from drivers.shoe import find
from drivers.sim.shoe import SimShoe
from tests.perf import Row

AWAY_S = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.1, 1.3)


def measure() -> list[Row]:
    clock, posted = SystemClock(), Queue[Event]()
    shoe = SimShoe("angel-eye", clock, fast=True)
    link = SerialLink(shoe.port, find("angel-eye")(), clock)
    link.start(posted.put)
    took = sorted(_replug(shoe, posted, away) for away in AWAY_S)
    link.close()
    shoe.close()
    clock.close()
    shown = f"median {took[len(took) // 2] * 1000:.0f} ms, worst {took[-1] * 1000:.0f} ms"
    return [Row("replug → first card", shown, f"{len(took)} replugs, away for 0 to {AWAY_S[-1]} s")]


def _replug(shoe: SimShoe, posted: "Queue[Event]", away: float) -> float:
    shoe.unplug()
    _until(posted, DeviceLost)
    threading.Event().wait(away)  # the link's attempts grow rarer: when it comes back matters
    begun = time.perf_counter()
    shoe.plug()
    _until(posted, DeviceBack)
    shoe.draw("8s")
    _until(posted, CardSensed)
    return time.perf_counter() - begun


def _until(posted: "Queue[Event]", kind: type[Event]) -> None:
    while not isinstance(posted.get(timeout=30), kind):
        pass
