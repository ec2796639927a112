"""The command around the checks: exit codes, JSON, unreadable files, the summary and the picture."""

import json
from pathlib import Path

import pytest

from controller import config
from controller.cli import main

BENCH = '[table]\nbench = true\ngame = "dealer-bust-21"\n\n[shoe]\nprotocol = "angel-eye"\n'
NO_BUST = BENCH.replace("dealer-bust-21", "no-bust-21")


@pytest.fixture
def good(tmp_path: Path) -> Path:
    file = tmp_path / "good.toml"
    file.write_text(BENCH)
    return file


def test_a_right_file_is_summed_up(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    limits = (
        "[table.limits]\nmain = { min = 500, max = 50000 }\ndb21 = { max = 10050 }\n\n[table.chips]\ndb21 = 500\n"
    )
    good.write_text(BENCH + limits)
    assert main(["check", str(good)]) == 0
    facts = "dealer-bust-21 SD-1, 7 seats, 6 decks, main $5 to $500, db21 to $100.50, db21 chip $5, a bench"
    assert capsys.readouterr().out == f"{good}: fine: {facts}\n"


def test_one_bad_file_does_not_hide_another(good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(BENCH + "colour = 1\n")
    assert main(["check", str(bad), str(good)]) == 1
    out = capsys.readouterr().out
    assert f"{bad}:7: unknown key of [shoe] 'colour'; there are protocol, port" in out
    assert f"{good}: fine" in out


def test_json_is_a_list_of_findings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.toml"
    file.write_text(NO_BUST.replace("bench = true", "bench = true\ndecks = 5"))
    assert main(["check", str(file), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [(each["line"], each["level"]) for each in found] == [(1, "warning"), (3, "error")]
    assert found[1] == {
        "file": str(file),
        "line": 3,
        "level": "error",
        "text": "decks 5: no-bust-21 is played with 2, 6, 7 or 8 decks",
    }


def test_json_of_a_right_file_is_empty(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(good), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


@pytest.mark.parametrize(
    ("content", "reason"),
    [(None, "No such file or directory"), (b"\xff\xfe", "not a text in UTF-8")],
)
def test_what_is_no_text_is_two(
    tmp_path: Path, content: bytes | None, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.toml"
    if content is not None:
        file.write_bytes(content)
    text = f"{reason}; name a file under hw-config/"
    assert main(["check", str(file)]) == 2
    assert capsys.readouterr().err == f"{file}: {text}\n"
    assert main(["check", str(file), "--json"]) == 2
    assert json.loads(capsys.readouterr().out) == [{"file": str(file), "line": None, "level": "error", "text": text}]


def test_the_picture_is_drawn(good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "table.svg"
    assert main(["check", str(good), "--wiring", str(picture)]) == 0
    assert "chip 0: Raspberry Pi header" in picture.read_text()
    assert main(["check", str(good), "--wiring", str(tmp_path)]) == 2
    assert "name a file that can be written" in capsys.readouterr().err
    assert main(["check", str(good), str(good), "--wiring", str(picture)]) == 2


def test_reading_a_bad_file_says_all_its_errors(good: Path) -> None:
    good.write_text(BENCH.replace("bench = true", "bench = true\ndecks = 5\nseats = 10"))
    with pytest.raises(config.ConfigError) as error:
        config.read(good)
    assert str(error.value).splitlines() == [
        f"{good}:3: decks 5: dealer-bust-21 is played with 1, 2, 4, 6 or 8 decks",
        f"{good}:4: seats is 1 to 9, not 10",
    ]


def test_a_bench_may_have_wires_of_its_own(good: Path) -> None:
    """A live file becomes a bench by one line; its wires are still checked."""
    live = (Path(__file__).parents[2] / "hw-config/table-dealer-bust-21.toml").read_text()
    good.write_text(live.replace("[table]\n", "[table]\nbench = true\n"))
    assert config.read(good).wiring is not None
    good.write_text(live.replace("[table]\n", "[table]\nbench = true\n").replace("stand = 17", "stand = 27"))
    with pytest.raises(config.ConfigError, match="line 27 of chip 0 is used twice"):
        config.read(good)
