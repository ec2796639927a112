"""A bad line, for tests and the bench: faults that frames pass through one after another, from one seed.

A fault takes a frame and gives what arrives of it. `Line(seed, noise(0.01), drop(0.02))` is itself one.
"""

import random
from collections.abc import Callable

Fault = Callable[[bytes, random.Random], bytes]


class Line:
    def __init__(self, seed: int, *faults: Fault) -> None:
        self._random, self._faults = random.Random(seed), faults

    def __call__(self, frame: bytes) -> bytes:
        for fault in self._faults:
            frame = fault(frame, self._random)
        return frame


def noise(rate: float) -> Fault:
    """Each byte becomes another one, with this probability."""

    def damaged(byte: int, chance: random.Random) -> int:
        return byte ^ chance.randrange(1, 256) if chance.random() < rate else byte

    return lambda frame, chance: bytes(damaged(byte, chance) for byte in frame)


def flip(rate: float) -> Fault:
    """One bit of a byte: two of them in one frame often pass its check."""

    def damaged(byte: int, chance: random.Random) -> int:
        return byte ^ 1 << chance.randrange(8) if chance.random() < rate else byte

    return lambda frame, chance: bytes(damaged(byte, chance) for byte in frame)


def drop(rate: float) -> Fault:
    return lambda frame, chance: b"" if chance.random() < rate else frame


def double(rate: float) -> Fault:
    return lambda frame, chance: frame * 2 if chance.random() < rate else frame


def swallow(rate: float) -> Fault:
    """Single bytes go missing."""
    return lambda frame, chance: bytes(byte for byte in frame if chance.random() >= rate)


def wrong_check(rate: float) -> Fault:
    """The last byte, where a check stands, is off by one."""

    def damaged(frame: bytes, chance: random.Random) -> bytes:
        return frame[:-1] + bytes([frame[-1] ^ 1]) if frame and chance.random() < rate else frame

    return damaged
