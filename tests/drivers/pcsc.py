"""A pcscd of our own, with vpcd's virtual reader; a pcscd of the machine is left alone.

It is started as systemd would start it: with a listening socket that we made in a folder of our own, so a client
that connects at once simply waits until it answers. It has its own reader configuration with free ports, and no USB
drivers. The client's library looks up the socket's name once per process, therefore the name is made on import.
"""

import atexit
import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from drivers.badge.pcsc import Service
from drivers.sim.card import Insertion, SimCard

FOLDER: Final = Path(tempfile.mkdtemp(prefix="upcard-pcsc-"))
SOCKET: Final = FOLDER / "pcscd.comm"
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
os.environ["PCSCLITE_CSOCK_NAME"] = str(SOCKET)
CONFIGURATION: Final = 'FRIENDLYNAME "Upcard test"\nDEVICENAME {device}\nLIBPATH {driver}\nCHANNELID {port}\n'
VPCD: Final = "/usr/lib/pcsc/drivers/serial/libifdvpcd.so"
START: Final = 'exec 3<&0 0</dev/null; LISTEN_PID=$$ LISTEN_FDS=1 exec pcscd --foreground --critical --config "$1"'


class Pcscd:
    def __init__(self) -> None:
        self.port = _free_pair()
        self._readers = FOLDER / "readers"
        for folder in (self._readers, FOLDER / "no-usb"):
            folder.mkdir(exist_ok=True)
        self.fit_vpcd()
        self._process: subprocess.Popen[bytes] | None = None
        self._inserted: list[Insertion] = []

    def fit_vpcd(self) -> None:
        self.fit(f"/dev/null:{self.port}", VPCD)

    def fit(self, device: str, driver: str) -> None:
        """Another reader, from the next start on."""
        words = CONFIGURATION.format(device=device, driver=driver, port=self.port)
        (self._readers / "reader").write_text(words)

    def unfit(self) -> None:
        """No reader, from the next start on."""
        (self._readers / "reader").unlink()

    def start(self) -> None:
        """Returns when it answers."""
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(SOCKET))
            listening.listen(16)
            self._process = subprocess.Popen(
                ["sh", "-c", START, "sh", str(self._readers)],
                stdin=listening.fileno(),
                env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "PCSCLITE_HP_DROPDIR": str(FOLDER / "no-usb")},
            )
        Service().close()

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            SOCKET.unlink()
        self._process = None

    def insert(self, card: SimCard, slot: int = 0) -> Insertion:
        connection = socket.create_connection(("127.0.0.1", self.port + slot))
        self._inserted.append(Insertion(card, connection))
        return self._inserted[-1]

    def close(self) -> None:
        self.kill()
        for insertion in self._inserted:
            insertion.pull()


def _free_pair() -> int:
    """vpcd has two slots, on a port and the next."""
    while True:
        with socket.create_server(("", 0)) as first:
            port: int = first.getsockname()[1]
            try:
                socket.create_server(("", port + 1)).close()
            except OSError:
                continue
            return port
