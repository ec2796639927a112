"""docs/configuration.md and docs/wiring.md with its pictures, written from the schema and from hw-config/.

`python -m tests.wiring` writes them (`make wiring`); tests/config/test_pages.py says when they are stale.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import NODEFAULT, UNSET, Struct

from controller.config import Config, read
from controller.config.findings import NOT_YET, show
from controller.config.hardware import PROTOCOLS, Chip, SeatWires
from controller.config.parts import BUSES
from controller.config.picture import draw
from controller.config.schema import Limit, Sections
from controller.config.typed import Key, keys

ROOT: Final = Path(__file__).parent.parent
DOCS: Final = ROOT / "docs"
CONFIGS: Final = sorted((ROOT / "hw-config").glob("table-*.toml"))

CONFIGURATION: Final = """# Configuration

A table is one TOML file; [hw-config/](../hw-config) has one for each game and `bench.toml` for the simulated table.
Copy the nearest, change it, and run

    upcard check my-table.toml

It says everything that is wrong at once, each as `file:line: what is wrong, what is allowed`, and sums a right file
up with its money in dollars. Exit 0: no errors (warnings are for what may be right, such as a shoe that is not
plugged in yet), 1: errors, 2: no such file. `--json` gives a list of `{file, line, level, text}`; `--wiring FILE.svg`
draws the pin map. How things are wired is in [wiring.md](wiring.md).

A key nobody reads is an error. A live table needs `[table]`, `[shoe]`, `[gpio]`, `[display]`, `[badge]` and
`[journal]`; with `bench = true` the first two are enough. This page is written by `make wiring` from
`controller/config/schema.py` and `hardware.py`.
"""

WIRING: Final = """# Wiring

The pictures are drawn by `make wiring` from the files in [hw-config/](../hw-config); `upcard check FILE --wiring
my-table.svg` draws yours. Every key is explained in [configuration.md](configuration.md).

## How to wire

- **Sensors, keys and the box** close to ground; the line is pulled up. Covered or pressed reads low.
- **Lamps** are driven high: off open, on locked, slow blink no bet, fast blink removed. A line gives a few
  milliamperes; drive anything larger than a small LED through a transistor.
- **Lines have GPIO numbers**, not places on the connector; the pictures show both. Everything is 3.3 V: 5 V on an
  input destroys it.
- **Reserved** on the header unless `free` says that nothing uses the bus: {reserved}.
- **Expanders** (MCP23017, MCP23008) are gpiochips of the kernel. An expander with sensors or keys needs its INTA on a
  header line (`interrupt`), or no change is ever noticed; one that only drives lamps needs none. Each needs an
  address of its own by A0 to A2. Lines 7 and 15 of a newer MCP23017 are outputs only: `check` warns of inputs there.
- **Seven-segment modules** (MAX7219, eight digits, one a seat) are chained on SPI: DIN to MOSI, CLK to SCLK, CS to
  CE0; DOUT of seat 1 to DIN of seat 2 and so on.
- **The shoe** is on a USB serial adapter; use its name under `/dev/serial/by-id/`, which stays when cables are moved.

## /boot/firmware/config.txt

    dtparam=i2c_arm=on,i2c_arm_baudrate=400000
    dtparam=spi=on
    dtoverlay=mcp23017,addr=0x20,gpiopin=4
    dtoverlay=mcp23017,addr=0x21,noints

`gpiopin` is the file's `interrupt`, `noints` is for an expander without one. After a restart `gpiodetect` lists the
chips; their numbers are those of `[gpio.chips]`. The header must be chip 0: on a Raspberry Pi 5 whose system gives it
another number, update the system.

## The tables
"""


def pages() -> dict[Path, str]:
    """Every generated file and what it must hold."""
    configs = {file: read(file) for file in CONFIGS}
    found = {DOCS / "images" / _picture(file): draw(config) for file, config in configs.items()}
    found[DOCS / "wiring.md"] = wiring_page(configs)
    found[DOCS / "configuration.md"] = configuration_page()
    return found


def _picture(file: Path) -> str:
    return f"wiring-{file.stem.removeprefix('table-')}.svg"


def wiring_page(configs: dict[Path, Config]) -> str:
    reserved = "; ".join(f"{bus.name} {', '.join(map(str, bus.lines))}" for bus in BUSES.values())
    parts = [WIRING.format(reserved=reserved)]
    for file, config in configs.items():
        name, setup = file.name, config.setup
        parts.append(
            f"### {setup.name}, {setup.seats} seats\n\n[hw-config/{name}](../hw-config/{name})\n\n"
            f"![Pin map of {name}: the header and each expander with what is wired to every pin]"
            f"(images/{_picture(file)})\n"
        )
    return "\n".join(parts)


def configuration_page() -> str:
    parts = [CONFIGURATION]
    for name, key in keys(Sections).items():
        assert key.inner is not None
        parts += _section(f"[{name}]", key.inner)
        parts += _inside(name)
    not_yet = "\n".join(f"- {reason}" for reason in NOT_YET.values())
    parts.append(f"## Not yet\n\nA file that asks for one of these is refused with that reason:\n\n{not_yet}\n")
    return "\n".join(parts)


def _inside(name: str) -> Iterator[str]:
    if name == "table":
        yield from _section("[table.limits] SPOT", Limit)
    if name == "shoe":
        for protocol, settings in PROTOCOLS.items():
            yield from _section(f"[shoe.settings] of {protocol}", settings)
    if name == "gpio":
        yield from _section("[gpio.chips] NUMBER", Chip)
        yield from _section("[gpio.seat.NUMBER]", SeatWires)


def _section(title: str, struct: type[Struct]) -> Iterator[str]:
    about = (struct.__doc__ or "").strip()
    yield f"## `{title}`\n\n{about}\n\n| key | allowed | default | what for |\n|---|---|---|---|"
    yield "\n".join(_row(name, key) for name, key in keys(struct).items())
    yield ""


def _row(name: str, key: Key) -> str:
    """A default the rules or the table know better is said behind `unless said`."""
    what, _, said = key.what.partition("unless said ")
    return f"| `{name}` | {key.allowed} | {said or _default(key)} | {what.removesuffix('; ')} |"


def _default(key: Key) -> str:
    default = list(key.default) if isinstance(key.default, tuple) else key.default
    if default in (UNSET, NODEFAULT, "", []):
        return ""
    hexadecimal = key.allowed.startswith("0x")
    return (f"{default:#x}" if hexadecimal else show(default)).replace("'", '"')


def main() -> None:
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
