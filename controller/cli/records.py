"""The process beside a table that answers for its past rounds (`upcard journal serve`).

It is a process of its own because telling a round costs time that a lock does not have; it ends with ours, however
that ends, and when it ends by itself the table goes on without it.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

_IF_WE_LIVE: Final = 'test "$PPID" = "$0" && exec "$@"'
ENDS_WITH_US: Final = ("setpriv", "--pdeathsig", "TERM", "sh", "-c", _IF_WE_LIVE, str(os.getpid()))
"""Killed when we end; and not begun if we ended before it could be told so."""


def records_socket(table: Path) -> Path:
    """Beside the table's own."""
    return table.with_name("records.sock")


class RecordsProcess:
    """Start it from the thread that lives longest, once the journal is there."""

    def __init__(self, journal: Path, socket: Path) -> None:
        serve = (sys.executable, "-m", "controller", "journal", "serve", str(journal), str(socket))
        self._process = subprocess.Popen([*ENDS_WITH_US, *serve], start_new_session=True)

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()
