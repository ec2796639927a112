"""What may be written through the page: JSON from a page of our own, and no more than a command needs.

A stranger's page can make a browser send us requests, but not with our own address as their `Origin`, nor with
JSON's content type without asking first, which nothing here answers. `Host` was checked before.
"""

import asyncio
from typing import Any, Final

import msgspec
from starlette.requests import ClientDisconnect, Request

MOST: Final = 4096
"""Bytes of a body."""
WITHIN: Final = 5.0
"""Seconds for a body to arrive."""


class Refusal(Exception):
    def __init__(self, status: int, error: str) -> None:
        super().__init__(error)
        self.status, self.error = status, error


async def said(request: Request) -> dict[str, Any]:
    """The JSON object of a request that may write; Refusal of any other."""
    if not _own(request.headers.getlist("origin"), request.headers.getlist("host")):
        raise Refusal(403, "Only the table's own page may do that")
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal(415, "Send JSON, and say so in content-type")
    try:
        found = msgspec.json.decode(await _body(request), type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refusal(400, "Send one JSON object") from None
    return found


def _own(origins: list[str], hosts: list[str]) -> bool:
    """Compared as text: what a stranger makes up need not be understood."""
    own = [f"{scheme}://{host.lower()}" for host in hosts for scheme in ("http", "https")]
    return len(origins) == len(hosts) == 1 and origins[0].lower() in own


async def _body(request: Request) -> bytes:
    body = b""
    try:
        async with asyncio.timeout(WITHIN):
            async for chunk in request.stream():
                body += chunk
                if len(body) > MOST:
                    raise Refusal(413, f"A request has at most {MOST} bytes")
    except (TimeoutError, ClientDisconnect):
        raise Refusal(408, "The request did not arrive") from None
    return body
