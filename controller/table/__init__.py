"""`step(state, event) -> state`: the whole table moves by this one pure function.

No clock, no I/O, and no exception for an event that does not fit: it becomes an alert or suspends the
round. Modules: `bets` (chips and the lock), `hands` (deal and turns), `dealer` (dealer's turn and box), `keys`,
`draws` (cards, waiting and going on), `replay` (corrections), `orders` (commands), `results` (what is decided,
the end of a round), `restart`, `approval` (a new pay table), `service` (tests), `tally`
(statistics), `alerts`.
"""

import traceback
from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from controller import events as ev
from controller.table import bets, dealer, draws, keys, orders, replay, restart, service
from controller.table.alerts import alert, halt
from controller.table.results import learn
from controller.table.state import UNREAD, Alert, Setup, State
from controller.table.tally import counted

__all__ = ["Setup", "State", "follow", "follow_all", "step"]

Handler = Callable[[State, Any], State]


def step(state: State | None, event: ev.Event) -> State:
    """The table after the event. None is a table before its first start."""
    if state is None or type(event) is ev.Started:
        return _started(state, event)
    new = _HANDLERS[type(event)](state, event)
    if new.past is state.past:
        return new
    assert new.past is not None, "a round that ended is past"
    last_words = new.alerts[len(state.alerts) :]
    return replace(new, alerts=last_words, carried=len(last_words), tally=counted(new, new.past))


def follow(state: State | None, event: ev.Event) -> State:
    """`step`, and a suspended table should it ever raise: live and from the record alike.

    No sequence of events is known that makes it raise. One that did would otherwise end the thread that
    read it, and cards would go by unseen.
    """
    try:
        return step(state, event)
    except Exception:
        if state is None:
            raise
        traceback.print_exc()
        return halt(state, Alert("fault"))


def follow_all(state: State | None, events: Iterable[ev.Event]) -> State | None:
    """`follow`, one after the other."""
    for event in events:
        state = follow(state, event)
    return state


def _started(state: State | None, event: ev.Event) -> State:
    assert isinstance(event, ev.Started), "a record begins with a start"
    return restart.started(state, event)


def _box(state: State, event: ev.BoxChanged) -> State:
    if state.box == event.covered:
        return state
    if state.phase == "suspended":
        return draws.box_while_suspended(state, event.covered)
    return draws.check_shoe(dealer.box_covered(state) if event.covered else dealer.box_cleared(state))


def _badge_in(state: State, event: ev.BadgeIn) -> State:
    return replace(state, role=event.role, badge=event.badge, notice="")


def _device_lost(state: State, event: ev.DeviceLost) -> State:
    if event.device == "shoe":
        return draws.shoe_gone(replace(state, shoe=False))
    return alert(state, "disk" if event.device == "disk" else "device_lost")


def _device_back(state: State, event: ev.DeviceBack) -> State:
    return replace(state, shoe=True) if event.device == "shoe" else state


def _amount(state: State, event: ev.AmountKnown) -> State:
    if not bets.exists(state, event.seat, event.spot) or event.cents <= 0:
        return state
    state = bets.chip_amount(state, event.seat, event.spot, event.cents)
    return learn(state) if state.phase in ("dealing", "playing", "dealer_turn", "resolving") else state


def _time_up(state: State, event: ev.TimeUp) -> State:
    waits = service.tick if state.phase == "service" else draws.time_up
    return waits(state, event.at)


_HANDLERS: dict[type, Handler] = {
    ev.CardSensed: lambda state, event: draws.card_sensed(state, event.at),
    ev.CardDrawn: lambda state, event: draws.take_card(draws.card_sensed(state, event.at), event.card),
    ev.CardUnread: lambda state, event: draws.take_card(draws.card_sensed(state, event.at), UNREAD),
    ev.CardBurned: lambda state, event: draws.burn(state, event.card),
    ev.CardsLost: lambda state, event: draws.shoe_gone(state),
    ev.CutCard: lambda state, event: replace(state, cut=True),
    ev.ShoeError: lambda state, event: alert(state, "shoe_error"),
    ev.ShoeErrorCleared: lambda state, event: state,
    ev.SpotChanged: replay.spot_changed,
    ev.SpotFlaps: lambda state, event: alert(state, "sensor_flaps", event.seat, event.spot),
    ev.BoxChanged: _box,
    ev.KeyPressed: lambda state, event: draws.check_shoe(keys.key_pressed(state, event)),
    ev.BadgeIn: _badge_in,
    ev.BadgeOut: lambda state, event: replace(state, role=None, badge=None),
    ev.Command: lambda state, event: orders.command(state, event.words, event.at),
    ev.DeviceLost: _device_lost,
    ev.DeviceBack: _device_back,
    ev.AmountKnown: _amount,
    ev.TimeUp: _time_up,
    ev.OddsDrifted: lambda state, event: alert(state, "odds_drift"),
}
