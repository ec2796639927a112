"""The web page's process: the address, the signals and the end.

Decisions
- The address is bound here and not by uvicorn, which would leave by `sys.exit` when the port is taken.
- TCP_NODELAY is set here too, for all connections: asyncio leaves it off on a socket that was made for it, and
  every answer of two parts would wait 40 ms for the browser's acknowledgement.
- Shutdown ends the event streams first; uvicorn alone would wait for browsers that never hang up.
- SIGTERM and SIGINT are an ordinary end, exit 0: uvicorn raises them again once it is down, and by then
  our handler finds nothing left to do. Before uvicorn listens to signals the same handler makes it stop.
"""

import contextlib
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from controller.console.app import make_app
from controller.console.events import MOST_STREAMS
from controller.console.patience import Patient


class Server(uvicorn.Server):
    def __init__(self, app: Starlette) -> None:
        super().__init__(_settings(app))
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.events.close()
        await super().shutdown(sockets)


def serve(
    socket_path: Path,
    host: str,
    port: int,
    *,
    hosts: Sequence[str] = (),
    announce: Callable[[str], None] = print,
) -> None:
    """Serves the page until SIGTERM or SIGINT. Port 0 takes a free one; `announce` is told the address.

    OSError if the address cannot be had.
    """
    name = f"[{host}]" if ":" in host else host
    server = Server(make_app(socket_path, [*hosts, name]))
    with _bind(host, port) as listener, _ended_by_signals(server):
        announce(f"http://{name}:{listener.getsockname()[1]}/")
        server.run([listener])


def _settings(app: Starlette) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        http=Patient,
        ws="none",
        limit_concurrency=MOST_STREAMS + 50,
        timeout_graceful_shutdown=1,
    )


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else error
        raise OSError(f"cannot serve the page at {host} port {port}: {why}; choose another port") from error
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


@contextlib.contextmanager
def _ended_by_signals(server: uvicorn.Server) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        server.should_exit = True

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
