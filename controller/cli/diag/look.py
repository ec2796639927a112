"""A table that does not run: its devices are opened for a look, and closed again.

A device that cannot be opened is a BAD line in the driver's own words. Lamps stay dark, nothing is written, and
the shoe is only listened to.
"""

import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

from msgspec.structs import asdict

from controller.cli.badge import NO_LIBRARY
from controller.cli.diag.lines import Line, bad, ok, pin_lines, shoe_line, split
from controller.config import Config
from controller.events import Event
from controller.ports import Clock
from controller.runtime import SystemClock
from drivers import health
from drivers.badge import BadgeError
from drivers.display.max7219 import DisplayError, open_bus
from drivers.gpio import Gpio, GpioError, GpioHealth, close_chips, open_chips
from drivers.serial_link import LinkError, SerialLink
from drivers.shoe import find

LISTEN_S: Final = 1.5
"""Long enough to tell a chattering contact from a bounce."""


def look_lines(config: Config, dev: Path, listen_s: float = LISTEN_S) -> Iterator[Line]:
    """The lines of the devices, as a running table would have them."""
    with closing(SystemClock()) as clock:
        yield from _shoe_and_pins(config, clock, dev, listen_s)
    yield from _displays(config)
    yield _reader()


def _shoe_and_pins(config: Config, clock: Clock, dev: Path, listen_s: float) -> Iterator[Line]:
    """Both are listened to at the same time."""
    with ExitStack() as opened:
        link, gpio = _open_shoe(config, clock, opened), _open_pins(config, clock, dev, opened)
        time.sleep(listen_s)
        yield link if isinstance(link, Line) else shoe_line(health.shoe(link, config.shoe.protocol))
        yield from [gpio] if isinstance(gpio, Line) else _pin_lines(gpio.health())


def _pin_lines(pins: GpioHealth) -> Iterator[Line]:
    yield from pin_lines(health.spots(pins), health.box(pins), health.keys(pins))
    yield ok("lamps", f"{len(pins.lamps)} lamps can be switched; the walk test shows them")


def _open_shoe(config: Config, clock: Clock, opened: ExitStack) -> SerialLink | Line:
    link = SerialLink(config.shoe.port, find(config.shoe.protocol)(**asdict(config.settings)), clock)
    try:
        link.start(_nobody)
    except LinkError as error:
        return bad("shoe", *split(str(error)))
    opened.callback(link.close)
    return link


def _open_pins(config: Config, clock: Clock, dev: Path, opened: ExitStack) -> Gpio | Line:
    assert config.wiring is not None, "a live table has wires"
    try:
        chips = open_chips(config.chips, "lgpio", dev)
        opened.callback(close_chips, chips)
        gpio = Gpio(config.wiring, chips, clock)
    except GpioError as error:
        return bad("pins", *split(str(error)))
    opened.callback(gpio.close)
    gpio.start(_nobody)
    return gpio


def _nobody(event: Event) -> None:
    """A look tells no table."""


def _displays(config: Config) -> Iterator[Line]:
    if config.display.kind != "seven-segment":
        yield ok("displays", f"{config.display.kind}: nothing to look at before the table runs")
        return
    port, device = (int(number) for number in config.display.spi.removeprefix("/dev/spidev").split("."))
    try:
        open_bus(port, device).cleanup()
    except DisplayError as error:
        yield bad("displays", *split(str(error)))
    else:
        yield ok("displays", f"{config.display.spi} can be opened; the walk test shows the modules")


def _reader() -> Line:
    try:
        from drivers.badge.pcsc import Service

        with closing(Service()) as service:
            readers = service.readers()
    except ImportError as error:
        return bad("reader", *split(NO_LIBRARY.format(error.name)))
    except BadgeError as error:
        return bad("reader", *split(str(error)))
    if not readers:
        return bad("reader", "pcscd sees no card reader", "plug one in (lsusb shows it)")
    return ok("reader", ", ".join(readers))
