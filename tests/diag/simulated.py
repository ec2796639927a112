"""A simulated table of three seats behind its real socket, on a clock moved by hand."""

from pathlib import Path

from controller.cli.assembly import Table, booter
from controller.cli.facts import facts
from controller.cli.requests import answerer
from drivers.display.web import WebDisplay
from drivers.health import Devices
from drivers.sim.acts import Acts
from drivers.sim.clock import MS, VirtualClock
from drivers.sim.pins import bench_wiring
from drivers.sim.rig import Rig
from drivers.sim.runner import Runner
from drivers.sim.script import read
from tests.tables import setup

LINE = "dealer-bust-21 SD pay-table 1 seats 3 soft17 hit"
DEALT = "chip 1 main\nchip 1 db21\ndraw 9h 7c 5d 6s"
"""Seat 1 has 9h and 5d, the dealer shows 7c, and 6s lies face down."""


class Simulated:
    def __init__(self, socket: Path, journal: Path) -> None:
        made, self.clock = setup(LINE), VirtualClock()
        wiring = bench_wiring(made.seats, made.spots, made.box)
        asked = answerer(self._table, self._devices, None)
        self._web = WebDisplay(socket, facts(made, wiring, bench=True, records=False), asked)
        self.rig = Rig(wiring, "angel-eye", self.clock, booter(made, journal, [self._web]), pumped=True)

    def _table(self) -> Table:
        assert isinstance(self.rig.running, Table)
        return self.rig.running

    def _devices(self) -> Devices:
        return self.rig.devices([self._web])

    def play(self, lines: str) -> None:
        """From an open table on."""
        _, steps = read("test", f"table {LINE}\n{lines}")
        Runner(self.rig, self.clock).run(steps)

    def do(self, line: str) -> None:
        """One more thing, and half a second."""
        Acts(self.rig).do(tuple(line.split()))
        self.clock.advance_to(self.clock.now() + 500 * MS)
        self.rig.running.flush()

    def close(self) -> None:
        self.rig.close()
        self._web.close()
