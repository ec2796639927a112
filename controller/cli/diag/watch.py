"""`upcard diag watch`: the table like a logic probe sees it: levels, edges, frames, and what happened, live.

It only reads the running table's socket, a few times a second. A terminal gets a screen that stays; anything else
gets a line for each change. A table that goes away is waited for: the probe stays on while a service restarts.
"""

import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final, TextIO

from controller.cli.diag.core import Core, NoCore
from controller.cli.diag.probe import device_changes, picture_changes
from controller.outputs import Outputs
from drivers.health import Devices

EVERY_S: Final = 0.2
RETRY_S: Final = 1.0
KEPT: Final = 14
Tell = Callable[[str], None]


class Probe:
    """What is known of the table; `looks` yields after each look."""

    def __init__(self, path: Path, tell: Tell, every_s: float = EVERY_S) -> None:
        self._path, self._tell, self._every = path, tell, every_s
        self._core: Core | None = Core(path)
        self.picture: Outputs | None = None
        self.devices: Devices | None = None

    def looks(self) -> Iterator[None]:
        while True:
            try:
                self._look()
            except NoCore:
                self._lose()
            yield

    def _look(self) -> None:
        core = self._core = self._core or Core(self._path)
        for picture in core.pictures(self._every):
            self._show(picture)
        devices = core.devices()
        if core.picture is not None:  # it may have come before the answer
            self._show(core.picture)
        for line in device_changes(self.devices, devices):
            self._tell(line)
        self.devices = devices

    def _show(self, picture: Outputs) -> None:
        for line in picture_changes(self.picture, picture):
            self._tell(line)
        self.picture = picture

    def _lose(self) -> None:
        if self._core is not None:
            self._core.close()
            self._tell("the table stopped answering; waiting for it")
        self._core = None
        time.sleep(RETRY_S)


def watch(path: Path, out: TextIO = sys.stdout) -> int:
    """Until Ctrl-C; NoCore if no table runs there to begin with."""
    with suppress(KeyboardInterrupt):
        (_on_screen if out.isatty() else _as_lines)(path, out)
    return 0


def _as_lines(path: Path, out: TextIO) -> None:
    for _ in Probe(path, lambda line: print(_stamped(line), file=out, flush=True)).looks():
        pass


def _on_screen(path: Path, out: TextIO) -> None:
    from rich.console import Console
    from rich.live import Live

    from controller.cli.diag.scope import draw

    happened: deque[str] = deque(maxlen=KEPT)
    probe = Probe(path, lambda line: happened.append(_stamped(line)))
    with Live(console=Console(file=out), screen=True, auto_refresh=False) as live:
        for _ in probe.looks():
            live.update(draw(probe.picture, probe.devices, list(happened)), refresh=True)


def _stamped(line: str) -> str:
    return f"{datetime.now().strftime('%H:%M:%S.%f')[:-3]}  {line}"
