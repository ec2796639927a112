"""The contract of a display, for every kind; then what each kind promises on its own."""

import errno
import io
import json
import os
import socket
import stat
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.outputs import HandPicture, Outputs, SeatPicture, SpotPicture
from controller.ports import Display
from drivers.display.console import MOST_WAITING, ConsoleDisplay
from drivers.display.listen import SocketTaken
from drivers.display.seven_segment import SevenSegmentDisplay
from drivers.display.web import MOST_CLIENTS, WebDisplay
from drivers.sim.clock import VirtualClock
from tests.drivers.fake_spi import FakeSpi

FACTS: dict[str, object] = {"name": "table 4", "seats": 3, "spots": ["main", "db21"]}
EMPTY = Outputs("betting", 1, "partial", (), ("PLACE YOUR BETS", ""), (), "", None, False, (), (), (), None, True)


def picture(text: str = "", phase: str = "betting", number: int = 1) -> Outputs:
    seat = SeatPicture(
        seat=3,
        spots=(SpotPicture("main", True, "locked", 1000),),
        hands=(HandPicture(("Ah", "9c"), "20"),),
        texts=(text,) if text else (),
    )
    return msgspec.structs.replace(EMPTY, phase=phase, round=number, seats=(seat,))


@pytest.fixture
def path() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="upcard") as folder:  # short: a socket's path is at most 107 bytes
        yield Path(folder) / "table.sock"


KINDS = ["web", "web watched", "console", "console on a closed pipe", "seven-segment", "seven-segment on a dead bus"]


@pytest.fixture(params=KINDS)
def display(request: pytest.FixtureRequest, path: Path) -> Iterator[Display]:
    watcher = socket.socket(socket.AF_UNIX)
    made: Display
    if request.param.startswith("web"):
        made = WebDisplay(path, FACTS)
        if "watched" in request.param:
            watcher.connect(os.fspath(path))
    elif request.param.startswith("console"):
        stream = io.StringIO()
        made = ConsoleDisplay(stream)
        if "closed" in request.param:
            stream.close()
    else:
        bus = FakeSpi(3)
        bus.fails = OSError(errno.EIO, "Input/output error") if "dead" in request.param else None
        made = SevenSegmentDisplay(3, VirtualClock(), spi=bus)
        made.start(lambda event: None)
    yield made
    made.close()
    watcher.close()


class TestEveryDisplay:
    def test_shows_any_picture_again_and_again(self, display: Display) -> None:
        for number in range(500):
            display.show(picture("PAYS10-1" if number % 2 else "", number=number))

    def test_takes_a_picture_without_seats(self, display: Display) -> None:
        display.show(EMPTY)

    def test_closes_twice_and_without_a_picture(self, display: Display) -> None:
        display.close()
        display.close()

    def test_a_picture_after_the_close_is_ignored(self, display: Display) -> None:
        display.close()
        display.show(picture("LOSE"))

    def test_leaves_no_thread_behind(self, display: Display) -> None:
        display.show(picture("LOSE"))
        display.close()
        assert [thread.name for thread in threading.enumerate() if thread.name.endswith("display")] == []


