"""The units, by systemd's own judgement; and that they say what the package installs."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.live.tables import ROOT

UNITS = sorted((ROOT / "systemd").glob("*.service")) + sorted((ROOT / "systemd").glob("*.timer"))
RULES = (ROOT / "systemd" / "60-upcard.rules").read_text()


def test_systemd_finds_nothing_wrong(tmp_path: Path) -> None:
    """It looks for the program, which is not installed here."""
    program = tmp_path / "upcard"
    shutil.copy("/bin/true", program)
    for unit in UNITS:
        (tmp_path / unit.name).write_text(unit.read_text().replace("/usr/bin/upcard", str(program)))
    command = ("systemd-analyze", "verify", *(str(tmp_path / unit.name) for unit in UNITS))
    found = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")


@pytest.mark.parametrize(("unit", "most"), [("upcard", 15), ("upcard-console", 20), ("upcard-export", 15)])
def test_little_is_left_open(unit: str, most: int) -> None:
    """In tenths, as systemd counts exposure."""
    file = str(ROOT / "systemd" / f"{unit}.service")
    command = ("systemd-analyze", "security", "--offline=true", f"--threshold={most}", "--no-pager", file)
    found = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert found.returncode == 0, found.stdout[-200:]


def test_the_table_has_no_network_and_the_page_no_device() -> None:
    table, page = ((ROOT / "systemd" / f"{unit}.service").read_text() for unit in ("upcard", "upcard-console"))
    assert {"PrivateNetwork=yes", "RestrictAddressFamilies=AF_UNIX", "DevicePolicy=closed"} <= set(table.split("\n"))
    assert {"PrivateDevices=yes", "DevicePolicy=closed"} <= set(page.split("\n"))
    assert "DeviceAllow" not in page
    assert "InaccessiblePaths=-/var/lib/upcard " in page, "the record holds the hole card"


def test_the_table_may_read_which_pi_it_runs_on() -> None:
    """gpiozero looks into /proc/device-tree and /proc/cpuinfo; `make vm` shows the whole sandbox at work."""
    assert "ProcSubset" not in (ROOT / "systemd" / "upcard.service").read_text()


def test_a_rule_names_only_keys_that_udev_knows() -> None:
    known = r"(SUBSYSTEM|KERNEL|ACTION|TEST|ENV\{\w+\}|ATTR\{[\w/]+\})==|(GROUP|MODE|ENV\{\w+\}|ATTR\{[\w/]+\})="
    for line in RULES.splitlines():
        if line and not line.startswith("#"):
            assert all(re.match(rf'({known})"[^"]+"$', part) for part in line.split(", ")), line
