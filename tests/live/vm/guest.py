"""The emulator and the ways into it: commands by a serial port, and a shoe on USB.

Plain emulation, which every machine has. `cut` is a power cut: the emulator is killed; what the guest had synced
is on its disk, and nothing else.
"""

import base64
import contextlib
import socket
import subprocess
import time
from pathlib import Path
from typing import Final

from drivers.shoe import Message, find
from tests.live.vm.image import KEPT

EMULATOR: Final = (
    "qemu-system-x86_64", "-accel", "tcg,thread=multi", "-machine", "q35", "-cpu", "max", "-smp", "2", "-m", "1536",
    "-display", "none", "-monitor", "none", "-nic", "none", "-no-reboot", "-device", "qemu-xhci",
)  # fmt: skip
WORDS: Final = "console=ttyS0 panic=-1 quiet"
LONGEST_S: Final = 100
"""That anything may take; a run that waits so long has failed."""


class Guest:
    def __init__(self, disk: Path) -> None:
        self._disk = disk
        self._shoe: socket.socket | None = None
        self._codec, self._reports = find("angel-eye")(), 0

    def start(self) -> None:
        """Returns when it takes commands; the shoe is plugged in."""
        folder = self._disk.parent
        for name in ("agent", "usb"):
            (folder / name).unlink(missing_ok=True)
        kernel = ("-kernel", KEPT / "vmlinuz", "-initrd", KEPT / "initrd.gz", "-append", WORDS)
        drive = ("-drive", f"file={self._disk},if=virtio,format=raw", "-serial", f"file:{folder / 'screen'}")
        agent = ("-serial", f"unix:{folder / 'agent'},server=on,wait=off")
        usb = ("-chardev", f"socket,id=usb,path={folder / 'usb'},server=on,wait=off")
        shoe = ("-device", "usb-serial,chardev=usb")
        words = [str(word) for word in (*EMULATOR, *kernel, *drive, *agent, *usb, *shoe)]
        self._process = subprocess.Popen(words, stdin=subprocess.DEVNULL)
        self._agent = self._connected("agent").makefile("rwb")
        self.plug()
        assert self._agent.readline().endswith(b"READY\n"), "the agent did not start"

    def run(self, command: str, code: int = 0) -> str:
        """What it said; anything but this exit code is a failure."""
        self._agent.write(base64.b64encode(command.encode()) + b"\n")
        self._agent.flush()
        number, said = self._agent.readline().split(b" ")
        text = base64.b64decode(said).decode()
        assert int(number) == code, f"{command}: exit {int(number)}, not {code}: {text}"
        return text

    def until(self, command: str, wanted: str) -> str:
        """Asked again until it says so."""
        end = time.monotonic() + LONGEST_S
        while wanted not in (said := self.run(f"{command} || true")):
            assert time.monotonic() < end, f"{command}: never {wanted}: {said}"
            time.sleep(0.2)
        return said

    def plug(self) -> None:
        self._shoe = self._connected("usb")

    def unplug(self) -> None:
        assert self._shoe is not None
        self._shoe.close()

    def draw(self, card: str) -> None:
        assert self._shoe is not None
        frame = self._codec.encode(Message("card", 0, card=card), self._reports)
        self._reports += 1
        self._shoe.sendall(frame * self._codec.copies)

    def cut(self) -> None:
        self._process.kill()
        self._process.wait()

    def _connected(self, name: str) -> socket.socket:
        end = socket.socket(socket.AF_UNIX)
        end.settimeout(LONGEST_S)
        while self._process.poll() is None:
            with contextlib.suppress(FileNotFoundError, ConnectionRefusedError):
                end.connect(str(self._disk.parent / name))
                return end
            time.sleep(0.05)
        raise AssertionError("the emulator ended")
