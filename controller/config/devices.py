"""Shoe, displays, badges, record and page: what a live table needs of each, and what is worth a warning.

Decisions
- A live table names everything it needs; only a bench may leave sections out.
- A path that is not there is a warning: an installer writes the file before the shoe is plugged in.
- /dev/ttyUSB0 is a warning: which shoe that is depends on the order of plugging in.
"""

import os
from collections.abc import Set
from typing import Final

from msgspec import UNSET

from controller.config.findings import Findings, not_yet, show
from controller.config.hardware import PROTOCOLS, AngelEye, BeeTek, Console, Display, Settings, Shoe
from controller.config.places import Path
from controller.config.schema import Sections
from controller.config.typed import build
from controller.config.wires import chips_of

FORGETS: Final = ("/tmp/", "/run/", "/dev/", "/var/run/")
"""Folders a power cut empties."""
MOST_SOCKET: Final = 100
LIVE: Final = ("gpio", "display", "badge", "journal")
"""Sections that only a bench may leave out."""


def check_sections(given: Set[str], bench: bool, found: Findings) -> None:
    if "table" not in given:
        found.error((), '[table] is missing; it names the game, as in game = "dealer-bust-21"')
    if "shoe" not in given:
        found.error((), f"[shoe] is missing; it names the protocol: {' or '.join(PROTOCOLS)}")
    for name in LIVE:
        if name not in given and not bench:
            found.error((), f"[{name}] is missing; only a table with bench = true goes without")


def shoe_settings(shoe: Shoe, found: Findings) -> Settings:
    """The protocol's own settings; what is wrong with the protocol itself is said, too."""
    place: Path = ("shoe", "protocol")
    if not shoe.protocol and not found.wrong(*place):
        found.error(("shoe",), f"[shoe] needs a protocol; there are {', '.join(PROTOCOLS)}")
    elif shoe.protocol and shoe.protocol not in PROTOCOLS:
        if reason := not_yet(shoe.protocol):
            found.error(place, f"protocol {show(shoe.protocol)}: not yet: {reason}")
        else:
            found.error(place, f"protocol is {' or '.join(PROTOCOLS)}, not {show(shoe.protocol)}")
    if shoe.protocol not in PROTOCOLS:
        return AngelEye()
    settings = build(PROTOCOLS[shoe.protocol], shoe.settings, ("shoe", "settings"), found)
    _check_settings(settings, found)
    return settings


def _check_settings(settings: Settings, found: Findings) -> None:
    place = ("shoe", "settings")
    if isinstance(settings, AngelEye) and settings.first_seq >= settings.last_seq:
        found.error(place, f"last_seq {settings.last_seq:#x} must be more than first_seq {settings.first_seq:#x}")
    if isinstance(settings, BeeTek) and (not settings.cards or set(settings.cards) & set(settings.burns)):
        found.error(place, "cards needs at least one prefix, and none that burns has, too")


def check_port(shoe: Shoe, bench: bool, found: Findings) -> None:
    place: Path = ("shoe", "port")
    if found.wrong(*place) or (bench and (not shoe.port or shoe.port.startswith("socket://"))):
        return
    if not shoe.port:
        found.error(("shoe",), '[shoe] needs a port, as in port = "/dev/serial/by-id/…"')
    elif shoe.port.startswith("socket://"):
        text = "a live table needs a serial port such as /dev/serial/by-id/…"
        found.error(place, f"a socket:// shoe is for the bench; {text}")
    elif not shoe.port.startswith("/dev/"):
        found.error(place, f"port is a serial port such as /dev/serial/by-id/…, not {show(shoe.port)}")
    elif shoe.port.startswith("/dev/ttyUSB"):
        text = "which shoe that is depends on the order of plugging in; use its name under /dev/serial/by-id/"
        found.warn(place, f"port {show(shoe.port)}: {text}")
    else:
        _exists(place, shoe.port, "plug the shoe in", found)


def check_live(file: Sections, given: Set[str], found: Findings) -> None:
    """The sections of a live table that there are."""
    if "display" in given:
        _check_display(file.display, file.table.seats, found)
    if "badge" in given:
        _check_badge(file, found)
    if "journal" in given and _absolute(("journal", "path"), file.journal.path, found):
        _check_journal(file.journal.path, found)
    for number in chips_of(file.gpio) if "gpio" in given else ():
        _exists(("gpio", "chips", str(number)), f"/dev/gpiochip{number}", "see dtoverlay in docs/wiring.md", found)


def _check_display(display: Display, seats: int, found: Findings) -> None:
    if display.kind != "seven-segment":
        return
    if display.cascade is not UNSET and display.cascade != seats and not found.wrong("table", "seats"):
        text = f"cascade is {seats}, one module of eight digits a seat, not {display.cascade}"
        found.error(("display", "cascade"), f"{text}; leave it out, or correct seats")
    _exists(("display", "spi"), display.spi, "turn SPI on with dtparam=spi=on", found)


def _check_badge(file: Sections, found: Findings) -> None:
    if _absolute(("badge", "file"), file.badge.file, found):
        _exists(("badge", "file"), file.badge.file, "enroll badges with upcard badge enroll", found)
    if "supervisor" not in file.badge.require_9e and not found.wrong("badge", "require_9e"):
        text = "supervisors need no 9E key: a badge whose number was copied can void a round"
        found.warn(("badge", "require_9e"), text)


def _check_journal(path: str, found: Findings) -> None:
    if path.startswith(FORGETS):
        found.error(("journal", "path"), f"{show(path)} does not survive a power cut; use /var/lib/upcard/journal.db")
    else:
        folder = os.path.dirname(path)
        _exists(("journal", "path"), folder, "make it, or let the service make it", found)


def check_console(console: Console, found: Findings) -> None:
    if _absolute(("console", "socket"), console.socket, found) and len(console.socket.encode()) > MOST_SOCKET:
        found.error(("console", "socket"), f"socket is a path of at most {MOST_SOCKET} characters")
    if console.host not in ("127.0.0.1", "::1", "localhost"):
        found.warn(("console", "host"), f"the page is open to everybody who can reach {show(console.host)}")


def _absolute(path: Path, value: str, found: Findings) -> bool:
    good = value.startswith("/") and "\0" not in value and not value.endswith("/")
    if not good and not found.wrong(*path):
        found.error(path, f"{path[-1]} of [{path[0]}] is a file's absolute path, not {show(value)}")
    return good


def _exists(place: Path, path: str, way_out: str, found: Findings) -> None:
    if not os.path.exists(path) and not found.wrong(*place):
        found.warn(place, f"{path} does not exist here; {way_out}")
