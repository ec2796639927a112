"""`make vm`: the installed units under a live systemd, on a virtual table; one scripted run, as root.

`python -m tests.live.vm PACKAGE`. Installs the package, opens the table with a badge, lets a chip land and the power
fail in mid-round, hangs the table and takes its shoe away. Every step prints what it proved; the first that fails
ends it with exit 1 and the table's own log.
"""

import json
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tests.drivers.badges import certificate, key
from tests.live.vm.guest import Guest
from tests.live.vm.image import ROOT, disk

FELT: Final = "/sys/devices/platform/gpio-sim.0"
PORT: Final = "/dev/serial/by-id/usb-QEMU_QEMU_USB_SERIAL_1-0000:00:02.0-1-if00-port0"
PYTHON: Final = "PYTHONPATH=/opt/upcard:/opt/upcard/lib/x86_64 PYTHONDONTWRITEBYTECODE=1 PYTHONSAFEPATH=1"
CARDS: Final = {"dealer": "04A1B2C3", "supervisor": "04FFEEDD /srv/key /srv/certificate"}


def table_file(text: str) -> str:
    """The shipped one with this shoe's port, and the page as its display."""
    head, _, rest = text.partition("[display]")
    _, _, rest = rest.partition("[badge]")
    lines = [f'port = "{PORT}"' if line.startswith("port = ") else line for line in head.splitlines()]
    return "\n".join((*lines, "[display]", 'kind = "web"', "", "[badge]")) + rest


def picture(box: Guest) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(box.run("python3 /srv/ask.py"))
    return found


def put_badge(box: Guest, role: str) -> None:
    """The reader is there once somebody has asked pcscd for one: until then the badge is put down again."""
    box.run("systemctl stop badge 2> /dev/null || true")
    variables = " ".join(f"-E {word}" for word in PYTHON.split())
    again = "-p Restart=on-failure -p RestartSec=1 -p StartLimitIntervalSec=0"
    box.run(f"systemd-run -q --unit=badge {again} {variables} python3 /srv/badge.py {CARDS[role]}")


def put_badge_in(box: Guest, role: str) -> None:
    put_badge(box, role)
    box.until("python3 /srv/ask.py", f'"badge":"{role}"')


def lamps(box: Guest, *lines: int) -> str:
    return box.run("cat " + " ".join(f"{FELT}/gpiochip2/sim_gpio{line}/value" for line in lines)).replace("\n", "")


# -- the steps -----------------------------------------------------------------------------------------


def install(box: Guest) -> None:
    box.run("dpkg -i /srv/upcard.deb && cp /srv/table.toml /etc/upcard/table.toml")
    box.run("upcard check /etc/upcard/table.toml")
    for role, more in (("dealer", ""), ("supervisor", " --certificate")):
        put_badge(box, role)
        box.run(f"upcard badge enroll --file /etc/upcard/badges.toml --name {role} --role {role}{more}")


def the_units_come_up_in_their_sandbox(box: Guest) -> None:
    box.run("systemctl enable --now upcard upcard-console")
    box.until("curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:8021/api/meters", "200")
    said = box.run("journalctl -b -u upcard -u upcard-console -o cat _COMM=python3 + _COMM=setpriv")
    assert set(said.splitlines()) <= {
        "Dealer Bust 21 is ready",
        "Upcard's table is at http://127.0.0.1:8021/  (Ctrl-C ends it)",
    }, said
    ids = box.run("cat /sys/fs/cgroup/system.slice/upcard{,-console}.service/cgroup.procs").split()
    found = box.run(f"grep -hE '^(Seccomp|CapEff):' {' '.join(f'/proc/{process}/status' for process in ids)}")
    assert found.count("Seccomp:\t2") == found.count("CapEff:\t0000000000000000") == 3, found


def a_badge_opens_it(box: Guest) -> None:
    put_badge_in(box, "dealer")
    assert json.loads(box.run("python3 /srv/ask.py open"))["ok"]


def a_chip_and_the_first_card_lock_the_lamp(box: Guest) -> None:
    for line in (0, 8):
        box.run(f"echo pull-down > {FELT}/gpiochip1/sim_gpio{line}/pull")
    box.until("python3 /srv/ask.py", '{"spot":"db21","covered":true')
    assert lamps(box, 0, 8) == "00"
    box.draw("9d")
    box.until("systemctl show -p StatusText upcard", "dealing, round 1")
    assert lamps(box, 0, 8) == "11"


