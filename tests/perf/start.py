"""From the first instruction of a live table's process to `ready`, and what the core costs while nobody plays.

The table is `upcard run` on a pseudo-terminal and chips that exist only in its process; no pcscd runs, so the badge
reader asks for one twice a second, which an installed table does not.
"""

import os
import time
from pathlib import Path

from tests.live.tables import Folder, Running
from tests.perf import Row, spread

STARTS = 10
IDLE_S = 30


def measure() -> list[Row]:
    folder = Folder()
    try:
        took = [_start(folder) for _ in range(STARTS)]
        return [
            Row("core start → ready", spread(took, "ms", 95), f"{STARTS} starts on one record, imports included"),
            Row("core, idle", f"{_idle(folder):.2f} % of a core", f"over {IDLE_S} s, watchdog fed"),
        ]
    finally:
        folder.close()


def _start(folder: Folder) -> float:
    begun = time.perf_counter()
    table = Running(folder, "--unsigned")
    table.line()
    took = time.perf_counter() - begun
    table.end()
    return took * 1000


def _idle(folder: Folder) -> float:
    table = Running(folder, "--unsigned", NOTIFY_SOCKET="@upcard-nobody", WATCHDOG_USEC="10000000")
    table.line()
    before = _cpu_s(table.process.pid)
    time.sleep(IDLE_S)
    used = _cpu_s(table.process.pid) - before
    table.end()
    return used / IDLE_S * 100


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
