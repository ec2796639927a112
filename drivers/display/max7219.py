"""A chain of MAX7219 modules on an SPI bus; the only importer of luma.

Decisions
- luma opens the bus, names the registers and knows the letters' shapes. Its `max7219` class is not used: it
  draws through an image library, always writes the whole chain, and leaves an exit hook behind each time it is
  made, which is at every retry. The bytes of an opening are the same; a test compares.
- Module 1 is the one next to the controller, so its bytes go out last.
- Only what changed is written: a module with nothing new gets a NOOP, a digit with nothing new no transfer.
- luma is imported when a bus is opened: a bench or a table without modules does not need it.
"""

import errno
from collections.abc import Sequence
from typing import Any, Final

from drivers.display.eight import WIDTH, cells

SPEED_HZ: Final = 500_000
"""Slow, because the chain is as long as the table."""
DARK: Final = bytes(WIDTH)


class DisplayError(Exception):
    """The bus cannot be used; the text is one line and says what to do."""


class Chain:
    """The modules of an open bus."""

    def __init__(self, bus: Any, modules: int, brightness: int) -> None:
        from luma.led_matrix.const import max7219

        self._bus, self._chip = bus, max7219
        self._shown: list[bytes] = [b""] * modules
        self._all(max7219.SCANLIMIT, WIDTH - 1)
        self._all(max7219.DECODEMODE, 0)
        self._all(max7219.DISPLAYTEST, 0)
        self._all(max7219.INTENSITY, brightness)
        self._write([DARK] * modules)
        self._all(max7219.SHUTDOWN, 1)

    def show(self, texts: Sequence[str]) -> None:
        self._write([cells(text, _shape) for text in texts])

    def _write(self, wanted: Sequence[bytes]) -> None:
        for digit in range(WIDTH):
            pairs = [self._pair(digit, *change) for change in zip(self._shown, wanted, strict=True)]
            if any(register != self._chip.NOOP for register, _ in pairs):
                self._send(pairs)
        self._shown = list(wanted)

    def _pair(self, digit: int, old: bytes, new: bytes) -> tuple[int, int]:
        """Digit 0 is the rightmost character."""
        at = WIDTH - 1 - digit
        same = old[at : at + 1] == new[at : at + 1]
        return (self._chip.NOOP, 0) if same else (self._chip.DIGIT_0 + digit, new[at])

    def _all(self, register: int, value: int) -> None:
        self._send([(register, value)] * len(self._shown))

    def _send(self, pairs: Sequence[tuple[int, int]]) -> None:
        """One transfer; what goes out first ends up in the farthest module."""
        self._bus.data([byte for pair in reversed(pairs) for byte in pair])

    def close(self) -> None:
        """Leave the felt dark, also for whoever switches it on again."""
        self._all(self._chip.SHUTDOWN, 0)
        self._write([DARK] * len(self._shown))


def open_bus(port: int, device: int, spidev: Any = None) -> Any:
    """`spidev` stands in for a spidev.SpiDev in tests."""
    try:
        from luma.core.error import DeviceNotFoundError
        from luma.core.interface.serial import noop, spi
    except ModuleNotFoundError as error:
        raise DisplayError("luma is not installed: pip install 'upcard[pi]'") from error
    try:
        return spi(spidev, noop(), port, device, SPEED_HZ)
    except ModuleNotFoundError as error:
        raise DisplayError("spidev is not installed: pip install 'upcard[pi]'") from error
    except (DeviceNotFoundError, OSError) as error:
        raise DisplayError(_explain(f"/dev/spidev{port}.{device}", error)) from error


def _shape(letter: str) -> int:
    from luma.led_matrix.segment_mapper import regular

    return int(next(regular(letter)))


def _explain(where: str, error: Exception) -> str:
    code = getattr(error, "errno", errno.ENOENT)
    if code == errno.ENOENT:
        return f"no {where}: switch SPI on (dtparam=spi=on in /boot/firmware/config.txt), or correct port and device"
    if code == errno.EACCES:
        return f"no permission for {where}: add this user to its group spi (sudo usermod -aG spi USER), log in again"
    return f"{where} cannot be opened: {error}"
