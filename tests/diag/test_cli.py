"""`upcard diag` as a technician meets it: the screen, the JSON, the exit codes, the way out of bad input."""

import io
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.console import Console

from controller.cli import main
from controller.cli.diag.report import report
from controller.cli.diag.screen import show
from tests.diag.running import SOUND, Running
from tests.diag.simulated import DEALT, Simulated

Said = pytest.CaptureFixture[str]


def test_the_screen_of_seven_seats_with_faults_fits_100_by_40(config: Path, running: Running) -> None:
    running.devices = replace(
        SOUND, shoe=replace(SOUND.shoe, bad=100), spots=tuple(replace(spot, state="flapping") for spot in SOUND.spots)
    )
    screen = io.StringIO()
    show(report(config)[0], Console(file=screen, width=100, height=40))
    lines = screen.getvalue().splitlines()
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 100
    assert re.search(r"^BAD +seat 7 +main clear FLAPPING", "\n".join(lines), re.MULTILINE)


def test_fine_is_exit_0_and_said(config: Path, running: Running, capsys: Said) -> None:
    assert main(["diag", str(config)]) == 0
    assert "LOOK clock" in (said := capsys.readouterr().out) or "OK   clock" in said
    assert said.splitlines()[-1].startswith("Ready")


def test_a_table_in_play_is_ready(config: Path, simulated: Simulated, capsys: Said) -> None:
    simulated.play(DEALT)
    assert main(["diag", str(config)]) == 0
    said = capsys.readouterr().out
    assert re.search(r"OK +table +running, playing, round 1", said)
    assert re.search(r"OK +seat 1 +main covered 1/0, db21 covered 1/0", said)
    assert re.search(r"OK +lamps +2 locked, 4 no_bet; walk test not asked", said)
    assert not re.search(r"\b6s\b", said)


def test_a_bad_line_is_exit_1(config: Path, running: Running, capsys: Said) -> None:
    running.devices = replace(SOUND, shoe=replace(SOUND.shoe, open=False))
    assert main(["diag", str(config), "--no-walk"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "NOT ready: mend the lines with BAD first."


def test_json(config: Path, running: Running, capsys: Said) -> None:
    assert main(["diag", "--json", str(config)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["running"] is True
    assert found["name"] == "Table 4"
    shoe = next(line for line in found["lines"] if line["line"] == "shoe")
    assert shoe["state"] == "ok"
    assert shoe["seen"].startswith("416 frames, 1 bad, last card 9h: angel-eye on /dev/serial/by-id/")


@pytest.mark.parametrize("words", [[], ["report"], ["bundle"], ["watch"]])
def test_a_file_that_is_not_there(folder: Path, capsys: Said, words: list[str]) -> None:
    assert main(["diag", *words, str(folder / "table.toml")]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"upcard: {folder}/table.toml: No such file or directory; name a file under hw-config/\n"


def test_a_command_without_its_file(capsys: Said) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["diag"])
    assert capsys.readouterr().err == (
        "upcard: the following arguments are required: CONFIG; see `upcard diag report --help`\n"
    )


def test_a_technician_at_a_terminal_is_asked(config: Path, running: Running) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "controller", "diag", str(config)]
    asked = subprocess.Popen(command, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    os.write(ours, b"what?\nyes\ny\nn\n")
    said = asked.communicate(timeout=60)[0].decode()
    os.close(ours)
    os.close(theirs)
    assert asked.returncode == 1
    assert said.count("Walk the lamps and displays?") == 2
    assert re.search(r"OK +lamps .*walked, all seen", said)
    assert re.search(r"BAD +displays .*walked, NOT all seen", said)


def test_nothing_heavy_is_loaded_for_the_help() -> None:
    code = "import sys; from controller.cli import main\ntry: main(['diag', '--help'])\nexcept SystemExit: pass\n"
    code += "print(sorted({'rich', 'gpiozero', 'serial', 'cryptography', 'msgspec'} & set(sys.modules)))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).splitlines()[-1] == "[]"
