"""What the runtime and a driver ask of each other. A driver owns its port and its reconnection.

Rules for drivers: `post` may be called from any thread and runs the table's step before it returns;
`light` is called on that path and must not block; `show` must not block either (a slow bus has a thread
of its own). A driver never raises into the runtime: a lost device is a DeviceLost event.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from controller.events import Event
from controller.outputs import Lamp, Outputs

Post = Callable[[Event], None]


class Clock(Protocol):
    """Monotonic nanoseconds and one-shot timers; scripts and tests bring a clock they move by hand."""

    def now(self) -> int: ...
    def wall(self) -> int:
        """Nanoseconds since 1970, for people."""

    def call_at(self, when: int, what: Callable[[], None]) -> None: ...


class Input(Protocol):
    """Emits events from `start` until `close`."""

    def start(self, post: Post) -> None: ...
    def close(self) -> None: ...


class Lamps(Protocol):
    def light(self, seat: int, spot: str, lamp: Lamp) -> None: ...


class Display(Protocol):
    def show(self, picture: Outputs) -> None: ...
    def close(self) -> None: ...


class Pin(NamedTuple):
    """A line of a gpiochip."""

    chip: int
    line: int


class Wiring(NamedTuple):
    """Which pin is what. Keys may be wired per seat: (`over29`, 3); seat 0 is the dealer's own panel."""

    spots: Mapping[tuple[int, str], Pin]
    lamps: Mapping[tuple[int, str], Pin]
    keys: Mapping[tuple[str, int], Pin]
    box: Pin | None


class Levels(NamedTuple):
    """What the sensors say at a start."""

    covered: tuple[tuple[int, str], ...]
    box: bool
