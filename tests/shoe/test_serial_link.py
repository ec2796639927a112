"""The link on pseudo-terminals: pumped by hand, live on its thread, unplugged."""

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from queue import Queue

import pytest

from controller.events import (
    CardBurned,
    CardDrawn,
    CardSensed,
    CardsLost,
    CardUnread,
    CutCard,
    DeviceBack,
    DeviceLost,
    Event,
    ShoeError,
    ShoeErrorCleared,
)
from drivers.serial_link import LinkError, SerialLink
from drivers.shoe import Message, find, wire_ns
from drivers.sim.clock import MS, VirtualClock
from drivers.sim.shoe import SimShoe

SCAN = 3 * MS
FRAME = wire_ns(8, 4800)


class Table:
    """A simulated shoe and a pumped link on one clock; `events` are what was posted."""

    def __init__(self, protocol: str = "angel-eye") -> None:
        self.clock = VirtualClock()
        self.events: list[Event] = []
        self.shoe = SimShoe(protocol, self.clock, scan_delay_ns=SCAN)
        self.link = SerialLink(self.shoe.port, find(protocol)(), self.clock, SCAN)
        self.link.open(self.events.append)
        self.shoe.on_written = self.link.pump

    def after(self, nanoseconds: int) -> list[Event]:
        self.clock.advance_to(self.clock.now() + nanoseconds)
        events, self.events[:] = list(self.events), []
        return events

    def close(self) -> None:
        self.shoe.close()
        self.link.close()


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.close()


class TestPumped:
    def test_sensed_and_card_carry_the_instant_of_the_draw(self, table: Table) -> None:
        table.clock.advance_to(500 * MS)
        table.shoe.draw("8s")
        assert table.after(SCAN + FRAME) == [CardSensed(500 * MS)]
        assert table.after(FRAME) == [CardDrawn(500 * MS, "8s")]
        assert table.after(500 * MS) == []

    def test_a_bee_tek_line_carries_it_too(self) -> None:
        table = Table("bee-tek")
        table.shoe.draw("10h")
        assert table.after(100 * MS) == [CardDrawn(0, "10h")]
        table.close()

    def test_every_report_becomes_its_event(self, table: Table) -> None:
        shoe = table.shoe
        expected: list[tuple[Callable[[], None], list[Event]]] = [
            (lambda: shoe.burn("2c"), [CardBurned(0, "2c")]),
            (shoe.unread, [CardUnread(500 * MS)]),
            (shoe.cut, [CutCard(1000 * MS)]),
            (lambda: shoe.error(4), [ShoeError(1500 * MS, "4")]),
            (shoe.clear, [ShoeErrorCleared(2000 * MS)]),
            (shoe.repeat, []),
            (shoe.noise, []),
            (lambda: shoe.say(Message("info", 0, name="standby")), []),
            (shoe.skip, []),
            (lambda: shoe.say(Message("cut", 0)), [CardsLost(4500 * MS, 1), CutCard(4500 * MS)]),
        ]
        for act, events in expected:
            act()
            assert table.after(500 * MS) == events

    def test_silence_ends_a_vote_with_the_stamp_of_its_only_copy(self, table: Table) -> None:
        os.write(_master(table.shoe), find("angel-eye")().encode(Message("card", 0, card="8s"), 0))
        table.link.pump()
        assert table.after(99 * MS) == [CardSensed(-SCAN - FRAME)]
        assert table.after(1 * MS) == [CardDrawn(-SCAN - FRAME, "8s")]

    def test_bytes_put_the_silence_off_and_every_vote_has_its_own(self, table: Table) -> None:
        shoe = find("angel-eye")()
        for number, card in enumerate(("8s", "9h")):
            table.shoe.noise(shoe.encode(Message("card", 0, card=card), number))
            assert [type(event) for event in table.after(60 * MS)] == [CardSensed]
            table.shoe.noise(b"\xff")
            assert table.after(99 * MS) == []
            assert [type(event) for event in table.after(1 * MS)] == [CardDrawn]

    def test_unplugging_ends_a_vote(self, table: Table) -> None:
        table.shoe.draw("8s")
        table.after(SCAN + FRAME)
        table.shoe.unplug()
        assert table.after(0) == [CardDrawn(0, "8s"), DeviceLost(SCAN + FRAME, "shoe")]

    def test_bytes_one_at_a_time_give_the_same_stamp(self, table: Table) -> None:
        frame = find("angel-eye")().encode(Message("cut", 0), 0)
        for byte in frame * 2:
            table.clock.advance_to(table.clock.now() + wire_ns(1, 4800))
            table.shoe.noise(bytes([byte]))
        (cut,) = table.after(0)
        assert cut.at == len(frame) * wire_ns(1, 4800) - wire_ns(len(frame), 4800) - SCAN

    def test_unplugged_and_plugged_in_again(self, table: Table) -> None:
        table.shoe.unplug()
        table.link.pump()
        assert table.after(500 * MS) == [DeviceLost(0, "shoe")]
        table.shoe.skip(3)
        table.shoe.plug()
        assert table.after(500 * MS) == [DeviceBack(500 * MS, "shoe")]
        table.shoe.draw("Kd")
        assert table.after(500 * MS) == [CardSensed(1000 * MS), CardDrawn(1000 * MS, "Kd")]

    def test_a_cable_out_between_two_copies_doubles_no_card(self, table: Table) -> None:
        table.shoe.draw("8s")
        table.after(SCAN + 2 * FRAME)
        table.shoe.unplug()
        table.shoe.plug()
        assert [type(event) for event in table.after(500 * MS)] == [DeviceLost, DeviceBack]

    def test_the_same_number_and_card_after_a_long_break_is_a_card(self, table: Table) -> None:
        table.shoe.draw("8s")
        table.after(500 * MS)
        table.shoe.unplug()
        table.shoe.skip(9)
        table.after(500 * MS)
        table.shoe.plug()
        table.shoe.draw("8s")
        assert table.after(500 * MS)[-1] == CardDrawn(1000 * MS, "8s")

    def test_a_port_that_was_reopened_is_connected_when_frames_come(self, table: Table) -> None:
        table.shoe.draw("8s")
        table.after(500 * MS)
        table.shoe.unplug()
        assert not table.link.health.opened
        table.shoe.plug()
        assert (table.link.health.opened, table.link.health.connected) == (True, False)
        table.shoe.draw("9s")
        table.after(500 * MS)
        assert table.link.health.frames == 3

    def test_health_is_frames_that_arrive(self, table: Table) -> None:
        assert (table.link.health.opened, table.link.health.connected) == (True, False)
        table.shoe.noise(b"\xff\xfe")
        table.after(500 * MS)
        table.shoe.draw("8s")
        table.after(500 * MS)
        health = table.link.health
        assert (health.connected, health.frames, health.bad) == (True, 3, 1)
        assert health.last_bad == ((0, "fffe"),)
        assert health.last_frame_at == 500 * MS + SCAN + 3 * FRAME

    def test_commands_need_the_configuration(self, table: Table) -> None:
        with pytest.raises(LinkError, match=r"^shoe: commands to the shoe are not allowed by this configuration$"):
            table.link.send(b"\x02")


