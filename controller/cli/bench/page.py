"""Beside a bench's process: the one that serves its page, and the one that tells the page of past rounds."""

import subprocess
import sys
import threading
from pathlib import Path
from typing import Final

from controller.cli.records import ENDS_WITH_US, RecordsProcess, records_socket

PORT: Final = 8021


class Page:
    """When its process ends by itself, so does the bench."""

    def __init__(self, journal: Path, socket: Path, port: int | None, stop: threading.Event) -> None:
        self._records = RecordsProcess(journal, records_socket(socket))
        number = str(PORT if port is None else port)
        page = (sys.executable, "-m", "controller", "console", "--socket", str(socket), "--port", number)
        self._process = subprocess.Popen([*ENDS_WITH_US, *page], start_new_session=True)
        threading.Thread(target=self._wait, args=(stop,), daemon=True).start()

    def _wait(self, stop: threading.Event) -> None:
        self._process.wait()
        stop.set()

    def close(self) -> bool:
        """Whether it had been served until now."""
        failed = self._process.poll()
        self._process.terminate()
        self._process.wait()
        self._records.close()
        return not failed
