"""`upcard diag`: every BAD line provoked once, what a person sees and is asked, and how it ends."""

import socket
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from controller import manifest
from controller.cli.diag.lines import Line
from controller.cli.diag.machine import MB, Clock, Disk, clock_line, disk_line
from controller.cli.diag.report import Machine, Report, report
from controller.events import TimeUp
from controller.journal import Journal, Record
from controller.journal.signing import make_key
from drivers.health import Display
from tests.diag.running import BOX, SOUND, Running
from tests.diag.test_pi import Tree

NOW = 1_795_000_000_000_000_000


class Place:
    """A sound table and its machine, to be broken."""

    def __init__(self, config: Path, running: Running, root: Path) -> None:
        self.config, self.running = config, running
        self.folder, self.journal = config.parent, config.parent / "journal.db"
        self.pi = Tree(root / "pi")
        self.pi.heat("45000")
        self.pi.throttled("0")
        self.machine = Machine(self.pi.root, root, root)
        self.write_records(NOW)

    def write_records(self, *walls: int) -> None:
        journal = Journal(self.journal)
        journal.append([Record(journal.seq + at, "boot", wall, TimeUp(at)) for at, wall in enumerate(walls, 1)])
        journal.close()

    def devices(self, **parts: Any) -> None:
        self.running.devices = replace(SOUND, **parts)

    def one_spot(self, **how: object) -> None:
        self.devices(spots=(*SOUND.spots[:9], replace(SOUND.spots[9], **how), *SOUND.spots[10:]))

    def report(self) -> Report:
        return report(self.config, machine=self.machine)[0]


@pytest.fixture
def place(config: Path, running: Running, tmp_path: Path) -> Place:
    return Place(config, running, tmp_path)


def bad(found: Report) -> list[Line]:
    return [line for line in found.lines if line.state == "bad"]


def test_a_sound_table_has_no_bad_line(place: Place) -> None:
    found = place.report()
    assert bad(found) == []
    assert [line.line for line in found.lines] == [
        "software", "config", "clock", "heat", "power", "disk", "journal", "badges", "table", "shoe",
        *(f"seat {seat}" for seat in range(1, 8)), "box", "panel", "lamps", "displays", "reader", "record",
    ]  # fmt: skip
    assert found.running


# -- how to break it -----------------------------------------------------------------------------------


def changed_software(place: Place) -> None:
    home = place.machine.root / "opt" / "upcard"
    home.mkdir(parents=True)
    (home / "step.py").write_text("right")
    make_key(place.folder / "release.key")
    manifest.write(home, "1", place.folder / "release.key")
    (home / "step.py").write_text("wrong")
    place.machine = Machine(place.pi.root, place.machine.dev, home)


def wrong_configuration(place: Place) -> None:
    place.config.write_text(place.config.read_text().replace("seats = 7", "seats = 70"))


def changed_record(place: Place) -> None:
    """Its last record was changed behind its back."""
    with sqlite3.connect(place.journal) as db:
        db.execute("UPDATE records SET body = replace(body, 'boot', 'root')")


def cut_record(place: Place) -> None:
    place.write_records(NOW)
    with sqlite3.connect(place.journal) as db:
        db.execute("DELETE FROM records WHERE seq = 2")


def no_folder(place: Place) -> None:
    place.config.write_text(place.config.read_text().replace("/journal.db", "/gone/journal.db"))


def open_badges(place: Place) -> None:
    (place.folder / "badges.toml").chmod(0o644)


def silent_socket(place: Place) -> None:
    """A table that takes a call and hangs up."""
    place.running.close()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(place.folder / "table.sock"))
    listener.listen()
    threading.Thread(target=lambda: listener.accept()[0].close(), daemon=True).start()
    place.running.close = listener.close  # type: ignore[method-assign]


def dead_socket(place: Place) -> None:
    """A table that holds its journal and has no socket any more."""
    place.running.close()
    place.running.close = Journal(place.journal).close  # type: ignore[method-assign]


