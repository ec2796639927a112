"""`upcard run` as a service manager, a dealer and a technician meet it; only the chips of the Pi are not real."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from controller.cli.signature import UNSIGNED
from controller.journal import verify
from tests.drivers.pcsc import Pcscd
from tests.live.conftest import Start
from tests.live.tables import BEN, ROOT, Folder, Running

READY = "Dealer Bust 21 is ready\n"
CLOSED = "the table is dark and its record closed\n[]\n"
OTHERS = {"asyncio", "rich", "starlette", "uvicorn", "cryptography", "PIL", "controller.recall"}


def deal(folder: Folder, table: Running, pcscd: Pcscd) -> None:
    """A dealer opens, a chip lands at seat 1, and the first card leaves the shoe."""
    assert table.line() == READY
    pcscd.insert(BEN)
    folder.shown(lambda picture: picture["badge"])
    assert folder.ask(do=["open"]) == {"answer": 1, "ok": True}
    table.say("edge 1 0 0")
    folder.shown(lambda picture: picture["seats"][0]["spots"][0]["covered"])
    folder.draw("9h", 0)
    folder.shown(lambda picture: picture["seats"][0]["hands"])


def test_the_first_card_locks_the_lamps_and_a_stop_leaves_them_dark(
    folder: Folder, start: Start, pcscd: Pcscd
) -> None:
    table = start()
    deal(folder, table, pcscd)
    assert 0 in table.told("lit")
    assert table.end() == (0, CLOSED, "")
    assert verify(folder.journal) is None


def test_a_killed_table_comes_back_with_its_round(folder: Folder, start: Start, pcscd: Pcscd) -> None:
    table = start()
    deal(folder, table, pcscd)
    table.kill()
    again = start()
    assert again.line() == READY
    picture = folder.shown(lambda picture: picture["phase"] == "suspended")
    assert picture["seats"][0]["hands"][0]["cards"] == ["9h"]


def test_another_pay_table_waits_for_two_supervisors(folder: Folder, start: Start, pcscd: Pcscd) -> None:
    table = start()
    assert table.line() == READY
    table.end()
    folder.write(("pay_table = 1", "pay_table = 2"))
    assert start().line() == READY
    pcscd.insert(BEN)
    folder.shown(lambda picture: picture["badge"])
    assert folder.ask(do=["open"])["error"].startswith("REFUSED")


def test_its_devices_can_be_asked_for_and_it_has_no_bench(folder: Folder, start: Start) -> None:
    assert start().line() == READY
    devices = folder.ask(ask="devices")["devices"]
    assert devices["shoe"]["port"] == folder.port
    assert len(devices["spots"]) == len(devices["lamps"]) == 14
    assert devices["badge"]["state"] == "lost"
    assert folder.ask(bench="chip 1 main")["error"] == "this is a live table: it has no bench"


def test_the_core_imports_nothing_that_only_others_need(start: Start) -> None:
    table = start()
    assert table.line() == READY
    assert sorted(OTHERS & set(table.told("modules"))) == []


def test_events_have_a_core_of_their_own_and_the_disk_another(start: Start) -> None:
    table = start()
    assert table.line() == READY
    cores = sorted(os.sched_getaffinity(0))
    threads = [int(thread.name) for thread in Path(f"/proc/{table.process.pid}/task").iterdir()]
    pinned = [os.sched_getaffinity(thread) for thread in threads]
    assert pinned.count({cores[0]}) > pinned.count({cores[1 % len(cores)]}) >= 1


@pytest.mark.parametrize("abstract", [True, False])
def test_systemd_is_told_that_it_is_ready_and_alive(folder: Folder, start: Start, abstract: bool) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.settimeout(30)
        address = f"@{folder.path}" if abstract else str(folder.path / "notify")
        manager.bind(address.replace("@", "\0"))
        table = start("--unsigned", NOTIFY_SOCKET=address, WATCHDOG_USEC="100000")
        said = [manager.recv(1000).decode() for _ in range(6)]
        assert table.line() == READY
        assert {"READY=1", "WATCHDOG=1"} <= set(said)
        assert said[-1] == "WATCHDOG=1"
        assert any(line.startswith("STATUS=closed, round") for line in said)
        table.process.terminate()
        while manager.recv(1000) != b"STOPPING=1":
            pass


def test_what_nobody_expected_ends_the_process(start: Start) -> None:
    table = start()
    assert table.line() == READY
    table.say("an exception on a thread")
    code, _, errors = table.wait()
    assert code == 1
    assert "ValueError: an exception on a thread" in errors


def test_dark_switches_the_lamps_off(start: Start) -> None:
    code, said, errors = start("--dark").wait()
    assert (code, errors) == (0, "")
    assert said == (
        "Dealer Bust 21: the table is dark. Read why with `journalctl -u upcard`, put it right, then "
        "`systemctl reset-failed upcard; systemctl restart upcard`\n[]\n"
    )


def test_the_seats_displays_are_lit_while_it_runs(folder: Folder, start: Start) -> None:
    folder.write(('kind = "web"', 'kind = "seven-segment"'))
    table = start("--unsigned", "--spi")
    assert table.line() == READY
    while table.told("lit") != [101, 102, 103, 104, 105, 106, 107]:
        pass
    assert table.end() == (0, CLOSED, "")
    assert start("--dark", "--spi").wait()[0] == 0


# -- what ends a start ---------------------------------------------------------------------------------


def refused(table: Running) -> str:
    """In one line, and with exit 2."""
    code, said, errors = table.wait()
    assert (code, said) == (2, "[]\n")
    assert errors.count("\n") == 1
    return errors


def test_a_second_instance(folder: Folder, start: Start) -> None:
    assert start().line() == READY
    expected = f"upcard: {folder.journal}: another upcard has this journal open; stop it first\n"
    assert refused(start()) == expected


def test_a_missing_chip(folder: Folder, start: Start) -> None:
    (folder.dev / "gpiochip2").unlink()
    there = "gpiochip0, gpiochip1"
    assert refused(start()) == (
        f"upcard: no {folder.dev}/gpiochip2: load its driver (an expander: its dtoverlay), or set chip to one of: "
        f"{there}\n"
    )


def test_a_missing_shoe(folder: Folder, start: Start) -> None:
    folder.write((folder.port, "/dev/pts/nothing"))
    assert refused(start()).startswith(
        "upcard: no port /dev/pts/nothing: plug the shoe in, or set the port to one of"
    )


def test_a_missing_badge_file(folder: Folder, start: Start) -> None:
    folder.badges.unlink()
    way_out = "enroll the first badge with: upcard badge enroll"
    assert refused(start()) == f"upcard: {folder.badges}: No such file or directory; {way_out}\n"


def test_a_missing_display(folder: Folder, start: Start) -> None:
    folder.write(('kind = "web"', 'kind = "seven-segment"'))
    assert refused(start()).startswith("upcard: spidev is not installed")


def test_a_wrong_configuration(folder: Folder, start: Start) -> None:
    folder.write(("pay_table = 1", "pay_table = 9"))
    assert refused(start()).startswith(f"upcard: {folder.config}:7: ")


def test_a_bench(folder: Folder, start: Start) -> None:
    folder.write(("[table]\n", "[table]\nbench = true\n"))
    way_out = f"play it with `upcard bench {folder.config}`"
    assert refused(start()) == f"upcard: {folder.config}: bench = true is a simulated table; {way_out}\n"


def test_an_unsigned_copy_unless_it_is_allowed(start: Start) -> None:
    assert refused(start("signed")) == f"upcard: {UNSIGNED}\n"


def test_no_file_at_all() -> None:
    command = [sys.executable, "-m", "controller", "run", "nowhere.toml"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert found.returncode == 2
    expected = "upcard: nowhere.toml: No such file or directory; name a file under hw-config/\n"
    assert (found.stdout, found.stderr) == ("", expected)
