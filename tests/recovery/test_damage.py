"""Files cut and bits flipped at random places: `verify` finds every one, and no start is silently wrong.

A file that was closed properly is found out whatever was changed. After a kill the database and its WAL hold bytes
that mean nothing (pages overwritten later, unused space): there, what can still be read is the judge.
"""

import sqlite3
from pathlib import Path
from random import Random

import pytest

from controller.journal import Journal, JournalError, examine
from controller.recall import Source
from controller.runtime import recover
from tests.recovery.kill import left_behind
from tests.recovery.support import damaged, memory_folder, written

CASES = 1000
ENDS = ("", "-wal", ".head")

Files = dict[str, bytes]


def test_a_closed_journal_is_found_out_whatever_was_changed() -> None:
    with memory_folder() as folder:
        journal = written(folder / "j.db", rounds=6, days=3)
        reference = recover(journal)
        journal.close()
        files = {end: Path(f"{folder}/j.db{end}").read_bytes() for end in ("", ".head")}
        assert examine(folder / "j.db").faults == ()
        for case in range(CASES):
            path = put(folder / "damaged.db", hurt(files, case, ("",)))
            assert found_out(path), f"case {case}"
            assert starts_right(path, reference), f"case {case}"


def test_a_killed_journal_is_found_out_where_anything_is_missing_or_changed() -> None:
    unharmed = 0
    with memory_folder() as folder:
        journal = written(folder / "j.db", rounds=6, days=3)
        reference = recover(journal)
        copy = left_behind(folder / "j.db", folder / "copy.db")
        files = {end: Path(f"{copy}{end}").read_bytes() for end in ENDS}
        journal.close()
        whole = content(put(folder / "whole.db", files))
        for case in range(CASES):
            path = put(folder / "damaged.db", hurt(files, case, ENDS))
            unharmed += content(path) == whole
            assert found_out(path) or content(path) == whole, f"case {case}"
            assert starts_right(path, reference), f"case {case}"
    assert unharmed < CASES // 2


def hurt(files: Files, case: int, ends: tuple[str, ...]) -> Files:
    choice = Random(case)
    end = choice.choice(ends)
    harmed = damaged(files[end], choice)
    return {**files, end: harmed if harmed != files[end] else files[end][:-1]}


def put(path: Path, files: Files) -> Path:
    for old in path.parent.glob(path.name + "*"):
        old.unlink()
    for end, data in files.items():
        Path(f"{path}{end}").write_bytes(data)
    return path


def found_out(path: Path) -> bool:
    try:
        return bool(examine(path).faults)
    except JournalError:
        return True


def starts_right(path: Path, reference: object) -> bool:
    """Refused in one line, or exactly where it was."""
    try:
        journal = Journal(path)
    except JournalError as error:
        return "\n" not in str(error)
    try:
        return recover(journal) == reference
    except JournalError:
        return True
    finally:
        journal.close()


def content(path: Path) -> object:
    """All that can be read, or why not."""
    try:
        db = sqlite3.connect(path)
        tables = ("records", "snapshots", "seals")
        found = [db.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in tables]
        db.close()
    except sqlite3.Error as error:
        return str(error)
    return found, Path(f"{path}.head").read_bytes()


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ("UPDATE records SET body = replace(body, '500', '700') WHERE seq = 20", "record 20 does not follow"),
        ("DELETE FROM records WHERE seq = 20", "record 20 does not follow"),
        ("DELETE FROM records WHERE seq = 1", "record 1 does not follow"),
        ("UPDATE snapshots SET state = zeroblob(9) WHERE seq = (SELECT max(seq) FROM snapshots)", "was changed"),
        ("UPDATE seals SET day = day + 1 WHERE last = (SELECT min(last) FROM seals)", "the seal at record"),
        ("UPDATE seals SET head = zeroblob(32)", "is not the one that was sealed"),
        ("DELETE FROM records WHERE seq > (SELECT max(seq) - 3 FROM records)", "its end is missing"),
    ],
)
def test_what_was_changed_is_named(tmp_path: Path, damage: str, fault: str) -> None:
    path = tmp_path / "j.db"
    written(path, rounds=4, days=3).close()
    with sqlite3.connect(path) as db:
        db.execute(damage)
    assert fault in " ".join(examine(path).faults)


def test_a_start_on_a_broken_end_is_refused_with_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    written(path, rounds=2).close()
    with sqlite3.connect(path) as db:
        last = db.execute("SELECT max(seq) FROM records").fetchone()[0]
        db.execute("DELETE FROM snapshots")
        db.execute("UPDATE records SET body = replace(body, 'boot', 'root') WHERE seq = ?", (last,))
    with pytest.raises(JournalError) as refused:
        Journal(path)
    assert str(refused.value) == (
        f"{path}: record {last} does not follow from the ones before it; "
        "see `upcard journal verify`, restore the file or move it away"
    )
    with pytest.raises(JournalError, match=f"record {last} does not follow"):
        list(Source(path).walk(Source(path).beginning()))
