"""What systemd is told (sd_notify): ready, still alive, and one line for `systemctl status`.

A datagram of our own to NOTIFY_SOCKET: the library for it would be another dependency of the core. A name that
begins with @ is an abstract one. Without the variable nobody listens, and nothing is sent.
"""

import contextlib
import os
import socket
from collections.abc import Callable

from controller.outputs import Outputs
from controller.ports import Clock
from controller.runtime import Runtime

Tell = Callable[[str], None]


def service_manager() -> Tell:
    """To be called once: the variables are taken away, so that no child speaks for the table."""
    address = os.environ.pop("NOTIFY_SOCKET", "")
    if not address:
        return lambda line: None
    end = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
    end.setblocking(False)
    place = "\0" + address[1:] if address.startswith("@") else address

    def tell(line: str) -> None:
        with contextlib.suppress(OSError):  # a manager that is away or busy must not hold up the table
            end.sendto(line.encode(), place)

    return tell


def feed_watchdog(runtime: Runtime, clock: Clock, tell: Tell) -> None:
    """Twice in its time, from between two events: if the loop hangs, systemd kills and starts it again."""
    half = int(os.environ.pop("WATCHDOG_USEC", "0")) * 1000 // 2

    def beat() -> None:
        runtime.between_events(lambda: tell("WATCHDOG=1"))
        clock.call_at(clock.now() + half, beat)

    if half:
        beat()


class StatusLine:
    """A display of one line: what `systemctl status` shows."""

    def __init__(self, tell: Tell) -> None:
        self._tell, self._shown = tell, ""

    def show(self, picture: Outputs) -> None:
        line = f"STATUS={picture.phase}, round {picture.round}"
        if line != self._shown:
            self._shown = line
            self._tell(line)

    def close(self) -> None:
        pass
