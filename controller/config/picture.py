"""A table's pin map as one SVG: the header and every expander, pin by pin, with what is wired to it.

Drawn from the configuration alone, so that it cannot say anything else. Colour is never the only sign: every
wire is named. Other chips have no pins we know and are drawn as a list of lines.
"""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Final, NamedTuple

from controller.config.file import Config
from controller.config.hardware import Chip
from controller.config.parts import BUSES, HEADER, MCP23017, bus_of
from controller.config.wires import lines_of
from controller.ports import Pin

COLOURS: Final = {
    "sensor": ("#1b6e3c", "spot sensor"),
    "lamp": ("#b45309", "lock lamp"),
    "key": ("#1d4ed8", "panel key"),
    "box": ("#a21caf", "up-card box"),
    "interrupt": ("#0e7490", "expander"),
    "bus": ("#6d28d9", "bus"),
    "supply": ("#b91c1c", "3.3 V or 5 V"),
    "ground": ("#111827", "ground"),
    "free": ("#6b7280", "not wired"),
}
ROW: Final = 24
WIDTH: Final = 760
TOP: Final = 96
_MIDDLE: Final = WIDTH // 2


class Label(NamedTuple):
    kind: str
    text: str


_TO: Final = {"SCL": Label("bus", "GPIO 3"), "SDA": Label("bus", "GPIO 2"), "RESET": Label("supply", "3V3")}
"""What an expander's own pins are wired to."""


class Part(NamedTuple):
    """A package to draw: its title, and pins as (number, label), left column and right, from the top."""

    title: str
    left: list[tuple[str, Label]]
    right: list[tuple[str, Label]]


def draw(config: Config) -> str:
    wires = _wires(config)
    parts = [_part(number, chip, config, wires) for number, chip in sorted(config.chips.items())]
    body, y = list[str](), TOP
    for part in parts:
        body += _package(part, y)
        y += 50 + ROW * len(part.left)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" width="{WIDTH}" height="{y}"'
    style = 'font-family="\'DejaVu Sans\', sans-serif" font-size="13"'
    title = f"{config.setup.name}: {config.setup.rules.game}, {config.setup.seats} seats"
    lines = [f"{head} {style}>", f"<title>Pin map of {escape(title)}</title>"]
    lines += ['<rect width="100%" height="100%" fill="#ffffff"/>', *_legend(title), *body, "</svg>"]
    return "\n".join(lines) + "\n"


def _wires(config: Config) -> Mapping[Pin, Label]:
    wiring, found = config.wiring, dict[Pin, Label]()
    if wiring is not None:
        found |= {pin: Label("sensor", f"seat {seat} {spot} sensor") for (seat, spot), pin in wiring.spots.items()}
        found |= {pin: Label("lamp", f"seat {seat} {spot} lamp") for (seat, spot), pin in wiring.lamps.items()}
        found |= {
            pin: Label("key", f"seat {seat} {key} key" if seat else f"{key} key")
            for (key, seat), pin in wiring.keys.items()
        }
        found |= {wiring.box: Label("box", "up-card box")} if wiring.box else {}
    for number, chip in config.chips.items():
        if isinstance(chip.interrupt, int):
            found[Pin(0, chip.interrupt)] = Label("interrupt", f"INTA of chip {number}")
    return found


def _part(number: int, chip: Chip, config: Config, wires: Mapping[Pin, Label]) -> Part:
    if chip.kind == "raspberry-pi":
        pins = [(str(n), _header(line, wires)) for n, line in enumerate(HEADER, 1)]
        return Part(f"chip {number}: Raspberry Pi header, seen from above", pins[::2], pins[1::2])
    if chip.kind == "mcp23017" and isinstance(chip.address, int):
        pins = [(str(n), _expander(number, line, chip, wires)) for n, line in enumerate(MCP23017, 1)]
        title = f"chip {number}: MCP23017 at {chip.address:#x}, seen from above, notch up"
        return Part(title, pins[:14], pins[:13:-1])
    lines = [(str(line), wires.get(Pin(number, line), Label("free", "free"))) for line in range(lines_of(chip))]
    half = (len(lines) + 1) // 2
    return Part(f"chip {number}: {chip.kind}, by line", lines[:half], lines[half:])


