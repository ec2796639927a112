"""`upcard math` as a user runs it: the words of formats.md, the refusals, the pictures."""

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main

BREAKZ = ("BREAKZ-1", "BREAKZ-2", "BREAKZ-3", "BREAKZ-4", "BREAKZ-5", "BREAKZ-6", "BREAKZ-13")


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["math", *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def same(numbers: Any, exact: Any) -> None:
    """Every exact text stands beside the number it is."""
    for name, value in exact.items():
        if isinstance(value, dict):
            same(numbers[name], value)
        else:
            assert float(Fraction(value)) == pytest.approx(numbers[name], rel=1e-12)


def test_breakz_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, "dealer-breakz", "--decks", "6", "--soft17", "hit")
    assert list(found["bust_by_up_card"]) == ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T"]
    assert list(found["bust_by_cards"]) == ["3", "4", "5", "6", "7", "8+"]
    assert tuple(found["pay_tables"]) == BREAKZ
    assert set(found["pay_tables"]["BREAKZ-3"]) == {"rtp", "edge", "hit", "variance"}
    assert found["pay_tables"]["BREAKZ-3"]["edge"] == pytest.approx(0.0621, abs=5e-5)
    assert found["dealer_envy"] == pytest.approx(0.1416, abs=5e-5)
    assert list(found["incomplete"]) == [f"BREAKZ-{number}" for number in range(7, 13)]
    assert set(found["exact"]["bust_by_cards"]) == set(found["bust_by_cards"])
    same(found, found["exact"])


def test_dealer_bust_21_has_both_states_tables(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, "dealer-bust-21", "--decks", "1")
    assert list(found["pay_tables"]) == ["SD-1", "SD-2", "SD-3", "SD-4", "WA-1", "WA-2", "WA-3", "WA-4"]
    assert "SD-1" not in asked(capsys, "dealer-bust-21", "--jurisdiction", "WA")["pay_tables"]
    assert list(asked(capsys, "dealer-bust-21", "--pay-table", "WA-4")["pay_tables"]) == ["WA-4"]
    assert "stud" not in found
    same(found, found["exact"])


def test_winners_option_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, "winners-option", "--left", "1,0,0,0,0,1,1,1,1,4,0,0,0", "--peek", "no")
    assert set(found["d_bet"]) == {"win", "lose", "push", "half", "edge"}
    assert "bust_after_peek" not in found
    same(found, found["exact"])


def test_no_bust_21_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, "no-bust-21", "--decks", "2")
    assert list(found["dealer_totals"]) == [str(total) for total in range(18, 28)]
    assert sum(found["dealer_totals"].values()) == pytest.approx(1)
    assert found["stud"]["counts"]["suited_three_of_a_kind"] == 0
    assert found["stud"]["total"] == 182_104
    assert set(found["mimic"]) == {"win", "lose", "push", "edge"}
    same(found, found["exact"])


def test_the_bonus_needs_a_full_shoe(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, "no-bust-21", "--left", "1,0,0,0,0,1,0,1,1,4,0,0,0")
    assert "stud" not in found


def test_the_operators_rows_complete_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    rows = ["--pay-table", "BREAKZ-7", "--pay-rows", "6:40", "7:100", "8+:250"]
    found = asked(capsys, "dealer-breakz", *rows)
    assert found["pay_tables"] == {
        "BREAKZ-7": asked(capsys, "dealer-breakz", "--pay-table", "6")["pay_tables"]["BREAKZ-6"]
    }


def test_a_simulation_says_that_it_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, "dealer-breakz", "--simulate", "500", "--seed", "4")
    assert set(found["base_game_simulated"]) == {"rounds", "edge", "error", "seed"}
    assert "base_game_simulated" not in found["exact"]
    assert main(["math", "dealer-breakz", "--simulate", "500"]) == 0
    assert "Base game, SIMULATED, not exact: edge" in capsys.readouterr().out


