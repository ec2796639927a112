"""A display for a terminal or a log: one short line whenever something a dealer would read changes.

Decisions
- Only words are printed: the phase, the dealer's two lines, the seats' texts. Cards and lamps are the
  web page's business; a log of every lamp would hide the sentence that matters.
- A terminal may stop (Ctrl-S, a pager): a thread writes, and a stream that is behind by `MOST_WAITING`
  changes loses further ones, counted in `lost`, rather than holding up the table.
- A stream that fails (a closed pipe, a full disk) is remembered in `failed` and left alone from then on:
  losing a terminal must never cost a round. The stream belongs to whoever gave it and stays open.
"""

import queue
import threading
from collections.abc import Iterator
from typing import Final, Literal, TextIO

from controller.outputs import Outputs

MOST_WAITING: Final = 1000
PATIENCE: Final = 1.0
"""Seconds `close` waits for a stream that takes nothing."""


class ConsoleDisplay:
    name = "terminal"

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._shown: dict[str, str] = {}
        self._waiting: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        self._closing = False
        self.failed: Exception | None = None
        self.lost = 0
        self._thread = threading.Thread(target=self._run, name="console display", daemon=True)
        self._thread.start()

    def show(self, picture: Outputs) -> None:
        text = "".join(self._change(where, words) for where, words in _words(picture))
        if text and not self._closing and self.failed is None:
            self._put(text)

    def health(self) -> tuple[Literal["ok", "lost"], int]:
        """Its errors are the changes it lost."""
        return "lost" if self.failed else "ok", self.lost

    def close(self) -> None:
        if not self._closing:
            self._closing = True
            self._put(None)
            self._thread.join(PATIENCE)

    def _put(self, text: str | None) -> None:
        try:
            self._waiting.put_nowait(text)
        except queue.Full:
            self.lost += 1

    def _change(self, where: str, words: str) -> str:
        if self._shown.get(where, "") == words:
            return ""
        self._shown[where] = words
        return f"{where}  {words or '-'}\n"

    def _run(self) -> None:
        while self.failed is None and (text := self._waiting.get()) is not None:
            try:
                self._stream.write(text)
                self._stream.flush()
            except (OSError, ValueError) as error:  # ValueError: closed, or a letter it cannot encode
                self.failed = error


def _words(picture: Outputs) -> Iterator[tuple[str, str]]:
    yield "phase", picture.phase
    yield "dealer", " / ".join(line for line in picture.prompt if line)
    for seat in picture.seats:
        yield f"seat {seat.seat}", seat.texts[0] if seat.texts else ""
