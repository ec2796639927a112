"""What the page may change: with a badge at the table, what its role may; on a bench, its lines; else nothing."""

import socket
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from controller.cli.requests import NO_BENCH
from controller.console.guard import MOST
from controller.events import BadgeIn, Command
from controller.recall import Source
from tests.console.conftest import Console, StartConsole
from tests.console.live import LiveTable
from tests.console.test_server import events, wait_for


@pytest.fixture(scope="module")
def console(start_console: StartConsole) -> Iterator[Console]:
    with tempfile.TemporaryDirectory(prefix="upcard") as folder:
        console = start_console(Path(folder) / "table.sock")
        yield console
        assert console.stop() == (0, "")


@pytest.fixture
def web(console: Console) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=console.url, timeout=10, headers={"origin": console.url.rstrip("/")}) as client:
        yield client


Start = Callable[..., LiveTable]


@pytest.fixture
def start(console: Console, web: httpx.Client, tmp_path: Path) -> Iterator[Start]:
    """A table, once the page sees it."""
    started: list[LiveTable] = []

    def begin(bench: bool = False) -> LiveTable:
        started.append(LiveTable(console.path, tmp_path / "journal.db", bench))
        wait_for(web, "picture")
        return started[-1]

    yield begin
    for table in started:
        table.close()
        wait_for(web, "offline")


@pytest.fixture
def table(start: Start) -> LiveTable:
    return start()


def do(web: httpx.Client, *words: str, reason: str = "") -> tuple[int, dict[str, Any]]:
    answer = web.post("/api/do", json={"words": words, "reason": reason})
    return answer.status_code, answer.json()


class TestCommands:
    def test_a_badge_s_command_is_obeyed_and_recorded_with_its_reason(
        self, web: httpx.Client, table: LiveTable
    ) -> None:
        table.table.post(BadgeIn(0, "dealer", "Ana"))
        assert do(web, "open", reason="the shift begins") == (200, {"ok": True})
        assert table.table.state is not None
        assert table.table.state.phase == "betting"
        table.table.flush()
        source = Source(table.journal)
        said = [step.record.event for step in source.walk(source.beginning())][-1]
        assert isinstance(said, Command)
        assert (said.words, said.badge, said.reason) == (("open",), "Ana", "the shift begins")

    def test_a_wrong_role_is_refused_and_recorded(self, web: httpx.Client, table: LiveTable) -> None:
        table.table.post(BadgeIn(0, "dealer", "Ana"))
        before = table.table.seq
        assert do(web, "void") == (409, {"error": "REFUSED: void needs another badge"})
        assert table.table.seq == before + 1

    def test_without_a_badge_the_page_changes_nothing(self, web: httpx.Client, table: LiveTable) -> None:
        before = (table.table.seq, table.table.state)
        assert do(web, "open") == (409, {"error": "REFUSED: open needs a badge at the table"})
        assert (table.table.seq, table.table.state) == before

    def test_what_does_not_fit_is_said_as_the_table_says_it(self, web: httpx.Client, table: LiveTable) -> None:
        table.table.post(BadgeIn(0, "supervisor", "Bo"))
        assert do(web, "resume") == (409, {"error": "REFUSED: not while closed"})

    def test_nobody_answers(self, web: httpx.Client) -> None:
        wait_for(web, "offline")
        for path in ("/api/do", "/api/bench"):
            answer = web.post(path, json={})
            assert (answer.status_code, answer.json()) == (503, {"error": "The table is not answering"})


class TestBench:
    def test_a_line_is_done_on_a_bench(self, web: httpx.Client, start: Start) -> None:
        table = start(bench=True)
        assert web.post("/api/bench", json={"line": "chip 1 main"}).json() == {"ok": True}
        assert table.lines == ["chip 1 main"]

    @pytest.mark.parametrize(
        ("line", "why"),
        [("nonsense", "unknown line"), (7, "a bench's line is a text, as in `chip 1 main`")],
    )
    def test_one_that_cannot_be_done(self, web: httpx.Client, start: Start, line: object, why: str) -> None:
        start(bench=True)
        answer = web.post("/api/bench", json={"line": line})
        assert (answer.status_code, answer.json()) == (400, {"error": why})

    def test_a_live_table_has_none(self, web: httpx.Client, table: LiveTable, console: Console) -> None:
        assert web.post("/api/bench", json={"line": "chip 1 main"}).status_code == 404
        with socket.socket(socket.AF_UNIX) as visitor, visitor.makefile("rb") as said:
            visitor.connect(str(console.path))
            visitor.sendall(b'{"id":1,"bench":"chip 1 main"}\n')
            assert next(line for line in said if b"answer" in line) == (
                b'{"answer":1,"error":"' + NO_BENCH.encode() + b'"}\n'
            )