def _header(pin: int | str, wires: Mapping[Pin, Label]) -> Label:
    if isinstance(pin, str):
        return _supply(pin, pin)
    wire, bus = wires.get(Pin(0, pin)), bus_of(pin)
    if wire is not None:
        return Label(wire.kind, f"GPIO {pin}: {wire.text}")
    if bus is not None:
        return Label("bus", f"GPIO {pin}: {BUSES[bus].name} {BUSES[bus].lines[pin]}")
    return Label("free", f"GPIO {pin}: free")


def _expander(number: int, pin: int | str, chip: Chip, wires: Mapping[Pin, Label]) -> Label:
    if isinstance(pin, int):
        wire = wires.get(Pin(number, pin), Label("free", "free"))
        return Label(wire.kind, f"line {pin}: {wire.text}")
    if pin in ("A0", "A1", "A2"):
        assert isinstance(chip.address, int)
        level = "3V3" if chip.address >> int(pin[1]) & 1 else "GND"
        return _supply(level, f"{pin} to {level}")
    if pin == "INTA" and isinstance(chip.interrupt, int):
        return Label("interrupt", f"INTA to GPIO {chip.interrupt}")
    return _own_pin(pin)


def _own_pin(pin: str) -> Label:
    if pin in _TO:
        return Label(_TO[pin].kind, f"{pin} to {_TO[pin].text}")
    return _supply(pin, pin) if pin in ("3V3", "GND") else Label("free", f"{pin}: not wired".removeprefix("-: "))


def _supply(level: str, text: str) -> Label:
    return Label("ground" if level == "GND" else "supply", text)


def _legend(title: str) -> Iterator[str]:
    yield _text(20, 26, title, size=16, weight="bold")
    for number, (colour, words) in enumerate(COLOURS.values()):
        x, y = 25 + number % 5 * 140, 48 + number // 5 * 20
        yield f'<circle cx="{x}" cy="{y}" r="5" fill="{colour}"/>'
        yield _text(x + 10, y + 4, words, size=11)


def _package(part: Part, y: int) -> Iterator[str]:
    height = ROW * len(part.left) + 8
    yield _text(20, y + 10, part.title, weight="bold")
    yield (
        f'<rect x="{_MIDDLE - 46}" y="{y + 20}" width="92" height="{height}" rx="6" fill="#f3f4f6" stroke="#374151"/>'
    )
    for side, pins in ((-1, part.left), (1, part.right)):
        for number, (name, label) in enumerate(pins):
            yield from _pin(side, y + 36 + ROW * number, name, label)


def _pin(side: int, y: int, name: str, label: Label) -> Iterator[str]:
    colour = COLOURS[label.kind][0]
    x, end = _MIDDLE + side * 26, _MIDDLE + side * 76
    yield f'<line x1="{x}" y1="{y}" x2="{end}" y2="{y}" stroke="{colour}" stroke-width="2"/>'
    yield f'<circle cx="{x}" cy="{y}" r="10" fill="{colour}"/>'
    yield _text(x, y + 4, name, size=10, fill="#ffffff", anchor="middle")
    used = label.kind in ("sensor", "lamp", "key", "box", "interrupt")
    yield _text(
        end + side * 8,
        y + 4,
        label.text,
        fill="#111827" if used else "#4b5563",
        anchor="start" if side > 0 else "end",
        weight="bold" if used else "normal",
    )


def _text(
    x: int, y: int, text: str, size: int = 13, fill: str = "#111827", anchor: str = "start", weight: str = "normal"
) -> str:
    look = f'font-size="{size}" fill="{fill}" text-anchor="{anchor}" font-weight="{weight}"'
    return f'<text x="{x}" y="{y}" {look}>{escape(text)}</text>'
