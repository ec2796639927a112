"""`GET /events`: the table as server-sent events `table`, `picture` and `offline`.

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

from controller.console.feed import OFFLINE, Feed, Moment

MOST_STREAMS: Final = 200
HEARTBEAT: Final = 15.0
STUCK: Final = 30.0
TYPE: Final = "text/event-stream"
FULL: Final = f"There are {MOST_STREAMS} watchers already; close a page and try again."


def difference(seen: Moment | None, now: Moment) -> bytes:
    """The events that lead from what a watcher has seen to now; nothing but a comment if there are none."""
    events = []
    if now is OFFLINE and seen is not OFFLINE:
        events.append(b"event: offline\ndata: {}\n\n")
    if now.facts is not None and (seen is None or seen.facts is not now.facts):
        events.append(b"event: table\ndata: " + now.facts + b"\n\n")
    if now.picture is not None and (seen is None or seen.picture is not now.picture):
        events.append(b"event: picture\ndata: " + now.picture + b"\n\n")
    return b"".join(events) or b":\n\n"


class Events:
    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._streams: dict[asyncio.Task[None], asyncio.Event] = {}
        self._closing = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "HEAD":
            await Response(media_type=TYPE)(scope, receive, send)
        elif len(self._streams) >= MOST_STREAMS:
            await PlainTextResponse(FULL, 503, {"retry-after": "5"})(scope, receive, send)
        else:
            await self._stream(receive, send)

    def close(self) -> None:
        """Ends every stream: those that wait say goodbye, those stuck in a write are cut."""
        self._closing = True
        for stream, waiting in self._streams.items():
            if not waiting.is_set():
                stream.cancel()
        self._feed.ring()

    async def _stream(self, receive: Receive, send: Send) -> None:
        waiting = asyncio.Event()
        pump = asyncio.create_task(self._pump(send, waiting))
        gone = asyncio.create_task(_gone(receive))
        self._streams[pump] = waiting
        try:
            await asyncio.wait({pump, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            del self._streams[pump]
            for task in (pump, gone):
                task.cancel()
            await asyncio.gather(pump, gone, return_exceptions=True)

    async def _pump(self, send: Send, waiting: asyncio.Event) -> None:
        await send(_start())
        seen = None
        with self._feed.bell() as bell:
            while not self._closing:
                bell.clear()
                now = self._feed.now
                async with asyncio.timeout(STUCK):
                    await send(_body(difference(seen, now)))
                seen = now
                await _rest(bell, waiting)
        await send(_body(b"", more=False))


async def _rest(bell: asyncio.Event, waiting: asyncio.Event) -> None:
    waiting.set()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(HEARTBEAT):
            await bell.wait()
    waiting.clear()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _start() -> dict[str, object]:
    headers = [(b"content-type", TYPE.encode()), (b"x-accel-buffering", b"no")]
    return {"type": "http.response.start", "status": 200, "headers": headers}


def _body(body: bytes, *, more: bool = True) -> dict[str, object]:
    return {"type": "http.response.body", "body": body, "more_body": more}
