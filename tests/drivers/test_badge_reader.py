"""The reader of a live table on a real pcscd: cards and readers that come and go."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.events import DeviceBack, DeviceLost
from drivers.badge.file import BadgeFileError
from drivers.sim.card import SimCard
from tests.drivers.badges import ANA, BEN, EVE, Desk, enrolled, piv, said
from tests.drivers.pcsc import Pcscd

Sit = Callable[..., Desk]


def test_a_badge_comes_and_goes(pcscd: Pcscd, sit: Sit) -> None:
    desk = sit()
    ben = pcscd.insert(SimCard(BEN))
    assert said(desk.next()) == ("in", "dealer", "Ben")
    ben.pull()
    assert said(desk.next()) == ("out",)
    assert desk.reader.health == (True, 1, {})


def test_a_badge_that_lies_there_at_the_start_is_in(pcscd: Pcscd, sit: Sit) -> None:
    pcscd.insert(SimCard(BEN))
    assert said(sit().next()) == ("in", "dealer", "Ben")


def test_an_event_never_shows_the_uid(pcscd: Pcscd, sit: Sit) -> None:
    desk = sit()
    pcscd.insert(SimCard(BEN))
    assert BEN.hex() not in repr(desk.next()).lower()


def test_an_unknown_card_posts_nothing_and_is_counted(pcscd: Pcscd, sit: Sit) -> None:
    desk = sit()
    stranger = pcscd.insert(SimCard(EVE))
    assert desk.refusal() == "unknown"
    stranger.pull()
    pcscd.insert(SimCard(BEN))
    assert said(desk.next()) == ("in", "dealer", "Ben")
    assert desk.reader.health == (True, 1, {"unknown": 1})


def test_the_badge_that_came_last_is_in(pcscd: Pcscd, sit: Sit) -> None:
    desk = sit()
    ben = pcscd.insert(SimCard(BEN))
    assert said(desk.next()) == ("in", "dealer", "Ben")
    ana = pcscd.insert(piv(ANA), slot=1)
    assert said(desk.next()) == ("in", "supervisor", "Ana")
    ben.pull()
    ana.pull()
    assert said(desk.next()) == ("out",)
    assert desk.quiet()


def test_a_badge_enrolled_later_is_known_and_one_removed_is_not(pcscd: Pcscd, sit: Sit, file: Path) -> None:
    desk = sit()
    enrolled(file, ("Eve", "technician", SimCard(EVE)))
    eve = pcscd.insert(SimCard(EVE))
    assert said(desk.next()) == ("in", "technician", "Eve")
    eve.pull()
    assert said(desk.next()) == ("out",)
    file.write_text("")
    pcscd.insert(SimCard(EVE))
    assert desk.refusal() == "unknown"


def test_a_badge_file_that_breaks_opens_nothing(pcscd: Pcscd, sit: Sit, file: Path) -> None:
    desk = sit()
    file.write_text("[[badge")
    pcscd.insert(SimCard(BEN))
    assert desk.refusal() == "file"


def test_a_missing_badge_file_is_said_at_once(sit: Sit, tmp_path: Path) -> None:
    with pytest.raises(BadgeFileError, match="enroll the first badge with: upcard badge enroll"):
        sit(tmp_path / "none.toml")


# -- pcscd and readers that go ---------------------------------------------------------------------------


def test_pcscd_dies_and_comes_back(pcscd: Pcscd, sit: Sit) -> None:
    desk = sit()
    pcscd.insert(SimCard(BEN))
    assert said(desk.next()) == ("in", "dealer", "Ben")
    pcscd.kill()
    assert said(desk.next()) == ("out",)
    assert isinstance(desk.next(), DeviceLost)
    assert not desk.reader.health.connected
    assert desk.reader.state == "lost"
    pcscd.start()
    assert isinstance(desk.next(), DeviceBack)
    pcscd.insert(SimCard(BEN))
    assert said(desk.next()) == ("in", "dealer", "Ben")


def test_many_restarts_leave_nothing_open(pcscd: Pcscd, sit: Sit) -> None:
    desk = sit()
    counts = []
    for _ in range(6):
        pcscd.kill()
        assert isinstance(desk.next(), DeviceLost)
        pcscd.start()
        assert isinstance(desk.next(), DeviceBack)
        counts.append(len(os.listdir("/proc/self/fd")))
    assert counts[-1] == counts[0]


def test_without_pcscd_the_reader_is_lost_once(pcscd: Pcscd, sit: Sit) -> None:
    pcscd.kill()
    desk = sit()
    assert isinstance(desk.next(), DeviceLost)
    pcscd.start()
    assert isinstance(desk.next(), DeviceBack)
    assert desk.quiet()


def test_pcscd_without_a_reader(pcscd: Pcscd, sit: Sit) -> None:
    desk = sit()
    pcscd.insert(SimCard(BEN))
    assert said(desk.next()) == ("in", "dealer", "Ben")
    pcscd.kill()
    pcscd.unfit()
    pcscd.start()
    assert said(desk.next()) == ("out",)
    assert isinstance(desk.next(), DeviceLost)
    pcscd.kill()
    pcscd.fit_vpcd()
    pcscd.start()
    assert isinstance(desk.next(), DeviceBack)


def test_a_reader_that_is_pulled_out_and_put_back(pcscd: Pcscd, sit: Sit, tmp_path: Path) -> None:
    cable = tmp_path / "cable"
    cable.write_text("in")
    pcscd.kill()
    pcscd.fit(str(cable), unpluggable(tmp_path))
    pcscd.start()
    desk = sit()
    for _ in range(2):
        cable.write_text("")
        assert isinstance(desk.next(), DeviceLost)
        cable.write_text("in")
        assert isinstance(desk.next(), DeviceBack)


def unpluggable(folder: Path) -> str:
    source, driver = Path(__file__).with_name("unpluggable.c"), folder / "unpluggable.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-I/usr/include/PCSC", "-o", driver, source], check=True)
    return str(driver)
