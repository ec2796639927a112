"""`upcard run --dark CONFIG`: put out what a table that was killed left on.

A process that is killed cannot switch its lamps off: an expander and a display keep what they were told last. systemd
runs this when it has given up starting the table; whatever can be put out is, and what cannot is said.
"""

import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from controller.cli.run import DEV, live
from controller.config import Config, ConfigError
from controller.runtime import SystemClock
from drivers.display.max7219 import Chain, DisplayError, open_bus
from drivers.gpio import Gpio, GpioError, close_chips, open_chips

DARK = (
    "the table is dark. Read why with `journalctl -u upcard`, put it right, then"
    " `systemctl reset-failed upcard; systemctl restart upcard`"
)


def dark(file: Path, dev: Path = DEV) -> int:
    try:
        table = live(file)
    except ConfigError as error:
        print(f"upcard: {error}", file=sys.stderr)
        return 2
    left_on = list(_put_out(table, dev))
    for reason in left_on:
        print(f"upcard: {reason}", file=sys.stderr)
    print(f"{table.setup.name}: {DARK}")
    return 2 if left_on else 0


def _put_out(table: Config, dev: Path) -> Iterator[Exception]:
    """The errors of what could not be."""
    try:
        _lamps(table, dev)
    except GpioError as error:
        yield error
    try:
        if table.display.kind == "seven-segment":
            _segments(table)
    except (DisplayError, OSError) as error:
        yield error


def _lamps(table: Config, dev: Path) -> None:
    """Claiming a lamp's line switches it off."""
    assert table.wiring is not None, "a live file has its wiring"
    factories = open_chips(table.chips, "lgpio", dev)
    with closing(SystemClock()) as clock:
        Gpio(table.wiring, factories, clock).close()
    close_chips(factories)


def _segments(table: Config) -> None:
    bus = open_bus(0, int(table.display.spi[-1]))
    Chain(bus, table.display.cascade or table.setup.seats, table.display.brightness).close()
    bus.cleanup()
