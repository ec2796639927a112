"""Table scripts through pty, pyserial and mock pins; what they say, and what is said of bad ones."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from controller.cli import main

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted((ROOT / "tests" / "rounds").rglob("*.txt"))
HEAD = "table dealer-bust-21 SD seats 3\n"


def run(*files: Path | str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "controller", "script", *map(str, files), "--json"]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.relative_to(ROOT / "tests/rounds").as_posix())
def test_every_round_we_tell_is_played_so(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["script", str(script), "--json"]) == 0, capsys.readouterr().out


def test_the_same_bytes_give_the_same_json_twice() -> None:
    first, second = run(*SCRIPTS), run(*SCRIPTS)
    assert first.stdout == second.stdout
    assert len(first.stdout.splitlines()) == len(SCRIPTS)


def test_a_failed_expectation_says_what_was_seen(tmp_path: Path) -> None:
    script = tmp_path / "round.txt"
    script.write_text(HEAD + "chip 1 main\nexpect phase dealing\ndraw 9h\nexpect settle 1 main win\n")
    result = run(script)
    found = json.loads(result.stdout)
    assert result.returncode == 1
    assert not found["ok"]
    assert found["failures"] == [
        {"line": 3, "expected": "expect phase dealing", "got": "phase betting"},
        {"line": 5, "expected": "expect settle 1 main win", "got": "results none at that spot"},
    ]
    assert found["rounds"][0]["status"] == "partial"


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        ("chipp 1 main", "2: unknown line 'chipp'; there are chip, take, draw, unread, cut, box, press, badge, do,"
         " shoe, power, wait, expect"),
        ("draw 9h 1h", "2: no such card '1h'; a card is a rank A 2 … 10 J Q K and a suit s h d c, as in 10h"),
        ("chip 4 main", "2: no seat 4; this table has seats 1 to 3"),
        ("\nchip 1 stud", "3: unknown spot 'stud'; there are main, db21"),
        ("chip x main", "2: seat must be a number, not 'x'"),
        ("press fold", "2: unknown key 'fold'; there are stand, double, split, surrender, insurance, over29, dealer,"
         " next, burn, shuffle"),
        ("press stand 1", "2: stand is for the hand in turn and takes no seat; insurance, over29 do"),
        ("do dance", "2: unknown command 'dance'; there are open, close, shuffle, burn, amount, deal-in, deal-out,"
         " player, resume, void, correct, assign, admit, refuse, seat, service, test, leave, pay-table"),
        ("do amount 1 main", "2: this line is written `do amount SEAT SPOT CENTS`"),
        ("badge in boss", "2: unknown role 'boss'; there are dealer, supervisor, technician"),
        ("expect lamp 1 main green", "2: unknown lamp 'green'; there are open, locked, no_bet, removed"),
        ("expect settle 1 main won", "2: unknown outcome 'won'; there are win, lose, push, half, returned, award"),
        ("+soon chip 1 main", "2: milliseconds, as in `+20 chip 1 db21`, must be a number, not 'soon'"),
        ("box shut", "2: unknown word 'shut'; there are on, off"),
    ],
)  # fmt: skip
def test_a_word_that_makes_no_sense_has_its_place_and_the_way_out(tmp_path: Path, lines: str, error: str) -> None:
    script = tmp_path / "round.txt"
    script.write_text(HEAD + lines + "\n")
    result = run(script)
    assert (result.returncode, result.stderr) == (2, f"{script}:{error}\n")


@pytest.mark.parametrize(
    ("table", "error"),
    [
        ("table bingo", "unknown game 'bingo'; the games are dealer-breakz, dealer-bust-21, no-bust-21,"
         " winners-option"),
        ("table dealer-bust-21 pay-table 9", "pay_table 9 does not exist; there are 1 to 4"),
        ("table dealer-bust-21 colour red", "unknown table option 'colour'; there are pay-table, seats, decks,"
         " soft17, up-card, peek,"
         " shoe, panel, box, burn, smallest-chip, pay-rows, dealer-envy, envy, cap, surrender"),
        ("table dealer-bust-21 seats 12", "seats is 1 to 9, not 12"),
        ("table dealer-bust-21 shoe stud", "unknown shoe 'stud'; there are angel-eye, bee-tek"),
        ("table winners-option panel none", "winners-option can only be followed with a full panel; use panel full"),
        ("table dealer-bust-21 WA panel none", "WA needs to know totals over 29; use panel over29 or panel full"),
        ("chip 1 main", "a script begins with its table, as in `table dealer-bust-21 SD`"),
    ],
)  # fmt: skip
def test_a_table_that_may_not_open_is_refused(tmp_path: Path, table: str, error: str) -> None:
    script = tmp_path / "round.txt"
    script.write_text("# a comment\n" + table + "\n")
    result = run(script)
    assert (result.returncode, result.stderr) == (2, f"{script}:2: {error}\n")


def test_one_bad_script_does_not_hide_the_others(tmp_path: Path) -> None:
    bad, good = tmp_path / "bad.txt", tmp_path / "good.txt"
    bad.write_text("nonsense\n")
    good.write_text(HEAD + "expect phase betting\n")
    result = run(bad, tmp_path / "none.txt", good)
    assert result.returncode == 2
    assert json.loads(result.stdout)["ok"] is True
    assert f"{tmp_path / 'none.txt'}: No such file or directory; give a table script" in result.stderr
