"""Eight characters a seat on MAX7219 modules: the words, the bytes, and a bus that fails."""

import errno
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from luma.core.interface.serial import noop, spi
from luma.core.virtual import sevensegment
from luma.led_matrix.device import max7219
from luma.led_matrix.segment_mapper import dot_muncher

from controller.events import DeviceBack, DeviceLost, Event
from controller.outputs import Outputs, SeatPicture
from drivers.display.seven_segment import DisplayError, SevenSegmentDisplay, eight
from drivers.sim.clock import VirtualClock
from tests.drivers.fake_spi import GIVE_UP, NOOP, SHUTDOWN, FakeSpi

EMPTY = Outputs("betting", 1, "partial", (), ("", ""), (), "", None, False, (), (), (), None, True)
MODULES = 3
OPENING = 13
"""Transfers until the modules are on, and dark."""


def picture(*texts: str) -> Outputs:
    seats = tuple(SeatPicture(at, (), texts=(text, "LOSE") if text else ()) for at, text in enumerate(texts, 1))
    return msgspec.structs.replace(EMPTY, seats=seats)


def segments(text: str) -> bytes:
    return bytes(dot_muncher(text)).ljust(8, b"\0")


class Bench:
    def __init__(self) -> None:
        self.spi, self.clock = FakeSpi(MODULES), VirtualClock()
        self.events: list[Event] = []
        self.display = SevenSegmentDisplay(MODULES, self.clock, spi=self.spi, backoff=(0.0,))

    def start(self) -> "Bench":
        self.display.start(self.events.append)
        self.spi.until(lambda: len(self.spi.sent) >= OPENING)
        return self

    def show(self, *texts: str) -> None:
        """And wait until it is there."""
        self.display.show(picture(*texts))
        self.until(*texts)

    def until(self, *texts: str) -> None:
        self.spi.until(lambda: self.words() == [segments(text) for text in texts])

    def words(self) -> list[bytes]:
        return [self.spi.cells(module) for module in range(1, MODULES + 1)]


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.spi.gate.set()
    made.display.close()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("PAYS10-1", "PAYS10-1"), ("PAYS1-1", "PAYS1-1"), ("PAYS3-2", "PAYS3-2"), ("PAYS250-1", "PAY250-1"),
        ("PAYS1000-1", "CHECK"), ("PAY 75", "PAY 75"), ("PAY 9999", "PAY 9999"), ("PAY 10000", "PAY10000"),
        ("PAY 12345.50", "PAY12345"), ("PAY 99999.99", "PAY99999"), ("PAY 100000", "CHECK"),
        ("PAY 1234567", "CHECK"), ("PAY 37.50", "PAY37"), ("PAY 0.50", "CHECK"), ("ENVY 50", "ENVY 50"),
        ("ENVY 999", "ENVY 999"), ("ENVY 5000", "ENVY5000"), ("ENVY 12.50", "ENVY12"), ("ENVY 10000", "CHECK"),
        ("LOSE", "LOSE"), ("PUSH", "PUSH"), ("HALF", "HALF"), ("NO BET", "NO BET"), ("REMOVED", "REMOVED"),
        ("TUCK", "TUCK"), ("TUCK?", "TUCK?"), ("CHECK", "CHECK"), ("RETURN", "RETURN"), ("VOID", "VOID"),
        ("", ""), ("SOMETHING LONG", "CHECK"),
    ],
)  # fmt: skip
def test_the_words_of_the_procedure_in_eight_characters(text: str, shown: str) -> None:
    assert eight(text) == shown


@given(st.sampled_from(["PAY", "ENVY"]), st.integers(0, 10**9), st.sampled_from(["", ".01", ".50", ".99"]))
def test_money_never_loses_a_digit(word: str, dollars: int, cents: str) -> None:
    shown = eight(f"{word} {dollars}{cents}")
    assert len(shown) <= 8
    assert shown == "CHECK" or (shown.startswith(word) and shown.removeprefix(word).strip() == str(dollars))


@given(st.text())
def test_nothing_is_longer_or_cut(text: str) -> None:
    assert len(eight(text)) <= 8
    assert len(text) > 8 or eight(text) in (text, "CHECK") or "." in text


