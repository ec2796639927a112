"""The compiled copy is the same program: it finds nothing else in records that plain Python wrote."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.compiled import build
from tests.recovery.support import live, random_rounds, stop
from tests.recovery.test_golden import GOLDEN, copied

TABLES = 7
"""`random_rounds` goes round them by turns: all games."""


@pytest.fixture(scope="module")
def upcard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("compiled"))


def answer(upcard: Path, *words: str | Path) -> str:
    done = subprocess.run((upcard, *words), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_its_rules_are_compiled_and_its_data_is_not(upcard: Path) -> None:
    compiled = {path.name.partition(".")[0] for path in (upcard.parent / "controller").rglob("*.so")}
    assert {"draws", "bets", "results", "dealer_bust_21", "no_bust_21", "prompt", "evidence"} <= compiled
    assert not {"state", "model", "events", "picture"} & compiled


@pytest.mark.parametrize("table", range(TABLES))
def test_it_replays_what_plain_python_played(upcard: Path, tmp_path: Path, table: int) -> None:
    runtime, _ = live(tmp_path / "j.db", random_rounds()[table][1])
    stop(runtime)
    assert "differences: none" in answer(upcard, "journal", "replay", tmp_path / "j.db")


def test_it_replays_the_first_version(upcard: Path, tmp_path: Path) -> None:
    assert "differences: none" in answer(upcard, "journal", "replay", "--states", copied(GOLDEN[0], tmp_path))


def test_it_plays_a_script_to_the_same_results(upcard: Path) -> None:
    script = sorted((Path(__file__).parent / "rounds").rglob("*.txt"))[0]
    plain = subprocess.check_output((sys.executable, "-m", "controller", "script", script, "--json"), text=True)
    assert answer(upcard, "script", script, "--json") == plain
