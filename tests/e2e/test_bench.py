"""The bench as a newcomer meets it: one command, a page that answers, a report, and Ctrl-C."""

import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from controller.cli import main
from controller.cli.bench.report import Tally, words
from drivers.sim.felt import Felt
from drivers.sim.ledger import Ledger
from tests.tables import LINES, setup

ROOT = Path(__file__).parents[2]
GAMES = {
    "dealer-bust-21 SD": ["--game", "dealer-bust-21"],
    "dealer-bust-21 WA": ["--jurisdiction", "WA", "--pay-table", "4"],
    "winners-option": ["--game", "winners-option"],
    "dealer-breakz": ["--game", "dealer-breakz"],
    "no-bust-21": ["--game", "no-bust-21", "--decks", "8"],
}


@contextmanager
def running(*options: str) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-m", "controller", "bench", "--port", "0", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def bench() -> Iterator["subprocess.Popen[str]"]:
    with running() as process:
        yield process


def address(bench: "subprocess.Popen[str]") -> str:
    assert bench.stdout is not None
    for line in bench.stdout:
        if found := re.search(r"http://\S+/", line):
            return found.group()
    raise AssertionError("the bench ended without an address")


def pictures(url: str) -> Iterator[dict[str, Any]]:
    with httpx.stream("GET", url + "events", timeout=60) as events:
        lines = (line.removeprefix("data: ") for line in events.iter_lines() if line.startswith("data: "))
        yield from (json.loads(line) for line in lines)


def test_it_plays_a_table_whose_page_answers(bench: "subprocess.Popen[str]") -> None:
    url = address(bench)
    assert "Upcard" in httpx.get(url).text
    locked = next(picture for picture in pictures(url) if picture.get("phase") in ("dealing", "playing"))
    assert any(spot["lamp"] == "locked" for seat in locked["seats"] for spot in seat["spots"])


def test_ctrl_c_ends_it_cleanly(bench: "subprocess.Popen[str]") -> None:
    address(bench)
    bench.send_signal(signal.SIGINT)
    output, _ = bench.communicate(timeout=30)
    assert bench.returncode == 0
    assert output.endswith("bench closed\n")
    assert "Traceback" not in output


def test_two_benches_live_side_by_side(bench: "subprocess.Popen[str]") -> None:
    with running("--game", "no-bust-21") as other:
        assert "Upcard" in httpx.get(address(bench)).text
        assert "Upcard" in httpx.get(address(other)).text


def test_a_port_in_use_is_said_and_ends_it() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "controller", "bench", "--port", port]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60, check=False)
    assert done.returncode == 2
    assert f"port {port}: Address already in use; choose another port" in done.stderr


def run(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, dict[str, Any]]:
    code = main(["bench", str(ROOT / "hw-config/bench.toml"), "--speed", "max", "--json", *options])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("game", GAMES)
def test_every_wager_survives_every_fault(capsys: pytest.CaptureFixture[str], game: str) -> None:
    code, report = run(capsys, *GAMES[game], "--rounds", "40", "--faults", "--seed", "7")
    assert report["wagers"]["broken"] == []
    assert report["rounds"] == 40
    assert report["wagers"]["admitted"] > 100
    assert sum(fault["injected"] for fault in report["faults"].values()) > 5
    assert {name for name, fault in report["faults"].items() if fault["handled"] != fault["injected"]} == set()
    assert code == 0


def test_a_seed_is_the_same_table_again(capsys: pytest.CaptureFixture[str]) -> None:
    _, first = run(capsys, "--rounds", "15", "--faults", "--seed", "3")
    _, again = run(capsys, "--rounds", "15", "--faults", "--seed", "3")
    _, other = run(capsys, "--rounds", "15", "--faults", "--seed", "4")
    told = [{**report, "seconds": 0, "rounds_per_second": 0} for report in (first, again, other)]
    assert told[0] == told[1] != told[2]


def test_without_faults_nothing_is_out_of_order(capsys: pytest.CaptureFixture[str]) -> None:
    code, report = run(capsys, "--rounds", "30")
    assert (code, report["void"], report["alerts"]) == (0, 0, {})
    assert [row["row"] for row in report["rows"]][:2] == ["A", "10"]
    assert all(0 < row["exact"] < 0.1 for row in report["rows"])


def test_what_a_visitor_moved_is_no_finding() -> None:
    report = Tally(setup(LINES[0]), 1, ledger := Ledger(Felt(6, 1)), None)
    ledger.breaks, ledger.broken = 1, ["round 1 (void): seat 2 main counts 500, 1000 lay there"]
    assert not report.report().sound
    assert "WAGERS NOT CONSERVED: round 1 (void)" in words(report.report(), as_json=False)
    report.visited = True
    assert report.report().sound
    assert "wagers not compared: a visitor moved chips" in words(report.report(), as_json=False)


def test_the_journal_can_be_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    journal = tmp_path / "bench.db"
    run(capsys, "--rounds", "3", "--journal", str(journal))
    assert main(["journal", "verify", str(journal)]) == 0
    assert main(["journal", "meters", str(journal), "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["rounds"] == 3


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--game", "poker"], "unknown game 'poker'; the games are"),
        (["--decks", "5"], "decks 5: dealer-bust-21 is played with 1, 2, 4, 6 or 8 decks"),
        (["--seats", "12"], "seats is 1 to 9, not 12"),
        (["--pay-table", "9"], "pay_table 9 does not exist; there are 1 to 4"),
        (["--game", "dealer-breakz", "--pay-table", "8"], "table BREAKZ-8 is incomplete in its source"),
        (["--game", "no-bust-21", "--jurisdiction", "WA"], "no-bust-21 takes no jurisdiction; leave it out"),
        (["--speed", "0"], "a speed is 0.1 to 10, or max, not '0'"),
        (["--speed", "nan"], "a speed is 0.1 to 10, or max, not 'nan'"),
        (["--rounds", "-1"], "a number from 1 on, not '-1'"),
        (["--port", "70000"], "a port is 0 to 65535, not '70000'"),
        (["no-such.toml"], "no-such.toml: No such file or directory; name a file under hw-config/"),
        (["--speed", "max", "--journal", "no/such/folder.db"], "make its folder writable for the table"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, options: list[str], said: str
) -> None:
    monkeypatch.chdir(ROOT)
    try:
        code = main(["bench", *options])
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    error = capsys.readouterr().err
    assert code == 2
    assert said in error
    assert error.count("\n") == 1