class Watcher:
    def __init__(self, path: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(5)
        self.socket.connect(os.fspath(path))
        self.lines = self.socket.makefile("rb")

    def next(self) -> Any:
        line = self.lines.readline()
        return json.loads(line) if line else None

    def until(self, number: int) -> list[int]:
        """The rounds of the pictures seen up to this one."""
        seen: list[int] = []
        while not seen or seen[-1] != number:
            seen.append(self.next()["round"])
        return seen

    def close(self) -> None:
        self.lines.close()
        self.socket.close()


@pytest.fixture
def watch(path: Path) -> Iterator[Callable[[], Watcher]]:
    watchers: list[Watcher] = []

    def connect() -> Watcher:
        watchers.append(Watcher(path))
        return watchers[-1]

    yield connect
    for watcher in watchers:
        watcher.close()


@pytest.fixture
def shown(path: Path) -> Iterator[WebDisplay]:
    display = WebDisplay(path, FACTS, stuck_after=0)
    yield display
    display.close()


Connect = Callable[[], Watcher]


class TestWeb:
    def test_says_the_facts_then_the_latest_picture_then_each_new_one(
        self, shown: WebDisplay, watch: Connect
    ) -> None:
        shown.show(picture("LOSE", number=1))
        shown.show(picture("LOSE", number=2))
        watcher = watch()
        assert watcher.next() == {"table": FACTS}
        assert watcher.next()["round"] == 2
        shown.show(picture("PUSH", number=3))
        assert watcher.next()["seats"][0]["texts"] == ["PUSH"]

    def test_the_line_is_the_picture(self, shown: WebDisplay, watch: Connect) -> None:
        watcher = watch()
        watcher.next()
        shown.show(picture("PAY 75"))
        assert msgspec.json.decode(watcher.lines.readline(), type=Outputs) == picture("PAY 75")

    def test_encodes_once_for_all_and_never_for_nobody(
        self, shown: WebDisplay, watch: Connect, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        encoded: list[object] = []
        real = msgspec.json.encode

        def counted(what: object) -> bytes:
            encoded.append(what)
            return real(what)

        monkeypatch.setattr(msgspec.json, "encode", counted)
        shown.show(picture("LOSE"))
        watchers = [watch() for _ in range(3)]
        for watcher in watchers:
            assert [watcher.next(), watcher.next()][1]["round"] == 1
        assert len(encoded) == 1

    def test_a_slow_watcher_skips_to_the_newest(self, path: Path, watch: Connect) -> None:
        display = WebDisplay(path, FACTS)
        fast, slow = watch(), watch()
        assert fast.next() == slow.next() == {"table": FACTS}
        for number in range(1, 3000):
            display.show(picture("LOSE", number=number))
            if number % 50 == 0:
                fast.until(number)
        seen = slow.until(2999)
        assert seen == sorted(seen)
        assert len(seen) < 2999
        display.close()

    def test_a_watcher_that_never_reads_is_dropped(self, shown: WebDisplay, watch: Connect) -> None:
        fast, stuck = watch(), watch()
        fast.next()
        for number in range(1, 3000):
            shown.show(picture("LOSE", number=number))
            fast.until(number)
        while stuck.next() is not None:
            pass
        assert fast.socket.fileno() > 0

    def test_one_too_many_is_turned_away(self, shown: WebDisplay, watch: Connect) -> None:
        inside = [watch() for _ in range(MOST_CLIENTS)]
        assert all(watcher.next() for watcher in inside)
        assert watch().next() is None
        inside[0].close()
        shown.show(picture("LOSE", number=9))
        assert [inside[1].next()["round"]] == [9]

    def test_the_socket_is_private_and_goes_away(self, path: Path) -> None:
        display = WebDisplay(path, FACTS)
        assert stat.S_IMODE(path.stat().st_mode) == 0o660
        display.close()
        assert not path.exists()

    def test_close_ends_the_watchers(self, shown: WebDisplay, watch: Connect) -> None:
        watcher = watch()
        watcher.next()
        shown.close()
        assert watcher.next() is None

    def test_a_dead_table_s_socket_is_replaced(self, path: Path, watch: Connect) -> None:
        with socket.socket(socket.AF_UNIX) as dead:
            dead.bind(os.fspath(path))
            dead.listen()
        display = WebDisplay(path, FACTS)
        assert watch().next() == {"table": FACTS}
        display.close()

    def test_a_live_table_s_socket_is_not(self, shown: WebDisplay, path: Path, watch: Connect) -> None:
        with pytest.raises(SocketTaken) as refusal:
            WebDisplay(path, FACTS)
        assert str(refusal.value) == (f"{path}: another process runs a table there; stop it or choose another path")
        assert watch().next() == {"table": FACTS}

    def test_nor_is_any_other_file(self, path: Path) -> None:
        path.write_text("notes")
        with pytest.raises(SocketTaken) as refusal:
            WebDisplay(path, FACTS)
        assert str(refusal.value) == (
            f"{path}: is there and is not a socket; choose another path for the table's socket"
        )
        assert path.read_text() == "notes"

    def test_a_folder_that_is_not_there(self, path: Path) -> None:
        with pytest.raises(SocketTaken, match="cannot make the table's socket: No such file or directory"):
            WebDisplay(path.parent / "nowhere" / "table.sock", FACTS)


def printed(*pictures: Outputs) -> list[str]:
    stream = io.StringIO()
    display = ConsoleDisplay(stream)
    for each in pictures:
        display.show(each)
    display.close()
    return stream.getvalue().splitlines()


class TestConsole:
    def test_prints_what_changed(self) -> None:
        assert printed(picture(), picture("PAYS10-1", "resolving"), picture("PAYS10-1", "resolving")) == [
            "phase  betting",
            "dealer  PLACE YOUR BETS",
            "phase  resolving",
            "seat 3  PAYS10-1",
        ]

    def test_prints_a_seat_that_falls_silent(self) -> None:
        assert printed(picture("LOSE"), picture())[2:] == ["seat 3  LOSE", "seat 3  -"]

    def test_two_lines_of_the_dealer_are_one_here(self) -> None:
        busy = msgspec.structs.replace(EMPTY, prompt=("HIT 16", "DEALER MUST PLAY OUT"))
        assert "dealer  HIT 16 / DEALER MUST PLAY OUT" in printed(busy)

    def test_a_closed_pipe_is_remembered(self) -> None:
        reading, writing = os.pipe()
        os.close(reading)
        stream = os.fdopen(writing, "w", buffering=1)
        display = ConsoleDisplay(stream)
        display.show(picture("LOSE"))
        display.close()
        assert isinstance(display.failed, BrokenPipeError)
        with pytest.raises(BrokenPipeError):
            stream.close()

    def test_a_stopped_terminal_holds_up_nothing(self) -> None:
        reading, writing = os.pipe()
        stream = os.fdopen(writing, "w")
        display = ConsoleDisplay(stream)
        for number in range(MOST_WAITING * 20):
            display.show(picture("LOSE" if number % 2 else "PUSH"))
        assert display.lost > 0
        assert display.failed is None
        os.close(reading)
        display.close()
        assert isinstance(display.failed, BrokenPipeError)
