"""Seals, signatures and retention: what was closed stays closed, and nothing goes that somebody may ask for."""

import sqlite3
from pathlib import Path

import pytest

from controller.cli import main
from controller.journal import Journal, JournalError, examine
from controller.journal.marks import Mark, add_mark, marks_path
from controller.journal.prune import Keep, prune
from controller.journal.signing import make_key, read_public_key
from controller.recall import Source
from controller.recall.replay import replay
from controller.runtime import recover
from tests.recovery.support import DAWN, DAY, written

Say = pytest.CaptureFixture[str]
LATER = DAWN + 10 * DAY


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Five days, all but the last one sealed."""
    written(tmp_path / "j.db", rounds=20, days=5).close()
    return tmp_path / "j.db"


def export_all(path: Path) -> None:
    add_mark(path, Mark("exported", 1, examine(path).last, 0))


def test_a_day_is_sealed_at_the_end_of_a_round(path: Path) -> None:
    with sqlite3.connect(path) as db:
        seals = db.execute("SELECT first, last, day FROM seals ORDER BY last").fetchall()
        ends = {seq for (seq,) in db.execute("SELECT seq FROM snapshots")}
    assert [day for _, _, day in seals] == [20_000 + n for n in range(len(seals))]
    assert [first for first, _, _ in seals] == [1, *(last + 1 for _, last, _ in seals[:-1])]
    assert {last for _, last, _ in seals} <= ends
    assert len(seals) >= 4


def test_nothing_is_pruned_before_it_is_exported(path: Path) -> None:
    done = prune(path, Keep(days=1), LATER)
    assert (done.segments, done.records) == (0, 0)
    assert done.kept.endswith("are not exported")


def test_pruned_days_are_gone_and_the_rest_is_whole(path: Path) -> None:
    export_all(path)
    journal = Journal(path)
    before = recover(journal)
    journal.close()
    done = prune(path, Keep(days=8), DAWN + 11 * DAY)
    report = examine(path)
    assert done.segments >= 2
    assert (report.first, report.faults, done.kept) == (done.records + 1, (), "")
    assert replay(path).counts == {}
    journal = Journal(path)
    assert recover(journal) == before
    journal.close()


def test_a_record_that_is_too_big_loses_its_oldest_days_only_as_far_as_needed(path: Path) -> None:
    export_all(path)
    assert prune(path, Keep(size=100_000_000), LATER).segments == 0
    some = prune(path, Keep(size=path.stat().st_size * 3 // 4), LATER)
    assert 0 < some.segments < 4
    prune(path, Keep(size=1), LATER)
    assert Source(path).last_round() == 20


def test_a_disputed_round_stays_until_it_is_released(path: Path, capsys: Say) -> None:
    export_all(path)
    assert main(["journal", "dispute", str(path), "2", "--note", "seat 1"]) == 0
    assert prune(path, Keep(days=1), LATER).kept.endswith("hold a disputed round")
    assert main(["journal", "recall", str(path), "2"]) == 0
    assert main(["journal", "dispute", str(path), "2", "--release"]) == 0
    assert prune(path, Keep(days=1), LATER).kept == ""
    assert main(["journal", "recall", str(path), "2"]) == 1
    capsys.readouterr()


def test_a_damaged_mark_stops_pruning_and_is_told(path: Path) -> None:
    export_all(path)
    text = marks_path(path).read_bytes()
    marks_path(path).write_bytes(text.replace(b'"first":1', b'"first":2'))
    with pytest.raises(JournalError, match=r"j\.db\.marks:1: damaged; restore the file from a copy"):
        prune(path, Keep(days=1), LATER)
    assert "damaged" in examine(path).faults[0]


def test_export_marks_what_it_wrote(path: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "out.csv")
    assert main(["journal", "export", str(path), "--format", "csv", "--output", out, "--mark"]) == 0
    assert prune(path, Keep(days=1), LATER).kept == ""


def test_a_table_that_runs_is_not_pruned(path: Path, capsys: Say) -> None:
    journal = Journal(path)
    assert main(["journal", "prune", str(path), "--days", "1"]) == 2
    assert capsys.readouterr().err == f"upcard: {path}: another upcard has this journal open; stop it first\n"
    journal.close()


def test_a_signed_head_vouches_for_all_before_it(path: Path, tmp_path: Path, capsys: Say) -> None:
    key = tmp_path / "journal.key"
    assert main(["journal", "key", str(key)]) == 0
    assert key.stat().st_mode & 0o777 == 0o400
    assert main(["journal", "sign", str(path), "--key", str(key)]) == 0
    report = examine(path, read_public_key(tmp_path / "journal.key.pub"))
    assert (report.signed, report.faults) == (1, ())
    assert main(["journal", "verify", str(path), "--key", f"{key}.pub"]) == 0
    assert capsys.readouterr().out.endswith(", 1 signatures\n")


def test_a_forged_chain_does_not_have_the_signature(path: Path, tmp_path: Path) -> None:
    """Somebody writes the whole record again, links, marks and all: only the signature tells."""
    make_key(tmp_path / "key")
    main(["journal", "sign", str(path), "--key", str(tmp_path / "key")])
    other = tmp_path / "other.db"
    written(other, rounds=20, days=5, seed=4).close()
    marks_path(other).write_bytes(marks_path(path).read_bytes())
    assert "is not the one that was signed" in " ".join(examine(other).faults)


def test_a_signature_by_another_key_is_told(path: Path, tmp_path: Path) -> None:
    make_key(tmp_path / "key")
    other = read_public_key(make_key(tmp_path / "other"))
    main(["journal", "sign", str(path), "--key", str(tmp_path / "key")])
    assert "is not by this key" in examine(path, other).faults[0]


def test_a_key_is_never_replaced(tmp_path: Path, capsys: Say) -> None:
    make_key(tmp_path / "key")
    before = (tmp_path / "key").read_bytes()
    assert main(["journal", "key", str(tmp_path / "key")]) == 2
    assert capsys.readouterr().err == (
        f"upcard: {tmp_path}/key: there is a key already; signatures need it, keep it\n"
    )
    assert (tmp_path / "key").read_bytes() == before
