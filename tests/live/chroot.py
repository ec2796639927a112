"""`make chroot`: from a bare Debian to a table that plays, with the package that `make deb` made; one scripted run.

`python -m tests.live.chroot PACKAGE [SUITE]`, as root. Installs the package of the version before, gives it a record
that an earlier version wrote, upgrades, starts a simulated table and lets `upcard diag` judge it, tampers with the
software, removes and purges. Every step prints what it proved; the first that fails ends it with exit 1.
"""

import json
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "recovery" / "golden-1.db"
BEFORE = "0.0.9"
RECORD, SOCKET = "/var/lib/upcard/journal.db", "/run/upcard/table.sock"
MOUNTS = (("proc", "proc", "ro"), ("devpts", "dev/pts", "newinstance,ptmxmode=666"))
"""A bare Debian has them; the simulated shoe is a pseudo-terminal."""
BENCH = """[table]
bench = true
game = "dealer-bust-21"
[shoe]
protocol = "angel-eye"
[journal]
path = "/var/lib/upcard/bench.db"
"""


class Chroot:
    def __init__(self, path: Path) -> None:
        self.path = path

    def run(self, *command: str, user: str = "", code: int = 0) -> str:
        """What it said; anything but this exit code is a failure."""
        as_user = ("setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups") if user else ()
        words = ("chroot", str(self.path), *as_user, *command)
        found = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
        said = found.stdout + found.stderr
        assert found.returncode == code, f"{' '.join(command)}: exit {found.returncode}, not {code}: {said}"
        return said

    def put(self, source: Path, place: str) -> None:
        shutil.copy(source, self.path / place)


@contextmanager
def debian(suite: str, package: Path) -> Iterator[Chroot]:
    """A clean one each time, out of a tar that is made once: minbase and what the package depends on."""
    base = ROOT / "build" / f"chroot-{suite}.tar"
    if not base.exists():
        needs = re.sub(r" \([^)]*\)", "", _field(package, "Depends")).replace(" ", "")
        include = f"--include={','.join(sorted(set(needs.split(','))))}"
        subprocess.run(("mmdebstrap", "--quiet", "--variant=minbase", include, suite, str(base)), check=True)
    with tempfile.TemporaryDirectory(prefix="upcard-chroot-", dir="/var/tmp") as folder:
        subprocess.run(("tar", "-C", folder, "-xf", str(base)), check=True)
        (Path(folder) / "dev/ptmx").unlink(missing_ok=True)
        (Path(folder) / "dev/ptmx").symlink_to("pts/ptmx")
        with ExitStack() as mounted:
            for kind, place, options in MOUNTS:
                subprocess.run(("mount", "-t", kind, "-o", options, kind, f"{folder}/{place}"), check=True)
                mounted.callback(subprocess.run, ("umount", f"{folder}/{place}"), check=True)
            yield Chroot(Path(folder))


def _field(package: Path, name: str) -> str:
    return subprocess.check_output(("dpkg-deb", "-f", str(package), name), text=True).strip()


