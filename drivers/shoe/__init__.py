"""What every card shoe says, in one vocabulary; one module here per protocol, found by its name.

A protocol is a module with a CODEC: bytes in, messages out, no port and no clock (`angel-eye` lives in
angel_eye.py). The contract suite in tests/shoe runs on every one that `names()` finds.

Decided here: a message counts its place in the stream (`offset`, `size`), not its time. The link knows when
bytes arrived and turns the place of a report's first copy into the instant the card left the shoe.
"""

import pkgutil
from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import ClassVar, Final, Literal, Protocol

import msgspec
from msgspec import Struct

SILENCE_NS: Final = 100_000_000
"""A line that is quiet for this long has said all it had to say about the last report."""

Kind = Literal["card", "burn", "unread", "cut", "repeat", "error", "cleared", "lost", "bad", "info", "sensed"]


class Message(Struct, frozen=True, gc=False, omit_defaults=True):
    """`offset` and `size` are those of the first copy. `sensed`: a card leaves, which one is not final."""

    kind: Kind
    offset: int
    card: str | None = None
    code: str | None = None
    count: int | None = None
    name: str | None = None
    noise: str | None = msgspec.field(default=None, name="bytes")
    size: int = 0


class Codec(Protocol):
    """Both ends of one protocol. A codec that reads and one that writes share no state."""

    baud: ClassVar[int]
    copies: ClassVar[int]
    """How often the shoe says each report."""
    frames: int
    """Valid frames heard so far, copies included: what "connected" is judged by."""

    def feed(self, data: bytes) -> list[Message]: ...
    def silence(self, end: bool = False) -> list[Message]:
        """No byte for SILENCE_NS, or the `end` of a file: what waits is final now."""

    def restart(self, forget: bool) -> None:
        """The line was cut: no gap is counted to the next report. `forget` the last one too unless its
        copies may still be on the way."""

    def encode(self, message: Message, number: int) -> bytes:
        """One copy of the shoe's `number`th report; empty where this shoe has no word for it."""


Factory = Callable[..., Codec]


@cache
def names() -> tuple[str, ...]:
    found = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return tuple(name.replace("_", "-") for name in found if hasattr(_module(name), "CODEC"))


def find(name: str) -> Factory:
    """The codec class of a protocol; its keyword arguments are the protocol's settings."""
    if name not in names():
        raise ValueError(f"unknown shoe protocol {name!r}; there are {', '.join(names())}")
    codec: Factory = _module(name.replace("-", "_")).CODEC
    return codec


def _module(name: str) -> ModuleType:
    return import_module(f"{__name__}.{name}")


def wire_ns(size: int, baud: int) -> int:
    """How long `size` bytes take on the wire: ten bits each with start and stop."""
    return size * 10 * 1_000_000_000 // baud


def bad(noise: bytes, offset: int) -> Message:
    return Message("bad", offset, noise=noise.hex(), size=len(noise))


def as_json(message: Message) -> str:
    """The object of formats.md; `size` is for the link only."""
    return msgspec.json.encode(msgspec.structs.replace(message, size=0)).decode()
