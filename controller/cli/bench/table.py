"""The bench's table put together: controller, simulated parts, people, and the socket for its page."""

import argparse
import sys
import threading
from pathlib import Path
from typing import Final

from controller import config
from controller.cli.assembly import Table, booter
from controller.cli.bench import MAX, wants_socket
from controller.cli.bench.choice import house
from controller.cli.bench.report import Tally
from controller.cli.facts import facts
from controller.cli.requests import answerer
from controller.outputs import RoundPicture
from controller.runtime import SystemClock
from drivers.display.console import ConsoleDisplay
from drivers.display.web import WebDisplay
from drivers.health import Devices
from drivers.sim.clock import VirtualClock
from drivers.sim.faults import Faults
from drivers.sim.felt import Felt
from drivers.sim.hands import Hands
from drivers.sim.pins import bench_wiring
from drivers.sim.players import Players
from drivers.sim.rig import Rig

STARTING: Final = {"error": "the bench is just starting; ask again"}


class BenchTable:
    def __init__(
        self, choice: config.TableChoice, arguments: argparse.Namespace, folder: Path, stop: threading.Event
    ) -> None:
        setup, rush = choice.setup, arguments.speed == MAX
        wiring = bench_wiring(setup.seats, setup.spots, setup.box)
        self._stop, self._rounds, self._ready = stop, arguments.rounds, False
        self.socket = arguments.socket or folder / "table.sock"
        self.journal = arguments.journal or folder / "journal.db"
        self.clock = VirtualClock() if rush else SystemClock()
        self._web = [self._display(facts(setup, wiring, bench=True, records=True))] if wants_socket(arguments) else []
        said = [] if arguments.quiet or arguments.json or rush else [ConsoleDisplay(sys.stdout)]
        boot = booter(setup, self.journal, (*self._web, *said))
        self._rig = Rig(wiring, choice.shoe, self.clock, boot, pumped=rush)
        self.hands = Hands(self._rig, Felt(setup.rules.decks, arguments.seed), arguments.speed or 1.0)
        self._people(choice, arguments)
        self._ready = True

    def _people(self, choice: config.TableChoice, arguments: argparse.Namespace) -> None:
        setup, seed = choice.setup, arguments.seed
        faults = Faults(self.hands, seed) if arguments.faults else None
        self.players = Players(self.hands, house(setup), seed, faults)
        self.tally = Tally(setup, seed, self.players.ledger, faults)
        self.players.ledger.ended.append(self._enough)
        for web in self._web:
            self.hands.told = web.tell
        if arguments.no_autoplay:
            self._rig.open_table()
            self.hands.autoplay = False
        self.hands.tell()

    def _display(self, table: dict[str, object]) -> WebDisplay:
        answer = answerer(self._table, self._devices, self._say)
        return WebDisplay(self.socket, table, lambda request: answer(request) if self._ready else STARTING)

    def _table(self) -> Table:
        assert isinstance(self._rig.running, Table), "the bench boots a whole table"
        return self._rig.running

    def _devices(self) -> Devices:
        with self.hands.turn:
            return self._rig.devices(self._web)

    def _say(self, line: str) -> None:
        self.tally.visited = True
        self.hands.say(line)

    def _enough(self, past: RoundPicture) -> None:
        if self._rounds is not None and self.players.ledger.rounds >= self._rounds:
            self._stop.set()

    def shows(self) -> str:
        return " / ".join(self._rig.mirror.picture.prompt)

    def close(self) -> None:
        if isinstance(self.clock, SystemClock):
            self.clock.close()
        self._rig.close()
        for web in self._web:
            web.close()
