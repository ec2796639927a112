"""A whole table for the console to talk to: real socket, pins, pseudo-terminal and journal."""

import os
import socket
import time
from pathlib import Path
from typing import Any

from controller.cli.assembly import Table, booter
from controller.cli.facts import facts
from controller.cli.requests import answerer
from controller.events import CardDrawn, SpotChanged
from controller.runtime import SystemClock
from drivers.display.web import WebDisplay
from drivers.sim.pins import bench_wiring
from drivers.sim.rig import Rig
from tests.tables import setup

LINE = "dealer-bust-21 SD pay-table 1 seats 3"


class LiveTable:
    """`bench` makes it one: it does nothing but remember the lines."""

    def __init__(self, path: Path, journal: Path, bench: bool = False) -> None:
        self.lines: list[str] = []
        self.journal = journal
        chosen, self._clock = setup(LINE), SystemClock()
        wiring = bench_wiring(chosen.seats, chosen.spots)
        said = answerer(lambda: self.table, self._devices, self._line if bench else None)
        self.web = WebDisplay(path, facts(chosen, wiring, bench=bench, records=True), said)
        self.rig = Rig(wiring, "angel-eye", self._clock, booter(chosen, self.journal, [self.web]), pumped=False)

    def _line(self, line: str) -> None:
        if line == "nonsense":
            raise ValueError("unknown line")
        self.lines.append(line)

    def _devices(self) -> Any:
        return self.rig.devices([self.web])

    @property
    def table(self) -> Table:
        assert isinstance(self.rig.running, Table)
        return self.rig.running

    def deal(self, *cards: str) -> None:
        """Open, bet at seat 1, and draw."""
        self.rig.open_table()
        self.table.post(SpotChanged(self._clock.now(), 1, "main", True))
        for card in cards:
            self.table.post(CardDrawn(self._clock.now() + 10**9, card))

    def close(self) -> None:
        self._clock.close()
        self.rig.close()
        self.web.close()


def answering(path: Path) -> Path:
    """The records' socket, once its process answers there; it fails if none does in the end."""
    deadline = time.monotonic() + 20
    while not _answers(path) and time.monotonic() < deadline:
        os.sched_yield()
    return path


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as client:
        if client.connect_ex(os.fspath(path)):
            return False
        client.sendall(b"?\n")
        return bool(client.recv(1))
