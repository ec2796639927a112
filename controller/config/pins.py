"""Wires against chips: lines that are not there, that a bus needs, that two things share, that cannot read."""

import re
from collections.abc import Mapping

from msgspec import UNSET

from controller.config.findings import Findings
from controller.config.hardware import Chip
from controller.config.parts import BUSES, PARTS, bus_of
from controller.config.schema import Sections
from controller.config.wires import Lead, chips_of, is_number, lines_of
from controller.ports import Pin


def check_chips(file: Sections, found: Findings) -> None:
    taken: dict[int, str] = {}
    for number, chip in file.gpio.chips.items():
        place = ("gpio", "chips", number)
        if not is_number(number):
            found.error(place, f"a chip has a number, as in 1 = {{ kind = … }}, not {number[:20]!r}")
        elif not found.wrong(*place):
            _check_chip(number, chip, found)
            _check_address(number, chip, taken, found)


def _check_chip(number: str, chip: Chip, found: Findings) -> None:
    place, part = ("gpio", "chips", number), PARTS[chip.kind]
    if chip.kind == "raspberry-pi" and number != "0":
        found.error(place, f"chip {number}: the Raspberry Pi's own header is chip 0; say what kind this one is")
    if not part.lines and chip.lines is UNSET:
        found.error(place, f"chip {number} is of kind other: say how many lines it has, as in lines = 16")
    if part.lines and chip.lines is not UNSET:
        found.error((*place, "lines"), f"a {chip.kind} has {part.lines} lines; leave lines out")
    if part.i2c and chip.address is UNSET:
        found.error(place, f"chip {number} needs its address on the I2C bus, as in address = 0x20")
    for name in ("address", "interrupt"):
        if not part.i2c and getattr(chip, name) is not UNSET:
            found.error((*place, name), f"{name} is for an expander on I2C, not for a chip of kind {chip.kind}")


def _check_address(number: str, chip: Chip, taken: dict[int, str], found: Findings) -> None:
    place = ("gpio", "chips", number)
    if chip.address is not UNSET and (other := taken.setdefault(chip.address, number)) != number:
        found.error((*place, "address"), f"chips {other} and {number} have the same address {chip.address:#x}")


def check_buses(file: Sections, found: Findings) -> None:
    for number, bus in enumerate(file.gpio.free):
        if user := user_of(bus, file):
            found.error(("gpio", "free", number), f"{BUSES[bus].name} is not free: {user} is on it; take it out")


def user_of(bus: str, file: Sections) -> str | None:
    """What this file itself puts on a bus."""
    if bus == "i2c":
        expanders = (n for n, chip in chips_of(file.gpio).items() if PARTS[chip.kind].i2c)
        return next((f"chip {number}" for number in expanders), None)
    if bus == "spi":
        return "the seven-segment display" if file.display.kind == "seven-segment" else None
    on_uart = bus == "uart" and re.fullmatch(r"/dev/(ttyAMA0|ttyS0|serial0)", file.shoe.port)
    return "the shoe" if on_uart else None


def check_leads(made: list[Lead], file: Sections, found: Findings) -> None:
    chips, first = chips_of(file.gpio), dict[Pin, Lead]()
    there = [lead for lead in made if _exists(lead, chips, found)]
    for number, chip in chips.items():
        _check_interrupt(number, chip, [lead for lead in there if lead.reads and lead.pin.chip == number], found)
    for lead in there:
        _check_reserved(lead, file, found)
        _check_reads(lead, chips[lead.pin.chip], found)
        other = first.setdefault(lead.pin, lead)
        if other is not lead:
            first_user = f"{other} (line {found.line(other.path)} of this file)"
            text = f"{_name(lead.pin)} is used twice: by {first_user} and by {lead}; give one of them another"
            found.error(lead.path, text)


def _name(pin: Pin) -> str:
    return f"line {pin.line} of chip {pin.chip}"


def _exists(lead: Lead, chips: Mapping[int, Chip], found: Findings) -> bool:
    chip = chips.get(lead.pin.chip)
    if chip is None:
        there = ", ".join(map(str, sorted(chips)))
        found.error(
            lead.path, f"{lead} is on chip {lead.pin.chip}, which [gpio.chips] does not have; there are {there}"
        )
    elif lead.pin.line >= lines_of(chip):
        if lines_of(chip):
            has = f"a chip of kind {chip.kind} has lines 0 to {lines_of(chip) - 1}"
            found.error(lead.path, f"{lead} is on {_name(lead.pin)}, but {has}")
    else:
        return True
    return False


def _check_reserved(lead: Lead, file: Sections, found: Findings) -> None:
    bus = bus_of(lead.pin.line)
    if bus is None or chips_of(file.gpio)[lead.pin.chip].kind != "raspberry-pi":
        return
    name, user = f"{BUSES[bus].name} {BUSES[bus].lines[lead.pin.line]}", user_of(bus, file)
    if bus in file.gpio.free and not user:
        return
    unless = f" ({user} is on that bus)" if user else f', or say free = ["{bus}"] in [gpio] if nothing is on that bus'
    found.error(lead.path, f"{lead} is on {_name(lead.pin)}, reserved for {name}; use another line{unless}")


def _check_interrupt(number: int, chip: Chip, inputs: list[Lead], found: Findings) -> None:
    place = ("gpio", "chips", str(number))
    if inputs and PARTS[chip.kind].i2c and chip.interrupt is UNSET and not found.wrong(*place):
        which = str(inputs[0]) + (f" and {len(inputs) - 1} more" if len(inputs) > 1 else "")
        text = f"chip {number} has no interrupt, so no change of {which} would be noticed"
        found.error(place, f"{text}; wire its INTA to the header and give interrupt = 4 or another line")


def _check_reads(lead: Lead, chip: Chip, found: Findings) -> None:
    part = PARTS[chip.kind]
    if lead.reads and lead.pin.line in part.outputs_only:
        lines = " and ".join(map(str, part.outputs_only))
        found.warn(lead.path, f"{lead} reads {_name(lead.pin)}: lines {lines} of newer {chip.kind}s cannot be read")
