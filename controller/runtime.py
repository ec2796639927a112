"""Inbox → seq → step → outputs: the one owner of the state.

Decisions
- No queue hop: `post` appends to a deque, and whoever gets the lock drains it on its own thread, so a card
  read on the shoe's thread switches the lamps before it returns. Exactly one thread touches the state at
  a time; after letting go of the lock the inbox is looked at again, or an event could be stranded there.
- Lamps are reflexes and follow `step` at once. Everything else is shown when its event is durable.
- The state says when it wants to be woken (`deadline`); the clock posts a TimeUp then.
"""

import heapq
import sys
import threading
import time
import traceback
import uuid
from collections import deque
from collections.abc import Callable, Iterable
from itertools import count

from msgspec.structs import replace

from controller import outputs as out
from controller.events import DeviceLost, Event, Started, TimeUp
from controller.journal import Journal, Record, Writer
from controller.outputs.evidence import evidence
from controller.ports import Clock, Display, Lamps
from controller.table import State, follow


class SystemClock:
    """The machine's monotonic clock, with one thread that sleeps until the next timer."""

    def __init__(self) -> None:
        self._timers: list[tuple[int, int, Callable[[], None]]] = []
        self._order = count()
        self._wake = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="clock", daemon=True)
        self._thread.start()

    def now(self) -> int:
        return time.monotonic_ns()

    def wall(self) -> int:
        return time.time_ns()

    def call_at(self, when: int, what: Callable[[], None]) -> None:
        with self._wake:
            heapq.heappush(self._timers, (when, next(self._order), what))
            self._wake.notify()

    def close(self) -> None:
        with self._wake:
            self._closing = True
            self._wake.notify()
        self._thread.join()

    def _run(self) -> None:
        while (what := self._next()) is not None:
            what()

    def _next(self) -> Callable[[], None] | None:
        """Wait for the next timer to be due; None at the end."""
        with self._wake:
            while not self._closing:
                wait = (self._timers[0][0] - self.now()) / 1e9 if self._timers else None
                if wait is not None and wait <= 0:
                    return heapq.heappop(self._timers)[2]
                self._wake.wait(wait)
        return None


class Runtime:
    """One table. `start` event first, then `post` from any thread."""

    def __init__(
        self, journal: Journal, clock: Clock, lamps: Iterable[Lamps] = (), displays: Iterable[Display] = ()
    ) -> None:
        sys.setswitchinterval(0.0001)
        self.boot = uuid.uuid4().hex
        self._clock = clock
        self._lamps, self._displays = tuple(lamps), tuple(displays)
        self._inbox: deque[Event] = deque()
        self._turn = threading.Lock()
        self._unshown: deque[tuple[int, out.Outputs]] = deque()
        self._seats: tuple[out.SeatPicture, ...] = ()
        self._lit: out.Lit = ()
        self.seq = journal.seq
        self.state = recover(journal)
        self._writer = Writer(journal, self._show, self._disk_failed)

    def post(self, event: Event) -> None:
        self._inbox.append(event)
        self._drain()

    def _drain(self) -> None:
        while self._inbox and self._turn.acquire(blocking=False):
            try:
                while self._inbox:
                    self._handle(self._inbox.popleft())
            finally:
                self._turn.release()

    def ask(self, event: Event) -> State:
        """`post` for somebody who waits for the answer: the state right after this very event."""
        with self._turn:
            while self._inbox:
                self._handle(self._inbox.popleft())
            self._handle(event)
            assert self.state is not None, "an event was handled"
            answer = self.state
        self._drain()
        return answer

    def now(self) -> int:
        return self._clock.now()

    @property
    def written(self) -> tuple[int, bool]:
        """The last durable seq, and whether more can become durable."""
        return self._writer.durable, not self._writer.failed

    def between_events(self, what: Callable[[], None]) -> None:
        """For the watchdog: a loop that is stuck in an event never gets here."""
        with self._turn:
            what()
        self._drain()

    def _handle(self, event: Event) -> None:
        old, new = self.state, follow(self.state, event)
        self._relight(old, new)
        seats = out.redraw_seats(old, self._seats, new) if old and self._seats else out.draw_seats(new)
        self.state, self._seats, self.seq = new, seats, self.seq + 1
        if new.deadline is not None and (old is None or old.deadline != new.deadline):
            self._clock.call_at(new.deadline, self._time_up)
        picture = out.draw(new, seats)
        if not self._writer.failed:
            self._unshown.append((self.seq, picture))
        record = Record(self.seq, self.boot, self._clock.wall(), event)
        self._writer.put(record, new if resting(old, new, event) else None, evidence(picture))

    def _relight(self, old: State | None, new: State) -> None:
        """The reflex: lamps follow at once, seat by seat, before anything else is worked out."""
        known = self._lit if old is not None and old.setup is new.setup else ()
        lit = list(known) or [()] * len(new.seats)
        for place, lamps in out.relight(old if known else None, known, new):
            for at, lamp in enumerate(lamps):
                if not lit[place] or lit[place][at] != lamp:
                    self._switch(place + 1, new.setup.spots[at], lamp)
            lit[place] = lamps
        self._lit = tuple(lit)

    def _switch(self, seat: int, spot: str, lamp: out.Lamp) -> None:
        for driver in self._lamps:
            driver.light(seat, spot, lamp)

    def _time_up(self) -> None:
        self.post(TimeUp(self._clock.now()))

    def _show(self, durable: int) -> None:
        """On the writer's thread: release the newest picture that is durable."""
        picture = None
        while self._unshown and self._unshown[0][0] <= durable:
            picture = self._unshown.popleft()[1]
        if picture is not None:
            self._show_all(picture)

    def _show_all(self, picture: out.Outputs) -> None:
        """A display that fails is given up and reported; it never takes the writer's thread with it."""
        for display in tuple(self._displays):
            try:
                display.show(picture)
            except Exception:
                traceback.print_exc()
                self._displays = tuple(other for other in self._displays if other is not display)
                self.post(DeviceLost(self._clock.now(), "display"))

    def _disk_failed(self) -> None:
        """Nothing is shown any more but this, and it is not about money."""
        self.post(DeviceLost(self._clock.now(), "disk"))
        picture = out.outputs(self.state) if self.state else None
        if picture is not None:
            self._show_all(_without_money(picture))

    def round_now(self) -> out.RoundPicture:
        assert self.state is not None, "a table starts before it is asked"
        return out.round_now(self.state)

    def flush(self) -> None:
        """Block until all that happened so far is durable and shown."""
        self._writer.wait(self.seq)

    def close(self) -> None:
        self._writer.close()


def _without_money(picture: out.Outputs) -> out.Outputs:
    seats = tuple(replace(seat, texts=()) for seat in picture.seats)
    return replace(picture, seats=seats, results=(), last=None, prompt=("RECORD NOT WRITTEN", "Stop dealing"))


def resting(old: State | None, new: State, event: Event) -> bool:
    """Where a later start may begin: a round is over, or a process took over between rounds."""
    ended = old is not None and old.status == "partial"
    return new.status != "partial" and (ended or type(event) is Started)


def recover(journal: Journal) -> State | None:
    """The state after the last durable record: the newest snapshot, and what came after it."""
    seq, state = journal.snapshot(State)
    for record in journal.records(after=seq):
        state = follow(state, record.event)
    return state
