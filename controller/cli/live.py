"""The devices of a live table, opened by its file; each refuses in one line what it cannot use.

A device that is missing at the start is the installer's business and ends it; one that is lost later is an event,
and its driver brings it back by itself.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from controller.config import Config
from controller.ports import Clock, Input, Post
from drivers import health
from drivers.badge import BadgeError
from drivers.display.console import ConsoleDisplay
from drivers.display.seven_segment import SevenSegmentDisplay
from drivers.gpio import Gpio, close_chips, open_chips
from drivers.serial_link import LinkError, SerialLink
from drivers.shoe import find
from drivers.shoe.capture import Ring

if TYPE_CHECKING:
    from drivers.badge.reader import BadgeReader

MS = 1_000_000
CORES = sorted(os.sched_getaffinity(0))
SeatDisplay = SevenSegmentDisplay | ConsoleDisplay


class Devices:
    """Closed in the reverse order of opening; the pins leave the felt dark."""

    def __init__(self, config: Config, clock: Clock, dev: Path) -> None:
        assert config.wiring is not None, "a live file has its wiring"
        self._protocol = config.shoe.protocol
        with ExitStack() as opened:
            factories = open_chips(config.chips, "lgpio", dev)
            opened.callback(close_chips, factories)
            self.gpio = Gpio(config.wiring, factories, clock, config.setup.debounce_ms * MS)
            opened.callback(self.gpio.close)
            self.displays = [*_displays(config, clock)]
            for display in self.displays:
                opened.callback(display.close)
            self.reader = _reader(config, clock)
            opened.callback(self.reader.close)
            self.link = _link(config, clock)
            opened.callback(self.link.close)
            self.link.open()
            self._opened = opened.pop_all()

    def start(self, post: Post) -> None:
        """The shoe last: when a card can come, everything else is there."""
        segments = [display for display in self.displays if isinstance(display, SevenSegmentDisplay)]
        devices: tuple[Input | SevenSegmentDisplay, ...] = (self.gpio, *segments, self.reader, self.link)
        for device in devices:
            device.start(post)

    def health(self, *others: health.Shown) -> health.Devices:
        badge = health.Badge("PC/SC", "ok" if self.reader.health.connected else "lost")
        return health.devices(self.link, self._protocol, self.gpio, (*self.displays, *others), badge)

    def close(self) -> None:
        self._opened.close()


def _displays(config: Config, clock: Clock) -> Iterator[SeatDisplay]:
    if config.display.kind == "seven-segment":
        yield _segments(config, clock)
    elif config.display.kind == "console":
        yield ConsoleDisplay(sys.stdout)


def _segments(config: Config, clock: Clock) -> SevenSegmentDisplay:
    modules = config.display.cascade or config.setup.seats
    device = int(config.display.spi[-1])
    return SevenSegmentDisplay(modules, clock, device=device, brightness=config.display.brightness)


def _reader(config: Config, clock: Clock) -> "BadgeReader":
    """pyscard is a library of the Pi's own; without it this is said, not thrown."""
    try:
        from drivers.badge.reader import BadgeReader
    except ImportError as error:
        raise BadgeError(f"{error.name} is not installed: apt-get install python3-pyscard") from error
    return BadgeReader(Path(config.badge.file), clock, config.badge.require_9e)


def _link(config: Config, clock: Clock) -> SerialLink:
    shoe, capture = config.shoe, Path(config.journal.path).with_name("shoe.raw")
    codec = find(shoe.protocol)(**msgspec.structs.asdict(config.settings))
    try:
        ring = Ring(capture)
    except OSError as error:
        raise LinkError(f"{capture}: {error.strerror}; make its folder writable for the table") from None
    return SerialLink(
        shoe.port, codec, clock, shoe.scan_delay_ms * MS, capture=ring, commands=shoe.commands
    )  # fmt: skip


@contextmanager
def on_core(number: int) -> Iterator[None]:
    """Threads that begin here stay on that core, which needs no privilege."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {CORES[number % len(CORES)]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