def a_power_cut_leaves_the_round_suspended(box: Guest) -> None:
    box.cut()
    box.start()
    box.until("systemctl is-active upcard", "active\n")
    found = picture(box)
    assert (found["phase"], found["round"]) == ("suspended", 1)
    assert found["seats"][0]["hands"][0]["cards"] == ["9d"]


def only_a_supervisor_voids_it(box: Guest) -> None:
    put_badge_in(box, "dealer")
    assert "REFUSED" in box.run("python3 /srv/ask.py void")
    put_badge_in(box, "supervisor")
    assert json.loads(box.run("python3 /srv/ask.py void"))["ok"]


def the_nightly_export_is_done(box: Guest) -> None:
    box.run("systemctl start upcard-export")
    assert '"status":"void"' in box.run("cat /var/lib/upcard/export/rounds.jsonl")


def a_table_that_hangs_is_started_again(box: Guest) -> None:
    box.run("kill -STOP $(systemctl show -p MainPID --value upcard)")
    box.until("systemctl show -p NRestarts upcard", "NRestarts=1")
    box.until("systemctl is-active upcard", "active\n")
    assert "Watchdog timeout" in box.run("journalctl -b -u upcard")
    box.until("curl -s http://127.0.0.1:8021/api/meters", '"rounds":1')


def without_its_shoe_it_ends_dark(box: Guest) -> None:
    box.unplug()
    box.until("ls /dev/ttyUSB0 2>&1", "No such file")
    box.run("systemctl restart upcard", code=1)
    box.until("systemctl is-active upcard", "failed")
    box.until("journalctl -b -u upcard-dark", "the table is dark")
    assert f"upcard: no port {PORT}: plug the shoe in" in box.run("journalctl -b -u upcard")
    assert lamps(box, *range(16)) == "0" * 16


def it_plays_again_with_its_shoe(box: Guest) -> None:
    box.plug()
    box.until("ls /dev/ttyUSB0 2>&1", "/dev/ttyUSB0\n")
    box.run("systemctl reset-failed upcard && systemctl restart upcard")
    box.run("upcard signature > /dev/null && upcard diag /etc/upcard/table.toml --no-walk")


STEPS = (
    install, the_units_come_up_in_their_sandbox, a_badge_opens_it, a_chip_and_the_first_card_lock_the_lamp,
    a_power_cut_leaves_the_round_suspended, only_a_supervisor_voids_it, the_nightly_export_is_done,
    a_table_that_hangs_is_started_again, without_its_shoe_it_ends_dark, it_plays_again_with_its_shoe,
)  # fmt: skip


def files(package: Path, folder: Path) -> dict[str, Path]:
    """What lies in the guest's /srv."""
    table, secret, public = folder / "table.toml", folder / "key", folder / "certificate"
    table.write_text(table_file((ROOT / "hw-config/table-dealer-bust-21.toml").read_text()))
    secret.write_bytes(key("p-256").private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption()))
    public.write_bytes(certificate("p-256"))
    return {"upcard.deb": package, "table.toml": table, "key": secret, "certificate": public}


def play(box: Guest) -> int:
    begun = time.monotonic()
    box.start()
    print(f"{time.monotonic() - begun:5.1f} s  it is up", flush=True)
    for step in STEPS:
        try:
            step(box)
        except AssertionError as error:
            print(f"FAILED  {step.__name__.replace('_', ' ')}: {error}")
            with suppress(AssertionError, OSError, ValueError):
                print(box.run("journalctl -b -u 'upcard*' --no-pager | tail -40"))
            return 1
        print(f"{time.monotonic() - begun:5.1f} s  {step.__name__.replace('_', ' ')}", flush=True)
    return 0


def main(package: Path) -> int:
    with tempfile.TemporaryDirectory(prefix="upcard-vm-", dir="/var/tmp") as name:
        folder = Path(name)
        box = Guest(disk(folder, files(package, folder)))
        try:
            return play(box)
        finally:
            box.cut()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
