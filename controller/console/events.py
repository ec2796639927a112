"""`GET /events`: the table as server-sent events `table`, `picture`, `bench` and `offline`, and with `?devices=1`
`devices`, once a second.

Decisions
- A stream remembers the moment it sent last and sends the difference to now. A browser that reads slowly
  skips pictures; one that reads nothing for `STUCK` seconds is dropped.
- Plain ASGI and not a StreamingResponse: the limit, the drop and the end at shutdown need the send itself.
- An idle stream gets a comment every `HEARTBEAT` seconds, so that a browser that went away is noticed.
"""

import asyncio
import contextlib
from typing import Final

from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from controller.console.devices import DevicesWatch
from controller.console.feed import OFFLINE, Feed, Moment

MOST_STREAMS: Final = 200
HEARTBEAT: Final = 15.0
STUCK: Final = 30.0
TYPE: Final = "text/event-stream"
COMMENT: Final = b":\n\n"
FULL: Final = f"There are {MOST_STREAMS} watchers already; close a page and try again."


def difference(seen: Moment | None, now: Moment, devices: bool = False) -> bytes:
    """The events that lead from what a watcher has seen to now."""
    if now is OFFLINE:
        return b"" if seen is OFFLINE else b"event: offline\ndata: {}\n\n"
    old = seen or OFFLINE
    events = [
        (b"table", old.facts, now.facts), (b"bench", old.bench, now.bench), (b"picture", old.picture, now.picture),
        (b"devices", old.devices, now.devices if devices else None),
    ]  # fmt: skip
    return b"".join(
        b"event: " + name + b"\ndata: " + line + b"\n\n"
        for name, before, line in events
        if line is not None and line is not before
    )


class Events:
    def __init__(self, feed: Feed) -> None:
        self._feed, self._devices = feed, DevicesWatch(feed)
        self._streams: dict[asyncio.Task[None], asyncio.Event] = {}
        self._closing = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "HEAD":
            await Response(media_type=TYPE)(scope, receive, send)
        elif len(self._streams) >= MOST_STREAMS:
            await PlainTextResponse(FULL, 503, {"retry-after": "5"})(scope, receive, send)
        elif b"devices=1" in scope["query_string"].split(b"&"):
            async with self._devices.looked_at():
                await self._stream(receive, send, devices=True)
        else:
            await self._stream(receive, send, devices=False)

    def close(self) -> None:
        """Ends every stream: those that wait say goodbye, those stuck in a write are cut."""
        self._closing = True
        for stream, waiting in self._streams.items():
            if not waiting.is_set():
                stream.cancel()
        self._feed.ring()

    async def _stream(self, receive: Receive, send: Send, devices: bool) -> None:
        waiting = asyncio.Event()
        pump = asyncio.create_task(self._pump(send, waiting, devices))
        gone = asyncio.create_task(_gone(receive))
        self._streams[pump] = waiting
        try:
            await asyncio.wait({pump, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            del self._streams[pump]
            for task in (pump, gone):
                task.cancel()
            await asyncio.gather(pump, gone, return_exceptions=True)

    async def _pump(self, send: Send, waiting: asyncio.Event, devices: bool) -> None:
        await send(_start())
        seen, idle = None, True
        with self._feed.bell() as bell:
            while not self._closing:
                bell.clear()
                now = self._feed.now
                if said := difference(seen, now, devices) or (COMMENT if idle else b""):
                    async with asyncio.timeout(STUCK):
                        await send(_body(said))
                seen = now
                idle = not await _rung(bell, waiting)
        await send(_body(b"", more=False))


async def _rung(bell: asyncio.Event, waiting: asyncio.Event) -> bool:
    """Waits for the bell, or for a heartbeat."""
    waiting.set()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(HEARTBEAT):
            await bell.wait()
    waiting.clear()
    return bell.is_set()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _start() -> dict[str, object]:
    headers = [(b"content-type", TYPE.encode()), (b"x-accel-buffering", b"no")]
    return {"type": "http.response.start", "status": 200, "headers": headers}


def _body(body: bytes, *, more: bool = True) -> dict[str, object]:
    return {"type": "http.response.body", "body": body, "more_body": more}
