"""What hands do at a simulated table, each at once: the lines of a script, of a visitor and of the players.

The words were checked (script.py). What takes longer than an instant, several cards or a power cut, belongs to
whoever moves the clock.
"""

from collections.abc import Callable
from typing import Final

from controller.events import AmountKnown, KeyPressed
from drivers.sim.clock import MS
from drivers.sim.rig import Rig

HOLD_MS: Final = 40
"""How long a finger stays on a key: longer than the debounce."""


class Acts:
    def __init__(self, rig: Rig) -> None:
        self._rig = rig

    def do(self, words: tuple[str, ...]) -> None:
        verb, *rest = words
        _ACTS[verb](self, rest)

    def _chip(self, words: list[str]) -> None:
        place = (int(words[0]), words[1])
        self._rig.pins.cover(self._rig.wiring.spots[place])
        if len(words) > 2:
            self._rig.running.post(AmountKnown(self._rig.clock.now(), *place, int(words[2])))

    def _take(self, words: list[str]) -> None:
        self._rig.pins.clear(self._rig.wiring.spots[int(words[0]), words[1]])

    def _box(self, words: list[str]) -> None:
        if self._rig.wiring.box is not None:
            move = self._rig.pins.cover if words[0] == "on" else self._rig.pins.clear
            move(self._rig.wiring.box)

    def _press(self, words: list[str]) -> None:
        """A finger on the key; an amount can only be keyed, so it comes with the key as one event."""
        rig, key, seat = self._rig, words[0], int(words[1]) if len(words) > 1 else 0
        if len(words) > 2:
            rig.running.post(KeyPressed(rig.clock.now(), key, seat, int(words[2])))
            return
        pin = rig.wiring.keys.get((key, seat))
        if pin is None:
            return
        rig.pins.cover(pin)
        rig.clock.call_at(rig.clock.now() + HOLD_MS * MS, lambda: rig.pins.clear(pin))

    def _badge(self, words: list[str]) -> None:
        if words[0] == "in":
            self._rig.badge_in(words[1])
        else:
            self._rig.badge_out()

    def _shoe(self, words: list[str]) -> None:
        if words[0] == "error":
            self._rig.shoe.error(words[1])
        elif words[0] == "plug":
            self._rig.plug()
        else:
            getattr(self._rig.shoe, words[0])()


_ACTS: Final[dict[str, Callable[[Acts, list[str]], None]]] = {
    "chip": Acts._chip, "take": Acts._take, "box": Acts._box, "press": Acts._press, "badge": Acts._badge,
    "shoe": Acts._shoe,
    "draw": lambda self, words: self._rig.shoe.draw(words[0]),
    "unread": lambda self, words: self._rig.shoe.unread(),
    "cut": lambda self, words: self._rig.shoe.cut(),
    "do": lambda self, words: self._rig.do(*words),
    "power": lambda self, words: self._rig.power_cut(),
}  # fmt: skip
