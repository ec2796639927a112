"""What the table says, kept for the web page: one reader of the runtime's socket for all its watchers.

Decisions
- Lines are passed on as they are. The page and the runtime share the picture's words; a console that
  decoded and encoded again would only be a second place to change.
- There is one `now` and no queue: whoever is slow finds the newest picture, so nothing can pile up.
- When the runtime goes, `now` is OFFLINE at once: an old picture of money must not look like a live one.
  A unix socket cannot announce its return, so only then do we try again, every `RETRY` seconds.
- Requests go the same way, numbered; the runtime drops a client that asks more than 50 in a second, so the page's
  visitors together may ask `MOST_ASKED`.
"""

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

RETRY: Final = 0.2
HELLO_WITHIN: Final = 5.0
ANSWER_WITHIN: Final = 5.0
LONGEST_LINE: Final = 1 << 20
LONGEST_REQUEST: Final = 4096
"""In bytes; the runtime drops a client that sends more."""
MOST_ASKED: Final = 45
"""In a second, all visitors together."""
SECOND: Final = 1.05


class Moment(NamedTuple):
    """The runtime's lines as they came; no `facts` means that it is not answering."""

    facts: bytes | None = None
    picture: bytes | None = None
    bench: bytes | None = None
    devices: bytes | None = None


OFFLINE: Final = Moment()


class Offline(Exception):
    """The table is not answering."""


class TooMuch(Exception):
    """More is asked than the table should hear."""


class TooLong(Exception):
    """A request that the table would not read to its end."""


class Feed:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._bells: set[asyncio.Event] = set()
        self._writer: asyncio.StreamWriter | None = None
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._ids = count(1)
        self._asked: deque[float] = deque(maxlen=MOST_ASKED)
        self.now = OFFLINE

    async def run(self) -> None:
        while True:
            with contextlib.suppress(OSError, ValueError):  # ValueError: a line beyond LONGEST_LINE
                await self._follow()
            self._lose()
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

    async def ask(self, **request: object) -> dict[str, Any]:
        """The table's answer; Offline if there is none, TooMuch or TooLong if it should not be asked."""
        if self._writer is None:
            raise Offline
        number = next(self._ids)
        line = msgspec.json.encode({"id": number, **request}) + b"\n"
        if len(line) > LONGEST_REQUEST:
            raise TooLong
        self._count()
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        self._writer.write(line)
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                return await answer
        except TimeoutError:
            raise Offline from None
        finally:
            self._waiting.pop(number, None)

    def _count(self) -> None:
        now = time.monotonic()
        if len(self._asked) == MOST_ASKED and now - self._asked[0] < SECOND:
            raise TooMuch
        self._asked.append(now)

    def show_devices(self, devices: bytes | None) -> None:
        if self.now is not OFFLINE and devices != self.now.devices:
            self._set(self.now._replace(devices=devices))

    @property
    def facts(self) -> dict[str, Any]:
        """Offline if nobody says any."""
        if self.now.facts is None:
            raise Offline
        table: dict[str, Any] = msgspec.json.decode(self.now.facts)["table"]
        return table

    async def _follow(self) -> None:
        reader, writer = await asyncio.open_unix_connection(self._path, limit=LONGEST_LINE)
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                facts = await reader.readline()
            if not facts.startswith(b'{"table":'):
                return
            self._set(Moment(facts.strip()))
            self._writer = writer
            while (line := await reader.readline()).endswith(b"\n"):
                self._take(line.strip())
        finally:
            writer.close()

    def _take(self, line: bytes) -> None:
        if line.startswith(b'{"answer":'):
            self._answered(msgspec.json.decode(line))
        elif line.startswith(b'{"bench":'):
            self._set(self.now._replace(bench=line))
        else:
            self._set(self.now._replace(picture=line))

    def _answered(self, said: dict[str, Any]) -> None:
        waiting = self._waiting.get(said.pop("answer"))
        if waiting is not None and not waiting.done():
            waiting.set_result(said)

    def _lose(self) -> None:
        self._writer = None
        self._set(OFFLINE)
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(Offline())

    def _set(self, now: Moment) -> None:
        if now is not self.now:
            self.now = now
            self.ring()
