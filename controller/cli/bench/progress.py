"""How far a bench at full speed is, on a terminal; anywhere else nothing is drawn, and rich is not imported."""

import sys
from types import TracebackType
from typing import Any


class Progress:
    def __init__(self, rounds: int | None) -> None:
        self._bar: Any = None
        if sys.stderr.isatty():
            from rich import progress
            from rich.console import Console

            columns = (*progress.Progress.get_default_columns(), progress.MofNCompleteColumn())
            self._bar = progress.Progress(*columns, console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task("rounds", total=rounds)

    def __enter__(self) -> "Progress":
        if self._bar:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()

    def show(self, rounds: int) -> None:
        if self._bar:
            self._bar.update(self._task, completed=rounds)
