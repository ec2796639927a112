"""The table's unix socket: the web console, diagnostics and anything else that speaks JSON lines.

A client gets one line `{"table": {…}}` with the facts that do not change, then a line per picture, the latest
first, and a line `{"answer": ID, …}` for each of its requests (client.py). What a request may do is decided by
`asked`, which is called on this thread and must not wait for anybody.

Decisions
- `show` runs on the runtime's path: it stores the picture and wakes our thread, nothing else. The thread
  owns every client; a picture is encoded once for all of them, and not at all when nobody watches.
- A client has at most one line half written; when it catches up it gets the newest picture and never the
  ones between. So a slow client costs one line of memory, and one that takes no byte for `stuck_after`
  seconds is dropped. That is looked at when a picture comes: an idle table needs no timer.
- A nuisance is dropped without a word: a thread that is kept busy would delay the lock of the bets.
"""

import contextlib
import selectors
import socket
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from controller.outputs import Outputs
from drivers.display.client import Client, Nuisance, Request
from drivers.display.listen import listen

MOST_CLIENTS: Final = 32
READ: Final = selectors.EVENT_READ
BOTH: Final = selectors.EVENT_READ | selectors.EVENT_WRITE

Asked = Callable[[Request], dict[str, Any]]


class WebDisplay:
    name = "web"

    def __init__(
        self, path: Path, table: dict[str, object], asked: Asked | None = None, *, stuck_after: float = 10.0
    ) -> None:
        self._path = path
        self._hello = msgspec.json.encode({"table": table}) + b"\n"
        self._asked = asked or _nothing
        self._stuck_after = stuck_after
        self._latest: Outputs | None = None
        self._note = b""
        self._encoded: tuple[Outputs | None, bytes] = (None, b"")
        self._clients: dict[socket.socket, Client] = {}
        self._woken = self._closing = self._deaf = False
        self._dropped = 0
        self._listener = listen(path)
        self._wake, self._bell = socket.socketpair()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, READ)
        self._selector.register(self._wake, READ)
        self._thread = threading.Thread(target=self._run, name="web display", daemon=True)
        self._thread.start()

    def show(self, picture: Outputs) -> None:
        self._latest = picture
        if (self._clients or self._deaf) and not self._woken:
            self._ring()

    def tell(self, note: dict[str, object]) -> None:
        """A line of its own beside the pictures; whoever comes later is told the newest one too."""
        self._note = msgspec.json.encode(note) + b"\n"
        self._ring()

    def health(self) -> tuple[Literal["ok", "lost"], int]:
        """Its errors are the clients that had to be dropped."""
        return "lost" if self._deaf else "ok", self._dropped

    def close(self) -> None:
        if not self._closing:
            self._closing = True
            self._path.unlink(missing_ok=True)  # while we still listen, so that it cannot be another's file
            self._ring()
            self._thread.join()

    def _ring(self) -> None:
        self._woken = True
        with contextlib.suppress(OSError):  # closed under our hands: nobody is left to hear it
            self._bell.send(b"!", socket.MSG_DONTWAIT)

    def _run(self) -> None:
        while not self._closing:
            for key, _ in self._selector.select():
                if key.fileobj is self._wake:
                    self._answer_bell()
                elif key.fileobj is self._listener:
                    self._accept()
                elif client := self._clients.get(key.data):
                    self._hear(client)
                    self._serve(client)
        self._hang_up()

    def _answer_bell(self) -> None:
        self._wake.recv(4096)
        self._woken = False  # before the latest is read: a picture that comes now rings again
        if self._deaf:
            self._deaf = False
            self._selector.register(self._listener, READ)
        for client in list(self._clients.values()):
            self._serve(client)

    def _accept(self) -> None:
        try:
            connection, _ = self._listener.accept()
        except BlockingIOError:
            return
        except OSError:  # out of descriptors: look again when the next picture comes, do not spin
            self._selector.unregister(self._listener)
            self._deaf = True
            return
        self._welcome(connection)

    def _welcome(self, connection: socket.socket) -> None:
        if len(self._clients) >= MOST_CLIENTS:
            connection.close()
            return
        connection.setblocking(False)
        self._selector.register(connection, READ, connection)
        client = self._clients[connection] = Client(connection, self._hello)
        self._serve(client)

    def _hear(self, client: Client) -> None:
        try:
            for request in client.hear(time.monotonic_ns()):
                client.answer(self._answered(request))
        except Nuisance:
            self._dropped += 1
            self._drop(client)
        except OSError:
            self._drop(client)

    def _answered(self, request: Request) -> bytes:
        try:
            return _answer(request, self._asked(request))
        except Exception:  # the socket outlives whatever a request has found
            traceback.print_exc()
            return _answer(request, {"error": "the table could not do it; see its log"})

    def _serve(self, client: Client) -> None:
        """Writes what the client can take now; asks to be told when it can take the rest."""
        if client.connection not in self._clients:
            return
        try:
            while self._something_for(client):
                client.pending = client.pending[client.connection.send(client.pending) :]
                client.stuck_since = None
        except BlockingIOError:
            self._wait_for(client)
        except OSError:
            self._drop(client)
        else:
            self._selector.modify(client.connection, READ, client.connection)

    def _something_for(self, client: Client) -> bool:
        """Takes up the next line once the last is out: answers, then the newest note and picture."""
        if not client.pending:
            client.pending = memoryview(client.next_answer() or self._news_for(client))
        return bool(client.pending)

    def _news_for(self, client: Client) -> bytes:
        note, latest = self._note, self._latest
        if note is not client.noted:
            client.noted = note
            return note
        if latest is None or latest is client.seen:
            return b""
        client.seen = latest
        return self._line(latest)

    def _line(self, picture: Outputs) -> bytes:
        if self._encoded[0] is not picture:
            self._encoded = (picture, msgspec.json.encode(picture) + b"\n")
        return self._encoded[1]

    def _wait_for(self, client: Client) -> None:
        now = time.monotonic()
        if client.stuck_since is None:
            client.stuck_since = now
        if now - client.stuck_since > self._stuck_after:
            self._dropped += 1
            self._drop(client)
        else:
            self._selector.modify(client.connection, BOTH, client.connection)

    def _drop(self, client: Client) -> None:
        del self._clients[client.connection]
        self._selector.unregister(client.connection)
        client.connection.close()

    def _hang_up(self) -> None:
        for client in list(self._clients.values()):
            self._drop(client)
        self._selector.close()
        for end in (self._listener, self._wake, self._bell):
            end.close()


def _answer(request: Request, answer: dict[str, Any]) -> bytes:
    return msgspec.json.encode({"answer": request["id"], **answer}) + b"\n"


def _nothing(request: Request) -> dict[str, Any]:
    return {"error": "this table takes no requests"}
