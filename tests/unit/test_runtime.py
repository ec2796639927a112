"""One owner of the state, lamps at once, money when durable."""

import hashlib
import threading
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
import pytest

import controller.table
from controller import events as ev
from controller.cli.assembly import started
from controller.journal import Journal
from controller.journal.writer import evidence as crc
from controller.outputs import Lamp, Outputs
from controller.outputs.evidence import evidence
from controller.ports import Levels
from controller.runtime import Runtime, SystemClock
from drivers.sim.clock import VirtualClock
from tests.tables import setup, start

LINE = "dealer-bust-21 SD seats 2"


class Recorder:
    """Lamps and a display that remember, and may refuse to see anything until told."""

    def __init__(self) -> None:
        self.lit: dict[tuple[int, str], Lamp] = {}
        self.pictures: list[Outputs] = []

    def light(self, seat: int, spot: str, lamp: Lamp) -> None:
        self.lit[seat, spot] = lamp

    def show(self, picture: Outputs) -> None:
        self.pictures.append(picture)

    def close(self) -> None:
        pass


def table(path: Path) -> tuple[Runtime, Recorder, VirtualClock]:
    recorder, clock = Recorder(), VirtualClock()
    runtime = Runtime(Journal(path), clock, [recorder], [recorder])
    for event in (start(LINE), ev.BadgeIn(0, "dealer", "d"), ev.Command(0, ("open",))):
        runtime.post(event)
    return runtime, recorder, clock


def test_the_first_card_locks_before_post_returns(tmp_path: Path) -> None:
    runtime, recorder, _ = table(tmp_path / "j.db")
    runtime.post(ev.SpotChanged(1, 1, "main", True))
    assert recorder.lit[1, "main"] == "open"
    runtime.post(ev.CardSensed(100_000_000))
    assert recorder.lit == {
        (1, "main"): "locked", (1, "db21"): "no_bet", (2, "main"): "no_bet", (2, "db21"): "no_bet",
    }  # fmt: skip
    runtime.close()


def test_locking_ends_by_the_clock(tmp_path: Path) -> None:
    runtime, recorder, clock = table(tmp_path / "j.db")
    runtime.post(ev.SpotChanged(1, 1, "main", True))
    clock.advance_to(100_000_000)
    runtime.post(ev.CardSensed(100_000_000))
    clock.advance_to(144_000_000)
    runtime.flush()
    assert recorder.pictures[-1].phase == "locking"
    clock.advance_to(145_000_000)
    runtime.flush()
    assert recorder.pictures[-1].phase == "dealing"
    runtime.close()


def test_nothing_is_shown_before_it_is_durable(tmp_path: Path) -> None:
    runtime, recorder, _ = table(tmp_path / "j.db")
    runtime.flush()
    shown = len(recorder.pictures)
    journal: Any = runtime._writer._journal
    slow, commit = threading.Event(), journal.append

    def append(*arguments: Any) -> None:
        slow.wait(30)
        commit(*arguments)

    journal.append = append
    runtime.post(ev.SpotChanged(1, 1, "main", True))
    runtime.post(ev.CardSensed(100_000_000))
    assert recorder.lit[1, "main"] == "locked"
    assert len(recorder.pictures) == shown
    slow.set()
    runtime.flush()
    assert recorder.pictures[-1].phase == "locking"
    runtime.close()


def test_a_failing_disk_shows_no_money_and_says_so(tmp_path: Path) -> None:
    runtime, recorder, _ = table(tmp_path / "j.db")
    runtime.flush()
    runtime._writer._journal._db.execute("DROP TABLE records")
    runtime.post(ev.SpotChanged(1, 1, "main", True))
    runtime.flush()
    assert recorder.pictures[-1].prompt[0] == "RECORD NOT WRITTEN"
    runtime.close()


def test_a_display_that_raises_is_given_up_and_reported(tmp_path: Path) -> None:
    class Broken(Recorder):
        def show(self, picture: Outputs) -> None:
            raise OSError("no such bus")

    recorder, clock = Recorder(), VirtualClock()
    runtime = Runtime(Journal(tmp_path / "j.db"), clock, [], [Broken(), recorder])
    runtime.post(start(LINE))
    runtime.flush()
    runtime.flush()
    assert [alert.alert for alert in recorder.pictures[-1].alerts] == ["device_lost"]
    runtime.close()


