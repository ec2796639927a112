"""The bench as a newcomer meets it: one command, a page that answers, and Ctrl-C."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def bench() -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-m", "controller", "bench", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT)
    yield process
    process.kill()
    process.communicate()


def address(bench: "subprocess.Popen[str]") -> str:
    assert bench.stdout is not None
    for line in bench.stdout:
        if found := re.search(r"http://\S+/", line):
            return found.group()
    raise AssertionError("the bench ended without an address")


def test_it_plays_a_table_whose_page_answers(bench: "subprocess.Popen[str]") -> None:
    url = address(bench)
    assert "Upcard" in httpx.get(url).text
    with httpx.stream("GET", url + "events", timeout=60) as events:
        lines = (line.removeprefix("data: ") for line in events.iter_lines() if line.startswith("data: "))
        pictures = (json.loads(line) for line in lines)
        locked = next(picture for picture in pictures if picture.get("phase") == "dealing")
    assert any(spot["lamp"] == "locked" for seat in locked["seats"] for spot in seat["spots"])


def test_ctrl_c_ends_it_cleanly(bench: "subprocess.Popen[str]") -> None:
    address(bench)
    bench.send_signal(signal.SIGINT)
    output, _ = bench.communicate(timeout=30)
    assert bench.returncode == 0
    assert output.endswith("bench closed\n")
    assert "Traceback" not in output


def test_a_port_in_use_is_said_and_ends_it(bench: "subprocess.Popen[str]") -> None:
    port = address(bench).rstrip("/").rsplit(":", 1)[1]
    command = [sys.executable, "-m", "controller", "bench", "--port", port]
    second = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60, check=False)
    assert second.returncode == 2
    assert f"port {port}: Address already in use; choose another port" in second.stderr
