"""A shoe on a serial line: the only importer of `serial`.

It opens the port for itself alone, keeps the raw bytes, and posts what its Listener makes of them. A cable
that comes out is DeviceLost once, then the port is tried again until it is back. Live, a thread of its own
blocks in `select`; under a script the caller's thread pumps. In both, the silence that ends a vote is a timer
of the clock, and one lock keeps timer and bytes apart: events are posted in the order they were understood.

A port that cannot be opened at the start is a LinkError with the way out: a wrong configuration is not a lost
device. Commands to the shoe are refused unless the configuration allows them.
"""

import errno
import os
import select
import termios
import threading
from itertools import chain, repeat
from pathlib import Path
from typing import Final

import serial

from controller.events import DeviceBack, DeviceLost, Event
from controller.ports import Clock, Post
from drivers.shoe import SILENCE_NS, Codec
from drivers.shoe.capture import Capture
from drivers.shoe.listener import Health, Listener

UNPLUGGED: Final = (OSError, serial.SerialException, termios.error)
BACKOFF_S: Final = (0.05, 0.1, 0.2, 0.4, 0.5)
CHUNK: Final = 4096


class LinkError(Exception):
    """The port cannot be used; the text is one line and says what to do."""


class SerialLink:
    """Live: `start(post)`. Pumped: `open(post)`, then `pump()` whenever bytes may have come."""

    def __init__(
        self,
        url: str,
        codec: Codec,
        clock: Clock,
        scan_delay_ns: int = 0,
        name: str = "shoe",
        capture: Capture | None = None,
        commands: bool = False,
    ) -> None:
        self._url, self._codec, self._clock, self._name = url, codec, clock, name
        self._capture, self._commands = capture, commands
        self._listener = Listener(codec, scan_delay_ns)
        self._port: serial.SerialBase | None = None
        self._post: Post = _nobody
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None
        self._wake: tuple[int, int] | None = None
        self._timer_set = self._closed = False
        self._capture_failures = 0

    def open(self, post: Post | None = None) -> None:
        self._post = post or self._post
        try:
            self._connect()
        except (*UNPLUGGED, ValueError) as error:
            raise LinkError(_explain(self._url, error)) from error

    def start(self, post: Post) -> None:
        self._post = post
        if self._port is None:
            self.open()
        self._wake = os.pipe()
        self._thread = threading.Thread(target=self._run, name=f"link-{self._name}", daemon=True)
        self._thread.start()

    def pump(self) -> None:
        """Take what can be read now; reopen a port that is back."""
        while self._port is not None and self._readable(0):
            self._take_or_lose()
        if self._port is None and not self._closed:
            self._reconnect()

    def send(self, data: bytes) -> None:
        """A command to the shoe, from the codec's own encoder."""
        if not self._commands:
            raise LinkError(f"{self._name}: commands to the shoe are not allowed by this configuration")
        if self._port is None:
            raise LinkError(f"{self._name}: {self._url} is not connected; plug the shoe in")
        try:
            os.write(self._port.fileno(), data)
        except UNPLUGGED as error:
            raise LinkError(f"{self._name}: the command was not sent: {error}") from error

    def close(self) -> None:
        self._closed = True
        if self._thread is not None and self._wake is not None:
            os.write(self._wake[1], b"x")
            if self._thread is not threading.current_thread():
                self._thread.join()
                for end in self._wake:
                    os.close(end)
            self._thread = None
        self._disconnect()

    @property
    def url(self) -> str:
        return self._url

    @property
    def idle_ns(self) -> int | None:
        """Since the last byte."""
        last = self._listener.last_byte_at
        return None if last is None else self._clock.now() - last

    @property
    def health(self) -> Health:
        with self._lock:
            return self._listener.health(self._port is not None, self._capture_failures)

    # one thread's work: the link's own when live, the caller's when pumped

    def _run(self) -> None:
        while not self._closed:
            if self._port is None:
                self._wait_for_port()
            elif self._readable(None):
                self._take_or_lose()

    def _wait_for_port(self) -> None:
        for delay in chain(BACKOFF_S, repeat(BACKOFF_S[-1])):
            if self._woken(delay) or self._reconnect():
                return

    def _woken(self, delay: float) -> bool:
        assert self._wake is not None
        return bool(select.select([self._wake[0]], [], [], delay)[0])

    def _readable(self, timeout: float | None) -> bool:
        assert self._port is not None
        wake = [self._wake[0]] if self._wake is not None else []
        return self._port.fileno() in select.select([self._port.fileno(), *wake], [], [], timeout)[0]

    def _take_or_lose(self) -> None:
        data = self._read()
        if data:
            self._take(data)
        else:
            self._lose()

    def _read(self) -> bytes:
        assert self._port is not None
        try:
            return os.read(self._port.fileno(), CHUNK)
        except UNPLUGGED:
            return b""

    def _take(self, data: bytes) -> None:
        with self._lock:
            at = self._clock.now()
            self._keep(at, data)
            self._tell(self._listener.hear(at, data))
            self._set_timer(at)

    def _lose(self) -> None:
        with self._lock:
            self._disconnect()
            self._tell(self._listener.silence())
            self._post(DeviceLost(self._clock.now(), self._name))

    def _reconnect(self) -> bool:
        try:
            self._connect()
        except (*UNPLUGGED, ValueError):
            return False
        self._post(DeviceBack(self._clock.now(), self._name))
        return True

    def _connect(self) -> None:
        port = serial.serial_for_url(self._url, baudrate=self._codec.baud, timeout=0, exclusive=True)
        port.fileno()  # a kind of port that has none (loop://) is refused here, not in select
        with self._lock:
            self._port = port
            self._listener.opened(self._clock.now())
            self._keep(self._clock.now(), b"")

    def _disconnect(self) -> None:
        port, self._port = self._port, None
        if port is not None:
            port.close()

    # the end of a vote

    def _set_timer(self, last_byte_at: int) -> None:
        if not self._timer_set:
            self._timer_set = True
            self._clock.call_at(last_byte_at + SILENCE_NS, self._on_timer)

    def _on_timer(self) -> None:
        with self._lock:
            self._timer_set = False
            last = self._listener.last_byte_at
            if self._closed or last is None:
                return
            if self._clock.now() < last + SILENCE_NS:
                self._set_timer(last)
            else:
                self._tell(self._listener.silence())

    def _tell(self, events: list[Event]) -> None:
        for event in events:
            self._post(event)

    def _keep(self, at: int, data: bytes) -> None:
        """Evidence must not cost the table its shoe: a full disk is counted, not raised."""
        try:
            if self._capture is not None:
                self._capture.write(at, data)
        except OSError:
            self._capture_failures += 1


def _nobody(event: Event) -> None:
    """Whom events are posted to before anyone asked for them."""


def _explain(url: str, error: Exception) -> str:
    code = getattr(error, "errno", None)
    if code == errno.ENOENT:
        known = sorted(str(port) for port in Path("/dev/serial/by-id").glob("*"))
        return f"no port {url}: plug the shoe in, or set the port to one of: {', '.join(known) or 'none here'}"
    if code == errno.EACCES:
        add = f"(sudo usermod -aG {_group(url)} USER) and log in again"
        return f"no permission for {url}: add this user to its group {_group(url)} {add}"
    if code in (errno.EBUSY, errno.EAGAIN):
        return f"{url} is in use: stop the other program that reads it (fuser -v {url} shows which)"
    return f"cannot use {url} as a shoe's port: {error}; give a serial port such as /dev/serial/by-id/…"


def _group(url: str) -> str:
    """Whom a port belongs to; where that cannot be seen, whom Debian gives serial ports to."""
    try:
        return Path(url).group()
    except (OSError, KeyError):
        return "dialout"
