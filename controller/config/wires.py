"""[gpio] read into a list of wires, each with its name for people and its place in the file."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from msgspec import UNSET

from controller.config.findings import Findings
from controller.config.hardware import At, Chip, Gpio, Wire
from controller.config.parts import PARTS
from controller.config.places import Path
from controller.events import KEYS, SEAT_KEYS
from controller.ports import Pin, Wiring

Kind = Literal["sensor", "lamp", "key", "box", "interrupt"]
PANEL_KEYS = tuple(key for key in KEYS if key not in SEAT_KEYS)


class Lead(NamedTuple):
    """One wire. `seat` is 0 and `name` a key's or nothing where no seat has it."""

    kind: Kind
    seat: int
    name: str
    pin: Pin
    path: Path

    def __str__(self) -> str:
        if self.kind == "box":
            return "the up-card box"
        if self.kind == "interrupt":
            return f"the interrupt of chip {self.name}"
        return f"{f'seat {self.seat}' if self.seat else 'the'} {self.name} {self.kind}"

    @property
    def reads(self) -> bool:
        return self.kind in ("sensor", "key", "box")


def chips_of(gpio: Gpio) -> Mapping[int, Chip]:
    """By number; what is no number was refused before."""
    chips = gpio.chips or {"0": Chip()}
    return {int(number): chip for number, chip in chips.items() if is_number(number)}


def is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and text == str(int(text[:3]))


def lines_of(chip: Chip) -> int:
    return PARTS[chip.kind].lines or (0 if chip.lines is UNSET else chip.lines)


def leads(gpio: Gpio, spots: tuple[str, ...], seats: int, found: Findings) -> list[Lead]:
    """Every wire that makes sense; what does not is refused. No spots: nobody knows the game, any will do."""
    made = list(_interrupts(gpio))
    if gpio.box is not UNSET:
        made.append(Lead("box", 0, "", _pin(gpio.box, 0), ("gpio", "box")))
    made += _group("key", 0, gpio.keys, ("gpio", "keys"), PANEL_KEYS, found)
    for number, wires in gpio.seat.items():
        path: Path = ("gpio", "seat", number)
        if not is_number(number) or not 1 <= int(number) <= seats:
            found.error(
                path, f"no seat {number[:20]}; this table has {f'seats 1 to {seats}' if seats > 1 else 'one'}"
            )
            continue
        made += _group("sensor", int(number), wires.sensors, (*path, "sensors"), spots or tuple(wires.sensors), found)
        made += _group("lamp", int(number), wires.lamps, (*path, "lamps"), spots or tuple(wires.lamps), found)
        made += _group("key", int(number), wires.keys, (*path, "keys"), SEAT_KEYS, found)
    return made


def _interrupts(gpio: Gpio) -> Iterator[Lead]:
    for number, chip in chips_of(gpio).items():
        if chip.interrupt is not UNSET:
            path: Path = ("gpio", "chips", str(number), "interrupt")
            yield Lead("interrupt", 0, str(number), Pin(0, chip.interrupt), path)


def _group(
    kind: Kind, seat: int, wires: Mapping[str, Wire], path: Path, known: tuple[str, ...], found: Findings
) -> Iterator[Lead]:
    """Wires that may share a `chip`."""
    chip = wires.get("chip", 0)
    if not isinstance(chip, int):
        found.error((*path, "chip"), "chip is the number of a chip, as in chip = 1")
        return
    for name, wire in wires.items():
        if name == "chip":
            continue
        if name in known:
            yield Lead(kind, seat, name, _pin(wire, chip), (*path, name))
        else:
            _refuse((*path, name), kind, seat, known, found)


def _refuse(path: Path, kind: Kind, seat: int, known: tuple[str, ...], found: Findings) -> None:
    name = str(path[-1])
    if kind == "key" and name in KEYS:
        belongs = "to the dealer's panel, [gpio.keys]" if seat else "to each seat, as in [gpio.seat.1] keys"
        return found.error(path, f"the key {name} belongs {belongs}")
    what = ("seat key" if seat else "panel key") if kind == "key" else "spot"
    return found.unknown(path, what, known)


def _pin(wire: Wire, chip: int) -> Pin:
    return Pin(wire.chip, wire.line) if isinstance(wire, At) else Pin(chip, wire)


def wiring(made: list[Lead]) -> Wiring:
    box = next((lead.pin for lead in made if lead.kind == "box"), None)
    return Wiring(
        spots={(lead.seat, lead.name): lead.pin for lead in made if lead.kind == "sensor"},
        lamps={(lead.seat, lead.name): lead.pin for lead in made if lead.kind == "lamp"},
        keys={(lead.name, lead.seat): lead.pin for lead in made if lead.kind == "key"},
        box=box,
    )
