"""`upcard run CONFIG`: a live table, until it is told to stop.

Decisions
- Everything is opened before the first record: the journal first, so that a second instance ends before it touches
  a pin. What cannot be opened is said in one line; exit 2, and systemd tries again a few times.
- No table starts before the software's signature was found right.
- SIGTERM ends clean: devices first, so the lamps go dark, then the record, closed with its checksum.
- An exception that nobody expected, on any thread, ends the process: a table of which a part is dead is worse than
  one that starts again a second later, `suspended` with its round intact.
"""

import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from controller import config
from controller.cli.assembly import Table, check_shoe
from controller.cli.facts import facts
from controller.cli.live import Devices, on_core
from controller.cli.notify import StatusLine, Tell, feed_watchdog, service_manager
from controller.cli.records import RecordsProcess, records_socket
from controller.cli.requests import answerer
from controller.cli.signature import Proof, Untrusted
from controller.journal import Journal, JournalError
from controller.runtime import SystemClock
from drivers.badge import BadgeError
from drivers.display.listen import SocketTaken
from drivers.display.seven_segment import DisplayError
from drivers.display.web import WebDisplay
from drivers.gpio import GpioError
from drivers.serial_link import LinkError

DEV = Path("/dev")
EVENTS, DISK = 0, 1
"""Cores: events and drivers on one, the record's writer on the other."""
REFUSALS = (
    config.ConfigError, Untrusted, JournalError, GpioError, LinkError, DisplayError, BadgeError, SocketTaken,
)  # fmt: skip
"""What ends a start; each says in one line what is wrong and what to do."""


def run(file: Path, unsigned: bool, dev: Path = DEV) -> int:
    stop, tell = _on_signals(), service_manager()
    threading.excepthook = _end_at_once
    try:
        with ExitStack() as opened:
            table = live(file)
            proof = opened.enter_context(closing(Proof()))
            _open(table, dev, lambda: proof.software(unsigned), tell, opened)
            records = records_socket(Path(table.console.socket))
            opened.enter_context(closing(RecordsProcess(Path(table.journal.path), records)))
            tell("READY=1")
            print(f"{table.setup.name} is ready", flush=True)
            stop.wait()
            tell("STOPPING=1")
    except REFUSALS as error:
        tell(f"STATUS={error}")
        print(f"upcard: {error}", file=sys.stderr)
        return 2
    print("the table is dark and its record closed", flush=True)
    return 0


def live(file: Path) -> config.Config:
    table = config.read(file)
    if table.bench:
        raise config.ConfigError(f"{file}: bench = true is a simulated table; play it with `upcard bench {file}`")
    check_shoe(config.TableChoice(table.setup, table.shoe.protocol))
    return table


def _open(table: config.Config, dev: Path, software: Callable[[], str], tell: Tell, opened: ExitStack) -> None:
    with on_core(EVENTS):
        clock = opened.enter_context(closing(SystemClock()))
        journal = Journal(Path(table.journal.path), warm=True)
        with _if_it_fails(journal.close):
            devices = opened.enter_context(closing(Devices(table, clock, dev)))
            running, web = _served(table, devices, opened)
            displays, now, signed = (*devices.displays, web, StatusLine(tell)), devices.gpio.levels(), software()
            with on_core(DISK):
                running.append(Table(journal, table.setup, clock, devices.gpio, displays, now, signed, live=True))
        opened.callback(running[0].close)
        opened.callback(devices.close)
        devices.start(running[0].post)
        feed_watchdog(running[0], clock, tell)


def _served(table: config.Config, devices: Devices, opened: ExitStack) -> tuple[list[Table], WebDisplay]:
    """The table's socket, and where to put the table that answers there as soon as it runs."""
    assert table.wiring is not None, "a live file has its wiring"
    running: list[Table] = []

    def answering() -> Table:
        if not running:
            raise ValueError("the table is just starting; ask again")
        return running[0]

    known = facts(table.setup, table.wiring, bench=False, records=True)
    asked = answerer(answering, lambda: devices.health(web), None)
    web = opened.enter_context(closing(WebDisplay(Path(table.console.socket), known, asked)))
    return running, web


@contextmanager
def _if_it_fails(close: Callable[[], None]) -> Iterator[None]:
    try:
        yield
    except BaseException:
        close()
        raise


def _on_signals() -> threading.Event:
    """Set by a polite kill and by Ctrl-C, from the first moment on."""
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    return stop


def _end_at_once(what: threading.ExceptHookArgs) -> None:
    traceback.print_exception(what.exc_value)
    os._exit(1)
