"""A disk that is full or cannot be written: money is not shown, the dealer is told, the record stays whole."""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from controller.events import Event
from controller.journal import Journal, JournalError, examine
from controller.outputs import outputs
from controller.runtime import Runtime, recover
from tests.recovery.support import Screen, Stopped, follow_all, live, opening, random_rounds, stop, written
from tests.tables import LINES

SMALL = 200
"""Kilobytes."""


@contextmanager
def small_disk(folder: Path, kilobytes: int = SMALL) -> Iterator[Path]:
    """A tmpfs of its own."""
    folder.mkdir(exist_ok=True)
    mount("mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "upcard", str(folder))
    try:
        yield folder
    finally:
        mount("umount", "--lazy", str(folder))


def mount(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True)


@cache
def may_mount() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        try:
            with small_disk(Path(folder)):
                return True
        except (OSError, subprocess.CalledProcessError):
            return False


@contextmanager
def small_table(folder: Path) -> Iterator[tuple[Runtime, Screen]]:
    """On a small tmpfs; where nobody may mount one, in a database that may not grow."""
    if may_mount():
        with small_disk(folder / "disk") as disk:
            yield live(disk / "j.db", ())
        return
    runtime, screen = live(folder / "j.db", ())
    runtime._writer._journal._db.execute(f"PRAGMA max_page_count={SMALL // 4}")
    yield runtime, screen


def test_a_full_disk_shows_no_money_says_so_and_keeps_what_was_durable(tmp_path: Path) -> None:
    line, happened = next(one for one in random_rounds() if one[0] == LINES[0])
    with small_table(tmp_path) as (runtime, screen):
        shown = fill(runtime, line, happened)
        assert runtime._writer.failed
        told = screen.pictures[-1]
        assert (told.prompt, told.results) == (("RECORD NOT WRITTEN", "Stop dealing"), ())
        assert not [text for seat in told.seats for text in seat.texts]
        journal = runtime._writer._journal
        assert len(screen.pictures) - 1 == journal.seq == shown
        runtime.post(happened[-1])
        assert len(screen.pictures) - 1 == shown
        assert examine(journal.path).faults == ()
        assert screen.pictures[-2] == outputs(recover(journal) or follow_all(happened)[0])
        stop(runtime)


def fill(runtime: Runtime, line: str, happened: tuple[Event, ...]) -> int:
    """The same round over and over until nothing more can be written; how many events were durable."""
    for event in opening(line):
        runtime.post(event)
        runtime.flush()
    while True:
        for event in happened[len(opening(line)) :]:
            runtime.post(event)
            runtime.flush()
            if runtime._writer.failed:
                return runtime._writer.durable


def test_a_record_that_becomes_read_only_shows_no_money(tmp_path: Path) -> None:
    happened = random_rounds()[0][1]
    runtime, screen = live(tmp_path / "j.db", happened[:-1])
    runtime._writer._journal._db.execute("PRAGMA query_only=1")
    runtime.post(happened[-1])
    runtime.flush()
    assert screen.pictures[-1].prompt == ("RECORD NOT WRITTEN", "Stop dealing")
    assert screen.pictures[-1].results == ()
    assert runtime.state is not None
    assert [alert.kind for alert in runtime.state.alerts][-1:] == ["disk"]
    stop(runtime)


def test_a_table_does_not_start_where_it_cannot_write(tmp_path: Path) -> None:
    (tmp_path / "j.db.lock").mkdir()
    with pytest.raises(JournalError) as refused:
        Runtime(Journal(tmp_path / "j.db"), Stopped())
    assert str(refused.value) == f"{tmp_path}/j.db: Is a directory; make its folder writable for the table"


@contextmanager
def read_only(folder: Path) -> Iterator[Path]:
    """A journal on a disk that became read-only; where nobody may mount, one whose lock cannot be had."""
    if not may_mount():
        written(folder / "j.db", rounds=1).close()
        (folder / "j.db.lock").unlink()
        (folder / "j.db.lock").mkdir()
        yield folder / "j.db"
        return
    with small_disk(folder / "disk", 4000) as disk:
        written(disk / "j.db", rounds=1).close()
        mount("mount", "-o", "remount,ro", str(disk))
        yield disk / "j.db"


def test_a_read_only_disk_can_be_read_and_not_played_on(tmp_path: Path) -> None:
    with read_only(tmp_path) as path:
        assert examine(path).faults == ()
        with pytest.raises(JournalError, match="make its folder writable for the table"):
            Journal(path)
