"""A live table that does not run: its devices are opened for a look, and what cannot be is said with the way out."""

import os
import pty
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.cli.diag.lines import Line
from controller.cli.diag.report import Machine, report
from tests.drivers.fake_lgpio import FakeLgpio
from tests.drivers.pcsc import Pcscd

SHIPPED = Path(__file__).parents[2] / "hw-config" / "table-dealer-bust-21.toml"


@pytest.fixture
def pcscd() -> Iterator[Pcscd]:
    daemon = Pcscd()
    try:
        daemon.start()
        yield daemon
    finally:
        daemon.close()


@pytest.fixture
def lasting() -> Iterator[Path]:
    """A live table refuses a record in a folder that a power cut empties."""
    with tempfile.TemporaryDirectory(prefix="upcard", dir="/var/tmp") as name:
        yield Path(name)


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeLgpio]:
    fake = FakeLgpio(3)
    monkeypatch.setitem(sys.modules, "lgpio", fake)
    yield fake
    sys.modules.pop("gpiozero.pins.lgpio", None)


class Shoe:
    def __init__(self) -> None:
        self._far, self._near = pty.openpty()
        self.port = os.ttyname(self._near)

    def close(self) -> None:
        os.close(self._far)
        os.close(self._near)


@pytest.fixture
def shoe() -> Iterator[Shoe]:
    shoe = Shoe()
    yield shoe
    shoe.close()


def looked(folder: Path, port: str, dev: Path) -> dict[str, Line]:
    text = SHIPPED.read_text()
    for old, new in (
        (r"/dev/serial/by-id/[^\"]+", port), ("/etc/upcard", str(folder)), ("/var/lib/upcard", str(folder)),
        ("/run/upcard", str(folder)),
    ):  # fmt: skip
        text = re.sub(old, new, text)
    (folder / "table.toml").write_text(text)
    made, _ = report(folder / "table.toml", machine=Machine(folder, dev, folder, listen_s=0.2))
    assert not made.running
    return {line.line: line for line in made.lines}


def test_nothing_is_plugged_in(pcscd: Pcscd, lasting: Path) -> None:
    pcscd.kill()
    found = looked(lasting, "/dev/serial/by-id/none", lasting)
    assert {name for name, line in found.items() if line.state == "bad"} == {
        "badges", "shoe", "pins", "displays", "reader",
    }  # fmt: skip
    assert found["shoe"].seen == "no port /dev/serial/by-id/none"
    assert found["shoe"].do.startswith("plug the shoe in, or set the port to one of: ")
    assert found["pins"].seen == f"no {lasting}/gpiochip0"
    assert found["pins"].do.startswith("load its driver (an expander: its dtoverlay), or set chip to one of")
    assert found["displays"].seen in ("spidev is not installed", "no /dev/spidev0.0")
    assert found["reader"].seen == "pcscd does not run"
    assert found["reader"].do.startswith("apt-get install pcscd")
    assert found["badges"].do == "enroll the first badge with: upcard badge enroll"


def test_the_readers_library_is_missing(lasting: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("smartcard", "drivers.badge.pcsc"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "smartcard", None)
    found = looked(lasting, "/dev/serial/by-id/none", lasting)["reader"]
    assert (found.state, found.seen) == ("bad", "smartcard is not installed")
    assert found.do.startswith("pip install 'upcard[pi]'")


def test_what_is_plugged_in_is_looked_at(pcscd: Pcscd, lasting: Path, lgpio: FakeLgpio, shoe: Shoe) -> None:
    for chip in range(3):
        (lasting / f"gpiochip{chip}").touch()
    lgpio.level[1, 3] = 0
    found = looked(lasting, shoe.port, lasting)
    assert found["table"].state == "look"
    assert found["shoe"].seen == f"open, nothing heard yet: angel-eye on {shoe.port}"
    assert found["seat 4"].seen == "main covered 0/0, db21 clear 0/0 edges/bounces"
    assert found["box"].seen == "clear 0/0 edges/bounces"
    assert found["lamps"].seen == "14 lamps can be switched; the walk test shows them"
    assert found["reader"].seen.startswith("Upcard test")
    pins = [line for name, line in found.items() if name.startswith(("seat", "box", "panel", "lamps"))]
    assert {line.state for line in pins} == {"ok"}
    assert looked(lasting, shoe.port, lasting)["shoe"] == found["shoe"], "it was let go"


def test_a_line_that_another_program_holds(pcscd: Pcscd, lasting: Path, lgpio: FakeLgpio, shoe: Shoe) -> None:
    pcscd.kill()
    pcscd.unfit()
    pcscd.start()
    for chip in range(3):
        (lasting / f"gpiochip{chip}").touch()
    lgpio.held.add((1, 3))
    found = looked(lasting, shoe.port, lasting)
    assert found["pins"].seen == "gpiochip1 line 3 cannot be used: GPIO busy"
    assert found["pins"].do == "`gpioinfo` shows who holds it"
    assert found["shoe"].state == "look"
    assert found["shoe"].do == "draw a card: its frame must show here"
    assert (found["reader"].state, found["reader"].seen) == ("bad", "pcscd sees no card reader")