class TestBytes:
    def test_an_opening_is_luma_s_own(self, bench: Bench) -> None:
        luma = FakeSpi(MODULES)
        max7219(spi(spi=luma, gpio=noop()), cascaded=MODULES, contrast=0x70)
        assert bench.start().spi.sent == luma.sent
        assert bench.spi.opened == [(0, 0)]

    def test_every_seat_s_words_are_where_luma_puts_them(self, bench: Bench) -> None:
        luma = FakeSpi(MODULES)
        device = max7219(spi(spi=luma, gpio=noop()), cascaded=MODULES, contrast=0x70)
        sevensegment(device).text = "PAY 75  NO bET  PAYS.10-1"
        bench.start().display.show(picture("PAYS10-1", "NO BET", "PAY 75"))
        bench.until("PAYS.10-1", "NO bET", "PAY 75")
        assert bench.spi.registers == luma.registers

    def test_only_the_changed_module_is_written(self, bench: Bench) -> None:
        bench.start().show("", "LOSE", "")
        assert bench.spi.sent[OPENING:] == [
            [NOOP, 0, 0x05, 0x4F, NOOP, 0],
            [NOOP, 0, 0x06, 0x5B, NOOP, 0],
            [NOOP, 0, 0x07, 0x7E, NOOP, 0],
            [NOOP, 0, 0x08, 0x0E, NOOP, 0],
        ]

    def test_seat_1_is_next_to_the_controller_and_its_bytes_go_out_last(self, bench: Bench) -> None:
        bench.start().show("-", "", "")
        assert bench.spi.sent[OPENING:] == [[NOOP, 0, NOOP, 0, 0x08, 0x01]]

    def test_the_same_words_are_no_bytes(self, bench: Bench) -> None:
        bench.start().show("PUSH", "LOSE", "")
        sent = len(bench.spi.sent)
        bench.display.show(picture("PUSH", "LOSE", ""))
        bench.show("PUSH", "LOSE", "-")
        assert len(bench.spi.sent) == sent + 1

    @pytest.mark.parametrize(
        ("text", "seen"),
        [("PAYS10-1", "PAYS.10-1"), ("PAY 10250.75", "PAY.10250"), ("PAY 75", "PAY 75"), ("REMOVED", "REMOVEd")],
    )
    def test_what_could_be_misread_is_not(self, bench: Bench, text: str, seen: str) -> None:
        bench.start().display.show(picture(text))
        bench.until(seen, "", "")

    def test_a_seat_without_a_module_is_left_out(self, bench: Bench) -> None:
        bench.start().display.show(picture("LOSE", "", "", "PUSH"))
        bench.until("LOSE", "", "")

    def test_port_device_and_brightness_are_arguments(self) -> None:
        bus = FakeSpi(1)
        display = SevenSegmentDisplay(1, VirtualClock(), port=1, device=2, brightness=15, spi=bus)
        display.start(lambda event: None)
        bus.until(lambda: len(bus.sent) >= OPENING)
        display.close()
        assert bus.opened == [(1, 2)]
        assert [0x0A, 15] in bus.sent


