"""A process takes over the table: the first one, or the next after a crash or a new configuration.

Inside a round it comes back suspended with the round intact, and a supervisor goes on or voids; a new configuration
is taken up by the next start between rounds. Stamps of the old boot are forgotten; sensors are read anew, and a level
that differs is reported.
"""

import msgspec
from msgspec.structs import replace

from controller.events import Started
from controller.lifecycle import ROUND
from controller.table import approval, service
from controller.table.alerts import alert, halt
from controller.table.draws import box_while_suspended, end_locking
from controller.table.state import LONG_AGO, Alert, Seat, Setup, Spot, State, Tally


def first_state(setup: Setup) -> State:
    spots = tuple(Spot(amount=setup.chips.get(name)) for name in setup.spots)
    return State(setup, (Seat(spots),) * setup.seats, to_burn=0)


def started(state: State | None, event: Started) -> State:
    setup, before = msgspec.json.decode(event.setup, type=Setup), state.setup if state else None
    if state is None or (state.setup != setup and state.status != "partial"):
        unapproved = state.unapproved if state else False
        state = replace(first_state(setup), round=state.round if state else 0, unapproved=unapproved)
    if event.edition > 1 and state.tally is None:
        state = replace(state, tally=Tally())
    state = service.end(approval.propose(state, before, event))
    if "locking" in (state.phase, state.resume_to):
        state = end_locking(replace(state, phase="locking", resume_to=None))
    if state.phase in ROUND:
        state = halt(state, Alert("power"))
    state = replace(state, badge=None, role=None, deadline=None, lock_at=LONG_AGO, notice="")
    return _read_sensors(replace(state, shoe=event.shoe == "up"), event)


def _read_sensors(state: State, event: Started) -> State:
    for number, seat in enumerate(state.seats, 1):
        for name, spot in zip(state.setup.spots, seat.spots, strict=True):
            if spot.covered != ((number, name) in event.covered) and state.round:
                state = alert(state, "sensor_changed", number, name)
    seats = tuple(_levels(state, number, seat, event) for number, seat in enumerate(state.seats, 1))
    if state.box != event.box and state.round:
        state = alert(state, "sensor_changed")
    state = replace(state, seats=seats)
    return box_while_suspended(state, event.box) if state.phase == "suspended" else replace(state, box=event.box)


def _levels(state: State, number: int, seat: Seat, event: Started) -> Seat:
    spots = tuple(
        replace(spot, edges=((LONG_AGO, (number, name) in event.covered),))
        for name, spot in zip(state.setup.spots, seat.spots, strict=True)
    )
    return replace(seat, spots=spots)
