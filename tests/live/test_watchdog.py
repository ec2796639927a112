"""The watchdog is fed from between two events: a loop that hangs in one starves it."""

import threading
from pathlib import Path

import pytest

from controller.cli.notify import feed_watchdog
from controller.journal import Journal
from controller.outputs import Lamp
from controller.runtime import Runtime
from drivers.sim.clock import VirtualClock
from tests.tables import start

LINE = "dealer-bust-21 SD seats 2"


class StuckLamp:
    """Hangs in the first lamp that is switched, until `go`."""

    def __init__(self) -> None:
        self.hangs, self.go, self.went_on = (threading.Event() for _ in range(3))

    def light(self, seat: int, spot: str, lamp: Lamp) -> None:
        self.hangs.set()
        self.go.wait(30)
        self.went_on.set()


def test_it_is_fed_twice_in_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "10000000")
    clock, told = VirtualClock(), list[str]()
    runtime = Runtime(Journal(tmp_path / "journal.db"), clock)
    feed_watchdog(runtime, clock, told.append)
    clock.advance_to(clock.now() + 20_000_000_000)
    runtime.close()
    assert told == ["WATCHDOG=1"] * 5


def test_a_loop_that_hangs_in_an_event_starves_it(tmp_path: Path) -> None:
    clock, lamp = VirtualClock(), StuckLamp()
    runtime = Runtime(Journal(tmp_path / "journal.db"), clock, [lamp])
    stuck = threading.Thread(target=runtime.post, args=(start(LINE),))
    stuck.start()
    assert lamp.hangs.wait(30)
    fed_while_it_hung = []
    fed = threading.Thread(
        target=runtime.between_events, args=(lambda: fed_while_it_hung.append(not lamp.went_on.is_set()),)
    )
    fed.start()
    lamp.go.set()
    for thread in (stuck, fed):
        thread.join(30)
    runtime.close()
    assert fed_while_it_hung == [False]
