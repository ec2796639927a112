"""A journal of the first version still verifies, replays to the same states and is gone on from."""

import shutil
from pathlib import Path

import pytest

from controller.journal import Journal, examine
from controller.recall import Source
from controller.recall.replay import replay
from controller.runtime import recover

GOLDEN = sorted(Path(__file__).parent.glob("golden-*.db"))


def copied(golden: Path, folder: Path) -> Path:
    """Reading leaves files beside a journal; not beside the kept one."""
    for end in ("", ".head"):
        shutil.copy(f"{golden}{end}", f"{folder}/j.db{end}")
    return folder / "j.db"


def test_the_first_version_is_kept() -> None:
    assert [path.name for path in GOLDEN] == ["golden-1.db"]


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_journal_replays_to_the_same_states_and_settlements(golden: Path, tmp_path: Path) -> None:
    path = copied(golden, tmp_path)
    found = replay(path, shown=False)
    assert (found.differences, examine(path).faults) == ([], ())
    assert found.states > 20


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: path.stem)
def test_a_table_goes_on_from_a_golden_journal(golden: Path, tmp_path: Path) -> None:
    path = copied(golden, tmp_path)
    source = Source(path)
    whole = [step.after for step in source.walk(source.beginning())]
    source.close()
    journal = Journal(path)
    assert recover(journal) == whole[-1]
    journal.close()
