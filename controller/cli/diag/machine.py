"""The machine under the table: its clock, its disk and the Pi itself. Each is looked at, then judged."""

import contextlib
import ctypes
import os
import shutil
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from msgspec import Struct

from controller.cli.diag.lines import Line, bad, look, ok
from drivers.pi import Pi

UNSYNCHRONISED: Final = 5
"""What adjtimex returns while nobody has set the clock (TIME_ERROR)."""
MB: Final = 1_000_000
LITTLE, SCARCE = 100 * MB, 1000 * MB
SLOW_MS, WEAK_MS = 500.0, 50.0
"""How long the slowest of a few synced writes may take; displays wait for one, lamps never do."""
TRIES: Final = 8
HOT, WARM = 80.0, 70.0
"""A Pi slows itself down from 80 °C."""


class Clock(Struct, frozen=True):
    """`wall` in nanoseconds since 1970; `ran` is how far the monotonic clock went in between."""

    synchronised: bool
    wall: int
    ran: int


def read_clock() -> Clock:
    before = time.monotonic_ns()
    libc = ctypes.CDLL(None, use_errno=True)
    state = libc.adjtimex(ctypes.create_string_buffer(512))  # all zero: it only asks
    return Clock(state not in (UNSYNCHRONISED, -1), time.time_ns(), time.monotonic_ns() - before)


def clock_line(clock: Clock, last_record: int | None) -> Line:
    """A table works without a network; but its record must not run backwards."""
    seen = f"{_date(clock.wall)} UTC"
    set_it = "set it: sudo timedatectl set-time 'YYYY-MM-DD HH:MM:SS', and fit an RTC battery"
    if clock.ran <= 0:
        return bad("clock", f"{seen}; the monotonic clock stands still", "restart the machine; change it if it stays")
    if last_record is not None and clock.wall < last_record:
        return bad("clock", f"{seen}, before the last record ({_date(last_record)})", set_it)
    if not clock.synchronised:
        return look(
            "clock", f"{seen}, not synchronised", "compare it with a watch; timedatectl shows the time service"
        )
    return ok("clock", f"{seen}, synchronised")


def _date(wall: int) -> str:
    return datetime.fromtimestamp(wall / 1e9, UTC).strftime("%Y-%m-%d %H:%M:%S")


class Disk(Struct, frozen=True):
    """Of the journal's folder; `error` is why it could not be tried, `slowest` in milliseconds."""

    folder: str
    free: int = 0
    slowest: float = 0.0
    error: str = ""
    allowed: bool = True


def try_disk(folder: Path) -> Disk:
    try:
        free = shutil.disk_usage(folder).free
        return Disk(str(folder), free, max(_writes(folder)))
    except PermissionError as error:
        return Disk(str(folder), error=error.strerror or str(error), allowed=False)
    except OSError as error:
        return Disk(str(folder), error=error.strerror or str(error))


def _writes(folder: Path) -> Iterator[float]:
    """A page is written and synced, as a commit does."""
    trial = folder / f".diag-{os.getpid()}"
    file = os.open(trial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        for _ in range(TRIES):
            began = time.perf_counter()
            os.pwrite(file, bytes(4096), 0)
            os.fsync(file)
            yield (time.perf_counter() - began) * 1000
    finally:
        os.close(file)
        with contextlib.suppress(OSError):
            trial.unlink()


def disk_line(disk: Disk) -> Line:
    if not disk.allowed:
        return look("disk", f"{disk.folder}: {disk.error}", "run this with sudo, or as the table's user, to try it")
    if disk.error:
        way_out = "make the folder, or mount its disk read-write; [journal] path names it"
        return bad("disk", f"{disk.folder}: {disk.error}", way_out)
    seen = f"{disk.free / MB:,.0f} MB free in {disk.folder}, slowest synced write {disk.slowest:.1f} ms"
    if disk.free < LITTLE:
        return bad("disk", seen, "export the record, then `upcard journal prune`, or fit a larger disk")
    if disk.slowest > SLOW_MS:
        return bad("disk", seen, "the disk is worn or failing: copy the record, change the disk")
    if disk.free < SCARCE:
        return look("disk", seen, "plan an export and `upcard journal prune`")
    if disk.slowest > WEAK_MS:
        return look("disk", seen, "try again; a card that stays this slow should be changed")
    return ok("disk", seen)


def temperature_line(pi: Pi) -> Line:
    if pi.celsius is None:
        return ok("heat", "this machine does not tell its temperature")
    seen = f"{pi.celsius:.0f} °C"
    if pi.celsius >= HOT:
        return bad("heat", seen, "it slows itself down: free its vents, fit a fan or a heat sink")
    if pi.celsius >= WARM:
        return look("heat", seen, f"warm: free its vents; from {HOT:.0f} °C it slows itself down")
    return ok("heat", seen)


def power_line(pi: Pi) -> Line:
    if pi.under_voltage is None:
        return ok("power", "this machine does not tell its supply")
    if pi.under_voltage:
        return bad("power", "under-voltage now", "fit the Pi's own supply, and a short, thick cable")
    if pi.slowed:
        return bad("power", "the processor is slowed down now", "cool it and check its supply")
    if pi.was_under_voltage or pi.was_slowed:
        what = "under-voltage" if pi.was_under_voltage else "a slowed processor"
        return look("power", f"fine now, {what} since the start", "watch it with the lamps on; check the supply")
    return ok("power", "the supply is strong enough")
