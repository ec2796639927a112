"""What the game needs against what is wired: every spot its sensor and lamp, the box, the panel's keys."""

from collections.abc import Iterator

from controller import games
from controller.cards import Card
from controller.config.findings import Findings
from controller.config.hardware import Gpio
from controller.config.wires import Lead
from controller.games.model import Hand
from controller.table.state import Setup

_FOR_THE_BOX = ("dealer", "next")
_ALWAYS = (*_FOR_THE_BOX, "burn", "shuffle")
"""Keys a table may have without a full panel."""
Have = set[tuple[str, int, str]]
"""(kind, seat, name) of every wire."""


def check_fitted(made: list[Lead], gpio: Gpio, setup: Setup, found: Findings) -> None:
    have: Have = {(lead.kind, lead.seat, lead.name) for lead in made}
    _check_spots(have, gpio, setup, found)
    _check_box(have, setup, found)
    _check_panel(have, setup, found)
    for lead in made:
        if lead.kind == "key" and not _belongs(lead.name, setup):
            text = f"{lead} is wired, but the panel is {setup.panel}"
            found.error(lead.path, f'{text}; say panel = "full" in [table], or leave the key out')


def _check_spots(have: Have, gpio: Gpio, setup: Setup, found: Findings) -> None:
    unheard = found.refused("gpio", "seat")
    for seat in range(1, setup.seats + 1):
        if str(seat) in gpio.seat:
            _check_seat(seat, have, setup, found)
        elif not unheard:
            text = f"seat {seat} has no section; wire it in [gpio.seat.{seat}] with sensors and lamps"
            found.error(("gpio",), text)


def _check_seat(seat: int, have: Have, setup: Setup, found: Findings) -> None:
    path = ("gpio", "seat", str(seat))
    if found.wrong(*path):
        return
    for kind, part in (("sensor", "sensors"), ("lamp", "lamps")):
        missing = [spot for spot in setup.spots if (kind, seat, spot) not in have]
        if missing:
            found.error((*path, part), f"seat {seat} has no {kind} for {' and '.join(missing)}; add it to {part}")


def _check_box(have: Have, setup: Setup, found: Findings) -> None:
    wired = ("box", 0, "") in have
    if setup.box and not wired and not found.wrong("gpio", "box"):
        text = "the up-card box has no line; give box = … in [gpio], or say box = false in [table]"
        found.error(("gpio",), text)
    if wired and not setup.box:
        found.error(("gpio", "box"), "[table] says box = false; leave the line out, or say box = true")


def _check_panel(have: Have, setup: Setup, found: Findings) -> None:
    missing = [need for need in _needed(setup) if ("key", 0, need[0]) not in have]
    for key, why in missing if not found.wrong("gpio", "keys") else ():
        found.error(("gpio", "keys"), f"the key {key} is missing in [gpio.keys]: {why}")
    if setup.panel == "over29":
        for seat in _without("over29", have, setup):
            if not found.wrong("gpio", "seat", str(seat)):
                text = f"seat {seat} has no over29 key; panel over29 needs one at every seat"
                found.error(("gpio", "seat", str(seat)), text)
    seats = ", ".join(map(str, _without("insurance", have, setup)))
    if seats and setup.panel == "full" and _insures(setup):
        text = f"no insurance key at seat {seats}: insurance is not followed there"
        found.warn(("gpio",), f"{text}; give the seat keys = {{ insurance = … }}")


def _insures(setup: Setup) -> bool:
    game, hand = games.find(setup.rules.game), Hand((Card("5h"), Card("9c")))
    return game.may(setup.rules, "insurance", hand, (hand,), game.base_spots[0])


def _needed(setup: Setup) -> Iterator[tuple[str, str]]:
    """Keys of the dealer's panel this table cannot be followed without, and why."""
    if not setup.box:
        yield from ((key, "it stands in for the box") for key in _FOR_THE_BOX)
    if setup.panel == "full":
        yield "stand", "a full panel has it"
        yield "double", "a full panel has it"
        if setup.rules.max_hands > 1:
            yield "split", "a full panel has it"
        if setup.rules.surrender == "late":
            yield "surrender", 'surrender = "late" needs it'


def _without(key: str, have: Have, setup: Setup) -> list[int]:
    return [seat for seat in range(1, setup.seats + 1) if ("key", seat, key) not in have]


def _belongs(key: str, setup: Setup) -> bool:
    return setup.panel == "full" or key in _ALWAYS or (key == "over29" and setup.panel == "over29")
