"""Runs a checked script on a simulated table, with a clock that only the script moves.

An `expect` looks at the table as late as it can: when the next line is about to happen. So debounce,
locking and commit have ended by then, unless that line says `+MS` and comes sooner.
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from controller.events import AmountKnown, KeyPressed
from controller.outputs import Outputs, RoundPicture, SeatPicture, Settlement
from drivers.sim.clock import MS, VirtualClock
from drivers.sim.rig import Rig
from drivers.sim.script import GAP_MS, Step, places

HOLD_MS: Final = 40
"""How long a finger stays on a key: longer than the debounce."""


class Failure(NamedTuple):
    line: int
    expected: str
    got: str


class Report(NamedTuple):
    rounds: list[RoundPicture]
    failures: list[Failure]


class Runner:
    def __init__(self, rig: Rig, clock: VirtualClock) -> None:
        self._rig, self._clock = rig, clock
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
        verb, *rest = words
        _ACTS[verb](self, rest)
        self._rig.running.flush()

    def _chip(self, words: list[str]) -> None:
        place = (int(words[0]), words[1])
        self._rig.pins.cover(self._rig.wiring.spots[place])
        if len(words) > 2:
            self._rig.running.post(AmountKnown(self._clock.now(), *place, int(words[2])))

    def _take(self, words: list[str]) -> None:
        self._rig.pins.clear(self._rig.wiring.spots[int(words[0]), words[1]])

    def _draw(self, words: list[str]) -> None:
        for number, card in enumerate(words):
            if number:
                self._move(GAP_MS)
            self._rig.shoe.draw(card)

    def _box(self, words: list[str]) -> None:
        if self._rig.wiring.box is not None:
            move = self._rig.pins.cover if words[0] == "on" else self._rig.pins.clear
            move(self._rig.wiring.box)

    def _press(self, words: list[str]) -> None:
        """A finger on the key; an amount can only be keyed, so it comes with the key as one event."""
        key, seat = words[0], int(words[1]) if len(words) > 1 else 0
        if len(words) > 2:
            self._rig.running.post(KeyPressed(self._clock.now(), key, seat, int(words[2])))
            return
        pin = self._rig.wiring.keys.get((key, seat))
        if pin is None:
            return
        self._rig.pins.cover(pin)
        self._clock.call_at(self._clock.now() + HOLD_MS * MS, lambda: self._rig.pins.clear(pin))

    def _badge(self, words: list[str]) -> None:
        if words[0] == "in":
            self._rig.badge_in(words[1])
        else:
            self._rig.badge_out()

    def _shoe(self, words: list[str]) -> None:
        if words[0] == "error":
            self._rig.shoe.error(words[1])
        else:
            getattr(self._rig.shoe, words[0])()

    def _power(self, words: list[str]) -> None:
        self._rig.running.flush()
        self._clock.restart()
        self._last = 0
        self._rig.power_cut()

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


_ACTS: Final[dict[str, Callable[[Runner, list[str]], None]]] = {
    "chip": Runner._chip, "take": Runner._take, "draw": Runner._draw, "box": Runner._box,
    "press": Runner._press, "badge": Runner._badge, "shoe": Runner._shoe, "power": Runner._power,
    "unread": lambda self, words: self._rig.shoe.unread(),
    "cut": lambda self, words: self._rig.shoe.cut(),
    "do": lambda self, words: self._rig.do(*words),
}  # fmt: skip
_CHECKS: Final[dict[str, Callable[[Runner, list[str]], str | None]]] = {
    "phase": Runner._is_phase, "lamp": Runner._is_lamp, "display": Runner._is_display,
    "dealer": Runner._is_dealer, "alert": Runner._is_alert, "no": Runner._no_alert,
    "settle": Runner._is_settled, "order": Runner._in_order,
}  # fmt: skip
