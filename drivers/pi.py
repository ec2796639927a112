"""What a Raspberry Pi says of itself: its model, how hot it is, and whether its supply is weak.

Read from the kernel's own files under a root, so that a copied tree can be read as well. A machine that is no Pi,
or a kernel without one of the files, leaves out what it cannot tell. Under-voltage now is bit 0 of what the
firmware reports; the kernel gives it as an alarm of the sensor `rpi_volt`, and with it all other bits in
`get_throttled` where that file is (the lower half is now, the upper half since the start).
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

ROOT: Final = Path("/")
_MODEL: Final = "proc/device-tree/model"
_TEMPERATURE: Final = "sys/class/thermal/thermal_zone0/temp"
_SENSORS: Final = "sys/class/hwmon/hwmon*/name"
_THROTTLED: Final = "sys/devices/platform/soc*/*firmware*/get_throttled"
_BITS: Final = {0: "under_voltage", 1: "slowed", 2: "slowed", 3: "slowed"}
_SINCE: Final = 16


class Pi(Struct, frozen=True, kw_only=True):
    """`slowed`: the processor runs below its speed because of heat or voltage; `was_…` since the start."""

    model: str
    celsius: float | None = None
    under_voltage: bool | None = None
    slowed: bool | None = None
    was_under_voltage: bool | None = None
    was_slowed: bool | None = None


def read_pi(root: Path = ROOT) -> Pi:
    told = _throttled(root)
    alarm = _alarm(root)
    if alarm is not None:
        told["under_voltage"] = told.get("under_voltage", False) or alarm
    return Pi(model=_text(root / _MODEL) or "", celsius=_celsius(root), **told)


def _celsius(root: Path) -> float | None:
    text = _text(root / _TEMPERATURE)
    return int(text) / 1000 if text and text.lstrip("-").isdecimal() else None


def _alarm(root: Path) -> bool | None:
    names = (name for name in root.glob(_SENSORS) if _text(name) == "rpi_volt")
    return next((_text(name.with_name("in0_lcrit_alarm")) == "1" for name in names), None)


def _throttled(root: Path) -> dict[str, bool]:
    return dict(_flags(next((_text(file) for file in root.glob(_THROTTLED)), None)))


def _flags(text: str | None) -> Iterator[tuple[str, bool]]:
    try:
        bits = int(text or "", 16)
    except ValueError:
        return
    for name in set(_BITS.values()):
        own = sum(1 << bit for bit, what in _BITS.items() if what == name)
        yield name, bool(bits & own)
        yield f"was_{name}", bool(bits >> _SINCE & own)


def _text(file: Path) -> str | None:
    """The device tree ends its texts with a zero byte."""
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return None
