"""A hw-config file from text to `Config`: parsed, typed, judged; every finding at once."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from controller.config import devices
from controller.config.choice import MOST_SEATS, ConfigError
from controller.config.findings import Finding, Findings
from controller.config.fitted import check_fitted
from controller.config.hardware import AngelEye, Badge, Chip, Console, Display, Journal, Settings, Shoe
from controller.config.house import house
from controller.config.pins import check_buses, check_chips, check_leads
from controller.config.places import index
from controller.config.schema import Sections
from controller.config.typed import build
from controller.config.wires import chips_of, leads, wiring
from controller.ports import Wiring
from controller.table.state import Setup

_SYNTAX: Final = {
    "Cannot overwrite a value": "this key was given before; keep one of them",
    "Invalid value": 'no value; a text stands in quotes, as in "hit"',
}
"""What tomllib says too shortly."""


class Config(Struct, frozen=True, kw_only=True):
    """A file without errors. `wiring` is None on a bench that has no wires of its own."""

    file: str
    bench: bool
    setup: Setup
    shoe: Shoe
    settings: Settings
    chips: Mapping[int, Chip]
    wiring: Wiring | None
    display: Display
    badge: Badge
    journal: Journal
    console: Console


class Unreadable(ConfigError):
    """There is no text to judge."""


def read(path: Path) -> Config:
    """The configuration of a table that may open; ConfigError with one line per error."""
    config, found = check(path)
    if config is None:
        raise ConfigError("\n".join(str(finding) for finding in found if finding.level == "error"))
    return config


def check(path: Path) -> tuple[Config | None, list[Finding]]:
    """Everything there is to say of a file; Unreadable if it is none."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}; name a file under hw-config/") from None
    except (UnicodeDecodeError, ValueError):
        raise Unreadable(f"{path}: not a text in UTF-8; name a file under hw-config/") from None
    return check_text(text, str(path))


def check_text(text: str, file: str) -> tuple[Config | None, list[Finding]]:
    try:
        return _check(text, file)
    except RecursionError:
        return None, [Finding(file, 1, "error", "nested too deeply; a table's file has four levels")]


def _check(text: str, file: str) -> tuple[Config | None, list[Finding]]:
    try:
        data = tomllib.loads(text)
    except ValueError as error:  # tomllib's own, or a number of thousands of digits
        return None, [_syntax(text, file, error)]
    found = Findings(file, index(text))
    config = _judge(data, file, found)
    return (None if found.failed else config), found.sorted()


def _syntax(text: str, file: str, error: ValueError) -> Finding:
    at = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)", str(error))
    line = int(at[1]) if at and at[1] else text.rstrip("\n").count("\n") + 1
    what = str(error)[: at.start()] if at else "A number that cannot be read"
    return Finding(file, line, "error", f"no TOML: {_SYNTAX.get(what, what[:1].lower() + what[1:])}")


def _judge(data: dict[str, Any], file: str, found: Findings) -> Config | None:
    sections = build(Sections, data, (), found)
    bench = sections.table.bench or "table" not in data  # then nobody knows that it is live
    given = {name for name in data if not found.refused(name)}
    devices.check_sections(set(data), bench, found)
    setup = house(sections.table, found) if "table" in given else None
    settings = devices.shoe_settings(sections.shoe, found) if "shoe" in given else AngelEye()
    wired = _wired(sections, setup, found) if "gpio" in given else None
    if "shoe" in given:
        devices.check_port(sections.shoe, bench, found)
    if "console" in given:
        devices.check_console(sections.console, found)
    if not bench:
        devices.check_live(sections, given, found)
    return _config(file, sections, setup, settings, wired) if setup else None


def _wired(sections: Sections, setup: Setup | None, found: Findings) -> Wiring:
    """Wires are judged by themselves where nobody knows the game; then nothing can be missing."""
    check_chips(sections, found)
    check_buses(sections, found)
    known = setup is not None and not any(found.wrong("table", name) for name in ("seats", "panel", "box"))
    spots, seats = (setup.spots, setup.seats) if setup and known else ((), MOST_SEATS)
    made = leads(sections.gpio, spots, seats, found)
    if setup and known:
        check_fitted(made, sections.gpio, setup, found)
    check_leads(made, sections, found)
    return wiring(made)


def _config(file: str, sections: Sections, setup: Setup, settings: Settings, wired: Wiring | None) -> Config:
    return Config(
        file=file,
        bench=sections.table.bench,
        setup=setup,
        shoe=sections.shoe,
        settings=settings,
        chips=chips_of(sections.gpio),
        wiring=wired,
        display=sections.display,
        badge=sections.badge,
        journal=sections.journal,
        console=sections.console,
    )


def console_of(path: Path | None) -> Console:
    """Where a table's page is served, by its file or as usual."""
    return read(path).console if path else Console()
