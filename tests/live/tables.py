"""A live table's folder and file, with a pseudo-terminal for its shoe; and the process that runs it."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from drivers.shoe import find
from drivers.sim.card import SimCard
from tests.drivers.badges import enrolled
from tests.shoe.streams import drawn

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "hw-config" / "table-dealer-bust-21.toml"
BEN = SimCard(bytes.fromhex("04112233445566"))


class Folder:
    """Outside of what a power cut empties, or `check` refuses the journal's place."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="upcard-live-", dir="/var/tmp"))
        self.shoe, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.dev, self.config = self.path / "dev", self.path / "table.toml"
        self.dev.mkdir()
        for chip in range(3):
            (self.dev / f"gpiochip{chip}").touch()
        self.badges = enrolled(self.path / "badges.toml", ("Ben", "dealer", BEN))
        self.journal, self.socket = self.path / "journal.db", self.path / "table.sock"
        self.port = os.ttyname(self._slave)
        self.write()

    def write(self, *changes: tuple[str, str]) -> None:
        """The shipped file with this folder's places in it."""
        text = SHIPPED.read_text()
        places = (
            (text.split('port = "')[1].split('"')[0], self.port),
            ("/etc/upcard/badges.toml", str(self.badges)),
            ("/var/lib/upcard/journal.db", str(self.journal)),
            ("/run/upcard/table.sock", str(self.socket)),
            ('kind = "seven-segment"\ncascade = 7\nspi = "/dev/spidev0.0"', 'kind = "web"'),
        )
        for old, new in (*places, *changes):
            assert old in text, old
            text = text.replace(old, new)
        self.config.write_text(text)

    def draw(self, card: str, number: int) -> None:
        os.write(self.shoe, find("angel-eye")().encode(drawn(card), number))

    def ask(self, **request: object) -> dict[str, Any]:
        with self._connected() as connection:
            connection.sendall(json.dumps({"id": 1, **request}).encode() + b"\n")
            return next(line for line in _lines(connection) if "answer" in line)

    def shown(self, wanted: Callable[[Any], bool]) -> dict[str, Any]:
        """The first picture that is as wanted."""
        with self._connected() as connection:
            return next(line for line in _lines(connection) if "phase" in line and wanted(line))

    def _connected(self) -> socket.socket:
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(30)
        connection.connect(str(self.socket))
        return connection

    def close(self) -> None:
        for end in (self.shoe, self._slave):
            os.close(end)
        shutil.rmtree(self.path)


def _lines(connection: socket.socket) -> Iterator[dict[str, Any]]:
    with connection.makefile() as lines:
        yield from (json.loads(line) for line in lines)


class Running:
    """The process of a table."""

    def __init__(self, folder: Folder, *options: str, **environment: str) -> None:
        command = [sys.executable, "-m", "tests.live.pins", str(folder.dev), str(folder.config), *options]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def told(self, line: str) -> Any:
        self.say(line)
        return json.loads(self.line())

    def end(self) -> tuple[int, str, str]:
        """SIGTERM; the exit code and what it still had to say."""
        self.process.terminate()
        return self.wait()

    def wait(self) -> tuple[int, str, str]:
        said, errors = self.process.communicate(timeout=60)
        return self.process.returncode, said, errors

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()