def test_an_allowed_command_reaches_the_shoe() -> None:
    clock, codec = VirtualClock(), find("angel-eye")()
    shoe = SimShoe("angel-eye", clock)
    link = SerialLink(shoe.port, codec, clock, commands=True)
    link.open()
    link.send(b"\x02LK0100\x0305")
    assert os.read(_master(shoe), 100) == b"\x02LK0100\x0305"
    shoe.unplug()
    link.pump()
    with pytest.raises(LinkError, match=r"is not connected; plug the shoe in$"):
        link.send(b"\x02")
    link.close()
    shoe.close()


def _master(shoe: SimShoe) -> int:
    assert shoe._ends is not None
    return shoe._ends[0]


class LiveClock:
    """Real time, timers on threads of their own."""

    def now(self) -> int:
        return time.monotonic_ns()

    def wall(self) -> int:
        return time.time_ns()

    def call_at(self, when: int, what: Callable[[], None]) -> None:
        threading.Timer(max(0, when - self.now()) / 1e9, what).start()


class Live:
    def __init__(self, url: str) -> None:
        self.posted: Queue[Event] = Queue()
        self.link = SerialLink(url, find("angel-eye")(), LiveClock())
        self.link.start(self.posted.put)

    def wait(self) -> Event:
        return self.posted.get(timeout=20)


@pytest.fixture
def shoe() -> Iterator[SimShoe]:
    shoe = SimShoe("angel-eye", LiveClock(), fast=True)
    yield shoe
    shoe.close()


class TestLive:
    def test_cards_unplug_replug_cards(self, shoe: SimShoe) -> None:
        live = Live(shoe.port)
        for card in ("8s", "10h"):
            shoe.draw(card)
            assert isinstance(live.wait(), CardSensed)
            assert getattr(live.wait(), "card", None) == card
            shoe.unplug()
            assert isinstance(live.wait(), DeviceLost)
            shoe.plug()
            assert isinstance(live.wait(), DeviceBack)
        live.link.close()
        assert live.posted.empty()

    def test_silence_is_a_timer_of_the_clock(self, shoe: SimShoe) -> None:
        live = Live(shoe.port)
        shoe.noise(find("angel-eye")().encode(Message("card", 0, card="8s"), 0))
        assert isinstance(sensed := live.wait(), CardSensed)
        assert live.wait() == CardDrawn(sensed.at, "8s")
        live.link.close()

    def test_close_while_the_shoe_is_away(self, shoe: SimShoe) -> None:
        live = Live(shoe.port)
        shoe.unplug()
        assert isinstance(live.wait(), DeviceLost)
        live.link.close()
        assert live.posted.empty()

    def test_a_socket_is_a_port_too(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            live = Live(f"socket://127.0.0.1:{server.getsockname()[1]}")
            line, _ = server.accept()
            line.sendall(find("angel-eye")().encode(Message("card", 0, card="8s"), 0) * 3)
            assert isinstance(live.wait(), CardSensed)
            assert isinstance(live.wait(), CardDrawn)
            line.close()
            assert isinstance(live.wait(), DeviceLost)
            again, _ = server.accept()
            assert isinstance(live.wait(), DeviceBack)
            live.link.close()
            again.close()
