"""Requests on the table's socket: what is answered, to whom, and who is dropped."""

import json
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from drivers.display.client import LONGEST, MOST_ASKED, MOST_UNREAD, Client, Nuisance
from drivers.display.web import WebDisplay
from tests.drivers.test_displays import FACTS, Watcher, path, picture, watch

__all__ = ["path", "watch"]
Connect = Callable[[], Watcher]


def echo(request: dict[str, Any]) -> dict[str, Any]:
    if request.get("ask") == "trouble":
        raise RuntimeError("out of luck")
    return {"said": request.get("ask")}


@pytest.fixture
def asked(path: Path) -> Iterator[WebDisplay]:
    display = WebDisplay(path, FACTS, echo)
    yield display
    display.close()


def line(**request: object) -> bytes:
    return json.dumps(request).encode() + b"\n"


def welcomed(watcher: Watcher) -> Watcher:
    assert watcher.next() == {"table": FACTS}
    return watcher


def test_each_client_gets_the_answers_to_its_own_requests(asked: WebDisplay, watch: Connect) -> None:
    one, other = welcomed(watch()), welcomed(watch())
    one.socket.sendall(line(id=7, ask="a") + line(id=8, ask="b"))
    other.socket.sendall(line(id=7, ask="c"))
    assert [one.next(), one.next()] == [{"answer": 7, "said": "a"}, {"answer": 8, "said": "b"}]
    assert other.next() == {"answer": 7, "said": "c"}


def test_a_request_may_come_in_pieces(asked: WebDisplay, watch: Connect) -> None:
    watcher = welcomed(watch())
    for byte in line(id=1, ask="slow"):
        watcher.socket.sendall(bytes([byte]))
    assert watcher.next() == {"answer": 1, "said": "slow"}


def test_pictures_go_on_beside_the_answers(asked: WebDisplay, watch: Connect) -> None:
    watcher = welcomed(watch())
    watcher.socket.sendall(line(id=1, ask="x"))
    assert watcher.next()["answer"] == 1
    asked.show(picture(number=5))
    assert watcher.next()["round"] == 5


def test_a_note_is_told_to_all_and_to_who_comes_later(asked: WebDisplay, watch: Connect) -> None:
    early = welcomed(watch())
    asked.tell({"bench": {"autoplay": False}})
    assert early.next() == welcomed(watch()).next() == {"bench": {"autoplay": False}}


def test_a_request_that_goes_wrong_does_not_end_the_socket(
    asked: WebDisplay, watch: Connect, capsys: pytest.CaptureFixture[str]
) -> None:
    watcher = welcomed(watch())
    watcher.socket.sendall(line(id=1, ask="trouble") + line(id=2, ask="x"))
    assert watcher.next() == {"answer": 1, "error": "the table could not do it; see its log"}
    assert watcher.next() == {"answer": 2, "said": "x"}
    assert "out of luck" in capsys.readouterr().err


def test_a_table_that_takes_no_requests_says_so(path: Path, watch: Connect) -> None:
    display = WebDisplay(path, FACTS)
    watcher = welcomed(watch())
    watcher.socket.sendall(line(id=3, do=["void"]))
    assert watcher.next() == {"answer": 3, "error": "this table takes no requests"}
    display.close()


NUISANCES = {
    "no JSON": b"GET / HTTP/1.1\r\n\r\n",
    "an empty line": b"\n",
    "no object": b"[1]\n",
    "no id": b'{"do":["void"]}\n',
    "an id that is no number": b'{"id":true,"ask":"x"}\n',
    "nested too deeply": b"[" * 4000 + b"\n",
    "no UTF-8": b'{"id":1,"ask":"\xff"}\n',
    "too long": line(id=1, ask="x" * LONGEST),
    "no end": b"x" * (LONGEST + 2),
    "too many": line(id=1, ask="x") * (MOST_ASKED + 1),
}


@pytest.mark.parametrize("said", NUISANCES.values(), ids=NUISANCES)
def test_a_nuisance_is_dropped_and_nobody_else(asked: WebDisplay, watch: Connect, said: bytes) -> None:
    good, nuisance = welcomed(watch()), welcomed(watch())
    nuisance.socket.sendall(said)
    while (answer := nuisance.next()) is not None:
        assert answer["answer"] == 1
    good.socket.sendall(line(id=1, ask="x"))
    assert good.next() == {"answer": 1, "said": "x"}
    assert asked.health() == ("ok", 1)


def test_so_is_who_does_not_fetch_its_answers() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        client = Client(ours, b"")
        for _ in range(MOST_UNREAD):
            client.answer(b"{}")
        with pytest.raises(Nuisance, match="does not fetch"):
            client.answer(b"{}")


def test_the_table_s_process_answers_without_recall_statistics_or_a_web_server() -> None:
    """They would take time that a lock does not have."""
    others = "{'controller.recall', 'controller.console', 'asyncio', 'starlette', 'rich', 'cryptography'}"
    code = f"import sys, controller.cli.requests, controller.cli.records; print(sorted({others} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
