"""Past rounds, meters and exports over HTTP, with a real records process beside the table's socket."""

import csv
import io
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from controller.cli.records import RecordsProcess, records_socket
from tests.console.conftest import Console, StartConsole
from tests.console.live import answering
from tests.recovery.support import written

ROUNDS = 12
NO_EXPORT = "no ended round 99 in the record; one that is on can be exported when it is over"


@pytest.fixture
def web(console: Console) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=console.url, timeout=10) as client:
        yield client


@pytest.fixture(scope="module")
def recorded(console: Console, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    journal = tmp_path_factory.mktemp("past") / "journal.db"
    written(journal, ROUNDS).close()
    process = RecordsProcess(journal, records_socket(console.path))
    answering(records_socket(console.path))
    yield
    process.close()


@pytest.mark.parametrize("path", ["rounds", "rounds/1", "meters", "export.csv", "export.jsonl?round=1"])
def test_503_where_nobody_keeps_records(web: httpx.Client, path: str) -> None:
    answer = web.get(f"/api/{path}")
    assert (answer.status_code, answer.json()) == (503, {"error": "The table's records are not answering"})


@pytest.mark.usefixtures("recorded")
class TestRecords:
    def test_rounds_newest_first(self, web: httpx.Client) -> None:
        found = web.get("/api/rounds", params={"limit": 3, "before": 10}).json()
        assert ([one["round"] for one in found["rounds"]], found["more"]) == ([9, 8, 7], True)

    def test_an_empty_field_asks_for_nothing(self, web: httpx.Client) -> None:
        found = web.get("/api/rounds?before=&limit=&round=&seat=&alert=").json()
        assert len(found["rounds"]) == ROUNDS

    def test_one_round(self, web: httpx.Client) -> None:
        assert web.get("/api/rounds/5").json()["round"]["round"] == 5

    def test_meters(self, web: httpx.Client) -> None:
        assert web.get("/api/meters").json()["rounds"] == ROUNDS

    def test_exports_are_files(self, web: httpx.Client) -> None:
        answer = web.get("/api/export.csv?round=5")
        assert {row["round"] for row in csv.DictReader(io.StringIO(answer.text))} == {"5"}
        assert answer.headers["content-disposition"] == 'attachment; filename="round-5.csv"'
        lines = web.get("/api/export.jsonl").text.splitlines()
        assert [json.loads(line)["round"] for line in lines] == list(range(1, ROUNDS + 1))

    @pytest.mark.parametrize(
        ("path", "status", "error"),
        [
            ("rounds/99", 404, "no round 99 in the record; rounds count from 1"),
            ("rounds?round=x", 400, "round is a number, not 'x'"),
            ("rounds?before=-1", 400, "before is a number, not '-1'"),
            ("export.csv?round=1e9", 400, "round is a number, not '1e9'"),
            ("export.pdf", 404, "Not Found"),
            ("rounds/" + "9" * 5000, 400, "round is a number, not '99999999999999999999'"),
            ("rounds/-1", 400, "round is a number, not '-1'"),
            ("export.csv?round=99", 404, NO_EXPORT),
            ("export.jsonl?round=99", 404, NO_EXPORT),
        ],
    )
    def test_what_cannot_be_answered(self, web: httpx.Client, path: str, status: int, error: str) -> None:
        answer = web.get(f"/api/{path}")
        assert (answer.status_code, answer.json()) == (status, {"error": error})


def test_an_export_that_was_cut_off_does_not_look_whole(start_console: StartConsole) -> None:
    def half(records: socket.socket) -> None:
        client, _ = records.accept()
        client.recv(4096)
        client.sendall(b'{"round":1}\n')
        client.close()

    with tempfile.TemporaryDirectory(prefix="upcard") as folder, socket.socket(socket.AF_UNIX) as records:
        console = start_console(Path(folder) / "table.sock")
        records.bind(f"{folder}/records.sock")
        records.listen()
        threading.Thread(target=half, args=(records,)).start()
        with pytest.raises(httpx.RemoteProtocolError):
            httpx.get(f"{console.url}api/export.jsonl", timeout=10)


def test_the_records_process_ends_with_its_table(console: Console, tmp_path: Path) -> None:
    written(tmp_path / "journal.db", 1).close()
    path = console.path.with_name("others.sock")
    program = (
        "import sys; from pathlib import Path; from controller.cli.records import RecordsProcess\n"
        "RecordsProcess(Path(sys.argv[1]), Path(sys.argv[2])); sys.stdin.read()"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "journal.db"), str(path)]
    table = subprocess.Popen(command, stdin=subprocess.PIPE)
    answering(path)
    table.kill()
    table.communicate()
    gone(path)


def gone(path: Path) -> None:
    deadline = time.monotonic() + 20
    while path.exists() and time.monotonic() < deadline:
        os.sched_yield()
    assert not path.exists()
