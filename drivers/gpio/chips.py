"""Gpiochips, and the lines of them: the only importer of gpiozero, and through it of lgpio.

Decisions
- A chip is opened by its number or not at all; there is no other backend to fall back to. `mock` is asked for
  by name. lgpio is imported when a chip is opened: importing it starts a thread and writes a file.
- Each chip has pins of its own. gpiozero's local factories share one dictionary of pins, made for one chip:
  line 5 of an expander would silently be line 5 of the Pi.
- A factory's lock may be taken twice by one thread. gpiozero's may not, and devices close themselves when they
  are collected, which may happen while another one is being opened: the process would stand still.
- A line of any chip is a number from 0 to 27: gpiozero knows lines by the names on a Pi's header. Where no Pi
  is (a virtual table), the chip says that it is a Pi 4.
- Sensors pull up and close to ground: a covered spot reads low.
- Stamps: lgpio hands on the kernel's own. It asks for its lines through version 2 of the kernel's interface
  without EVENT_CLOCK_REALTIME (lgGpio.c, xMakeFlags), for which the kernel stamps by CLOCK_MONOTONIC, the
  clock of `time.monotonic_ns`; and the sensor believes a stamp only if it lies shortly before the clock's now.
  The mock's stamps are not of the table's clock and are left out.
- A mock pin keeps its last changes only: a bench left running must not grow.
"""

import contextlib
import os
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, Literal

from gpiozero import DigitalOutputDevice, InputDevice
from gpiozero.exc import PinUnknownPi
from gpiozero.pins.mock import MockFactory, MockPin

from controller.ports import Pin

PI_4: Final = 0xC03114
HISTORY: Final = 16
Factories = Mapping[int, Any]
Heard = Callable[[int | None, bool], None]
"""Told the kernel's stamp, where there is one, and whether the line is active now."""


class GpioError(Exception):
    """A chip or a line cannot be used; the text is one line and says what to do."""


def open_chips(chips: Iterable[int], kind: Literal["lgpio", "mock"], dev: Path = Path("/dev")) -> Factories:
    if kind == "mock":
        return {chip: mock_chip() for chip in chips}
    opened: dict[int, Any] = {}
    try:
        for chip in chips:
            opened[chip] = _open(chip, dev / f"gpiochip{chip}")
    except GpioError:
        close_chips(opened)
        raise
    return opened


def close_chips(factories: Factories) -> None:
    for factory in factories.values():
        factory.close()


def _open(chip: int, path: Path) -> Any:
    if not path.exists():
        there = ", ".join(sorted(other.name for other in path.parent.glob("gpiochip*"))) or "no gpiochip at all"
        raise GpioError(f"no {path}: load its driver (an expander: its dtoverlay), or set chip to one of: {there}")
    if not os.access(path, os.R_OK | os.W_OK):
        add = "(sudo usermod -aG gpio USER) and log in again"
        raise GpioError(f"no permission for {path}: add this user to its group gpio {add}")
    kind = _lgpio_chip()
    try:
        return kind(chip)
    except Exception as error:  # lgpio.error is a bare Exception
        raise GpioError(f"{path} cannot be opened: {_why(error)}; `gpioinfo` shows who uses it") from error


def _lgpio_chip() -> Any:
    """The factory class, made here because its base imports lgpio."""
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except ModuleNotFoundError as error:
        raise GpioError("lgpio is not installed: pip install 'upcard[pi]', or apt install python3-lgpio") from error
    except OSError as error:
        raise GpioError("lgpio cannot write to its folder: set LG_WD to a folder this user may write to") from error

    class Chip(LGPIOFactory):  # type: ignore[misc]
        kernel_stamps = True

        def __init__(self, chip: int) -> None:
            super().__init__(chip)
            self.pins: dict[Any, Any] = {}
            self._reservations: dict[Any, Any] = defaultdict(list)
            self._res_lock = threading.RLock()

        def _get_revision(self) -> Any:
            try:
                return super()._get_revision()
            except (PinUnknownPi, OSError):  # no Pi, or a sandbox that hides which one
                return PI_4

    return Chip


class _BenchPin(MockPin):  # type: ignore[misc]
    def clear_states(self) -> None:
        super().clear_states()
        self.states: deque[Any] = deque(self.states, HISTORY)


def mock_chip() -> Any:
    """A gpiochip that exists only here, for the bench and for tests."""
    factory = MockFactory(pin_class=_BenchPin)
    factory._res_lock = threading.RLock()
    return factory


class Line:
    """An input, active when it is pulled low."""

    def __init__(self, factories: Factories, pin: Pin) -> None:
        self.pin = pin
        self._device = _claim(InputDevice, factories, pin, pull_up=True)
        self._stamped = getattr(factories[pin.chip], "kernel_stamps", False)
        self._heard: Heard = _nobody

    @property
    def active(self) -> bool:
        return bool(self._device.is_active)

    def listen(self, heard: Heard) -> None:
        self._heard = heard
        self._device.pin.edges = "both"
        self._device.pin.when_changed = self._changed

    def _changed(self, ticks: float, state: int) -> None:
        self._heard(round(ticks * 1e9) if self._stamped else None, not state)

    def close(self) -> None:
        release(self._device)


def output(factories: Factories, pin: Pin) -> Any:
    return _claim(DigitalOutputDevice, factories, pin)


def _claim(kind: Any, factories: Factories, pin: Pin, **more: bool) -> Any:
    where = f"gpiochip{pin.chip} line {pin.line}"
    if pin.chip not in factories:
        raise GpioError(f"{where}: the chip was not opened; open every chip that the wiring names")
    try:
        return kind(pin.line, pin_factory=factories[pin.chip], **more)
    except Exception as error:  # gpiozero's own errors, and lgpio.error, a bare Exception
        raise GpioError(f"{where} cannot be used: {_why(error)}; `gpioinfo` shows who holds it") from error


def _why(error: Exception) -> str:
    """lgpio.error puts its text in quotes."""
    return str(error).strip("'")


def release(device: Any) -> None:
    """A chip that went away cannot be told goodbye."""
    with contextlib.suppress(Exception):  # lgpio.error is a bare Exception
        device.close()


def _nobody(stamp: int | None, active: bool) -> None:
    """Whom a line tells before anyone listens."""
