"""A table with nothing but this machine. The controller is the live one; shoe, chips, box, panel, badge and people
are simulated around it, and the page is served by a process of its own.

In real time the people move on the machine's clock and a visitor may move beside them. At `--speed max` the same
parts run on a clock that nobody waits for: bytes still go through a pseudo-terminal and pyserial, edges through
gpiozero, and every event to the disk before the people look at the displays.
"""

import argparse
import signal
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from controller.cli.bench import MAX, wants_page
from controller.cli.bench.choice import choose
from controller.cli.bench.page import Page
from controller.cli.bench.progress import Progress
from controller.cli.bench.report import words
from controller.cli.bench.table import BenchTable
from drivers.sim.clock import MS, VirtualClock

MOVE_NS: Final = 160 * MS
"""Between two moves at full speed: all that a move causes has happened by then."""
STANDS_STILL: Final = 5000
"""Moves without the end of a round after which nobody is playing any more."""


def bench(arguments: argparse.Namespace) -> int:
    """Play until the rounds are played or Ctrl-C; 1 if something was not conserved, 2 if the page was not served."""
    choice = choose(arguments)
    with ExitStack() as stack:
        stop = stack.enter_context(_signals())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="upcard-bench-")))
        table = BenchTable(choice, arguments, folder, stop)
        stack.callback(table.close)
        page = Page(table.journal, table.socket, arguments.port, stop) if wants_page(arguments) else None
        if arguments.speed == MAX:
            _rush(table, arguments.rounds, stop)
        else:
            _play(table, stop)
        served = page is None or page.close()
        report = table.tally.report()
    print(words(report, arguments.json), flush=True)
    if not arguments.json:
        print("bench closed", flush=True)
    return 2 if not served else 0 if report.sound else 1


@contextmanager
def _signals() -> Iterator[threading.Event]:
    """Set by Ctrl-C and by a polite kill, from the first moment on."""
    stop = threading.Event()
    before = {number: signal.signal(number, lambda *_: stop.set()) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _play(table: BenchTable, stop: threading.Event) -> None:
    table.players.start()
    stop.wait()
    table.players.stop()


def _rush(table: BenchTable, rounds: int | None, stop: threading.Event) -> None:
    clock, ledger = table.clock, table.players.ledger
    assert isinstance(clock, VirtualClock), "at full speed nobody waits"
    moves, done = 0, 0
    with Progress(rounds) as progress:
        while not stop.is_set() and moves < STANDS_STILL:
            clock.advance_to(clock.now() + MOVE_NS)
            table.players.move()
            moves = moves + 1 if ledger.rounds == done else 0
            if not moves:
                done = ledger.rounds
                progress.show(done)
    if moves >= STANDS_STILL:
        table.tally.stopped = f"nothing goes on after round {done}: {table.shows()}"
