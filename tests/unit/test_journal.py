"""The record: durable, chained, one writer, and honest about damage."""

import sqlite3
import threading
import zlib
from pathlib import Path

import pytest

from controller import events as ev
from controller.journal import Journal, JournalError, Record, Writer, verify


def record(seq: int) -> Record:
    return Record(seq, "boot", 0, ev.CardDrawn(seq, "Ah"))


def filled(path: Path, count: int = 5) -> Journal:
    journal = Journal(path)
    journal.append([record(seq) for seq in range(1, count + 1)])
    return journal


def test_what_was_appended_is_read_back_in_order(tmp_path: Path) -> None:
    journal = filled(tmp_path / "journal.db")
    assert list(journal.records(after=3)) == [record(4), record(5)]
    journal.close()
    again = Journal(tmp_path / "journal.db")
    assert (again.seq, list(again.records())) == (5, [record(seq) for seq in range(1, 6)])


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE records SET body = replace(body, 'Ah', 'As') WHERE seq = 3",
        "DELETE FROM records WHERE seq = 3",
        "UPDATE records SET link = zeroblob(32) WHERE seq = 3",
    ],
)
def test_verify_names_the_first_record_that_was_touched(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "journal.db"
    filled(path).close()
    assert verify(path) is None
    with sqlite3.connect(path) as db:
        db.execute(damage)
    assert verify(path) == 3


def test_a_second_instance_is_refused_with_the_way_out(tmp_path: Path) -> None:
    journal = filled(tmp_path / "journal.db")
    with pytest.raises(JournalError, match="another upcard has this journal open; stop it first"):
        Journal(tmp_path / "journal.db")
    journal.close()


def test_a_file_that_is_no_journal_is_refused_with_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_text("this is no database " * 100)
    with pytest.raises(JournalError, match="file is not a database; restore the file or move it away"):
        Journal(path)


def test_the_writer_publishes_what_is_durable(tmp_path: Path) -> None:
    journal, marks, done = Journal(tmp_path / "journal.db"), [], threading.Event()

    def durable(seq: int) -> None:
        marks.append(seq)
        if seq == 200:
            done.set()

    writer = Writer(journal, durable, lambda: None)
    for seq in range(1, 201):
        writer.put(record(seq))
    assert done.wait(30)
    writer.close()
    assert marks == sorted(marks)
    assert len(list(journal.records())) == 200


def test_a_disk_that_fails_makes_nothing_durable_and_says_so(tmp_path: Path) -> None:
    journal, failed = Journal(tmp_path / "journal.db"), threading.Event()
    shown: list[int] = []
    journal._db.execute("DROP TABLE records")
    writer = Writer(journal, shown.append, failed.set)
    writer.put(record(1))
    assert failed.wait(30)
    writer.close()
    assert shown == []


def test_a_warmed_journal_overwrites_its_wal_and_is_like_any_other(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    journal = Journal(path, warm=True)
    size = Path(f"{path}-wal").stat().st_size
    for seq in range(1, 51):
        journal.append([record(seq)])
    assert Path(f"{path}-wal").stat().st_size == size > 400_000
    journal.close()
    assert verify(path) is None


def test_a_snapshot_of_another_version_is_passed_over_while_all_records_are_there(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    journal.append([record(1)], (1, {"seq": "not a number"}))
    assert journal.snapshot(Record) == (0, None)
    journal._db.execute("DELETE FROM records WHERE seq = 1")
    journal.append([record(2)])
    with pytest.raises(JournalError, match="its snapshot is of another version; start with that one once"):
        journal.snapshot(Record)


def test_a_layout_of_a_later_version_is_refused(tmp_path: Path) -> None:
    filled(tmp_path / "journal.db").close()
    with sqlite3.connect(tmp_path / "journal.db") as db:
        db.execute("PRAGMA user_version = 9")
    with pytest.raises(JournalError, match="layout 9 is not known here; use the Upcard that wrote it"):
        Journal(tmp_path / "journal.db")


def test_a_refused_journal_is_not_held(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_text("this is no database " * 100)
    for _ in range(2):
        with pytest.raises(JournalError, match="file is not a database"):
            Journal(path)


def test_the_head_file_says_how_far_the_record_goes(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    journal = filled(path)
    assert Path(f"{path}.head").read_text() == f"{5:020d} {journal.link.hex()} -------- \n"
    journal.close()
    closed = Path(f"{path}.head").read_text().split()
    assert int(closed[2], 16) == zlib.crc32(path.read_bytes())


def test_an_end_that_was_written_and_is_gone_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    filled(path).close()
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM records WHERE seq = 5")
    with pytest.raises(JournalError, match="it ends at record 4, but record 5 was written"):
        Journal(path)


def test_every_snapshot_of_a_batch_is_kept(tmp_path: Path) -> None:
    journal, done = Journal(tmp_path / "journal.db"), threading.Event()
    writer = Writer(journal, lambda seq: done.set() if seq == 6 else None, lambda: None)
    for seq in range(1, 7):
        writer.put(record(seq), snapshot={"seq": seq} if seq % 2 else None)
    assert done.wait(30)
    writer.close()
    kept = journal._db.execute("SELECT seq FROM snapshots ORDER BY seq").fetchall()
    assert kept == [(1,), (3,), (5,)]
