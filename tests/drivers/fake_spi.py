"""A spidev.SpiDev with a chain of MAX7219 at its other end, as the data sheet has them."""

import threading
from collections.abc import Callable

GIVE_UP = 30.0
"""Seconds until a test that waits for bytes which never come fails instead of hanging."""
NOOP, SHUTDOWN = 0x00, 0x0C


class FakeSpi:
    max_speed_hz = 0

    def __init__(self, modules: int) -> None:
        self.sent: list[list[int]] = []
        self.opened: list[tuple[int, int]] = []
        self.closed = 0
        self.fails: Exception | None = None
        self.registers: list[dict[int, int]] = [{} for _ in range(modules)]
        self.gate = threading.Event()
        self.gate.set()
        self.attempts = 0
        self._news = threading.Condition()

    def open(self, port: int, device: int) -> None:
        self.opened.append((port, device))

    def close(self) -> None:
        self.closed += 1

    def writebytes(self, data: list[int]) -> None:
        """One transfer: the last pair sits in the first module when the line is latched."""
        self.gate.wait(GIVE_UP)
        with self._news:
            self.attempts += 1
            self._news.notify_all()
            if self.fails:
                raise self.fails
            self.sent.append(data)
            for module, at in zip(self.registers, range(len(data) - 2, -1, -2), strict=True):
                if data[at] != NOOP:
                    module[data[at]] = data[at + 1]

    def cells(self, module: int) -> bytes:
        """The segments of a module (from 1), left to right."""
        return bytes(self.registers[module - 1].get(digit, 0) for digit in range(8, 0, -1))

    def until(self, what: Callable[[], bool]) -> None:
        with self._news:
            assert self._news.wait_for(what, GIVE_UP), "the bytes never came"