def older(package: Path, folder: Path) -> Path:
    """The same files under the version before: what an upgrade does is in the scripts and the record."""
    tree = folder / "older"
    subprocess.run(("dpkg-deb", "-R", str(package), str(tree)), check=True)
    control = tree / "DEBIAN" / "control"
    control.write_text(re.sub(r"(?m)^Version: .*", f"Version: {BEFORE}", control.read_text()))
    made = folder / "older.deb"
    subprocess.run(("dpkg-deb", "-Zzstd", "-b", str(tree), str(made)), check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(tree)
    return made


# -- the steps -----------------------------------------------------------------------------------------


def install_the_version_before(box: Chroot) -> None:
    box.run("dpkg", "-i", "/older.deb")
    assert BEFORE in box.run("dpkg-query", "-W", "upcard")
    assert "upcard" in box.run("id", "upcard")
    assert (
        box.run("stat", "-c", "%a %U", "/etc/upcard/journal.key", "/etc/upcard/badges.toml")
        == "400 root\n600 upcard\n"
    )


def upgrade_with_its_record(box: Chroot) -> None:
    box.put(GOLDEN, RECORD.lstrip("/"))
    box.run("chown", "upcard:upcard", RECORD)
    with (box.path / "etc/upcard/table.toml").open("a") as file:
        file.write("# mine\n")
    box.run("dpkg", "-i", "--force-confold", "/upcard.deb")
    assert (box.path / "etc/upcard/table.toml").read_text().endswith("# mine\n")
    assert "whole: records 1 to" in box.run(
        "upcard", "journal", "verify", "/var/lib/upcard/journal.db", user="upcard"
    )
    assert "differences: none" in box.run("upcard", "journal", "replay", RECORD, user="upcard")


def it_is_what_was_signed(box: Chroot) -> None:
    assert "\nsigned: software " in box.run("upcard", "signature")
    assert box.run("dpkg", "-V", "upcard") == "??5?????? c /etc/upcard/table.toml\n"
    assert box.run("systemd-analyze", "verify", *_units(box)) == ""


def _units(box: Chroot) -> list[str]:
    found = sorted((box.path / "usr/lib/systemd/system").glob("upcard*"))
    return [f"/usr/lib/systemd/system/{unit.name}" for unit in found]


def a_live_table_says_what_it_lacks(box: Chroot) -> None:
    run = ("upcard", "run", "/etc/upcard/table.toml")
    assert box.run(*run, user="upcard", code=2).startswith("upcard: no /dev/gpiochip0: load its driver")
    for chip in range(3):
        (box.path / f"dev/gpiochip{chip}").touch(0o600)
    said = box.run(*run, user="upcard", code=2)
    assert said.startswith("upcard: no permission for /dev/gpiochip0: add this user to its group gpio"), said
    said = box.run("upcard", "run", "/etc/upcard/nothing.toml", user="upcard", code=2)
    assert said.startswith("upcard: /etc/upcard/nothing.toml: No such file or directory"), said


def a_simulated_table_is_judged_by_diag(box: Chroot) -> None:
    (box.path / "etc/upcard/bench.toml").write_text(BENCH)
    box.run("install", "-d", "-o", "upcard", "/run/upcard")
    bench = (
        "upcard",
        "bench",
        "/etc/upcard/bench.toml",
        "--headless",
        "--quiet",
        "--socket",
        "/run/upcard/table.sock",
    )
    as_upcard = ("chroot", str(box.path), "setpriv", "--reuid=upcard", "--regid=upcard", "--clear-groups")
    playing = subprocess.Popen((*as_upcard, *bench, "--journal", "/var/lib/upcard/bench.db"))
    try:
        _wait_for_cards(box.path / SOCKET.lstrip("/"), playing)
        report = json.loads(box.run("upcard", "diag", "/etc/upcard/bench.toml", "--json", user="upcard"))
        print("  " + ", ".join(f"{line['line']} {line['state']}" for line in report["lines"]))
        assert report["running"]
        assert not [line for line in report["lines"] if line["state"] == "bad"]
    finally:
        playing.terminate()
        playing.wait(30)


def _wait_for_cards(path: Path, playing: "subprocess.Popen[bytes]") -> None:
    while not path.exists():
        assert playing.poll() is None, "the bench ended"
        time.sleep(0.05)
    with socket.socket(socket.AF_UNIX) as table:
        table.settimeout(60)
        table.connect(str(path))
        assert any('"phase":"dealing"' in line for line in table.makefile()), "the bench ended"


def changed_software_runs_no_table(box: Chroot) -> None:
    table = box.path / "opt/upcard/controller/games/dealer_bust_21.toml"
    text = table.read_text()
    table.write_text(text.replace("= 4", "= 5", 1))
    fault = "opt/upcard/controller/games/dealer_bust_21.toml was changed"
    assert fault in box.run("upcard", "signature", code=1)
    table.write_text(text)
    assert "\nsigned: software " in box.run("upcard", "signature")


def remove_and_purge(box: Chroot) -> None:
    box.run("dpkg", "-r", "upcard")
    assert not (box.path / "opt/upcard").exists()
    assert (box.path / "etc/upcard/badges.toml").exists()
    assert "the record stays in /var/lib/upcard" in box.run("dpkg", "--purge", "upcard")
    assert not (box.path / "etc/upcard").exists()
    assert (box.path / "var/lib/upcard/journal.db").exists()


STEPS = (
    install_the_version_before, upgrade_with_its_record, it_is_what_was_signed, a_live_table_says_what_it_lacks,
    a_simulated_table_is_judged_by_diag, changed_software_runs_no_table, remove_and_purge,
)  # fmt: skip


def main(package: Path, suite: str = "bookworm") -> int:
    begun = time.monotonic()
    with debian(suite, package) as box:
        box.put(package, "upcard.deb")
        shutil.move(older(package, box.path), box.path / "older.deb")
        for step in STEPS:
            try:
                step(box)
            except AssertionError as error:
                print(f"FAILED  {step.__name__.replace('_', ' ')}: {error}")
                return 1
            print(f"{time.monotonic() - begun:5.1f} s  {step.__name__.replace('_', ' ')}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))
