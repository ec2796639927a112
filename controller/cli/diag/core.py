"""The running table, asked over its unix socket: its facts, its newest picture, its devices, and commands.

A command goes the same way as the console's: it counts with the badge that is in at the table.
"""

import errno
import os
import select
import socket
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.outputs import Outputs
from drivers.health import Devices

PATIENCE_S: Final = 5.0
"""For an answer; a table that takes longer hangs."""
ANSWERS: Final = 65536


class NoCore(Exception):
    """Nobody answers there; the text is one line and says what to do."""


class Absent(NoCore):
    """No table runs there."""


class Core:
    def __init__(self, path: Path) -> None:
        self._path, self._ids = path, count(1)
        self._heard = b""
        self._socket = _connect(path)
        self.facts: dict[str, Any] = {}
        self.picture: Outputs | None = None
        while not self.facts:
            self._take(self._line())

    def devices(self) -> Devices:
        said = self._answer({"ask": "devices"})
        if "error" in said:
            raise NoCore(f"{self._path}: {said['error']}; see journalctl -u upcard, then systemctl restart upcard")
        return msgspec.convert(said["devices"], Devices)

    def do(self, *words: str) -> str:
        """Why it was refused; nothing if it was obeyed."""
        return str(self._answer({"do": words, "reason": "diag"}).get("error", ""))

    def look(self) -> Outputs:
        """What the table shows now."""
        while self.picture is None or self._readable(0):
            self._take(self._line())
        return self.picture

    def pictures(self, seconds: float) -> Iterator[Outputs]:
        """Those that come within so many seconds."""
        end = time.monotonic() + seconds
        while self._readable(max(0.0, end - time.monotonic())):
            before = self.picture
            self._take(self._line())
            if self.picture is not None and self.picture is not before:
                yield self.picture
            if time.monotonic() >= end:
                return

    def close(self) -> None:
        self._socket.close()

    def _answer(self, request: dict[str, object]) -> dict[str, Any]:
        number = next(self._ids)
        try:
            self._socket.sendall(msgspec.json.encode({"id": number, **request}) + b"\n")
        except OSError as error:
            raise _gone(self._path) from error
        while (said := self._take(self._line())).get("answer") != number:
            pass
        return said

    def _take(self, line: bytes) -> dict[str, Any]:
        said: dict[str, Any] = msgspec.json.decode(line)
        if "phase" in said:
            self.picture = msgspec.convert(said, Outputs)
        self.facts = said.get("table", self.facts)
        return said

    def _readable(self, seconds: float) -> bool:
        return b"\n" in self._heard or bool(select.select([self._socket], [], [], seconds)[0])

    def _line(self) -> bytes:
        while b"\n" not in self._heard:
            try:
                said = self._socket.recv(ANSWERS)
            except OSError:
                said = b""
            if not said:
                raise _gone(self._path)
            self._heard += said
        line, self._heard = self._heard.split(b"\n", 1)
        return line


def _connect(path: Path) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(PATIENCE_S)
    try:
        connection.connect(os.fspath(path))
    except OSError as error:
        connection.close()
        raise _explained(path, error) from error
    return connection


def _explained(path: Path, error: OSError) -> NoCore:
    if error.errno in (errno.ENOENT, errno.ECONNREFUSED, errno.ENOTDIR):
        return Absent(f"{path}: no table runs there; start it with systemctl start upcard, or `upcard bench`")
    if isinstance(error, PermissionError):
        return NoCore(f"{path}: no permission to ask the table; run this with sudo, or as a member of its group")
    return NoCore(f"{path}: {error.strerror or error}; see journalctl -u upcard, then systemctl restart upcard")


def _gone(path: Path) -> NoCore:
    return NoCore(f"{path}: the table stopped answering; see journalctl -u upcard, then systemctl restart upcard")
