"""A shoe that is not there: a pseudo-terminal on which the codec's own encoder speaks.

`draw` means that the card leaves now: the last byte of its first copy comes one scan delay and one wire time
later, each further copy one wire time after that, so that the stamp computed at the other end is the draw
instant. A report made before the last one is said three times cuts its remaining copies off: the instant
matters more here than the number of copies. `fast` says everything at once.

The port is a link in a folder of its own, so it keeps its name when the shoe is plugged in again. While it is
unplugged the shoe goes on talking to nobody.
"""

import os
import tempfile
import threading
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.ports import Clock
from drivers.shoe import Message, find, wire_ns
from drivers.sim.shoe.deck import Deck, EmptyShoe
from drivers.sim.shoe.line import Line

__all__ = ["Deck", "EmptyShoe", "Line", "SimShoe"]

NOISE: Final = bytes.fromhex("ff00053147fe0a")


class SimShoe:
    def __init__(
        self,
        codec_name: str,
        clock: Clock,
        on_written: Callable[[], None] | None = None,
        scan_delay_ns: int = 0,
        line: Callable[[bytes], bytes] | None = None,
        fast: bool = False,
    ) -> None:
        self._codec, self._clock = find(codec_name)(), clock
        self.on_written = on_written
        self._scan, self._line, self._fast = scan_delay_ns, line or bytes, fast
        self._folder = tempfile.TemporaryDirectory(prefix="upcard-shoe-")
        self.port = str(Path(self._folder.name) / "port")
        self._lock = threading.Lock()
        self._ends: tuple[int, int] | None = None
        self._number = self._said = 0
        self._last_card: str | None = None
        self.plug()

    def draw(self, card: str) -> None:
        self._last_card = card
        self.say(Message("card", 0, card=card))

    def burn(self, card: str) -> None:
        self._last_card = card
        self.say(Message("burn", 0, card=card))

    def unread(self) -> None:
        self.say(Message("unread", 0))

    def cut(self) -> None:
        self.say(Message("cut", 0))

    def error(self, code: str | int) -> None:
        self.say(Message("error", 0, code=str(code)))

    def clear(self) -> None:
        self.say(Message("cleared", 0))

    def repeat(self) -> None:
        """The last card once more, as a retransmission; nothing before the first card."""
        if self._last_card is not None:
            self.say(Message("repeat", 0, card=self._last_card))

    def skip(self, reports: int = 1) -> None:
        """Reports that never reach the line: a gap in the numbering."""
        self._number += reports

    def noise(self, noise: bytes = NOISE) -> None:
        self._write(noise)

    def say(self, message: Message) -> None:
        frame = self._codec.encode(message, self._number)
        if not frame:
            return
        self._number += 1
        self._said += 1
        copies = range(self._codec.copies)
        if self._fast:
            self._write(b"".join(self._line(frame) for _ in copies))
            return
        start, wire = self._clock.now() + self._scan, wire_ns(len(frame), self._codec.baud)
        for copy in copies:
            self._say_at(start + wire * (copy + 1), frame, copy)

    def unplug(self) -> None:
        """The name goes first: the kernel may give the terminal's number to someone else at once."""
        Path(self.port).unlink(missing_ok=True)
        with self._lock:
            ends, self._ends = self._ends, None
        for end in ends or ():
            os.close(end)
        self._tell()

    def plug(self) -> None:
        if self._ends is not None:
            return
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        with self._lock:
            self._ends = master, slave
        os.symlink(os.ttyname(slave), self.port)
        self._tell()

    def close(self) -> None:
        self.on_written = None
        self.unplug()
        self._folder.cleanup()

    def _say_at(self, when: int, frame: bytes, copy: int) -> None:
        said = self._said

        def write() -> None:
            if copy == 0 or said == self._said:
                self._write(self._line(frame))

        self._clock.call_at(when, write)

    def _write(self, data: bytes) -> None:
        with self._lock:
            if self._ends is not None and data:
                self._put(self._ends[0], data)
        self._tell()

    def _put(self, master: int, data: bytes) -> None:
        """Nobody reads: the bytes are gone, as on a real line."""
        try:
            os.write(master, data)
        except BlockingIOError:
            return

    def _tell(self) -> None:
        if self.on_written is not None:
            self.on_written()
