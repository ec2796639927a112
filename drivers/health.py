"""Every device of a table as diagnostics and the Devices page see it; a format of the table's socket.

`Devices` is made of what the drivers count anyway: nothing is read from a line or a bus for it. The last card and
the last frame may be the hole card, and so may the number of bytes tell it where a ten is written longer than a
nine; whoever hands them on asks the table first (`controller/cli/requests.py`).
"""

from collections.abc import Iterable
from typing import Final, Literal, Protocol

from msgspec import Struct

from controller.ports import Pin
from drivers.debounce import SECOND
from drivers.gpio import Gpio, GpioHealth
from drivers.gpio.sensor import SensorHealth
from drivers.serial_link import SerialLink

State = Literal["ok", "flapping", "stuck", "lost"]
STUCK: Final = 1800 * SECOND
"""A covered spot without an edge for so long is stuck, if others had one since."""


class Shoe(Struct, frozen=True):
    port: str
    protocol: str
    open: bool
    cards: int
    frames: int
    bad: int
    bytes: int | None
    last_card: str | None
    last_frame: str | None
    idle_ms: int | None


class Spot(Struct, frozen=True):
    seat: int
    spot: str
    covered: bool
    edges: int
    bounces: int
    state: State


class Box(Struct, frozen=True):
    covered: bool
    edges: int
    bounces: int
    state: State


class Key(Struct, frozen=True):
    key: str
    seat: int
    pressed: bool
    edges: int


class Lamp(Struct, frozen=True):
    seat: int
    spot: str
    lamp: str
    pin: str


class Display(Struct, frozen=True):
    name: str
    state: Literal["ok", "lost"]
    errors: int


class Badge(Struct, frozen=True):
    """`role` of the badge that is in; never who it is."""

    reader: str
    state: Literal["ok", "no_reader", "lost", "none"]
    role: str | None = None


class Journal(Struct, frozen=True):
    seq: int = 0
    durable: int = 0
    writing: bool = False


class Devices(Struct, frozen=True):
    """`badge.role` and `journal` are the table's to say."""

    shoe: Shoe
    spots: tuple[Spot, ...]
    box: Box | None
    keys: tuple[Key, ...]
    lamps: tuple[Lamp, ...]
    displays: tuple[Display, ...]
    badge: Badge
    journal: Journal = Journal()


class Shown(Protocol):
    """A display that can tell how it is."""

    name: str

    def health(self) -> tuple[Literal["ok", "lost"], int]: ...


def devices(link: SerialLink, protocol: str, gpio: Gpio, displays: Iterable[Shown], badge: Badge) -> Devices:
    pins = gpio.health()
    lamps = Display("lamps", "lost" if pins.lamps_lost else "ok", pins.lamp_errors)
    return Devices(
        shoe=shoe(link, protocol),
        spots=spots(pins),
        box=box(pins),
        keys=keys(pins),
        lamps=tuple(Lamp(*place, lamp, _pin(pin)) for place, (lamp, pin) in pins.lamps.items()),
        displays=(*(Display(display.name, *display.health()) for display in displays), lamps),
        badge=badge,
    )


def shoe(link: SerialLink, protocol: str) -> Shoe:
    said, idle = link.health, link.idle_ns
    return Shoe(
        link.url, protocol, said.opened, said.cards, said.frames, said.bad, said.bytes, said.last_card,
        said.last_frame, None if idle is None else idle // 1_000_000,
    )  # fmt: skip


def spots(pins: GpioHealth) -> tuple[Spot, ...]:
    return tuple(
        Spot(*place, one.level, one.edges, one.bounces, _state(one, pins)) for place, one in pins.spots.items()
    )


def box(pins: GpioHealth) -> Box | None:
    one = pins.box
    return Box(one.level, one.edges, one.bounces, _state(one, pins)) if one else None


def keys(pins: GpioHealth) -> tuple[Key, ...]:
    return tuple(Key(*key, one.level, one.edges) for key, one in pins.keys.items())


def _state(one: SensorHealth, pins: GpioHealth) -> State:
    if one.lost:
        return "lost"
    if one.flapping:
        return "flapping"
    return "stuck" if one.level and _quiet(one, pins) else "ok"


def _quiet(one: SensorHealth, pins: GpioHealth) -> bool:
    """Nothing for a long time, while others changed."""
    last = one.last_edge or 0
    others = max((other.last_edge or 0 for other in pins.spots.values()), default=0)
    return pins.now - last > STUCK and others - last > STUCK


def _pin(pin: Pin) -> str:
    return f"{pin.chip}:{pin.line}"
