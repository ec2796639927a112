"""What a crowd at the page costs the lock: first card → lamp with nobody watching and with a crowd, by turns.

The crowd: 200 event streams, one of them asking for the devices; clients that never read, of the page and of the
table's own socket; and commands and questions as fast as they are answered. It plays the visitors' machines, which
are not this one, so it stays away from the table's core as the page itself does.
"""

import json
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.cli.aside import step_aside
from controller.cli.live import on_core
from controller.cli.requests import Answer, Request
from controller.cli.run import EVENTS
from controller.events import Command
from drivers.display.web import WebDisplay
from drivers.shoe import find
from tests.console.felt_pictures import TABLE
from tests.perf import Row, percentile, spread
from tests.perf.lamp import WARM_UP, Real
from tests.shoe.streams import drawn

BLOCKS, TURNS, STREAMS = 3, 200, 199
MODULE = "tests.perf.console"


def measure() -> list[Row]:
    quiet, crowded = list[float](), list[float]()
    with tempfile.TemporaryDirectory(prefix="upcard-perf-") as folder, on_core(EVENTS):
        path = Path(folder) / "table.sock"
        web = WebDisplay(path, TABLE, lambda request: _answer(real, request))
        real, shoe = Real(Path(folder), [web]), find("angel-eye")()
        frames = iter([shoe.encode(drawn("8s"), number) for number in range(WARM_UP + 2 * BLOCKS * TURNS)])
        _turns(real, frames, WARM_UP)
        with _page(path) as port:
            for _ in range(BLOCKS):
                quiet += _turns(real, frames, TURNS)
                with _crowd(port, path):
                    crowded += _turns(real, frames, TURNS)
        real.close()
        web.close()
    ratios = "  ".join(f"p{n} {percentile(crowded, n) / percentile(quiet, n):.2f}" for n in (50, 90, 99))
    note = f"{BLOCKS * TURNS} first cards on a core of their own, page served"
    return [
        Row("first card → lamp, nobody watching", spread(quiet, "µs"), note),
        Row("… with a crowd", spread(crowded, "µs"), f"{STREAMS + 1} streams, clients that never read, a flood"),
        Row("crowd / nobody", ratios, "ratio in one run"),
    ]


def _answer(real: Real, request: Request) -> Answer:
    """A refused command, as the page's visitors get one."""
    if "do" in request:
        real.runtime.post(Command(real.clock.now(), ("service",), "s"))
    return {"error": "REFUSED: service needs another badge"}


def _turns(real: Real, frames: Iterator[bytes], count: int) -> list[float]:
    return [real.turn(next(frames)) for _ in range(count)]


@contextmanager
def _page(path: Path) -> Iterator[str]:
    """The console as it is started live; its port."""
    command = (sys.executable, "-m", "controller", "console", "--socket", str(path), "--port", "0")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield re.findall(r":(\d+)/", process.stdout.readline())[0]
        process.terminate()


@contextmanager
def _crowd(port: str, path: Path) -> Iterator[None]:
    with subprocess.Popen((sys.executable, "-m", MODULE, port, str(path)), stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"here\n"
        yield
        process.kill()


# -- the crowd's own process ---------------------------------------------------------------------------


def crowd(port: int, path: str) -> None:
    step_aside()
    kept = [_stream(port, "/events?devices=1"), *(_stream(port, "/events") for _ in range(STREAMS))]
    deaf = socket.socket(socket.AF_UNIX)
    deaf.connect(path)
    print("here", flush=True)
    flood = socket.create_connection(("127.0.0.1", port))
    while kept:
        flood.sendall(_command(port) + _get(port, "/state"))
        flood.recv(1 << 20)


def _stream(port: int, path: str) -> socket.socket:
    stream = socket.create_connection(("127.0.0.1", port))
    stream.sendall(_get(port, path))
    assert stream.recv(12) == b"HTTP/1.1 200"
    return stream


def _get(port: int, path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()


def _command(port: int) -> bytes:
    body = json.dumps({"words": ["service"]})
    host = f"127.0.0.1:{port}"
    headers = (
        f"Host: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    )
    return f"POST /api/do HTTP/1.1\r\n{headers}\r\n\r\n{body}".encode()


if __name__ == "__main__":
    crowd(int(sys.argv[1]), sys.argv[2])
