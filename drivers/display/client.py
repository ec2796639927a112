"""One client of the table's socket: what it still has to be told, and what it asks.

What it is told: whole lines, one of them half written. An answer is kept until it is out; of pictures and notes
only the newest counts. What it asks: one JSON object a line with a number as its `id`. Whoever says anything else,
a longer line, more in a second than a person could, or does not fetch its answers raises Nuisance.
"""

import socket
from collections import deque
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from controller.outputs import Outputs

LONGEST: Final = 4096
"""Bytes of a request."""
MOST_ASKED: Final = 50
"""Requests in a second."""
MOST_UNREAD: Final = 64
"""Answers that wait for a client."""
SECOND: Final = 1_000_000_000

Request = dict[str, Any]


class Nuisance(Exception):
    """A client to be dropped."""


class Client:
    def __init__(self, connection: socket.socket, hello: bytes) -> None:
        self.connection = connection
        self.pending = memoryview(hello)
        self.seen: Outputs | None = None
        self.noted = b""
        self.stuck_since: float | None = None
        self._answers: deque[bytes] = deque()
        self._heard = b""
        self._asked, self._second = 0, 0

    def hear(self, now: int) -> Iterator[Request]:
        """The requests that are whole now; `now` in nanoseconds."""
        try:
            said = self.connection.recv(LONGEST)
        except BlockingIOError:
            return
        if not said:
            raise ConnectionResetError("it hung up")
        *lines, self._heard = (self._heard + said).split(b"\n")
        for line in lines:
            self._count(now)
            yield _request(line)
        if len(self._heard) > LONGEST:
            raise Nuisance("a line without an end")

    def _count(self, now: int) -> None:
        if now - self._second >= SECOND:
            self._asked, self._second = 0, now
        self._asked += 1
        if self._asked > MOST_ASKED:
            raise Nuisance("it asks too much")

    def answer(self, line: bytes) -> None:
        if len(self._answers) >= MOST_UNREAD:
            raise Nuisance("it does not fetch its answers")
        self._answers.append(line)

    def next_answer(self) -> bytes:
        return self._answers.popleft() if self._answers else b""


def _request(line: bytes) -> Request:
    try:
        request = msgspec.json.decode(line, type=Request)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Nuisance("no JSON object") from None
    if type(request.get("id")) is not int or len(line) > LONGEST:
        raise Nuisance("a request without a number, or too long")
    return request
