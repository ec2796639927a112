"""The records process: past rounds, meters and exports for the web page, from a journal that is being written.

One request a connection, one JSON line back (an export: its bytes and a NUL, without which it was cut off), then
it is closed. Statistics and recall never
run in the table's process; here they run out of its way, each request on a thread of its own with its own reader
of the database. Meters are counted once from the beginning, and then only on.
"""

import contextlib
import socket
import socketserver
import sys
import threading
from collections.abc import Iterator
from io import BufferedIOBase, TextIOWrapper
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from controller.journal import JournalError
from controller.recall.export import Exporter, write_csv, write_jsonl
from controller.recall.frames import replayed
from controller.recall.meters import Counting
from controller.recall.meters import Meters as Counted
from controller.recall.odds import odds_of
from controller.recall.search import Wanted, search
from controller.recall.source import Source

PATIENCE: Final = 10.0
"""Seconds for a client that says or takes nothing."""
LONGEST: Final = 4096
MOST_AT_ONCE: Final = 8
MOST_ROUNDS: Final = 500
WHOLE: Final = b"\0"


class Rounds(Wanted, frozen=True, tag_field="ask", tag="rounds"):
    pass


class Round(Struct, frozen=True, tag_field="ask", tag="round"):
    round: int


class Meters(Struct, frozen=True, tag_field="ask", tag="meters"):
    pass


class Export(Struct, frozen=True, tag_field="ask", tag="export"):
    format: Literal["jsonl", "csv"] = "jsonl"
    round: int | None = None


_request: Final = msgspec.json.Decoder(Rounds | Round | Meters | Export)


def serve(journal: Path, listener: socket.socket) -> None:
    """Until the process is ended. JournalError if there is no journal."""
    Source(journal).close()
    with _Server(journal, listener) as server:
        threading.Thread(target=server.records.meters, daemon=True).start()
        server.serve_forever()


class _Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads, block_on_close = True, False

    def __init__(self, journal: Path, listener: socket.socket) -> None:
        super().__init__(listener.getsockname(), _Conversation, bind_and_activate=False)
        self.socket.close()
        self.socket = listener
        self.records = Records(journal)
        self._free = threading.BoundedSemaphore(MOST_AT_ONCE)

    def verify_request(self, request: Any, client_address: Any) -> bool:
        """One too many is turned away."""
        return self._free.acquire(blocking=False)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exc_info()[1], OSError):  # a client that went away, or took nothing, is no news
            super().handle_error(request, client_address)


class _Conversation(socketserver.StreamRequestHandler):
    timeout = PATIENCE
    server: _Server

    def handle(self) -> None:
        line = self.rfile.readline(LONGEST)
        try:
            self.server.records.answer(line, self.wfile)
        except (JournalError, ValueError) as error:
            self.wfile.write(_line({"error": str(error)}))


class Records:
    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._counting, self._count_lock = Counting(), threading.Lock()

    def answer(self, line: bytes, out: BufferedIOBase) -> None:
        """ValueError for what is no request."""
        try:
            request = _request.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ValueError(f"no request: {error}") from None
        with contextlib.closing(Source(self._journal)) as source:
            if isinstance(request, Export):
                _export(source, request, out)
            else:
                out.write(_line(self._answer(source, request)))

    def meters(self) -> Counted:
        """The first time this takes a while: it is begun before anybody asks."""
        with self._count_lock, contextlib.closing(Source(self._journal)) as source:
            return self._counting.meters(source)

    def _counted(self, source: Source) -> dict[str, Any]:
        found, against = msgspec.structs.asdict(self.meters()), odds_of(source)
        return found if against is None else {**found, "odds": against}

    def _answer(self, source: Source, request: Rounds | Round | Meters) -> Any:
        if isinstance(request, Round):
            return _round(source, request.round)
        if isinstance(request, Meters):
            return self._counted(source)
        found, more = search(source, replace(request, limit=max(1, min(request.limit, MOST_ROUNDS))))
        return {"rounds": found, "more": more}


def _round(source: Source, number: int) -> Any:
    found = replayed(source, number)
    if found is None:
        raise ValueError(f"no round {number} in the record; rounds count from 1")
    return found


def _export(source: Source, request: Export, out: BufferedIOBase) -> None:
    write = write_csv if request.format == "csv" else write_jsonl
    rounds = Exporter(source, request.round).rounds()
    if request.round is not None:
        rounds = iter([_ended(rounds, request.round)])
    text = TextIOWrapper(cast(BinaryIO, out), encoding="utf-8", write_through=True)
    write(rounds, text)
    text.detach()
    out.write(WHOLE)


def _ended(rounds: Iterator[dict[str, Any]], number: int) -> dict[str, Any]:
    found = next(rounds, None)
    if found is None:
        raise ValueError(f"no ended round {number} in the record; one that is on can be exported when it is over")
    return found


def _line(what: object) -> bytes:
    return msgspec.json.encode(what) + b"\n"
