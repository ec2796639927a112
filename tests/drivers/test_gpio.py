"""Spots, box, keys and lamps on gpiozero's mock pins, with a clock moved by hand."""

import pytest

from controller import events as ev
from controller.outputs import Lamp
from controller.ports import Levels
from drivers.gpio import Gpio
from drivers.gpio.chips import HISTORY
from drivers.gpio.lamps import Bulbs
from drivers.gpio.sensor import SensorHealth
from drivers.sim.clock import MS, VirtualClock
from drivers.sim.pins import SimPins, bench_wiring

WIRING = bench_wiring(7, ("main", "db21"))


class Felt:
    def __init__(self) -> None:
        self.clock, self.pins = VirtualClock(), SimPins(WIRING)
        self.gpio = Gpio(WIRING, self.pins.factories, self.clock)
        self.events: list[ev.Event] = []

    def start(self) -> "Felt":
        self.gpio.start(self.events.append)
        return self

    def lamp(self, seat: int, spot: str) -> bool:
        pin = WIRING.lamps[seat, spot]
        return bool(self.pins.factories[pin.chip].pin(pin.line).state)


def test_a_chip_is_an_event_when_it_has_settled_with_the_stamp_of_its_landing() -> None:
    felt = Felt().start()
    felt.clock.advance_to(100 * MS)
    felt.pins.cover(WIRING.spots[3, "db21"])
    felt.clock.advance_to(129 * MS)
    assert felt.events == []
    felt.clock.advance_to(130 * MS)
    assert felt.events == [ev.SpotChanged(100 * MS, 3, "db21", True)]


def test_lifting_it_clears_the_spot() -> None:
    felt = Felt().start()
    felt.pins.cover(WIRING.spots[1, "main"])
    felt.clock.advance_to(500 * MS)
    felt.pins.clear(WIRING.spots[1, "main"])
    felt.clock.advance_to(900 * MS)
    assert felt.events[-1] == ev.SpotChanged(500 * MS, 1, "main", False)


def test_box_and_keys_speak_too_and_a_key_only_when_pressed() -> None:
    felt = Felt().start()
    assert WIRING.box is not None
    felt.pins.cover(WIRING.box)
    felt.pins.cover(WIRING.keys["stand", 0])
    felt.pins.cover(WIRING.keys["over29", 5])
    felt.clock.advance_to(50 * MS)
    felt.pins.clear(WIRING.keys["stand", 0])
    felt.clock.advance_to(200 * MS)
    assert felt.events == [ev.BoxChanged(0, True), ev.KeyPressed(0, "stand"), ev.KeyPressed(0, "over29", 5)]


def test_what_lies_there_at_a_start_is_read_and_raises_no_event() -> None:
    felt = Felt()
    felt.pins.cover(WIRING.spots[2, "main"])
    assert felt.gpio.levels() == Levels(((2, "main"),), box=False)
    felt.start().clock.advance_to(500 * MS)
    assert felt.events == []


@pytest.mark.parametrize(
    ("lamp", "pattern"),
    [
        ("open", "________"),
        ("locked", "########"),
        ("removed", "#_#_#_#_"),
        ("no_bet", "####____"),
    ],
)
def test_a_lamp_tells_its_state_on_one_wire(lamp: Lamp, pattern: str) -> None:
    felt = Felt()
    felt.gpio.light(4, "db21", lamp)
    seen = ""
    for tick in range(8):
        felt.clock.advance_to(tick * 125 * MS)
        seen += "#" if felt.lamp(4, "db21") else "_"
    assert seen == pattern


def test_no_lamp_blinks_after_the_table_is_closed() -> None:
    felt = Felt()
    felt.gpio.light(4, "db21", "removed")
    felt.gpio.close()
    felt.clock.advance_to(1000 * MS)
    assert not felt.lamp(4, "db21")


def test_a_chip_that_lands_between_the_reading_and_the_start_is_reported() -> None:
    felt = Felt()
    assert felt.gpio.levels() == Levels((), box=False)
    felt.clock.advance_to(40 * MS)
    felt.pins.cover(WIRING.spots[2, "main"])
    felt.start().clock.advance_to(500 * MS)
    assert felt.events == [ev.SpotChanged(40 * MS, 2, "main", True)]


def test_a_key_pressed_in_that_moment_counts_and_one_held_since_before_does_not() -> None:
    felt = Felt()
    felt.pins.cover(WIRING.keys["next", 0])
    felt.gpio.levels()
    felt.pins.cover(WIRING.keys["stand", 0])
    felt.start().clock.advance_to(500 * MS)
    assert felt.events == [ev.KeyPressed(0, "stand")]


def test_levels_of_a_running_table_are_what_it_believes() -> None:
    felt = Felt().start()
    felt.pins.cover(WIRING.spots[2, "main"])
    assert felt.gpio.levels() == Levels((), box=False)
    felt.clock.advance_to(30 * MS)
    assert felt.gpio.levels() == Levels(((2, "main"),), box=False)
    assert felt.events == [ev.SpotChanged(0, 2, "main", True)]


def test_an_edge_that_was_dropped_on_its_way_is_found_when_the_line_is_read_again() -> None:
    felt = Felt().start()
    pin = WIRING.spots[5, "main"]
    felt.pins.cover(pin)
    felt.pins.factories[pin.chip].pin(pin.line)._change_state(True)  # lifted, and nobody told us
    felt.clock.advance_to(500 * MS)
    assert felt.events == [ev.SpotChanged(0, 5, "main", True), ev.SpotChanged(30 * MS, 5, "main", False)]


