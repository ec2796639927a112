"""A line of the readiness report, and what it says of the devices; pure.

OK needs nobody. LOOK may be right and is worth a look before the table opens. BAD must be mended: the table would
not deal, or not truly. Whatever is not OK says what to do.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, Literal

from msgspec import Struct

from drivers.health import Badge, Box, Devices, Display, Journal, Key, Lamp, Shoe, Spot

State = Literal["ok", "look", "bad"]
WORDS: Final[dict[State, str]] = {"ok": "OK", "look": "LOOK", "bad": "BAD"}
STYLE: Final[dict[State, str]] = {"ok": "green", "look": "yellow", "bad": "bold red"}
WORST: Final[tuple[State, ...]] = ("ok", "look", "bad")
NOISY: Final = 0.01
"""Of a hundred frames one bad: the line is worth a look; of ten one, it must be mended."""
BROKEN: Final = 0.1
LAMPS: Final = "lamps"
"""How the lamps are is told among the displays."""
COUNTED: Final = "edges/bounces"
NONE: Final = "none is fitted"
BOUNCY: Final = 20
"""More raw edges for one change than a sound contact makes."""


class Line(Struct, frozen=True):
    line: str
    state: State
    seen: str
    do: str = ""


def ok(line: str, seen: str) -> Line:
    return Line(line, "ok", seen)


def look(line: str, seen: str, do: str) -> Line:
    return Line(line, "look", seen, do)


def bad(line: str, seen: str, do: str) -> Line:
    return Line(line, "bad", seen, do)


def split(text: str) -> tuple[str, str]:
    """A driver's one line: what is wrong, and the way out behind its last semicolon, or else its first colon."""
    wrong, _, way_out = text.rpartition("; ") if "; " in text else text.partition(": ")
    return wrong, way_out or "see `upcard diag --help`"


def verdict(lines: Sequence[Line]) -> State:
    return max((line.state for line in lines), key=WORST.index, default="ok")


def device_lines(devices: Devices) -> Iterator[Line]:
    yield shoe_line(devices.shoe)
    yield from pin_lines(devices.spots, devices.box, devices.keys)
    yield lamps_line(devices.lamps, [one for one in devices.displays if one.name == LAMPS])
    yield displays_line([one for one in devices.displays if one.name != LAMPS])
    yield reader_line(devices.badge)
    yield record_line(devices.journal)


def pin_lines(spots: Sequence[Spot], box: Box | None, keys: Sequence[Key]) -> Iterator[Line]:
    for seat, places in groupby(spots, key=lambda spot: spot.seat):
        yield seat_line(seat, list(places))
    yield box_line(box)
    yield panel_line(keys)


def shoe_line(shoe: Shoe) -> Line:
    line = f"{shoe.protocol} on {shoe.port}"
    if not shoe.open:
        return bad("shoe", f"the port is not open: {line}", "plug the shoe's cable in and switch the shoe on")
    heard = max(shoe.frames, shoe.cards)  # frames count from the last time the line came back
    if not heard and shoe.bytes:
        way_out = "check the protocol and the baud rate the shoe is set to, and the cable's shield"
        return bad("shoe", f"{shoe.bytes} bytes, and no frame in them: {line}", way_out)
    if not shoe.frames:
        return look("shoe", f"open, nothing heard yet: {line}", "draw a card: its frame must show here")
    last = f", last card {shoe.last_card}" if shoe.last_card else ""
    return _shoe_noise(f"{shoe.frames} frames, {shoe.bad} bad{last}: {line}", shoe.bad / (heard + shoe.bad))


def _shoe_noise(seen: str, rate: float) -> Line:
    if rate >= BROKEN:
        return bad("shoe", seen, "the line is noisy: fit a shielded cable, away from the lamps' supply")
    if rate >= NOISY:
        return look("shoe", seen, "the line is noisy: reseat the connector, look at the cable")
    return ok("shoe", seen)


_SPOT_FAULTS: Final = {
    "lost": "its pin cannot be read: check the expander's cable and address",
    "flapping": "its contact chatters: clean the sensor, check wire and ground",
    "stuck": "covered for half an hour while others changed: lift what covers it; it must clear",
}


def seat_line(seat: int, spots: Sequence[Spot]) -> Line:
    name = f"seat {seat}"
    seen = ", ".join(f"{spot.spot} {_contact(spot)}" for spot in spots) + f" {COUNTED}"
    for state, do in _SPOT_FAULTS.items():
        if wrong := [spot.spot for spot in spots if spot.state == state]:
            return (look if state == "stuck" else bad)(name, seen, f"{' and '.join(wrong)}: {do}")
    if wrong := [spot.spot for spot in spots if spot.bounces > BOUNCY * max(1, spot.edges - spot.bounces)]:
        return look(name, seen, f"{' and '.join(wrong)}: many bounces: clean the sensor, check its wire")
    return ok(name, seen)


def _contact(one: Spot | Box) -> str:
    level = "covered" if one.covered else "clear"
    state = "" if one.state == "ok" else f" {one.state.upper()}"
    return f"{level}{state} {one.edges}/{one.bounces}"


def box_line(box: Box | None) -> Line:
    if box is None:
        return ok("box", NONE)
    seen = f"{_contact(box)} {COUNTED}"
    if box.state == "ok":
        return ok("box", seen)
    return (look if box.state == "stuck" else bad)("box", seen, _SPOT_FAULTS[box.state])


def panel_line(keys: Sequence[Key]) -> Line:
    if not keys:
        return ok("panel", NONE)
    seen = f"{len(keys)} keys, {sum(key.edges > 0 for key in keys)} pressed since the start"
    if held := [_key(key) for key in keys if key.pressed]:
        return look("panel", f"{seen}; held down: {', '.join(held)}", "let go; a key that stays so is stuck")
    return ok("panel", seen)


def _key(key: Key) -> str:
    return f"{key.key} {key.seat}" if key.seat else key.key


def lamps_line(lamps: Sequence[Lamp], how: Sequence[Display]) -> Line:
    if not lamps:
        return ok("lamps", NONE)
    shown = ", ".join(f"{len(list(alike))} {lamp}" for lamp, alike in groupby(sorted(lamp.lamp for lamp in lamps)))
    if [one for one in how if one.state == "lost"]:
        return bad("lamps", f"{shown}: they cannot be switched", "check the expander's cable and address")
    return ok("lamps", shown)


def displays_line(displays: Sequence[Display]) -> Line:
    seen = ", ".join(
        f"{one.name} {one.state}" + (f" ({one.errors} errors)" if one.errors else "") for one in displays
    )
    if lost := [one.name for one in displays if one.state == "lost"]:
        return bad("displays", seen, f"{' and '.join(lost)}: check the module's cable and supply, and its port")
    return ok("displays", seen or NONE)


def reader_line(badge: Badge) -> Line:
    if badge.state == "ok":
        role = f"a {badge.role}'s badge is in" if badge.role else "no badge is in"
        return ok("reader", f"{badge.reader}: {role}")
    if badge.state == "none":
        return ok("reader", "none is fitted: a bench's badges are simulated")
    seen = "no reader was found" if badge.state == "no_reader" else f"{badge.reader} does not answer"
    return bad("reader", seen, "plug the reader in (lsusb shows it); see systemctl status pcscd")


def record_line(journal: Journal) -> Line:
    if not journal.writing:
        way_out = "stop dealing: free the disk or change it, then systemctl restart upcard"
        return bad("record", f"not written since record {journal.durable}", way_out)
    waiting = journal.seq - journal.durable
    return ok("record", f"{journal.durable} records durable" + (f", {waiting} on their way" if waiting else ""))
