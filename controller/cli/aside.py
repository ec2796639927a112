"""The processes beside a table make room for it: a lower priority, and never the core where its events are handled.

On a busy machine a low priority alone is not enough: a process that is running may keep its core for some
milliseconds, and the first card would wait for as long (measured: `python -m tests.perf console`).
"""

import os
from contextlib import suppress
from typing import Final

NICE: Final = 5


def step_aside() -> None:
    """As far as we are let: a page that may not is better than none."""
    with suppress(OSError):
        os.nice(NICE)
    cores = sorted(os.sched_getaffinity(0) | set(range(os.cpu_count() or 1)))
    with suppress(OSError):
        os.sched_setaffinity(0, cores[1:] or cores)