def test_an_exception_in_one_callback_does_not_end_the_others() -> None:
    felt = Felt()

    def post(event: ev.Event) -> None:
        if event == ev.SpotChanged(0, 1, "main", True):
            raise RuntimeError("out of luck")
        felt.events.append(event)

    felt.gpio.start(post)
    felt.pins.cover(WIRING.spots[1, "main"])
    felt.pins.cover(WIRING.spots[2, "main"])
    felt.clock.advance_to(100 * MS)
    felt.pins.clear(WIRING.spots[1, "main"])
    felt.clock.advance_to(200 * MS)
    assert felt.events == [ev.SpotChanged(0, 2, "main", True), ev.SpotChanged(100 * MS, 1, "main", False)]
    hurt = felt.gpio.health().sensors[0]
    assert (hurt.name, hurt.errors, hurt.last_error) == ("seat 1 main", 1, "RuntimeError('out of luck')")
    assert felt.gpio.health().errors == 1


def test_nor_does_one_in_the_edge_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    felt = Felt().start()
    with monkeypatch.context() as patch:
        patch.setattr(felt.clock, "call_at", None)
        felt.pins.cover(WIRING.spots[1, "main"])
    felt.pins.cover(WIRING.spots[2, "main"])
    felt.clock.advance_to(100 * MS)
    assert felt.events == [ev.SpotChanged(0, 2, "main", True)]
    assert felt.gpio.health().sensors[0].errors == 1


def test_health_tells_the_technician_what_each_sensor_does() -> None:
    felt = Felt().start()
    felt.pins.cover(WIRING.spots[1, "db21"])
    felt.clock.advance_to(10 * MS)
    health = {sensor.name: sensor for sensor in felt.gpio.health().sensors}
    assert health["seat 1 db21"] == SensorHealth(
        "seat 1 db21", WIRING.spots[1, "db21"], False, True, 1, 0, False, 0, ""
    )
    assert health["box"].last_edge is None
    assert {"key stand", "key over29 5"} <= set(health)
    for tick in range(1, 60):
        (felt.pins.clear if tick % 2 else felt.pins.cover)(WIRING.spots[1, "db21"])
        felt.clock.advance_to(tick * 40 * MS)
    assert {sensor.name for sensor in felt.gpio.health().sensors if sensor.flapping} == {"seat 1 db21"}


def test_nothing_grows_on_a_bench_left_running() -> None:
    felt = Felt().start()
    felt.gpio.light(4, "db21", "removed")
    felt.gpio.light(3, "db21", "no_bet")
    for number in range(1000):
        (felt.pins.clear if number % 2 else felt.pins.cover)(WIRING.spots[1, "main"])
        felt.clock.advance_to(number * 125 * MS)
    histories = [len(pin.states) for chip in felt.pins.factories.values() for pin in chip.pins.values()]
    assert max(histories) <= HISTORY


class Stubborn:
    """A lamp whose chip can come loose."""

    def __init__(self) -> None:
        self.loose, self.written = False, list[bool]()

    @property
    def value(self) -> bool:
        return self.written[-1]

    @value.setter
    def value(self, on: bool) -> None:
        if self.loose:
            raise OSError("gone")
        self.written.append(on)

    def close(self) -> None:
        if self.loose:
            raise OSError("gone")


class Loose:
    def __init__(self) -> None:
        self.clock, self.lamp, self.events = VirtualClock(), Stubborn(), list[ev.Event]()
        self.bulbs = Bulbs({(1, "main"): self.lamp}, self.clock)


def test_a_lamp_that_cannot_be_switched_is_reported_once_and_lit_when_it_can() -> None:
    felt = Loose()
    felt.bulbs.start(felt.events.append)
    felt.lamp.loose = True
    for lamp in ("removed", "locked"):
        felt.bulbs.light((1, "main"), lamp)
    felt.clock.advance_to(2500 * MS)
    assert felt.events == [ev.DeviceLost(0, "lamps")]
    felt.lamp.loose = False
    felt.clock.advance_to(3500 * MS)
    assert felt.events[1:] == [ev.DeviceBack(3000 * MS, "lamps")]
    assert felt.lamp.value is True


def test_a_lamp_lost_before_the_start_is_reported_at_the_start_and_closes() -> None:
    felt = Loose()
    felt.lamp.loose = True
    felt.bulbs.light((1, "main"), "locked")
    felt.bulbs.start(felt.events.append)
    assert felt.events == [ev.DeviceLost(0, "lamps")]
    felt.bulbs.close()
    felt.clock.advance_to(5000 * MS)
    assert len(felt.events) == 1


def test_a_blink_never_switches_off_a_lamp_that_was_just_locked() -> None:
    """The lock comes from another thread in the middle of a blink's round."""
    clock, lamps = VirtualClock(), {(seat, "main"): Stubborn() for seat in range(1, 8)}
    bulbs = Bulbs(lamps, clock)
    for place in lamps:
        bulbs.light(place, "removed")
    bulbs._turn = lambda place: bulbs.light(place, "locked") or Bulbs._turn(bulbs, place)  # type: ignore[func-returns-value,method-assign]
    clock.advance_to(125 * MS)
    assert all(lamp.value for lamp in lamps.values())
