"""What the table says, kept for the web page: one reader of the runtime's socket for all its watchers.

Decisions
- Lines are passed on as they are. The page and the runtime share the picture's words; a console that
  decoded and encoded again would only be a second place to change.
- There is one `now` and no queue: whoever is slow finds the newest picture, so nothing can pile up.
- When the runtime goes, `now` is OFFLINE at once: an old picture of money must not look like a live one.
  A unix socket cannot announce its return, so only then do we try again, every `RETRY` seconds.
"""

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

RETRY: Final = 0.2
HELLO_WITHIN: Final = 5.0
LONGEST_LINE: Final = 1 << 20


class Moment(NamedTuple):
    """The runtime's lines as they came; no `facts` means that it is not answering."""

    facts: bytes | None = None
    picture: bytes | None = None


OFFLINE: Final = Moment()


class Feed:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._bells: set[asyncio.Event] = set()
        self.now = OFFLINE

    async def run(self) -> None:
        while True:
            with contextlib.suppress(OSError, ValueError):  # ValueError: a line beyond LONGEST_LINE
                await self._follow()
            self._set(OFFLINE)
            await asyncio.sleep(RETRY)

    @contextlib.contextmanager
    def bell(self) -> Iterator[asyncio.Event]:
        """An event that is set whenever `now` has changed."""
        bell = asyncio.Event()
        self._bells.add(bell)
        try:
            yield bell
        finally:
            self._bells.discard(bell)

    def ring(self) -> None:
        for bell in self._bells:
            bell.set()

    async def _follow(self) -> None:
        reader, writer = await asyncio.open_unix_connection(self._path, limit=LONGEST_LINE)
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                facts = await reader.readline()
            if not facts.startswith(b'{"table":'):
                return
            self._set(Moment(facts.strip()))
            while (line := await reader.readline()).endswith(b"\n"):
                self._set(Moment(self.now.facts, line.strip()))
        finally:
            writer.close()

    def _set(self, now: Moment) -> None:
        if now is not self.now:
            self.now = now
            self.ring()
