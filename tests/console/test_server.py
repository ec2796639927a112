"""The console over HTTP: what it answers, to whom, with which headers, and how it ends."""

import json
import signal
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from controller.console.app import PAGES
from controller.console.events import FULL, MOST_STREAMS
from controller.console.server import serve
from drivers.display.web import WebDisplay
from tests.console.conftest import Console, StartConsole, StartCore
from tests.console.felt_pictures import BETTING, PLAYING, TABLE


@pytest.fixture
def web(console: Console) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=console.url, timeout=10) as client:
        yield client


def events(response: httpx.Response) -> Iterator[tuple[str, object]]:
    name = ""
    for line in response.iter_lines():
        if line.startswith("event: "):
            name = line[7:]
        elif line.startswith("data: "):
            yield name, json.loads(line[6:])


def wait_for(web: httpx.Client, wanted: str) -> None:
    with web.stream("GET", "/events") as response:
        assert any(name == wanted for name, _ in events(response))


class TestPage:
    @pytest.mark.parametrize("path", ["/", "/static/main.js", "/static/felt.css", "/state", "/nowhere", "/events"])
    def test_headers_of_every_answer(self, web: httpx.Client, path: str) -> None:
        with web.stream("GET", path) as response:
            assert response.headers["content-security-policy"].startswith("default-src 'self';")
            assert response.headers["x-content-type-options"] == "nosniff"
            assert response.headers["cache-control"] == "no-store"
            assert "server" not in response.headers

    @pytest.mark.parametrize("path", PAGES)
    def test_each_page_and_everything_it_names_is_here(self, web: httpx.Client, path: str) -> None:
        page = web.get(path).text
        names = [part.split('"')[0] for part in page.replace('src="', 'href="').split('href="')[1:]]
        assert len(names) >= 4
        assert all(web.get(name).status_code == 200 for name in names)
        assert "<style" not in page
        assert "<script>" not in page

    @pytest.mark.parametrize("path", ["/nowhere", "/static/nowhere.js", "/static/../app.py", "/static/%2e%2e/app.py"])
    def test_what_is_not_there(self, web: httpx.Client, path: str) -> None:
        assert web.get(path).status_code == 404

    @pytest.mark.parametrize("path", [*PAGES, "/state", "/events", "/static/main.js", "/api/rounds", "/api/meters"])
    @pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
    def test_nothing_can_be_written(self, web: httpx.Client, method: str, path: str) -> None:
        assert web.request(method, path).status_code == 405

    def test_a_head_request_does_not_hang(self, web: httpx.Client) -> None:
        assert web.head("/events").headers["content-type"].startswith("text/event-stream")


class TestHost:
    @pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "10.0.0.9", ""])
    def test_a_strangers_name_is_refused(self, web: httpx.Client, host: str) -> None:
        assert web.get("/state", headers={"host": host}).status_code == 400

    @pytest.mark.parametrize("host", ["localhost", "LOCALHOST:9", "127.0.0.1", "[::1]:8021"])
    def test_this_machines_names_are_not(self, web: httpx.Client, host: str) -> None:
        assert web.get("/", headers={"host": host}).status_code == 200


class TestState:
    def test_is_the_latest_picture(self, web: httpx.Client, core: WebDisplay) -> None:
        core.show(BETTING)
        wait_for(web, "picture")
        answer = web.get("/state")
        assert (answer.status_code, answer.json()["phase"]) == (200, "betting")

    def test_503_while_the_table_is_not_answering(self, web: httpx.Client, core: WebDisplay) -> None:
        core.close()
        wait_for(web, "offline")
        answer = web.get("/state")
        assert (answer.status_code, answer.json()) == (503, {"error": "The table is not answering"})


