"""What no line of a script says: a chip that chatters, a sensor that flaps, a chip that lands with the first card."""

from collections.abc import Callable
from functools import partial
from typing import Final

from controller.events import AmountKnown
from drivers.sim.clock import MS
from drivers.sim.felt import Felt
from drivers.sim.rig import Rig

BOUNCES: Final = 6
BOUNCE_MS: Final = 3
FLAPS: Final = 70
FLAP_MS: Final = 20
"""Shorter than the debounce, for longer than a second: no level is ever believed."""
SLIP_MS: Final = 4
"""After the first card, well within the stated uncertainty."""


def _chatter(rig: Rig, place: tuple[int, str], edges: int, apart_ms: int, ends_covered: bool) -> None:
    pin, now = rig.wiring.spots[place], rig.clock.now()
    for edge in range(edges):
        covers = (edges - edge) % 2 == ends_covered
        move = partial(rig.pins.cover if covers else rig.pins.clear, pin)
        rig.clock.call_at(now + edge * apart_ms * MS, move)


def bounce(rig: Rig, felt: Felt, words: list[str]) -> None:
    """A chip lands and dances before it lies still."""
    place, cents = (int(words[0]), words[1]), int(words[2])
    felt.put(rig.mirror.picture, place, cents)
    rig.running.post(AmountKnown(rig.clock.now(), *place, cents))
    _chatter(rig, place, 2 * BOUNCES + 1, BOUNCE_MS, ends_covered=True)


def flap(rig: Rig, felt: Felt, words: list[str]) -> None:
    """A loose wire under an empty spot."""
    _chatter(rig, (int(words[0]), words[1]), FLAPS, FLAP_MS, ends_covered=False)


def slip(rig: Rig, felt: Felt, words: list[str]) -> None:
    """The first card, and a chip that lands with it."""
    place, cents = (int(words[0]), words[1]), int(words[2])
    rig.shoe.draw(felt.draw(rig.mirror.picture))
    felt.chips[place] = felt.wagered[place] = cents
    rig.running.post(AmountKnown(rig.clock.now(), *place, cents))
    rig.clock.call_at(rig.clock.now() + SLIP_MS * MS, lambda: rig.pins.cover(rig.wiring.spots[place]))


TRICKS: Final[dict[str, Callable[[Rig, Felt, list[str]], None]]] = {"bounce": bounce, "flap": flap, "slip": slip}
