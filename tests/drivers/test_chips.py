"""Opening gpiochips: never another backend than the one asked for; the lgpio path on a stand-in for lgpio."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest

from controller import events as ev
from controller.ports import Pin, Wiring
from drivers.gpio import Gpio, GpioError, close_chips, open_chips
from drivers.sim.clock import MS, VirtualClock
from tests.drivers.fake_lgpio import FakeLgpio

BOTH = Wiring(
    spots={(1, "main"): Pin(0, 5), (2, "main"): Pin(1, 5)},
    lamps={(1, "main"): Pin(0, 6), (2, "main"): Pin(1, 6)},
    keys={},
    box=None,
)
WALL = 1_700_000_000 * 1000 * MS


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeLgpio]:
    fake = FakeLgpio()
    monkeypatch.setitem(sys.modules, "lgpio", fake)
    yield fake
    sys.modules.pop("gpiozero.pins.lgpio", None)


@pytest.fixture
def dev(tmp_path: Path) -> Path:
    for chip in (0, 1):
        (tmp_path / f"gpiochip{chip}").touch()
    return tmp_path


class Felt:
    def __init__(self, dev: Path) -> None:
        self.clock, self.events = VirtualClock(), list[ev.Event]()
        self.chips = open_chips([0, 1], "lgpio", dev)
        self.gpio = Gpio(BOTH, self.chips, self.clock)
        self.gpio.levels()
        self.gpio.start(self.events.append)


@pytest.fixture
def felt(lgpio: FakeLgpio, dev: Path) -> Felt:
    return Felt(dev)


def test_line_5_of_an_expander_is_not_line_5_of_the_pi(lgpio: FakeLgpio, felt: Felt) -> None:
    lgpio.edge(1, 5, 0, 0)
    felt.clock.advance_to(100 * MS)
    assert felt.events == [ev.SpotChanged(0, 2, "main", True)]
    felt.gpio.light(2, "main", "locked")
    assert (lgpio.level[0, 6], lgpio.level[1, 6]) == (0, 1)


def test_sensors_pull_up(lgpio: FakeLgpio, felt: Felt) -> None:
    assert lgpio.flags[0, 5] == lgpio.flags[1, 5] == lgpio.SET_PULL_UP


@pytest.mark.parametrize(
    ("stamp", "at"),
    [
        (96 * MS, 96 * MS),
        (100 * MS, 100 * MS),
        (101 * MS, 100 * MS),
        (WALL, 100 * MS),
    ],
    ids=["the kernel's", "at once", "of the future", "of another clock"],
)
def test_an_edge_has_the_kernel_s_stamp_if_it_is_of_our_clock(
    lgpio: FakeLgpio, felt: Felt, stamp: int, at: int
) -> None:
    felt.clock.advance_to(100 * MS)
    lgpio.edge(0, 5, 0, stamp)
    felt.clock.advance_to(129 * MS)
    assert felt.events == [], "its bounce may be as late as it was"
    felt.clock.advance_to(130 * MS)
    assert felt.events == [ev.SpotChanged(at, 1, "main", True)]


def test_an_ancient_stamp_is_not_believed(lgpio: FakeLgpio, felt: Felt) -> None:
    felt.clock.advance_to(60_000 * MS)
    lgpio.edge(0, 5, 0, 1 * MS)
    felt.clock.advance_to(61_000 * MS)
    assert felt.events == [ev.SpotChanged(60_000 * MS, 1, "main", True)]


def test_a_chip_that_comes_loose_raises_nothing(lgpio: FakeLgpio, felt: Felt) -> None:
    lgpio.fails = True
    felt.gpio.light(1, "main", "locked")
    assert felt.events == [ev.DeviceLost(0, "lamps")]
    assert felt.gpio.health().lamps_lost
    felt.gpio.close()
    close_chips(felt.chips)


def test_a_line_somebody_else_holds(lgpio: FakeLgpio, dev: Path) -> None:
    lgpio.held.add((1, 5))
    with pytest.raises(GpioError) as refusal:
        Felt(dev)
    assert str(refusal.value) == "gpiochip1 line 5 cannot be used: GPIO busy; `gpioinfo` shows who holds it"


def test_a_line_no_chip_has() -> None:
    wiring = BOTH._replace(box=Pin(0, 40))
    with pytest.raises(GpioError, match="gpiochip0 line 40 cannot be used: 40 is not a valid pin name; "):
        Gpio(wiring, open_chips([0, 1], "mock"), VirtualClock())


def test_a_chip_nobody_opened() -> None:
    with pytest.raises(GpioError) as refusal:
        Gpio(BOTH, open_chips([0], "mock"), VirtualClock())
    assert str(refusal.value) == "gpiochip1 line 5: the chip was not opened; open every chip that the wiring names"


def test_a_chip_that_is_not_there(lgpio: FakeLgpio, dev: Path) -> None:
    with pytest.raises(GpioError) as refusal:
        open_chips([0, 7], "lgpio", dev)
    assert str(refusal.value) == (
        f"no {dev}/gpiochip7: load its driver (an expander: its dtoverlay), "
        "or set chip to one of: gpiochip0, gpiochip1"
    )


def test_a_machine_without_any(tmp_path: Path) -> None:
    with pytest.raises(GpioError, match="or set chip to one of: no gpiochip at all"):
        open_chips([0], "lgpio", tmp_path)


def test_a_chip_this_user_may_not_use(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(GpioError) as refusal:
        open_chips([0], "lgpio", dev)
    assert str(refusal.value) == (
        f"no permission for {dev}/gpiochip0: add this user to its group gpio "
        "(sudo usermod -aG gpio USER) and log in again"
    )


def test_a_chip_lgpio_cannot_open(lgpio: FakeLgpio, dev: Path) -> None:
    lgpio.chips = 1
    with pytest.raises(GpioError) as refusal:
        open_chips([0, 1], "lgpio", dev)
    assert str(refusal.value) == (
        f"{dev}/gpiochip1 cannot be opened: can not open gpiochip; `gpioinfo` shows who uses it"
    )


def test_without_lgpio_there_is_no_other_backend(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(GpioError) as refusal:
        open_chips([0], "lgpio", dev)
    assert str(refusal.value) == ("lgpio is not installed: pip install 'upcard[pi]', or apt install python3-lgpio")


def test_lgpio_in_a_folder_it_may_not_write_to(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Unwritable:
        def find_spec(self, name: str, path: object, target: object = None) -> None:
            if name == "lgpio":
                raise FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3")

    monkeypatch.setattr(sys, "meta_path", [Unwritable(), *sys.meta_path])
    with pytest.raises(GpioError) as refusal:
        open_chips([0], "lgpio", dev)
    assert str(refusal.value) == ("lgpio cannot write to its folder: set LG_WD to a folder this user may write to")


@pytest.mark.parametrize("kind", ["mock", "lgpio"])
def test_a_device_collected_while_another_is_opened_does_not_stop_the_process(
    kind: Literal["mock", "lgpio"], lgpio: FakeLgpio, dev: Path
) -> None:
    """A collected device closes itself and wants the lock under which the new one is being written down."""
    chip = open_chips([0], kind, dev)[0]
    with chip._res_lock:
        assert chip._res_lock.acquire(blocking=False)