Break = Callable[[Place], object]
BREAKS: dict[str, tuple[Break, str, str, str]] = {
    "software": (changed_software, "software", "opt/upcard/step.py was changed", "install the signed package again"),
    "configuration": (wrong_configuration, "config", "seats is 1 to 9, not 70", "correct the file"),
    "clock": (lambda place: place.write_records(2**62), "clock", "before the last record (2116-", "set it"),
    "heat": (lambda place: place.pi.heat("83000"), "heat", "83 °C", "free its vents"),
    "under-voltage": (lambda place: place.pi.alarm("1"), "power", "under-voltage now", "fit the Pi's own supply"),
    "throttled": (lambda place: place.pi.throttled("4"), "power", "slowed down now", "cool it"),
    "no folder": (no_folder, "disk", "No such file or directory", "make the folder"),
    "changed record": (changed_record, "journal", "record 1", "upcard journal verify"),
    "cut record": (cut_record, "journal", "its end is missing: record 2 was written", "restore the file"),
    "badge file": (open_badges, "badges", "others may use it", "chmod 600"),
    "hangs up": (silent_socket, "table", "the table stopped answering", "systemctl restart upcard"),
    "no socket": (dead_socket, "table", "its socket does not answer", "systemctl restart upcard"),
    "shoe unplugged": (
        lambda place: place.devices(shoe=replace(SOUND.shoe, open=False)),
        "shoe", "the port is not open", "plug the shoe's cable in",
    ),
    "wrong protocol": (
        lambda place: place.devices(shoe=replace(SOUND.shoe, frames=0, cards=0)),
        "shoe", "2915 bytes, and no frame in them", "check the protocol",
    ),
    "noise": (
        lambda place: place.devices(shoe=replace(SOUND.shoe, bad=100)),
        "shoe", "416 frames, 100 bad", "fit a shielded cable",
    ),
    "spot lost": (lambda place: place.one_spot(state="lost"), "seat 5", "db21 clear LOST", "db21: its pin cannot be"),
    "spot flaps": (lambda place: place.one_spot(state="flapping"), "seat 5", "FLAPPING 40/12", "clean the sensor"),
    "box lost": (
        lambda place: place.devices(box=replace(BOX, state="lost")), "box", "clear LOST", "its pin cannot be",
    ),
    "box flaps": (
        lambda place: place.devices(box=replace(BOX, state="flapping")), "box", "FLAPPING", "clean the sensor",
    ),
    "lamps lost": (
        lambda place: place.devices(displays=(Display("lamps", "lost", 3),)),
        "lamps", "14 open: they cannot be switched", "check the expander's cable",
    ),
    "display lost": (
        lambda place: place.devices(displays=(replace(SOUND.displays[0], state="lost"),)),
        "displays", "display lost", "check the module's cable",
    ),
    "no reader": (
        lambda place: place.devices(badge=replace(SOUND.badge, state="no_reader")),
        "reader", "no reader was found", "plug the reader in",
    ),
    "reader lost": (
        lambda place: place.devices(badge=replace(SOUND.badge, state="lost")),
        "reader", "ACS ACR122U does not answer", "systemctl status pcscd",
    ),
    "disk failed": (
        lambda place: place.devices(journal=replace(SOUND.journal, writing=False)),
        "record", "not written since record 1204", "stop dealing",
    ),
}  # fmt: skip


@pytest.mark.parametrize("how", BREAKS)
def test_what_is_broken_is_the_one_bad_line(place: Place, how: str) -> None:
    break_it, line, seen, do = BREAKS[how]
    break_it(place)
    (found,) = bad(place.report())
    assert found.line == line
    assert seen in found.seen
    assert do in found.do


FULL = Disk("/var/lib/upcard", free=20 * MB, slowest=4.0)
JUDGED = {
    "full": (disk_line(FULL), "20 MB free in /var/lib/upcard", "upcard journal prune"),
    "worn": (
        disk_line(Disk("/x", free=9000 * MB, slowest=900.0)),
        "slowest synced write 900.0 ms",
        "change the disk",
    ),
    "stopped": (clock_line(Clock(True, NOW, 0), None), "the monotonic clock stands still", "restart the machine"),
}


@pytest.mark.parametrize("what", JUDGED)
def test_what_no_test_can_do_to_this_machine(what: str) -> None:
    line, seen, do = JUDGED[what]
    assert line.state == "bad"
    assert seen in line.seen
    assert do in line.do
