"""Runs a checked script on a simulated table, with a clock that only the script moves.

An `expect` looks at the table as late as it can: when the next line is about to happen. So debounce,
locking and commit have ended by then, unless that line says `+MS` and comes sooner.
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from controller.outputs import Outputs, RoundPicture, SeatPicture, Settlement
from drivers.sim.acts import Acts
from drivers.sim.clock import MS, VirtualClock
from drivers.sim.rig import Rig
from drivers.sim.script import GAP_MS, Step, places


class Failure(NamedTuple):
    line: int
    expected: str
    got: str


class Report(NamedTuple):
    rounds: list[RoundPicture]
    failures: list[Failure]


class Runner:
    def __init__(self, rig: Rig, clock: VirtualClock) -> None:
        self._rig, self._clock, self._acts = rig, clock, Acts(rig)
        self._last = 0
        self._extra = 0
        self._waiting: list[Step] = []
        self._report = Report([], [])

    def run(self, steps: Iterable[Step]) -> Report:
        self._rig.open_table()
        self._last = self._clock.now()
        for step in steps:
            if step.words[0] == "expect":
                self._waiting.append(step)
            elif step.words[0] == "wait":
                self._extra += int(step.words[1])
            else:
                self._move(GAP_MS if step.gap is None else step.gap)
                self._act(step.words)
        self._move(GAP_MS)
        self._keep_unfinished()
        return self._report

    def _move(self, gap_ms: int) -> None:
        """To the instant of the next line; then what was expected before it is looked at."""
        self._last += (gap_ms + self._extra) * MS
        self._extra = 0
        self._clock.advance_to(self._last)
        self._rig.running.flush()
        self._keep_round()
        for step in self._waiting:
            self._check(step)
        self._waiting = []

    def _keep_round(self) -> None:
        last = self._rig.mirror.picture.last
        kept = self._report.rounds
        if last is not None and (not kept or kept[-1].round != last.round):
            kept.append(last)

    def _keep_unfinished(self) -> None:
        now = self._rig.running.round_now()
        if now.status == "partial":
            self._report.rounds.append(now)

    # -- lines -----------------------------------------------------------------------------------------

    def _act(self, words: tuple[str, ...]) -> None:
        if words[0] == "draw":
            self._draw(words[1:])
        elif words[0] == "power":
            self._cut_power(words)
        else:
            self._acts.do(words)
        self._rig.running.flush()

    def _draw(self, cards: tuple[str, ...]) -> None:
        for number, card in enumerate(cards):
            if number:
                self._move(GAP_MS)
            self._acts.do(("draw", card))

    def _cut_power(self, words: tuple[str, ...]) -> None:
        self._rig.running.flush()
        self._clock.restart()
        self._last = 0
        self._acts.do(words)

    # -- expectations ----------------------------------------------------------------------------------

    def _check(self, step: Step) -> None:
        kind, *rest = step.words[1:]
        got = _CHECKS[kind](self, rest)
        if got is not None:
            self._report.failures.append(Failure(step.line, step.text, got))

    @property
    def _picture(self) -> Outputs:
        return self._rig.mirror.picture

    def _seat(self, number: str) -> SeatPicture:
        return self._picture.seats[int(number) - 1]

    def _is_phase(self, words: list[str]) -> str | None:
        return None if self._picture.phase == words[0] else f"phase {self._picture.phase}"

    def _is_lamp(self, words: list[str]) -> str | None:
        lamp = self._rig.gpio.shown[int(words[0]), words[1]]
        return None if lamp == words[2] else f"lamp {lamp}"

    def _is_display(self, words: list[str]) -> str | None:
        texts = self._seat(words[0]).texts
        wanted = " ".join(words[1:]).casefold()
        return None if any(wanted in text.casefold() for text in texts) else f"display {', '.join(texts)}"

    def _is_dealer(self, words: list[str]) -> str | None:
        shown = " / ".join(self._picture.prompt)
        return None if " ".join(words).casefold() in shown.casefold() else f"dealer {shown}"

    def _is_alert(self, words: list[str]) -> str | None:
        raised = [(one.alert, str(one.seat), str(one.spot)) for one in self._picture.alerts]
        if any(list(one[: len(words)]) == words for one in raised):
            return None
        return f"alerts {self._alerts() or 'none'}"

    def _no_alert(self, words: list[str]) -> str | None:
        return f"alerts {self._alerts()}" if self._picture.alerts else None

    def _alerts(self) -> str:
        named = ((one.alert, one.seat, one.spot) for one in self._picture.alerts)
        return ", ".join(" ".join(str(part) for part in parts if part is not None) for parts in named)

    def _is_settled(self, words: list[str]) -> str | None:
        seat, spot, outcome, *net = words
        mine = [one for one in self._results() if (str(one.seat), one.spot) == (seat, spot)]
        if any(one.outcome == outcome and (not net or one.net == int(net[0])) for one in mine):
            return None
        return "results " + (", ".join(f"{one.outcome} {one.net}" for one in mine) or "none at that spot")

    def _in_order(self, words: list[str]) -> str | None:
        order = [[str(one.seat), one.spot] for one in self._results()]
        rest = iter(order)
        if all(pair in rest for pair in places(tuple(words))):
            return None
        return "order " + ", ".join(" ".join(place) for place in order)

    def _results(self) -> tuple[Settlement, ...]:
        return self._rig.running.round_now().settlements


_CHECKS: Final[dict[str, Callable[[Runner, list[str]], str | None]]] = {
    "phase": Runner._is_phase, "lamp": Runner._is_lamp, "display": Runner._is_display,
    "dealer": Runner._is_dealer, "alert": Runner._is_alert, "no": Runner._no_alert,
    "settle": Runner._is_settled, "order": Runner._in_order,
}  # fmt: skip