JSON = {"content-type": "application/json"}
BAD: dict[str, tuple[int, dict[str, str], bytes]] = {
    "a stranger's page": (403, {"origin": "http://evil.example"}, b'{"words":["open"]}'),
    "another port of this machine": (403, {"origin": "http://127.0.0.1:1"}, b'{"words":["open"]}'),
    "a page without an address": (403, {"origin": "null"}, b'{"words":["open"]}'),
    "no origin": (403, {"origin": ""}, b'{"words":["open"]}'),
    "a form": (415, {"content-type": "text/plain"}, b'{"words":["open"]}'),
    "too much": (413, JSON, b'{"words":["' + b"x" * MOST + b'"]}'),
    "no JSON": (400, JSON, b"open"),
    "no UTF-8": (400, JSON, b'{"words":["\xff"]}'),
    "no object": (400, JSON, b"[]"),
    "nested too deeply": (400, JSON, b"[" * 3000),
    "nothing": (400, JSON, b""),
    "no words": (400, JSON, b"{}"),
    "a text": (400, JSON, b'{"words":"open"}'),
    "no word": (400, JSON, b'{"words":[]}'),
    "a number": (400, JSON, b'{"words":[1]}'),
    "a line in a word": (400, JSON, b'{"words":["open\\n"]}'),
    "many words": (400, JSON, b'{"words":[' + b'"1",' * 20 + b'"1"]}'),
    "a long reason": (400, JSON, b'{"words":["open"],"reason":"' + b"x" * 300 + b'"}'),
    "a reason that is none": (400, JSON, b'{"words":["open"],"reason":{}}'),
    "an origin that is no address": (403, {"origin": "http://["}, b'{"words":["open"]}'),
    "another kind of address": (403, {"origin": "ftp://127.0.0.1"}, b'{"words":["open"]}'),
    "half a character": (400, JSON, b'{"words":["\\ud800"]}'),
}


@pytest.mark.parametrize(("status", "headers", "body"), BAD.values(), ids=BAD)
def test_a_bad_request_changes_nothing(
    web: httpx.Client, table: LiveTable, status: int, headers: dict[str, str], body: bytes
) -> None:
    table.table.post(BadgeIn(0, "dealer", "Ana"))
    before = table.table.seq
    answer = web.post("/api/do", content=body, headers={**JSON, **headers})
    assert answer.status_code == status
    assert "\n" not in answer.json()["error"]
    assert table.table.seq == before


@pytest.mark.parametrize(
    "body",
    [b'{"words":["open"],"reason":"'.ljust(MOST - 2, b"x") + b'"}', b'{"words":[' + b"1e15," * 800 + b"1]}"],
    ids=["as long as a body may be", "longer when it is said again"],
)
def test_a_request_too_long_for_the_table_costs_nobody_the_table(
    web: httpx.Client, table: LiveTable, body: bytes
) -> None:
    answer = web.post("/api/do", content=body, headers=JSON)
    assert (answer.status_code, answer.json()) == (413, {"error": f"A request has at most {MOST} bytes"})
    assert do(web, "open") == (409, {"error": "REFUSED: open needs a badge at the table"})


def test_a_stranger_s_name_for_this_machine_is_refused(web: httpx.Client, table: LiveTable) -> None:
    headers = {**JSON, "host": "evil.example", "origin": "http://evil.example"}
    assert web.post("/api/do", content=b'{"words":["open"]}', headers=headers).status_code == 400


def test_devices_are_told_without_the_hole_card(web: httpx.Client, table: LiveTable) -> None:
    table.deal("9h", "7c", "5d", "6s")
    with web.stream("GET", "/events?devices=1") as response:
        told = next(data for name, data in events(response) if name == "devices")
    assert isinstance(told, dict)
    devices = told["devices"]
    assert [spot["spot"] for spot in devices["spots"]] == ["main", "db21"] * 3
    assert devices["shoe"]["last_card"] is None
    assert devices["shoe"]["last_frame"] is None
    assert devices["shoe"]["bytes"] is None, "a bee-tek shoe says 10S in one byte more than 9S"
    assert devices["badge"] == {"reader": "simulated", "state": "ok", "role": None}
    assert devices["journal"]["writing"]
