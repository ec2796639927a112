"""The process dies at any event: nothing is lost, nothing doubled, nothing shown before it was durable.

Every event: the files are copied after its commit, as a kill would leave them, and a table is started on the copy.
A real SIGKILL: each round once in a process of its own, killed while it writes (`kill --all`: at every event).
"""

import subprocess
import sys
from pathlib import Path

from controller import events as ev
from controller.journal import Journal, Record
from controller.outputs import outputs
from controller.runtime import Runtime, recover
from tests.recovery.kill import check_restart, left_behind, restarted
from tests.recovery.support import Screen, Stopped, follow_all, live, memory_folder, random_rounds, stop


def test_the_files_after_every_event_give_its_state_and_nothing_else() -> None:
    events = 0
    with memory_folder() as folder:
        for number, (line, happened) in enumerate(random_rounds()):
            events += killed_at_every_event(folder / f"{number}.db", folder / "left.db", line, happened)
    assert events == sum(len(happened) for _, happened in random_rounds())


def killed_at_every_event(path: Path, copy: Path, line: str, happened: tuple[ev.Event, ...]) -> int:
    reference = follow_all(happened)
    runtime, screen = live(path, ())
    for place, event in enumerate(happened):
        runtime.post(event)
        runtime.flush()
        found, after = restarted(left_behind(path, copy), line)
        assert found == reference[place]
        check_restart(found, after)
    assert screen.pictures == [outputs(state) for state in reference]
    stop(runtime)
    return len(happened)


def test_nothing_is_shown_before_its_event_is_in_the_file() -> None:
    """Looked at from outside, at the very moment of showing."""

    class Witness(Screen):
        def show(self, picture: object) -> None:
            restarted(left_behind(path, copy), line)
            journal = Journal(copy)
            assert outputs(recover(journal) or fresh) == picture
            journal.close()
            shown.append(picture)

    line, happened = random_rounds()[0]
    fresh, shown = follow_all(happened)[0], list[object]()
    with memory_folder() as folder:
        path, copy = folder / "j.db", folder / "copy.db"
        runtime = Runtime(Journal(path), Stopped(), [], [Witness()])
        for event in happened:
            runtime.post(event)
            runtime.flush()
        stop(runtime)
    assert len(shown) == len(happened)


def test_every_round_killed_once_by_the_system() -> None:
    """In a process without threads of its own, from which it is safe to fork; `kill` tells what it saw."""
    kill = subprocess.run([sys.executable, "-m", "tests.recovery.kill"], capture_output=True, text=True, check=False)
    assert (kill.stderr, kill.stdout) == ("", f"killed {len(random_rounds())} times, 0 lost\n")


def test_a_restart_reads_no_more_than_the_last_round(tmp_path: Path) -> None:
    """Recovery does not grow with history: only what follows the newest snapshot is read."""
    journal = Journal(tmp_path / "j.db")
    happened = random_rounds()[0][1]
    states = follow_all(happened)
    for place in range(0, 2000, len(happened)):
        records = [Record(place + n, "b", 0, event) for n, event in enumerate(happened, 1)]
        journal.append(records, (place + len(happened), states[-1]))
    journal.close()
    again = Journal(tmp_path / "j.db")
    asked: list[str] = []
    again._db.set_trace_callback(asked.append)
    assert recover(again) == states[-1]
    assert len(asked) == 2
    assert list(again.records(after=again.seq)) == []
    again.close()
