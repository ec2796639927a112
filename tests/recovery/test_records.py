"""The records process: rounds searched and told, meters and exports, of a record that is being written."""

import io
import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller import events as ev
from controller.cli import main
from controller.cli.records import RecordsProcess
from controller.cli.requests import may_tell
from controller.recall import Source
from controller.recall.export import Exporter, write_csv
from controller.recall.frames import replayed
from controller.recall.meters import Counting, meters
from controller.recall.search import Found, Wanted, search
from controller.recall.server import WHOLE, Records
from controller.recall.source import rounds
from tests.console.live import LINE, answering
from tests.recovery.support import follow_all, live, memory_folder, opening, random_rounds, stop, written
from tests.recovery.test_recall import hole_card

ROUNDS = 30


@pytest.fixture(scope="module")
def path() -> Iterator[Path]:
    with memory_folder() as folder:
        journal = written(folder / "j.db", rounds=ROUNDS, days=2)
        yield folder / "j.db"
        journal.close()


@pytest.fixture
def source(path: Path) -> Iterator[Source]:
    source = Source(path)
    yield source
    source.close()


def numbers(found: tuple[list[Found], bool]) -> list[int]:
    return [one.round for one in found[0]]


class TestSearch:
    def test_newest_first_page_by_page(self, source: Source) -> None:
        pages, before = [], None
        while True:
            found, more = search(source, Wanted(before=before, limit=7))
            pages += found
            if not more:
                break
            before = found[-1].round
        assert [one.round for one in pages] == list(range(ROUNDS, 0, -1))

    def test_a_round_says_what_the_record_says(self, source: Source) -> None:
        found = {one.round: one for one in search(source, Wanted())[0]}
        for told in rounds(source.walk(source.beginning())):
            one, past = found[told.number], told.past
            assert past is not None
            assert (one.status, one.up_card, one.dealer, one.total) == (
                past.status, past.up_card, past.dealer, past.total
            )  # fmt: skip
            assert one.seats == tuple(sorted({settlement.seat for settlement in past.settlements}))
            assert one.alerts == tuple(alert.kind for alert in past.alerts)
            assert one.at == told.steps[-1].record.wall // 1_000_000

    @pytest.mark.parametrize("number", [1, 2, 17, ROUNDS])
    def test_by_number(self, source: Source, number: int) -> None:
        assert numbers(search(source, Wanted(round=number))) == [number]

    def test_one_that_is_not_there(self, source: Source) -> None:
        assert search(source, Wanted(round=99)) == search(source, Wanted(before=1)) == ([], False)

    def test_by_seat_and_by_alert(self, source: Source) -> None:
        every = search(source, Wanted())[0]
        kinds = {kind for one in every for kind in one.alerts}
        assert kinds
        for kind in kinds:
            wanted = [one for one in every if kind in one.alerts and 2 in one.seats]
            assert search(source, Wanted(seat=2, alert=kind))[0] == wanted
        assert search(source, Wanted(alert="any"))[0] == [one for one in every if one.alerts]

    def test_a_start_between_rounds_is_no_round(self, tmp_path: Path) -> None:
        happened = random_rounds()[0][1]
        for _ in range(2):
            runtime, _ = live(tmp_path / "j.db", happened)
            stop(runtime)
        source = Source(tmp_path / "j.db")
        assert numbers(search(source, Wanted())) == [2, 1]


def test_a_round_step_by_step(source: Source) -> None:
    told = replayed(source, 3)
    assert told is not None
    assert told.round.round == 3
    assert [frame.seq for frame in told.frames] == sorted({frame.seq for frame in told.frames})
    assert all(
        frame.lines or frame.picture != before.picture
        for before, frame in zip(told.frames, told.frames[1:], strict=False)
    )
    assert told.frames[-1].picture.phase == "betting"
    assert any(frame.picture.phase == "locking" for frame in told.frames)
    assert told.margins
    assert {margin.bet for margin in told.margins} <= {"admitted", "late", "photo", "orphan", "refused", "arrow"}
    assert replayed(source, 99) is None


def test_nothing_of_a_round_that_is_on_tells_the_hole_card() -> None:
    """At every event of rounds of every game: the list, the steps, and whether the shoe's last card may be told."""
    hidden = 0
    with memory_folder() as folder:
        for number, (_, happened) in enumerate(random_rounds()[:28]):
            states, (runtime, _) = follow_all(happened), live(folder / f"{number}.db", ())
            source = Source(folder / f"{number}.db")
            for event, state in zip(happened, states, strict=True):
                runtime.post(event)
                hole = hole_card(state)
                if not hole or state.status != "partial":
                    continue
                runtime.flush()
                hidden += 1
                said = msgspec.json.encode([search(source, Wanted()), replayed(source, state.round)]).decode()
                assert f'"{hole}"' not in said
                assert f" {hole}" not in said
                assert not may_tell(state)
            source.close()
            stop(runtime)
    assert hidden > 80