def test_an_event_that_cannot_be_handled_suspends_the_round_and_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime, recorder, _ = table(tmp_path / "j.db")
    monkeypatch.setattr(controller.table, "step", lambda state, event: 1 / 0)
    runtime.post(ev.SpotChanged(1, 1, "main", True))
    runtime.flush()
    assert recorder.pictures[-1].phase == "suspended"
    assert recorder.pictures[-1].prompt[0] == "CONTROLLER FAULT: call a technician"
    assert len(list(runtime._writer._journal.records())) == runtime.seq
    runtime.close()


def test_events_from_many_threads_are_all_handled_once(tmp_path: Path) -> None:
    """The stranded-event race: whoever lets go of the state must look at the inbox again."""
    runtime, _, _ = table(tmp_path / "j.db")
    before = runtime.seq

    def worker(seat: int) -> None:
        for number in range(500):
            runtime.post(ev.SpotChanged(number, seat, "main", number % 2 == 0))

    threads = [threading.Thread(target=worker, args=(1 + number % 2,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    runtime.flush()
    assert runtime.seq == before + 2000
    journal = runtime._writer._journal
    assert [record.seq for record in journal.records()] == list(range(1, runtime.seq + 1))
    runtime.close()


def test_a_restart_goes_on_where_the_record_ends(tmp_path: Path) -> None:
    runtime, _, _ = table(tmp_path / "j.db")
    runtime.post(ev.SpotChanged(1, 1, "main", True))
    runtime.flush()
    state = runtime.state
    runtime.close()
    runtime._writer._journal.close()
    again = Runtime(Journal(tmp_path / "j.db"), VirtualClock())
    assert again.state == state
    again.close()


def test_timers_of_the_system_clock_run_in_order() -> None:
    clock, order, done = SystemClock(), [], threading.Event()
    now = clock.now()
    clock.call_at(now + 3_000_000, done.set)
    clock.call_at(now + 2_000_000, lambda: order.append("late"))
    clock.call_at(now - 1, lambda: order.append("due"))
    assert done.wait(30)
    clock.close()
    assert order == ["due", "late"]


def test_a_start_puts_version_configuration_and_pay_table_on_record(tmp_path: Path) -> None:
    chosen = setup(LINE)
    event = started(0, "boot", chosen, Levels((), False))
    assert event.version == version("upcard")
    assert event.configuration == hashlib.sha256(event.setup.encode()).hexdigest()
    assert chosen.rules.pay_table is not None
    assert event.pay_table == hashlib.sha256(msgspec.json.encode(chosen.rules.pay_table)).hexdigest()


def test_every_record_says_what_was_shown(tmp_path: Path) -> None:
    runtime, recorder, _ = table(tmp_path / "j.db")
    runtime.post(ev.SpotChanged(1, 1, "main", True))
    runtime.flush()
    last = list(runtime._writer._journal.records())[-1]
    assert last.shown == crc(evidence(recorder.pictures[-1]))
    runtime.close()


def test_an_answer_is_the_state_right_after_the_question(tmp_path: Path) -> None:
    """Whatever else is posted meanwhile, and nothing of that is lost."""
    runtime, _, _ = table(tmp_path / "j.db")
    before = runtime.seq
    spots = [ev.SpotChanged(n, 1 + n % 2, "main", n % 4 < 2) for n in range(400)]
    others = [threading.Thread(target=lambda: list(map(runtime.post, spots))) for _ in range(3)]
    for other in others:
        other.start()
    answers = [runtime.ask(ev.Command(0, (f"nonsense-{n}",))).notice for n in range(200)]
    for other in others:
        other.join()
    assert answers == [f"REFUSED: nonsense-{n} needs another badge" for n in range(200)]
    assert runtime.seq == before + 3 * 400 + 200
    runtime.close()


def test_the_picture_counts_the_cards_left(tmp_path: Path) -> None:
    runtime, recorder, clock = table(tmp_path / "j.db")
    runtime.flush()
    runtime.post(ev.SpotChanged(1, 1, "main", True))
    for card in ("9h", "7c", "5d"):
        runtime.post(ev.CardDrawn(100_000_000, card))
    clock.advance_to(1_000_000_000)
    runtime.flush()
    assert (recorder.pictures[0].left, recorder.pictures[-1].left) == (312, 309)
    runtime.close()
