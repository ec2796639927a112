"""The parts of a support bundle, each made so that a stranger may read it, or left out for a reason.

Decisions
- The configuration is given as JSON of a file without errors: every key of it is one we know, and none of those
  holds a secret; comments are left behind. Of a file with errors only what is wrong is told, in the report.
- A record is told by its kind, its place and its device: no card, no badge, no amount, no reason.
- The service's log may name people: it is scrubbed by the badge file, and left out where that cannot be read.
- The shoe's raw bytes may show the card that lies face down: they are left out while a round is on.
"""

import subprocess
import tomllib
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from platform import machine, platform, python_version
from typing import Any, Final, NamedTuple

import msgspec

from controller.cli.diag.record import last_records, round_is_on
from controller.cli.diag.report import Report
from controller.cli.diag.scrub import Scrub, without_keys
from controller.config import Config
from controller.events import COMMANDS
from controller.journal import Record
from drivers.shoe.capture import older

RECORDS: Final = 2000
CAPTURE: Final = "shoe.raw"
"""Beside the journal: the ring that a live table keeps."""
LOG_LINES: Final = 2000
LOG_SECONDS: Final = 10
UNITS: Final = ("upcard.service", "upcard-console.service")
TOLD: Final = ("seat", "spot", "covered", "device", "code", "count", "key", "role", "version")
"""Fields of an event that are nobody's secret."""
LIBRARIES: Final = (
    "upcard", "msgspec", "gpiozero", "lgpio", "pyserial", "pyscard", "luma.led_matrix", "spidev", "starlette",
    "uvicorn",
)  # fmt: skip


class LeftOut(Exception):
    """Why a part is not in the archive."""


class Seen(NamedTuple):
    """What the parts are made of. `scrub` is None where nobody knows whom to take out."""

    report: Report
    config: Config | None
    scrub: Scrub | None

    @property
    def journal(self) -> Path:
        if self.config is None or not self.config.journal.path:
            raise LeftOut("the configuration names no journal")
        return Path(self.config.journal.path)


def _report(seen: Seen) -> bytes:
    return _scrubbed(seen, seen.report)


def _configuration(seen: Seen) -> bytes:
    if seen.config is None:
        raise LeftOut("it has errors, see report.json")
    return _scrubbed(seen, tomllib.loads(Path(seen.config.file).read_text(encoding="utf-8")))


def _scrubbed(seen: Seen, what: object) -> bytes:
    return (seen.scrub or without_keys)(_json(what).decode()).encode()


def _json(what: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(what), indent=1)


def _versions(seen: Seen) -> bytes:
    here = {"python": python_version(), "system": platform(), "machine": machine()}
    return _json(here | {name: _version(name) for name in LIBRARIES})


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _records(seen: Seen) -> bytes:
    return b"".join(msgspec.json.encode(_told(one)) + b"\n" for one in last_records(seen.journal, RECORDS))


def _told(record: Record) -> dict[str, object]:
    event: dict[str, Any] = msgspec.to_builtins(record.event)
    told = {"seq": record.seq, "wall": record.wall, "kind": event["kind"]}
    if words := event.get("words"):
        told["word"] = words[0] if words[0] in COMMANDS else "?"
    return told | {name: event[name] for name in TOLD if event.get(name) is not None}


def _log(seen: Seen) -> bytes:
    if seen.scrub is None:
        raise LeftOut("the badge file cannot be read, so no name can be taken out of it; run this with sudo")
    units = [f"--unit={unit}" for unit in UNITS]
    command = ["journalctl", "--no-pager", "--output=short-iso", f"--lines={LOG_LINES}", *units]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=LOG_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        raise LeftOut("journalctl does not answer here") from None
    if done.returncode or not done.stdout.strip() or "-- No entries --" in done.stdout:
        raise LeftOut("journalctl shows no line of it to this user")
    return seen.scrub(done.stdout).encode()


def _shoe(half: Callable[[Path], Path]) -> "Make":
    def make(seen: Seen) -> bytes:
        kept = half(seen.journal.with_name(CAPTURE))
        data = kept.read_bytes() if kept.exists() else b""
        if round_is_on(seen.journal):  # asked after reading: a round that begins now is not in it
            raise LeftOut("a round is on, and its bytes may show the card that lies face down")
        if not data:
            raise LeftOut("the table has kept none")
        return data

    return make


Make = Callable[[Seen], bytes]
PARTS: Final[dict[str, Make]] = {
    "report.json": _report,
    "versions.json": _versions,
    "configuration.json": _configuration,
    "records.jsonl": _records,
    "service.log": _log,
    CAPTURE: _shoe(lambda path: path),
    f"{CAPTURE}.1": _shoe(older),
}