def test_the_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["math", "dealer-breakz", "--soft17", "hit"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("dealer-breakz, 6 decks, dealer hits soft 17; all figures exact\n")
    assert "│  BREAKZ-3 │  6.2143% │ 93.7857% │ 28.5760% │   3.7501 │" in out
    assert "Dealer Envy costs $0.1416 on average per wager of at least $5" in out


REFUSED = {
    "chess": "unknown game 'chess'; the games are dealer-breakz, dealer-bust-21, no-bust-21, winners-option",
    "dealer-breakz --decks 1": "decks 1: dealer-breakz is played with 2, 4, 6 or 8 decks",
    "winners-option --soft17 stand": "soft17 'stand': winners-option fixes 'hit' (SD 20:18:15:30.08(3))",
    "dealer-bust-21 --jurisdiction NV": "jurisdiction 'NV' is not known; dealer-bust-21 has SD or WA",
    "dealer-bust-21 --pay-table WA-9": "pay_table 9 does not exist; there are 1 to 4",
    "dealer-bust-21 --pay-table XX-1": (
        "pay table 'XX-1' does not exist; there are SD-1, SD-2, SD-3, SD-4, WA-1, WA-2, WA-3, WA-4"
    ),
    "dealer-bust-21 --pay-table WA-1 --jurisdiction SD": (
        "pay table WA-1 is not one of SD; leave one of the two out"
    ),
    "dealer-breakz --pay-rows 6:40": "--pay-rows fill one table; name it with --pay-table",
    "winners-option --pay-table 1": (
        "winners-option has no choice of pay tables; leave --pay-table and --pay-rows out"
    ),
    "dealer-breakz --left 1,2,3": "a shoe has 13 counts, one for each of A 2 3 4 5 6 7 8 9 10 J Q K; 3 are given",
    "dealer-breakz --decks 2 --left 9,8,8,8,8,8,8,8,8,8,8,8,8": "9 cards of rank A: 2 decks hold 0 to 8 of them",
    "dealer-breakz --plot edge.jpg": "edge.jpg: a picture is a .svg or a .png; name it so",
    "dealer-breakz --plot no/such/folder.svg": (
        "no/such/folder.svg: No such file or directory; name a file that can be written"
    ),
    "no-bust-21 --simulate 10": "no-bust-21 has no basic strategy to simulate; its mimic player is exact",
}  # fmt: skip


@pytest.mark.parametrize("words", REFUSED)
def test_what_has_no_answer_is_refused(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["math", *words.split()]) == 2
    assert capsys.readouterr().err == f"upcard: {REFUSED[words]}\n"


def test_an_incomplete_table_is_refused_with_its_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["math", "dealer-breakz", "--pay-table", "BREAKZ-7"]) == 2
    found = capsys.readouterr()
    assert not found.out
    assert "table BREAKZ-7 lacks its rows 6, 7, 8+" in found.err
    assert "the edge is 23.4167%, the most it can be" in found.err


def test_a_picture_names_all_that_it_shows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "edge.svg"
    assert main(["math", "dealer-bust-21", "--plot", str(file)]) == 0
    words = {element.text for element in ET.parse(file).iter("{http://www.w3.org/2000/svg}text")}
    assert {"SD-4", "WA-4", "1 deck", "8 decks", "pay table", "up card", "T", "stands on soft 17"} <= words
    assert "House edge of the side bet, dealer stands on soft 17" in words


def test_a_picture_as_png(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "edge.png"
    assert main(["math", "dealer-breakz", "--plot", str(file)]) == 0
    assert file.read_bytes().startswith(b"\x89PNG")


def test_a_png_without_pillow_is_refused_with_what_to_install() -> None:
    code = "import sys; sys.modules['PIL'] = None\nfrom controller.cli import main\nsys.exit(main(sys.argv[1:]))"
    words = ["math", "dealer-breakz", "--plot", "edge.png"]
    found = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
    assert found.returncode == 2
    assert found.stderr == "upcard: edge.png: a .png needs Pillow; install it (pip install pillow) or name a .svg\n"