def test_a_corrected_hole_card_is_told_by_no_reason_and_nobody_by_name(tmp_path: Path) -> None:
    """What the page sends for a command without a reason is the command itself."""
    cards = [ev.CardDrawn(10**10, card) for card in ("9h", "7c", "5d", "6s")]
    said = ev.Command(0, ("correct", "Kd"), "Bo", "do correct Kd")
    happened = (*opening(LINE), ev.SpotChanged(0, 1, "main", True), cards[0], ev.TimeUp(10**11), *cards[1:])
    runtime, _ = live(tmp_path / "j.db", (*happened, ev.BadgeIn(0, "supervisor", "Bo"), said))
    runtime.flush()
    told = replayed(Source(tmp_path / "j.db"), 1)
    assert told is not None
    lines = [line for frame in told.frames for line in frame.lines]
    assert lines[-2:] == ["badge in: supervisor", "supervisor says correct"]
    assert "Kd" not in msgspec.json.encode(told).decode()
    with pytest.raises(ValueError, match="no ended round 1 in the record"):
        Records(tmp_path / "j.db").answer(b'{"ask":"export","round":1}', io.BytesIO())
    stop(runtime)


def test_meters_go_on_where_they_stopped(tmp_path: Path) -> None:
    happened = random_rounds()[0][1]
    runtime, _ = live(tmp_path / "j.db", happened[:20])
    counting, source = Counting(), Source(tmp_path / "j.db")
    assert counting.meters(source).events == 20
    for event in happened[20:]:
        runtime.post(event)
    runtime.flush()
    assert counting.meters(source) == meters(source)
    assert counting.meters(source).rounds == 1
    stop(runtime)


@pytest.fixture(scope="module")
def served(path: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="upcard") as folder:
        process = RecordsProcess(path, Path(folder) / "records.sock")
        yield answering(Path(folder) / "records.sock")
        process.close()
        assert not (Path(folder) / "records.sock").exists()


def ask(socket_path: Path, said: bytes) -> bytes:
    with socket.socket(socket.AF_UNIX) as client, client.makefile("rb") as answer:
        client.settimeout(20)
        client.connect(os.fspath(socket_path))
        client.sendall(said)
        return answer.read()


def answer(socket_path: Path, **request: object) -> Any:
    return json.loads(ask(socket_path, json.dumps(request).encode() + b"\n"))


class TestProcess:
    def test_rounds(self, served: Path) -> None:
        found = answer(served, ask="rounds", before=None, limit=2, round=None, seat=None, alert=None)
        assert ([one["round"] for one in found["rounds"]], found["more"]) == ([ROUNDS, ROUNDS - 1], True)

    def test_one_round(self, served: Path) -> None:
        found = answer(served, ask="round", round=4)
        assert sorted(found) == ["frames", "margins", "round"]
        assert found["round"]["round"] == 4

    def test_meters(self, served: Path, source: Source) -> None:
        found = answer(served, ask="meters")
        against = found.pop("odds")
        assert found == msgspec.to_builtins(meters(source))
        assert sum(against["cards"].values()) > 100
        assert {"row", "counted", "observed", "low", "high", "exact"} == set(against["rows"][0])
        assert against["text"] == ""

    @pytest.mark.parametrize("number", [None, 1, 7])
    def test_export(self, served: Path, source: Source, number: int | None, tmp_path: Path) -> None:
        with (tmp_path / "all.csv").open("w", newline="") as file:
            write_csv(Exporter(source).rounds(), file)
        head, *rows = (tmp_path / "all.csv").read_bytes().splitlines()
        wanted = [row for row in rows if number is None or row.startswith(b"%d," % number)]
        said = ask(served, json.dumps({"ask": "export", "format": "csv", "round": number}).encode() + b"\n")
        assert said.removesuffix(WHOLE).splitlines() == [head, *wanted]
        assert said.endswith(WHOLE)
        assert len(wanted) > (50 if number is None else 0)

    @pytest.mark.parametrize(
        "said", [b"\n", b"[]\n", b'{"ask":"secrets"}\n', b'{"ask":"round"}\n', b'{"ask":"round","round":"x"}\n',
                 b'{"ask":"export","format":"pdf"}\n', b"\xff\n", b"x" * 4096, b"[" * 4000 + b"\n"],
    )  # fmt: skip
    def test_what_is_no_request_is_answered_in_one_line(self, served: Path, said: bytes) -> None:
        found = ask(served, said)
        assert sorted(json.loads(found)) == ["error"]
        assert found.count(b"\n") == 1

    def test_a_round_that_is_not_there(self, served: Path) -> None:
        assert answer(served, ask="round", round=99) == {"error": "no round 99 in the record; rounds count from 1"}

    def test_one_too_many_is_turned_away_and_the_rest_is_served(self, served: Path) -> None:
        idle = [socket.socket(socket.AF_UNIX) for _ in range(12)]
        for client in idle:
            client.connect(os.fspath(served))
        with idle[-1].makefile("rb") as last:
            assert last.read() == b""
        for client in idle:
            client.close()
        while ask(served, b'{"ask":"meters"}\n') == b"":  # until those that left are noticed
            pass


def test_no_journal_is_said_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["journal", "serve", str(tmp_path / "none.db"), str(tmp_path / "r.sock")]) == 2
    assert capsys.readouterr().err == f"upcard: {tmp_path}/none.db: no such file; give the journal of a table\n"
    assert not (tmp_path / "r.sock").exists()


def test_a_taken_socket_too(path: Path, served: Path) -> None:
    command = [sys.executable, "-m", "controller", "journal", "serve", str(path), str(served)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    assert (done.returncode, done.stderr) == (
        2, f"upcard: {served}: another process runs a table there; stop it or choose another path\n"
    )  # fmt: skip
