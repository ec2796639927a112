"""What was kept of a line: the ring on disk, and decoding it again."""

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.events import Event
from drivers.serial_link import SerialLink
from drivers.shoe import find
from drivers.shoe.capture import MAGIC, Ring, older, records
from drivers.shoe.decode import decode_file
from drivers.sim.clock import MS, VirtualClock
from drivers.sim.shoe import SimShoe
from tests.shoe.streams import drawn

FRAME = bytes.fromhex("05 31 44 81 B8 03 34 46")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "line.raw"


def ring(path: Path, *kept: tuple[int, bytes], limit: int = 10_000) -> None:
    ring = Ring(path, limit)
    for at, data in kept:
        ring.write(at, data)
    ring.close()


def test_what_was_written_is_read(path: Path) -> None:
    ring(path, (5, b"abc"), (7, b""), (9, b"\x00"))
    assert list(records(path)) == [(5, b"abc"), (7, b""), (9, b"\x00")]


def test_a_new_process_goes_on_behind_the_old_one(path: Path) -> None:
    ring(path, (5, b"abc"))
    ring(path, (2, b"def"))
    assert list(records(path)) == [(5, b"abc"), (2, b"def")]


@pytest.mark.parametrize("torn", range(1, 15))
def test_a_torn_record_is_cut_off(path: Path, torn: int) -> None:
    ring(path, (5, b"abc"), (6, b"def"))
    path.write_bytes(path.read_bytes()[:-torn])
    assert list(records(path)) == [(5, b"abc")]
    ring(path, (7, b"ghi"))
    assert list(records(path)) == [(5, b"abc"), (7, b"ghi")]


def test_the_ring_stays_in_its_bounds_and_keeps_the_newest(path: Path) -> None:
    ring(path, *((at, b"x" * 50) for at in range(500)), limit=2_000)
    assert path.stat().st_size + older(path).stat().st_size <= 2_000
    stamps = [at for at, _ in records(path)]
    assert stamps == list(range(stamps[0], 500))
    assert len(stamps) > 15


def test_a_plain_dump(path: Path) -> None:
    path.write_bytes(b"\xff" + FRAME * 3)
    assert list(decode_file(path, "angel-eye", as_json=True)) == [
        '{"kind":"bad","offset":0,"bytes":"ff"}',
        '{"kind":"card","offset":1,"card":"8s"}',
    ]


def test_readable_lines(path: Path) -> None:
    shoe = find("angel-eye")()
    path.write_bytes(FRAME + shoe.encode(drawn("9h"), 4) + b"\x00")
    assert list(decode_file(path, "angel-eye", as_json=False)) == [
        "       0  card 8s",
        "      16  bad bytes 00",
        "       8  2 reports lost",
        "       8  card 9h",
    ]


def test_an_unknown_protocol_and_a_missing_file(path: Path) -> None:
    with pytest.raises(ValueError, match="unknown shoe protocol 'x'"):
        decode_file(path, "x", as_json=True)
    with pytest.raises(FileNotFoundError):
        decode_file(path, "angel-eye", as_json=True)


def number(number: int, card: str) -> bytes:
    return find("angel-eye")().encode(drawn(card), number)


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ([(0, number(1, "8s")), (100, number(1, "9h"))], ["unread"]),
        ([(0, number(1, "8s")), (101, number(1, "9h"))], ["card", "lost", "unread"]),
        ([(500, number(1, "8s")), (0, number(1, "9h"))], ["card", "lost", "unread"]),
        ([(0, number(1, "8s")), (500, number(4, "9h"))], ["card", "lost", "card"]),
        ([(0, number(1, "8s")), (500, b""), (501, number(4, "9h"))], ["card", "card"]),
        ([(0, number(1, "8s") * 2), (10, b""), (20, number(1, "8s"))], ["card"]),
        ([(0, number(1, "8s") * 2), (500, b""), (501, number(1, "8s"))], ["card", "card"]),
        ([(0, number(1, "8s")), (10, b""), (11, number(1, "9h"))], ["card", "unread"]),
        ([(0, number(1, "8s") * 2 + number(5, "9h"))], ["card", "lost", "card"]),
    ],
)
def test_silence_and_reopened_lines_count_as_they_did_live(
    path: Path, kept: list[tuple[int, bytes]], said: list[str]
) -> None:
    ring(path, (0, b""), *((at * MS, data) for at, data in kept))
    assert [line.split('"')[3] for line in decode_file(path, "angel-eye", as_json=True)] == said


def test_a_dispute_is_decoded_from_what_the_link_kept(path: Path) -> None:
    clock, kept, events = VirtualClock(), Ring(path), list[Event]()
    shoe = SimShoe("angel-eye", clock)
    link = SerialLink(shoe.port, find("angel-eye")(), clock, capture=kept)
    link.open(events.append)
    shoe.on_written = link.pump
    acts: list[Callable[[], None]] = [
        lambda: shoe.draw("8s"), shoe.unplug, shoe.plug, lambda: shoe.draw("Kd"), shoe.unread,
    ]  # fmt: skip
    for act in acts:
        act()
        clock.advance_to(clock.now() + 500 * MS)
    shoe.close()
    link.close()
    kept.close()
    assert [line.split('"')[3] for line in decode_file(path, "angel-eye", as_json=True)] == [
        "card", "card", "unread",
    ]  # fmt: skip
    assert path.read_bytes().startswith(MAGIC)


def test_a_full_disk_costs_the_evidence_and_not_the_shoe() -> None:
    class Full:
        def write(self, at: int, data: bytes) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

    clock, events = VirtualClock(), list[Event]()
    shoe = SimShoe("angel-eye", clock, fast=True)
    link = SerialLink(shoe.port, find("angel-eye")(), clock, capture=Full())
    link.open(events.append)
    shoe.draw("8s")
    link.pump()
    assert len(events) == 2
    assert link.health.capture_failures == 2
    link.close()
    shoe.close()
