"""The felt's electrics, simulated at the pin: what covers a sensor pulls its line low."""

from collections.abc import Iterable
from typing import Final

from controller.events import KEYS, SEAT_KEYS
from controller.ports import Pin, Wiring
from drivers.gpio import open_chips

LINES: Final = 28
"""GPIO lines of one simulated chip."""


def bench_wiring(seats: int, spots: Iterable[str], box: bool = True) -> Wiring:
    """Every sensor, key and lamp on a line of its own, counted through the chips."""
    places = [(seat, spot) for seat in range(1, seats + 1) for spot in spots]
    keys = [(key, 0) for key in KEYS] + [(key, seat) for key in SEAT_KEYS for seat in range(1, seats + 1)]
    pins = (Pin(*divmod(number, LINES)) for number in range(10 * LINES))
    return Wiring(
        spots={place: next(pins) for place in places},
        lamps={place: next(pins) for place in places},
        keys={key: next(pins) for key in keys},
        box=next(pins) if box else None,
    )


class SimPins:
    """Chips that were put down stay down: a restart finds them as they are."""

    def __init__(self, wiring: Wiring) -> None:
        used = (*wiring.spots.values(), *wiring.lamps.values(), *wiring.keys.values(), wiring.box)
        self.factories = open_chips({pin.chip for pin in used if pin}, "mock")
        self._low: set[Pin] = set()

    def cover(self, pin: Pin) -> None:
        self._low.add(pin)
        self._drive(pin)

    def clear(self, pin: Pin) -> None:
        self._low.discard(pin)
        self._drive(pin)

    def reapply(self) -> None:
        """After devices were opened anew: opening one lets its line float up."""
        for pin in self._low:
            self._drive(pin)

    def _drive(self, pin: Pin) -> None:
        mock = self.factories[pin.chip].pin(pin.line)
        if pin in self._low:
            mock.drive_low()
        else:
            mock.drive_high()
