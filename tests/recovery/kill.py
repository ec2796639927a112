"""A real SIGKILL at an event of every random round; with `--all` at each event of them all, one process each.

python -m tests.recovery.kill --all
"""

import os
import shutil
import signal
import sys
from pathlib import Path
from random import Random

import msgspec

from controller import events as ev
from controller.journal import Journal
from controller.lifecycle import ROUND
from controller.outputs import Outputs, outputs
from controller.runtime import Runtime, recover
from controller.table import State, follow
from controller.table.state import LONG_AGO
from tests.recovery.support import Screen, Stopped, follow_all, memory_folder, random_rounds
from tests.stateful.checks import spots
from tests.tables import start

FILES = ("", "-wal", ".head")


def left_behind(path: Path, to: Path) -> Path:
    """The files as a kill leaves them; not the shared memory, which dies with the process."""
    for old in to.parent.glob(to.name + "*"):
        old.unlink()
    for end in FILES:
        shutil.copy(f"{path}{end}", f"{to}{end}")
    return to


def restarted(path: Path, line: str) -> tuple[State | None, State]:
    """The state on the record, and the one a new process goes on with."""
    journal = Journal(path)
    found = recover(journal)
    there = () if found is None else tuple((n, name) for n, name, spot in spots(found) if spot.covered)
    again = msgspec.structs.replace(start(line), covered=there, box=bool(found and found.box))
    journal.close()
    return found, follow(found, again)


def check_restart(before: State, after: State) -> None:
    """Inside a round it comes back suspended with the round intact, between rounds it goes on."""
    if before.phase in ROUND and before.phase != "locking":
        assert (after.phase, after.resume_to) == ("suspended", before.phase)
    if before.phase in ("closed", "betting", "service"):
        assert after.phase == before.phase
    if "locking" not in (before.phase, before.resume_to):
        assert (after.round, after.results, after.dealer) == (before.round, before.results, before.dealer)
        assert [seat.hands for seat in after.seats] == [seat.hands for seat in before.seats]
    assert all(spot.edges[-1][0] == LONG_AGO for seat in after.seats for spot in seat.spots)
    assert not outputs(after).results or after.phase != "suspended"


def kill_while_writing(path: Path, happened: tuple[ev.Event, ...], at: int) -> int:
    """Play in another process, kill it right after it took event `at`; how many pictures it had shown."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        play_and_wait(path, happened[:at], writer)
    os.close(writer)
    said = b""
    while b"!" not in said:
        said += os.read(reader, 4096)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(reader, 4096):
        said += more
    os.close(reader)
    return max(said.replace(b"!", b""), default=0)


def play_and_wait(path: Path, happened: tuple[ev.Event, ...], out: int) -> None:
    """In the child: the seq of every picture that is shown, `!` when the last event was taken; wait for the end."""

    class Teller(Screen):
        def show(self, picture: Outputs) -> None:
            os.write(out, bytes([journal.seq + 128]))

    journal = Journal(path)
    runtime = Runtime(journal, Stopped(), [], [Teller()])
    for event in happened:
        runtime.post(event)
    os.write(out, b"!")
    while True:
        signal.pause()


def lost(path: Path, line: str, happened: tuple[ev.Event, ...], at: int) -> bool:
    """Whether the record differs from what happened, or lacks something that was shown."""
    shown = kill_while_writing(path, happened, at)
    journal = Journal(path)
    durable, state = journal.seq, recover(journal)
    journal.close()
    if not max(0, shown - 128) <= durable <= at:
        return True
    if state is not None:
        check_restart(state, restarted(path, line)[1])
    return state != (follow_all(happened[:durable])[-1] if durable else None)


def main(everywhere: bool) -> int:
    choice, killed, wrong = Random(7), 0, 0
    with memory_folder() as folder:
        for line, happened in random_rounds():
            places = range(1, len(happened) + 1)
            for at in places if everywhere else [choice.choice(places)]:
                wrong += lost(folder / f"{killed}.db", line, happened, at)
                killed += 1
    print(f"killed {killed} times, {wrong} lost")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main("--all" in sys.argv[1:]))
