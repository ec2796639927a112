"""What diagnostics and the Devices page are told of each device."""

from collections.abc import Iterator

import pytest

from controller.ports import Pin
from drivers import health
from drivers.debounce import MS
from drivers.gpio import Gpio
from drivers.serial_link import SerialLink
from drivers.shoe import find
from drivers.sim.clock import VirtualClock
from drivers.sim.pins import SimPins, bench_wiring
from drivers.sim.shoe import SimShoe

WIRING = bench_wiring(2, ("main", "db21"))
BADGE = health.Badge("simulated", "ok")


class Table:
    def __init__(self) -> None:
        self.clock, self.pins = VirtualClock(), SimPins(WIRING)
        self.gpio = Gpio(WIRING, self.pins.factories, self.clock)
        self.gpio.levels()
        self.gpio.start(lambda event: None)
        self.shoe = SimShoe("angel-eye", self.clock)
        self.link = SerialLink(self.shoe.port, find("angel-eye")(), self.clock)
        self.link.open(lambda event: None)

    def devices(self) -> health.Devices:
        return health.devices(self.link, "angel-eye", self.gpio, [], BADGE)

    def spot(self, seat: int, spot: str) -> health.Spot:
        return next(one for one in self.devices().spots if (one.seat, one.spot) == (seat, spot))

    def after(self, ms: int) -> None:
        self.clock.advance_to(self.clock.now() + ms * MS)


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.link.close()
    table.gpio.close()
    table.shoe.close()


def test_every_wire_is_told(table: Table) -> None:
    told = table.devices()
    assert [(one.seat, one.spot) for one in told.spots] == list(WIRING.spots)
    assert [(one.key, one.seat) for one in told.keys] == list(WIRING.keys)
    assert told.box == health.Box(False, 0, 0, "ok")
    pin = WIRING.lamps[1, "main"]
    assert told.lamps[0] == health.Lamp(1, "main", "open", f"{pin.chip}:{pin.line}")
    assert told.displays == (health.Display("lamps", "ok", 0),)


def test_a_bounce_is_counted_apart(table: Table) -> None:
    for move in (table.pins.cover, table.pins.clear, table.pins.cover):
        move(WIRING.spots[1, "main"])
        table.after(1)
    assert table.spot(1, "main") == health.Spot(1, "main", False, 3, 2, "ok")
    table.after(100)
    assert table.spot(1, "main") == health.Spot(1, "main", True, 3, 2, "ok")


def test_a_chattering_contact_flaps(table: Table) -> None:
    for number in range(40):
        (table.pins.clear if number % 2 else table.pins.cover)(WIRING.spots[2, "db21"])
        table.after(40)
    assert table.spot(2, "db21").state == "flapping"


def test_a_spot_that_stays_covered_while_others_change_is_stuck(table: Table) -> None:
    table.pins.cover(WIRING.spots[1, "main"])
    table.after(3600 * 1000)
    assert table.spot(1, "main").state == "ok"  # nobody plays
    table.pins.cover(WIRING.spots[2, "main"])
    table.after(1000)
    assert [table.spot(seat, "main").state for seat in (1, 2)] == ["stuck", "ok"]


def test_the_shoe_s_line(table: Table) -> None:
    assert table.devices().shoe == health.Shoe(table.link.url, "angel-eye", True, 0, 0, 0, 0, None, None, None)
    table.shoe.draw("8s")
    table.after(200)
    table.link.pump()
    table.after(500)
    told = table.devices().shoe
    assert (told.cards, told.frames, told.bad, told.last_card) == (1, 3, 0, "8s")
    assert told.idle_ms is not None
    assert told.last_frame is not None
    assert told.bytes == 3 * len(bytes.fromhex(told.last_frame))
    table.shoe.unplug()
    table.link.pump()
    assert not table.devices().shoe.open


def test_a_lamp_that_cannot_be_switched_is_told(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    pin: Pin = WIRING.lamps[1, "main"]
    monkeypatch.setattr(table.pins.factories[pin.chip].pin(pin.line), "_set_state", None)
    table.gpio.light(1, "main", "locked")
    assert table.devices().displays == (health.Display("lamps", "lost", 1),)
