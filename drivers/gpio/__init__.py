"""Spots, up-card box, panel keys and lock lamps on GPIO.

Decisions
- Explicit pin factories, one per gpiochip (chips.py, the only importer of gpiozero); never gpiozero's silent
  fallback.
- Debounce is ours (drivers/debounce.py): gpiozero's `bounce_time` stays off.
- The level a table starts from is read once, by `levels`, and kept: what is different when `start` begins to
  listen is an edge of that instant. So nothing that lands while the table is being built is lost.
"""

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Final

from msgspec import Struct

from controller.events import BoxChanged, Event, KeyPressed, SpotChanged, SpotFlaps
from controller.outputs import Lamp
from controller.ports import Clock, Levels, Pin, Post, Wiring
from drivers.debounce import MS, Change
from drivers.gpio.chips import Factories, GpioError, Line, close_chips, mock_chip, open_chips, output
from drivers.gpio.lamps import TICK, Bulbs
from drivers.gpio.sensor import Meaning, Sensor, SensorHealth

__all__ = ["TICK", "Gpio", "GpioError", "GpioHealth", "close_chips", "mock_chip", "open_chips"]

SETTLE: Final = 30 * MS


class GpioHealth(Struct, frozen=True):
    """`lamps` are what each is to show, and its pin; `now` the table's clock."""

    now: int
    spots: Mapping[tuple[int, str], SensorHealth]
    keys: Mapping[tuple[str, int], SensorHealth]
    box: SensorHealth | None
    lamps: Mapping[tuple[int, str], tuple[Lamp, Pin]]
    lamps_lost: bool
    lamp_errors: int

    @property
    def sensors(self) -> tuple[SensorHealth, ...]:
        return (*self.spots.values(), *self.keys.values(), *([self.box] if self.box else []))

    @property
    def errors(self) -> int:
        return self.lamp_errors + sum(sensor.errors for sensor in self.sensors)


class Gpio:
    """All of a table's pins: an Input and its Lamps."""

    def __init__(self, wiring: Wiring, factories: Factories, clock: Clock, settle_ns: int = SETTLE) -> None:
        self._clock, self._factories, self._settle = clock, factories, settle_ns
        self._spots = {place: self._spot(place, pin) for place, pin in wiring.spots.items()}
        self._keys = {key: self._key(key, pin) for key, pin in wiring.keys.items()}
        self._box = self._sensor("box", wiring.box, _box) if wiring.box else None
        lamps = {place: output(factories, pin) for place, pin in wiring.lamps.items()}
        self._lamp_pins, self._bulbs = wiring.lamps, Bulbs(lamps, clock)

    def _spot(self, place: tuple[int, str], pin: Pin) -> Sensor:
        seat, spot = place
        return self._sensor(f"seat {seat} {spot}", pin, _spot(seat, spot))

    def _key(self, key: tuple[str, int], pin: Pin) -> Sensor:
        name, seat = key
        return self._sensor(f"key {name}" + (f" {seat}" if seat else ""), pin, _key(name, seat))

    def _sensor(self, name: str, pin: Pin, meaning: Meaning) -> Sensor:
        return Sensor(name, Line(self._factories, pin), self._clock, self._settle, meaning)

    def levels(self) -> Levels:
        """What the table starts from; once it has started, what it believes now."""
        active = {id(sensor): sensor.read() for sensor in self._sensors()}
        covered = tuple(place for place, sensor in self._spots.items() if active[id(sensor)])
        return Levels(covered, self._box is not None and active[id(self._box)])

    def start(self, post: Post) -> None:
        self._bulbs.start(post)
        for sensor in self._sensors():
            sensor.start(post)

    def _sensors(self) -> list[Sensor]:
        box = [self._box] if self._box else []
        return list(chain(self._spots.values(), self._keys.values(), box))

    @property
    def shown(self) -> Mapping[tuple[int, str], Lamp]:
        return self._bulbs.wanted

    def light(self, seat: int, spot: str, lamp: Lamp) -> None:
        self._bulbs.light((seat, spot), lamp)

    def health(self) -> GpioHealth:
        shown, bulbs = dict(self._bulbs.wanted), self._bulbs
        return GpioHealth(
            now=self._clock.now(),
            spots={place: sensor.health() for place, sensor in self._spots.items()},
            keys={key: sensor.health() for key, sensor in self._keys.items()},
            box=self._box.health() if self._box else None,
            lamps={place: (shown.get(place, "open"), pin) for place, pin in self._lamp_pins.items()},
            lamps_lost=bulbs.lost,
            lamp_errors=bulbs.errors,
        )

    def close(self) -> None:
        """Leave the felt dark. The chips belong to whoever opened them."""
        self._bulbs.close()
        for sensor in self._sensors():
            sensor.close()


def _spot(seat: int, spot: str) -> Callable[[Change], Event]:
    def meaning(change: Change) -> Event:
        if change.kind == "flaps":
            return SpotFlaps(change.at, seat, spot)
        return SpotChanged(change.at, seat, spot, change.level)

    return meaning


def _box(change: Change) -> Event | None:
    return BoxChanged(change.at, change.level) if change.kind == "level" else None


def _key(key: str, seat: int) -> Meaning:
    def meaning(change: Change) -> Event | None:
        pressed = change.kind == "level" and change.level
        return KeyPressed(change.at, key, seat or None) if pressed else None

    return meaning
