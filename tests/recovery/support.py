"""Random rounds as plain events with the states they lead to, and journals made of them."""

import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from controller import events as ev
from controller.journal import Journal, Record
from controller.outputs import Lamp, Outputs
from controller.outputs.evidence import evidence
from controller.runtime import Runtime, resting
from controller.table import State, follow
from drivers.sim.clock import VirtualClock
from tests.stateful.rounds import Felt, play_round
from tests.tables import LINES, start

ROUNDS = 200
DAY = 86_400_000_000_000
DAWN = 20_000 * DAY + DAY // 2


@cache
def opening(line: str) -> tuple[ev.Event, ...]:
    return start(line), ev.BadgeIn(0, "dealer", "d"), ev.Command(0, ("open",)), ev.BadgeOut(0)


@cache
def random_rounds(count: int = ROUNDS) -> tuple[tuple[str, tuple[ev.Event, ...]], ...]:
    """Rounds of all games by turns, each with the events that open its table."""
    felts = [Felt(line, seed) for seed, line in enumerate(LINES)]
    return tuple((felt.line, _one(felt)) for felt in (felts[n % len(felts)] for n in range(count)))


def _one(felt: Felt) -> tuple[ev.Event, ...]:
    felt.state = follow_all(opening(felt.line))[-1]
    felt.fill()
    play_round(felt)
    return (*opening(felt.line), *felt.happened)


def follow_all(events: tuple[ev.Event, ...]) -> list[State]:
    """The state after each event."""
    states: list[State] = []
    for event in events:
        states.append(follow(states[-1] if states else None, event))
    return states


@contextmanager
def memory_folder() -> Iterator[Path]:
    """A folder without a disk behind it: thousands of commits need not wait for one."""
    with tempfile.TemporaryDirectory(prefix="upcard-recovery-", dir="/dev/shm") as folder:
        yield Path(folder)


class Screen:
    """A display and lamps that keep what they were told."""

    def __init__(self) -> None:
        self.pictures: list[Outputs] = []

    def show(self, picture: Outputs) -> None:
        self.pictures.append(picture)

    def light(self, seat: int, spot: str, lamp: Lamp) -> None:
        pass

    def close(self) -> None:
        pass


class Stopped(VirtualClock):
    """Stands still: the events bring their own wake-ups."""

    def call_at(self, when: int, what: object) -> None:
        pass


def live(path: Path, events: tuple[ev.Event, ...]) -> tuple[Runtime, Screen]:
    """A table on a journal, with these events behind it."""
    screen = Screen()
    runtime = Runtime(Journal(path), Stopped(), [], [screen])
    for event in events:
        runtime.post(event)
    runtime.flush()
    return runtime, screen


def stop(runtime: Runtime) -> None:
    runtime.close()
    runtime._writer._journal.close()


def written(path: Path, rounds: int, seed: int = 3, days: int = 1, line: str = LINES[0]) -> Journal:
    """A journal of that many rounds spread over days, still open."""
    felt, journal, state = Felt(line, seed), Journal(path), None
    batches: list[list[ev.Event]] = [list(opening(line))]
    for _ in range(rounds):
        play_round(felt)
        batches.append(felt.happened)
    for number, batch in enumerate(batches):
        state = _write(journal, batch, state, DAWN + number * days * DAY // (rounds + 1))
    return journal


def _write(journal: Journal, events: list[ev.Event], state: State | None, wall: int) -> State | None:
    for event in events:
        before, state = state, follow(state, event)
        snapshot = (journal.seq + 1, state) if resting(before, state, event) else None
        journal.append([Record(journal.seq + 1, "boot", wall, event)], snapshot)
    return state


def damaged(data: bytes, choice: random.Random) -> bytes:
    """Cut somewhere, or with one or a few bits flipped."""
    if choice.random() < 0.3:
        return data[: choice.randrange(len(data))]
    changed = bytearray(data)
    for _ in range(choice.choice((1, 1, 1, 2, 8))):
        changed[choice.randrange(len(data))] ^= 1 << choice.randrange(8)
    return bytes(changed)


__all__ = [
    "DAWN", "DAY", "ROUNDS", "Screen", "Stopped", "damaged", "evidence", "follow_all", "live", "memory_folder",
    "opening", "random_rounds", "replace", "stop", "written",
]  # fmt: skip
