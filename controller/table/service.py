"""A technician's tests, in `service` only. They are state like everything else, so the hardware shows them by the
same way as a round, the record keeps them, and a restart or `leave` ends them.

`test lamps` lights one lamp after the other, once; `test text WORDS` is shown on every display; `test badge` says
whose badge is in; `test off` ends a test.
"""

from typing import Final

from msgspec.structs import replace

from controller.table.bets import get_spot, put_spot
from controller.table.state import MS, State

Words = tuple[str, ...]
LAMPS: Final = ("lamps",)
STEP: Final = 500 * MS
"""How long a lamp of the walk stays lit: long enough to look there."""


def wrong(words: Words) -> str:
    """Why there is no such test; nothing if there is."""
    fits = words in (LAMPS, ("badge",), ("off",)) or (words[:1] == ("text",) and len(words) > 1)
    return "" if fits else "test lamps, text WORDS, badge or off"


def begin(state: State, words: Words, at: int) -> State:
    """Words that `wrong` has nothing against."""
    state = end(state)
    if words == ("off",):
        return state
    state = replace(state, test=words)
    return _light(replace(state, deadline=at + STEP), 0) if words == LAMPS else state


def end(state: State) -> State:
    if not state.test:
        return state
    return replace(_dark(state), test=(), lit=0, deadline=None)


def tick(state: State, at: int) -> State:
    """The next lamp is due."""
    if state.test != LAMPS or state.deadline is None or at < state.deadline:
        return state
    if state.lit + 1 == len(state.seats) * len(state.setup.spots):
        return end(state)
    return _light(replace(_dark(state), deadline=state.deadline + STEP), state.lit + 1)


def lit(state: State) -> tuple[int, str]:
    """The seat and spot that the walk has reached."""
    seat, spot = divmod(state.lit, len(state.setup.spots))
    return seat + 1, state.setup.spots[spot]


def _light(state: State, place: int) -> State:
    state = replace(state, lit=place)
    return put_spot(state, *lit(state), replace(get_spot(state, *lit(state)), lit=True))


def _dark(state: State) -> State:
    return put_spot(state, *lit(state), replace(get_spot(state, *lit(state)), lit=False))
