"""Facts about the parts an installer wires: chips and their lines, the header's buses, where pins are.

Decisions
- Header lines are numbered as GPIO numbers, never by their place on the connector; the wiring pictures show both.
- Buses of the header are reserved unless the file says `free`: a chip on GPIO 2 works on the desk and breaks
  the table the day an expander is added.
- Lines 7 and 15 of an MCP23017 are outputs only by its data sheet since 2022; older parts read them, so an
  input there is a warning.
"""

from typing import Final, NamedTuple


class Part(NamedTuple):
    """A kind of gpiochip. `lines` 0 means that the file must say how many."""

    lines: int
    i2c: bool = False
    outputs_only: tuple[int, ...] = ()


PARTS: Final = {
    "raspberry-pi": Part(28),
    "mcp23017": Part(16, i2c=True, outputs_only=(7, 15)),
    "mcp23008": Part(8, i2c=True),
    "other": Part(0),
}


class Bus(NamedTuple):
    name: str
    lines: dict[int, str]


BUSES: Final = {
    "uart": Bus("UART", {14: "TXD", 15: "RXD"}),
    "i2c": Bus("I2C", {2: "SDA", 3: "SCL"}),
    "spi": Bus("SPI", {7: "CE1", 8: "CE0", 9: "MISO", 10: "MOSI", 11: "SCLK"}),
    "hat": Bus("HAT EEPROM", {0: "ID_SD", 1: "ID_SC"}),
}

HEADER: Final[tuple[int | str, ...]] = (
    "3V3", "5V", 2, "5V", 3, "GND", 4, 14, "GND", 15,
    17, 18, 27, "GND", 22, 23, "3V3", 24, 10, "GND",
    9, 25, 11, 8, "GND", 7, 0, 1, 5, "GND",
    6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21,
)  # fmt: skip
"""What is on the forty pins, from pin 1: a GPIO number or a supply."""

MCP23017: Final[tuple[int | str, ...]] = (
    8, 9, 10, 11, 12, 13, 14, 15, "3V3", "GND", "-", "SCL", "SDA", "-",
    "A0", "A1", "A2", "RESET", "INTB", "INTA", 0, 1, 2, 3, 4, 5, 6, 7,
)  # fmt: skip
"""The 28 pins of the DIP: a line of the chip or its own business."""


def bus_of(line: int) -> str | None:
    """The header bus a line belongs to."""
    return next((bus for bus, (_, lines) in BUSES.items() if line in lines), None)