class TestEvents:
    def test_the_table_then_every_picture(self, web: httpx.Client, core: WebDisplay) -> None:
        core.show(BETTING)
        wait_for(web, "picture")
        with web.stream("GET", "/events") as response:
            said = events(response)
            assert next(said) == ("table", {"table": TABLE})
            for number in range(129, 140):
                assert isinstance(picture := next(said)[1], dict)
                assert picture["round"] == number - 1
                core.show(replace(BETTING, round=number))

    def test_says_offline_and_comes_back_with_the_core(
        self, web: httpx.Client, core: WebDisplay, start_core: StartCore
    ) -> None:
        core.show(BETTING)
        with web.stream("GET", "/events") as response:
            said = events(response)
            assert next(data for name, data in said if name == "picture")
            core.close()
            assert next(said) == ("offline", {})
            start_core({**TABLE, "name": "Table 5"}).show(PLAYING)
            assert next(said) == ("table", {"table": {**TABLE, "name": "Table 5"}})
            name, picture = next(said)
            assert isinstance(picture, dict)
            assert (name, picture["phase"]) == ("picture", "playing")

    def test_too_many_streams_are_turned_away(self, console: Console, web: httpx.Client) -> None:
        streams = [_open_stream(console.port) for _ in range(MOST_STREAMS)]
        try:
            assert all(stream.recv(12) == b"HTTP/1.1 200" for stream in streams)
            answer = web.get("/events")
            assert (answer.status_code, answer.text) == (503, FULL)
            assert web.get("/").status_code == 200
        finally:
            for stream in streams:
                stream.close()


def _open_stream(port: int) -> socket.socket:
    stream = socket.create_connection(("127.0.0.1", port), timeout=10)
    stream.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return stream


@pytest.fixture
def short_path() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="upcard") as folder:
        yield Path(folder) / "table.sock"


PATIENT_PROGRAM = """
import sys
from pathlib import Path
from controller.console.patience import Patient
from controller.console.server import serve
Patient.seconds = 0.1
serve(Path(sys.argv[1]), "127.0.0.1", 0, announce=lambda url: print(url, flush=True))
"""


def test_half_a_request_is_not_waited_for_and_a_stream_is(short_path: Path) -> None:
    patient = Console(short_path, PATIENT_PROGRAM)
    core = WebDisplay(short_path, TABLE)
    with httpx.Client(base_url=patient.url, timeout=10) as web, web.stream("GET", "/events") as response:
        told = events(response)
        assert any(name == "table" for name, _ in told)
        for said in (
            b"GET / HTTP/1.1\r\nHost: localhost\r\nX-",
            b"GET /state HTTP/1.1\r\nHost: localhost\r\n\r\nGET",
        ):
            with socket.create_connection(("127.0.0.1", patient.port)) as slow:
                slow.sendall(said)
                while slow.recv(4096):
                    pass
        core.show(PLAYING)
        assert any(name == "picture" for name, _ in told)
    core.close()
    assert patient.stop() == (0, "")


class TestTheEnd:
    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
    def test_open_streams_do_not_delay_it(
        self, start_console: StartConsole, short_path: Path, number: signal.Signals
    ) -> None:
        console = start_console(short_path)
        with httpx.stream("GET", f"{console.url}events", timeout=10) as response:
            said = events(response)
            assert next(said) == ("offline", {})
            assert console.stop(number) == (0, "")
            assert list(said) == []

    def test_nor_does_a_browser_that_never_reads(self, start_console: StartConsole, short_path: Path) -> None:
        core = WebDisplay(short_path, TABLE)
        console = start_console(short_path)
        stuck = _open_stream(console.port)
        with httpx.stream("GET", f"{console.url}events", timeout=10) as watched:
            said = events(watched)
            for number in range(60):  # 12 MB: more than the kernel holds for a stream
                core.show(replace(PLAYING, round=number, badge="x" * 200_000))
                assert any(isinstance(data, dict) and data.get("round") == number for _, data in said)
        code, complaint = console.stop()
        assert code == 0
        assert "Traceback" not in complaint
        assert "without completing response" in complaint  # it was stuck, and was cut
        stuck.close()
        core.close()

    def test_a_taken_port_is_said_in_one_line(self, console: Console, short_path: Path) -> None:
        with pytest.raises(OSError, match="cannot serve the page") as refusal:
            serve(short_path, "127.0.0.1", console.port)
        assert str(refusal.value) == (
            f"cannot serve the page at 127.0.0.1 port {console.port}: Address already in use; choose another port"
        )
