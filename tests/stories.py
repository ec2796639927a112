"""Rounds told in the words of table scripts, straight to `step`: no drivers, no bytes, no clock but this one.

`tell("winners-option seats 1", "chip 1 p; draw 9h 7c")` is the table after these lines, each 500 ms after
the last. `power cut` restarts with the sensors as they are; `power cut 1 main` with only these covered.
"""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from controller import events as ev
from controller.table import State, step
from controller.table.state import MS
from tests.stateful.checks import spots
from tests.tables import opened, start

GAP = 500 * MS


def tell(line: str, story: str) -> State:
    return go_on(opened(line), line, story)


def go_on(state: State, line: str, story: str, at: int = 0) -> State:
    """The lines of a story, one after another; a lock ends before the next line."""
    for words in (part.split() for part in story.replace("\n", ";").split(";")):
        for event in _events(state, line, words) if words else ():
            at += GAP
            state = step(state, replace(event, at=at))
            if state.deadline is not None:
                state = step(state, ev.TimeUp(state.deadline))
    return state


def _events(state: State, line: str, words: list[str]) -> Iterator[ev.Event]:
    yield from _LINES[words[0]](state, line, words[1:])


def _chip(state: State, line: str, rest: list[str]) -> Iterator[ev.Event]:
    yield ev.SpotChanged(0, int(rest[0]), rest[1], True)
    if rest[2:]:
        yield ev.AmountKnown(0, int(rest[0]), rest[1], int(rest[2]))


def _take(state: State, line: str, rest: list[str]) -> Iterator[ev.Event]:
    yield ev.SpotChanged(0, int(rest[0]), rest[1], False)


def _press(state: State, line: str, rest: list[str]) -> Iterator[ev.Event]:
    yield ev.KeyPressed(0, rest[0], *map(int, rest[1:]))


def _do(state: State, line: str, rest: list[str]) -> Iterator[ev.Event]:
    """Said with the supervisor's badge."""
    yield ev.BadgeIn(0, "supervisor", "s")
    yield ev.Command(0, tuple(rest))
    yield ev.BadgeOut(0)


def _power(state: State, line: str, rest: list[str]) -> Iterator[ev.Event]:
    there = [(number, name) for number, name, spot in spots(state) if spot.covered]
    if rest[1:] == ["all", "clear"]:
        there = []
    elif rest[1:]:
        there = [(int(rest[1]), rest[2])]
    yield replace(start(line), covered=tuple(there), box=state.box)


_LINES: dict[str, Callable[[State, str, list[str]], Iterator[ev.Event]]] = {
    "chip": _chip,
    "take": _take,
    "press": _press,
    "do": _do,
    "power": _power,
    "draw": lambda state, line, rest: (ev.CardDrawn(0, card) for card in rest),
    "unread": lambda state, line, rest: iter((ev.CardUnread(0),)),
    "box": lambda state, line, rest: iter((ev.BoxChanged(0, rest == ["on"]),)),
    "shoe": lambda state, line, rest: iter((ev.DeviceLost(0, "shoe"),)),
}