class TestThread:
    def test_a_slow_bus_gets_the_newest_and_show_never_waits(self, bench: Bench) -> None:
        bench.start().spi.gate.clear()
        for number in range(1000):
            bench.display.show(picture(f"PAY {number}", "", ""))
        bench.display.show(picture("LOSE", "", ""))
        bench.spi.gate.set()
        bench.until("LOSE", "", "")
        assert len(bench.spi.sent) <= OPENING + 3 * 8, "the first, perhaps one between, the newest"

    def test_close_leaves_the_felt_dark(self, bench: Bench) -> None:
        bench.start().show("PAY 75", "LOSE", "")
        bench.display.close()
        assert bench.words() == [bytes(8)] * MODULES
        assert [module[SHUTDOWN] for module in bench.spi.registers] == [0] * MODULES
        assert bench.spi.closed == 1

    def test_a_failing_bus_is_reported_once_and_back_with_the_whole_picture(self, bench: Bench) -> None:
        bench.start().show("PUSH", "LOSE", "TUCK")
        bench.clock.advance_to(7)
        self.fail(bench, "PUSH", "LOSE", "CHECK")
        assert bench.events == [DeviceLost(7, "display")]
        bench.spi.registers[:] = [{} for _ in range(MODULES)]
        self.heal(bench)
        bench.until("PUSH", "LOSE", "CHECK")
        bench.show("", "", "")
        assert bench.events == [DeviceLost(7, "display"), DeviceBack(7, "display")]

    def test_the_picture_after_a_failure_is_the_newest(self, bench: Bench) -> None:
        bench.start()
        self.fail(bench, "PAY 75", "", "")
        bench.display.show(picture("", "", "LOSE"))
        self.heal(bench)
        bench.until("", "", "LOSE")

    def test_it_is_tried_ever_more_rarely(self) -> None:
        bus, waited = FakeSpi(1), list[float]()
        display = Patient(1, VirtualClock(), waited, spi=bus, backoff=(1.0, 2.0, 4.0))
        bus.fails = OSError(errno.EIO, "no")
        display.start(lambda event: None)
        assert display.given_up.wait(GIVE_UP)
        display.close()
        assert waited[:6] == [0.0, 1.0, 2.0, 4.0, 4.0, 4.0]

    def test_closing_a_table_does_not_wait_for_a_lost_bus(self) -> None:
        bus, lost = FakeSpi(1), threading.Event()
        display = SevenSegmentDisplay(1, VirtualClock(), spi=bus, backoff=(3600.0,))
        bus.fails = OSError(errno.EIO, "no")
        display.start(lambda event: lost.set())
        assert lost.wait(GIVE_UP)
        display.close()
        assert not [thread for thread in threading.enumerate() if thread.name == "seven-segment display"]

    def fail(self, bench: Bench, *texts: str) -> None:
        """Until it was tried a few times."""
        before = bench.spi.attempts
        bench.spi.fails = OSError(errno.EIO, "Input/output error")
        bench.display.show(picture(*texts))
        bench.spi.until(lambda: bench.spi.attempts > before + 3)

    def heal(self, bench: Bench) -> None:
        bench.spi.fails = None


class Patient(SevenSegmentDisplay):
    """Does not wait, but notes for how long it would have."""

    def __init__(
        self, modules: int, clock: VirtualClock, waited: list[float], *, spi: FakeSpi, backoff: tuple[float, ...]
    ) -> None:
        super().__init__(modules, clock, spi=spi, backoff=backoff)
        self._waited, self.given_up = waited, threading.Event()

    def _closes_within(self, delay: float) -> bool:
        self._waited.append(delay)
        if len(self._waited) == 6:
            self.given_up.set()
        return self.given_up.is_set()


def refuse(error: Exception) -> Callable[[int, int], None]:
    def opening(port: int, device: int) -> None:
        raise error

    return opening


class TestStart:
    @pytest.mark.parametrize(
        ("error", "text"),
        [
            (
                FileNotFoundError(errno.ENOENT, "No such file"),
                "no /dev/spidev0.1: switch SPI on (dtparam=spi=on in /boot/firmware/config.txt), "
                "or correct port and device",
            ),
            (
                PermissionError(errno.EACCES, "Permission denied"),
                "no permission for /dev/spidev0.1: add this user to its group spi "
                "(sudo usermod -aG spi USER), log in again",
            ),
            (OSError(errno.EIO, "broken"), "/dev/spidev0.1 cannot be opened: [Errno 5] broken"),
            (ModuleNotFoundError("spidev"), "spidev is not installed: pip install 'upcard[pi]'"),
        ],
    )
    def test_what_is_wrong_is_said_with_the_way_out(
        self, error: Exception, text: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        bus = FakeSpi(1)
        monkeypatch.setattr(bus, "open", refuse(error))
        with pytest.raises(DisplayError) as refusal:
            SevenSegmentDisplay(1, VirtualClock(), device=1, spi=bus).start(lambda event: None)
        assert str(refusal.value) == text

    def test_without_luma(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "luma.core.error", None)
        with pytest.raises(DisplayError) as refusal:
            SevenSegmentDisplay(1, VirtualClock(), spi=FakeSpi(1)).start(lambda event: None)
        assert str(refusal.value) == "luma is not installed: pip install 'upcard[pi]'"

    def test_a_brightness_that_does_not_exist(self) -> None:
        with pytest.raises(DisplayError, match=r"brightness 16 does not exist; give 0 \(dim\) to 15"):
            SevenSegmentDisplay(1, VirtualClock(), brightness=16)


@pytest.mark.parametrize("name", ["controller.runtime", "drivers.sim.rig", "drivers.display.seven_segment"])
def test_nobody_imports_luma_who_does_not_start_a_display(name: str) -> None:
    code = f"import {name}, sys; print(sorted({{'luma', 'PIL', 'lgpio'}} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
