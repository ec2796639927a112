"""The web page's application: what is answered, to whom, and with which headers.

Decisions
- The page can only watch and ask: what changes a table is asked of it (api.py), and it obeys the badge that is in.
- Only loopback names are answered unless others are configured. A page of a stranger whose name was made
  to point here (DNS rebinding) sends its own name in `Host` and is refused.
- No script, style, picture or font from anywhere else, and none inline: the policy says so to the browser.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from controller.console.api import NOT_ANSWERING, api
from controller.console.events import Events
from controller.console.feed import Feed
from controller.console.records import Records

STATIC: Final = Path(__file__).with_name("static")
LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")
PAGES: Final = {"/": "index", "/rounds": "rounds", "/devices": "devices", "/meters": "meters", "/sign": "sign"}
POLICY: Final = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}


class SecurityHeaders:
    """Plain ASGI: Starlette's BaseHTTPMiddleware would hold back an event stream."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)


def make_app(socket_path: Path, hosts: Sequence[str] = ()) -> Starlette:
    """`hosts`: names and addresses to be answered to besides those of this machine's loopback."""
    feed = Feed(socket_path)
    events = Events(feed)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with _running(feed):
            yield

    async def page(request: Request) -> Response:
        return FileResponse(STATIC / f"{PAGES[request.url.path]}.html")

    async def state(_: Request) -> Response:
        if feed.now.picture is None:
            return JSONResponse({"error": NOT_ANSWERING}, 503)
        return Response(feed.now.picture, media_type="application/json")

    routes = [
        *(Route(path, page) for path in PAGES),
        Route("/state", state),
        Route("/events", events, methods=["GET"]),
        *api(feed, Records(socket_path.with_name("records.sock"))),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    allowed = [*LOOPBACK, *hosts]
    guards = [
        Middleware(SecurityHeaders),
        Middleware(TrustedHostMiddleware, allowed_hosts=allowed, www_redirect=False),
    ]
    app = Starlette(routes=routes, middleware=guards, lifespan=lifespan)
    app.state.events = events
    return app


@contextlib.asynccontextmanager
async def _running(feed: Feed) -> AsyncIterator[None]:
    task = asyncio.create_task(feed.run())
    try:
        yield
    finally:
        task.cancel()
